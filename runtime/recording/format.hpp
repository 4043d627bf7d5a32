// The format of recordings, apart from the bodies of records. docs/recording.md describes it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace verbatim::recording {

/// The first bytes of each recording. The line ends show a file that was changed as a text.
inline constexpr std::string_view magic{"VBREC\r\n\x1a", 8};

/// A reader knows all records of its major version, and skips kinds that later minor versions add.
inline constexpr std::uint16_t major_version = 1;
inline constexpr std::uint16_t minor_version = 0;

/// The magic, both versions, and the checksum of these.
inline constexpr std::size_t file_header_bytes = 16;

/// The length of the whole record, its kind, two zero bytes, the process, the thread, the time.
inline constexpr std::size_t record_header_bytes = 24;
inline constexpr std::size_t checksum_bytes = 4;
inline constexpr std::size_t least_record_bytes = record_header_bytes + checksum_bytes;

/// No record is longer, so that a wrong length is noticed.
inline constexpr std::size_t most_record_bytes = 64u << 20;

enum class record_kind : std::uint16_t {
  process = 1,
  process_end,
  context_opened,
  context_closed,
  pages_mapped,
  command,
  answer,
  queue_pair_created,
  queue_pair_changed,
  queue_pair_destroyed,
  completion_queue_created,
  completion_queue_resized,
  completion_queue_destroyed,
  shared_receive_queue_created,
  shared_receive_queue_destroyed,
  doorbell,
  blueflame,
  send_record,
  receive_record,
  arm,
  send_wqe,
  receive_wqe,
  cqe,
  memory,
  completion_event,
  async_event,
  finding,
};

inline constexpr std::array<std::string_view, 28> record_names = {
    "",
    "process",
    "process_end",
    "context_opened",
    "context_closed",
    "pages_mapped",
    "command",
    "answer",
    "queue_pair_created",
    "queue_pair_changed",
    "queue_pair_destroyed",
    "completion_queue_created",
    "completion_queue_resized",
    "completion_queue_destroyed",
    "shared_receive_queue_created",
    "shared_receive_queue_destroyed",
    "doorbell",
    "blueflame",
    "send_record",
    "receive_record",
    "arm",
    "send_wqe",
    "receive_wqe",
    "cqe",
    "memory",
    "completion_event",
    "async_event",
    "finding",
};

/// Returns the name of a kind; empty if it is not known.
constexpr std::string_view name(record_kind kind) noexcept {
  const auto at = static_cast<std::size_t>(kind);
  return at < record_names.size() ? record_names[at] : std::string_view();
}

namespace detail {

constexpr std::array<std::uint32_t, 256> crc_table() noexcept {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < table.size(); ++i) {
    std::uint32_t rest = i;
    for (int bit = 0; bit < 8; ++bit) rest = rest >> 1 ^ (rest & 1 ? 0xedb88320 : 0);
    table[i] = rest;
  }
  return table;
}

inline constexpr auto crc_of_byte = crc_table();

}  // namespace detail

/// Returns the checksum of some bytes: the CRC-32 of zlib and Ethernet.
constexpr std::uint32_t checksum(std::string_view bytes) noexcept {
  std::uint32_t rest = 0xffffffff;
  for (const char one : bytes) {
    rest = rest >> 8 ^ detail::crc_of_byte[(rest ^ static_cast<std::uint8_t>(one)) & 0xff];
  }
  return ~rest;
}

}  // namespace verbatim::recording
