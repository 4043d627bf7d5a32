// Reads management datagrams (MADs) by the specs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/decode/mailbox.hpp"
#include "verbatim/generated/management/mad_hdr.hpp"

namespace verbatim::management {
struct described_datagram;
}

namespace verbatim::tools::decode {

/// The shortest datagram: its header.
inline constexpr std::size_t least_datagram = management::mad_hdr::size;

struct datagram_reading {
  const management::described_datagram* frame = nullptr;
  const management::described_datagram* attribute = nullptr;  ///< null if no spec describes it
  std::uint8_t mgmt_class = 0;
  std::uint16_t attribute_number = 0;
  std::string method;  ///< a sentence, or the number
  std::string status;  ///< empty if nothing was wrong
  std::vector<mailbox_value> values;
  std::size_t others = 0;  ///< bits that are set and in no field
  std::size_t more = 0;    ///< bytes behind the datagram, as in a table of records
};

/// Reads a datagram of `least_datagram` bytes or more.
datagram_reading read_datagram(std::span<const std::byte> bytes);

/// These functions return sentences about a datagram.
std::string frame_in_words(const datagram_reading& read);
std::string attribute_in_words(const datagram_reading& read);
std::string_view name_of(const management::described_datagram* of) noexcept;
std::string_view meaning_of(const management::described_datagram* of) noexcept;

}  // namespace verbatim::tools::decode
