// Reads and writes socket addresses.
#include "cm/address.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "settings/gid_forms.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim::emulator::cm {
namespace {

/// The memory of a struct sockaddr_ib of rdma-core. Its numbers are big-endian, except the family and
/// the scope.
struct infiniband_name {
  std::uint16_t family;
  std::uint16_t pkey;
  std::uint32_t flow_info;
  gid address;
  std::uint64_t service_id;
  std::uint64_t service_mask;
  std::uint64_t scope;
};
static_assert(sizeof(infiniband_name) == 48);

address read_infiniband(const std::byte* from) noexcept {
  address result;
  infiniband_name name;
  std::memcpy(&name, from, sizeof name);
  result.family = family_infiniband;
  result.pkey = wire::big_endian(name.pkey);
  result.flow_info = wire::big_endian(name.flow_info);
  result.bytes = name.address;
  result.service_id = wire::big_endian(name.service_id);
  result.service_mask = wire::big_endian(name.service_mask);
  result.scope = name.scope;
  result.port = static_cast<std::uint16_t>(result.service_id & result.service_mask & 0xffff);
  return result;
}

void write_infiniband(const address& from, std::byte* to) noexcept {
  const infiniband_name name{
      from.family, wire::big_endian(from.pkey),       wire::big_endian(from.flow_info),
      from.bytes,  wire::big_endian(from.service_id), wire::big_endian(from.service_mask),
      from.scope};
  std::memcpy(to, &name, sizeof name);
}

}  // namespace

bool address::unspecified() const noexcept {
  return bytes == (family == AF_INET ? mapped_gid(INADDR_ANY) : gid{});
}

bool address::loopback() const noexcept {
  if (family != AF_INET) return bytes == gid_of(0, 1);
  return (ipv4_of(bytes) & IN_CLASSA_NET) == (INADDR_LOOPBACK & IN_CLASSA_NET);
}

bool address::link_local() const noexcept { return family == AF_INET6 && is_link_local(bytes); }

std::size_t sockaddr_bytes(std::uint16_t family) noexcept {
  switch (family) {
    case AF_INET:
      return sizeof(sockaddr_in);
    case AF_INET6:
      return sizeof(sockaddr_in6);
    case family_infiniband:
      return sockaddr_ib_bytes;
    default:
      return 0;
  }
}

address read_sockaddr(const void* from) noexcept {
  address result;
  std::memcpy(&result.family, from, sizeof result.family);
  if (result.family == AF_INET) {
    sockaddr_in in;
    std::memcpy(&in, from, sizeof in);
    result.port = ntohs(in.sin_port);
    result.bytes = mapped_gid(ntohl(in.sin_addr.s_addr));
  } else if (result.family == AF_INET6) {
    sockaddr_in6 in;
    std::memcpy(&in, from, sizeof in);
    result.port = ntohs(in.sin6_port);
    result.flow_info = in.sin6_flowinfo;
    result.scope = in.sin6_scope_id;
    std::memcpy(result.bytes.data(), &in.sin6_addr, 16);
  } else if (result.family == family_infiniband) {
    result = read_infiniband(static_cast<const std::byte*>(from));
  }
  return result;
}

std::size_t write_sockaddr(const address& from, void* to) noexcept {
  std::memset(to, 0, sizeof(sockaddr_storage));
  if (from.family == AF_INET) {
    sockaddr_in in{};
    in.sin_family = AF_INET;
    in.sin_port = htons(from.port);
    in.sin_addr.s_addr = htonl(ipv4_of(from.bytes));
    std::memcpy(to, &in, sizeof in);
  } else if (from.family == AF_INET6) {
    sockaddr_in6 in{};
    in.sin6_family = AF_INET6;
    in.sin6_port = htons(from.port);
    in.sin6_flowinfo = from.flow_info;
    in.sin6_scope_id = static_cast<std::uint32_t>(from.scope);
    std::memcpy(&in.sin6_addr, from.bytes.data(), 16);
    std::memcpy(to, &in, sizeof in);
  } else if (from.family == family_infiniband) {
    write_infiniband(from, static_cast<std::byte*>(to));
  }
  return sockaddr_bytes(from.family);
}

address any_address(std::uint16_t family) noexcept {
  address result;
  result.family = family;
  if (family == AF_INET) result.bytes = mapped_gid(INADDR_ANY);
  return result;
}

address loopback_address(std::uint16_t family) noexcept {
  address result = any_address(family);
  result.bytes = family == AF_INET ? mapped_gid(INADDR_LOOPBACK) : gid_of(0, 1);
  return result;
}

std::optional<address> parse_ip(const std::string& text) {
  address result = any_address(AF_INET);
  in_addr ipv4{};
  if (inet_pton(AF_INET, text.c_str(), &ipv4) == 1) {
    result.bytes = mapped_gid(ntohl(ipv4.s_addr));
    return result;
  }
  result = any_address(AF_INET6);
  if (inet_pton(AF_INET6, text.c_str(), result.bytes.data()) == 1) return result;
  return std::nullopt;
}

std::string in_words(const address& of) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  switch (of.family) {
    case AF_INET:
      inet_ntop(AF_INET, of.host_bytes().data(), text.data(), text.size());
      return fmt::format("{}:{}", text.data(), of.port);
    case AF_INET6:
      inet_ntop(AF_INET6, of.bytes.data(), text.data(), text.size());
      return fmt::format("[{}]:{}", text.data(), of.port);
    case family_infiniband:
      return fmt::format("GID {} service {:#x}", emulator::in_words(of.bytes), of.service_id);
    default:
      return "no address";
  }
}

}  // namespace verbatim::emulator::cm
