// The parts of WQEs that need no device: parameters of every verb.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "request.hpp"
#include "verbatim/generated/segments/av_dc_seg.hpp"
#include "verbatim/generated/segments/av_ud_seg.hpp"
#include "verbatim/wire/prepared.hpp"

namespace verbatim::bench {

inline constexpr std::size_t max_sges = 8;
inline constexpr std::size_t max_payload = 220;  // what a WRITE of 4 WQEBBs holds
inline constexpr std::size_t tcp_headers = 54;   // Ethernet, IPv4 and TCP, without options

struct piece {
  std::uint64_t addr;
  std::uint32_t length;
  std::uint32_t lkey;
};

/// The parameters of one WQE, whatever its kind. They are read from memory for each.
struct wqe_parameters {
  std::uint64_t id;
  std::uint64_t raddr;
  std::uint32_t rkey;
  std::uint32_t imm;
  std::uint64_t compare;
  std::uint64_t swap;
  std::uint64_t compare_mask;
  std::uint64_t swap_mask;
  std::uint64_t dc_key;
  std::uint32_t qkey;
  std::uint32_t qpn;
  std::uint16_t dlid;
  std::uint16_t mss;
  std::uint32_t length;  ///< of the payload, in bytes
  const std::byte* payload;
  std::array<piece, max_sges> pieces;
  av_ud_seg av_ud;
  av_dc_seg av_dc;
  std::array<std::byte, av_ud_seg::size> av_bytes;     ///< av_ud as the device wants it
  wire::prepared<av_ud_seg> av_prepared{av_ud_seg{}};  ///< the same, for builders
};

/// `batch` different ones, with payloads of `length` bytes, in memory of their own.
class wqe_parameter_list {
 public:
  explicit wqe_parameter_list(std::uint32_t length);

  const wqe_parameters* begin() const noexcept { return list_.data(); }
  const wqe_parameters* end() const noexcept { return list_.data() + batch; }

  /// Returns the ith, to be changed.
  wqe_parameters& at(unsigned i) { return list_.at(i); }

 private:
  using payload = std::array<std::byte, 256>;

  std::array<payload, batch> payloads_{};
  std::array<wqe_parameters, batch> list_{};
};

}  // namespace verbatim::bench
