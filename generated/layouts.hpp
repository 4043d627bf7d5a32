// Generated from specs/ by codegen. Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <string_view>

#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/generated/cqes/err_cqe.hpp"
#include "verbatim/generated/doorbells/cq_dbrec.hpp"
#include "verbatim/generated/doorbells/cq_doorbell.hpp"
#include "verbatim/generated/doorbells/qp_dbrec.hpp"
#include "verbatim/generated/doorbells/srq_dbrec.hpp"
#include "verbatim/generated/segments/atomic_seg.hpp"
#include "verbatim/generated/segments/av_dc_compact_seg.hpp"
#include "verbatim/generated/segments/av_dc_seg.hpp"
#include "verbatim/generated/segments/av_ud_compact_seg.hpp"
#include "verbatim/generated/segments/av_ud_seg.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/generated/segments/data_seg.hpp"
#include "verbatim/generated/segments/eth_pad_seg.hpp"
#include "verbatim/generated/segments/eth_seg.hpp"
#include "verbatim/generated/segments/eth_vlan_seg.hpp"
#include "verbatim/generated/segments/flow_tbl_access_seg.hpp"
#include "verbatim/generated/segments/flow_tbl_argument_seg.hpp"
#include "verbatim/generated/segments/inline_seg.hpp"
#include "verbatim/generated/segments/klm_seg.hpp"
#include "verbatim/generated/segments/masked_cs128_seg.hpp"
#include "verbatim/generated/segments/masked_cs32_seg.hpp"
#include "verbatim/generated/segments/masked_cs64_seg.hpp"
#include "verbatim/generated/segments/masked_fa128_seg.hpp"
#include "verbatim/generated/segments/masked_fa32_seg.hpp"
#include "verbatim/generated/segments/masked_fa64_seg.hpp"
#include "verbatim/generated/segments/mkey_ctx_seg.hpp"
#include "verbatim/generated/segments/mmo_meta_seg.hpp"
#include "verbatim/generated/segments/mtt_seg.hpp"
#include "verbatim/generated/segments/raddr_seg.hpp"
#include "verbatim/generated/segments/ravh_seg.hpp"
#include "verbatim/generated/segments/repeat_block_seg.hpp"
#include "verbatim/generated/segments/repeat_ent_seg.hpp"
#include "verbatim/generated/segments/rvh_seg.hpp"
#include "verbatim/generated/segments/rwqe_sig_seg.hpp"
#include "verbatim/generated/segments/set_psv_seg.hpp"
#include "verbatim/generated/segments/srq_next_seg.hpp"
#include "verbatim/generated/segments/tm_seg.hpp"
#include "verbatim/generated/segments/tmh_seg.hpp"
#include "verbatim/generated/segments/umr_ctrl_seg.hpp"
#include "verbatim/generated/segments/wait_cq_seg.hpp"
#include "verbatim/generated/segments/wait_data_seg.hpp"
#include "verbatim/generated/segments/xrc_seg.hpp"
#include "verbatim/wire/layout.hpp"

namespace verbatim {

/// Every segment, CQE and doorbell, for tools that print.
inline constexpr std::array<wire::layout, 43> layouts{{
    {"atomic_seg", atomic_seg::size, atomic_seg::fields},
    {"av_dc_compact_seg", av_dc_compact_seg::size, av_dc_compact_seg::fields},
    {"av_dc_seg", av_dc_seg::size, av_dc_seg::fields},
    {"av_ud_compact_seg", av_ud_compact_seg::size, av_ud_compact_seg::fields},
    {"av_ud_seg", av_ud_seg::size, av_ud_seg::fields},
    {"cq_dbrec", cq_dbrec::size, cq_dbrec::fields},
    {"cq_doorbell", cq_doorbell::size, cq_doorbell::fields},
    {"cqe64", cqe64::size, cqe64::fields},
    {"ctrl_seg", ctrl_seg::size, ctrl_seg::fields},
    {"data_seg", data_seg::size, data_seg::fields},
    {"err_cqe", err_cqe::size, err_cqe::fields},
    {"eth_pad_seg", eth_pad_seg::size, eth_pad_seg::fields},
    {"eth_seg", eth_seg::size, eth_seg::fields},
    {"eth_vlan_seg", eth_vlan_seg::size, eth_vlan_seg::fields},
    {"flow_tbl_access_seg", flow_tbl_access_seg::size, flow_tbl_access_seg::fields},
    {"flow_tbl_argument_seg", flow_tbl_argument_seg::size, flow_tbl_argument_seg::fields},
    {"inline_seg", inline_seg::size, inline_seg::fields},
    {"klm_seg", klm_seg::size, klm_seg::fields},
    {"masked_cs128_seg", masked_cs128_seg::size, masked_cs128_seg::fields},
    {"masked_cs32_seg", masked_cs32_seg::size, masked_cs32_seg::fields},
    {"masked_cs64_seg", masked_cs64_seg::size, masked_cs64_seg::fields},
    {"masked_fa128_seg", masked_fa128_seg::size, masked_fa128_seg::fields},
    {"masked_fa32_seg", masked_fa32_seg::size, masked_fa32_seg::fields},
    {"masked_fa64_seg", masked_fa64_seg::size, masked_fa64_seg::fields},
    {"mkey_ctx_seg", mkey_ctx_seg::size, mkey_ctx_seg::fields},
    {"mmo_meta_seg", mmo_meta_seg::size, mmo_meta_seg::fields},
    {"mtt_seg", mtt_seg::size, mtt_seg::fields},
    {"qp_dbrec", qp_dbrec::size, qp_dbrec::fields},
    {"raddr_seg", raddr_seg::size, raddr_seg::fields},
    {"ravh_seg", ravh_seg::size, ravh_seg::fields},
    {"repeat_block_seg", repeat_block_seg::size, repeat_block_seg::fields},
    {"repeat_ent_seg", repeat_ent_seg::size, repeat_ent_seg::fields},
    {"rvh_seg", rvh_seg::size, rvh_seg::fields},
    {"rwqe_sig_seg", rwqe_sig_seg::size, rwqe_sig_seg::fields},
    {"set_psv_seg", set_psv_seg::size, set_psv_seg::fields},
    {"srq_dbrec", srq_dbrec::size, srq_dbrec::fields},
    {"srq_next_seg", srq_next_seg::size, srq_next_seg::fields},
    {"tm_seg", tm_seg::size, tm_seg::fields},
    {"tmh_seg", tmh_seg::size, tmh_seg::fields},
    {"umr_ctrl_seg", umr_ctrl_seg::size, umr_ctrl_seg::fields},
    {"wait_cq_seg", wait_cq_seg::size, wait_cq_seg::fields},
    {"wait_data_seg", wait_data_seg::size, wait_data_seg::fields},
    {"xrc_seg", xrc_seg::size, xrc_seg::fields},
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
