// Generated from specs/commands/ by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim::firmware {

/// A field of a command, of an answer, or of a structure inside of them, for tools that print them.
struct described_field {
  std::uint32_t bit;
  std::uint32_t width;  ///< in bits; 0 if it runs to the end
  std::string_view name;
  std::string_view meaning;
  const described_field* inner = nullptr;  ///< the fields of the structure that it is
  std::size_t inner_count = 0;
};

/// A command that a spec describes, and its answer.
struct described_command {
  std::uint16_t opcode;
  std::string_view title;
  std::string_view meaning;
  std::span<const described_field> in;
  std::span<const described_field> out;
};

// A library does not read the tables of a program, which may have those of another version.
#pragma GCC visibility push(hidden)

/// The fields of the tables below.
namespace described {

inline constexpr described_field ads[] = {
    {0x010, 16, "pkey_index", "Index into the port's table of partition keys."},
    {0x028, 1, "grh", "1 if packets have a global route header; 0 on RoCE."},
    {0x029, 7, "mlid", "The lowest bits of the own LID."},
    {0x030, 16, "rlid", "LID of the peer."},
    {0x040, 5, "ack_timeout", "Time until a packet is sent again, as in ibv_qp_attr."},
    {0x048, 8, "src_addr_index", "Index into the port's table of GIDs."},
    {0x058, 8, "hop_limit", "Hop limit of the global route header."},
    {0x064, 8, "tclass", "Traffic class of the global route header."},
    {0x06c, 20, "flow_label", "Flow label of the global route header."},
    {0x080, 128, "rgid_rip", "GID of the peer, or its IP address."},
    {0x10a, 6, "dscp", "DSCP of the IP header, on RoCE."},
    {0x110, 16, "udp_sport", "UDP source port, on RoCE v2."},
    {0x121, 3, "eth_prio", "Ethernet priority, on RoCE."},
    {0x124, 4, "sl", "Service level, on InfiniBand."},
    {0x128, 8, "vhca_port_num", "The port."},
    {0x130, 16, "rmac_47_32", "The first two bytes of the peer's MAC address, on RoCE."},
    {0x140, 32, "rmac_31_0", "The last four bytes of the peer's MAC address, on RoCE."},
};

inline constexpr described_field atomic_caps[] = {
    {0x040, 2, "atomic_req_8b_endianness_mode",
     "1 if results of 8 bytes are in the host's byte order."},
    {0x046, 1, "supported_atomic_req_8b_endianness_mode_1",
     "1 if results of 8 bytes can be in the host's byte order."},
    {0x090, 16, "atomic_operations",
     "Operations, a bit each; compare-and-swap, fetch-and-add, and both masked."},
    {0x0b0, 16, "atomic_size_qp", "Sizes of operands, a bit for each power of two in bytes."},
    {0x0d0, 16, "atomic_size_dc", "Sizes of operands on DC, likewise."},
};

inline constexpr described_field av_qp_mapping[] = {
    {0x060, 32, "qpn", "The queue pair."},
};

inline constexpr described_field cmd_hca_cap[] = {
    {0x020, 1, "hca_cap_2", "1 if there is cmd_hca_cap_2."},
    {0x06b, 5, "log_dma_mmo_max_size",
     "Longest copy of memory, as the exponent of a power of two."},
    {0x088, 8, "log_max_qp_sz", "Most WQEs of a queue pair, as the exponent of a power of two."},
    {0x09b, 5, "log_max_qp", "Most queue pairs, as the exponent of a power of two."},
    {0x0ab, 5, "log_max_srq", "Most SRQs, as the exponent of a power of two."},
    {0x0c8, 8, "log_max_cq_sz", "Most CQEs of a CQ, as the exponent of a power of two."},
    {0x0db, 5, "log_max_cq", "Most CQs, as the exponent of a power of two."},
    {0x0e8, 1, "relaxed_ordering_write", "1 if memory keys may be written in relaxed order."},
    {0x0e9, 1, "relaxed_ordering_read", "1 if memory keys may be read in relaxed order."},
    {0x0ea, 6, "log_max_mkey", "Most memory keys, as the exponent of a power of two."},
    {0x0f7, 1, "repeated_mkey", "1 if memory keys may repeat their list."},
    {0x100, 8, "max_indirection", "Most memory keys on top of each other."},
    {0x108, 1, "fixed_buffer_size", "1 if there are lists of keys of the same size."},
    {0x109, 7, "log_max_mrw_sz", "Longest memory of a key, as the exponent of a power of two."},
    {0x112, 6, "log_max_bsf_list_size",
     "Most signatures of a key, as the exponent of a power of two."},
    {0x11a, 6, "log_max_klm_list_size",
     "Most entries of a list of keys, as the exponent of a power of two."},
    {0x122, 1, "qpc_extension", "1 if there is qpc_ext."},
    {0x12a, 6, "log_max_ra_req_dc",
     "Most READs and atomics under way from a DCI, as the exponent of a power of two."},
    {0x13a, 6, "log_max_ra_res_dc",
     "Most READs and atomics under way at a DCT from one DCI, as the exponent of a power of two."},
    {0x147, 1, "sig_crc64_xp10", "1 if signatures have that CRC of 64 bits."},
    {0x148, 1, "sig_crc32c", "1 if signatures have CRC32C."},
    {0x14a, 6, "log_max_ra_req_qp",
     "Most READs and atomics under way as requester, as the exponent of a power of two."},
    {0x151, 1, "rts2rts_qp_udp_sport", "1 if RTS2RTS_QP changes the UDP source port."},
    {0x152, 1, "rts2rts_lag_tx_port_affinity", "1 if RTS2RTS_QP changes the port of a bond."},
    {0x15a, 6, "log_max_ra_res_qp",
     "Most READs and atomics under way as responder, as the exponent of a power of two."},
    {0x170, 16, "gid_table_size", "Entries of a port's table of GIDs, as a code."},
    {0x190, 16, "pkey_table_size", "Entries of a port's table of partition keys, as a code."},
    {0x1a6, 1, "nic_flow_table", "1 if the driver has flow tables of its own."},
    {0x1b6, 2, "port_type", "0 if ports are InfiniBand, 1 if they are Ethernet."},
    {0x1b8, 8, "num_ports", "Number of ports."},
    {0x1c3, 5, "log_max_msg", "Longest message, as the exponent of a power of two."},
    {0x1f0, 1, "sig_block_4048", "1 if signatures are of blocks of 4048 bytes."},
    {0x1fc, 4, "cqe_version", "1 if CQEs carry a user_index."},
    {0x200, 1, "compact_address_vector", "1 if address vectors of 16 bytes are taken."},
    {0x20a, 2, "umr_fence", "Fence that a change of a key needs."},
    {0x20f, 1, "drain_sigerr", "1 if sending can stop at an error of a signature."},
    {0x212, 1, "sigerr_cqe", "1 if errors of signatures are CQEs."},
    {0x215, 1, "sctr_data_cqe", "1 if CQEs take short payloads."},
    {0x217, 1, "sho", "1 if there are signatures of blocks."},
    {0x21a, 1, "dct", "1 if there are DCIs and DCTs."},
    {0x21b, 1, "qos", "1 if there is qos_cap."},
    {0x21e, 1, "atomic", "1 if there are atomics."},
    {0x220, 1, "cq_oi", "1 if a CQ can ignore overruns."},
    {0x221, 1, "cq_resize", "1 if a CQ can move to another ring."},
    {0x222, 1, "cq_moderation", "1 if a CQ can delay events."},
    {0x227, 1, "pg", "1 if there is on-demand paging."},
    {0x22c, 1, "cd", "1 if queues can wait for each other."},
    {0x23e, 1, "uc", "1 if there are UC queue pairs."},
    {0x23f, 1, "rc", "1 if there are RC queue pairs."},
    {0x240, 1, "uar_4k", "1 if pages of registers have 4 KiB."},
    {0x260, 1, "bf", "1 if registers take WQEs (BlueFlame)."},
    {0x26b, 5, "log_bf_reg_size", "Size of such a register, as the exponent of a power of two."},
    {0x276, 2, "lag_dct", "Not 0 if there are DCTs on a bond."},
    {0x278, 1, "lag_tx_port_affinity", "1 if queue pairs choose a port of a bond."},
    {0x27b, 1, "lag_master", "1 if the device is the first of a bond."},
    {0x27c, 4, "num_lag_ports", "Number of ports of a bond."},
    {0x290, 16, "max_wqe_sz_sq", "Longest send WQE in bytes."},
    {0x2b0, 16, "max_wqe_sz_rq", "Longest receive WQE in bytes."},
    {0x323, 5, "log_max_transport_domain",
     "Most transport domains, as the exponent of a power of two."},
    {0x360, 1, "modify_tis", "1 if programs may change TISs by DevX."},
    {0x37b, 5, "log_max_tis", "Most TISs, as the exponent of a power of two."},
    {0x383, 5, "log_max_rmp", "Most RMPs, as the exponent of a power of two."},
    {0x3f1, 1, "aes_xts_single_block_le_tweak",
     "1 if AES-XTS takes little-endian tweaks for single blocks."},
    {0x3f2, 1, "aes_xts_multi_block_be_tweak",
     "1 if AES-XTS takes big-endian tweaks for several blocks."},
    {0x400, 64, "general_obj_types", "Types of general objects, a bit each."},
    {0x468, 1, "aes_xts", "1 if memory can be encrypted by AES-XTS."},
    {0x469, 1, "crypto", "1 if memory can be encrypted."},
    {0x480, 1, "sigerr_domain_and_sig_type",
     "1 if a sigerr_cqe has the domain and the type of the signature."},
    {0x5b0, 1, "enhanced_cqe_compression", "1 if there is the enhanced layout of compressed CQEs."},
    {0x5b9, 1, "mini_cqe_resp_l3_l4_tag", "1 if mini CQEs of receives may have header types."},
    {0x5ba, 1, "mini_cqe_resp_flow_tag", "1 if mini CQEs of receives may have flow tags."},
    {0x5bb, 1, "enhanced_cqe_compression_5bb",
     "1 if there is the enhanced layout of compressed CQEs."},
    {0x5bc, 1, "mini_cqe_resp_stride_index",
     "1 if mini CQEs of receives may have a checksum and an index."},
    {0x5be, 1, "cqe_compression_128b", "1 if CQEs of 128 bytes can be compressed."},
    {0x5bf, 1, "cqe_compression", "1 if CQEs can be compressed."},
    {0x5d0, 16, "cqe_compression_max_num", "Most CQEs that are compressed together."},
    {0x5f0, 1, "tag_matching", "1 if there is tag matching."},
    {0x5f3, 5, "log_tag_matching_list_sz",
     "Most tags of an XRQ, as the exponent of a power of two."},
    {0x5fb, 5, "log_max_xrq", "Most XRQs, as the exponent of a power of two."},
    {0x748, 1, "dma_mmo_qp", "1 if queue pairs can copy memory."},
};

inline constexpr described_field cmd_hca_cap_2[] = {
    {0x093, 5, "log_reserved_qpn_granularity",
     "Fewest queue pair numbers that are reserved at once, as the exponent of a power of two."},
};

inline constexpr described_field cqc[] = {
    {0x006, 1, "dbr_umem_valid", "1 if dbr_umem_id is used."},
    {0x008, 3, "cqe_sz", "Size of a CQE, 0 for 64 bytes and 1 for 128."},
    {0x00e, 1, "oi", "1 if an overrun is ignored."},
    {0x011, 1, "cqe_comp_en", "1 if CQEs are compressed."},
    {0x012, 2, "mini_cqe_res_format", "Lower bits of the format of mini CQEs of receives."},
    {0x01e, 2, "cqe_compression_layout",
     "Layout of compressed CQEs, 0 for basic and 1 for enhanced."},
    {0x020, 32, "dbr_umem_id", "User memory of the doorbell record."},
    {0x05c, 2, "mini_cqe_res_format_ext", "Upper bits of the format of mini CQEs of receives."},
    {0x063, 5, "log_cq_size", "Number of CQEs, as the exponent of a power of two."},
    {0x068, 24, "uar_page", "Page of doorbell registers."},
    {0x084, 12, "cq_period", "Microseconds after which an event is raised."},
    {0x090, 16, "cq_max_count", "Number of CQEs after which an event is raised."},
    {0x0a0, 32, "c_eqn_or_apu_element", "Event queue."},
    {0x1c0, 64, "dbr_addr", "Address of the doorbell record, or its offset in dbr_umem_id."},
};

inline constexpr described_field general_obj_in_cmd_hdr[] = {
    {0x000, 16, "opcode", "The command."},
    {0x030, 16, "obj_type", "Type of the object."},
    {0x040, 32, "obj_id", "The object."},
    {0x063, 5, "log_obj_range", "Number of objects, as the exponent of a power of two."},
};

inline constexpr described_field create_av_qp_mapping_in[] = {
    {0x000, 128, "hdr", "Beginning of the command.", general_obj_in_cmd_hdr,
     std::size(general_obj_in_cmd_hdr)},
    {0x080, 512, "mapping", "The mapping.", av_qp_mapping, std::size(av_qp_mapping)},
};

inline constexpr described_field crypto_login_obj[] = {
    {0x200, 384, "credential", "The wrapped credential."},
};

inline constexpr described_field create_crypto_login_obj_in[] = {
    {0x000, 128, "hdr", "Beginning of the command.", general_obj_in_cmd_hdr,
     std::size(general_obj_in_cmd_hdr)},
    {0x080, 2048, "login_obj", "The session.", crypto_login_obj, std::size(crypto_login_obj)},
};

inline constexpr described_field encryption_key_obj[] = {
    {0x054, 4, "key_size", "Size of the key, 0 for 128 bits, 1 for 256."},
    {0x058, 1, "has_keytag", "1 if the key ends with a tag."},
    {0x05c, 4, "key_purpose", "Use of the key, 3 for AES-XTS."},
    {0x068, 24, "pd", "Protection domain."},
    {0x180, 64, "opaque", "Number that the program chooses."},
    {0x200, 1024, "key", "The two keys of AES-XTS, and their tag or what wraps them."},
};

inline constexpr described_field create_encryption_key_obj_in[] = {
    {0x000, 128, "hdr", "Beginning of the command.", general_obj_in_cmd_hdr,
     std::size(general_obj_in_cmd_hdr)},
    {0x080, 2048, "key_obj", "The key.", encryption_key_obj, std::size(encryption_key_obj)},
};

inline constexpr described_field sched_elem_attr_tsar[] = {
    {0x008, 8, "tsar_type",
     "The way in which it shares its bandwidth, 0 for weighted round robin."},
};

inline constexpr described_field sched_context[] = {
    {0x000, 8, "element_type",
     "Type of the element, 0 for a node (TSAR), 4 for a leaf (queue group)."},
    {0x020, 32, "sched_elem_attr", "Attributes of a node.", sched_elem_attr_tsar,
     std::size(sched_elem_attr_tsar)},
    {0x040, 32, "parent_element_id", "Element above this one, or 0."},
    {0x0a0, 32, "bw_share", "Share of the parent's bandwidth."},
    {0x0c0, 32, "max_average_bw", "Limit of the bandwidth in Mbit/s, or 0 for none."},
};

inline constexpr described_field sched_elem[] = {
    {0x000, 64, "modify_field_select",
     "Fields of the context that are given, a bit each; 1 for bw_share, 2 for max_average_bw."},
    {0x040, 8, "scheduling_hierarchy", "Scheduler, 3 for that of the NIC."},
    {0x100, 512, "sched_context", "Context.", sched_context, std::size(sched_context)},
};

inline constexpr described_field create_sched_elem_in[] = {
    {0x000, 128, "hdr", "Beginning of the command.", general_obj_in_cmd_hdr,
     std::size(general_obj_in_cmd_hdr)},
    {0x080, 1024, "sched_elem", "The element.", sched_elem, std::size(sched_elem)},
};

inline constexpr described_field crypto_caps[] = {
    {0x000, 1, "wrapped_crypto_operational", "1 if keys have to be wrapped."},
    {0x018, 8, "wrapped_import_method",
     "Kinds of keys that have to be wrapped, a bit each; 4 for AES-XTS."},
    {0x02b, 5, "log_max_num_deks", "Most encryption keys, as the exponent of a power of two."},
    {0x033, 5, "log_max_num_import_keks",
     "Most keys that wrap others, as the exponent of a power of two."},
    {0x03b, 5, "log_max_num_creds", "Most credentials, as the exponent of a power of two."},
    {0x050, 8, "num_nv_import_keks", "Number of such keys that the device keeps."},
    {0x058, 8, "num_nv_credentials", "Number of credentials that the device keeps."},
};

inline constexpr described_field dctc[] = {
    {0x004, 4, "state", "State, 0 for active, 1 for draining and 2 for drained."},
    {0x028, 24, "user_index", "Number that CQEs carry in place of the DCT's."},
    {0x048, 24, "cqn", "CQ of all received messages."},
    {0x068, 4, "atomic_mode", "Widest atomics that a peer may request."},
    {0x06c, 1, "rre", "1 if peers may READ."},
    {0x06d, 1, "rwe", "1 if peers may WRITE."},
    {0x06e, 1, "rae", "1 if peers may use atomics."},
    {0x088, 8, "cs_res", "Payload that the CQE of a receive takes, 2 for 64 bytes and 0 for none."},
    {0x093, 5, "min_rnr_nak",
     "Time that a peer waits when this side is not ready, as in ibv_qp_attr."},
    {0x0a8, 24, "srqn_xrqn", "Number of the shared receive queue."},
    {0x0c8, 24, "pd", "Protection domain."},
    {0x0e0, 8, "tclass", "Traffic class of the global route header of answers."},
    {0x0ec, 20, "flow_label", "Flow label of the global route header of answers."},
    {0x100, 64, "dc_access_key", "Key that requests must carry."},
    {0x145, 3, "mtu", "Path MTU, as in ibv_mtu."},
    {0x148, 8, "port", "The port."},
    {0x150, 16, "pkey_index", "Index into the port's table of partition keys."},
    {0x168, 8, "my_addr_index", "Index into the port's table of GIDs."},
    {0x178, 8, "hop_limit", "Hop limit of the global route header of answers."},
};

inline constexpr described_field device_mem_cap[] = {
    {0x000, 1, "memic", "1 if programs may allocate memory of the device."},
};

inline constexpr described_field flow_table_prop_layout[] = {
    {0x000, 1, "ft_support", "1 if there are such tables."},
    {0x001, 1, "flow_tag", "1 if flows write their tag into CQEs."},
    {0x002, 1, "flow_counter", "1 if flows count."},
    {0x007, 1, "reformat", "1 if flows put an outer header in front of a frame."},
    {0x008, 1, "decap", "1 if flows remove an outer header."},
};

inline constexpr described_field flow_table_nic_cap[] = {
    {0x020, 1, "encap_general_header", "1 if an outer header may be any bytes."},
    {0x02b, 5, "log_max_packet_reformat_context",
     "Most outer headers, as the exponent of a power of two."},
    {0x036, 10, "max_encap_header_size", "Longest outer header in bytes."},
    {0x200, 512, "flow_table_properties_nic_receive", "Tables for frames that arrive.",
     flow_table_prop_layout, std::size(flow_table_prop_layout)},
    {0x800, 512, "flow_table_properties_nic_transmit", "Tables for frames that leave.",
     flow_table_prop_layout, std::size(flow_table_prop_layout)},
};

inline constexpr described_field fte_match_set_lyr_2_4[] = {
    {0x000, 32, "smac_47_16", "Highest 32 bits of the source MAC."},
    {0x020, 16, "smac_15_0", "Lowest 16 bits of the source MAC."},
    {0x030, 16, "ethertype", "EtherType."},
    {0x040, 32, "dmac_47_16", "Highest 32 bits of the destination MAC."},
    {0x060, 16, "dmac_15_0", "Lowest 16 bits of the destination MAC."},
    {0x080, 8, "ip_protocol", "Protocol above IP."},
    {0x088, 6, "ip_dscp", "DSCP."},
    {0x08e, 2, "ip_ecn", "ECN."},
    {0x093, 4, "ip_version", "Version of IP."},
    {0x0a0, 16, "tcp_sport", "Source port of TCP."},
    {0x0b0, 16, "tcp_dport", "Destination port of TCP."},
    {0x0d8, 8, "ttl_hoplimit", "TTL of IPv4, or hop limit of IPv6."},
    {0x0e0, 16, "udp_sport", "Source port of UDP."},
    {0x0f0, 16, "udp_dport", "Destination port of UDP."},
    {0x100, 128, "src_ipv4_src_ipv6", "Source address, whose last 4 bytes are that of IPv4."},
    {0x180, 128, "dst_ipv4_dst_ipv6", "Destination address, whose last 4 bytes are that of IPv4."},
};

inline constexpr described_field fte_match_param[] = {
    {0x000, 512, "outer_headers", "The outer headers.", fte_match_set_lyr_2_4,
     std::size(fte_match_set_lyr_2_4)},
};

inline constexpr described_field general_obj_out_cmd_hdr[] = {
    {0x000, 8, "status", "0 if the command was executed."},
    {0x020, 32, "syndrome", "The firmware's reason if the command was not executed."},
    {0x040, 32, "obj_id", "The object."},
};

inline constexpr described_field hca_vport_context[] = {
    {0x110, 4, "port_physical_state", "Physical state, 5 for a link that is up."},
    {0x118, 4, "port_state", "State of the port, 4 for active."},
    {0x11c, 4, "vport_state", "State of the virtual port, likewise."},
    {0x140, 64, "system_image_guid", "GUID of the system."},
    {0x180, 64, "port_guid", "GUID of the port."},
    {0x1c0, 64, "node_guid", "GUID of the device."},
    {0x300, 16, "lid", "LID of the port."},
};

inline constexpr described_field lagc[] = {
    {0x01d, 3, "lag_state", "0 if the ports are no bond."},
    {0x02c, 4, "active_port", "Ports that are up, a bit each."},
    {0x034, 4, "tx_remap_affinity_2", "Port that carries the traffic of port 2."},
    {0x03c, 4, "tx_remap_affinity_1", "Port that carries the traffic of port 1."},
};

inline constexpr described_field mbox_in[] = {
    {0x000, 16, "opcode", "The command."},
    {0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."},
    {0x030, 16, "op_mod", "Modifier of the command."},
};

inline constexpr described_field mbox_out[] = {
    {0x000, 8, "status", "0 if the command was executed."},
    {0x020, 32, "syndrome", "The firmware's reason if the command was not executed."},
};

inline constexpr described_field mkc[] = {
    {0x001, 1, "free", "1 if WQEs give the key its memory."},
    {0x003, 3, "access_mode_4_2", "Upper bits of the kind of memory."},
    {0x010, 1, "umr_en", "1 if WQEs may change the key."},
    {0x011, 1, "a", "1 if the peer may use atomics."},
    {0x012, 1, "rw", "1 if the peer may WRITE."},
    {0x013, 1, "rr", "1 if the peer may READ."},
    {0x014, 1, "lw", "1 if the device may write."},
    {0x015, 1, "lr", "1 if the device may read."},
    {0x016, 2, "access_mode_1_0",
     "Lower bits of the kind of memory, 1 for pages, 2 for a list of keys, 3 for keys of the same "
     "size."},
    {0x020, 24, "qpn", "The only queue pair that may use the key; all ones for any."},
    {0x038, 8, "mkey_7_0", "Lowest byte of the key."},
    {0x060, 1, "length64", "1 if the memory has 2^64 bytes."},
    {0x061, 1, "bsf_en", "1 if the key has signatures."},
    {0x067, 1, "en_rinval", "1 if a peer may invalidate the key."},
    {0x068, 24, "pd", "Protection domain."},
    {0x080, 64, "start_addr", "First address."},
    {0x0c0, 64, "len", "Length in bytes."},
    {0x100, 32, "bsf_octword_size", "Room for signatures, in units of 16 bytes."},
    {0x1a0, 32, "translations_octword_size", "Room for translations, in units of 16 bytes."},
    {0x1db, 5, "log_entity_size",
     "Size of a page or of a key's memory, as the exponent of a power of two."},
    {0x1e3, 2, "crypto_en", "1 if the memory is encrypted."},
};

inline constexpr described_field modify_tis_bitmask[] = {
    {0x03d, 1, "lag_tx_port_affinity", "1 for lag_tx_port_affinity."},
};

inline constexpr described_field odp_per_transport_service_cap[] = {
    {0x000, 1, "send", "1 for sends."},     {0x001, 1, "receive", "1 for receives."},
    {0x002, 1, "write", "1 for WRITEs."},   {0x003, 1, "read", "1 for READs."},
    {0x004, 1, "atomic", "1 for atomics."}, {0x005, 1, "srq_receive", "1 for receives of an SRQ."},
};

inline constexpr described_field odp_cap[] = {
    {0x080, 32, "rc_odp_caps", "Operations of RC.", odp_per_transport_service_cap,
     std::size(odp_per_transport_service_cap)},
    {0x0c0, 32, "ud_odp_caps", "Operations of UD.", odp_per_transport_service_cap,
     std::size(odp_per_transport_service_cap)},
    {0x0e0, 32, "xrc_odp_caps", "Operations of XRC.", odp_per_transport_service_cap,
     std::size(odp_per_transport_service_cap)},
    {0x100, 32, "dc_odp_caps", "Operations of DC.", odp_per_transport_service_cap,
     std::size(odp_per_transport_service_cap)},
};

inline constexpr described_field qos_cap[] = {
    {0x000, 1, "packet_pacing", "1 if send queues may have a rate."},
    {0x008, 1, "nic_sq_scheduling", "1 if the scheduler takes send queues of raw packets."},
    {0x009, 1, "nic_bw_share", "1 if its elements have shares of the bandwidth."},
    {0x00a, 1, "nic_rate_limit", "1 if its elements have limits of the bandwidth."},
    {0x00b, 1, "packet_pacing_uid", "1 if programs may make rates by DevX."},
    {0x021, 1, "nic_qp_scheduling", "1 if the scheduler takes queue pairs."},
    {0x040, 32, "packet_pacing_max_rate", "Highest rate in kbit/s."},
    {0x060, 32, "packet_pacing_min_rate", "Lowest rate in kbit/s."},
    {0x090, 16, "packet_pacing_rate_table_size", "Most rates at once."},
    {0x100, 16, "nic_element_type", "Types of elements, a bit each."},
    {0x110, 16, "nic_tsar_type", "Types of nodes, a bit each."},
};

inline constexpr described_field qpc[] = {
    {0x000, 4, "state", "State, whose numbers 4 and 5 are swapped compared with libibverbs."},
    {0x004, 4, "lag_tx_port_affinity", "Port of a bond that packets leave by, or 0."},
    {0x008, 8, "st", "Service type, 0 for RC, 1 for UC and 5 for DCI."},
    {0x013, 2, "pm_state", "State of path migration, 3 for migrated."},
    {0x025, 1, "drain_sigerr", "1 if sending stops at an error of a signature."},
    {0x028, 24, "pd", "Protection domain."},
    {0x040, 3, "mtu", "Path MTU, as in ibv_mtu."},
    {0x043, 5, "log_msg_max", "Longest message, as the exponent of a power of two."},
    {0x049, 4, "log_rq_size", "Number of receive WQEs, as the exponent of a power of two."},
    {0x04d, 3, "log_rq_stride",
     "Size of a receive WQE in units of 16 bytes, as the exponent of a power of two."},
    {0x050, 1, "no_sq", "1 if there is no send queue."},
    {0x051, 4, "log_sq_size", "Number of send WQEBBs, as the exponent of a power of two."},
    {0x068, 24, "uar_page", "Page of doorbell registers."},
    {0x088, 24, "user_index", "Number that CQEs carry in place of the queue pair's."},
    {0x0a8, 24, "remote_qpn", "Queue pair of the peer."},
    {0x0c0, 352, "primary_address_path", "Path to the peer.", ads, std::size(ads)},
    {0x380, 4, "log_ack_req_freq",
     "Number of packets after which an acknowledgement is asked for, as the exponent of a power of "
     "two."},
    {0x388, 3, "log_sra_max",
     "Most READs and atomics under way as requester, as the exponent of a power of two."},
    {0x38d, 3, "retry_count", "Number of times a packet is sent again without an answer."},
    {0x390, 3, "rnr_retry", "Number of times a packet is sent again while the peer is not ready."},
    {0x3c8, 24, "next_send_psn", "Packet sequence number of the next packet sent."},
    {0x3e3, 5, "log_num_dci_stream_channels",
     "Streams of a DCI, as the exponent of a power of two; 0 for none."},
    {0x3e8, 24, "cqn_snd", "CQ of the send queue."},
    {0x403, 5, "log_num_dci_errored_streams",
     "Streams whose failure is that of the DCI, as the exponent of a power of two."},
    {0x488, 3, "log_rra_max",
     "Most READs and atomics under way as responder, as the exponent of a power of two."},
    {0x48c, 4, "atomic_mode", "Widest atomics that the peer may request."},
    {0x490, 1, "rre", "1 if the peer may READ."},
    {0x491, 1, "rwe", "1 if the peer may WRITE."},
    {0x492, 1, "rae", "1 if the peer may use atomics."},
    {0x49d, 1, "cd_slave_receive", "1 if other queues enable the receive queue."},
    {0x49e, 1, "cd_slave_send", "1 if other queues enable the send queue."},
    {0x49f, 1, "cd_master", "1 if its WQEs wait for other queues and enable them."},
    {0x4a3, 5, "min_rnr_nak",
     "Time that a peer waits when this side is not ready, as in ibv_qp_attr."},
    {0x4a8, 24, "next_rcv_psn", "Packet sequence number of the next packet received."},
    {0x4e8, 24, "cqn_rcv", "CQ of the receive queue."},
    {0x500, 64, "dbr_addr", "Address of the doorbell record, or its offset in dbr_umem_id."},
    {0x565, 3, "rq_type", "Kind of receive queue, 0 for its own, 1 for an SRQ, 3 for none."},
    {0x568, 24, "srqn_rmpn_xrqn", "Number of the shared receive queue."},
    {0x5a0, 16, "hw_sq_wqebb_counter", "WQEBB from which the device goes on."},
    {0x630, 8, "cs_req", "Payload that the CQE of a send takes, a code in each half; 0 for none."},
    {0x638, 8, "cs_res", "Payload that the CQE of a receive takes, as a code; 0 for none."},
    {0x683, 1, "dbr_umem_valid", "1 if dbr_umem_id is used."},
    {0x720, 32, "dbr_umem_id", "User memory of the doorbell record."},
};

inline constexpr described_field qpc_ext[] = {
    {0x002, 1, "mmo", "1 if the queue pair may copy memory."},
    {0x010, 16, "dci_stream_channel_id", "Stream that is restarted."},
    {0x020, 32, "qos_queue_group_id_requester", "Leaf of the scheduler for requests, or 0."},
    {0x040, 32, "qos_queue_group_id_responder", "Leaf of the scheduler for responses, or 0."},
};

inline constexpr described_field query_encryption_key_obj_out[] = {
    {0x000, 128, "hdr", "Beginning of the answer.", general_obj_out_cmd_hdr,
     std::size(general_obj_out_cmd_hdr)},
    {0x080, 2048, "obj", "The key, without its bytes.", encryption_key_obj,
     std::size(encryption_key_obj)},
};

inline constexpr described_field wq[] = {
    {0x000, 4, "wq_type", "Kind of ring, 0 for a linked list and 1 for a cyclic one."},
    {0x004, 1, "wq_signature", "1 if WQEs have signatures."},
    {0x030, 16, "lwm", "Number of WQEs below which an event is raised."},
    {0x048, 24, "pd", "Protection domain."},
    {0x080, 64, "dbr_addr", "Address of the doorbell record, or its offset in dbr_umem_id."},
    {0x10c, 4, "log_wq_stride", "Size of a WQE, as the exponent of a power of two."},
    {0x11b, 5, "log_wq_sz", "Number of WQEs, as the exponent of a power of two."},
    {0x140, 32, "dbr_umem_id", "User memory of the doorbell record."},
    {0x160, 32, "wq_umem_id", "User memory of the ring."},
    {0x180, 64, "wq_umem_offset", "Offset of the ring in that memory."},
};

inline constexpr described_field rmpc[] = {
    {0x020, 1, "basic_cyclic_rcv_wqe", "1 if WQEs have no first segment."},
    {0x180, 1536, "wq", "Ring.", wq, std::size(wq)},
};

inline constexpr described_field sqc[] = {
    {0x110, 16, "qos_queue_group_id", "Leaf of the scheduler that the queue is on."},
};

inline constexpr described_field tag_matching_topology_context[] = {
    {0x000, 4, "log_matching_list_sz",
     "Length of the list of tags, as the exponent of a power of two."},
    {0x010, 16, "append_next_index", "Entry of the list that the next append takes."},
    {0x020, 16, "sw_phase_cnt", "Unexpected messages that the program has reported."},
    {0x030, 16, "hw_phase_cnt", "Unexpected messages that the device has counted."},
};

inline constexpr described_field tisc[] = {
    {0x004, 4, "lag_tx_port_affinity", "Port of a bond that frames leave by, or 0."},
    {0x128, 24, "transport_domain", "Transport domain."},
};

inline constexpr described_field traffic_counter[] = {
    {0x000, 64, "packets", "Number of frames."},
    {0x040, 64, "octets", "Number of their bytes."},
};

inline constexpr described_field xrqc[] = {
    {0x014, 4, "topology", "Kind of offload, 1 for tag matching."},
    {0x01c, 4, "offload", "More kinds of offload, 1 for rendezvous."},
    {0x028, 24, "user_index", "Number that CQEs carry."},
    {0x048, 24, "cqn", "CQ of all received messages."},
    {0x07f, 1, "dc", "1 if DC queue pairs receive from it."},
    {0x100, 128, "tag_matching_topology_context", "The list of tags.",
     tag_matching_topology_context, std::size(tag_matching_topology_context)},
    {0x400, 1536, "wq", "Ring.", wq, std::size(wq)},
};

inline constexpr described_field query_hca_cap_in[] = {
    {0x000, 16, "opcode", "Always 0x100."},
    {0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."},
    {0x030, 16, "op_mod", "The group times 2, plus 1 for the values in force."},
};

inline constexpr described_field query_hca_cap_out[] = {
    {0x000, 8, "status", "0 if the command was executed."},
    {0x020, 32, "syndrome", "The reason of the firmware if it was not."},
    {0x080, 32768, "capability", "The capabilities, in the structure of the group."},
};

inline constexpr described_field create_mkey_in[] = {
    {0x000, 16, "opcode", "Always 0x200."},
    {0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."},
    {0x030, 16, "op_mod", "Modifier of the command."},
    {0x061, 1, "mkey_umem_valid", "1 if mkey_umem_id is used."},
    {0x080, 512, "memory_key_mkey_entry", "Context.", mkc, std::size(mkc)},
    {0x300, 32, "translations_octword_actual_size", "Length of klm_pas_mtt, in units of 16 bytes."},
    {0x320, 32, "mkey_umem_id", "User memory of the key."},
    {0x340, 64, "mkey_umem_offset", "Offset in that memory."},
    {0x880, 0, "klm_pas_mtt", "List of keys or of pages."},
};

inline constexpr described_field create_mkey_out[] = {
    {0x000, 8, "status", "0 if the command was executed."},
    {0x020, 32, "syndrome", "The reason of the firmware if it was not."},
    {0x048, 24, "mkey_index", "The key without its lowest byte."},
};

inline constexpr described_field create_cq_in[] = {
    {0x000, 16, "opcode", "Always 0x400."},
    {0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."},
    {0x030, 16, "op_mod", "Modifier of the command."},
    {0x080, 512, "cq_context", "Context.", cqc, std::size(cqc)},
    {0x280, 64, "cq_umem_offset", "Offset of the ring in the user memory."},
    {0x2c0, 32, "cq_umem_id", "User memory of the ring."},
    {0x2e0, 1, "cq_umem_valid", "1 if cq_umem_id is used."},
};

inline constexpr described_field create_cq_out[] = {
    {0x000, 8, "status", "0 if the command was executed."},
    {0x020, 32, "syndrome", "The reason of the firmware if it was not."},
    {0x048, 24, "cqn", "Number of the completion queue."},
};

inline constexpr described_field modify_cq_in[] = {
    {0x000, 16, "opcode", "Always 0x403."},
    {0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."},
    {0x030, 16, "op_mod", "0 to change fields, 1 to move the ring."},
    {0x048, 24, "cqn", "The completion queue."},
    {0x060, 32, "modify_field_select", "Fields that change, a bit each."},
    {0x080, 512, "cq_context", "Context.", cqc, std::size(cqc)},
    {0x280, 64, "cq_umem_offset", "Offset of the ring in the user memory."},
    {0x2c0, 32, "cq_umem_id", "User memory of the ring."},
    {0x2e0, 1, "cq_umem_valid", "1 if cq_umem_id is used."},
};

inline constexpr described_field modify_cq_out[] = {
    {0x000, 8, "status", "0 if the command was executed."},
    {0x020, 32, "syndrome", "The reason of the firmware if it was not."},
};

inline constexpr described_field create_qp_in[] = {
    {0x000, 16, "opcode", "Always 0x500."},
    {0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."},
    {0x030, 16, "op_mod", "Modifier of the command."},
    {0x0c0, 1856, "qpc", "Context.", qpc, std::size(qpc)},
    {0x800, 64, "wq_umem_offset", "Offset of the rings in the user memory."},
    {0x840, 32, "wq_umem_id", "User memory of the rings."},
    {0x860, 1, "wq_umem_valid", "1 if wq_umem_id is used."},
};

inline constexpr described_field create_qp_out[] = {
    {0x000, 8, "status", "0 if the command was executed."},
    {0x020, 32, "syndrome", "The reason of the firmware if it was not."},
    {0x048, 24, "qpn", "Number of the queue pair."},
};

inline constexpr described_field rst2init_qp_in[] = {
    {0x000, 16, "opcode", "Always 0x502."},
    {0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."},
    {0x030, 16, "op_mod", "Modifier of the command."},
    {0x048, 24, "qpn", "The queue pair."},
    {0x080, 32, "opt_param_mask", "Optional fields of the context that are given."},
    {0x0c0, 1856, "qpc", "Context.", qpc, std::size(qpc)},
};

inline constexpr described_field rst2init_qp_out[] = {
    {0x000, 8, "status", "0 if the command was executed."},
    {0x020, 32, "syndrome", "The reason of the firmware if it was not."},
};

inline constexpr described_field init2rtr_qp_in[] = {
    {0x000, 16, "opcode", "Always 0x503."},
    {0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."},
    {0x030, 16, "op_mod", "Modifier of the command."},
    {0x048, 24, "qpn", "The queue pair."},
    {0x080, 32, "opt_param_mask", "Optional fields of the context that are given."},
    {0x0c0, 1856, "qpc", "Context.", qpc, std::size(qpc)},
};

inline constexpr described_field init2rtr_qp_out[] = {
    {0x000, 8, "status", "0 if the command was executed."},
    {0x020, 32, "syndrome", "The reason of the firmware if it was not."},
};

inline constexpr described_field rtr2rts_qp_in[] = {
    {0x000, 16, "opcode", "Always 0x504."},
    {0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."},
    {0x030, 16, "op_mod", "Modifier of the command."},
    {0x048, 24, "qpn", "The queue pair."},
    {0x080, 32, "opt_param_mask", "Optional fields of the context that are given."},
    {0x0c0, 1856, "qpc", "Context.", qpc, std::size(qpc)},
};

inline constexpr described_field rtr2rts_qp_out[] = {
    {0x000, 8, "status", "0 if the command was executed."},
    {0x020, 32, "syndrome", "The reason of the firmware if it was not."},
};

inline constexpr described_field rts2rts_qp_in[] = {
    {0x000, 16, "opcode", "Always 0x505."},
    {0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."},
    {0x030, 16, "op_mod", "Modifier of the command."},
    {0x040, 1, "qpc_ext", "1 if qpc_data_ext is used."},
    {0x048, 24, "qpn", "The queue pair."},
    {0x080, 32, "opt_param_mask", "Optional fields of the context that are given."},
    {0x0c0, 1856, "qpc", "Context.", qpc, std::size(qpc)},
    {0x840, 64, "opt_param_mask_95_32", "More such fields."},
    {0x880, 1536, "qpc_data_ext", "Extension of the context.", qpc_ext, std::size(qpc_ext)},
};

inline constexpr described_field rts2rts_qp_out[] = {
    {0x000, 8, "status", "0 if the command was executed."},
    {0x020, 32, "syndrome", "The reason of the firmware if it was not."},
};

inline constexpr described_field qp_2err_in[] = {
    {0x000, 16, "opcode", "Always 0x507."},
    {0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."},
    {0x030, 16, "op_mod", "Modifier of the command."},
    {0x048, 24, "qpn", "The queue pair."},
};

inline constexpr described_field qp_2err_out[] = {
    {0x000, 8, "status", "0 if the command was executed."},
    {0x020, 32, "syndrome", "The reason of the firmware if it was not."},
};

inline constexpr described_field qp_2rst_in[] = {
    {0x000, 16, "opcode", "Always 0x50a."},
    {0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."},
    {0x030, 16, "op_mod", "Modifier of the command."},
    {0x048, 24, "qpn", "The queue pair."},
};

inline constexpr described_field qp_2rst_out[] = {
    {0x000, 8, "status", "0 if the command was executed."},
    {0x020, 32, "syndrome", "The reason of the firmware if it was not."},
};

inline constexpr described_field query_qp_in[] = {
    {0x000, 16, "opcode", "Always 0x50b."},
    {0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."},
    {0x030, 16, "op_mod", "Modifier of the command."},
    {0x048, 24, "qpn", "The queue pair."},
};

inline constexpr described_field query_qp_out[] = {
    {0x000, 8, "status", "0 if the command was executed."},
    {0x020, 32, "syndrome", "The reason of the firmware if it was not."},
    {0x0c0, 1856, "qpc", "Context.", qpc, std::size(qpc)},
};

inline constexpr described_field init2init_qp_in[] = {
    {0x000, 16, "opcode", "Always 0x50e."},
    {0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."},
    {0x030, 16, "op_mod", "Modifier of the command."},
    {0x040, 1, "qpc_ext", "1 if qpc_data_ext is used."},
    {0x048, 24, "qpn", "The queue pair."},
    {0x080, 32, "opt_param_mask", "Optional fields of the context that are given."},
    {0x0c0, 1856, "qpc", "Context.", qpc, std::size(qpc)},
    {0x840, 64, "opt_param_mask_95_32", "More such fields."},
    {0x880, 1536, "qpc_data_ext", "Extension of the context.", qpc_ext, std::size(qpc_ext)},
};

inline constexpr described_field init2init_qp_out[] = {
    {0x000, 8, "status", "0 if the command was executed."},
    {0x020, 32, "syndrome", "The reason of the firmware if it was not."},
};

inline constexpr described_field create_psv_in[] = {
    {0x000, 16, "opcode", "Always 0x600."},
    {0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."},
    {0x030, 16, "op_mod", "Modifier of the command."},
    {0x040, 4, "num_psv", "Number of values."},
    {0x048, 24, "pd", "Protection domain."},
};

inline constexpr described_field create_psv_out[] = {
    {0x000, 8, "status", "0 if the command was executed."},
    {0x020, 32, "syndrome", "The reason of the firmware if it was not."},
    {0x088, 24, "psv0_index", "Number of the first value."},
    {0x0a8, 24, "psv1_index", "Number of the second value, if asked for."},
    {0x0c8, 24, "psv2_index", "Number of the third value, if asked for."},
    {0x0e8, 24, "psv3_index", "Number of the fourth value, if asked for."},
};

inline constexpr described_field create_dct_in[] = {
    {0x000, 16, "opcode", "Always 0x710."},
    {0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."},
    {0x030, 16, "op_mod", "Modifier of the command."},
    {0x080, 512, "dct_context_entry", "Context.", dctc, std::size(dctc)},
};

inline constexpr described_field create_dct_out[] = {
    {0x000, 8, "status", "0 if the command was executed."},
    {0x020, 32, "syndrome", "The reason of the firmware if it was not."},
    {0x048, 24, "dctn", "Number of the DCT."},
};

inline constexpr described_field query_dct_in[] = {
    {0x000, 16, "opcode", "Always 0x713."},
    {0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."},
    {0x030, 16, "op_mod", "Modifier of the command."},
    {0x048, 24, "dctn", "The DCT."},
};

inline constexpr described_field query_dct_out[] = {
    {0x000, 8, "status", "0 if the command was executed."},
    {0x020, 32, "syndrome", "The reason of the firmware if it was not."},
    {0x080, 512, "dct_context_entry", "Context.", dctc, std::size(dctc)},
};

inline constexpr described_field create_xrq_in[] = {
    {0x000, 16, "opcode", "Always 0x717."},
    {0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."},
    {0x030, 16, "op_mod", "Modifier of the command."},
    {0x080, 2560, "xrq_context", "Context.", xrqc, std::size(xrqc)},
};

inline constexpr described_field create_xrq_out[] = {
    {0x000, 8, "status", "0 if the command was executed."},
    {0x020, 32, "syndrome", "The reason of the firmware if it was not."},
    {0x048, 24, "xrqn", "Number of the XRQ."},
};

inline constexpr described_field query_xrq_in[] = {
    {0x000, 16, "opcode", "Always 0x719."},
    {0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."},
    {0x030, 16, "op_mod", "Modifier of the command."},
    {0x048, 24, "xrqn", "The XRQ."},
};

inline constexpr described_field query_xrq_out[] = {
    {0x000, 8, "status", "0 if the command was executed."},
    {0x020, 32, "syndrome", "The reason of the firmware if it was not."},
    {0x080, 2560, "xrq_context", "Context.", xrqc, std::size(xrqc)},
};

inline constexpr described_field arm_xrq_in[] = {
    {0x000, 16, "opcode", "Always 0x71a."},
    {0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."},
    {0x030, 16, "op_mod", "Modifier of the command."},
    {0x048, 24, "xrqn", "The XRQ."},
    {0x070, 16, "lwm", "Number of WQEs below which an event is raised."},
};

inline constexpr described_field arm_xrq_out[] = {
    {0x000, 8, "status", "0 if the command was executed."},
    {0x020, 32, "syndrome", "The reason of the firmware if it was not."},
};

inline constexpr described_field query_hca_vport_context_in[] = {
    {0x000, 16, "opcode", "Always 0x762."},
    {0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."},
    {0x030, 16, "op_mod", "Modifier of the command."},
    {0x04c, 4, "port_num", "The port, or 0 on devices with one."},
};

inline constexpr described_field query_hca_vport_context_out[] = {
    {0x000, 8, "status", "0 if the command was executed."},
    {0x020, 32, "syndrome", "The reason of the firmware if it was not."},
    {0x080, 4096, "hca_vport_context", "State.", hca_vport_context, std::size(hca_vport_context)},
};

inline constexpr described_field alloc_transport_domain_in[] = {
    {0x000, 16, "opcode", "Always 0x816."},
    {0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."},
    {0x030, 16, "op_mod", "Modifier of the command."},
};

inline constexpr described_field alloc_transport_domain_out[] = {
    {0x000, 8, "status", "0 if the command was executed."},
    {0x020, 32, "syndrome", "The reason of the firmware if it was not."},
    {0x048, 24, "transport_domain", "Number of the domain."},
};

inline constexpr described_field query_lag_in[] = {
    {0x000, 16, "opcode", "Always 0x842."},
    {0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."},
    {0x030, 16, "op_mod", "Modifier of the command."},
};

inline constexpr described_field query_lag_out[] = {
    {0x000, 8, "status", "0 if the command was executed."},
    {0x020, 32, "syndrome", "The reason of the firmware if it was not."},
    {0x040, 64, "ctx", "State.", lagc, std::size(lagc)},
};

inline constexpr described_field modify_sq_in[] = {
    {0x000, 16, "opcode", "Always 0x905."},
    {0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."},
    {0x030, 16, "op_mod", "Modifier of the command."},
    {0x048, 24, "sqn", "The send queue."},
    {0x080, 64, "modify_bitmask", "Fields of the context that are given, a bit each."},
    {0x100, 1920, "ctx", "Context.", sqc, std::size(sqc)},
};

inline constexpr described_field modify_sq_out[] = {
    {0x000, 8, "status", "0 if the command was executed."},
    {0x020, 32, "syndrome", "The reason of the firmware if it was not."},
};

inline constexpr described_field create_rmp_in[] = {
    {0x000, 16, "opcode", "Always 0x90c."},
    {0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."},
    {0x030, 16, "op_mod", "Modifier of the command."},
    {0x100, 1920, "ctx", "Context.", rmpc, std::size(rmpc)},
};

inline constexpr described_field create_rmp_out[] = {
    {0x000, 8, "status", "0 if the command was executed."},
    {0x020, 32, "syndrome", "The reason of the firmware if it was not."},
    {0x048, 24, "rmpn", "Number of the pool."},
};

inline constexpr described_field create_tis_in[] = {
    {0x000, 16, "opcode", "Always 0x912."},
    {0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."},
    {0x030, 16, "op_mod", "Modifier of the command."},
    {0x100, 1280, "ctx", "Context.", tisc, std::size(tisc)},
};

inline constexpr described_field create_tis_out[] = {
    {0x000, 8, "status", "0 if the command was executed."},
    {0x020, 32, "syndrome", "The reason of the firmware if it was not."},
    {0x048, 24, "tisn", "Number of the TIS."},
};

inline constexpr described_field modify_tis_in[] = {
    {0x000, 16, "opcode", "Always 0x913."},
    {0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."},
    {0x030, 16, "op_mod", "Modifier of the command."},
    {0x048, 24, "tisn", "The TIS."},
    {0x080, 64, "bitmask", "Fields of the context that are given.", modify_tis_bitmask,
     std::size(modify_tis_bitmask)},
    {0x100, 1280, "ctx", "Context.", tisc, std::size(tisc)},
};

inline constexpr described_field modify_tis_out[] = {
    {0x000, 8, "status", "0 if the command was executed."},
    {0x020, 32, "syndrome", "The reason of the firmware if it was not."},
};

inline constexpr described_field query_tis_in[] = {
    {0x000, 16, "opcode", "Always 0x915."},
    {0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."},
    {0x030, 16, "op_mod", "Modifier of the command."},
    {0x048, 24, "tisn", "The TIS."},
};

inline constexpr described_field query_tis_out[] = {
    {0x000, 8, "status", "0 if the command was executed."},
    {0x020, 32, "syndrome", "The reason of the firmware if it was not."},
    {0x080, 1280, "tis_context", "Context.", tisc, std::size(tisc)},
};

inline constexpr described_field alloc_flow_counter_in[] = {
    {0x000, 16, "opcode", "Always 0x939."},
    {0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."},
    {0x030, 16, "op_mod", "Modifier of the command."},
    {0x078, 8, "flow_counter_bulk",
     "Numbers of counters that may be made at once, a bit each, or 0 for one."},
};

inline constexpr described_field alloc_flow_counter_out[] = {
    {0x000, 8, "status", "0 if the command was executed."},
    {0x020, 32, "syndrome", "The reason of the firmware if it was not."},
    {0x040, 32, "flow_counter_id", "Number of the counter."},
};

inline constexpr described_field query_flow_counter_in[] = {
    {0x000, 16, "opcode", "Always 0x93b."},
    {0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."},
    {0x030, 16, "op_mod", "Modifier of the command."},
    {0x0c0, 1, "clear", "1 if the counters are then set to 0."},
    {0x0c1, 1, "dump_to_memory", "1 if the values go to memory, not into the answer."},
    {0x0d0, 16, "num_of_counters", "Number of counters."},
    {0x0e0, 32, "flow_counter_id", "The first counter."},
};

inline constexpr described_field query_flow_counter_out[] = {
    {0x000, 8, "status", "0 if the command was executed."},
    {0x020, 32, "syndrome", "The reason of the firmware if it was not."},
    {0x080, 0, "flow_statistics", "Values of the counters, each a traffic_counter."},
};

inline constexpr described_field create_general_object_in[] = {
    {0x000, 16, "opcode", "Always 0xa00."},
    {0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."},
    {0x030, 16, "op_mod", "Modifier of the command."},
};

inline constexpr described_field create_general_object_out[] = {
    {0x000, 8, "status", "0 if the command was executed."},
    {0x020, 32, "syndrome", "The reason of the firmware if it was not."},
};

inline constexpr described_field modify_general_object_in[] = {
    {0x000, 16, "opcode", "Always 0xa01."},
    {0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."},
    {0x030, 16, "op_mod", "Modifier of the command."},
};

inline constexpr described_field modify_general_object_out[] = {
    {0x000, 8, "status", "0 if the command was executed."},
    {0x020, 32, "syndrome", "The reason of the firmware if it was not."},
};

inline constexpr described_field query_general_object_in[] = {
    {0x000, 16, "opcode", "Always 0xa02."},
    {0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."},
    {0x030, 16, "op_mod", "Modifier of the command."},
};

inline constexpr described_field query_general_object_out[] = {
    {0x000, 8, "status", "0 if the command was executed."},
    {0x020, 32, "syndrome", "The reason of the firmware if it was not."},
};

}  // namespace described

#pragma GCC visibility pop

/// All of them, by their numbers.
inline constexpr described_command described_commands[] = {
    {0x100, "QUERY_HCA_CAP", "Queries the capabilities of the device, one group at a time.",
     described::query_hca_cap_in, described::query_hca_cap_out},
    {0x200, "CREATE_MKEY", "Makes a memory key.", described::create_mkey_in,
     described::create_mkey_out},
    {0x400, "CREATE_CQ", "Makes a completion queue.", described::create_cq_in,
     described::create_cq_out},
    {0x403, "MODIFY_CQ", "Changes a completion queue, or moves it to another ring.",
     described::modify_cq_in, described::modify_cq_out},
    {0x500, "CREATE_QP", "Makes a queue pair.", described::create_qp_in, described::create_qp_out},
    {0x502, "RST2INIT_QP", "Changes a queue pair from RESET to INIT.", described::rst2init_qp_in,
     described::rst2init_qp_out},
    {0x503, "INIT2RTR_QP", "Changes a queue pair from INIT to RTR, with the path to its peer.",
     described::init2rtr_qp_in, described::init2rtr_qp_out},
    {0x504, "RTR2RTS_QP", "Changes a queue pair from RTR to RTS.", described::rtr2rts_qp_in,
     described::rtr2rts_qp_out},
    {0x505, "RTS2RTS_QP", "Changes attributes of a queue pair in RTS.", described::rts2rts_qp_in,
     described::rts2rts_qp_out},
    {0x507, "2ERR_QP", "Changes a queue pair to the error state.", described::qp_2err_in,
     described::qp_2err_out},
    {0x50a, "2RST_QP", "Changes a queue pair to RESET.", described::qp_2rst_in,
     described::qp_2rst_out},
    {0x50b, "QUERY_QP", "Queries a queue pair.", described::query_qp_in, described::query_qp_out},
    {0x50e, "INIT2INIT_QP", "Changes attributes of a queue pair in INIT.",
     described::init2init_qp_in, described::init2init_qp_out},
    {0x600, "CREATE_PSV", "Makes protection signature values (PSVs).", described::create_psv_in,
     described::create_psv_out},
    {0x710, "CREATE_DCT", "Makes a DCT, the end of DC that receives.", described::create_dct_in,
     described::create_dct_out},
    {0x713, "QUERY_DCT", "Queries a DCT.", described::query_dct_in, described::query_dct_out},
    {0x717, "CREATE_XRQ", "Makes an XRQ.", described::create_xrq_in, described::create_xrq_out},
    {0x719, "QUERY_XRQ", "Queries an XRQ.", described::query_xrq_in, described::query_xrq_out},
    {0x71a, "ARM_XRQ", "Asks for an event when few receives are left.", described::arm_xrq_in,
     described::arm_xrq_out},
    {0x762, "QUERY_HCA_VPORT_CONTEXT", "Queries the state of a port on InfiniBand.",
     described::query_hca_vport_context_in, described::query_hca_vport_context_out},
    {0x816, "ALLOC_TRANSPORT_DOMAIN", "Makes a transport domain.",
     described::alloc_transport_domain_in, described::alloc_transport_domain_out},
    {0x842, "QUERY_LAG", "Queries the aggregation of ports.", described::query_lag_in,
     described::query_lag_out},
    {0x905, "MODIFY_SQ", "Changes a send queue of raw packets.", described::modify_sq_in,
     described::modify_sq_out},
    {0x90c, "CREATE_RMP",
     "Makes a receive memory pool (RMP), from which several queue pairs take receives.",
     described::create_rmp_in, described::create_rmp_out},
    {0x912, "CREATE_TIS", "Makes a transport interface for sends (TIS).", described::create_tis_in,
     described::create_tis_out},
    {0x913, "MODIFY_TIS", "Changes a TIS.", described::modify_tis_in, described::modify_tis_out},
    {0x915, "QUERY_TIS", "Queries a TIS.", described::query_tis_in, described::query_tis_out},
    {0x939, "ALLOC_FLOW_COUNTER", "Makes a flow counter.", described::alloc_flow_counter_in,
     described::alloc_flow_counter_out},
    {0x93b, "QUERY_FLOW_COUNTER", "Reads flow counters.", described::query_flow_counter_in,
     described::query_flow_counter_out},
    {0xa00, "CREATE_GENERAL_OBJECT",
     "Makes a general object, such as an encryption key or a reserved queue pair number.",
     described::create_general_object_in, described::create_general_object_out},
    {0xa01, "MODIFY_GENERAL_OBJECT", "Changes a general object.",
     described::modify_general_object_in, described::modify_general_object_out},
    {0xa02, "QUERY_GENERAL_OBJECT", "Queries a general object.", described::query_general_object_in,
     described::query_general_object_out},
};

}  // namespace verbatim::firmware
