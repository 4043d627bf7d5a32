// What engines say to each other: requests, answers, and the bytes they become on the way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "transport/datagram.hpp"

namespace verbatim::emulator {

enum class message_kind : std::uint8_t {
  /// The first on a connection: names the sender's slot in `source_qpn`.
  hello,

  // Requests. A message longer than max_payload is a row of them with rising offset and PSN.
  send,
  send_imm,
  send_inval,
  rdma_write,
  rdma_write_imm,
  rdma_read,
  atomic_cs,
  atomic_fa,

  // Answers to the request with the same PSN, which stand for everything before it too.

  /// Executed.
  ack,

  /// Failed; `code` is the syndrome for the requester.
  nak,

  /// No receive WQE; `code` is the responder's min_rnr_timer.
  rnr_nak,

  /// Not executed, and a NIC would not have answered; `code` is an `unreachable_reason`.
  unreachable,
  read_response,
  atomic_response,

  // To nobody in particular who would answer: the payload begins with datagram_addresses.
  datagram,
  datagram_imm,

  /// An Ethernet frame, which goes to every process of the fabric.
  packet,

  // Requests again. The payload is the operands, as in the WQE; message_bytes is the size of each.
  atomic_masked_cs,
  atomic_masked_fa,
};

std::string_view name(message_kind kind) noexcept;
bool is_request(message_kind kind) noexcept;

/// Why a request was not looked at.
enum class unreachable_reason : std::uint8_t {
  no_process,
  no_queue_pair,
  wrong_state,
  wrong_peer,
  wrong_psn,
  wrong_access_key,
  wrong_lid,
};

/// What `reason` means, to follow "the peer ".
std::string_view in_words(unreachable_reason reason) noexcept;

/// One message between engines. Only what its kind uses is set.
struct message {
  /// Most bytes of payload in one message.
  static constexpr std::size_t max_payload = 64 * 1024;

  message_kind kind = message_kind::hello;

  /// Solicited event at the receiver.
  bool solicited = false;

  /// Of a request: its queue pair is RC, which waits for an answer.
  bool reliable = false;

  /// Of a request: it comes from a DCI and needs a DCT; also set in the answer.
  bool dynamic = false;
  std::uint8_t code = 0;
  std::uint32_t source_qpn = 0;
  std::uint32_t destination_qpn = 0;

  /// Packet sequence number, 24 bits.
  std::uint32_t psn = 0;

  /// Counts how often the requester started anew; comes back in refusals, so that it knows old
  /// ones.
  std::uint32_t attempt = 0;

  /// Where the payload lies in the whole message, and how long that is, in bytes.
  std::uint32_t offset = 0;
  std::uint32_t message_bytes = 0;
  std::uint64_t raddr = 0;
  std::uint32_t rkey = 0;
  std::uint32_t imm = 0;

  /// Operands of an atomic; in its response `swap_add` is what was there before, and `compare` the
  /// upper half of 16 bytes.
  std::uint64_t swap_add = 0;
  std::uint64_t compare = 0;

  /// DC: the key of the DCT, the DCI's stream, and which of the connections that the stream has
  /// opened one after another. A DCT keeps one state for each stream of each DCI, and begins anew
  /// with a new connection.
  std::uint64_t access_key = 0;
  std::uint16_t stream = 0;
  std::uint32_t connection = 0;
  /// XRC only, else 0: the shared receive queue that the request is for.
  std::uint32_t xrc_srqn = 0;

  /// DC: where the request comes from and goes to.
  datagram_addresses addresses;
  std::span<const std::byte> payload;

  /// True if nothing of the whole message follows.
  bool last() const noexcept { return offset + payload.size() == message_bytes; }
};

/// How a message travels: a header of fixed size, big-endian, then the payload.
namespace message_header {

inline constexpr std::size_t size = 96 + datagram_addresses::size;

/// Changes whenever the meaning of any byte does.
inline constexpr std::uint16_t version = 4;

void write(const message& from, std::byte* at) noexcept;

struct reading {
  message header;
  std::size_t payload_bytes = 0;

  /// Why the bytes are no header; empty if they are one.
  std::string problem;
};

/// Checks and reads the `size` bytes at `at`. The payload of the result is empty.
reading read(const std::byte* at);

}  // namespace message_header

}  // namespace verbatim::emulator
