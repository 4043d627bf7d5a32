// The exception of the control plane, and the one place that interprets return codes.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <system_error>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim {

/// The error of a control-plane call that has failed, or was refused before it could fail.
///
///   ibv_reg_mr on PD of mlx5_0: Cannot allocate memory: raise RLIMIT_MEMLOCK (…)
class error : public std::system_error {
 public:
  /// Makes the error of a verb that failed. `remedy` says what to do; if it is empty, the usual
  /// remedy for the errno is used.
  error(int error_number, std::string_view call, std::string_view object, std::string_view remedy);

  /// Makes the error of a call that this library refused. `reason` says why, in place of the
  /// system's words for `condition`.
  error(std::errc condition, std::string_view call, std::string_view object,
        std::string_view reason);

  const char* what() const noexcept override { return text_->what.c_str(); }

  /// The verb that failed, or the function of this library that refused.
  const std::string& call() const noexcept { return text_->call; }

  /// The object of the call, such as `RC QP 0x12 of mlx5_0`.
  const std::string& object() const noexcept { return text_->object; }

  /// The remedy, or the reason why the call was refused.
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

/// Throws if the verb that returned `returned` has failed.
void check(int returned, std::string_view call, std::string_view object,
           std::string_view remedy = "");

}  // namespace verbs
}  // namespace verbatim
