// WQEs and rings, slow and simple, for comparison: structs of the vendor's header, one byte at a time.
#pragma once

#include <endian.h>
#include <infiniband/mlx5dv.h>

#include <cstring>

#include "bytes.hpp"
#include "operation.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::test {

/// The policies for the ends of rings; the same names as in verbatim::ring_end.
using verbatim::ring_end;

template <class Struct>
void append(byte_string& to, const Struct& s) {
  const auto* from = reinterpret_cast<const std::byte*>(&s);
  to.insert(to.end(), from, from + sizeof s);
}

inline std::uint8_t opcode_of(verb what) {
  switch (what) {
    case verb::nop:
      return MLX5_OPCODE_NOP;
    case verb::send:
      return MLX5_OPCODE_SEND;
    case verb::send_imm:
      return MLX5_OPCODE_SEND_IMM;
    case verb::send_inval:
      return MLX5_OPCODE_SEND_INVAL;
    case verb::write:
      return MLX5_OPCODE_RDMA_WRITE;
    case verb::write_imm:
      return MLX5_OPCODE_RDMA_WRITE_IMM;
    case verb::read:
      return MLX5_OPCODE_RDMA_READ;
    case verb::cas:
      return MLX5_OPCODE_ATOMIC_CS;
    case verb::fetch_add:
      return MLX5_OPCODE_ATOMIC_FA;
  }
  return 0xff;
}

inline mlx5_wqe_ctrl_seg reference_ctrl(std::uint8_t opcode, std::uint32_t index, std::uint32_t qpn,
                                        std::size_t bytes) {
  mlx5_wqe_ctrl_seg ctrl{};
  mlx5dv_set_ctrl_seg(&ctrl, static_cast<std::uint16_t>(index), opcode, 0, qpn, 0,
                      static_cast<std::uint8_t>(bytes / octoword), 0, 0);
  return ctrl;
}

/// The WQE of an operation, `ds` octowords long, as if the ring had no end.
inline byte_string reference_wqe(const operation& op, std::uint32_t index, std::uint32_t qpn) {
  byte_string body;
  if (has_raddr(op.what)) {
    append(body,
           mlx5_wqe_raddr_seg{.raddr = htobe64(op.raddr), .rkey = htobe32(op.rkey), .reserved = 0});
  }
  if (op.what == verb::cas || op.what == verb::fetch_add) {
    append(body, mlx5_wqe_atomic_seg{.swap_add = htobe64(op.swap_add),
                                     .compare = op.what == verb::cas ? htobe64(op.compare) : 0});
  }
  for (const piece& sge : op.sges) {
    if (sge.byte_count == 0) continue;  // 0 would mean 2 GiB
    mlx5_wqe_data_seg data;
    mlx5dv_set_data_seg(&data, sge.byte_count, sge.lkey, sge.addr);
    append(body, data);
  }
  if (!op.inlined.empty()) {
    append(body, mlx5_wqe_inl_data_seg{
                     .byte_count =
                         htobe32(MLX5_INLINE_SEG | static_cast<std::uint32_t>(op.inlined.size()))});
    body.insert(body.end(), op.inlined.begin(), op.inlined.end());
    while (body.size() % octoword != 0) body.push_back(std::byte{0});
  }

  auto ctrl =
      reference_ctrl(opcode_of(op.what), index, qpn, sizeof(mlx5_wqe_ctrl_seg) + body.size());
  ctrl.fm_ce_se = static_cast<std::uint8_t>(static_cast<unsigned>(op.flags.fence) << 5);
  if (op.signaled) ctrl.fm_ce_se |= MLX5_WQE_CTRL_CQ_UPDATE;
  if (op.flags.solicited) ctrl.fm_ce_se |= MLX5_WQE_CTRL_SOLICITED;
  if (op.what == verb::send_imm || op.what == verb::write_imm || op.what == verb::send_inval) {
    ctrl.imm = htobe32(op.imm);
  }
  byte_string wqe;
  append(wqe, ctrl);
  wqe.insert(wqe.end(), body.begin(), body.end());
  return wqe;
}

inline std::uint32_t wqebbs_of(std::size_t bytes) {
  return static_cast<std::uint32_t>((bytes + wqebb - 1) / wqebb);
}

/// A ring and its indexes. Knows nothing of how a queue builds WQEs.
struct reference_ring {
  reference_ring(std::uint32_t wqebbs, std::uint32_t qpn, ring_end policy)
      : bytes(wqebbs * wqebb, stale), wqebbs(wqebbs), qpn(qpn), policy(policy) {}

  byte_string bytes;
  std::uint32_t wqebbs;
  std::uint32_t qpn;
  ring_end policy;
  std::uint32_t pi = 0;
  std::uint32_t ci = 0;
  std::uint32_t last = 0;  // where the last WQE begins

  std::uint32_t to_end() const { return wqebbs - pi % wqebbs; }

  /// WQEBBs of NOP that have to come before a WQE of `length` WQEBBs.
  std::uint32_t gap(std::uint32_t length) const {
    return policy == ring_end::contiguous && length > to_end() ? to_end() : 0;
  }

  bool fits(std::uint32_t length) const { return pi - ci + gap(length) + length <= wqebbs; }

  /// Writes the operation, and the NOP in front of it that it may need. The caller asks fits().
  void post(const operation& op) { post(reference_wqe(op, 0, qpn)); }

  /// The same for a WQE of any kind, whatever index it has.
  void post(byte_string wqe) {
    const auto length = wqebbs_of(wqe.size());
    if (const auto n = gap(length); n != 0) {
      byte_string nop;
      append(nop, reference_ctrl(MLX5_OPCODE_NOP, pi, qpn, n * wqebb));
      put(nop, n);
    }
    wqe[1] = std::byte{static_cast<std::uint8_t>(pi >> 8)};
    wqe[2] = std::byte{static_cast<std::uint8_t>(pi)};
    put(wqe, length);
  }

  /// Takes over from `from` the bytes behind the last WQE's `size` bytes in its last WQEBB: they have no
  /// owner.
  void take_behind(byte_view from, std::size_t size) {
    for (auto i = size; i < wqebbs_of(size) * wqebb; ++i) {
      const auto at = (last * wqebb + i) % bytes.size();
      bytes[at] = from[at];
    }
  }

 private:
  void put(const byte_string& wqe, std::uint32_t length) {
    auto at = pi % wqebbs * wqebb;
    for (const auto b : wqe) {
      bytes[at++] = b;
      if (at == bytes.size()) at = 0;
    }
    last = pi;
    pi += length;
  }
};

}  // namespace verbatim::test
