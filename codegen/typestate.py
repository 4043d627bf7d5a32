"""Turns the steps of a WQE into the states its builder moves through, and those of a transport into the ones before. The name of a
state lists the steps that it allows: it is all that a compiler says of a step that is missing or out of place."""
from dataclasses import dataclass

from codegen.wqe_model import Choice, Wqe

VERB = "needs_verb"  # the verbs of a transport are too many for a name
READY = "ready"  # signal() or finish()


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
    qualified: str  # the same state, if variants may follow

    @property
    def cpp_base(self):
        return f"wqe::{self.wqe.name}<Slot>::{self.state}"

    @property
    def cpp_type(self):
        """A state of the transport's own if a qualifier may follow, else the WQE's."""
        return f"{self.wqe.verb}_{self.qualified}" if self.variants else f"typename {self.cpp_base}"


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
    """First the states in which something is missing, then that of a list that may go on, and then those in which nothing more can be
    added but what follows the last step."""
    names = [_needs(step) for step in steps]
    last = steps[-1] if steps else ()
    more = tuple(c for c in last if c.repeat)
    # Lists and payloads that repeat may alternate, so they share a state.
    after = {True: _takes((*more, *behind)), False: _takes(behind)}
    states = []
    for i, step in enumerate(steps):
        calls = tuple(Call(c, names[i + 1] if i + 1 < len(steps) else after[c.repeat]) for c in step)
        states.append(State(names[i], calls, ready=False))
    optional = tuple(Call(c, _takes(behind[i + 1:]), behind=True) for i, c in enumerate(behind))
    if more:
        again = tuple(Call(c, after[True]) for c in more)
        states.append(State(after[True], (*again, *optional), ready=True, open=any(c.pad for c in more)))
    if len(more) < len(last) or not steps:
        states.append(State(after[False], optional, ready=True))
    states += [State(call.next_state, optional[i + 1:], ready=True) for i, call in enumerate(optional)]
    return tuple(states)


def first_state(wqe):
    """The state in which a WQE's builder begins."""
    return derive(wqe.steps, wqe.behind)[0]


def by_name(states):
    """The states of a builder by their names; the last one may have no calls of its own."""
    return {READY: State(READY, (), ready=True), **{state.name: state for state in states}}


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
        first = first_state(wqe)
        calls = [v.qualifier for v in variants] + [c.choice.call for c in first.calls]
        return Start(wqe, first.name, tuple(start(v) for v in variants), _listed("needs", calls))

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
    return _listed("needs", [c.call for c in step])


def _takes(choices):
    """The name of a state in which nothing is missing."""
    return _listed("takes", [*(c.call for c in choices), "signal", "finish"]) if choices else READY


def _listed(verb, calls):
    return f"{verb}_{'_or_'.join(dict.fromkeys(calls))}"
