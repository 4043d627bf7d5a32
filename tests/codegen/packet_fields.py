"""The fields of packets as others have them: scapy's classes of headers, and the kernel's messages of connections."""
import pathlib
import re

DEBIANS_PYTHON = "/usr/bin/python3"

# scapy's class of a header, and the names that it gives our fields, in our order; "" for a field that it has in another form.
SCAPY = {
    "ethernet": ("scapy.layers.l2.Ether", "dst src type"),
    "vlan_tag": ("scapy.layers.l2.Dot1Q", ""),
    "ipv4": ("scapy.layers.inet.IP", "version ihl tos len id . . . frag ttl proto chksum src dst"),
    "ipv6": ("scapy.layers.inet6.IPv6", "version tc fl plen nh hlim src dst"),
    "udp": ("scapy.layers.inet.UDP", "sport dport len chksum"),
    "tcp": ("scapy.layers.inet.TCP", "sport dport seq ack dataofs . . . . . . . . . window chksum urgptr"),
    "vxlan": ("scapy.layers.vxlan.VXLAN", ""),
    "bth": ("scapy.contrib.roce.BTH", "opcode solicited migreq padcount version pkey fecn becn . dqpn ackreq . psn"),
    "aeth": ("scapy.contrib.roce.AETH", "syndrome msn"),
    "grh": ("scapy.contrib.roce.GRH", "ipver tclass flowlabel paylen nexthdr hoplmt sgid dgid"),
}

TABLE = pathlib.Path(__file__).resolve().parent / "cm_fields.txt"


def table():
    """The bits and the fields of each message, by what is kept beside this file."""
    messages = {}
    for line in re.sub(r"\n  ", " ", TABLE.read_text(encoding="utf-8")).splitlines():
        if line.startswith("#"):
            continue
        name, bits, *fields = line.split()
        rows = [field.split(":") for field in fields]
        messages[name] = int(bits), {f: (8 * int(byte) + int(bit), int(width)) for f, byte, bit, width in rows}
    return messages


def of_header(text):
    """The same, by the kernel's header."""
    fields = {}
    for name, kind, message, rest in re.findall(r"#define CM_(\w+)\s+CM_FIELD(_?\w+)\(struct cm_(\w+)_msg,\s*([^)]*)\)", text):
        numbers = [int(one) for one in re.findall(r"\b\d+\b", rest)]
        byte, bit, width = {"_BLOC": lambda n: n, "64_LOC": lambda n: (n[0], 0, 64)}.get(kind, lambda n: (n[0], 0, n[1]))(numbers)
        name = name.removeprefix(f"{message.upper()}_")
        fields.setdefault(message.upper(), {})[name] = 8 * byte + bit, width
    sizes = {name.upper(): sum(int(a) * int(b) for a, b in re.findall(r"(\d+) \* (\d+)", size)) + int(re.findall(r"\d+", size)[-1])
             for name, size in re.findall(r"CM_STRUCT\(struct cm_(\w+)_msg, ([^)]*)\)", text)}
    return {name: (sizes[name], found) for name, found in fields.items()}
