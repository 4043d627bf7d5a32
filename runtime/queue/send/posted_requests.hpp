// The result of posting many WQEs at once.
#pragma once

#include <cstddef>
#include <string_view>

#include "verbatim/queue/base/post_result.hpp"

namespace verbatim::detail {

/// The result of post_all(): the number of WQEs that were posted, from the first on, and the error
/// of the next one. The WQEs before the refused one are posted, and their doorbell was rung.
struct [[nodiscard("look how many requests were posted")]] posted_requests {
  std::size_t accepted = 0;                  ///< number of posted requests
  post_error error_code = post_error::none;  ///< why the next one was not posted

  /// Returns true if all requests are posted.
  constexpr bool ok() const noexcept { return error_code == post_error::none; }
  constexpr explicit operator bool() const noexcept { return ok(); }

  /// Returns the reason why the next request was not posted; `none` if all were posted.
  constexpr post_error error() const noexcept { return error_code; }

  /// Returns the error in words, with the remedy.
  constexpr std::string_view message() const noexcept { return verbatim::message(error_code); }

  bool operator==(const posted_requests&) const = default;
};

}  // namespace verbatim::detail
