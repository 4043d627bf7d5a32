// Reads requests and writes answers, with the headers of RMPP and of subnet administration.
#include "mad/administrator/administrator.hpp"

#include <algorithm>
#include <array>

#include "mad/administrator/records.hpp"
#include "verbatim/generated/management/class_port_info.hpp"
#include "verbatim/generated/management/rmpp_hdr.hpp"
#include "verbatim/generated/management/sa_mad.hpp"
#include "verbatim/generated/records/link_record.hpp"
#include "verbatim/generated/records/mcmember_record.hpp"
#include "verbatim/generated/records/node_record.hpp"
#include "verbatim/generated/records/path_record.hpp"
#include "verbatim/generated/records/portinfo_record.hpp"
#include "verbatim/generated/records/service_record.hpp"
#include "verbatim/generated/records/sminfo_record.hpp"
#include "verbatim/generated/records/switch_info_record.hpp"

namespace verbatim::emulator::mad::sa {
namespace {

namespace field = subnet::mad;

using management::rmpp_hdr;
using management::sa_mad;

constexpr std::size_t sa_header_size = sa_mad::data.bit / 8;
constexpr std::uint64_t trusted_key = 1;

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

template <class Record>
constexpr attribute_row row_of(findings (*find)(const question&)) noexcept {
  constexpr std::size_t unit = 8;
  return {Record::attribute, (Record::size + unit - 1) / unit * unit, find};
}

constexpr std::array attributes = {
    row_of<management::class_port_info>(class_information),
    row_of<records::node_record>(nodes),
    row_of<records::portinfo_record>(ports),
    row_of<records::switch_info_record>(switches),
    row_of<records::sminfo_record>(managers),
    row_of<records::link_record>(links),
    row_of<records::service_record>(services),
    row_of<records::path_record>(paths),
    row_of<records::mcmember_record>(groups),
};

/// Puts records behind the header, as a table or as the only record of a datagram.
void write_records(std::vector<std::uint8_t>& to, const attribute_row& row,
                   const std::vector<record>& records, bool is_table) {
  // Part of the header of subnet administration counts as data of RMPP.
  constexpr std::size_t header_in_rmpp = (sa_mad::data.bit - sa_mad::sm_key.bit) / 8;
  const std::size_t size = sa_header_size + records.size() * row.size;
  to.resize(sa_header_size);
  to.resize(is_table ? size : management::mad::size);
  for (std::size_t i = 0; i < records.size(); ++i) {
    std::ranges::copy(records[i],
                      to.begin() + static_cast<std::ptrdiff_t>(sa_header_size + i * row.size));
  }
  set(to, sa_mad::attr_offset, row.size / 8);
  if (!is_table) return;
  constexpr unsigned data = 1;
  constexpr unsigned active_first_and_last = 7;
  const subnet::octets rmpp = part(std::span(to), sa_mad::rmpp);
  set(rmpp, rmpp_hdr::rmpp_version, 1);
  set(rmpp, rmpp_hdr::rmpp_type, data);
  set(rmpp, rmpp_hdr::rmpp_flags, active_first_and_last);
  set(rmpp, rmpp_hdr::seg_num, 1);
  set(rmpp, rmpp_hdr::paylen_newwin, records.size() * row.size + header_in_rmpp);
}

}  // namespace

outcome answer_administration(subnet::image& in, unsigned from,
                              std::vector<std::uint8_t>& datagram) {
  const auto method = static_cast<unsigned>(get(datagram, hdr::method));
  const bool is_known = method == field::get_request || method == field::set_request ||
                        method == table_request || method == delete_request;
  if (!is_known) return outcome::dropped;
  const auto row =
      std::ranges::find(attributes, get(datagram, hdr::attr_id), &attribute_row::attribute);
  unsigned status = 0;
  if (get(datagram, hdr::class_version) != class_version) {
    status = field::bad_version;
  } else if (row == attributes.end()) {
    status = field::bad_attribute;
  } else {
    const std::vector<std::uint8_t> asked = datagram;
    findings found =
        row->find({in, from, method == field::set_request, method == delete_request,
                   get(asked, sa_mad::sm_key) == trusted_key, get(asked, sa_mad::comp_mask),
                   std::span(asked).subspan(sa_header_size)});
    status = found.status;
    // Only a table may have any number of records.
    if (status == 0 && method != table_request && found.records.size() != 1) {
      status = found.records.empty() ? sa_status::no_records : sa_status::too_many_records;
    }
    if (status == 0) write_records(datagram, *row, found.records, method == table_request);
  }
  // The answer to Set is that to Get: SubnAdmGetResp (InfiniBand Architecture Specification, 15.2.2).
  const auto answered = method == field::set_request ? field::get_request : method;
  set(datagram, hdr::method, answered | field::response_bit);
  set(datagram, hdr::status, status);
  return outcome::answered;
}

}  // namespace verbatim::emulator::mad::sa
