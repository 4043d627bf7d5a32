// The result of connecting a stream.
#pragma once

#include <optional>
#include <utility>

#include "verbatim/connect/cm/cm_error.hpp"

namespace verbatim::stream {

/// The result of connecting or accepting a stream: success, or the error of the step that failed.
class [[nodiscard("the stream may not be connected")]] link_result {
 public:
  link_result() noexcept = default;
  link_result(cm::error why) : why_(std::move(why)) {}

  bool ok() const noexcept { return !why_; }
  explicit operator bool() const noexcept { return ok(); }

  /// Returns the error. Call it only if ok() is false.
  const cm::error& error() const noexcept { return *why_; }

  /// Throws the error if there is one.
  void check() const {
    if (why_) throw *why_;
  }

 private:
  std::optional<cm::error> why_;
};

}  // namespace verbatim::stream
