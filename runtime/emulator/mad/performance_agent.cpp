// The counters of ports (IBTA vol. 1, 16.1). Nothing is lost or damaged here, so only those of data
// and packets count.
#include "mad/performance_agent.hpp"

#include <algorithm>
#include <array>

#include "verbatim/generated/management/class_port_info.hpp"
#include "verbatim/generated/management/pm_mad.hpp"
#include "verbatim/generated/management/port_counters.hpp"
#include "verbatim/generated/management/port_counters_ext.hpp"

namespace verbatim::emulator::mad {
namespace {

namespace field = subnet::mad;

using counters = management::port_counters;
using counters_ext = management::port_counters_ext;

constexpr unsigned all_ports = 0xff;

/// One of the four counters, in the units of the class: words of four bytes, and packets.
struct counter_row {
  /// Its bits in the mask of the counters that a request sets.
  unsigned selected;
  unsigned selected_extended;
  wire::mailbox_number<counters> plain;
  wire::mailbox_number<counters_ext> extended;
};

/// The last two of the extended ones are of unicast packets; multicast packets count there too.
constexpr std::array<counter_row, 4> rows = {{
    {1u << 12, 1u << 0, counters::port_xmit_data, counters_ext::port_xmit_data},
    {1u << 14, 1u << 2, counters::port_xmit_packets, counters_ext::port_xmit_packets},
    {1u << 13, 1u << 1, counters::port_rcv_data, counters_ext::port_rcv_data},
    {1u << 15, 1u << 3, counters::port_rcv_packets, counters_ext::port_rcv_packets},
}};

/// Returns sent words and packets, and received ones, of a port since the fabric began.
std::array<std::uint64_t, 4> values_of(const subnet::image& in, bool of_switch, unsigned port) {
  constexpr std::uint64_t word = 4;
  const subnet::traffic_record& all = in.traffic[port];
  std::array<std::uint64_t, 4> values = {all.sent_bytes / word, all.sent_packets,
                                         all.received_bytes / word, all.received_packets};
  // The switch receives what the port sends.
  if (of_switch) std::rotate(values.begin(), values.begin() + 2, values.end());
  return values;
}

struct counter_call {
  subnet::image& in;
  const place& at;
  bool sets;
  subnet::octets data;
};

unsigned answer_class(counter_call& of) {
  constexpr unsigned all_port_select = 1u << 8;
  constexpr unsigned extended_width = 1u << 9;
  constexpr unsigned one_second = 18;
  if (of.sets) return field::bad_method;
  std::ranges::fill(of.data, std::uint8_t{0});
  using class_info = management::class_port_info;
  set(of.data, class_info::base_version, 1);
  set(of.data, class_info::class_version, 1);
  set(of.data, class_info::capability_mask, all_port_select | extended_width);
  set(of.data, class_info::resp_time_value, one_second);
  return 0;
}

/// Adds the counters of one port to `sums`, or sets those that the request selects.
void visit(counter_call& of, unsigned port, bool extended, std::uint64_t selected,
           std::array<std::uint64_t, 4>& sums) {
  auto& base = of.in.traffic_since[of.at.at_switch][port].values;
  const auto now = values_of(of.in, of.at.at_switch, port);
  for (unsigned i = 0; i < rows.size(); ++i) {
    const counter_row& row = rows[i];
    if (of.sets && (selected & (extended ? row.selected_extended : row.selected)) != 0) {
      // A counter that is set to a value goes on from there.
      base[i] = now[i] - (extended ? get(of.data, row.extended) : get(of.data, row.plain));
    }
    sums[i] += now[i] - base[i];
  }
}

unsigned answer_counters(counter_call& of, bool extended) {
  // Both kinds of counters begin with the same fields.
  static_assert(counters::port_select.bit == counters_ext::port_select.bit &&
                counters::counter_select.bit == counters_ext::counter_select.bit);
  const auto number = static_cast<unsigned>(get(of.data, counters::port_select));
  const unsigned count = of.at.at_switch ? subnet::most_end_ports : of.in.ports;
  if (number != all_ports && number > count) return field::bad_field;
  if (number == 0 && !of.at.at_switch) return field::bad_field;
  const auto selected = get(of.data, counters::counter_select);
  std::array<std::uint64_t, 4> sums{};
  for (unsigned i = 1; i <= count; ++i) {
    if (number != all_ports && number != i) continue;
    const unsigned port =
        of.at.at_switch ? i - 1 : subnet::end_port_of(subnet::card_of(of.at.end_port), i);
    visit(of, port, extended, selected, sums);
  }
  // The first byte stays too.
  const std::uint8_t first = of.data.front();
  std::ranges::fill(of.data, std::uint8_t{0});
  of.data.front() = first;
  set(of.data, counters::port_select, number);
  set(of.data, counters::counter_select, selected);
  for (unsigned i = 0; i < rows.size(); ++i) {
    if (extended) {
      set(of.data, rows[i].extended, sums[i]);
    } else {
      // Counters of 32 bits stop at their largest value.
      set(of.data, rows[i].plain, std::min<std::uint64_t>(sums[i], 0xffffffff));
    }
  }
  return 0;
}

}  // namespace

outcome answer_performance(subnet::image& in, const place& at, subnet::octets datagram) {
  const auto method = get(datagram, hdr::method);
  if (method != field::get_request && method != field::set_request) return outcome::for_program;
  counter_call made{in, at, method == field::set_request, part(datagram, management::pm_mad::data)};
  unsigned status = field::bad_attribute;
  switch (get(datagram, hdr::attr_id)) {
    case management::class_port_info::attribute:
      status = answer_class(made);
      break;
    case counters::attribute:
      status = answer_counters(made, false);
      break;
    case counters_ext::attribute:
      status = answer_counters(made, true);
      break;
    default:
      break;
  }
  set(datagram, hdr::method, field::get_response);
  set(datagram, hdr::status, status);
  return outcome::answered;
}

}  // namespace verbatim::emulator::mad
