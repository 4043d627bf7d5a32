// Source of the attributes: rdma/ib_user_ioctl_cmds.h, ib_user_verbs.h and mlx5-abi.h of the kernel.
#include "watch/watched_call.hpp"

#include <rdma/ib_user_ioctl_cmds.h>
#include <rdma/ib_user_verbs.h>
#include <rdma/mlx5-abi.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <span>

#include "abi/command_names.hpp"
#include "system/user_memory.hpp"

namespace verbatim::emulator::watch {
namespace {

/// Input of up to eight bytes is in the attribute itself.
constexpr std::size_t inline_bytes = sizeof(ib_uverbs_attr::data);

constexpr std::uint32_t state_is_given = 1;  // IBV_QP_STATE
constexpr std::uint8_t state_of_reset = 0;   // IBV_QPS_RESET

/// Names by the number of ibv_qp_type; those that are missing have none of their own.
constexpr std::array<std::string_view, 11> type_names = {
    "", "", "RC", "UC", "UD", "", "", "", "raw packet", "XRC send", "XRC receive"};

/// The begin of the structure of a wrapped command.
using core_input = std::array<std::byte, 128>;
static_assert(offsetof(ib_uverbs_modify_qp, qp_state) < sizeof(core_input));

std::uint32_t number_at(const core_input& from, std::size_t at) noexcept {
  std::uint32_t result;
  std::memcpy(&result, from.data() + at, sizeof result);
  return result;
}

std::uint64_t file_number(int file) noexcept {
  struct stat found {};
  return fstat(file, &found) == 0 ? found.st_ino : 0;
}

}  // namespace

watched_call::watched_call(int file, const ib_uverbs_ioctl_hdr& header)
    : header_(header), context_(file_number(file)) {
  std::vector<std::vector<std::byte>> bytes;
  if (watch_file* const to = watch_file::here()) {
    to->add(recording::command_body{context_, header_.object_id, header_.method_id, name(),
                                    attributes(false, bytes)});
  }
  forget();
}

void watched_call::ended(int error) {
  std::vector<std::vector<std::byte>> bytes;
  watch_file* const to = watch_file::here();
  if (!to) return;
  to->add(recording::answer_body{static_cast<std::uint32_t>(error), attributes(true, bytes)});
  if (error == 0) follow();
  watched_queues::here().look();
}

const ib_uverbs_attr* watched_call::find(std::uint16_t id) const noexcept {
  const auto* const end = header_.attrs + header_.num_attrs;
  const auto* const at =
      std::find_if(header_.attrs, end, [id](const auto& one) { return one.attr_id == id; });
  return at == end ? nullptr : at;
}

/// Returns a value or structure, with zeros where the program's is shorter; nothing if there is none.
template <class Value>
std::optional<Value> watched_call::read(std::uint16_t id) const {
  const ib_uverbs_attr* const from = find(id);
  if (!from) return std::nullopt;
  Value value{};
  const std::size_t bytes = std::min<std::size_t>(from->len, sizeof value);
  if ((from->flags & UVERBS_ATTR_F_VALID_OUTPUT) == 0 && from->len <= inline_bytes) {
    // Handles and constants have no length.
    std::memcpy(&value, &from->data, from->len == 0 ? std::min(sizeof value, inline_bytes) : bytes);
    return value;
  }
  if (from->len == 0) {
    std::memcpy(&value, &from->data, std::min(sizeof value, inline_bytes));
    return value;
  }
  return copy_from_program(&value, from->data, bytes) ? std::optional(value) : std::nullopt;
}

std::string_view watched_call::name() const {
  if (header_.object_id != UVERBS_OBJECT_DEVICE ||
      header_.method_id != UVERBS_METHOD_INVOKE_WRITE) {
    return name_of_method(header_.object_id, header_.method_id);
  }
  const auto number = read<std::uint64_t>(UVERBS_ATTR_WRITE_CMD);
  return number ? name_of_write(*number) : std::string_view();
}

/// Returns the inputs, or the outputs that were written. `bytes` owns what they point to.
std::vector<recording::attribute> watched_call::attributes(
    bool outputs, std::vector<std::vector<std::byte>>& bytes) const {
  std::vector<recording::attribute> result;
  for (const ib_uverbs_attr& one : std::span(header_.attrs, header_.num_attrs)) {
    if (outputs && (one.flags & UVERBS_ATTR_F_VALID_OUTPUT) == 0) continue;
    // Room for well-known outputs is no input.
    const bool room =
        one.attr_id == UVERBS_ATTR_UHW_OUT ||
        (header_.object_id == UVERBS_OBJECT_DEVICE &&
         header_.method_id == UVERBS_METHOD_INVOKE_WRITE && one.attr_id == UVERBS_ATTR_CORE_OUT);
    const bool has_bytes = outputs || (one.len > inline_bytes && !room);
    auto& copy = bytes.emplace_back(has_bytes ? one.len : 0);
    if (!copy.empty() && !copy_from_program(copy.data(), one.data, copy.size())) copy.clear();
    result.push_back({.id = one.attr_id,
                      .length = one.len,
                      .flags = one.flags,
                      .data = one.data,
                      .bytes = copy});
  }
  return result;
}

/// Forgets the queue that the command is about to destroy: its memory may be freed behind it.
void watched_call::forget() {
  watch_file* const to = watch_file::here();
  if (!to) return;
  watched_queues& queues = watched_queues::here();
  if (header_.object_id == UVERBS_OBJECT_QP && header_.method_id == UVERBS_METHOD_QP_DESTROY) {
    const auto handle = read<std::uint32_t>(UVERBS_ATTR_DESTROY_QP_HANDLE);
    const auto number = handle ? queues.remove_queue_pair({context_, *handle}) : 0;
    if (number != 0) to->add(recording::queue_pair_destroyed_body{number});
  }
  if (header_.object_id == UVERBS_OBJECT_CQ && header_.method_id == UVERBS_METHOD_CQ_DESTROY) {
    const auto handle = read<std::uint32_t>(UVERBS_ATTR_DESTROY_CQ_HANDLE);
    const auto number = handle ? queues.remove_completion_queue({context_, *handle}) : 0;
    if (number != 0) to->add(recording::completion_queue_destroyed_body{number});
  }
}

void watched_call::follow() {
  if (header_.object_id == UVERBS_OBJECT_QP && header_.method_id == UVERBS_METHOD_QP_CREATE) {
    follow_queue_pair();
  }
  if (header_.object_id == UVERBS_OBJECT_CQ && header_.method_id == UVERBS_METHOD_CQ_CREATE) {
    follow_completion_queue();
  }
  if (header_.object_id == UVERBS_OBJECT_DEVICE &&
      header_.method_id == UVERBS_METHOD_INVOKE_WRITE) {
    follow_written();
  }
}

void watched_call::follow_queue_pair() {
  const auto driver = read<mlx5_ib_create_qp>(UVERBS_ATTR_UHW_IN);
  const auto handle = read<std::uint32_t>(UVERBS_ATTR_CREATE_QP_HANDLE);
  const auto number = read<std::uint32_t>(UVERBS_ATTR_CREATE_QP_RESP_QP_NUM);
  watch_file* const to = watch_file::here();
  if (!driver || !handle || !number || !to) return;
  watched_queues& queues = watched_queues::here();
  const auto type = read<std::uint8_t>(UVERBS_ATTR_CREATE_QP_TYPE).value_or(0);
  const auto queue = [&](std::uint16_t id) {
    const auto of = read<std::uint32_t>(id);
    return of ? queues.completion_queue({context_, *of}) : 0;
  };
  recording::queue_pair_created_body body;
  body.qpn = *number;
  body.type = type < type_names.size() ? type_names[type] : std::string_view();
  body.send_count = driver->sq_wqe_count;
  body.receive_count = driver->rq_wqe_count;
  body.receive_stride = driver->rq_wqe_count == 0 ? 0 : 1u << driver->rq_wqe_shift;
  body.send_cqn = queue(UVERBS_ATTR_CREATE_QP_SEND_CQ_HANDLE);
  body.receive_cqn = queue(UVERBS_ATTR_CREATE_QP_RECV_CQ_HANDLE);
  // Sends follow receives, but those of raw packets have a buffer of their own.
  body.send_ring = driver->sq_buf_addr != 0
                       ? driver->sq_buf_addr
                       : driver->buf_addr + std::uint64_t{body.receive_count} * body.receive_stride;
  body.receive_ring = driver->buf_addr;
  body.doorbell_record = driver->db_addr;
  to->add(body);
  queues.add({context_, *handle}, watched_queue_pair{.qpn = body.qpn,
                                                     .ring = body.send_ring,
                                                     .records = body.doorbell_record,
                                                     .count = body.send_count});
}

void watched_call::follow_completion_queue() {
  const auto driver = read<mlx5_ib_create_cq>(UVERBS_ATTR_UHW_IN);
  const auto answer = read<mlx5_ib_create_cq_resp>(UVERBS_ATTR_UHW_OUT);
  const auto handle = read<std::uint32_t>(UVERBS_ATTR_CREATE_CQ_HANDLE);
  const auto most = read<std::uint32_t>(UVERBS_ATTR_CREATE_CQ_RESP_CQE);
  watch_file* const to = watch_file::here();
  if (!driver || !answer || !handle || !most || !to) return;
  recording::completion_queue_created_body body;
  body.cqn = answer->cqn;
  body.cqe_count = *most + 1;
  body.cqe_size = driver->cqe_size;
  body.layout = driver->cqe_comp_en;
  body.minis = driver->cqe_comp_res_format;
  body.ring = driver->buf_addr;
  body.doorbell_record = driver->db_addr;
  to->add(body);
  watched_queues::here().add({context_, *handle},
                             watched_completion_queue{.cqn = body.cqn,
                                                      .ring = body.ring,
                                                      .records = body.doorbell_record,
                                                      .count = body.cqe_count,
                                                      .cqe_bytes = body.cqe_size});
}

/// Follows the older commands, whose structures are wrapped.
void watched_call::follow_written() {
  const auto number = read<std::uint64_t>(UVERBS_ATTR_WRITE_CMD).value_or(0);
  const bool changes = number == IB_USER_VERBS_CMD_MODIFY_QP ||
                       number == (IB_USER_VERBS_EX_CMD_MODIFY_QP | IB_USER_VERBS_CMD_FLAG_EXTENDED);
  // The structures end with an array of no size, which no value can be copied with.
  const auto core = read<core_input>(UVERBS_ATTR_CORE_IN).value_or(core_input{});
  if (changes) {
    const auto mask = number_at(core, offsetof(ib_uverbs_modify_qp, attr_mask));
    const auto state = std::to_integer<std::uint8_t>(core[offsetof(ib_uverbs_modify_qp, qp_state)]);
    if ((mask & state_is_given) == 0 || state != state_of_reset) return;
    const auto handle = number_at(core, offsetof(ib_uverbs_modify_qp, qp_handle));
    watched_queues::here().reset({context_, handle});
  }
  if (number == IB_USER_VERBS_CMD_RESIZE_CQ) {
    const auto handle = number_at(core, offsetof(ib_uverbs_resize_cq, cq_handle));
    watched_queues::here().resized({context_, handle});
  }
}

}  // namespace verbatim::emulator::watch
