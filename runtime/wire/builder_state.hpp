// The parts of generated builders that are the same in each: how a state holds the room for its
// WQE, and how a chain ends. The name of a state lists the steps that it allows: it is all that a
// compiler says of a step that is missing or out of place.
#pragma once

#include <utility>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim::wire {

/// A state of a builder. It holds the room for the WQE, which each step hands to the next state.
/// Steps are always inlined: a call would force values that the compiler knows through memory.
template <class Slot>
class builder_state {
 public:
  explicit builder_state(Slot&& slot) noexcept : slot_(std::move(slot)) {}

 protected:
  Slot slot_;

 private:
  template <class State, class Step>
  friend auto& slot_of(Step& step) noexcept;
};

/// Returns the slot of a state, for a step in one of the other classes from which it inherits.
template <class State, class Step>
[[gnu::always_inline]] inline auto& slot_of(Step& step) noexcept {
  return static_cast<State&>(step).slot_;
}

/// The state after signal().
template <template <class> class Wqe, class Slot>
class [[nodiscard]] signaled_needs_finish : public builder_state<Slot> {
 public:
  signaled_needs_finish(Slot&& slot, typename Slot::signaled_entry&& entry) noexcept
      : builder_state<Slot>(std::move(slot)), entry_(std::move(entry)) {}

  /// Posts the WQE and asks for a CQE.
  [[gnu::always_inline]] auto finish() && noexcept {
    constexpr auto kind = Wqe<Slot>::kind;  // on a GPU, a static variable is not a constant
    return std::move(this->slot_).finish(kind, std::move(entry_));
  }

 private:
  typename Slot::signaled_entry entry_;
};

/// The state after entry().
template <template <class> class Wqe, class Slot>
class [[nodiscard]] unsignaled_needs_finish : public builder_state<Slot> {
 public:
  unsignaled_needs_finish(Slot&& slot, typename Slot::entry&& entry) noexcept
      : builder_state<Slot>(std::move(slot)), entry_(std::move(entry)) {}

  /// Posts the WQE without asking for a CQE. If the WQE fails, the device still writes one.
  [[gnu::always_inline]] auto finish() && noexcept {
    constexpr auto kind = Wqe<Slot>::kind;
    return std::move(this->slot_).finish_unsignaled(kind, std::move(entry_));
  }

 private:
  typename Slot::entry entry_;
};

/// The state of a complete WQE. States that take further steps inherit from it.
template <template <class> class Wqe, class Slot>
class [[nodiscard]] takes_signal_or_finish : public builder_state<Slot> {
 public:
  using builder_state<Slot>::builder_state;

  /// Asks for a CQE; the CQE brings `entry` back.
  [[gnu::always_inline]] signaled_needs_finish<Wqe, Slot> signal(
      typename Slot::signaled_entry entry) && noexcept {
    return {std::move(this->slot_), std::move(entry)};
  }

  /// Stores `entry` in a dense queue. The CQE of a later WQE brings it back.
  [[gnu::always_inline]] unsignaled_needs_finish<Wqe, Slot> entry(
      typename Slot::entry entry) && noexcept {
    return {std::move(this->slot_), std::move(entry)};
  }

  /// Posts the WQE without asking for a CQE. If the WQE fails, the device still writes one.
  [[gnu::always_inline]] auto finish() && noexcept {
    constexpr auto kind = Wqe<Slot>::kind;
    return std::move(this->slot_).finish(kind);
  }
};

/// The same as WQEs name it, in which it is a state.
template <template <class> class Wqe, class Slot>
using ready = takes_signal_or_finish<Wqe, Slot>;

/// The state of a complete WQE whose list is padded and counted when it ends.
template <template <class> class Wqe, class Slot>
class [[nodiscard]] ready_to_close : public takes_signal_or_finish<Wqe, Slot> {
 public:
  using takes_signal_or_finish<Wqe, Slot>::takes_signal_or_finish;

  /// Asks for a CQE; the CQE brings `entry` back.
  [[gnu::always_inline]] signaled_needs_finish<Wqe, Slot> signal(
      typename Slot::signaled_entry entry) && noexcept {
    return closed().signal(std::move(entry));
  }

  /// Stores `entry` in a dense queue. The CQE of a later WQE brings it back.
  [[gnu::always_inline]] unsignaled_needs_finish<Wqe, Slot> entry(
      typename Slot::entry entry) && noexcept {
    return closed().entry(std::move(entry));
  }

  /// Posts the WQE without asking for a CQE. If the WQE fails, the device still writes one.
  [[gnu::always_inline]] auto finish() && noexcept { return closed().finish(); }

 protected:
  [[gnu::always_inline]] takes_signal_or_finish<Wqe, Slot>&& closed() noexcept {
    Wqe<Slot>::close(this->slot_);
    return static_cast<takes_signal_or_finish<Wqe, Slot>&&>(*this);
  }
};

}  // namespace verbatim::wire
