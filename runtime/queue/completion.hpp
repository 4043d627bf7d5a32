// What a poll hands to its callback.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/generated/cqes/err_cqe.hpp"
#include "verbatim/generated/cqes/eth_cqe.hpp"
#include "verbatim/generated/enums.hpp"

namespace verbatim {

/// What sends and receives have in common. A view of the CQE, valid until the callback returns.
class completion_view {
 public:
  completion_view(cqe64 cqe, bool failed) noexcept : cqe_(cqe), failed_(failed) {}

  bool ok() const noexcept { return !failed_; }

  /// `ok`, or what went wrong; meaning(status()) says it in a sentence.
  cqe_syndrome status() const noexcept {
    return failed_ ? err_cqe(cqe_.bytes()).syndrome() : cqe_syndrome::ok;
  }

  /// The vendor's own code for the error; 0 if there was none.
  std::uint8_t vendor_err_synd() const noexcept {
    return failed_ ? err_cqe(cqe_.bytes()).vendor_err_synd() : std::uint8_t{0};
  }

  std::uint32_t qpn() const noexcept { return cqe_.qpn(); }
  std::uint16_t wqe_counter() const noexcept { return cqe_.wqe_counter(); }

  /// When it completed, in ticks of the device's clock: see device_clock. 0 in an error.
  std::uint64_t timestamp() const noexcept { return failed_ ? 0 : cqe_.timestamp(); }

  /// The CQE itself.
  cqe64 cqe() const noexcept { return cqe_; }

 private:
  cqe64 cqe_;
  bool failed_;
};

/// A send WQE is done or has failed. On a dense queue the CQE may be that of a later WQE, which
/// brings this entry back too: then `signaled` is false, and what the CQE says is of that WQE.
template <class Entry>
class send_completion : public completion_view {
 public:
  send_completion(cqe64 cqe, bool failed, Entry&& entry, bool signaled) noexcept
      : completion_view(cqe, failed), entry(std::move(entry)), signaled(signaled) {}

  Entry entry;    ///< what signal() was given, or entry()
  bool signaled;  ///< false on a sparse queue: a WQE without entry failed, `entry` is a default one

  /// What the WQE was.
  verbatim::opcode opcode() const noexcept { return cqe().s_wqe_opcode(); }

  /// Bytes that a READ or an atomic fetched.
  std::uint32_t byte_count() const noexcept { return cqe().byte_cnt(); }
};

/// A message has arrived, or a receive WQE has failed.
template <class Entry>
class recv_completion : public completion_view {
 public:
  recv_completion(cqe64 cqe, bool failed, Entry&& entry) noexcept
      : completion_view(cqe, failed), entry(std::move(entry)) {}

  Entry entry;  ///< what the receive WQE was finished with

  /// resp_send, resp_send_imm, resp_send_inv or resp_wr_imm.
  cqe_opcode opcode() const noexcept { return cqe().opcode(); }

  /// Length of the message.
  std::uint32_t byte_count() const noexcept { return cqe().byte_cnt(); }

  /// With resp_send_imm and resp_wr_imm: the immediate data, in host order. A peer that posts by
  /// verbs gave htonl() of it.
  std::uint32_t imm() const noexcept { return cqe().imm(); }

  /// With resp_send_inv: the key that the peer has invalidated.
  std::uint32_t invalidated_rkey() const noexcept { return cqe().imm(); }

  bool solicited() const noexcept { return cqe().se() != 0; }

  /// Of a datagram (UD, DC): who sent it. Not of one whose payload came in a CQE of 64 bytes, where
  /// the payload lies over these fields; rqpn, slid and sl of cqe() are the others.
  std::uint32_t source_qpn() const noexcept { return cqe().rqpn(); }

  /// Of a datagram: whether it has a GRH, which is in the first 40 bytes of its buffers, or in grh().
  bool has_grh() const noexcept {
    return cqe().format() != cqe_format::inline_32 &&
           (cqe().l3_in_data() != 0 || cqe().l3_in_cqe() != 0);
  }

  /// The GRH, 40 bytes, if it is in the CQE, which then has 128 bytes; else nothing.
  std::span<const std::byte> grh() const noexcept {
    if (!has_grh() || cqe().l3_in_cqe() == 0) return {};
    return {cqe().bytes() - 40, 40};
  }

  /// Of a raw packet, what the device found out: checksums, VLAN tag, kinds of headers, flow tag.
  eth_cqe packet() const noexcept { return eth_cqe(cqe().bytes()); }

  /// Of a raw packet: as IBV_WC_IP_CSUM_OK.
  bool checksums_ok() const noexcept {
    constexpr std::uint8_t ipv4 = 2;
    return packet().l3_ok() != 0 && packet().l4_ok() != 0 && packet().l3_hdr_type() == ipv4;
  }
};

/// Makes one callback of several lambdas: `overloaded{[](send_completion<int> c) {…}, …}`.
template <class... Lambdas>
struct overloaded : Lambdas... {
  using Lambdas::operator()...;
};
template <class... Lambdas>
overloaded(Lambdas...) -> overloaded<Lambdas...>;

}  // namespace verbatim
