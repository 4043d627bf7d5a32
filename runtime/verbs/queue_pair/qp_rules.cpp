// The attributes that ibv_modify_qp needs and allows, looked up in the table of
// specs/qp_transitions.yaml.
#include "verbatim/verbs/queue_pair/qp_rules.hpp"

#include <algorithm>

namespace verbatim {
namespace {

std::string difference(std::uint32_t missing, std::uint32_t not_allowed) {
  std::string text;
  if (missing != 0) text = "missing: " + verbs::names(missing);
  if (not_allowed != 0) {
    text += (text.empty() ? "" : "; ") + std::string("not allowed here, leave it out: ") +
            verbs::names(not_allowed);
  }
  return text;
}

}  // namespace

transition_error::transition_error(std::string_view call, std::string_view object,
                                   std::uint32_t missing, std::uint32_t not_allowed)
    : error(std::errc::invalid_argument, call, object, difference(missing, not_allowed)),
      missing_(missing),
      not_allowed_(not_allowed) {}

namespace verbs {

std::span<const qp_transition_rule> rules_of(transport transport) noexcept {
  switch (transport) {
    case transport::rc:
      return qp_transitions::rc;
    case transport::uc:
      return qp_transitions::uc;
    case transport::ud:
      return qp_transitions::ud;
    case transport::dci:
      return qp_transitions::dci;
    case transport::dct:
      return qp_transitions::dct;
    case transport::raw_packet:
      return qp_transitions::raw_packet;
    case transport::xrc_send:
      return qp_transitions::xrc_send;
    case transport::xrc_recv:
      return qp_transitions::xrc_recv;
  }
  return {};
}

const qp_transition_rule* find_rule(transport transport, qp_state from, qp_state to) noexcept {
  const auto rules = rules_of(transport);
  const auto found = std::find_if(rules.begin(), rules.end(), [&](const qp_transition_rule& rule) {
    return rule.from == from && rule.to == to;
  });
  return found == rules.end() ? nullptr : &*found;
}

bool takes(transport transport, qp_state from, qp_state to, qp_attribute attribute) noexcept {
  const auto* rule = find_rule(transport, from, to);
  return rule != nullptr &&
         ((rule->required | rule->optional) & static_cast<std::uint32_t>(attribute)) != 0;
}

std::string names(std::uint32_t mask) {
  std::string text;
  for (; mask != 0; mask &= mask - 1) {
    if (!text.empty()) text += ", ";
    const auto named = name(static_cast<qp_attribute>(mask & (~mask + 1)));
    text += named.empty() ? "an unknown attribute" : named;
  }
  return text;
}

}  // namespace verbs
}  // namespace verbatim
