// Flows of direct verbs: matchers, rules and actions, which are the driver's own methods.
#include <rdma/ib_user_ioctl_cmds.h>
#include <rdma/mlx5_user_ioctl_cmds.h>
#include <rdma/mlx5_user_ioctl_verbs.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include "abi/driver/match_parameters.hpp"
#include "abi/handlers.hpp"
#include "objects/flow.hpp"

namespace verbatim::emulator {
namespace {

constexpr std::uint64_t egress_flag = 1 << 2;  // IBV_FLOW_ATTR_FLAGS_EGRESS
constexpr std::uint32_t last_flow_tag = 0xffffff;

void require_ethernet(const request& to) {
  if (!to.of.ports().front().ethernet()) {
    refuse<check::flow_target>(EOPNOTSUPP, "flow tables on a device with InfiniBand ports");
  }
}

/// Returns true for the table of frames that leave.
bool is_egress(std::uint64_t table) {
  if (table == MLX5_IB_UAPI_FLOW_TABLE_TYPE_NIC_TX) return true;
  if (table != MLX5_IB_UAPI_FLOW_TABLE_TYPE_NIC_RX) {
    refuse<check::flow_not_emulated>(
        EOPNOTSUPP, "flow table type {}: this device has NIC_RX (0) and NIC_TX (1)", table);
  }
  return false;
}

flow_type type_of(std::uint64_t driver_type) {
  switch (driver_type) {
    case MLX5_IB_FLOW_TYPE_NORMAL:
      return flow_type::normal;
    case MLX5_IB_FLOW_TYPE_SNIFFER:
      return flow_type::sniffer;
    case MLX5_IB_FLOW_TYPE_ALL_DEFAULT:
      return flow_type::all_default;
    case MLX5_IB_FLOW_TYPE_MC_DEFAULT:
      return flow_type::multicast_default;
    default:
      refuse<check::flow_target>(EINVAL, "flow type {} does not exist", driver_type);
  }
}

void create_matcher(const request& to) {
  require_ethernet(to);
  constexpr std::uint16_t type = MLX5_IB_ATTR_FLOW_MATCHER_FLOW_TYPE;
  auto made = std::make_unique<flow_matcher>(to.of);
  made->type = type_of(to.with.enumerator(type));
  if (made->type == flow_type::normal) made->priority = to.with.in<std::uint16_t>(type);
  const auto mask = to.with.bytes(MLX5_IB_ATTR_FLOW_MATCHER_MATCH_MASK);
  require_matched(mask, to.with.in<std::uint8_t>(MLX5_IB_ATTR_FLOW_MATCHER_MATCH_CRITERIA));
  made->mask.assign(mask.begin(), mask.end());
  if (to.with.has(MLX5_IB_ATTR_FLOW_MATCHER_FT_TYPE)) {
    made->egress = is_egress(to.with.constant(MLX5_IB_ATTR_FLOW_MATCHER_FT_TYPE));
  } else if (to.with.has(MLX5_IB_ATTR_FLOW_MATCHER_FLOW_FLAGS)) {
    const auto flags = to.with.constant(MLX5_IB_ATTR_FLOW_MATCHER_FLOW_FLAGS);
    if (flags & ~egress_flag)
      refuse<check::flow_not_emulated>(EINVAL, "flags {:#x} of a flow matcher", flags);
    made->egress = flags != 0;
  }
  const flow_matcher& matcher = to.of.add(std::move(made));
  to.with.out_handle(MLX5_IB_ATTR_FLOW_MATCHER_CREATE_HANDLE, matcher.handle);
}

void destroy_matcher(const request& to) {
  to.destroy(to.object<flow_matcher>(to.with.handle(MLX5_IB_ATTR_FLOW_MATCHER_DESTROY_HANDLE),
                                     "flow matcher"),
             "flow matcher");
}

/// Returns the only handle of a list; nothing if there is no list.
std::optional<std::uint32_t> only_handle(const request& to, std::uint16_t list, const char* what) {
  if (!to.with.has(list) || to.with.length(list) == 0) return std::nullopt;
  const auto bytes = to.with.bytes(list);
  std::uint32_t handle = 0;
  if (bytes.size() != sizeof handle) {
    refuse<check::flow_not_emulated>(EOPNOTSUPP, "a flow has {} {}, this device takes one",
                                     bytes.size() / sizeof handle, what);
  }
  std::memcpy(&handle, bytes.data(), sizeof handle);
  return handle;
}

void take_destination(const request& to, flow& made) {
  const std::uint64_t flags = to.with.has(MLX5_IB_ATTR_CREATE_FLOW_FLAGS)
                                  ? to.with.constant(MLX5_IB_ATTR_CREATE_FLOW_FLAGS)
                                  : 0;
  if (flags & ~std::uint64_t{MLX5_IB_ATTR_CREATE_FLOW_FLAGS_DROP} ||
      to.with.has(MLX5_IB_ATTR_CREATE_FLOW_DEST_DEVX)) {
    refuse<check::flow_not_emulated>(
        EOPNOTSUPP, "a flow leads to a queue pair or drops, not to other tables, TIRs or the miss");
  }
  made.drops = flags != 0;
  const auto qp = to.with.handle_if(MLX5_IB_ATTR_CREATE_FLOW_DEST_QP);
  if (qp && (made.egress || made.drops)) {
    refuse<check::flow_target>(EINVAL, "a flow that {} leads to no queue pair",
                               made.egress ? "takes what leaves" : "drops its frames");
  }
  if (!made.egress && !made.drops && !qp) {
    refuse<check::flow_target>(EINVAL, "a flow of arriving frames needs a queue pair, or drops");
  }
  if (!qp) return;
  made.qp = reference(&to.object<queue_pair>(*qp, "queue pair"));
  if (made.qp->type != queue_pair_type::raw_packet) {
    refuse<check::flow_target>(EINVAL,
                               "queue pair {:#x} is {}: flows lead to raw packet queue pairs",
                               made.qp->qpn, name(made.qp->type));
  }
}

void take_actions(const request& to, flow& made) {
  if (const auto handle =
          only_handle(to, MLX5_IB_ATTR_CREATE_FLOW_ARR_FLOW_ACTIONS, "flow actions")) {
    made.action = reference(&to.object<flow_action>(*handle, "flow action"));
    if (made.egress == made.action->outer_headers.empty()) {
      refuse<check::flow_target>(EINVAL, "the flow and its action are of different flow tables");
    }
  }
  if (const auto handle =
          only_handle(to, MLX5_IB_ATTR_CREATE_FLOW_ARR_COUNTERS_DEVX, "flow counters")) {
    made.counter = reference(&to.object<flow_counter>(*handle, "flow counter"));
  }
  made.tag = to.with.in_if<std::uint32_t>(MLX5_IB_ATTR_CREATE_FLOW_TAG).value_or(0);
  if (made.tag > last_flow_tag)
    refuse<check::flow_layout>(EINVAL, "flow tag {:#x}: a tag has 24 bits", made.tag);
}

void create_driver_flow(const request& to) {
  auto& matcher =
      to.object<flow_matcher>(to.with.handle(MLX5_IB_ATTR_CREATE_FLOW_MATCHER), "flow matcher");
  auto made = std::make_unique<flow>(to.of);
  made->matcher = reference(&matcher);
  made->type = matcher.type;
  made->priority = matcher.priority;
  made->egress = matcher.egress;
  take_match(matcher.mask, to.with.bytes(MLX5_IB_ATTR_CREATE_FLOW_MATCH_VALUE), *made);
  take_destination(to, *made);
  take_actions(to, *made);
  const flow& by = to.of.add(std::move(made));
  note("a flow of {} {}", by.egress ? "frames that leave" : "arriving frames",
       by.drops ? "drops them" : "was made");
  to.with.out_handle(MLX5_IB_ATTR_CREATE_FLOW_HANDLE, by.handle);
}

void destroy_driver_flow(const request& to) {
  to.destroy(to.object<flow>(to.with.handle(MLX5_IB_ATTR_DESTROY_FLOW_HANDLE), "flow"), "flow");
}

void create_reformat(const request& to) {
  require_ethernet(to);
  const auto type = to.with.constant(MLX5_IB_ATTR_CREATE_PACKET_REFORMAT_TYPE);
  const bool egress = is_egress(to.with.constant(MLX5_IB_ATTR_CREATE_PACKET_REFORMAT_FT_TYPE));
  if (type != (egress ? MLX5_IB_UAPI_FLOW_ACTION_PACKET_REFORMAT_TYPE_L2_TO_L2_TUNNEL
                      : MLX5_IB_UAPI_FLOW_ACTION_PACKET_REFORMAT_TYPE_L2_TUNNEL_TO_L2)) {
    refuse<check::flow_not_emulated>(
        EOPNOTSUPP,
        "packet reformat {}: this device puts outer headers (1) before what leaves, and takes them "
        "(0) from what arrives",
        type);
  }
  auto made = std::make_unique<flow_action>(to.of);
  if (egress) {
    const auto headers = to.with.bytes(MLX5_IB_ATTR_CREATE_PACKET_REFORMAT_DATA_BUF);
    constexpr std::size_t longest = flow_action::longest_headers;
    if (headers.empty() || headers.size() > longest) {
      refuse<check::flow_layout>(EINVAL, "{} bytes of outer headers: up to {} are possible",
                                 headers.size(), longest);
    }
    made->outer_headers.assign(headers.begin(), headers.end());
  }
  const flow_action& action = to.of.add(std::move(made));
  to.with.out_handle(MLX5_IB_ATTR_CREATE_PACKET_REFORMAT_HANDLE, action.handle);
}

void destroy_action(const request& to) {
  to.destroy(
      to.object<flow_action>(to.with.handle(UVERBS_ATTR_DESTROY_FLOW_ACTION_HANDLE), "flow action"),
      "flow action");
}

}  // namespace

std::span<const method_handler> driver_flow_methods() {
  static const std::vector<method_handler> table = {
      {MLX5_IB_OBJECT_FLOW_MATCHER,
       MLX5_IB_METHOD_FLOW_MATCHER_CREATE,
       create_matcher,
       {MLX5_IB_ATTR_FLOW_MATCHER_CREATE_HANDLE, MLX5_IB_ATTR_FLOW_MATCHER_MATCH_MASK,
        MLX5_IB_ATTR_FLOW_MATCHER_FLOW_TYPE, MLX5_IB_ATTR_FLOW_MATCHER_MATCH_CRITERIA,
        MLX5_IB_ATTR_FLOW_MATCHER_FLOW_FLAGS, MLX5_IB_ATTR_FLOW_MATCHER_FT_TYPE}},
      {MLX5_IB_OBJECT_FLOW_MATCHER,
       MLX5_IB_METHOD_FLOW_MATCHER_DESTROY,
       destroy_matcher,
       {MLX5_IB_ATTR_FLOW_MATCHER_DESTROY_HANDLE}},
      {UVERBS_OBJECT_FLOW,
       MLX5_IB_METHOD_CREATE_FLOW,
       create_driver_flow,
       {MLX5_IB_ATTR_CREATE_FLOW_HANDLE, MLX5_IB_ATTR_CREATE_FLOW_MATCH_VALUE,
        MLX5_IB_ATTR_CREATE_FLOW_DEST_QP, MLX5_IB_ATTR_CREATE_FLOW_DEST_DEVX,
        MLX5_IB_ATTR_CREATE_FLOW_MATCHER, MLX5_IB_ATTR_CREATE_FLOW_ARR_FLOW_ACTIONS,
        MLX5_IB_ATTR_CREATE_FLOW_TAG, MLX5_IB_ATTR_CREATE_FLOW_ARR_COUNTERS_DEVX,
        MLX5_IB_ATTR_CREATE_FLOW_FLAGS}},
      {UVERBS_OBJECT_FLOW,
       MLX5_IB_METHOD_DESTROY_FLOW,
       destroy_driver_flow,
       {MLX5_IB_ATTR_DESTROY_FLOW_HANDLE}},
      {UVERBS_OBJECT_FLOW_ACTION,
       MLX5_IB_METHOD_FLOW_ACTION_CREATE_PACKET_REFORMAT,
       create_reformat,
       {MLX5_IB_ATTR_CREATE_PACKET_REFORMAT_HANDLE, MLX5_IB_ATTR_CREATE_PACKET_REFORMAT_TYPE,
        MLX5_IB_ATTR_CREATE_PACKET_REFORMAT_FT_TYPE, MLX5_IB_ATTR_CREATE_PACKET_REFORMAT_DATA_BUF}},
      {UVERBS_OBJECT_FLOW_ACTION,
       UVERBS_METHOD_FLOW_ACTION_DESTROY,
       destroy_action,
       {UVERBS_ATTR_DESTROY_FLOW_ACTION_HANDLE}},
  };
  return table;
}

}  // namespace verbatim::emulator
