# Generated from specs/headers/ by codegen. Do not edit: `meson compile -C build generate`.
"""The headers of packets."""
from verbatim.model import BitField as B, Described as D

HEADERS = {
    "aeth": D(
        4,
        (
            B(
                0x000, 8, "syndrome",
                (
                    "0x00 to 0x1f ACK with credits, 0x20 to 0x3f RNR NAK with the timer, 0x60 to 0x7f NAK "
                    "with the reason."),
            ),
            B(0x008, 24, "msn", "Number of messages that are done."),
        ),
        doc="Acknowledge extended transport header: how far the responder is, and what was wrong.",
    ),
    "atomic_ack_eth": D(
        8, (B(0x000, 64, "orig", "Value that the memory had before."),),
        doc="Atomic acknowledge extended transport header: the value before an atomic operation.",
    ),
    "atomic_eth": D(
        28,
        (
            B(0x000, 64, "va", "Address of the memory at the responder."),
            B(0x040, 32, "rkey", "Key of that memory."),
            B(0x060, 64, "swap_add", "Value that is written, or added."),
            B(0x0a0, 64, "comp", "Value that the memory is compared with."),
        ),
        doc="Atomic extended transport header: the memory and the operands of an atomic operation.",
    ),
    "bth": D(
        12,
        (
            B(0x000, 8, "opcode", "Transport in the upper three bits, and the kind of the packet."),
            B(0x008, 1, "se", "1 if the receiver's completion raises a solicited event."),
            B(0x009, 1, "m", "State of the path's migration, 1 for migrated."),
            B(0x00a, 2, "padcnt", "Bytes of zero that fill the payload up to a word."),
            B(0x00c, 4, "tver", "Version of the transport, 0."), B(0x010, 16, "pkey", "Partition key."),
            B(0x020, 1, "fecn", "1 if the packet met congestion on its way."),
            B(0x021, 1, "becn", "1 if packets of the other direction met congestion."),
            B(
                0x022, 6, "resv6a",
                "Always 0. The ICRC covers ones in the place of these bits and of the two before.",
            ),
            B(0x028, 24, "destqp", "Queue pair that the packet is for."),
            B(0x040, 1, "a", "1 if the sender asks for an acknowledgement."),
            B(0x048, 24, "psn", "Packet sequence number."),
        ),
        doc="Base transport header: the kind of a packet, its queue pair and its number.",
    ),
    "deth": D(
        8,
        (
            B(0x000, 32, "qkey", "Q_Key of the receiving queue pair."),
            B(0x028, 24, "srcqp", "Queue pair that sent the datagram."),
        ),
        doc="Datagram extended transport header: the sender of a datagram, and the key of its receiver.",
    ),
    "erf": D(
        16,
        (
            B(0x000, 64, "ts", "Seconds with 32 bits behind the point, the lowest byte first."),
            B(0x040, 8, "type", "Kind of the record, 21 for InfiniBand."), B(0x048, 8, "flags", "Flags."),
            B(0x050, 16, "rlen", "Bytes of the record, with this header."),
            B(0x060, 16, "lctr", "Packets that were lost."), B(0x070, 16, "wlen", "Bytes of the packet."),
        ),
        doc="The header in front of each packet of a capture of InfiniBand.",
    ),
    "ethernet": D(
        14,
        (
            B(0x000, 48, "h_dest", "MAC address of the destination."),
            B(0x030, 48, "h_source", "MAC address of the source."),
            B(0x060, 16, "h_proto", "EtherType, 0x0800 for IPv4, 0x86dd for IPv6, 0x8915 for RoCE v1."),
        ),
        doc="Ethernet header, in front of everything on RoCE.",
    ),
    "eui64": D(
        8,
        (
            B(0x000, 24, "oui", "First half of the MAC address, with its bit for local assignment inverted."),
            B(0x018, 8, "ff", "Always 0xff."), B(0x020, 8, "fe", "Always 0xfe."),
            B(0x028, 24, "card", "Second half of the MAC address."),
        ),
        doc="Interface of a link-local address that was made of a MAC address.",
    ),
    "grh": D(
        40,
        (
            B(0x000, 4, "ipver", "Version of IP, 6."), B(0x004, 8, "tclass", "Traffic class."),
            B(0x00c, 20, "flow_label", "Flow label."),
            B(0x020, 16, "paylen", "Bytes behind this header, up to the ICRC, which counts."),
            B(0x030, 8, "nxthdr", "Next header, 0x1b for a BTH."), B(0x038, 8, "hoplmt", "Hop limit."),
            B(0x040, 128, "sgid", "GID of the source."), B(0x0c0, 128, "dgid", "GID of the destination."),
        ),
        doc="Global routing header: the GIDs of a packet, in the form of an IPv6 header.",
    ),
    "ieth": D(
        4, (B(0x000, 32, "rkey", "Key of the receiver's memory."),),
        doc="Invalidate extended transport header: the key that a SEND with Invalidate takes away.",
    ),
    "imm_dt": D(
        4, (B(0x000, 32, "imm", "Number that the receiver's completion has."),),
        doc="Immediate data of a message.",
    ),
    "ipv4": D(
        20,
        (
            B(0x000, 4, "version", "Version of IP, 4."),
            B(0x004, 4, "ihl", "Length of the header in words of four bytes."),
            B(0x008, 8, "tos", "Type of service, the traffic class of RoCE."),
            B(0x010, 16, "tot_len", "Bytes of the packet, with this header."),
            B(0x020, 16, "id", "Number of the packet, for its fragments."),
            B(0x031, 1, "df", "1 if the packet must not be fragmented."),
            B(0x032, 1, "mf", "1 if more fragments follow."),
            B(0x033, 13, "frag_off", "Place of a fragment, in units of eight bytes."),
            B(0x040, 8, "ttl", "Time to live, the hop limit of RoCE."),
            B(0x048, 8, "protocol", "Protocol, 6 for TCP and 17 for UDP."),
            B(0x050, 16, "check", "Checksum of the header."), B(0x060, 32, "saddr", "Address of the source."),
            B(0x080, 32, "daddr", "Address of the destination."),
        ),
        doc="IPv4 header without options.",
    ),
    "ipv6": D(
        40,
        (
            B(0x000, 4, "version", "Version of IP, 6."), B(0x004, 8, "tclass", "Traffic class."),
            B(0x00c, 20, "flow_lbl", "Flow label."), B(0x020, 16, "payload_len", "Bytes behind this header."),
            B(0x030, 8, "nexthdr", "Next header, 6 for TCP and 17 for UDP."),
            B(0x038, 8, "hop_limit", "Hop limit."), B(0x040, 128, "saddr", "Address of the source."),
            B(0x0c0, 128, "daddr", "Address of the destination."),
        ),
        doc="IPv6 header.",
    ),
    "ipv6_ext": D(
        8,
        (
            B(0x000, 8, "nexthdr", "Next header."),
            B(0x008, 8, "hdrlen", "Length in units of eight bytes, without the first eight."),
            B(0x010, 48, "data", "The first options, or how to route."),
        ),
        doc="The first bytes of an IPv6 extension header of options or of routing.",
    ),
    "link_local": D(
        16,
        (B(0x000, 10, "prefix", "Always 0x3fa."), B(0x040, 64, "interface_id", "The interface on the link.")),
        doc="IPv6 address or GID that is valid on one link.",
    ),
    "lrh": D(
        8,
        (
            B(0x000, 4, "vl", "Virtual lane."), B(0x004, 4, "lver", "Version of the link, 0."),
            B(0x008, 4, "sl", "Service level."),
            B(0x00e, 2, "lnh", "Next header, 2 for a BTH and 3 for a GRH."),
            B(0x010, 16, "dlid", "LID of the destination."),
            B(0x025, 11, "pktlen", "Words of four bytes from here to the VCRC, which does not count."),
            B(0x030, 16, "slid", "LID of the source."),
        ),
        doc="Local routing header: the way of a packet within an InfiniBand subnet.",
    ),
    "mapped_ipv4": D(
        16,
        (
            B(0x000, 64, "prefix", "Always 0."), B(0x040, 32, "mark", "Always 0x0000ffff."),
            B(0x060, 32, "address", "IPv4 address."),
        ),
        doc="IPv4 address in the form of an IPv6 address, which is a GID on RoCE.",
    ),
    "multicast_address": D(
        16,
        (
            B(0x000, 8, "prefix", "Always 0xff."),
            B(0x008, 4, "flags", "Flags. The lowest is 1 if the address is not assigned for good."),
            B(0x00c, 4, "scope", "Scope, 2 for the link and 5 for the site."),
            B(0x010, 80, "group", "Number of the group."),
            B(0x060, 32, "group_low", "Rest of the number, which the group's MAC address contains."),
        ),
        doc="IPv6 address or GID of a multicast group.",
    ),
    "reth": D(
        16,
        (
            B(0x000, 64, "va", "Address of the memory at the responder."),
            B(0x040, 32, "rkey", "Key of that memory."),
            B(0x060, 32, "dma_len", "Bytes of the whole message."),
        ),
        doc="RDMA extended transport header: the memory of an RDMA WRITE or READ.",
    ),
    "tcp": D(
        20,
        (
            B(0x000, 16, "source", "Port of the source."), B(0x010, 16, "dest", "Port of the destination."),
            B(0x020, 32, "seq", "Number of the first byte."),
            B(0x040, 32, "ack_seq", "Number of the byte that is expected next."),
            B(0x060, 4, "doff", "Length of the header in words of four bytes."),
            B(0x068, 1, "cwr", "1 if the sender has slowed down."),
            B(0x069, 1, "ece", "1 if packets met congestion on their way."),
            B(0x06a, 1, "urg", "1 if the urgent pointer counts."),
            B(0x06b, 1, "ack", "1 if the acknowledgement counts."),
            B(0x06c, 1, "psh", "1 if the receiver should hand the data over."),
            B(0x06d, 1, "rst", "1 if the connection is reset."),
            B(0x06e, 1, "syn", "1 if the connection begins."),
            B(0x06f, 1, "fin", "1 if the sender has no more data."),
            B(0x070, 16, "window", "Bytes that the sender can take."), B(0x080, 16, "check", "Checksum."),
            B(0x090, 16, "urg_ptr", "End of the urgent data."),
        ),
        doc="TCP header without options.",
    ),
    "udp": D(
        8,
        (
            B(0x000, 16, "source", "Port of the source."),
            B(0x010, 16, "dest", "Port of the destination, 4791 for RoCE v2 and 4789 for VXLAN."),
            B(0x020, 16, "len", "Bytes of the datagram, with this header."),
            B(0x030, 16, "check", "Checksum, or 0 for none."),
        ),
        doc="UDP header.",
    ),
    "vlan_tag": D(
        4,
        (
            B(0x000, 16, "tpid", "EtherType of the tag, 0x8100 for a customer's and 0x88a8 for a service's."),
            B(0x010, 3, "pcp", "Priority."), B(0x013, 1, "dei", "1 if the frame may be dropped first."),
            B(0x014, 12, "vid", "Number of the VLAN."),
        ),
        doc="A VLAN's tag, between the MAC addresses and the EtherType.",
    ),
    "vxlan": D(
        8,
        (
            B(0x000, 8, "vx_flags", "Flags, 0x08 if the number counts."),
            B(0x020, 24, "vni", "Number of the VXLAN."),
        ),
        doc="VXLAN header, in front of a frame in a tunnel.",
    ),
    "xrc_eth": D(
        4, (B(0x008, 24, "xrcsrq", "Number of the shared receive queue."),),
        doc="XRC extended transport header: the shared receive queue of a request.",
    ),
}
