// Asynchronous events: everything that happens to a device or its objects, except completions.
#include "verbatim/verbs/base/async_event.hpp"

#include <infiniband/verbs.h>

#include <cstddef>
#include <iterator>

namespace verbatim {
namespace {

using type = async_event_type;
using subject = async_event_subject;

struct known {
  ibv_event_type native;
  async_event_type type;
  async_event_subject subject;
  bool changes_port;
  std::string_view name, meaning, remedy;
};

constexpr known all[] = {
    {IBV_EVENT_CQ_ERR, type::cq_err, subject::cq, false, "CQ_ERR",
     "it was full when one more completion came, and the device writes no more there",
     "poll what is left, close it with its queue pairs, and make it longer"},
    {IBV_EVENT_QP_FATAL, type::qp_fatal, subject::qp, false, "QP_FATAL",
     "it failed and is in ERROR, and a completion may be missing",
     "close it or reset() it, and connect anew"},
    {IBV_EVENT_QP_REQ_ERR, type::qp_req_err, subject::qp, false, "QP_REQ_ERR",
     "its peer asked for what cannot be, and it is in ERROR",
     "look at what the peer posts; then reset() both ends and connect anew"},
    {IBV_EVENT_QP_ACCESS_ERR, type::qp_access_err, subject::qp, false, "QP_ACCESS_ERR",
     "its peer asked for memory that it may not have, and it is in ERROR",
     "compare the peer's rkey, address and length, and the access that was given; then reset() "
     "both "
     "ends and connect anew"},
    {IBV_EVENT_COMM_EST, type::comm_est, subject::qp, false, "COMM_EST",
     "its first message came before it was brought to RTS", "bring it to RTS"},
    {IBV_EVENT_SQ_DRAINED, type::sq_drained, subject::qp, false, "SQ_DRAINED",
     "it is in SQD and has finished what it had begun", "change it, and bring it back to RTS"},
    {IBV_EVENT_PATH_MIG, type::path_mig, subject::qp, false, "PATH_MIG",
     "it goes on along its alternate path", "load another alternate path"},
    {IBV_EVENT_PATH_MIG_ERR, type::path_mig_err, subject::qp, false, "PATH_MIG_ERR",
     "it could not change to its alternate path", "connect anew along a path that works"},
    {IBV_EVENT_DEVICE_FATAL, type::device_fatal, subject::device, false, "DEVICE_FATAL",
     "it does not work any more, and nothing that is under way completes",
     "close the context, and open the device again once it is back"},
    {IBV_EVENT_PORT_ACTIVE, type::port_active, subject::port, true, "PORT_ACTIVE", "its link is up",
     "ask for the port's addresses again, and connect"},
    {IBV_EVENT_PORT_ERR, type::port_err, subject::port, true, "PORT_ERR", "its link is down",
     "connections through it fail once their retries are over: go by another port, or wait for "
     "PORT_ACTIVE"},
    {IBV_EVENT_LID_CHANGE, type::lid_change, subject::port, true, "LID_CHANGE",
     "it has another LID",
     "tell the peers the new address() and connect anew, and renew() an ah_cache"},
    {IBV_EVENT_PKEY_CHANGE, type::pkey_change, subject::port, true, "PKEY_CHANGE",
     "its P_Keys changed", "look the pkey_index up again, and connect anew"},
    {IBV_EVENT_SM_CHANGE, type::sm_change, subject::port, true, "SM_CHANGE",
     "it has another subnet manager", "ask that one for paths from now on"},
    {IBV_EVENT_SRQ_ERR, type::srq_err, subject::srq, false, "SRQ_ERR",
     "it failed, and takes nothing any more", "close it with its queue pairs, and make it anew"},
    {IBV_EVENT_SRQ_LIMIT_REACHED, type::srq_limit_reached, subject::srq, false, "SRQ_LIMIT_REACHED",
     "it has fewer receives than its limit, which is 0 now", "post more, and arm_limit() again"},
    {IBV_EVENT_QP_LAST_WQE_REACHED, type::qp_last_wqe_reached, subject::qp, false,
     "QP_LAST_WQE_REACHED", "it is in ERROR and takes no more from its SRQ",
     "poll what is left, and close it or reset() it"},
    {IBV_EVENT_CLIENT_REREGISTER, type::client_reregister, subject::port, true, "CLIENT_REREGISTER",
     "the subnet manager has forgotten who subscribed to what",
     "subscribe to multicast groups and services again"},
    {IBV_EVENT_GID_CHANGE, type::gid_change, subject::port, true, "GID_CHANGE", "its GIDs changed",
     "choose a GID again, connect anew where it is another, and renew() an ah_cache"},
    {IBV_EVENT_WQ_FATAL, type::wq_fatal, subject::wq, false, "WQ_FATAL",
     "it failed, and takes nothing any more", "destroy it, and make it anew"},
};

constexpr known unknown_event = {
    IBV_EVENT_DEVICE_FATAL,
    type::device_fatal,
    subject::device,
    false,
    "",
    "this library does not know what it means",
    "look it up in the infiniband/verbs.h of this machine's rdma-core"};

constexpr bool in_order() {
  for (std::size_t i = 0; i < std::size(all); ++i) {
    if (static_cast<std::size_t>(all[i].native) != i ||
        static_cast<std::size_t>(all[i].type) != i) {
      return false;
    }
  }
  return true;
}
static_assert(in_order(), "types are indexes of the table, and the numbers of verbs");

const known& find(async_event_type type) noexcept {
  const auto index = static_cast<std::size_t>(type);
  return index < std::size(all) ? all[index] : unknown_event;
}

}  // namespace

std::string_view name(async_event_type type) noexcept { return find(type).name; }
std::string_view meaning(async_event_type type) noexcept { return find(type).meaning; }
std::string_view remedy(async_event_type type) noexcept { return find(type).remedy; }
bool changes_port(async_event_type type) noexcept { return find(type).changes_port; }
async_event_subject verbs::subject_of(async_event_type type) noexcept { return find(type).subject; }

std::string to_string(const async_event& event) {
  std::string text(name(event.type));
  if (text.empty()) text = "event " + std::to_string(static_cast<unsigned>(event.type));
  text.append(" of ").append(event.object).append(": ").append(meaning(event.type));
  return text.append(" (").append(remedy(event.type)).append(")");
}

}  // namespace verbatim
