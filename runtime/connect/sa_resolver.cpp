// The resolver that asks the subnet administrator of an InfiniBand subnet.
#include "verbatim/connect/sa_resolver.hpp"

#include <endian.h>
#include <infiniband/umad.h>
#include <infiniband/umad_sa.h>
#include <infiniband/umad_types.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <utility>

#include "verbatim/connect/path_record.hpp"
#include "verbatim/verbs/error.hpp"

namespace verbatim {
namespace {

constexpr int general_services = 1;  // the number of the queue pair that takes such datagrams

/// The port's description, which has to be given back.
struct umad_port : umad_port_t {
  umad_port(const std::string& device, int number) : umad_port_t{} {
    const int returned = umad_get_port(device.empty() ? nullptr : device.c_str(), number, this);
    if (returned == 0) return;
    const auto who = device.empty() ? std::string("the first active port")
                                    : "port " + std::to_string(number) + " of " + device;
    throw error(std::errc::no_such_device, "umad_get_port", who,
                "no such InfiniBand port with a management device; is ib_umad loaded?");
  }
  umad_port(const umad_port&) = delete;
  umad_port& operator=(const umad_port&) = delete;
  ~umad_port() { umad_release_port(this); }

  std::string words() const {
    return "port " + std::to_string(portnum) + " of " + std::string(ca_name);
  }
};

std::string_view words_of(unsigned status) {
  if ((status & UMAD_STATUS_CLASS_MASK) == 0) {
    if ((status & UMAD_STATUS_BUSY) != 0) return "it is busy: ask again later";
    return "it does not understand the query";
  }
  switch (status >> 8) {
    case UMAD_SA_STATUS_NO_RESOURCES:
      return "it has no resources left";
    case UMAD_SA_STATUS_REQ_INVALID:
      return "the query is not valid";
    case UMAD_SA_STATUS_NO_RECORDS:
      return "no such path: is the destination's address right, and its port up?";
    case UMAD_SA_STATUS_TOO_MANY_RECORDS:
      return "too many paths";
    case UMAD_SA_STATUS_INVALID_GID:
      return "a GID is not valid";
    case UMAD_SA_STATUS_INSUF_COMPS:
      return "the query says too little";
    case UMAD_SA_STATUS_REQ_DENIED:
      return "it is denied: do both ports share a partition?";
    default:
      return "for a reason of its own";
  }
}

std::string hex(unsigned status) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text = "0x";
  for (int shift = 12; shift >= 0; shift -= 4) text += digits[status >> shift & 15];
  return text;
}

gid first_gid(const umad_port_t& port) {
  verbatim::gid first;
  std::memcpy(first.bytes.data(), &port.gid_prefix, 8);
  std::memcpy(first.bytes.data() + 8, &port.port_guid, 8);
  return first;
}

struct free_umad {
  void operator()(void* umad) const noexcept { umad_free(umad); }
};

}  // namespace

sa_resolver::sa_resolver(sa_resolver_options options) : options_(std::move(options)) {
  umad_init();
  const umad_port port(options_.device, options_.port);
  name_ = port.words();
  port_ = umad_open_port(port.ca_name, port.portnum);
  if (port_ < 0) {
    throw error(-port_, "umad_open_port", name_,
                "/dev/infiniband/umad* has to be there and open to this user");
  }
  agent_ = umad_register(port_, UMAD_CLASS_SUBN_ADM, UMAD_SA_CLASS_VERSION, 0, nullptr);
  if (agent_ < 0) {
    const int number = -agent_;
    umad_close_port(port_);
    throw error(number, "umad_register", name_, "");
  }
}

sa_resolver::~sa_resolver() {
  umad_unregister(port_, agent_);
  umad_close_port(port_);
}

path sa_resolver::resolve(const path& wanted, const local_end&) {
  const auto* const asked = std::get_if<ib_path>(&wanted);
  const auto refuse = [&](std::errc condition, const std::string& reason) {
    return error(condition, "resolve through " + name_, to_string(wanted), reason);
  };
  if (asked == nullptr) {
    throw refuse(std::errc::invalid_argument, "RoCE has no subnet administrator");
  }
  const umad_port port(options_.device, options_.port);
  if (port.sm_lid == 0) {
    throw refuse(std::errc::network_unreachable, "the subnet has no subnet manager");
  }
  auto complete = *asked;
  if (!complete.grh.sgid && !complete.slid) complete.grh.sgid = first_gid(port);
  const auto query = query_for(complete);

  const std::unique_ptr<void, free_umad> umad(umad_alloc(1, umad_size() + sizeof(umad_sa_packet)));
  if (umad == nullptr) throw error(ENOMEM, "umad_alloc", name_, "");
  umad_set_addr(umad.get(), static_cast<int>(port.sm_lid), general_services,
                static_cast<int>(port.sm_sl), static_cast<int>(UMAD_QKEY));
  umad_sa_packet packet{};
  packet.mad_hdr = {.base_version = UMAD_BASE_VERSION,
                    .mgmt_class = UMAD_CLASS_SUBN_ADM,
                    .class_version = UMAD_SA_CLASS_VERSION,
                    .method = UMAD_METHOD_GET,
                    .status = 0,
                    .class_specific = 0,
                    // The kernel puts the agent's number into the other half.
                    .tid = htobe64(++transaction_),
                    .attr_id = htobe16(UMAD_SA_ATTR_PATH_REC),
                    .resv = 0,
                    .attr_mod = 0};
  packet.comp_mask = htobe64(query.component_mask);
  std::memcpy(packet.data, query.bytes.data(), query.bytes.size());
  std::memcpy(umad_get_mad(umad.get()), &packet, sizeof packet);
  const auto timeout = static_cast<int>(options_.timeout.count());
  const auto retries = static_cast<int>(options_.retries);
  if (const int sent = umad_send(port_, agent_, umad.get(), sizeof packet, timeout, retries);
      sent != 0) {
    throw error(-sent, "umad_send", name_, "");
  }
  const auto nobody = [&] {
    return refuse(std::errc::timed_out, "the subnet administrator at LID " +
                                            std::to_string(port.sm_lid) +
                                            " does not answer: is the subnet manager running?");
  };
  for (;;) {
    // The kernel gives up by itself; this is for the case that it does not.
    int length = sizeof packet;
    const int received = umad_recv(port_, umad.get(), &length, timeout * (retries + 2));
    if (received < 0) throw nobody();
    std::memcpy(&packet, umad_get_mad(umad.get()), sizeof packet);
    // Late answers to earlier queries may come first.
    if (static_cast<std::uint32_t>(be64toh(packet.mad_hdr.tid)) != transaction_) continue;
    if (umad_status(umad.get()) != 0) throw nobody();
    break;
  }
  if (const unsigned status = be16toh(packet.mad_hdr.status); status != 0) {
    throw refuse(std::errc::host_unreachable, "the subnet administrator says " + hex(status) +
                                                  ": " + std::string(words_of(status)));
  }
  const auto* const record = reinterpret_cast<const std::byte*>(packet.data);
  return with_way_of(
      wanted, path_of(std::span<const std::byte, path_record::size>(record, path_record::size)));
}

}  // namespace verbatim
