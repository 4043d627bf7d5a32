"""Enums, segments, CQEs and doorbells, from the nodes of their specs."""
from codegen.load import Sequence
from codegen.model import Enum, Enumerator, Field, Layout

LARGEST = 256  # bytes; wire::field keeps an offset in one byte

# Words in the names of numbers that a caller has as a whole, though the field may leave out their lowest bits.
WHOLE_NUMBERS = {"addr", "address", "va", "iova", "ptr", "pointer", "len", "length"}

# Names that the generated struct or view declares besides its fields.
MEMBERS = {
    "segment": ("size", "fields", "write", "read", "empty", "too_large", "at"),
    "doorbell": ("size", "fields", "write", "read", "empty", "at"),
    "cqe": ("size", "fields", "values", "write", "bytes", "at"),
}


def enum(key, mapping):
    mapping.allow("doc", "source", "width", "values")
    name, width = key.name(), mapping["width"].number()
    if not 1 <= width <= 32:
        mapping["width"].fail(f"an enum is 1 to 32 bits wide, not {width}")
    values = {}
    for value_key, value in mapping["values"].mapping():
        enumerator = _enumerator(value_key, value.mapping(), name, width)
        if enumerator.value in values:
            value["value"].fail(f"{enumerator.value:#x} is '{values[enumerator.value].name}' already; "
                                "a value has one name")
        values[enumerator.value] = enumerator
    if not values:
        mapping["values"].fail(f"enum '{name}' is empty; list its enumerators")
    return Enum(name, mapping["doc"].sentence(), mapping["source"].reference(), width, tuple(values.values()), key.path)


def _enumerator(key, mapping, enum_name, width):
    mapping.allow("value", "vendor", "doc", "causes", "checks")
    number = mapping["value"].number()
    if number >> width:
        mapping["value"].fail(f"{number:#x} does not fit the {width} bits of '{enum_name}'")
    vendor = mapping["vendor"].vendor_constant() if "vendor" in mapping else ""
    return Enumerator(key.name(), number, vendor, mapping["doc"].sentence(), sentences(mapping, "causes"),
                      sentences(mapping, "checks"), mapping["value"])


def sentences(mapping, key):
    """A list of sentences that may be left out, but not be empty."""
    if key not in mapping:
        return ()
    said = tuple(node.sentence(f"each of the {key}") for node in mapping[key].items())
    if not said:
        mapping.key(key).fail(f"'{key}' lists nothing; say something, or remove it")
    return said


def layout(kind, document, enums):
    document.allow(kind, "size", "doc", "source", "struct", "prefix_of", "fields", *(["drop_if_zero", "memory"] if kind == "segment" else []))
    name, size = document[kind].name(), document["size"].number()
    if size == 0 or size % 4 or size > LARGEST:
        document["size"].fail(f"size {size} is not a multiple of 4 bytes from 4 to {LARGEST}")
    fields = _fields(kind, document, size, enums, {*MEMBERS[kind], name})
    if kind != "cqe":
        _check_complete(document.key("fields"), name, size, fields)
    struct = next((k for k in ("struct", "prefix_of") if k in document), None)
    if struct == "struct" and "prefix_of" in document:
        document.key("prefix_of").fail("the layout is all of a struct or its beginning; remove one of the two")
    return Layout(kind, name, size, document["doc"].sentence(), document["source"].reference(),
                  document[struct].vendor_name() if struct else "", struct == "prefix_of",
                  _drop_if_zero(document["drop_if_zero"], name, fields) if "drop_if_zero" in document else "",
                  fields, document.path, _memory(document["memory"], name, fields) if "memory" in document else ())


def _fields(kind, document, size, enums, taken_names):
    described = document["fields"].mapping()
    for _, field in described:
        field.mapping().allow("at", "bits", "bytes", "doc", "enum", "always", "member", "uncertain", "in_place",
                              *(["max", "key"] if kind == "segment" else []))
    # The width of a field's word depends on its neighbours: one bit above 31 makes the word one of 64 bits.
    wide = {field["at"].number() for _, field in described if "bytes" not in field and _bits(field)[0] > 31}
    for key, mapping in described:
        if "bytes" not in mapping:
            _check_long_word_fits(key, mapping, size)
    fields = []
    for key, mapping in described:
        if key.text() in taken_names:
            key.fail(f"'{key.text()}' is a name that the generated code needs for itself; choose another")
        if "bytes" in mapping:
            fields.append(_string(key, mapping, size, vendor="struct" in document or "prefix_of" in document))
            continue
        fields.append(_field(key, mapping, size, 64 if mapping["at"].number() in wide else 32, enums,
                             vendor="struct" in document or "prefix_of" in document))
    if not fields:
        document["fields"].fail("describes no field; describe every bit")
    _check_words(fields)
    _check_overlap(fields)
    _check_keys(described, fields)
    return tuple(sorted(fields, key=lambda field: field.first_bit))


def _bits(mapping):
    node, form = mapping["bits"], "[first, last], as in [31, 24]; for a single bit write it twice"
    if not isinstance(node, Sequence) or len(node.items()) != 2:
        node.fail(f"bits are two numbers in brackets, {form}")
    msb, lsb = (bit.number() for bit in node.items())
    if msb < lsb:
        node.fail(f"[{msb}, {lsb}] begins with the low bit; write the high bit first")
    if msb > 63:
        node.fail(f"there is no bit {msb}: a word has the bits 63 to 0 at most; count from the word at 'at'")
    return msb, lsb


def _field(key, mapping, size, word_bits, enums, vendor):
    name, at, (msb, lsb) = key.name(), mapping["at"].number(), _bits(mapping)
    reserved, width = name.startswith("reserved_"), msb - lsb + 1
    _check_reserved(key, mapping, name, at)
    if at % 4:
        mapping["at"].fail(f"'{name}' is at {at:#x}; give the offset of its 32-bit word, a multiple of 4, "
                           "and bits within it")
    if at + word_bits // 8 > size:
        mapping["at"].fail(f"'{name}' reaches beyond the {size} bytes; correct 'at', or raise 'size'")
    always = mapping["always"].number() if "always" in mapping else None
    if always is not None and always >> width:
        mapping["always"].fail(f"{always:#x} does not fit the {width} bits of '{name}'")
    if "enum" in mapping and (reserved or always is not None):
        mapping.key("enum").fail(f"'{name}' has one value only, so it needs no enum; remove it")
    _check_member(mapping, vendor)
    return Field(name, at, msb, lsb, word_bits,
                 in_place=_in_place(key, mapping, name, msb, lsb, plain=not reserved and always is None),
                 doc=mapping["doc"].sentence() if "doc" in mapping or not reserved and always is None else "",
                 enum=_enum_of(mapping["enum"], name, width, enums) if "enum" in mapping else "",
                 always=always,
                 member=_member(mapping, name) if vendor else "",
                 node=key,
                 uncertain=_uncertain(mapping),
                 key=key_side(mapping["key"]) if "key" in mapping else "",
                 max=_max(mapping, name, width) if "max" in mapping else None)


def _string(key, mapping, size, vendor):
    """A field that is bytes: an address, or a long hole."""
    for other in ("bits", "enum", "always", "max", "in_place", "key"):
        if other in mapping:
            mapping.key(other).fail(f"'{other}' is for bits of a word, 'bytes' for what is none; remove one of the two")
    name, at, length = key.name(), mapping["at"].number(), mapping["bytes"].number()
    _check_reserved(key, mapping, name, at)
    if length == 0 or at + length > size:
        mapping["bytes"].fail(f"'{name}' ends at {at + length:#x}, but there are {size} bytes; it has at least one, and "
                              "all inside")
    _check_member(mapping, vendor)
    return Field(name, at, 0, 0, 8,
                 doc="" if name.startswith("reserved_") else mapping["doc"].sentence(),
                 enum="", always=None, member=_member(mapping, name) if vendor else "", node=key,
                 bytes=length, uncertain=_uncertain(mapping))


def _check_reserved(key, mapping, name, at):
    if name == "reserved":
        key.fail(f"a field that is reserved is called reserved_ and its offset, as in reserved_{at:02x}")
    if "doc" in mapping and name.startswith("reserved_"):
        mapping.key("doc").fail(f"'{name}' is reserved, so there is nothing to say; give it a name, or remove 'doc'")


def _check_member(mapping, vendor):
    if "member" in mapping and not vendor:
        mapping.key("member").fail("'member' is part of a struct of the vendor's; "
                                   "name that in 'struct', or remove this")


def _uncertain(mapping):
    return mapping["uncertain"].sentence("uncertain") if "uncertain" in mapping else ""


def _max(mapping, name, width):
    for other in ("enum", "always"):
        if other in mapping:
            mapping.key("max").fail(f"'{name}' has '{other}', which says what values it may have; remove one of the two")
    if name.startswith("reserved_"):
        mapping.key("max").fail(f"'{name}' is reserved, and always 0; give it a name, or remove 'max'")
    most, type_bits = mapping["max"].number(), next(n for n in (8, 16, 32, 64) if width <= n)
    if most >> width:
        mapping["max"].fail(f"{most:#x} does not fit the {width} bits of '{name}'")
    if most == (1 << type_bits) - 1:
        mapping["max"].fail(f"no number of {type_bits} bits is above {most:#x}; remove 'max'")
    return most


def key_side(node):
    """local or remote: whose memory a key names."""
    if node.text() not in ("local", "remote"):
        node.fail(f"a memory key is local or remote, not '{node.text()}'; write one of these")
    return node.text()


def _check_keys(described, fields):
    """Keys are numbers of 32 bits. Comes after the checks of a field's bits, which say more of a wrong one."""
    for key, mapping in described:
        field = next((f for f in fields if f.name == key.text()), None)
        if "key" in mapping and not (field and field.settable and not field.enum and field.width == 32):
            mapping.key("key").fail(f"'{key.text()}' is no number of 32 bits that a WQE could set, so it is no memory key; "
                                    "remove 'key'")


def _memory(node, layout_name, fields):
    """The fields that together name a piece of memory."""
    settable = {f.name: f for f in fields if f.settable and not f.enum and not f.bytes}
    names = node.items()
    for name in names:
        if name.text() not in settable:
            name.unknown(f"'{layout_name}' has no number '{name.text()}' that a WQE could set", name.text(), sorted(settable), there="it has")
    if len(names) not in (2, 3) or [bool(settable[n.text()].key) for n in names] != [False] * (len(names) - 1) + [True]:
        node.fail("memory is [address, length, key] or [address, key], and the field of the key says `key: local` or `key: remote`; "
                  "name these")
    return tuple(name.text() for name in names)


def _member(mapping, name):
    """A reserved field is checked only if it names its member: the vendor's names for holes say nothing."""
    if "member" in mapping:
        return mapping["member"].vendor_member()
    return "" if name.startswith("reserved_") else name


def _enum_of(node, field, width, enums):
    if node.text() not in enums:
        node.unknown(f"there is no enum '{node.text()}'", node.text(), sorted(enums), "or describe it in specs/enums/")
    enum_width = enums[node.text()].width
    if enum_width != width:
        node.fail(f"enum '{node.text()}' is {enum_width} bits wide, but '{field}' {width}; make them equal")
    return node.text()


def _in_place(key, mapping, name, msb, lsb, plain):
    """True if the field's number is an address, say, in whose lowest bits other fields stand."""
    if "in_place" in mapping:
        if lsb == 0 or not plain or "enum" in mapping or "max" in mapping:
            mapping.key("in_place").fail(f"'in_place' is for a number whose lowest bits belong to other fields, and '{name}' is "
                                         "none; remove it")
        return mapping["in_place"].flag()
    width = msb - lsb + 1
    sounds_whole = WHOLE_NUMBERS.intersection(name.split("_")) and width >= 16
    if plain and lsb > 0 and (width > 32 or sounds_whole):
        mapping["bits"].fail(f"'{name}' has {width} bits and ends at bit {lsb}: write `in_place: true` if it is an address or a length "
                             f"whose lower bits are 0, `in_place: false` if it is a number that is shifted left by {lsb}")
    return False


def _check_long_word_fits(key, mapping, size):
    msb, at = _bits(mapping)[0], mapping["at"].number()
    if msb > 31 and at % 4 == 0 and at + 4 <= size < at + 8:
        mapping["bits"].fail(f"'{key.text()}' has bit {msb}, but the {size} bytes end with the word at {at:#04x}, which has the bits "
                             "31 to 0; give it fewer bits, or raise 'size'")


def _check_words(fields):
    """A bit above 31 takes the next four bytes too: who did not mean that is told so, and nothing of overlaps."""
    numbers = [field for field in fields if not field.bytes]
    for field in (f for f in numbers if 31 < f.msb and f.width < 64):
        here = [f for f in numbers if f.at == field.at]
        for other in (f for f in fields if field.at < f.at < field.at + 8):
            if any(f.first_bit <= other.last_bit and other.first_bit <= f.last_bit for f in here):
                field.node.fail(f"'{field.name}' has bit {field.msb}, but '{other.name}' is described at {other.at:#04x}, so the word "
                                f"at {field.at:#04x} has the bits 31 to 0, too few for the {field.width} of '{field.name}'; give it "
                                f"fewer, or count those of both from {field.at:#04x}")


def _check_overlap(fields):
    taken = {}
    for field in fields:
        for bit in range(field.first_bit, field.last_bit + 1):
            if bit in taken:
                field.node.fail(f"'{field.name}' overlaps '{taken[bit].name}'; give each bit to one field")
            taken[bit] = field
    for field in fields:
        for other in fields:
            if not field.bytes and not other.bytes and other.at < field.at < other.at + other.word_bits // 8:
                field.node.fail(f"'{field.name}' is in the word at {field.at:#04x}, but '{other.name}' makes "
                                f"{other.at:#04x} a word of 64 bits; count the bits of both from {other.at:#04x}")


def _check_complete(node, name, size, fields):
    described = {bit for field in fields for bit in range(field.first_bit, field.last_bit + 1)}
    missing = [bit for bit in range(size * 8) if bit not in described]
    if missing:
        at, bit = missing[0] // 32 * 4, 31 - missing[0] % 32
        node.fail(f"'{name}' has bits that no field describes ({len(missing)} of {size * 8}), the first in the word at "
                  f"{at:#04x}, bit {bit}; name them, or call them reserved_{at:02x}")


def _drop_if_zero(node, layout_name, fields):
    field = next((f for f in fields if f.name == node.text() and f.settable), None)
    if field is None:
        node.unknown(f"'{layout_name}' has no field '{node.text()}' that a WQE could set", node.text(),
                     [f.name for f in fields if f.settable], there="it has")
    if field.enum or field.bytes:
        node.fail(f"'{field.name}' is {'an enum' if field.enum else 'bytes'}; name a field that is a number")
    return field.name
