# Generated from specs/commands/ by codegen. Do not edit: `meson compile -C build generate`.
"""The commands of the firmware by their numbers, and the structures inside of them."""
from verbatim.model import BitField as B, Command as C, Described as D

STRUCTURES = {
    "ads": D(
        44,
        (
            B(0x010, 16, "pkey_index", "Index into the port's table of partition keys."),
            B(0x028, 1, "grh", "1 if packets have a global route header; 0 on RoCE."),
            B(0x029, 7, "mlid", "The lowest bits of the own LID."), B(0x030, 16, "rlid", "LID of the peer."),
            B(0x040, 5, "ack_timeout", "Time until a packet is sent again, as in ibv_qp_attr."),
            B(0x048, 8, "src_addr_index", "Index into the port's table of GIDs."),
            B(0x058, 8, "hop_limit", "Hop limit of the global route header."),
            B(0x064, 8, "tclass", "Traffic class of the global route header."),
            B(0x06c, 20, "flow_label", "Flow label of the global route header."),
            B(0x080, 128, "rgid_rip", "GID of the peer, or its IP address."),
            B(0x10a, 6, "dscp", "DSCP of the IP header, on RoCE."),
            B(0x110, 16, "udp_sport", "UDP source port, on RoCE v2."),
            B(0x121, 3, "eth_prio", "Ethernet priority, on RoCE."),
            B(0x124, 4, "sl", "Service level, on InfiniBand."), B(0x128, 8, "vhca_port_num", "The port."),
            B(0x130, 16, "rmac_47_32", "The first two bytes of the peer's MAC address, on RoCE."),
            B(0x140, 32, "rmac_31_0", "The last four bytes of the peer's MAC address, on RoCE."),
        ),
        doc="The path of a queue pair to its peer.",
    ),
    "atomic_caps": D(
        256,
        (
            B(
                0x040, 2, "atomic_req_8b_endianness_mode",
                "1 if results of 8 bytes are in the host's byte order.",
            ),
            B(
                0x046, 1, "supported_atomic_req_8b_endianness_mode_1",
                "1 if results of 8 bytes can be in the host's byte order.",
            ),
            B(
                0x090, 16, "atomic_operations",
                "Operations, a bit each; compare-and-swap, fetch-and-add, and both masked.",
            ),
            B(0x0b0, 16, "atomic_size_qp", "Sizes of operands, a bit for each power of two in bytes."),
            B(0x0d0, 16, "atomic_size_dc", "Sizes of operands on DC, likewise."),
        ),
        doc="The capabilities of atomic operations, group 3.",
    ),
    "av_qp_mapping": D(
        64, (B(0x060, 32, "qpn", "The queue pair."),),
        doc="An address vector that is mapped to a queue pair.",
    ),
    "cmd_hca_cap": D(
        256,
        (
            B(0x020, 1, "hca_cap_2", "1 if there is cmd_hca_cap_2."),
            B(0x06b, 5, "log_dma_mmo_max_size", "Longest copy of memory, as the exponent of a power of two."),
            B(0x088, 8, "log_max_qp_sz", "Most WQEs of a queue pair, as the exponent of a power of two."),
            B(0x09b, 5, "log_max_qp", "Most queue pairs, as the exponent of a power of two."),
            B(0x0ab, 5, "log_max_srq", "Most SRQs, as the exponent of a power of two."),
            B(0x0c8, 8, "log_max_cq_sz", "Most CQEs of a CQ, as the exponent of a power of two."),
            B(0x0db, 5, "log_max_cq", "Most CQs, as the exponent of a power of two."),
            B(0x0e8, 1, "relaxed_ordering_write", "1 if memory keys may be written in relaxed order."),
            B(0x0e9, 1, "relaxed_ordering_read", "1 if memory keys may be read in relaxed order."),
            B(0x0ea, 6, "log_max_mkey", "Most memory keys, as the exponent of a power of two."),
            B(0x0f7, 1, "repeated_mkey", "1 if memory keys may repeat their list."),
            B(0x100, 8, "max_indirection", "Most memory keys on top of each other."),
            B(0x108, 1, "fixed_buffer_size", "1 if there are lists of keys of the same size."),
            B(0x109, 7, "log_max_mrw_sz", "Longest memory of a key, as the exponent of a power of two."),
            B(
                0x112, 6, "log_max_bsf_list_size",
                "Most signatures of a key, as the exponent of a power of two.",
            ),
            B(
                0x11a, 6, "log_max_klm_list_size",
                "Most entries of a list of keys, as the exponent of a power of two.",
            ),
            B(0x122, 1, "qpc_extension", "1 if there is qpc_ext."),
            B(
                0x12a, 6, "log_max_ra_req_dc",
                "Most READs and atomics under way from a DCI, as the exponent of a power of two.",
            ),
            B(
                0x13a, 6, "log_max_ra_res_dc",
                "Most READs and atomics under way at a DCT from one DCI, as the exponent of a power of two.",
            ),
            B(0x147, 1, "sig_crc64_xp10", "1 if signatures have that CRC of 64 bits."),
            B(0x148, 1, "sig_crc32c", "1 if signatures have CRC32C."),
            B(
                0x14a, 6, "log_max_ra_req_qp",
                "Most READs and atomics under way as requester, as the exponent of a power of two.",
            ),
            B(0x151, 1, "rts2rts_qp_udp_sport", "1 if RTS2RTS_QP changes the UDP source port."),
            B(0x152, 1, "rts2rts_lag_tx_port_affinity", "1 if RTS2RTS_QP changes the port of a bond."),
            B(
                0x15a, 6, "log_max_ra_res_qp",
                "Most READs and atomics under way as responder, as the exponent of a power of two.",
            ),
            B(0x170, 16, "gid_table_size", "Entries of a port's table of GIDs, as a code."),
            B(0x190, 16, "pkey_table_size", "Entries of a port's table of partition keys, as a code."),
            B(0x1a6, 1, "nic_flow_table", "1 if the driver has flow tables of its own."),
            B(0x1b6, 2, "port_type", "0 if ports are InfiniBand, 1 if they are Ethernet."),
            B(0x1b8, 8, "num_ports", "Number of ports."),
            B(0x1c3, 5, "log_max_msg", "Longest message, as the exponent of a power of two."),
            B(0x1f0, 1, "sig_block_4048", "1 if signatures are of blocks of 4048 bytes."),
            B(0x1fc, 4, "cqe_version", "1 if CQEs carry a user_index."),
            B(0x200, 1, "compact_address_vector", "1 if address vectors of 16 bytes are taken."),
            B(0x20a, 2, "umr_fence", "Fence that a change of a key needs."),
            B(0x20f, 1, "drain_sigerr", "1 if sending can stop at an error of a signature."),
            B(0x212, 1, "sigerr_cqe", "1 if errors of signatures are CQEs."),
            B(0x215, 1, "sctr_data_cqe", "1 if CQEs take short payloads."),
            B(0x217, 1, "sho", "1 if there are signatures of blocks."),
            B(0x21a, 1, "dct", "1 if there are DCIs and DCTs."), B(0x21b, 1, "qos", "1 if there is qos_cap."),
            B(0x21e, 1, "atomic", "1 if there are atomics."),
            B(0x220, 1, "cq_oi", "1 if a CQ can ignore overruns."),
            B(0x221, 1, "cq_resize", "1 if a CQ can move to another ring."),
            B(0x222, 1, "cq_moderation", "1 if a CQ can delay events."),
            B(0x227, 1, "pg", "1 if there is on-demand paging."),
            B(0x22c, 1, "cd", "1 if queues can wait for each other."),
            B(0x23e, 1, "uc", "1 if there are UC queue pairs."),
            B(0x23f, 1, "rc", "1 if there are RC queue pairs."),
            B(0x240, 1, "uar_4k", "1 if pages of registers have 4 KiB."),
            B(0x260, 1, "bf", "1 if registers take WQEs (BlueFlame)."),
            B(0x26b, 5, "log_bf_reg_size", "Size of such a register, as the exponent of a power of two."),
            B(0x276, 2, "lag_dct", "Not 0 if there are DCTs on a bond."),
            B(0x278, 1, "lag_tx_port_affinity", "1 if queue pairs choose a port of a bond."),
            B(0x27b, 1, "lag_master", "1 if the device is the first of a bond."),
            B(0x27c, 4, "num_lag_ports", "Number of ports of a bond."),
            B(0x290, 16, "max_wqe_sz_sq", "Longest send WQE in bytes."),
            B(0x2b0, 16, "max_wqe_sz_rq", "Longest receive WQE in bytes."),
            B(
                0x323, 5, "log_max_transport_domain",
                "Most transport domains, as the exponent of a power of two.",
            ),
            B(0x360, 1, "modify_tis", "1 if programs may change TISs by DevX."),
            B(0x37b, 5, "log_max_tis", "Most TISs, as the exponent of a power of two."),
            B(0x383, 5, "log_max_rmp", "Most RMPs, as the exponent of a power of two."),
            B(
                0x3f1, 1, "aes_xts_single_block_le_tweak",
                "1 if AES-XTS takes little-endian tweaks for single blocks.",
            ),
            B(
                0x3f2, 1, "aes_xts_multi_block_be_tweak",
                "1 if AES-XTS takes big-endian tweaks for several blocks.",
            ),
            B(0x400, 64, "general_obj_types", "Types of general objects, a bit each."),
            B(0x468, 1, "aes_xts", "1 if memory can be encrypted by AES-XTS."),
            B(0x469, 1, "crypto", "1 if memory can be encrypted."),
            B(
                0x480, 1, "sigerr_domain_and_sig_type",
                "1 if a sigerr_cqe has the domain and the type of the signature.",
            ),
            B(0x5b0, 1, "enhanced_cqe_compression", "1 if there is the enhanced layout of compressed CQEs."),
            B(0x5b9, 1, "mini_cqe_resp_l3_l4_tag", "1 if mini CQEs of receives may have header types."),
            B(0x5ba, 1, "mini_cqe_resp_flow_tag", "1 if mini CQEs of receives may have flow tags."),
            B(
                0x5bb, 1, "enhanced_cqe_compression_5bb",
                "1 if there is the enhanced layout of compressed CQEs.",
            ),
            B(
                0x5bc, 1, "mini_cqe_resp_stride_index",
                "1 if mini CQEs of receives may have a checksum and an index.",
            ),
            B(0x5be, 1, "cqe_compression_128b", "1 if CQEs of 128 bytes can be compressed."),
            B(0x5bf, 1, "cqe_compression", "1 if CQEs can be compressed."),
            B(0x5d0, 16, "cqe_compression_max_num", "Most CQEs that are compressed together."),
            B(0x5f0, 1, "tag_matching", "1 if there is tag matching."),
            B(
                0x5f3, 5, "log_tag_matching_list_sz",
                "Most tags of an XRQ, as the exponent of a power of two.",
            ),
            B(0x5fb, 5, "log_max_xrq", "Most XRQs, as the exponent of a power of two."),
            B(0x748, 1, "dma_mmo_qp", "1 if queue pairs can copy memory."),
        ),
        doc="The general capabilities, group 0.",
    ),
    "cmd_hca_cap_2": D(
        256,
        (
            B(
                0x093, 5, "log_reserved_qpn_granularity",
                "Fewest queue pair numbers that are reserved at once, as the exponent of a power of two.",
            ),
        ),
        doc="More general capabilities, group 0x20.",
    ),
    "cqc": D(
        64,
        (
            B(0x006, 1, "dbr_umem_valid", "1 if dbr_umem_id is used."),
            B(0x008, 3, "cqe_sz", "Size of a CQE, 0 for 64 bytes and 1 for 128."),
            B(0x00e, 1, "oi", "1 if an overrun is ignored."),
            B(0x011, 1, "cqe_comp_en", "1 if CQEs are compressed."),
            B(0x012, 2, "mini_cqe_res_format", "Lower bits of the format of mini CQEs of receives."),
            B(
                0x01e, 2, "cqe_compression_layout",
                "Layout of compressed CQEs, 0 for basic and 1 for enhanced.",
            ),
            B(0x020, 32, "dbr_umem_id", "User memory of the doorbell record."),
            B(0x05c, 2, "mini_cqe_res_format_ext", "Upper bits of the format of mini CQEs of receives."),
            B(0x063, 5, "log_cq_size", "Number of CQEs, as the exponent of a power of two."),
            B(0x068, 24, "uar_page", "Page of doorbell registers."),
            B(0x084, 12, "cq_period", "Microseconds after which an event is raised."),
            B(0x090, 16, "cq_max_count", "Number of CQEs after which an event is raised."),
            B(0x0a0, 32, "c_eqn_or_apu_element", "Event queue."),
            B(0x1c0, 64, "dbr_addr", "Address of the doorbell record, or its offset in dbr_umem_id."),
        ),
        doc="The context of a completion queue.",
    ),
    "create_av_qp_mapping_in": D(
        80,
        (
            B(0x000, 128, "hdr", "Beginning of the command.", of="general_obj_in_cmd_hdr"),
            B(0x080, 512, "mapping", "The mapping.", of="av_qp_mapping"),
        ),
        doc="The command that maps an address vector to a queue pair.",
    ),
    "create_crypto_login_obj_in": D(
        272,
        (
            B(0x000, 128, "hdr", "Beginning of the command.", of="general_obj_in_cmd_hdr"),
            B(0x080, 2048, "login_obj", "The session.", of="crypto_login_obj"),
        ),
        doc="The command that opens a login session.",
    ),
    "create_encryption_key_obj_in": D(
        272,
        (
            B(0x000, 128, "hdr", "Beginning of the command.", of="general_obj_in_cmd_hdr"),
            B(0x080, 2048, "key_obj", "The key.", of="encryption_key_obj"),
        ),
        doc="The command that makes a data encryption key.",
    ),
    "create_sched_elem_in": D(
        144,
        (
            B(0x000, 128, "hdr", "Beginning of the command.", of="general_obj_in_cmd_hdr"),
            B(0x080, 1024, "sched_elem", "The element.", of="sched_elem"),
        ),
        doc="The command that makes or changes a scheduling element.",
    ),
    "crypto_caps": D(
        256,
        (
            B(0x000, 1, "wrapped_crypto_operational", "1 if keys have to be wrapped."),
            B(
                0x018, 8, "wrapped_import_method",
                "Kinds of keys that have to be wrapped, a bit each; 4 for AES-XTS.",
            ),
            B(0x02b, 5, "log_max_num_deks", "Most encryption keys, as the exponent of a power of two."),
            B(
                0x033, 5, "log_max_num_import_keks",
                "Most keys that wrap others, as the exponent of a power of two.",
            ),
            B(0x03b, 5, "log_max_num_creds", "Most credentials, as the exponent of a power of two."),
            B(0x050, 8, "num_nv_import_keks", "Number of such keys that the device keeps."),
            B(0x058, 8, "num_nv_credentials", "Number of credentials that the device keeps."),
        ),
        doc="The capabilities of encryption, group 0x1a.",
    ),
    "crypto_login_obj": D(
        256, (B(0x200, 384, "credential", "The wrapped credential."),),
        doc="A login session, in which wrapped keys are taken.",
    ),
    "dctc": D(
        64,
        (
            B(0x004, 4, "state", "State, 0 for active, 1 for draining and 2 for drained."),
            B(0x028, 24, "user_index", "Number that CQEs carry in place of the DCT's."),
            B(0x048, 24, "cqn", "CQ of all received messages."),
            B(0x068, 4, "atomic_mode", "Widest atomics that a peer may request."),
            B(0x06c, 1, "rre", "1 if peers may READ."), B(0x06d, 1, "rwe", "1 if peers may WRITE."),
            B(0x06e, 1, "rae", "1 if peers may use atomics."),
            B(0x088, 8, "cs_res", "Payload that the CQE of a receive takes, 2 for 64 bytes and 0 for none."),
            B(
                0x093, 5, "min_rnr_nak",
                "Time that a peer waits when this side is not ready, as in ibv_qp_attr.",
            ),
            B(0x0a8, 24, "srqn_xrqn", "Number of the shared receive queue."),
            B(0x0c8, 24, "pd", "Protection domain."),
            B(0x0e0, 8, "tclass", "Traffic class of the global route header of answers."),
            B(0x0ec, 20, "flow_label", "Flow label of the global route header of answers."),
            B(0x100, 64, "dc_access_key", "Key that requests must carry."),
            B(0x145, 3, "mtu", "Path MTU, as in ibv_mtu."), B(0x148, 8, "port", "The port."),
            B(0x150, 16, "pkey_index", "Index into the port's table of partition keys."),
            B(0x168, 8, "my_addr_index", "Index into the port's table of GIDs."),
            B(0x178, 8, "hop_limit", "Hop limit of the global route header of answers."),
        ),
        doc="The context of a DCT, the end of DC that receives.",
    ),
    "device_mem_cap": D(
        256, (B(0x000, 1, "memic", "1 if programs may allocate memory of the device."),),
        doc="The capabilities of the device's own memory, group 15.",
    ),
    "encryption_key_obj": D(
        256,
        (
            B(0x054, 4, "key_size", "Size of the key, 0 for 128 bits, 1 for 256."),
            B(0x058, 1, "has_keytag", "1 if the key ends with a tag."),
            B(0x05c, 4, "key_purpose", "Use of the key, 3 for AES-XTS."),
            B(0x068, 24, "pd", "Protection domain."),
            B(0x180, 64, "opaque", "Number that the program chooses."),
            B(0x200, 1024, "key", "The two keys of AES-XTS, and their tag or what wraps them."),
        ),
        doc="A data encryption key (DEK).",
    ),
    "flow_table_nic_cap": D(
        4096,
        (
            B(0x020, 1, "encap_general_header", "1 if an outer header may be any bytes."),
            B(
                0x02b, 5, "log_max_packet_reformat_context",
                "Most outer headers, as the exponent of a power of two.",
            ),
            B(0x036, 10, "max_encap_header_size", "Longest outer header in bytes."),
            B(
                0x200, 512, "flow_table_properties_nic_receive", "Tables for frames that arrive.",
                of="flow_table_prop_layout",
            ),
            B(
                0x800, 512, "flow_table_properties_nic_transmit", "Tables for frames that leave.",
                of="flow_table_prop_layout",
            ),
        ),
        doc="The capabilities of the driver's own flow tables, group 7.",
    ),
    "flow_table_prop_layout": D(
        64,
        (
            B(0x000, 1, "ft_support", "1 if there are such tables."),
            B(0x001, 1, "flow_tag", "1 if flows write their tag into CQEs."),
            B(0x002, 1, "flow_counter", "1 if flows count."),
            B(0x007, 1, "reformat", "1 if flows put an outer header in front of a frame."),
            B(0x008, 1, "decap", "1 if flows remove an outer header."),
        ),
        doc="The capabilities of one kind of flow table.",
    ),
    "fte_match_param": D(
        512, (B(0x000, 512, "outer_headers", "The outer headers.", of="fte_match_set_lyr_2_4"),),
        doc="The fields of a frame that a flow has, or a mask of them.",
    ),
    "fte_match_set_lyr_2_4": D(
        64,
        (
            B(0x000, 32, "smac_47_16", "Highest 32 bits of the source MAC."),
            B(0x020, 16, "smac_15_0", "Lowest 16 bits of the source MAC."),
            B(0x030, 16, "ethertype", "EtherType."),
            B(0x040, 32, "dmac_47_16", "Highest 32 bits of the destination MAC."),
            B(0x060, 16, "dmac_15_0", "Lowest 16 bits of the destination MAC."),
            B(0x080, 8, "ip_protocol", "Protocol above IP."), B(0x088, 6, "ip_dscp", "DSCP."),
            B(0x08e, 2, "ip_ecn", "ECN."), B(0x093, 4, "ip_version", "Version of IP."),
            B(0x0a0, 16, "tcp_sport", "Source port of TCP."),
            B(0x0b0, 16, "tcp_dport", "Destination port of TCP."),
            B(0x0d8, 8, "ttl_hoplimit", "TTL of IPv4, or hop limit of IPv6."),
            B(0x0e0, 16, "udp_sport", "Source port of UDP."),
            B(0x0f0, 16, "udp_dport", "Destination port of UDP."),
            B(0x100, 128, "src_ipv4_src_ipv6", "Source address, whose last 4 bytes are that of IPv4."),
            B(0x180, 128, "dst_ipv4_dst_ipv6", "Destination address, whose last 4 bytes are that of IPv4."),
        ),
        doc="The headers of Ethernet, IP, TCP and UDP that a flow has, or a mask of them.",
    ),
    "general_obj_in_cmd_hdr": D(
        16,
        (
            B(0x000, 16, "opcode", "The command."), B(0x030, 16, "obj_type", "Type of the object."),
            B(0x040, 32, "obj_id", "The object."),
            B(0x063, 5, "log_obj_range", "Number of objects, as the exponent of a power of two."),
        ),
        doc="The beginning of a command about a general object.",
    ),
    "general_obj_out_cmd_hdr": D(
        16,
        (
            B(0x000, 8, "status", "0 if the command was executed."),
            B(0x020, 32, "syndrome", "The firmware's reason if the command was not executed."),
            B(0x040, 32, "obj_id", "The object."),
        ),
        doc="The answer to a command about a general object.",
    ),
    "hca_vport_context": D(
        512,
        (
            B(0x110, 4, "port_physical_state", "Physical state, 5 for a link that is up."),
            B(0x118, 4, "port_state", "State of the port, 4 for active."),
            B(0x11c, 4, "vport_state", "State of the virtual port, likewise."),
            B(0x140, 64, "system_image_guid", "GUID of the system."),
            B(0x180, 64, "port_guid", "GUID of the port."), B(0x1c0, 64, "node_guid", "GUID of the device."),
            B(0x300, 16, "lid", "LID of the port."),
        ),
        doc="The state of a port on InfiniBand.",
    ),
    "lagc": D(
        8,
        (
            B(0x01d, 3, "lag_state", "0 if the ports are no bond."),
            B(0x02c, 4, "active_port", "Ports that are up, a bit each."),
            B(0x034, 4, "tx_remap_affinity_2", "Port that carries the traffic of port 2."),
            B(0x03c, 4, "tx_remap_affinity_1", "Port that carries the traffic of port 1."),
        ),
        doc="The state of a bond of ports.",
    ),
    "mbox_in": D(
        16,
        (
            B(0x000, 16, "opcode", "The command."),
            B(0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."),
            B(0x030, 16, "op_mod", "Modifier of the command."),
        ),
        doc="The beginning of every command.",
    ),
    "mbox_out": D(
        16,
        (
            B(0x000, 8, "status", "0 if the command was executed."),
            B(0x020, 32, "syndrome", "The firmware's reason if the command was not executed."),
        ),
        doc="The beginning of every answer.",
    ),
    "mkc": D(
        64,
        (
            B(0x001, 1, "free", "1 if WQEs give the key its memory."),
            B(0x003, 3, "access_mode_4_2", "Upper bits of the kind of memory."),
            B(0x010, 1, "umr_en", "1 if WQEs may change the key."),
            B(0x011, 1, "a", "1 if the peer may use atomics."), B(0x012, 1, "rw", "1 if the peer may WRITE."),
            B(0x013, 1, "rr", "1 if the peer may READ."), B(0x014, 1, "lw", "1 if the device may write."),
            B(0x015, 1, "lr", "1 if the device may read."),
            B(
                0x016, 2, "access_mode_1_0",
                (
                    "Lower bits of the kind of memory, 1 for pages, 2 for a list of keys, 3 for keys of the"
                    " same size."),
            ),
            B(0x020, 24, "qpn", "The only queue pair that may use the key; all ones for any."),
            B(0x038, 8, "mkey_7_0", "Lowest byte of the key."),
            B(0x060, 1, "length64", "1 if the memory has 2^64 bytes."),
            B(0x061, 1, "bsf_en", "1 if the key has signatures."),
            B(0x067, 1, "en_rinval", "1 if a peer may invalidate the key."),
            B(0x068, 24, "pd", "Protection domain."), B(0x080, 64, "start_addr", "First address."),
            B(0x0c0, 64, "len", "Length in bytes."),
            B(0x100, 32, "bsf_octword_size", "Room for signatures, in units of 16 bytes."),
            B(0x1a0, 32, "translations_octword_size", "Room for translations, in units of 16 bytes."),
            B(
                0x1db, 5, "log_entity_size",
                "Size of a page or of a key's memory, as the exponent of a power of two.",
            ),
            B(0x1e3, 2, "crypto_en", "1 if the memory is encrypted."),
        ),
        doc="The context of a memory key.",
    ),
    "modify_tis_bitmask": D(
        8, (B(0x03d, 1, "lag_tx_port_affinity", "1 for lag_tx_port_affinity."),),
        doc="The fields of a TIS that a command changes.",
    ),
    "odp_cap": D(
        256,
        (
            B(0x080, 32, "rc_odp_caps", "Operations of RC.", of="odp_per_transport_service_cap"),
            B(0x0c0, 32, "ud_odp_caps", "Operations of UD.", of="odp_per_transport_service_cap"),
            B(0x0e0, 32, "xrc_odp_caps", "Operations of XRC.", of="odp_per_transport_service_cap"),
            B(0x100, 32, "dc_odp_caps", "Operations of DC.", of="odp_per_transport_service_cap"),
        ),
        doc="The capabilities of on-demand paging, group 2.",
    ),
    "odp_per_transport_service_cap": D(
        4,
        (
            B(0x000, 1, "send", "1 for sends."), B(0x001, 1, "receive", "1 for receives."),
            B(0x002, 1, "write", "1 for WRITEs."), B(0x003, 1, "read", "1 for READs."),
            B(0x004, 1, "atomic", "1 for atomics."), B(0x005, 1, "srq_receive", "1 for receives of an SRQ."),
        ),
        doc="The operations of a transport for which pages need not be present.",
    ),
    "qos_cap": D(
        256,
        (
            B(0x000, 1, "packet_pacing", "1 if send queues may have a rate."),
            B(0x008, 1, "nic_sq_scheduling", "1 if the scheduler takes send queues of raw packets."),
            B(0x009, 1, "nic_bw_share", "1 if its elements have shares of the bandwidth."),
            B(0x00a, 1, "nic_rate_limit", "1 if its elements have limits of the bandwidth."),
            B(0x00b, 1, "packet_pacing_uid", "1 if programs may make rates by DevX."),
            B(0x021, 1, "nic_qp_scheduling", "1 if the scheduler takes queue pairs."),
            B(0x040, 32, "packet_pacing_max_rate", "Highest rate in kbit/s."),
            B(0x060, 32, "packet_pacing_min_rate", "Lowest rate in kbit/s."),
            B(0x090, 16, "packet_pacing_rate_table_size", "Most rates at once."),
            B(0x100, 16, "nic_element_type", "Types of elements, a bit each."),
            B(0x110, 16, "nic_tsar_type", "Types of nodes, a bit each."),
        ),
        doc="The capabilities of schedulers and of packet pacing, group 12.",
    ),
    "qpc": D(
        232,
        (
            B(0x000, 4, "state", "State, whose numbers 4 and 5 are swapped compared with libibverbs."),
            B(0x004, 4, "lag_tx_port_affinity", "Port of a bond that packets leave by, or 0."),
            B(0x008, 8, "st", "Service type, 0 for RC, 1 for UC and 5 for DCI."),
            B(0x013, 2, "pm_state", "State of path migration, 3 for migrated."),
            B(0x025, 1, "drain_sigerr", "1 if sending stops at an error of a signature."),
            B(0x028, 24, "pd", "Protection domain."), B(0x040, 3, "mtu", "Path MTU, as in ibv_mtu."),
            B(0x043, 5, "log_msg_max", "Longest message, as the exponent of a power of two."),
            B(0x049, 4, "log_rq_size", "Number of receive WQEs, as the exponent of a power of two."),
            B(
                0x04d, 3, "log_rq_stride",
                "Size of a receive WQE in units of 16 bytes, as the exponent of a power of two.",
            ),
            B(0x050, 1, "no_sq", "1 if there is no send queue."),
            B(0x051, 4, "log_sq_size", "Number of send WQEBBs, as the exponent of a power of two."),
            B(0x068, 24, "uar_page", "Page of doorbell registers."),
            B(0x088, 24, "user_index", "Number that CQEs carry in place of the queue pair's."),
            B(0x0a8, 24, "remote_qpn", "Queue pair of the peer."),
            B(0x0c0, 352, "primary_address_path", "Path to the peer.", of="ads"),
            B(
                0x380, 4, "log_ack_req_freq",
                (
                    "Number of packets after which an acknowledgement is asked for, as the exponent of a "
                    "power of two."),
            ),
            B(
                0x388, 3, "log_sra_max",
                "Most READs and atomics under way as requester, as the exponent of a power of two.",
            ),
            B(0x38d, 3, "retry_count", "Number of times a packet is sent again without an answer."),
            B(0x390, 3, "rnr_retry", "Number of times a packet is sent again while the peer is not ready."),
            B(0x3c8, 24, "next_send_psn", "Packet sequence number of the next packet sent."),
            B(
                0x3e3, 5, "log_num_dci_stream_channels",
                "Streams of a DCI, as the exponent of a power of two; 0 for none.",
            ),
            B(0x3e8, 24, "cqn_snd", "CQ of the send queue."),
            B(
                0x403, 5, "log_num_dci_errored_streams",
                "Streams whose failure is that of the DCI, as the exponent of a power of two.",
            ),
            B(
                0x488, 3, "log_rra_max",
                "Most READs and atomics under way as responder, as the exponent of a power of two.",
            ),
            B(0x48c, 4, "atomic_mode", "Widest atomics that the peer may request."),
            B(0x490, 1, "rre", "1 if the peer may READ."), B(0x491, 1, "rwe", "1 if the peer may WRITE."),
            B(0x492, 1, "rae", "1 if the peer may use atomics."),
            B(0x49d, 1, "cd_slave_receive", "1 if other queues enable the receive queue."),
            B(0x49e, 1, "cd_slave_send", "1 if other queues enable the send queue."),
            B(0x49f, 1, "cd_master", "1 if its WQEs wait for other queues and enable them."),
            B(
                0x4a3, 5, "min_rnr_nak",
                "Time that a peer waits when this side is not ready, as in ibv_qp_attr.",
            ),
            B(0x4a8, 24, "next_rcv_psn", "Packet sequence number of the next packet received."),
            B(0x4e8, 24, "cqn_rcv", "CQ of the receive queue."),
            B(0x500, 64, "dbr_addr", "Address of the doorbell record, or its offset in dbr_umem_id."),
            B(0x565, 3, "rq_type", "Kind of receive queue, 0 for its own, 1 for an SRQ, 3 for none."),
            B(0x568, 24, "srqn_rmpn_xrqn", "Number of the shared receive queue."),
            B(0x5a0, 16, "hw_sq_wqebb_counter", "WQEBB from which the device goes on."),
            B(0x630, 8, "cs_req", "Payload that the CQE of a send takes, a code in each half; 0 for none."),
            B(0x638, 8, "cs_res", "Payload that the CQE of a receive takes, as a code; 0 for none."),
            B(0x683, 1, "dbr_umem_valid", "1 if dbr_umem_id is used."),
            B(0x720, 32, "dbr_umem_id", "User memory of the doorbell record."),
        ),
        doc="The context of a queue pair.",
    ),
    "qpc_ext": D(
        192,
        (
            B(0x002, 1, "mmo", "1 if the queue pair may copy memory."),
            B(0x010, 16, "dci_stream_channel_id", "Stream that is restarted."),
            B(0x020, 32, "qos_queue_group_id_requester", "Leaf of the scheduler for requests, or 0."),
            B(0x040, 32, "qos_queue_group_id_responder", "Leaf of the scheduler for responses, or 0."),
        ),
        doc="The extension of a queue pair's context.",
    ),
    "query_encryption_key_obj_out": D(
        272,
        (
            B(0x000, 128, "hdr", "Beginning of the answer.", of="general_obj_out_cmd_hdr"),
            B(0x080, 2048, "obj", "The key, without its bytes.", of="encryption_key_obj"),
        ),
        doc="The answer to a query of a data encryption key.",
    ),
    "rmpc": D(
        240,
        (
            B(0x020, 1, "basic_cyclic_rcv_wqe", "1 if WQEs have no first segment."),
            B(0x180, 1536, "wq", "Ring.", of="wq"),
        ),
        doc="The context of a receive memory pool (RMP).",
    ),
    "sched_context": D(
        64,
        (
            B(
                0x000, 8, "element_type",
                "Type of the element, 0 for a node (TSAR), 4 for a leaf (queue group).",
            ),
            B(0x020, 32, "sched_elem_attr", "Attributes of a node.", of="sched_elem_attr_tsar"),
            B(0x040, 32, "parent_element_id", "Element above this one, or 0."),
            B(0x0a0, 32, "bw_share", "Share of the parent's bandwidth."),
            B(0x0c0, 32, "max_average_bw", "Limit of the bandwidth in Mbit/s, or 0 for none."),
        ),
        doc="The context of a scheduling element.",
    ),
    "sched_elem": D(
        128,
        (
            B(
                0x000, 64, "modify_field_select",
                "Fields of the context that are given, a bit each; 1 for bw_share, 2 for max_average_bw.",
            ),
            B(0x040, 8, "scheduling_hierarchy", "Scheduler, 3 for that of the NIC."),
            B(0x100, 512, "sched_context", "Context.", of="sched_context"),
        ),
        doc="A scheduling element, which is a node or a leaf of the scheduler.",
    ),
    "sched_elem_attr_tsar": D(
        4,
        (B(0x008, 8, "tsar_type", "The way in which it shares its bandwidth, 0 for weighted round robin."),),
        doc="The attributes of a node of the scheduler (TSAR).",
    ),
    "sqc": D(
        240, (B(0x110, 16, "qos_queue_group_id", "Leaf of the scheduler that the queue is on."),),
        doc="The context of a send queue of raw packets.",
    ),
    "tag_matching_topology_context": D(
        16,
        (
            B(
                0x000, 4, "log_matching_list_sz",
                "Length of the list of tags, as the exponent of a power of two.",
            ),
            B(0x010, 16, "append_next_index", "Entry of the list that the next append takes."),
            B(0x020, 16, "sw_phase_cnt", "Unexpected messages that the program has reported."),
            B(0x030, 16, "hw_phase_cnt", "Unexpected messages that the device has counted."),
        ),
        doc="The part of an XRQ's context for tags.",
    ),
    "tisc": D(
        160,
        (
            B(0x004, 4, "lag_tx_port_affinity", "Port of a bond that frames leave by, or 0."),
            B(0x128, 24, "transport_domain", "Transport domain."),
        ),
        doc="The context of a transport interface for sends (TIS).",
    ),
    "traffic_counter": D(
        16, (B(0x000, 64, "packets", "Number of frames."), B(0x040, 64, "octets", "Number of their bytes.")),
        doc="The value of a flow counter.",
    ),
    "wq": D(
        192,
        (
            B(0x000, 4, "wq_type", "Kind of ring, 0 for a linked list and 1 for a cyclic one."),
            B(0x004, 1, "wq_signature", "1 if WQEs have signatures."),
            B(0x030, 16, "lwm", "Number of WQEs below which an event is raised."),
            B(0x048, 24, "pd", "Protection domain."),
            B(0x080, 64, "dbr_addr", "Address of the doorbell record, or its offset in dbr_umem_id."),
            B(0x10c, 4, "log_wq_stride", "Size of a WQE, as the exponent of a power of two."),
            B(0x11b, 5, "log_wq_sz", "Number of WQEs, as the exponent of a power of two."),
            B(0x140, 32, "dbr_umem_id", "User memory of the doorbell record."),
            B(0x160, 32, "wq_umem_id", "User memory of the ring."),
            B(0x180, 64, "wq_umem_offset", "Offset of the ring in that memory."),
        ),
        doc="The ring of receives of an RMP or an XRQ.",
    ),
    "xrqc": D(
        320,
        (
            B(0x014, 4, "topology", "Kind of offload, 1 for tag matching."),
            B(0x01c, 4, "offload", "More kinds of offload, 1 for rendezvous."),
            B(0x028, 24, "user_index", "Number that CQEs carry."),
            B(0x048, 24, "cqn", "CQ of all received messages."),
            B(0x07f, 1, "dc", "1 if DC queue pairs receive from it."),
            B(
                0x100, 128, "tag_matching_topology_context", "The list of tags.",
                of="tag_matching_topology_context",
            ),
            B(0x400, 1536, "wq", "Ring.", of="wq"),
        ),
        doc="The context of an XRQ, a shared receive queue with offloads.",
    ),
}

COMMANDS = {
    0x100: C(
        0x100, "query_hca_cap", "QUERY_HCA_CAP",
        "Queries the capabilities of the device, one group at a time.",
        D(
            16,
            (
                B(0x000, 16, "opcode", "Always 0x100."),
                B(0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."),
                B(0x030, 16, "op_mod", "The group times 2, plus 1 for the values in force."),
            ),
        ),
        D(
            4112,
            (
                B(0x000, 8, "status", "0 if the command was executed."),
                B(0x020, 32, "syndrome", "The reason of the firmware if it was not."),
                B(0x080, 32768, "capability", "The capabilities, in the structure of the group."),
            ),
        ),
    ),
    0x200: C(
        0x200, "create_mkey", "CREATE_MKEY", "Makes a memory key.",
        D(
            272,
            (
                B(0x000, 16, "opcode", "Always 0x200."),
                B(0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."),
                B(0x030, 16, "op_mod", "Modifier of the command."),
                B(0x061, 1, "mkey_umem_valid", "1 if mkey_umem_id is used."),
                B(0x080, 512, "memory_key_mkey_entry", "Context.", of="mkc"),
                B(
                    0x300, 32, "translations_octword_actual_size",
                    "Length of klm_pas_mtt, in units of 16 bytes.",
                ),
                B(0x320, 32, "mkey_umem_id", "User memory of the key."),
                B(0x340, 64, "mkey_umem_offset", "Offset in that memory."),
                B(0x880, 0, "klm_pas_mtt", "List of keys or of pages."),
            ),
        ),
        D(
            16,
            (
                B(0x000, 8, "status", "0 if the command was executed."),
                B(0x020, 32, "syndrome", "The reason of the firmware if it was not."),
                B(0x048, 24, "mkey_index", "The key without its lowest byte."),
            ),
        ),
    ),
    0x400: C(
        0x400, "create_cq", "CREATE_CQ", "Makes a completion queue.",
        D(
            272,
            (
                B(0x000, 16, "opcode", "Always 0x400."),
                B(0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."),
                B(0x030, 16, "op_mod", "Modifier of the command."),
                B(0x080, 512, "cq_context", "Context.", of="cqc"),
                B(0x280, 64, "cq_umem_offset", "Offset of the ring in the user memory."),
                B(0x2c0, 32, "cq_umem_id", "User memory of the ring."),
                B(0x2e0, 1, "cq_umem_valid", "1 if cq_umem_id is used."),
            ),
        ),
        D(
            16,
            (
                B(0x000, 8, "status", "0 if the command was executed."),
                B(0x020, 32, "syndrome", "The reason of the firmware if it was not."),
                B(0x048, 24, "cqn", "Number of the completion queue."),
            ),
        ),
    ),
    0x403: C(
        0x403, "modify_cq", "MODIFY_CQ", "Changes a completion queue, or moves it to another ring.",
        D(
            272,
            (
                B(0x000, 16, "opcode", "Always 0x403."),
                B(0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."),
                B(0x030, 16, "op_mod", "0 to change fields, 1 to move the ring."),
                B(0x048, 24, "cqn", "The completion queue."),
                B(0x060, 32, "modify_field_select", "Fields that change, a bit each."),
                B(0x080, 512, "cq_context", "Context.", of="cqc"),
                B(0x280, 64, "cq_umem_offset", "Offset of the ring in the user memory."),
                B(0x2c0, 32, "cq_umem_id", "User memory of the ring."),
                B(0x2e0, 1, "cq_umem_valid", "1 if cq_umem_id is used."),
            ),
        ),
        D(
            16,
            (
                B(0x000, 8, "status", "0 if the command was executed."),
                B(0x020, 32, "syndrome", "The reason of the firmware if it was not."),
            ),
        ),
    ),
    0x500: C(
        0x500, "create_qp", "CREATE_QP", "Makes a queue pair.",
        D(
            272,
            (
                B(0x000, 16, "opcode", "Always 0x500."),
                B(0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."),
                B(0x030, 16, "op_mod", "Modifier of the command."),
                B(0x0c0, 1856, "qpc", "Context.", of="qpc"),
                B(0x800, 64, "wq_umem_offset", "Offset of the rings in the user memory."),
                B(0x840, 32, "wq_umem_id", "User memory of the rings."),
                B(0x860, 1, "wq_umem_valid", "1 if wq_umem_id is used."),
            ),
        ),
        D(
            16,
            (
                B(0x000, 8, "status", "0 if the command was executed."),
                B(0x020, 32, "syndrome", "The reason of the firmware if it was not."),
                B(0x048, 24, "qpn", "Number of the queue pair."),
            ),
        ),
    ),
    0x502: C(
        0x502, "rst2init_qp", "RST2INIT_QP", "Changes a queue pair from RESET to INIT.",
        D(
            272,
            (
                B(0x000, 16, "opcode", "Always 0x502."),
                B(0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."),
                B(0x030, 16, "op_mod", "Modifier of the command."), B(0x048, 24, "qpn", "The queue pair."),
                B(0x080, 32, "opt_param_mask", "Optional fields of the context that are given."),
                B(0x0c0, 1856, "qpc", "Context.", of="qpc"),
            ),
        ),
        D(
            16,
            (
                B(0x000, 8, "status", "0 if the command was executed."),
                B(0x020, 32, "syndrome", "The reason of the firmware if it was not."),
            ),
        ),
    ),
    0x503: C(
        0x503, "init2rtr_qp", "INIT2RTR_QP",
        "Changes a queue pair from INIT to RTR, with the path to its peer.",
        D(
            272,
            (
                B(0x000, 16, "opcode", "Always 0x503."),
                B(0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."),
                B(0x030, 16, "op_mod", "Modifier of the command."), B(0x048, 24, "qpn", "The queue pair."),
                B(0x080, 32, "opt_param_mask", "Optional fields of the context that are given."),
                B(0x0c0, 1856, "qpc", "Context.", of="qpc"),
            ),
        ),
        D(
            16,
            (
                B(0x000, 8, "status", "0 if the command was executed."),
                B(0x020, 32, "syndrome", "The reason of the firmware if it was not."),
            ),
        ),
    ),
    0x504: C(
        0x504, "rtr2rts_qp", "RTR2RTS_QP", "Changes a queue pair from RTR to RTS.",
        D(
            272,
            (
                B(0x000, 16, "opcode", "Always 0x504."),
                B(0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."),
                B(0x030, 16, "op_mod", "Modifier of the command."), B(0x048, 24, "qpn", "The queue pair."),
                B(0x080, 32, "opt_param_mask", "Optional fields of the context that are given."),
                B(0x0c0, 1856, "qpc", "Context.", of="qpc"),
            ),
        ),
        D(
            16,
            (
                B(0x000, 8, "status", "0 if the command was executed."),
                B(0x020, 32, "syndrome", "The reason of the firmware if it was not."),
            ),
        ),
    ),
    0x505: C(
        0x505, "rts2rts_qp", "RTS2RTS_QP", "Changes attributes of a queue pair in RTS.",
        D(
            464,
            (
                B(0x000, 16, "opcode", "Always 0x505."),
                B(0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."),
                B(0x030, 16, "op_mod", "Modifier of the command."),
                B(0x040, 1, "qpc_ext", "1 if qpc_data_ext is used."), B(0x048, 24, "qpn", "The queue pair."),
                B(0x080, 32, "opt_param_mask", "Optional fields of the context that are given."),
                B(0x0c0, 1856, "qpc", "Context.", of="qpc"),
                B(0x840, 64, "opt_param_mask_95_32", "More such fields."),
                B(0x880, 1536, "qpc_data_ext", "Extension of the context.", of="qpc_ext"),
            ),
        ),
        D(
            16,
            (
                B(0x000, 8, "status", "0 if the command was executed."),
                B(0x020, 32, "syndrome", "The reason of the firmware if it was not."),
            ),
        ),
    ),
    0x507: C(
        0x507, "qp_2err", "2ERR_QP", "Changes a queue pair to the error state.",
        D(
            16,
            (
                B(0x000, 16, "opcode", "Always 0x507."),
                B(0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."),
                B(0x030, 16, "op_mod", "Modifier of the command."), B(0x048, 24, "qpn", "The queue pair."),
            ),
        ),
        D(
            16,
            (
                B(0x000, 8, "status", "0 if the command was executed."),
                B(0x020, 32, "syndrome", "The reason of the firmware if it was not."),
            ),
        ),
    ),
    0x50a: C(
        0x50a, "qp_2rst", "2RST_QP", "Changes a queue pair to RESET.",
        D(
            16,
            (
                B(0x000, 16, "opcode", "Always 0x50a."),
                B(0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."),
                B(0x030, 16, "op_mod", "Modifier of the command."), B(0x048, 24, "qpn", "The queue pair."),
            ),
        ),
        D(
            16,
            (
                B(0x000, 8, "status", "0 if the command was executed."),
                B(0x020, 32, "syndrome", "The reason of the firmware if it was not."),
            ),
        ),
    ),
    0x50b: C(
        0x50b, "query_qp", "QUERY_QP", "Queries a queue pair.",
        D(
            16,
            (
                B(0x000, 16, "opcode", "Always 0x50b."),
                B(0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."),
                B(0x030, 16, "op_mod", "Modifier of the command."), B(0x048, 24, "qpn", "The queue pair."),
            ),
        ),
        D(
            272,
            (
                B(0x000, 8, "status", "0 if the command was executed."),
                B(0x020, 32, "syndrome", "The reason of the firmware if it was not."),
                B(0x0c0, 1856, "qpc", "Context.", of="qpc"),
            ),
        ),
    ),
    0x50e: C(
        0x50e, "init2init_qp", "INIT2INIT_QP", "Changes attributes of a queue pair in INIT.",
        D(
            464,
            (
                B(0x000, 16, "opcode", "Always 0x50e."),
                B(0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."),
                B(0x030, 16, "op_mod", "Modifier of the command."),
                B(0x040, 1, "qpc_ext", "1 if qpc_data_ext is used."), B(0x048, 24, "qpn", "The queue pair."),
                B(0x080, 32, "opt_param_mask", "Optional fields of the context that are given."),
                B(0x0c0, 1856, "qpc", "Context.", of="qpc"),
                B(0x840, 64, "opt_param_mask_95_32", "More such fields."),
                B(0x880, 1536, "qpc_data_ext", "Extension of the context.", of="qpc_ext"),
            ),
        ),
        D(
            16,
            (
                B(0x000, 8, "status", "0 if the command was executed."),
                B(0x020, 32, "syndrome", "The reason of the firmware if it was not."),
            ),
        ),
    ),
    0x600: C(
        0x600, "create_psv", "CREATE_PSV", "Makes protection signature values (PSVs).",
        D(
            16,
            (
                B(0x000, 16, "opcode", "Always 0x600."),
                B(0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."),
                B(0x030, 16, "op_mod", "Modifier of the command."),
                B(0x040, 4, "num_psv", "Number of values."), B(0x048, 24, "pd", "Protection domain."),
            ),
        ),
        D(
            32,
            (
                B(0x000, 8, "status", "0 if the command was executed."),
                B(0x020, 32, "syndrome", "The reason of the firmware if it was not."),
                B(0x088, 24, "psv0_index", "Number of the first value."),
                B(0x0a8, 24, "psv1_index", "Number of the second value, if asked for."),
                B(0x0c8, 24, "psv2_index", "Number of the third value, if asked for."),
                B(0x0e8, 24, "psv3_index", "Number of the fourth value, if asked for."),
            ),
        ),
    ),
    0x710: C(
        0x710, "create_dct", "CREATE_DCT", "Makes a DCT, the end of DC that receives.",
        D(
            128,
            (
                B(0x000, 16, "opcode", "Always 0x710."),
                B(0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."),
                B(0x030, 16, "op_mod", "Modifier of the command."),
                B(0x080, 512, "dct_context_entry", "Context.", of="dctc"),
            ),
        ),
        D(
            16,
            (
                B(0x000, 8, "status", "0 if the command was executed."),
                B(0x020, 32, "syndrome", "The reason of the firmware if it was not."),
                B(0x048, 24, "dctn", "Number of the DCT."),
            ),
        ),
    ),
    0x713: C(
        0x713, "query_dct", "QUERY_DCT", "Queries a DCT.",
        D(
            16,
            (
                B(0x000, 16, "opcode", "Always 0x713."),
                B(0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."),
                B(0x030, 16, "op_mod", "Modifier of the command."), B(0x048, 24, "dctn", "The DCT."),
            ),
        ),
        D(
            128,
            (
                B(0x000, 8, "status", "0 if the command was executed."),
                B(0x020, 32, "syndrome", "The reason of the firmware if it was not."),
                B(0x080, 512, "dct_context_entry", "Context.", of="dctc"),
            ),
        ),
    ),
    0x717: C(
        0x717, "create_xrq", "CREATE_XRQ", "Makes an XRQ.",
        D(
            336,
            (
                B(0x000, 16, "opcode", "Always 0x717."),
                B(0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."),
                B(0x030, 16, "op_mod", "Modifier of the command."),
                B(0x080, 2560, "xrq_context", "Context.", of="xrqc"),
            ),
        ),
        D(
            16,
            (
                B(0x000, 8, "status", "0 if the command was executed."),
                B(0x020, 32, "syndrome", "The reason of the firmware if it was not."),
                B(0x048, 24, "xrqn", "Number of the XRQ."),
            ),
        ),
    ),
    0x719: C(
        0x719, "query_xrq", "QUERY_XRQ", "Queries an XRQ.",
        D(
            16,
            (
                B(0x000, 16, "opcode", "Always 0x719."),
                B(0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."),
                B(0x030, 16, "op_mod", "Modifier of the command."), B(0x048, 24, "xrqn", "The XRQ."),
            ),
        ),
        D(
            336,
            (
                B(0x000, 8, "status", "0 if the command was executed."),
                B(0x020, 32, "syndrome", "The reason of the firmware if it was not."),
                B(0x080, 2560, "xrq_context", "Context.", of="xrqc"),
            ),
        ),
    ),
    0x71a: C(
        0x71a, "arm_xrq", "ARM_XRQ", "Asks for an event when few receives are left.",
        D(
            16,
            (
                B(0x000, 16, "opcode", "Always 0x71a."),
                B(0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."),
                B(0x030, 16, "op_mod", "Modifier of the command."), B(0x048, 24, "xrqn", "The XRQ."),
                B(0x070, 16, "lwm", "Number of WQEs below which an event is raised."),
            ),
        ),
        D(
            16,
            (
                B(0x000, 8, "status", "0 if the command was executed."),
                B(0x020, 32, "syndrome", "The reason of the firmware if it was not."),
            ),
        ),
    ),
    0x762: C(
        0x762, "query_hca_vport_context", "QUERY_HCA_VPORT_CONTEXT",
        "Queries the state of a port on InfiniBand.",
        D(
            16,
            (
                B(0x000, 16, "opcode", "Always 0x762."),
                B(0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."),
                B(0x030, 16, "op_mod", "Modifier of the command."),
                B(0x04c, 4, "port_num", "The port, or 0 on devices with one."),
            ),
        ),
        D(
            528,
            (
                B(0x000, 8, "status", "0 if the command was executed."),
                B(0x020, 32, "syndrome", "The reason of the firmware if it was not."),
                B(0x080, 4096, "hca_vport_context", "State.", of="hca_vport_context"),
            ),
        ),
    ),
    0x816: C(
        0x816, "alloc_transport_domain", "ALLOC_TRANSPORT_DOMAIN", "Makes a transport domain.",
        D(
            16,
            (
                B(0x000, 16, "opcode", "Always 0x816."),
                B(0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."),
                B(0x030, 16, "op_mod", "Modifier of the command."),
            ),
        ),
        D(
            16,
            (
                B(0x000, 8, "status", "0 if the command was executed."),
                B(0x020, 32, "syndrome", "The reason of the firmware if it was not."),
                B(0x048, 24, "transport_domain", "Number of the domain."),
            ),
        ),
    ),
    0x842: C(
        0x842, "query_lag", "QUERY_LAG", "Queries the aggregation of ports.",
        D(
            16,
            (
                B(0x000, 16, "opcode", "Always 0x842."),
                B(0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."),
                B(0x030, 16, "op_mod", "Modifier of the command."),
            ),
        ),
        D(
            16,
            (
                B(0x000, 8, "status", "0 if the command was executed."),
                B(0x020, 32, "syndrome", "The reason of the firmware if it was not."),
                B(0x040, 64, "ctx", "State.", of="lagc"),
            ),
        ),
    ),
    0x905: C(
        0x905, "modify_sq", "MODIFY_SQ", "Changes a send queue of raw packets.",
        D(
            272,
            (
                B(0x000, 16, "opcode", "Always 0x905."),
                B(0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."),
                B(0x030, 16, "op_mod", "Modifier of the command."), B(0x048, 24, "sqn", "The send queue."),
                B(0x080, 64, "modify_bitmask", "Fields of the context that are given, a bit each."),
                B(0x100, 1920, "ctx", "Context.", of="sqc"),
            ),
        ),
        D(
            16,
            (
                B(0x000, 8, "status", "0 if the command was executed."),
                B(0x020, 32, "syndrome", "The reason of the firmware if it was not."),
            ),
        ),
    ),
    0x90c: C(
        0x90c, "create_rmp", "CREATE_RMP",
        "Makes a receive memory pool (RMP), from which several queue pairs take receives.",
        D(
            272,
            (
                B(0x000, 16, "opcode", "Always 0x90c."),
                B(0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."),
                B(0x030, 16, "op_mod", "Modifier of the command."),
                B(0x100, 1920, "ctx", "Context.", of="rmpc"),
            ),
        ),
        D(
            16,
            (
                B(0x000, 8, "status", "0 if the command was executed."),
                B(0x020, 32, "syndrome", "The reason of the firmware if it was not."),
                B(0x048, 24, "rmpn", "Number of the pool."),
            ),
        ),
    ),
    0x912: C(
        0x912, "create_tis", "CREATE_TIS", "Makes a transport interface for sends (TIS).",
        D(
            192,
            (
                B(0x000, 16, "opcode", "Always 0x912."),
                B(0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."),
                B(0x030, 16, "op_mod", "Modifier of the command."),
                B(0x100, 1280, "ctx", "Context.", of="tisc"),
            ),
        ),
        D(
            16,
            (
                B(0x000, 8, "status", "0 if the command was executed."),
                B(0x020, 32, "syndrome", "The reason of the firmware if it was not."),
                B(0x048, 24, "tisn", "Number of the TIS."),
            ),
        ),
    ),
    0x913: C(
        0x913, "modify_tis", "MODIFY_TIS", "Changes a TIS.",
        D(
            192,
            (
                B(0x000, 16, "opcode", "Always 0x913."),
                B(0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."),
                B(0x030, 16, "op_mod", "Modifier of the command."), B(0x048, 24, "tisn", "The TIS."),
                B(0x080, 64, "bitmask", "Fields of the context that are given.", of="modify_tis_bitmask"),
                B(0x100, 1280, "ctx", "Context.", of="tisc"),
            ),
        ),
        D(
            16,
            (
                B(0x000, 8, "status", "0 if the command was executed."),
                B(0x020, 32, "syndrome", "The reason of the firmware if it was not."),
            ),
        ),
    ),
    0x915: C(
        0x915, "query_tis", "QUERY_TIS", "Queries a TIS.",
        D(
            16,
            (
                B(0x000, 16, "opcode", "Always 0x915."),
                B(0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."),
                B(0x030, 16, "op_mod", "Modifier of the command."), B(0x048, 24, "tisn", "The TIS."),
            ),
        ),
        D(
            176,
            (
                B(0x000, 8, "status", "0 if the command was executed."),
                B(0x020, 32, "syndrome", "The reason of the firmware if it was not."),
                B(0x080, 1280, "tis_context", "Context.", of="tisc"),
            ),
        ),
    ),
    0x939: C(
        0x939, "alloc_flow_counter", "ALLOC_FLOW_COUNTER", "Makes a flow counter.",
        D(
            16,
            (
                B(0x000, 16, "opcode", "Always 0x939."),
                B(0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."),
                B(0x030, 16, "op_mod", "Modifier of the command."),
                B(
                    0x078, 8, "flow_counter_bulk",
                    "Numbers of counters that may be made at once, a bit each, or 0 for one.",
                ),
            ),
        ),
        D(
            16,
            (
                B(0x000, 8, "status", "0 if the command was executed."),
                B(0x020, 32, "syndrome", "The reason of the firmware if it was not."),
                B(0x040, 32, "flow_counter_id", "Number of the counter."),
            ),
        ),
    ),
    0x93b: C(
        0x93b, "query_flow_counter", "QUERY_FLOW_COUNTER", "Reads flow counters.",
        D(
            32,
            (
                B(0x000, 16, "opcode", "Always 0x93b."),
                B(0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."),
                B(0x030, 16, "op_mod", "Modifier of the command."),
                B(0x0c0, 1, "clear", "1 if the counters are then set to 0."),
                B(0x0c1, 1, "dump_to_memory", "1 if the values go to memory, not into the answer."),
                B(0x0d0, 16, "num_of_counters", "Number of counters."),
                B(0x0e0, 32, "flow_counter_id", "The first counter."),
            ),
        ),
        D(
            16,
            (
                B(0x000, 8, "status", "0 if the command was executed."),
                B(0x020, 32, "syndrome", "The reason of the firmware if it was not."),
                B(0x080, 0, "flow_statistics", "Values of the counters, each a traffic_counter."),
            ),
        ),
    ),
    0xa00: C(
        0xa00, "create_general_object", "CREATE_GENERAL_OBJECT",
        "Makes a general object, such as an encryption key or a reserved queue pair number.",
        D(
            16,
            (
                B(0x000, 16, "opcode", "Always 0xa00."),
                B(0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."),
                B(0x030, 16, "op_mod", "Modifier of the command."),
            ),
        ),
        D(
            16,
            (
                B(0x000, 8, "status", "0 if the command was executed."),
                B(0x020, 32, "syndrome", "The reason of the firmware if it was not."),
            ),
        ),
    ),
    0xa01: C(
        0xa01, "modify_general_object", "MODIFY_GENERAL_OBJECT", "Changes a general object.",
        D(
            16,
            (
                B(0x000, 16, "opcode", "Always 0xa01."),
                B(0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."),
                B(0x030, 16, "op_mod", "Modifier of the command."),
            ),
        ),
        D(
            16,
            (
                B(0x000, 8, "status", "0 if the command was executed."),
                B(0x020, 32, "syndrome", "The reason of the firmware if it was not."),
            ),
        ),
    ),
    0xa02: C(
        0xa02, "query_general_object", "QUERY_GENERAL_OBJECT", "Queries a general object.",
        D(
            16,
            (
                B(0x000, 16, "opcode", "Always 0xa02."),
                B(0x010, 16, "uid", "Number of the user of DevX, which the kernel fills in."),
                B(0x030, 16, "op_mod", "Modifier of the command."),
            ),
        ),
        D(
            16,
            (
                B(0x000, 8, "status", "0 if the command was executed."),
                B(0x020, 32, "syndrome", "The reason of the firmware if it was not."),
            ),
        ),
    ),
}
