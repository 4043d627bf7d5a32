// Address handles: made for programs that create them, used by no queue of this device.
#include <rdma/ib_user_ioctl_cmds.h>
#include <rdma/ib_user_verbs.h>
#include <rdma/mlx5-abi.h>

#include <cerrno>

#include "abi/capabilities.hpp"
#include "abi/handlers.hpp"
#include "objects/address_handle.hpp"

namespace verbatim::emulator {
namespace {

void create_ah(const request& to) {
  const auto in = to.with.in<ib_uverbs_create_ah>(UVERBS_ATTR_CORE_IN);
  if (in.attr.port_num < 1 || in.attr.port_num > port_count) {
    refuse(EINVAL, "address handle on port {}: the device has ports 1 to {}", in.attr.port_num,
           port_count);
  }
  if (in.attr.is_global && in.attr.grh.sgid_index >= gid_count) {
    refuse(EINVAL, "address handle with GID index {}: the port has {}", in.attr.grh.sgid_index,
           gid_count);
  }
  auto made = std::make_unique<address_handle>(to.of);
  made->pd = reference(&to.object<protection_domain>(in.pd_handle, "protection domain"));
  const address_handle& ah = to.of.add(std::move(made));
  to.with.out(UVERBS_ATTR_CORE_OUT, ib_uverbs_create_ah_resp{.ah_handle = ah.handle});
}

void destroy_ah(const request& to) {
  to.destroy(
      to.object<address_handle>(to.with.handle(UVERBS_ATTR_DESTROY_AH_HANDLE), "address handle"),
      "address handle");
}

}  // namespace

std::span<const method_handler> address_handle_methods() {
  static const std::vector<method_handler> table = {
      {UVERBS_OBJECT_AH, UVERBS_METHOD_AH_DESTROY, destroy_ah, {UVERBS_ATTR_DESTROY_AH_HANDLE}},
  };
  return table;
}

std::span<const write_handler> address_handle_writes() {
  static const std::vector<write_handler> table = {
      {IB_USER_VERBS_CMD_CREATE_AH, sizeof(ib_uverbs_create_ah), sizeof(ib_uverbs_create_ah_resp),
       create_ah},
  };
  return table;
}

}  // namespace verbatim::emulator
