// PathRecords: a path as the subnet administrator is asked for one, and as it answers.
#include "verbatim/connect/path_record.hpp"

#include <cstring>

#include "verbatim/wire/words.hpp"

namespace verbatim {
namespace {

// Where the components are in a record, and their numbers in the component mask.
constexpr std::size_t dgid_at = 8, sgid_at = 24, dlid_at = 40, slid_at = 42, hops_and_flow_at = 44,
                      tclass_at = 48, numb_path_at = 49, pkey_at = 50, sl_at = 52, mtu_at = 54,
                      rate_at = 55, life_at = 56;
enum class component : unsigned {
  dgid = 2,
  sgid = 3,
  dlid = 4,
  slid = 5,
  flow_label = 8,
  tclass = 10,
  reversible = 11,
  numb_path = 12,
  pkey = 13,
  sl = 15,
};

gid gid_at(const std::byte* at) {
  verbatim::gid found;
  std::memcpy(found.bytes.data(), at, found.bytes.size());
  return found;
}

/// MTU, rate and life-time share their bytes with a selector.
std::uint8_t without_selector(const std::byte* at) { return wire::load8(at) & 0x3f; }

}  // namespace

path_record query_for(const ib_path& wanted) {
  path_record record;
  auto* const at = record.bytes.data();
  const auto ask = [&](component component) {
    record.component_mask |= 1ull << static_cast<unsigned>(component);
  };
  const auto ask_gid = [&](component component, std::size_t offset, const auto& address) {
    if (!address) return;
    std::memcpy(at + offset, address->bytes.data(), address->bytes.size());
    ask(component);
  };
  const auto ask16 = [&](component component, std::size_t offset, const auto& value) {
    if (!value) return;
    wire::store16(at + offset, value->value());
    ask(component);
  };
  ask_gid(component::dgid, dgid_at, wanted.grh.dgid);
  ask_gid(component::sgid, sgid_at, wanted.grh.sgid);
  ask16(component::dlid, dlid_at, wanted.dlid);
  ask16(component::slid, slid_at, wanted.slid);
  ask16(component::pkey, pkey_at, wanted.terms.pkey);
  if (wanted.grh.flow_label) {
    wire::store32(at + hops_and_flow_at, *wanted.grh.flow_label << 8);
    ask(component::flow_label);
  }
  if (wanted.grh.traffic_class) {
    at[tclass_at] = std::byte{*wanted.grh.traffic_class};
    ask(component::tclass);
  }
  if (wanted.sl) {
    wire::store16(at + sl_at, *wanted.sl);
    ask(component::sl);
  }
  at[numb_path_at] = std::byte{0x80 | 1};  // reversible, and one is enough
  ask(component::reversible);
  ask(component::numb_path);
  return record;
}

ib_path path_of(std::span<const std::byte, path_record::size> record) {
  const auto* const at = record.data();
  const auto hops_and_flow = wire::load32(at + hops_and_flow_at);
  const auto hop_limit = wire::get<7, 0>(hops_and_flow);
  return {
      .slid = lid(wire::load16(at + slid_at)),
      .dlid = lid(wire::load16(at + dlid_at)),
      .sl = static_cast<std::uint8_t>(wire::load16(at + sl_at) & 0xf),
      .has_grh = hop_limit != 0,
      .grh = {.sgid = gid_at(at + sgid_at),
              .dgid = gid_at(at + dgid_at),
              .flow_label = wire::get<27, 8>(hops_and_flow),
              .traffic_class = wire::load8(at + tclass_at),
              .hop_limit = hop_limit},
      .terms = {.pkey = pkey(wire::load16(at + pkey_at)),
                .mtu = mtu::of_encoding(without_selector(at + mtu_at)),
                .rate = rate(without_selector(at + rate_at)),
                .packet_life_time = packet_life_time(without_selector(at + life_at))},
  };
}

}  // namespace verbatim
