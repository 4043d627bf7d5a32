"""Inputs of vectors: random values for every WQE on every transport, and for every layout, from the specs alone.

Each value is one that the device takes: an enumerator where the field is an enum, an address whose low bits are 0, a
length within its limit. The same key gives the same values, so a new spec changes no other line."""
import random

import libmlx5_inputs
import ucx_vectors

ON_ERROR, ALWAYS = 0, 2  # ctrl_seg.ce
CTRL = ("wqe_index", "qpn", "dci_stream_channel_id", "fm", "ce", "se")


class Values:
    """A source of values for fields."""

    def __init__(self, specs, key):
        self.specs, self.dice = specs, random.Random(key)

    def of(self, field):
        if field.bytes:
            return self.dice.randbytes(field.bytes).hex()
        if field.always is not None:
            return field.always
        if field.enum:
            return self.dice.choice(self.specs.enums[field.enum].values).value
        if field.max is not None:
            return self.dice.randint(1, field.max)
        number = self.dice.getrandbits(field.msb + 1 if field.in_place else field.width)
        return number >> field.lsb << field.lsb if field.in_place else number

    def layout(self, layout):
        """Values of every field that a program sets."""
        return {f.name: self.of(f) for f in layout.settable}

    def payload(self, least, most):
        return self.dice.randbytes(self.dice.randint(least, most)).hex()

    def argument(self, choice, argument):
        length = choice.segment is not None and argument.field.name == choice.segment.drop_if_zero
        return max(1, self.of(argument.field)) if length else self.of(argument.field)

    def step(self, choice):
        """A call of a builder as a vector has it: its name and its arguments."""
        if choice.payload:
            return [choice.call, {"bytes": self.payload(1, 60)}]
        if choice.imm:
            return [choice.call, {choice.imm: self.dice.getrandbits(32)}]
        given = {a.name: self.argument(choice, a) for a in choice.args}
        if choice.header:
            given["header"] = self.payload(1, 60)
        given |= {part.argument: self.layout(part.segment) for part in choice.parts if part.whole}
        return [choice.call, given]

    def ctrl(self, transport):
        streams = transport.name.startswith("dci") and self.dice.random() < 0.5
        return {
            "wqe_index": self.dice.getrandbits(16), "qpn": self.dice.getrandbits(24),
            "dci_stream_channel_id": self.dice.getrandbits(16) if streams else 0,
            "fm": self.dice.choice(self.specs.enums["fence_mode"].values).value,
            "ce": self.dice.choice((ON_ERROR, ALWAYS)), "se": self.dice.getrandbits(1)}


def ways(transport, wqe):
    """Lists of choices, so that each choice of each step is in one of them, and what may follow follows alone and together."""
    front = () if wqe.bare else transport.steps
    steps = (*front, *wqe.steps)
    last = wqe.steps[-1] if wqe.steps else ()
    repeated = [c for c in last if c.repeat]
    behind = [(), *((c,) for c in wqe.behind), tuple(wqe.behind)] if wqe.behind else [()]
    for number in range(max([len(step) for step in steps] + [len(behind)])):
        chosen = [step[number % len(step)] for step in steps]
        if chosen and chosen[-1].repeat and not chosen[-1].payload:
            chosen.append(chosen[-1])
        yield [*chosen, *behind[number % len(behind)]]
    if repeated:
        plain = [step[0] for step in steps[:-1]]
        yield [*plain, *(repeated * 5)[:5]]


def chain(values, transport, wqe, choices):
    """The calls from sq_wqe() to the last one before signal() or finish()."""
    front = 0 if wqe.bare else len(transport.steps)
    verb = [[wqe.verb, {}]]
    if wqe.qualifier:
        verb.append([wqe.qualifier, {wqe.imm: values.dice.getrandbits(32)}])
    steps = [values.step(c) for c in choices]
    return [*steps[:front], *verb, *steps[front:]]


def wqe_vector(specs, transport, wqe, choices, key):
    values = Values(specs, key)
    ctrl = values.ctrl(transport)
    return {"wqe": wqe.name, "transport": transport.name, "source": "cxx", "ctrl": ctrl,
            "steps": chain(values, transport, wqe, choices), "bytes": ""}


def wqe_vectors(specs, transport, wqe):
    """The vectors of one WQE on one transport: as libmlx5 and UCX post it, where they can; and one with any value
    of ctrl_seg."""
    for number, choices in enumerate(ways(transport, wqe)):
        vector = wqe_vector(specs, transport, wqe, choices, f"{transport.name} {wqe.name} {number}")
        adapted = libmlx5_inputs.adapted(specs, transport, wqe, vector)
        if adapted and number == 0:
            yield wqe_vector(specs, transport, wqe, choices, f"{transport.name} {wqe.name} any")
        yield adapted or vector
        if number == 0:
            by_ucx = wqe_vector(specs, transport, wqe, choices, f"{transport.name} {wqe.name} ucx")
            if adapted := ucx_vectors.adapted(transport, wqe, by_ucx):
                yield adapted


def layout_vectors(specs, layout, count=2):
    for number in range(count):
        values = Values(specs, f"{layout.name} {number}")
        yield {layout.kind: layout.name, "source": "cxx", "fields": values.layout(layout), "bytes": ""}


def undefined_bits(layout):
    """The bits of a layout that no field describes, as bytes in which they are 1."""
    bits = (1 << layout.size * 8) - 1
    for field in layout.fields:
        bits &= ~(((1 << field.width) - 1) << (layout.size * 8 - 1 - field.last_bit))
    return bits.to_bytes(layout.size, "big")


def random_vector(specs, dice):
    """A WQE of any kind, with any data that has room."""
    transport = dice.choice(tuple(specs.transports.values()))
    wqe = dice.choice(specs.carried_by(transport))
    steps = [*(() if wqe.bare else transport.steps), *wqe.steps]
    choices = [dice.choice(step) for step in steps]
    last = wqe.steps[-1] if wqe.steps else ()
    if choices and choices[-1].repeat and choices[-1] in last:
        for _ in range(dice.choice((0, 0, 1, 1, 2, 3, 8))):
            choices.append(dice.choice([c for c in last if c.repeat]))
    choices += [c for c in wqe.behind if dice.random() < 0.5]
    return wqe_vector(specs, transport, wqe, choices, dice.getrandbits(64))
