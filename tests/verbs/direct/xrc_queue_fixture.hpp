// The common part of the tests of XRC: senders on two devices, their receivers, and what completes.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <ostream>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "long_enough.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/direct/xrc_domain.hpp"
#include "verbatim/verbs/direct/xrc_recv_qp.hpp"
#include "verbatim/verbs/direct/xrc_srq.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"

namespace verbatim {

constexpr auto everything =
    access::local_write | access::remote_write | access::remote_read | access::remote_atomic;

/// A completion; of a receive also through which queue pair it came, how long it is and its imm.
struct outcome {
  int entry = 0;
  cqe_syndrome status = cqe_syndrome::ok;
  std::uint32_t qpn = 0;
  std::uint32_t byte_count = 0;
  std::uint32_t imm = 0;

  bool operator==(const outcome&) const = default;
  friend std::ostream& operator<<(std::ostream& out, const outcome& o) {
    return out << o.entry << " (" << name(o.status) << ") through " << std::hex << o.qpn << std::dec
               << ", " << o.byte_count << " bytes, imm " << std::hex << o.imm << std::dec;
  }
};
using outcomes = std::vector<outcome>;

inline bool has_imm(cqe_opcode opcode) {
  return opcode == cqe_opcode::resp_send_imm || opcode == cqe_opcode::resp_wr_imm;
}

/// Polls until `count` completions have come, or for long_enough.
template <class Cq>
outcomes completions(Cq& cq, std::size_t count) {
  outcomes seen;
  const auto deadline = std::chrono::steady_clock::now() + long_enough;
  const auto sent = [&](const send_completion<int>& c) { seen.push_back({c.entry, c.status()}); };
  const auto received = [&](const recv_completion<int>& c) {
    seen.push_back({c.entry, c.status(), c.qpn(), c.ok() ? c.byte_count() : 0,
                    c.ok() && has_imm(c.opcode()) ? c.imm() : 0});
  };
  while (seen.size() < count && std::chrono::steady_clock::now() < deadline) {
    cq.poll(overloaded{sent, received});
  }
  return seen;
}

const outcomes sent_1{{1}};

/// Memory that one side sends from, or that the other receives into.
struct registered {
  explicit registered(const verbatim::context& context) : pd(context) {}

  std::uint64_t at(std::size_t offset) const { return mr.addr() + offset; }
  std::span<const std::byte> bytes(std::size_t offset, std::size_t length) const {
    return std::as_bytes(std::span(memory)).subspan(offset, length);
  }
  std::uint64_t number(std::size_t offset) const {
    std::uint64_t value;
    std::memcpy(&value, memory.data() + offset, sizeof value);
    return value;
  }
  void fill(unsigned seed) {
    for (std::size_t i = 0; i < memory.size(); ++i) {
      memory[i] = static_cast<std::uint8_t>(seed + i * 13);
    }
  }

  std::vector<std::uint8_t> memory = std::vector<std::uint8_t>(8192);
  verbatim::pd pd;
  verbatim::mr mr{pd, std::span(memory), everything};
};

/// An XRC SRQ with its completion queue and memory.
struct receiver : registered {
  using queue = xrc_srq<int>;

  receiver(const verbatim::context& context, const xrc_domain& domain)
      : registered(context), cq(context, 64), srq(domain, pd, cq, {.max_wr = 8}) {}

  void post(int entry, std::size_t offset, std::uint32_t length = 1024) {
    ASSERT_TRUE(srq.srq_wqe().sge(at(offset), length, mr.lkey()).finish(entry));
    srq.ring_doorbell();
  }

  verbatim::cq<queue> cq;
  queue srq;
};

/// An XRC send QP with its completion queue and memory. It posts and waits.
template <auto... Policies>
struct sender : registered {
  using queue = xrc_send_qp<int, Policies...>;

  explicit sender(const verbatim::context& context)
      : registered(context), cq(context, 64), qp(pd, cq, {.max_send_wqebbs = 16}) {}

  template <class Chain>
  outcomes run(Chain&& chain) {
    EXPECT_TRUE(std::forward<Chain>(chain).signal(1).finish());
    qp.ring_doorbell();
    return completions(cq, 1);
  }
  auto to(const receiver& r) { return qp.sq_wqe().xrc(r.srq.srqn()); }
  auto local(std::uint32_t length) const { return std::tuple(at(0), length, mr.lkey()); }

  template <class NeedsData>
  outcomes run_with(NeedsData&& chain, std::uint32_t length, std::size_t offset = 0) {
    return run(std::forward<NeedsData>(chain).sge(at(offset), length, mr.lkey()));
  }

  verbatim::cq<queue> cq;
  queue qp;
};

inline void connect(connected_qp& from, xrc_recv_qp& to) {
  const auto address = from.address();
  from.connect(to.address());
  to.connect(address);
}

inline bool same(const registered& a, std::size_t at_a, const registered& b, std::size_t at_b,
                 std::size_t length) {
  return std::ranges::equal(a.bytes(at_a, length), b.bytes(at_b, length));
}

class xrc_queues : public testing::Test {
 protected:
  void SetUp() override {
    near.fill(1);
    far.fill(101);
    connect(near.qp, tgt_near);
    connect(far.qp, tgt_far);
  }

  verbatim::context context = open_device("mlx5_0");
  verbatim::context elsewhere = open_device("mlx5_1");
  xrc_domain domain{context};
  receiver one{context, domain};
  receiver other{context, domain};
  sender<> near{context};
  sender<ring_end::wrapping> far{elsewhere};
  xrc_recv_qp tgt_near{domain};
  xrc_recv_qp tgt_far{domain};
};

}  // namespace verbatim
