// Checks that a callback accepts the completions that a poll passes to it. The check comes before
// the poll is compiled, so that a mistake produces a single sentence.
#pragma once

#include <type_traits>
#include <utility>

#include "verbatim/queue/completion/completion.hpp"

namespace verbatim {

template <class Entry>
class tag_completion;

namespace detail {

/// The Entry type of an endpoint's send queue.
template <class Endpoint>
using entry_of_sends =
    typename std::remove_reference_t<decltype((std::declval<Endpoint&>().sq))>::entry;

/// The Entry type of an endpoint's receive queue, which may be a shared one.
template <class Endpoint>
using entry_of_receives =
    typename std::remove_reference_t<decltype((std::declval<Endpoint&>().rq))>::entry;

/// The Entry type of the tags that an endpoint receives into.
template <class Endpoint>
using entry_of_tags =
    typename std::remove_reference_t<decltype((std::declval<Endpoint&>().tags))>::entry;

/// Returns true. If the callback does not accept the completions, compilation fails with a message
/// that names them.
template <class OnCompletion, class Entry>
constexpr bool takes_send_completions() noexcept {
  constexpr bool takes =
      std::is_invocable_v<std::remove_reference_t<OnCompletion>&, send_completion<Entry>>;
  static_assert(takes,
                "the callback does not take the send_completion<Entry> of these sends: write "
                "[](auto&& completion) { ... }, or one lambda for each kind in overloaded{ ... }");
  return takes;
}
template <class OnCompletion, class Entry>
constexpr bool takes_recv_completions() noexcept {
  constexpr bool takes =
      std::is_invocable_v<std::remove_reference_t<OnCompletion>&, recv_completion<Entry>>;
  static_assert(takes,
                "the callback does not take the recv_completion<Entry> of these receives: write "
                "[](auto&& completion) { ... }, or one lambda for each kind in overloaded{ ... }");
  return takes;
}
template <class OnCompletion, class Entry>
constexpr bool takes_tag_completions() noexcept {
  constexpr bool takes =
      std::is_invocable_v<std::remove_reference_t<OnCompletion>&, tag_completion<Entry>>;
  static_assert(takes,
                "the callback does not take the tag_completion<Entry> of these tags: write "
                "[](auto&& completion) { ... }, or one lambda for each kind in overloaded{ ... }");
  return takes;
}

/// Does the same for all kinds of completions of an endpoint.
template <class OnCompletion, class Endpoint>
constexpr bool takes_completions_of() noexcept {
  bool takes = true;
  if constexpr (requires(Endpoint & endpoint) { endpoint.sq; })
    takes = takes_send_completions<OnCompletion, entry_of_sends<Endpoint>>();
  if constexpr (requires(Endpoint & endpoint) { endpoint.rq; })
    takes = takes_recv_completions<OnCompletion, entry_of_receives<Endpoint>>() && takes;
  if constexpr (requires(Endpoint & endpoint) { endpoint.tags; })
    takes = takes_tag_completions<OnCompletion, entry_of_tags<Endpoint>>() && takes;
  return takes;
}

}  // namespace detail
}  // namespace verbatim
