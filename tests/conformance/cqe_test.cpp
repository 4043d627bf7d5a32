// The same CQE bytes mean the same to ibv_poll_cq, to ibv_start_poll and to us.
#include <endian.h>
#include <gtest/gtest.h>
#include <infiniband/mlx5dv.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "allowed_differences.hpp"
#include "bytes/bytes.hpp"
#include "bytes/dice.hpp"
#include "cqe_writer.hpp"
#include "operation.hpp"
#include "plain_verbs.hpp"
#include "verbatim/generated/doorbells/cq_dbrec.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/generated/transports/uc.hpp"
#include "verbatim/queue/completion_queue.hpp"
#include "verbatim/queue/recv_queue.hpp"
#include "verbatim/queue/send_queue.hpp"

namespace verbatim::test {
namespace {

constexpr unsigned cqes_per_size = 200'000;
constexpr std::uint32_t wqes = 64;  // of each ring
constexpr queue_pair_shape reliable{
    .transport = IBV_QPT_RC, .send_wqes = wqes, .recv_wqes = wqes, .recv_sges = 1};
constexpr queue_pair_shape unreliable{
    .transport = IBV_QPT_UC, .send_wqes = wqes, .recv_wqes = wqes, .recv_sges = 1};

/// What libmlx5 calls a syndrome; every other one is IBV_WC_GENERAL_ERR.
constexpr std::array<std::pair<cqe_syndrome, ibv_wc_status>, 13> statuses{{
    {cqe_syndrome::local_length_err, IBV_WC_LOC_LEN_ERR},
    {cqe_syndrome::local_qp_op_err, IBV_WC_LOC_QP_OP_ERR},
    {cqe_syndrome::local_prot_err, IBV_WC_LOC_PROT_ERR},
    {cqe_syndrome::wr_flush_err, IBV_WC_WR_FLUSH_ERR},
    {cqe_syndrome::mw_bind_err, IBV_WC_MW_BIND_ERR},
    {cqe_syndrome::bad_resp_err, IBV_WC_BAD_RESP_ERR},
    {cqe_syndrome::local_access_err, IBV_WC_LOC_ACCESS_ERR},
    {cqe_syndrome::remote_inval_req_err, IBV_WC_REM_INV_REQ_ERR},
    {cqe_syndrome::remote_access_err, IBV_WC_REM_ACCESS_ERR},
    {cqe_syndrome::remote_op_err, IBV_WC_REM_OP_ERR},
    {cqe_syndrome::transport_retry_exc_err, IBV_WC_RETRY_EXC_ERR},
    {cqe_syndrome::rnr_retry_exc_err, IBV_WC_RNR_RETRY_EXC_ERR},
    {cqe_syndrome::remote_aborted_err, IBV_WC_REM_ABORT_ERR},
}};

ibv_wc_status status_of(const completion_view& done) {
  if (done.ok()) return IBV_WC_SUCCESS;
  const auto known = std::find_if(statuses.begin(), statuses.end(),
                                  [&](auto& pair) { return pair.first == done.status(); });
  return known == statuses.end() ? IBV_WC_GENERAL_ERR : known->second;
}

ibv_wc_opcode opcode_of(opcode sent) {
  switch (sent) {
    case opcode::rdma_write:
    case opcode::rdma_write_imm:
      return IBV_WC_RDMA_WRITE;
    case opcode::rdma_read:
      return IBV_WC_RDMA_READ;
    case opcode::atomic_cs:
      return IBV_WC_COMP_SWAP;
    case opcode::atomic_fa:
      return IBV_WC_FETCH_ADD;
    default:
      return IBV_WC_SEND;
  }
}

/// What a program learns from a completion, in the words of verbs. Parts that a completion does not
/// have stay 0.
struct meaning {
  std::uint64_t id = 0;
  ibv_wc_status status = IBV_WC_SUCCESS;
  std::uint32_t vendor_err = 0;
  std::uint32_t qpn = 0;
  ibv_wc_opcode opcode = IBV_WC_SEND;
  std::uint32_t byte_len = 0;
  unsigned flags = 0;
  std::uint32_t imm = 0;  // or the key that was invalidated; in host order
  std::uint32_t src_qp = 0;
  std::uint32_t slid = 0;
  std::uint32_t sl = 0;

  bool operator==(const meaning&) const = default;
};

std::ostream& operator<<(std::ostream& out, const meaning& m) {
  return out << "id " << m.id << ", status " << ibv_wc_status_str(m.status) << ", vendor_err "
             << m.vendor_err << ", qpn " << m.qpn << ", opcode " << m.opcode << ", byte_len "
             << m.byte_len << ", flags " << m.flags << ", imm " << m.imm << ", src_qp " << m.src_qp
             << ", slid " << m.slid << ", sl " << m.sl;
}

bool has_length(ibv_wc_opcode what) {
  return what == IBV_WC_RDMA_READ || what == IBV_WC_COMP_SWAP || what == IBV_WC_FETCH_ADD ||
         (what & IBV_WC_RECV) != 0;
}

meaning meaning_of(const ibv_wc& done) {
  meaning result{.id = done.wr_id, .status = done.status, .qpn = done.qp_num};
  if (done.status != IBV_WC_SUCCESS) {
    result.vendor_err = done.vendor_err;
    return result;
  }
  result.opcode = done.opcode;
  if (has_length(done.opcode)) result.byte_len = done.byte_len;
  if ((done.opcode & IBV_WC_RECV) == 0) return result;
  result.flags = done.wc_flags & (IBV_WC_WITH_IMM | IBV_WC_WITH_INV);
  if (result.flags == IBV_WC_WITH_IMM) result.imm = be32toh(done.imm_data);
  if (result.flags == IBV_WC_WITH_INV) result.imm = done.invalidated_rkey;
  result.src_qp = done.src_qp;
  result.slid = done.slid;
  result.sl = done.sl;
  return result;
}

meaning meaning_of(ibv_cq_ex* at) {
  meaning result{.id = at->wr_id, .status = at->status, .qpn = ibv_wc_read_qp_num(at)};
  if (at->status != IBV_WC_SUCCESS) {
    result.vendor_err = ibv_wc_read_vendor_err(at);
    return result;
  }
  result.opcode = ibv_wc_read_opcode(at);
  if (has_length(result.opcode)) result.byte_len = ibv_wc_read_byte_len(at);
  if ((result.opcode & IBV_WC_RECV) == 0) return result;
  result.flags = ibv_wc_read_wc_flags(at) & (IBV_WC_WITH_IMM | IBV_WC_WITH_INV);
  if (result.flags == IBV_WC_WITH_IMM) result.imm = be32toh(ibv_wc_read_imm_data(at));
  if (result.flags == IBV_WC_WITH_INV) result.imm = ibv_wc_read_invalidated_rkey(at);
  result.src_qp = ibv_wc_read_src_qp(at);
  result.slid = ibv_wc_read_slid(at);
  result.sl = ibv_wc_read_sl(at);
  return result;
}

meaning meaning_of(const send_completion<std::uint64_t>& done) {
  meaning result{.id = done.entry, .status = status_of(done), .qpn = done.qpn()};
  if (!done.ok()) {
    result.vendor_err = done.vendor_err_synd();
    return result;
  }
  result.opcode = opcode_of(done.opcode());
  if (has_length(result.opcode)) result.byte_len = done.byte_count();
  return result;
}

meaning meaning_of(const recv_completion<std::uint64_t>& done) {
  meaning result{.id = done.entry, .status = status_of(done), .qpn = done.qpn()};
  if (!done.ok()) {
    result.vendor_err = done.vendor_err_synd();
    return result;
  }
  result.opcode = IBV_WC_RECV;
  result.byte_len = done.byte_count();
  switch (done.opcode()) {
    case cqe_opcode::resp_wr_imm:
      result.opcode = IBV_WC_RECV_RDMA_WITH_IMM;
      [[fallthrough]];
    case cqe_opcode::resp_send_imm:
      result.flags = IBV_WC_WITH_IMM;
      result.imm = done.imm();
      break;
    case cqe_opcode::resp_send_inv:
      result.flags = IBV_WC_WITH_INV;
      result.imm = done.invalidated_rkey();
      break;
    default:
      break;
  }
  result.src_qp = done.cqe().rqpn();
  result.slid = done.cqe().slid();
  result.sl = done.cqe().sl();
  return result;
}

/// A CQ and two queue pairs, whose user indexes are 0 and 1.
struct side {
  explicit side(std::uint32_t cqes) : cq(context, cqes), device(cq.ring(), cqes) {}

  plain_context context;
  plain_completion_queue cq;
  std::array<plain_queue_pair, 2> qps{plain_queue_pair{context, cq.get(), reliable},
                                      plain_queue_pair{context, cq.get(), unreliable}};
  cqe_writer device;
};

/// Our queues over the rings of one of a side's queue pairs.
template <class Transport>
struct endpoint {
  explicit endpoint(const plain_queue_pair& qp)
      : doorbell(qp.doorbell(), qp.doorbell_half()),
        sq({.ring = qp.send_ring().data(),
            .wqebbs = wqes,
            .dbrec = qp.dbrec(MLX5_SND_DBR),
            .doorbell = &doorbell,
            .qpn = qp.qpn()}),
        rq({.ring = qp.recv_ring().data(),
            .wqes = wqes,
            .stride = qp.recv_stride(),
            .dbrec = qp.dbrec(MLX5_RCV_DBR)}) {}

  mmio::doorbell_register doorbell;
  send_queue<Transport, std::uint64_t, ring_end::wrapping, 1> sq;
  recv_queue<std::uint64_t> rq;
};

using cqe_bytes = std::array<std::byte, 64>;

/// Puts the same random CQEs into three completion queues, polls each in its way, and compares.
class comparison {
 public:
  explicit comparison(std::uint32_t cqes)
      : cqes_(cqes), poll_(cqes), start_poll_(cqes), ours_(cqes) {
    completions_.attach(ours_.qps[0].qpn(), reliable_);
    completions_.attach(ours_.qps[1].qpn(), unreliable_);
  }

  void run() {
    while (compared_ < cqes_per_size && !testing::Test::HasFailure()) {
      post();
      const auto count = random_.below(cqes_) + 1;
      std::vector<completion> expected;
      while (expected.size() < count) {
        if (auto next = random_completion())
          expected.push_back(std::move(*next));
        else
          break;
      }
      for (const auto& e : expected) {
        for (auto* s : {&poll_, &start_poll_, &ours_}) s->device.put(e.cqe);
      }
      compare(expected);
      compared_ += static_cast<unsigned>(expected.size());
    }
    if (testing::Test::HasFailure()) return;
    std::printf("%u CQEs, %u laps\n", compared_, ours_.device.pi() / cqes_);
    EXPECT_EQ(syndromes_[0].size(), 256u) << "not every syndrome of a send was met";
    EXPECT_EQ(syndromes_[1].size(), 256u) << "not every syndrome of a receive was met";
    EXPECT_NE(met_.count(difference::unsignaled_failure), 0u);
    for (const auto& p : posted_) {
      EXPECT_GT(p.send_pi, 1u << 16) << "the indexes of sends have not wrapped";
      EXPECT_GT(p.recv_pi, 1u << 15) << "the indexes of receives are still small";
    }
  }

 private:
  struct send {
    operation op;
    std::uint16_t index;
  };
  struct recv {
    std::uint64_t id;
    std::uint16_t counter;
  };
  /// What one of the queue pairs has posted, on every side.
  struct posted {
    std::deque<send> sends;
    std::deque<recv> recvs;
    std::uint32_t send_pi = 0;
    std::uint32_t recv_pi = 0;
  };

  struct completion {
    cqe_bytes cqe;
    std::uint64_t id;
    bool unsignaled = false;
  };

  /// Fills every ring again.
  void post() {
    post(0, reliable_);
    post(1, unreliable_);
  }

  template <class Endpoint>
  void post(std::size_t which, Endpoint& ours) {
    auto& p = posted_[which];
    while (p.sends.size() < wqes) {
      auto op = random_operation(
          random_, {.reliable = which == 0, .sges = 1, .inline_bytes = 12, .octowords = 4});
      if (p.sends.size() + 1 == wqes) op.signaled = true;
      ASSERT_EQ(post_with_ibv_post_send(poll_.qps[which].get(), {&op, 1}), 0);
      ASSERT_EQ(post_with_ibv_post_send(start_poll_.qps[which].get(), {&op, 1}), 0);
      ASSERT_TRUE(post_with_builders(ours.sq, op).ok());
      p.sends.push_back({std::move(op), static_cast<std::uint16_t>(p.send_pi++)});
    }
    while (p.recvs.size() < wqes) {
      const auto id = random_.any<std::uint64_t>();
      ibv_sge sge{.addr = 1, .length = 1, .lkey = 1};
      ibv_recv_wr wr{.wr_id = id, .next = nullptr, .sg_list = &sge, .num_sge = 1};
      ibv_recv_wr* bad = nullptr;
      ASSERT_EQ(ibv_post_recv(poll_.qps[which].get(), &wr, &bad), 0);
      ASSERT_EQ(ibv_post_recv(start_poll_.qps[which].get(), &wr, &bad), 0);
      ASSERT_TRUE(ours.rq.rq_wqe().sge(1, 1, 1).finish(id).ok());
      p.recvs.push_back({id, static_cast<std::uint16_t>(p.recv_pi++)});
    }
  }

  /// A CQE full of random bytes, but plain and of no tag matching: libmlx5 would scatter its data,
  /// or look for a tag-matching queue.
  mlx5_cqe64 random_cqe(std::size_t which, unsigned cqe_opcode, unsigned sent,
                        std::uint16_t wqe_counter) {
    mlx5_cqe64 cqe;
    const auto bytes = random_.bytes(sizeof cqe);
    std::memcpy(static_cast<void*>(&cqe), bytes.data(), sizeof cqe);
    cqe.app = 0;
    cqe.srqn_uidx = htobe32(static_cast<std::uint32_t>(which));
    cqe.sop_drop_qpn = htobe32(sent << 24 | ours_.qps[which].qpn());
    cqe.wqe_counter = htobe16(wqe_counter);
    cqe.op_own = static_cast<std::uint8_t>(cqe_opcode << 4 | random_.below(2) << 1);
    return cqe;
  }

  /// The same bytes as a failure.
  void fail(mlx5_cqe64& cqe, std::size_t direction) {
    auto& error = reinterpret_cast<mlx5_err_cqe&>(cqe);
    error.syndrome = static_cast<std::uint8_t>(next_syndrome_[direction]++);
    syndromes_[direction].insert(error.syndrome);
  }

  static cqe_bytes bytes_of(const mlx5_cqe64& cqe) {
    cqe_bytes bytes;
    std::memcpy(bytes.data(), &cqe, sizeof cqe);
    return bytes;
  }

  /// Nothing if the queue pair that was drawn has nothing to complete.
  std::optional<completion> random_completion() {
    const std::size_t which = random_.below(2);
    auto& p = posted_[which];
    return random_.one_in(2) ? random_send(which, p) : random_recv(which, p);
  }

  std::optional<completion> random_send(std::size_t which, posted& p) {
    const bool failed = random_.one_in(3);
    // Mostly one of the oldest, so that many CQEs fit between two posts.
    for (auto at = random_.below(4); at < p.sends.size(); ++at) {
      auto& s = p.sends[at];
      if (!failed && !s.op.signaled) continue;
      auto cqe = random_cqe(which, failed ? MLX5_CQE_REQ_ERR : MLX5_CQE_REQ,
                            static_cast<unsigned>(s.op.what), s.index);
      if (s.op.is_atomic()) cqe.byte_cnt = htobe32(8);
      if (failed) fail(cqe, 0);
      completion result{bytes_of(cqe), s.op.id, failed && !s.op.signaled};
      p.sends.erase(p.sends.begin(), p.sends.begin() + static_cast<std::ptrdiff_t>(at) + 1);
      return result;
    }
    return std::nullopt;
  }

  std::optional<completion> random_recv(std::size_t which, posted& p) {
    if (p.recvs.empty()) return std::nullopt;
    constexpr std::array opcodes{MLX5_CQE_RESP_WR_IMM, MLX5_CQE_RESP_SEND, MLX5_CQE_RESP_SEND_IMM,
                                 MLX5_CQE_RESP_SEND_INV};
    const bool failed = random_.one_in(3);
    const unsigned what = failed ? MLX5_CQE_RESP_ERR : opcodes[random_.below(opcodes.size())];
    auto cqe = random_cqe(which, what, random_.below(256), p.recvs.front().counter);
    if (failed) fail(cqe, 1);
    completion result{bytes_of(cqe), p.recvs.front().id};
    p.recvs.pop_front();
    return result;
  }

  std::vector<meaning> poll_plain() {
    std::vector<meaning> result;
    std::array<ibv_wc, 16> done;
    const int budget = static_cast<int>(random_.below(done.size()) + 1);
    while (const int count = ibv_poll_cq(poll_.cq.get(), budget, done.data())) {
      if (count < 0) {
        ADD_FAILURE() << "ibv_poll_cq failed";
        break;
      }
      for (int i = 0; i < count; ++i) result.push_back(meaning_of(done[static_cast<unsigned>(i)]));
    }
    return result;
  }

  std::vector<meaning> poll_extended() {
    std::vector<meaning> result;
    const auto cq = start_poll_.cq.ex();
    ibv_poll_cq_attr attributes{};
    if (ibv_start_poll(cq, &attributes) != 0) return result;
    do {
      result.push_back(meaning_of(cq));
      timestamps_.push_back(ibv_wc_read_completion_ts(cq));
    } while (ibv_next_poll(cq) == 0);
    ibv_end_poll(cq);
    return result;
  }

  std::vector<meaning> poll_ours(const std::vector<completion>& expected) {
    std::vector<meaning> result;
    const auto check = [&](const completion_view& done) {
      if (result.size() >= expected.size()) return;
      mlx5_cqe64 cqe;
      std::memcpy(static_cast<void*>(&cqe), expected[result.size()].cqe.data(), sizeof cqe);
      EXPECT_EQ(done.wqe_counter(), be16toh(cqe.wqe_counter));
      EXPECT_EQ(done.cqe().se(), mlx5dv_get_cqe_se(&cqe));
      EXPECT_EQ(static_cast<unsigned>(done.cqe().opcode()), mlx5dv_get_cqe_opcode(&cqe));
      if (done.ok() && result.size() < timestamps_.size()) {
        EXPECT_EQ(done.cqe().timestamp(), timestamps_[result.size()]);
      }
    };
    const auto on_completion = overloaded{[&](const send_completion<std::uint64_t>& done) {
                                            check(done);
                                            result.push_back(meaning_of(done));
                                            if (result.size() > expected.size()) return;
                                            const auto& e = expected[result.size() - 1];
                                            EXPECT_EQ(done.signaled, !e.unsignaled);
                                            if (!done.signaled) {
                                              EXPECT_EQ(done.entry, 0u);
                                              result.back().id = e.id;
                                              met_.meet(difference::unsignaled_failure);
                                            }
                                          },
                                          [&](const recv_completion<std::uint64_t>& done) {
                                            check(done);
                                            EXPECT_EQ(done.solicited(), done.cqe().se() != 0);
                                            result.push_back(meaning_of(done));
                                          }};
    const auto budget = random_.below(16) + 1;
    while (completions_.poll(on_completion, budget) != 0) {
    }
    return result;
  }

  void compare(const std::vector<completion>& expected) {
    timestamps_.clear();
    const auto plain = poll_plain();
    const auto extended = poll_extended();
    const auto ours = poll_ours(expected);
    ASSERT_EQ(plain.size(), expected.size());
    ASSERT_EQ(extended.size(), expected.size());
    ASSERT_EQ(ours.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      ASSERT_EQ(plain[i].id, expected[i].id) << "CQE " << compared_ + i;
      ASSERT_EQ(extended[i], plain[i]) << "CQE " << compared_ + i;
      ASSERT_EQ(ours[i], plain[i]) << "CQE " << compared_ + i;
    }
    ASSERT_EQ(completions_.dropped(), 0u);

    // All three have told the device the same.
    const auto ci = written(cq_dbrec{.set_ci = ours_.device.pi() & 0xffffff});
    for (const auto* s : {&poll_, &start_poll_, &ours_}) {
      ASSERT_TRUE(same({s->cq.dbrec(), 4}, byte_view(ci).first(4)));
    }
  }

  dice random_;
  std::uint32_t cqes_;
  side poll_;
  side start_poll_;
  side ours_;
  endpoint<rc> reliable_{ours_.qps[0]};
  endpoint<uc> unreliable_{ours_.qps[1]};
  completion_queue<endpoint<rc>, endpoint<uc>> completions_{
      {.ring = ours_.cq.ring(), .cqes = cqes_, .cqe_size = 64, .dbrec = ours_.cq.dbrec()}};
  std::array<posted, 2> posted_;
  unsigned compared_ = 0;
  std::array<unsigned, 2> next_syndrome_{};
  std::array<std::set<unsigned>, 2> syndromes_;
  std::vector<std::uint64_t> timestamps_;
  met_differences met_;
};

TEST(cqe, ring_of_2) { comparison(2).run(); }
TEST(cqe, ring_of_16) { comparison(16).run(); }
TEST(cqe, ring_of_256) { comparison(256).run(); }

}  // namespace
}  // namespace verbatim::test
