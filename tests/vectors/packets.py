"""Random headers of packets, management datagrams and records, and their bytes.

Messages of rdma_cm have their fields where tests/codegen/cm_fields.txt has them of the kernel's header. The other places are those
of the specs: tests/codegen compares these with scapy, Wireshark, libibmad and libibumad, and packets.c with C structs of others."""
import commands  # noqa: F401  (it brings the path of packet_fields)
import packet_fields
from commands import Commands


class Packets(Commands):
    """All of them by their names."""

    c_header = "verbatim_packets.h"

    def __init__(self):
        super().__init__()
        folders = self.specs.packets
        self.mailboxes = {name: thing for things in folders.values() for name, thing in things.items()}
        assert len(self.mailboxes) == sum(map(len, folders.values())), "two have one name"
        self.folders = {name: folder for folder, things in folders.items() for name in things}
        self.messages = {f"cm_{name.lower()}": fields for name, (_, fields) in packet_fields.table().items()}

    def place(self, name, field):
        return self.messages.get(name, {}).get(field.name.upper(), (field.bit, field.width))

    def cxx(self):
        return {name: (f"verbatim::{folder}::{name}", f"{folder}/{name}") for name, folder in self.folders.items()}
