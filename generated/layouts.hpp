// Generated from specs/ by codegen. Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <string_view>

#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/generated/cqes/err_cqe.hpp"
#include "verbatim/generated/doorbells/cq_dbrec.hpp"
#include "verbatim/generated/doorbells/cq_doorbell.hpp"
#include "verbatim/generated/doorbells/qp_dbrec.hpp"
#include "verbatim/generated/segments/atomic_seg.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/generated/segments/data_seg.hpp"
#include "verbatim/generated/segments/inline_seg.hpp"
#include "verbatim/generated/segments/raddr_seg.hpp"
#include "verbatim/wire/layout.hpp"

namespace verbatim {

/// Every segment, CQE and doorbell, for tools that print.
inline constexpr std::array<wire::layout, 10> layouts{{
    {"atomic_seg", atomic_seg::size, atomic_seg::fields},
    {"cq_dbrec", cq_dbrec::size, cq_dbrec::fields},
    {"cq_doorbell", cq_doorbell::size, cq_doorbell::fields},
    {"cqe64", cqe64::size, cqe64::fields},
    {"ctrl_seg", ctrl_seg::size, ctrl_seg::fields},
    {"data_seg", data_seg::size, data_seg::fields},
    {"err_cqe", err_cqe::size, err_cqe::fields},
    {"inline_seg", inline_seg::size, inline_seg::fields},
    {"qp_dbrec", qp_dbrec::size, qp_dbrec::fields},
    {"raddr_seg", raddr_seg::size, raddr_seg::fields},
}};

/// The layouts atomic_cs is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 4> atomic_cs_steps{{
    {"ctrl_seg", "", false},
    {"raddr_seg", "", false},
    {"atomic_seg", "", false},
    {"data_seg", "", false},
}};

/// The layouts atomic_fa is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 4> atomic_fa_steps{{
    {"ctrl_seg", "", false},
    {"raddr_seg", "", false},
    {"atomic_seg", "", false},
    {"data_seg", "", false},
}};

/// The layouts nop is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 1> nop_steps{{
    {"ctrl_seg", "", false},
}};

/// The layouts rdma_read is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 3> rdma_read_steps{{
    {"ctrl_seg", "", false},
    {"raddr_seg", "", false},
    {"data_seg", "", true},
}};

/// The layouts rdma_write is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 3> rdma_write_steps{{
    {"ctrl_seg", "", false},
    {"raddr_seg", "", false},
    {"data_seg", "inline_seg", true},
}};

/// The layouts rdma_write_imm is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 3> rdma_write_imm_steps{{
    {"ctrl_seg", "", false},
    {"raddr_seg", "", false},
    {"data_seg", "inline_seg", true},
}};

/// The layouts send is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 2> send_steps{{
    {"ctrl_seg", "", false},
    {"data_seg", "inline_seg", true},
}};

/// The layouts send_imm is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 2> send_imm_steps{{
    {"ctrl_seg", "", false},
    {"data_seg", "inline_seg", true},
}};

/// The layouts send_inval is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 2> send_inval_steps{{
    {"ctrl_seg", "", false},
    {"data_seg", "inline_seg", true},
}};

/// What every send WQE consists of, by opcode, without what its transport puts after ctrl_seg.
inline constexpr std::array<wire::wqe, 9> wqe_layouts{{
    {"atomic_cs", static_cast<std::uint8_t>(opcode::atomic_cs), atomic_cs_steps},
    {"atomic_fa", static_cast<std::uint8_t>(opcode::atomic_fa), atomic_fa_steps},
    {"nop", static_cast<std::uint8_t>(opcode::nop), nop_steps},
    {"rdma_read", static_cast<std::uint8_t>(opcode::rdma_read), rdma_read_steps},
    {"rdma_write", static_cast<std::uint8_t>(opcode::rdma_write), rdma_write_steps},
    {"rdma_write_imm", static_cast<std::uint8_t>(opcode::rdma_write_imm), rdma_write_imm_steps},
    {"send", static_cast<std::uint8_t>(opcode::send), send_steps},
    {"send_imm", static_cast<std::uint8_t>(opcode::send_imm), send_imm_steps},
    {"send_inval", static_cast<std::uint8_t>(opcode::send_inval), send_inval_steps},
}};

}  // namespace verbatim
