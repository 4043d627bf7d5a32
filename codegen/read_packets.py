"""Headers of packets and management datagrams, from the nodes of their specs. Every bit of them is described."""
import dataclasses
import re

from codegen.bit_model import Mailbox
from codegen.read_commands import LARGEST, bits_of, fields_of

CLASSES = 256


def size_of(mapping):
    """The size in bytes. Those of all datagrams are known before the fields of one are read."""
    size = mapping["size"].number()
    if size == 0 or size % 2 or size > LARGEST:
        mapping["size"].fail(f"size {size:#x} is not a multiple of 2 bytes from 2 to {LARGEST:#x}")
    return size


def header(document):
    document.allow("header", "size", "doc", "source", "fields")
    return _whole("header", document, {}, {})


def datagram(document, sizes):
    document.allow("datagram", "class", "attribute", "size", "doc", "source", "fields")
    classes = tuple(node.number() for node in document["class"].items()) if "class" in document else ()
    if any(one >= CLASSES for one in classes):
        document["class"].fail(f"a class of management has 8 bits; {max(classes):#x} is too large")
    attribute = document["attribute"].number() if "attribute" in document else 0
    if attribute >> 16:
        document["attribute"].fail(f"{attribute:#x} does not fit the 16 bits of an attribute's number")
    if attribute and not classes:
        document.key("attribute").fail("an attribute belongs to a class of management; name it in 'class'")
    return _whole("datagram", document, sizes, {"attribute": attribute, "classes": classes})


def _whole(kind, document, sizes, more):
    name, size = document[kind].name(), size_of(document)
    fields = fields_of(document, name, size, sizes, (), _field)
    at = 0
    for field in fields:
        if field.bit > at:
            field.node.fail(f"the {field.bit - at} bits from {at:#x} on are not described; add a field, or reserved_{at:x}")
        at = field.bit + field.width
    if at < 8 * size:
        document["size"].fail(f"the {8 * size - at} bits from {at:#x} on are not described; add a field, or reserved_{at:x}")
    return Mailbox(kind, name, size, document["doc"].sentence(), document["source"].reference(), fields, document.path, **more)


def _field(key, mapping, bits, sizes):
    mapping.allow("bit", "width", "of", "doc", "values")
    if key.text().startswith("reserved_"):
        mapping.allow("bit", "width")
        if not re.fullmatch(f"reserved_0*{mapping['bit'].number():x}", key.text()):
            key.fail(f"'{key.text()}' begins at bit {mapping['bit'].number():#x}; name it after that")
    read = bits_of(key, mapping, bits, sizes)
    return dataclasses.replace(read, values=_values(mapping["values"], read.width)) if "values" in mapping else read


def _values(node, width):
    """The meanings of the numbers of a field; or, until `resolved`, the name of the field that has the same."""
    if not hasattr(node, "entries"):
        return node.text()
    values = []
    for key, meaning in node.mapping():
        number = key.number()
        if number >> width:
            key.fail(f"{number:#x} does not fit the {width} bits of the field")
        values.append((number, meaning.sentence("what a number means")))
    return tuple(values)


def resolved(datagrams):
    """The datagrams, with the values of other fields where their fields name these."""
    known = {f"{d.name}.{f.name}": f.values for d in datagrams.values() for f in d.fields if f.values and not isinstance(f.values, str)}

    def values(field):
        if not isinstance(field.values, str):
            return field
        if field.values not in known:
            field.node.unknown(f"there are no values '{field.values}'", field.values, sorted(known), "or list them here")
        return dataclasses.replace(field, values=known[field.values])

    return {name: dataclasses.replace(d, fields=tuple(map(values, d.fields))) for name, d in datagrams.items()}
