"""Mistakes in headers of packets and in management datagrams."""
from .mistake import Mistake

HEADER, BEGIN, THING = "headers/thing_hdr", "management/asked_hdr", "management/asked_thing"

PACKETS = (
    Mistake(HEADER, "size: 6", "size: 7", "specs/headers/thing_hdr.yaml:2: error: size 0x7 is not a multiple of 2 bytes from 2 to 0x2000",
            structural=True),
    Mistake(HEADER, "size: 6", "size: 8",
            "specs/headers/thing_hdr.yaml:2: error: the 16 bits from 0x30 on are not described; add a field, or reserved_30"),
    Mistake(HEADER, "  reserved_04: {bit: 0x04, width: 4}\n", "",
            "specs/headers/thing_hdr.yaml:7: error: the 4 bits from 0x4 on are not described; add a field, or reserved_4"),
    Mistake(HEADER, "reserved_04:", "reserved_05:",
            "specs/headers/thing_hdr.yaml:7: error: 'reserved_05' begins at bit 0x4; name it after that"),
    Mistake(HEADER, "{bit: 0x04, width: 4}", "{bit: 0x04, width: 4, doc: Nothing.}",
            "specs/headers/thing_hdr.yaml:7: error: unknown key 'doc'; known here: bit, width", structural=True),
    Mistake(HEADER, "width: 40", "width: 36",
            "specs/headers/thing_hdr.yaml:8: error: 'way' has 36 bits from 0x8 on; a number has 1 to 32 bits in one word of 32, or 64 from a "
            "word on, and longer fields are whole bytes"),
    Mistake(THING, "0x0b]", "0x10b]", "specs/management/asked_thing.yaml:2: error: a class of management has 8 bits; 0x10b is too large",
            structural=True),
    Mistake(THING, "attribute: 0x33", "attribute: 0x10033",
            "specs/management/asked_thing.yaml:3: error: 0x10033 does not fit the 16 bits of an attribute's number", structural=True),
    Mistake(THING, "class: [0x0a, 0x0b]\n", "",
            "specs/management/asked_thing.yaml:2: error: an attribute belongs to a class of management; name it in 'class'", structural=True),
    Mistake(THING, "of: asked_hdr", "of: asked_head",
            "specs/management/asked_thing.yaml:8: error: there is no structure 'asked_head'; did you mean 'asked_hdr'? there are asked_hdr, "
            "asked_thing; or describe it"),
    Mistake(THING, "values: asked_hdr.method", "values: asked_hdr.number",
            "specs/management/asked_thing.yaml:9: error: there are no values 'asked_hdr.number'; did you mean 'asked_hdr.method'? there are "
            "asked_hdr.method; or list them here"),
    Mistake(BEGIN, "0x81: Answers.", "0x181: Answers.",
            "specs/management/asked_hdr.yaml:6: error: 0x181 does not fit the 8 bits of the field"),
    Mistake(BEGIN, "0x81: Answers.", "0x81: Answers",
            "specs/management/asked_hdr.yaml:6: error: what a number means is one sentence; end it with a full stop", structural=True),
)
