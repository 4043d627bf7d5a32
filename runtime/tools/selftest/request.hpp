// A request in the words of the specs, and its destination. Our builders and libmlx5 make a WQE of it.
#pragma once

#include <infiniband/verbs.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/av_dc_seg.hpp"
#include "verbatim/generated/segments/av_ud_seg.hpp"
#include "verbatim/generated/segments/bsf_inl_seg.hpp"
#include "verbatim/generated/segments/bsf_seg.hpp"
#include "verbatim/generated/segments/eth_seg.hpp"
#include "verbatim/generated/segments/mkey_ctx_seg.hpp"
#include "verbatim/queue/send/send_flags.hpp"
#include "verbatim/wire/memory.hpp"

namespace verbatim::tools::selftest {

/// The peer of the transports that name it in each WQE.
struct target {
  av_ud_seg datagram = {};
  av_dc_seg dc = {};
  ibv_ah* ah = nullptr;        ///< the handle of these addresses
  ibv_xrcd* domain = nullptr;  ///< of XRC
  std::uint32_t srqn = 0;      ///< of XRC
  std::uint32_t tisn = 0;      ///< of the sender of raw packets
};

/// Several pieces of memory between which a key takes turns.
struct turns {
  std::uint32_t repeats = 0;  ///< 0 if there are none
  std::uint16_t bytes = 0;    ///< of each piece
  std::uint16_t stride = 0;
};

/// One request. A WQE uses the fields that its spec names.
struct request {
  std::string_view wqe;  ///< its name in specs/wqes
  send_flags flags = {};

  std::uint64_t local = 0;
  std::uint64_t remote = 0;
  std::uint32_t length = 0;
  verbatim::lkey lkey = {};
  verbatim::rkey rkey = {};
  bool inlined = false;
  std::span<const std::byte> payload = {};  ///< inlined; the header, for tso
  std::uint32_t imm = 0;                    ///< or the key that the peer invalidates

  /// Operands of atomics: `swap` is also what is added or combined, `swap_mask` also the boundary.
  std::uint64_t compare = 0;
  std::uint64_t swap = 0;
  std::uint64_t compare_mask = 0;
  std::uint64_t swap_mask = 0;
  struct {
    std::array<std::byte, 16> compare = {}, swap = {}, compare_mask = {}, swap_mask = {};
  } wide = {};

  /// The memory key that a UMR changes, or the window that it binds.
  std::uint32_t key = 0;
  std::uint64_t mask = 0;
  mkey_ctx_seg region = {};
  std::vector<ibv_sge> pieces = {};
  selftest::turns turns = {};
  bool has_signature = false;
  bsf_seg bsf = {};
  bsf_inl_seg wire_signature = {};
  bsf_inl_seg memory_signature = {};

  /// The number of a queue, of a PSV or of an object; and the index or value that belongs to it.
  std::uint32_t number = 0;
  std::uint64_t value = 0;
  std::uint64_t value_mask = ~std::uint64_t{0};
  wait_operation operation = wait_operation::equal;

  eth_seg ethernet = {};  ///< of raw packets
  bool insert_vlan = false;
  std::uint16_t vlan_tci = 0;
  std::uint16_t mss = 0;
};

}  // namespace verbatim::tools::selftest
