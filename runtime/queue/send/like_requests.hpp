// Requests of one kind that are made of ranges: the argument of post_all().
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include "verbatim/generated/enums.hpp"
#include "verbatim/queue/base/post_result.hpp"
#include "verbatim/queue/send/send_flags.hpp"
#include "verbatim/wire/builder_state.hpp"
#include "verbatim/wire/memory.hpp"

namespace verbatim {
namespace detail {

/// The operation of like_requests.
enum class like_verb : std::uint8_t { write, read, send };

/// The way in which like_requests carry entries.
enum class like_entries : std::uint8_t {
  none,       ///< no request has one
  signaled,   ///< each has its own, and a CQE
  carried,    ///< each has its own, and the last one a CQE
  last_only,  ///< only the last one has one, and a CQE
};

/// A value that was not given.
struct not_given {};

/// True if one of the types is a std::span or std::array of another fixed size than the other's.
template <std::size_t A, std::size_t B>
inline constexpr bool sizes_differ = A != B&& A != std::dynamic_extent&& B != std::dynamic_extent;

/// Requests of one kind. `Local` is the type of their data, `Remote` that of their remote memory,
/// `Entry` that of their entries, and `Address` that of their common address. `size` is their
/// number if the compiler knows it.
template <like_verb Verb, std::size_t size, class Local, class Remote = not_given,
          like_entries Entries = like_entries::none, class Entry = not_given,
          class Address = not_given>
class [[nodiscard("post_all() posts them")]] like_requests {
 public:
  static constexpr like_verb verb = Verb;
  static constexpr like_entries carries = Entries;
  static constexpr bool is_addressed = !std::is_same_v<Address, not_given>;

  constexpr like_requests(const Local* locals, const Remote* remotes, std::size_t count,
                          bool differ, Entry* entries = nullptr, const Address& address = {},
                          send_flags flags = {}) noexcept
      : locals_(locals),
        remotes_(remotes),
        entries_(entries),
        count_(count),
        differ_(differ),
        flags_(flags),
        address_(address) {}

  /// Asks for a CQE for each request. `entries` has an entry for each: a std::array, std::vector or
  /// std::span. An entry is copied if that cannot throw, and is otherwise moved when its request is
  /// posted.
  template <class Range>
  constexpr auto signal(Range && entries) const noexcept {
    return with_entries<like_entries::signaled>(std::span(entries));
  }

  /// Gives each request its entry, and asks for a CQE for the last one only. Direct queues need
  /// wqe_table::ordered_dense for it, where this CQE brings back all of the entries.
  template <class Range>
  constexpr auto entries(Range && entries) const noexcept {
    return with_entries<like_entries::carried>(std::span(entries));
  }

  /// Asks for a CQE for the last request only. `entry` must outlive the call that posts.
  template <class Value>
  constexpr auto signal_last(const Value& entry) const noexcept {
    return with_one<like_entries::last_only>(&entry);
  }

  /// Sends all requests to this address, on transports where each WQE has one: the argument of av(),
  /// xrc() or eth(), or the `to()` of a verbs_qp's requests.
  template <class Value>
  constexpr auto to(const Value& address) const noexcept {
    static_assert(!is_addressed, "the address of the requests is given twice");
    return like_requests<Verb, size, Local, Remote, Entries, Entry, Value>(
        locals_, remotes_, count_, differ_, entries_, address, flags_);
  }

  /// Makes each request wait for earlier READs and atomics.
  constexpr auto fence() const noexcept {
    auto result = *this;
    result.flags_.fence = fence_mode::reads_atomics_and_key_changes;
    return result;
  }

  /// Raises an event at the peer for each request if it waits for solicited events.
  constexpr auto solicited() const noexcept {
    auto result = *this;
    result.flags_.solicited = true;
    return result;
  }

  /// Returns the number of requests.
  constexpr std::size_t count() const noexcept { return count_; }

  /// Returns true if the ranges have different lengths, so that nothing can be posted.
  constexpr bool ranges_differ() const noexcept { return differ_; }

  constexpr send_flags flags() const noexcept { return flags_; }
  constexpr const Address& address() const noexcept { return address_; }
  constexpr const Local& local(std::size_t i) const noexcept { return locals_[i]; }
  constexpr const Remote& remote(std::size_t i) const noexcept { return remotes_[i]; }

  /// Returns the entry of request `i`; if only the last one has an entry, its entry.
  [[gnu::always_inline]] constexpr decltype(auto) entry(std::size_t i) const noexcept {
    auto& found = Entries == like_entries::last_only ? *entries_ : entries_[i];
    using value = std::remove_const_t<Entry>;
    if constexpr (std::is_nothrow_copy_constructible_v<value>) {
      return static_cast<const value&>(found);
    } else {
      return std::move(found);
    }
  }

 private:
  template <like_entries How, class Value, std::size_t other>
  constexpr auto with_entries(std::span<Value, other> entries) const noexcept {
    static_assert(!sizes_differ<size, other>, "post_all() needs an entry for each request");
    auto result = with_one<How>(entries.data());
    result.differ_ = differ_ || entries.size() != count_;
    return result;
  }

  template <like_entries How, class Value>
  constexpr auto with_one(Value * entries) const noexcept {
    static_assert(Entries == like_entries::none, "the entries of the requests are given twice");
    return like_requests<Verb, size, Local, Remote, How, Value, Address>(
        locals_, remotes_, count_, differ_, entries, address_, flags_);
  }

  template <like_verb, std::size_t, class, class, like_entries, class, class>
  friend class like_requests;

  const Local* locals_;
  const Remote* remotes_;
  Entry* entries_;
  std::size_t count_;
  bool differ_;
  send_flags flags_;
  [[no_unique_address]] Address address_;
};

template <like_verb Verb, class Local, std::size_t locals, class Remote, std::size_t remotes>
constexpr auto one_sided(std::span<Local, locals> local,
                         std::span<Remote, remotes> remote) noexcept {
  static_assert(!sizes_differ<locals, remotes>, "post_all() needs a remote region for each slice");
  return like_requests<Verb, locals, std::remove_const_t<Local>, std::remove_const_t<Remote>>(
      local.data(), remote.data(), local.size(), local.size() != remote.size());
}

/// True for a payload of libibverbs' requests: slices, or bytes that are inlined.
template <class Local>
inline constexpr bool is_payload = requires(const Local& data) {
  data.is_inline();
  data.slices();
};

/// Adds the data of a request to its WQE: a slice, bytes that are copied into the WQE, or a payload.
template <class State, class Local>
[[gnu::always_inline]] inline auto add_data(State&& state, const Local& data) noexcept {
  constexpr bool takes_bytes = requires { std::move(state).inline_data({}); };
  if constexpr (std::is_convertible_v<const Local&, const wire::local_memory&>) {
    return std::move(state).sge(static_cast<const wire::local_memory&>(data));
  } else if constexpr (is_payload<Local>) {
    static_assert(takes_bytes, "a READ takes slices: no payload, which may be inline data");
    auto list = std::move(state).sge({});  // adds nothing
    if (data.is_inline()) {
      const auto& bytes = data.slices().front();
      return std::move(list).inline_data(
          {reinterpret_cast<const std::byte*>(static_cast<std::uintptr_t>(bytes.addr())),
           bytes.length()});
    }
    for (const auto& slice : data.slices()) list = std::move(list).sge(slice);
    return list;
  } else {
    static_assert(
        std::is_convertible_v<const Local&, std::span<const std::byte>>,
        "the data of a request is a memory_slice, a span of bytes that are inlined, or a payload");
    static_assert(takes_bytes, "a READ takes slices, no inline data");
    return std::move(state).inline_data(std::span<const std::byte>(data));
  }
}

/// Adds the address of the requests, if the transport wants one, to a WQE that has just begun.
template <class State, class Requests>
[[gnu::always_inline]] inline auto add_address(State&& state, const Requests& requests) noexcept {
  constexpr bool wants_stream = requires { std::move(state).stream_id(0); };
  static_assert(
      !wants_stream,
      "each WQE of this queue has a stream: give post_all() a callback, which chooses it");
  constexpr bool wants_av = requires { std::move(state).av(requests.address()); };
  constexpr bool wants_xrc = requires { std::move(state).xrc(requests.address()); };
  constexpr bool wants_eth = requires { std::move(state).eth(requests.address()); };
  if constexpr (!Requests::is_addressed) {
    static_assert(
        requires { std::move(state).send(); },
        "this transport sends each WQE to an address: add .to(address)");
    return std::move(state);
  } else {
    static_assert(wants_av || wants_xrc || wants_eth,
                  "this transport does not take such an address in its WQEs: leave .to() out");
    if constexpr (wants_av) {
      return std::move(state).av(requests.address());
    } else if constexpr (wants_xrc) {
      return std::move(state).xrc(requests.address());
    } else {
      return std::move(state).eth(requests.address());
    }
  }
}

/// Builds request `i`, which has this data, up to its entry, in a WQE that has just begun.
template <class State, class Requests, class Local>
[[gnu::always_inline]] inline auto build(State&& state, const Requests& requests, const Local& data,
                                         std::size_t i) noexcept {
  auto verb = add_address(std::move(state), requests);
  using stage = decltype(verb);
  if constexpr (Requests::verb == like_verb::write) {
    static_assert(
        requires(stage s) { std::move(s).write(); }, "this transport has no RDMA WRITE");
    return add_data(std::move(verb).write(requests.flags()).rdma(requests.remote(i)), data);
  } else if constexpr (Requests::verb == like_verb::read) {
    static_assert(
        requires(stage s) { std::move(s).read(); }, "this transport has no RDMA READ");
    return add_data(std::move(verb).read(requests.flags()).rdma(requests.remote(i)), data);
  } else {
    return add_data(std::move(verb).send(requests.flags()), data);
  }
}

/// Returns the slot of a WQE that is complete except for its entry.
template <template <class> class Wqe, class Slot>
Slot& slot_of_wqe(wire::ready<Wqe, Slot>& state) noexcept {
  return wire::slot_of<wire::ready<Wqe, Slot>>(state);
}

/// Returns the octowords before the data of a request.
template <class Transport, like_verb verb>
constexpr unsigned octowords_before_data() noexcept {
  if constexpr (verb == like_verb::write && requires { typename Transport::rdma_write; }) {
    return Transport::rdma_write::octowords_before_data;
  } else if constexpr (verb == like_verb::read && requires { typename Transport::rdma_read; }) {
    return Transport::rdma_read::octowords_before_data;
  } else if constexpr (verb == like_verb::send && requires { typename Transport::send; }) {
    return Transport::send::octowords_before_data;
  } else {
    return 0;  // build() refuses to compile
  }
}

}  // namespace detail

/// Makes WRITEs for post_all(), each to the remote region in the same position. `what` has a
/// memory_slice, a span of bytes that are inlined, or a payload for each. The ranges are
/// std::arrays, std::vectors or std::spans that outlive the call that posts.
///
///   auto posted = qp.post_all(writes(slices, regions).signal(entries));
template <class Locals, class Remotes>
constexpr auto writes(const Locals& what, const Remotes& where) noexcept {
  return detail::one_sided<detail::like_verb::write>(std::span(what), std::span(where));
}

/// Makes READs for post_all(): of each remote region into the slice in the same position.
template <class Locals, class Remotes>
constexpr auto reads(const Locals& into, const Remotes& from) noexcept {
  return detail::one_sided<detail::like_verb::read>(std::span(into), std::span(from));
}

/// Makes SENDs for post_all(). `what` has the data of each, as for writes().
template <class Locals>
constexpr auto sends(const Locals& what) noexcept {
  const std::span all(what);
  using local = std::remove_const_t<typename decltype(all)::element_type>;
  return detail::like_requests<detail::like_verb::send, decltype(all)::extent, local>(
      all.data(), nullptr, all.size(), false);
}

}  // namespace verbatim
