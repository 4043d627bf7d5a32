// Transport domains and TISs, which drivers of Ethernet make for their send queues.
#include <cerrno>
#include <memory>

#include "abi/devx/devx_objects.hpp"
#include "objects/queues/transport_interface.hpp"
#include "verbatim/generated/commands/alloc_transport_domain.hpp"
#include "verbatim/generated/commands/create_tis.hpp"
#include "verbatim/generated/commands/query_tis.hpp"

namespace verbatim::emulator {
namespace {

using firmware::alloc_transport_domain;
using firmware::create_tis;
using firmware::query_tis;
using firmware::tisc;

}  // namespace

object& create_devx_transport_domain(const request& to, const mailbox_input&,
                                     const mailbox_output& out) {
  transport_domain& made = to.of.add(std::make_unique<transport_domain>(to.of));
  out.as<alloc_transport_domain::out>().set(alloc_transport_domain::out::transport_domain,
                                            made.number());
  return made;
}

object& create_devx_tis(const request& to, const mailbox_input& in, const mailbox_output& out) {
  const auto number = in.as<create_tis::in>().part(create_tis::in::ctx).get(tisc::transport_domain);
  auto made = std::make_unique<transport_interface>(to.of);
  if (number != 0) {
    auto* const domain = to.of.find<transport_domain>(number - 1);
    if (!domain) refuse<check::devx_object>(EINVAL, "there is no transport domain {}", number);
    made->domain = reference(domain);
  }
  transport_interface& tis = to.of.add(std::move(made));
  out.as<create_tis::out>().set(create_tis::out::tisn, tis.number());
  return tis;
}

void query_tis_of_queue_pair(const queue_pair& qp, const mailbox_output& out) {
  const auto context = out.as<query_tis::out>().part(query_tis::out::tis_context);
  context.set(tisc::lag_tx_port_affinity, qp.bond_link);
  // The kernel makes the TIS of a raw packet queue pair in the domain of its context.
  context.set(tisc::transport_domain, transport_domain::of_context);
}

}  // namespace verbatim::emulator
