// The completions that a poll passes to its callback.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/generated/cqes/err_cqe.hpp"
#include "verbatim/generated/cqes/eth_cqe.hpp"
#include "verbatim/generated/enums.hpp"
#include "verbatim/wire/memory.hpp"

namespace verbatim {

/// The base of all kinds of completions. It is a view of the CQE, and is valid until the callback
/// returns.
class completion_view {
 public:
  completion_view(cqe64 cqe, bool failed) noexcept : cqe_(cqe), failed_(failed) {}

  /// Returns true if the WQE succeeded.
  bool ok() const noexcept { return !failed_; }

  /// Returns `ok` or the error. meaning(status()) returns it as a sentence.
  cqe_syndrome status() const noexcept {
    return failed_ ? err_cqe(cqe_.bytes()).syndrome() : cqe_syndrome::ok;
  }

  /// Returns the vendor's code for the error; 0 if the WQE succeeded.
  std::uint8_t vendor_err_synd() const noexcept {
    return failed_ ? err_cqe(cqe_.bytes()).vendor_err_synd() : std::uint8_t{0};
  }

  /// Returns the number of the QP whose WQE has completed, or which received a message into an SRQ.
  std::uint32_t qpn() const noexcept { return cqe_.qpn(); }

  /// Returns the wqe_index of the WQE of this CQE.
  std::uint16_t wqe_counter() const noexcept { return cqe_.wqe_counter(); }

  /// Returns the time of the completion in ticks of the device's clock (see device_clock); 0 for an
  /// error.
  std::uint64_t timestamp() const noexcept { return failed_ ? 0 : cqe_.timestamp(); }

  /// Returns the CQE itself.
  cqe64 cqe() const noexcept { return cqe_; }

 private:
  cqe64 cqe_;
  bool failed_;
};

/// The completion of a send WQE that is done or has failed. On a dense queue, the CQE of a later
/// WQE may bring back this entry too. Then `signaled` is false, and the CQE describes the later
/// WQE.
template <class Entry>
class send_completion : public completion_view {
 public:
  send_completion(cqe64 cqe, bool failed, Entry&& value, bool was_signaled) noexcept
      : completion_view(cqe, failed), entry(std::move(value)), signaled(was_signaled) {}

  Entry entry;    ///< the entry given to signal() or entry()
  bool signaled;  ///< false on a sparse queue: a WQE without entry failed; `entry` is Entry{}

  /// Returns the opcode of the WQE.
  verbatim::opcode opcode() const noexcept { return cqe().s_wqe_opcode(); }

  /// Returns the number of bytes that a READ or an atomic fetched.
  std::uint32_t byte_count() const noexcept { return cqe().byte_cnt(); }
};

/// The completion of a receive WQE: a message has arrived, or the WQE has failed.
template <class Entry>
class recv_completion : public completion_view {
 public:
  recv_completion(cqe64 cqe, bool failed, Entry&& value) noexcept
      : completion_view(cqe, failed), entry(std::move(value)) {}

  Entry entry;  ///< the entry that the receive WQE was finished with

  /// Returns resp_send, resp_send_imm, resp_send_inv or resp_wr_imm.
  cqe_opcode opcode() const noexcept { return cqe().opcode(); }

  /// Returns the length of the message in bytes.
  std::uint32_t byte_count() const noexcept { return cqe().byte_cnt(); }

  /// Returns the immediate data in host order (with resp_send_imm and resp_wr_imm). A peer that
  /// uses libibverbs passes htonl() of this value.
  std::uint32_t imm() const noexcept { return cqe().imm(); }

  /// Returns the key that the peer has invalidated (with resp_send_inv).
  rkey invalidated_rkey() const noexcept { return rkey(cqe().imm()); }

  /// Returns true if the sender asked for a solicited event.
  bool solicited() const noexcept { return cqe().se() != 0; }

  /// Returns the QP number of a datagram's sender (UD, DC). It is not valid if the payload came in
  /// a CQE of 64 bytes: there the payload covers rqpn, slid and sl of cqe(), which describe the
  /// sender.
  std::uint32_t source_qpn() const noexcept { return cqe().rqpn(); }

  /// Returns true if a datagram has a GRH. The GRH is in the first 40 bytes of the datagram's
  /// buffers, or in grh().
  bool has_grh() const noexcept {
    return cqe().format() != cqe_format::inline_32 &&
           (cqe().l3_in_data() != 0 || cqe().l3_in_cqe() != 0);
  }

  /// Returns the 40 bytes of a GRH that came in the CQE; else an empty span. Only CQEs of 128 bytes
  /// can hold it.
  std::span<const std::byte> grh() const noexcept {
    if (!has_grh() || cqe().l3_in_cqe() == 0) return {};
    return {cqe().bytes() - 40, 40};
  }

  /// Returns the device's report on a raw packet: checksums, VLAN tag, kinds of headers, flow tag.
  eth_cqe packet() const noexcept { return eth_cqe(cqe().bytes()); }

  /// Returns true if the checksums of a raw packet are right, like IBV_WC_IP_CSUM_OK.
  bool checksums_ok() const noexcept {
    constexpr std::uint8_t ipv4 = 2;
    return packet().l3_ok() != 0 && packet().l4_ok() != 0 && packet().l3_hdr_type() == ipv4;
  }
};

/// One callback made of several lambdas: `overloaded{[](send_completion<int> c) {…}, …}`.
template <class... Lambdas>
struct overloaded : Lambdas... {
  using Lambdas::operator()...;
};
template <class... Lambdas>
overloaded(Lambdas...) -> overloaded<Lambdas...>;

}  // namespace verbatim
