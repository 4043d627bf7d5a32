// Commands that open the device and query it.
#include <rdma/ib_user_ioctl_cmds.h>
#include <rdma/mlx5_user_ioctl_cmds.h>
#include <rdma/mlx5_user_ioctl_verbs.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>

#include "abi/commands/capabilities.hpp"
#include "abi/handlers.hpp"
#include "abi/named.hpp"

namespace verbatim::emulator {
namespace {

void answer_context(const request& to, std::uint16_t vectors_id, std::uint16_t support_id) {
  to.with.out(vectors_id, completion_vectors);
  to.with.out(support_id, std::uint64_t{IB_UVERBS_CORE_SUPPORT_OPTIONAL_MR_ACCESS});
}

mlx5_ib_alloc_ucontext_resp context_answer(const request& to) {
  return context_answer(to.of.ports(), to.on.ece_options(to.of.card) != 0);
}

void get_context(const request& to) {
  if (to.of.established)
    refuse<check::context_values>(EINVAL, "this device file already has its context");
  const auto in = to.with.driver_in<mlx5_ib_alloc_ucontext_req_v2>();
  if (in.flags & ~std::uint32_t{MLX5_IB_ALLOC_UCTX_DEVX}) {
    refuse<check::context_values>(EINVAL, "context flags {:#x} are not known", in.flags);
  }
  if (!(in.lib_caps & MLX5_LIB_CAP_DYN_UAR)) {
    refuse<check::context_old_library>(
        EOPNOTSUPP,
        "this libmlx5 cannot allocate register pages one by one (MLX5_LIB_CAP_DYN_UAR); "
        "rdma-core 28 or newer can");
  }
  if (in.max_cqe_version < 1) {
    refuse<check::context_old_library>(EOPNOTSUPP, "this libmlx5 cannot read CQEs of version 1");
  }
  answer_context(to, UVERBS_ATTR_GET_CONTEXT_NUM_COMP_VECTORS,
                 UVERBS_ATTR_GET_CONTEXT_CORE_SUPPORT);
  to.with.driver_out(context_answer(to));
  to.of.established = true;
  note("device opened");
}

void query_context(const request& to) {
  answer_context(to, UVERBS_ATTR_QUERY_CONTEXT_NUM_COMP_VECTORS,
                 UVERBS_ATTR_QUERY_CONTEXT_CORE_SUPPORT);
  to.with.out(MLX5_IB_ATTR_QUERY_CONTEXT_RESP_UCTX, context_answer(to));
}

void query_port(const request& to) {
  const auto& port = port_of(to, to.with.constant(UVERBS_ATTR_QUERY_PORT_PORT_NUM));
  to.with.out(UVERBS_ATTR_QUERY_PORT_RESP, port_answer(port));
}

/// Returns zeroes, because there is no virtual switch and no steering by software.
void query_virtual_port(const request& to) {
  (void)port_of(to, to.with.constant(MLX5_IB_ATTR_QUERY_PORT_PORT_NUM));
  to.with.out(MLX5_IB_ATTR_QUERY_PORT, mlx5_ib_uapi_query_port{});
}

void query_gid_table(const request& to) {
  if (to.with.in_if<std::uint32_t>(UVERBS_ATTR_QUERY_GID_TABLE_FLAGS).value_or(0) != 0) {
    refuse<check::device_query>(EINVAL, "the GID table cannot be queried with flags");
  }
  const std::uint64_t entry_size = to.with.constant(UVERBS_ATTR_QUERY_GID_TABLE_ENTRY_SIZE);
  const std::span<std::byte> room = to.with.room(UVERBS_ATTR_QUERY_GID_TABLE_RESP_ENTRIES);
  if (entry_size == 0 || room.size() < entry_size) {
    refuse<check::device_query>(EINVAL, "room for {} bytes of GID entries of {} bytes each",
                                room.size(), entry_size);
  }
  std::uint64_t count = 0;
  for (std::uint32_t number = 1; number <= to.of.ports().size(); ++number) {
    const port_identity& port = to.of.port(number);
    for (std::uint32_t index = 0; index < port.gids.size(); ++index, ++count) {
      if ((count + 1) * entry_size > room.size()) {
        refuse<check::device_query>(EINVAL, "room for {} GID entries, but there are more", count);
      }
      const ib_uverbs_gid_entry entry = gid_answer(port, number, index);
      std::byte* const at = room.data() + count * entry_size;
      std::memset(at, 0, entry_size);
      std::memcpy(at, &entry, std::min<std::size_t>(entry_size, sizeof entry));
    }
  }
  to.with.mark_written(UVERBS_ATTR_QUERY_GID_TABLE_RESP_ENTRIES);
  to.with.out(UVERBS_ATTR_QUERY_GID_TABLE_RESP_NUM_ENTRIES, count);
}

void query_gid_entry(const request& to) {
  const std::uint64_t number = to.with.constant(UVERBS_ATTR_QUERY_GID_ENTRY_PORT);
  const port_identity& port = port_of(to, number);
  const std::uint64_t index = to.with.constant(UVERBS_ATTR_QUERY_GID_ENTRY_GID_INDEX);
  if (index >= gid_table_size) {
    refuse<check::device_query>(EINVAL, "GID index {} does not exist, the table has {}", index,
                                gid_table_size);
  }
  // An empty entry is not reported, because programs query all entries.
  if (index >= port.gids.size()) throw refusal{ENODATA};
  if (to.with.in_if<std::uint32_t>(UVERBS_ATTR_QUERY_GID_ENTRY_FLAGS).value_or(0) != 0) {
    refuse<check::device_query>(EINVAL, "a GID entry cannot be queried with flags");
  }
  to.with.out(
      UVERBS_ATTR_QUERY_GID_ENTRY_RESP_ENTRY,
      gid_answer(port, static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(index)));
}

void query_device(const request& to) {
  to.with.out(UVERBS_ATTR_CORE_OUT, device_answer(to.of.ports()).base);
  to.with.driver_out(mlx5_device_answer(to.of.ports()));
}

void query_device_ex(const request& to) {
  const auto in = to.with.in<ib_uverbs_ex_query_device>(UVERBS_ATTR_CORE_IN);
  if (in.comp_mask || in.reserved)
    refuse<check::device_query>(EINVAL, "query_device_ex with an unknown comp_mask");
  ib_uverbs_ex_query_device_resp answer = device_answer(to.of.ports());
  const std::size_t length = std::min(to.with.length(UVERBS_ATTR_CORE_OUT), sizeof answer);
  answer.response_length = static_cast<std::uint32_t>(length);
  to.with.out(UVERBS_ATTR_CORE_OUT, answer);
  mlx5_ib_query_device_resp mlx5 = mlx5_device_answer(to.of.ports());
  mlx5.response_length =
      static_cast<std::uint32_t>(std::min(to.with.driver_out_length(), sizeof mlx5));
  to.with.driver_out(mlx5);
}

void query_port_by_write(const request& to) {
  const auto in = to.with.in<ib_uverbs_query_port>(UVERBS_ATTR_CORE_IN);
  to.with.out(UVERBS_ATTR_CORE_OUT, port_answer(port_of(to, in.port_num)).legacy_resp);
}

}  // namespace

std::span<const method_handler> device_methods() {
  static const std::vector<method_handler> table = {
      {UVERBS_OBJECT_DEVICE,
       UVERBS_METHOD_GET_CONTEXT,
       get_context,
       {UVERBS_ATTR_GET_CONTEXT_NUM_COMP_VECTORS, UVERBS_ATTR_GET_CONTEXT_CORE_SUPPORT}},
      {UVERBS_OBJECT_DEVICE,
       UVERBS_METHOD_QUERY_CONTEXT,
       query_context,
       {UVERBS_ATTR_QUERY_CONTEXT_NUM_COMP_VECTORS, UVERBS_ATTR_QUERY_CONTEXT_CORE_SUPPORT,
        MLX5_IB_ATTR_QUERY_CONTEXT_RESP_UCTX}},
      {UVERBS_OBJECT_DEVICE,
       UVERBS_METHOD_QUERY_PORT,
       query_port,
       {UVERBS_ATTR_QUERY_PORT_PORT_NUM, UVERBS_ATTR_QUERY_PORT_RESP}},
      {UVERBS_OBJECT_DEVICE,
       MLX5_IB_METHOD_QUERY_PORT,
       query_virtual_port,
       {MLX5_IB_ATTR_QUERY_PORT_PORT_NUM, MLX5_IB_ATTR_QUERY_PORT}},
      {UVERBS_OBJECT_DEVICE,
       UVERBS_METHOD_QUERY_GID_TABLE,
       query_gid_table,
       {UVERBS_ATTR_QUERY_GID_TABLE_ENTRY_SIZE, UVERBS_ATTR_QUERY_GID_TABLE_FLAGS,
        UVERBS_ATTR_QUERY_GID_TABLE_RESP_ENTRIES, UVERBS_ATTR_QUERY_GID_TABLE_RESP_NUM_ENTRIES}},
      {UVERBS_OBJECT_DEVICE,
       UVERBS_METHOD_QUERY_GID_ENTRY,
       query_gid_entry,
       {UVERBS_ATTR_QUERY_GID_ENTRY_PORT, UVERBS_ATTR_QUERY_GID_ENTRY_GID_INDEX,
        UVERBS_ATTR_QUERY_GID_ENTRY_FLAGS, UVERBS_ATTR_QUERY_GID_ENTRY_RESP_ENTRY}},
  };
  return table;
}

std::span<const write_handler> device_writes() {
  static const std::vector<write_handler> table = {
      {IB_USER_VERBS_CMD_QUERY_DEVICE, sizeof(ib_uverbs_query_device),
       sizeof(ib_uverbs_query_device_resp), query_device},
      {IB_USER_VERBS_EX_CMD_QUERY_DEVICE | IB_USER_VERBS_CMD_FLAG_EXTENDED,
       sizeof(ib_uverbs_ex_query_device), offsetof(ib_uverbs_ex_query_device_resp, odp_caps),
       query_device_ex},
      {IB_USER_VERBS_CMD_QUERY_PORT, sizeof(ib_uverbs_query_port),
       sizeof(ib_uverbs_query_port_resp), query_port_by_write},
  };
  return table;
}

}  // namespace verbatim::emulator
