// Which attributes ibv_modify_qp needs and allows: the table of specs/qp_transitions.yaml, asked.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/qp_transitions.hpp"
#include "verbatim/verbs/error.hpp"
#include "verbatim/verbs/transport.hpp"

namespace verbatim {

/// A state change was refused because the attributes are not those that it takes.
class transition_error : public error {
 public:
  /// The masks are of qp_attribute.
  transition_error(std::string_view call, std::string_view object, std::uint32_t missing,
                   std::uint32_t not_allowed);

  /// Bits of qp_attribute that the state change requires, and that were not given.
  std::uint32_t missing() const noexcept { return missing_; }

  /// Bits of qp_attribute that were given, and that the state change does not take.
  std::uint32_t not_allowed() const noexcept { return not_allowed_; }

 private:
  std::uint32_t missing_, not_allowed_;
};

namespace verbs {

/// Every state change that a queue pair of the transport has.
std::span<const qp_transition_rule> rules_of(transport transport) noexcept;

/// The state change between two states, or null.
const qp_transition_rule* find_rule(transport transport, qp_state from, qp_state to) noexcept;

/// True if the state change requires or allows the attribute.
bool takes(transport transport, qp_state from, qp_state to, qp_attribute attribute) noexcept;

/// The attributes of a mask: `timeout, retry_cnt`.
std::string names(std::uint32_t mask);

}  // namespace verbs
}  // namespace verbatim
