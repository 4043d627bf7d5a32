# Generated from specs/records/ by codegen. Do not edit: `meson compile -C build generate`.
"""The types of what records.py has, for checkers: the fields of each, and what makes it."""
from typing import Any, Mapping, Union

from verbatim.layout import BytesLike as Bytes
from verbatim.mailbox import Mailbox, RecordForm
from verbatim.specs import management

Values = Mapping[str, Any]

class link_record__mailbox(Mailbox):
    from_lid: int
    from_port: int
    to_port: int
    to_lid: int

class link_record__form(RecordForm):
    def __call__(  # type: ignore[override]
        self, *, from_lid: int = ..., from_port: int = ..., to_port: int = ..., to_lid: int = ...) -> link_record__mailbox: ...
    def parse(self, data: Bytes) -> link_record__mailbox: ...

class mcmember_record__mailbox(Mailbox):
    mgid: bytes
    port_gid: bytes
    qkey: int
    mlid: int
    mtu_selector: int
    mtu: int
    traffic_class: int
    pkey: int
    rate_selector: int
    rate: int
    packet_life_time_selector: int
    packet_life_time: int
    sl: int
    flow_label: int
    hop_limit: int
    scope: int
    join_state: int
    proxy_join: int

class mcmember_record__form(RecordForm):
    def __call__(  # type: ignore[override]
        self, *, mgid: Bytes = ..., port_gid: Bytes = ..., qkey: int = ..., mlid: int = ...,
        mtu_selector: int = ..., mtu: int = ..., traffic_class: int = ..., pkey: int = ...,
        rate_selector: int = ..., rate: int = ..., packet_life_time_selector: int = ...,
        packet_life_time: int = ..., sl: int = ..., flow_label: int = ..., hop_limit: int = ...,
        scope: int = ..., join_state: int = ..., proxy_join: int = ...) -> mcmember_record__mailbox: ...
    def parse(self, data: Bytes) -> mcmember_record__mailbox: ...

class node_record__mailbox(Mailbox):
    lid: int
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
    node_desc: bytes

class node_record__form(RecordForm):
    def __call__(  # type: ignore[override]
        self, *, lid: int = ..., base_version: int = ..., class_version: int = ..., node_type: int =
        ..., num_ports: int = ..., sys_guid: int = ..., node_guid: int = ..., port_guid: int = ...,
        partition_cap: int = ..., device_id: int = ..., revision: int = ..., local_port_num: int =
        ..., vendor_id: int = ..., node_desc: Bytes = ...) -> node_record__mailbox: ...
    def parse(self, data: Bytes) -> node_record__mailbox: ...

class path_record__mailbox(Mailbox):
    service_id: int
    dgid: bytes
    sgid: bytes
    dlid: int
    slid: int
    raw_traffic: int
    flow_label: int
    hop_limit: int
    traffic_class: int
    reversible: int
    numb_path: int
    pkey: int
    qos_class: int
    sl: int
    mtu_selector: int
    mtu: int
    rate_selector: int
    rate: int
    packet_life_time_selector: int
    packet_life_time: int
    preference: int

class path_record__form(RecordForm):
    def __call__(  # type: ignore[override]
        self, *, service_id: int = ..., dgid: Bytes = ..., sgid: Bytes = ..., dlid: int = ..., slid:
        int = ..., raw_traffic: int = ..., flow_label: int = ..., hop_limit: int = ...,
        traffic_class: int = ..., reversible: int = ..., numb_path: int = ..., pkey: int = ...,
        qos_class: int = ..., sl: int = ..., mtu_selector: int = ..., mtu: int = ..., rate_selector:
        int = ..., rate: int = ..., packet_life_time_selector: int = ..., packet_life_time: int =
        ..., preference: int = ...) -> path_record__mailbox: ...
    def parse(self, data: Bytes) -> path_record__mailbox: ...

class portinfo_record__mailbox(Mailbox):
    lid: int
    port_num: int
    options: int
    port_info: management.port_info__mailbox

class portinfo_record__form(RecordForm):
    def __call__(  # type: ignore[override]
        self, *, lid: int = ..., port_num: int = ..., options: int = ..., port_info:
        Union[management.port_info__mailbox, Values] = ...) -> portinfo_record__mailbox: ...
    def parse(self, data: Bytes) -> portinfo_record__mailbox: ...

class service_record__mailbox(Mailbox):
    service_id: int
    service_gid: bytes
    service_pkey: int
    service_lease: int
    service_key: bytes
    service_name: bytes
    service_data8: bytes
    service_data16: bytes
    service_data32: bytes
    service_data64: bytes

class service_record__form(RecordForm):
    def __call__(  # type: ignore[override]
        self, *, service_id: int = ..., service_gid: Bytes = ..., service_pkey: int = ...,
        service_lease: int = ..., service_key: Bytes = ..., service_name: Bytes = ...,
        service_data8: Bytes = ..., service_data16: Bytes = ..., service_data32: Bytes = ...,
        service_data64: Bytes = ...) -> service_record__mailbox: ...
    def parse(self, data: Bytes) -> service_record__mailbox: ...

class sminfo_record__mailbox(Mailbox):
    lid: int
    sm_info: management.sm_info__mailbox

class sminfo_record__form(RecordForm):
    def __call__(  # type: ignore[override]
        self, *, lid: int = ..., sm_info: Union[management.sm_info__mailbox, Values] = ...) -> sminfo_record__mailbox: ...
    def parse(self, data: Bytes) -> sminfo_record__mailbox: ...

class switch_info_record__mailbox(Mailbox):
    lid: int
    switch_info: management.switch_info__mailbox

class switch_info_record__form(RecordForm):
    def __call__(  # type: ignore[override]
        self, *, lid: int = ..., switch_info: Union[management.switch_info__mailbox, Values] = ...) -> switch_info_record__mailbox: ...
    def parse(self, data: Bytes) -> switch_info_record__mailbox: ...

link_record: link_record__form
mcmember_record: mcmember_record__form
node_record: node_record__form
path_record: path_record__form
portinfo_record: portinfo_record__form
service_record: service_record__form
sminfo_record: sminfo_record__form
switch_info_record: switch_info_record__form
