# Generated from specs/headers/ by codegen. Do not edit: `meson compile -C build generate`.
"""The types of what headers.py has, for checkers: the fields of each, and what makes it."""
from typing import Any, Mapping, Union

from verbatim.layout import BytesLike as Bytes
from verbatim.mailbox import Form, Mailbox

Values = Mapping[str, Any]

class aeth__mailbox(Mailbox):
    syndrome: int
    msn: int

class aeth__form(Form):
    def __call__(  # type: ignore[override]
        self, *, syndrome: int = ..., msn: int = ...) -> aeth__mailbox: ...
    def parse(self, data: Bytes) -> aeth__mailbox: ...

class atomic_ack_eth__mailbox(Mailbox):
    orig: int

class atomic_ack_eth__form(Form):
    def __call__(  # type: ignore[override]
        self, *, orig: int = ...) -> atomic_ack_eth__mailbox: ...
    def parse(self, data: Bytes) -> atomic_ack_eth__mailbox: ...

class atomic_eth__mailbox(Mailbox):
    va: int
    rkey: int
    swap_add: int
    comp: int

class atomic_eth__form(Form):
    def __call__(  # type: ignore[override]
        self, *, va: int = ..., rkey: int = ..., swap_add: int = ..., comp: int = ...) -> atomic_eth__mailbox: ...
    def parse(self, data: Bytes) -> atomic_eth__mailbox: ...

class bth__mailbox(Mailbox):
    opcode: int
    se: int
    m: int
    padcnt: int
    tver: int
    pkey: int
    fecn: int
    becn: int
    resv6a: int
    destqp: int
    a: int
    psn: int

class bth__form(Form):
    def __call__(  # type: ignore[override]
        self, *, opcode: int = ..., se: int = ..., m: int = ..., padcnt: int = ..., tver: int = ...,
        pkey: int = ..., fecn: int = ..., becn: int = ..., resv6a: int = ..., destqp: int = ..., a:
        int = ..., psn: int = ...) -> bth__mailbox: ...
    def parse(self, data: Bytes) -> bth__mailbox: ...

class deth__mailbox(Mailbox):
    qkey: int
    srcqp: int

class deth__form(Form):
    def __call__(  # type: ignore[override]
        self, *, qkey: int = ..., srcqp: int = ...) -> deth__mailbox: ...
    def parse(self, data: Bytes) -> deth__mailbox: ...

class erf__mailbox(Mailbox):
    ts: int
    type: int
    flags: int
    rlen: int
    lctr: int
    wlen: int

class erf__form(Form):
    def __call__(  # type: ignore[override]
        self, *, ts: int = ..., type: int = ..., flags: int = ..., rlen: int = ..., lctr: int = ...,
        wlen: int = ...) -> erf__mailbox: ...
    def parse(self, data: Bytes) -> erf__mailbox: ...

class ethernet__mailbox(Mailbox):
    h_dest: bytes
    h_source: bytes
    h_proto: int

class ethernet__form(Form):
    def __call__(  # type: ignore[override]
        self, *, h_dest: Bytes = ..., h_source: Bytes = ..., h_proto: int = ...) -> ethernet__mailbox: ...
    def parse(self, data: Bytes) -> ethernet__mailbox: ...

class eui64__mailbox(Mailbox):
    oui: int
    ff: int
    fe: int
    card: int

class eui64__form(Form):
    def __call__(  # type: ignore[override]
        self, *, oui: int = ..., ff: int = ..., fe: int = ..., card: int = ...) -> eui64__mailbox: ...
    def parse(self, data: Bytes) -> eui64__mailbox: ...

class grh__mailbox(Mailbox):
    ipver: int
    tclass: int
    flow_label: int
    paylen: int
    nxthdr: int
    hoplmt: int
    sgid: bytes
    dgid: bytes

class grh__form(Form):
    def __call__(  # type: ignore[override]
        self, *, ipver: int = ..., tclass: int = ..., flow_label: int = ..., paylen: int = ...,
        nxthdr: int = ..., hoplmt: int = ..., sgid: Bytes = ..., dgid: Bytes = ...) -> grh__mailbox: ...
    def parse(self, data: Bytes) -> grh__mailbox: ...

class ieth__mailbox(Mailbox):
    rkey: int

class ieth__form(Form):
    def __call__(  # type: ignore[override]
        self, *, rkey: int = ...) -> ieth__mailbox: ...
    def parse(self, data: Bytes) -> ieth__mailbox: ...

class imm_dt__mailbox(Mailbox):
    imm: int

class imm_dt__form(Form):
    def __call__(  # type: ignore[override]
        self, *, imm: int = ...) -> imm_dt__mailbox: ...
    def parse(self, data: Bytes) -> imm_dt__mailbox: ...

class ipv4__mailbox(Mailbox):
    version: int
    ihl: int
    tos: int
    tot_len: int
    id: int
    df: int
    mf: int
    frag_off: int
    ttl: int
    protocol: int
    check: int
    saddr: int
    daddr: int

class ipv4__form(Form):
    def __call__(  # type: ignore[override]
        self, *, version: int = ..., ihl: int = ..., tos: int = ..., tot_len: int = ..., id: int =
        ..., df: int = ..., mf: int = ..., frag_off: int = ..., ttl: int = ..., protocol: int = ...,
        check: int = ..., saddr: int = ..., daddr: int = ...) -> ipv4__mailbox: ...
    def parse(self, data: Bytes) -> ipv4__mailbox: ...

class ipv6__mailbox(Mailbox):
    version: int
    tclass: int
    flow_lbl: int
    payload_len: int
    nexthdr: int
    hop_limit: int
    saddr: bytes
    daddr: bytes

class ipv6__form(Form):
    def __call__(  # type: ignore[override]
        self, *, version: int = ..., tclass: int = ..., flow_lbl: int = ..., payload_len: int = ...,
        nexthdr: int = ..., hop_limit: int = ..., saddr: Bytes = ..., daddr: Bytes = ...) -> ipv6__mailbox: ...
    def parse(self, data: Bytes) -> ipv6__mailbox: ...

class ipv6_ext__mailbox(Mailbox):
    nexthdr: int
    hdrlen: int
    data: bytes

class ipv6_ext__form(Form):
    def __call__(  # type: ignore[override]
        self, *, nexthdr: int = ..., hdrlen: int = ..., data: Bytes = ...) -> ipv6_ext__mailbox: ...
    def parse(self, data: Bytes) -> ipv6_ext__mailbox: ...

class link_local__mailbox(Mailbox):
    prefix: int
    interface_id: int

class link_local__form(Form):
    def __call__(  # type: ignore[override]
        self, *, prefix: int = ..., interface_id: int = ...) -> link_local__mailbox: ...
    def parse(self, data: Bytes) -> link_local__mailbox: ...

class lrh__mailbox(Mailbox):
    vl: int
    lver: int
    sl: int
    lnh: int
    dlid: int
    pktlen: int
    slid: int

class lrh__form(Form):
    def __call__(  # type: ignore[override]
        self, *, vl: int = ..., lver: int = ..., sl: int = ..., lnh: int = ..., dlid: int = ...,
        pktlen: int = ..., slid: int = ...) -> lrh__mailbox: ...
    def parse(self, data: Bytes) -> lrh__mailbox: ...

class mapped_ipv4__mailbox(Mailbox):
    prefix: int
    mark: int
    address: int

class mapped_ipv4__form(Form):
    def __call__(  # type: ignore[override]
        self, *, prefix: int = ..., mark: int = ..., address: int = ...) -> mapped_ipv4__mailbox: ...
    def parse(self, data: Bytes) -> mapped_ipv4__mailbox: ...

class multicast_address__mailbox(Mailbox):
    prefix: int
    flags: int
    scope: int
    group: bytes
    group_low: int

class multicast_address__form(Form):
    def __call__(  # type: ignore[override]
        self, *, prefix: int = ..., flags: int = ..., scope: int = ..., group: Bytes = ...,
        group_low: int = ...) -> multicast_address__mailbox: ...
    def parse(self, data: Bytes) -> multicast_address__mailbox: ...

class reth__mailbox(Mailbox):
    va: int
    rkey: int
    dma_len: int

class reth__form(Form):
    def __call__(  # type: ignore[override]
        self, *, va: int = ..., rkey: int = ..., dma_len: int = ...) -> reth__mailbox: ...
    def parse(self, data: Bytes) -> reth__mailbox: ...

class tcp__mailbox(Mailbox):
    source: int
    dest: int
    seq: int
    ack_seq: int
    doff: int
    cwr: int
    ece: int
    urg: int
    ack: int
    psh: int
    rst: int
    syn: int
    fin: int
    window: int
    check: int
    urg_ptr: int

class tcp__form(Form):
    def __call__(  # type: ignore[override]
        self, *, source: int = ..., dest: int = ..., seq: int = ..., ack_seq: int = ..., doff: int =
        ..., cwr: int = ..., ece: int = ..., urg: int = ..., ack: int = ..., psh: int = ..., rst:
        int = ..., syn: int = ..., fin: int = ..., window: int = ..., check: int = ..., urg_ptr: int
        = ...) -> tcp__mailbox: ...
    def parse(self, data: Bytes) -> tcp__mailbox: ...

class udp__mailbox(Mailbox):
    source: int
    dest: int
    len: int
    check: int

class udp__form(Form):
    def __call__(  # type: ignore[override]
        self, *, source: int = ..., dest: int = ..., len: int = ..., check: int = ...) -> udp__mailbox: ...
    def parse(self, data: Bytes) -> udp__mailbox: ...

class vlan_tag__mailbox(Mailbox):
    tpid: int
    pcp: int
    dei: int
    vid: int

class vlan_tag__form(Form):
    def __call__(  # type: ignore[override]
        self, *, tpid: int = ..., pcp: int = ..., dei: int = ..., vid: int = ...) -> vlan_tag__mailbox: ...
    def parse(self, data: Bytes) -> vlan_tag__mailbox: ...

class vxlan__mailbox(Mailbox):
    vx_flags: int
    vni: int

class vxlan__form(Form):
    def __call__(  # type: ignore[override]
        self, *, vx_flags: int = ..., vni: int = ...) -> vxlan__mailbox: ...
    def parse(self, data: Bytes) -> vxlan__mailbox: ...

class xrc_eth__mailbox(Mailbox):
    xrcsrq: int

class xrc_eth__form(Form):
    def __call__(  # type: ignore[override]
        self, *, xrcsrq: int = ...) -> xrc_eth__mailbox: ...
    def parse(self, data: Bytes) -> xrc_eth__mailbox: ...

aeth: aeth__form
atomic_ack_eth: atomic_ack_eth__form
atomic_eth: atomic_eth__form
bth: bth__form
deth: deth__form
erf: erf__form
ethernet: ethernet__form
eui64: eui64__form
grh: grh__form
ieth: ieth__form
imm_dt: imm_dt__form
ipv4: ipv4__form
ipv6: ipv6__form
ipv6_ext: ipv6_ext__form
link_local: link_local__form
lrh: lrh__form
mapped_ipv4: mapped_ipv4__form
multicast_address: multicast_address__form
reth: reth__form
tcp: tcp__form
udp: udp__form
vlan_tag: vlan_tag__form
vxlan: vxlan__form
xrc_eth: xrc_eth__form
