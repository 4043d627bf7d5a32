// The counters of ports (IBTA vol. 1, 16.1). Nothing is lost or damaged here, so only those of data
// and packets count.
#include "mad/performance_agent.hpp"

#include <algorithm>
#include <array>

namespace verbatim::emulator::mad {
namespace {

namespace field = subnet::mad;

constexpr std::size_t data_at = 64;

// Attributes.
constexpr unsigned class_port_info = 0x0001;
constexpr unsigned port_counters = 0x0012;
constexpr unsigned port_counters_extended = 0x001d;

constexpr unsigned all_ports = 0xff;

/// One of the four counters, in the units of the class: words of four bytes, and packets.
struct counter_row {
  /// Its bits in the mask of the counters that a request sets.
  unsigned selected;
  unsigned selected_extended;
  subnet::field plain;
  subnet::field extended;
};

/// The last two of the extended ones are of unicast packets; multicast packets count there too.
constexpr std::array<counter_row, 4> rows = {{
    {1u << 12, 1u << 0, subnet::in_byte(24, 32), subnet::in_byte(8, 64)},
    {1u << 14, 1u << 2, subnet::in_byte(32, 32), subnet::in_byte(24, 64)},
    {1u << 13, 1u << 1, subnet::in_byte(28, 32), subnet::in_byte(16, 64)},
    {1u << 15, 1u << 3, subnet::in_byte(36, 32), subnet::in_byte(32, 64)},
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
  set(of.data, subnet::in_byte(0, 8), 1);
  set(of.data, subnet::in_byte(1, 8), 1);
  set(of.data, subnet::in_byte(2, 16), all_port_select | extended_width);
  set(of.data, subnet::in_byte(4, 5, 27), one_second);
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
      base[i] = now[i] - get(of.data, extended ? row.extended : row.plain);
    }
    sums[i] += now[i] - base[i];
  }
}

unsigned answer_counters(counter_call& of, bool extended) {
  const auto number = static_cast<unsigned>(get(of.data, subnet::in_byte(1, 8)));
  const unsigned count = of.at.at_switch ? subnet::most_end_ports : of.in.ports;
  if (number != all_ports && number > count) return field::bad_field;
  if (number == 0 && !of.at.at_switch) return field::bad_field;
  const auto selected = get(of.data, subnet::in_byte(2, 16));
  std::array<std::uint64_t, 4> sums{};
  for (unsigned i = 1; i <= count; ++i) {
    if (number != all_ports && number != i) continue;
    const unsigned port =
        of.at.at_switch ? i - 1 : subnet::end_port_of(subnet::card_of(of.at.end_port), i);
    visit(of, port, extended, selected, sums);
  }
  std::ranges::fill(of.data.subspan(2), std::uint8_t{0});
  set(of.data, subnet::in_byte(2, 16), selected);
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
  const auto method = get(datagram, field::method);
  if (method != field::get_request && method != field::set_request) return outcome::for_program;
  counter_call made{in, at, method == field::set_request,
                    datagram.subspan(data_at, field::size - data_at)};
  unsigned status = field::bad_attribute;
  switch (get(datagram, field::attribute)) {
    case class_port_info:
      status = answer_class(made);
      break;
    case port_counters:
      status = answer_counters(made, false);
      break;
    case port_counters_extended:
      status = answer_counters(made, true);
      break;
    default:
      break;
  }
  set(datagram, field::method, field::get_response);
  set(datagram, field::status, status);
  return outcome::answered;
}

}  // namespace verbatim::emulator::mad
