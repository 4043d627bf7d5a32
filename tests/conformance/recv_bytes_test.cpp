// The same receive WQEs through ibv_post_recv and our builder leave the same bytes.
#include <gtest/gtest.h>
#include <infiniband/mlx5dv.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <set>
#include <string>
#include <vector>

#include "bytes.hpp"
#include "cqe_writer.hpp"
#include "dice.hpp"
#include "plain_verbs.hpp"
#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/generated/doorbells/qp_dbrec.hpp"
#include "verbatim/generated/segments/data_seg.hpp"
#include "verbatim/queue/receive/recv_queue.hpp"

namespace verbatim::test {
namespace {

constexpr unsigned wqes_per_shape = 10'000;
constexpr std::uint32_t cqes = 16;
constexpr std::uint32_t longest_list = 16;

struct recv_operation {
  std::uint64_t id;
  std::vector<ibv_sge> sges;
};

/// One receive ring.
class side {
 public:
  side(const queue_pair_shape& rings, dice& random)
      : cq(context, cqes), qp(context, cq.get(), rings), before(qp.recv_ring().size()) {
    litter(random, 0, rings.recv_wqes);
  }

  std::size_t at(std::uint32_t counter) const {
    return std::size_t{counter} * qp.recv_stride() % before.size();
  }

  /// Fills unused WQEs with bytes that no other ring has: what is not written shows.
  void litter(dice& random, std::uint32_t counter, std::uint32_t count) {
    for (; count-- != 0; ++counter) {
      const auto bytes = random.bytes(qp.recv_stride());
      std::copy(bytes.begin(), bytes.end(), before.data() + at(counter));
      std::copy(bytes.begin(), bytes.end(), qp.recv_ring().data() + at(counter));
    }
  }

  byte_view wqe(std::uint32_t counter) const {
    return byte_view(qp.recv_ring()).subspan(at(counter), qp.recv_stride());
  }
  byte_view litter_under(std::uint32_t counter) const {
    return byte_view(before).subspan(at(counter), qp.recv_stride());
  }

  plain_context context;
  plain_completion_queue cq;
  plain_queue_pair qp;
  cqe_writer device{cq.ring(), cqes};
  byte_string before;
};

int post_with_verbs(ibv_qp* qp, const std::vector<recv_operation>& batch) {
  std::vector<ibv_recv_wr> list;
  for (const auto& op : batch) {
    list.push_back({.wr_id = op.id,
                    .next = nullptr,
                    .sg_list = const_cast<ibv_sge*>(op.sges.data()),
                    .num_sge = static_cast<int>(op.sges.size())});
  }
  for (std::size_t i = 1; i < list.size(); ++i) list[i - 1].next = &list[i];
  ibv_recv_wr* bad = nullptr;
  return ibv_post_recv(qp, list.data(), &bad);
}

class comparison {
 public:
  explicit comparison(const queue_pair_shape& rings)
      : rings_(rings),
        theirs_(rings, random_),
        ours_(rings, random_),
        rq_({.ring = ours_.qp.recv_ring().data(),
             .wqes = rings.recv_wqes,
             .stride = ours_.qp.recv_stride(),
             .dbrec = ours_.qp.dbrec(MLX5_RCV_DBR)}) {}

  void run(std::uint32_t wqes) {
    ASSERT_EQ(rq_.max_sges(), ours_.qp.recv_stride() / data_seg::size);
    while (pi_ < wqes && !testing::Test::HasFailure()) {
      const auto room = std::min(rings_.recv_wqes - (pi_ - ci_), longest_list);
      if (room != 0) post(random_.below(room) + 1);
      retire(random_.below(std::min(pi_ - ci_, cqes) + 1));
    }
    EXPECT_EQ(counts_.size(), rq_.max_sges() + 1) << "not every number of SGEs was met";
  }

 private:
  recv_operation random_recv() {
    recv_operation op{.id = random_.any<std::uint64_t>(), .sges = {}};
    const auto count = random_.below(rq_.max_sges() + 1);
    for (std::uint32_t i = 0; i < count; ++i) {
      // A tenth and more of them are of length 0, and are left out of the WQE.
      op.sges.push_back({random_.bits(64), random_.bits32(31), random_.bits32(32)});
    }
    return op;
  }

  void post(std::uint32_t count) {
    std::vector<recv_operation> batch;
    while (batch.size() < count) batch.push_back(random_recv());
    theirs_.litter(random_, pi_, count);
    ours_.litter(random_, pi_, count);
    ASSERT_EQ(post_with_verbs(theirs_.qp.get(), batch), 0);
    for (const auto& op : batch) {
      auto wqe = rq_.rq_wqe();
      for (const auto& sge : op.sges)
        wqe = std::move(wqe).sge(sge.addr, sge.length, lkey(sge.lkey));
      ASSERT_TRUE(std::move(wqe).finish(op.id).ok());
    }
    rq_.ring_doorbell();

    for (const auto& op : batch) {
      ASSERT_NO_FATAL_FAILURE(compare(op));
      waiting_.push_back(op.id);
      ++pi_;
    }
    const auto record = written(qp_dbrec{.rcv_counter = static_cast<std::uint16_t>(pi_)});
    ASSERT_TRUE(same({theirs_.qp.dbrec(0), qp_dbrec::size}, record));
    ASSERT_TRUE(same({ours_.qp.dbrec(0), qp_dbrec::size}, record));
  }

  /// The SGEs that are not empty, and the terminator if they do not fill the WQE. Behind it both
  /// leave the ring as it was.
  void compare(const recv_operation& op) {
    const auto sges = std::count_if(op.sges.begin(), op.sges.end(),
                                    [](const ibv_sge& sge) { return sge.length != 0; });
    const auto size = std::min((static_cast<std::size_t>(sges) + 1) * data_seg::size,
                               std::size_t{ours_.qp.recv_stride()});
    counts_.insert(static_cast<unsigned>(sges));
    ASSERT_TRUE(same(ours_.wqe(pi_).first(size), theirs_.wqe(pi_).first(size))) << "at " << pi_;
    ASSERT_TRUE(same(ours_.wqe(pi_).subspan(size), ours_.litter_under(pi_).subspan(size)));
    ASSERT_TRUE(same(theirs_.wqe(pi_).subspan(size), theirs_.litter_under(pi_).subspan(size)));
    if (static_cast<std::size_t>(sges) * data_seg::size == ours_.qp.recv_stride()) return;
    const auto terminator =
        data_seg::read(theirs_.wqe(pi_).data() + static_cast<std::size_t>(sges) * data_seg::size);
    ASSERT_EQ(terminator, (data_seg{.byte_count = 0, .lkey = MLX5_INVALID_LKEY, .addr = 0}));
  }

  void retire(std::uint32_t count) {
    for (; count-- != 0; ++ci_) {
      std::array<std::byte, 64> cqe;
      cqe64::values{.qpn = theirs_.qp.qpn(),
                    .wqe_counter = static_cast<std::uint16_t>(ci_),
                    .opcode = cqe_opcode::resp_send}
          .write(cqe.data());
      theirs_.device.put(cqe);
      ibv_wc done;
      ASSERT_EQ(ibv_poll_cq(theirs_.cq.get(), 1, &done), 1);
      ASSERT_EQ(done.wr_id, waiting_.front());
      ASSERT_EQ(rq_.retire(static_cast<std::uint16_t>(ci_)), waiting_.front());
      waiting_.pop_front();
    }
  }

  dice random_;
  queue_pair_shape rings_;
  side theirs_;
  side ours_;
  recv_queue<std::uint64_t> rq_;
  std::deque<std::uint64_t> waiting_;
  std::set<unsigned> counts_;
  std::uint32_t pi_ = 0;
  std::uint32_t ci_ = 0;
};

void compare_all(ibv_qp_type transport, std::uint32_t wqes, std::uint32_t sges,
                 std::uint32_t count = wqes_per_shape) {
  comparison({.transport = transport, .recv_wqes = wqes, .recv_sges = sges}).run(count);
}

TEST(recv_bytes, one_wqe) { compare_all(IBV_QPT_RC, 1, 4); }
TEST(recv_bytes, wqes_of_one_sge) { compare_all(IBV_QPT_RC, 4, 1); }
TEST(recv_bytes, sges_that_do_not_fill_the_stride) { compare_all(IBV_QPT_RC, 16, 3); }
TEST(recv_bytes, wqes_of_many_sges) { compare_all(IBV_QPT_UC, 64, 16); }
TEST(recv_bytes, index_wraps) { compare_all(IBV_QPT_UC, 64, 2, (1u << 16) + 200); }
TEST(recv_bytes, large_ring) { compare_all(IBV_QPT_RC, 4096, 2, (1u << 16) + 5000); }

}  // namespace
}  // namespace verbatim::test
