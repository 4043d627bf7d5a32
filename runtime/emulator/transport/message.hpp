// The messages between engines: requests, answers, and their format in bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "transport/datagram.hpp"

namespace verbatim::emulator {

enum class message_kind : std::uint8_t {
  /// The first message on a connection, with the sender's slot in `source_qpn`.
  hello,

  // Requests. A message longer than max_payload is sent in several pieces, with rising offset and
  // PSN.
  send,
  send_imm,
  send_inval,
  rdma_write,
  rdma_write_imm,
  rdma_read,
  atomic_cs,
  atomic_fa,

  // Answers to the request with the same PSN. Each also answers all earlier requests.

  /// The request was executed.
  ack,

  /// The request failed; `code` is the syndrome for the requester.
  nak,

  /// There was no receive WQE; `code` is the responder's min_rnr_timer.
  rnr_nak,

  /// The request was not executed, and a NIC would not have answered; `code` is an
  /// `unreachable_reason`.
  unreachable,
  read_response,
  atomic_response,

  // Messages without an answer. The payload begins with datagram_addresses.
  datagram,
  datagram_imm,

  /// An Ethernet frame, which goes to every process of the fabric.
  packet,

  // More requests. The payload is the operands, as in the WQE; message_bytes is the size of each.
  atomic_masked_cs,
  atomic_masked_fa,

  /// A message of rdma_cm, which has no answer at this level. `source_qpn` has the sender's slot.
  connection_management,

  // A process asks for the objects of another one; they come in pieces. `source_qpn` has the
  // sender's slot.
  inventory_request,
  inventory,

  /// A datagram of InfiniBand's management. `source_qpn` has the sender's slot.
  management_datagram,
};

std::string_view name(message_kind kind) noexcept;
bool is_request(message_kind kind) noexcept;

constexpr bool is_write(message_kind kind) noexcept {
  return kind == message_kind::rdma_write || kind == message_kind::rdma_write_imm;
}

/// The reason why a request was not handled.
enum class unreachable_reason : std::uint8_t {
  no_process,
  no_queue_pair,
  wrong_state,
  wrong_peer,
  wrong_psn,
  wrong_access_key,
  wrong_lid,
  wrong_address,
};

/// Returns the meaning of `reason`, as words that follow "the peer ".
std::string_view in_words(unreachable_reason reason) noexcept;

/// Returns the likely cause and the remedy, as words that follow `in_words`. `own_process` is true
/// if the peer's number belongs to the process that sent the request.
std::string advice(unreachable_reason reason, bool own_process);

/// One message between engines. Only the fields that its kind uses are set.
struct message {
  /// The largest payload of one message, in bytes.
  static constexpr std::size_t max_payload = 64 * 1024;

  message_kind kind = message_kind::hello;

  /// True if the receiver raises a solicited event.
  bool solicited = false;

  /// In a request: its queue pair is RC, which waits for an answer.
  bool reliable = false;

  /// In a request: it comes from a DCI and needs a DCT. Also set in the answer.
  bool dynamic = false;

  /// In a READ from the network: it was answered before, and comes again. Not sent between processes.
  bool repeated = false;
  std::uint8_t code = 0;
  std::uint32_t source_qpn = 0;
  std::uint32_t destination_qpn = 0;

  /// The number of this message among those of the queue pair, 24 bits. It counts messages as a PSN
  /// counts packets, and begins with the PSN of the queue pair.
  std::uint32_t psn = 0;

  /// The PSN of its first packet on a wire, 24 bits, and the number of the whole message, from 1. An
  /// answer has those of the request. Only files of packets need them.
  std::uint32_t packet_psn = 0;
  std::uint32_t number = 0;

  /// The number of times that the requester has started again. Refusals return it, so that the
  /// requester recognizes old ones.
  std::uint32_t attempt = 0;

  /// The position of the payload in the whole message, and the length of the whole message, in
  /// bytes.
  std::uint32_t offset = 0;
  std::uint32_t message_bytes = 0;
  std::uint64_t raddr = 0;
  std::uint32_t rkey = 0;
  std::uint32_t imm = 0;

  /// Operands of an atomic. In its response, `swap_add` is the previous value, and `compare` is the
  /// upper half of a 16-byte value.
  std::uint64_t swap_add = 0;
  std::uint64_t compare = 0;

  /// For DC: the key of the DCT, the DCI's stream, and the number of the connection, because a
  /// stream opens one connection after another. A DCT keeps one state for each stream of each DCI,
  /// and resets it with a new connection.
  std::uint64_t access_key = 0;
  std::uint16_t stream = 0;
  std::uint32_t connection = 0;

  /// With --timing: the time at which its last bit comes to the peer's port, in sixteenths of a
  /// nanosecond of CLOCK_MONOTONIC; 0 for none. For the responder, the time at which its NIC had all
  /// of it.
  std::int64_t arrives = 0;

  /// The shared receive queue of an XRC request; 0 for all other requests.
  std::uint32_t xrc_srqn = 0;

  /// For DC: the source and destination of the request. With a topology, other requests have the
  /// destination too.
  datagram_addresses addresses;
  std::span<const std::byte> payload;

  /// Returns true if this is the end of the whole message.
  bool last() const noexcept { return offset + payload.size() == message_bytes; }
};

/// Returns the PSN that is `count` after `psn`. PSNs count modulo 2^24.
constexpr std::uint32_t psn_after(std::uint32_t psn, std::uint32_t count = 1) noexcept {
  return (psn + count) & 0xffffff;
}

/// Returns true if `a` is before `b`, by less than half of the range.
constexpr bool psn_before(std::uint32_t a, std::uint32_t b) noexcept {
  return ((a - b) & 0x800000) != 0;
}

/// The form of a message on a stream: a header of fixed size, big-endian, then the payload.
namespace message_header {

inline constexpr std::size_t size = 108 + datagram_addresses::size;

/// It changes whenever the meaning of any byte changes.
inline constexpr std::uint16_t version = 7;

void write(const message& from, std::byte* at) noexcept;

struct reading {
  message header;
  std::size_t payload_bytes = 0;

  /// The reason why the bytes are not a header; empty if they are one.
  std::string problem;
};

/// Checks and reads the `size` bytes at `at`. The payload of the result is empty.
reading read(const std::byte* at);

}  // namespace message_header

}  // namespace verbatim::emulator
