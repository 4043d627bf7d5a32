// Generated from specs/management/ by codegen. Do not edit: `meson compile -C build generate`.
//! Management datagrams, and the attributes in them.

mailboxes! {
    /// The way in which a class is managed at a port.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 13.4.8.1; Linux include/rdma/ib_mad.h, struct
    /// ib_class_port_info.
    ClassPortInfo("class_port_info", 72, attribute = 0x1) {
        /// Version of management datagrams, 1.
        number(base_version, set_base_version: u32 = 0x00, 31, 24);
        /// Version of the class.
        number(class_version, set_class_version: u32 = 0x00, 23, 16);
        /// Capabilities of the class, a bit each.
        number(capability_mask, set_capability_mask: u32 = 0x00, 15, 0);
        /// More of them.
        number(capability_mask2, set_capability_mask2: u32 = 0x04, 31, 5);
        /// Time in which an answer comes, as an exponent.
        number(resp_time_value, set_resp_time_value: u32 = 0x04, 4, 0);
        /// GID to which requests are redirected.
        bytes(redirect_gid, set_redirect_gid: 16 = 0x08);
        /// Traffic class there.
        number(redirect_tc, set_redirect_tc: u32 = 0x18, 31, 24);
        /// Service level there.
        number(redirect_sl, set_redirect_sl: u32 = 0x18, 23, 20);
        /// Flow label there.
        number(redirect_fl, set_redirect_fl: u32 = 0x18, 19, 0);
        /// LID there, or 0 for no redirection.
        number(redirect_lid, set_redirect_lid: u32 = 0x1c, 31, 16);
        /// Partition key there.
        number(redirect_pkey, set_redirect_pkey: u32 = 0x1c, 15, 0);
        /// Queue pair there.
        number(redirect_qp, set_redirect_qp: u32 = 0x20, 23, 0);
        /// Q_Key there.
        number(redirect_qkey, set_redirect_qkey: u32 = 0x24, 31, 0);
        /// GID to which traps go.
        bytes(trap_gid, set_trap_gid: 16 = 0x28);
        /// Traffic class there.
        number(trap_tc, set_trap_tc: u32 = 0x38, 31, 24);
        /// Service level there.
        number(trap_sl, set_trap_sl: u32 = 0x38, 23, 20);
        /// Flow label there.
        number(trap_fl, set_trap_fl: u32 = 0x38, 19, 0);
        /// LID there.
        number(trap_lid, set_trap_lid: u32 = 0x3c, 31, 16);
        /// Partition key there.
        number(trap_pkey, set_trap_pkey: u32 = 0x3c, 15, 0);
        /// Hop limit there.
        number(trap_hl, set_trap_hl: u32 = 0x40, 31, 24);
        /// Queue pair there.
        number(trap_qp, set_trap_qp: u32 = 0x40, 23, 0);
        /// Q_Key there.
        number(trap_qkey, set_trap_qkey: u32 = 0x44, 31, 0);
    }
    /// APR: the answer to a LAP.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 12.8.2; Linux include/rdma/ibta_vol1_c12.h,
    /// CM_APR_*.
    CmApr("cm_apr", 232, attribute = 0x1a) {
        /// The sender's number of the connection.
        number(local_comm_id, set_local_comm_id: u32 = 0x00, 31, 0);
        /// The receiver's number of the connection.
        number(remote_comm_id, set_remote_comm_id: u32 = 0x04, 31, 0);
        /// Bytes of the additional information.
        number(additional_information_length, set_additional_information_length: u32 = 0x08, 31, 24);
        /// Result for the path.
        number(ar_status, set_ar_status: u32 = 0x08, 23, 16);
        /// Values that would do.
        bytes(additional_information, set_additional_information: 72 = 0x0c);
        /// Bytes of the programs.
        bytes(private_data, set_private_data: 148 = 0x54);
    }
    /// DREP: the connection has ended.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 12.6.11; Linux include/rdma/ibta_vol1_c12.h,
    /// CM_DREP_*.
    CmDrep("cm_drep", 232, attribute = 0x16) {
        /// The sender's number of the connection.
        number(local_comm_id, set_local_comm_id: u32 = 0x00, 31, 0);
        /// The receiver's number of the connection.
        number(remote_comm_id, set_remote_comm_id: u32 = 0x04, 31, 0);
        /// Bytes of the programs.
        bytes(private_data, set_private_data: 224 = 0x08);
    }
    /// DREQ: asks for the end of a connection.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 12.6.10; Linux include/rdma/ibta_vol1_c12.h,
    /// CM_DREQ_*.
    CmDreq("cm_dreq", 232, attribute = 0x15) {
        /// The sender's number of the connection.
        number(local_comm_id, set_local_comm_id: u32 = 0x00, 31, 0);
        /// The receiver's number of the connection.
        number(remote_comm_id, set_remote_comm_id: u32 = 0x04, 31, 0);
        /// Queue pair of the receiver.
        number(remote_qpn_eecn, set_remote_qpn_eecn: u32 = 0x08, 31, 8);
        /// Bytes of the programs.
        bytes(private_data, set_private_data: 220 = 0x0c);
    }
    /// LAP: gives a connection an alternate path.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 12.8.1; Linux include/rdma/ibta_vol1_c12.h,
    /// CM_LAP_*.
    CmLap("cm_lap", 232, attribute = 0x19) {
        /// The sender's number of the connection.
        number(local_comm_id, set_local_comm_id: u32 = 0x00, 31, 0);
        /// The receiver's number of the connection.
        number(remote_comm_id, set_remote_comm_id: u32 = 0x04, 31, 0);
        /// Queue pair of the receiver.
        number(remote_qpn_eecn, set_remote_qpn_eecn: u32 = 0x0c, 31, 8);
        /// Time in which the receiver has to answer, as an exponent.
        number(remote_cm_response_timeout, set_remote_cm_response_timeout: u32 = 0x0c, 7, 3);
        /// LID of the sender on the alternate path.
        number(alternate_local_port_lid, set_alternate_local_port_lid: u32 = 0x14, 31, 16);
        /// LID of the receiver on it.
        number(alternate_remote_port_lid, set_alternate_remote_port_lid: u32 = 0x14, 15, 0);
        /// GID of the sender on it.
        bytes(alternate_local_port_gid, set_alternate_local_port_gid: 16 = 0x18);
        /// GID of the receiver on it.
        bytes(alternate_remote_port_gid, set_alternate_remote_port_gid: 16 = 0x28);
        /// Flow label of it.
        number(alternate_flow_label, set_alternate_flow_label: u32 = 0x38, 31, 12);
        /// Traffic class of it.
        number(alternate_traffic_class, set_alternate_traffic_class: u32 = 0x38, 7, 0);
        /// Hop limit of it.
        number(alternate_hop_limit, set_alternate_hop_limit: u32 = 0x3c, 31, 24);
        /// Rate of it, as in ibv_rate.
        number(alternate_packet_rate, set_alternate_packet_rate: u32 = 0x3c, 21, 16);
        /// Service level of it.
        number(alternate_sl, set_alternate_sl: u32 = 0x3c, 15, 12);
        /// 1 if it stays in the subnet.
        number(alternate_subnet_local, set_alternate_subnet_local: u32 = 0x3c, 11, 11);
        /// Time-out of the receiver's queue pair on it, as an exponent.
        number(alternate_local_ack_timeout, set_alternate_local_ack_timeout: u32 = 0x3c, 7, 3);
        /// Bytes of the programs.
        bytes(private_data, set_private_data: 168 = 0x40);
    }
    /// A datagram of communication management.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 12.6.1; Linux include/rdma/ibta_vol1_c12.h.
    CmMad("cm_mad", 256) {
        /// The beginning of every datagram.
        part(hdr, hdr_mut: MadHdr = 0x00);
        /// The message.
        bytes(data, set_data: 232 = 0x18);
    }
    /// MRA: the answer to a message takes longer.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 12.6.6; Linux include/rdma/ibta_vol1_c12.h,
    /// CM_MRA_*.
    CmMra("cm_mra", 232, attribute = 0x11) {
        /// The sender's number of the connection.
        number(local_comm_id, set_local_comm_id: u32 = 0x00, 31, 0);
        /// The receiver's number of the connection.
        number(remote_comm_id, set_remote_comm_id: u32 = 0x04, 31, 0);
        /// Message that was received.
        number(message_mraed, set_message_mraed: u32 = 0x08, 31, 30);
        /// Time that the answer takes, as an exponent.
        number(service_timeout, set_service_timeout: u32 = 0x08, 23, 19);
        /// Bytes of the programs.
        bytes(private_data, set_private_data: 222 = 0x0a);
    }
    /// REJ: refuses a connection.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 12.6.7; Linux include/rdma/ibta_vol1_c12.h,
    /// CM_REJ_*.
    CmRej("cm_rej", 232, attribute = 0x12) {
        /// The sender's number of the connection.
        number(local_comm_id, set_local_comm_id: u32 = 0x00, 31, 0);
        /// The receiver's number of the connection.
        number(remote_comm_id, set_remote_comm_id: u32 = 0x04, 31, 0);
        /// Message that is refused.
        number(message_rejected, set_message_rejected: u32 = 0x08, 31, 30);
        /// Bytes of the additional information.
        number(rejected_info_length, set_rejected_info_length: u32 = 0x08, 23, 17);
        /// Reason.
        number(reason, set_reason: u32 = 0x08, 15, 0);
        /// Additional information, such as the value that would do.
        bytes(ari, set_ari: 72 = 0x0c);
        /// Bytes of the programs.
        bytes(private_data, set_private_data: 148 = 0x54);
    }
    /// REP: accepts a connection.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 12.6.8; Linux include/rdma/ibta_vol1_c12.h,
    /// CM_REP_*.
    CmRep("cm_rep", 232, attribute = 0x13) {
        /// The sender's number of the connection.
        number(local_comm_id, set_local_comm_id: u32 = 0x00, 31, 0);
        /// The receiver's number of the connection.
        number(remote_comm_id, set_remote_comm_id: u32 = 0x04, 31, 0);
        /// Q_Key of the sender, of RD.
        number(local_q_key, set_local_q_key: u32 = 0x08, 31, 0);
        /// Queue pair of the sender.
        number(local_qpn, set_local_qpn: u32 = 0x0c, 31, 8);
        /// Vendor of the ECE: the upper byte.
        number(vendor_id_h, set_vendor_id_h: u32 = 0x0c, 7, 0);
        /// End-to-end context of the sender, of RD.
        number(local_ee_context_number, set_local_ee_context_number: u32 = 0x10, 31, 8);
        /// The byte between.
        number(vendor_id_m, set_vendor_id_m: u32 = 0x10, 7, 0);
        /// PSN with which the sender begins.
        number(starting_psn, set_starting_psn: u32 = 0x14, 31, 8);
        /// The lower byte.
        number(vendor_id_l, set_vendor_id_l: u32 = 0x14, 7, 0);
        /// READs and atomics that the sender can answer at once.
        number(responder_resources, set_responder_resources: u32 = 0x18, 31, 24);
        /// READs and atomics that the sender will have on their way.
        number(initiator_depth, set_initiator_depth: u32 = 0x18, 23, 16);
        /// Time that acknowledgements take, as an exponent.
        number(target_ack_delay, set_target_ack_delay: u32 = 0x18, 15, 11);
        /// Result for the alternate path.
        number(failover_accepted, set_failover_accepted: u32 = 0x18, 10, 9);
        /// 1 if the sender has credits.
        number(end_to_end_flow_control, set_end_to_end_flow_control: u32 = 0x18, 8, 8);
        /// Repetitions after RNR NAKs, 7 for ever.
        number(rnr_retry_count, set_rnr_retry_count: u32 = 0x18, 7, 5);
        /// 1 if the sender's queue pair has a shared receive queue.
        number(srq, set_srq: u32 = 0x18, 4, 4);
        /// GUID of the sender's node.
        number(local_ca_guid, set_local_ca_guid: u64 = 0x1c, 63, 0);
        /// Bytes of the programs.
        bytes(private_data, set_private_data: 196 = 0x24);
    }
    /// REQ: asks for a connection.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 12.6.5; Linux include/rdma/ibta_vol1_c12.h,
    /// CM_REQ_*.
    CmReq("cm_req", 232, attribute = 0x10) {
        /// The sender's number of the connection.
        number(local_comm_id, set_local_comm_id: u32 = 0x00, 31, 0);
        /// Vendor of the enhanced connection establishment (ECE), whose options are the attribute's modifier.
        number(vendor_id, set_vendor_id: u32 = 0x04, 23, 0);
        /// Service that the connection is for, in which rdma_cm writes the port.
        number(service_id, set_service_id: u64 = 0x08, 63, 0);
        /// GUID of the sender's node.
        number(local_ca_guid, set_local_ca_guid: u64 = 0x10, 63, 0);
        /// Q_Key of the sender, of RD.
        number(local_q_key, set_local_q_key: u32 = 0x1c, 31, 0);
        /// Queue pair of the sender.
        number(local_qpn, set_local_qpn: u32 = 0x20, 31, 8);
        /// READs and atomics that the sender can answer at once.
        number(responder_resources, set_responder_resources: u32 = 0x20, 7, 0);
        /// End-to-end context of the sender, of RD.
        number(local_eecn, set_local_eecn: u32 = 0x24, 31, 8);
        /// READs and atomics that the sender wants to have on their way.
        number(initiator_depth, set_initiator_depth: u32 = 0x24, 7, 0);
        /// End-to-end context of the receiver, of RD.
        number(remote_eecn, set_remote_eecn: u32 = 0x28, 31, 8);
        /// Time in which the receiver has to answer, as an exponent.
        number(remote_cm_response_timeout, set_remote_cm_response_timeout: u32 = 0x28, 7, 3);
        /// Transport.
        number(transport_service_type, set_transport_service_type: u32 = 0x28, 2, 1);
        /// 1 if the sender has credits.
        number(end_to_end_flow_control, set_end_to_end_flow_control: u32 = 0x28, 0, 0);
        /// PSN with which the sender begins.
        number(starting_psn, set_starting_psn: u32 = 0x2c, 31, 8);
        /// Time in which the sender answers, as an exponent.
        number(local_cm_response_timeout, set_local_cm_response_timeout: u32 = 0x2c, 7, 3);
        /// Repetitions of a packet.
        number(retry_count, set_retry_count: u32 = 0x2c, 2, 0);
        /// Partition key.
        number(partition_key, set_partition_key: u32 = 0x30, 31, 16);
        /// MTU.
        number(path_packet_payload_mtu, set_path_packet_payload_mtu: u32 = 0x30, 15, 12);
        /// 1 if a connection of RD is there already.
        number(rdc_exists, set_rdc_exists: u32 = 0x30, 11, 11);
        /// Repetitions after RNR NAKs, 7 for ever.
        number(rnr_retry_count, set_rnr_retry_count: u32 = 0x30, 10, 8);
        /// Repetitions of a message like this one.
        number(max_cm_retries, set_max_cm_retries: u32 = 0x30, 7, 4);
        /// 1 if the sender's queue pair has a shared receive queue.
        number(srq, set_srq: u32 = 0x30, 3, 3);
        /// Transport beyond the four.
        number(extended_transport_type, set_extended_transport_type: u32 = 0x30, 2, 0);
        /// LID of the sender on the first path.
        number(primary_local_port_lid, set_primary_local_port_lid: u32 = 0x34, 31, 16);
        /// LID of the receiver on it.
        number(primary_remote_port_lid, set_primary_remote_port_lid: u32 = 0x34, 15, 0);
        /// GID of the sender on it.
        bytes(primary_local_port_gid, set_primary_local_port_gid: 16 = 0x38);
        /// GID of the receiver on it.
        bytes(primary_remote_port_gid, set_primary_remote_port_gid: 16 = 0x48);
        /// Flow label of it.
        number(primary_flow_label, set_primary_flow_label: u32 = 0x58, 31, 12);
        /// Rate of it, as in ibv_rate.
        number(primary_packet_rate, set_primary_packet_rate: u32 = 0x58, 5, 0);
        /// Traffic class of it.
        number(primary_traffic_class, set_primary_traffic_class: u32 = 0x5c, 31, 24);
        /// Hop limit of it.
        number(primary_hop_limit, set_primary_hop_limit: u32 = 0x5c, 23, 16);
        /// Service level of it.
        number(primary_sl, set_primary_sl: u32 = 0x5c, 15, 12);
        /// 1 if it stays in the subnet.
        number(primary_subnet_local, set_primary_subnet_local: u32 = 0x5c, 11, 11);
        /// Time-out of the receiver's queue pair on it, as an exponent.
        number(primary_local_ack_timeout, set_primary_local_ack_timeout: u32 = 0x5c, 7, 3);
        /// LID of the sender on the alternate path.
        number(alternate_local_port_lid, set_alternate_local_port_lid: u32 = 0x60, 31, 16);
        /// LID of the receiver on it.
        number(alternate_remote_port_lid, set_alternate_remote_port_lid: u32 = 0x60, 15, 0);
        /// GID of the sender on it.
        bytes(alternate_local_port_gid, set_alternate_local_port_gid: 16 = 0x64);
        /// GID of the receiver on it.
        bytes(alternate_remote_port_gid, set_alternate_remote_port_gid: 16 = 0x74);
        /// Flow label of it.
        number(alternate_flow_label, set_alternate_flow_label: u32 = 0x84, 31, 12);
        /// Rate of it, as in ibv_rate.
        number(alternate_packet_rate, set_alternate_packet_rate: u32 = 0x84, 5, 0);
        /// Traffic class of it.
        number(alternate_traffic_class, set_alternate_traffic_class: u32 = 0x88, 31, 24);
        /// Hop limit of it.
        number(alternate_hop_limit, set_alternate_hop_limit: u32 = 0x88, 23, 16);
        /// Service level of it.
        number(alternate_sl, set_alternate_sl: u32 = 0x88, 15, 12);
        /// 1 if it stays in the subnet.
        number(alternate_subnet_local, set_alternate_subnet_local: u32 = 0x88, 11, 11);
        /// Time-out of the receiver's queue pair on it, as an exponent.
        number(alternate_local_ack_timeout, set_alternate_local_ack_timeout: u32 = 0x88, 7, 3);
        /// 1 if the sender can be asked for another alternate path.
        number(sap_supported, set_sap_supported: u32 = 0x88, 2, 2);
        /// Bytes of the programs.
        bytes(private_data, set_private_data: 92 = 0x8c);
    }
    /// RTU: the connection is ready to use.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 12.6.9; Linux include/rdma/ibta_vol1_c12.h,
    /// CM_RTU_*.
    CmRtu("cm_rtu", 232, attribute = 0x14) {
        /// The sender's number of the connection.
        number(local_comm_id, set_local_comm_id: u32 = 0x00, 31, 0);
        /// The receiver's number of the connection.
        number(remote_comm_id, set_remote_comm_id: u32 = 0x04, 31, 0);
        /// Bytes of the programs.
        bytes(private_data, set_private_data: 224 = 0x08);
    }
    /// SIDR_REP: the queue pair of a service of datagrams.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 12.11.2; Linux include/rdma/ibta_vol1_c12.h,
    /// CM_SIDR_REP_*.
    CmSidrRep("cm_sidr_rep", 232, attribute = 0x18) {
        /// Number of the request.
        number(requestid, set_requestid: u32 = 0x00, 31, 0);
        /// Result of the request.
        number(status, set_status: u32 = 0x04, 31, 24);
        /// Bytes of the additional information.
        number(additional_information_length, set_additional_information_length: u32 = 0x04, 23, 16);
        /// Vendor of the ECE: the two upper bytes.
        number(vendor_id_h, set_vendor_id_h: u32 = 0x04, 15, 0);
        /// Queue pair of the service.
        number(qpn, set_qpn: u32 = 0x08, 31, 8);
        /// The lower byte.
        number(vendor_id_l, set_vendor_id_l: u32 = 0x08, 7, 0);
        /// The service.
        number(serviceid, set_serviceid: u64 = 0x0c, 63, 0);
        /// Q_Key of the queue pair.
        number(q_key, set_q_key: u32 = 0x14, 31, 0);
        /// Place to which the request belongs.
        bytes(additional_information, set_additional_information: 72 = 0x18);
        /// Bytes of the programs.
        bytes(private_data, set_private_data: 136 = 0x60);
    }
    /// SIDR_REQ: asks for the queue pair of a service of datagrams.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 12.11.1; Linux include/rdma/ibta_vol1_c12.h,
    /// CM_SIDR_REQ_*.
    CmSidrReq("cm_sidr_req", 232, attribute = 0x17) {
        /// The sender's number of the request.
        number(requestid, set_requestid: u32 = 0x00, 31, 0);
        /// Partition key.
        number(partition_key, set_partition_key: u32 = 0x04, 31, 16);
        /// The service.
        number(serviceid, set_serviceid: u64 = 0x08, 63, 0);
        /// Bytes of the programs.
        bytes(private_data, set_private_data: 216 = 0x10);
    }
    /// The IP addresses at the beginning of a request's private data, as rdma_cm writes them.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, annex A11; Linux drivers/infiniband/core/cma.c,
    /// struct cma_hdr.
    CmaHdr("cma_hdr", 36) {
        /// Version, 0.
        number(cma_version, set_cma_version: u32 = 0x00, 31, 24);
        /// 4 or 6.
        number(ip_version, set_ip_version: u32 = 0x00, 23, 20);
        /// Port of the sender.
        number(port, set_port: u32 = 0x00, 15, 0);
        /// Address of the sender, that of IPv4 at the end.
        bytes(src_addr, set_src_addr: 16 = 0x04);
        /// Address of the receiver, likewise.
        bytes(dst_addr, set_dst_addr: 16 = 0x14);
    }
    /// A GID.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 4.1.1; Linux include/rdma/ib_verbs.h, union
    /// ib_gid.
    Gid("gid", 16) {
        /// The subnet.
        number(subnet_prefix, set_subnet_prefix: u64 = 0x00, 63, 0);
        /// The port in it.
        number(interface_id, set_interface_id: u64 = 0x08, 63, 0);
    }
    /// Eight of the GUIDs of a port.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 14.2.5.5.
    GuidInfo("guid_info", 64, attribute = 0x14) {
        /// The GUIDs, 64 bits each.
        bytes(guid_block, set_guid_block: 64 = 0x00);
    }
    /// The ports to which 64 LIDs lead.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 14.2.5.10.
    LinearForwardingTable("linear_forwarding_table", 64, attribute = 0x19) {
        /// The ports, eight bits each.
        bytes(ports, set_ports: 64 = 0x00);
    }
    /// A management datagram of any class.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 13.4.3; rdma-core umad_types.h, struct
    /// umad_packet.
    Mad("mad", 256) {
        /// The beginning of every datagram.
        part(hdr, hdr_mut: MadHdr = 0x00);
        /// Data of the class.
        bytes(data, set_data: 232 = 0x18);
    }
    /// The beginning of every management datagram.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 13.4.3; rdma-core umad_types.h, struct umad_hdr.
    MadHdr("mad_hdr", 24) {
        /// Version of management datagrams, 1.
        number(base_version, set_base_version: u32 = 0x00, 31, 24);
        /// Class of management.
        number(mgmt_class, set_mgmt_class: u32 = 0x00, 23, 16);
        /// Version of the class.
        number(class_version, set_class_version: u32 = 0x00, 15, 8);
        /// Kind of request, answer or message.
        number(method, set_method: u32 = 0x00, 7, 0);
        /// Status of an answer.
        number(status, set_status: u32 = 0x04, 31, 16);
        /// Bits that each class uses in its own way.
        number(class_specific, set_class_specific: u32 = 0x04, 15, 0);
        /// Number of the transaction.
        number(tid, set_tid: u64 = 0x08, 63, 0);
        /// Number of the attribute.
        number(attr_id, set_attr_id: u32 = 0x10, 31, 16);
        /// Modifier of the attribute, such as the number of a port.
        number(attr_mod, set_attr_mod: u32 = 0x14, 31, 0);
    }
    /// The ports to which 32 multicast LIDs lead.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 14.2.5.12.
    McastForwardingTable("mcast_forwarding_table", 64, attribute = 0x1b) {
        /// The ports, 16 bits with one for each.
        bytes(port_masks, set_port_masks: 64 = 0x00);
    }
    /// The vendor's extension of PortInfo: the speed FDR10.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, no section; rdma-core umad_sm.h,
    /// UMAD_SM_ATTR_MLNX_EXT_PORT_INFO; libibmad fields.c.
    MlnxExtPortInfo("mlnx_ext_port_info", 16, attribute = 0xff90) {
        /// Mask that the vendor defines.
        number(state_change_enable, set_state_change_enable: u32 = 0x00, 7, 0);
        /// 1 if the port supports FDR10.
        number(link_speed_supported, set_link_speed_supported: u32 = 0x04, 7, 0);
        /// 1 if FDR10 may be used.
        number(link_speed_enabled, set_link_speed_enabled: u32 = 0x08, 7, 0);
        /// 1 if FDR10 is in use.
        number(link_speed_active, set_link_speed_active: u32 = 0x0c, 7, 0);
    }
    /// Name of a node, as people have given it.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 14.2.5.2.
    NodeDescription("node_description", 64, attribute = 0x10) {
        /// The name in UTF-8, which zeros fill up.
        bytes(node_string, set_node_string: 64 = 0x00);
    }
    /// Kind and numbers of a node.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 14.2.5.3; Linux include/rdma/ib_smi.h, struct
    /// ib_node_info.
    NodeInfo("node_info", 40, attribute = 0x11) {
        /// Version of management datagrams, 1.
        number(base_version, set_base_version: u32 = 0x00, 31, 24);
        /// Version of subnet management, 1.
        number(class_version, set_class_version: u32 = 0x00, 23, 16);
        /// Kind of node.
        number(node_type, set_node_type: u32 = 0x00, 15, 8);
        /// Number of physical ports.
        number(num_ports, set_num_ports: u32 = 0x00, 7, 0);
        /// GUID of the system.
        number(sys_guid, set_sys_guid: u64 = 0x04, 63, 0);
        /// GUID of the node.
        number(node_guid, set_node_guid: u64 = 0x0c, 63, 0);
        /// GUID of the port.
        number(port_guid, set_port_guid: u64 = 0x14, 63, 0);
        /// Entries of the table of partition keys.
        number(partition_cap, set_partition_cap: u32 = 0x1c, 31, 16);
        /// Number of the device, as the vendor counts.
        number(device_id, set_device_id: u32 = 0x1c, 15, 0);
        /// Revision of the device.
        number(revision, set_revision: u32 = 0x20, 31, 0);
        /// Port through which the datagram came.
        number(local_port_num, set_local_port_num: u32 = 0x24, 31, 24);
        /// OUI of the vendor.
        number(vendor_id, set_vendor_id: u32 = 0x24, 23, 0);
    }
    /// 32 of the partition keys of a port.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 14.2.5.7.
    PkeyTable("pkey_table", 64, attribute = 0x16) {
        /// The keys, 16 bits each.
        bytes(pkey_block, set_pkey_block: 64 = 0x00);
    }
    /// A datagram of performance management.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 16.1.1; Linux include/rdma/ib_pma.h, struct
    /// ib_pma_mad.
    PmMad("pm_mad", 256) {
        /// The beginning of every datagram.
        part(hdr, hdr_mut: MadHdr = 0x00);
        /// The attribute.
        bytes(data, set_data: 192 = 0x40);
    }
    /// Counters of a port, which stop at their largest values.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 16.1.3.5; Linux include/rdma/ib_pma.h, struct
    /// ib_pma_portcounters.
    PortCounters("port_counters", 44, attribute = 0x12) {
        /// Port, or 0xff for the sum of all.
        number(port_select, set_port_select: u32 = 0x00, 23, 16);
        /// Counters that a Set sets, a bit each.
        number(counter_select, set_counter_select: u32 = 0x00, 15, 0);
        /// Errors of symbols.
        number(symbol_error_counter, set_symbol_error_counter: u32 = 0x04, 31, 16);
        /// Recoveries of the link.
        number(link_error_recovery_counter, set_link_error_recovery_counter: u32 = 0x04, 15, 8);
        /// Times that the link went down.
        number(link_downed_counter, set_link_downed_counter: u32 = 0x04, 7, 0);
        /// Packets with errors.
        number(port_rcv_errors, set_port_rcv_errors: u32 = 0x08, 31, 16);
        /// Packets that were marked as bad on their way.
        number(port_rcv_remote_physical_errors, set_port_rcv_remote_physical_errors: u32 = 0x08, 15, 0);
        /// Packets that the switch could not forward.
        number(port_rcv_switch_relay_errors, set_port_rcv_switch_relay_errors: u32 = 0x0c, 31, 16);
        /// Packets that could not leave.
        number(port_xmit_discards, set_port_xmit_discards: u32 = 0x0c, 15, 0);
        /// Packets that must not leave.
        number(port_xmit_constraint_errors, set_port_xmit_constraint_errors: u32 = 0x10, 31, 24);
        /// Packets that must not come in.
        number(port_rcv_constraint_errors, set_port_rcv_constraint_errors: u32 = 0x10, 23, 16);
        /// More counters that a Set sets.
        number(counter_select2, set_counter_select2: u32 = 0x10, 15, 8);
        /// Times that errors of the link were above their threshold.
        number(local_link_integrity_errors, set_local_link_integrity_errors: u32 = 0x10, 7, 4);
        /// Times that overruns were above theirs.
        number(excessive_buffer_overrun_errors, set_excessive_buffer_overrun_errors: u32 = 0x10, 3, 0);
        /// Datagrams of subnet management that found no room.
        number(vl15_dropped, set_vl15_dropped: u32 = 0x14, 15, 0);
        /// Words of four bytes that were sent.
        number(port_xmit_data, set_port_xmit_data: u32 = 0x18, 31, 0);
        /// Words that were received.
        number(port_rcv_data, set_port_rcv_data: u32 = 0x1c, 31, 0);
        /// Packets that were sent.
        number(port_xmit_packets, set_port_xmit_packets: u32 = 0x20, 31, 0);
        /// Packets that were received.
        number(port_rcv_packets, set_port_rcv_packets: u32 = 0x24, 31, 0);
        /// Ticks in which packets waited for credits.
        number(port_xmit_wait, set_port_xmit_wait: u32 = 0x28, 31, 0);
    }
    /// Counters of a port with 64 bits.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 16.1.4.11; Linux include/rdma/ib_pma.h, struct
    /// ib_pma_portcounters_ext.
    PortCountersExt("port_counters_ext", 72, attribute = 0x1d) {
        /// Port, or 0xff for the sum of all.
        number(port_select, set_port_select: u32 = 0x00, 23, 16);
        /// Counters that a Set sets, a bit each.
        number(counter_select, set_counter_select: u32 = 0x00, 15, 0);
        /// Words of four bytes that were sent.
        number(port_xmit_data, set_port_xmit_data: u64 = 0x08, 63, 0);
        /// Words that were received.
        number(port_rcv_data, set_port_rcv_data: u64 = 0x10, 63, 0);
        /// Packets that were sent.
        number(port_xmit_packets, set_port_xmit_packets: u64 = 0x18, 63, 0);
        /// Packets that were received.
        number(port_rcv_packets, set_port_rcv_packets: u64 = 0x20, 63, 0);
        /// Unicast packets that were sent.
        number(port_unicast_xmit_packets, set_port_unicast_xmit_packets: u64 = 0x28, 63, 0);
        /// Unicast packets that were received.
        number(port_unicast_rcv_packets, set_port_unicast_rcv_packets: u64 = 0x30, 63, 0);
        /// Multicast packets that were sent.
        number(port_multicast_xmit_packets, set_port_multicast_xmit_packets: u64 = 0x38, 63, 0);
        /// Multicast packets that were received.
        number(port_multicast_rcv_packets, set_port_multicast_rcv_packets: u64 = 0x40, 63, 0);
    }
    /// A port, and what a subnet manager has set.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 14.2.5.6; Linux include/rdma/ib_smi.h, struct
    /// ib_port_info.
    PortInfo("port_info", 64, attribute = 0x15) {
        /// M_Key of the port.
        number(mkey, set_mkey: u64 = 0x00, 63, 0);
        /// Upper half of the port's GIDs.
        number(gid_prefix, set_gid_prefix: u64 = 0x08, 63, 0);
        /// LID of the port.
        number(lid, set_lid: u32 = 0x10, 31, 16);
        /// LID of the subnet manager.
        number(sm_lid, set_sm_lid: u32 = 0x10, 15, 0);
        /// Capabilities, a bit each. 1 << 1 says that a subnet manager is here.
        number(cap_mask, set_cap_mask: u32 = 0x14, 31, 0);
        /// Diagnostic code.
        number(diag_code, set_diag_code: u32 = 0x18, 31, 16);
        /// Seconds for which the M_Key protects, 0 for ever.
        number(mkey_lease_period, set_mkey_lease_period: u32 = 0x18, 15, 0);
        /// Port through which the datagram came.
        number(local_port_num, set_local_port_num: u32 = 0x1c, 31, 24);
        /// Widths that may be used.
        number(link_width_enabled, set_link_width_enabled: u32 = 0x1c, 23, 16);
        /// Widths that the port supports.
        number(link_width_supported, set_link_width_supported: u32 = 0x1c, 15, 8);
        /// Width in use.
        number(link_width_active, set_link_width_active: u32 = 0x1c, 7, 0);
        /// Speeds that the port supports.
        number(link_speed_supported, set_link_speed_supported: u32 = 0x20, 31, 28);
        /// State of the port.
        number(port_state, set_port_state: u32 = 0x20, 27, 24);
        /// Physical state of the port.
        number(port_phys_state, set_port_phys_state: u32 = 0x20, 23, 20);
        /// State of the port after the link went down.
        number(link_down_default_state, set_link_down_default_state: u32 = 0x20, 19, 16);
        /// Requests for which the M_Key is needed.
        number(mkey_prot_bits, set_mkey_prot_bits: u32 = 0x20, 15, 14);
        /// Number of the LID's low bits that are paths.
        number(lmc, set_lmc: u32 = 0x20, 10, 8);
        /// Speed in use.
        number(link_speed_active, set_link_speed_active: u32 = 0x20, 7, 4);
        /// Speeds that may be used.
        number(link_speed_enabled, set_link_speed_enabled: u32 = 0x20, 3, 0);
        /// MTU of packets that leave.
        number(neighbor_mtu, set_neighbor_mtu: u32 = 0x24, 31, 28);
        /// Service level of the subnet manager.
        number(master_sm_sl, set_master_sm_sl: u32 = 0x24, 27, 24);
        /// Virtual lanes that the port supports.
        number(vl_cap, set_vl_cap: u32 = 0x24, 23, 20);
        /// Values that an initialization should keep.
        number(init_type, set_init_type: u32 = 0x24, 19, 16);
        /// Packets of high priority before one of low.
        number(vl_high_limit, set_vl_high_limit: u32 = 0x24, 15, 8);
        /// Entries of the table for high priority.
        number(vl_arb_high_cap, set_vl_arb_high_cap: u32 = 0x24, 7, 0);
        /// Entries of the table for low priority.
        number(vl_arb_low_cap, set_vl_arb_low_cap: u32 = 0x28, 31, 24);
        /// Values that the initialization kept.
        number(init_type_reply, set_init_type_reply: u32 = 0x28, 23, 20);
        /// MTU that the port supports.
        number(mtu_cap, set_mtu_cap: u32 = 0x28, 19, 16);
        /// Packets that are dropped before a lane stalls.
        number(vl_stall_count, set_vl_stall_count: u32 = 0x28, 15, 13);
        /// Time that a packet is first in its queue, as an exponent.
        number(hoq_life, set_hoq_life: u32 = 0x28, 12, 8);
        /// Virtual lanes in use.
        number(operational_vls, set_operational_vls: u32 = 0x28, 7, 4);
        /// 1 if partitions are enforced on the way in.
        number(partition_enforcement_inbound, set_partition_enforcement_inbound: u32 = 0x28, 3, 3);
        /// 1 if they are on the way out.
        number(partition_enforcement_outbound, set_partition_enforcement_outbound: u32 = 0x28, 2, 2);
        /// 1 if raw packets are filtered on the way in.
        number(filter_raw_inbound, set_filter_raw_inbound: u32 = 0x28, 1, 1);
        /// 1 if they are on the way out.
        number(filter_raw_outbound, set_filter_raw_outbound: u32 = 0x28, 0, 0);
        /// Datagrams with a wrong M_Key.
        number(mkey_violations, set_mkey_violations: u32 = 0x2c, 31, 16);
        /// Packets with a wrong partition key.
        number(pkey_violations, set_pkey_violations: u32 = 0x2c, 15, 0);
        /// Packets with a wrong Q_Key.
        number(qkey_violations, set_qkey_violations: u32 = 0x30, 31, 16);
        /// Number of GUIDs that the port can have.
        number(guid_cap, set_guid_cap: u32 = 0x30, 15, 8);
        /// 1 asks programs to register again.
        number(client_reregister, set_client_reregister: u32 = 0x30, 7, 7);
        /// 1 if multicast with a wrong partition key is no event.
        number(mcast_pkey_trap_suppression, set_mcast_pkey_trap_suppression: u32 = 0x30, 6, 5);
        /// Time between traps, as an exponent.
        number(subnet_timeout, set_subnet_timeout: u32 = 0x30, 4, 0);
        /// Time in which the port answers, as an exponent.
        number(resp_time_value, set_resp_time_value: u32 = 0x34, 28, 24);
        /// Errors of the link before a trap.
        number(local_phy_errors, set_local_phy_errors: u32 = 0x34, 23, 20);
        /// Overruns of buffers before a trap.
        number(overrun_errors, set_overrun_errors: u32 = 0x34, 19, 16);
        /// Credits that a link may need.
        number(max_credit_hint, set_max_credit_hint: u32 = 0x34, 15, 0);
        /// Round trip of the link.
        number(link_round_trip_latency, set_link_round_trip_latency: u32 = 0x38, 23, 0);
        /// More capabilities, a bit each.
        number(cap_mask2, set_cap_mask2: u32 = 0x3c, 31, 16);
        /// Extended speed in use.
        number(link_speed_ext_active, set_link_speed_ext_active: u32 = 0x3c, 15, 12);
        /// Extended speeds that the port supports.
        number(link_speed_ext_supported, set_link_speed_ext_supported: u32 = 0x3c, 11, 8);
        /// Extended speeds that may be used.
        number(link_speed_ext_enabled, set_link_speed_ext_enabled: u32 = 0x3c, 4, 0);
    }
    /// The header of the reliable multi-packet protocol.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 13.6.2.1; rdma-core umad_types.h, struct
    /// umad_rmpp_hdr.
    RmppHdr("rmpp_hdr", 12) {
        /// Version of RMPP, 0 for none.
        number(rmpp_version, set_rmpp_version: u32 = 0x00, 31, 24);
        /// Kind of segment.
        number(rmpp_type, set_rmpp_type: u32 = 0x00, 23, 16);
        /// Time in which an answer comes, as an exponent.
        number(rmpp_rtime, set_rmpp_rtime: u32 = 0x00, 15, 11);
        /// 1 for active, 2 for the first segment, 4 for the last, added up.
        number(rmpp_flags, set_rmpp_flags: u32 = 0x00, 10, 8);
        /// Status of RMPP.
        number(rmpp_status, set_rmpp_status: u32 = 0x00, 7, 0);
        /// Number of the segment, from 1 on.
        number(seg_num, set_seg_num: u32 = 0x04, 31, 0);
        /// Bytes of the payload, or the last segment that may be sent.
        number(paylen_newwin, set_paylen_newwin: u32 = 0x08, 31, 0);
    }
    /// A datagram of subnet administration, with the header of RMPP.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 15.2.1.1 and 13.6.2; rdma-core umad_sa.h, struct
    /// umad_sa_packet.
    SaMad("sa_mad", 256) {
        /// The beginning of every datagram.
        part(hdr, hdr_mut: MadHdr = 0x00);
        /// The header of RMPP.
        part(rmpp, rmpp_mut: RmppHdr = 0x18);
        /// SM_Key, which proves trust.
        number(sm_key, set_sm_key: u64 = 0x24, 63, 0);
        /// Distance of the records of a table, in units of eight bytes.
        number(attr_offset, set_attr_offset: u32 = 0x2c, 31, 16);
        /// Components of the record that a query looks at.
        number(comp_mask, set_comp_mask: u64 = 0x30, 63, 0);
        /// The record, or the first of a table.
        bytes(data, set_data: 200 = 0x38);
    }
    /// The virtual lane of each service level.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 14.2.5.8.
    SlToVlTable("sl_to_vl_table", 8, attribute = 0x17) {
        /// The lanes, four bits each.
        number(vls, set_vls: u64 = 0x00, 63, 0);
    }
    /// A subnet manager.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 14.2.5.13.
    SmInfo("sm_info", 24, attribute = 0x20) {
        /// GUID of the port of the subnet manager.
        number(guid, set_guid: u64 = 0x00, 63, 0);
        /// SM_Key of the subnet manager.
        number(sm_key, set_sm_key: u64 = 0x08, 63, 0);
        /// Number that grows while it is alive.
        number(act_count, set_act_count: u32 = 0x10, 31, 0);
        /// Priority.
        number(priority, set_priority: u32 = 0x14, 31, 28);
        /// State of the subnet manager.
        number(sm_state, set_sm_state: u32 = 0x14, 27, 24);
    }
    /// A datagram of subnet management that LIDs route.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 14.2.1.1; rdma-core umad_sm.h, struct umad_smp.
    Smp("smp", 256) {
        /// The beginning of every datagram.
        part(hdr, hdr_mut: MadHdr = 0x00);
        /// M_Key of the port.
        number(mkey, set_mkey: u64 = 0x18, 63, 0);
        /// The attribute.
        bytes(data, set_data: 64 = 0x40);
    }
    /// A datagram of subnet management that names its way.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 14.2.1.2; rdma-core umad_sm.h, struct umad_smp.
    SmpDr("smp_dr", 256) {
        /// Version of management datagrams, 1.
        number(base_version, set_base_version: u32 = 0x00, 31, 24);
        /// Class of management.
        number(mgmt_class, set_mgmt_class: u32 = 0x00, 23, 16);
        /// Version of the class.
        number(class_version, set_class_version: u32 = 0x00, 15, 8);
        /// Kind of request, answer or message.
        number(method, set_method: u32 = 0x00, 7, 0);
        /// 1 if the datagram is on its way back.
        number(d, set_d: u32 = 0x04, 31, 31);
        /// Status of an answer.
        number(status, set_status: u32 = 0x04, 30, 16);
        /// The hop that is the next.
        number(hop_ptr, set_hop_ptr: u32 = 0x04, 15, 8);
        /// Hops of the path.
        number(hop_cnt, set_hop_cnt: u32 = 0x04, 7, 0);
        /// Number of the transaction.
        number(tid, set_tid: u64 = 0x08, 63, 0);
        /// Number of the attribute.
        number(attr_id, set_attr_id: u32 = 0x10, 31, 16);
        /// Modifier of the attribute, such as the number of a port.
        number(attr_mod, set_attr_mod: u32 = 0x14, 31, 0);
        /// M_Key of the port.
        number(mkey, set_mkey: u64 = 0x18, 63, 0);
        /// LID where the directed route begins, 0xffff for the sender.
        number(dr_slid, set_dr_slid: u32 = 0x20, 31, 16);
        /// LID to which the datagram goes behind the directed route, 0xffff for none.
        number(dr_dlid, set_dr_dlid: u32 = 0x20, 15, 0);
        /// The attribute.
        bytes(data, set_data: 64 = 0x40);
        /// Port of each hop on the way there, from element 1 on.
        bytes(initial_path, set_initial_path: 64 = 0x80);
        /// Port of each hop on the way back.
        bytes(return_path, set_return_path: 64 = 0xc0);
    }
    /// Tables and ports of a switch.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 14.2.5.4.
    SwitchInfo("switch_info", 20, attribute = 0x12) {
        /// Entries of the linear table.
        number(linear_fdb_cap, set_linear_fdb_cap: u32 = 0x00, 31, 16);
        /// Entries of the random table.
        number(random_fdb_cap, set_random_fdb_cap: u32 = 0x00, 15, 0);
        /// Entries of the multicast table.
        number(mcast_fdb_cap, set_mcast_fdb_cap: u32 = 0x04, 31, 16);
        /// Last entry of the linear table that counts.
        number(linear_fdb_top, set_linear_fdb_top: u32 = 0x04, 15, 0);
        /// Port for LIDs without an entry.
        number(default_port, set_default_port: u32 = 0x08, 31, 24);
        /// Port for multicast without an entry.
        number(default_mcast_primary_port, set_default_mcast_primary_port: u32 = 0x08, 23, 16);
        /// Port for such multicast that came through the primary one.
        number(default_mcast_not_primary_port, set_default_mcast_not_primary_port: u32 = 0x08, 15, 8);
        /// Time that a packet may wait, as an exponent.
        number(life_time_value, set_life_time_value: u32 = 0x08, 7, 3);
        /// 1 after the state of a port changed, until 1 is written.
        number(port_state_change, set_port_state_change: u32 = 0x08, 2, 2);
        /// Kind of shortened programming of lanes.
        number(opt_sl_to_vl_mapping, set_opt_sl_to_vl_mapping: u32 = 0x08, 1, 0);
        /// LIDs that a port of the random table has at most.
        number(lids_per_port, set_lids_per_port: u32 = 0x0c, 31, 16);
        /// Partition keys that each port can enforce.
        number(partition_enforcement_cap, set_partition_enforcement_cap: u32 = 0x0c, 15, 0);
        /// 1 if partitions can be enforced on the way in.
        number(inbound_enforcement_cap, set_inbound_enforcement_cap: u32 = 0x10, 31, 31);
        /// 1 if they can on the way out.
        number(outbound_enforcement_cap, set_outbound_enforcement_cap: u32 = 0x10, 30, 30);
        /// 1 if raw packets can be filtered on the way in.
        number(filter_raw_inbound_cap, set_filter_raw_inbound_cap: u32 = 0x10, 29, 29);
        /// 1 if they can on the way out.
        number(filter_raw_outbound_cap, set_filter_raw_outbound_cap: u32 = 0x10, 28, 28);
        /// 1 if port 0 is that of a channel adapter.
        number(enhanced_port_0, set_enhanced_port_0: u32 = 0x10, 27, 27);
        /// Last entry of the multicast table that counts.
        number(mcast_fdb_top, set_mcast_fdb_top: u32 = 0x10, 15, 0);
    }
    /// A datagram of a vendor's class of the second range.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 16.5; rdma-core umad_types.h, struct
    /// umad_vendor_packet.
    VendorMad("vendor_mad", 256) {
        /// The beginning of every datagram.
        part(hdr, hdr_mut: MadHdr = 0x00);
        /// The header of RMPP.
        part(rmpp, rmpp_mut: RmppHdr = 0x18);
        /// Number of the vendor.
        number(oui, set_oui: u32 = 0x24, 23, 0);
        /// Data of the vendor.
        bytes(data, set_data: 216 = 0x28);
    }
    /// Weights with which virtual lanes take turns.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 14.2.5.9.
    VlArbitrationTable("vl_arbitration_table", 64, attribute = 0x18) {
        /// A lane and its weight, eight bits each, 32 times.
        bytes(weights, set_weights: 64 = 0x00);
    }
}
