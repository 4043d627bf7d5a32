// The attributes that a state transition of a queue pair needs and allows.
#include "verbatim/verbs/qp_transition.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "verbatim/verbs/devx_qp.hpp"

namespace verbatim {

std::string_view name(qp_state state) noexcept {
  constexpr std::array<std::string_view, 5> names{"RESET", "INIT", "RTR", "RTS", "ERROR"};
  return names[static_cast<std::size_t>(state)];
}

namespace verbs {
namespace {

constexpr int address = IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN;

/// Source: man ibv_modify_qp; Linux drivers/infiniband/core/verbs.c, qp_state_table.
constexpr std::array<transition_rule, 23> rules{{
    {transport::rc, qp_state::reset, qp_state::init,
     IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS, 0},
    {transport::rc, qp_state::init, qp_state::rtr,
     address | IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER,
     IBV_QP_ALT_PATH | IBV_QP_ACCESS_FLAGS | IBV_QP_PKEY_INDEX},
    {transport::rc, qp_state::rtr, qp_state::rts,
     IBV_QP_SQ_PSN | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC,
     IBV_QP_ALT_PATH | IBV_QP_ACCESS_FLAGS | IBV_QP_MIN_RNR_TIMER | IBV_QP_PATH_MIG_STATE},
    {transport::uc, qp_state::reset, qp_state::init,
     IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS, 0},
    {transport::uc, qp_state::init, qp_state::rtr, address,
     IBV_QP_ALT_PATH | IBV_QP_ACCESS_FLAGS | IBV_QP_PKEY_INDEX},
    {transport::uc, qp_state::rtr, qp_state::rts, IBV_QP_SQ_PSN,
     IBV_QP_ALT_PATH | IBV_QP_ACCESS_FLAGS | IBV_QP_PATH_MIG_STATE},
    {transport::ud, qp_state::reset, qp_state::init, IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_QKEY,
     0},
    {transport::ud, qp_state::init, qp_state::rtr, 0, IBV_QP_PKEY_INDEX | IBV_QP_QKEY},
    {transport::ud, qp_state::rtr, qp_state::rts, IBV_QP_SQ_PSN, IBV_QP_QKEY},
    {transport::raw_packet, qp_state::reset, qp_state::init, IBV_QP_PORT, 0},
    {transport::raw_packet, qp_state::init, qp_state::rtr, 0, 0},
    {transport::raw_packet, qp_state::rtr, qp_state::rts, 0, 0},
    // An XRC QP is half of a connection: who sends has no attributes of a responder, and the other way
    // round.
    {transport::xrc_send, qp_state::reset, qp_state::init,
     IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS, 0},
    {transport::xrc_send, qp_state::init, qp_state::rtr, address,
     IBV_QP_ALT_PATH | IBV_QP_ACCESS_FLAGS | IBV_QP_PKEY_INDEX},
    {transport::xrc_send, qp_state::rtr, qp_state::rts,
     IBV_QP_SQ_PSN | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC,
     IBV_QP_ALT_PATH | IBV_QP_ACCESS_FLAGS | IBV_QP_PATH_MIG_STATE},
    {transport::xrc_recv, qp_state::reset, qp_state::init,
     IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS, 0},
    {transport::xrc_recv, qp_state::init, qp_state::rtr,
     address | IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER,
     IBV_QP_ALT_PATH | IBV_QP_ACCESS_FLAGS | IBV_QP_PKEY_INDEX},
    {transport::xrc_recv, qp_state::rtr, qp_state::rts, IBV_QP_SQ_PSN | IBV_QP_TIMEOUT,
     IBV_QP_ALT_PATH | IBV_QP_ACCESS_FLAGS | IBV_QP_MIN_RNR_TIMER | IBV_QP_PATH_MIG_STATE},
    // Those of DC: Linux drivers/infiniband/hw/mlx5/qp.c, modify_dci_qp_is_ok, mlx5_ib_modify_dct.
    {transport::dci, qp_state::reset, qp_state::init, IBV_QP_PKEY_INDEX | IBV_QP_PORT, 0},
    {transport::dci, qp_state::init, qp_state::rtr, IBV_QP_PATH_MTU, IBV_QP_PKEY_INDEX | IBV_QP_AV},
    {transport::dci, qp_state::rtr, qp_state::rts,
     IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC | IBV_QP_SQ_PSN,
     IBV_QP_MIN_RNR_TIMER},
    {transport::dct, qp_state::reset, qp_state::init,
     IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS, 0},
    {transport::dct, qp_state::init, qp_state::rtr,
     IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_MIN_RNR_TIMER, 0},
}};

/// To RESET from everywhere, and to ERROR from all but RESET: these need nothing.
constexpr transition_rule unconditional{};

constexpr std::array<std::pair<int, std::string_view>, 17> attribute_names{{
    {IBV_QP_QKEY, "qkey"},
    {IBV_QP_PKEY_INDEX, "pkey_index"},
    {IBV_QP_PORT, "port_num"},
    {IBV_QP_ACCESS_FLAGS, "qp_access_flags"},
    {IBV_QP_AV, "ah_attr"},
    {IBV_QP_PATH_MTU, "path_mtu"},
    {IBV_QP_DEST_QPN, "dest_qp_num"},
    {IBV_QP_RQ_PSN, "rq_psn"},
    {IBV_QP_MAX_DEST_RD_ATOMIC, "max_dest_rd_atomic"},
    {IBV_QP_MIN_RNR_TIMER, "min_rnr_timer"},
    {IBV_QP_SQ_PSN, "sq_psn"},
    {IBV_QP_TIMEOUT, "timeout"},
    {IBV_QP_RETRY_CNT, "retry_cnt"},
    {IBV_QP_RNR_RETRY, "rnr_retry"},
    {IBV_QP_MAX_QP_RD_ATOMIC, "max_rd_atomic"},
    {IBV_QP_ALT_PATH, "alt_ah_attr"},
    {IBV_QP_PATH_MIG_STATE, "path_mig_state"},
}};

/// The attributes of a mask: `timeout, retry_cnt`.
std::string names(int mask) {
  std::string names;
  for (const auto& [bit, name] : attribute_names) {
    if ((mask & bit) == 0) continue;
    if (!names.empty()) names += ", ";
    names += name;
  }
  return names;
}

constexpr ibv_qp_state native(qp_state state) noexcept {
  constexpr std::array states{IBV_QPS_RESET, IBV_QPS_INIT, IBV_QPS_RTR, IBV_QPS_RTS, IBV_QPS_ERR};
  return states[static_cast<std::size_t>(state)];
}

const transition_rule& rule_of(transport transport, qp_state from, qp_state to,
                               const std::string& object) {
  if (to == qp_state::reset || (to == qp_state::error && from != qp_state::reset)) {
    return unconditional;
  }
  const auto rule = std::find_if(rules.begin(), rules.end(), [&](const transition_rule& rule) {
    return rule.transport == transport && rule.to == to;
  });
  if (rule != rules.end() && rule->from == from) return *rule;
  auto reason = "it is in " + std::string(name(from));
  if (rule != rules.end()) {
    reason +=
        ", and goes there from " + std::string(name(rule->from)) + " only; reset() begins anew";
  } else {
    reason += ", where there is nothing to flush";
  }
  throw error(std::errc::operation_not_permitted, "ibv_modify_qp to " + std::string(name(to)),
              object, reason);
}

}  // namespace

qp_transition::qp_transition(verbs::transport transport, qp_state from, qp_state to,
                             std::string object)
    : call_("ibv_modify_qp to " + std::string(name(to))),
      object_(std::move(object)),
      rule_(rule_of(transport, from, to, object_)) {
  attr_.qp_state = native(to);
}

void qp_transition::set_path(const ibv_ah_attr& ah) {
  check_range("sl", ah.sl, 15);
  check_range("flow_label", ah.grh.flow_label, 0xfffff);
  attr_.ah_attr = ah;
  mask_ |= IBV_QP_AV;
}

void qp_transition::check_complete() const {
  const int given = mask_ & ~IBV_QP_STATE;
  if (const int missing = rule_.required & ~given; missing != 0) {
    throw refuse("missing: " + names(missing));
  }
  if (const int excess = given & ~(rule_.required | rule_.optional); excess != 0) {
    throw refuse("the transport has no " + names(excess) + " here: leave it out");
  }
}

void qp_transition::apply(ibv_qp* qp, std::string_view remedy) {
  check_complete();
  check(ibv_modify_qp(qp, &attr_, mask_), call_, object_, remedy);
}

void qp_transition::apply(devx_qp& qp, std::string_view remedy) {
  check_complete();
  qp.modify(attr_, object_, remedy);
}

error qp_transition::refuse(const std::string& reason) const {
  return error(std::errc::invalid_argument, call_, object_, reason);
}

std::string_view qp_transition::attribute_name(int bit) noexcept {
  const auto found = std::find_if(attribute_names.begin(), attribute_names.end(),
                                  [&](const auto& named) { return named.first == bit; });
  return found == attribute_names.end() ? "an attribute" : found->second;
}

void qp_transition::check_range(std::string_view what, std::uint64_t value,
                                std::uint64_t max) const {
  if (value <= max) return;
  throw refuse(std::string(what) + " is " + std::to_string(value) + ", and at most " +
               std::to_string(max));
}

/// 256 is IBV_MTU_256, which is 1; anything but a power of two there is none for.
ibv_mtu native_mtu(const qp_transition& transition, std::uint16_t bytes) {
  if (!std::has_single_bit(bytes) || bytes < 256 || bytes > 4096) {
    throw transition.refuse("path_mtu is " + std::to_string(bytes) +
                            ", and one of 256, 512, 1024, 2048, 4096");
  }
  return static_cast<ibv_mtu>(std::countr_zero(bytes) - 7);
}

}  // namespace verbs
}  // namespace verbatim
