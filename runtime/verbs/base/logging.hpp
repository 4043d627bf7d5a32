// The messages of the control plane, and the function that gets them.
#pragma once

#include <cstdint>
#include <new>
#include <ostream>
#include <string_view>
#include <utility>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim::logging {

/// The levels of messages. A level has the messages of those before it too.
enum class level : std::uint8_t {
  warning,  ///< mistakes that no call returns: objects that leak, forgotten doorbells
  failure,  ///< failed calls: the texts of errors, also of those that the library handles itself
  info,     ///< state changes of queue pairs, events of devices and of rdma_cm
  debug,    ///< objects that were made and closed
};

/// Returns the name, such as `warning`.
std::string_view name(level which) noexcept;
inline std::ostream& operator<<(std::ostream& out, level value) { return out << name(value); }

/// A function that gets each message, a text of one line without its end. Threads may call it at the
/// same time. It may run inside a call of this library that holds a lock, so it must not call the
/// library, nor wait for a thread that does.
using hook = void (*)(level which, std::string_view message) noexcept;

/// Replaces the hook and returns the previous one. The default hook writes a line to standard
/// error; null is silent.
hook on_message(hook next) noexcept;

/// Sets the last level whose messages the hook gets, and returns the previous one. At first, it is
/// `warning`.
level set_level(level last) noexcept;

}  // namespace verbatim::logging

namespace verbatim::verbs {

/// Returns true if the hook gets messages of this level.
bool is_logged(logging::level which) noexcept;

/// Passes a message to the hook, if the hook gets its level.
void log(logging::level which, std::string_view message) noexcept;

/// Passes the result of `words()`, a text, to the hook. Calls words() only if the hook gets the
/// level. If there is no memory for the words, there is no message.
template <class Words>
void log_words(logging::level which, Words&& words) noexcept try {
  if (is_logged(which)) log(which, std::forward<Words>(words)());
} catch (const std::bad_alloc&) {
  return;
}

}  // namespace verbatim::verbs
