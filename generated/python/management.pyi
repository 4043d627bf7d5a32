# Generated from specs/management/ by codegen. Do not edit: `meson compile -C build generate`.
"""The types of what management.py has, for checkers: the fields of each, and what makes it."""
from typing import Any, Mapping, Union

from verbatim.layout import BytesLike as Bytes
from verbatim.mailbox import DatagramForm, Mailbox

Values = Mapping[str, Any]

class class_port_info__mailbox(Mailbox):
    base_version: int
    class_version: int
    capability_mask: int
    capability_mask2: int
    resp_time_value: int
    redirect_gid: bytes
    redirect_tc: int
    redirect_sl: int
    redirect_fl: int
    redirect_lid: int
    redirect_pkey: int
    redirect_qp: int
    redirect_qkey: int
    trap_gid: bytes
    trap_tc: int
    trap_sl: int
    trap_fl: int
    trap_lid: int
    trap_pkey: int
    trap_hl: int
    trap_qp: int
    trap_qkey: int

class class_port_info__form(DatagramForm):
    def __call__(  # type: ignore[override]
        self, *, base_version: int = ..., class_version: int = ..., capability_mask: int = ...,
        capability_mask2: int = ..., resp_time_value: int = ..., redirect_gid: Bytes = ...,
        redirect_tc: int = ..., redirect_sl: int = ..., redirect_fl: int = ..., redirect_lid: int =
        ..., redirect_pkey: int = ..., redirect_qp: int = ..., redirect_qkey: int = ..., trap_gid:
        Bytes = ..., trap_tc: int = ..., trap_sl: int = ..., trap_fl: int = ..., trap_lid: int =
        ..., trap_pkey: int = ..., trap_hl: int = ..., trap_qp: int = ..., trap_qkey: int = ...) -> class_port_info__mailbox: ...
    def parse(self, data: Bytes) -> class_port_info__mailbox: ...

class cm_apr__mailbox(Mailbox):
    local_comm_id: int
    remote_comm_id: int
    additional_information_length: int
    ar_status: int
    additional_information: bytes
    private_data: bytes

class cm_apr__form(DatagramForm):
    def __call__(  # type: ignore[override]
        self, *, local_comm_id: int = ..., remote_comm_id: int = ..., additional_information_length:
        int = ..., ar_status: int = ..., additional_information: Bytes = ..., private_data: Bytes =
        ...) -> cm_apr__mailbox: ...
    def parse(self, data: Bytes) -> cm_apr__mailbox: ...

class cm_drep__mailbox(Mailbox):
    local_comm_id: int
    remote_comm_id: int
    private_data: bytes

class cm_drep__form(DatagramForm):
    def __call__(  # type: ignore[override]
        self, *, local_comm_id: int = ..., remote_comm_id: int = ..., private_data: Bytes = ...) -> cm_drep__mailbox: ...
    def parse(self, data: Bytes) -> cm_drep__mailbox: ...

class cm_dreq__mailbox(Mailbox):
    local_comm_id: int
    remote_comm_id: int
    remote_qpn_eecn: int
    private_data: bytes

class cm_dreq__form(DatagramForm):
    def __call__(  # type: ignore[override]
        self, *, local_comm_id: int = ..., remote_comm_id: int = ..., remote_qpn_eecn: int = ...,
        private_data: Bytes = ...) -> cm_dreq__mailbox: ...
    def parse(self, data: Bytes) -> cm_dreq__mailbox: ...

class cm_lap__mailbox(Mailbox):
    local_comm_id: int
    remote_comm_id: int
    remote_qpn_eecn: int
    remote_cm_response_timeout: int
    alternate_local_port_lid: int
    alternate_remote_port_lid: int
    alternate_local_port_gid: bytes
    alternate_remote_port_gid: bytes
    alternate_flow_label: int
    alternate_traffic_class: int
    alternate_hop_limit: int
    alternate_packet_rate: int
    alternate_sl: int
    alternate_subnet_local: int
    alternate_local_ack_timeout: int
    private_data: bytes

class cm_lap__form(DatagramForm):
    def __call__(  # type: ignore[override]
        self, *, local_comm_id: int = ..., remote_comm_id: int = ..., remote_qpn_eecn: int = ...,
        remote_cm_response_timeout: int = ..., alternate_local_port_lid: int = ...,
        alternate_remote_port_lid: int = ..., alternate_local_port_gid: Bytes = ...,
        alternate_remote_port_gid: Bytes = ..., alternate_flow_label: int = ...,
        alternate_traffic_class: int = ..., alternate_hop_limit: int = ..., alternate_packet_rate:
        int = ..., alternate_sl: int = ..., alternate_subnet_local: int = ...,
        alternate_local_ack_timeout: int = ..., private_data: Bytes = ...) -> cm_lap__mailbox: ...
    def parse(self, data: Bytes) -> cm_lap__mailbox: ...

class cm_mad__mailbox(Mailbox):
    hdr: mad_hdr__mailbox
    data: bytes

class cm_mad__form(DatagramForm):
    def __call__(  # type: ignore[override]
        self, *, hdr: Union[mad_hdr__mailbox, Values] = ..., data: Bytes = ...) -> cm_mad__mailbox: ...
    def parse(self, data: Bytes) -> cm_mad__mailbox: ...

class cm_mra__mailbox(Mailbox):
    local_comm_id: int
    remote_comm_id: int
    message_mraed: int
    service_timeout: int
    private_data: bytes

class cm_mra__form(DatagramForm):
    def __call__(  # type: ignore[override]
        self, *, local_comm_id: int = ..., remote_comm_id: int = ..., message_mraed: int = ...,
        service_timeout: int = ..., private_data: Bytes = ...) -> cm_mra__mailbox: ...
    def parse(self, data: Bytes) -> cm_mra__mailbox: ...

class cm_rej__mailbox(Mailbox):
    local_comm_id: int
    remote_comm_id: int
    message_rejected: int
    rejected_info_length: int
    reason: int
    ari: bytes
    private_data: bytes

class cm_rej__form(DatagramForm):
    def __call__(  # type: ignore[override]
        self, *, local_comm_id: int = ..., remote_comm_id: int = ..., message_rejected: int = ...,
        rejected_info_length: int = ..., reason: int = ..., ari: Bytes = ..., private_data: Bytes =
        ...) -> cm_rej__mailbox: ...
    def parse(self, data: Bytes) -> cm_rej__mailbox: ...

class cm_rep__mailbox(Mailbox):
    local_comm_id: int
    remote_comm_id: int
    local_q_key: int
    local_qpn: int
    vendor_id_h: int
    local_ee_context_number: int
    vendor_id_m: int
    starting_psn: int
    vendor_id_l: int
    responder_resources: int
    initiator_depth: int
    target_ack_delay: int
    failover_accepted: int
    end_to_end_flow_control: int
    rnr_retry_count: int
    srq: int
    local_ca_guid: int
    private_data: bytes

class cm_rep__form(DatagramForm):
    def __call__(  # type: ignore[override]
        self, *, local_comm_id: int = ..., remote_comm_id: int = ..., local_q_key: int = ...,
        local_qpn: int = ..., vendor_id_h: int = ..., local_ee_context_number: int = ...,
        vendor_id_m: int = ..., starting_psn: int = ..., vendor_id_l: int = ...,
        responder_resources: int = ..., initiator_depth: int = ..., target_ack_delay: int = ...,
        failover_accepted: int = ..., end_to_end_flow_control: int = ..., rnr_retry_count: int =
        ..., srq: int = ..., local_ca_guid: int = ..., private_data: Bytes = ...) -> cm_rep__mailbox: ...
    def parse(self, data: Bytes) -> cm_rep__mailbox: ...

class cm_req__mailbox(Mailbox):
    local_comm_id: int
    vendor_id: int
    service_id: int
    local_ca_guid: int
    local_q_key: int
    local_qpn: int
    responder_resources: int
    local_eecn: int
    initiator_depth: int
    remote_eecn: int
    remote_cm_response_timeout: int
    transport_service_type: int
    end_to_end_flow_control: int
    starting_psn: int
    local_cm_response_timeout: int
    retry_count: int
    partition_key: int
    path_packet_payload_mtu: int
    rdc_exists: int
    rnr_retry_count: int
    max_cm_retries: int
    srq: int
    extended_transport_type: int
    primary_local_port_lid: int
    primary_remote_port_lid: int
    primary_local_port_gid: bytes
    primary_remote_port_gid: bytes
    primary_flow_label: int
    primary_packet_rate: int
    primary_traffic_class: int
    primary_hop_limit: int
    primary_sl: int
    primary_subnet_local: int
    primary_local_ack_timeout: int
    alternate_local_port_lid: int
    alternate_remote_port_lid: int
    alternate_local_port_gid: bytes
    alternate_remote_port_gid: bytes
    alternate_flow_label: int
    alternate_packet_rate: int
    alternate_traffic_class: int
    alternate_hop_limit: int
    alternate_sl: int
    alternate_subnet_local: int
    alternate_local_ack_timeout: int
    sap_supported: int
    private_data: bytes

class cm_req__form(DatagramForm):
    def __call__(  # type: ignore[override]
        self, *, local_comm_id: int = ..., vendor_id: int = ..., service_id: int = ...,
        local_ca_guid: int = ..., local_q_key: int = ..., local_qpn: int = ..., responder_resources:
        int = ..., local_eecn: int = ..., initiator_depth: int = ..., remote_eecn: int = ...,
        remote_cm_response_timeout: int = ..., transport_service_type: int = ...,
        end_to_end_flow_control: int = ..., starting_psn: int = ..., local_cm_response_timeout: int
        = ..., retry_count: int = ..., partition_key: int = ..., path_packet_payload_mtu: int = ...,
        rdc_exists: int = ..., rnr_retry_count: int = ..., max_cm_retries: int = ..., srq: int =
        ..., extended_transport_type: int = ..., primary_local_port_lid: int = ...,
        primary_remote_port_lid: int = ..., primary_local_port_gid: Bytes = ...,
        primary_remote_port_gid: Bytes = ..., primary_flow_label: int = ..., primary_packet_rate:
        int = ..., primary_traffic_class: int = ..., primary_hop_limit: int = ..., primary_sl: int =
        ..., primary_subnet_local: int = ..., primary_local_ack_timeout: int = ...,
        alternate_local_port_lid: int = ..., alternate_remote_port_lid: int = ...,
        alternate_local_port_gid: Bytes = ..., alternate_remote_port_gid: Bytes = ...,
        alternate_flow_label: int = ..., alternate_packet_rate: int = ..., alternate_traffic_class:
        int = ..., alternate_hop_limit: int = ..., alternate_sl: int = ..., alternate_subnet_local:
        int = ..., alternate_local_ack_timeout: int = ..., sap_supported: int = ..., private_data:
        Bytes = ...) -> cm_req__mailbox: ...
    def parse(self, data: Bytes) -> cm_req__mailbox: ...

class cm_rtu__mailbox(Mailbox):
    local_comm_id: int
    remote_comm_id: int
    private_data: bytes

class cm_rtu__form(DatagramForm):
    def __call__(  # type: ignore[override]
        self, *, local_comm_id: int = ..., remote_comm_id: int = ..., private_data: Bytes = ...) -> cm_rtu__mailbox: ...
    def parse(self, data: Bytes) -> cm_rtu__mailbox: ...

class cm_sidr_rep__mailbox(Mailbox):
    requestid: int
    status: int
    additional_information_length: int
    vendor_id_h: int
    qpn: int
    vendor_id_l: int
    serviceid: int
    q_key: int
    additional_information: bytes
    private_data: bytes

class cm_sidr_rep__form(DatagramForm):
    def __call__(  # type: ignore[override]
        self, *, requestid: int = ..., status: int = ..., additional_information_length: int = ...,
        vendor_id_h: int = ..., qpn: int = ..., vendor_id_l: int = ..., serviceid: int = ..., q_key:
        int = ..., additional_information: Bytes = ..., private_data: Bytes = ...) -> cm_sidr_rep__mailbox: ...
    def parse(self, data: Bytes) -> cm_sidr_rep__mailbox: ...

class cm_sidr_req__mailbox(Mailbox):
    requestid: int
    partition_key: int
    serviceid: int
    private_data: bytes

class cm_sidr_req__form(DatagramForm):
    def __call__(  # type: ignore[override]
        self, *, requestid: int = ..., partition_key: int = ..., serviceid: int = ..., private_data:
        Bytes = ...) -> cm_sidr_req__mailbox: ...
    def parse(self, data: Bytes) -> cm_sidr_req__mailbox: ...

class cma_hdr__mailbox(Mailbox):
    cma_version: int
    ip_version: int
    port: int
    src_addr: bytes
    dst_addr: bytes

class cma_hdr__form(DatagramForm):
    def __call__(  # type: ignore[override]
        self, *, cma_version: int = ..., ip_version: int = ..., port: int = ..., src_addr: Bytes =
        ..., dst_addr: Bytes = ...) -> cma_hdr__mailbox: ...
    def parse(self, data: Bytes) -> cma_hdr__mailbox: ...

class gid__mailbox(Mailbox):
    subnet_prefix: int
    interface_id: int

class gid__form(DatagramForm):
    def __call__(  # type: ignore[override]
        self, *, subnet_prefix: int = ..., interface_id: int = ...) -> gid__mailbox: ...
    def parse(self, data: Bytes) -> gid__mailbox: ...

class guid_info__mailbox(Mailbox):
    guid_block: bytes

class guid_info__form(DatagramForm):
    def __call__(  # type: ignore[override]
        self, *, guid_block: Bytes = ...) -> guid_info__mailbox: ...
    def parse(self, data: Bytes) -> guid_info__mailbox: ...

class linear_forwarding_table__mailbox(Mailbox):
    ports: bytes

class linear_forwarding_table__form(DatagramForm):
    def __call__(  # type: ignore[override]
        self, *, ports: Bytes = ...) -> linear_forwarding_table__mailbox: ...
    def parse(self, data: Bytes) -> linear_forwarding_table__mailbox: ...

class mad__mailbox(Mailbox):
    hdr: mad_hdr__mailbox
    data: bytes

class mad__form(DatagramForm):
    def __call__(  # type: ignore[override]
        self, *, hdr: Union[mad_hdr__mailbox, Values] = ..., data: Bytes = ...) -> mad__mailbox: ...
    def parse(self, data: Bytes) -> mad__mailbox: ...

class mad_hdr__mailbox(Mailbox):
    base_version: int
    mgmt_class: int
    class_version: int
    method: int
    status: int
    class_specific: int
    tid: int
    attr_id: int
    attr_mod: int

class mad_hdr__form(DatagramForm):
    def __call__(  # type: ignore[override]
        self, *, base_version: int = ..., mgmt_class: int = ..., class_version: int = ..., method:
        int = ..., status: int = ..., class_specific: int = ..., tid: int = ..., attr_id: int = ...,
        attr_mod: int = ...) -> mad_hdr__mailbox: ...
    def parse(self, data: Bytes) -> mad_hdr__mailbox: ...

class mcast_forwarding_table__mailbox(Mailbox):
    port_masks: bytes

class mcast_forwarding_table__form(DatagramForm):
    def __call__(  # type: ignore[override]
        self, *, port_masks: Bytes = ...) -> mcast_forwarding_table__mailbox: ...
    def parse(self, data: Bytes) -> mcast_forwarding_table__mailbox: ...

class mlnx_ext_port_info__mailbox(Mailbox):
    state_change_enable: int
    link_speed_supported: int
    link_speed_enabled: int
    link_speed_active: int

class mlnx_ext_port_info__form(DatagramForm):
    def __call__(  # type: ignore[override]
        self, *, state_change_enable: int = ..., link_speed_supported: int = ...,
        link_speed_enabled: int = ..., link_speed_active: int = ...) -> mlnx_ext_port_info__mailbox: ...
    def parse(self, data: Bytes) -> mlnx_ext_port_info__mailbox: ...

class node_description__mailbox(Mailbox):
    node_string: bytes

class node_description__form(DatagramForm):
    def __call__(  # type: ignore[override]
        self, *, node_string: Bytes = ...) -> node_description__mailbox: ...
    def parse(self, data: Bytes) -> node_description__mailbox: ...

class node_info__mailbox(Mailbox):
    base_version: int
    class_version: int
    node_type: int
    num_ports: int
    sys_guid: int
    node_guid: int
    port_guid: int
    partition_cap: int
    device_id: int
    revision: int
    local_port_num: int
    vendor_id: int

class node_info__form(DatagramForm):
    def __call__(  # type: ignore[override]
        self, *, base_version: int = ..., class_version: int = ..., node_type: int = ..., num_ports:
        int = ..., sys_guid: int = ..., node_guid: int = ..., port_guid: int = ..., partition_cap:
        int = ..., device_id: int = ..., revision: int = ..., local_port_num: int = ..., vendor_id:
        int = ...) -> node_info__mailbox: ...
    def parse(self, data: Bytes) -> node_info__mailbox: ...

class pkey_table__mailbox(Mailbox):
    pkey_block: bytes

class pkey_table__form(DatagramForm):
    def __call__(  # type: ignore[override]
        self, *, pkey_block: Bytes = ...) -> pkey_table__mailbox: ...
    def parse(self, data: Bytes) -> pkey_table__mailbox: ...

class pm_mad__mailbox(Mailbox):
    hdr: mad_hdr__mailbox
    data: bytes

class pm_mad__form(DatagramForm):
    def __call__(  # type: ignore[override]
        self, *, hdr: Union[mad_hdr__mailbox, Values] = ..., data: Bytes = ...) -> pm_mad__mailbox: ...
    def parse(self, data: Bytes) -> pm_mad__mailbox: ...

class port_counters__mailbox(Mailbox):
    port_select: int
    counter_select: int
    symbol_error_counter: int
    link_error_recovery_counter: int
    link_downed_counter: int
    port_rcv_errors: int
    port_rcv_remote_physical_errors: int
    port_rcv_switch_relay_errors: int
    port_xmit_discards: int
    port_xmit_constraint_errors: int
    port_rcv_constraint_errors: int
    counter_select2: int
    local_link_integrity_errors: int
    excessive_buffer_overrun_errors: int
    vl15_dropped: int
    port_xmit_data: int
    port_rcv_data: int
    port_xmit_packets: int
    port_rcv_packets: int
    port_xmit_wait: int

class port_counters__form(DatagramForm):
    def __call__(  # type: ignore[override]
        self, *, port_select: int = ..., counter_select: int = ..., symbol_error_counter: int = ...,
        link_error_recovery_counter: int = ..., link_downed_counter: int = ..., port_rcv_errors: int
        = ..., port_rcv_remote_physical_errors: int = ..., port_rcv_switch_relay_errors: int = ...,
        port_xmit_discards: int = ..., port_xmit_constraint_errors: int = ...,
        port_rcv_constraint_errors: int = ..., counter_select2: int = ...,
        local_link_integrity_errors: int = ..., excessive_buffer_overrun_errors: int = ...,
        vl15_dropped: int = ..., port_xmit_data: int = ..., port_rcv_data: int = ...,
        port_xmit_packets: int = ..., port_rcv_packets: int = ..., port_xmit_wait: int = ...) -> port_counters__mailbox: ...
    def parse(self, data: Bytes) -> port_counters__mailbox: ...

class port_counters_ext__mailbox(Mailbox):
    port_select: int
    counter_select: int
    port_xmit_data: int
    port_rcv_data: int
    port_xmit_packets: int
    port_rcv_packets: int
    port_unicast_xmit_packets: int
    port_unicast_rcv_packets: int
    port_multicast_xmit_packets: int
    port_multicast_rcv_packets: int

class port_counters_ext__form(DatagramForm):
    def __call__(  # type: ignore[override]
        self, *, port_select: int = ..., counter_select: int = ..., port_xmit_data: int = ...,
        port_rcv_data: int = ..., port_xmit_packets: int = ..., port_rcv_packets: int = ...,
        port_unicast_xmit_packets: int = ..., port_unicast_rcv_packets: int = ...,
        port_multicast_xmit_packets: int = ..., port_multicast_rcv_packets: int = ...) -> port_counters_ext__mailbox: ...
    def parse(self, data: Bytes) -> port_counters_ext__mailbox: ...

class port_info__mailbox(Mailbox):
    mkey: int
    gid_prefix: int
    lid: int
    sm_lid: int
    cap_mask: int
    diag_code: int
    mkey_lease_period: int
    local_port_num: int
    link_width_enabled: int
    link_width_supported: int
    link_width_active: int
    link_speed_supported: int
    port_state: int
    port_phys_state: int
    link_down_default_state: int
    mkey_prot_bits: int
    lmc: int
    link_speed_active: int
    link_speed_enabled: int
    neighbor_mtu: int
    master_sm_sl: int
    vl_cap: int
    init_type: int
    vl_high_limit: int
    vl_arb_high_cap: int
    vl_arb_low_cap: int
    init_type_reply: int
    mtu_cap: int
    vl_stall_count: int
    hoq_life: int
    operational_vls: int
    partition_enforcement_inbound: int
    partition_enforcement_outbound: int
    filter_raw_inbound: int
    filter_raw_outbound: int
    mkey_violations: int
    pkey_violations: int
    qkey_violations: int
    guid_cap: int
    client_reregister: int
    mcast_pkey_trap_suppression: int
    subnet_timeout: int
    resp_time_value: int
    local_phy_errors: int
    overrun_errors: int
    max_credit_hint: int
    link_round_trip_latency: int
    cap_mask2: int
    link_speed_ext_active: int
    link_speed_ext_supported: int
    link_speed_ext_enabled: int

class port_info__form(DatagramForm):
    def __call__(  # type: ignore[override]
        self, *, mkey: int = ..., gid_prefix: int = ..., lid: int = ..., sm_lid: int = ...,
        cap_mask: int = ..., diag_code: int = ..., mkey_lease_period: int = ..., local_port_num: int
        = ..., link_width_enabled: int = ..., link_width_supported: int = ..., link_width_active:
        int = ..., link_speed_supported: int = ..., port_state: int = ..., port_phys_state: int =
        ..., link_down_default_state: int = ..., mkey_prot_bits: int = ..., lmc: int = ...,
        link_speed_active: int = ..., link_speed_enabled: int = ..., neighbor_mtu: int = ...,
        master_sm_sl: int = ..., vl_cap: int = ..., init_type: int = ..., vl_high_limit: int = ...,
        vl_arb_high_cap: int = ..., vl_arb_low_cap: int = ..., init_type_reply: int = ..., mtu_cap:
        int = ..., vl_stall_count: int = ..., hoq_life: int = ..., operational_vls: int = ...,
        partition_enforcement_inbound: int = ..., partition_enforcement_outbound: int = ...,
        filter_raw_inbound: int = ..., filter_raw_outbound: int = ..., mkey_violations: int = ...,
        pkey_violations: int = ..., qkey_violations: int = ..., guid_cap: int = ...,
        client_reregister: int = ..., mcast_pkey_trap_suppression: int = ..., subnet_timeout: int =
        ..., resp_time_value: int = ..., local_phy_errors: int = ..., overrun_errors: int = ...,
        max_credit_hint: int = ..., link_round_trip_latency: int = ..., cap_mask2: int = ...,
        link_speed_ext_active: int = ..., link_speed_ext_supported: int = ...,
        link_speed_ext_enabled: int = ...) -> port_info__mailbox: ...
    def parse(self, data: Bytes) -> port_info__mailbox: ...

class rmpp_hdr__mailbox(Mailbox):
    rmpp_version: int
    rmpp_type: int
    rmpp_rtime: int
    rmpp_flags: int
    rmpp_status: int
    seg_num: int
    paylen_newwin: int

class rmpp_hdr__form(DatagramForm):
    def __call__(  # type: ignore[override]
        self, *, rmpp_version: int = ..., rmpp_type: int = ..., rmpp_rtime: int = ..., rmpp_flags:
        int = ..., rmpp_status: int = ..., seg_num: int = ..., paylen_newwin: int = ...) -> rmpp_hdr__mailbox: ...
    def parse(self, data: Bytes) -> rmpp_hdr__mailbox: ...

class sa_mad__mailbox(Mailbox):
    hdr: mad_hdr__mailbox
    rmpp: rmpp_hdr__mailbox
    sm_key: int
    attr_offset: int
    comp_mask: int
    data: bytes

class sa_mad__form(DatagramForm):
    def __call__(  # type: ignore[override]
        self, *, hdr: Union[mad_hdr__mailbox, Values] = ..., rmpp: Union[rmpp_hdr__mailbox, Values]
        = ..., sm_key: int = ..., attr_offset: int = ..., comp_mask: int = ..., data: Bytes = ...) -> sa_mad__mailbox: ...
    def parse(self, data: Bytes) -> sa_mad__mailbox: ...

class sl_to_vl_table__mailbox(Mailbox):
    vls: int

class sl_to_vl_table__form(DatagramForm):
    def __call__(  # type: ignore[override]
        self, *, vls: int = ...) -> sl_to_vl_table__mailbox: ...
    def parse(self, data: Bytes) -> sl_to_vl_table__mailbox: ...

class sm_info__mailbox(Mailbox):
    guid: int
    sm_key: int
    act_count: int
    priority: int
    sm_state: int

class sm_info__form(DatagramForm):
    def __call__(  # type: ignore[override]
        self, *, guid: int = ..., sm_key: int = ..., act_count: int = ..., priority: int = ...,
        sm_state: int = ...) -> sm_info__mailbox: ...
    def parse(self, data: Bytes) -> sm_info__mailbox: ...

class smp__mailbox(Mailbox):
    hdr: mad_hdr__mailbox
    mkey: int
    data: bytes

class smp__form(DatagramForm):
    def __call__(  # type: ignore[override]
        self, *, hdr: Union[mad_hdr__mailbox, Values] = ..., mkey: int = ..., data: Bytes = ...) -> smp__mailbox: ...
    def parse(self, data: Bytes) -> smp__mailbox: ...

class smp_dr__mailbox(Mailbox):
    base_version: int
    mgmt_class: int
    class_version: int
    method: int
    d: int
    status: int
    hop_ptr: int
    hop_cnt: int
    tid: int
    attr_id: int
    attr_mod: int
    mkey: int
    dr_slid: int
    dr_dlid: int
    data: bytes
    initial_path: bytes
    return_path: bytes

class smp_dr__form(DatagramForm):
    def __call__(  # type: ignore[override]
        self, *, base_version: int = ..., mgmt_class: int = ..., class_version: int = ..., method:
        int = ..., d: int = ..., status: int = ..., hop_ptr: int = ..., hop_cnt: int = ..., tid: int
        = ..., attr_id: int = ..., attr_mod: int = ..., mkey: int = ..., dr_slid: int = ...,
        dr_dlid: int = ..., data: Bytes = ..., initial_path: Bytes = ..., return_path: Bytes = ...) -> smp_dr__mailbox: ...
    def parse(self, data: Bytes) -> smp_dr__mailbox: ...

class switch_info__mailbox(Mailbox):
    linear_fdb_cap: int
    random_fdb_cap: int
    mcast_fdb_cap: int
    linear_fdb_top: int
    default_port: int
    default_mcast_primary_port: int
    default_mcast_not_primary_port: int
    life_time_value: int
    port_state_change: int
    opt_sl_to_vl_mapping: int
    lids_per_port: int
    partition_enforcement_cap: int
    inbound_enforcement_cap: int
    outbound_enforcement_cap: int
    filter_raw_inbound_cap: int
    filter_raw_outbound_cap: int
    enhanced_port_0: int
    mcast_fdb_top: int

class switch_info__form(DatagramForm):
    def __call__(  # type: ignore[override]
        self, *, linear_fdb_cap: int = ..., random_fdb_cap: int = ..., mcast_fdb_cap: int = ...,
        linear_fdb_top: int = ..., default_port: int = ..., default_mcast_primary_port: int = ...,
        default_mcast_not_primary_port: int = ..., life_time_value: int = ..., port_state_change:
        int = ..., opt_sl_to_vl_mapping: int = ..., lids_per_port: int = ...,
        partition_enforcement_cap: int = ..., inbound_enforcement_cap: int = ...,
        outbound_enforcement_cap: int = ..., filter_raw_inbound_cap: int = ...,
        filter_raw_outbound_cap: int = ..., enhanced_port_0: int = ..., mcast_fdb_top: int = ...) -> switch_info__mailbox: ...
    def parse(self, data: Bytes) -> switch_info__mailbox: ...

class vendor_mad__mailbox(Mailbox):
    hdr: mad_hdr__mailbox
    rmpp: rmpp_hdr__mailbox
    oui: int
    data: bytes

class vendor_mad__form(DatagramForm):
    def __call__(  # type: ignore[override]
        self, *, hdr: Union[mad_hdr__mailbox, Values] = ..., rmpp: Union[rmpp_hdr__mailbox, Values]
        = ..., oui: int = ..., data: Bytes = ...) -> vendor_mad__mailbox: ...
    def parse(self, data: Bytes) -> vendor_mad__mailbox: ...

class vl_arbitration_table__mailbox(Mailbox):
    weights: bytes

class vl_arbitration_table__form(DatagramForm):
    def __call__(  # type: ignore[override]
        self, *, weights: Bytes = ...) -> vl_arbitration_table__mailbox: ...
    def parse(self, data: Bytes) -> vl_arbitration_table__mailbox: ...

class_port_info: class_port_info__form
cm_apr: cm_apr__form
cm_drep: cm_drep__form
cm_dreq: cm_dreq__form
cm_lap: cm_lap__form
cm_mad: cm_mad__form
cm_mra: cm_mra__form
cm_rej: cm_rej__form
cm_rep: cm_rep__form
cm_req: cm_req__form
cm_rtu: cm_rtu__form
cm_sidr_rep: cm_sidr_rep__form
cm_sidr_req: cm_sidr_req__form
cma_hdr: cma_hdr__form
gid: gid__form
guid_info: guid_info__form
linear_forwarding_table: linear_forwarding_table__form
mad: mad__form
mad_hdr: mad_hdr__form
mcast_forwarding_table: mcast_forwarding_table__form
mlnx_ext_port_info: mlnx_ext_port_info__form
node_description: node_description__form
node_info: node_info__form
pkey_table: pkey_table__form
pm_mad: pm_mad__form
port_counters: port_counters__form
port_counters_ext: port_counters_ext__form
port_info: port_info__form
rmpp_hdr: rmpp_hdr__form
sa_mad: sa_mad__form
sl_to_vl_table: sl_to_vl_table__form
sm_info: sm_info__form
smp: smp__form
smp_dr: smp_dr__form
switch_info: switch_info__form
vendor_mad: vendor_mad__form
vl_arbitration_table: vl_arbitration_table__form
