# Generated from specs/transports/ by codegen. Do not edit: `meson compile -C build generate`.
"""The beginning of every chain: one object for each transport."""
from verbatim.chain import Chain

dci = Chain.begin("dci")
dci_compact = Chain.begin("dci_compact")
dci_roce = Chain.begin("dci_roce")
raw_packet = Chain.begin("raw_packet")
rc = Chain.begin("rc")
uc = Chain.begin("uc")
ud = Chain.begin("ud")
ud_compact = Chain.begin("ud_compact")
ud_roce = Chain.begin("ud_roce")
ud_underlay = Chain.begin("ud_underlay")
xrc = Chain.begin("xrc")
xrq_cmd = Chain.begin("xrq_cmd")

__all__ = [
    "dci",
    "dci_compact",
    "dci_roce",
    "raw_packet",
    "rc",
    "uc",
    "ud",
    "ud_compact",
    "ud_roce",
    "ud_underlay",
    "xrc",
    "xrq_cmd",
]
