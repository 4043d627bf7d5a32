// Address handles. libmlx5 writes their contents into WQEs; the device only resolves the MAC
// address.
#include <rdma/ib_user_ioctl_cmds.h>
#include <rdma/ib_user_verbs.h>
#include <rdma/mlx5-abi.h>

#include <algorithm>

#include "abi/commands/addresses.hpp"
#include "abi/handlers.hpp"
#include "objects/address_handle.hpp"

namespace verbatim::emulator {
namespace {

void create_ah(const request& to) {
  const auto in = to.with.in<ib_uverbs_create_ah>(UVERBS_ATTR_CORE_IN);
  gid dgid;
  std::copy(std::begin(in.attr.grh.dgid), std::end(in.attr.grh.dgid), dgid.begin());
  check_path(to, "address handle", in.attr.port_num, in.attr.is_global != 0,
             in.attr.grh.sgid_index);
  const mac_address mac = resolve_address(to, "address handle", in.attr.port_num, dgid);
  auto made = std::make_unique<address_handle>(to.of);
  made->pd = reference(&to.object<protection_domain>(in.pd_handle, "protection domain"));
  const address_handle& ah = to.of.add(std::move(made));
  to.with.out(UVERBS_ATTR_CORE_OUT, ib_uverbs_create_ah_resp{.ah_handle = ah.handle});
  mlx5_ib_create_ah_resp answer{};
  answer.response_length =
      static_cast<std::uint32_t>(std::min(to.with.driver_out_length(), sizeof answer));
  std::copy(mac.begin(), mac.end(), std::begin(answer.dmac));
  to.with.driver_out(answer);
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
