// Transport domains and TISs, which drivers of Ethernet make for their send queues.
#include <cerrno>
#include <memory>

#include "abi/devx/devx_objects.hpp"
#include "objects/queues/transport_interface.hpp"

namespace verbatim::emulator {
namespace {

// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_alloc_transport_domain_out_bits,
// mlx5_ifc_create_tis_in_bits, mlx5_ifc_query_tis_out_bits and mlx5_ifc_tisc_bits.
constexpr mailbox_field made_number{0x048, 24};
constexpr mailbox_field lag_tx_port_affinity{0x004, 4};
constexpr mailbox_field domain_in_context{0x128, 24};
constexpr std::uint32_t context_of_creation = 0x100;
constexpr std::uint32_t context_of_query = 0x080;

}  // namespace

object& create_devx_transport_domain(const request& to, const mailbox_input&, mailbox_output& out) {
  transport_domain& made = to.of.add(std::make_unique<transport_domain>(to.of));
  out.set(made_number, made.number());
  return made;
}

object& create_devx_tis(const request& to, const mailbox_input& in, mailbox_output& out) {
  const auto number = in.get32(context_of_creation + domain_in_context);
  auto made = std::make_unique<transport_interface>(to.of);
  if (number != 0) {
    auto* const domain = to.of.find<transport_domain>(number - 1);
    if (!domain) refuse<check::devx_object>(EINVAL, "there is no transport domain {}", number);
    made->domain = reference(domain);
  }
  transport_interface& tis = to.of.add(std::move(made));
  out.set(made_number, tis.number());
  return tis;
}

void query_tis_of_queue_pair(const queue_pair& qp, mailbox_output& out) {
  out.set(context_of_query + lag_tx_port_affinity, qp.bond_link);
  // The kernel makes the TIS of a raw packet queue pair in the domain of its context.
  out.set(context_of_query + domain_in_context, transport_domain::of_context);
}

}  // namespace verbatim::emulator
