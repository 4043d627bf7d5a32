// The common part of the tests of raw packet queues: three ends, each with the frames that came for it.
#pragma once

#include <gtest/gtest.h>
#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "frames.hpp"
#include "long_enough.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"
#include "verbs_fixture.hpp"

namespace verbatim::testing {

using type = raw_packet_qp<int>;

constexpr std::size_t inbox = 8192;  // in front of it we keep what we send
constexpr std::uint32_t room = 2048;
constexpr mac elsewhere = {0x02, 0xbb, 0xcc, 0xdd, 0xee, 0xff};

struct sent {
  int entry;
  cqe_syndrome status = cqe_syndrome::ok;
  bool operator==(const sent&) const = default;
};
struct received {
  int entry;
  std::uint32_t bytes;
  bool checksums_right;
  cqe_syndrome status = cqe_syndrome::ok;
  bool operator==(const received&) const = default;
};

/// One queue pair with its completion queue, and what came of it.
struct end {
  end(const pd& pd, const mr& mr, std::size_t inbox_at)
      : mr(mr), inbox_at(inbox_at), cq(pd.context(), 64), qp(pd, cq, {.max_send_wqebbs = 16}) {}

  void post(int entry, std::size_t slot, std::uint32_t length = room) {
    ASSERT_TRUE(
        qp.rq_wqe().sge(mr.addr() + inbox_at + slot * room, length, mr.lkey()).finish(entry));
    qp.ring_recv_doorbell();
  }

  /// Flows go before the queue pair: see TearDown.
  void take_frames_for(const mac& to) {
    struct {
      ibv_flow_attr attr;
      ibv_flow_spec_eth eth;
    } rule{};
    static_assert(sizeof rule == sizeof rule.attr + sizeof rule.eth);  // they follow without a gap
    rule.attr.type = IBV_FLOW_ATTR_NORMAL;
    rule.attr.size = sizeof rule;
    rule.attr.num_of_specs = 1;
    rule.attr.port = 1;
    rule.eth.type = IBV_FLOW_SPEC_ETH;
    rule.eth.size = sizeof rule.eth;
    std::copy(to.begin(), to.end(), rule.eth.val.dst_mac);
    std::fill_n(rule.eth.mask.dst_mac, 6, std::uint8_t{0xff});
    flow.reset(ibv_create_flow(qp.native(), &rule.attr));
    ASSERT_TRUE(flow);
  }

  /// Polls until as many completions of both kinds have come, or for long_enough.
  void wait(std::size_t sends, std::size_t receives) {
    sents.clear();
    receiveds.clear();
    const auto deadline = std::chrono::steady_clock::now() + long_enough;
    while ((sents.size() < sends || receiveds.size() < receives) &&
           std::chrono::steady_clock::now() < deadline) {
      poll();
    }
  }
  void poll() {
    cq.poll(overloaded{
        [&](const send_completion<int>& c) {
          sents.push_back({c.entry, c.status()});
        },
        [&](const recv_completion<int>& c) {
          number = c.qpn();
          if (!c.ok()) return receiveds.push_back({c.entry, 0, false, c.status()});
          const bool right = c.cqe().l3_ok() != 0 && c.cqe().l4_ok() != 0;
          receiveds.push_back({c.entry, c.byte_count(), right});
        },
    });
  }

  const verbatim::mr& mr;
  std::size_t inbox_at;
  verbatim::cq<type> cq;
  type qp;
  flow_ptr flow;
  std::vector<sent> sents;
  std::vector<received> receiveds;
  std::uint32_t number = 0;  // that the last receive came under
};

const std::vector<sent> sent_1{{1}};

inline mlx5dv_qp direct(const type& qp) {
  mlx5dv_qp dv{};
  dv.comp_mask = MLX5DV_QP_MASK_RAW_QP_HANDLES;
  mlx5dv_obj object{};
  object.qp.in = qp.native();
  object.qp.out = &dv;
  EXPECT_EQ(mlx5dv_init_obj(&object, MLX5DV_OBJ_QP), 0);
  return dv;
}

class raw_packet_queues : public ::testing::Test {
 protected:
  void SetUp() override {
    a.qp.activate();
    a.take_frames_for(here);
    b.take_frames_for(there);
    c.take_frames_for(elsewhere);
    reported();
  }
  void TearDown() override {
    for (auto* one : {&a, &b, &c}) one->flow.reset();
  }

  /// Puts a frame where `a` sends from.
  std::span<const std::byte> lay_out(const frame_bytes& frame) {
    std::copy(frame.begin(), frame.end(), memory.begin());
    return std::as_bytes(std::span(memory)).first(frame.size());
  }

  template <class Chain>
  void send(Chain&& chain) {
    ASSERT_TRUE(std::forward<Chain>(chain).signal(1).finish());
    a.qp.ring_doorbell();
    a.wait(1, 0);
    EXPECT_EQ(a.sents, sent_1);
  }
  void send_plain(const frame_bytes& frame) {
    lay_out(frame);
    send(a.qp.sq_wqe().eth(0, 0).send().sge(mr.addr(), static_cast<std::uint32_t>(frame.size()),
                                            mr.lkey()));
  }

  std::uint8_t* inbox_of(const end& e, std::size_t slot = 0) {
    return memory.data() + e.inbox_at + slot * room;
  }
  bool arrived(const frame_bytes& frame, const end& at, std::size_t slot = 0) {
    return std::equal(frame.begin(), frame.end(), inbox_of(at, slot));
  }

  /// Waits for a frame that must not come.
  static bool nothing_came(end& at) {
    at.receiveds.clear();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    at.poll();
    return at.receiveds.empty();
  }

  const std::string before = reported();  // before the device is looked for
  std::vector<std::uint8_t> memory = std::vector<std::uint8_t>(inbox + 12 * room);
  verbatim::context context = verbatim::open_device();
  verbatim::pd pd{context};
  verbatim::mr mr{pd, std::span(memory), access::local_write};
  end a{pd, mr, inbox};
  end b{pd, mr, inbox + 4 * room};
  end c{pd, mr, inbox + 8 * room};
};

}  // namespace verbatim::testing
