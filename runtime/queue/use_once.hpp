// Catches, in debug builds, a builder that is used again after it was given up.
#pragma once

#include <cassert>

namespace verbatim {

#ifdef NDEBUG

/// Move-only, so that whatever holds it is; nothing else remains of it in a release build.
class use_once {
 public:
  use_once() noexcept = default;
  use_once(use_once&&) noexcept = default;
  use_once& operator=(use_once&&) noexcept = default;

  void check() const noexcept {}
};

#else

/// Move-only, and remembers having been moved from.
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

}  // namespace verbatim
