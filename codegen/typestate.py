"""Turns the steps of a WQE into the states its builder moves through."""
from dataclasses import dataclass

from codegen.model import Choice


@dataclass(frozen=True)
class Call:
    choice: Choice
    next_state: str


@dataclass(frozen=True)
class State:
    name: str
    calls: tuple
    ready: bool  # nothing is missing: signal() and finish() are offered


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


def _needs(step):
    return f"needs_{step[0].call}" if len(step) == 1 else "needs_data"


def _after(choice):
    return f"has_{choice.call}" if choice.repeat else "ready"
