// MCMemberRecords: multicast groups in requests to the subnet administrator, and in its answers.
#include "verbatim/connect/subnet/multicast_record.hpp"

#include "verbatim/verbs/queue_pair/multicast_group.hpp"

namespace verbatim::subnet {

std::string_view name(subnet::role role) noexcept {
  switch (role) {
    case subnet::role::full_member:
      return "full member";
    case subnet::role::non_member:
      return "non-member";
    case subnet::role::send_only_non_member:
      return "send-only non-member";
    case subnet::role::send_only_full_member:
      return "send-only full member";
  }
  return "unknown";
}

}  // namespace verbatim::subnet

namespace verbatim::detail {
namespace {

using layout = records::mcmember_record;

constexpr std::uint64_t exactly = 2;  // value of a selector

}  // namespace

multicast_record record_for_group(const ib_path& to_group) {
  multicast_record record;
  record.ask(layout::mgid, to_group.grh.dgid);
  record.ask(layout::port_gid, to_group.grh.sgid);
  record.ask(layout::mlid, to_group.dlid);
  record.ask(layout::qkey, to_group.terms.qkey);
  record.ask(layout::traffic_class, to_group.grh.traffic_class);
  record.ask(layout::pkey, to_group.terms.pkey);
  record.ask(layout::sl, to_group.sl);
  record.ask(layout::flow_label, to_group.grh.flow_label);
  record.ask(layout::hop_limit, to_group.grh.hop_limit);
  const auto ask_exactly = [&](const auto& selector, const auto& component, const auto& value) {
    if (!value) return;
    record.ask(selector, exactly);
    record.ask(component, value);
  };
  ask_exactly(layout::mtu_selector, layout::mtu, to_group.terms.mtu);
  ask_exactly(layout::rate_selector, layout::rate, to_group.terms.rate);
  ask_exactly(layout::packet_life_time_selector, layout::packet_life_time,
              to_group.terms.packet_life_time);
  return record;
}

multicast_record record_for_member(const ib_path& to_group, subnet::role role) {
  auto asked = to_group;
  asked.dlid.reset();
  auto record = record_for_group(asked);
  record.ask(layout::join_state, static_cast<std::uint64_t>(role));
  return record;
}

ib_path path_to_group(std::span<const std::byte, multicast_record::size> bytes) {
  const sa_record_view<layout> record(bytes);
  const auto member = gid_of(record, layout::port_gid);
  const auto life_time = component_of<unsigned>(record, layout::packet_life_time);
  return {
      .dlid = component_of<std::uint16_t>(record, layout::mlid),
      .sl = component_of<std::uint8_t>(record, layout::sl),
      .has_grh = true,
      .grh = {.sgid = member.is_zero() ? std::nullopt : std::optional(member),
              .dgid = gid_of(record, layout::mgid),
              .flow_label = component_of<std::uint32_t>(record, layout::flow_label),
              .traffic_class = component_of<std::uint8_t>(record, layout::traffic_class),
              .hop_limit = component_of<std::uint8_t>(record, layout::hop_limit)},
      .terms = {.pkey = component_of<std::uint16_t>(record, layout::pkey),
                .mtu = mtu::of_encoding(component_of<std::uint8_t>(record, layout::mtu)),
                .rate = rate(component_of<std::uint8_t>(record, layout::rate)),
                .packet_life_time = packet_life_time(life_time),
                .dqpn = multicast_group{}.address().qpn,
                .qkey = component_of<std::uint32_t>(record, layout::qkey)},
  };
}

}  // namespace verbatim::detail
