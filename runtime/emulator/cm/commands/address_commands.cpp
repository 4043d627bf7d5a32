// Commands that bind, listen and resolve, in the form for IP addresses and in the form for all
// addresses.
#include <cstdio>

#include "cm/addressing.hpp"
#include "cm/commands/call.hpp"

namespace verbatim::emulator::cm {
namespace {

constexpr std::uint32_t usual_backlog = 1024;

/// Returns the largest backlog, which the machine's administrator can set.
std::uint32_t largest_backlog() noexcept {
  const std::unique_ptr<FILE, int (*)(FILE*)> file(
      fopen("/proc/sys/net/rdma_ucm/max_backlog", "re"), fclose);
  unsigned value = 0;
  return file && fscanf(file.get(), "%u", &value) == 1 && value != 0 ? value : usual_backlog;
}

/// Reads an address from a sockaddr_in6, which may hold a sockaddr_in.
address ip_address(const sockaddr_in6& from, const char* what) {
  if (from.sin6_family != AF_INET && from.sin6_family != AF_INET6) {
    refuse<check::cm_address>(EINVAL, "rdma_cm: {} is of family {}", what, from.sin6_family);
  }
  return read_sockaddr(&from);
}

void require_reserved_zero(std::uint32_t value) {
  if (value != 0) {
    refuse<check::cm_values>(EINVAL, "rdma_cm: a reserved field of the command is {:#x}", value);
  }
}

}  // namespace

address checked_address(const void* from, std::size_t bytes, const char* what) {
  std::uint16_t family = 0;
  std::copy_n(static_cast<const std::byte*>(from), sizeof family,
              reinterpret_cast<std::byte*>(&family));
  if (bytes == 0 || bytes != sockaddr_bytes(family)) {
    refuse<check::cm_address>(EINVAL, "rdma_cm: {} is of family {}, and its size is said to be {}",
                              what, family, bytes);
  }
  return read_sockaddr(from);
}

void bind_ip(const call& from) {
  const auto in = from.read<rdma_ucm_bind_ip>();
  const address to = ip_address(in.addr, "the address to bind");
  bind(from.on, from.of(in.id), to);
}

void bind_address(const call& from) {
  const auto in = from.read<rdma_ucm_bind>();
  require_reserved_zero(in.reserved);
  const address to = checked_address(&in.addr, in.addr_size, "the address to bind");
  bind(from.on, from.of(in.id), to);
}

void listen(const call& from) {
  const auto in = from.read<rdma_ucm_listen>();
  id& of = from.of(in.id);
  const std::uint32_t most = largest_backlog();
  const bool fits = static_cast<std::int32_t>(in.backlog) > 0 && in.backlog <= most;
  of.backlog = fits ? in.backlog : most;
  if (of.state != id_state::address_bound) bind(from.on, of, any_address(AF_INET));
  bound_port wanted = port_entry(of);
  wanted.port_space = port_space_of(of, of.source);
  if (const int error = from.on.ports().listen(wanted)) {
    refuse<check::cm_port>(error,
                           "rdma_cm: id {} cannot listen at {}: another one has the port. "
                           "RDMA_OPTION_ID_REUSEADDR allows that until one of them listens",
                           of.handle, in_words(of.source));
  }
  of.state = id_state::listening;
  // Linux makes the listener's IBTA id here: it can be disconnected, which does nothing.
  of.link.begun = of.at.has_value();
}

void resolve_ip(const call& from) {
  const auto in = from.read<rdma_ucm_resolve_ip>();
  address source;
  if (in.src_addr.sin6_family != 0) source = ip_address(in.src_addr, "the source address");
  const address to = ip_address(in.dst_addr, "the destination address");
  resolve_address(from.on, from.of(in.id), source, to, std::chrono::milliseconds(in.timeout_ms));
}

void resolve_any_address(const call& from) {
  const auto in = from.read<rdma_ucm_resolve_addr>();
  require_reserved_zero(in.reserved);
  address source;
  if (in.src_size != 0) source = checked_address(&in.src_addr, in.src_size, "the source address");
  const address to = checked_address(&in.dst_addr, in.dst_size, "the destination address");
  resolve_address(from.on, from.of(in.id), source, to, std::chrono::milliseconds(in.timeout_ms));
}

void resolve_the_route(const call& from) {
  const auto in = from.read<rdma_ucm_resolve_route>();
  id& of = from.bound(in.id);
  if (in.timeout_ms == 0) {
    refuse<check::cm_values>(EINVAL, "rdma_cm: a route cannot be resolved within 0 ms");
  }
  if (of.state != id_state::address_resolved) {
    refuse<check::cm_state>(EINVAL, "rdma_cm: id {} resolves its route after ADDR_RESOLVED only",
                            of.handle);
  }
  resolve_route(from.on, of);
}

}  // namespace verbatim::emulator::cm
