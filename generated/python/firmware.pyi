# Generated from specs/commands/ by codegen. Do not edit: `meson compile -C build generate`.
"""The types of what firmware.py has, for checkers: the fields of each, and what makes it."""
from typing import Any, Mapping, Union

from verbatim.layout import BytesLike as Bytes
from verbatim.mailbox import CommandForm, Form, Mailbox

Values = Mapping[str, Any]

class ads__mailbox(Mailbox):
    pkey_index: int
    grh: int
    mlid: int
    rlid: int
    ack_timeout: int
    src_addr_index: int
    hop_limit: int
    tclass: int
    flow_label: int
    rgid_rip: bytes
    dscp: int
    udp_sport: int
    eth_prio: int
    sl: int
    vhca_port_num: int
    rmac_47_32: int
    rmac_31_0: int

class ads__form(Form):
    def __call__(  # type: ignore[override]
        self, *, pkey_index: int = ..., grh: int = ..., mlid: int = ..., rlid: int = ...,
        ack_timeout: int = ..., src_addr_index: int = ..., hop_limit: int = ..., tclass: int = ...,
        flow_label: int = ..., rgid_rip: Bytes = ..., dscp: int = ..., udp_sport: int = ...,
        eth_prio: int = ..., sl: int = ..., vhca_port_num: int = ..., rmac_47_32: int = ...,
        rmac_31_0: int = ...) -> ads__mailbox: ...
    def parse(self, data: Bytes) -> ads__mailbox: ...

class atomic_caps__mailbox(Mailbox):
    atomic_req_8b_endianness_mode: int
    supported_atomic_req_8b_endianness_mode_1: int
    atomic_operations: int
    atomic_size_qp: int
    atomic_size_dc: int

class atomic_caps__form(Form):
    def __call__(  # type: ignore[override]
        self, *, atomic_req_8b_endianness_mode: int = ...,
        supported_atomic_req_8b_endianness_mode_1: int = ..., atomic_operations: int = ...,
        atomic_size_qp: int = ..., atomic_size_dc: int = ...) -> atomic_caps__mailbox: ...
    def parse(self, data: Bytes) -> atomic_caps__mailbox: ...

class av_qp_mapping__mailbox(Mailbox):
    qpn: int

class av_qp_mapping__form(Form):
    def __call__(  # type: ignore[override]
        self, *, qpn: int = ...) -> av_qp_mapping__mailbox: ...
    def parse(self, data: Bytes) -> av_qp_mapping__mailbox: ...

class cmd_hca_cap__mailbox(Mailbox):
    hca_cap_2: int
    log_dma_mmo_max_size: int
    log_max_qp_sz: int
    log_max_qp: int
    log_max_srq: int
    log_max_cq_sz: int
    log_max_cq: int
    relaxed_ordering_write: int
    relaxed_ordering_read: int
    log_max_mkey: int
    repeated_mkey: int
    max_indirection: int
    fixed_buffer_size: int
    log_max_mrw_sz: int
    log_max_bsf_list_size: int
    log_max_klm_list_size: int
    qpc_extension: int
    log_max_ra_req_dc: int
    log_max_ra_res_dc: int
    sig_crc64_xp10: int
    sig_crc32c: int
    log_max_ra_req_qp: int
    rts2rts_qp_udp_sport: int
    rts2rts_lag_tx_port_affinity: int
    log_max_ra_res_qp: int
    gid_table_size: int
    pkey_table_size: int
    nic_flow_table: int
    port_type: int
    num_ports: int
    log_max_msg: int
    sig_block_4048: int
    cqe_version: int
    compact_address_vector: int
    umr_fence: int
    drain_sigerr: int
    sigerr_cqe: int
    sctr_data_cqe: int
    sho: int
    dct: int
    qos: int
    atomic: int
    cq_oi: int
    cq_resize: int
    cq_moderation: int
    pg: int
    cd: int
    uc: int
    rc: int
    uar_4k: int
    bf: int
    log_bf_reg_size: int
    lag_dct: int
    lag_tx_port_affinity: int
    lag_master: int
    num_lag_ports: int
    max_wqe_sz_sq: int
    max_wqe_sz_rq: int
    log_max_transport_domain: int
    modify_tis: int
    log_max_tis: int
    log_max_rmp: int
    aes_xts_single_block_le_tweak: int
    aes_xts_multi_block_be_tweak: int
    general_obj_types: int
    aes_xts: int
    crypto: int
    sigerr_domain_and_sig_type: int
    enhanced_cqe_compression: int
    mini_cqe_resp_l3_l4_tag: int
    mini_cqe_resp_flow_tag: int
    enhanced_cqe_compression_5bb: int
    mini_cqe_resp_stride_index: int
    cqe_compression_128b: int
    cqe_compression: int
    cqe_compression_max_num: int
    tag_matching: int
    log_tag_matching_list_sz: int
    log_max_xrq: int
    dma_mmo_qp: int

class cmd_hca_cap__form(Form):
    def __call__(  # type: ignore[override]
        self, *, hca_cap_2: int = ..., log_dma_mmo_max_size: int = ..., log_max_qp_sz: int = ...,
        log_max_qp: int = ..., log_max_srq: int = ..., log_max_cq_sz: int = ..., log_max_cq: int =
        ..., relaxed_ordering_write: int = ..., relaxed_ordering_read: int = ..., log_max_mkey: int
        = ..., repeated_mkey: int = ..., max_indirection: int = ..., fixed_buffer_size: int = ...,
        log_max_mrw_sz: int = ..., log_max_bsf_list_size: int = ..., log_max_klm_list_size: int =
        ..., qpc_extension: int = ..., log_max_ra_req_dc: int = ..., log_max_ra_res_dc: int = ...,
        sig_crc64_xp10: int = ..., sig_crc32c: int = ..., log_max_ra_req_qp: int = ...,
        rts2rts_qp_udp_sport: int = ..., rts2rts_lag_tx_port_affinity: int = ..., log_max_ra_res_qp:
        int = ..., gid_table_size: int = ..., pkey_table_size: int = ..., nic_flow_table: int = ...,
        port_type: int = ..., num_ports: int = ..., log_max_msg: int = ..., sig_block_4048: int =
        ..., cqe_version: int = ..., compact_address_vector: int = ..., umr_fence: int = ...,
        drain_sigerr: int = ..., sigerr_cqe: int = ..., sctr_data_cqe: int = ..., sho: int = ...,
        dct: int = ..., qos: int = ..., atomic: int = ..., cq_oi: int = ..., cq_resize: int = ...,
        cq_moderation: int = ..., pg: int = ..., cd: int = ..., uc: int = ..., rc: int = ...,
        uar_4k: int = ..., bf: int = ..., log_bf_reg_size: int = ..., lag_dct: int = ...,
        lag_tx_port_affinity: int = ..., lag_master: int = ..., num_lag_ports: int = ...,
        max_wqe_sz_sq: int = ..., max_wqe_sz_rq: int = ..., log_max_transport_domain: int = ...,
        modify_tis: int = ..., log_max_tis: int = ..., log_max_rmp: int = ...,
        aes_xts_single_block_le_tweak: int = ..., aes_xts_multi_block_be_tweak: int = ...,
        general_obj_types: int = ..., aes_xts: int = ..., crypto: int = ...,
        sigerr_domain_and_sig_type: int = ..., enhanced_cqe_compression: int = ...,
        mini_cqe_resp_l3_l4_tag: int = ..., mini_cqe_resp_flow_tag: int = ...,
        enhanced_cqe_compression_5bb: int = ..., mini_cqe_resp_stride_index: int = ...,
        cqe_compression_128b: int = ..., cqe_compression: int = ..., cqe_compression_max_num: int =
        ..., tag_matching: int = ..., log_tag_matching_list_sz: int = ..., log_max_xrq: int = ...,
        dma_mmo_qp: int = ...) -> cmd_hca_cap__mailbox: ...
    def parse(self, data: Bytes) -> cmd_hca_cap__mailbox: ...

class cmd_hca_cap_2__mailbox(Mailbox):
    log_reserved_qpn_granularity: int

class cmd_hca_cap_2__form(Form):
    def __call__(  # type: ignore[override]
        self, *, log_reserved_qpn_granularity: int = ...) -> cmd_hca_cap_2__mailbox: ...
    def parse(self, data: Bytes) -> cmd_hca_cap_2__mailbox: ...

class cqc__mailbox(Mailbox):
    dbr_umem_valid: int
    cqe_sz: int
    oi: int
    cqe_comp_en: int
    mini_cqe_res_format: int
    cqe_compression_layout: int
    dbr_umem_id: int
    mini_cqe_res_format_ext: int
    log_cq_size: int
    uar_page: int
    cq_period: int
    cq_max_count: int
    c_eqn_or_apu_element: int
    dbr_addr: int

class cqc__form(Form):
    def __call__(  # type: ignore[override]
        self, *, dbr_umem_valid: int = ..., cqe_sz: int = ..., oi: int = ..., cqe_comp_en: int =
        ..., mini_cqe_res_format: int = ..., cqe_compression_layout: int = ..., dbr_umem_id: int =
        ..., mini_cqe_res_format_ext: int = ..., log_cq_size: int = ..., uar_page: int = ...,
        cq_period: int = ..., cq_max_count: int = ..., c_eqn_or_apu_element: int = ..., dbr_addr:
        int = ...) -> cqc__mailbox: ...
    def parse(self, data: Bytes) -> cqc__mailbox: ...

class create_av_qp_mapping_in__mailbox(Mailbox):
    hdr: general_obj_in_cmd_hdr__mailbox
    mapping: av_qp_mapping__mailbox

class create_av_qp_mapping_in__form(Form):
    def __call__(  # type: ignore[override]
        self, *, hdr: Union[general_obj_in_cmd_hdr__mailbox, Values] = ..., mapping:
        Union[av_qp_mapping__mailbox, Values] = ...) -> create_av_qp_mapping_in__mailbox: ...
    def parse(self, data: Bytes) -> create_av_qp_mapping_in__mailbox: ...

class create_crypto_login_obj_in__mailbox(Mailbox):
    hdr: general_obj_in_cmd_hdr__mailbox
    login_obj: crypto_login_obj__mailbox

class create_crypto_login_obj_in__form(Form):
    def __call__(  # type: ignore[override]
        self, *, hdr: Union[general_obj_in_cmd_hdr__mailbox, Values] = ..., login_obj:
        Union[crypto_login_obj__mailbox, Values] = ...) -> create_crypto_login_obj_in__mailbox: ...
    def parse(self, data: Bytes) -> create_crypto_login_obj_in__mailbox: ...

class create_encryption_key_obj_in__mailbox(Mailbox):
    hdr: general_obj_in_cmd_hdr__mailbox
    key_obj: encryption_key_obj__mailbox

class create_encryption_key_obj_in__form(Form):
    def __call__(  # type: ignore[override]
        self, *, hdr: Union[general_obj_in_cmd_hdr__mailbox, Values] = ..., key_obj:
        Union[encryption_key_obj__mailbox, Values] = ...) -> create_encryption_key_obj_in__mailbox: ...
    def parse(self, data: Bytes) -> create_encryption_key_obj_in__mailbox: ...

class create_sched_elem_in__mailbox(Mailbox):
    hdr: general_obj_in_cmd_hdr__mailbox
    sched_elem: sched_elem__mailbox

class create_sched_elem_in__form(Form):
    def __call__(  # type: ignore[override]
        self, *, hdr: Union[general_obj_in_cmd_hdr__mailbox, Values] = ..., sched_elem:
        Union[sched_elem__mailbox, Values] = ...) -> create_sched_elem_in__mailbox: ...
    def parse(self, data: Bytes) -> create_sched_elem_in__mailbox: ...

class crypto_caps__mailbox(Mailbox):
    wrapped_crypto_operational: int
    wrapped_import_method: int
    log_max_num_deks: int
    log_max_num_import_keks: int
    log_max_num_creds: int
    num_nv_import_keks: int
    num_nv_credentials: int

class crypto_caps__form(Form):
    def __call__(  # type: ignore[override]
        self, *, wrapped_crypto_operational: int = ..., wrapped_import_method: int = ...,
        log_max_num_deks: int = ..., log_max_num_import_keks: int = ..., log_max_num_creds: int =
        ..., num_nv_import_keks: int = ..., num_nv_credentials: int = ...) -> crypto_caps__mailbox: ...
    def parse(self, data: Bytes) -> crypto_caps__mailbox: ...

class crypto_login_obj__mailbox(Mailbox):
    credential: bytes

class crypto_login_obj__form(Form):
    def __call__(  # type: ignore[override]
        self, *, credential: Bytes = ...) -> crypto_login_obj__mailbox: ...
    def parse(self, data: Bytes) -> crypto_login_obj__mailbox: ...

class dctc__mailbox(Mailbox):
    state: int
    user_index: int
    cqn: int
    atomic_mode: int
    rre: int
    rwe: int
    rae: int
    cs_res: int
    min_rnr_nak: int
    srqn_xrqn: int
    pd: int
    tclass: int
    flow_label: int
    dc_access_key: int
    mtu: int
    port: int
    pkey_index: int
    my_addr_index: int
    hop_limit: int

class dctc__form(Form):
    def __call__(  # type: ignore[override]
        self, *, state: int = ..., user_index: int = ..., cqn: int = ..., atomic_mode: int = ...,
        rre: int = ..., rwe: int = ..., rae: int = ..., cs_res: int = ..., min_rnr_nak: int = ...,
        srqn_xrqn: int = ..., pd: int = ..., tclass: int = ..., flow_label: int = ...,
        dc_access_key: int = ..., mtu: int = ..., port: int = ..., pkey_index: int = ...,
        my_addr_index: int = ..., hop_limit: int = ...) -> dctc__mailbox: ...
    def parse(self, data: Bytes) -> dctc__mailbox: ...

class device_mem_cap__mailbox(Mailbox):
    memic: int

class device_mem_cap__form(Form):
    def __call__(  # type: ignore[override]
        self, *, memic: int = ...) -> device_mem_cap__mailbox: ...
    def parse(self, data: Bytes) -> device_mem_cap__mailbox: ...

class encryption_key_obj__mailbox(Mailbox):
    key_size: int
    has_keytag: int
    key_purpose: int
    pd: int
    opaque: int
    key: bytes

class encryption_key_obj__form(Form):
    def __call__(  # type: ignore[override]
        self, *, key_size: int = ..., has_keytag: int = ..., key_purpose: int = ..., pd: int = ...,
        opaque: int = ..., key: Bytes = ...) -> encryption_key_obj__mailbox: ...
    def parse(self, data: Bytes) -> encryption_key_obj__mailbox: ...

class flow_table_nic_cap__mailbox(Mailbox):
    encap_general_header: int
    log_max_packet_reformat_context: int
    max_encap_header_size: int
    flow_table_properties_nic_receive: flow_table_prop_layout__mailbox
    flow_table_properties_nic_transmit: flow_table_prop_layout__mailbox

class flow_table_nic_cap__form(Form):
    def __call__(  # type: ignore[override]
        self, *, encap_general_header: int = ..., log_max_packet_reformat_context: int = ...,
        max_encap_header_size: int = ..., flow_table_properties_nic_receive:
        Union[flow_table_prop_layout__mailbox, Values] = ..., flow_table_properties_nic_transmit:
        Union[flow_table_prop_layout__mailbox, Values] = ...) -> flow_table_nic_cap__mailbox: ...
    def parse(self, data: Bytes) -> flow_table_nic_cap__mailbox: ...

class flow_table_prop_layout__mailbox(Mailbox):
    ft_support: int
    flow_tag: int
    flow_counter: int
    reformat: int
    decap: int

class flow_table_prop_layout__form(Form):
    def __call__(  # type: ignore[override]
        self, *, ft_support: int = ..., flow_tag: int = ..., flow_counter: int = ..., reformat: int
        = ..., decap: int = ...) -> flow_table_prop_layout__mailbox: ...
    def parse(self, data: Bytes) -> flow_table_prop_layout__mailbox: ...

class fte_match_param__mailbox(Mailbox):
    outer_headers: fte_match_set_lyr_2_4__mailbox

class fte_match_param__form(Form):
    def __call__(  # type: ignore[override]
        self, *, outer_headers: Union[fte_match_set_lyr_2_4__mailbox, Values] = ...) -> fte_match_param__mailbox: ...
    def parse(self, data: Bytes) -> fte_match_param__mailbox: ...

class fte_match_set_lyr_2_4__mailbox(Mailbox):
    smac_47_16: int
    smac_15_0: int
    ethertype: int
    dmac_47_16: int
    dmac_15_0: int
    ip_protocol: int
    ip_dscp: int
    ip_ecn: int
    ip_version: int
    tcp_sport: int
    tcp_dport: int
    ttl_hoplimit: int
    udp_sport: int
    udp_dport: int
    src_ipv4_src_ipv6: bytes
    dst_ipv4_dst_ipv6: bytes

class fte_match_set_lyr_2_4__form(Form):
    def __call__(  # type: ignore[override]
        self, *, smac_47_16: int = ..., smac_15_0: int = ..., ethertype: int = ..., dmac_47_16: int
        = ..., dmac_15_0: int = ..., ip_protocol: int = ..., ip_dscp: int = ..., ip_ecn: int = ...,
        ip_version: int = ..., tcp_sport: int = ..., tcp_dport: int = ..., ttl_hoplimit: int = ...,
        udp_sport: int = ..., udp_dport: int = ..., src_ipv4_src_ipv6: Bytes = ...,
        dst_ipv4_dst_ipv6: Bytes = ...) -> fte_match_set_lyr_2_4__mailbox: ...
    def parse(self, data: Bytes) -> fte_match_set_lyr_2_4__mailbox: ...

class general_obj_in_cmd_hdr__mailbox(Mailbox):
    opcode: int
    obj_type: int
    obj_id: int
    log_obj_range: int

class general_obj_in_cmd_hdr__form(Form):
    def __call__(  # type: ignore[override]
        self, *, opcode: int = ..., obj_type: int = ..., obj_id: int = ..., log_obj_range: int = ...) -> general_obj_in_cmd_hdr__mailbox: ...
    def parse(self, data: Bytes) -> general_obj_in_cmd_hdr__mailbox: ...

class general_obj_out_cmd_hdr__mailbox(Mailbox):
    status: int
    syndrome: int
    obj_id: int

class general_obj_out_cmd_hdr__form(Form):
    def __call__(  # type: ignore[override]
        self, *, status: int = ..., syndrome: int = ..., obj_id: int = ...) -> general_obj_out_cmd_hdr__mailbox: ...
    def parse(self, data: Bytes) -> general_obj_out_cmd_hdr__mailbox: ...

class hca_vport_context__mailbox(Mailbox):
    port_physical_state: int
    port_state: int
    vport_state: int
    system_image_guid: int
    port_guid: int
    node_guid: int
    lid: int

class hca_vport_context__form(Form):
    def __call__(  # type: ignore[override]
        self, *, port_physical_state: int = ..., port_state: int = ..., vport_state: int = ...,
        system_image_guid: int = ..., port_guid: int = ..., node_guid: int = ..., lid: int = ...) -> hca_vport_context__mailbox: ...
    def parse(self, data: Bytes) -> hca_vport_context__mailbox: ...

class lagc__mailbox(Mailbox):
    lag_state: int
    active_port: int
    tx_remap_affinity_2: int
    tx_remap_affinity_1: int

class lagc__form(Form):
    def __call__(  # type: ignore[override]
        self, *, lag_state: int = ..., active_port: int = ..., tx_remap_affinity_2: int = ...,
        tx_remap_affinity_1: int = ...) -> lagc__mailbox: ...
    def parse(self, data: Bytes) -> lagc__mailbox: ...

class mbox_in__mailbox(Mailbox):
    opcode: int
    uid: int
    op_mod: int

class mbox_in__form(Form):
    def __call__(  # type: ignore[override]
        self, *, opcode: int = ..., uid: int = ..., op_mod: int = ...) -> mbox_in__mailbox: ...
    def parse(self, data: Bytes) -> mbox_in__mailbox: ...

class mbox_out__mailbox(Mailbox):
    status: int
    syndrome: int

class mbox_out__form(Form):
    def __call__(  # type: ignore[override]
        self, *, status: int = ..., syndrome: int = ...) -> mbox_out__mailbox: ...
    def parse(self, data: Bytes) -> mbox_out__mailbox: ...

class mkc__mailbox(Mailbox):
    free: int
    access_mode_4_2: int
    umr_en: int
    a: int
    rw: int
    rr: int
    lw: int
    lr: int
    access_mode_1_0: int
    qpn: int
    mkey_7_0: int
    length64: int
    bsf_en: int
    en_rinval: int
    pd: int
    start_addr: int
    len: int
    bsf_octword_size: int
    translations_octword_size: int
    log_entity_size: int
    crypto_en: int

class mkc__form(Form):
    def __call__(  # type: ignore[override]
        self, *, free: int = ..., access_mode_4_2: int = ..., umr_en: int = ..., a: int = ..., rw:
        int = ..., rr: int = ..., lw: int = ..., lr: int = ..., access_mode_1_0: int = ..., qpn: int
        = ..., mkey_7_0: int = ..., length64: int = ..., bsf_en: int = ..., en_rinval: int = ...,
        pd: int = ..., start_addr: int = ..., len: int = ..., bsf_octword_size: int = ...,
        translations_octword_size: int = ..., log_entity_size: int = ..., crypto_en: int = ...) -> mkc__mailbox: ...
    def parse(self, data: Bytes) -> mkc__mailbox: ...

class modify_tis_bitmask__mailbox(Mailbox):
    lag_tx_port_affinity: int

class modify_tis_bitmask__form(Form):
    def __call__(  # type: ignore[override]
        self, *, lag_tx_port_affinity: int = ...) -> modify_tis_bitmask__mailbox: ...
    def parse(self, data: Bytes) -> modify_tis_bitmask__mailbox: ...

class odp_cap__mailbox(Mailbox):
    rc_odp_caps: odp_per_transport_service_cap__mailbox
    ud_odp_caps: odp_per_transport_service_cap__mailbox
    xrc_odp_caps: odp_per_transport_service_cap__mailbox
    dc_odp_caps: odp_per_transport_service_cap__mailbox

class odp_cap__form(Form):
    def __call__(  # type: ignore[override]
        self, *, rc_odp_caps: Union[odp_per_transport_service_cap__mailbox, Values] = ...,
        ud_odp_caps: Union[odp_per_transport_service_cap__mailbox, Values] = ..., xrc_odp_caps:
        Union[odp_per_transport_service_cap__mailbox, Values] = ..., dc_odp_caps:
        Union[odp_per_transport_service_cap__mailbox, Values] = ...) -> odp_cap__mailbox: ...
    def parse(self, data: Bytes) -> odp_cap__mailbox: ...

class odp_per_transport_service_cap__mailbox(Mailbox):
    send: int
    receive: int
    write: int
    read: int
    atomic: int
    srq_receive: int

class odp_per_transport_service_cap__form(Form):
    def __call__(  # type: ignore[override]
        self, *, send: int = ..., receive: int = ..., write: int = ..., read: int = ..., atomic: int
        = ..., srq_receive: int = ...) -> odp_per_transport_service_cap__mailbox: ...
    def parse(self, data: Bytes) -> odp_per_transport_service_cap__mailbox: ...

class qos_cap__mailbox(Mailbox):
    packet_pacing: int
    nic_sq_scheduling: int
    nic_bw_share: int
    nic_rate_limit: int
    packet_pacing_uid: int
    nic_qp_scheduling: int
    packet_pacing_max_rate: int
    packet_pacing_min_rate: int
    packet_pacing_rate_table_size: int
    nic_element_type: int
    nic_tsar_type: int

class qos_cap__form(Form):
    def __call__(  # type: ignore[override]
        self, *, packet_pacing: int = ..., nic_sq_scheduling: int = ..., nic_bw_share: int = ...,
        nic_rate_limit: int = ..., packet_pacing_uid: int = ..., nic_qp_scheduling: int = ...,
        packet_pacing_max_rate: int = ..., packet_pacing_min_rate: int = ...,
        packet_pacing_rate_table_size: int = ..., nic_element_type: int = ..., nic_tsar_type: int =
        ...) -> qos_cap__mailbox: ...
    def parse(self, data: Bytes) -> qos_cap__mailbox: ...

class qpc__mailbox(Mailbox):
    state: int
    lag_tx_port_affinity: int
    st: int
    pm_state: int
    drain_sigerr: int
    pd: int
    mtu: int
    log_msg_max: int
    log_rq_size: int
    log_rq_stride: int
    no_sq: int
    log_sq_size: int
    uar_page: int
    user_index: int
    remote_qpn: int
    primary_address_path: ads__mailbox
    log_ack_req_freq: int
    log_sra_max: int
    retry_count: int
    rnr_retry: int
    next_send_psn: int
    log_num_dci_stream_channels: int
    cqn_snd: int
    log_num_dci_errored_streams: int
    log_rra_max: int
    atomic_mode: int
    rre: int
    rwe: int
    rae: int
    cd_slave_receive: int
    cd_slave_send: int
    cd_master: int
    min_rnr_nak: int
    next_rcv_psn: int
    cqn_rcv: int
    dbr_addr: int
    rq_type: int
    srqn_rmpn_xrqn: int
    hw_sq_wqebb_counter: int
    cs_req: int
    cs_res: int
    dbr_umem_valid: int
    dbr_umem_id: int

class qpc__form(Form):
    def __call__(  # type: ignore[override]
        self, *, state: int = ..., lag_tx_port_affinity: int = ..., st: int = ..., pm_state: int =
        ..., drain_sigerr: int = ..., pd: int = ..., mtu: int = ..., log_msg_max: int = ...,
        log_rq_size: int = ..., log_rq_stride: int = ..., no_sq: int = ..., log_sq_size: int = ...,
        uar_page: int = ..., user_index: int = ..., remote_qpn: int = ..., primary_address_path:
        Union[ads__mailbox, Values] = ..., log_ack_req_freq: int = ..., log_sra_max: int = ...,
        retry_count: int = ..., rnr_retry: int = ..., next_send_psn: int = ...,
        log_num_dci_stream_channels: int = ..., cqn_snd: int = ..., log_num_dci_errored_streams: int
        = ..., log_rra_max: int = ..., atomic_mode: int = ..., rre: int = ..., rwe: int = ..., rae:
        int = ..., cd_slave_receive: int = ..., cd_slave_send: int = ..., cd_master: int = ...,
        min_rnr_nak: int = ..., next_rcv_psn: int = ..., cqn_rcv: int = ..., dbr_addr: int = ...,
        rq_type: int = ..., srqn_rmpn_xrqn: int = ..., hw_sq_wqebb_counter: int = ..., cs_req: int =
        ..., cs_res: int = ..., dbr_umem_valid: int = ..., dbr_umem_id: int = ...) -> qpc__mailbox: ...
    def parse(self, data: Bytes) -> qpc__mailbox: ...

class qpc_ext__mailbox(Mailbox):
    mmo: int
    dci_stream_channel_id: int
    qos_queue_group_id_requester: int
    qos_queue_group_id_responder: int

class qpc_ext__form(Form):
    def __call__(  # type: ignore[override]
        self, *, mmo: int = ..., dci_stream_channel_id: int = ..., qos_queue_group_id_requester: int
        = ..., qos_queue_group_id_responder: int = ...) -> qpc_ext__mailbox: ...
    def parse(self, data: Bytes) -> qpc_ext__mailbox: ...

class query_encryption_key_obj_out__mailbox(Mailbox):
    hdr: general_obj_out_cmd_hdr__mailbox
    obj: encryption_key_obj__mailbox

class query_encryption_key_obj_out__form(Form):
    def __call__(  # type: ignore[override]
        self, *, hdr: Union[general_obj_out_cmd_hdr__mailbox, Values] = ..., obj:
        Union[encryption_key_obj__mailbox, Values] = ...) -> query_encryption_key_obj_out__mailbox: ...
    def parse(self, data: Bytes) -> query_encryption_key_obj_out__mailbox: ...

class rmpc__mailbox(Mailbox):
    basic_cyclic_rcv_wqe: int
    wq: wq__mailbox

class rmpc__form(Form):
    def __call__(  # type: ignore[override]
        self, *, basic_cyclic_rcv_wqe: int = ..., wq: Union[wq__mailbox, Values] = ...) -> rmpc__mailbox: ...
    def parse(self, data: Bytes) -> rmpc__mailbox: ...

class sched_context__mailbox(Mailbox):
    element_type: int
    sched_elem_attr: sched_elem_attr_tsar__mailbox
    parent_element_id: int
    bw_share: int
    max_average_bw: int

class sched_context__form(Form):
    def __call__(  # type: ignore[override]
        self, *, element_type: int = ..., sched_elem_attr: Union[sched_elem_attr_tsar__mailbox,
        Values] = ..., parent_element_id: int = ..., bw_share: int = ..., max_average_bw: int = ...) -> sched_context__mailbox: ...
    def parse(self, data: Bytes) -> sched_context__mailbox: ...

class sched_elem__mailbox(Mailbox):
    modify_field_select: int
    scheduling_hierarchy: int
    sched_context: sched_context__mailbox

class sched_elem__form(Form):
    def __call__(  # type: ignore[override]
        self, *, modify_field_select: int = ..., scheduling_hierarchy: int = ..., sched_context:
        Union[sched_context__mailbox, Values] = ...) -> sched_elem__mailbox: ...
    def parse(self, data: Bytes) -> sched_elem__mailbox: ...

class sched_elem_attr_tsar__mailbox(Mailbox):
    tsar_type: int

class sched_elem_attr_tsar__form(Form):
    def __call__(  # type: ignore[override]
        self, *, tsar_type: int = ...) -> sched_elem_attr_tsar__mailbox: ...
    def parse(self, data: Bytes) -> sched_elem_attr_tsar__mailbox: ...

class sqc__mailbox(Mailbox):
    qos_queue_group_id: int

class sqc__form(Form):
    def __call__(  # type: ignore[override]
        self, *, qos_queue_group_id: int = ...) -> sqc__mailbox: ...
    def parse(self, data: Bytes) -> sqc__mailbox: ...

class tag_matching_topology_context__mailbox(Mailbox):
    log_matching_list_sz: int
    append_next_index: int
    sw_phase_cnt: int
    hw_phase_cnt: int

class tag_matching_topology_context__form(Form):
    def __call__(  # type: ignore[override]
        self, *, log_matching_list_sz: int = ..., append_next_index: int = ..., sw_phase_cnt: int =
        ..., hw_phase_cnt: int = ...) -> tag_matching_topology_context__mailbox: ...
    def parse(self, data: Bytes) -> tag_matching_topology_context__mailbox: ...

class tisc__mailbox(Mailbox):
    lag_tx_port_affinity: int
    transport_domain: int

class tisc__form(Form):
    def __call__(  # type: ignore[override]
        self, *, lag_tx_port_affinity: int = ..., transport_domain: int = ...) -> tisc__mailbox: ...
    def parse(self, data: Bytes) -> tisc__mailbox: ...

class traffic_counter__mailbox(Mailbox):
    packets: int
    octets: int

class traffic_counter__form(Form):
    def __call__(  # type: ignore[override]
        self, *, packets: int = ..., octets: int = ...) -> traffic_counter__mailbox: ...
    def parse(self, data: Bytes) -> traffic_counter__mailbox: ...

class wq__mailbox(Mailbox):
    wq_type: int
    wq_signature: int
    lwm: int
    pd: int
    dbr_addr: int
    log_wq_stride: int
    log_wq_sz: int
    dbr_umem_id: int
    wq_umem_id: int
    wq_umem_offset: int

class wq__form(Form):
    def __call__(  # type: ignore[override]
        self, *, wq_type: int = ..., wq_signature: int = ..., lwm: int = ..., pd: int = ...,
        dbr_addr: int = ..., log_wq_stride: int = ..., log_wq_sz: int = ..., dbr_umem_id: int = ...,
        wq_umem_id: int = ..., wq_umem_offset: int = ...) -> wq__mailbox: ...
    def parse(self, data: Bytes) -> wq__mailbox: ...

class xrqc__mailbox(Mailbox):
    topology: int
    offload: int
    user_index: int
    cqn: int
    dc: int
    tag_matching_topology_context: tag_matching_topology_context__mailbox
    wq: wq__mailbox

class xrqc__form(Form):
    def __call__(  # type: ignore[override]
        self, *, topology: int = ..., offload: int = ..., user_index: int = ..., cqn: int = ..., dc:
        int = ..., tag_matching_topology_context: Union[tag_matching_topology_context__mailbox,
        Values] = ..., wq: Union[wq__mailbox, Values] = ...) -> xrqc__mailbox: ...
    def parse(self, data: Bytes) -> xrqc__mailbox: ...

class query_hca_cap_in__mailbox(Mailbox):
    opcode: int
    uid: int
    op_mod: int

class query_hca_cap_in__form(CommandForm):
    answer: query_hca_cap_out__form
    def __call__(  # type: ignore[override]
        self, *, uid: int = ..., op_mod: int = ...) -> query_hca_cap_in__mailbox: ...
    def parse(self, data: Bytes) -> query_hca_cap_in__mailbox: ...

class query_hca_cap_out__mailbox(Mailbox):
    status: int
    syndrome: int
    capability: bytes

class query_hca_cap_out__form(Form):
    def __call__(  # type: ignore[override]
        self, *, status: int = ..., syndrome: int = ..., capability: Bytes = ...) -> query_hca_cap_out__mailbox: ...
    def parse(self, data: Bytes) -> query_hca_cap_out__mailbox: ...

class create_mkey_in__mailbox(Mailbox):
    opcode: int
    uid: int
    op_mod: int
    mkey_umem_valid: int
    memory_key_mkey_entry: mkc__mailbox
    translations_octword_actual_size: int
    mkey_umem_id: int
    mkey_umem_offset: int
    klm_pas_mtt: bytes

class create_mkey_in__form(CommandForm):
    answer: create_mkey_out__form
    def __call__(  # type: ignore[override]
        self, *, uid: int = ..., op_mod: int = ..., mkey_umem_valid: int = ...,
        memory_key_mkey_entry: Union[mkc__mailbox, Values] = ..., translations_octword_actual_size:
        int = ..., mkey_umem_id: int = ..., mkey_umem_offset: int = ..., klm_pas_mtt: Bytes = ...) -> create_mkey_in__mailbox: ...
    def parse(self, data: Bytes) -> create_mkey_in__mailbox: ...

class create_mkey_out__mailbox(Mailbox):
    status: int
    syndrome: int
    mkey_index: int

class create_mkey_out__form(Form):
    def __call__(  # type: ignore[override]
        self, *, status: int = ..., syndrome: int = ..., mkey_index: int = ...) -> create_mkey_out__mailbox: ...
    def parse(self, data: Bytes) -> create_mkey_out__mailbox: ...

class create_cq_in__mailbox(Mailbox):
    opcode: int
    uid: int
    op_mod: int
    cq_context: cqc__mailbox
    cq_umem_offset: int
    cq_umem_id: int
    cq_umem_valid: int

class create_cq_in__form(CommandForm):
    answer: create_cq_out__form
    def __call__(  # type: ignore[override]
        self, *, uid: int = ..., op_mod: int = ..., cq_context: Union[cqc__mailbox, Values] = ...,
        cq_umem_offset: int = ..., cq_umem_id: int = ..., cq_umem_valid: int = ...) -> create_cq_in__mailbox: ...
    def parse(self, data: Bytes) -> create_cq_in__mailbox: ...

class create_cq_out__mailbox(Mailbox):
    status: int
    syndrome: int
    cqn: int

class create_cq_out__form(Form):
    def __call__(  # type: ignore[override]
        self, *, status: int = ..., syndrome: int = ..., cqn: int = ...) -> create_cq_out__mailbox: ...
    def parse(self, data: Bytes) -> create_cq_out__mailbox: ...

class modify_cq_in__mailbox(Mailbox):
    opcode: int
    uid: int
    op_mod: int
    cqn: int
    modify_field_select: int
    cq_context: cqc__mailbox
    cq_umem_offset: int
    cq_umem_id: int
    cq_umem_valid: int

class modify_cq_in__form(CommandForm):
    answer: modify_cq_out__form
    def __call__(  # type: ignore[override]
        self, *, uid: int = ..., op_mod: int = ..., cqn: int = ..., modify_field_select: int = ...,
        cq_context: Union[cqc__mailbox, Values] = ..., cq_umem_offset: int = ..., cq_umem_id: int =
        ..., cq_umem_valid: int = ...) -> modify_cq_in__mailbox: ...
    def parse(self, data: Bytes) -> modify_cq_in__mailbox: ...

class modify_cq_out__mailbox(Mailbox):
    status: int
    syndrome: int

class modify_cq_out__form(Form):
    def __call__(  # type: ignore[override]
        self, *, status: int = ..., syndrome: int = ...) -> modify_cq_out__mailbox: ...
    def parse(self, data: Bytes) -> modify_cq_out__mailbox: ...

class create_qp_in__mailbox(Mailbox):
    opcode: int
    uid: int
    op_mod: int
    qpc: qpc__mailbox
    wq_umem_offset: int
    wq_umem_id: int
    wq_umem_valid: int

class create_qp_in__form(CommandForm):
    answer: create_qp_out__form
    def __call__(  # type: ignore[override]
        self, *, uid: int = ..., op_mod: int = ..., qpc: Union[qpc__mailbox, Values] = ...,
        wq_umem_offset: int = ..., wq_umem_id: int = ..., wq_umem_valid: int = ...) -> create_qp_in__mailbox: ...
    def parse(self, data: Bytes) -> create_qp_in__mailbox: ...

class create_qp_out__mailbox(Mailbox):
    status: int
    syndrome: int
    qpn: int

class create_qp_out__form(Form):
    def __call__(  # type: ignore[override]
        self, *, status: int = ..., syndrome: int = ..., qpn: int = ...) -> create_qp_out__mailbox: ...
    def parse(self, data: Bytes) -> create_qp_out__mailbox: ...

class rst2init_qp_in__mailbox(Mailbox):
    opcode: int
    uid: int
    op_mod: int
    qpn: int
    opt_param_mask: int
    qpc: qpc__mailbox

class rst2init_qp_in__form(CommandForm):
    answer: rst2init_qp_out__form
    def __call__(  # type: ignore[override]
        self, *, uid: int = ..., op_mod: int = ..., qpn: int = ..., opt_param_mask: int = ..., qpc:
        Union[qpc__mailbox, Values] = ...) -> rst2init_qp_in__mailbox: ...
    def parse(self, data: Bytes) -> rst2init_qp_in__mailbox: ...

class rst2init_qp_out__mailbox(Mailbox):
    status: int
    syndrome: int

class rst2init_qp_out__form(Form):
    def __call__(  # type: ignore[override]
        self, *, status: int = ..., syndrome: int = ...) -> rst2init_qp_out__mailbox: ...
    def parse(self, data: Bytes) -> rst2init_qp_out__mailbox: ...

class init2rtr_qp_in__mailbox(Mailbox):
    opcode: int
    uid: int
    op_mod: int
    qpn: int
    opt_param_mask: int
    qpc: qpc__mailbox

class init2rtr_qp_in__form(CommandForm):
    answer: init2rtr_qp_out__form
    def __call__(  # type: ignore[override]
        self, *, uid: int = ..., op_mod: int = ..., qpn: int = ..., opt_param_mask: int = ..., qpc:
        Union[qpc__mailbox, Values] = ...) -> init2rtr_qp_in__mailbox: ...
    def parse(self, data: Bytes) -> init2rtr_qp_in__mailbox: ...

class init2rtr_qp_out__mailbox(Mailbox):
    status: int
    syndrome: int

class init2rtr_qp_out__form(Form):
    def __call__(  # type: ignore[override]
        self, *, status: int = ..., syndrome: int = ...) -> init2rtr_qp_out__mailbox: ...
    def parse(self, data: Bytes) -> init2rtr_qp_out__mailbox: ...

class rtr2rts_qp_in__mailbox(Mailbox):
    opcode: int
    uid: int
    op_mod: int
    qpn: int
    opt_param_mask: int
    qpc: qpc__mailbox

class rtr2rts_qp_in__form(CommandForm):
    answer: rtr2rts_qp_out__form
    def __call__(  # type: ignore[override]
        self, *, uid: int = ..., op_mod: int = ..., qpn: int = ..., opt_param_mask: int = ..., qpc:
        Union[qpc__mailbox, Values] = ...) -> rtr2rts_qp_in__mailbox: ...
    def parse(self, data: Bytes) -> rtr2rts_qp_in__mailbox: ...

class rtr2rts_qp_out__mailbox(Mailbox):
    status: int
    syndrome: int

class rtr2rts_qp_out__form(Form):
    def __call__(  # type: ignore[override]
        self, *, status: int = ..., syndrome: int = ...) -> rtr2rts_qp_out__mailbox: ...
    def parse(self, data: Bytes) -> rtr2rts_qp_out__mailbox: ...

class rts2rts_qp_in__mailbox(Mailbox):
    opcode: int
    uid: int
    op_mod: int
    qpc_ext: int
    qpn: int
    opt_param_mask: int
    qpc: qpc__mailbox
    opt_param_mask_95_32: int
    qpc_data_ext: qpc_ext__mailbox

class rts2rts_qp_in__form(CommandForm):
    answer: rts2rts_qp_out__form
    def __call__(  # type: ignore[override]
        self, *, uid: int = ..., op_mod: int = ..., qpc_ext: int = ..., qpn: int = ...,
        opt_param_mask: int = ..., qpc: Union[qpc__mailbox, Values] = ..., opt_param_mask_95_32: int
        = ..., qpc_data_ext: Union[qpc_ext__mailbox, Values] = ...) -> rts2rts_qp_in__mailbox: ...
    def parse(self, data: Bytes) -> rts2rts_qp_in__mailbox: ...

class rts2rts_qp_out__mailbox(Mailbox):
    status: int
    syndrome: int

class rts2rts_qp_out__form(Form):
    def __call__(  # type: ignore[override]
        self, *, status: int = ..., syndrome: int = ...) -> rts2rts_qp_out__mailbox: ...
    def parse(self, data: Bytes) -> rts2rts_qp_out__mailbox: ...

class qp_2err_in__mailbox(Mailbox):
    opcode: int
    uid: int
    op_mod: int
    qpn: int

class qp_2err_in__form(CommandForm):
    answer: qp_2err_out__form
    def __call__(  # type: ignore[override]
        self, *, uid: int = ..., op_mod: int = ..., qpn: int = ...) -> qp_2err_in__mailbox: ...
    def parse(self, data: Bytes) -> qp_2err_in__mailbox: ...

class qp_2err_out__mailbox(Mailbox):
    status: int
    syndrome: int

class qp_2err_out__form(Form):
    def __call__(  # type: ignore[override]
        self, *, status: int = ..., syndrome: int = ...) -> qp_2err_out__mailbox: ...
    def parse(self, data: Bytes) -> qp_2err_out__mailbox: ...

class qp_2rst_in__mailbox(Mailbox):
    opcode: int
    uid: int
    op_mod: int
    qpn: int

class qp_2rst_in__form(CommandForm):
    answer: qp_2rst_out__form
    def __call__(  # type: ignore[override]
        self, *, uid: int = ..., op_mod: int = ..., qpn: int = ...) -> qp_2rst_in__mailbox: ...
    def parse(self, data: Bytes) -> qp_2rst_in__mailbox: ...

class qp_2rst_out__mailbox(Mailbox):
    status: int
    syndrome: int

class qp_2rst_out__form(Form):
    def __call__(  # type: ignore[override]
        self, *, status: int = ..., syndrome: int = ...) -> qp_2rst_out__mailbox: ...
    def parse(self, data: Bytes) -> qp_2rst_out__mailbox: ...

class query_qp_in__mailbox(Mailbox):
    opcode: int
    uid: int
    op_mod: int
    qpn: int

class query_qp_in__form(CommandForm):
    answer: query_qp_out__form
    def __call__(  # type: ignore[override]
        self, *, uid: int = ..., op_mod: int = ..., qpn: int = ...) -> query_qp_in__mailbox: ...
    def parse(self, data: Bytes) -> query_qp_in__mailbox: ...

class query_qp_out__mailbox(Mailbox):
    status: int
    syndrome: int
    qpc: qpc__mailbox

class query_qp_out__form(Form):
    def __call__(  # type: ignore[override]
        self, *, status: int = ..., syndrome: int = ..., qpc: Union[qpc__mailbox, Values] = ...) -> query_qp_out__mailbox: ...
    def parse(self, data: Bytes) -> query_qp_out__mailbox: ...

class init2init_qp_in__mailbox(Mailbox):
    opcode: int
    uid: int
    op_mod: int
    qpc_ext: int
    qpn: int
    opt_param_mask: int
    qpc: qpc__mailbox
    opt_param_mask_95_32: int
    qpc_data_ext: qpc_ext__mailbox

class init2init_qp_in__form(CommandForm):
    answer: init2init_qp_out__form
    def __call__(  # type: ignore[override]
        self, *, uid: int = ..., op_mod: int = ..., qpc_ext: int = ..., qpn: int = ...,
        opt_param_mask: int = ..., qpc: Union[qpc__mailbox, Values] = ..., opt_param_mask_95_32: int
        = ..., qpc_data_ext: Union[qpc_ext__mailbox, Values] = ...) -> init2init_qp_in__mailbox: ...
    def parse(self, data: Bytes) -> init2init_qp_in__mailbox: ...

class init2init_qp_out__mailbox(Mailbox):
    status: int
    syndrome: int

class init2init_qp_out__form(Form):
    def __call__(  # type: ignore[override]
        self, *, status: int = ..., syndrome: int = ...) -> init2init_qp_out__mailbox: ...
    def parse(self, data: Bytes) -> init2init_qp_out__mailbox: ...

class create_psv_in__mailbox(Mailbox):
    opcode: int
    uid: int
    op_mod: int
    num_psv: int
    pd: int

class create_psv_in__form(CommandForm):
    answer: create_psv_out__form
    def __call__(  # type: ignore[override]
        self, *, uid: int = ..., op_mod: int = ..., num_psv: int = ..., pd: int = ...) -> create_psv_in__mailbox: ...
    def parse(self, data: Bytes) -> create_psv_in__mailbox: ...

class create_psv_out__mailbox(Mailbox):
    status: int
    syndrome: int
    psv0_index: int
    psv1_index: int
    psv2_index: int
    psv3_index: int

class create_psv_out__form(Form):
    def __call__(  # type: ignore[override]
        self, *, status: int = ..., syndrome: int = ..., psv0_index: int = ..., psv1_index: int =
        ..., psv2_index: int = ..., psv3_index: int = ...) -> create_psv_out__mailbox: ...
    def parse(self, data: Bytes) -> create_psv_out__mailbox: ...

class create_dct_in__mailbox(Mailbox):
    opcode: int
    uid: int
    op_mod: int
    dct_context_entry: dctc__mailbox

class create_dct_in__form(CommandForm):
    answer: create_dct_out__form
    def __call__(  # type: ignore[override]
        self, *, uid: int = ..., op_mod: int = ..., dct_context_entry: Union[dctc__mailbox, Values]
        = ...) -> create_dct_in__mailbox: ...
    def parse(self, data: Bytes) -> create_dct_in__mailbox: ...

class create_dct_out__mailbox(Mailbox):
    status: int
    syndrome: int
    dctn: int

class create_dct_out__form(Form):
    def __call__(  # type: ignore[override]
        self, *, status: int = ..., syndrome: int = ..., dctn: int = ...) -> create_dct_out__mailbox: ...
    def parse(self, data: Bytes) -> create_dct_out__mailbox: ...

class query_dct_in__mailbox(Mailbox):
    opcode: int
    uid: int
    op_mod: int
    dctn: int

class query_dct_in__form(CommandForm):
    answer: query_dct_out__form
    def __call__(  # type: ignore[override]
        self, *, uid: int = ..., op_mod: int = ..., dctn: int = ...) -> query_dct_in__mailbox: ...
    def parse(self, data: Bytes) -> query_dct_in__mailbox: ...

class query_dct_out__mailbox(Mailbox):
    status: int
    syndrome: int
    dct_context_entry: dctc__mailbox

class query_dct_out__form(Form):
    def __call__(  # type: ignore[override]
        self, *, status: int = ..., syndrome: int = ..., dct_context_entry: Union[dctc__mailbox,
        Values] = ...) -> query_dct_out__mailbox: ...
    def parse(self, data: Bytes) -> query_dct_out__mailbox: ...

class create_xrq_in__mailbox(Mailbox):
    opcode: int
    uid: int
    op_mod: int
    xrq_context: xrqc__mailbox

class create_xrq_in__form(CommandForm):
    answer: create_xrq_out__form
    def __call__(  # type: ignore[override]
        self, *, uid: int = ..., op_mod: int = ..., xrq_context: Union[xrqc__mailbox, Values] = ...) -> create_xrq_in__mailbox: ...
    def parse(self, data: Bytes) -> create_xrq_in__mailbox: ...

class create_xrq_out__mailbox(Mailbox):
    status: int
    syndrome: int
    xrqn: int

class create_xrq_out__form(Form):
    def __call__(  # type: ignore[override]
        self, *, status: int = ..., syndrome: int = ..., xrqn: int = ...) -> create_xrq_out__mailbox: ...
    def parse(self, data: Bytes) -> create_xrq_out__mailbox: ...

class query_xrq_in__mailbox(Mailbox):
    opcode: int
    uid: int
    op_mod: int
    xrqn: int

class query_xrq_in__form(CommandForm):
    answer: query_xrq_out__form
    def __call__(  # type: ignore[override]
        self, *, uid: int = ..., op_mod: int = ..., xrqn: int = ...) -> query_xrq_in__mailbox: ...
    def parse(self, data: Bytes) -> query_xrq_in__mailbox: ...

class query_xrq_out__mailbox(Mailbox):
    status: int
    syndrome: int
    xrq_context: xrqc__mailbox

class query_xrq_out__form(Form):
    def __call__(  # type: ignore[override]
        self, *, status: int = ..., syndrome: int = ..., xrq_context: Union[xrqc__mailbox, Values] =
        ...) -> query_xrq_out__mailbox: ...
    def parse(self, data: Bytes) -> query_xrq_out__mailbox: ...

class arm_xrq_in__mailbox(Mailbox):
    opcode: int
    uid: int
    op_mod: int
    xrqn: int
    lwm: int

class arm_xrq_in__form(CommandForm):
    answer: arm_xrq_out__form
    def __call__(  # type: ignore[override]
        self, *, uid: int = ..., op_mod: int = ..., xrqn: int = ..., lwm: int = ...) -> arm_xrq_in__mailbox: ...
    def parse(self, data: Bytes) -> arm_xrq_in__mailbox: ...

class arm_xrq_out__mailbox(Mailbox):
    status: int
    syndrome: int

class arm_xrq_out__form(Form):
    def __call__(  # type: ignore[override]
        self, *, status: int = ..., syndrome: int = ...) -> arm_xrq_out__mailbox: ...
    def parse(self, data: Bytes) -> arm_xrq_out__mailbox: ...

class query_hca_vport_context_in__mailbox(Mailbox):
    opcode: int
    uid: int
    op_mod: int
    port_num: int

class query_hca_vport_context_in__form(CommandForm):
    answer: query_hca_vport_context_out__form
    def __call__(  # type: ignore[override]
        self, *, uid: int = ..., op_mod: int = ..., port_num: int = ...) -> query_hca_vport_context_in__mailbox: ...
    def parse(self, data: Bytes) -> query_hca_vport_context_in__mailbox: ...

class query_hca_vport_context_out__mailbox(Mailbox):
    status: int
    syndrome: int
    hca_vport_context: hca_vport_context__mailbox

class query_hca_vport_context_out__form(Form):
    def __call__(  # type: ignore[override]
        self, *, status: int = ..., syndrome: int = ..., hca_vport_context:
        Union[hca_vport_context__mailbox, Values] = ...) -> query_hca_vport_context_out__mailbox: ...
    def parse(self, data: Bytes) -> query_hca_vport_context_out__mailbox: ...

class alloc_transport_domain_in__mailbox(Mailbox):
    opcode: int
    uid: int
    op_mod: int

class alloc_transport_domain_in__form(CommandForm):
    answer: alloc_transport_domain_out__form
    def __call__(  # type: ignore[override]
        self, *, uid: int = ..., op_mod: int = ...) -> alloc_transport_domain_in__mailbox: ...
    def parse(self, data: Bytes) -> alloc_transport_domain_in__mailbox: ...

class alloc_transport_domain_out__mailbox(Mailbox):
    status: int
    syndrome: int
    transport_domain: int

class alloc_transport_domain_out__form(Form):
    def __call__(  # type: ignore[override]
        self, *, status: int = ..., syndrome: int = ..., transport_domain: int = ...) -> alloc_transport_domain_out__mailbox: ...
    def parse(self, data: Bytes) -> alloc_transport_domain_out__mailbox: ...

class query_lag_in__mailbox(Mailbox):
    opcode: int
    uid: int
    op_mod: int

class query_lag_in__form(CommandForm):
    answer: query_lag_out__form
    def __call__(  # type: ignore[override]
        self, *, uid: int = ..., op_mod: int = ...) -> query_lag_in__mailbox: ...
    def parse(self, data: Bytes) -> query_lag_in__mailbox: ...

class query_lag_out__mailbox(Mailbox):
    status: int
    syndrome: int
    ctx: lagc__mailbox

class query_lag_out__form(Form):
    def __call__(  # type: ignore[override]
        self, *, status: int = ..., syndrome: int = ..., ctx: Union[lagc__mailbox, Values] = ...) -> query_lag_out__mailbox: ...
    def parse(self, data: Bytes) -> query_lag_out__mailbox: ...

class modify_sq_in__mailbox(Mailbox):
    opcode: int
    uid: int
    op_mod: int
    sqn: int
    modify_bitmask: int
    ctx: sqc__mailbox

class modify_sq_in__form(CommandForm):
    answer: modify_sq_out__form
    def __call__(  # type: ignore[override]
        self, *, uid: int = ..., op_mod: int = ..., sqn: int = ..., modify_bitmask: int = ..., ctx:
        Union[sqc__mailbox, Values] = ...) -> modify_sq_in__mailbox: ...
    def parse(self, data: Bytes) -> modify_sq_in__mailbox: ...

class modify_sq_out__mailbox(Mailbox):
    status: int
    syndrome: int

class modify_sq_out__form(Form):
    def __call__(  # type: ignore[override]
        self, *, status: int = ..., syndrome: int = ...) -> modify_sq_out__mailbox: ...
    def parse(self, data: Bytes) -> modify_sq_out__mailbox: ...

class create_rmp_in__mailbox(Mailbox):
    opcode: int
    uid: int
    op_mod: int
    ctx: rmpc__mailbox

class create_rmp_in__form(CommandForm):
    answer: create_rmp_out__form
    def __call__(  # type: ignore[override]
        self, *, uid: int = ..., op_mod: int = ..., ctx: Union[rmpc__mailbox, Values] = ...) -> create_rmp_in__mailbox: ...
    def parse(self, data: Bytes) -> create_rmp_in__mailbox: ...

class create_rmp_out__mailbox(Mailbox):
    status: int
    syndrome: int
    rmpn: int

class create_rmp_out__form(Form):
    def __call__(  # type: ignore[override]
        self, *, status: int = ..., syndrome: int = ..., rmpn: int = ...) -> create_rmp_out__mailbox: ...
    def parse(self, data: Bytes) -> create_rmp_out__mailbox: ...

class create_tis_in__mailbox(Mailbox):
    opcode: int
    uid: int
    op_mod: int
    ctx: tisc__mailbox

class create_tis_in__form(CommandForm):
    answer: create_tis_out__form
    def __call__(  # type: ignore[override]
        self, *, uid: int = ..., op_mod: int = ..., ctx: Union[tisc__mailbox, Values] = ...) -> create_tis_in__mailbox: ...
    def parse(self, data: Bytes) -> create_tis_in__mailbox: ...

class create_tis_out__mailbox(Mailbox):
    status: int
    syndrome: int
    tisn: int

class create_tis_out__form(Form):
    def __call__(  # type: ignore[override]
        self, *, status: int = ..., syndrome: int = ..., tisn: int = ...) -> create_tis_out__mailbox: ...
    def parse(self, data: Bytes) -> create_tis_out__mailbox: ...

class modify_tis_in__mailbox(Mailbox):
    opcode: int
    uid: int
    op_mod: int
    tisn: int
    bitmask: modify_tis_bitmask__mailbox
    ctx: tisc__mailbox

class modify_tis_in__form(CommandForm):
    answer: modify_tis_out__form
    def __call__(  # type: ignore[override]
        self, *, uid: int = ..., op_mod: int = ..., tisn: int = ..., bitmask:
        Union[modify_tis_bitmask__mailbox, Values] = ..., ctx: Union[tisc__mailbox, Values] = ...) -> modify_tis_in__mailbox: ...
    def parse(self, data: Bytes) -> modify_tis_in__mailbox: ...

class modify_tis_out__mailbox(Mailbox):
    status: int
    syndrome: int

class modify_tis_out__form(Form):
    def __call__(  # type: ignore[override]
        self, *, status: int = ..., syndrome: int = ...) -> modify_tis_out__mailbox: ...
    def parse(self, data: Bytes) -> modify_tis_out__mailbox: ...

class query_tis_in__mailbox(Mailbox):
    opcode: int
    uid: int
    op_mod: int
    tisn: int

class query_tis_in__form(CommandForm):
    answer: query_tis_out__form
    def __call__(  # type: ignore[override]
        self, *, uid: int = ..., op_mod: int = ..., tisn: int = ...) -> query_tis_in__mailbox: ...
    def parse(self, data: Bytes) -> query_tis_in__mailbox: ...

class query_tis_out__mailbox(Mailbox):
    status: int
    syndrome: int
    tis_context: tisc__mailbox

class query_tis_out__form(Form):
    def __call__(  # type: ignore[override]
        self, *, status: int = ..., syndrome: int = ..., tis_context: Union[tisc__mailbox, Values] =
        ...) -> query_tis_out__mailbox: ...
    def parse(self, data: Bytes) -> query_tis_out__mailbox: ...

class alloc_flow_counter_in__mailbox(Mailbox):
    opcode: int
    uid: int
    op_mod: int
    flow_counter_bulk: int

class alloc_flow_counter_in__form(CommandForm):
    answer: alloc_flow_counter_out__form
    def __call__(  # type: ignore[override]
        self, *, uid: int = ..., op_mod: int = ..., flow_counter_bulk: int = ...) -> alloc_flow_counter_in__mailbox: ...
    def parse(self, data: Bytes) -> alloc_flow_counter_in__mailbox: ...

class alloc_flow_counter_out__mailbox(Mailbox):
    status: int
    syndrome: int
    flow_counter_id: int

class alloc_flow_counter_out__form(Form):
    def __call__(  # type: ignore[override]
        self, *, status: int = ..., syndrome: int = ..., flow_counter_id: int = ...) -> alloc_flow_counter_out__mailbox: ...
    def parse(self, data: Bytes) -> alloc_flow_counter_out__mailbox: ...

class query_flow_counter_in__mailbox(Mailbox):
    opcode: int
    uid: int
    op_mod: int
    clear: int
    dump_to_memory: int
    num_of_counters: int
    flow_counter_id: int

class query_flow_counter_in__form(CommandForm):
    answer: query_flow_counter_out__form
    def __call__(  # type: ignore[override]
        self, *, uid: int = ..., op_mod: int = ..., clear: int = ..., dump_to_memory: int = ...,
        num_of_counters: int = ..., flow_counter_id: int = ...) -> query_flow_counter_in__mailbox: ...
    def parse(self, data: Bytes) -> query_flow_counter_in__mailbox: ...

class query_flow_counter_out__mailbox(Mailbox):
    status: int
    syndrome: int
    flow_statistics: bytes

class query_flow_counter_out__form(Form):
    def __call__(  # type: ignore[override]
        self, *, status: int = ..., syndrome: int = ..., flow_statistics: Bytes = ...) -> query_flow_counter_out__mailbox: ...
    def parse(self, data: Bytes) -> query_flow_counter_out__mailbox: ...

class create_general_object_in__mailbox(Mailbox):
    opcode: int
    uid: int
    op_mod: int

class create_general_object_in__form(CommandForm):
    answer: create_general_object_out__form
    def __call__(  # type: ignore[override]
        self, *, uid: int = ..., op_mod: int = ...) -> create_general_object_in__mailbox: ...
    def parse(self, data: Bytes) -> create_general_object_in__mailbox: ...

class create_general_object_out__mailbox(Mailbox):
    status: int
    syndrome: int

class create_general_object_out__form(Form):
    def __call__(  # type: ignore[override]
        self, *, status: int = ..., syndrome: int = ...) -> create_general_object_out__mailbox: ...
    def parse(self, data: Bytes) -> create_general_object_out__mailbox: ...

class modify_general_object_in__mailbox(Mailbox):
    opcode: int
    uid: int
    op_mod: int

class modify_general_object_in__form(CommandForm):
    answer: modify_general_object_out__form
    def __call__(  # type: ignore[override]
        self, *, uid: int = ..., op_mod: int = ...) -> modify_general_object_in__mailbox: ...
    def parse(self, data: Bytes) -> modify_general_object_in__mailbox: ...

class modify_general_object_out__mailbox(Mailbox):
    status: int
    syndrome: int

class modify_general_object_out__form(Form):
    def __call__(  # type: ignore[override]
        self, *, status: int = ..., syndrome: int = ...) -> modify_general_object_out__mailbox: ...
    def parse(self, data: Bytes) -> modify_general_object_out__mailbox: ...

class query_general_object_in__mailbox(Mailbox):
    opcode: int
    uid: int
    op_mod: int

class query_general_object_in__form(CommandForm):
    answer: query_general_object_out__form
    def __call__(  # type: ignore[override]
        self, *, uid: int = ..., op_mod: int = ...) -> query_general_object_in__mailbox: ...
    def parse(self, data: Bytes) -> query_general_object_in__mailbox: ...

class query_general_object_out__mailbox(Mailbox):
    status: int
    syndrome: int

class query_general_object_out__form(Form):
    def __call__(  # type: ignore[override]
        self, *, status: int = ..., syndrome: int = ...) -> query_general_object_out__mailbox: ...
    def parse(self, data: Bytes) -> query_general_object_out__mailbox: ...

ads: ads__form
atomic_caps: atomic_caps__form
av_qp_mapping: av_qp_mapping__form
cmd_hca_cap: cmd_hca_cap__form
cmd_hca_cap_2: cmd_hca_cap_2__form
cqc: cqc__form
create_av_qp_mapping_in: create_av_qp_mapping_in__form
create_crypto_login_obj_in: create_crypto_login_obj_in__form
create_encryption_key_obj_in: create_encryption_key_obj_in__form
create_sched_elem_in: create_sched_elem_in__form
crypto_caps: crypto_caps__form
crypto_login_obj: crypto_login_obj__form
dctc: dctc__form
device_mem_cap: device_mem_cap__form
encryption_key_obj: encryption_key_obj__form
flow_table_nic_cap: flow_table_nic_cap__form
flow_table_prop_layout: flow_table_prop_layout__form
fte_match_param: fte_match_param__form
fte_match_set_lyr_2_4: fte_match_set_lyr_2_4__form
general_obj_in_cmd_hdr: general_obj_in_cmd_hdr__form
general_obj_out_cmd_hdr: general_obj_out_cmd_hdr__form
hca_vport_context: hca_vport_context__form
lagc: lagc__form
mbox_in: mbox_in__form
mbox_out: mbox_out__form
mkc: mkc__form
modify_tis_bitmask: modify_tis_bitmask__form
odp_cap: odp_cap__form
odp_per_transport_service_cap: odp_per_transport_service_cap__form
qos_cap: qos_cap__form
qpc: qpc__form
qpc_ext: qpc_ext__form
query_encryption_key_obj_out: query_encryption_key_obj_out__form
rmpc: rmpc__form
sched_context: sched_context__form
sched_elem: sched_elem__form
sched_elem_attr_tsar: sched_elem_attr_tsar__form
sqc: sqc__form
tag_matching_topology_context: tag_matching_topology_context__form
tisc: tisc__form
traffic_counter: traffic_counter__form
wq: wq__form
xrqc: xrqc__form
alloc_flow_counter: alloc_flow_counter_in__form
alloc_transport_domain: alloc_transport_domain_in__form
arm_xrq: arm_xrq_in__form
create_cq: create_cq_in__form
create_dct: create_dct_in__form
create_general_object: create_general_object_in__form
create_mkey: create_mkey_in__form
create_psv: create_psv_in__form
create_qp: create_qp_in__form
create_rmp: create_rmp_in__form
create_tis: create_tis_in__form
create_xrq: create_xrq_in__form
init2init_qp: init2init_qp_in__form
init2rtr_qp: init2rtr_qp_in__form
modify_cq: modify_cq_in__form
modify_general_object: modify_general_object_in__form
modify_sq: modify_sq_in__form
modify_tis: modify_tis_in__form
qp_2err: qp_2err_in__form
qp_2rst: qp_2rst_in__form
query_dct: query_dct_in__form
query_flow_counter: query_flow_counter_in__form
query_general_object: query_general_object_in__form
query_hca_cap: query_hca_cap_in__form
query_hca_vport_context: query_hca_vport_context_in__form
query_lag: query_lag_in__form
query_qp: query_qp_in__form
query_tis: query_tis_in__form
query_xrq: query_xrq_in__form
rst2init_qp: rst2init_qp_in__form
rtr2rts_qp: rtr2rts_qp_in__form
rts2rts_qp: rts2rts_qp_in__form
