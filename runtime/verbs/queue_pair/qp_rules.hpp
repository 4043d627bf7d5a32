// The attributes that ibv_modify_qp needs and allows, looked up in the table of
// specs/qp_transitions.yaml.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/qp_transitions.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/values/transport.hpp"

namespace verbatim {

/// The error of a state change that was refused because attributes are missing or not allowed.
class [[gnu::visibility("default")]] transition_error : public error {
 public:
  /// The masks hold bits of qp_attribute.
  transition_error(std::string_view call, std::string_view object, std::uint32_t missing,
                   std::uint32_t not_allowed);

  /// Returns the bits of qp_attribute that the state change requires and that were not given.
  std::uint32_t missing() const noexcept { return missing_; }

  /// Returns the bits of qp_attribute that were given but that the state change does not allow.
  std::uint32_t not_allowed() const noexcept { return not_allowed_; }

 private:
  std::uint32_t missing_, not_allowed_;
};

namespace verbs {

/// Returns all state changes of the transport's queue pairs.
std::span<const qp_transition_rule> rules_of(transport transport) noexcept;

/// Returns the state change between two states; null if there is none.
const qp_transition_rule* find_rule(transport transport, qp_state from, qp_state to) noexcept;

/// Returns true if the state change requires or allows the attribute.
bool takes(transport transport, qp_state from, qp_state to, qp_attribute attribute) noexcept;

/// Returns the names of the attributes in a mask: `timeout, retry_cnt`.
std::string names(std::uint32_t mask);

}  // namespace verbs
}  // namespace verbatim
