// DevX: objects made by firmware commands, user memory, and their queries.
#include <rdma/ib_user_ioctl_cmds.h>
#include <rdma/mlx5_user_ioctl_cmds.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include "abi/commands/capabilities.hpp"
#include "abi/commands/hca_capabilities.hpp"
#include "abi/devx/devx_objects.hpp"
#include "abi/handlers.hpp"
#include "abi/named.hpp"
#include "abi/program_memory.hpp"
#include "verbatim/generated/commands/alloc_flow_counter.hpp"
#include "verbatim/generated/commands/alloc_transport_domain.hpp"
#include "verbatim/generated/commands/arm_xrq.hpp"
#include "verbatim/generated/commands/create_cq.hpp"
#include "verbatim/generated/commands/create_dct.hpp"
#include "verbatim/generated/commands/create_general_object.hpp"
#include "verbatim/generated/commands/create_mkey.hpp"
#include "verbatim/generated/commands/create_psv.hpp"
#include "verbatim/generated/commands/create_qp.hpp"
#include "verbatim/generated/commands/create_rmp.hpp"
#include "verbatim/generated/commands/create_tis.hpp"
#include "verbatim/generated/commands/create_xrq.hpp"
#include "verbatim/generated/commands/modify_cq.hpp"
#include "verbatim/generated/commands/modify_general_object.hpp"
#include "verbatim/generated/commands/modify_sq.hpp"
#include "verbatim/generated/commands/modify_tis.hpp"
#include "verbatim/generated/commands/query_dct.hpp"
#include "verbatim/generated/commands/query_flow_counter.hpp"
#include "verbatim/generated/commands/query_general_object.hpp"
#include "verbatim/generated/commands/query_hca_cap.hpp"
#include "verbatim/generated/commands/query_hca_vport_context.hpp"
#include "verbatim/generated/commands/query_lag.hpp"
#include "verbatim/generated/commands/query_qp.hpp"
#include "verbatim/generated/commands/query_tis.hpp"
#include "verbatim/generated/commands/query_xrq.hpp"
#include "verbatim/generated/commands/rst2init_qp.hpp"

namespace verbatim::emulator {
namespace {

mailbox_input input(const request& to, std::uint16_t id) {
  const auto bytes = to.with.room(id);
  if (bytes.size() < 16)
    refuse<check::command_layout>(EINVAL, "a firmware command of {} bytes: 16 or more",
                                  bytes.size());
  return mailbox_input(bytes);
}

/// The memory of an answer, whose length the program chooses.
std::vector<std::byte> room_for_answer(const request& to, std::uint16_t id) {
  return std::vector<std::byte>(to.with.length(id));
}

void answer(const request& to, std::uint16_t id, const mailbox_output& from) {
  const auto room = to.with.room(id);
  std::copy(from.bytes().begin(), from.bytes().end(), room.begin());
  to.with.mark_written(id);
}

void query_vport_context(const request& to, const mailbox_input& in, const mailbox_output& out) {
  using command = firmware::query_hca_vport_context;
  using firmware::hca_vport_context;
  constexpr std::uint64_t active = 4;
  constexpr std::uint64_t link_up = 5;
  // On devices with one port, programs query port 0.
  const auto& port = port_of(to, std::max(in.as<command::in>().get(command::in::port_num), 1u));
  const auto context = out.as<command::out>().part(command::out::hca_vport_context);
  context.set(hca_vport_context::port_physical_state, link_up);
  context.set(hca_vport_context::port_state, active);
  context.set(hca_vport_context::vport_state, active);
  context.set(hca_vport_context::system_image_guid, port.node_guid);
  context.set(hca_vport_context::port_guid, port.guid);
  context.set(hca_vport_context::node_guid, port.node_guid);
  context.set(hca_vport_context::lid, port.lid);
}

void general_command(const request& to) {
  const auto in = input(to, MLX5_IB_ATTR_DEVX_OTHER_CMD_IN);
  auto memory = room_for_answer(to, MLX5_IB_ATTR_DEVX_OTHER_CMD_OUT);
  const mailbox_output out(memory);
  const std::uint32_t opcode = in.get(firmware::mbox_in::opcode);
  const std::uint32_t op_mod = in.get(firmware::mbox_in::op_mod);
  switch (opcode) {
    case firmware::query_hca_cap::opcode:
      if (!answer_hca_capabilities(op_mod, to.of.ports(), out)) {
        refuse<check::hca_capability>(
            EINVAL, "QUERY_HCA_CAP with op_mod {:#x}: the device has no such capabilities", op_mod);
      }
      break;
    case firmware::query_hca_vport_context::opcode:
      query_vport_context(to, in, out);
      break;
    case firmware::query_lag::opcode:
      if (to.on.settings().bond) {
        query_bond(out);
        break;
      }
      // UCX tries this on every device, and continues if it fails.
      if (reports_everything())
        tell<check::no_link_aggregation>("QUERY_LAG: the device does not aggregate its ports");
      throw refusal{EINVAL};
    default:
      refuse<check::firmware_command>(EINVAL, "firmware command {:#x} is not supported", opcode);
  }
  answer(to, MLX5_IB_ATTR_DEVX_OTHER_CMD_OUT, out);
}

constexpr devx_creation creations[] = {
    {firmware::create_mkey::opcode, create_devx_mkey},
    {firmware::create_cq::opcode, create_devx_cq},
    {firmware::create_qp::opcode, create_devx_qp},
    {firmware::create_dct::opcode, create_devx_dct},
    {firmware::create_psv::opcode, create_devx_psv},
    {firmware::create_general_object::opcode, create_devx_general_object},
    {firmware::create_rmp::opcode, create_devx_rmp},
    {firmware::create_xrq::opcode, create_devx_xrq},
    {firmware::alloc_transport_domain::opcode, create_devx_transport_domain},
    {firmware::create_tis::opcode, create_devx_tis},
    {firmware::alloc_flow_counter::opcode, create_devx_flow_counter},
};

void create_object(const request& to) {
  const auto in = input(to, MLX5_IB_ATTR_DEVX_OBJ_CREATE_CMD_IN);
  auto memory = room_for_answer(to, MLX5_IB_ATTR_DEVX_OBJ_CREATE_CMD_OUT);
  const mailbox_output out(memory);
  const std::uint32_t opcode = in.get(firmware::mbox_in::opcode);
  const auto* const found =
      std::find_if(std::begin(creations), std::end(creations),
                   [opcode](const devx_creation& one) { return one.opcode == opcode; });
  if (found == std::end(creations)) {
    refuse<check::firmware_command>(
        EINVAL, "firmware command {:#x} does not make an object of this device", opcode);
  }
  object& made = found->run(to, in, out);
  made.made_by_devx = true;
  to.with.out_handle(MLX5_IB_ATTR_DEVX_OBJ_CREATE_HANDLE, made.handle);
  answer(to, MLX5_IB_ATTR_DEVX_OBJ_CREATE_CMD_OUT, out);
}

void destroy_object(const request& to) {
  auto& gone = to.object<object>(to.with.handle(MLX5_IB_ATTR_DEVX_OBJ_DESTROY_HANDLE), "object");
  if (!gone.made_by_devx)
    refuse<check::devx_object>(EINVAL, "object {} was not made by DevX", gone.handle);
  to.destroy(gone, "DevX object");
}

/// Returns the object of a command's handle. Compares the number in the command with the object's
/// number, like the kernel.
template <class Command, class Object>
Object& object_of(const request& to, std::uint16_t handle_id, const mailbox_input& in,
                  const wire::mailbox_field<Command>& named, std::uint32_t Object::*number,
                  const char* what) {
  auto& found = to.object<Object>(to.with.handle(handle_id), what);
  const auto name = in.as<Command>().get(named);
  if (name != found.*number) {
    refuse<check::devx_object>(
        EINVAL, "firmware command {:#x} names object {:#x}, and its handle is of {:#x}",
        in.get(firmware::mbox_in::opcode), name, found.*number);
  }
  return found;
}

void modify_object(const request& to) {
  const auto in = input(to, MLX5_IB_ATTR_DEVX_OBJ_MODIFY_CMD_IN);
  auto memory = room_for_answer(to, MLX5_IB_ATTR_DEVX_OBJ_MODIFY_CMD_OUT);
  const mailbox_output out(memory);
  constexpr std::uint16_t handle = MLX5_IB_ATTR_DEVX_OBJ_MODIFY_HANDLE;
  switch (in.get(firmware::mbox_in::opcode)) {
    case firmware::arm_xrq::opcode:
      arm_devx_xrq(to,
                   object_of(to, handle, in, firmware::arm_xrq::in::xrqn,
                             &shared_receive_queue::srqn, "XRQ"),
                   in);
      break;
    case firmware::modify_cq::opcode:
      modify_devx_cq(to,
                     object_of(to, handle, in, firmware::modify_cq::in::cqn, &completion_queue::cqn,
                               "completion queue"),
                     in);
      break;
    case firmware::modify_general_object::opcode:
      modify_scheduling_element(to.object<object>(to.with.handle(handle), "object"), in);
      break;
    case firmware::modify_sq::opcode:
      object_of(to, handle, in, firmware::modify_sq::in::sqn, &queue_pair::qpn, "queue pair");
      modify_send_queue(to, in);
      break;
    case firmware::modify_tis::opcode:
      modify_tis_of_queue_pair(
          to,
          object_of(to, handle, in, firmware::modify_tis::in::tisn, &queue_pair::qpn, "queue pair"),
          in);
      break;
    default:
      // All changes of a queue pair have its number at the same place.
      modify_devx_qp(
          to,
          object_of(to, handle, in, firmware::rst2init_qp::in::qpn, &queue_pair::qpn,
                    "queue pair: DevX modifies those, CQs and schedulers, and arms XRQs"),
          in);
  }
  answer(to, MLX5_IB_ATTR_DEVX_OBJ_MODIFY_CMD_OUT, out);
}

void query_object(const request& to) {
  const auto in = input(to, MLX5_IB_ATTR_DEVX_OBJ_QUERY_CMD_IN);
  auto memory = room_for_answer(to, MLX5_IB_ATTR_DEVX_OBJ_QUERY_CMD_OUT);
  const mailbox_output out(memory);
  constexpr std::uint16_t handle = MLX5_IB_ATTR_DEVX_OBJ_QUERY_HANDLE;
  switch (in.get(firmware::mbox_in::opcode)) {
    case firmware::query_qp::opcode:
      query_devx_qp(
          to,
          object_of(to, handle, in, firmware::query_qp::in::qpn, &queue_pair::qpn, "queue pair"),
          out);
      break;
    case firmware::query_dct::opcode:
      query_devx_dct(
          object_of(to, handle, in, firmware::query_dct::in::dctn, &queue_pair::qpn, "DCT"), out);
      break;
    case firmware::query_tis::opcode:
      query_tis_of_queue_pair(
          object_of(to, handle, in, firmware::query_tis::in::tisn, &queue_pair::qpn, "queue pair"),
          out);
      break;
    case firmware::query_general_object::opcode:
      query_encryption_object(to.object<object>(to.with.handle(handle), "object"), out);
      break;
    case firmware::query_flow_counter::opcode:
      query_devx_flow_counter(to.object<flow_counter>(to.with.handle(handle), "flow counter"), in,
                              out);
      break;
    case firmware::query_xrq::opcode:
      query_devx_xrq(object_of(to, handle, in, firmware::query_xrq::in::xrqn,
                               &shared_receive_queue::srqn, "XRQ"),
                     out);
      break;
    default:
      refuse<check::firmware_command>(
          EINVAL,
          "firmware command {:#x}: only queue pairs, DCTs, TISs, XRQs, DEKs and flow counters "
          "can be queried",
          in.get(firmware::mbox_in::opcode));
  }
  answer(to, MLX5_IB_ATTR_DEVX_OBJ_QUERY_CMD_OUT, out);
}

void register_user_memory(const request& to) {
  if (to.with.has(MLX5_IB_ATTR_DEVX_UMEM_REG_DMABUF_FD)) {
    refuse<check::devx_not_emulated>(EOPNOTSUPP, "user memory from a dma-buf is not supported");
  }
  const auto address = to.with.in<std::uint64_t>(MLX5_IB_ATTR_DEVX_UMEM_REG_ADDR);
  const auto bytes = to.with.in<std::uint64_t>(MLX5_IB_ATTR_DEVX_UMEM_REG_LEN);
  const auto access_flags =
      to.with.in_if<std::uint32_t>(MLX5_IB_ATTR_DEVX_UMEM_REG_ACCESS).value_or(0);
  auto made = std::make_unique<user_memory>(to.of);
  made->base =
      program_memory(address, bytes, (access_flags & access::local_write) != 0, "user memory");
  made->bytes = bytes;
  const user_memory& memory = to.of.add(std::move(made));
  to.with.out_handle(MLX5_IB_ATTR_DEVX_UMEM_REG_HANDLE, memory.handle);
  to.with.out(MLX5_IB_ATTR_DEVX_UMEM_REG_OUT_ID, memory.id());
}

void deregister_user_memory(const request& to) {
  to.destroy(
      to.object<user_memory>(to.with.handle(MLX5_IB_ATTR_DEVX_UMEM_DEREG_HANDLE), "user memory"),
      "user memory");
}

void query_uar(const request& to) {
  // Register pages have the same number here as on the device.
  to.with.out(MLX5_IB_ATTR_DEVX_QUERY_UAR_DEV_IDX,
              to.with.in<std::uint32_t>(MLX5_IB_ATTR_DEVX_QUERY_UAR_USER_IDX));
}

void query_eqn(const request& to) {
  const auto vector = to.with.in<std::uint32_t>(MLX5_IB_ATTR_DEVX_QUERY_EQN_USER_VEC);
  if (vector >= completion_vectors) {
    refuse<check::completion_vector>(EINVAL, "completion vector {}: the device has {}", vector,
                                     completion_vectors);
  }
  to.with.out(MLX5_IB_ATTR_DEVX_QUERY_EQN_DEV_EQN, event_queue_number);
}

}  // namespace

user_memory& find_user_memory(const request& to, std::uint32_t id, const char* what) {
  auto* const found = id != 0 ? to.of.find<user_memory>(id - 1) : nullptr;
  if (!found) refuse<check::devx_memory>(EINVAL, "{}: there is no user memory {}", what, id);
  return *found;
}

std::byte* memory_at(const user_memory& memory, std::uint64_t offset, std::uint64_t bytes,
                     const char* what) {
  if (offset > memory.bytes || bytes > memory.bytes - offset) {
    refuse<check::devx_memory>(EINVAL,
                               "{} needs {} bytes from {} on of user memory {}, which has {}", what,
                               bytes, offset, memory.id(), memory.bytes);
  }
  return memory.base + offset;
}

protection_domain& find_protection_domain(const request& to, std::uint32_t pdn) {
  for (const auto& entry : to.of.objects) {
    auto* const pd = dynamic_cast<protection_domain*>(entry.second.get());
    if (pd && pd->pdn == pdn) return *pd;
  }
  refuse<check::devx_object>(EINVAL, "there is no protection domain {}", pdn);
}

std::span<const method_handler> devx_methods() {
  static const std::vector<method_handler> table = [] {
    std::vector<method_handler> all = {
        {MLX5_IB_OBJECT_DEVX,
         MLX5_IB_METHOD_DEVX_OTHER,
         general_command,
         {MLX5_IB_ATTR_DEVX_OTHER_CMD_IN, MLX5_IB_ATTR_DEVX_OTHER_CMD_OUT}},
        {MLX5_IB_OBJECT_DEVX,
         MLX5_IB_METHOD_DEVX_QUERY_UAR,
         query_uar,
         {MLX5_IB_ATTR_DEVX_QUERY_UAR_USER_IDX, MLX5_IB_ATTR_DEVX_QUERY_UAR_DEV_IDX}},
        {MLX5_IB_OBJECT_DEVX,
         MLX5_IB_METHOD_DEVX_QUERY_EQN,
         query_eqn,
         {MLX5_IB_ATTR_DEVX_QUERY_EQN_USER_VEC, MLX5_IB_ATTR_DEVX_QUERY_EQN_DEV_EQN}},
        {MLX5_IB_OBJECT_DEVX_OBJ,
         MLX5_IB_METHOD_DEVX_OBJ_CREATE,
         create_object,
         {MLX5_IB_ATTR_DEVX_OBJ_CREATE_HANDLE, MLX5_IB_ATTR_DEVX_OBJ_CREATE_CMD_IN,
          MLX5_IB_ATTR_DEVX_OBJ_CREATE_CMD_OUT}},
        {MLX5_IB_OBJECT_DEVX_OBJ,
         MLX5_IB_METHOD_DEVX_OBJ_DESTROY,
         destroy_object,
         {MLX5_IB_ATTR_DEVX_OBJ_DESTROY_HANDLE}},
        {MLX5_IB_OBJECT_DEVX_OBJ,
         MLX5_IB_METHOD_DEVX_OBJ_MODIFY,
         modify_object,
         {MLX5_IB_ATTR_DEVX_OBJ_MODIFY_HANDLE, MLX5_IB_ATTR_DEVX_OBJ_MODIFY_CMD_IN,
          MLX5_IB_ATTR_DEVX_OBJ_MODIFY_CMD_OUT}},
        {MLX5_IB_OBJECT_DEVX_OBJ,
         MLX5_IB_METHOD_DEVX_OBJ_QUERY,
         query_object,
         {MLX5_IB_ATTR_DEVX_OBJ_QUERY_HANDLE, MLX5_IB_ATTR_DEVX_OBJ_QUERY_CMD_IN,
          MLX5_IB_ATTR_DEVX_OBJ_QUERY_CMD_OUT}},
        {MLX5_IB_OBJECT_DEVX_UMEM,
         MLX5_IB_METHOD_DEVX_UMEM_REG,
         register_user_memory,
         {MLX5_IB_ATTR_DEVX_UMEM_REG_HANDLE, MLX5_IB_ATTR_DEVX_UMEM_REG_ADDR,
          MLX5_IB_ATTR_DEVX_UMEM_REG_LEN, MLX5_IB_ATTR_DEVX_UMEM_REG_ACCESS,
          MLX5_IB_ATTR_DEVX_UMEM_REG_OUT_ID, MLX5_IB_ATTR_DEVX_UMEM_REG_PGSZ_BITMAP}},
        {MLX5_IB_OBJECT_DEVX_UMEM,
         MLX5_IB_METHOD_DEVX_UMEM_DEREG,
         deregister_user_memory,
         {MLX5_IB_ATTR_DEVX_UMEM_DEREG_HANDLE}},
    };
    const auto events = devx_event_methods();
    all.insert(all.end(), events.begin(), events.end());
    return all;
  }();
  return table;
}

}  // namespace verbatim::emulator
