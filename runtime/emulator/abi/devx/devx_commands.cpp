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

namespace verbatim::emulator {
namespace {

mailbox_input input(const request& to, std::uint16_t id) {
  const auto bytes = to.with.room(id);
  if (bytes.size() < 16)
    refuse<check::command_layout>(EINVAL, "a firmware command of {} bytes: 16 or more",
                                  bytes.size());
  return mailbox_input(bytes);
}

void answer(const request& to, std::uint16_t id, const mailbox_output& from) {
  const auto room = to.with.room(id);
  std::copy(from.bytes().begin(), from.bytes().end(), room.begin());
  to.with.mark_written(id);
}

void query_vport_context(const request& to, const mailbox_input& in, mailbox_output& out) {
  constexpr mailbox_field port_number{0x04c, 4};
  constexpr std::uint32_t context_at = 0x80;
  constexpr std::uint64_t active = 4;
  constexpr std::uint64_t link_up = 5;
  // On devices with one port, programs query port 0.
  const auto& port = port_of(to, std::max(in.get32(port_number), 1u));
  out.set(context_at + mailbox_field{0x110, 4}, link_up);  // port_physical_state
  out.set(context_at + mailbox_field{0x118, 4}, active);   // port_state
  out.set(context_at + mailbox_field{0x11c, 4}, active);   // vport_state
  out.set(context_at + mailbox_field{0x140, 64}, port.node_guid);
  out.set(context_at + mailbox_field{0x180, 64}, port.guid);
  out.set(context_at + mailbox_field{0x1c0, 64}, port.node_guid);
  out.set(context_at + mailbox_field{0x300, 16}, port.lid);
}

void general_command(const request& to) {
  const auto in = input(to, MLX5_IB_ATTR_DEVX_OTHER_CMD_IN);
  mailbox_output out(to.with.length(MLX5_IB_ATTR_DEVX_OTHER_CMD_OUT));
  const std::uint32_t opcode = in.get32(mailbox_header::opcode);
  const std::uint32_t op_mod = in.get32(mailbox_header::op_mod);
  switch (opcode) {
    case firmware_command::query_hca_cap:
      if (!answer_hca_capabilities(op_mod, to.of.ports(), out)) {
        refuse<check::hca_capability>(
            EINVAL, "QUERY_HCA_CAP with op_mod {:#x}: the device has no such capabilities", op_mod);
      }
      break;
    case firmware_command::query_hca_vport_context:
      query_vport_context(to, in, out);
      break;
    case firmware_command::query_lag:
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
    {firmware_command::create_mkey, create_devx_mkey},
    {firmware_command::create_cq, create_devx_cq},
    {firmware_command::create_qp, create_devx_qp},
    {firmware_command::create_psv, create_devx_psv},
    {firmware_command::create_general_object, create_devx_general_object},
    {firmware_command::create_rmp, create_devx_rmp},
    {firmware_command::create_xrq, create_devx_xrq},
    {firmware_command::alloc_transport_domain, create_devx_transport_domain},
    {firmware_command::create_tis, create_devx_tis},
    {firmware_command::alloc_flow_counter, create_devx_flow_counter},
};

void create_object(const request& to) {
  const auto in = input(to, MLX5_IB_ATTR_DEVX_OBJ_CREATE_CMD_IN);
  mailbox_output out(to.with.length(MLX5_IB_ATTR_DEVX_OBJ_CREATE_CMD_OUT));
  const std::uint32_t opcode = in.get32(mailbox_header::opcode);
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
template <class Object>
Object& object_of(const request& to, std::uint16_t handle_id, const mailbox_input& in,
                  std::uint32_t Object::*number, const char* what) {
  constexpr mailbox_field numbered{0x048, 24};
  auto& found = to.object<Object>(to.with.handle(handle_id), what);
  if (in.get32(numbered) != found.*number) {
    refuse<check::devx_object>(
        EINVAL, "firmware command {:#x} names object {:#x}, and its handle is of {:#x}",
        in.get32(mailbox_header::opcode), in.get(numbered), found.*number);
  }
  return found;
}

void modify_object(const request& to) {
  const auto in = input(to, MLX5_IB_ATTR_DEVX_OBJ_MODIFY_CMD_IN);
  mailbox_output out(to.with.length(MLX5_IB_ATTR_DEVX_OBJ_MODIFY_CMD_OUT));
  constexpr std::uint16_t handle = MLX5_IB_ATTR_DEVX_OBJ_MODIFY_HANDLE;
  switch (in.get32(mailbox_header::opcode)) {
    case firmware_command::arm_xrq:
      arm_devx_xrq(to, object_of(to, handle, in, &shared_receive_queue::srqn, "XRQ"), in);
      break;
    case firmware_command::modify_cq:
      modify_devx_cq(to, object_of(to, handle, in, &completion_queue::cqn, "completion queue"), in);
      break;
    case firmware_command::modify_general_object:
      modify_scheduling_element(to.object<object>(to.with.handle(handle), "object"), in);
      break;
    case firmware_command::modify_sq:
      object_of(to, handle, in, &queue_pair::qpn, "queue pair");
      modify_send_queue(to, in);
      break;
    case firmware_command::modify_tis:
      modify_tis_of_queue_pair(to, object_of(to, handle, in, &queue_pair::qpn, "queue pair"), in);
      break;
    default:
      modify_devx_qp(
          to,
          object_of(to, handle, in, &queue_pair::qpn,
                    "queue pair: DevX modifies those, CQs and schedulers, and arms XRQs"),
          in);
  }
  answer(to, MLX5_IB_ATTR_DEVX_OBJ_MODIFY_CMD_OUT, out);
}

void query_object(const request& to) {
  const auto in = input(to, MLX5_IB_ATTR_DEVX_OBJ_QUERY_CMD_IN);
  mailbox_output out(to.with.length(MLX5_IB_ATTR_DEVX_OBJ_QUERY_CMD_OUT));
  constexpr std::uint16_t handle = MLX5_IB_ATTR_DEVX_OBJ_QUERY_HANDLE;
  switch (in.get32(mailbox_header::opcode)) {
    case firmware_command::query_qp:
      query_devx_qp(to, object_of(to, handle, in, &queue_pair::qpn, "queue pair"), out);
      break;
    case firmware_command::query_tis:
      query_tis_of_queue_pair(object_of(to, handle, in, &queue_pair::qpn, "queue pair"), out);
      break;
    case firmware_command::query_general_object:
      query_encryption_object(to.object<object>(to.with.handle(handle), "object"), out);
      break;
    case firmware_command::query_flow_counter:
      query_devx_flow_counter(to.object<flow_counter>(to.with.handle(handle), "flow counter"), in,
                              out);
      break;
    case firmware_command::query_xrq:
      query_devx_xrq(object_of(to, handle, in, &shared_receive_queue::srqn, "XRQ"), out);
      break;
    default:
      refuse<check::firmware_command>(
          EINVAL,
          "firmware command {:#x}: only queue pairs, their TISs, XRQs, DEKs and flow counters "
          "can be queried",
          in.get32(mailbox_header::opcode));
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
