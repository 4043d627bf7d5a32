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

namespace component {
constexpr sa_component mgid{0, 0, 16};
constexpr sa_component port_gid{1, 16, 16};
constexpr sa_component qkey{2, 32, 4};
constexpr sa_component mlid{3, 36, 2};
constexpr sa_component mtu_selector{4, 38, 1, 7, 6};
constexpr sa_component mtu{5, 38, 1, 5, 0};
constexpr sa_component traffic_class{6, 39, 1};
constexpr sa_component pkey{7, 40, 2};
constexpr sa_component rate_selector{8, 42, 1, 7, 6};
constexpr sa_component rate{9, 42, 1, 5, 0};
constexpr sa_component packet_life_time_selector{10, 43, 1, 7, 6};
constexpr sa_component packet_life_time{11, 43, 1, 5, 0};
constexpr sa_component sl{12, 44, 4, 31, 28};
constexpr sa_component flow_label{13, 44, 4, 27, 8};
constexpr sa_component hop_limit{14, 44, 4, 7, 0};
constexpr sa_component join_state{16, 48, 1, 3, 0};
}  // namespace component

constexpr std::uint64_t exactly = 2;  // value of a selector

}  // namespace

multicast_record record_for_group(const ib_path& to_group) {
  multicast_record record;
  record.ask(component::mgid, to_group.grh.dgid);
  record.ask(component::port_gid, to_group.grh.sgid);
  record.ask(component::mlid, to_group.dlid);
  record.ask(component::qkey, to_group.terms.qkey);
  record.ask(component::traffic_class, to_group.grh.traffic_class);
  record.ask(component::pkey, to_group.terms.pkey);
  record.ask(component::sl, to_group.sl);
  record.ask(component::flow_label, to_group.grh.flow_label);
  record.ask(component::hop_limit, to_group.grh.hop_limit);
  const auto ask_exactly = [&](sa_component selector, sa_component component, const auto& value) {
    if (!value) return;
    record.ask(selector, exactly);
    record.ask(component, value);
  };
  ask_exactly(component::mtu_selector, component::mtu, to_group.terms.mtu);
  ask_exactly(component::rate_selector, component::rate, to_group.terms.rate);
  ask_exactly(component::packet_life_time_selector, component::packet_life_time,
              to_group.terms.packet_life_time);
  return record;
}

multicast_record record_for_member(const ib_path& to_group, subnet::role role) {
  auto asked = to_group;
  asked.dlid.reset();
  auto record = record_for_group(asked);
  record.ask(component::join_state, static_cast<std::uint64_t>(role));
  return record;
}

ib_path path_to_group(std::span<const std::byte, multicast_record::size> record) {
  const auto member = gid_of(record, component::port_gid);
  const auto life_time = component_of<unsigned>(record, component::packet_life_time);
  return {
      .dlid = component_of<std::uint16_t>(record, component::mlid),
      .sl = component_of<std::uint8_t>(record, component::sl),
      .has_grh = true,
      .grh = {.sgid = member.is_zero() ? std::nullopt : std::optional(member),
              .dgid = gid_of(record, component::mgid),
              .flow_label = component_of<std::uint32_t>(record, component::flow_label),
              .traffic_class = component_of<std::uint8_t>(record, component::traffic_class),
              .hop_limit = component_of<std::uint8_t>(record, component::hop_limit)},
      .terms = {.pkey = component_of<std::uint16_t>(record, component::pkey),
                .mtu = mtu::of_encoding(component_of<std::uint8_t>(record, component::mtu)),
                .rate = rate(component_of<std::uint8_t>(record, component::rate)),
                .packet_life_time = packet_life_time(life_time),
                .dqpn = multicast_group{}.address().qpn,
                .qkey = component_of<std::uint32_t>(record, component::qkey)},
  };
}

}  // namespace verbatim::detail
