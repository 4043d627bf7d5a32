// Reads requests and writes answers, with the headers of RMPP and of subnet administration.
#include "mad/administrator/administrator.hpp"

#include <algorithm>
#include <array>

#include "mad/administrator/records.hpp"

namespace verbatim::emulator::mad::sa {
namespace {

namespace field = subnet::mad;

constexpr std::size_t sa_header_size = 56;
constexpr subnet::field rmpp_version = subnet::in_byte(24, 8);
constexpr subnet::field rmpp_type = subnet::in_byte(25, 8);
constexpr subnet::field rmpp_flags = subnet::in_byte(27, 3, 5);
constexpr subnet::field rmpp_segment = subnet::in_byte(28, 32);
constexpr subnet::field rmpp_length = subnet::in_byte(32, 32);
constexpr subnet::field sm_key = subnet::in_byte(36, 64);
constexpr std::uint64_t trusted_key = 1;
constexpr subnet::field attribute_offset = subnet::in_byte(44, 16);
constexpr subnet::field component_mask = subnet::in_byte(48, 64);

// Methods beyond Get and Set.
constexpr unsigned table_request = 0x12;
constexpr unsigned delete_request = 0x15;
constexpr unsigned class_version = 2;

struct attribute_row {
  unsigned attribute;

  /// The size of a record, a multiple of eight.
  std::size_t size;
  findings (*find)(const question&);
};

constexpr std::array<attribute_row, 9> attributes = {{
    {0x0001, 72, class_information},
    {0x0011, 112, nodes},
    {0x0012, 72, ports},
    {0x0014, 24, switches},
    {0x0018, 32, managers},
    {0x0020, 8, links},
    {0x0031, 176, services},
    {0x0035, 64, paths},
    {0x0038, 56, groups},
}};

/// Puts records behind the header, as a table or as the only record of a datagram.
void write_records(std::vector<std::uint8_t>& to, const attribute_row& row,
                   const std::vector<record>& records, bool is_table) {
  // Part of the header of subnet administration counts as data of RMPP.
  constexpr std::size_t header_in_rmpp = 20;
  const std::size_t size = sa_header_size + records.size() * row.size;
  to.resize(sa_header_size);
  to.resize(is_table ? size : field::size);
  for (std::size_t i = 0; i < records.size(); ++i) {
    std::ranges::copy(records[i],
                      to.begin() + static_cast<std::ptrdiff_t>(sa_header_size + i * row.size));
  }
  set(to, attribute_offset, row.size / 8);
  if (!is_table) return;
  constexpr unsigned data = 1;
  constexpr unsigned active_first_and_last = 7;
  set(to, rmpp_version, 1);
  set(to, rmpp_type, data);
  set(to, rmpp_flags, active_first_and_last);
  set(to, rmpp_segment, 1);
  set(to, rmpp_length, records.size() * row.size + header_in_rmpp);
}

}  // namespace

outcome answer_administration(subnet::image& in, unsigned from,
                              std::vector<std::uint8_t>& datagram) {
  const auto method = static_cast<unsigned>(get(datagram, field::method));
  const bool is_known = method == field::get_request || method == field::set_request ||
                        method == table_request || method == delete_request;
  if (!is_known) return outcome::dropped;
  const auto row =
      std::ranges::find(attributes, get(datagram, field::attribute), &attribute_row::attribute);
  unsigned status = 0;
  if (get(datagram, field::class_version) != class_version) {
    status = field::bad_version;
  } else if (row == attributes.end()) {
    status = field::bad_attribute;
  } else {
    const std::vector<std::uint8_t> asked = datagram;
    findings found = row->find({in, from, method == field::set_request, method == delete_request,
                                get(asked, sm_key) == trusted_key, get(asked, component_mask),
                                std::span(asked).subspan(sa_header_size)});
    status = found.status;
    // Only a table may have any number of records.
    if (status == 0 && method != table_request && found.records.size() != 1) {
      status = found.records.empty() ? sa_status::no_records : sa_status::too_many_records;
    }
    if (status == 0) write_records(datagram, *row, found.records, method == table_request);
  }
  set(datagram, field::method, method | field::response_bit);
  set(datagram, field::status, status);
  return outcome::answered;
}

}  // namespace verbatim::emulator::mad::sa
