// The answers to the device, port and GID queries.
#include "abi/commands/capabilities.hpp"

#include <endian.h>
#include <fmt/format.h>

#include <algorithm>
#include <climits>
#include <cstring>

#include "abi/commands/hca_capabilities.hpp"
#include "objects/memory/device_memory.hpp"
#include "objects/memory/memory_region.hpp"
#include "objects/queues/receive_work_queue.hpp"
#include "settings/options.hpp"

namespace verbatim::emulator {
namespace {

// Values without a name in the headers of the ABI; they are those of infiniband/verbs.h.
constexpr std::uint32_t atomic_within_device = 1;  // IBV_ATOMIC_HCA
constexpr std::uint32_t tag_matching_on_rc = 1;    // IBV_TM_CAP_RC
constexpr std::uint8_t physical_link_up = 5;
constexpr std::uint8_t physical_polling = 2;
constexpr std::uint8_t link_layer_infiniband = 1;  // IBV_LINK_LAYER_INFINIBAND
constexpr std::uint8_t link_layer_ethernet = 2;    // IBV_LINK_LAYER_ETHERNET
constexpr std::uint8_t grh_required = 1;           // IBV_QPF_GRH_REQUIRED
constexpr std::uint8_t mtu_4096 = 5;               // IBV_MTU_4096
constexpr std::uint8_t width_1x = 1;
constexpr std::uint8_t width_2x = 16;
constexpr std::uint8_t width_4x = 2;
constexpr std::uint8_t virtual_lanes_0_to_7 = 4;

// Bits of ibv_odp_general_caps and ibv_odp_transport_cap_bits.
constexpr std::uint64_t odp_support = 1 << 0;
constexpr std::uint64_t odp_support_implicit = 1 << 1;
constexpr std::uint32_t odp_send = 1 << 0;
constexpr std::uint32_t odp_recv = 1 << 1;
constexpr std::uint32_t odp_write = 1 << 2;
constexpr std::uint32_t odp_read = 1 << 3;
constexpr std::uint32_t odp_atomic = 1 << 4;
constexpr std::uint32_t odp_srq_recv = 1 << 5;

/// Writes the same values that QUERY_HCA_CAP reports.
void add_on_demand_paging(ib_uverbs_ex_query_device_resp& to) noexcept {
  constexpr std::uint32_t xrc = odp_send | odp_write | odp_read | odp_atomic | odp_srq_recv;
  to.odp_caps.general_caps = odp_support | odp_support_implicit;
  to.odp_caps.per_transport_caps.rc_odp_caps = xrc | odp_recv;
  to.odp_caps.per_transport_caps.ud_odp_caps = odp_send;
  to.xrc_odp_caps = xrc;
}

bool has_ethernet(const std::vector<port_identity>& ports) noexcept {
  return std::any_of(ports.begin(), ports.end(),
                     [](const port_identity& port) { return port.ethernet(); });
}

}  // namespace

mlx5_ib_alloc_ucontext_resp context_answer(const std::vector<port_identity>& ports,
                                           bool has_ece) noexcept {
  mlx5_ib_alloc_ucontext_resp answer{};
  // The table covers every queue pair number, even for a library that indexes by it.
  answer.qp_tab_size = 1u << 24;
  answer.bf_reg_size = blueflame_bytes;
  // There are no registers at first: libmlx5 allocates pages as UAR objects.
  answer.tot_bfregs = 0;
  answer.cache_line_size = 64;
  answer.max_sq_desc_sz = 1024;
  answer.max_rq_desc_sz = 512;
  answer.max_send_wqebb = max_queue_entries;
  answer.max_recv_wr = max_queue_entries;
  answer.max_srq_recv_wr = max_srq_wr;
  answer.num_ports = static_cast<std::uint16_t>(ports.size());
  answer.response_length = sizeof answer;
  answer.comp_mask |=
      MLX5_IB_ALLOC_UCONTEXT_RESP_MASK_DUMP_FILL_MKEY | MLX5_IB_ALLOC_UCONTEXT_RESP_MASK_SQD2RTS;
  if (has_ece) answer.comp_mask |= MLX5_IB_ALLOC_UCONTEXT_RESP_MASK_ECE;
  answer.dump_fill_mkey = null_key;
  // CQEs identify queues by user index.
  answer.cqe_version = 1;
  answer.cmds_supp_uhw = MLX5_USER_CMDS_SUPP_UHW_QUERY_DEVICE | MLX5_USER_CMDS_SUPP_UHW_CREATE_AH;
  answer.eth_min_inline = MLX5_USER_INLINE_MODE_NONE;
  answer.clock_info_versions = 1 << MLX5_IB_CLOCK_INFO_V1;
  answer.log_uar_size = 12;
  answer.num_uars_per_page = 1;
  return answer;
}

ib_uverbs_ex_query_device_resp device_answer(const std::vector<port_identity>& ports) noexcept {
  ib_uverbs_ex_query_device_resp answer{};
  ib_uverbs_query_device_resp& base = answer.base;
  base.fw_ver = firmware_version;
  base.node_guid = htobe64(ports.front().guid);
  base.sys_image_guid = htobe64(ports.front().guid);
  base.max_mr_size = UINT64_MAX;
  base.page_size_cap = 0xfffffffffffff000;
  base.vendor_id = vendor_oui;
  base.vendor_part_id = vendor_part_id;
  base.max_qp = (1u << 14) - 1;
  base.max_qp_wr = max_queue_entries;
  base.device_cap_flags = IB_UVERBS_DEVICE_CURR_QP_STATE_MOD | IB_UVERBS_DEVICE_SYS_IMAGE_GUID |
                          IB_UVERBS_DEVICE_RC_RNR_NAK_GEN | IB_UVERBS_DEVICE_MEM_WINDOW |
                          IB_UVERBS_DEVICE_MEM_WINDOW_TYPE_2B |
                          IB_UVERBS_DEVICE_MEM_MGT_EXTENSIONS | IB_UVERBS_DEVICE_XRC;
  if (has_ethernet(ports)) {
    base.device_cap_flags |= IB_UVERBS_DEVICE_RAW_IP_CSUM | IB_UVERBS_DEVICE_MANAGED_FLOW_STEERING;
    answer.raw_packet_caps =
        IB_UVERBS_RAW_PACKET_CAP_IP_CSUM | IB_UVERBS_RAW_PACKET_CAP_CVLAN_STRIPPING;
    answer.rss_caps.supported_qpts = 1u << IB_UVERBS_QPT_RAW_PACKET;
    answer.rss_caps.max_rwq_indirection_tables = base.max_qp;
    answer.rss_caps.max_rwq_indirection_table_size = 1u << max_log_receive_table;
    answer.max_wq_type_rq = base.max_qp;
  }
  base.max_sge = max_send_sge;
  base.max_sge_rd = max_send_sge;
  base.max_cq = (1u << 24) - 1;
  base.max_cqe = max_cqe;
  base.max_mr = 1u << 24;
  base.max_mw = 1u << 24;
  base.max_pd = 1u << 24;
  base.max_qp_rd_atom = max_rd_atomic;
  base.max_res_rd_atom = max_rd_atomic * base.max_qp;
  base.max_qp_init_rd_atom = max_rd_atomic;
  base.atomic_cap = atomic_within_device;
  base.max_ah = INT_MAX;
  base.max_mcast_grp = 1u << 21;
  base.max_mcast_qp_attach = base.max_qp;
  base.max_total_mcast_qp_attach = base.max_qp * max_groups_per_queue_pair;
  base.max_srq = (1u << 14) - 1;
  base.max_srq_wr = max_srq_wr;
  base.max_srq_sge = max_srq_sge;
  base.max_pkeys = pkey_count;
  base.local_ca_ack_delay = 16;
  base.phys_port_cnt = static_cast<std::uint8_t>(ports.size());
  answer.response_length = sizeof answer;
  answer.timestamp_mask = INT64_MAX;
  answer.hca_core_clock = current_options().core_clock_khz;
  answer.device_cap_flags_ex = base.device_cap_flags;
  answer.tm_caps.max_rndv_hdr_size = max_rendezvous_bytes;
  answer.tm_caps.max_num_tags = max_tags;
  answer.tm_caps.flags = tag_matching_on_rc;
  answer.tm_caps.max_ops = max_tag_operations;
  answer.tm_caps.max_sge = 1;
  answer.cq_moderation_caps.max_cq_moderation_count = 0xffff;
  answer.cq_moderation_caps.max_cq_moderation_period = 0xffff;
  if (!is_withheld("pg")) add_on_demand_paging(answer);
  if (!is_withheld("memic")) {
    answer.max_dm_size = device_memory::pages_in_all * device_memory::page_size;
  }
  return answer;
}

mlx5_ib_query_device_resp mlx5_device_answer(const std::vector<port_identity>& ports) noexcept {
  mlx5_ib_query_device_resp answer{};
  if (has_ethernet(ports)) {
    answer.tso_caps.max_tso = 1u << 18;
    answer.tso_caps.supported_qpts = 1u << IB_UVERBS_QPT_RAW_PACKET;
    answer.rss_caps.rx_hash_fields_mask = hash_field::all;
    answer.rss_caps.rx_hash_function = MLX5_RX_HASH_FUNC_TOEPLITZ;
    answer.mlx5_ib_support_multi_pkt_send_wqes = MLX5_IB_ALLOW_MPW | MLX5_IB_SUPPORT_EMPW;
    answer.striding_rq_caps = {.min_single_stride_log_num_of_bytes = least_log_stride_bytes,
                               .max_single_stride_log_num_of_bytes = most_log_stride_bytes,
                               .min_single_wqe_log_num_of_strides = least_log_strides,
                               .max_single_wqe_log_num_of_strides = most_log_strides,
                               .supported_qpts = 1u << IB_UVERBS_QPT_RAW_PACKET,
                               .reserved = 0};
  }
  answer.response_length = sizeof answer;
  answer.cqe_comp_caps.max_num = longest_compressed_session;
  answer.cqe_comp_caps.supported_format = MLX5_IB_CQE_RES_FORMAT_HASH |
                                          MLX5_IB_CQE_RES_FORMAT_CSUM |
                                          MLX5_IB_CQE_RES_FORMAT_CSUM_STRIDX;
  answer.flags = MLX5_IB_QUERY_DEV_RESP_FLAGS_CQE_128B_COMP |
                 MLX5_IB_QUERY_DEV_RESP_FLAGS_CQE_128B_PAD |
                 MLX5_IB_QUERY_DEV_RESP_FLAGS_SCAT2CQE_DCT;
  answer.dci_streams_caps.max_log_num_concurent = max_log_dci_streams;
  answer.dci_streams_caps.max_log_num_errored = max_log_dci_streams;
  return answer;
}

link_rate rate_of(const port_identity& port) noexcept {
  // The speeds are those of Linux's enum ib_port_speed. Linux reports Ethernet in the same codes
  // (drivers/infiniband/hw/mlx5/main.c, translate_eth_proto_oper).
  switch (port.gigabits) {
    case 10:
      if (port.ethernet()) return {width_1x, 4, "10 Gb/sec (1X QDR)"};
      return {width_4x, 1, "10 Gb/sec (4X SDR)"};
    case 20:
      return {width_4x, 2, "20 Gb/sec (4X DDR)"};
    case 25:
      return {width_1x, 32, "25 Gb/sec (1X EDR)"};
    case 40:
      return {width_4x, 4, "40 Gb/sec (4X QDR)"};
    case 50:
      return {width_2x, 32, "50 Gb/sec (2X EDR)"};
    case 56:
      return {width_4x, 16, "56 Gb/sec (4X FDR)"};
    case 100:
      return {width_4x, 32, "100 Gb/sec (4X EDR)"};
    default:
      return {width_4x, 64, "200 Gb/sec (4X HDR)"};
  }
}

std::string firmware_version_text() {
  return fmt::format("{}.{}.{:04}", firmware_version >> 32, firmware_version >> 16 & 0xffff,
                     firmware_version & 0xffff);
}

ib_uverbs_query_port_resp_ex port_answer(const port_identity& of) noexcept {
  ib_uverbs_query_port_resp_ex answer{};
  ib_uverbs_query_port_resp& port = answer.legacy_resp;
  port.port_cap_flags = port_capabilities;
  port.max_msg_sz = 1u << 30;
  port.gid_tbl_len = gid_table_size;
  port.pkey_tbl_len = pkey_count;
  port.lid = of.lid;
  port.sm_lid = of.sm_lid;
  port.sm_sl = of.sm_sl;
  port.lmc = of.lmc;
  port.state = static_cast<std::uint8_t>(state_of(of));
  port.max_mtu = mtu_4096;
  port.active_mtu = of.active_mtu;
  port.max_vl_num = virtual_lanes_0_to_7;
  port.subnet_timeout = 18;
  const link_rate rate = rate_of(of);
  port.active_width = rate.width;
  port.active_speed = rate.speed;
  port.phys_state = state_of(of) == port_state::down ? physical_polling : physical_link_up;
  port.link_layer = of.ethernet() ? link_layer_ethernet : link_layer_infiniband;
  // On RoCE, every address has a GID.
  if (of.ethernet()) port.flags = grh_required;
  return answer;
}

ib_uverbs_gid_entry gid_answer(const port_identity& port, std::uint32_t port_num,
                               std::uint32_t index) noexcept {
  ib_uverbs_gid_entry answer{};
  const gid_entry& entry = port.gids[index];
  static_assert(sizeof answer.gid == sizeof entry.bytes);
  std::memcpy(answer.gid, entry.bytes.data(), sizeof answer.gid);
  answer.gid_index = index;
  answer.port_num = port_num;
  answer.gid_type = static_cast<std::uint32_t>(entry.type);
  answer.netdev_ifindex = port.ethernet() ? port.netdev_index : 0;
  return answer;
}

}  // namespace verbatim::emulator
