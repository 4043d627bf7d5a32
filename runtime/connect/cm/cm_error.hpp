// The errors of connections that are made with rdma_cm.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "verbatim/verbs/base/error.hpp"

namespace verbatim::cm {

/// The reasons in a REJ message that rdma_cm generates or passes on. The field can have other
/// values too. Source: InfiniBand specification, table of rejection reasons; Linux
/// include/rdma/ib_cm.h.
enum class reject_reason : std::uint16_t {
  timed_out = 4,          ///< the peer gave up before the connection was made
  no_listener = 8,        ///< no program listens on that port
  stale_connection = 10,  ///< the peer still has an older connection of this queue pair
  invalid_gid = 12,       ///< the peer's port does not have the address
  by_program = 28,        ///< the peer's program rejected the request, or closed before it accepted
  options = 35,           ///< the peer's program did not accept the options (ECE)
};

/// Returns the meaning of the reason in words, with the remedy.
std::string_view meaning(reject_reason reason) noexcept;
inline std::ostream& operator<<(std::ostream& out, reject_reason value) {
  return out << meaning(value);
}

/// A REJ message.
struct rejection {
  reject_reason reason = reject_reason::by_program;
  /// The private data of the message. On InfiniBand and RoCE, zeros pad it to 148 bytes.
  std::vector<std::byte> data = {};
};

/// The error of a connection or of one of the steps towards it. code() is connection_refused if no
/// program listens or the peer's program rejects; rejected() distinguishes the two.
class [[gnu::visibility("default")]] error : public verbatim::error {
 public:
  using verbatim::error::error;
  error(const verbatim::error& other) : verbatim::error(other) {}

  /// Makes the error of a rejected request.
  error(std::string_view call, std::string_view object, rejection rejection);

  /// Returns the peer's REJ message; null if the error has another cause.
  const rejection* rejected() const noexcept { return rejection_.get(); }

 private:
  std::shared_ptr<const rejection> rejection_;
};

/// The value of a finished operation, or its error.
template <class Value>
class [[nodiscard]] outcome {
 public:
  outcome(Value value) : held_(std::in_place_index<0>, std::move(value)) {}
  outcome(cm::error failed) : held_(std::in_place_index<1>, std::move(failed)) {}

  /// Returns true if the operation has succeeded.
  bool has_value() const noexcept { return held_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }

  /// Returns the value. Call it only if has_value() is true.
  Value& operator*() & noexcept { return *std::get_if<0>(&held_); }
  Value&& operator*() && noexcept { return std::move(*std::get_if<0>(&held_)); }
  Value* operator->() noexcept { return std::get_if<0>(&held_); }

  /// Returns the error. Call it only if has_value() is false.
  const cm::error& error() const noexcept { return *std::get_if<1>(&held_); }

 private:
  std::variant<Value, cm::error> held_;
};

namespace detail {

/// Throws if a call of librdmacm has returned -1.
void check(int returned, std::string_view call, std::string_view object,
           std::string_view remedy = "");

/// Returns the exception that is being handled as a cm::error. Throws it again if it is not a
/// std::exception.
cm::error as_error(std::string_view call, std::string_view object);

}  // namespace detail
}  // namespace verbatim::cm
