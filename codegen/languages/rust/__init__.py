"""Rust without the standard library: a module of tables for each kind of spec, which the macros of runtime/rust read, and the
calls of chains."""
from codegen import typestate
from codegen.languages.rust import names
from codegen.languages.rust.names import camel, word
from codegen.model import DS_LIMIT, FOLDERS, OCTOWORD

PLACE = "generated/rust"
COLUMNS = 100
KEYS = {"local": "LKey", "remote": "RKey"}
COMMANDS = "Commands of the firmware, their answers, and the structures inside of them."
PACKETS = {"headers": "Headers of packets.", "management": "Management datagrams, and the attributes in them.",
           "records": "Records of the subnet administrator."}
DOCS = {"segment": "Segments of WQEs", "doorbell": "Doorbells and their records", "cqe": "CQEs"}


def files(specs, templates):
    names.check(specs)
    environment = templates.overlay()
    environment.filters = templates.filters | {f.__name__: f for f in FILTERS}

    def text(template, **values):
        return environment.get_template(f"rust/{template}.rs.j2").render(specs=specs, **values)

    layouts = {f"{kind}s": text("layouts", kind=kind, doc=doc, layouts=[x for x in specs.layouts.values() if x.kind == kind])
               for kind, doc in DOCS.items()}
    made = {"mod": text("mod"), "enums": text("enums"), **layouts,
            "wqes": text("wqes", wqes=[_Wqe(w, specs) for w in specs.wqes.values()], verbs=_verbs(specs)),
            "transports": text("transports", transports=[_Transport(t) for t in specs.transports.values()],
                               verbs=typestate.verbs(specs), turns=_turns(specs),
                               begins_in={t.name: _Transport(t).start for t in specs.transports.values()}),
            "commands": text("commands", path="specs/commands/", doc=COMMANDS, inner="", mailboxes=_mailboxes(specs))}
    for folder, things in specs.packets.items():
        # Records have attributes of subnet management inside.
        inner = FOLDERS["datagram"] if folder == FOLDERS["record"] else ""
        made[folder] = text("commands", path=f"specs/{folder}/", doc=PACKETS[folder], inner=inner,
                            mailboxes=[(thing, thing.name, thing.source, 0) for thing in things.values()])
    return {f"{PLACE}/{name}.rs": content for name, content in made.items()}


def _mailboxes(specs):
    """The structures and the sides of commands: each with its name, its source, and the opcode of a command."""
    made = [(structure, structure.name, structure.source, 0) for structure in specs.structures.values()]
    return made + [(side, f"{command.name}_{side.kind}", command.source, command.opcode if side.kind == "in" else 0)
                   for command in specs.commands.values() for side in command.sides]


def mailbox_field(field, size, opcode):
    """A field in a table of commands or packets: its kind, its functions and its place."""
    get, at = word(field.name), f"0x{field.bit // 8:02x}"
    if field.rest:
        return f"rest({get}, {field.name}_mut = {at})"
    if field.of:
        return f"part({get}, {field.name}_mut: {camel(field.of)} = {at})"
    if not field.is_number:
        return f"bytes({get}, set_{field.name}: {field.width // 8} = {at})"
    # The last two bytes may be no word of four.
    word_bits = 16 if field.bit // 32 * 4 + 4 > size else 32
    bits = max(word_bits, field.width)
    msb = bits - 1 - (field.bit % word_bits)
    place = f"u{bits} = 0x{field.bit // word_bits * word_bits // 8:02x}, {msb}, {msb - field.width + 1}"
    # The opcode of a command is always the same.
    return f"fixed({get}: {place})" if opcode and field.node is None else f"number({get}, set_{field.name}: {place})"


class _Wqe:
    """A WQE and its states. The state behind a verb also has the qualifiers that may follow on some transport."""

    def __init__(self, wqe, specs):
        self.wqe = wqe
        self.states = typestate.derive(wqe.steps, wqe.behind)
        self.variants = [specs.wqes[name] for name in sorted({to for _, origin, to in _turns(specs) if origin == wqe.name})]

    def steps(self, state):
        """The steps of a state: the sentence of each, and its text."""
        return [(call.choice.doc, _step(self.wqe.steps, call, self._before(state, call))) for call in state.calls]

    def _before(self, state, call):
        """The links in front of a step that follows a whole number of WQEBBs."""
        if not call.behind:
            return []
        close = [f"close({camel(state.name)}::LIST)"] if state.open else []
        return [*close, f"add({_place(self.wqe, self.wqe.behind_in)}, {call.choice.octowords})"]

    @property
    def constants(self):
        """The constants of the kind that are not as by default."""
        wqe = self.wqe
        named = {"OPMOD: u8": wqe.opmod, "FENCES_NEXT: bool": "true" if wqe.fences_next else "",
                 "MAX_OCTOWORDS: usize": wqe.max_octowords if wqe.max_octowords != DS_LIMIT else ""}
        return [f"{name} = {value}" for name, value in named.items() if value]

    @property
    def shape(self):
        """The parts of the WQE on which its limits depend."""
        wqe, data = self.wqe, self.wqe.data_step or ()
        listed = any(c.repeat for c in data)
        pieces = sum(1 for step in wqe.steps for c in step if c.segment and c.segment.drop_if_zero)
        shape = {
            "before": wqe.octowords_before_data, "payload": max((c.payload.size for c in data if c.payload), default=0),
            "pieces": 0 if listed else pieces, "list": listed, "pad": wqe.closing.pad // OCTOWORD if wqe.closing else 0,
            "behind": sum(c.octowords for c in wqe.behind), "bare": wqe.bare, "header": has_header(wqe)}
        return [f"{name}: {'true' if value is True else value}" for name, value in shape.items() if value]

    def list_of(self, state):
        """The list that ends with a state, as Rust; or nothing."""
        choice = next((c.choice for c in state.calls if c.choice.pad and c.choice.repeat), None) if state.open else None
        if choice is None:
            return []
        return [f"pad: {choice.pad // OCTOWORD}", f"length: {_place(self.wqe, choice.length_in)}", f"length_from: {self.wqe.list_begin}",
                f"entries: {_place(self.wqe, choice.entries_in)}", f"entries_from: {self.wqe.octowords_before_data}"]


class _Transport:
    """A transport and the states in front of the verb."""

    def __init__(self, transport):
        self.transport = transport
        self.states = typestate.before_verb(transport.steps)

    @property
    def start(self):
        return camel(self.states[0].name) if self.states else camel(typestate.VERB)

    def steps(self, state):
        return [(call.choice.doc, _step(self.transport.steps, call, [])) for call in state.calls]

    def queue_calls(self):
        """The functions of the first state, as functions of the queue."""
        for call in self.states[0].calls if self.states else ():
            name, choice = word(names.step(self.transport.steps, call.choice)), call.choice
            given = ", ".join(word(a) for a in names.parameters(choice))
            to = f"{word(self.transport.name)}::{camel(call.next_state)}"
            yield (choice.doc, _head(f"    pub fn {name}", ["&mut self", *_parameters(choice)],
                                      f" -> Start<QueueSlot<'_, 'm, {camel(self.transport.name)}, E>, {to}> {{"),
                   f"self.wqe().{name}({given})")


def _turns(specs):
    """The transport, the WQE and the WQE into which a qualifier turns it, by name."""
    return sorted((t.name, start.wqe.name, v.wqe.name) for verbs in typestate.verbs(specs) for t in verbs.transports
                  for start in (*verbs.starts, *verbs.bare) for v in start.variants)


def _verbs(specs):
    """The verbs, each with a sentence for each WQE that it begins."""
    made = {}
    for wqe in specs.wqes.values():
        if not wqe.qualifier:
            made.setdefault(wqe.verb, []).append(wqe.doc)
    return sorted((verb, " ".join(dict.fromkeys(docs))) for verb, docs in made.items())


def _place(wqe, count):
    if count is None:
        return "None"
    at = wqe.octoword_of(count.segment) * OCTOWORD + count.field.at
    return f"Some(Place {{ at: {at}, lsb: {count.field.lsb} }})"


def has_header(thing):
    """A WQE, or a transport, has a packet header."""
    return any(c.header for step in thing.steps for c in step)


def _type(argument):
    return KEYS.get(argument.key) or rust_type(argument.field)


def rust_type(field):
    """The type of a field."""
    if field.bytes:
        return f"[u8; {field.bytes}]"
    return camel(field.enum) if field.enum else number(field.cpp_number)


def number(cpp):
    """The type of a number."""
    return cpp.replace("std::uint", "u").removesuffix("_t")


def _parameters(choice):
    if choice.payload:
        return ["bytes: &[u8]"]
    if choice.imm:
        return [f"{word(choice.imm)}: {KEYS.get(choice.imm_key, 'u32')}"]
    given = [f"{word(a.name)}: {_type(a)}" for a in choice.args]
    given += ["header: &[u8]"] if choice.header else []
    return given + [f"{word(part.argument)}: &{camel(part.segment.name)}" for part in choice.parts if part.whole]


def _step(steps, call, before):
    """The text of a step in a table of states."""
    choice = call.choice
    links = [*before]
    if choice.payload:
        links.append("inline(bytes)")
    elif choice.imm:
        links.append(f"imm({word(choice.imm)}{'.0' if choice.imm_key else ''})")
    links += [_written(part) for part in choice.parts if part.segment]
    links += [f"pad({choice.pad // OCTOWORD})"] if choice.pad and not choice.repeat else []
    head = _head(" " * 12 + word(names.step(steps, choice)), _parameters(choice), f" -> {camel(call.next_state)}{' =' if links else ';'}")
    if not links:
        return head
    line = " " + ".".join(map(_flat, links)) + ";"
    if len(head.rsplit("\n", 1)[-1] + line) <= COLUMNS:
        return head + line
    if len(line) + 15 <= COLUMNS:
        return f"{head}\n{' ' * 15}{line}"
    return head + "\n" + "\n".join(f"{' ' * 16}{'.' if number else ''}{_link(link, 16)}" for number, link in enumerate(links)) + ";"


def _head(name, given, behind):
    """The beginning of a function, in one line if it fits."""
    line = f"{name}({', '.join(given)}){behind}"
    if len(line) <= COLUMNS:
        return line
    inner = " " * (len(name) - len(name.lstrip()))
    return f"{name}(\n" + ",\n".join(f"{inner}    {one}" for one in given) + f"\n{inner}){behind}"


def _written(part):
    """The call that writes a segment, as the words of it and the fields between."""
    if part.whole:
        return f"write({word(part.argument)})"
    values = {t.field.name: _argument(a, t) for a in part.args for t in a.targets}
    values |= {f.field.name: _fixed(f) for f in part.fixed if f.value}
    if part.header:
        values[part.header[0].name] = "header.len() as _"
    given = [_member(f.name, values[f.name]) for f in part.segment.settable if f.name in values]
    settable = [f for f in part.segment.settable if not (part.header and f is part.header[1])]
    name = camel(part.segment.name)
    if len(given) < len(part.segment.settable):
        given.append(f"..{name}::default()")
    segment = [f"&{name} {{", given, "}"] if len(given) > 1 or settable else [f"&{name}::default()", [], ""]
    if given == [f"..{name}::default()"]:
        segment = [f"&{name}::default()", [], ""]
    if part.header:
        return ["header(", segment, f", {part.header[1].first_bit // 8}, header)"]
    return ["append(" if part.repeat else "write(", segment, ")"]


def _member(name, value):
    return word(name) if value == word(name) else f"{word(name)}: {value}"


def _argument(argument, target):
    value = word(argument.name) + (".0" if argument.key else "")
    return f"!{value}" if target.complement else value


def _fixed(fixed):
    if fixed.enumerator:
        return f"{camel(fixed.field.enum)}::{camel(fixed.enumerator)}"
    return str(fixed.value)


def _flat(link):
    if isinstance(link, str):
        return link
    before, (opening, given, closing), behind = link
    return before + opening + (f" {', '.join(given)} " if given else "") + closing + behind


def _link(link, indent):
    line = _flat(link)
    if isinstance(link, str) or indent + len(line) <= COLUMNS:
        return line
    before, (opening, given, closing), behind = link
    inner = " " * indent
    return f"{before}{opening}\n" + ",\n".join(f"{inner}    {one}" for one in given) + f"\n{inner}{closing}{behind}"


def kind(field, view):
    """The way in which a field stands in its word."""
    if view and field.enum:
        return "named"
    return "in_place" if field.in_place else "bits"


def fixed_bits(word_):
    """The bits of a word that are always the same."""
    return sum(field.always << field.lsb for field in word_.fields if field.always)


def zero(enum):
    """The name of the value 0, or nothing."""
    return next((camel(value.name) for value in enum.values if value.value == 0), "")


def chain(wqe):
    """The calls of a chain, as its documentation shows them."""
    parts = [f"{wqe.verb}()"] + ([f"{wqe.qualifier}()"] if wqe.qualifier else [])
    parts += [" or ".join(f"{c.call}(){'…' if c.repeat else ''}" for c in step) for step in wqe.steps]
    return " → ".join([*parts, *(f"[{c.call}()]" for c in wqe.behind), "[signal()]", "finish()"])


def number_of(enum):
    return number(enum.cpp_base)


def field_doc(field):
    return field.meaning + (f" Uncertain: {field.uncertain}" if field.uncertain else "")


def head(path):
    """The beginning of a generated file."""
    return f"// Generated from {path} by codegen. Do not edit: `meson compile -C build generate`."


def key(imm_key):
    return KEYS.get(imm_key, "u32")


FILTERS = (camel, chain, field_doc, fixed_bits, has_header, head, key, kind, mailbox_field, number_of, rust_type, word, zero)
