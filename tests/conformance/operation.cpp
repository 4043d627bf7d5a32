// Random operations, and posting them by verbs.
#include "operation.hpp"

#include <endian.h>

#include <algorithm>
#include <array>

#include "verbatim/wire/units.hpp"

namespace verbatim::test {
namespace {

constexpr std::array unreliable_opcodes{opcode::send, opcode::send_imm, opcode::send_inval,
                                        opcode::rdma_write, opcode::rdma_write_imm};
constexpr std::array reliable_opcodes{
    opcode::send,           opcode::send_imm,  opcode::send_inval, opcode::rdma_write,
    opcode::rdma_write_imm, opcode::rdma_read, opcode::atomic_cs,  opcode::atomic_fa};

constexpr std::uint32_t inline_header = 4;
constexpr std::uint32_t max_read_sges = 30;

/// 0 to `limit`, and both of them often.
std::uint32_t up_to(dice& random, std::uint32_t limit) {
  if (random.one_in(6)) return limit;
  if (random.one_in(6)) return 0;
  return random.below(limit + 1);
}

/// Cuts the payload into pieces, some of them empty.
std::vector<ibv_sge> pieces(dice& random, std::span<const std::byte> payload, std::uint32_t most) {
  std::vector<ibv_sge> result;
  std::size_t at = 0;
  const auto count = random.below(most) + 1;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto left = payload.size() - at;
    const auto length = i + 1 == count ? left : random.below(static_cast<std::uint32_t>(left) + 1);
    result.push_back({reinterpret_cast<std::uintptr_t>(payload.data() + at),
                      static_cast<std::uint32_t>(length), random.any<std::uint32_t>()});
    at += length;
  }
  return result;
}

unsigned send_flags_of(const operation& op) {
  unsigned flags = 0;
  if (op.signaled) flags |= IBV_SEND_SIGNALED;
  if (op.solicited) flags |= IBV_SEND_SOLICITED;
  if (op.fenced) flags |= IBV_SEND_FENCE;
  if (op.inlined) flags |= IBV_SEND_INLINE;
  return flags;
}

ibv_wr_opcode verbs_opcode(opcode what) {
  switch (what) {
    case opcode::send_imm:
      return IBV_WR_SEND_WITH_IMM;
    case opcode::send_inval:
      return IBV_WR_SEND_WITH_INV;
    case opcode::rdma_write:
      return IBV_WR_RDMA_WRITE;
    case opcode::rdma_write_imm:
      return IBV_WR_RDMA_WRITE_WITH_IMM;
    case opcode::rdma_read:
      return IBV_WR_RDMA_READ;
    case opcode::atomic_cs:
      return IBV_WR_ATOMIC_CMP_AND_SWP;
    case opcode::atomic_fa:
      return IBV_WR_ATOMIC_FETCH_AND_ADD;
    default:
      return IBV_WR_SEND;
  }
}

ibv_send_wr work_request(const operation& op) {
  ibv_send_wr wr{};
  wr.wr_id = op.id;
  wr.sg_list = const_cast<ibv_sge*>(op.sges.data());
  wr.num_sge = static_cast<int>(op.sges.size());
  wr.opcode = verbs_opcode(op.what);
  wr.send_flags = send_flags_of(op);
  if (op.has_imm()) wr.imm_data = htobe32(op.imm);
  if (op.what == opcode::send_inval) wr.invalidate_rkey = op.imm;
  if (op.is_atomic()) {
    wr.wr.atomic.remote_addr = op.raddr;
    wr.wr.atomic.rkey = op.rkey;
    wr.wr.atomic.swap = op.what == opcode::atomic_cs ? op.swap_add : 0;
    wr.wr.atomic.compare_add = op.what == opcode::atomic_cs ? op.compare : op.swap_add;
  } else if (op.has_raddr()) {
    wr.wr.rdma.remote_addr = op.raddr;
    wr.wr.rdma.rkey = op.rkey;
  }
  return wr;
}

void begin_wr(ibv_qp_ex* qp, const operation& op) {
  switch (op.what) {
    case opcode::send_imm:
      return ibv_wr_send_imm(qp, htobe32(op.imm));
    case opcode::send_inval:
      return ibv_wr_send_inv(qp, op.imm);
    case opcode::rdma_write:
      return ibv_wr_rdma_write(qp, op.rkey, op.raddr);
    case opcode::rdma_write_imm:
      return ibv_wr_rdma_write_imm(qp, op.rkey, op.raddr, htobe32(op.imm));
    case opcode::rdma_read:
      return ibv_wr_rdma_read(qp, op.rkey, op.raddr);
    case opcode::atomic_cs:
      return ibv_wr_atomic_cmp_swp(qp, op.rkey, op.raddr, op.compare, op.swap_add);
    case opcode::atomic_fa:
      return ibv_wr_atomic_fetch_add(qp, op.rkey, op.raddr, op.swap_add);
    default:
      return ibv_wr_send(qp);
  }
}

void set_data(ibv_qp_ex* qp, const operation& op, dice& random) {
  const bool as_list = random.one_in(2);
  if (!op.inlined) {
    if (op.sges.size() == 1 && !as_list) {
      ibv_wr_set_sge(qp, op.sges[0].lkey, op.sges[0].addr, op.sges[0].length);
    } else {
      ibv_wr_set_sge_list(qp, op.sges.size(), op.sges.data());
    }
  } else if (as_list) {
    std::vector<ibv_data_buf> buffers;
    for (const auto& piece : op.sges) {
      buffers.push_back({reinterpret_cast<void*>(piece.addr), piece.length});
    }
    ibv_wr_set_inline_data_list(qp, buffers.size(), buffers.data());
  } else {
    ibv_wr_set_inline_data(qp, const_cast<std::byte*>(op.payload.data()), op.payload.size());
  }
}

}  // namespace

unsigned operation::octowords() const noexcept {
  if (inlined) {
    const auto bytes = payload.empty() ? 0u : inline_header + static_cast<unsigned>(payload.size());
    return fixed_octowords() + static_cast<unsigned>((bytes + octoword - 1) / octoword);
  }
  const auto counted =
      std::count_if(sges.begin(), sges.end(), [](const ibv_sge& sge) { return sge.length != 0; });
  return fixed_octowords() + static_cast<unsigned>(counted);
}

operation random_operation(dice& random, const operation_limits& limits) {
  operation op;
  op.what = limits.datagram   ? (random.one_in(2) ? opcode::send : opcode::send_imm)
            : limits.reliable ? reliable_opcodes[random.below(reliable_opcodes.size())]
                              : unreliable_opcodes[random.below(unreliable_opcodes.size())];
  op.id = random.any<std::uint64_t>();
  op.signaled = random.one_in(2);
  op.solicited = random.one_in(3);
  op.fenced = random.one_in(4);
  op.imm = random.bits32(32);
  op.raddr = random.bits(64);
  op.rkey = random.bits32(32);
  op.swap_add = random.bits(64);
  op.compare = random.bits(64);

  const auto room = (limits.octowords - op.fixed_octowords()) * std::uint32_t{octoword};
  if (op.is_atomic()) {
    op.sges.push_back({random.bits(64), 8, random.bits32(32)});
  } else if (op.what != opcode::rdma_read && random.one_in(2)) {
    op.inlined = true;
    op.payload = random.bytes(up_to(random, std::min(limits.inline_bytes, room - inline_header)));
    op.sges = pieces(random, op.payload, limits.sges);
  } else {
    const bool read = op.what == opcode::rdma_read;
    const auto most =
        std::min({limits.sges, room / std::uint32_t{octoword}, read ? max_read_sges : 63u});
    const auto count = std::max(up_to(random, most), read ? 1u : 0u);
    for (std::uint32_t i = 0; i < count; ++i) {
      // A tenth and more of them are of length 0, and are left out of the WQE.
      op.sges.push_back({random.bits(64), random.bits32(31), random.bits32(32)});
    }
  }
  return op;
}

int post_with_ibv_post_send(ibv_qp* qp, std::span<const operation> operations,
                            const complete_request& address) {
  std::vector<ibv_send_wr> list;
  for (const auto& op : operations) {
    list.push_back(work_request(op));
    if (address) address(list.back());
  }
  for (std::size_t i = 1; i < list.size(); ++i) list[i - 1].next = &list[i];
  ibv_send_wr* bad = nullptr;
  return ibv_post_send(qp, list.data(), &bad);
}

int post_with_ibv_wr(ibv_qp_ex* qp, std::span<const operation> operations, dice& random,
                     const std::function<void(ibv_qp_ex*)>& address) {
  ibv_wr_start(qp);
  for (const auto& op : operations) {
    qp->wr_id = op.id;
    qp->wr_flags = send_flags_of(op) & ~static_cast<unsigned>(IBV_SEND_INLINE);
    begin_wr(qp, op);
    if (address) address(qp);
    set_data(qp, op, random);
  }
  return ibv_wr_complete(qp);
}

}  // namespace verbatim::test
