"""docs/layouts/: a page and a picture for everything that a spec describes, a page of the enumerations, and an index."""
from dataclasses import dataclass, replace

from codegen import bit_diagram, wqe_strip
from codegen.model import KEY_TYPES, OCTOWORD
from codegen.wqe_model import Choice

PLACE = "docs/layouts"
LINE = 110  # a chain that is longer is broken, a call a line


@dataclass(frozen=True)
class Variable:
    """An argument that the caller gives to a step: the name it has in examples, its type, and the fields it fills."""

    name: str
    cpp_type: str
    segment: str  # "" of what is no field of a segment
    fields: tuple
    doc: str


@dataclass(frozen=True)
class Step:
    """One call of a chain, as a row of a table."""

    call: str  # with its arguments, as an example writes it
    choice: Choice  # None for a qualifier
    variables: tuple
    optional: bool = False  # the caller may leave it out

    @property
    def writes(self):
        """Names of the layouts that the call writes, and what else it does."""
        choice = self.choice
        if choice is None or choice.imm:
            return ["ctrl_seg"], " (imm)"
        layouts = list(dict.fromkeys(c.segment.name for c in choice.parts if c.segment))
        if choice.payload:
            return [choice.payload.name], " and the payload" + (", once or more" if choice.repeat else "")
        return layouts, ((", once or more" if choice.repeat else "") + (", once or not" if self.optional else "") + (" and the rest of the header" if choice.header else "")
                         + (f"; at the end, zeros up to a multiple of {choice.pad} bytes" if choice.pad else ""))

    @property
    def always(self):
        """(field, value) of what is the same in every such WQE; zeros go without saying."""
        fixed = [f for c in self.choice.parts for f in c.fixed if f.value] if self.choice else []
        return [(f.field.name, f.enumerator or (str(f.value) if f.value < 10 else hex(f.value))) for f in fixed]


def pages(specs, templates):
    """The text of every file below docs/layouts/, by its path."""
    files = {}

    def page(path, template, **values):
        files[f"{PLACE}/{path}.md"] = templates.get_template(f"docs/{template}.md.j2").render(specs=specs, **values)

    for layout in specs.layouts.values():
        path = f"{layout.folder}/{layout.name}"
        files[f"{PLACE}/{path}.svg"] = bit_diagram.draw(layout)
        page(path, "layout", layout=layout, octowords=layout.size // OCTOWORD if layout.size % OCTOWORD == 0 else 0,
             wqes=[w for w in specs.wqes.values() if layout.name in _segments(w)],
             transports=[t for t in specs.transports.values() if layout.name in _segments(t)])
    for wqe in specs.wqes.values():
        files[f"{PLACE}/wqes/{wqe.name}.svg"] = wqe_strip.draw(wqe, specs)
        page(f"wqes/{wqe.name}", "wqe", wqe=wqe, opcode=specs.enums["opcode"].named(wqe.opcode),
             steps=_steps_of_wqe(wqe), examples=_examples(wqe, specs))
    for transport in specs.transports.values():
        files[f"{PLACE}/transports/{transport.name}.svg"] = wqe_strip.draw_transport(transport)
        page(f"transports/{transport.name}", "transport", transport=transport, steps=_steps(transport.steps),
             carried=specs.carried_by(transport), examples=_beginnings(transport, specs))
    commands = (*specs.structures.values(), *specs.commands.values())
    for thing in commands:
        mailboxes = thing.sides if thing.name in specs.commands else (thing,)
        for mailbox in mailboxes:
            files[f"{PLACE}/commands/{_picture(mailbox)}.svg"] = bit_diagram.draw(mailbox.drawn)
        page(f"commands/{thing.name}", "command", thing=thing, mailboxes=mailboxes, picture=_picture,
             users=[other for other in commands if thing.name in other.parts])
    for record in specs.records.values():
        files[f"{PLACE}/records/{record.name}.svg"] = bit_diagram.draw(record.drawn)
        page(f"records/{record.name}", "record", record=record)
    for folder, things in (("headers", specs.headers), ("management", specs.datagrams)):
        for thing in things.values():
            files[f"{PLACE}/{folder}/{thing.name}.svg"] = bit_diagram.draw(thing.drawn)
            page(f"{folder}/{thing.name}", "packet", thing=thing, folder=folder)
    page("enums", "enums")
    if specs.vendor_syndromes:
        page("vendor_syndromes", "vendor_syndromes", vendor=specs.vendor_syndromes)
    if specs.qp_transitions:
        page("qp_transitions", "qp_transitions", changes=specs.qp_transitions)
    page("README", "index")
    return files


def _picture(mailbox):
    return mailbox.name if mailbox.kind == "structure" else f"{mailbox.name}_{mailbox.kind}"


def _segments(thing):
    """Names of the layouts of which a WQE or a transport's prefix consists."""
    steps = (*thing.steps, thing.behind) if hasattr(thing, "opcode") else thing.steps
    names = {part.name for step in steps for c in step for a in c.parts for part in (a.segment, a.payload) if part}
    return names | ({"ctrl_seg"} if hasattr(thing, "opcode") else set())


def _steps_of_wqe(wqe):
    """Its rows of the table; the qualifier is a step too."""
    steps = (*_steps(wqe.steps), *(replace(s, optional=True) for s in _steps((c,) for c in wqe.behind)))
    if not wqe.qualifier:
        return steps
    imm = _imm(wqe)
    return (Step(f"{wqe.qualifier}({wqe.imm})", None, (imm,)), *steps)


def _steps(steps):
    """Every way to take every step. An argument whose name comes up in several steps is told apart by the call."""
    steps = tuple(steps)
    names = [{name for c in step for name in _names(c)} for step in steps]
    often = {name for i, these in enumerate(names) for name in these for others in names[i + 1:] if name in others}
    return tuple(_step(choice, often) for step in steps for choice in step)


def _names(choice):
    return [a.name for a in choice.args]


def _step(choice, often):
    variables = tuple(_variables(choice, often))
    return Step(f"{choice.call}({', '.join(v.name for v in variables)})", choice, variables)


def _variables(choice, often):
    def name(plain):
        return f"{choice.call}_{plain}" if plain in often else plain

    if choice.payload:
        yield Variable("bytes", "std::span<const std::byte>", "", (), "The payload.")
    elif choice.imm:
        yield _imm(choice)
    elif choice.whole:
        for part in (part for part in choice.parts if part.whole):
            segment = part.segment
            yield Variable(segment.name.removesuffix("_seg") if part is choice else part.argument, f"verbatim::{segment.name}",
                           segment.name, (), "The whole segment.")
    else:
        for argument in choice.args:
            fields = tuple(f"{'~' if t.complement else ''}{t.field.name}" for t in argument.targets)
            yield Variable(name(argument.name), argument.cpp_type, choice.segment.name, fields, argument.field.meaning)
        if choice.header:
            yield Variable("header", "std::span<const std::byte>", choice.segment.name, tuple(f.name for f in choice.header),
                           "The headers with which the packet begins.")


def _imm(taker):
    """The argument of a step or a qualifier that fills ctrl_seg.imm."""
    meaning = "The memory key that the WQE is about." if taker.imm_key else "In the host's byte order, as every number."
    return Variable(taker.imm, KEY_TYPES[taker.imm_key], "ctrl_seg", ("imm",), meaning)


def _examples(wqe, specs):
    """(names of transports, code) for each way in which a chain of this WQE begins."""
    beginnings = {}
    for name in wqe.transports:
        before = () if wqe.bare else specs.transports[name].steps
        beginnings.setdefault(tuple(_first_calls(before)), []).append(name)
    examples = []
    for before, names in beginnings.items():
        chains = [[*before, *calls] for calls in _chains(wqe)]
        examples.append((names, _code(chains if not examples else chains[:1])))
    return examples


def _beginnings(transport, specs):
    """The code of every way to begin on this transport, with a WQE that is as simple as possible."""
    def simplicity(wqe):
        return wqe.bare, wqe.data_step is None, len(wqe.steps), -len(wqe.transports), wqe.name

    plain = [w for w in specs.carried_by(transport) if not w.qualifier]
    if not plain:
        return ""
    wqe = min(plain, key=simplicity)
    before = [[]]
    for step in () if wqe.bare else transport.steps:
        calls = [s.call for s in _steps((step,))]
        before = [[*calls_before, call] for call in calls for calls_before in before]
    return _code([[*calls, *_chains(wqe)[0]] for calls in before])


def _first_calls(steps):
    return [_steps((step,))[0].call for step in steps]


def _chains(wqe):
    """The calls of a WQE from its verb on, for each way to take its last step."""
    calls = {(s.choice.call, s.choice.segment): s.call for s in _steps(wqe.steps)}
    begin = [f"{wqe.verb}(flags)"] + ([f"{wqe.qualifier}({wqe.imm})"] if wqe.qualifier else [])
    begin += [calls[step[0].call, step[0].segment] for step in wqe.steps[:-1]]
    last = [[calls[c.call, c.segment]] for c in wqe.steps[-1]] if wqe.steps else [[]]
    if wqe.behind:
        last.append([*last[0], *(s.call for s in _steps((c,) for c in wqe.behind))])
    return [[*begin, *calls, "signal(entry)", "finish()"] for calls in last]


def _code(chains):
    """Statements that post one WQE after the other."""
    lines = []
    for chain in chains:
        assigned = "posted = " if lines else "auto posted = "
        line = f"{assigned}qp.sq_wqe().{'.'.join(chain)};"
        if len(line) > LINE:
            line = "\n    .".join([f"{assigned}qp.sq_wqe()", *chain]) + ";"
        lines.append(line)
    return "\n".join(lines)
