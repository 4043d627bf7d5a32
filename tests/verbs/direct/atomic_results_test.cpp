// The number that result() of each atomic reads from the memory that the device wrote.
#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>

#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"

namespace verbatim {
namespace {

class atomic_results : public testing::Test {
 protected:
  using qp_type = rc_qp<int>;

  void SetUp() override {
    qp.connect(peer.address());
    peer.connect(qp.address());
  }

  /// Posts an atomic to a target that holds `before`, and returns what is there afterwards.
  template <class Number, class Post>
  Number after(Number before, Post post) {
    words[0] = words[1] = 0;
    std::memcpy(&words[1], &before, sizeof before);
    const post_result posted = post(qp.sq_wqe());
    EXPECT_TRUE(posted.ok()) << message(posted.error());
    qp.ring_doorbell();
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (cq.poll([](auto&& done) { EXPECT_TRUE(done.ok()); }) == 0) {
      if (std::chrono::steady_clock::now() > until) throw std::runtime_error("no CQE came");
    }
    Number now;
    std::memcpy(&now, &words[1], sizeof now);
    return now;
  }

  template <std::size_t bytes>
  std::span<const std::byte, bytes> result() const {
    return std::as_bytes(std::span(words)).first<bytes>();
  }
  std::uint64_t target() const { return mr.addr() + sizeof words[0]; }

  std::uint64_t words[2] = {};
  verbatim::pd pd{open_device()};
  verbatim::mr mr{pd, std::span(words),
                  access::local_write | access::remote_write | access::remote_atomic};
  verbatim::cq<qp_type> cq{pd.context(), 16};
  qp_type qp{pd, cq}, peer{pd, cq};
};

constexpr std::uint64_t before64 = 0x1122334455667788;
constexpr std::uint32_t before32 = 0x11223344;

TEST_F(atomic_results, of_8_bytes) {
  const auto to = [&](auto&& needs_rdma) {
    return std::move(needs_rdma).rdma(target(), mr.rkey());
  };
  const auto finish = [&](auto&& needs_sge) {
    return std::move(needs_sge).sge(mr.addr(), mr.lkey()).signal(1).finish();
  };
  EXPECT_EQ(after(before64,
                  [&](auto&& wqe) { return finish(to(std::move(wqe).fetch_add()).operands(1)); }),
            before64 + 1);
  EXPECT_EQ(rc::atomic_fa::result(result<8>()), before64);
  EXPECT_EQ(
      after(before64,
            [&](auto&& wqe) { return finish(to(std::move(wqe).cas()).operands(before64, 5)); }),
      5u);
  EXPECT_EQ(rc::atomic_cs::result(result<8>()), before64);
  EXPECT_EQ(
      after(before64, [&](auto&& wqe) { return finish(to(std::move(wqe).swap64()).operands(6)); }),
      6u);
  EXPECT_EQ(rc::swap64::result(result<8>()), before64);
  EXPECT_EQ(after(before64,
                  [&](auto&& wqe) {
                    return finish(to(std::move(wqe).masked_fetch_add64()).operands(1, 0));
                  }),
            before64 + 1);
  EXPECT_EQ(rc::masked_fetch_add64::result(result<8>()), before64);
  EXPECT_EQ(
      after(before64,
            [&](auto&& wqe) { return finish(to(std::move(wqe).fetch_or64()).operands(0xff)); }),
      before64 | 0xff);
  EXPECT_EQ(rc::fetch_or64::result(result<8>()), before64);
}

TEST_F(atomic_results, of_4_bytes) {
  const auto to = [&](auto&& needs_rdma) {
    return std::move(needs_rdma).rdma(target(), mr.rkey());
  };
  const auto finish = [&](auto&& needs_sge) {
    return std::move(needs_sge).sge(mr.addr(), mr.lkey()).signal(1).finish();
  };
  EXPECT_EQ(after(before32,
                  [&](auto&& wqe) { return finish(to(std::move(wqe).fetch_add32()).operands(1)); }),
            before32 + 1);
  EXPECT_EQ(rc::fetch_add32::result(result<4>()), before32);
  EXPECT_EQ(
      after(before32,
            [&](auto&& wqe) { return finish(to(std::move(wqe).cas32()).operands(before32, 5)); }),
      5u);
  EXPECT_EQ(rc::cas32::result(result<4>()), before32);
  EXPECT_EQ(
      after(before32,
            [&](auto&& wqe) { return finish(to(std::move(wqe).fetch_and32()).operands(0xff)); }),
      before32 & 0xff);
  EXPECT_EQ(rc::fetch_and32::result(result<4>()), before32);
}

}  // namespace
}  // namespace verbatim
