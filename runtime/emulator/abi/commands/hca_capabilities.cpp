// Tables of capabilities. A capability that is not listed here is 0: the device does not have it.
#include "abi/commands/hca_capabilities.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <string_view>

#include "abi/commands/limits.hpp"
#include "settings/options.hpp"
#include "verbatim/generated/commands/atomic_caps.hpp"
#include "verbatim/generated/commands/cmd_hca_cap.hpp"
#include "verbatim/generated/commands/cmd_hca_cap_2.hpp"
#include "verbatim/generated/commands/crypto_caps.hpp"
#include "verbatim/generated/commands/device_mem_cap.hpp"
#include "verbatim/generated/commands/flow_table_nic_cap.hpp"
#include "verbatim/generated/commands/flow_table_prop_layout.hpp"
#include "verbatim/generated/commands/odp_cap.hpp"
#include "verbatim/generated/commands/qos_cap.hpp"
#include "verbatim/generated/commands/query_hca_cap.hpp"
#include "verbatim/generated/enums.hpp"

namespace verbatim::emulator {
namespace {

using firmware::cmd_hca_cap;
using firmware::crypto_caps;
using firmware::flow_table_nic_cap;
using firmware::qos_cap;
using flow_table = firmware::flow_table_prop_layout;

/// A capability of the group with that structure.
template <class Structure>
struct capability {
  wire::mailbox_number<Structure> field;
  std::uint64_t value;
};

/// The bits of general objects, by the numbers of their types.
constexpr std::uint64_t bit_of(general_object type) noexcept {
  return std::uint64_t{1} << static_cast<unsigned>(type);
}
constexpr std::uint64_t objects =
    bit_of(general_object::dek) | bit_of(general_object::scheduling_element) |
    bit_of(general_object::reserved_qpn) | bit_of(general_object::av_qp_mapping);
constexpr std::uint64_t objects_and_logins = objects | bit_of(general_object::crypto_login);

constexpr capability<cmd_hca_cap> general[] = {
    {cmd_hca_cap::hca_cap_2, 1},
    {cmd_hca_cap::log_dma_mmo_max_size, log_longest_copy},
    {cmd_hca_cap::log_max_qp_sz, std::bit_width(max_queue_entries) - 1},
    {cmd_hca_cap::log_max_qp, 14},
    {cmd_hca_cap::log_max_srq, 16},
    {cmd_hca_cap::log_max_cq_sz, 22},
    {cmd_hca_cap::log_max_cq, 24},
    {cmd_hca_cap::relaxed_ordering_write, 1},
    {cmd_hca_cap::log_max_mkey, 24},
    {cmd_hca_cap::repeated_mkey, 1},
    {cmd_hca_cap::max_indirection, 4},
    {cmd_hca_cap::fixed_buffer_size, 1},
    {cmd_hca_cap::log_max_mrw_sz, 64},
    {cmd_hca_cap::log_max_bsf_list_size, 3},
    {cmd_hca_cap::log_max_klm_list_size, 16},
    {cmd_hca_cap::qpc_extension, 1},
    {cmd_hca_cap::log_max_ra_req_dc, 4},
    {cmd_hca_cap::log_max_ra_res_dc, 4},
    {cmd_hca_cap::sig_crc64_xp10, 1},
    {cmd_hca_cap::sig_crc32c, 1},
    {cmd_hca_cap::log_max_ra_req_qp, 4},
    {cmd_hca_cap::rts2rts_qp_udp_sport, 1},  // of packets, which are not visible here
    {cmd_hca_cap::log_max_ra_res_qp, 4},
    {cmd_hca_cap::gid_table_size, 0},   // 8 entries
    {cmd_hca_cap::pkey_table_size, 0},  // 128 entries
    {cmd_hca_cap::log_max_msg, 30},
    {cmd_hca_cap::sig_block_4048, 1},
    {cmd_hca_cap::cqe_version, 1},
    {cmd_hca_cap::compact_address_vector, 1},
    {cmd_hca_cap::umr_fence, 2},  // a small fence
    {cmd_hca_cap::drain_sigerr, 1},
    {cmd_hca_cap::sigerr_cqe, 1},
    {cmd_hca_cap::sctr_data_cqe, 1},
    {cmd_hca_cap::sho, 1},  // signatures
    {cmd_hca_cap::dct, 1},
    {cmd_hca_cap::qos, 1},
    {cmd_hca_cap::atomic, 1},
    {cmd_hca_cap::cq_oi, 1},
    {cmd_hca_cap::cq_resize, 1},
    {cmd_hca_cap::cq_moderation, 1},
    {cmd_hca_cap::pg, 1},  // on-demand paging
    {cmd_hca_cap::cd, 1},  // cross-channel
    {cmd_hca_cap::uc, 1},
    {cmd_hca_cap::rc, 1},
    {cmd_hca_cap::uar_4k, 1},
    {cmd_hca_cap::bf, 1},
    {cmd_hca_cap::log_bf_reg_size, 9},
    {cmd_hca_cap::max_wqe_sz_sq, 1024},
    {cmd_hca_cap::max_wqe_sz_rq, 512},
    {cmd_hca_cap::log_max_transport_domain, 16},
    {cmd_hca_cap::log_max_tis, 16},
    {cmd_hca_cap::log_max_rmp, 16},
    {cmd_hca_cap::aes_xts_single_block_le_tweak, 1},
    {cmd_hca_cap::aes_xts_multi_block_be_tweak, 1},
    {cmd_hca_cap::general_obj_types, objects},
    {cmd_hca_cap::aes_xts, 1},
    {cmd_hca_cap::crypto, 1},
    {cmd_hca_cap::sigerr_domain_and_sig_type, 1},
    {cmd_hca_cap::tag_matching, 1},  // without rndv_offload_rc
    {cmd_hca_cap::log_tag_matching_list_sz, std::bit_width(max_tags)},
    {cmd_hca_cap::log_max_xrq, 16},
    // The bit that announces the enhanced layout is disputed: Linux reads 0x5b0, DPDK and UCX
    // 0x5bb.
    {cmd_hca_cap::enhanced_cqe_compression, 1},
    {cmd_hca_cap::mini_cqe_resp_l3_l4_tag, 1},
    {cmd_hca_cap::mini_cqe_resp_flow_tag, 1},
    {cmd_hca_cap::enhanced_cqe_compression_5bb, 1},
    {cmd_hca_cap::mini_cqe_resp_stride_index, 1},
    {cmd_hca_cap::cqe_compression_128b, 1},
    {cmd_hca_cap::cqe_compression, 1},
    {cmd_hca_cap::cqe_compression_max_num, longest_compressed_session},
    {cmd_hca_cap::dma_mmo_qp, 1},
};

/// Added on Ethernet ports.
constexpr capability<cmd_hca_cap> general_of_ethernet[] = {{cmd_hca_cap::nic_flow_table, 1}};

/// Added if the port is a bond.
constexpr capability<cmd_hca_cap> general_of_bond[] = {
    {cmd_hca_cap::rts2rts_lag_tx_port_affinity, 1},
    {cmd_hca_cap::lag_dct, 1},
    {cmd_hca_cap::lag_tx_port_affinity, 1},
    {cmd_hca_cap::lag_master, 1},
    {cmd_hca_cap::num_lag_ports, 2},
    {cmd_hca_cap::modify_tis, 1},
};

/// Replaces its row above if keys are wrapped.
constexpr capability<cmd_hca_cap> general_of_logins[] = {
    {cmd_hca_cap::general_obj_types, objects_and_logins}};

constexpr capability<crypto_caps> encryption[] = {{crypto_caps::log_max_num_deks, 10}};

/// Added if keys are wrapped.
constexpr capability<crypto_caps> wrapped_keys[] = {
    {crypto_caps::wrapped_crypto_operational, 1},
    {crypto_caps::wrapped_import_method, 1 << 2},  // AES-XTS
    {crypto_caps::log_max_num_import_keks, 1},
    {crypto_caps::log_max_num_creds, 1},
    {crypto_caps::num_nv_import_keks, 1},
    {crypto_caps::num_nv_credentials, 1},
};

/// Atomics have arguments of 4 and 8 bytes, and masked atomics also of 16.
constexpr std::uint64_t atomic_sizes = 1 << 2 | 1 << 3 | 1 << 4;

constexpr capability<firmware::atomic_caps> atomics[] = {
    {firmware::atomic_caps::atomic_req_8b_endianness_mode, 1},  // results in host order
    {firmware::atomic_caps::supported_atomic_req_8b_endianness_mode_1, 1},
    {firmware::atomic_caps::atomic_operations, 0xf},  // CS, FA, masked CS, masked FA
    {firmware::atomic_caps::atomic_size_qp, atomic_sizes},
    {firmware::atomic_caps::atomic_size_dc, atomic_sizes},
};

/// The operations of a transport for which pages need not be present.
struct paging {
  wire::mailbox_part<firmware::odp_cap, firmware::odp_per_transport_service_cap> transport;
  bool send, receive, write, read, atomic, srq_receive;
};

constexpr paging on_demand_paging[] = {
    {firmware::odp_cap::rc_odp_caps, true, true, true, true, true, true},
    {firmware::odp_cap::ud_odp_caps, true, false, false, false, false, false},
    {firmware::odp_cap::xrc_odp_caps, true, false, true, true, true, true},
    {firmware::odp_cap::dc_odp_caps, true, false, true, true, true, true},
};

/// Schedulers of a NIC have nodes (1) and leaves (16), and weighted round robin.
constexpr capability<qos_cap> schedulers[] = {
    {qos_cap::packet_pacing, 1},
    {qos_cap::nic_sq_scheduling, 1},
    {qos_cap::nic_bw_share, 1},
    {qos_cap::nic_rate_limit, 1},
    {qos_cap::packet_pacing_uid, 1},
    {qos_cap::nic_qp_scheduling, 1},
    {qos_cap::packet_pacing_max_rate, 100'000'000},
    {qos_cap::packet_pacing_min_rate, 1},
    {qos_cap::packet_pacing_rate_table_size, 128},
    {qos_cap::nic_element_type, 1 | 1 << 4},
    {qos_cap::nic_tsar_type, 1},
};

/// The driver's own flow tables. Frames that arrive are steered, tagged, counted, dropped and taken
/// out of tunnels. Frames that leave are counted and dropped, and get outer headers.
constexpr capability<flow_table_nic_cap> flow_tables[] = {
    {flow_table_nic_cap::encap_general_header, 1},
    {flow_table_nic_cap::log_max_packet_reformat_context, 16},
    {flow_table_nic_cap::max_encap_header_size, 128},
};
constexpr capability<flow_table> flow_tables_of_arrivals[] = {
    {flow_table::ft_support, 1}, {flow_table::flow_tag, 1}, {flow_table::flow_counter, 1},
    {flow_table::reformat, 1},   {flow_table::decap, 1},
};
constexpr capability<flow_table> flow_tables_of_departures[] = {
    {flow_table::ft_support, 1}, {flow_table::flow_counter, 1}, {flow_table::reformat, 1}};

/// The memory of the device, without operations on it.
constexpr capability<firmware::device_mem_cap> device_memories[] = {
    {firmware::device_mem_cap::memic, 1}};

/// More general ones: an object of reserved queue pair numbers holds one number.
constexpr capability<firmware::cmd_hca_cap_2> general_2[] = {
    {firmware::cmd_hca_cap_2::log_reserved_qpn_granularity, 0}};

// Values of op_mod: group << 1, plus 1 for the current values instead of the maximum values.
constexpr std::uint32_t general_group = 0;
constexpr std::uint32_t on_demand_paging_group = 2;
constexpr std::uint32_t atomic_group = 3;
constexpr std::uint32_t flow_table_group = 7;
constexpr std::uint32_t scheduler_group = 12;
constexpr std::uint32_t device_memory_group = 15;
constexpr std::uint32_t encryption_group = 0x1a;
constexpr std::uint32_t general_2_group = 0x20;

template <class Structure>
wire::mailbox_view<Structure> capabilities_in(const mailbox_output& answer) {
  const auto whole = answer.as<firmware::query_hca_cap::out>();
  return whole.part<Structure>(firmware::query_hca_cap::out::capability);
}

template <class Structure, std::size_t Count>
void put(const capability<Structure> (&table)[Count], const wire::mailbox_view<Structure>& to) {
  for (const auto& one : table) {
    if (!is_withheld(one.field.name)) to.set(one.field, one.value);
  }
}

template <class Structure, std::size_t Count>
void put(const capability<Structure> (&table)[Count], const mailbox_output& answer) {
  put(table, capabilities_in<Structure>(answer));
}

void put_flow_tables(const mailbox_output& answer) {
  const auto to = capabilities_in<flow_table_nic_cap>(answer);
  put(flow_tables, to);
  put(flow_tables_of_arrivals, to.part(flow_table_nic_cap::flow_table_properties_nic_receive));
  put(flow_tables_of_departures, to.part(flow_table_nic_cap::flow_table_properties_nic_transmit));
}

void put_paging(const mailbox_output& answer) {
  using operations = firmware::odp_per_transport_service_cap;
  for (const paging& one : on_demand_paging) {
    if (is_withheld(one.transport.name)) continue;
    const auto to = capabilities_in<firmware::odp_cap>(answer).part(one.transport);
    to.set(operations::send, one.send);
    to.set(operations::receive, one.receive);
    to.set(operations::write, one.write);
    to.set(operations::read, one.read);
    to.set(operations::atomic, one.atomic);
    to.set(operations::srq_receive, one.srq_receive);
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
                             const mailbox_output& answer) {
  switch (op_mod >> 1) {
    case general_group:
      put(general, answer);
      if (takes_wrapped_keys()) put(general_of_logins, answer);
      if (ports.front().ethernet()) put(general_of_ethernet, answer);
      if (current_options().bond) put(general_of_bond, answer);
      capabilities_in<cmd_hca_cap>(answer).set(cmd_hca_cap::port_type, ports.front().ethernet());
      capabilities_in<cmd_hca_cap>(answer).set(cmd_hca_cap::num_ports, ports.size());
      return true;
    case on_demand_paging_group:
      if (is_withheld("pg")) return false;
      put_paging(answer);
      return true;
    case atomic_group:
      put(atomics, answer);
      return true;
    case flow_table_group:
      if (ports.front().ethernet()) put_flow_tables(answer);
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
