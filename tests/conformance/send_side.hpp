// A send ring of libmlx5's, posted to by libmlx5 or by one of our queues, and its device.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "bytes.hpp"
#include "cqe_writer.hpp"
#include "dice.hpp"
#include "doorbell_watch.hpp"
#include "operation.hpp"
#include "plain_verbs.hpp"
#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/mmio/doorbell_register.hpp"
#include "verbatim/queue/completion/completion_queue.hpp"
#include "verbatim/queue/receive/recv_queue.hpp"
#include "verbatim/queue/send/send_queue.hpp"

namespace verbatim::test {

inline constexpr std::uint32_t send_side_cqes = 16;

struct shape {
  queue_pair_shape rings;
  lone_post lone = lone_post::doorbell;
};

/// One ring, and what the device sees of its posts.
class side {
 public:
  side(const char* name, const shape& s, dice& random)
      : name(name),
        context(s.lone),
        cq(context, send_side_cqes),
        qp(context, cq.get(), s.rings),
        doorbell(qp.doorbell(), qp.doorbell_half()),
        before(qp.send_ring().size()),
        random_(random) {
    litter(0, s.rings.wqebbs());
  }

  std::uint32_t wqebbs() const { return static_cast<std::uint32_t>(before.size() / wqebb); }

  /// Fills unused WQEBBs with bytes that no other ring has: what is not written shows.
  void litter(std::uint32_t index, std::uint32_t count) {
    for (; count-- != 0; ++index) {
      const auto at = std::size_t{index & (wqebbs() - 1)} * wqebb;
      for (std::size_t i = 0; i < wqebb; i += 8) {
        const auto word = random_.any<std::uint64_t>();
        std::memcpy(before.data() + at + i, &word, sizeof word);
      }
      std::memcpy(qp.send_ring().data() + at, before.data() + at, wqebb);
    }
  }

  /// A WQE in one piece, as the device reads it.
  byte_string wqe(std::uint32_t index, unsigned octowords) const {
    return unrolled(qp.send_ring(), index, octowords);
  }

  /// Returns the bytes that were there before it.
  byte_string litter_under(std::uint32_t index, unsigned octowords) const {
    return unrolled(before, index, octowords);
  }

  /// From now on WQEBBs that were posted are as they should be.
  void accept(std::uint32_t index, std::uint32_t count) {
    for (; count-- != 0; ++index) {
      const auto at = std::size_t{index & (wqebbs() - 1)} * wqebb;
      std::memcpy(before.data() + at, qp.send_ring().data() + at, wqebb);
    }
  }

  void complete(const operation& op, std::uint32_t wqe_index) {
    std::array<std::byte, 64> cqe;
    // The queue pair is the first of its context, so its user index is 0.
    cqe64::values{.s_wqe_opcode = op.what,
                  .qpn = qp.qpn(),
                  .wqe_counter = static_cast<std::uint16_t>(wqe_index),
                  .opcode = cqe_opcode::req}
        .write(cqe.data());
    device.put(cqe);
  }

  const char* name;
  plain_context context;
  plain_completion_queue cq;
  plain_queue_pair qp;
  doorbell_watch doorbell;
  cqe_writer device{cq.ring(), send_side_cqes};
  byte_string before;
  std::uint32_t pi = 0;          ///< where the next WQE must begin
  std::uint32_t last_index = 0;  ///< where the last one began

 private:
  byte_string unrolled(byte_view ring, std::uint32_t index, unsigned octowords) const {
    const auto from = ring.subspan(std::size_t{index} * wqebb % ring.size());
    const auto straight = std::min(from.size(), octowords * octoword);
    byte_string result(octowords * octoword);
    std::memcpy(result.data(), from.data(), straight);
    std::memcpy(result.data() + straight, ring.data(), result.size() - straight);
    return result;
  }

  dice& random_;
};

/// One of our send queues over a ring that libmlx5 made.
template <class Transport, ring_end RingEnd, unsigned MaxWqebbs>
class our_side : public side {
 public:
  our_side(const char* name, const shape& s, dice& random)
      : side(name, s, random),
        register_(qp.doorbell(), qp.doorbell_half()),
        ends_{detail::send_queue_memory{.ring = qp.send_ring().data(),
                                        .wqebbs = s.rings.wqebbs(),
                                        .dbrec = qp.dbrec(MLX5_SND_DBR),
                                        .doorbell = &register_,
                                        .qpn = qp.qpn()},
              detail::recv_queue_memory{.ring = qp.recv_ring().data(),
                                        .wqes = s.rings.recv_wqes,
                                        .stride = qp.recv_stride(),
                                        .dbrec = qp.dbrec(MLX5_RCV_DBR)}},
        completions_(
            {.ring = cq.ring(), .cqes = send_side_cqes, .cqe_size = 64, .dbrec = cq.dbrec()}) {
    completions_.attach(qp.qpn(), ends_);
  }

  using queue = send_queue<Transport, std::uint64_t, RingEnd, MaxWqebbs>;
  queue& sq() { return ends_.sq; }

  std::vector<std::uint64_t> poll() {
    std::vector<std::uint64_t> entries;
    completions_.poll([&](auto&& done) {
      EXPECT_TRUE(done.ok());
      entries.push_back(done.entry);
    });
    return entries;
  }

 private:
  struct endpoint {
    endpoint(const detail::send_queue_memory& send, const detail::recv_queue_memory& recv)
        : sq(send), rq(recv) {}
    queue sq;
    recv_queue<std::uint64_t> rq;
  };

  mmio::doorbell_register register_;
  endpoint ends_;
  completion_queue<endpoint> completions_;
};

/// The wr_ids of what has completed, by ibv_poll_cq.
inline std::vector<std::uint64_t> poll_verbs(side& from) {
  std::array<ibv_wc, send_side_cqes> completions;
  const int count = ibv_poll_cq(from.cq.get(), send_side_cqes, completions.data());
  EXPECT_GE(count, 0);
  std::vector<std::uint64_t> ids;
  for (const auto& done :
       std::span(completions).first(static_cast<std::size_t>(std::max(count, 0)))) {
    EXPECT_EQ(done.status, IBV_WC_SUCCESS);
    ids.push_back(done.wr_id);
  }
  return ids;
}

}  // namespace verbatim::test
