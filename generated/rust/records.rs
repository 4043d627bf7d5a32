// Generated from specs/records/ by codegen. Do not edit: `meson compile -C build generate`.
//! Records of the subnet administrator.
use super::management::*;

mailboxes! {
    /// A link, or what a query asks of it.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 15.2.5.13; opensm ib_types.h, IB_LR_COMPMASK_*.
    LinkRecord("link_record", 8, attribute = 0x20) {
        /// LID of one end.
        number(from_lid, set_from_lid: u32 = 0x00, 31, 16);
        /// The bit of `from_lid` in the mask of a request.
        component(FROM_LID_COMPONENT = 0);
        /// Port of that end.
        number(from_port, set_from_port: u32 = 0x00, 15, 8);
        /// The bit of `from_port` in the mask of a request.
        component(FROM_PORT_COMPONENT = 1);
        /// Port of the other end.
        number(to_port, set_to_port: u32 = 0x00, 7, 0);
        /// The bit of `to_port` in the mask of a request.
        component(TO_PORT_COMPONENT = 2);
        /// LID of the other end.
        number(to_lid, set_to_lid: u32 = 0x04, 31, 16);
        /// The bit of `to_lid` in the mask of a request.
        component(TO_LID_COMPONENT = 3);
    }
    /// A port in a multicast group, or the group itself.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 15.2.5.17; Linux include/rdma/ib_sa.h,
    /// IB_SA_MCMEMBER_REC_*; rdma-core umad_sa_mcm.h, struct umad_sa_mcmember_record.
    McmemberRecord("mcmember_record", 52, attribute = 0x38) {
        /// GID of the group.
        bytes(mgid, set_mgid: 16 = 0x00);
        /// The bit of `mgid` in the mask of a request.
        component(MGID_COMPONENT = 0);
        /// GID of the port.
        bytes(port_gid, set_port_gid: 16 = 0x10);
        /// The bit of `port_gid` in the mask of a request.
        component(PORT_GID_COMPONENT = 1);
        /// Q_Key of the group.
        number(qkey, set_qkey: u32 = 0x20, 31, 0);
        /// The bit of `qkey` in the mask of a request.
        component(QKEY_COMPONENT = 2);
        /// LID of the group.
        number(mlid, set_mlid: u32 = 0x24, 31, 16);
        /// The bit of `mlid` in the mask of a request.
        component(MLID_COMPONENT = 3);
        /// The way in which the MTU is compared, 2 for exactly.
        number(mtu_selector, set_mtu_selector: u32 = 0x24, 15, 14);
        /// The bit of `mtu_selector` in the mask of a request.
        component(MTU_SELECTOR_COMPONENT = 4);
        /// MTU, as in ibv_mtu.
        number(mtu, set_mtu: u32 = 0x24, 13, 8);
        /// The bit of `mtu` in the mask of a request.
        component(MTU_COMPONENT = 5);
        /// Traffic class of the GRH.
        number(traffic_class, set_traffic_class: u32 = 0x24, 7, 0);
        /// The bit of `traffic_class` in the mask of a request.
        component(TRAFFIC_CLASS_COMPONENT = 6);
        /// Partition key.
        number(pkey, set_pkey: u32 = 0x28, 31, 16);
        /// The bit of `pkey` in the mask of a request.
        component(PKEY_COMPONENT = 7);
        /// The way in which the rate is compared, likewise.
        number(rate_selector, set_rate_selector: u32 = 0x28, 15, 14);
        /// The bit of `rate_selector` in the mask of a request.
        component(RATE_SELECTOR_COMPONENT = 8);
        /// Rate, as in ibv_rate.
        number(rate, set_rate: u32 = 0x28, 13, 8);
        /// The bit of `rate` in the mask of a request.
        component(RATE_COMPONENT = 9);
        /// The way in which the time is compared, likewise.
        number(packet_life_time_selector, set_packet_life_time_selector: u32 = 0x28, 7, 6);
        /// The bit of `packet_life_time_selector` in the mask of a request.
        component(PACKET_LIFE_TIME_SELECTOR_COMPONENT = 10);
        /// Time that a packet takes at most, as the exponent of a power of two of 4.096 us.
        number(packet_life_time, set_packet_life_time: u32 = 0x28, 5, 0);
        /// The bit of `packet_life_time` in the mask of a request.
        component(PACKET_LIFE_TIME_COMPONENT = 11);
        /// Service level.
        number(sl, set_sl: u32 = 0x2c, 31, 28);
        /// The bit of `sl` in the mask of a request.
        component(SL_COMPONENT = 12);
        /// Flow label of the GRH.
        number(flow_label, set_flow_label: u32 = 0x2c, 27, 8);
        /// The bit of `flow_label` in the mask of a request.
        component(FLOW_LABEL_COMPONENT = 13);
        /// Hop limit of the GRH.
        number(hop_limit, set_hop_limit: u32 = 0x2c, 7, 0);
        /// The bit of `hop_limit` in the mask of a request.
        component(HOP_LIMIT_COMPONENT = 14);
        /// Scope of the group, as in its GID.
        number(scope, set_scope: u32 = 0x30, 31, 28);
        /// The bit of `scope` in the mask of a request.
        component(SCOPE_COMPONENT = 15);
        /// Roles of the port, a bit each.
        number(join_state, set_join_state: u32 = 0x30, 27, 24);
        /// The bit of `join_state` in the mask of a request.
        component(JOIN_STATE_COMPONENT = 16);
        /// 1 if another port joined for this one.
        number(proxy_join, set_proxy_join: u32 = 0x30, 23, 23);
        /// The bit of `proxy_join` in the mask of a request.
        component(PROXY_JOIN_COMPONENT = 17);
    }
    /// A node, or what a query asks of it.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 15.2.5.2; opensm ib_types.h, IB_NR_COMPMASK_*.
    NodeRecord("node_record", 108, attribute = 0x11) {
        /// LID of the node.
        number(lid, set_lid: u32 = 0x00, 31, 16);
        /// The bit of `lid` in the mask of a request.
        component(LID_COMPONENT = 0);
        /// Version of management datagrams, 1.
        number(base_version, set_base_version: u32 = 0x04, 31, 24);
        /// The bit of `base_version` in the mask of a request.
        component(BASE_VERSION_COMPONENT = 2);
        /// Version of subnet management, 1.
        number(class_version, set_class_version: u32 = 0x04, 23, 16);
        /// The bit of `class_version` in the mask of a request.
        component(CLASS_VERSION_COMPONENT = 3);
        /// Kind of node.
        number(node_type, set_node_type: u32 = 0x04, 15, 8);
        /// The bit of `node_type` in the mask of a request.
        component(NODE_TYPE_COMPONENT = 4);
        /// Number of physical ports.
        number(num_ports, set_num_ports: u32 = 0x04, 7, 0);
        /// The bit of `num_ports` in the mask of a request.
        component(NUM_PORTS_COMPONENT = 5);
        /// GUID of the system.
        number(sys_guid, set_sys_guid: u64 = 0x08, 63, 0);
        /// The bit of `sys_guid` in the mask of a request.
        component(SYS_GUID_COMPONENT = 6);
        /// GUID of the node.
        number(node_guid, set_node_guid: u64 = 0x10, 63, 0);
        /// The bit of `node_guid` in the mask of a request.
        component(NODE_GUID_COMPONENT = 7);
        /// GUID of the port.
        number(port_guid, set_port_guid: u64 = 0x18, 63, 0);
        /// The bit of `port_guid` in the mask of a request.
        component(PORT_GUID_COMPONENT = 8);
        /// Entries of the table of partition keys.
        number(partition_cap, set_partition_cap: u32 = 0x20, 31, 16);
        /// The bit of `partition_cap` in the mask of a request.
        component(PARTITION_CAP_COMPONENT = 9);
        /// Number of the device, as the vendor counts.
        number(device_id, set_device_id: u32 = 0x20, 15, 0);
        /// The bit of `device_id` in the mask of a request.
        component(DEVICE_ID_COMPONENT = 10);
        /// Revision of the device.
        number(revision, set_revision: u32 = 0x24, 31, 0);
        /// The bit of `revision` in the mask of a request.
        component(REVISION_COMPONENT = 11);
        /// Port through which the datagram came.
        number(local_port_num, set_local_port_num: u32 = 0x28, 31, 24);
        /// The bit of `local_port_num` in the mask of a request.
        component(LOCAL_PORT_NUM_COMPONENT = 12);
        /// OUI of the vendor.
        number(vendor_id, set_vendor_id: u32 = 0x28, 23, 0);
        /// The bit of `vendor_id` in the mask of a request.
        component(VENDOR_ID_COMPONENT = 13);
        /// Name of the node in UTF-8.
        bytes(node_desc, set_node_desc: 64 = 0x2c);
        /// The bit of `node_desc` in the mask of a request.
        component(NODE_DESC_COMPONENT = 14);
    }
    /// A path between two ports, or the wishes of a query.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 15.2.5.16; Linux include/rdma/ib_sa.h,
    /// IB_SA_PATH_REC_*; rdma-core sa.h, struct ibv_path_record.
    PathRecord("path_record", 64, attribute = 0x35) {
        /// Number of the service. rdma_cm writes the port into it.
        number(service_id, set_service_id: u64 = 0x00, 63, 0);
        /// The bit of `service_id` in the mask of a request.
        component(SERVICE_ID_COMPONENT = 0);
        /// GID of the port at the end.
        bytes(dgid, set_dgid: 16 = 0x08);
        /// The bit of `dgid` in the mask of a request.
        component(DGID_COMPONENT = 2);
        /// GID of the port at the beginning.
        bytes(sgid, set_sgid: 16 = 0x18);
        /// The bit of `sgid` in the mask of a request.
        component(SGID_COMPONENT = 3);
        /// LID of the port at the end.
        number(dlid, set_dlid: u32 = 0x28, 31, 16);
        /// The bit of `dlid` in the mask of a request.
        component(DLID_COMPONENT = 4);
        /// LID of the port at the beginning.
        number(slid, set_slid: u32 = 0x28, 15, 0);
        /// The bit of `slid` in the mask of a request.
        component(SLID_COMPONENT = 5);
        /// 1 for packets that are none of InfiniBand.
        number(raw_traffic, set_raw_traffic: u32 = 0x2c, 31, 31);
        /// The bit of `raw_traffic` in the mask of a request.
        component(RAW_TRAFFIC_COMPONENT = 6);
        /// Flow label of the GRH.
        number(flow_label, set_flow_label: u32 = 0x2c, 27, 8);
        /// The bit of `flow_label` in the mask of a request.
        component(FLOW_LABEL_COMPONENT = 8);
        /// Hop limit of the GRH, or 0 on a path without GRH.
        number(hop_limit, set_hop_limit: u32 = 0x2c, 7, 0);
        /// The bit of `hop_limit` in the mask of a request.
        component(HOP_LIMIT_COMPONENT = 9);
        /// Traffic class of the GRH.
        number(traffic_class, set_traffic_class: u32 = 0x30, 31, 24);
        /// The bit of `traffic_class` in the mask of a request.
        component(TRAFFIC_CLASS_COMPONENT = 10);
        /// 1 if answers may take the same path back.
        number(reversible, set_reversible: u32 = 0x30, 23, 23);
        /// The bit of `reversible` in the mask of a request.
        component(REVERSIBLE_COMPONENT = 11);
        /// Most paths in the answer.
        number(numb_path, set_numb_path: u32 = 0x30, 22, 16);
        /// The bit of `numb_path` in the mask of a request.
        component(NUMB_PATH_COMPONENT = 12);
        /// Partition key.
        number(pkey, set_pkey: u32 = 0x30, 15, 0);
        /// The bit of `pkey` in the mask of a request.
        component(PKEY_COMPONENT = 13);
        /// Class of the quality of service.
        number(qos_class, set_qos_class: u32 = 0x34, 31, 20);
        /// The bit of `qos_class` in the mask of a request.
        component(QOS_CLASS_COMPONENT = 14);
        /// Service level.
        number(sl, set_sl: u32 = 0x34, 19, 16);
        /// The bit of `sl` in the mask of a request.
        component(SL_COMPONENT = 15);
        /// The way in which the MTU is compared, 2 for exactly.
        number(mtu_selector, set_mtu_selector: u32 = 0x34, 15, 14);
        /// The bit of `mtu_selector` in the mask of a request.
        component(MTU_SELECTOR_COMPONENT = 16);
        /// MTU, as in ibv_mtu.
        number(mtu, set_mtu: u32 = 0x34, 13, 8);
        /// The bit of `mtu` in the mask of a request.
        component(MTU_COMPONENT = 17);
        /// The way in which the rate is compared, likewise.
        number(rate_selector, set_rate_selector: u32 = 0x34, 7, 6);
        /// The bit of `rate_selector` in the mask of a request.
        component(RATE_SELECTOR_COMPONENT = 18);
        /// Rate, as in ibv_rate.
        number(rate, set_rate: u32 = 0x34, 5, 0);
        /// The bit of `rate` in the mask of a request.
        component(RATE_COMPONENT = 19);
        /// The way in which the time is compared, likewise.
        number(packet_life_time_selector, set_packet_life_time_selector: u32 = 0x38, 31, 30);
        /// The bit of `packet_life_time_selector` in the mask of a request.
        component(PACKET_LIFE_TIME_SELECTOR_COMPONENT = 20);
        /// Time that a packet takes at most, as the exponent of a power of two of 4.096 us.
        number(packet_life_time, set_packet_life_time: u32 = 0x38, 29, 24);
        /// The bit of `packet_life_time` in the mask of a request.
        component(PACKET_LIFE_TIME_COMPONENT = 21);
        /// Order of the paths, 0 for the best.
        number(preference, set_preference: u32 = 0x38, 23, 16);
        /// The bit of `preference` in the mask of a request.
        component(PREFERENCE_COMPONENT = 22);
    }
    /// A port, or what a query asks of it.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 15.2.5.3; opensm ib_types.h, IB_PIR_COMPMASK_*.
    PortinfoRecord("portinfo_record", 68, attribute = 0x12) {
        /// LID of the node.
        number(lid, set_lid: u32 = 0x00, 31, 16);
        /// The bit of `lid` in the mask of a request.
        component(LID_COMPONENT = 0);
        /// Number of the port.
        number(port_num, set_port_num: u32 = 0x00, 15, 8);
        /// The bit of `port_num` in the mask of a request.
        component(PORT_NUM_COMPONENT = 1);
        /// Options of the query.
        number(options, set_options: u32 = 0x00, 7, 0);
        /// The bit of `options` in the mask of a request.
        component(OPTIONS_COMPONENT = 2);
        /// The port as subnet management has it.
        part(port_info, port_info_mut: PortInfo = 0x04);
    }
    /// A service that a port offers, or the wishes of a query.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 15.2.5.14; Linux include/rdma/ib_sa.h,
    /// IB_SA_SERVICE_REC_*; rdma-core sa.h, struct ibv_sa_service_rec.
    ServiceRecord("service_record", 176, attribute = 0x31) {
        /// Number of the service.
        number(service_id, set_service_id: u64 = 0x00, 63, 0);
        /// The bit of `service_id` in the mask of a request.
        component(SERVICE_ID_COMPONENT = 0);
        /// GID of the port.
        bytes(service_gid, set_service_gid: 16 = 0x08);
        /// The bit of `service_gid` in the mask of a request.
        component(SERVICE_GID_COMPONENT = 1);
        /// Partition key.
        number(service_pkey, set_service_pkey: u32 = 0x18, 31, 16);
        /// The bit of `service_pkey` in the mask of a request.
        component(SERVICE_PKEY_COMPONENT = 2);
        /// Seconds for which it is registered, or all ones for ever.
        number(service_lease, set_service_lease: u32 = 0x1c, 31, 0);
        /// The bit of `service_lease` in the mask of a request.
        component(SERVICE_LEASE_COMPONENT = 4);
        /// Key that its removal needs.
        bytes(service_key, set_service_key: 16 = 0x20);
        /// The bit of `service_key` in the mask of a request.
        component(SERVICE_KEY_COMPONENT = 5);
        /// Name in UTF-8, which zeros fill up.
        bytes(service_name, set_service_name: 64 = 0x30);
        /// The bit of `service_name` in the mask of a request.
        component(SERVICE_NAME_COMPONENT = 6);
        /// 16 numbers of 8 bits, each with a component of its own from this one on.
        bytes(service_data8, set_service_data8: 16 = 0x70);
        /// The bit of `service_data8` in the mask of a request.
        component(SERVICE_DATA8_COMPONENT = 7);
        /// 8 numbers of 16 bits, likewise.
        bytes(service_data16, set_service_data16: 16 = 0x80);
        /// The bit of `service_data16` in the mask of a request.
        component(SERVICE_DATA16_COMPONENT = 23);
        /// 4 numbers of 32 bits, likewise.
        bytes(service_data32, set_service_data32: 16 = 0x90);
        /// The bit of `service_data32` in the mask of a request.
        component(SERVICE_DATA32_COMPONENT = 31);
        /// 2 numbers of 64 bits, likewise.
        bytes(service_data64, set_service_data64: 16 = 0xa0);
        /// The bit of `service_data64` in the mask of a request.
        component(SERVICE_DATA64_COMPONENT = 35);
    }
    /// A subnet manager, or what a query asks of it.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 15.2.5.10; opensm ib_types.h,
    /// IB_SMIR_COMPMASK_*.
    SminfoRecord("sminfo_record", 28, attribute = 0x18) {
        /// LID of the node.
        number(lid, set_lid: u32 = 0x00, 31, 16);
        /// The bit of `lid` in the mask of a request.
        component(LID_COMPONENT = 0);
        /// The subnet manager as subnet management has it.
        part(sm_info, sm_info_mut: SmInfo = 0x04);
    }
    /// A switch, or what a query asks of it.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 15.2.5.5; opensm ib_types.h, IB_SWIR_COMPMASK_*.
    SwitchInfoRecord("switch_info_record", 24, attribute = 0x14) {
        /// LID of the node.
        number(lid, set_lid: u32 = 0x00, 31, 16);
        /// The bit of `lid` in the mask of a request.
        component(LID_COMPONENT = 0);
        /// The switch as subnet management has it.
        part(switch_info, switch_info_mut: SwitchInfo = 0x04);
    }
}
