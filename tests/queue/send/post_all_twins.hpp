// Two queues, a loop that posts to one of them, and post_all(), which posts to the other: both leave the same
// WQEs, doorbells and entries, whatever fits.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

#include "device.hpp"
#include "dice.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/queue/send/send_queue.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::test {

inline constexpr std::uint32_t ring_wqebbs = 64;
inline constexpr std::uint32_t most_at_once = 40;  // not all of them always fit
inline constexpr unsigned lists = 150;

/// The parts of requests, each in a range of its own.
struct parts {
  std::vector<wire::local_memory> slices;
  std::vector<wire::remote_memory> regions;
  std::vector<byte_string> payloads;
  std::vector<byte_view> bytes;
  std::vector<int> entries;
  int of_last = 0;
  send_flags flags;
};

/// Random requests. Some slices are empty, few are too long, and so are some of the payloads.
inline parts random_parts(dice& random, int& entry) {
  parts made;
  const auto count = random.below(most_at_once + 1);
  const bool usual = random.one_in(2);
  for (std::uint32_t i = 0; i < count; ++i) {
    auto length = random.below(1u << 20) + 1;
    if (!usual && random.one_in(8)) length = 0;
    if (!usual && random.one_in(32)) length |= 0x80000000;
    made.slices.emplace_back(random.bits(64), length, lkey(random.bits32(32)));
    made.regions.emplace_back(random.bits(64), length, rkey(random.bits32(32)));
    auto bytes = usual ? random.below(40) : random.below(100);
    // A datagram's list is of inline data in one of ten lists only, and some of them have to meet it.
    if (!usual && random.one_in(8)) bytes = 4096;
    made.payloads.push_back(random.bytes(bytes));
    made.entries.push_back(++entry);
  }
  made.of_last = ++entry;
  for (const auto& payload : made.payloads) made.bytes.emplace_back(payload);
  if (random.one_in(4)) made.flags.fence = fence_mode::reads_atomics_and_key_changes;
  made.flags.solicited = random.one_in(4);
  return made;
}

/// Two queues of one type: a loop posts to one of them, post_all() to the other.
template <class Transport, auto... Policies>
class twins {
  queue_pair_memory loop_memory_{ring_wqebbs};
  queue_pair_memory many_memory_{ring_wqebbs};

 public:
  using queue = send_queue<Transport, int, Policies...>;

  queue loop{loop_memory_.send()};
  queue many{many_memory_.send()};

  /// Posts by the loop as far as that is possible: post(i) is its body.
  template <class Post>
  detail::posted_requests post_by_loop(std::size_t count, Post post) {
    detail::posted_requests posted;
    while (posted.ok() && posted.accepted != count) {
      posted.error_code = post(posted.accepted).error();
      if (posted.ok()) ++posted.accepted;
    }
    if (posted.accepted != 0) loop.ring_doorbell();
    return posted;
  }

  /// Compares all that a device sees of both.
  void compare() {
    ASSERT_EQ(loop.pi(), many.pi());
    ASSERT_EQ(loop.ci(), many.ci());
    while (seen_ != many.pi()) {
      const auto ctrl = ctrl_seg::read(loop_memory_.wqe(seen_, ctrl_seg::size).data());
      const std::size_t size = ctrl.opcode == opcode::nop ? ctrl_seg::size : ctrl.ds * octoword;
      ASSERT_TRUE(same(many_memory_.wqe(seen_, size), loop_memory_.wqe(seen_, size)))
          << "at index " << seen_;
      begins_.push_back(seen_);
      seen_ += (ctrl.ds + 3u) / 4u;
    }
    ASSERT_TRUE(same(many_memory_.page.bytes, loop_memory_.page.bytes)) << "the doorbell";
    ASSERT_EQ(many_memory_.record(), loop_memory_.record());
    ASSERT_TRUE(many_memory_.guards_stand());
  }

  /// The device completes about half of the WQEs, the oldest first, as the queue demands.
  void complete(dice& random) {
    auto left = random.below(static_cast<std::uint32_t>(begins_.size()) + 1);
    std::size_t last_with_cqe = 0;
    for (std::size_t i = 0; i < left; ++i) {
      if (asks_for_cqe(begins_[i])) last_with_cqe = i + 1;
    }
    for (std::size_t i = 0; i < last_with_cqe; ++i) {
      if (queue::policies::table != wqe_table::unordered && i + 1 != last_with_cqe) continue;
      ASSERT_EQ(complete(many, begins_[i]), complete(loop, begins_[i]));
    }
    begins_.erase(begins_.begin(), begins_.begin() + static_cast<std::ptrdiff_t>(last_with_cqe));
    ASSERT_EQ(loop.ci(), many.ci());
  }

  /// The last WQE fails, which retires those before it. Returns the entries that come back, and
  /// whether they had a CQE of their own.
  std::vector<std::pair<int, bool>> fail_last() {
    std::vector<std::pair<int, bool>> entries;
    if (begins_.empty()) return entries;
    const auto fail = [&](queue& sq) {
      std::vector<std::pair<int, bool>> back;
      sq.fail(static_cast<std::uint16_t>(begins_.back()),
              [&](int entry, bool, bool signaled) { back.emplace_back(entry, signaled); });
      return back;
    };
    entries = fail(loop);
    EXPECT_EQ(fail(many), entries);
    EXPECT_EQ(many.ci(), many.pi());
    begins_.clear();
    return entries;
  }

  /// Counts the lists by their error.
  void note(const detail::posted_requests& posted) {
    ++by_error_[static_cast<std::size_t>(posted.error())];
  }
  unsigned met(post_error error) const { return by_error_[static_cast<std::size_t>(error)]; }

 private:
  bool asks_for_cqe(std::uint32_t index) const {
    return ctrl_seg::read(many_memory_.wqe(index, ctrl_seg::size).data()).ce ==
           completion_mode::always;
  }

  static std::vector<int> complete(queue& sq, std::uint32_t index) {
    std::vector<int> entries;
    sq.complete(static_cast<std::uint16_t>(index),
                [&](int entry, bool, bool) { entries.push_back(entry); });
    return entries;
  }

  std::uint32_t seen_ = 0;
  std::vector<std::uint32_t> begins_;
  std::array<unsigned, 16> by_error_{};
};

struct nowhere {};

/// Begins a WQE to an address.
template <class Wqe, class Address>
auto addressed(Wqe&& wqe, const Address& to) {
  if constexpr (std::is_same_v<Address, nowhere>) {
    return std::move(wqe);
  } else if constexpr (requires { std::move(wqe).av(to); }) {
    return std::move(wqe).av(to);
  } else if constexpr (requires { std::move(wqe).xrc(to); }) {
    return std::move(wqe).xrc(to);
  } else {
    return std::move(wqe).eth(to);
  }
}

template <class Requests, class Address>
auto addressed_requests(const Requests& requests, const Address& to, send_flags flags) {
  auto flagged = requests;
  if (flags.fence != fence_mode::none) flagged = flagged.fence();
  if (flags.solicited) flagged = flagged.solicited();
  if constexpr (std::is_same_v<Address, nowhere>) {
    return flagged;
  } else {
    return flagged.to(to);
  }
}

/// Posts the same list to both of the twins, and compares.
template <class Twins, class Requests, class Body>
void post_both(Twins& both, std::size_t count, const Requests& requests, const Body& body) {
  const auto expected = both.post_by_loop(count, body);
  const auto posted = both.many.post_all(requests);
  ASSERT_EQ(posted, expected) << posted.message() << " instead of " << expected.message();
  both.note(posted);
  both.compare();
}

/// One kind of request, of slices and of inline data; `to` is the address of all.
template <class Twins, class Address>
void post_some(Twins& both, dice& random, const parts& p, const Address& to) {
  using stage = decltype(addressed(both.loop.sq_wqe(), to));
  const auto begin = [&] { return addressed(both.loop.sq_wqe(), to); };
  const auto count = p.slices.size();
  switch (random.below(5)) {
    case 0:
      if constexpr (requires(stage s) { std::move(s).write(); }) {
        return post_both(
            both, count,
            addressed_requests(writes(p.slices, p.regions), to, p.flags).signal(p.entries),
            [&](std::size_t i) {
              return begin()
                  .write(p.flags)
                  .rdma(p.regions[i])
                  .sge(p.slices[i])
                  .signal(p.entries[i])
                  .finish();
            });
      }
      [[fallthrough]];
    case 1:
      if constexpr (requires(stage s) { std::move(s).write(); }) {
        return post_both(
            both, count,
            addressed_requests(writes(p.bytes, p.regions), to, p.flags).signal(p.entries),
            [&](std::size_t i) {
              return begin()
                  .write(p.flags)
                  .rdma(p.regions[i])
                  .inline_data(p.bytes[i])
                  .signal(p.entries[i])
                  .finish();
            });
      }
      [[fallthrough]];
    case 2:
      if constexpr (requires(stage s) { std::move(s).read(); }) {
        return post_both(
            both, count,
            addressed_requests(reads(p.slices, p.regions), to, p.flags).signal(p.entries),
            [&](std::size_t i) {
              return begin()
                  .read(p.flags)
                  .rdma(p.regions[i])
                  .sge(p.slices[i])
                  .signal(p.entries[i])
                  .finish();
            });
      }
      [[fallthrough]];
    case 3:
      return post_both(
          both, count, addressed_requests(sends(p.slices), to, p.flags).signal(p.entries),
          [&](std::size_t i) {
            return begin().send(p.flags).sge(p.slices[i]).signal(p.entries[i]).finish();
          });
    default:
      return post_both(
          both, count, addressed_requests(sends(p.bytes), to, p.flags).signal(p.entries),
          [&](std::size_t i) {
            return begin().send(p.flags).inline_data(p.bytes[i]).signal(p.entries[i]).finish();
          });
  }
}

template <class Transport, auto... Policies, class Address = nowhere>
void compare_with_loop(const Address& to = {}) {
  dice random;
  twins<Transport, Policies...> both;
  int entry = 0;
  for (unsigned i = 0; i < lists && !testing::Test::HasFatalFailure(); ++i) {
    post_some(both, random, random_parts(random, entry), to);
    if (!testing::Test::HasFatalFailure()) both.complete(random);
  }
  EXPECT_GT(both.many.pi(), 4 * ring_wqebbs);
  EXPECT_NE(both.met(post_error::none), 0u);
  EXPECT_NE(both.met(post_error::queue_full), 0u);
  EXPECT_NE(both.met(post_error::sge_too_long), 0u);
  EXPECT_NE(both.met(post_error::inline_too_long), 0u);
}

}  // namespace verbatim::test
