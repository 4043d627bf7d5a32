// A tag-matching SRQ of libmlx5 and ours, to which the same commands and receives are posted.
#pragma once

#include <gtest/gtest.h>
#include <infiniband/mlx5dv.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <iterator>
#include <map>
#include <optional>
#include <set>

#include "any_queue_pair.hpp"
#include "bytes.hpp"
#include "dice.hpp"
#include "plain_verbs.hpp"
#include "verbatim/mmio/doorbell_register.hpp"
#include "verbatim/queue/receive/shared_recv_queue.hpp"
#include "verbatim/queue/receive/tag_matching.hpp"

namespace verbatim::test {

inline constexpr std::uint32_t cqes = 64;
inline constexpr std::uint32_t most_tags = 8;
inline constexpr std::uint32_t most_commands = 16;

/// Posts to both, and keeps account of what a device could complete.
class tag_matching_pair : public testing::Test {
 protected:
  struct command {
    cqe_app_op what;
    std::uint16_t tag;
    std::uint64_t id;
    std::uint16_t counted;    ///< unexpected messages, as the last WQE said
    std::uint16_t by_append;  ///< the same when the tag was appended
  };
  struct listed_tag {
    std::uint64_t message_id;
    bool found = false;  ///< by a message whose data are still to come
  };

  tag_matching_pair() {
    ibv_srq_init_attr_ex attributes{};
    attributes.attr = {20, 1, 0};
    attributes.comp_mask =
        IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_PD | IBV_SRQ_INIT_ATTR_CQ | IBV_SRQ_INIT_ATTR_TM;
    attributes.srq_type = IBV_SRQT_TM;
    attributes.pd = context_.pd();
    attributes.cq = cq_.get();
    attributes.tm_cap = {most_tags, most_commands};
    srq_.reset(made_by("ibv_create_srq_ex", ibv_create_srq_ex(context_.get(), &attributes)));
    mlx5dv_srq memory{};
    mlx5dv_obj object{};
    object.srq = {srq_.get(), &memory};
    mlx5dv_init_obj(&object, MLX5DV_OBJ_SRQ);
    wqes_ = memory.tail + 1u;
    recv_ring_.assign(std::size_t{wqes_} * 32, stale);
    rq_.emplace(
        detail::shared_recv_queue_memory{recv_ring_.data(), wqes_, 32, recv_record_.data(), 1});
  }

  ibv_ops_wr request(ibv_ops_wr_opcode opcode) {
    ibv_ops_wr wr{};
    wr.wr_id = ++last_id_;
    wr.opcode = opcode;
    wr.flags = IBV_OPS_SIGNALED | IBV_OPS_TM_SYNC;
    wr.tm.unexpected_cnt = tags_.unexpected();
    return wr;
  }

  void post(ibv_ops_wr& wr, cqe_app_op what, std::uint16_t tag) {
    ibv_ops_wr* bad = nullptr;
    ASSERT_EQ(ibv_post_srq_ops(srq_.get(), &wr, &bad), 0);
    if (what == cqe_app_op::tm_append) counted_by_append_[tag] = tags_.unexpected();
    commands_.push_back({what, tag, wr.wr_id, tags_.unexpected(), counted_by_append_[tag]});
  }

  void append() {
    auto wr = request(IBV_WR_TAG_ADD);
    ibv_sge sge{1, 64, 1};
    wr.tm.add.recv_wr_id = ++last_id_;
    wr.tm.add.sg_list = &sge;
    wr.tm.add.num_sge = 1;
    const auto ours = tags_.append(0, 0, sge.addr, sge.length, lkey(sge.lkey), last_id_);
    ASSERT_TRUE(ours.ok());
    post(wr, cqe_app_op::tm_append, ours.tag());
    ASSERT_EQ(wr.tm.handle, ours.tag()) << "libmlx5 has given the tag another place";
    message_ids_[ours.tag()] = last_id_;
  }

  /// A tag that no other command is about: libmlx5 keeps one count for each tag.
  void remove(std::uint16_t tag) {
    auto wr = request(IBV_WR_TAG_DEL);
    wr.tm.handle = tag;
    post(wr, cqe_app_op::tm_remove, tag);
    ASSERT_TRUE(tags_.remove(tag).ok());
    removing_.insert(tag);
  }

  void sync() {
    auto wr = request(IBV_WR_TAG_SYNC);
    post(wr, cqe_app_op::tm_noop, 0);
    ASSERT_TRUE(tags_.sync().ok());
  }

  void receive() {
    const auto id = ++last_id_;
    ibv_sge sge{1, 64, 1};
    ibv_recv_wr wr{.wr_id = id, .next = nullptr, .sg_list = &sge, .num_sge = 1};
    ibv_recv_wr* bad = nullptr;
    ASSERT_EQ(ibv_post_srq_recv(srq_.get(), &wr, &bad), 0);
    const auto posted = rq_->srq_wqe().sge(1, 64, lkey(1)).finish(id);
    ASSERT_TRUE(posted.ok());
    receives_.push_back(posted.wqe_index());
  }

  void post_at_random() {
    for (unsigned left = random_.below(8); left != 0; --left) {
      if (commands_.size() == most_commands) break;
      const auto kind = random_.below(4);
      if (kind == 0) {
        sync();
      } else if (kind == 1 && !list_.empty()) {
        const auto at = std::next(list_.begin(), random_.below(std::uint32_t(list_.size())));
        if (!removing_.contains(at->first)) remove(at->first);
      } else if (tags_.available() != 0) {
        append();
      }
    }
    while (receives_.size() < 16) receive();
  }

  dice random_;
  plain_context context_;
  plain_completion_queue cq_{
      context_,
      {.cqes = cqes, .fields = std::uint64_t{IBV_WC_STANDARD_FLAGS} | IBV_WC_EX_WITH_TM_INFO}};
  any_queue_pair nobody_{context_, cq_.get(), IBV_QPT_RC,
                         [](ibv_qp_init_attr_ex&, mlx5dv_qp_init_attr&) {}};
  owned<ibv_srq, ibv_destroy_srq> srq_;

  alignas(8) std::array<std::byte, 8> register_{};
  mmio::doorbell_register doorbell_{register_.data(), 0};
  alignas(8) std::array<std::byte, 4> command_record_{};
  byte_string command_ring_ = byte_string(most_commands * wqebb);
  tag_matching<std::uint64_t> tags_{
      {command_ring_.data(), most_commands, command_record_.data(), &doorbell_, 2}, most_tags};
  std::uint32_t wqes_ = 0;
  byte_string recv_ring_;
  alignas(8) std::array<std::byte, 4> recv_record_{};
  std::optional<shared_recv_queue<std::uint64_t>> rq_;

  std::uint64_t last_id_ = 0;
  std::deque<command> commands_;  ///< not answered
  std::map<std::uint16_t, std::uint16_t> counted_by_append_;
  std::map<std::uint16_t, std::uint64_t> message_ids_;
  std::map<std::uint16_t, listed_tag> list_;
  std::set<std::uint16_t> removing_;
  std::deque<std::uint16_t> receives_;
};

}  // namespace verbatim::test
