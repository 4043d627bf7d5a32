// State changes of queue pairs: the attributes that each needs and allows, and the call.
#pragma once

#include <infiniband/verbs.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/qp_transitions.hpp"
#include "verbatim/verbs/base/body.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/queue_pair/qp_attributes.hpp"
#include "verbatim/verbs/queue_pair/qp_rules.hpp"
#include "verbatim/verbs/values/transport.hpp"

namespace verbatim::verbs {

class devx_qp;
struct address_vector;

/// An ibv_modify_qp call that collects its attributes and their mask.
class qp_transition {
 public:
  /// Prepares the change; errors describe `object`. Throws if `to` cannot be reached from `from`.
  qp_transition(verbs::transport transport, qp_state from, qp_state to, const body& object);

  /// Sets an attribute that is at most `max`.
  template <class Member, class Value>
  void set(qp_attribute attribute, Member ibv_qp_attr::*member, Value value, std::uint64_t max) {
    check_range(name(attribute), static_cast<std::uint64_t>(value), max);
    attr_.*member = static_cast<Member>(value);
    mask_ |= static_cast<std::uint32_t>(attribute);
  }

  /// Sets an attribute if a value was given or if the transition requires it.
  template <class Member, class Value>
  void set(qp_attribute attribute, Member ibv_qp_attr::*member, std::optional<Value> asked,
           Value otherwise, std::uint64_t max) {
    if (asked || (rule_.required & static_cast<std::uint32_t>(attribute)) != 0) {
      set(attribute, member, asked.value_or(otherwise), max);
    }
  }

  /// Sets the path to the peer. Errors contain its route, so it has to live as long as this object.
  void set_path(const address_vector& to);

  /// Sets a path whose route errors do not contain.
  void set_path(const ibv_ah_attr& ah);

  /// Checks the attributes against the table, and makes the call. Throws a transition_error if
  /// attributes are missing or not allowed.
  void apply(ibv_qp* qp);

  /// Does the same for a queue pair that libibverbs does not know.
  void apply(devx_qp& qp);

  /// Returns the error for an invalid attribute.
  error refuse(const std::string& reason) const;

 private:
  std::string call() const;
  std::string remedy() const;
  void check_complete() const;
  /// Logs the change, and informs tracers.
  void tell(std::uint32_t qpn) const noexcept;
  void check_range(std::string_view what, std::uint64_t value, std::uint64_t max) const;

  qp_state to_;
  const body& object_;
  const qp_transition_rule& rule_;
  ibv_qp_attr attr_{};
  const address_vector* path_ = nullptr;  ///< only for errors
  std::uint32_t mask_ = static_cast<std::uint32_t>(qp_attribute::qp_state);
};

ibv_qp_type native_type(transport transport) noexcept;

/// Returns path_mtu in the encoding of libibverbs. Throws an error of the transition if it is not a
/// valid MTU.
ibv_mtu native_mtu(const qp_transition& transition, mtu mtu);

}  // namespace verbatim::verbs
