"""Lines about what is said to the device file and what comes back. They are the same in every run.

Names stand for all that differs by run: ids, ports that the kernel chose, packet sequence numbers, GUIDs, addresses."""
import contextlib
import ipaddress
import itertools
import struct

import device
from device import Refused

# For what comes soon, in a guest without KVM on a loaded machine, and for what must not come.
SOON, NEVER = 30, 0.6


class Address:
    """An IP address by the name that the place gives it, and a port."""

    def __init__(self, name, address, port=0, scope=0):
        self.name, self.address, self.port, self.scope = name, address, port, scope

    def raw(self):
        return device.inet(self.address, self.port, self.scope)

    @property
    def size(self):
        return 28 if ":" in self.address else 16

    def at(self, port):
        return Address(self.name, self.address, port, self.scope)

    def __str__(self):
        return f"{self.name}:{self.port}" + ("%scope" if self.scope else "")


class ServiceAddress:
    """A sockaddr_ib."""
    size = 48

    def __init__(self, service, gid=bytes(16), mask=0xffffffffffffffff, pkey=0xffff):
        self.service, self.gid, self.mask, self.pkey = service, gid, mask, pkey

    def raw(self):
        return device.ib(self.gid, self.service, self.mask, self.pkey)

    def __str__(self):
        gid = "" if self.gid == bytes(16) else f" gid {self.gid.hex()}"
        return f"service {self.service:016x}/{self.mask:x}{gid}"


def pattern(count):
    """Bytes that are easy to know again, none of them beside its like."""
    return bytes((i * 7 + 1) % 256 for i in range(count))


def runs(data):
    """Bytes in hexadecimal, equal ones together, and those of pattern() by their count: pattern*56 01020304 00*188."""
    words = []
    known = next((i for i, pair in enumerate(zip(data, pattern(len(data)))) if pair[0] != pair[1]), len(data))
    if known > 8:
        words.append(f"pattern*{known}")
        data = data[known:]
    for byte, group in itertools.groupby(data):
        count = len(list(group))
        if count > 3:
            words.append(f"{byte:02x}*{count}")
        elif words and "*" not in words[-1]:
            words[-1] += f"{byte:02x}" * count
        else:
            words.append(f"{byte:02x}" * count)
    return " ".join(words) or "none"


class Talk:
    """One conversation: its names, and the lines that it prints."""

    def __init__(self, place):
        self.place, self.uids, self.names, self.symbols = place, {}, {}, {}
        self.uid = self.quiet = 0

    def say(self, line, usual=False):
        """A line; what is as usual is not said while others are quiet about it."""
        if not (self.quiet and usual):
            print(line, flush=True)

    @contextlib.contextmanager
    def quietly(self):
        """Says only what fails."""
        self.quiet += 1
        try:
            yield
        finally:
            self.quiet -= 1

    def title(self, text):
        """The heading of a section. Names of values are those of their section."""
        self.symbols.clear()
        print(f"\n# {text}", flush=True)

    def symbol(self, kind, value):
        """A name for a value that differs by run; the same value has the same name."""
        known = self.symbols.setdefault(kind, {})
        return known.setdefault(value, f"{kind}{len(known) + 1}")

    def new_uid(self, name):
        self.uid += 1
        self.uids[self.uid] = name
        return self.uid

    def address(self, name, port=0):
        return self.place[name].at(port)

    def result(self, line, command):
        """Runs a command; says `line` with its errno, and returns what came back, None if it failed."""
        try:
            back = command()
        except Refused as refused:
            self.say(f"{line}: {refused}")
            return None
        self.say(f"{line}: ok", usual=True)
        return back

    def ip_name(self, packed):
        value = ipaddress.ip_address(packed)
        if value.version == 6 and value.ipv4_mapped:
            return "mapped " + self.ip_name(value.ipv4_mapped.packed)
        for name, address in self.place.items():
            if ipaddress.ip_address(address.address) == value:
                return name
        return str(value)

    def port_name(self, port):
        return str(port) if port < 10000 else self.symbol("port", port)

    def sockaddr_name(self, raw):
        family = struct.unpack_from("<H", raw)[0]
        if family == 2:
            return f"{self.ip_name(raw[4:8])}:{self.port_name(struct.unpack_from('!H', raw, 2)[0])}"
        if family == 10:
            scope = struct.unpack_from("<I", raw, 24)[0]
            return (f"{self.ip_name(raw[8:24])}:{self.port_name(struct.unpack_from('!H', raw, 2)[0])}"
                    + ("%scope" if scope else ""))
        if family == device.AF_IB:
            pkey, flow = struct.unpack_from("!HI", raw, 2)
            service, mask = struct.unpack_from("!QQ", raw, 24)
            if service & 0xffff >= 10000:
                service = f"{service >> 16:012x}+{self.port_name(service & 0xffff)}"
            else:
                service = f"{service:016x}"
            return f"ib gid {self.gid_name(raw[8:24])} pkey {pkey:04x} flow {flow:x} service {service} mask {mask:x}"
        return f"family {family}" if family else "nothing"

    def gid_name(self, gid):
        """A GID by the name of its address, or by a name of its own: a port's first GID differs by run."""
        if gid == bytes(16):
            return "0"
        known = self.ip_name(gid)
        return known if ":" not in known or known.startswith("ff") else self.symbol("gid", gid)
