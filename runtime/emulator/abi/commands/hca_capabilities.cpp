// Tables of capabilities; bit numbers are those of the vendor's headers (mlx5_ifc.h, struct
// mlx5_ifc_cmd_hca_cap_bits and others). A capability that is not listed here is 0: the device does
// not have it.
#include "abi/commands/hca_capabilities.hpp"

#include <algorithm>
#include <bit>
#include <span>
#include <string_view>

#include "abi/commands/limits.hpp"
#include "settings/options.hpp"

namespace verbatim::emulator {
namespace {

/// The position of the capabilities in the answer.
constexpr std::uint32_t capabilities_at = 0x80;

constexpr mailbox_field port_type{0x1b6, 2};
constexpr mailbox_field num_ports{0x1b8, 8};

struct capability {
  mailbox_field field;
  std::uint64_t value;
  std::string_view name;  // as in the vendor's headers
};

/// The bits of general objects, by the numbers of their types.
constexpr std::uint64_t bit_of(std::uint32_t type) noexcept { return std::uint64_t{1} << type; }
constexpr std::uint64_t objects =
    bit_of(general_object::dek) | bit_of(general_object::scheduling_element) |
    bit_of(general_object::reserved_qpn) | bit_of(general_object::address_mapping);
constexpr std::uint64_t objects_and_logins = objects | bit_of(general_object::crypto_login);

constexpr capability general[] = {
    {{0x020, 1}, 1, "hca_cap_2"},
    {{0x06b, 5}, log_longest_copy, "log_dma_mmo_max_size"},
    {{0x088, 8}, std::bit_width(max_queue_entries) - 1, "log_max_qp_sz"},
    {{0x09b, 5}, 14, "log_max_qp"},
    {{0x0ab, 5}, 16, "log_max_srq"},
    {{0x0c8, 8}, 22, "log_max_cq_sz"},
    {{0x0db, 5}, 24, "log_max_cq"},
    {{0x0e8, 1}, 1, "relaxed_ordering_write"},
    {{0x0ea, 6}, 24, "log_max_mkey"},
    {{0x0f7, 1}, 1, "repeated_mkey"},
    {{0x100, 8}, 4, "max_indirection"},
    {{0x108, 1}, 1, "fixed_buffer_size"},
    {{0x109, 7}, 64, "log_max_mrw_sz"},
    {{0x112, 6}, 3, "log_max_bsf_list_size"},
    {{0x11a, 6}, 16, "log_max_klm_list_size"},
    {{0x122, 1}, 1, "qpc_extension"},
    {{0x147, 1}, 1, "sig_crc64_xp10"},
    {{0x148, 1}, 1, "sig_crc32c"},
    {{0x14a, 6}, 4, "log_max_ra_req_qp"},
    {{0x151, 1}, 1, "rts2rts_qp_udp_sport"},  // of packets, which are not visible here
    {{0x15a, 6}, 4, "log_max_ra_res_qp"},
    {{0x170, 16}, 0, "gid_table_size"},   // 8 entries
    {{0x190, 16}, 0, "pkey_table_size"},  // 128 entries
    {{0x1c3, 5}, 30, "log_max_msg"},
    {{0x1f0, 1}, 1, "sig_block_4048"},
    {{0x1fc, 4}, 1, "cqe_version"},
    {{0x200, 1}, 1, "compact_address_vector"},
    {{0x20a, 2}, 2, "umr_fence"},  // a small fence
    {{0x20f, 1}, 1, "drain_sigerr"},
    {{0x212, 1}, 1, "sigerr_cqe"},
    {{0x215, 1}, 1, "sctr_data_cqe"},
    {{0x217, 1}, 1, "sho"},  // signatures
    {{0x21b, 1}, 1, "qos"},
    {{0x21e, 1}, 1, "atomic"},
    {{0x220, 1}, 1, "cq_oi"},
    {{0x221, 1}, 1, "cq_resize"},
    {{0x222, 1}, 1, "cq_moderation"},
    {{0x227, 1}, 1, "pg"},  // on-demand paging
    {{0x22c, 1}, 1, "cd"},  // cross-channel
    {{0x23e, 1}, 1, "uc"},
    {{0x23f, 1}, 1, "rc"},
    {{0x240, 1}, 1, "uar_4k"},
    {{0x260, 1}, 1, "bf"},
    {{0x26b, 5}, 9, "log_bf_reg_size"},
    {{0x290, 16}, 1024, "max_wqe_sz_sq"},
    {{0x2b0, 16}, 512, "max_wqe_sz_rq"},
    {{0x323, 5}, 16, "log_max_transport_domain"},
    {{0x37b, 5}, 16, "log_max_tis"},
    {{0x383, 5}, 16, "log_max_rmp"},
    {{0x3f1, 1}, 1, "aes_xts_single_block_le_tweak"},
    {{0x3f2, 1}, 1, "aes_xts_multi_block_be_tweak"},
    {{0x400, 64}, objects, "general_obj_types"},
    {{0x468, 1}, 1, "aes_xts"},
    {{0x469, 1}, 1, "crypto"},
    {{0x480, 1}, 1, "sigerr_domain_and_sig_type"},
    {{0x5f0, 1}, 1, "tag_matching"},  // without rndv_offload_rc
    {{0x5f3, 5}, std::bit_width(max_tags), "log_tag_matching_list_sz"},
    {{0x5fb, 5}, 16, "log_max_xrq"},
    // The bit that announces the enhanced layout is disputed: Linux reads 0x5b0, DPDK and UCX
    // 0x5bb.
    {{0x5b0, 1}, 1, "enhanced_cqe_compression"},
    {{0x5b9, 1}, 1, "mini_cqe_resp_l3_l4_tag"},
    {{0x5ba, 1}, 1, "mini_cqe_resp_flow_tag"},
    {{0x5bb, 1}, 1, "enhanced_cqe_compression"},
    {{0x5bc, 1}, 1, "mini_cqe_resp_stride_index"},
    {{0x5be, 1}, 1, "cqe_compression_128b"},
    {{0x5bf, 1}, 1, "cqe_compression"},
    {{0x5d0, 16}, longest_compressed_session, "cqe_compression_max_num"},
    {{0x748, 1}, 1, "dma_mmo_qp"},
};

/// Added on Ethernet ports.
constexpr capability general_of_ethernet[] = {{{0x1a6, 1}, 1, "nic_flow_table"}};

/// Added if the port is a bond.
constexpr capability general_of_bond[] = {
    {{0x152, 1}, 1, "rts2rts_lag_tx_port_affinity"},
    {{0x278, 1}, 1, "lag_tx_port_affinity"},
    {{0x27b, 1}, 1, "lag_master"},
    {{0x27c, 4}, 2, "num_lag_ports"},
    {{0x360, 1}, 1, "modify_tis"},
};

/// Replaces its row above if keys are wrapped.
constexpr capability general_of_logins[] = {{{0x400, 64}, objects_and_logins, "general_obj_types"}};

constexpr capability encryption[] = {{{0x02b, 5}, 10, "log_max_num_deks"}};

/// Added if keys are wrapped.
constexpr capability wrapped_keys[] = {
    {{0x000, 1}, 1, "wrapped_crypto_operational"},
    {{0x018, 8}, 1 << 2, "wrapped_import_method"},  // AES-XTS
    {{0x033, 5}, 1, "log_max_num_import_keks"},
    {{0x03b, 5}, 1, "log_max_num_creds"},
    {{0x050, 8}, 1, "num_nv_import_keks"},
    {{0x058, 8}, 1, "num_nv_credentials"},
};

/// Atomics have arguments of 4 and 8 bytes, and masked atomics also of 16.
constexpr std::uint64_t atomic_sizes = 1 << 2 | 1 << 3 | 1 << 4;

constexpr capability atomics[] = {
    {{0x040, 2}, 1, "atomic_req_8B_endianness_mode"},  // results in host order
    {{0x046, 1}, 1, "supported_atomic_req_8B_endianness_mode_1"},
    {{0x090, 16}, 0xf, "atomic_operations"},  // CS, FA, masked CS, masked FA
    {{0x0b0, 16}, atomic_sizes, "atomic_size_qp"},
    {{0x0d0, 16}, atomic_sizes, "atomic_size_dc"},
};

/// The operations for which pages need not be present, bit by bit: send, receive, write, read,
/// atomic, srq_receive.
constexpr capability on_demand_paging[] = {
    {{0x080, 6}, 0b111111, "rc_odp_caps"},
    {{0x0c0, 6}, 0b100000, "ud_odp_caps"},
    {{0x0e0, 6}, 0b101111, "xrc_odp_caps"},
    {{0x100, 6}, 0b101111, "dc_odp_caps"},
};

/// Schedulers of a NIC have nodes (1) and leaves (16), and weighted round robin.
constexpr capability schedulers[] = {
    {{0x000, 1}, 1, "packet_pacing"},
    {{0x008, 1}, 1, "nic_sq_scheduling"},
    {{0x009, 1}, 1, "nic_bw_share"},
    {{0x00a, 1}, 1, "nic_rate_limit"},
    {{0x00b, 1}, 1, "packet_pacing_uid"},
    {{0x021, 1}, 1, "nic_qp_scheduling"},
    {{0x040, 32}, 100'000'000, "packet_pacing_max_rate"},
    {{0x060, 32}, 1, "packet_pacing_min_rate"},
    {{0x090, 16}, 128, "packet_pacing_rate_table_size"},
    {{0x100, 16}, 1 | 1 << 4, "nic_element_type"},
    {{0x110, 16}, 1, "nic_tsar_type"},
};

/// The driver's own flow tables. Frames that arrive are steered, tagged, counted, dropped and taken
/// out of tunnels. Frames that leave are counted and dropped, and get outer headers.
constexpr capability flow_tables[] = {
    {{0x020, 1}, 1, "encap_general_header"},
    {{0x02b, 5}, 16, "log_max_packet_reformat_context"},
    {{0x036, 10}, 128, "max_encap_header_size"},
    {{0x200, 1}, 1, "ft_support"},
    {{0x201, 1}, 1, "flow_tag"},
    {{0x202, 1}, 1, "flow_counter"},
    {{0x207, 1}, 1, "reformat"},
    {{0x208, 1}, 1, "decap"},
    {{0x800, 1}, 1, "ft_support"},
    {{0x802, 1}, 1, "flow_counter"},
    {{0x807, 1}, 1, "reformat"},
};

/// The memory of the device, without operations on it.
constexpr capability device_memories[] = {{{0x000, 1}, 1, "memic"}};

/// More general ones: an object of reserved queue pair numbers holds one number.
constexpr capability general_2[] = {{{0x093, 5}, 0, "log_reserved_qpn_granularity"}};

// Values of op_mod: group << 1, plus 1 for the current values instead of the maximum values.
constexpr std::uint32_t general_group = 0;
constexpr std::uint32_t on_demand_paging_group = 2;
constexpr std::uint32_t atomic_group = 3;
constexpr std::uint32_t flow_table_group = 7;
constexpr std::uint32_t scheduler_group = 12;
constexpr std::uint32_t device_memory_group = 15;
constexpr std::uint32_t encryption_group = 0x1a;
constexpr std::uint32_t general_2_group = 0x20;

void put(std::span<const capability> table, mailbox_output& answer) {
  for (const capability& one : table) {
    if (!is_withheld(one.name)) answer.set(capabilities_at + one.field, one.value);
  }
}

}  // namespace

bool is_withheld(std::string_view name) noexcept {
  std::string_view rest = current_options().without;
  while (!rest.empty()) {
    const auto end = std::min(rest.find(','), rest.size());
    if (rest.substr(0, end) == name) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

bool takes_wrapped_keys() noexcept { return !current_options().import_kek.empty(); }

bool answer_hca_capabilities(std::uint32_t op_mod, const std::vector<port_identity>& ports,
                             mailbox_output& answer) {
  switch (op_mod >> 1) {
    case general_group:
      put(general, answer);
      if (takes_wrapped_keys()) put(general_of_logins, answer);
      if (ports.front().ethernet()) put(general_of_ethernet, answer);
      if (current_options().bond) put(general_of_bond, answer);
      answer.set(capabilities_at + port_type, ports.front().ethernet() ? 1 : 0);
      answer.set(capabilities_at + num_ports, ports.size());
      return true;
    case on_demand_paging_group:
      if (is_withheld("pg")) return false;
      put(on_demand_paging, answer);
      return true;
    case atomic_group:
      put(atomics, answer);
      return true;
    case flow_table_group:
      if (ports.front().ethernet()) put(flow_tables, answer);
      return ports.front().ethernet();
    case scheduler_group:
      put(schedulers, answer);
      return true;
    case device_memory_group:
      put(device_memories, answer);
      return true;
    case general_2_group:
      put(general_2, answer);
      return true;
    case encryption_group:
      put(encryption, answer);
      if (takes_wrapped_keys()) put(wrapped_keys, answer);
      return true;
    default:
      return false;
  }
}

}  // namespace verbatim::emulator
