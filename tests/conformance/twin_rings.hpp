// Two send rings that libmlx5 made: it posts to one of them, our builders to the other.
#pragma once

#include <gtest/gtest.h>
#include <infiniband/mlx5dv.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "allowed_differences.hpp"
#include "any_queue_pair.hpp"
#include "bytes.hpp"
#include "cqe_writer.hpp"
#include "dice.hpp"
#include "plain_verbs.hpp"
#include "tools/describe.hpp"
#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/mmio/doorbell_register.hpp"
#include "verbatim/queue/send/send_queue.hpp"

namespace verbatim::test {

inline constexpr std::uint32_t twin_cqes = 16;

/// Bytes [begin, end) of a WQE that libmlx5 leaves as the ring had them. We write zeros there.
struct left_as_they_were {
  std::size_t begin;
  std::size_t end;
  difference why;
  std::optional<opcode> of = {};  ///< only WQEs of this opcode
};

/// One of the two: a ring full of random bytes, and its completion queue.
class twin_ring {
 public:
  twin_ring(const plain_completion_queue& cq, const ring_place& place, dice& random)
      : cq_(cq), device_(cq.ring(), twin_cqes), place_(place), random_(random) {
    litter_.resize(std::size_t{place.wqebbs} * wqebb);
    litter(0, place.wqebbs);
  }

  /// Random bytes in so many WQEBBs.
  void litter(std::uint32_t index, std::uint32_t wqebbs) {
    for (; wqebbs != 0; ++index, --wqebbs) {
      const auto at = std::size_t{index & (place_.wqebbs - 1)} * wqebb;
      const auto bytes = random_.bytes(wqebb);
      std::memcpy(place_.ring + at, bytes.data(), wqebb);
      std::memcpy(litter_.data() + at, bytes.data(), wqebb);
    }
  }

  /// A WQE in one piece.
  byte_string wqe(std::uint32_t index, std::size_t octowords) const {
    return unrolled(place_.ring, index, octowords);
  }
  byte_string litter_under(std::uint32_t index, std::size_t octowords) const {
    return unrolled(litter_.data(), index, octowords);
  }
  unsigned ds(std::uint32_t index) const { return ctrl_seg::read(wqe(index, 1).data()).ds; }

  /// The device completes the WQE at `index`, and libmlx5 sees it.
  void complete(std::uint32_t index, opcode op) {
    std::array<std::byte, 64> cqe;
    // The queue pair is the first of its context, so its user index is 0.
    cqe64::values{.s_wqe_opcode = op,
                  .qpn = place_.qpn,
                  .wqe_counter = static_cast<std::uint16_t>(index),
                  .opcode = cqe_opcode::req}
        .write(cqe.data());
    device_.put(cqe);
    ibv_wc done{};
    ASSERT_EQ(ibv_poll_cq(cq_.get(), 1, &done), 1);
    ASSERT_EQ(done.status, IBV_WC_SUCCESS);
  }

  const ring_place& place() const { return place_; }

 private:
  byte_string unrolled(const std::byte* ring, std::uint32_t index, std::size_t octowords) const {
    byte_string result(octowords * octoword);
    for (std::size_t i = 0; i < octowords; ++i) {
      const auto slot = (index + i / 4) & (place_.wqebbs - 1);
      std::memcpy(result.data() + i * octoword, ring + slot * wqebb + i % 4 * octoword, octoword);
    }
    return result;
  }

  const plain_completion_queue& cq_;
  cqe_writer device_;
  ring_place place_;
  dice& random_;
  byte_string litter_;
};

/// Posts one kind of WQE after the other on both, and compares them byte for byte.
template <class Transport, unsigned MaxWqebbs = 16>
class twin_rings {
 public:
  using queue = send_queue<Transport, std::uint64_t, ring_end::wrapping, MaxWqebbs>;

  twin_rings(const plain_completion_queue& their_cq, const ring_place& theirs,
             const plain_completion_queue& our_cq, const ring_place& ours, dice& random)
      : theirs_(their_cq, theirs, random),
        ours_(our_cq, ours, random),
        sq_({.ring = ours.ring,
             .wqebbs = ours.wqebbs,
             .dbrec = ours.dbrec,
             .doorbell = &nowhere_,
             .qpn = ours.qpn}) {}

  queue& sq() { return sq_; }

  /// Index in WQEBBs at which the next WQE of either begins.
  std::uint32_t index() const { return index_; }

  /// Compares the WQEs that either has just posted, all signaled, until our producer index: each is
  /// the same on both. `left` are the bytes that libmlx5 does not write. The description finds
  /// nothing odd.
  void compare(const std::string& what, std::span<const left_as_they_were> left = {}) {
    while (index_ != sq_.pi()) ASSERT_NO_FATAL_FAILURE(compare_one(what, left));
  }

  /// The same for the next WQE only.
  void compare_one(const std::string& what, std::span<const left_as_they_were> left = {}) {
    const auto ds = theirs_.ds(index_);
    ASSERT_GT(ds, 0u) << what;
    auto expected = theirs_.wqe(index_, ds);
    const auto litter = theirs_.litter_under(index_, ds);
    const auto ctrl = ctrl_seg::read(expected.data());
    for (const auto& [begin, end, why, of] : left) {
      if (begin >= expected.size() || (of && *of != ctrl.opcode)) continue;
      const auto until = std::min(end, expected.size());
      ASSERT_EQ(std::memcmp(expected.data() + begin, litter.data() + begin, until - begin), 0)
          << what << ": libmlx5 does write the bytes from " << begin << " to " << until;
      std::memset(expected.data() + begin, 0, until - begin);
      if (until != begin) met_.meet(why);
    }
    set_qpn(expected, ours_.place().qpn);
    ASSERT_TRUE(same(ours_.wqe(index_, ds), expected))
        << what << " in slot " << (index_ & (sq_.wqebbs() - 1)) << " of " << sq_.wqebbs();
    if (seen_[what].empty()) {
      const auto text = tools::describe_wqe(expected, Transport::name);
      ASSERT_TRUE(text.find('!') == std::string::npos && !text.starts_with("like ")) << text;
    }
    seen_[what].insert(index_ & (sq_.wqebbs() - 1));
    ASSERT_NO_FATAL_FAILURE(theirs_.complete(index_, ctrl.opcode));
    sq_.complete(static_cast<std::uint16_t>(index_), [](auto&&...) {});
    const auto length = (ds + 3) / 4;
    theirs_.litter(index_, length);
    ours_.litter(index_, length);
    index_ += length;
  }

  /// Each of so many kinds of WQE was posted in every slot of the ring, across its end too.
  bool every_slot(std::size_t kinds) const {
    return seen_.size() == kinds && std::ranges::all_of(seen_, [&](const auto& kind) {
             return kind.second.size() == sq_.wqebbs();
           });
  }

  /// These differences were met, and no others.
  void expect_met(const std::vector<difference>& expected) const {
    for (const auto& allowed : allowed_differences) {
      const bool wanted = std::ranges::find(expected, allowed.which) != expected.end();
      EXPECT_EQ(met_.count(allowed.which) != 0, wanted) << allowed.name;
    }
  }

 private:
  static void set_qpn(byte_string& wqe, std::uint32_t qpn) {
    wqe[4] = std::byte(qpn >> 16);
    wqe[5] = std::byte(qpn >> 8 & 0xff);
    wqe[6] = std::byte(qpn & 0xff);
  }

  twin_ring theirs_;
  twin_ring ours_;
  alignas(8) std::array<std::byte, 8> page_{};
  mmio::doorbell_register nowhere_{page_.data(), 0};
  queue sq_;
  std::uint32_t index_ = 0;
  std::map<std::string, std::set<std::uint32_t>> seen_;
  met_differences met_;
};

/// A context, a completion queue, and one queue pair of its own: its user index is 0.
struct lone_queue_pair {
  lone_queue_pair(ibv_qp_type type, const any_queue_pair::change& complete)
      : cq(context, twin_cqes), qp(context, cq.get(), type, complete) {
    qp.connect();
  }

  plain_context context;
  plain_completion_queue cq;
  any_queue_pair qp;
};

}  // namespace verbatim::test
