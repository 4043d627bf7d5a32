// Debug builds catch the use of a builder that was moved from.
#pragma once

#include <cassert>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim::detail {

#ifdef NDEBUG

/// A move-only member, which makes the class around it move-only too. Release builds do no other
/// check.
class use_once {
 public:
  use_once() noexcept = default;
  use_once(use_once&&) noexcept = default;
  use_once& operator=(use_once&&) noexcept = default;

  void check() const noexcept {}
};

#else

/// A move-only member that records whether it was moved from.
class use_once {
 public:
  use_once() noexcept = default;
  use_once(use_once&& other) noexcept : given_up_(other.given_up_) {
    other.check();
    other.given_up_ = true;
  }
  use_once& operator=(use_once&& other) noexcept {
    other.check();
    given_up_ = false;
    other.given_up_ = true;
    return *this;
  }

  void check() const noexcept {
    assert(!given_up_ &&
           "this builder was given up by an earlier step; go on with what it returned");
  }

 private:
  bool given_up_ = false;
};

#endif

}  // namespace verbatim::detail
