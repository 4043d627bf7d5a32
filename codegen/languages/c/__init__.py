"""C11: a header for each spec, with functions that are inlined."""
from codegen import typestate
from codegen.languages.c import commands, names
from codegen.model import OCTOWORD

PLACE = "generated/c"
NO_FIELD = 0xff  # of a place in a WQE: there is none


def files(specs, templates):
    names.check(specs)
    environment = templates.overlay()
    environment.filters = templates.filters | {f.__name__: f for f in FILTERS}

    def text(template, **values):
        return environment.get_template(f"c/{template}.h.j2").render(specs=specs, **values)

    made = {"verbatim_wire": text("wire"), "verbatim_enums": text("enums")}
    for layout in specs.layouts.values():
        made[f"{layout.folder}/verbatim_{layout.name}"] = text("layout", layout=layout)
    if "ctrl_seg" in specs.layouts:
        made["verbatim_wqe"] = text("wqe_base")
    for wqe in specs.wqes.values():
        made[f"wqes/verbatim_{wqe.name}"] = text("wqe", wqe=wqe, steps=wqe_steps(wqe), states=states_of(wqe))
    for transport in specs.transports.values():
        made[f"transports/verbatim_{transport.name}"] = text(
            "transport", transport=transport, steps=transport_steps(transport), carried=specs.carried_by(transport))
    made["verbatim"] = text("all", guarded="all", headers=sorted(path for path in made if "/" in path))
    made |= commands.files(specs, text)
    return {f"{PLACE}/{path}.h": content for path, content in made.items()}


class Step:
    """A function that takes one step: from some states to another."""

    def __init__(self, owner, choice, name, origins, to, behind=False, closes=False):
        self.owner, self.choice, self.name = owner, choice, name
        self.origins, self.to, self.behind, self.closes = origins, to, behind, closes

    @property
    def doc(self):
        choice = self.choice
        if choice.payload:
            return "Copies `length` bytes into the WQE."
        if choice.imm:
            return f"Sets ctrl_seg.imm to `{choice.imm}`."
        if choice.segment is None:
            return "Takes no data."
        return choice.segment.doc


def states_of(wqe):
    """The states by name: their number, and whether the WQE may end there."""
    return {state.name: (number, state.ready) for number, state in enumerate(typestate.derive(wqe.steps, wqe.behind), 1)}


def wqe_steps(wqe):
    """The functions of a WQE, each once: with all states from which it may be called."""
    found, states = {}, states_of(wqe)
    for state in typestate.derive(wqe.steps, wqe.behind):
        for call in state.calls:
            key = id(call.choice)
            if key not in found:
                name = names.step(wqe, wqe.steps, call.choice)
                found[key] = Step(wqe, call.choice, name, [], states[call.next_state], call.behind)
            found[key].origins.append(states[state.name][0])
            found[key].closes |= state.open and call.behind
    return list(found.values())


def transport_steps(transport):
    """The functions of a transport's own segments; the state is the number of segments that are there."""
    return [Step(transport, choice, names.step(transport, transport.steps, choice), [number],
                 (number + 1, number + 1 == len(transport.steps)))
            for number, step in enumerate(transport.steps) for choice in step]


def c_number(field):
    return field.cpp_number.removeprefix("std::")


def member(field):
    """The declaration of a field in a struct."""
    return f"uint8_t {field.name}[{field.bytes}]" if field.bytes else f"{c_number(field)} {field.name}"


def guard(name):
    """The macro that keeps a header from being read twice."""
    return f"VERBATIM_C_{name.upper()}_H"


def constant(enum, value):
    return names.constant(enum, value)


def stores(layout):
    """Statements that write the words of a layout, which is *value, to at."""
    return [f"verbatim_store{word.bits}(out + 0x{word.at:02x}, {_packed(word)});" for word in layout.words]


def _packed(word):
    parts = []
    kind = f"uint{word.bits}_t"
    for field in word.fields:
        if field.always:
            parts.append(f"((({kind})0x{field.always:x}) << {field.lsb})" if field.lsb else f"({kind})0x{field.always:x}")
        elif field.settable:
            value = f"value->{field.name}"
            if not field.fills_word:
                put = "put_in_place" if field.in_place else "put"
                value = f"verbatim_{put}{word.bits}({value}, {field.msb}, {field.lsb})"
            parts.append(value)
    return " | ".join(parts) or "0"


def loaded(field, at="in"):
    """A field's number, as C, from the bytes at `at`."""
    if field.fills_bytes:
        return f"verbatim_load{field.width}({at} + 0x{field.first_bit // 8:02x})"
    word = f"verbatim_load{field.word_bits}({at} + 0x{field.at:02x})"
    if field.fills_word:
        return word
    get = "get_in_place" if field.in_place else "get"
    return f"({c_number(field)})verbatim_{get}{field.word_bits}({word}, {field.msb}, {field.lsb})"


def parameters(step):
    """The parameters of a step behind the WQE."""
    choice = step.choice
    if choice.payload:
        return ", const void *bytes, size_t length"
    if choice.imm:
        return f", uint32_t {choice.imm}"
    given = [f"const uint8_t {a.name}[{a.field.bytes}]" if a.field.bytes else f"{c_number(a.field)} {a.name}"
             for a in choice.args]
    given += ["const void *header", "size_t length"] if choice.header else []
    given += [f"const struct verbatim_{part.segment.name} *{part.argument}" for part in choice.parts if part.whole]
    return "".join(f", {one}" for one in given)


def assignments(part):
    """Statements that give a segment its fields, which are zeros before."""
    lines = []
    for argument in part.args:
        for target in argument.targets:
            field = target.field
            if field.bytes:
                lines.append(f"memcpy(fields.{field.name}, {argument.name}, {field.bytes});")
            else:
                value = f"({c_number(field)})~{argument.name}" if target.complement else argument.name
                lines.append(f"fields.{field.name} = {value};")
    lines += [f"fields.{f.field.name} = {_fixed(f)};" for f in part.fixed if f.value]
    if part.header:
        length, _ = part.header
        lines.append(f"fields.{length.name} = ({c_number(length)})length;")
    return lines


def _fixed(fixed):
    if fixed.enumerator:
        return names.constant(fixed.field.enum, fixed.enumerator)
    suffix = "" if fixed.value < 1 << 31 else "u" if fixed.value < 1 << 32 else "ull"
    return f"{fixed.value}{suffix}"


def too_large(part):
    """The fields of a segment that may have a value that the device does not take."""
    return part.segment.limited


def place(wqe, count):
    """The place of a counted field: the offset of its word, and its lowest bit."""
    if count is None:
        return NO_FIELD, 0
    return wqe.octoword_of(count.segment) * OCTOWORD + count.field.at, count.field.lsb


def header_offset(choice):
    return choice.header[1].first_bit // 8


def segments(steps):
    """The names of the segments that steps write."""
    return sorted({part.segment.name for step in steps for part in step.choice.parts if part.segment})


def wqe_chain(wqe, steps):
    """The calls that build a WQE, as its documentation shows them."""
    front = [f"verbatim_{wqe.name}()"]
    optional = [s for s in steps if s.behind]
    groups = {}
    for s in steps:
        if not s.behind:
            groups.setdefault(min(s.origins), []).append(s)
    calls = [" or ".join(s.name + "()" for s in group) for _, group in sorted(groups.items())]
    return ", ".join([*front, *calls, *(f"[{s.name}()]" for s in optional), "verbatim_wqe_finish()"])


FILTERS = (*commands.FILTERS, assignments, c_number, constant, guard, header_offset, loaded, member, parameters, place, segments, stores, too_large, wqe_chain)
