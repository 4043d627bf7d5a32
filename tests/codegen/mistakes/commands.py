"""Mistakes in commands of the firmware and in their structures."""
from .mistake import Mistake, spec

COMMAND, STRUCTURE = "commands/make_thing", "commands/thing_ctx"
NUMBER = "number: {bit: 0x48, width: 24"

COMMANDS = (
    Mistake(STRUCTURE, "size: 16", "size: 18",
            "specs/commands/thing_ctx.yaml:2: error: size 0x12 is not a multiple of 4 bytes from 4 to 0x2000", structural=True),
    Mistake(COMMAND, "opcode: 0x777", "opcode: 0x10777",
            "specs/commands/make_thing.yaml:2: error: 0x10777 does not fit the 16 bits of an opcode", structural=True),
    Mistake(COMMAND, NUMBER, "size: {bit: 0x48, width: 24",
            "specs/commands/make_thing.yaml:9: error: 'size' is a name that the generated code needs for itself; choose another",
            structural=True),
    Mistake(COMMAND, NUMBER, "opcode: {bit: 0x48, width: 24",
            "specs/commands/make_thing.yaml:9: error: 'opcode' is a name that the generated code needs for itself; choose another"),
    Mistake(STRUCTURE, None, spec("structure: thing_ctx", "size: 16", "doc: Nothing.", "source: made up for the tests", "fields: {}"),
            "specs/commands/thing_ctx.yaml:5: error: describes no field; name what some code reads or writes", structural=True),
    Mistake(COMMAND, NUMBER, "number: {bit: 0x08, width: 24",
            "specs/commands/make_thing.yaml:9: error: 'number' overlaps 'opcode'; give each bit to one field"),
    Mistake(COMMAND, "bit: 0x180, rest: true", "bit: 0xe0, rest: true",
            "specs/commands/make_thing.yaml:12: error: 'pas' overlaps 'ctx'; give each bit to one field"),
    Mistake(COMMAND, "of: thing_ctx", "of: thing_ctx, width: 128",
            "specs/commands/make_thing.yaml:10: error: 'ctx' has the width of a number or of bytes (`width`), that of a structure (`of`), "
            "or runs to the end (`rest: true`); give one of them", structural=True),
    Mistake(COMMAND, "of: thing_ctx", "of: think_ctx",
            "specs/commands/make_thing.yaml:10: error: there is no structure 'think_ctx'; did you mean 'thing_ctx'? there are thing_ctx; "
            "or describe it"),
    Mistake(COMMAND, NUMBER, "number: {bit: 0x48, width: 25",
            "specs/commands/make_thing.yaml:9: error: 'number' has 25 bits from 0x48 on; a number has 1 to 32 bits in one word of 32, "
            "or 64 from a word on, and longer fields are whole bytes"),
    Mistake(COMMAND, "bit: 0x80, of", "bit: 0x88, of",
            "specs/commands/make_thing.yaml:10: error: 'ctx' begins inside of a word; let it begin at a multiple of 0x20"),
    Mistake(STRUCTURE, "bit: 0x20, width: 64", "bit: 0x20, of: thing_ctx",
            "specs/commands/thing_ctx.yaml:7: error: 'thing_ctx' is as long as what it is part of; correct 'of', or raise 'size' there"),
    Mistake(STRUCTURE, "bit: 0x20, width: 64", "bit: 0x60, width: 64",
            "specs/commands/thing_ctx.yaml:7: error: 'addr' ends at bit 0xa0, beyond the 0x80 bits; correct 'bit', or raise 'size'"),
    Mistake(COMMAND, "bit: 0x48, ", "",
            "specs/commands/make_thing.yaml:9: error: 'bit' is missing; give the first bit, counted from the highest bit of the first byte",
            structural=True),
    Mistake(STRUCTURE, "member: dbr_addr", "member: dbr-addr",
            "specs/commands/thing_ctx.yaml:7: error: 'dbr-addr' is not a member of a vendor's struct; write it as C does: member, or "
            "member.inner", structural=True),
)
