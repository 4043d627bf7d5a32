// CQEs that libmlx5 and we understand differently, one by one: what no device writes, and page faults.
#include <endian.h>
#include <gtest/gtest.h>
#include <infiniband/mlx5dv.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <vector>

#include "bytes.hpp"
#include "compared_buffers.hpp"
#include "compared_receivers.hpp"
#include "completing_sides.hpp"
#include "cqe_writer.hpp"
#include "dice.hpp"
#include "verbatim/queue/completion/completion_queue.hpp"

namespace verbatim::test {
namespace {

constexpr std::uint32_t cqes = 16;
constexpr std::uint32_t qpn = 0x100;  // and the user index

struct own_endpoint {
  recv_queue<std::uint64_t>& rq;
};
struct shared_endpoint {
  shared_recv_queue<std::uint64_t>& rq;
};

/// Receives of a queue pair and of an SRQ, on libmlx5 twice and with us.
class differing_cqes : public testing::Test {
 protected:
  differing_cqes() {
    for (const auto whose : verbs_pollers) {
      own_.set_theirs(whose, theirs_[whose].rc.get());
      shared_.set_theirs(whose, theirs_[whose].srq.get());
    }
    ours_.attach(qpn + of_rc, rc_);
    ours_.attach(qpn + of_rc_on_srq, on_srq_);
    own_.post();
    shared_.post();
  }

  static mlx5_cqe64 cqe_of(user_index of, unsigned opcode, std::uint16_t counter) {
    mlx5_cqe64 cqe{};
    cqe.srqn_uidx = htobe32(of);
    cqe.sop_drop_qpn = htobe32(qpn + of);
    cqe.wqe_counter = htobe16(counter);
    cqe.op_own = static_cast<std::uint8_t>(opcode << 4);
    return cqe;
  }

  void put(const mlx5_cqe64& cqe) {
    for (auto& device : devices_) {
      device.put(std::as_bytes(std::span(&cqe, 1)).first<sizeof cqe>());
    }
  }

  /// The next completion of libmlx5, by either way to poll; none if both say so.
  struct answer {
    int error = 0;  ///< of both: 0, or negative
    std::vector<std::uint64_t> ids;
    ibv_wc_status status = IBV_WC_SUCCESS;
  };
  answer poll_theirs() {
    answer result;
    ibv_wc done{};
    const int count = ibv_poll_cq(theirs_[by_poll_cq].cq.get(), 1, &done);
    if (count < 0) result.error = count;
    if (count > 0) {
      result.ids.push_back(done.wr_id);
      result.status = done.status;
    }
    auto* const cq = theirs_[by_start_poll].cq.ex();
    ibv_poll_cq_attr attributes{};
    const int error = ibv_start_poll(cq, &attributes);
    EXPECT_EQ(error, count < 0 ? count : count == 0 ? ENOENT : 0);
    if (error != 0) return result;
    EXPECT_EQ(cq->status, result.status);
    ibv_end_poll(cq);
    return result;
  }

  /// Polls everything that is there with our queue, and returns the entries.
  std::vector<std::uint64_t> poll_ours() {
    std::vector<std::uint64_t> ids;
    ours_.poll([&]<class Completion>(Completion&& done) {
      if constexpr (requires { done.solicited(); }) {
        ids.push_back(done.entry);
        status_ = done.status();
        vendor_err_ = done.vendor_err_synd();
      }
    });
    return ids;
  }

  /// A good receive is understood by all: nothing of what came before it is in the way.
  void expect_agreement(user_index of) {
    const auto next = (of == of_rc ? static_cast<receiver&>(own_) : shared_).take();
    put(cqe_of(of, MLX5_CQE_RESP_SEND, next->counter));
    const auto theirs = poll_theirs();
    ASSERT_EQ(theirs.ids, std::vector{next->id});
    ASSERT_EQ(theirs.status, IBV_WC_SUCCESS);
    ASSERT_EQ(poll_ours(), std::vector{next->id});
    ASSERT_EQ(status_, cqe_syndrome::ok);
  }

  cqe_problem dropped() const { return ours_.last_dropped().why; }

  dice random_;
  buffers memory_{100};
  std::array<native_side, verbs_pollers.size()> theirs_{native_side{{.cqes = cqes}},
                                                        native_side{{.cqes = cqes}}};
  own_receiver own_{random_, memory_};
  shared_receiver shared_{random_, memory_, native_side::srq_wqes(theirs_[0].srq.get())};
  byte_string ring_ = byte_string(cqes * 64);
  alignas(8) std::array<std::byte, 8> record_{};
  own_endpoint rc_{own_.rq()};
  shared_endpoint on_srq_{shared_.rq()};
  completion_queue<own_endpoint, shared_endpoint> ours_{
      {.ring = ring_.data(), .cqes = cqes, .cqe_size = 64, .dbrec = record_.data()}};
  std::array<cqe_writer, pollers.size()> devices_{cqe_writer{theirs_[0].cq.ring(), cqes},
                                                  cqe_writer{theirs_[1].cq.ring(), cqes},
                                                  cqe_writer{ring_.data(), cqes}};
  cqe_syndrome status_{};
  std::uint8_t vendor_err_ = 0;
};

/// libmlx5 posts the WQE again and reports nothing; we hand the entry back, and the program posts it.
TEST_F(differing_cqes, odp_page_fault_of_an_srq) {
  constexpr std::uint8_t odp_page_fault = 0x93;
  const auto next = shared_.take();
  auto cqe = cqe_of(of_rc_on_srq, MLX5_CQE_RESP_ERR, next->counter);
  auto& error = reinterpret_cast<mlx5_err_cqe&>(cqe);
  error.syndrome = MLX5_CQE_SYNDROME_REMOTE_ABORTED_ERR;
  error.vendor_err_synd = odp_page_fault;
  put(cqe);
  EXPECT_TRUE(poll_theirs().ids.empty());
  EXPECT_EQ(poll_ours(), std::vector{next->id});
  EXPECT_EQ(status_, cqe_syndrome::remote_aborted_err);
  EXPECT_EQ(vendor_err_, odp_page_fault);
  expect_agreement(of_rc_on_srq);

  // On a queue pair's own queue all say the same.
  const auto own = own_.take();
  error.wqe_counter = htobe16(own->counter);
  error.srqn = htobe32(of_rc);
  error.s_wqe_opcode_qpn = htobe32(qpn + of_rc);
  put(cqe);
  const auto theirs = poll_theirs();
  EXPECT_EQ(theirs.ids, std::vector{own->id});
  EXPECT_EQ(theirs.status, IBV_WC_REM_ABORT_ERR);
  EXPECT_EQ(poll_ours(), std::vector{own->id});
}

/// libmlx5 says that something has completed, and leaves open what.
TEST_F(differing_cqes, opcodes_of_no_completion) {
  for (const unsigned opcode : {5u, 7u, 8u, 9u, 10u, 11u}) {
    put(cqe_of(of_rc, opcode, 0));
    EXPECT_EQ(poll_theirs().ids.size(), 1u) << opcode;
    EXPECT_TRUE(poll_ours().empty()) << opcode;
    EXPECT_EQ(dropped(), cqe_problem::unknown_opcode) << opcode;
  }
  expect_agreement(of_rc);
}

/// libmlx5's call fails; ours leaves the CQE out and says so in dropped().
TEST_F(differing_cqes, a_queue_that_nobody_knows) {
  for (const unsigned opcode :
       {MLX5_CQE_REQ, MLX5_CQE_RESP_SEND, MLX5_CQE_REQ_ERR, MLX5_CQE_RESP_ERR}) {
    auto cqe = cqe_of(of_rc, opcode, 0);
    cqe.srqn_uidx = htobe32(0xabcd);
    cqe.sop_drop_qpn = htobe32(0xabcd);
    put(cqe);
    EXPECT_LT(poll_theirs().error, 0) << opcode;
    EXPECT_TRUE(poll_ours().empty()) << opcode;
    EXPECT_EQ(dropped(), cqe_problem::unknown_owner) << opcode;
  }
  expect_agreement(of_rc);
}

/// libmlx5 copies what there is room for, and fails the WQE; we leave the CQE out.
TEST_F(differing_cqes, a_payload_longer_than_its_buffers) {
  constexpr std::uint64_t id = 7;
  std::array<std::byte, 8> buffer{};
  ibv_sge sge{reinterpret_cast<std::uintptr_t>(buffer.data()), 4, 1};
  ibv_recv_wr wr{.wr_id = id, .next = nullptr, .sg_list = &sge, .num_sge = 1};
  ibv_recv_wr* bad = nullptr;
  for (const auto& side : theirs_) ASSERT_EQ(ibv_post_recv(side.uc.get(), &wr, &bad), 0);
  own_receiver unreliable(random_, memory_);
  own_endpoint endpoint{unreliable.rq()};
  ours_.attach(qpn + of_uc, endpoint);
  ASSERT_TRUE(unreliable.rq().rq_wqe().sge(sge.addr, sge.length, lkey(sge.lkey)).finish(id).ok());

  auto cqe = cqe_of(of_uc, MLX5_CQE_RESP_SEND, 0);
  std::memset(static_cast<void*>(&cqe), 0xab, 32);
  cqe.op_own = static_cast<std::uint8_t>(cqe.op_own | MLX5_INLINE_SCATTER_32);
  cqe.byte_cnt = htobe32(sge.length + 1);
  put(cqe);
  const auto theirs = poll_theirs();
  EXPECT_EQ(theirs.ids, std::vector{id});
  EXPECT_EQ(theirs.status, IBV_WC_LOC_LEN_ERR);
  EXPECT_TRUE(poll_ours().empty());
  EXPECT_EQ(dropped(), cqe_problem::inline_data_without_buffer);
  EXPECT_EQ(buffer[sge.length], std::byte{}) << "something was written behind the buffer";
  expect_agreement(of_rc);
}

}  // namespace
}  // namespace verbatim::test
