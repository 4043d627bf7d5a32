// Catches, in debug builds, a builder that is used again after it was given up.
#pragma once

#include <cassert>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim::detail {

#ifdef NDEBUG

/// A move-only member, which makes its owner move-only too. Release builds check nothing else.
class use_once {
 public:
  use_once() noexcept = default;
  use_once(use_once&&) noexcept = default;
  use_once& operator=(use_once&&) noexcept = default;

  void check() const noexcept {}
};

#else

/// A move-only member that remembers having been moved from.
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
