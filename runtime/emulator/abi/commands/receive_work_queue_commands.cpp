// Receive work queues that belong to no queue pair, and indirection tables of them.
#include <rdma/ib_user_ioctl_cmds.h>
#include <rdma/ib_user_ioctl_verbs.h>
#include <rdma/ib_user_verbs.h>
#include <rdma/mlx5-abi.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <utility>

#include "abi/commands/limits.hpp"
#include "abi/handlers.hpp"
#include "abi/named.hpp"
#include "abi/program_memory.hpp"
#include "objects/queues/receive_work_queue.hpp"

namespace verbatim::emulator {
namespace {

/// The state of a receive work queue; values of enum ibv_wq_state in infiniband/verbs.h.
enum class wq_state : std::uint32_t { reset, ready, err };

// Bits of attr_mask (ibv_wq_attr_mask in infiniband/verbs.h).
constexpr std::uint32_t wq_attr_state = 1 << 0;
constexpr std::uint32_t wq_attr_current = 1 << 1;
constexpr std::uint32_t wq_attr_flags = 1 << 2;

constexpr std::uint32_t least_log_wqe_bytes = 4;
constexpr std::uint32_t most_log_wqe_bytes = 10;

/// The smallest WQE of a striding queue: a next segment and one data segment.
constexpr std::uint32_t least_log_striding_wqe_bytes = 5;

queue_pair_state to_queue_pair_state(wq_state from) noexcept {
  switch (from) {
    case wq_state::reset:
      return queue_pair_state::reset;
    case wq_state::ready:
      return queue_pair_state::rtr;
    case wq_state::err:
      return queue_pair_state::err;
  }
  return queue_pair_state::err;
}

wq_state to_wq_state(queue_pair_state from) noexcept {
  if (from == queue_pair_state::reset) return wq_state::reset;
  return from == queue_pair_state::err ? wq_state::err : wq_state::ready;
}

void require_flags(std::uint64_t flags) {
  if (const auto unknown = flags & ~std::uint64_t{IB_UVERBS_WQ_FLAGS_CVLAN_STRIPPING}) {
    refuse<check::wq_not_emulated>(
        EOPNOTSUPP, "receive work queue flags {:#x}: only C-VLAN stripping is supported", unknown);
  }
}

void require_range(const char* what, std::uint32_t value, std::uint32_t least, std::uint32_t most) {
  if (value < least || value > most) {
    refuse<check::wq_values>(EINVAL, "{} of 2^{}: 2^{} to 2^{} are possible", what, value, least,
                             most);
  }
}

receive_strides strides_of(const mlx5_ib_create_wq& driver) {
  if (!(driver.comp_mask & MLX5_IB_CREATE_WQ_STRIDING_RQ)) return {};
  constexpr std::uint32_t bytes_of_shift = 2;
  require_range("strides", driver.single_stride_log_num_of_bytes, least_log_stride_bytes,
                most_log_stride_bytes);
  require_range("a WQE with a number of strides", driver.single_wqe_log_num_of_strides,
                least_log_strides, most_log_strides);
  return {.per_wqe = 1u << driver.single_wqe_log_num_of_strides,
          .bytes = 1u << driver.single_stride_log_num_of_bytes,
          .shift = driver.two_byte_shift_en ? bytes_of_shift : 0};
}

/// Places the ring in the program's memory.
void place_ring(receive_work_ring& ring, const mlx5_ib_create_wq& driver) {
  const auto count = driver.rq_wqe_count;
  if (!std::has_single_bit(count) || count > max_queue_entries) {
    refuse<check::wq_values>(EINVAL, "a receive work queue of {} WQEs: a power of two up to {}",
                             count, max_queue_entries);
  }
  require_range("receive WQEs", driver.rq_wqe_shift,
                ring.strides.per_wqe != 0 ? least_log_striding_wqe_bytes : least_log_wqe_bytes,
                most_log_wqe_bytes);
  ring.rq.count = count;
  ring.rq.stride = 1u << driver.rq_wqe_shift;
  ring.rq.base = program_memory(driver.buf_addr, std::uint64_t{count} * ring.rq.stride, false,
                                "receive work queue buffer");
  ring.dbrec = doorbell_record(driver.db_addr, 2);
}

void create_wq(const request& to) {
  if (const auto type = to.with.constant(UVERBS_ATTR_CREATE_WQ_TYPE); type != IB_UVERBS_WQT_RQ) {
    refuse<check::wq_not_emulated>(EINVAL, "work queues of type {} do not exist", type);
  }
  const auto flags = to.with.has(UVERBS_ATTR_CREATE_WQ_FLAGS)
                         ? to.with.constant(UVERBS_ATTR_CREATE_WQ_FLAGS)
                         : std::uint64_t{0};
  require_flags(flags);
  const auto driver = to.with.driver_in<mlx5_ib_create_wq>();
  if (driver.flags != 0 || driver.comp_mask & ~std::uint32_t{MLX5_IB_CREATE_WQ_STRIDING_RQ}) {
    refuse<check::wq_not_emulated>(EOPNOTSUPP,
                                   "mlx5 receive work queue flags {:#x} and mask {:#x}: no WQE "
                                   "signatures",
                                   driver.flags, driver.comp_mask);
  }
  const auto max_wr = to.with.in<std::uint32_t>(UVERBS_ATTR_CREATE_WQ_MAX_WR);
  const auto max_sge = to.with.in<std::uint32_t>(UVERBS_ATTR_CREATE_WQ_MAX_SGE);
  auto made = std::make_unique<receive_work_queue>(to.of);
  receive_work_ring& ring = made->ring;
  ring.pd = reference(&to.object<protection_domain>(to.with.handle(UVERBS_ATTR_CREATE_WQ_PD_HANDLE),
                                                    "protection domain"));
  ring.recv_cq = reference(&to.object<completion_queue>(
      to.with.handle(UVERBS_ATTR_CREATE_WQ_CQ_HANDLE), "completion queue"));
  ring.strides = strides_of(driver);
  place_ring(ring, driver);
  ring.uidx = driver.user_index;
  ring.strips_vlan = (flags & IB_UVERBS_WQ_FLAGS_CVLAN_STRIPPING) != 0;
  ring.capacity.max_recv_wr = max_wr;
  ring.capacity.max_recv_sge = max_sge;
  ring.user_handle = to.with.in<std::uint64_t>(UVERBS_ATTR_CREATE_WQ_USER_HANDLE);
  ring.events = async_events_of(to, to.with.descriptor_if(UVERBS_ATTR_CREATE_WQ_EVENT_FD));
  to.on.enlist(ring);
  const receive_work_queue& wq = to.of.add(std::move(made));
  note("receive work queue {:#x} created: {} WQEs of {} bytes, {} strides of {} bytes each",
       ring.rqn, ring.rq.count, ring.rq.stride, ring.strides.per_wqe, ring.strides.bytes);
  to.with.out_handle(UVERBS_ATTR_CREATE_WQ_HANDLE, wq.handle);
  to.with.out(UVERBS_ATTR_CREATE_WQ_RESP_MAX_WR, max_wr);
  to.with.out(UVERBS_ATTR_CREATE_WQ_RESP_MAX_SGE, max_sge);
  to.with.out(UVERBS_ATTR_CREATE_WQ_RESP_WQ_NUM, ring.rqn);
  mlx5_ib_create_wq_resp answer{};
  answer.response_length = sizeof answer;
  to.with.driver_out(answer);
}

void destroy_wq(const request& to) {
  auto& gone = to.object<receive_work_queue>(to.with.handle(UVERBS_ATTR_DESTROY_WQ_HANDLE),
                                             "receive work queue");
  to.require_unused(gone, "receive work queue");
  const std::uint32_t events = gone.ring.withdraw_events();
  to.on.remove(gone);
  to.with.out(UVERBS_ATTR_DESTROY_WQ_RESP, events);
}

void modify_wq(const request& to) {
  const auto in = to.with.in<ib_uverbs_ex_modify_wq>(UVERBS_ATTR_CORE_IN);
  auto& ring = to.object<receive_work_queue>(in.wq_handle, "receive work queue").ring;
  if (in.attr_mask == 0 || in.attr_mask & ~(wq_attr_state | wq_attr_current | wq_attr_flags)) {
    refuse<check::wq_values>(EINVAL,
                             "attributes {:#x} of a receive work queue: state, current "
                             "state and flags",
                             in.attr_mask);
  }
  const wq_state is = to_wq_state(ring.state);
  const wq_state current =
      in.attr_mask & wq_attr_current ? static_cast<wq_state>(in.curr_wq_state) : is;
  const wq_state wanted = in.attr_mask & wq_attr_state ? static_cast<wq_state>(in.wq_state) : is;
  // ib_core ib_verbs.c: to RDY from RESET only, and from ERR to RESET.
  if (current != is || wanted > wq_state::err ||
      (wanted == wq_state::ready && is == wq_state::err)) {
    refuse<check::wq_values>(EINVAL,
                             "receive work queue {:#x} cannot go from {} to {}: it is in {} (0 is "
                             "RESET, 1 RDY, 2 ERR)",
                             ring.rqn, static_cast<unsigned>(current),
                             static_cast<unsigned>(wanted), static_cast<unsigned>(is));
  }
  if (in.attr_mask & wq_attr_flags) {
    require_flags(in.flags_mask);
    if (in.flags_mask & IB_UVERBS_WQ_FLAGS_CVLAN_STRIPPING) {
      ring.strips_vlan = (in.flags & IB_UVERBS_WQ_FLAGS_CVLAN_STRIPPING) != 0;
    }
  }
  if (wanted == is) return;
  const queue_pair_state before = std::exchange(ring.state, to_queue_pair_state(wanted));
  to.on.engine().queue_pair_modified(ring, before);
}

void create_table(const request& to) {
  const auto in = to.with.bytes(UVERBS_ATTR_CORE_IN);
  ib_uverbs_ex_create_rwq_ind_table head{};
  std::memcpy(&head, in.data(), sizeof head);
  if (head.log_ind_tbl_size > max_log_receive_table) {
    refuse<check::wq_values>(EINVAL, "an indirection table of 2^{} places: up to 2^{}",
                             head.log_ind_tbl_size, max_log_receive_table);
  }
  const std::size_t count = std::size_t{1} << head.log_ind_tbl_size;
  if (in.size() < sizeof head + count * sizeof(std::uint32_t)) {
    refuse<check::command_layout>(EINVAL, "an indirection table of {} places in {} bytes", count,
                                  in.size());
  }
  auto made = std::make_unique<receive_table>(to.of);
  for (std::size_t i = 0; i < count; ++i) {
    std::uint32_t handle = 0;
    std::memcpy(&handle, in.data() + sizeof head + i * sizeof handle, sizeof handle);
    made->places.push_back(reference(&to.object<receive_work_queue>(handle, "receive work queue")));
  }
  const receive_table& table = to.of.add(std::move(made));
  ib_uverbs_ex_create_rwq_ind_table_resp answer{};
  answer.response_length =
      static_cast<std::uint32_t>(std::min(to.with.length(UVERBS_ATTR_CORE_OUT), sizeof answer));
  answer.ind_tbl_handle = table.handle;
  answer.ind_tbl_num = table.handle;
  to.with.out(UVERBS_ATTR_CORE_OUT, answer);
  mlx5_ib_create_rwq_ind_tbl_resp mlx5{};
  mlx5.response_length = sizeof mlx5;
  to.with.driver_out(mlx5);
}

void destroy_table(const request& to) {
  to.destroy(to.object<receive_table>(to.with.handle(UVERBS_ATTR_DESTROY_RWQ_IND_TBL_HANDLE),
                                      "indirection table"),
             "indirection table");
}

}  // namespace

std::span<const method_handler> receive_work_queue_methods() {
  static const std::vector<method_handler> table = {
      {UVERBS_OBJECT_WQ,
       UVERBS_METHOD_WQ_CREATE,
       create_wq,
       {UVERBS_ATTR_CREATE_WQ_HANDLE, UVERBS_ATTR_CREATE_WQ_PD_HANDLE,
        UVERBS_ATTR_CREATE_WQ_CQ_HANDLE, UVERBS_ATTR_CREATE_WQ_USER_HANDLE,
        UVERBS_ATTR_CREATE_WQ_TYPE, UVERBS_ATTR_CREATE_WQ_EVENT_FD, UVERBS_ATTR_CREATE_WQ_MAX_WR,
        UVERBS_ATTR_CREATE_WQ_MAX_SGE, UVERBS_ATTR_CREATE_WQ_FLAGS,
        UVERBS_ATTR_CREATE_WQ_RESP_MAX_WR, UVERBS_ATTR_CREATE_WQ_RESP_MAX_SGE,
        UVERBS_ATTR_CREATE_WQ_RESP_WQ_NUM}},
      {UVERBS_OBJECT_WQ,
       UVERBS_METHOD_WQ_DESTROY,
       destroy_wq,
       {UVERBS_ATTR_DESTROY_WQ_HANDLE, UVERBS_ATTR_DESTROY_WQ_RESP}},
      {UVERBS_OBJECT_RWQ_IND_TBL,
       UVERBS_METHOD_RWQ_IND_TBL_DESTROY,
       destroy_table,
       {UVERBS_ATTR_DESTROY_RWQ_IND_TBL_HANDLE}},
  };
  return table;
}

std::span<const write_handler> receive_work_queue_writes() {
  static const std::vector<write_handler> table = {
      {IB_USER_VERBS_EX_CMD_MODIFY_WQ | IB_USER_VERBS_CMD_FLAG_EXTENDED,
       sizeof(ib_uverbs_ex_modify_wq), 0, modify_wq},
      {IB_USER_VERBS_EX_CMD_CREATE_RWQ_IND_TBL | IB_USER_VERBS_CMD_FLAG_EXTENDED,
       sizeof(ib_uverbs_ex_create_rwq_ind_table), sizeof(ib_uverbs_ex_create_rwq_ind_table_resp),
       create_table},
  };
  return table;
}

}  // namespace verbatim::emulator
