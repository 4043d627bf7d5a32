// Events of rdma_cm, copied and acknowledged at once.
#include "verbatim/connect/cm/ids/cm_event.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "verbatim/verbs/base/logging.hpp"
#include "verbatim/verbs/base/waiting.hpp"

namespace verbatim::cm::detail {
namespace {

void copy_data(event& to, const void* data, std::size_t length) noexcept {
  to.data_length = data != nullptr ? std::min(length, to.data.size()) : 0;
  if (to.data_length != 0) std::memcpy(to.data.data(), data, to.data_length);
}

void copy(event& to, const rdma_cm_event& from) noexcept {
  to.type = from.event;
  to.status = from.status;
  const bool is_request = from.event == RDMA_CM_EVENT_CONNECT_REQUEST;
  const auto* const id = is_request ? from.listen_id : from.id;
  to.key = reinterpret_cast<std::uintptr_t>(id->context);
  to.child = is_request ? from.id : nullptr;
  const bool joined =
      from.event == RDMA_CM_EVENT_MULTICAST_JOIN || from.event == RDMA_CM_EVENT_MULTICAST_ERROR;
  if (joined || id->qp_type == IBV_QPT_UD) {
    const auto& ud = from.param.ud;
    to.qpn = ud.qp_num;
    to.qkey = ud.qkey;
    to.ah = ud.ah_attr;
    // After a join, the field is the context pointer of the join, not private data.
    copy_data(to, joined ? nullptr : ud.private_data, ud.private_data_len);
  } else {
    const auto& conn = from.param.conn;
    to.qpn = conn.qp_num;
    to.responder_resources = conn.responder_resources;
    to.initiator_depth = conn.initiator_depth;
    to.rnr_retry_count = conn.rnr_retry_count;
    copy_data(to, conn.private_data, conn.private_data_len);
  }
}

std::string_view remedy_of(const event& event) noexcept {
  switch (event.type) {
    case RDMA_CM_EVENT_ADDR_ERROR:
      if (event.status == -ETIMEDOUT) {
        return "nobody at that address answers (ARP, neighbour discovery): look at the address, "
               "and "
               "whether the host is up";
      }
      if (event.status == -ENODEV || event.status == -EADDRNOTAVAIL) {
        return "the way to that address leaves through no RDMA port: `rdma link` lists the network "
               "interfaces of the ports, and `ip route get ADDRESS` the way";
      }
      return "";
    case RDMA_CM_EVENT_ROUTE_ERROR:
      return "on InfiniBand the subnet administrator knows the way: is a subnet manager running?";
    case RDMA_CM_EVENT_UNREACHABLE:
      return "the peer's host is reachable, but its rdma_cm does not answer: is rdma_ucm loaded "
             "there, "
             "and does a firewall let RDMA through (RoCE: UDP port 4791)?";
    case RDMA_CM_EVENT_MULTICAST_ERROR:
      return "the group was not joined, or this port was taken out of it";
    case RDMA_CM_EVENT_DEVICE_REMOVAL:
      return "the device was taken out: close what was made on it";
    default:
      return "";
  }
}

}  // namespace

bool read_event(rdma_event_channel& channel, event& to, std::string_view object) {
  rdma_cm_event* raw = nullptr;
  if (rdma_get_cm_event(&channel, &raw) != 0) {
    if (verbs::is_nothing(errno)) return false;
    throw cm::error(errno, "rdma_get_cm_event", object, "");
  }
  copy(to, *raw);
  verbs::log_words(logging::level::info, [&] {
    return std::string(object) + ": " + name_of(raw->event) + ", status " +
           std::to_string(raw->status);
  });
  (void)rdma_ack_cm_event(raw);
  return true;
}

std::string name_of(rdma_cm_event_type type) { return rdma_event_str(type); }

cm::error error_of(const event& event, std::string_view call, std::string_view object) {
  const auto data = event.private_data();
  switch (event.type) {
    case RDMA_CM_EVENT_REJECTED:
      // iWARP has no reasons: a peer that does not listen refuses the TCP connection.
      return cm::error(call, object,
                       {.reason = event.status > 0 ? static_cast<reject_reason>(event.status)
                                                   : reject_reason::by_program,
                        .data = {data.begin(), data.end()}});
    case RDMA_CM_EVENT_UNREACHABLE:
      if (event.status > 0) {  // the status of a SIDR_REP
        return cm::error(
            call, object,
            {.reason = event.status == 1 ? reject_reason::no_listener : reject_reason::by_program,
             .data = {data.begin(), data.end()}});
      }
      break;
    case RDMA_CM_EVENT_DISCONNECTED:
      return cm::error(std::errc::connection_reset, call, object,
                       "the peer disconnected before the connection was made");
    case RDMA_CM_EVENT_DEVICE_REMOVAL:
      return cm::error(ENODEV, call, object, remedy_of(event));
    default:
      break;
  }
  if (event.status >= 0) {
    return cm::error(std::errc::protocol_error, call, object,
                     name_of(event.type) + " came with status " + std::to_string(event.status));
  }
  return cm::error(-event.status, call, object, remedy_of(event));
}

}  // namespace verbatim::cm::detail
