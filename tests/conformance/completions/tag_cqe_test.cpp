// CQEs of tag matching mean the same to ibv_start_poll and to us; ibv_poll_cq does not know them. Chance
// decides which of a list of tags can complete.
#include <endian.h>
#include <gtest/gtest.h>
#include <infiniband/mlx5dv.h>
#include <infiniband/tm_types.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <deque>
#include <iterator>
#include <optional>
#include <ostream>
#include <set>
#include <span>
#include <vector>

#include "allowed_differences.hpp"
#include "bytes.hpp"
#include "cqe_writer.hpp"
#include "tag_matching_pair.hpp"
#include "verbatim/queue/completion/completion_queue.hpp"
#include "verbatim/queue/receive/shared_recv_queue.hpp"
#include "verbatim/queue/receive/tag_matching.hpp"

namespace verbatim::test {
namespace {

constexpr unsigned rings = 3000;
constexpr std::uint32_t srq_index = 1;  // the user index behind that of an unused queue pair

/// The facts of a CQE that both say. Parts that a completion does not have stay 0.
struct tag_meaning {
  cqe_app_op what{};  ///< ours as it is, libmlx5's from opcode and flags
  bool ok = false;    ///< nothing is left to do: no software rendezvous, no removal in vain
  std::uint64_t id = 0;
  std::uint32_t bytes = 0;
  std::uint64_t tag = 0;
  std::uint32_t app_ctx = 0;
  bool behind = false;

  bool operator==(const tag_meaning&) const = default;
};

std::ostream& operator<<(std::ostream& out, const tag_meaning& m) {
  return out << name(m.what) << (m.ok ? ", ok" : ", not ok") << ", id " << m.id << ", " << m.bytes
             << " bytes, tag " << m.tag << ", app_ctx " << m.app_ctx
             << (m.behind ? ", behind" : "");
}

struct tag_endpoint {
  shared_recv_queue<std::uint64_t>& rq;
  tag_matching<std::uint64_t>& tags;
};

class tag_cqes : public tag_matching_pair {
 protected:
  struct answer {
    std::uint64_t id;
    bool behind_append;  ///< what the device says is not what was counted when the tag was appended
  };
  tag_cqes() {
    endpoint_.emplace(tag_endpoint{*rq_, tags_});
    ours_.attach(srq_index, *endpoint_);
  }

  mlx5_cqe64 random_cqe(unsigned opcode, cqe_app_op what) {
    mlx5_cqe64 cqe;
    const auto bytes = random_.bytes(sizeof cqe);
    std::memcpy(static_cast<void*>(&cqe), bytes.data(), sizeof cqe);
    cqe.app = 1;
    cqe.app_op = static_cast<std::uint8_t>(what);
    cqe.srqn_uidx = htobe32(srq_index);
    cqe.op_own = static_cast<std::uint8_t>(opcode << 4);
    seen_.insert(what);
    return cqe;
  }

  mlx5_cqe64 answered() {
    const auto done = commands_.front();
    commands_.pop_front();
    auto cqe = random_cqe(MLX5_CQE_NO_PACKET, done.what);
    const bool behind = random_.one_in(3);
    const auto phase = static_cast<std::uint16_t>(done.counted + behind);
    cqe.tm_cqe.hw_phase_cnt = htobe16(phase);
    cqe.tm_cqe.success = 0;
    if (done.what == cqe_app_op::tm_append) list_[done.tag] = {message_ids_[done.tag]};
    if (done.what == cqe_app_op::tm_remove) {
      removing_.erase(done.tag);
      const auto at = list_.find(done.tag);
      if (at != list_.end() && !at->second.found) {
        cqe.tm_cqe.success = htobe32(MLX5_TMC_SUCCESS);
        list_.erase(at);
      }
    }
    answers_.push_back({done.id, phase != done.by_append});
    return cqe;
  }

  mlx5_cqe64 found(std::uint16_t tag) {
    auto& listed = list_[tag];
    auto what = cqe_app_op::tm_expected;
    if (!listed.found) {
      constexpr std::array any{cqe_app_op::tm_consumed, cqe_app_op::tm_consumed_msg,
                               cqe_app_op::tm_consumed_sw_rndv,
                               cqe_app_op::tm_consumed_msg_sw_rndv};
      what = any[random_.below(any.size())];
    }
    const bool first = what == cqe_app_op::tm_consumed || what == cqe_app_op::tm_consumed_sw_rndv;
    auto cqe =
        random_cqe(what == cqe_app_op::tm_consumed ? MLX5_CQE_NO_PACKET : MLX5_CQE_RESP_SEND, what);
    cqe.app_info = htobe16(tag);
    listed.found = first;
    if (!first) list_.erase(tag);
    return cqe;
  }

  mlx5_cqe64 unexpected() {
    auto cqe = random_cqe(MLX5_CQE_RESP_SEND,
                          random_.one_in(2) ? cqe_app_op::tm_unexpected : cqe_app_op::tm_no_tag);
    cqe.wqe_counter = htobe16(receives_.front());
    receives_.pop_front();
    return cqe;
  }

  void write() {
    for (unsigned left = random_.below(16) + 1; left != 0; --left) {
      const auto kind = random_.below(3);
      mlx5_cqe64 cqe;
      if (kind == 0 && !commands_.empty()) {
        cqe = answered();
      } else if (kind == 1 && !list_.empty()) {
        cqe = found(std::next(list_.begin(), random_.below(std::uint32_t(list_.size())))->first);
      } else if (!receives_.empty()) {
        cqe = unexpected();
      } else {
        return;
      }
      theirs_device_.put(std::as_bytes(std::span(&cqe, 1)).first<sizeof cqe>());
      our_device_.put(std::as_bytes(std::span(&cqe, 1)).first<sizeof cqe>());
    }
  }

  /// By the manual page of ibv_create_srq_ex: what opcode and flags say of a message or a command.
  static cqe_app_op what_of(ibv_wc_opcode opcode, unsigned flags, bool rendezvous) {
    constexpr unsigned both = IBV_WC_TM_MATCH | IBV_WC_TM_DATA_VALID;
    if (opcode == IBV_WC_TM_ADD) return cqe_app_op::tm_append;
    if (opcode == IBV_WC_TM_DEL) return cqe_app_op::tm_remove;
    if (opcode == IBV_WC_TM_SYNC) return cqe_app_op::tm_noop;
    if (opcode == IBV_WC_TM_NO_TAG) return cqe_app_op::tm_no_tag;
    if ((flags & both) == both) {
      return rendezvous ? cqe_app_op::tm_consumed_msg_sw_rndv : cqe_app_op::tm_consumed_msg;
    }
    if ((flags & IBV_WC_TM_MATCH) != 0) {
      return rendezvous ? cqe_app_op::tm_consumed_sw_rndv : cqe_app_op::tm_consumed;
    }
    return (flags & IBV_WC_TM_DATA_VALID) != 0 ? cqe_app_op::tm_expected
                                               : cqe_app_op::tm_unexpected;
  }

  static bool is_first(cqe_app_op what) {
    return what == cqe_app_op::tm_consumed || what == cqe_app_op::tm_consumed_sw_rndv;
  }
  static bool has_header(cqe_app_op what) {
    return is_first(what) || what == cqe_app_op::tm_consumed_msg ||
           what == cqe_app_op::tm_consumed_msg_sw_rndv;
  }
  static bool is_command(cqe_app_op what) {
    return what == cqe_app_op::tm_append || what == cqe_app_op::tm_remove ||
           what == cqe_app_op::tm_noop;
  }

  std::vector<tag_meaning> poll_theirs() {
    std::vector<tag_meaning> result;
    auto* const cq = cq_.ex();
    ibv_poll_cq_attr attributes{};
    int error = ibv_start_poll(cq, &attributes);
    if (error == ENOENT) return result;
    EXPECT_EQ(error, 0);
    while (error == 0) {
      tag_meaning m{.ok = cq->status == IBV_WC_SUCCESS, .id = cq->wr_id};
      const auto flags = ibv_wc_read_wc_flags(cq);
      m.what = what_of(ibv_wc_read_opcode(cq), flags, cq->status == IBV_WC_TM_RNDV_INCOMPLETE);
      if (is_command(m.what)) {
        m.behind = m.what != cqe_app_op::tm_noop && (flags & IBV_WC_TM_SYNC_REQ) != 0;
      } else if (!is_first(m.what)) {
        m.bytes = ibv_wc_read_byte_len(cq);
      }
      if (has_header(m.what)) {
        ibv_wc_tm_info info{};
        ibv_wc_read_tm_info(cq, &info);
        m.tag = info.tag;
        m.app_ctx = info.priv;
      }
      result.push_back(m);
      error = ibv_next_poll(cq);
    }
    EXPECT_EQ(error, ENOENT);
    ibv_end_poll(cq);
    return result;
  }

  tag_meaning meaning_of(const tag_completion<std::uint64_t>& done) {
    tag_meaning m{.what = done.what(), .ok = done.ok()};
    if (is_command(m.what)) {
      // A command has no entry: the test knows in which order it has asked.
      const auto answer = answers_.front();
      answers_.pop_front();
      m.id = answer.id;
      if (m.what == cqe_app_op::tm_remove) m.ok = done.removed();
      m.behind = m.what != cqe_app_op::tm_noop && done.behind;
      if (m.what == cqe_app_op::tm_remove && m.behind != answer.behind_append) {
        m.behind = answer.behind_append;
        met_.meet(difference::count_of_removal);
      }
      EXPECT_EQ(done.last, done.removed());
      EXPECT_EQ(done.entry, done.last ? message_ids_[done.tag()] : 0);
      return m;
    }
    m.ok =
        m.what != cqe_app_op::tm_consumed_sw_rndv && m.what != cqe_app_op::tm_consumed_msg_sw_rndv;
    EXPECT_EQ(done.last, !is_first(m.what));
    m.id = done.last ? done.entry : message_ids_[done.tag()];
    if (done.last) m.bytes = done.byte_count();
    if (has_header(m.what)) {
      m.tag = done.message_tag();
      m.app_ctx = done.app_ctx();
    }
    return m;
  }

  std::vector<tag_meaning> poll_ours() {
    std::vector<tag_meaning> result;
    while (ours_.poll(overloaded{
               [&](tag_completion<std::uint64_t>&& done) { result.push_back(meaning_of(done)); },
               [&](recv_completion<std::uint64_t>&& done) {
                 result.push_back({.what = done.cqe().app_op(),
                                   .ok = done.ok(),
                                   .id = done.entry,
                                   .bytes = done.byte_count()});
               }}) != 0) {
    }
    return result;
  }

  std::optional<tag_endpoint> endpoint_;
  byte_string ring_ = byte_string(cqes * 64);
  alignas(8) std::array<std::byte, 8> record_{};
  completion_queue<with_format<cq_format{.owner = cqe_owner::user_index}>, tag_endpoint> ours_{
      {.ring = ring_.data(), .cqes = cqes, .cqe_size = 64, .dbrec = record_.data()}};
  cqe_writer theirs_device_{cq_.ring(), cqes};
  cqe_writer our_device_{ring_.data(), cqes};

  std::deque<answer> answers_;  ///< not polled
  met_differences met_;
  std::set<cqe_app_op> seen_;
};

TEST_F(tag_cqes, mean_the_same_to_libmlx5) {
  std::size_t compared = 0;
  for (unsigned i = 0; i < rings; ++i) {
    ASSERT_NO_FATAL_FAILURE(post_at_random());
    write();
    const auto theirs = poll_theirs();
    const auto ours = poll_ours();
    ASSERT_EQ(ours, theirs) << "ring " << i;
    ASSERT_EQ(ours_.dropped(), 0u) << message(ours_.last_dropped().why);
    compared += ours.size();
  }
  EXPECT_EQ(compared, our_device_.pi());
  EXPECT_NE(met_.count(difference::count_of_removal), 0u);
  EXPECT_EQ(seen_.size(), 10u) << "not every kind of completion was met";
}

}  // namespace
}  // namespace verbatim::test
