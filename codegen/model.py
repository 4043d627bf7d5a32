"""What the specs say, as frozen objects. An object that exists is correct: every mistake is found while it is made."""
import re
from dataclasses import dataclass

from codegen.load import Scalar, SpecError

OCTOWORD = 16
WQEBB = 64
DS_LIMIT = 63  # ctrl_seg.ds has six bits


@dataclass(frozen=True)
class Enumerator:
    name: str
    value: int
    vendor: str  # the constant of mlx5dv.h that has the same value, or ""
    doc: str


@dataclass(frozen=True)
class Enum:
    name: str
    doc: str
    source: str
    width: int
    values: tuple
    path: str

    @property
    def cpp_base(self):
        return unsigned(self.width)


@dataclass(frozen=True)
class Field:
    name: str
    at: int  # offset in bytes of the word that holds the field
    msb: int
    lsb: int
    doc: str
    enum: str  # "" if the field is a plain number
    always: int  # the value a must-be field has; None for others
    member: str  # of the vendor's public struct; "" if it has none
    node: object

    @property
    def reserved(self):
        return self.name.startswith("reserved_")

    @property
    def settable(self):
        return not self.reserved and self.always is None

    @property
    def width(self):
        return self.msb - self.lsb + 1

    @property
    def word_bits(self):
        return 64 if self.msb > 31 else 32

    @property
    def fills_word(self):
        return self.width == self.word_bits

    @property
    def first_bit(self):
        """Counted from the layout's first bit on the wire."""
        return self.at * 8 + self.word_bits - 1 - self.msb

    @property
    def last_bit(self):
        return self.first_bit + self.width - 1

    @property
    def cpp_number(self):
        return unsigned(self.width)

    @property
    def cpp_type(self):
        return f"verbatim::{self.enum}" if self.enum else self.cpp_number


@dataclass(frozen=True)
class Word:
    """The fields that share a 32- or 64-bit big-endian word."""

    at: int
    bits: int
    fields: tuple


@dataclass(frozen=True)
class Store:
    """What is written at once: a word, or two 32-bit words side by side as one of 64 bits."""

    at: int
    words: tuple

    @property
    def bits(self):
        return sum(word.bits for word in self.words)


@dataclass(frozen=True)
class Layout:
    kind: str  # segment, cqe or doorbell
    name: str
    size: int
    doc: str
    source: str
    struct: str  # of the vendor's public header, or ""
    drop_if_zero: str  # field whose zero means "leave the segment out", or ""
    fields: tuple
    path: str

    @property
    def words(self):
        groups = {}
        for field in self.fields:
            groups.setdefault((field.at, field.word_bits), []).append(field)
        return tuple(Word(at, bits, tuple(fields)) for (at, bits), fields in sorted(groups.items()))

    @property
    def stores(self):
        stores = []
        for word in self.words:
            if word.bits == 32 and word.at % 8 == 4 and stores and stores[-1].at == word.at - 4:
                stores[-1] = Store(word.at - 4, (*stores[-1].words, word))
            else:
                stores.append(Store(word.at, (word,)))
        return tuple(stores)

    @property
    def enums(self):
        return tuple(sorted({f.enum for f in self.fields if f.enum}))

    @property
    def settable(self):
        return tuple(f for f in self.fields if f.settable)

    def field(self, name):
        return next((f for f in self.fields if f.name == name), None)


@dataclass(frozen=True)
class Argument:
    name: str
    field: Field


@dataclass(frozen=True)
class Choice:
    """One way to take a step: a segment, an inline payload, or nothing."""

    call: str
    segment: Layout  # None for a payload and for nothing
    args: tuple
    fixed: tuple  # (Field, value)
    repeat: bool
    payload: Layout  # the header in front of an inline payload, or None
    node: object

    @property
    def least_octowords(self):
        return self.segment.size // OCTOWORD if self.segment else 0


@dataclass(frozen=True)
class Wqe:
    name: str
    doc: str
    source: str
    opcode: str
    verb: str  # send in `begin: send.imm`
    qualifier: str  # imm in `begin: send.imm`, or ""
    imm: str  # name of the argument that fills ctrl_seg.imm, or ""
    transports: tuple
    max_octowords: int
    steps: tuple  # of tuples of Choice
    path: str
    node: object

    @property
    def begin(self):
        return f"{self.verb}.{self.qualifier}" if self.qualifier else self.verb

    @property
    def data_step(self):
        """The step with a list or a payload, or None."""
        for step in self.steps:
            if any(c.repeat or c.payload for c in step):
                return step
        return None

    @property
    def octowords_before_data(self):
        """ctrl_seg and the segments whose place is fixed."""
        return 1 + sum(step[0].least_octowords for step in self.steps if step is not self.data_step)


@dataclass(frozen=True)
class Limits:
    """What fits into one WQE on one transport."""

    octowords_before_data: int
    max_inline: int
    max_sges: int
    max_wqebbs: int


@dataclass(frozen=True)
class Transport:
    name: str
    doc: str
    source: str
    max_octowords: int
    steps: tuple  # of one-choice tuples: what goes between ctrl_seg and the WQE's own segments
    path: str
    node: object

    @property
    def octowords(self):
        return sum(step[0].least_octowords for step in self.steps)

    def limits(self, wqe):
        most = min(self.max_octowords, wqe.max_octowords)
        before = self.octowords + wqe.octowords_before_data
        room = most - before
        data = wqe.data_step or ()
        listed = any(c.repeat for c in data)
        return Limits(
            octowords_before_data=before,
            max_inline=max((room * OCTOWORD - c.payload.size for c in data if c.payload), default=0),
            max_sges=room if listed else sum(1 for s in wqe.steps for c in s if c.segment and c.segment.drop_if_zero),
            max_wqebbs=-(-(most if data else before) * OCTOWORD // WQEBB),
        )


@dataclass(frozen=True)
class Specs:
    enums: dict
    layouts: dict
    wqes: dict
    transports: dict

    def carried_by(self, transport):
        return tuple(w for w in self.wqes.values() if transport.name in w.transports)


def unsigned(width):
    return f"std::uint{next(n for n in (8, 16, 32, 64) if width <= n)}_t"


def build(documents):
    """Specs from the top-level mappings of all files."""
    by_kind = {"enums": [], "segment": [], "cqe": [], "doorbell": [], "wqe": [], "transport": []}
    for document in documents:
        kind = next((k for k in by_kind if k in document), None)
        if kind is None:
            document.fail(f"says none of {', '.join(k + ':' for k in by_kind)}, so what it describes is unknown")
        by_kind[kind].append(document)

    enums, layouts, transports, wqes = {}, {}, {}, {}
    for document in by_kind["enums"]:
        document.allow("enums")
        for name in document["enums"].mapping().keys():
            enum = _enum(document["enums"].key(name), document["enums"][name].mapping())
            _claim(enums, enum, document["enums"].key(name))
    for kind in ("segment", "cqe", "doorbell"):
        for document in by_kind[kind]:
            _claim(layouts, _layout(kind, document, enums), document[kind])
    for document in by_kind["transport"]:
        _claim(transports, _transport(document, layouts), document["transport"])
    for document in by_kind["wqe"]:
        _claim(wqes, _wqe(document, enums, layouts, transports), document["wqe"])

    specs = Specs(*(dict(sorted(d.items())) for d in (enums, layouts, wqes, transports)))
    _check_outputs(specs)
    for kind in FOLDERS:
        for document in by_kind[kind]:
            _check_place(kind, document)
    for transport in specs.transports.values():
        _check_verbs(specs, transport)
        for wqe in specs.carried_by(transport):
            _check_room(transport, wqe)
    return specs


def _claim(table, thing, node):
    if thing.name in table:
        node.fail(f"'{thing.name}' would be generated twice: {table[thing.name].path} describes it already")
    table[thing.name] = thing


FOLDERS = {"segment": "segments", "cqe": "cqes", "doorbell": "doorbells", "wqe": "wqes", "transport": "transports"}


def _check_place(kind, document):
    """A reader finds a spec by its name, and what is generated from it mirrors its place."""
    expected = f"specs/{FOLDERS[kind]}/{document[kind].name()}.yaml"
    if document.path != expected:
        document[kind].fail(f"{kind} '{document[kind].value}' belongs in {expected}")


def _sentence(mapping, key, what):
    if key not in mapping:
        mapping.fail(f"{what} has no '{key}'; {'say in one sentence what it is' if key == 'doc' else 'name the document or struct that a reviewer should open'}")
    text = mapping[key].text().strip()
    if not text or re.search(r"\b(TODO|TBD|FIXME)\b", text):
        mapping[key].fail(f"'{key}' of {what} says nothing; write one sentence")
    if key == "doc" and not text.endswith("."):
        mapping[key].fail(f"'doc' of {what} should be a sentence that ends in a full stop")
    return text


def _enum(key, mapping):
    mapping.allow("doc", "source", "width", "values")
    name, width = key.name(), mapping["width"].number()
    if not 1 <= width <= 32:
        mapping["width"].fail(f"an enum is 1 to 32 bits wide, not {width}")
    values, by_value = [], {}
    for value_name in mapping["values"].mapping().keys():
        value_key, value = mapping["values"].key(value_name), mapping["values"][value_name].mapping()
        value.allow("value", "vendor", "doc")
        number = value["value"].number()
        if number >> width:
            value["value"].fail(f"{number:#x} does not fit the {width} bits of '{name}'")
        if number in by_value:
            value["value"].fail(f"{number:#x} is already '{by_value[number]}'")
        by_value[number] = value_key.name()
        values.append(Enumerator(value_key.name(), number, value["vendor"].text() if "vendor" in value else "",
                                 _sentence(value, "doc", f"'{value_name}'")))
    return Enum(name, _sentence(mapping, "doc", f"enum '{name}'"), _sentence(mapping, "source", f"enum '{name}'"),
                width, tuple(values), key.path)


def _layout(kind, document, enums):
    document.allow(kind, "size", "doc", "source", "struct", "fields", *(["drop_if_zero"] if kind == "segment" else []))
    name, size = document[kind].name(), document["size"].number()
    if size == 0 or size % 4:
        document["size"].fail(f"size {size} is not a multiple of 4 bytes")
    fields, taken = [], {}
    described = document["fields"].mapping()
    for field_name in described.keys():
        field = _field(described.key(field_name), described[field_name].mapping(), size, enums,
                       vendor="struct" in document)
        for bit in range(field.first_bit, field.last_bit + 1):
            if bit in taken:
                field.node.fail(f"'{field.name}' overlaps '{taken[bit]}'")
            taken[bit] = field.name
        fields.append(field)
    if kind != "cqe" and len(taken) != size * 8:
        hole = next(bit for bit in range(size * 8) if bit not in taken)
        word = hole // 32 * 4
        document.key("fields").fail(f"{size * 8 - len(taken)} bits of '{name}' are not described, the first in the word at "
                                    f"{word:#04x}, bit {31 - hole % 32}; name them, or call them reserved_{word:02x}")
    drop = ""
    if "drop_if_zero" in document:
        drop = document["drop_if_zero"].text()
        if not any(f.name == drop and f.settable for f in fields):
            document["drop_if_zero"].fail(f"'{drop}' is not a field of '{name}'")
    return Layout(kind, name, size, _sentence(document, "doc", f"'{name}'"), _sentence(document, "source", f"'{name}'"),
                  document["struct"].text() if "struct" in document else "", drop,
                  tuple(sorted(fields, key=lambda f: f.first_bit)), document.path)


def _field(key, mapping, size, enums, vendor):
    mapping.allow("at", "bits", "doc", "enum", "always", "member")
    name, at = key.name(), mapping["at"].number()
    bits = [b.number() if isinstance(b, Scalar) else b.fail("a bit is a number") for b in mapping["bits"].items()]
    if len(bits) != 2:
        mapping["bits"].fail(f"'{name}' needs two bits, [first, last]; for a single bit write it twice")
    msb, lsb = bits
    if msb < lsb:
        mapping["bits"].fail(f"'{name}' has bits [{msb}, {lsb}]; write the high bit first")
    if msb > 63:
        mapping["bits"].fail(f"'{name}' has bit {msb}, but a word has bits 63 to 0 at most")
    if at % 4:
        mapping["at"].fail(f"'{name}' is at {at:#x}; give the offset of its 32-bit word, a multiple of 4, and bits within it")
    if at + (8 if msb > 31 else 4) > size:
        mapping["at"].fail(f"'{name}' reaches beyond the {size} bytes")
    reserved = name.startswith("reserved_")
    always = mapping["always"].number() if "always" in mapping else None
    if always is not None and always >> (msb - lsb + 1):
        mapping["always"].fail(f"{always:#x} does not fit the {msb - lsb + 1} bits of '{name}'")
    enum = mapping["enum"].text() if "enum" in mapping else ""
    if enum and enum not in enums:
        mapping["enum"].fail(f"there is no enum '{enum}' in enums.yaml")
    if enum and enums[enum].width > msb - lsb + 1:
        mapping["enum"].fail(f"enum '{enum}' has {enums[enum].width} bits, but '{name}' only {msb - lsb + 1}")
    doc = "" if reserved or always is not None and "doc" not in mapping else _sentence(mapping, "doc", f"'{name}'")
    member = mapping["member"].text() if "member" in mapping else "" if reserved or not vendor else name
    return Field(name, at, msb, lsb, doc, enum, always, member, key)


def _choice(node, layouts, wqe_name):
    mapping = node.mapping()
    mapping.allow("segment", "payload", "call", "args", "with", "repeat")
    call = mapping["call"].name()
    if call in ("signal", "finish"):
        mapping["call"].fail(f"'{call}' is a step of every WQE; choose another name")
    repeat = "repeat" in mapping and mapping["repeat"].flag()
    if "payload" in mapping:
        mapping.allow("payload", "call")
        return Choice(call, None, (), (), False, _named_segment(mapping["payload"], layouts), node)
    if "segment" not in mapping:
        mapping.allow("call")
        return Choice(call, None, (), (), False, None, node)
    segment = _named_segment(mapping["segment"], layouts)
    if segment.size % OCTOWORD:
        mapping["segment"].fail(f"'{segment.name}' has {segment.size} bytes, but a WQE is made of octowords of {OCTOWORD}")
    args = _arguments(mapping["args"], segment) if "args" in mapping else ()
    fixed = []
    for name in mapping["with"].mapping().keys() if "with" in mapping else ():
        field, value = segment.field(name), mapping["with"][name]
        if field is None or not field.settable:
            mapping["with"].key(name).fail(f"'{segment.name}' has no field '{name}'")
        if any(a.field == field for a in args):
            mapping["with"].key(name).fail(f"'{name}' is used twice")
        if value.number() >> field.width:
            value.fail(f"{value.number():#x} does not fit the {field.width} bits of '{name}'")
        fixed.append((field, value.number()))
    for field in segment.settable:
        if all(a.field != field for a in args) and all(f != field for f, _ in fixed):
            mapping.fail(f"'{field.name}' of '{segment.name}' gets no value; add it to args, or give it one in with")
    return Choice(call, segment, args, tuple(fixed), repeat, None, node)


def _arguments(node, segment):
    args = []
    for item in node.items():
        if isinstance(item, Scalar):
            name, field_node = item, item
        else:
            if len(item.mapping().keys()) != 1:
                item.fail("an argument is a field, or one {argument: field}")
            name = item.key(next(iter(item.keys())))
            field_node = item[name.value]
        field = segment.field(field_node.text())
        if field is None or not field.settable:
            field_node.fail(f"'{segment.name}' has no field '{field_node.text()}' to take as an argument")
        if any(a.field == field for a in args):
            field_node.fail(f"'{field.name}' is used twice")
        if any(a.name == name.value for a in args):
            name.fail(f"argument '{name.value}' is given twice")
        args.append(Argument(name.name(), field))
    return tuple(args)


def _named_segment(node, layouts):
    name = node.text()
    if name not in layouts or layouts[name].kind != "segment":
        node.fail(f"there is no segment '{name}'; expected it in specs/segments/{name}.yaml")
    return layouts[name]


def _max_octowords(document):
    most = document["max_octowords"].number() if "max_octowords" in document else DS_LIMIT
    if not 1 <= most <= DS_LIMIT:
        document["max_octowords"].fail(f"a WQE has 1 to {DS_LIMIT} octowords, not {most}")
    return most


def _transport(document, layouts):
    document.allow("transport", "doc", "source", "max_octowords", "segments")
    name = document["transport"].name()
    steps = tuple((_choice(node, layouts, name),) for node in document["segments"].items())
    for (choice,) in steps:
        if choice.segment is None or choice.repeat:
            choice.node.fail("a transport puts plain segments after ctrl_seg, each once")
    return Transport(name, _sentence(document, "doc", f"'{name}'"), _sentence(document, "source", f"'{name}'"),
                     _max_octowords(document), steps, document.path, document["transport"])


def _wqe(document, enums, layouts, transports):
    document.allow("wqe", "doc", "source", "opcode", "begin", "transports", "max_octowords", "segments")
    name, opcode = document["wqe"].name(), document["opcode"]
    if "opcode" not in enums or opcode.text() not in [v.name for v in enums["opcode"].values]:
        opcode.fail(f"there is no opcode '{opcode.text()}'; add it to 'opcode' in specs/enums.yaml")
    begin = document["begin"].text().split(".")
    if len(begin) > 2 or not all(re.fullmatch(r"[a-z][a-z0-9_]*", word) for word in begin):
        document["begin"].fail(f"'{document['begin'].text()}' is neither a verb nor verb.qualifier")
    carriers = []
    for node in document["transports"].items():
        if node.text() not in transports:
            node.fail(f"there is no transport '{node.text()}'; expected it in specs/transports/{node.text()}.yaml")
        if node.text() in carriers:
            node.fail(f"transport '{node.text()}' is given twice")
        carriers.append(node.text())

    first, *others = document["segments"].items() or [document]
    if "segment" not in first.mapping() or first["segment"].text() != "ctrl_seg":
        first.fail("the first segment of a send WQE is ctrl_seg")
    first.allow("segment", "args")
    ctrl_args = _arguments(first["args"], _named_segment(first["segment"], layouts)) if "args" in first else ()
    if any(a.field.name != "imm" for a in ctrl_args):
        first["args"].fail("of ctrl_seg only imm can be an argument; the queue writes the rest")
    if bool(ctrl_args) != (len(begin) == 2):
        document["begin"].fail("a verb.qualifier takes imm as its argument, a plain verb takes none: "
                               "write `args: [imm]` on the ctrl_seg line, or drop one of the two")

    steps = []
    for node in others:
        if "one_of" in node.mapping():
            node.allow("one_of")
            steps.append(tuple(_choice(choice, layouts, name) for choice in node["one_of"].items()))
        else:
            steps.append((_choice(node, layouts, name),))
    called = {}
    for i, step in enumerate(steps):
        for choice in step:
            if choice.call in called:
                choice.node["call"].fail(f"'{choice.call}' is called twice in '{name}'")
            called[choice.call] = choice
            if i < len(steps) - 1 and (choice.repeat or choice.segment is None or len(step) > 1):
                choice.node.fail("only the last step may offer a choice, repeat, or carry a payload")
    return Wqe(name, _sentence(document, "doc", f"'{name}'"), _sentence(document, "source", f"'{name}'"),
               opcode.text(), begin[0], begin[1] if len(begin) == 2 else "",
               ctrl_args[0].name if ctrl_args else "", tuple(carriers), _max_octowords(document), tuple(steps),
               document.path, document["wqe"])


def _check_outputs(specs):
    """Enums, layouts and transports become types of one namespace, so no two may share a name."""
    seen = {}
    for table in (specs.enums, specs.layouts, specs.transports):
        for thing in table.values():
            if thing.name in seen:
                raise SpecError(f"{thing.path}:1", f"'{thing.name}' would be generated twice: {seen[thing.name].path} "
                                                   "describes one too; rename one of them")
            seen[thing.name] = thing


def _check_verbs(specs, transport):
    begins = {}
    for wqe in specs.carried_by(transport):
        if wqe.begin in begins:
            wqe.node.fail(f"`begin: {wqe.begin}` on {transport.name} is already {begins[wqe.begin].name} "
                          f"({begins[wqe.begin].path})")
        begins[wqe.begin] = wqe
    for wqe in specs.carried_by(transport):
        if wqe.qualifier and wqe.verb not in begins:
            wqe.node.fail(f"`begin: {wqe.begin}` needs a WQE with `begin: {wqe.verb}` on {transport.name}")


def _check_room(transport, wqe):
    most = min(transport.max_octowords, wqe.max_octowords)
    before = transport.octowords + wqe.octowords_before_data
    if before + (1 if wqe.data_step else 0) > most:
        transport.node.fail(f"transport '{transport.name}' leaves no room for the data of '{wqe.name}': {before} of "
                            f"{most} octowords are taken before it")
