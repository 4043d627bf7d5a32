// Adds many WQEs to a send queue, with one check of the room for all that fit before the ring's end.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include "verbatim/queue/base/post_result.hpp"
#include "verbatim/queue/send/like_requests.hpp"
#include "verbatim/queue/send/posted_requests.hpp"
#include "verbatim/queue/send/send_ring.hpp"
#include "verbatim/queue/send/send_slot.hpp"
#include "verbatim/wire/memory.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::detail {

/// The part of a send queue that post_all() needs. The functions ring no doorbell. They are inlined,
/// like the steps of builders, so that the compiler knows what the requests have in common.
template <class Queue>
class many_wqes {
  using entry = typename Queue::entry;

 public:
  /// Adds requests of one kind, up to the first that is refused.
  template <class Requests>
  [[gnu::always_inline]] static posted_requests add(Queue& sq, const Requests& requests) noexcept {
    using enum like_entries;
    posted_requests posted;
    if (requests.ranges_differ()) return {0, post_error::ranges_differ};
    if constexpr (Requests::carries == carried || Requests::carries == last_only) {
      if (requests.count() == 0) return posted;
      add_like<false>(sq, requests, requests.count() - 1, posted);
      if (posted.ok()) add_like<true>(sq, requests, requests.count(), posted);
    } else {
      add_like<Requests::carries == signaled>(sq, requests, requests.count(), posted);
    }
    return posted;
  }

  /// Adds the WQE that post(wqe, element) builds for each element, up to the first that is refused.
  template <class Element, std::size_t size, class Post>
  [[gnu::always_inline]] static posted_requests add(Queue& sq, std::span<Element, size> elements,
                                                    Post& post) noexcept {
    posted_requests posted;
    add_many<Queue::max_wqebbs, false>(
        sq, elements.size(), posted,
        [elements](std::size_t i) __attribute__((always_inline))->auto& { return elements[i]; },
        [&post](auto&& wqe, auto& element, std::size_t) __attribute__((always_inline)) {
          static_assert(std::is_same_v<decltype(post(std::move(wqe), element)), post_result>,
                        "the callback of post_all() returns what finish() returns");
          return post(std::move(wqe), element);
        });
    return posted;
  }

 private:
  /// Adds the requests from number `posted.accepted` to `end`, which ask for CQEs if `signaled`.
  template <bool signaled, class Requests>
  [[gnu::always_inline]] static void add_like(Queue& sq, const Requests& requests, std::size_t end,
                                              posted_requests& posted) noexcept {
    constexpr auto before = octowords_before_data<typename Queue::transport, Requests::verb>();
    using local = std::remove_cvref_t<decltype(requests.local(0))>;
    constexpr bool has_slices = std::is_convertible_v<const local&, const wire::local_memory&>;
    constexpr unsigned longest = has_slices ? (before + 4) / 4 : Queue::max_wqebbs;
    add_many<longest, has_slices>(
        sq, end, posted,
        // Captured by value, because the compiler does not know that the stores of a WQE do not change it.
        [requests](std::size_t i) __attribute__((always_inline))
            ->std::conditional_t<has_slices, wire::local_memory, const local&> {
              return requests.local(i);
            },
        [requests](auto&& wqe, const auto& data, std::size_t i) __attribute__((always_inline)) {
          auto ready = build(std::move(wqe), requests, data, i);
          if constexpr (!std::is_nothrow_copy_constructible_v<entry>) {  // it will be moved
            const auto error = slot_of_wqe(ready).refusal();
            if (error != post_error::none) return post_result(error);
          }
          if constexpr (signaled) {
            return std::move(ready).signal(requests.entry(i)).finish();
          } else if constexpr (Requests::carries == like_entries::carried) {
            return std::move(ready).entry(requests.entry(i)).finish();
          } else {
            return std::move(ready).finish();
          }
        });
  }

  /// Adds WQEs from number `posted.accepted` to `end`: post(wqe, data(i), i) builds number i, of at
  /// most `longest` WQEBBs. If they have `slices`, they have just `longest` WQEBBs: a slice that
  /// adds no SGE, or that is too long for one, is posted alone.
  template <unsigned longest, bool slices, class Data, class Post>
  [[gnu::always_inline]] static void add_many(Queue& sq, std::size_t end, posted_requests& posted,
                                              Data data, Post post) noexcept {
    auto& ring = sq.ring_;
    using slot = run_slot<std::remove_reference_t<decltype(ring)>, Queue::max_octowords>;
    auto i = posted.accepted;
    auto error = post_error::none;
    while (i != end && error == post_error::none) {
      const auto first = i;
      const auto run_end = i + std::min<std::size_t>(end - i, ring.straight_room() / longest);
      if (i != run_end) {
        run_place at = ring.begin_run();
        const std::byte* last = nullptr;
        bool fences_next = false;
        do {
          decltype(auto) one = data(i);
          if constexpr (slices) {
            if (static_cast<std::int32_t>(one.length()) <= 0) [[unlikely]]
              break;
          }
          finished_wqe done;
          error = post(Queue::begin_chain(slot(ring, at, done)), one, i).error();
          if (error != post_error::none) [[unlikely]]
            break;
          const auto wqebbs = slices ? longest : done.wqebbs;
          assert(wqebbs == done.wqebbs);
          if (wqebbs != 0) last = at.wqe;  // 0: a callback that dropped the WQE
          at = {at.wqe + wqebbs * wqebb, at.pi + wqebbs, at.slot + wqebbs};
          fences_next = done.fences_next;
        } while (++i != run_end && !fences_next);
        if (slices ? i != first : last != nullptr) {
          ring.end_run(at.pi, slices ? at.wqe - longest * wqebb : last);
          if (fences_next) ring.fence_next();
        }
        if (i == run_end || error != post_error::none) continue;
      }
      error = post_alone(sq, data, post, i).error();
      if (error == post_error::none) ++i;
    }
    posted = {i, error};
  }

  /// Posts one WQE as sq_wqe() does.
  template <class Data, class Post>
  [[gnu::noinline, gnu::cold]] static post_result post_alone(Queue& sq, Data data, Post post,
                                                             std::size_t i) noexcept {
    return post(sq.sq_wqe(), data(i), i);
  }
};

}  // namespace verbatim::detail
