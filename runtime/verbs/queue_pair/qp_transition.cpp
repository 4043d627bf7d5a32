// State changes of queue pairs: the attributes that each needs and allows, and the call.
#include "verbatim/verbs/queue_pair/qp_transition.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <utility>

#include "verbatim/queue/base/probes.hpp"
#include "verbatim/verbs/base/logging.hpp"
#include "verbatim/verbs/queue_pair/address_vector.hpp"
#include "verbatim/verbs/queue_pair/devx_qp.hpp"

namespace verbatim::verbs {
namespace {

/// Returns the usual name of a state, in capitals: RTR.
std::string words(qp_state state) {
  std::string text(name(state));
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::toupper(letter)); });
  return text;
}

const qp_transition_rule& rule_of(transport transport, qp_state from, qp_state to,
                                  const body& object) {
  if (const auto* rule = find_rule(transport, from, to)) return *rule;
  std::string origins;
  for (const auto& rule : rules_of(transport)) {
    if (rule.to == to && rule.from != to)
      origins += (origins.empty() ? "" : ", ") + words(rule.from);
  }
  auto reason = "it is in " + words(from);
  if (to == qp_state::error && from == qp_state::reset) {
    reason += ", where there is nothing to flush";
  } else if (origins.empty()) {
    reason += ", and never goes there";
  } else {
    reason += ", and goes there from " + origins + " only; reset() begins anew";
  }
  throw error(std::errc::operation_not_permitted, "ibv_modify_qp to " + words(to),
              object.describe(), reason);
}

}  // namespace

qp_transition::qp_transition(verbs::transport transport, qp_state from, qp_state to,
                             const body& object)
    : to_(to), object_(object), rule_(rule_of(transport, from, to, object)) {
  attr_.qp_state = static_cast<ibv_qp_state>(to);
}

void qp_transition::set_path(const address_vector& to) {
  set_path(to.ah);
  path_ = &to;
}

void qp_transition::set_path(const ibv_ah_attr& ah) {
  attr_.ah_attr = ah;
  mask_ |= static_cast<std::uint32_t>(qp_attribute::ah_attr);
}

void qp_transition::check_complete() const {
  const auto given = mask_ & ~static_cast<std::uint32_t>(qp_attribute::qp_state);
  const auto missing = rule_.required & ~given;
  const auto not_allowed = given & ~(rule_.required | rule_.optional);
  if ((missing | not_allowed) != 0) {
    throw transition_error(call(), object_.describe(), missing, not_allowed);
  }
}

void qp_transition::apply(ibv_qp* qp) {
  check_complete();
  // The number comes first, because the remedy makes calls that change errno.
  const int failed = error_number(ibv_modify_qp(qp, &attr_, static_cast<int>(mask_)));
  if (failed != 0) throw error(failed, call(), object_.describe(), remedy());
  tell(qp->qp_num);
}

void qp_transition::apply(devx_qp& qp) {
  check_complete();
  qp.modify(rule_.from, attr_, object_, [this] { return remedy(); });
  tell(qp.qpn());
}

void qp_transition::tell([[maybe_unused]] std::uint32_t qpn) const noexcept {
  if (to_ == qp_state::rtr) VERBATIM_PROBE2(connect, qpn, attr_.dest_qp_num);
  log_words(logging::level::info, [this] {
    auto text = object_.describe() + ": " + words(rule_.from) + " to " + words(to_);
    if ((mask_ & static_cast<std::uint32_t>(qp_attribute::dest_qp_num)) != 0) {
      std::array<char, 16> peer{};
      std::snprintf(peer.data(), peer.size(), "0x%x", attr_.dest_qp_num);
      text.append(", to QP ").append(peer.data());
    }
    return text;
  });
}

error qp_transition::refuse(const std::string& reason) const {
  return error(std::errc::invalid_argument, call(), object_.describe(), reason);
}

std::string qp_transition::call() const { return "ibv_modify_qp to " + words(to_); }

std::string qp_transition::remedy() const { return path_ != nullptr ? path_->route() : ""; }

void qp_transition::check_range(std::string_view what, std::uint64_t value,
                                std::uint64_t max) const {
  if (value <= max) return;
  throw refuse(std::string(what) + " is " + std::to_string(value) + ", and at most " +
               std::to_string(max));
}

ibv_qp_type native_type(transport transport) noexcept {
  switch (transport) {
    case transport::rc:
      return IBV_QPT_RC;
    case transport::uc:
      return IBV_QPT_UC;
    case transport::ud:
      return IBV_QPT_UD;
    case transport::raw_packet:
      return IBV_QPT_RAW_PACKET;
    case transport::xrc_send:
      return IBV_QPT_XRC_SEND;
    case transport::xrc_recv:
      return IBV_QPT_XRC_RECV;
    case transport::dci:
    case transport::dct:
      break;
  }
  return IBV_QPT_DRIVER;
}

ibv_mtu native_mtu(const qp_transition& transition, mtu mtu) {
  if (!mtu.is_valid()) {
    throw transition.refuse("path_mtu is " + std::to_string(mtu.bytes()) +
                            ", and one of 256, 512, 1024, 2048, 4096");
  }
  return static_cast<ibv_mtu>(mtu.encoding());
}

}  // namespace verbatim::verbs
