#include "tools/decode/datagram.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tools/decode/field_reader.hpp"
#include "verbatim/generated/described_datagrams.hpp"
#include "verbatim/generated/management/mad.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::tools::decode {
namespace {

using management::described_datagram;
using management::described_field;
using management::mad_hdr;

constexpr unsigned table_response = 0x92;

bool has_class(const described_datagram& one, std::uint8_t mgmt_class) noexcept {
  return std::ranges::find(one.classes, mgmt_class) != one.classes.end();
}

const described_field* field_named(std::span<const described_field> fields,
                                   std::string_view name) noexcept {
  const auto found = std::ranges::find(fields, name, &described_field::name);
  return found == fields.end() ? nullptr : &*found;
}

/// Returns what a number of the header means.
std::string meaning(std::string_view field, std::uint64_t number) {
  const auto* const known = field_named(management::described::mad_hdr, field);
  for (const auto& one : std::span(known->values, known->value_count)) {
    if (one.number == number) return std::string(one.meaning);
  }
  return fmt::format("{:#x}, which no spec describes.", number);
}

}  // namespace

datagram_reading read_datagram(std::span<const std::byte> bytes) {
  const wire::mailbox_view<mad_hdr, const std::byte> header(bytes);
  datagram_reading result;
  result.mgmt_class = static_cast<std::uint8_t>(header.get(mad_hdr::mgmt_class));
  result.attribute_number = static_cast<std::uint16_t>(header.get(mad_hdr::attr_id));
  const auto& all = management::described_datagrams;
  result.frame = std::ranges::find_if(all, [&](const described_datagram& one) {
    return one.attribute == 0 && (one.classes.empty() || has_class(one, result.mgmt_class));
  });
  const auto* const known = std::ranges::find_if(all, [&](const described_datagram& one) {
    return one.attribute != 0 && one.attribute == result.attribute_number &&
           has_class(one, result.mgmt_class);
  });
  if (known != std::end(all)) result.attribute = known;
  // The highest bit is a direction, of directed routes.
  const bool is_directed = field_named(result.frame->fields, "d") != nullptr;
  const auto status = header.get(mad_hdr::status) & (is_directed ? 0x7fffu : 0xffffu);
  result.method = meaning("method", header.get(mad_hdr::method));
  if (status != 0) result.status = meaning("status", status);
  const described_field& data = *field_named(result.frame->fields, "data");
  // In a table of records, only the first is read.
  constexpr std::size_t unit = 8;
  const field_reader whole(bytes);
  const auto* const distance_field = field_named(result.frame->fields, "attr_offset");
  const auto distance =
      distance_field == nullptr ? 0 : whole.number(distance_field->bit, distance_field->width);
  const bool is_table = header.get(mad_hdr::method) == table_response;
  const std::size_t end = result.attribute != nullptr && distance != 0 && is_table
                              ? data.bit / 8 + unit * distance
                              : management::mad::size;
  const auto first = bytes.first(std::min(bytes.size(), end));
  result.more = bytes.size() - first.size();
  field_reader reader(first);
  for (const auto& one : result.frame->fields) {
    if (&one != &data || result.attribute == nullptr) reader.read(std::span(&one, 1), 0, "");
  }
  if (result.attribute != nullptr) reader.read(result.attribute->fields, data.bit, "");
  result.values = reader.values();
  result.others = reader.others();
  return result;
}

std::string frame_in_words(const datagram_reading& read) {
  return fmt::format("{} (class 0x{:02x}): {}", read.frame->name, read.mgmt_class,
                     read.frame->meaning);
}

std::string attribute_in_words(const datagram_reading& read) {
  if (read.attribute == nullptr) {
    return fmt::format("0x{:04x}, which no spec describes", read.attribute_number);
  }
  return fmt::format("{} (0x{:04x}): {}", read.attribute->name, read.attribute_number,
                     read.attribute->meaning);
}

std::string_view name_of(const described_datagram* of) noexcept {
  return of == nullptr ? std::string_view() : of->name;
}
std::string_view meaning_of(const described_datagram* of) noexcept {
  return of == nullptr ? std::string_view() : of->meaning;
}

}  // namespace verbatim::tools::decode
