"""Commands of the firmware, their answers and the structures inside of them: functions that read and write them in place."""
from codegen.languages.c import names

WORD = 32


def files(specs, text):
    """The headers, by their paths, of a function that makes text of a template and values."""
    made = {f"commands/verbatim_{structure.name}": text("command", thing=structure, path=structure.path,
                                                        mailboxes=[(structure.name, structure)])
            for structure in specs.structures.values()}
    for command in specs.commands.values():
        made[f"commands/verbatim_{command.name}"] = text("command", thing=command, path=command.path, mailboxes=names.sides(command))
    if made:
        made["verbatim_commands"] = text("all", guarded="commands", headers=sorted(made))
    return made


def returned(field):
    """The type of a field, as its function returns it."""
    return f"uint{max(WORD, field.width)}_t" if field.is_number else "const uint8_t *"


def fetched(field, begin):
    """The value of a field, as C, from the bytes behind the pointer `begin`."""
    at = f"(const uint8_t *){begin} + 0x{_first_byte(field):02x}"
    if not field.is_number:
        return at
    if field.width in (WORD, 2 * WORD):
        return f"verbatim_load{field.width}({at})"
    msb, lsb = _place(field)
    return f"verbatim_get32(verbatim_load32({at}), {msb}, {lsb})"


def put(field, begin):
    """The statement that writes `value` into a field of the bytes behind the pointer `begin`."""
    at = f"(uint8_t *){begin} + 0x{_first_byte(field):02x}"
    if not field.is_number:
        return f"memcpy({at}, value, {field.width // 8});"
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


def _first_byte(field):
    """Offset of the word that a number is in, or of the first byte of others."""
    return field.bit // WORD * 4 if field.is_number else field.bit // 8


def _place(field):
    msb = WORD - 1 - field.bit % WORD
    return msb, msb - field.width + 1


FILTERS = (returned, fetched, put, parameter, extent)
