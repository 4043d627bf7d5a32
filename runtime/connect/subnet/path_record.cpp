// PathRecords: paths in requests to the subnet administrator, and in its answers.
#include "verbatim/connect/subnet/path_record.hpp"

namespace verbatim::detail {
namespace {

// The selectors of MTU, rate and life-time are left out, because queries do not ask for these.
using layout = records::path_record;

}  // namespace

path_record query_for(const ib_path& wanted) {
  path_record record;
  record.ask(layout::dgid, wanted.grh.dgid);
  record.ask(layout::sgid, wanted.grh.sgid);
  record.ask(layout::dlid, wanted.dlid);
  record.ask(layout::slid, wanted.slid);
  record.ask(layout::pkey, wanted.terms.pkey);
  record.ask(layout::flow_label, wanted.grh.flow_label);
  record.ask(layout::traffic_class, wanted.grh.traffic_class);
  record.ask(layout::sl, wanted.sl);
  record.ask(layout::reversible, 1);
  record.ask(layout::numb_path, 1);
  return record;
}

ib_path path_of(std::span<const std::byte, path_record::size> bytes) {
  const sa_record_view<layout> record(bytes);
  const auto hop_limit = component_of<std::uint8_t>(record, layout::hop_limit);
  const auto life_time = component_of<unsigned>(record, layout::packet_life_time);
  return {
      .slid = component_of<std::uint16_t>(record, layout::slid),
      .dlid = component_of<std::uint16_t>(record, layout::dlid),
      .sl = component_of<std::uint8_t>(record, layout::sl),
      .has_grh = hop_limit != 0,
      .grh = {.sgid = gid_of(record, layout::sgid),
              .dgid = gid_of(record, layout::dgid),
              .flow_label = component_of<std::uint32_t>(record, layout::flow_label),
              .traffic_class = component_of<std::uint8_t>(record, layout::traffic_class),
              .hop_limit = hop_limit},
      .terms = {.pkey = component_of<std::uint16_t>(record, layout::pkey),
                .mtu = mtu::of_encoding(component_of<std::uint8_t>(record, layout::mtu)),
                .rate = rate(component_of<std::uint8_t>(record, layout::rate)),
                .packet_life_time = packet_life_time(life_time)},
  };
}

}  // namespace verbatim::detail
