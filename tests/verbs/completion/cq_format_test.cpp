// Completion queues of every format that verbs and DevX make, on the emulated device: what arrives is in
// the buffers that were posted for it, however its completion came.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "cq_formats_fixture.hpp"
#include "long_enough.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/direct/srq.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"

namespace verbatim {
namespace {

/// Returns the error that a call throws.
template <class Create>
std::string refusal(Create create) {
  try {
    create();
  } catch (const error& e) {
    return e.advice();
  }
  return "";
}

TYPED_TEST(cq_formats, payloads_come_in_no_cqe_unless_asked_for) { this->receive(false); }

TYPED_TEST(cq_formats, receives_from_cqes) { this->receive(true); }

TYPED_TEST(cq_formats, receives_over_uc_from_cqes) { this->template receive<uc_qp<int>>(true); }

TYPED_TEST(cq_formats, receives_of_an_srq_from_cqes) {
  using type = rc_qp<int, on_srq<int>>;
  typename TestFixture::template cq_type<type> cq(this->context, 64);
  srq<int> shared(this->pd, {.max_wr = 8, .max_sge = 3});
  type a(this->pd, cq, shared, {.scatter_to_cqe = true});
  type b(this->pd, cq, shared, {.scatter_to_cqe = true});
  this->connect(a, b);
  this->receive(
      cq, a,
      [&](std::uint32_t length, unsigned sges) {
        ASSERT_TRUE(this->into(shared.srq_wqe(), length, sges).finish(1));
        shared.ring_doorbell();
      },
      true);
}

TYPED_TEST(cq_formats, reads_from_cqes) {
  using type = rc_qp<int>;
  typename TestFixture::template cq_type<type> cq(this->context, 64);
  type a(this->pd, cq, {.scatter_to_cqe = true});
  type b(this->pd, cq, {.scatter_to_cqe = true});
  this->connect(a, b);
  for (std::uint32_t length = 1; length <= 80; ++length) {
    for (unsigned sges = 1; sges <= 3; ++sges) {
      auto read = a.sq_wqe().read().rdma(this->mr.addr(), this->mr.rkey());
      ASSERT_TRUE(this->into(std::move(read), length, sges).signal(1).finish());
      a.ring_doorbell();
      // A receive leaves what is too much of its list, and a READ fills it.
      std::uint32_t total = 0;
      for (unsigned i = 0; i < sges; ++i) total += this->piece(length, sges, i);
      ASSERT_EQ(this->inlined(cq, {1}), total <= this->inside ? 1u : 0u) << total << " bytes";
      ASSERT_TRUE(this->arrived(total, length, sges)) << total << " bytes, " << sges << " SGEs";
    }
  }
}

TYPED_TEST(cq_formats, what_goes_to_the_null_key_is_thrown_away) {
  using type = rc_qp<int>;
  typename TestFixture::template cq_type<type> cq(this->context, 64);
  const auto null = verbs::null_lkey(this->pd.native());
  ASSERT_NE(null, detail::no_lkey);
  const auto& mr = this->mr;
  const auto list = [&](auto&& chain) {
    std::fill(this->memory.begin() + half, this->memory.end(), untouched);
    return std::forward<decltype(chain)>(chain)
        .sge(this->buffer(0), 5, mr.lkey())
        .sge(0, 7, null)
        .sge(this->buffer(1), 10, mr.lkey());
  };
  for (const bool scatters : {false, true}) {
    const qp_attributes attributes{.max_recv_sge = 4, .scatter_to_cqe = scatters};
    type a(this->pd, cq, attributes);
    type b(this->pd, cq, attributes);
    this->connect(a, b);
    const auto arrived = [&](std::uint32_t length) {
      auto expected = std::vector<std::uint8_t>(half, untouched);
      for (std::uint32_t i = 0; i < length; ++i) {
        if (i < 5) expected[8 + i] = this->memory[i];
        if (i >= 12) expected[8 + apart + i - 12] = this->memory[i];
      }
      return std::equal(expected.begin(), expected.end(), this->memory.begin() + half);
    };
    for (std::uint32_t length = 1; length <= 22; ++length) {
      ASSERT_TRUE(list(b.rq_wqe()).finish(1));
      b.ring_recv_doorbell();
      ASSERT_TRUE(a.sq_wqe().send().sge(mr.addr(), length, mr.lkey()).signal(2).finish());
      a.ring_doorbell();
      ASSERT_EQ(this->inlined(cq, {1, 2}), scatters ? 1u : 0u);
      ASSERT_TRUE(arrived(length)) << length << " bytes";
    }
    ASSERT_TRUE(list(a.sq_wqe().read().rdma(mr.addr(), mr.rkey())).signal(1).finish());
    a.ring_doorbell();
    ASSERT_EQ(this->inlined(cq, {1}), scatters ? 1u : 0u);
    ASSERT_TRUE(arrived(22));
    // It is a key for lists of ours, and no remote key.
    ASSERT_TRUE(a.sq_wqe()
                    .write()
                    .rdma(0, rkey(null.value()))
                    .sge(mr.addr(), 8, mr.lkey())
                    .signal(3)
                    .finish());
    a.ring_doorbell();
    auto status = cqe_syndrome::ok;
    const auto deadline = std::chrono::steady_clock::now() + long_enough;
    while (cq.poll([&](auto&& c) { status = c.status(); }) == 0) {
      ASSERT_LT(std::chrono::steady_clock::now(), deadline);
    }
    EXPECT_EQ(status, cqe_syndrome::remote_access_err);
  }
}

TYPED_TEST(cq_formats, results_of_atomics_from_cqes) {
  using type = rc_qp<int>;
  typename TestFixture::template cq_type<type> cq(this->context, 64);
  type a(this->pd, cq, {.scatter_to_cqe = true});
  type b(this->pd, cq, {.scatter_to_cqe = true});
  this->connect(a, b);
  const auto& mr = this->mr;
  const auto target = mr.addr();  // 8-byte aligned, as is all of it
  const auto value = [&](std::uint64_t at) {
    std::uint64_t read;
    std::memcpy(&read, this->memory.data() + (at - mr.addr()), sizeof read);
    return read;
  };
  for (std::uint64_t round = 0; round < 100; ++round) {
    const auto before = value(target);
    ASSERT_TRUE(a.sq_wqe()
                    .fetch_add()
                    .rdma(target, mr.rkey())
                    .operands(round + 1)
                    .sge(this->buffer(0), mr.lkey())
                    .signal(1)
                    .finish());
    ASSERT_TRUE(a.sq_wqe()
                    .cas()
                    .rdma(target, mr.rkey())
                    .operands(before + round + 1, ~before)
                    .sge(this->buffer(1), mr.lkey())
                    .signal(2)
                    .finish());
    a.ring_doorbell();
    ASSERT_EQ(this->inlined(cq, {1, 2}), 2u);
    ASSERT_EQ(value(this->buffer(0)), before);
    ASSERT_EQ(value(this->buffer(1)), before + round + 1);
    ASSERT_EQ(value(target), ~before);
  }
}

TYPED_TEST(cq_formats, every_completion_comes_back_once_and_in_order) {
  using type = rc_qp<int>;
  typename TestFixture::template cq_type<type> sends(this->context, 32);
  typename TestFixture::template cq_type<type> receives(this->context, 32);
  type a(this->pd, sends, receives);
  type b(this->pd, sends, receives);
  this->connect(a, b);
  this->bursts(
      sends, receives, a,
      [&](int i) { return b.rq_wqe().sge(this->buffer(0), 64, this->mr.lkey()).finish(i); },
      [&] { b.ring_recv_doorbell(); });
}

// The counter of a receive from an SRQ is the index of its WQE, and indexes do not always follow each other.
TYPED_TEST(cq_formats, every_completion_of_an_srq_comes_back_once_and_in_order) {
  using type = rc_qp<int, on_srq<int>>;
  typename TestFixture::template cq_type<type> sends(this->context, 32);
  typename TestFixture::template cq_type<type> receives(this->context, 32);
  srq<int> shared(this->pd, {.max_wr = 40, .max_sge = 1});
  type a(this->pd, sends, receives, shared);
  type b(this->pd, sends, receives, shared);
  this->connect(a, b);
  this->bursts(
      sends, receives, a,
      [&](int i) { return shared.srq_wqe().sge(this->buffer(0), 64, this->mr.lkey()).finish(i); },
      [&] { shared.ring_doorbell(); });
}

// Longer and shorter rings, while completions wait in the ring before, and more come.
TYPED_TEST(cq_formats, moves_to_another_ring_under_traffic) {
  using type = rc_qp<int>;
  constexpr std::uint32_t wqes = 64;
  typename TestFixture::template cq_type<type> cq(this->context, 200);
  const qp_attributes attributes{.max_send_wqebbs = wqes, .max_recv_wr = wqes};
  type a(this->pd, cq, attributes);
  type b(this->pd, cq, attributes);
  this->connect(a, b);
  auto dice = [random = std::minstd_rand(1)]() mutable { return static_cast<unsigned>(random()); };
  int posted = 0;
  int sent = 0;
  int received = 0;
  int moves = 0;
  const auto poll = [&](unsigned budget) {
    return cq.poll(overloaded{[&](send_completion<int>&& c) { ASSERT_EQ(c.entry, sent++); },
                              [&](recv_completion<int>&& c) {
                                ASSERT_EQ(c.entry, received++);
                                ASSERT_EQ(c.byte_count(), static_cast<unsigned>(c.entry) % 64 + 1);
                              }},
                   budget);
  };
  const auto deadline = std::chrono::steady_clock::now() + long_enough;
  while (moves < 40 || sent < posted || received < posted) {
    ASSERT_LT(std::chrono::steady_clock::now(), deadline) << sent << ", " << received;
    for (auto burst = moves < 40 ? dice() % 20 : 0;
         burst != 0 && posted - std::min(sent, received) < 40; --burst) {
      ASSERT_TRUE(b.rq_wqe().sge(this->buffer(0), 64, this->mr.lkey()).finish(posted));
      ASSERT_TRUE(
          a.sq_wqe()
              .send()
              .sge(this->mr.addr(), static_cast<std::uint32_t>(posted) % 64 + 1, this->mr.lkey())
              .signal(posted)
              .finish());
      ++posted;
    }
    b.ring_recv_doorbell();
    a.ring_doorbell();
    poll(dice() % 8);
    if (dice() % 4 == 0 && !cq.resizing() && moves < 40) {
      const auto cqes = 100u << dice() % 4;
      cq.resize(cqes);
      ++moves;
      EXPECT_TRUE(cq.resizing());
      ASSERT_THROW(cq.resize(cqes), error);
      if (dice() % 2 == 0) {
        while (cq.resizing()) poll(dice() % 3);
        ASSERT_GE(cq.cqes(), cqes);
      }
    }
    if (moves == 40) poll(32);
  }
  EXPECT_EQ(cq.dropped(), 0u) << message(cq.last_dropped().why);
}

TYPED_TEST(cq_formats, stays_in_its_ring_if_another_is_too_short) {
  using type = rc_qp<int>;
  typename TestFixture::template cq_type<type> cq(this->context, 40);
  verbatim::cq<type> receives(this->context, 4);
  type a(this->pd, cq, receives);
  a.connect(a.address());
  const auto read = [&](int entry) {
    ASSERT_TRUE(a.sq_wqe()
                    .read()
                    .rdma(this->mr.addr(), this->mr.rkey())
                    .sge(this->buffer(0), 8, this->mr.lkey())
                    .signal(entry)
                    .finish());
  };
  for (int i = 0; i < 20; ++i) read(i);
  // Behind the fence it goes only when all of them are done.
  ASSERT_TRUE(a.rq_wqe().sge(this->buffer(1), 8, this->mr.lkey()).finish(0));
  ASSERT_TRUE(a.sq_wqe()
                  .send({.fence = fence_mode::reads_and_atomics})
                  .sge(this->mr.addr(), 8, this->mr.lkey())
                  .finish());
  a.ring_recv_doorbell();
  a.ring_doorbell();
  const auto deadline = std::chrono::steady_clock::now() + long_enough;
  while (receives.poll([](auto&&) {}) == 0) {
    ASSERT_LT(std::chrono::steady_clock::now(), deadline);
  }
  int seen = 0;
  const auto poll_until = [&](int count) {
    while (seen < count && std::chrono::steady_clock::now() < deadline) {
      cq.poll([&](auto&& c) { ASSERT_EQ(c.entry, seen++); }, 1);
    }
    ASSERT_EQ(seen, count);
  };
  ASSERT_NE(refusal([&] { cq.resize(2); }).find("Then poll before"), std::string::npos);
  EXPECT_FALSE(cq.resizing());
  EXPECT_EQ(cq.cqes(), 64u);
  poll_until(20);
  cq.resize(2);
  read(20);
  a.ring_doorbell();
  poll_until(21);
  EXPECT_EQ(cq.cqes(), 4u);
  ASSERT_NE(refusal([&] { cq.resize(0); }).find("max_cqe"), std::string::npos);
  cq.close();
  EXPECT_THROW(cq.resize(10), error);
}

TEST(cq_format_refusals, say_what_there_is) {
  const auto context = open_device();
  cq<ud_qp<int>> cq(context, 16);
  EXPECT_NE(refusal([&] {
              ud_qp<int> qp(pd(context), cq, qp_attributes{.scatter_to_cqe = true});
            }).find("for RC, UC and DCI"),
            std::string::npos);
}

}  // namespace
}  // namespace verbatim
