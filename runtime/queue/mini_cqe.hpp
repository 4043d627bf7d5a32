// What a mini CQE says, put into the CQE that it was compressed from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/generated/cqes/mini_req.hpp"
#include "verbatim/generated/cqes/mini_resp_csum.hpp"
#include "verbatim/generated/cqes/mini_resp_csum_stridx.hpp"
#include "verbatim/generated/cqes/mini_resp_ftag.hpp"
#include "verbatim/generated/cqes/mini_resp_hash.hpp"
#include "verbatim/generated/cqes/mini_resp_l34h.hpp"
#include "verbatim/queue/cq_format.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// Bytes of a mini CQE, of whatever kind.
inline constexpr std::size_t mini_cqe_size = mini_req::size;

/// Strides that a packet takes of its receive WQE, by the byte_cnt of its CQE.
constexpr std::uint16_t strides_of(std::uint32_t byte_cnt) noexcept {
  return wire::get<30, 16>(byte_cnt);
}

/// The wqe_counter that follows one with this byte_cnt.
template <cq_format Format>
constexpr std::uint16_t counter_behind(std::uint16_t wqe_counter, std::uint32_t byte_cnt) noexcept {
  const auto step = Format.counts == recv_counter::wqes ? std::uint16_t{1} : strides_of(byte_cnt);
  return static_cast<std::uint16_t>(wqe_counter + step);
}

/// Completions of one title: each is a copy of it, into which the bytes that the mini CQE has are put
/// as they are. What is big-endian there is so here.
template <cq_format Format>
class mini_cqe_expansion {
 public:
  /// `cqe` is a copy of the title. The first receive that follows it gets `wqe_counter`.
  void begin(std::byte* cqe, std::uint16_t wqe_counter) noexcept {
    const cqe64 title(cqe);
    op_own_ =
        wire::put<7, 4>(static_cast<std::uint8_t>(title.opcode())) | wire::put<1, 1>(title.se());
    of_sends_ = title.opcode() == cqe_opcode::req;
    next_counter_ = wqe_counter;
    cqe[0x3e] = std::byte{0};
    cqe[0x3f] = std::byte{op_own_};
  }

  /// Of the title, and so of all.
  bool of_sends() const noexcept { return of_sends_; }
  std::uint8_t op_own() const noexcept { return op_own_; }

  /// Makes `cqe` what a mini CQE stands for, and answers its wqe_counter.
  template <bool of_send>
  [[gnu::always_inline]] std::uint16_t expand(std::byte* cqe, const std::byte* mini) noexcept {
    put<0x2c, 4>(cqe, mini + 4);  // byte_cnt
    if constexpr (of_send) {
      put<0x3c, 2>(cqe, mini);      // wqe_counter
      put<0x38, 1>(cqe, mini + 2);  // s_wqe_opcode
      return mini_req(mini).wqe_counter();
    } else {
      const auto wqe_counter = expand_receive(cqe, mini);
      wire::store16(cqe + 0x3c, wqe_counter);
      next_counter_ = counter_behind<Format>(wqe_counter, wire::load32(cqe + 0x2c));
      return wqe_counter;
    }
  }

 private:
  template <std::size_t at, std::size_t size>
  static void put(std::byte* cqe, const std::byte* bytes) noexcept {
    std::memcpy(cqe + at, bytes, size);
  }

  std::uint16_t expand_receive(std::byte* cqe, const std::byte* mini) noexcept {
    constexpr bool strides = Format.counts == recv_counter::strides;
    if constexpr (Format.minis == mini_cqe_format::hash) {
      put<0x0c, 4>(cqe, mini);  // rx_hash_result
    } else if constexpr (Format.minis == mini_cqe_format::csum) {
      put<0x14, 2>(cqe, mini);  // checksum
    } else if constexpr (Format.minis == mini_cqe_format::csum_stridx) {
      put<0x14, 2>(cqe, mini);
      if constexpr (strides) return mini_resp_csum_stridx(mini).stride_idx();
    } else if constexpr (Format.minis == mini_cqe_format::ftag_stridx) {
      put<0x39, 2>(cqe, mini);      // flow_tag_high
      put<0x3b, 1>(cqe, mini + 4);  // flow_tag_low, in front of a byte_cnt of 24 bits
      cqe[0x2c] = std::byte{0};
      if constexpr (strides) return mini_resp_ftag(mini).stride_idx();
    } else {
      put<0x1d, 1>(cqe, mini);  // what the headers are
      if constexpr (strides) return mini_resp_l34h(mini).stride_idx();
    }
    return next_counter_;
  }

  std::uint16_t next_counter_ = 0;
  std::uint8_t op_own_ = 0;
  bool of_sends_ = false;
};

}  // namespace verbatim
