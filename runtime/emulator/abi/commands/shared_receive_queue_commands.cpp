// Shared receive queues.
#include <rdma/ib_user_ioctl_cmds.h>
#include <rdma/ib_user_ioctl_verbs.h>
#include <rdma/mlx5-abi.h>

#include <algorithm>
#include <bit>
#include <cerrno>

#include "abi/commands/capabilities.hpp"
#include "abi/handlers.hpp"
#include "abi/named.hpp"
#include "abi/program_memory.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::emulator {
namespace {

// Bits of attr_mask (ibv_srq_attr_mask in infiniband/verbs.h).
constexpr std::uint32_t srq_max_wr = 1 << 0;
constexpr std::uint32_t srq_limit = 1 << 1;

// A WQE is a next segment and a scatter list whose segments take an octoword each, and has at least
// 32 bytes.
constexpr std::uint32_t smallest_wqe_bytes = 32;

/// Returns the requested number of tags of a tag-matching SRQ.
std::uint32_t checked_tag_count(const request& to) {
  const auto count = to.with.in<std::uint32_t>(UVERBS_ATTR_CREATE_SRQ_MAX_NUM_TAGS);
  if (count == 0 || count > max_tags) {
    refuse<check::srq_values>(EINVAL, "a tag-matching SRQ of {} tags: 1 to {} are possible", count,
                              max_tags);
  }
  return count;
}

void create_srq(const request& to) {
  const std::uint64_t type = to.with.constant(UVERBS_ATTR_CREATE_SRQ_TYPE);
  if (type != IB_UVERBS_SRQT_BASIC && type != IB_UVERBS_SRQT_XRC && type != IB_UVERBS_SRQT_TM) {
    refuse<check::srq_not_emulated>(EOPNOTSUPP,
                                    "SRQ type {}: only basic, XRC and tag-matching SRQs", type);
  }
  const auto max_wr = to.with.in<std::uint32_t>(UVERBS_ATTR_CREATE_SRQ_MAX_WR);
  const auto max_sge = to.with.in<std::uint32_t>(UVERBS_ATTR_CREATE_SRQ_MAX_SGE);
  const auto limit = to.with.in<std::uint32_t>(UVERBS_ATTR_CREATE_SRQ_LIMIT);
  if (max_wr > max_srq_wr || max_sge > max_srq_sge) {
    refuse<check::srq_values>(EINVAL, "an SRQ of {} WQEs with {} SGEs: up to {} and {}", max_wr,
                              max_sge, max_srq_wr, max_srq_sge);
  }
  const auto driver = to.with.driver_in<mlx5_ib_create_srq>();
  if (driver.flags)
    refuse<check::srq_not_emulated>(EOPNOTSUPP, "SRQ flags {:#x}: no WQE signatures", driver.flags);

  auto made = std::make_unique<shared_receive_queue>(to.of);
  const auto pd = to.with.handle(UVERBS_ATTR_CREATE_SRQ_PD_HANDLE);
  made->pd = reference(&to.object<protection_domain>(pd, "protection domain"));
  if (type == IB_UVERBS_SRQT_XRC) {
    const auto xrcd = to.with.handle(UVERBS_ATTR_CREATE_SRQ_XRCD_HANDLE);
    made->xrcd = reference(&to.object<xrc_domain>(xrcd, "XRC domain"));
  }
  if (type != IB_UVERBS_SRQT_BASIC) {
    const auto cq = to.with.handle(UVERBS_ATTR_CREATE_SRQ_CQ_HANDLE);
    made->cq = reference(&to.object<completion_queue>(cq, "completion queue"));
  }
  if (type == IB_UVERBS_SRQT_TM) {
    made->tags = std::make_unique<tag_list>();
    made->tags->most_entries = checked_tag_count(to);
  }
  made->stride =
      std::max(std::bit_ceil(std::uint32_t{octoword} * (1 + max_sge)), smallest_wqe_bytes);
  made->wqe_count = std::bit_ceil(max_wr + 1);
  made->max_wr = made->wqe_count - 1;
  made->max_sge = max_sge;
  made->limit = limit;
  made->uidx = driver.uidx;
  made->buffer = program_memory(driver.buf_addr, std::uint64_t{made->wqe_count} * made->stride,
                                false, "SRQ buffer");
  made->dbrec = doorbell_record(driver.db_addr, 1);
  made->user_handle = to.with.in<std::uint64_t>(UVERBS_ATTR_CREATE_SRQ_USER_HANDLE);
  made->events = async_events_of(to, to.with.descriptor_if(UVERBS_ATTR_CREATE_SRQ_EVENT_FD));
  to.on.enlist(*made);

  const shared_receive_queue& srq = to.of.add(std::move(made));
  note("SRQ {:#x} created: {} WQEs of {} bytes", srq.srqn, srq.wqe_count, srq.stride);
  to.with.out_handle(UVERBS_ATTR_CREATE_SRQ_HANDLE, srq.handle);
  to.with.out(UVERBS_ATTR_CREATE_SRQ_RESP_MAX_WR, srq.max_wr);
  to.with.out(UVERBS_ATTR_CREATE_SRQ_RESP_MAX_SGE, srq.max_sge);
  to.with.out(UVERBS_ATTR_CREATE_SRQ_RESP_SRQ_NUM, srq.srqn);
  to.with.driver_out(mlx5_ib_create_srq_resp{.srqn = srq.srqn, .reserved = 0});
}

void destroy_srq(const request& to) {
  auto& srq = to.object<shared_receive_queue>(to.with.handle(UVERBS_ATTR_DESTROY_SRQ_HANDLE),
                                              "shared receive queue");
  to.require_unused(srq, "shared receive queue");
  const ib_uverbs_destroy_srq_resp answer{.events_reported = srq.withdraw_events()};
  to.on.remove(srq);
  to.with.out(UVERBS_ATTR_DESTROY_SRQ_RESP, answer);
}

void modify_srq(const request& to) {
  const auto in = to.with.in<ib_uverbs_modify_srq>(UVERBS_ATTR_CORE_IN);
  auto& srq = to.object<shared_receive_queue>(in.srq_handle, "shared receive queue");
  if (in.attr_mask & srq_max_wr) {
    refuse<check::srq_values>(EINVAL, "SRQ {:#x} cannot be resized: mlx5 devices cannot", srq.srqn);
  }
  if (in.attr_mask & srq_limit) {
    if (in.srq_limit >= srq.wqe_count) {
      refuse<check::srq_values>(EINVAL, "SRQ {:#x} holds {} WQEs, its limit cannot be {}", srq.srqn,
                                srq.max_wr, in.srq_limit);
    }
    srq.limit = in.srq_limit;
    to.on.engine().shared_receive_queue_modified(srq);
  }
}

void query_srq(const request& to) {
  const auto in = to.with.in<ib_uverbs_query_srq>(UVERBS_ATTR_CORE_IN);
  const auto& srq = to.object<shared_receive_queue>(in.srq_handle, "shared receive queue");
  to.with.out(
      UVERBS_ATTR_CORE_OUT,
      ib_uverbs_query_srq_resp{
          .max_wr = srq.max_wr, .max_sge = srq.max_sge, .srq_limit = srq.limit, .reserved = 0});
}

}  // namespace

std::span<const method_handler> shared_receive_queue_methods() {
  static const std::vector<method_handler> table = {
      {UVERBS_OBJECT_SRQ,
       UVERBS_METHOD_SRQ_CREATE,
       create_srq,
       {UVERBS_ATTR_CREATE_SRQ_HANDLE, UVERBS_ATTR_CREATE_SRQ_PD_HANDLE,
        UVERBS_ATTR_CREATE_SRQ_USER_HANDLE, UVERBS_ATTR_CREATE_SRQ_MAX_WR,
        UVERBS_ATTR_CREATE_SRQ_MAX_SGE, UVERBS_ATTR_CREATE_SRQ_LIMIT, UVERBS_ATTR_CREATE_SRQ_TYPE,
        UVERBS_ATTR_CREATE_SRQ_EVENT_FD, UVERBS_ATTR_CREATE_SRQ_XRCD_HANDLE,
        UVERBS_ATTR_CREATE_SRQ_CQ_HANDLE, UVERBS_ATTR_CREATE_SRQ_MAX_NUM_TAGS,
        UVERBS_ATTR_CREATE_SRQ_RESP_MAX_WR, UVERBS_ATTR_CREATE_SRQ_RESP_MAX_SGE,
        UVERBS_ATTR_CREATE_SRQ_RESP_SRQ_NUM}},
      {UVERBS_OBJECT_SRQ,
       UVERBS_METHOD_SRQ_DESTROY,
       destroy_srq,
       {UVERBS_ATTR_DESTROY_SRQ_HANDLE, UVERBS_ATTR_DESTROY_SRQ_RESP}},
  };
  return table;
}

std::span<const write_handler> shared_receive_queue_writes() {
  static const std::vector<write_handler> table = {
      {IB_USER_VERBS_CMD_MODIFY_SRQ, sizeof(ib_uverbs_modify_srq), 0, modify_srq},
      {IB_USER_VERBS_CMD_QUERY_SRQ, sizeof(ib_uverbs_query_srq), sizeof(ib_uverbs_query_srq_resp),
       query_srq},
  };
  return table;
}

}  // namespace verbatim::emulator
