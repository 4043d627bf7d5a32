// The attributes that a state transition of a queue pair needs and allows.
#pragma once

#include <infiniband/verbs.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "verbatim/verbs/error.hpp"
#include "verbatim/verbs/qp_attributes.hpp"
#include "verbatim/verbs/transport.hpp"

namespace verbatim::verbs {

class devx_qp;

/// One row of the table in qp_transition.cpp.
struct transition_rule {
  verbs::transport transport;
  qp_state from, to;
  int required, optional;  ///< bits of ibv_qp_attr_mask besides IBV_QP_STATE
};

/// An ibv_modify_qp call in preparation: collects attributes, and keeps their mask.
class qp_transition {
 public:
  /// `object` is named in errors. Throws if the state cannot be reached from where the QP is.
  qp_transition(verbs::transport transport, qp_state from, qp_state to, std::string object);

  /// Sets an attribute that is at most `max`.
  template <class Member, class Value>
  void set(int bit, Member ibv_qp_attr::*member, Value value, std::uint64_t max) {
    check_range(attribute_name(bit), static_cast<std::uint64_t>(value), max);
    attr_.*member = static_cast<Member>(value);
    mask_ |= bit;
  }

  /// Sets an attribute if it was asked for or if the transition requires it.
  template <class Member, class Value>
  void set(int bit, Member ibv_qp_attr::*member, std::optional<Value> asked, Value otherwise,
           std::uint64_t max) {
    if (asked || (rule_.required & bit) != 0) set(bit, member, asked.value_or(otherwise), max);
  }

  /// The path to the peer.
  void set_path(const ibv_ah_attr& ah);

  /// Compares what was set with the table and makes the call. `remedy` is for when it fails.
  void apply(ibv_qp* qp, std::string_view remedy);

  /// The same for a queue pair that verbs do not know.
  void apply(devx_qp& qp, std::string_view remedy);

  /// An error that says what is wrong with an attribute.
  error refuse(const std::string& reason) const;

 private:
  void check_complete() const;
  static std::string_view attribute_name(int bit) noexcept;
  void check_range(std::string_view what, std::uint64_t value, std::uint64_t max) const;

  std::string call_;
  std::string object_;
  const transition_rule& rule_;
  ibv_qp_attr attr_{};
  int mask_ = IBV_QP_STATE;
};

/// path_mtu in bytes, or an error of the transition.
ibv_mtu native_mtu(const qp_transition& transition, std::uint16_t bytes);

}  // namespace verbatim::verbs
