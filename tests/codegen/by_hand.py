"""Places in packets, datagrams and mailboxes that are counted by hand, for the tests that allow none."""
import re

import support

# A number of bits or of bytes as a constant of one of these types. In a file that has the generated places, also an offset in a
# constant of its own.
PLACE = re.compile(r"\b(?:mailbox_(?:field|number|part|bytes|rest)(?:<[^;{]*>)?|component<[^;{]*>)\s*(?:\w+\s*)?\{+\s*\d")
OFFSET = re.compile(r"\bconstexpr\b[^;(]*\w+_at\s*=?\s*\{?(?:0x|\d)")
CONVERTED = tuple(f'"verbatim/generated/{folder}/' for folder in ("commands", "records", "headers", "management"))

# The folders that read and write packets and datagrams, and what else there would be a place counted by hand: a word at a number of
# bytes, a piece from there on, and the size of a header.
PACKETS = tuple(f"runtime/emulator/{folder}" for folder in ("subnet", "cm", "mad", "objects", "engine/wire", "engine/pcap", "engine/network",
                                                            "engine/receive", "engine/count"))
BY_HAND = tuple(map(re.compile, (
    r"\b(?:load|store)(?:8|16|32|64)\(",
    r"\b(?:subspan|first|last)(?:<|\()\s*[1-9]",
    r"\bdata\(\)\s*\+\s*\(?\d",
    r"\b(?:at|ip|udp|tcp|header|frame|datagram|packet|covered)\s*\+\s*\d",
    r"\b(?:at|ip|udp|tcp|header|covered|made|erf)\[\d+\]",
    r"\b(?:deth|reth|aeth|bth|lrh|grh|ipv4|ipv6|udp|tcp|mad|smp|record|info|tag|header)\w*_(?:size|bytes|at)\s*=\s*\d",
    r"\bin_byte\(",
)))
# Places counted by hand that no folder may have: a byte of an address or of a header by its number, a piece of one,
# a value that is pushed behind others, and the bytes that mark an IPv4 address in a GID.
ADDRESSES = tuple(map(re.compile, (
    r"\b(?:\w*gid|\w*mac|\w*address|bytes|frame|raw|ip|ipv4|header|grh|packet|datagram)(?:\.\w+)*\[\s*\d",
    r"\b(?:\w*gid|result|mac|\w*address|grh|header)(?:\.bytes)?\.(?:data|begin)\(\)\s*\+\s*\d",
    r"\bbyte\(\w+,\s*(?:\d|\w+ \+ \d)",
    r"\w*gid_at\(\w+,\s*\d",
    r"\bip\.(?:first|subspan)\(\d",
    r"\bput(?:8|16|32|64)\(\w+,\s*\d",
    r"\b0xff,\s*0xff\s*\}",
)))
# A line that none of these is meant for: it counts registers, and no bytes of a packet.
REGISTERS = "runtime/emulator/engine/count/register_writes.cpp"


def wrong_files():
    """The files that count by hand."""
    wrong = []
    for folder in ("runtime/verbs", "runtime/connect", "runtime/emulator", "runtime/tools"):
        for path in sorted((support.ROOT / folder).rglob("*.?pp")):
            shown = path.relative_to(support.ROOT).as_posix()
            text = re.sub(r"//.*", "", path.read_text(encoding="utf-8"))
            converted = any(one in text for one in CONVERTED)
            packets = shown.startswith(PACKETS) and shown != REGISTERS
            if (PLACE.search(text) or converted and OFFSET.search(text) or packets and any(one.search(text) for one in BY_HAND)
                    or any(one.search(text) for one in ADDRESSES)):
                wrong.append(shown)
    return wrong
