"""Turns the steps of a WQE into the states its builder moves through, and those of a transport into the ones before."""
from dataclasses import dataclass, replace

from codegen.wqe_model import Choice, Wqe

VERB = "needs_verb"


@dataclass(frozen=True)
class Call:
    choice: Choice
    next_state: str
    behind: bool = False  # follows a whole number of WQEBBs


@dataclass(frozen=True)
class State:
    name: str
    calls: tuple
    ready: bool  # nothing is missing: signal() and finish() are offered
    open: bool = False  # a list may go on, and is not padded and counted yet


@dataclass(frozen=True)
class Start:
    """The beginning by a verb: of a WQE, or with a qualifier next of one of its variants."""

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


@dataclass(frozen=True)
class Verbs:
    """The verbs of transports that carry the same WQEs."""

    transports: tuple
    carried: tuple  # of Wqe
    starts: tuple  # of Start: behind the transport's own segments
    bare: tuple  # of Start: in place of them

    @property
    def shared(self):
        return len(self.transports) > 1

    @property
    def name(self):
        """The name of the C++ class in which several transports share them."""
        return f"{self.transports[0].name}_verbs"


def derive(steps, behind=()):
    """needs_x until x is called; has_x while x may be called again, or what follows it; ready once nothing more can be added."""
    names = [_needs(step) for step in steps]
    last = steps[-1] if steps else ()
    states = []
    for i, step in enumerate(steps):
        calls = tuple(Call(c, names[i + 1] if i + 1 < len(steps) else _after(c, last)) for c in step)
        states.append(State(names[i], calls, ready=False))
    again = tuple(Call(c, _after(c, last)) for c in last if c.repeat)
    if again:
        states.append(State(again[0].next_state, again, ready=True, open=any(c.choice.pad for c in again)))
    if not steps or len(again) < len(last):
        states.append(State("ready", (), ready=True))
    optional = tuple(Call(c, f"has_{c.call}", behind=True) for c in behind)
    states = [replace(s, calls=(*s.calls, *optional)) if s.ready else s for s in states]
    states += [State(call.next_state, optional[i + 1:], ready=True) for i, call in enumerate(optional)]
    return tuple(states)


def first_state(wqe):
    """The state in which a WQE's builder begins."""
    return derive(wqe.steps, wqe.behind)[0]


def by_name(states):
    """The states of a builder by their names; the last one may have no calls of its own."""
    return {"ready": State("ready", (), ready=True), **{state.name: state for state in states}}


def allowed(state, qualifiers=()):
    """The steps that may follow a state, in words."""
    calls = [f"{name}()" for name in dict.fromkeys([*qualifiers, *(c.choice.call for c in state.calls)])]
    calls += ["signal()", "finish()"] if state.ready else []
    return " or ".join([", ".join(calls[:-1])] * (len(calls) > 1) + calls[-1:])


def before_verb(steps):
    """A transport's own segments, one after the other, and then the verb."""
    names = [*(_needs(step) for step in steps), VERB]
    return tuple(State(names[i], tuple(Call(c, names[i + 1]) for c in step), ready=False) for i, step in enumerate(steps))


def starts(wqes):
    """The verbs of these WQEs, which begin in the same state."""
    def start(wqe, variants=()):
        return Start(wqe, derive(wqe.steps, wqe.behind)[0].name, tuple(start(v) for v in variants))

    return tuple(start(w, [v for v in wqes if v.verb == w.verb and v.qualifier]) for w in wqes if not w.qualifier)


def verbs(specs):
    """The verbs of all transports, once for those that carry the same WQEs and put something in front of the same."""
    alike = {}
    for transport in specs.transports.values():
        names = tuple(w.name for w in specs.carried_by(transport))
        alike.setdefault((names, bool(transport.steps)), []).append(transport)
    return tuple(_verbs(tuple(transports), specs.carried_by(transports[0])) for transports in alike.values())


def _verbs(transports, carried):
    bare = [w for w in carried if w.bare and transports[0].steps]
    return Verbs(transports, carried, starts([w for w in carried if w not in bare]), starts(bare))


def _needs(step):
    """The name of the state: no single call is needed where the caller chooses how to give the data."""
    data = len(step) > 1 and any(c.segment is None or c.repeat for c in step)
    return "needs_data" if data else f"needs_{step[0].call}"


def _after(choice, last):
    """Lists and payloads that repeat may alternate, so they share a state."""
    again = [c for c in last if c.repeat]
    if not choice.repeat:
        return "ready"
    return f"has_{choice.call}" if len(again) == 1 else "has_data"
