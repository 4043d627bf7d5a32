// The opcodes and headers of packets: InfiniBand specification, chapter 9; of XRC, annex A14.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "transport/message.hpp"
#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/headers/aeth.hpp"
#include "verbatim/generated/headers/atomic_ack_eth.hpp"
#include "verbatim/generated/headers/atomic_eth.hpp"
#include "verbatim/generated/headers/deth.hpp"
#include "verbatim/generated/headers/ieth.hpp"
#include "verbatim/generated/headers/imm_dt.hpp"
#include "verbatim/generated/headers/reth.hpp"
#include "verbatim/generated/headers/xrc_eth.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::emulator {

/// The opcodes of a message, by the place of the packet.
struct message_opcodes {
  std::uint8_t first, middle, last, only;
};

namespace bth {

// The three upper bits of an opcode.
inline constexpr std::uint8_t of_rc = 0x00, of_uc = 0x20, of_ud = 0x60, of_cnp = 0x80,
                              of_xrc = 0xa0;
inline constexpr std::uint8_t transport_bits = 0xe0;

inline constexpr message_opcodes send{0x00, 0x01, 0x02, 0x04};
inline constexpr message_opcodes send_imm{0x00, 0x01, 0x03, 0x05};
inline constexpr message_opcodes send_inval{0x00, 0x01, 0x16, 0x17};
inline constexpr message_opcodes write{0x06, 0x07, 0x08, 0x0a};
inline constexpr message_opcodes write_imm{0x06, 0x07, 0x09, 0x0b};
inline constexpr message_opcodes read_response{0x0d, 0x0e, 0x0f, 0x10};
inline constexpr std::uint8_t read_request = 0x0c;
inline constexpr std::uint8_t acknowledge = 0x11;
inline constexpr std::uint8_t atomic_acknowledge = 0x12;
inline constexpr std::uint8_t compare_swap = 0x13;
inline constexpr std::uint8_t fetch_add = 0x14;
inline constexpr std::uint8_t datagram = 0x64;
inline constexpr std::uint8_t datagram_imm = 0x65;
inline constexpr std::uint8_t congestion = 0x81;

}  // namespace bth

constexpr std::uint8_t opcode_of(const message_opcodes& of, bool is_first, bool is_last) noexcept {
  if (is_first) return is_last ? of.only : of.first;
  return is_last ? of.last : of.middle;
}

/// Returns the opcodes of a request with a payload; null for all other kinds.
constexpr const message_opcodes* opcodes_of(message_kind kind) noexcept {
  switch (kind) {
    case message_kind::send:
      return &bth::send;
    case message_kind::send_imm:
      return &bth::send_imm;
    case message_kind::send_inval:
      return &bth::send_inval;
    case message_kind::rdma_write:
      return &bth::write;
    case message_kind::rdma_write_imm:
      return &bth::write_imm;
    default:
      return nullptr;
  }
}

/// Returns true if the last packet of such a request has a word of immediate data or a key.
constexpr bool ends_with_word(message_kind kind) noexcept {
  return kind == message_kind::send_imm || kind == message_kind::send_inval ||
         kind == message_kind::rdma_write_imm;
}

/// Headers between the BTH and the payload.
class extension_headers {
 public:
  /// Adds a header, and returns it for writing, until the next one is added. All bytes are 0.
  template <class Header>
  wire::mailbox_view<Header> add() {
    bytes_.resize(bytes_.size() + Header::size);
    return wire::mailbox_view<Header>(std::span(bytes_).template last<Header::size>());
  }

  extension_headers& add_reth(std::uint64_t raddr, std::uint32_t rkey, std::uint32_t length) {
    const auto header = add<headers::reth>();
    header.set(headers::reth::va, raddr);
    header.set(headers::reth::rkey, rkey);
    header.set(headers::reth::dma_len, length);
    return *this;
  }
  extension_headers& add_atomic(std::uint64_t raddr, std::uint32_t rkey, std::uint64_t swap_add,
                                std::uint64_t compare) {
    const auto header = add<headers::atomic_eth>();
    header.set(headers::atomic_eth::va, raddr);
    header.set(headers::atomic_eth::rkey, rkey);
    header.set(headers::atomic_eth::swap_add, swap_add);
    header.set(headers::atomic_eth::comp, compare);
    return *this;
  }
  extension_headers& add_atomic_ack(std::uint64_t original) {
    add<headers::atomic_ack_eth>().set(headers::atomic_ack_eth::orig, original);
    return *this;
  }

  /// The number counts the messages that are done.
  extension_headers& add_aeth(std::uint32_t syndrome, std::uint32_t number) {
    const auto header = add<headers::aeth>();
    header.set(headers::aeth::syndrome, syndrome);
    header.set_low(headers::aeth::msn, number);
    return *this;
  }
  extension_headers& add_deth(std::uint32_t qkey, std::uint32_t source_qpn) {
    const auto header = add<headers::deth>();
    header.set(headers::deth::qkey, qkey);
    header.set_low(headers::deth::srcqp, source_qpn);
    return *this;
  }
  extension_headers& add_xrc(std::uint32_t srqn) {
    add<headers::xrc_eth>().set_low(headers::xrc_eth::xrcsrq, srqn);
    return *this;
  }

  /// Adds immediate data, or the key that a SEND invalidates, which is in the same place.
  extension_headers& add_word(std::uint32_t word) {
    static_assert(headers::imm_dt::size == headers::ieth::size &&
                  headers::imm_dt::imm.bit == headers::ieth::rkey.bit);
    add<headers::imm_dt>().set(headers::imm_dt::imm, word);
    return *this;
  }
  std::span<const std::byte> bytes() const noexcept { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

/// The syndromes of an AETH: what its three upper bits say, and the rest.
namespace aeth {

inline constexpr std::uint32_t kind_bits = 0x60;
inline constexpr std::uint32_t ack = 0x00;
inline constexpr std::uint32_t ack_without_credits = 0x1f;
inline constexpr std::uint32_t rnr_nak = 0x20;
inline constexpr std::uint32_t nak = 0x60;
inline constexpr std::uint32_t nak_sequence = 0x60;

/// Returns the code of a NAK, by the syndrome of the requester's CQE.
constexpr std::uint32_t nak_code(std::uint8_t syndrome) noexcept {
  switch (static_cast<cqe_syndrome>(syndrome)) {
    case cqe_syndrome::remote_inval_req_err:
      return 1;
    case cqe_syndrome::remote_access_err:
      return 2;
    default:
      return 3;
  }
}

/// Returns the syndrome of the requester's CQE, by the code of a NAK.
constexpr cqe_syndrome syndrome_of(std::uint32_t code) noexcept {
  if (code == 1) return cqe_syndrome::remote_inval_req_err;
  return code == 2 ? cqe_syndrome::remote_access_err : cqe_syndrome::remote_op_err;
}

}  // namespace aeth

}  // namespace verbatim::emulator
