// Completion queues, completion channels and asynchronous event files.
#include <rdma/ib_user_ioctl_cmds.h>
#include <rdma/ib_user_verbs.h>
#include <rdma/mlx5-abi.h>

#include <bit>
#include <cerrno>

#include "abi/commands/capabilities.hpp"
#include "abi/handlers.hpp"
#include "abi/named.hpp"
#include "abi/program_memory.hpp"
#include "abi/watched.hpp"

namespace verbatim::emulator {
namespace {

constexpr std::uint32_t cq_moderate = 1 << 0;  // IBV_CQ_ATTR_MODERATE in infiniband/verbs.h

/// Returns the number of slots of a ring for `cqe` CQEs: one stays free, and the count is a power
/// of two.
std::uint32_t slot_count(std::uint32_t cqe) {
  if (cqe < 1 || cqe > max_cqe) {
    refuse<check::cq_values>(EINVAL, "a CQ of {} entries: 1 to {} are possible", cqe, max_cqe);
  }
  return std::bit_ceil(cqe + 1);
}

void require_cqe_size(std::uint32_t bytes) {
  if (bytes != 64 && bytes != 128)
    refuse<check::cq_values>(EINVAL, "CQEs of {} bytes: 64 or 128", bytes);
}

mini_format checked_format(std::uint8_t wanted) {
  switch (wanted) {
    case MLX5_IB_CQE_RES_FORMAT_HASH:
      return mini_format::hash;
    case MLX5_IB_CQE_RES_FORMAT_CSUM:
      return mini_format::checksum;
    case MLX5_IB_CQE_RES_FORMAT_CSUM_STRIDX:
      return mini_format::checksum_stride;
    default:
      refuse<check::cq_values>(EINVAL, "compressed CQEs of format {:#x}: one of 1, 2 and 4",
                               wanted);
  }
}

void create_cq(const request& to) {
  constexpr std::uint32_t known_flags =
      IB_UVERBS_CQ_FLAGS_TIMESTAMP_COMPLETION | IB_UVERBS_CQ_FLAGS_IGNORE_OVERRUN;
  // Padding only changes the transfer of CQEs of 128 bytes over the bus. Programs read the same
  // bytes.
  constexpr std::uint16_t known_driver_flags =
      MLX5_IB_CREATE_CQ_FLAGS_UAR_PAGE_INDEX | MLX5_IB_CREATE_CQ_FLAGS_CQE_128B_PAD;
  const auto driver = to.with.driver_in<mlx5_ib_create_cq>();
  const auto flags = to.with.in_if<std::uint32_t>(UVERBS_ATTR_CREATE_CQ_FLAGS).value_or(0);
  if (flags & ~known_flags)
    refuse<check::cq_not_emulated>(EOPNOTSUPP, "CQ flags {:#x}", flags & ~known_flags);
  if (driver.flags & ~known_driver_flags) {
    refuse<check::cq_not_emulated>(EOPNOTSUPP, "this device has no real-time stamps");
  }
  if (driver.flags & MLX5_IB_CREATE_CQ_FLAGS_CQE_128B_PAD && driver.cqe_size != 128) {
    refuse<check::cq_values>(EOPNOTSUPP, "CQEs of {} bytes cannot be padded: those of 128 can",
                             driver.cqe_size);
  }
  if (to.with.constant(UVERBS_ATTR_CREATE_CQ_COMP_VECTOR) >= completion_vectors) {
    refuse<check::completion_vector>(EINVAL, "completion vector {}: the device has {}",
                                     to.with.constant(UVERBS_ATTR_CREATE_CQ_COMP_VECTOR),
                                     completion_vectors);
  }
  require_cqe_size(driver.cqe_size);

  auto made = std::make_unique<completion_queue>(to.of);
  made->cqe_count = slot_count(to.with.in<std::uint32_t>(UVERBS_ATTR_CREATE_CQ_CQE));
  made->cqe_size = driver.cqe_size;
  made->buffer = program_memory(driver.buf_addr, std::uint64_t{made->cqe_count} * made->cqe_size,
                                true, "CQ buffer");
  made->dbrec = doorbell_record(driver.db_addr, 2);
  if (driver.flags & MLX5_IB_CREATE_CQ_FLAGS_UAR_PAGE_INDEX) {
    made->uar = &register_page(to, driver.uar_page_index);
  }
  made->user_handle = to.with.in<std::uint64_t>(UVERBS_ATTR_CREATE_CQ_USER_HANDLE);
  made->channel = channel_of(to, to.with.descriptor_if(UVERBS_ATTR_CREATE_CQ_COMP_CHANNEL));
  made->events = async_events_of(to, to.with.descriptor_if(UVERBS_ATTR_CREATE_CQ_EVENT_FD));
  made->overrun_ignore = (flags & IB_UVERBS_CQ_FLAGS_IGNORE_OVERRUN) != 0;
  if (driver.cqe_comp_en) {
    made->layout = compression_layout::basic;
    made->minis = checked_format(driver.cqe_comp_res_format);
  }
  to.on.enlist(*made);

  const completion_queue& cq = to.of.add(std::move(made));
  note("CQ {:#x} created: {} CQEs of {} bytes", cq.cqn, cq.cqe_count, cq.cqe_size);
  to.with.out_handle(UVERBS_ATTR_CREATE_CQ_HANDLE, cq.handle);
  to.with.out(UVERBS_ATTR_CREATE_CQ_RESP_CQE, cq.cqe_count - 1);
  to.with.driver_out(mlx5_ib_create_cq_resp{.cqn = cq.cqn, .reserved = 0});
}

void destroy_cq(const request& to) {
  auto& cq = to.object<completion_queue>(to.with.handle(UVERBS_ATTR_DESTROY_CQ_HANDLE),
                                         "completion queue");
  to.require_unused(cq, "completion queue");
  ib_uverbs_destroy_cq_resp answer{};
  answer.comp_events_reported = cq.withdraw_notifications();
  answer.async_events_reported = cq.withdraw_events();
  to.on.remove(cq);
  to.with.out(UVERBS_ATTR_DESTROY_CQ_RESP, answer);
}

void resize_cq(const request& to) {
  const auto in = to.with.in<ib_uverbs_resize_cq>(UVERBS_ATTR_CORE_IN);
  const auto driver = to.with.driver_in<mlx5_ib_resize_cq>();
  auto& cq = to.object<completion_queue>(in.cq_handle, "completion queue");
  const std::uint32_t count = slot_count(in.cqe);
  require_cqe_size(driver.cqe_size);
  if (count != cq.cqe_count) {
    to.require_working_device("the resize of a CQ");
    std::byte* const buffer =
        program_memory(driver.buf_addr, std::uint64_t{count} * driver.cqe_size, true, "CQ buffer");
    const int error = to.on.engine().completion_queue_resized(cq, buffer, count, driver.cqe_size);
    if (error)
      refuse<check::cq_resize>(error, "CQ {:#x} cannot be resized to {} CQEs", cq.cqn, count);
  }
  to.with.out(UVERBS_ATTR_CORE_OUT, ib_uverbs_resize_cq_resp{.cqe = count - 1, .reserved = 0});
}

void modify_cq(const request& to) {
  const auto in = to.with.in<ib_uverbs_ex_modify_cq>(UVERBS_ATTR_CORE_IN);
  auto& cq = to.object<completion_queue>(in.cq_handle, "completion queue");
  if (in.attr_mask != cq_moderate) {
    refuse<check::cq_not_emulated>(EOPNOTSUPP, "CQ attributes {:#x}: only moderation can be set",
                                   in.attr_mask);
  }
  cq.moderation_count = in.attr.cq_count;
  cq.moderation_period = in.attr.cq_period;
  to.on.engine().wake();
}

void create_comp_channel(const request& to) {
  const auto made = std::make_shared<completion_channel>();
  to.of.channels.push_back(made);
  watched_descriptors.add(made->program_fd());
  to.with.out(UVERBS_ATTR_CORE_OUT, ib_uverbs_create_comp_channel_resp{
                                        .fd = static_cast<std::uint32_t>(made->program_fd())});
}

void alloc_async_events(const request& to) {
  const auto made = std::make_shared<async_event_file>();
  to.of.async_events.push_back(made);
  watched_descriptors.add(made->program_fd());
  to.with.out_handle(UVERBS_ATTR_ASYNC_EVENT_ALLOC_FD_HANDLE,
                     static_cast<std::uint64_t>(made->program_fd()));
}

}  // namespace

std::span<const method_handler> completion_queue_methods() {
  static const std::vector<method_handler> table = {
      {UVERBS_OBJECT_CQ,
       UVERBS_METHOD_CQ_CREATE,
       create_cq,
       {UVERBS_ATTR_CREATE_CQ_HANDLE, UVERBS_ATTR_CREATE_CQ_CQE, UVERBS_ATTR_CREATE_CQ_USER_HANDLE,
        UVERBS_ATTR_CREATE_CQ_COMP_CHANNEL, UVERBS_ATTR_CREATE_CQ_COMP_VECTOR,
        UVERBS_ATTR_CREATE_CQ_FLAGS, UVERBS_ATTR_CREATE_CQ_RESP_CQE,
        UVERBS_ATTR_CREATE_CQ_EVENT_FD}},
      {UVERBS_OBJECT_CQ,
       UVERBS_METHOD_CQ_DESTROY,
       destroy_cq,
       {UVERBS_ATTR_DESTROY_CQ_HANDLE, UVERBS_ATTR_DESTROY_CQ_RESP}},
      {UVERBS_OBJECT_ASYNC_EVENT,
       UVERBS_METHOD_ASYNC_EVENT_ALLOC,
       alloc_async_events,
       {UVERBS_ATTR_ASYNC_EVENT_ALLOC_FD_HANDLE}},
  };
  return table;
}

std::span<const write_handler> completion_queue_writes() {
  static const std::vector<write_handler> table = {
      {IB_USER_VERBS_CMD_RESIZE_CQ, sizeof(ib_uverbs_resize_cq),
       offsetof(ib_uverbs_resize_cq_resp, driver_data), resize_cq},
      {IB_USER_VERBS_EX_CMD_MODIFY_CQ | IB_USER_VERBS_CMD_FLAG_EXTENDED,
       sizeof(ib_uverbs_ex_modify_cq), 0, modify_cq},
      {IB_USER_VERBS_CMD_CREATE_COMP_CHANNEL, sizeof(ib_uverbs_create_comp_channel),
       sizeof(ib_uverbs_create_comp_channel_resp), create_comp_channel},
  };
  return table;
}

}  // namespace verbatim::emulator
