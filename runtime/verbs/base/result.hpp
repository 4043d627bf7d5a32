// A value or an error, for programs that use no exceptions.
#pragma once

#include <functional>
#include <type_traits>
#include <utility>
#include <variant>
#include <version>

#include "verbatim/verbs/base/error.hpp"

#ifdef __cpp_lib_expected
#include <expected>
#endif

namespace verbatim {

#ifdef __cpp_lib_expected

/// The result of a call of the control plane: its value or its error.
template <class Value>
using result = std::expected<Value, error>;

/// The error of a result.
using failure = std::unexpected<error>;

#else

/// The error of a result.
struct failure {
  explicit failure(error reason) noexcept : why(std::move(reason)) {}

  /// The reason why the call failed.
  error why;
};

/// The result of a call of the control plane: its value or its error. If the standard library has
/// std::expected, `result` is std::expected<Value, error>. This class has only members that
/// std::expected has too.
template <class Value>
class [[nodiscard]] result {
  using stored = std::conditional_t<std::is_void_v<Value>, std::monostate, Value>;

 public:
  using value_type = Value;
  using error_type = verbatim::error;

  result() requires std::is_void_v<Value> : held_(std::in_place_index<0>) {}
  result(stored value) requires(!std::is_void_v<Value>)
      : held_(std::in_place_index<0>, std::move(value)) {}
  result(failure failed) : held_(std::in_place_index<1>, std::move(failed.why)) {}

  /// Returns true if the call has succeeded.
  bool has_value() const noexcept { return held_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }

  /// Returns the value. Call it only if has_value() is true.
  stored& operator*() & noexcept { return *std::get_if<0>(&held_); }
  const stored& operator*() const& noexcept { return *std::get_if<0>(&held_); }
  stored&& operator*() && noexcept { return std::move(*std::get_if<0>(&held_)); }
  stored* operator->() noexcept { return std::get_if<0>(&held_); }
  const stored* operator->() const noexcept { return std::get_if<0>(&held_); }

  /// Returns the error. Call it only if has_value() is false.
  const verbatim::error& error() const noexcept { return *std::get_if<1>(&held_); }

 private:
  std::variant<stored, verbatim::error> held_;
};

#endif

/// Returns the value of `call`, which it calls, or the error that `call` threw; other exceptions
/// pass through. So every call, including constructors, has a form that does not throw:
///
///   auto context = verbatim::attempt([] { return verbatim::open_device(); });
///   if (!context) return report(context.error());
///   auto pd = verbatim::attempt([&] { return verbatim::pd(*context); });
template <class Call>
auto attempt(Call&& call) -> result<std::invoke_result_t<Call>> {
  try {
    if constexpr (std::is_void_v<std::invoke_result_t<Call>>) {
      std::invoke(std::forward<Call>(call));
      return {};
    } else {
      return std::invoke(std::forward<Call>(call));
    }
  } catch (const error& failed) {
    return failure(failed);
  }
}

}  // namespace verbatim
