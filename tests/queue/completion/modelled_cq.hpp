// A completion queue beside a model of it: what the device writes there, and what it says when it is polled.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "completion/cqe_pen.hpp"
#include "dice.hpp"
#include "lifecycle_pair.hpp"

namespace verbatim::test {

/// A CQE that was written and not polled.
struct line {
  lifecycle_pair* of = nullptr;
  bool send = false;
  bool ends_ring = false;
  bool dropped = false;  // its queue pair has begun anew or is gone
  std::uint32_t index = 0;
  bool takes_shared = false;
  std::vector<call> calls{};

  static line of_nobody() { return {.dropped = true}; }
};

/// Returns what the device writes for a good WQE of a queue pair, sent (opcode 0) or received.
inline completion_fields fields_of(const lifecycle_pair& one, std::uint8_t opcode,
                                   std::uint16_t wqe_counter) {
  return {.opcode = opcode,
          .send_opcode = opcode == 0 ? std::uint8_t{0x0a} : std::uint8_t{0},
          .qpn = one.qpn,
          .wqe_counter = wqe_counter,
          .byte_cnt = 1};
}

/// A completion queue, and what is in it.
template <cq_format Format, class Cq>
struct modelled_cq {
  modelled_cq() : pen(Format, 32), cq(pen.memory()) {}

  void plain(const completion_fields& cqe) {
    pen.plain(cqe);
    title.reset();
    if (cqe.opcode < 13) title = cqe;
  }

  /// Writes CQEs, plain or compressed. Receives are compressed only one after the other.
  void write(std::span<const completion_fields> all, dice& random) {
    while (!all.empty()) {
      std::size_t run = 1;
      while (run < all.size() && follows(all[run - 1], all[run])) ++run;
      std::size_t n = 1;
      if (Format.compression == cqe_compression::basic && run > 1 && random.one_in(2)) {
        n = 2 + random.below(static_cast<std::uint32_t>(run) - 1);
        pen.session(all.first(n));
        title.reset();
      } else if (Format.compression == cqe_compression::enhanced && title &&
                 follows(*title, all[0]) && random.one_in(2)) {
        n = std::min<std::size_t>(run, 1 + random.below(7));
        pen.block(all.first(n));
        title = all[n - 1];
      } else {
        plain(all[0]);
      }
      all = all.subspan(n);
    }
  }

  /// Resizes the queue to any length, unless it is resizing already. The resize may be refused.
  void resize(dice& random) {
    if (cq.resizing() || pen.room() == 0) return;
    const auto cqes = 8u << random.below(4);
    if (lines.size() + 1 >= cqes) return;
    cq.resize_to(pen.next_ring(cqes));
    if (random.one_in(8)) return cq.stay();
    pen.resize(cqes);
    title.reset();
    lines.push_back({.ends_ring = true});
  }

  /// Compares with the lines, and gives those that are done to `settle`.
  template <class Settle>
  void poll(unsigned budget, Settle settle) {
    std::size_t next = 0, told = 0;
    const auto taken = cq.poll(
        [&](auto&& c) {
          while (next != lines.size() && told == lines[next].calls.size()) ++next, told = 0;
          ASSERT_NE(next, lines.size()) << call_of(c) << ", which the device has not completed";
          ASSERT_EQ(call_of(c), lines[next].calls[told++]);
        },
        budget);
    if (testing::Test::HasFatalFailure()) return;
    ASSERT_LE(taken, lines.size());
    for (unsigned i = 0; i < taken; ++i) {
      ASSERT_TRUE(lines[i].calls.empty() || i < next || told == lines[i].calls.size());
    }
    for (unsigned i = 0; i < taken; ++i) {
      if (lines.front().dropped) ++dropped;
      settle(lines.front());
      lines.pop_front();
    }
    ASSERT_EQ(cq.dropped(), dropped) << message(cq.last_dropped().why);
  }

  cqe_pen pen;
  Cq cq;
  std::deque<line> lines;
  std::optional<completion_fields> title;  // what a block goes on from
  std::uint64_t dropped = 0;

 private:
  static bool follows(const completion_fields& a, const completion_fields& b) {
    return a.qpn == b.qpn && a.opcode == b.opcode &&
           (a.opcode == 0 || static_cast<std::uint16_t>(a.wqe_counter + 1) == b.wqe_counter);
  }
};

}  // namespace verbatim::test
