// Expands mini CQEs: computes the original CQE from a mini CQE and its title.
#pragma once

#include <array>
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
#include "verbatim/queue/completion/cq_format.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim::detail {

/// The size of a mini CQE of any kind, in bytes.
inline constexpr std::size_t mini_cqe_size = mini_req::size;

/// Returns the number of strides of its receive WQE that a packet takes. The number is part of the
/// CQE's byte_cnt.
constexpr std::uint16_t strides_of(std::uint32_t byte_cnt) noexcept {
  return wire::get<30, 16>(byte_cnt);
}

/// Returns the wqe_counter of the completion that follows one with these values.
template <cq_format Format>
constexpr std::uint16_t counter_behind(std::uint16_t wqe_counter, std::uint32_t byte_cnt) noexcept {
  const auto step = Format.counts == recv_counter::wqes ? std::uint16_t{1} : strides_of(byte_cnt);
  return static_cast<std::uint16_t>(wqe_counter + step);
}

/// The completions that follow one title. Each is a copy of the title into which the bytes of a
/// mini CQE are copied unchanged, so big-endian fields stay big-endian.
template <cq_format Format>
class mini_cqe_expansion {
 public:
  /// Begins a new title. The first receive that follows the title gets `wqe_counter`.
  [[gnu::always_inline]] void begin(bool of_sends, std::uint16_t wqe_counter) noexcept {
    of_sends_ = of_sends;
    next_counter_ = wqe_counter;
  }

  /// Removes the fields that describe mini CQEs from a copy of the title.
  [[gnu::always_inline]] static void make_plain(std::byte* cqe) noexcept {
    constexpr auto opcode_and_se = std::byte{0xf2};
    cqe[0x3e] = std::byte{0};
    cqe[0x3f] &= opcode_and_se;
  }

  /// Returns true if the title is of a send; then all of its completions are of sends.
  bool of_sends() const noexcept { return of_sends_; }

  /// Returns the wqe_counter of a mini CQE's completion. Call it once for each mini CQE, in order.
  template <bool of_send>
  [[gnu::always_inline]] std::uint32_t next_counter(const std::byte* mini) noexcept {
    // 16 bits would need another instruction to be widened.
    if constexpr (of_send) return wire::load32(mini) >> 16;
    const auto wqe_counter = counter_of_receive(mini);
    next_counter_ = counter_behind<Format>(wqe_counter, byte_cnt_of_receive(mini));
    return wqe_counter;
  }

  /// Turns `cqe`, a copy of the title, into the CQE of a mini CQE.
  template <bool of_send>
  [[gnu::always_inline]] static void expand(std::byte* cqe, const std::byte* mini,
                                            std::uint32_t wqe_counter) noexcept {
    if constexpr (of_send) {
      put<0x3c, 2>(cqe, mini);      // wqe_counter
      put<0x2c, 4>(cqe, mini + 4);  // byte_cnt
      put<0x38, 1>(cqe, mini + 2);  // s_wqe_opcode
    } else {
      wire::store16(cqe + 0x3c, static_cast<std::uint16_t>(wqe_counter));
      wire::store32(cqe + 0x2c, byte_cnt_of_receive(mini));
      expand_receive(cqe, mini);
    }
  }

 private:
  static constexpr bool tagged = Format.minis == mini_cqe_format::ftag_stridx;

  template <std::size_t at, std::size_t size>
  static void put(std::byte* cqe, const std::byte* bytes) noexcept {
    std::memcpy(cqe + at, bytes, size);
  }

  /// Returns the byte_cnt of a receive. If the mini CQE has a flow tag, byte_cnt has only 24 bits.
  static std::uint32_t byte_cnt_of_receive(const std::byte* mini) noexcept {
    return wire::load32(mini + 4) & (tagged ? 0xffffff : ~0u);
  }

  std::uint16_t counter_of_receive(const std::byte* mini) const noexcept {
    if constexpr (Format.counts == recv_counter::strides) {
      if constexpr (Format.minis == mini_cqe_format::csum_stridx) {
        return mini_resp_csum_stridx(mini).stride_idx();
      } else if constexpr (tagged) {
        return mini_resp_ftag(mini).stride_idx();
      } else if constexpr (Format.minis == mini_cqe_format::l34h_stridx) {
        return mini_resp_l34h(mini).stride_idx();
      }
    }
    return next_counter_;
  }

  static void expand_receive(std::byte* cqe, const std::byte* mini) noexcept {
    if constexpr (Format.minis == mini_cqe_format::hash) {
      put<0x0c, 4>(cqe, mini);  // rx_hash_result
    } else if constexpr (Format.minis == mini_cqe_format::csum ||
                         Format.minis == mini_cqe_format::csum_stridx) {
      put<0x14, 2>(cqe, mini);  // checksum
    } else if constexpr (tagged) {
      put<0x39, 2>(cqe, mini);      // flow_tag_high
      put<0x3b, 1>(cqe, mini + 4);  // flow_tag_low
    } else {
      put<0x1d, 1>(cqe, mini);  // kinds of headers
    }
  }

  std::uint16_t next_counter_ = 0;
  bool of_sends_ = false;
};

/// The completion of a mini CQE. The whole CQE is computed only when whole() is called.
template <cq_format Format, bool of_send_>
struct unfolded_cqe {
  static constexpr bool of_send = of_send_;

  const std::byte* title;  ///< in a CQE of 128 bytes: from the first byte on, not from the cqe64
  const std::byte* mini;
  std::uint32_t wqe_counter;

  /// A copy of the CQE as the device would have written it without compression.
  class copy {
   public:
    [[gnu::always_inline]] explicit copy(const unfolded_cqe& from) noexcept {
      std::memcpy(bytes_.data(), from.title, bytes_.size());
      mini_cqe_expansion<Format>::make_plain(bytes_.data() + in_front);
      mini_cqe_expansion<Format>::template expand<of_send>(bytes_.data() + in_front, from.mini,
                                                           from.wqe_counter);
    }
    cqe64 view() const noexcept { return cqe64(bytes_.data() + in_front); }

   private:
    static constexpr auto in_front = Format.cqe_size - cqe64::size;
    alignas(16) std::array<std::byte, Format.cqe_size> bytes_;
  };
  [[gnu::always_inline]] copy whole() const noexcept { return copy(*this); }
};

}  // namespace verbatim::detail
