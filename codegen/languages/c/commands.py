"""Commands of the firmware, their answers and the structures inside of them, headers of packets, management datagrams and records:
functions that read and write them in place."""
from codegen.languages.c import names
from codegen.model import FOLDERS

WORD, HALF = 32, 16


def files(specs, text):
    """The headers, by their paths, of a function that makes text of a template and values."""

    def header(folder, thing, mailboxes):
        # Records have attributes of subnet management inside, and others only what is in their own folder.
        parts_in = f"../{FOLDERS['datagram']}/" if folder == FOLDERS["record"] else ""
        return text("command", folder=folder, thing=thing, path=thing.path, mailboxes=mailboxes, parts_in=parts_in)

    folder = FOLDERS["command"]
    made = {f"{folder}/verbatim_{one.name}": header(folder, one, [(one.name, one)]) for one in specs.structures.values()}
    made |= {f"{folder}/verbatim_{one.name}": header(folder, one, names.sides(one)) for one in specs.commands.values()}
    packets = {f"{folder}/verbatim_{one.name}": header(folder, one, [(one.name, one)])
               for folder, things in specs.packets.items() for one in things.values()}
    whole = {f"verbatim_{name}": text("all", guarded=name, headers=sorted(some))
             for name, some in (("commands", made), ("packets", packets)) if some}
    return made | packets | whole


def returned(field):
    """The type of a field, as its function returns it."""
    return f"uint{max(WORD, field.width)}_t" if field.is_number else "const uint8_t *"


def fetched(field, begin, size):
    """The value of a field, as C, from the bytes behind the pointer `begin`, which are `size`."""
    at = f"(const uint8_t *){begin} + 0x{_first_byte(field, size):02x}"
    if not field.is_number:
        return at
    if _in_half(field, size):
        msb, lsb = _place(field, HALF)
        return f"verbatim_get32(verbatim_load16({at}), {msb}, {lsb})"
    if field.width in (WORD, 2 * WORD):
        return f"verbatim_load{field.width}({at})"
    msb, lsb = _place(field)
    return f"verbatim_get32(verbatim_load32({at}), {msb}, {lsb})"


def put(field, begin, size):
    """The statement that writes `value` into a field of the bytes behind the pointer `begin`, which are `size`."""
    at = f"(uint8_t *){begin} + 0x{_first_byte(field, size):02x}"
    if not field.is_number:
        return f"memcpy({at}, value, {field.width // 8});"
    if _in_half(field, size):
        msb, lsb = _place(field, HALF)
        return f"verbatim_set16({at}, value, {msb}, {lsb});"
    if field.width in (WORD, 2 * WORD):
        return f"verbatim_store{field.width}({at}, value);"
    msb, lsb = _place(field)
    return f"verbatim_set32({at}, value, {msb}, {lsb});"


def parameter(field):
    """The value of a field as a parameter."""
    return f"uint{max(WORD, field.width)}_t value" if field.is_number else f"const uint8_t value[{field.width // 8}]"


def extent(field):
    """The bits of a field, for its comment: counted as in mlx5_ifc.h."""
    if field.rest:
        return f"bit {field.bit:#05x} to the end"
    return f"bit {field.bit:#05x}, {field.width} bit{'s' if field.width > 1 else ''}"


def _in_half(field, size):
    """A number is in two bytes at the end, where no word of four is left."""
    return field.is_number and field.bit // WORD * 4 + 4 > size


def _first_byte(field, size):
    """Offset of the word that a number is in, or of the first byte of others."""
    if not field.is_number:
        return field.bit // 8
    return field.bit // HALF * 2 if _in_half(field, size) else field.bit // WORD * 4


def _place(field, word=WORD):
    msb = word - 1 - field.bit % word
    return msb, msb - field.width + 1


FILTERS = (returned, fetched, put, parameter, extent)
