// The rules of registrations, like Linux (drivers/infiniband/core/mad.c, ib_register_mad_agent).
#include "mad/agents.hpp"

#include <algorithm>
#include <cerrno>

#include "verbatim/generated/management/vendor_mad.hpp"

namespace verbatim::emulator::mad {
namespace {

namespace field = subnet::mad;

// Vendors' classes whose datagrams name the vendor.
constexpr unsigned first_vendor_class = 0x30;
constexpr unsigned last_vendor_class = 0x4f;

bool names_vendor(unsigned mgmt_class) noexcept {
  return mgmt_class >= first_vendor_class && mgmt_class <= last_vendor_class;
}

bool has_rmpp(unsigned mgmt_class) noexcept {
  constexpr unsigned device_administration = 0x06;
  constexpr unsigned boot_information = 0x12;
  return mgmt_class == field::subnet_administration || mgmt_class == device_administration ||
         mgmt_class == boot_information || names_vendor(mgmt_class);
}

bool is_of_subnet_management(unsigned mgmt_class) noexcept {
  return mgmt_class == field::subnet_lid_routed || mgmt_class == field::subnet_directed;
}

/// Directed datagrams are a class of their own only in their bytes.
bool same_class(const subnet::agent_record& one, unsigned end_port, unsigned qpn,
                unsigned mgmt_class, unsigned class_version) noexcept {
  return one.slot != 0 && one.end_port == end_port && one.qpn == qpn &&
         one.mgmt_class == mgmt_class && one.class_version == class_version;
}

}  // namespace

bool is_answer(subnet::const_octets datagram) noexcept {
  const auto method = get(datagram, hdr::method);
  return (method & field::response_bit) != 0 || method == field::trap_repress;
}

int refusal_of(const registration& wanted, bool ethernet) noexcept {
  constexpr unsigned reserved_class = 0x0f;
  constexpr std::uint32_t oui_bits = 24;
  if (wanted.qpn > 1) return EINVAL;
  if (wanted.qpn == 0 && ethernet) return EPROTONOSUPPORT;
  if (wanted.rmpp_version > 1) return EINVAL;
  if (wanted.mgmt_class == 0) return 0;
  if (wanted.mgmt_class == reserved_class) return EINVAL;
  if (names_vendor(wanted.mgmt_class) && (wanted.oui == 0 || wanted.oui >> oui_bits != 0)) {
    return EINVAL;
  }
  if (wanted.rmpp_version != 0 && !has_rmpp(wanted.mgmt_class)) return EINVAL;
  return (wanted.qpn == 0) == is_of_subnet_management(wanted.mgmt_class) ? 0 : EINVAL;
}

int enlist(subnet::image& in, std::uint32_t slot, std::uint32_t agent, unsigned end_port,
           const registration& wanted) {
  if (wanted.methods[0] == 0 && wanted.methods[1] == 0) return 0;
  // libibumad names a vendor for every class.
  const std::uint32_t oui = names_vendor(wanted.mgmt_class) ? wanted.oui : 0;
  for (const subnet::agent_record& one : in.agents) {
    const bool overlaps =
        (one.methods[0] & wanted.methods[0]) != 0 || (one.methods[1] & wanted.methods[1]) != 0;
    if (overlaps && one.oui == oui &&
        same_class(one, end_port, wanted.qpn, wanted.mgmt_class, wanted.class_version)) {
      return EINVAL;
    }
  }
  const auto room = std::ranges::find(in.agents, 0u, &subnet::agent_record::slot);
  if (room == in.agents.end()) return ENOMEM;
  *room = {slot,
           agent,
           static_cast<std::uint8_t>(end_port),
           static_cast<std::uint8_t>(wanted.qpn),
           wanted.mgmt_class,
           wanted.class_version,
           wanted.methods,
           oui};
  return 0;
}

void strike(subnet::image& in, std::uint32_t slot, std::uint32_t agent) {
  for (subnet::agent_record& one : in.agents) {
    if (one.slot == slot && one.agent == agent) one = {};
  }
}

const subnet::agent_record* find_agent(const subnet::image& in, unsigned end_port, unsigned qpn,
                                       subnet::const_octets datagram) {
  const auto method = static_cast<unsigned>(get(datagram, hdr::method));
  const auto mgmt_class = static_cast<unsigned>(get(datagram, hdr::mgmt_class));
  const auto class_version = static_cast<unsigned>(get(datagram, hdr::class_version));
  const auto oui = names_vendor(mgmt_class) ? get(datagram, management::vendor_mad::oui) : 0;
  const auto found = std::ranges::find_if(in.agents, [&](const subnet::agent_record& one) {
    return same_class(one, end_port, qpn, mgmt_class, class_version) && one.oui == oui &&
           (one.methods[method / 64] >> (method % 64) & 1) != 0;
  });
  return found == in.agents.end() ? nullptr : &*found;
}

}  // namespace verbatim::emulator::mad
