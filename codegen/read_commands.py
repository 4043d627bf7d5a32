"""Commands of the firmware, their answers, the structures inside of them, and records of the subnet administrator, from the nodes
of their specs: everything whose fields are counted in bits."""
import dataclasses

from codegen.bit_model import BitField, Command, Mailbox

WORD = 32
LARGEST = 0x2000  # bytes
COMPONENTS = 64  # bits of the mask in a request about records

# Names that the generated structs declare besides their fields.
MEMBERS = ("size", "command", "attribute")


def size_of(mapping):
    """The size in bytes. Those of all structures are known before the fields of one are read."""
    size = mapping["size"].number()
    if size == 0 or size % 4 or size > LARGEST:
        mapping["size"].fail(f"size {size:#x} is not a multiple of 4 bytes from 4 to {LARGEST:#x}")
    return size


def structure(document, sizes):
    document.allow("structure", "size", "doc", "source", "fields")
    name, size = document["structure"].name(), size_of(document)
    return Mailbox("structure", name, size, document["doc"].sentence(), document["source"].reference(),
                   fields_of(document, name, size, sizes, ()), document.path)


def command(document, sizes):
    document.allow("command", "opcode", "title", "doc", "source", "in", "out")
    name, opcode = document["command"].name(), document["opcode"].number()
    if opcode >> 16:
        document["opcode"].fail(f"{opcode:#x} does not fit the 16 bits of an opcode")
    title = document["title"].text() if "title" in document else name.upper()
    source, given = document["source"].reference(), {}
    for side in HEADERS:
        part = document[side].mapping() if side in document else None
        if part:
            part.allow("size", "fields")
        derived = HEADERS[side](opcode)
        size = size_of(part) if part else SHORTEST
        fields = fields_of(part, name, size, sizes, derived) if part else derived
        what = f"The command {title}." if side == "in" else f"The answer to {title}."
        given[side] = Mailbox(side, name, size, what, source, fields, document.path)
    return Command(name, title, opcode, document["doc"].sentence(), source, given["in"], given["out"], document.path)


def record(document, sizes):
    """`sizes` are those of the datagrams that may be inside."""
    document.allow("record", "attribute", "size", "doc", "source", "fields")
    name, size, attribute = document["record"].name(), size_of(document), document["attribute"].number()
    if attribute >> 16:
        document["attribute"].fail(f"{attribute:#x} does not fit the 16 bits of an attribute's number")
    fields, taken = fields_of(document, name, size, sizes, (), _component), {}
    for field in (f for f in fields if not f.of):
        if field.component in taken:
            field.node.fail(f"'{field.name}' has component {field.component}, which '{taken[field.component]}' has; give each its own")
        taken[field.component] = field.name
    return Mailbox("record", name, size, document["doc"].sentence(), document["source"].reference(), fields, document.path, attribute)


def _component(key, mapping, bits, sizes):
    """A field of a record: a number or bytes, and its component; or an attribute of subnet management."""
    if "of" in mapping:
        mapping.allow("bit", "of", "doc")
        return bits_of(key, mapping, bits, sizes)
    mapping.allow("component", "bit", "width", "doc")
    component = mapping["component"].number()
    if component >= COMPONENTS:
        mapping["component"].fail(f"component {component} is beyond the {COMPONENTS} bits of the mask, 0 to {COMPONENTS - 1}")
    return dataclasses.replace(bits_of(key, mapping, bits, {}), component=component)


def fields_of(mapping, name, size, sizes, derived, read=None):
    fields = list(derived)
    for key, field in mapping["fields"].mapping():
        if key.text() in (*MEMBERS, name, *(f.name for f in derived)):
            key.fail(f"'{key.text()}' is a name that the generated code needs for itself; choose another")
        fields.append((read or _field)(key, field.mapping(), 8 * size, sizes))
    if len(fields) == len(derived):
        mapping["fields"].fail("describes no field; name what some code reads or writes")
    fields.sort(key=lambda f: f.bit)
    for field, after in zip(fields, fields[1:]):
        if field.rest or field.bit + field.width > after.bit:
            (after if after.node else field).node.fail(f"'{after.name}' overlaps '{field.name}'; give each bit to one field")
    return tuple(fields)


def _field(key, mapping, bits, sizes):
    mapping.allow("bit", "width", "of", "rest", "doc", "member", "uncertain")
    return bits_of(key, mapping, bits, sizes)


def bits_of(key, mapping, bits, sizes):
    """A field by its bits: a number, bytes, a structure, or the rest. `bits` are those of the whole."""
    name, bit = key.name(), mapping["bit"].number()
    extents = [extent for extent in ("width", "of", "rest") if extent in mapping]
    if len(extents) != 1:
        key.fail(f"'{name}' has the width of a number or of bytes (`width`), that of a structure (`of`), or runs to the end "
                 "(`rest: true`); give one of them")
    of = mapping["of"].text() if extents == ["of"] else ""
    if of and of not in sizes:
        mapping["of"].unknown(f"there is no structure '{of}'", of, sorted(sizes), "or describe it")
    rest = extents == ["rest"] and mapping["rest"].flag()
    width = 8 * sizes[of] if of else mapping["width"].number() if extents == ["width"] else 0
    if not (rest or of) and not _is_a_number(bit, width) and not (width > WORD and width != 64 and bit % 8 == width % 8 == 0):
        mapping[extents[0]].fail(f"'{name}' has {width} bits from {bit:#x} on; a number has 1 to 32 bits in one word of {WORD}, or 64 "
                                 "from a word on, and longer fields are whole bytes")
    if (of or rest) and bit % WORD:
        mapping["bit"].fail(f"'{name}' begins inside of a word; let it begin at a multiple of {WORD:#x}")
    if of and width >= bits:
        mapping["of"].fail(f"'{of}' is as long as what it is part of; correct 'of', or raise 'size' there")
    if bit + width > bits:
        mapping["bit"].fail(f"'{name}' ends at bit {bit + width:#x}, beyond the {bits:#x} bits; correct 'bit', or raise 'size'")
    doc = "" if name.startswith("reserved_") else mapping["doc"].sentence()
    return BitField(name, bit, width, doc, of, rest,
                    mapping["member"].vendor_member() if "member" in mapping else name,
                    mapping["uncertain"].sentence("uncertain") if "uncertain" in mapping else "", key)


def _is_a_number(bit, width):
    return 1 <= width <= WORD - bit % WORD or width == 64 and bit % WORD == 0


def _derived(name, bit, width, doc):
    return BitField(name, bit, width, doc, "", False, name, "", None)


# The beginning of every command and of every answer.
SHORTEST = 0x10
HEADERS = {
    "in": lambda opcode: (_derived("opcode", 0x00, 16, f"Always {opcode:#x}."),),
    "out": lambda _: (_derived("status", 0x00, 8, "0 if the command was executed."),
                      _derived("syndrome", 0x20, 32, "The reason of the firmware if it was not.")),
}
