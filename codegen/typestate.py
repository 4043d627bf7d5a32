"""Turns the steps of a WQE into the states its builder moves through, and those of a transport into the ones before."""
from dataclasses import dataclass

from codegen.model import Choice, Wqe

VERB = "needs_verb"


@dataclass(frozen=True)
class Call:
    choice: Choice
    next_state: str


@dataclass(frozen=True)
class State:
    name: str
    calls: tuple
    ready: bool  # nothing is missing: signal() and finish() are offered


@dataclass(frozen=True)
class Start:
    """What a verb begins: a WQE, or with a qualifier next one of its variants."""

    wqe: Wqe
    state: str  # the first of the WQE's builder
    variants: tuple  # of Start

    @property
    def cpp_base(self):
        return f"wqe::{self.wqe.name}<Slot>::{self.state}"

    @property
    def cpp_type(self):
        """A state of the transport's own if a qualifier may follow, else the WQE's."""
        return f"{self.wqe.verb}_{self.state}" if self.variants else f"typename {self.cpp_base}"


def derive(steps):
    """needs_x until x is called; has_x while x may be called again; ready once nothing more can be added."""
    names = [_needs(step) for step in steps]
    states = []
    for i, step in enumerate(steps):
        calls = tuple(Call(c, names[i + 1] if i + 1 < len(steps) else _after(c)) for c in step)
        states.append(State(names[i], calls, ready=False))
    last = steps[-1] if steps else ()
    states += [State(_after(c), (Call(c, _after(c)),), ready=True) for c in last if c.repeat]
    if not steps or any(not c.repeat for c in last):
        states.append(State("ready", (), ready=True))
    return tuple(states)


def before_verb(steps):
    """A transport's own segments, one after the other, and then the verb."""
    names = [*(_needs(step) for step in steps), VERB]
    return tuple(State(names[i], (Call(step[0], names[i + 1]),), ready=False) for i, step in enumerate(steps))


def starts(wqes):
    """The verbs of a transport that carries these WQEs."""
    def start(wqe, variants=()):
        return Start(wqe, derive(wqe.steps)[0].name, tuple(start(v) for v in variants))

    return tuple(start(w, [v for v in wqes if v.verb == w.verb and v.qualifier]) for w in wqes if not w.qualifier)


def _needs(step):
    return f"needs_{step[0].call}" if len(step) == 1 else "needs_data"


def _after(choice):
    return f"has_{choice.call}" if choice.repeat else "ready"
