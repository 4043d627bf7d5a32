// The exception of the control plane, and the one place that interprets return codes.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <system_error>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim {

/// The error of a control-plane call that failed or that this library refused.
///
///   ibv_reg_mr on PD of mlx5_0: Cannot allocate memory: raise RLIMIT_MEMLOCK (…)
class [[gnu::visibility("default")]] error : public std::system_error {
 public:
  /// Makes the error of a verb that failed. `remedy` is what the user can do about it; if it is
  /// empty, the usual remedy for the errno is used.
  error(int error_number, std::string_view call, std::string_view object, std::string_view remedy);

  /// Makes the error of a call that this library refused. `reason` replaces the system's text for
  /// `condition`.
  error(std::errc condition, std::string_view call, std::string_view object,
        std::string_view reason);

  const char* what() const noexcept override { return text_->what.c_str(); }

  /// Returns the name of the libibverbs function that failed, or of the function of this library
  /// that refused.
  const std::string& call() const noexcept { return text_->call; }

  /// Returns the object of the call, such as `RC QP 0x12 of mlx5_0`.
  const std::string& object() const noexcept { return text_->object; }

  /// Returns the remedy, or the reason why the call was refused.
  const std::string& advice() const noexcept { return text_->advice; }

 private:
  struct text {
    std::string call, object, advice, what;
  };
  static std::shared_ptr<const text> worded(std::string_view call, std::string_view object,
                                            std::string_view condition, std::string_view advice);

  std::shared_ptr<const text> text_;  // shared, because copying an exception must not throw
};

namespace verbs {

/// Returns 0 or a positive errno for the result of a verb: +errno, -errno, or -1 with errno.
int error_number(int returned) noexcept;

/// Throws if `returned`, the result of a libibverbs function, is a failure.
void check(int returned, std::string_view call, std::string_view object,
           std::string_view remedy = "");

}  // namespace verbs
}  // namespace verbatim
