// What a mini CQE says, put into the CQE that it was compressed from.
#pragma once

#include <cstddef>
#include <cstdint>

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

/// Completions of one title. It is a cqe64 whose fields that are not in the mini CQEs stay.
template <cq_format Format>
class mini_cqe_expansion {
 public:
  /// `title` has been copied into place. The first receive that follows it gets `wqe_counter`.
  void begin(const std::byte* title, std::uint16_t wqe_counter) noexcept {
    const cqe64 cqe(title);
    of_sends_ = cqe.opcode() == cqe_opcode::req;
    qpn_ = cqe.qpn();
    next_counter_ = wqe_counter;
    tail_ = wire::put<7, 4>(std::uint32_t{static_cast<std::uint8_t>(cqe.opcode())}) |
            wire::put<1, 1>(std::uint32_t{cqe.se()});
  }

  /// Of the title, and so of all.
  bool of_sends() const noexcept { return of_sends_; }
  std::uint8_t op_own() const noexcept { return static_cast<std::uint8_t>(tail_); }

  /// Makes `cqe`, which was a copy of the title, what a mini CQE stands for. Answers its wqe_counter:
  /// what was just stored is better not read.
  [[gnu::always_inline]] std::uint16_t expand(std::byte* cqe, const std::byte* mini) noexcept {
    if (!of_sends_) return expand_receive(cqe, mini);
    const auto words = wire::load_bytes<mini_cqe_size>(mini);  // read once
    const mini_req m(words.data());
    wire::store32(cqe + 0x2c, m.byte_cnt());
    wire::store64(cqe + 0x38,
                  std::uint32_t{static_cast<std::uint8_t>(m.s_wqe_opcode())} << 24 | qpn_,
                  std::uint32_t{m.wqe_counter()} << 16 | tail_);
    return m.wqe_counter();
  }

 private:
  std::uint16_t expand_receive(std::byte* cqe, const std::byte* mini) noexcept {
    auto wqe_counter = next_counter_;
    auto byte_cnt = wire::load32(mini + 4);
    constexpr bool strides = Format.counts == recv_counter::strides;
    if constexpr (Format.minis == mini_cqe_format::hash) {
      wire::store32(cqe + 0x0c, mini_resp_hash(mini).rx_hash_result());
    } else if constexpr (Format.minis == mini_cqe_format::csum) {
      store_checksum(cqe, mini_resp_csum(mini).checksum());
    } else if constexpr (Format.minis == mini_cqe_format::csum_stridx) {
      const mini_resp_csum_stridx m(mini);
      store_checksum(cqe, m.checksum());
      if constexpr (strides) wqe_counter = m.stride_idx();
    } else if constexpr (Format.minis == mini_cqe_format::ftag_stridx) {
      const mini_resp_ftag m(mini);
      wire::store32(cqe + 0x38, (wire::load32(cqe + 0x38) & 0xff000000) |
                                    std::uint32_t{m.flow_tag_high()} << 8 | m.flow_tag_low());
      byte_cnt = m.byte_cnt();
      if constexpr (strides) wqe_counter = m.stride_idx();
    } else {
      const mini_resp_l34h m(mini);
      wire::store32(cqe + 0x1c, (wire::load32(cqe + 0x1c) & 0xff00ffff) |
                                    std::to_integer<std::uint32_t>(mini[0]) << 16);
      if constexpr (strides) wqe_counter = m.stride_idx();
    }
    wire::store32(cqe + 0x2c, byte_cnt);
    wire::store32(cqe + 0x3c, std::uint32_t{wqe_counter} << 16 | tail_);
    next_counter_ = counter_behind<Format>(wqe_counter, byte_cnt);
    return wqe_counter;
  }

  static void store_checksum(std::byte* cqe, std::uint16_t checksum) noexcept {
    wire::store32(cqe + 0x14, (wire::load32(cqe + 0x14) & 0xffff) | std::uint32_t{checksum} << 16);
  }

  std::uint32_t tail_ = 0;  // the last word of each, but for the counter
  std::uint32_t qpn_ = 0;
  std::uint16_t next_counter_ = 0;
  bool of_sends_ = false;
};

}  // namespace verbatim
