// Management datagrams to the subnet administrator, and its answers. Only this file makes them.
#include "verbatim/connect/subnet/sa_agent.hpp"

#include <endian.h>
#include <infiniband/umad.h>
#include <infiniband/umad_sa.h>
#include <infiniband/umad_types.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "verbatim/generated/management/gid.hpp"
#include "verbatim/verbs/values/gid_forms.hpp"

namespace verbatim::detail {
namespace {

constexpr int general_services = 1;  // the number of the queue pair that takes such datagrams
constexpr std::size_t data_at = offsetof(umad_sa_packet, data);

/// A port description of libibumad, which has to be released.
struct umad_port : umad_port_t {
  explicit umad_port(const subnet::options& options) : umad_port_t{} {
    const auto& device = options.device;
    const int returned =
        umad_get_port(device.empty() ? nullptr : device.c_str(), options.port, this);
    if (returned == 0) return;
    const auto who = device.empty() ? std::string("the first active port")
                                    : "port " + std::to_string(options.port) + " of " + device;
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

std::string_view words_of(unsigned status, const sa_request& request) {
  if ((status & UMAD_STATUS_CLASS_MASK) == 0) {
    if ((status & UMAD_STATUS_BUSY) != 0) return "it is busy: ask again later";
    return "it does not understand the query";
  }
  switch (status >> 8) {
    case UMAD_SA_STATUS_NO_RESOURCES:
      return "it has no resources left";
    case UMAD_SA_STATUS_REQ_INVALID:
      return request.if_invalid;
    case UMAD_SA_STATUS_NO_RECORDS:
      return request.if_none;
    case UMAD_SA_STATUS_TOO_MANY_RECORDS:
      return "there is more than one";
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

}  // namespace

sa_agent::sa_agent(subnet::options options) : options_(std::move(options)) {
  umad_init();
  const umad_port port(options_);
  name_ = port.words();
  if (std::string_view(port.link_layer) == "Ethernet") {
    throw error(std::errc::no_such_device, "umad_open_port", name_,
                "it is an Ethernet port, and RoCE has no subnet administrator");
  }
  port_ = umad_open_port(port.ca_name, port.portnum);
  if (port_ < 0) {
    throw error(-port_, "umad_open_port", name_,
                "/dev/infiniband/umad* has to be there and open to this user");
  }
  agent_ =
      umad_register(port_, UMAD_CLASS_SUBN_ADM, UMAD_SA_CLASS_VERSION, UMAD_RMPP_VERSION, nullptr);
  if (agent_ < 0) {
    const int number = -agent_;
    umad_close_port(port_);
    throw error(number, "umad_register", name_, "");
  }
}

sa_agent::~sa_agent() {
  umad_unregister(port_, agent_);
  umad_close_port(port_);
}

sa_port sa_agent::port() const {
  const umad_port port(options_);
  sa_port found{.first_gid = {},
                .pkeys = {port.pkeys, port.pkeys + port.pkeys_size},
                .sm_lid = static_cast<std::uint16_t>(port.sm_lid),
                .sm_sl = static_cast<std::uint8_t>(port.sm_sl)};
  const auto first = detail::form_of<management::gid>(found.first_gid.bytes);
  first.set(management::gid::subnet_prefix, be64toh(port.gid_prefix));
  first.set(management::gid::interface_id, be64toh(port.port_guid));
  return found;
}

error sa_agent::refuse(const sa_request& request, std::errc condition,
                       std::string_view reason) const {
  return error(condition, std::string(request.call).append(" through ").append(name_),
               request.object, reason);
}

sa_answer sa_agent::ask(const sa_request& request, std::span<const std::byte> record,
                        std::uint64_t mask) {
  const auto from = port();
  if (from.sm_lid == lid()) {
    throw refuse(request, std::errc::network_unreachable, "the subnet has no subnet manager");
  }
  const std::lock_guard one_at_a_time(asking_);
  send(request, record, mask, from);
  return read(request, receive(request, from), record.size());
}

void sa_agent::send(const sa_request& request, std::span<const std::byte> record,
                    std::uint64_t mask, const sa_port& from) {
  std::vector<std::byte> umad(umad_size() + sizeof(umad_sa_packet));
  umad_set_addr(umad.data(), from.sm_lid.value(), general_services, from.sm_sl,
                static_cast<int>(UMAD_QKEY));
  umad_sa_packet packet{};
  packet.mad_hdr = {.base_version = UMAD_BASE_VERSION,
                    .mgmt_class = UMAD_CLASS_SUBN_ADM,
                    .class_version = UMAD_SA_CLASS_VERSION,
                    .method = request.method,
                    .status = 0,
                    .class_specific = 0,
                    // The kernel puts the agent's number into the other half.
                    .tid = htobe64(++transaction_),
                    .attr_id = htobe16(request.attribute),
                    .resv = 0,
                    .attr_mod = 0};
  packet.comp_mask = htobe64(mask);
  std::memcpy(packet.data, record.data(), record.size());
  std::memcpy(umad_get_mad(umad.data()), &packet, sizeof packet);
  const int sent =
      umad_send(port_, agent_, umad.data(), sizeof packet,
                static_cast<int>(options_.timeout.count()), static_cast<int>(options_.retries));
  if (sent != 0) throw error(-sent, "umad_send", name_, "");
}

std::vector<std::byte> sa_agent::receive(const sa_request& request, const sa_port& from) {
  const auto nobody = [&] {
    return refuse(request, std::errc::timed_out,
                  "the subnet administrator at LID " + to_string(from.sm_lid) +
                      " does not answer: is the subnet manager running?");
  };
  // Normally the kernel times out first. This timeout is for the case that it does not.
  const auto patience =
      static_cast<int>(options_.timeout.count()) * static_cast<int>(options_.retries + 2);
  std::vector<std::byte> umad(umad_size() + sizeof(umad_sa_packet));
  for (;;) {
    const auto room = static_cast<int>(umad.size() - umad_size());
    int length = room;
    const int received = umad_recv(port_, umad.data(), &length, patience);
    if (received == -ENOSPC && length > room) {
      // The answer is a table in several datagrams. The kernel has assembled it, and keeps it until
      // the buffer is large enough.
      umad.resize(umad_size() + static_cast<std::size_t>(length));
      continue;
    }
    if (received == -ETIMEDOUT) throw nobody();
    if (received < 0) throw error(-received, "umad_recv", name_, "");
    const auto* const mad = static_cast<const std::byte*>(umad_get_mad(umad.data()));
    umad_hdr header{};
    std::memcpy(&header, mad, std::min(sizeof header, static_cast<std::size_t>(length)));
    // Late answers to earlier queries may arrive first.
    if (static_cast<std::uint32_t>(be64toh(header.tid)) != transaction_) continue;
    if (umad_status(umad.data()) != 0) throw nobody();
    return {mad, mad + length};
  }
}

sa_answer sa_agent::read(const sa_request& request, std::vector<std::byte> mad,
                         std::size_t size) const {
  const auto senseless = [&](const std::string& why) {
    return refuse(request, std::errc::bad_message,
                  "the subnet administrator's answer makes no sense: " + why);
  };
  if (mad.size() < data_at) throw senseless("it has " + std::to_string(mad.size()) + " bytes");
  umad_sa_packet head{};
  std::memcpy(&head, mad.data(), data_at);
  const int asked = request.method == UMAD_METHOD_SET ? UMAD_METHOD_GET : int{request.method};
  if (head.mad_hdr.mgmt_class != UMAD_CLASS_SUBN_ADM ||
      head.mad_hdr.method != (asked | UMAD_METHOD_RESP_MASK) ||
      be16toh(head.mad_hdr.attr_id) != request.attribute) {
    throw senseless("it is to another question");
  }
  const bool table = request.method == UMAD_SA_METHOD_GET_TABLE;
  if (const unsigned status = be16toh(head.mad_hdr.status); status != 0) {
    if (table && status >> 8 == UMAD_SA_STATUS_NO_RECORDS) return {{}, 0, 0, 0};
    throw refuse(request, std::errc::host_unreachable,
                 "the subnet administrator says " + hex(status) + ": " +
                     std::string(words_of(status, request)));
  }
  const auto length = mad.size() - data_at;
  if (!table) {
    if (length < size) throw senseless("it is too short for a record");
    return {std::move(mad), data_at, size, 1};
  }
  const std::size_t stride = be16toh(head.attr_offset) * std::size_t{8};
  if (length < size) return {{}, 0, 0, 0};
  if (stride < size) throw senseless("its records have " + std::to_string(stride) + " bytes");
  return {std::move(mad), data_at, stride, (length - size) / stride + 1};
}

}  // namespace verbatim::detail
