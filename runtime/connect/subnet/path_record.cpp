// PathRecords: paths in requests to the subnet administrator, and in its answers.
#include "verbatim/connect/subnet/path_record.hpp"

namespace verbatim::detail {
namespace {

// The selectors of MTU, rate and life-time are left out, because queries do not ask for these.
namespace component {
constexpr sa_component dgid{2, 8, 16};
constexpr sa_component sgid{3, 24, 16};
constexpr sa_component dlid{4, 40, 2};
constexpr sa_component slid{5, 42, 2};
constexpr sa_component flow_label{8, 44, 4, 27, 8};
constexpr sa_component hop_limit{9, 44, 4, 7, 0};
constexpr sa_component traffic_class{10, 48, 1};
constexpr sa_component reversible{11, 49, 1, 7, 7};
constexpr sa_component numb_path{12, 49, 1, 6, 0};
constexpr sa_component pkey{13, 50, 2};
constexpr sa_component sl{15, 52, 2, 3, 0};
constexpr sa_component mtu{17, 54, 1, 5, 0};
constexpr sa_component rate{19, 55, 1, 5, 0};
constexpr sa_component packet_life_time{21, 56, 1, 5, 0};
}  // namespace component

}  // namespace

path_record query_for(const ib_path& wanted) {
  path_record record;
  record.ask(component::dgid, wanted.grh.dgid);
  record.ask(component::sgid, wanted.grh.sgid);
  record.ask(component::dlid, wanted.dlid);
  record.ask(component::slid, wanted.slid);
  record.ask(component::pkey, wanted.terms.pkey);
  record.ask(component::flow_label, wanted.grh.flow_label);
  record.ask(component::traffic_class, wanted.grh.traffic_class);
  record.ask(component::sl, wanted.sl);
  record.ask(component::reversible, 1);
  record.ask(component::numb_path, 1);
  return record;
}

ib_path path_of(std::span<const std::byte, path_record::size> record) {
  const auto hop_limit = component_of<std::uint8_t>(record, component::hop_limit);
  const auto life_time = component_of<unsigned>(record, component::packet_life_time);
  return {
      .slid = component_of<std::uint16_t>(record, component::slid),
      .dlid = component_of<std::uint16_t>(record, component::dlid),
      .sl = component_of<std::uint8_t>(record, component::sl),
      .has_grh = hop_limit != 0,
      .grh = {.sgid = gid_of(record, component::sgid),
              .dgid = gid_of(record, component::dgid),
              .flow_label = component_of<std::uint32_t>(record, component::flow_label),
              .traffic_class = component_of<std::uint8_t>(record, component::traffic_class),
              .hop_limit = hop_limit},
      .terms = {.pkey = component_of<std::uint16_t>(record, component::pkey),
                .mtu = mtu::of_encoding(component_of<std::uint8_t>(record, component::mtu)),
                .rate = rate(component_of<std::uint8_t>(record, component::rate)),
                .packet_life_time = packet_life_time(life_time)},
  };
}

}  // namespace verbatim::detail
