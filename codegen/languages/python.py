"""The specs in Python: tables of layouts, WQEs and syndromes that runtime/python reads, enums, and the types of chains for
checkers."""
import dataclasses
import json
import keyword
import textwrap

from codegen import typestate
from codegen.model import FOLDERS, OCTOWORD

PLACE = "generated/python"
COLUMNS = 110
LAYOUTS = ("segment", "cqe", "doorbell")

# The modules of packets: the function of verbatim.mailbox that makes their forms, the class of these, and the module's doc.
PACKETS = {
    "headers": ("header", "Form", "The forms of headers of packets: headers.udp(dest=4791)."),
    "management": ("datagram", "DatagramForm", "The forms of management datagrams and attributes: management.smp(hdr={\"method\": 1})."),
    "records": ("record", "RecordForm", "The forms of records of the subnet administrator: records.path_record(dlid=5)."),
}

# Names that every enumerator has already, by itself or from the package; Python itself refuses `mro`.
ENUMERATOR_WORDS = ("as_integer_ratio", "bit_count", "bit_length", "conjugate", "denominator", "doc", "from_bytes", "imag",
                    "is_integer", "mro", "name", "numerator", "real", "to_bytes", "value")
# Names that a segment, CQE or doorbell has besides its fields.
RECORD_WORDS = ("faults", "fields", "layout", "raw", "replace")
# Names that a command, an answer or a structure has besides its fields.
MAILBOX_WORDS = ("fields", "form", "raw", "replace")
# Names that a state of a chain has besides its steps, and a step besides its arguments.
CHAIN_WORDS = ("allowed", "begin", "of", "so_far")
ARGUMENT_WORDS = ("self", "data")
# Names that the package has besides the transports.
PACKAGE_WORDS = ("annotations", "build", "chain", "cqe", "decode", "decoding", "doorbell", "dump", "enums", "errors", "explain",
                 "firmware", "headers", "layout", "mailbox", "management", "model", "parse", "parse_command", "parse_cqe", "parse_doorbell",
                 "parse_enhanced_block", "parse_mini_cqes", "parse_recv_wqe", "parse_segment", "parse_wqe", "reading", "records",
                 "recv_wqe", "rows", "segment", "specs", "tables", "wqe_length")


def word(name):
    """A name as Python has it: `from` is a word of the language, so the step is from_()."""
    return f"{name}_" if keyword.iskeyword(name) else name


def files(specs, templates):
    check(specs)
    values = {"specs": specs, "word": word, "head": _head, "types": _Types(specs)}

    def rendered(template, **more):
        return templates.get_template(f"python/{template}.j2").render(**values, **more)

    def table(path, doc, name, types, rows):
        return rendered("table.py", path=path, doc=doc, name=name, imports=types, rows=[laid_out(row, 4, behind=",") for row in rows])

    made = {f"{folder}.py": table(f"specs/{folder}/", f"Every {kind}: its fields, in wire order.", folder.upper(),
                                  {"Field": "F", "Layout": "L"}, [_layout(x) for x in specs.layouts.values() if x.kind == kind])
            for kind, folder in FOLDERS.items() if kind in LAYOUTS}
    made["wqes.py"] = table("specs/wqes/", "Every WQE: its steps, and the states of its chain.", "WQES",
                            {"Choice": "C", "State": "S", "Wqe": "W"}, [_wqe(w, w.opcode) for w in specs.wqes.values()])
    made["transports.py"] = table("specs/transports/", "Every transport: what it puts behind ctrl_seg, and its WQEs.", "TRANSPORTS",
                                  {"Choice": "C", "Transport": "T"}, [_transport(t, specs) for t in specs.transports.values()])
    vendor = specs.vendor_syndromes
    made["syndromes.py"] = rendered(
        "syndromes.py", advice=[(e, [(v, laid_out(_advice(v), 8, behind=",")) for v in e.values if v.causes or v.checks])
                                for e in specs.enums.values() if e.has_advice],
        vendor=[laid_out(_vendor_syndrome(v), 4, behind=",") for v in (vendor.values if vendor else ())],
        reports=[laid_out(_report(r), 4, behind=",") for r in (vendor.reports if vendor else ())])
    made["enums.py"] = rendered("enums.py", enums=[(e, [laid_out(_Raw(f"(0x{v.value:02x}, {_quoted(v.doc)})"), 4, f"{word(v.name)} = ")
                                                        for v in e.values]) for e in specs.enums.values()])
    made["commands.py"] = rendered(
        "commands.py", structures=[laid_out(_described(s, s.fields), 4, f'"{s.name}": ', ",") for s in specs.structures.values()],
        rows=[laid_out(_command(c, dict(sides)), 4, f"{c.opcode:#05x}: ", ",") for c, sides in specs.described_commands])
    made["packets.py"] = rendered(
        "packets.py", rows=[laid_out(_Call("D", (h.size, _bit_fields(h.described)), {"doc": h.doc}), 4, f'"{h.name}": ', ",")
                            for h in specs.headers.values()])
    described = {d.name: d for d in specs.described_datagrams}
    made["datagrams.py"] = rendered("datagrams.py", tables={
        "PARTS": [_datagram(d) for d in specs.datagrams.values() if d.name not in described],
        "DATAGRAMS": [_datagram(d) for d in described.values() if d.name not in specs.records],
        "RECORDS": [_datagram(d) for d in described.values() if d.name in specs.records]})
    for name in ("__init__.py", "chains.py", "chains.pyi"):
        made[name] = rendered(name)
    for forms in _form_modules(specs):
        for suffix in ("py", "pyi"):
            made[f"{forms.module}.{suffix}"] = rendered(f"forms.{suffix}", forms=forms)
    return {f"{PLACE}/{name}": text for name, text in made.items()}


def _bit_fields(fields):
    return tuple(_Call("B", (_Raw(f"{f.bit:#05x}"), f.width, word(f.name), f.doc),
                       {"of": f.of, "values": f.values, "component": None if f.component < 0 else _Raw(str(f.component))})
                 for f in fields)


def _datagram(d):
    return laid_out(_Call("D", (d.name, d.doc, _Raw(f"{d.attribute:#x}"), d.classes, d.size, _bit_fields(d.described)), {}), 4, "", ",")


def _command(command, sides):
    return _Call("C", (_Raw(f"{command.opcode:#05x}"), command.name, command.title, command.doc,
                       *(_described(side, sides[side.kind]) for side in command.sides)), {})


def _described(mailbox, fields):
    rows = tuple(_Call("B", (_Raw(f"{f.bit:#05x}"), f.width, word(f.name), f.doc), {"of": f.of}) for f in fields)
    return _Call("D", (mailbox.size, rows), {"doc": mailbox.doc if mailbox.kind == "structure" else ""})


@dataclasses.dataclass(frozen=True)
class _Forms:
    """A module of forms: what makes each, and the types of what it makes."""

    module: str
    path: str
    doc: str
    imports: str  # the functions of verbatim.mailbox that make the forms
    made: tuple  # of (name, call that makes the form, its type)
    mailboxes: list  # of (name, its fields as (name, type, type of what is given), the name of its answer, its base, that of its form)
    inner: str = ""  # the module that has the types of parts, if that is another


def _form_modules(specs):
    mailboxes = {s.name: (s.fields, "") for s in specs.structures.values()}
    for command, sides in specs.described_commands:
        mailboxes |= {f"{command.name}_{kind}": (fields, f"{command.name}_out" if kind == "in" else "") for kind, fields in sides}
    made = [(s, f'_structure("{s}")', f"{s}__form") for s in specs.structures]
    made += [(c, f'_command("{c}")', f"{c}_in__form") for c in specs.commands]
    yield _Forms("firmware", "specs/commands/",
                 "The forms of commands and structures of the firmware: firmware.create_qp(wq_umem_id=5, qpc=firmware.qpc(pd=1)).",
                 "command as _command, structure as _structure", _spoken(made),
                 [(name, _typed(fields), answer, "CommandForm" if answer else "Form") for name, (fields, answer) in mailboxes.items()])
    for folder, (maker, form, doc) in PACKETS.items():
        things = specs.packets[folder]
        inner = FOLDERS["datagram"] if folder == FOLDERS["record"] else ""
        yield _Forms(folder, f"specs/{folder}/", doc, f"{maker} as _{maker}",
                     _spoken((name, f'_{maker}("{name}")', f"{name}__form") for name in things),
                     [(name, _typed(thing.described, inner), "", form) for name, thing in things.items()], inner)


def _spoken(made):
    return tuple((word(name), call, kind) for name, call, kind in made)


def _typed(fields, inner=""):
    return [(word(f.name), *_mailbox_types(f, f"{inner}." if inner else "")) for f in fields]


def _mailbox_types(field, inner):
    if field.of:
        return f"{inner}{field.of}__mailbox", f"Union[{inner}{field.of}__mailbox, Values]"
    return ("int", "int") if field.is_number else ("bytes", "Bytes")


def check(specs):
    """Refuses names that would hide something of the package, or that Python cannot have."""
    for enum in specs.enums.values():
        for value in enum.values:
            if value.name in ENUMERATOR_WORDS:
                value.node.fail(f"'{value.name}' is what every enumerator of Python has, so none can have it as its name; "
                                "choose another")
    for layout in specs.layouts.values():
        for field in layout.fields:
            if field.name in RECORD_WORDS:
                field.node.fail(f"'{field.name}' is what every {layout.kind} has in Python; choose another name")
    packets = [thing for things in specs.packets.values() for thing in things.values()]
    for mailbox in (*specs.structures.values(), *(side for command in specs.commands.values() for side in command.sides), *packets):
        for field in mailbox.described:
            if field.name in MAILBOX_WORDS:
                what = mailbox.kind if mailbox in packets else "command"
                field.node.fail(f"'{field.name}' is what every {what} has in Python; choose another name")
    for transport in specs.transports.values():
        if transport.name in PACKAGE_WORDS:
            transport.node.fail(f"'{transport.name}' is a name that the Python package needs for itself; choose another")
    for thing in (*specs.wqes.values(), *specs.transports.values()):
        for choice in (c for step in (*thing.steps, getattr(thing, "behind", ())) for c in step):
            _check_choice(choice)


def _check_choice(choice):
    if choice.call in CHAIN_WORDS:
        choice.node["call"].fail(f"'{choice.call}' is what every state of a chain has in Python; choose another name")
    for name in _parameters(choice):
        if name in ARGUMENT_WORDS and not choice.payload:
            choice.node.fail(f"an argument '{name}' cannot be said in Python, whose steps have it already; choose another name")


def _parameters(choice):
    """The names of the arguments of a step."""
    if choice.payload:
        return ["data"]
    if choice.imm:
        return [choice.imm]
    return [*(a.name for a in choice.args), *(["header"] if choice.header else []),
            *(part.argument for part in choice.parts if part.whole)]


def _head(path):
    """The first line of a file."""
    return f"# Generated from {path} by codegen. Do not edit: `meson compile -C build generate`."


@dataclasses.dataclass(frozen=True)
class _Raw:
    """Text that stands in the output as it is."""

    text: str


@dataclasses.dataclass(frozen=True)
class _Call:
    """A call that makes an entry of a table; what is as by default is left out."""

    name: str
    given: tuple
    named: dict

    @property
    def items(self):
        named = [(f"{key}=", value) for key, value in self.named.items() if value not in ("", (), False, None)]
        return [*(("", value) for value in self.given), *named]


def laid_out(value, indent=0, before="", behind=""):
    """The value as Python, in as few lines of at most COLUMNS as it takes."""
    line = before + _on_one_line(value)
    if indent + len(line + behind) <= COLUMNS:
        return line + behind
    inner = "\n" + " " * (indent + 4)
    if isinstance(value, str):
        parts = textwrap.wrap(value, COLUMNS - indent - 8, drop_whitespace=False, break_on_hyphens=False)
        return f"{before}({inner}{inner.join(map(_quoted, parts))}){behind}"
    if not isinstance(value, (tuple, _Call)):
        return line + behind
    name, items = (value.name, value.items) if isinstance(value, _Call) else ("", [("", item) for item in value])
    lines = [""]
    for key, item in items:
        laid = laid_out(item, indent + 4, key, ",")
        if "\n" in laid or indent + 4 + len(lines[-1] + laid) > COLUMNS:
            lines.append("")
        lines[-1] += laid + ("" if "\n" in laid else " ")
        lines += [""] if "\n" in laid else []
    return f"{before}{name}({inner}{inner.join(text.rstrip() for text in lines if text)}{inner[:-4]}){behind}"


def _on_one_line(value):
    if isinstance(value, _Call):
        return f"{value.name}({', '.join(key + _on_one_line(item) for key, item in value.items)})"
    if isinstance(value, tuple):
        return f"({', '.join(map(_on_one_line, value))}{',' if len(value) == 1 else ''})"
    return value.text if isinstance(value, _Raw) else _quoted(value) if isinstance(value, str) else repr(value)


def _quoted(text):
    return json.dumps(text, ensure_ascii=False)


def _hex(number):
    return _Raw(f"0x{number:02x}")


def _layout(layout):
    return _Call("L", (layout.kind, layout.name, layout.size, layout.doc, layout.source, tuple(map(_field, layout.fields))),
                 {"drop_if_zero": layout.drop_if_zero})


def _field(field):
    return _Call("F", (field.name, _hex(field.narrow_at), field.msb, field.lsb), {
        "doc": field.doc, "enum": _Raw(f"enums.{field.enum}") if field.enum else "",
        "always": None if field.always is None else _hex(field.always), "bytes": field.bytes or None,
        "max": None if field.max is None else _hex(field.max), "in_place": field.in_place, "key": field.key,
        "uncertain": field.uncertain})


def _choice(choice):
    args = tuple((word(a.name), *(f"{'~' if t.complement else ''}{t.field.name}" for t in a.targets)) for a in choice.args)
    return _Call("C", (word(choice.call),), {
        "segment": choice.segment.name if choice.segment else "", "args": args,
        "fixed": tuple((f.field.name, _hex(f.value)) for f in choice.fixed), "repeat": choice.repeat,
        "payload": choice.payload.name if choice.payload else "", "whole": word(choice.argument) if choice.whole else "",
        "header": tuple(f.name for f in choice.header), "imm": word(choice.imm),
        "pad": choice.pad // OCTOWORD if choice.pad else None, "entries_in": _count(choice.entries_in),
        "length_in": _count(choice.length_in), "in_list": choice.in_list, "also": tuple(map(_choice, choice.also))})


def _count(count):
    return (count.segment, count.field.name) if count else ()


def _steps(steps):
    return tuple(tuple(map(_choice, step)) for step in steps)


def _state(state):
    return _Call("S", (state.name, tuple((word(call.choice.call), call.next_state) for call in state.calls)),
                 {"ready": state.ready, "open": state.open})


def _wqe(wqe, opcode):
    return _Call("W", (wqe.name, wqe.doc, wqe.source, _Raw(f"enums.opcode.{word(opcode)}"), word(wqe.verb)), {
        "qualifier": word(wqe.qualifier), "imm": word(wqe.imm), "opmod": wqe.opmod or None, "bare": wqe.bare,
        "fences_next": wqe.fences_next, "max_octowords": wqe.max_octowords, "result": wqe.result, "steps": _steps(wqe.steps),
        "behind": tuple(map(_choice, wqe.behind)), "behind_in": _count(wqe.behind_in),
        "states": tuple(map(_state, typestate.derive(wqe.steps, wqe.behind)))})


def _transport(transport, specs):
    return _Call("T", (transport.name, transport.doc, transport.source), {
        "max_octowords": transport.max_octowords, "steps": _steps(transport.steps),
        "wqes": tuple(w.name for w in specs.carried_by(transport))})


def _advice(said):
    return _Call("A", (said.causes, said.checks), {})


def _vendor_syndrome(said):
    return _Call("V", (said.name, _hex(said.value), said.doc, said.source), {
        "detail": said.detail.name if said.detail else "", "detail_bits": said.detail_bits or None, "causes": said.causes, "checks": said.checks})


def _report(said):
    hardware = -1 if said.hardware is None else _hex(said.hardware)
    return _Call("R", (_hex(said.syndrome.value), _hex(said.vendor), hardware, said.doc, said.source), {})


class _Types:
    """The types of chains: a class for each state, with a method for each step."""

    def __init__(self, specs):
        self.specs = specs

    def states(self, wqe):
        return [state for state in typestate.derive(wqe.steps, wqe.behind) if state.calls or state.name != "ready"]

    def next_state(self, wqe, name):
        states = {state.name: state for state in typestate.derive(wqe.steps, wqe.behind)}
        return "ready" if name == "ready" and not states[name].calls else f"{word(wqe.name)}__{name}"

    def first(self, wqe):
        return self.next_state(wqe, typestate.derive(wqe.steps, wqe.behind)[0].name)

    def verbs(self, transport):
        return next(v for v in typestate.verbs(self.specs) if transport in v.transports)

    def begin(self, start):
        """The type behind a verb: with the qualifiers that may follow, if there are any."""
        first = self.first(start.wqe)
        return f"{word(start.wqe.verb)}__{'_'.join(v.wqe.qualifier for v in start.variants)}" if start.variants else first

    def qualified(self):
        """Every verb that a qualifier may follow, once for each set of qualifiers."""
        found = {}
        for verbs in typestate.verbs(self.specs):
            for start in (*verbs.starts, *verbs.bare):
                if start.variants:
                    found[self.begin(start)] = start
        return sorted(found.items())

    def before(self, transport):
        return typestate.before_verb(transport.steps)

    def signature(self, choice):
        given = [f"{word(a.name)}: {self._type(a.field)}" for a in choice.args]
        if choice.payload:
            given = ["data: Bytes"]
        elif choice.imm:
            given = [f"{word(choice.imm)}: int"]
        given += ["header: Bytes"] if choice.header else []
        given += [f"{word(part.argument)}: Record" for part in choice.parts if part.whole]
        return ", ".join(["self", *given])

    def overloaded(self, calls):
        """Each call, those of one name side by side, and whether there are several."""
        names = [call.choice.call for call in calls]
        return [(call, names.count(call.choice.call) > 1) for call in sorted(calls, key=lambda call: names.index(call.choice.call))]

    def making(self, name, fields, is_command):
        """The method that makes a mailbox. A command has its opcode already."""
        given = [f"{field}: {type_} = ..." for field, _, type_ in fields if field != "opcode" or not is_command]
        head = "    def __call__(  # type: ignore[override]\n"
        text = "\n".join(textwrap.wrap(", ".join(["self", "*", *given] if given else ["self"]), COLUMNS - 10,
                                       initial_indent=" " * 8, subsequent_indent=" " * 8, break_on_hyphens=False))
        return f"{head}{text}) -> {name}__mailbox: ..."

    def _type(self, field):
        if field.bytes:
            return "Bytes"
        return f"Union[enums.{field.enum}, int, str]" if field.enum else "int"
