// Generated from specs/ by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <string_view>

#include "verbatim/generated/cqes/cqe128.hpp"
#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/generated/cqes/enh_block.hpp"
#include "verbatim/generated/cqes/err_cqe.hpp"
#include "verbatim/generated/cqes/eth_cqe.hpp"
#include "verbatim/generated/cqes/mini_req.hpp"
#include "verbatim/generated/cqes/mini_resp_csum.hpp"
#include "verbatim/generated/cqes/mini_resp_csum_stridx.hpp"
#include "verbatim/generated/cqes/mini_resp_ftag.hpp"
#include "verbatim/generated/cqes/mini_resp_hash.hpp"
#include "verbatim/generated/cqes/mini_resp_l34h.hpp"
#include "verbatim/generated/cqes/sigerr_cqe.hpp"
#include "verbatim/generated/cqes/tm_list_cqe.hpp"
#include "verbatim/generated/cqes/tm_receive_cqe.hpp"
#include "verbatim/generated/doorbells/cq_dbrec.hpp"
#include "verbatim/generated/doorbells/cq_doorbell.hpp"
#include "verbatim/generated/doorbells/qp_dbrec.hpp"
#include "verbatim/generated/doorbells/srq_dbrec.hpp"
#include "verbatim/generated/segments/atomic_seg.hpp"
#include "verbatim/generated/segments/av_dc_compact_seg.hpp"
#include "verbatim/generated/segments/av_dc_seg.hpp"
#include "verbatim/generated/segments/av_ud_compact_seg.hpp"
#include "verbatim/generated/segments/av_ud_seg.hpp"
#include "verbatim/generated/segments/bsf_ext_seg.hpp"
#include "verbatim/generated/segments/bsf_inl_seg.hpp"
#include "verbatim/generated/segments/bsf_seg.hpp"
#include "verbatim/generated/segments/crypto_bsf_seg.hpp"
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
inline constexpr std::array<wire::layout, 59> layouts{{
    {"atomic_seg", atomic_seg::size, atomic_seg::fields},
    {"av_dc_compact_seg", av_dc_compact_seg::size, av_dc_compact_seg::fields},
    {"av_dc_seg", av_dc_seg::size, av_dc_seg::fields},
    {"av_ud_compact_seg", av_ud_compact_seg::size, av_ud_compact_seg::fields},
    {"av_ud_seg", av_ud_seg::size, av_ud_seg::fields},
    {"bsf_ext_seg", bsf_ext_seg::size, bsf_ext_seg::fields},
    {"bsf_inl_seg", bsf_inl_seg::size, bsf_inl_seg::fields},
    {"bsf_seg", bsf_seg::size, bsf_seg::fields},
    {"cq_dbrec", cq_dbrec::size, cq_dbrec::fields},
    {"cq_doorbell", cq_doorbell::size, cq_doorbell::fields},
    {"cqe128", cqe128::size, cqe128::fields},
    {"cqe64", cqe64::size, cqe64::fields},
    {"crypto_bsf_seg", crypto_bsf_seg::size, crypto_bsf_seg::fields},
    {"ctrl_seg", ctrl_seg::size, ctrl_seg::fields},
    {"data_seg", data_seg::size, data_seg::fields},
    {"enh_block", enh_block::size, enh_block::fields},
    {"err_cqe", err_cqe::size, err_cqe::fields},
    {"eth_cqe", eth_cqe::size, eth_cqe::fields},
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
    {"mini_req", mini_req::size, mini_req::fields},
    {"mini_resp_csum", mini_resp_csum::size, mini_resp_csum::fields},
    {"mini_resp_csum_stridx", mini_resp_csum_stridx::size, mini_resp_csum_stridx::fields},
    {"mini_resp_ftag", mini_resp_ftag::size, mini_resp_ftag::fields},
    {"mini_resp_hash", mini_resp_hash::size, mini_resp_hash::fields},
    {"mini_resp_l34h", mini_resp_l34h::size, mini_resp_l34h::fields},
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
    {"sigerr_cqe", sigerr_cqe::size, sigerr_cqe::fields},
    {"srq_dbrec", srq_dbrec::size, srq_dbrec::fields},
    {"srq_next_seg", srq_next_seg::size, srq_next_seg::fields},
    {"tm_list_cqe", tm_list_cqe::size, tm_list_cqe::fields},
    {"tm_receive_cqe", tm_receive_cqe::size, tm_receive_cqe::fields},
    {"tm_seg", tm_seg::size, tm_seg::fields},
    {"tmh_seg", tmh_seg::size, tmh_seg::fields},
    {"umr_ctrl_seg", umr_ctrl_seg::size, umr_ctrl_seg::fields},
    {"wait_cq_seg", wait_cq_seg::size, wait_cq_seg::fields},
    {"wait_data_seg", wait_data_seg::size, wait_data_seg::fields},
    {"xrc_seg", xrc_seg::size, xrc_seg::fields},
}};

/// The layouts atomic_cs is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 4> atomic_cs_steps{{
    {"ctrl_seg"},
    {"raddr_seg", "", "", "", false},
    {"atomic_seg", "", "", "", false},
    {"data_seg", "", "", "", false},
}};
inline constexpr std::array<wire::given, 1> atomic_cs_always{{
    {3, "byte_count", 8},
}};

/// The layouts atomic_fa is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 4> atomic_fa_steps{{
    {"ctrl_seg"},
    {"raddr_seg", "", "", "", false},
    {"atomic_seg", "", "", "", false},
    {"data_seg", "", "", "", false},
}};
inline constexpr std::array<wire::given, 2> atomic_fa_always{{
    {2, "compare", 0},
    {3, "byte_count", 8},
}};

/// The layouts bind_mw is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 4> bind_mw_steps{{
    {"ctrl_seg"},
    {"umr_ctrl_seg", "", "", "", false},
    {"mkey_ctx_seg", "", "", "", false},
    {"klm_seg", "", "", "", false},
}};
inline constexpr std::array<wire::given, 8> bind_mw_always{{
    {1, "list_inline", 1},
    {1, "check_not_free", 0},
    {1, "check_free", 1},
    {1, "trans_off_en", 1},
    {1, "check_qpn", 0},
    {1, "klm_octowords", 4},
    {1, "bsf_octowords", 0},
    {1, "mkey_mask", 540827713},
}};

/// The layouts bind_mw_type1 is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 4> bind_mw_type1_steps{{
    {"ctrl_seg"},
    {"umr_ctrl_seg", "", "", "", false},
    {"mkey_ctx_seg", "", "", "", false},
    {"klm_seg", "", "", "", false},
}};
inline constexpr std::array<wire::given, 8> bind_mw_type1_always{{
    {1, "list_inline", 1},
    {1, "check_not_free", 0},
    {1, "check_free", 0},
    {1, "trans_off_en", 1},
    {1, "check_qpn", 0},
    {1, "klm_octowords", 4},
    {1, "bsf_octowords", 0},
    {1, "mkey_mask", 540811329},
}};

/// The layouts cas32 is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 4> cas32_steps{{
    {"ctrl_seg"},
    {"raddr_seg", "", "", "", false},
    {"masked_cs32_seg", "", "", "", false},
    {"data_seg", "", "", "", false},
}};
inline constexpr std::array<wire::given, 3> cas32_always{{
    {2, "swap_mask", 4294967295},
    {2, "compare_mask", 4294967295},
    {3, "byte_count", 4},
}};

/// The layouts configure_mkey is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 4> configure_mkey_steps{{
    {"ctrl_seg"},
    {"umr_ctrl_seg", "", "", "", false},
    {"mkey_ctx_seg", "", "", "", false},
    {"klm_seg", "", "", "", true},
}};
inline constexpr std::array<wire::given, 5> configure_mkey_always{{
    {1, "list_inline", 1},
    {1, "check_not_free", 0},
    {1, "check_free", 0},
    {1, "trans_off_en", 0},
    {1, "check_qpn", 0},
}};
inline constexpr std::array<wire::step, 5> configure_mkey_behind{{
    {"bsf_seg", "", "", "", false, true},
    {"bsf_ext_seg", "", "", "", false, false},
    {"bsf_inl_seg", "", "", "", false, false},
    {"bsf_inl_seg", "", "", "", false, false},
    {"crypto_bsf_seg", "", "", "", false, true},
}};

/// The layouts configure_mkey_strided is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 5> configure_mkey_strided_steps{{
    {"ctrl_seg"},
    {"umr_ctrl_seg", "", "", "", false},
    {"mkey_ctx_seg", "", "", "", false},
    {"repeat_block_seg", "", "", "", false},
    {"repeat_ent_seg", "", "", "", true},
}};
inline constexpr std::array<wire::given, 5> configure_mkey_strided_always{{
    {1, "list_inline", 1},
    {1, "check_not_free", 0},
    {1, "check_free", 0},
    {1, "trans_off_en", 0},
    {1, "check_qpn", 0},
}};
inline constexpr std::array<wire::step, 5> configure_mkey_strided_behind{{
    {"bsf_seg", "", "", "", false, true},
    {"bsf_ext_seg", "", "", "", false, false},
    {"bsf_inl_seg", "", "", "", false, false},
    {"bsf_inl_seg", "", "", "", false, false},
    {"crypto_bsf_seg", "", "", "", false, true},
}};

/// The layouts copy is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 4> copy_steps{{
    {"ctrl_seg"},
    {"mmo_meta_seg", "", "", "", false},
    {"data_seg", "", "", "", false},
    {"data_seg", "", "", "", false},
}};
inline constexpr std::array<wire::given, 1> copy_always{{
    {1, "mmo_control_31_0", 0},
}};

/// The layouts dump is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 2> dump_steps{{
    {"ctrl_seg"},
    {"data_seg", "", "", "", false},
}};

/// The layouts fetch_add32 is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 4> fetch_add32_steps{{
    {"ctrl_seg"},
    {"raddr_seg", "", "", "", false},
    {"masked_fa32_seg", "", "", "", false},
    {"data_seg", "", "", "", false},
}};
inline constexpr std::array<wire::given, 2> fetch_add32_always{{
    {2, "field_boundary", 0},
    {3, "byte_count", 4},
}};

/// The layouts fetch_and32 is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 4> fetch_and32_steps{{
    {"ctrl_seg"},
    {"raddr_seg", "", "", "", false},
    {"masked_cs32_seg", "", "", "", false},
    {"data_seg", "", "", "", false},
}};
inline constexpr std::array<wire::given, 4> fetch_and32_always{{
    {2, "swap_mask", 0, "swap", true},
    {2, "compare", 0},
    {2, "compare_mask", 0},
    {3, "byte_count", 4},
}};

/// The layouts fetch_and64 is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 4> fetch_and64_steps{{
    {"ctrl_seg"},
    {"raddr_seg", "", "", "", false},
    {"masked_cs64_seg", "", "", "", false},
    {"data_seg", "", "", "", false},
}};
inline constexpr std::array<wire::given, 4> fetch_and64_always{{
    {2, "swap_mask", 0, "swap", true},
    {2, "compare", 0},
    {2, "compare_mask", 0},
    {3, "byte_count", 8},
}};

/// The layouts fetch_or32 is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 4> fetch_or32_steps{{
    {"ctrl_seg"},
    {"raddr_seg", "", "", "", false},
    {"masked_cs32_seg", "", "", "", false},
    {"data_seg", "", "", "", false},
}};
inline constexpr std::array<wire::given, 4> fetch_or32_always{{
    {2, "swap_mask", 0, "swap", false},
    {2, "compare", 0},
    {2, "compare_mask", 0},
    {3, "byte_count", 4},
}};

/// The layouts fetch_or64 is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 4> fetch_or64_steps{{
    {"ctrl_seg"},
    {"raddr_seg", "", "", "", false},
    {"masked_cs64_seg", "", "", "", false},
    {"data_seg", "", "", "", false},
}};
inline constexpr std::array<wire::given, 4> fetch_or64_always{{
    {2, "swap_mask", 0, "swap", false},
    {2, "compare", 0},
    {2, "compare_mask", 0},
    {3, "byte_count", 8},
}};

/// The layouts fetch_xor32 is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 4> fetch_xor32_steps{{
    {"ctrl_seg"},
    {"raddr_seg", "", "", "", false},
    {"masked_fa32_seg", "", "", "", false},
    {"data_seg", "", "", "", false},
}};
inline constexpr std::array<wire::given, 2> fetch_xor32_always{{
    {2, "field_boundary", 4294967295},
    {3, "byte_count", 4},
}};

/// The layouts fetch_xor64 is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 4> fetch_xor64_steps{{
    {"ctrl_seg"},
    {"raddr_seg", "", "", "", false},
    {"masked_fa64_seg", "", "", "", false},
    {"data_seg", "", "", "", false},
}};
inline constexpr std::array<wire::given, 2> fetch_xor64_always{{
    {2, "field_boundary", 18446744073709551615u},
    {3, "byte_count", 8},
}};

/// The layouts local_invalidate is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 3> local_invalidate_steps{{
    {"ctrl_seg"},
    {"umr_ctrl_seg", "", "", "", false},
    {"mkey_ctx_seg", "", "", "", false},
}};
inline constexpr std::array<wire::given, 30> local_invalidate_always{{
    {1, "list_inline", 1},
    {1, "check_not_free", 0},
    {1, "check_free", 0},
    {1, "trans_off_en", 1},
    {1, "check_qpn", 1},
    {1, "klm_octowords", 0},
    {1, "bsf_octowords", 0},
    {1, "mkey_mask", 536895488},
    {2, "free", 1},
    {2, "umr_en", 0},
    {2, "atomic", 0},
    {2, "remote_write", 0},
    {2, "remote_read", 0},
    {2, "local_write", 0},
    {2, "local_read", 0},
    {2, "access_mode", 0},
    {2, "sf", 0},
    {2, "qpn", 16777215},
    {2, "mkey_7_0", 0},
    {2, "length64", 0},
    {2, "bsf_en", 0},
    {2, "sync_umr", 0},
    {2, "sig_err_cnt", 0},
    {2, "en_rinval", 0},
    {2, "pd", 0},
    {2, "start_addr", 0},
    {2, "len", 0},
    {2, "bsf_octword_size", 0},
    {2, "translations_octword_size", 0},
    {2, "log_page_size", 0},
}};

/// The layouts masked_cas128 is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 4> masked_cas128_steps{{
    {"ctrl_seg"},
    {"raddr_seg", "", "", "", false},
    {"masked_cs128_seg", "", "", "", false},
    {"data_seg", "", "", "", false},
}};
inline constexpr std::array<wire::given, 1> masked_cas128_always{{
    {3, "byte_count", 16},
}};

/// The layouts masked_cas32 is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 4> masked_cas32_steps{{
    {"ctrl_seg"},
    {"raddr_seg", "", "", "", false},
    {"masked_cs32_seg", "", "", "", false},
    {"data_seg", "", "", "", false},
}};
inline constexpr std::array<wire::given, 1> masked_cas32_always{{
    {3, "byte_count", 4},
}};

/// The layouts masked_cas64 is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 4> masked_cas64_steps{{
    {"ctrl_seg"},
    {"raddr_seg", "", "", "", false},
    {"masked_cs64_seg", "", "", "", false},
    {"data_seg", "", "", "", false},
}};
inline constexpr std::array<wire::given, 1> masked_cas64_always{{
    {3, "byte_count", 8},
}};

/// The layouts masked_fetch_add128 is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 4> masked_fetch_add128_steps{{
    {"ctrl_seg"},
    {"raddr_seg", "", "", "", false},
    {"masked_fa128_seg", "", "", "", false},
    {"data_seg", "", "", "", false},
}};
inline constexpr std::array<wire::given, 1> masked_fetch_add128_always{{
    {3, "byte_count", 16},
}};

/// The layouts masked_fetch_add32 is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 4> masked_fetch_add32_steps{{
    {"ctrl_seg"},
    {"raddr_seg", "", "", "", false},
    {"masked_fa32_seg", "", "", "", false},
    {"data_seg", "", "", "", false},
}};
inline constexpr std::array<wire::given, 1> masked_fetch_add32_always{{
    {3, "byte_count", 4},
}};

/// The layouts masked_fetch_add64 is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 4> masked_fetch_add64_steps{{
    {"ctrl_seg"},
    {"raddr_seg", "", "", "", false},
    {"masked_fa64_seg", "", "", "", false},
    {"data_seg", "", "", "", false},
}};
inline constexpr std::array<wire::given, 1> masked_fetch_add64_always{{
    {3, "byte_count", 8},
}};

/// The layouts multi_packet is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 3> multi_packet_steps{{
    {"ctrl_seg"},
    {"eth_seg", "", "", "", false},
    {"data_seg", "", "inline_seg", "", true},
}};
inline constexpr std::array<wire::given, 13> multi_packet_always{{
    {1, "swp_outer_l4_offset", 0},
    {1, "swp_outer_l3_offset", 0},
    {1, "swp_inner_l4_offset", 0},
    {1, "swp_inner_l3_offset", 0},
    {1, "l4_inner_csum", 0},
    {1, "l3_inner_csum", 0},
    {1, "swp_outer_l4_udp", 0},
    {1, "swp_outer_l3_ipv6", 0},
    {1, "swp_inner_l4_udp", 0},
    {1, "swp_inner_l3_ipv6", 0},
    {1, "mss", 0},
    {1, "inline_hdr_sz", 0},
    {1, "inline_hdr_start", 0},
}};

/// The layouts nop is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 1> nop_steps{{
    {"ctrl_seg"},
}};

/// The layouts nop_to is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 1> nop_to_steps{{
    {"ctrl_seg"},
}};

/// The layouts rdma_read is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 3> rdma_read_steps{{
    {"ctrl_seg"},
    {"raddr_seg", "", "", "", false},
    {"data_seg", "", "", "", true},
}};

/// The layouts rdma_write is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 3> rdma_write_steps{{
    {"ctrl_seg"},
    {"raddr_seg", "", "", "", false},
    {"data_seg", "", "inline_seg", "", true},
}};

/// The layouts rdma_write_imm is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 3> rdma_write_imm_steps{{
    {"ctrl_seg"},
    {"raddr_seg", "", "", "", false},
    {"data_seg", "", "inline_seg", "", true},
}};

/// The layouts recv_enable is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 2> recv_enable_steps{{
    {"ctrl_seg"},
    {"wait_cq_seg", "", "", "", false},
}};

/// The layouts send is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 2> send_steps{{
    {"ctrl_seg"},
    {"data_seg", "", "inline_seg", "", true},
}};

/// The layouts send_enable is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 2> send_enable_steps{{
    {"ctrl_seg"},
    {"wait_cq_seg", "", "", "", false},
}};

/// The layouts send_imm is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 2> send_imm_steps{{
    {"ctrl_seg"},
    {"data_seg", "", "inline_seg", "", true},
}};

/// The layouts send_inval is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 2> send_inval_steps{{
    {"ctrl_seg"},
    {"data_seg", "", "inline_seg", "", true},
}};

/// The layouts set_psv is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 2> set_psv_steps{{
    {"ctrl_seg"},
    {"set_psv_seg", "", "", "", false},
}};
inline constexpr std::array<wire::given, 1> set_psv_always{{
    {1, "syndrome", 0},
}};

/// The layouts swap32 is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 4> swap32_steps{{
    {"ctrl_seg"},
    {"raddr_seg", "", "", "", false},
    {"masked_cs32_seg", "", "", "", false},
    {"data_seg", "", "", "", false},
}};
inline constexpr std::array<wire::given, 4> swap32_always{{
    {2, "compare", 0},
    {2, "swap_mask", 4294967295},
    {2, "compare_mask", 0},
    {3, "byte_count", 4},
}};

/// The layouts swap64 is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 4> swap64_steps{{
    {"ctrl_seg"},
    {"raddr_seg", "", "", "", false},
    {"masked_cs64_seg", "", "", "", false},
    {"data_seg", "", "", "", false},
}};
inline constexpr std::array<wire::given, 4> swap64_always{{
    {2, "compare", 0},
    {2, "swap_mask", 18446744073709551615u},
    {2, "compare_mask", 0},
    {3, "byte_count", 8},
}};

/// The layouts tag_append is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 3> tag_append_steps{{
    {"ctrl_seg"},
    {"tm_seg", "", "", "", false},
    {"data_seg", "", "", "", false},
}};
inline constexpr std::array<wire::given, 1> tag_append_always{{
    {1, "opcode", 1},
}};

/// The layouts tag_remove is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 2> tag_remove_steps{{
    {"ctrl_seg"},
    {"tm_seg", "", "", "", false},
}};
inline constexpr std::array<wire::given, 3> tag_remove_always{{
    {1, "opcode", 2},
    {1, "append_tag", 0},
    {1, "append_mask", 0},
}};

/// The layouts tag_sync is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 2> tag_sync_steps{{
    {"ctrl_seg"},
    {"tm_seg", "", "", "", false},
}};
inline constexpr std::array<wire::given, 5> tag_sync_always{{
    {1, "opcode", 0},
    {1, "sw_cnt_valid", 1},
    {1, "index", 0},
    {1, "append_tag", 0},
    {1, "append_mask", 0},
}};

/// The layouts tso is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 3> tso_steps{{
    {"ctrl_seg"},
    {"eth_seg", "", "", "inline_hdr_sz", false},
    {"data_seg", "", "", "", true},
}};
inline constexpr std::array<wire::given, 11> tso_always{{
    {1, "swp_outer_l4_offset", 0},
    {1, "swp_outer_l3_offset", 0},
    {1, "swp_inner_l4_offset", 0},
    {1, "swp_inner_l3_offset", 0},
    {1, "l4_inner_csum", 0},
    {1, "l3_inner_csum", 0},
    {1, "swp_outer_l4_udp", 0},
    {1, "swp_outer_l3_ipv6", 0},
    {1, "swp_inner_l4_udp", 0},
    {1, "swp_inner_l3_ipv6", 0},
    {1, "flow_table_metadata", 0},
}};

/// The layouts unbind_mw is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 3> unbind_mw_steps{{
    {"ctrl_seg"},
    {"umr_ctrl_seg", "", "", "", false},
    {"mkey_ctx_seg", "", "", "", false},
}};
inline constexpr std::array<wire::given, 29> unbind_mw_always{{
    {1, "list_inline", 1},
    {1, "check_not_free", 0},
    {1, "check_free", 0},
    {1, "trans_off_en", 1},
    {1, "check_qpn", 1},
    {1, "klm_octowords", 0},
    {1, "bsf_octowords", 0},
    {1, "mkey_mask", 536895488},
    {2, "free", 1},
    {2, "umr_en", 0},
    {2, "atomic", 0},
    {2, "remote_write", 0},
    {2, "remote_read", 0},
    {2, "local_write", 0},
    {2, "local_read", 0},
    {2, "access_mode", 0},
    {2, "sf", 0},
    {2, "qpn", 16777215},
    {2, "length64", 0},
    {2, "bsf_en", 0},
    {2, "sync_umr", 0},
    {2, "sig_err_cnt", 0},
    {2, "en_rinval", 0},
    {2, "pd", 0},
    {2, "start_addr", 0},
    {2, "len", 0},
    {2, "bsf_octword_size", 0},
    {2, "translations_octword_size", 0},
    {2, "log_page_size", 0},
}};

/// The layouts update_mkey is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 3> update_mkey_steps{{
    {"ctrl_seg"},
    {"umr_ctrl_seg", "", "", "", false},
    {"mkey_ctx_seg", "", "", "", false},
}};
inline constexpr std::array<wire::given, 6> update_mkey_always{{
    {1, "list_inline", 1},
    {1, "check_not_free", 0},
    {1, "check_free", 0},
    {1, "trans_off_en", 0},
    {1, "check_qpn", 0},
    {1, "klm_octowords", 0},
}};
inline constexpr std::array<wire::step, 5> update_mkey_behind{{
    {"bsf_seg", "", "", "", false, true},
    {"bsf_ext_seg", "", "", "", false, false},
    {"bsf_inl_seg", "", "", "", false, false},
    {"bsf_inl_seg", "", "", "", false, false},
    {"crypto_bsf_seg", "", "", "", false, true},
}};

/// The layouts wait_cq is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 2> wait_cq_steps{{
    {"ctrl_seg"},
    {"wait_cq_seg", "", "", "", false},
}};

/// The layouts wait_data is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 2> wait_data_steps{{
    {"ctrl_seg"},
    {"wait_data_seg", "", "", "", false},
}};
inline constexpr std::array<wire::given, 2> wait_data_always{{
    {1, "invert", 0},
    {1, "fail_act", 0},
}};

/// The layouts wait_time is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 2> wait_time_steps{{
    {"ctrl_seg"},
    {"wait_data_seg", "", "", "", false},
}};
inline constexpr std::array<wire::given, 5> wait_time_always{{
    {1, "invert", 0},
    {1, "operation", 5},
    {1, "lkey", 0},
    {1, "va_63_3", 0},
    {1, "fail_act", 0},
}};

/// The layouts write_flow_table is made of, in wire order; the last may repeat.
inline constexpr std::array<wire::step, 3> write_flow_table_steps{{
    {"ctrl_seg"},
    {"flow_tbl_access_seg", "", "", "", false},
    {"flow_tbl_argument_seg", "", "", "", false},
}};
inline constexpr std::array<wire::given, 2> write_flow_table_always{{
    {1, "flow_idx_update", 0},
    {1, "dest_handle", 0},
}};

/// The segments of every send WQE, without those that its transport puts after ctrl_seg.
inline constexpr std::array<wire::wqe, 47> wqe_layouts{{
    {"atomic_cs", static_cast<std::uint8_t>(opcode::atomic_cs), 0, false, atomic_cs_steps,
     atomic_cs_always},
    {"atomic_fa", static_cast<std::uint8_t>(opcode::atomic_fa), 0, false, atomic_fa_steps,
     atomic_fa_always},
    {"bind_mw", static_cast<std::uint8_t>(opcode::umr), 0, true, bind_mw_steps, bind_mw_always, 4},
    {"bind_mw_type1", static_cast<std::uint8_t>(opcode::umr), 0, true, bind_mw_type1_steps,
     bind_mw_type1_always, 4},
    {"cas32", static_cast<std::uint8_t>(opcode::atomic_masked_cs), 8, false, cas32_steps,
     cas32_always},
    {"configure_mkey", static_cast<std::uint8_t>(opcode::umr), 0, true, configure_mkey_steps,
     configure_mkey_always, 4, configure_mkey_behind, "umr_ctrl_seg", "bsf_octowords"},
    {"configure_mkey_strided", static_cast<std::uint8_t>(opcode::umr), 0, true,
     configure_mkey_strided_steps, configure_mkey_strided_always, 4, configure_mkey_strided_behind,
     "umr_ctrl_seg", "bsf_octowords"},
    {"copy", static_cast<std::uint8_t>(opcode::mmo), 1, true, copy_steps, copy_always},
    {"dump", static_cast<std::uint8_t>(opcode::dump), 0, true, dump_steps},
    {"fetch_add32", static_cast<std::uint8_t>(opcode::atomic_masked_fa), 8, false,
     fetch_add32_steps, fetch_add32_always},
    {"fetch_and32", static_cast<std::uint8_t>(opcode::atomic_masked_cs), 8, false,
     fetch_and32_steps, fetch_and32_always},
    {"fetch_and64", static_cast<std::uint8_t>(opcode::atomic_masked_cs), 9, false,
     fetch_and64_steps, fetch_and64_always},
    {"fetch_or32", static_cast<std::uint8_t>(opcode::atomic_masked_cs), 8, false, fetch_or32_steps,
     fetch_or32_always},
    {"fetch_or64", static_cast<std::uint8_t>(opcode::atomic_masked_cs), 9, false, fetch_or64_steps,
     fetch_or64_always},
    {"fetch_xor32", static_cast<std::uint8_t>(opcode::atomic_masked_fa), 8, false,
     fetch_xor32_steps, fetch_xor32_always},
    {"fetch_xor64", static_cast<std::uint8_t>(opcode::atomic_masked_fa), 9, false,
     fetch_xor64_steps, fetch_xor64_always},
    {"local_invalidate", static_cast<std::uint8_t>(opcode::umr), 0, true, local_invalidate_steps,
     local_invalidate_always},
    {"masked_cas128", static_cast<std::uint8_t>(opcode::atomic_masked_cs), 10, false,
     masked_cas128_steps, masked_cas128_always},
    {"masked_cas32", static_cast<std::uint8_t>(opcode::atomic_masked_cs), 8, false,
     masked_cas32_steps, masked_cas32_always},
    {"masked_cas64", static_cast<std::uint8_t>(opcode::atomic_masked_cs), 9, false,
     masked_cas64_steps, masked_cas64_always},
    {"masked_fetch_add128", static_cast<std::uint8_t>(opcode::atomic_masked_fa), 10, false,
     masked_fetch_add128_steps, masked_fetch_add128_always},
    {"masked_fetch_add32", static_cast<std::uint8_t>(opcode::atomic_masked_fa), 8, false,
     masked_fetch_add32_steps, masked_fetch_add32_always},
    {"masked_fetch_add64", static_cast<std::uint8_t>(opcode::atomic_masked_fa), 9, false,
     masked_fetch_add64_steps, masked_fetch_add64_always},
    {"multi_packet", static_cast<std::uint8_t>(opcode::enhanced_mpsw), 0, true, multi_packet_steps,
     multi_packet_always},
    {"nop", static_cast<std::uint8_t>(opcode::nop), 0, true, nop_steps},
    {"nop_to", static_cast<std::uint8_t>(opcode::nop), 0, false, nop_to_steps},
    {"rdma_read", static_cast<std::uint8_t>(opcode::rdma_read), 0, false, rdma_read_steps},
    {"rdma_write", static_cast<std::uint8_t>(opcode::rdma_write), 0, false, rdma_write_steps},
    {"rdma_write_imm", static_cast<std::uint8_t>(opcode::rdma_write_imm), 0, false,
     rdma_write_imm_steps},
    {"recv_enable", static_cast<std::uint8_t>(opcode::recv_en), 0, true, recv_enable_steps},
    {"send", static_cast<std::uint8_t>(opcode::send), 0, false, send_steps},
    {"send_enable", static_cast<std::uint8_t>(opcode::send_en), 0, true, send_enable_steps},
    {"send_imm", static_cast<std::uint8_t>(opcode::send_imm), 0, false, send_imm_steps},
    {"send_inval", static_cast<std::uint8_t>(opcode::send_inval), 0, false, send_inval_steps},
    {"set_psv", static_cast<std::uint8_t>(opcode::set_psv), 0, true, set_psv_steps, set_psv_always},
    {"swap32", static_cast<std::uint8_t>(opcode::atomic_masked_cs), 8, false, swap32_steps,
     swap32_always},
    {"swap64", static_cast<std::uint8_t>(opcode::atomic_masked_cs), 9, false, swap64_steps,
     swap64_always},
    {"tag_append", static_cast<std::uint8_t>(opcode::tag_matching), 0, true, tag_append_steps,
     tag_append_always},
    {"tag_remove", static_cast<std::uint8_t>(opcode::tag_matching), 0, true, tag_remove_steps,
     tag_remove_always},
    {"tag_sync", static_cast<std::uint8_t>(opcode::tag_matching), 0, true, tag_sync_steps,
     tag_sync_always},
    {"tso", static_cast<std::uint8_t>(opcode::tso), 0, true, tso_steps, tso_always},
    {"unbind_mw", static_cast<std::uint8_t>(opcode::umr), 0, true, unbind_mw_steps,
     unbind_mw_always},
    {"update_mkey", static_cast<std::uint8_t>(opcode::umr), 0, true, update_mkey_steps,
     update_mkey_always, 1, update_mkey_behind, "umr_ctrl_seg", "bsf_octowords"},
    {"wait_cq", static_cast<std::uint8_t>(opcode::wait), 0, true, wait_cq_steps},
    {"wait_data", static_cast<std::uint8_t>(opcode::wait), 1, true, wait_data_steps,
     wait_data_always},
    {"wait_time", static_cast<std::uint8_t>(opcode::wait), 2, true, wait_time_steps,
     wait_time_always},
    {"write_flow_table", static_cast<std::uint8_t>(opcode::flow_tbl_access), 1, true,
     write_flow_table_steps, write_flow_table_always},
}};

/// The segments that dci puts after ctrl_seg, and the WQEs that it carries.
inline constexpr std::array<wire::step, 1> dci_prefix{{
    {"av_dc_seg", "", "", "", false},
}};
inline constexpr std::array<std::string_view, 39> dci_wqes{{
    "atomic_cs",
    "atomic_fa",
    "bind_mw",
    "bind_mw_type1",
    "cas32",
    "configure_mkey",
    "configure_mkey_strided",
    "copy",
    "fetch_add32",
    "fetch_and32",
    "fetch_and64",
    "fetch_or32",
    "fetch_or64",
    "fetch_xor32",
    "fetch_xor64",
    "local_invalidate",
    "masked_cas128",
    "masked_cas32",
    "masked_cas64",
    "masked_fetch_add128",
    "masked_fetch_add32",
    "masked_fetch_add64",
    "nop",
    "nop_to",
    "rdma_read",
    "rdma_write",
    "rdma_write_imm",
    "recv_enable",
    "send",
    "send_enable",
    "send_imm",
    "send_inval",
    "swap32",
    "swap64",
    "unbind_mw",
    "update_mkey",
    "wait_cq",
    "wait_data",
    "wait_time",
}};

/// The segments that dci_compact puts after ctrl_seg, and the WQEs that it carries.
inline constexpr std::array<wire::step, 1> dci_compact_prefix{{
    {"av_dc_compact_seg", "", "", "", false},
}};
inline constexpr std::array<std::string_view, 39> dci_compact_wqes{{
    "atomic_cs",
    "atomic_fa",
    "bind_mw",
    "bind_mw_type1",
    "cas32",
    "configure_mkey",
    "configure_mkey_strided",
    "copy",
    "fetch_add32",
    "fetch_and32",
    "fetch_and64",
    "fetch_or32",
    "fetch_or64",
    "fetch_xor32",
    "fetch_xor64",
    "local_invalidate",
    "masked_cas128",
    "masked_cas32",
    "masked_cas64",
    "masked_fetch_add128",
    "masked_fetch_add32",
    "masked_fetch_add64",
    "nop",
    "nop_to",
    "rdma_read",
    "rdma_write",
    "rdma_write_imm",
    "recv_enable",
    "send",
    "send_enable",
    "send_imm",
    "send_inval",
    "swap32",
    "swap64",
    "unbind_mw",
    "update_mkey",
    "wait_cq",
    "wait_data",
    "wait_time",
}};

/// The segments that dci_roce puts after ctrl_seg, and the WQEs that it carries.
inline constexpr std::array<wire::step, 1> dci_roce_prefix{{
    {"av_dc_seg", "", "", "", false},
}};
inline constexpr std::array<std::string_view, 39> dci_roce_wqes{{
    "atomic_cs",
    "atomic_fa",
    "bind_mw",
    "bind_mw_type1",
    "cas32",
    "configure_mkey",
    "configure_mkey_strided",
    "copy",
    "fetch_add32",
    "fetch_and32",
    "fetch_and64",
    "fetch_or32",
    "fetch_or64",
    "fetch_xor32",
    "fetch_xor64",
    "local_invalidate",
    "masked_cas128",
    "masked_cas32",
    "masked_cas64",
    "masked_fetch_add128",
    "masked_fetch_add32",
    "masked_fetch_add64",
    "nop",
    "nop_to",
    "rdma_read",
    "rdma_write",
    "rdma_write_imm",
    "recv_enable",
    "send",
    "send_enable",
    "send_imm",
    "send_inval",
    "swap32",
    "swap64",
    "unbind_mw",
    "update_mkey",
    "wait_cq",
    "wait_data",
    "wait_time",
}};

/// The segments that raw_packet puts after ctrl_seg, and the WQEs that it carries.
inline constexpr std::array<wire::step, 1> raw_packet_prefix{{
    {"eth_seg", "eth_vlan_seg", "", "inline_hdr_sz", false},
}};
inline constexpr std::array<std::string_view, 10> raw_packet_wqes{{
    "dump",
    "multi_packet",
    "nop",
    "recv_enable",
    "send",
    "send_enable",
    "tso",
    "wait_cq",
    "wait_data",
    "wait_time",
}};

/// The segments that rc puts after ctrl_seg, and the WQEs that it carries.
inline constexpr std::array<wire::step, 0> rc_prefix{{}};
inline constexpr std::array<std::string_view, 40> rc_wqes{{
    "atomic_cs",
    "atomic_fa",
    "bind_mw",
    "bind_mw_type1",
    "cas32",
    "configure_mkey",
    "configure_mkey_strided",
    "copy",
    "fetch_add32",
    "fetch_and32",
    "fetch_and64",
    "fetch_or32",
    "fetch_or64",
    "fetch_xor32",
    "fetch_xor64",
    "local_invalidate",
    "masked_cas128",
    "masked_cas32",
    "masked_cas64",
    "masked_fetch_add128",
    "masked_fetch_add32",
    "masked_fetch_add64",
    "nop",
    "rdma_read",
    "rdma_write",
    "rdma_write_imm",
    "recv_enable",
    "send",
    "send_enable",
    "send_imm",
    "send_inval",
    "set_psv",
    "swap32",
    "swap64",
    "unbind_mw",
    "update_mkey",
    "wait_cq",
    "wait_data",
    "wait_time",
    "write_flow_table",
}};

/// The segments that uc puts after ctrl_seg, and the WQEs that it carries.
inline constexpr std::array<wire::step, 0> uc_prefix{{}};
inline constexpr std::array<std::string_view, 18> uc_wqes{{
    "bind_mw",
    "bind_mw_type1",
    "configure_mkey",
    "configure_mkey_strided",
    "local_invalidate",
    "nop",
    "rdma_write",
    "rdma_write_imm",
    "recv_enable",
    "send",
    "send_enable",
    "send_imm",
    "send_inval",
    "unbind_mw",
    "update_mkey",
    "wait_cq",
    "wait_data",
    "wait_time",
}};

/// The segments that ud puts after ctrl_seg, and the WQEs that it carries.
inline constexpr std::array<wire::step, 1> ud_prefix{{
    {"av_ud_seg", "", "", "", false},
}};
inline constexpr std::array<std::string_view, 8> ud_wqes{{
    "nop",
    "recv_enable",
    "send",
    "send_enable",
    "send_imm",
    "wait_cq",
    "wait_data",
    "wait_time",
}};

/// The segments that ud_compact puts after ctrl_seg, and the WQEs that it carries.
inline constexpr std::array<wire::step, 1> ud_compact_prefix{{
    {"av_ud_compact_seg", "", "", "", false},
}};
inline constexpr std::array<std::string_view, 8> ud_compact_wqes{{
    "nop",
    "recv_enable",
    "send",
    "send_enable",
    "send_imm",
    "wait_cq",
    "wait_data",
    "wait_time",
}};

/// The segments that ud_roce puts after ctrl_seg, and the WQEs that it carries.
inline constexpr std::array<wire::step, 1> ud_roce_prefix{{
    {"av_ud_seg", "", "", "", false},
}};
inline constexpr std::array<std::string_view, 8> ud_roce_wqes{{
    "nop",
    "recv_enable",
    "send",
    "send_enable",
    "send_imm",
    "wait_cq",
    "wait_data",
    "wait_time",
}};

/// The segments that ud_underlay puts after ctrl_seg, and the WQEs that it carries.
inline constexpr std::array<wire::step, 3> ud_underlay_prefix{{
    {"av_ud_seg", "", "", "", false},
    {"eth_pad_seg", "", "", "", false},
    {"eth_seg", "", "", "inline_hdr_sz", false},
}};
inline constexpr std::array<std::string_view, 7> ud_underlay_wqes{{
    "nop",
    "recv_enable",
    "send",
    "send_enable",
    "wait_cq",
    "wait_data",
    "wait_time",
}};

/// The segments that xrc puts after ctrl_seg, and the WQEs that it carries.
inline constexpr std::array<wire::step, 1> xrc_prefix{{
    {"xrc_seg", "", "", "", false},
}};
inline constexpr std::array<std::string_view, 37> xrc_wqes{{
    "atomic_cs",
    "atomic_fa",
    "bind_mw",
    "bind_mw_type1",
    "cas32",
    "configure_mkey",
    "configure_mkey_strided",
    "fetch_add32",
    "fetch_and32",
    "fetch_and64",
    "fetch_or32",
    "fetch_or64",
    "fetch_xor32",
    "fetch_xor64",
    "local_invalidate",
    "masked_cas128",
    "masked_cas32",
    "masked_cas64",
    "masked_fetch_add128",
    "masked_fetch_add32",
    "masked_fetch_add64",
    "nop",
    "rdma_read",
    "rdma_write",
    "rdma_write_imm",
    "recv_enable",
    "send",
    "send_enable",
    "send_imm",
    "send_inval",
    "swap32",
    "swap64",
    "unbind_mw",
    "update_mkey",
    "wait_cq",
    "wait_data",
    "wait_time",
}};

/// The segments that xrq_cmd puts after ctrl_seg, and the WQEs that it carries.
inline constexpr std::array<wire::step, 0> xrq_cmd_prefix{{}};
inline constexpr std::array<std::string_view, 4> xrq_cmd_wqes{{
    "nop",
    "tag_append",
    "tag_remove",
    "tag_sync",
}};

inline constexpr std::array<wire::transport, 12> transport_layouts{{
    {"dci", dci_prefix, dci_wqes},
    {"dci_compact", dci_compact_prefix, dci_compact_wqes},
    {"dci_roce", dci_roce_prefix, dci_roce_wqes},
    {"raw_packet", raw_packet_prefix, raw_packet_wqes},
    {"rc", rc_prefix, rc_wqes},
    {"uc", uc_prefix, uc_wqes},
    {"ud", ud_prefix, ud_wqes},
    {"ud_compact", ud_compact_prefix, ud_compact_wqes},
    {"ud_roce", ud_roce_prefix, ud_roce_wqes},
    {"ud_underlay", ud_underlay_prefix, ud_underlay_wqes},
    {"xrc", xrc_prefix, xrc_wqes},
    {"xrq_cmd", xrq_cmd_prefix, xrq_cmd_wqes},
}};

}  // namespace verbatim
