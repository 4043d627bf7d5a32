// The exception of the control plane, and the one place that understands return codes.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <system_error>

namespace verbatim {

/// A call of the control plane failed, or was refused before it could.
///
///   ibv_reg_mr on PD of mlx5_0: Cannot allocate memory: raise RLIMIT_MEMLOCK (…)
class error : public std::system_error {
 public:
  /// A verb failed: `remedy` says what to do; if it is empty, what usually helps.
  error(int error_number, std::string_view call, std::string_view object, std::string_view remedy);

  /// We refused: `reason` says why, in place of the system's words for `condition`.
  error(std::errc condition, std::string_view call, std::string_view object,
        std::string_view reason);

  const char* what() const noexcept override { return text_->what.c_str(); }

  /// The verb that failed, or our function that refused.
  const std::string& call() const noexcept { return text_->call; }

  /// What it was called on: `RC QP 0x12 of mlx5_0`.
  const std::string& object() const noexcept { return text_->object; }

  /// What to do, or why the call was refused.
  const std::string& advice() const noexcept { return text_->advice; }

 private:
  struct text {
    std::string call, object, advice, what;
  };
  static std::shared_ptr<const text> worded(std::string_view call, std::string_view object,
                                            std::string_view condition, std::string_view advice);

  std::shared_ptr<const text> text_;  // shared, as exceptions are copied without throwing
};

namespace verbs {

/// 0, or the positive errno, of what a verb returned: +errno, -errno, or -1 with errno.
int error_number(int returned) noexcept;

/// Throws if the verb that returned `returned` has failed.
void check(int returned, std::string_view call, std::string_view object,
           std::string_view remedy = "");

}  // namespace verbs
}  // namespace verbatim
