"""WQEs and transports as data: what the generated tables consist of."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, Iterator, Tuple

OCTOWORD = 16
WQEBB = 64

Count = Tuple[str, str]  # a field of an earlier segment: (segment, field); () if there is none


@dataclass(frozen=True)
class Choice:
    """One way to take a step: a segment, an inline payload, immediate data, or nothing."""

    call: str
    segment: str = ""
    args: Tuple[Tuple[str, ...], ...] = ()  # (argument, field, ~field with the complement...)
    fixed: Tuple[Tuple[str, int], ...] = ()
    repeat: bool = False
    payload: str = ""  # the header in front of an inline payload
    whole: str = ""  # the argument that is the segment itself
    header: Tuple[str, ...] = ()  # (field with the length of packet headers, field with their first bytes)
    imm: str = ""  # the argument that fills ctrl_seg.imm
    pad: int = 1  # the WQE is filled up to a multiple of so many octowords
    entries_in: Tuple[str, ...] = ()
    length_in: Tuple[str, ...] = ()
    in_list: bool = False
    also: Tuple["Choice", ...] = ()  # segments that are written together with this one

    @property
    def parts(self) -> Tuple["Choice", ...]:
        return (self, *self.also)

    @property
    def parameters(self) -> Tuple[str, ...]:
        """The names of the arguments."""
        if self.payload:
            return ("data",)
        if self.imm:
            return (self.imm,)
        given = [a[0] for a in self.args] + (["header"] if self.header else [])
        return (*given, *(part.whole for part in self.parts if part.whole))


@dataclass(frozen=True)
class State:
    """A state of a chain, and the calls that may come next: (call, name of the state behind it)."""

    name: str
    calls: Tuple[Tuple[str, str], ...] = ()
    ready: bool = False  # nothing is missing: signal() and finish() are offered
    open: bool = False  # a list that is not padded and counted yet


@dataclass(frozen=True)
class Wqe:
    """A kind of send WQE."""

    name: str
    doc: str
    source: str
    opcode: int
    verb: str
    qualifier: str = ""
    imm: str = ""  # the argument of the qualifier
    opmod: int = 0
    bare: bool = False  # no transport puts anything in front
    fences_next: bool = False
    max_octowords: int = 63
    result: str = ""
    steps: Tuple[Tuple[Choice, ...], ...] = ()
    behind: Tuple[Choice, ...] = ()
    behind_in: Tuple[str, ...] = ()
    states: Tuple[State, ...] = ()

    def state(self, name: str) -> State:
        return next(s for s in self.states if s.name == name)

    def choice(self, call: str) -> Choice:
        return next(c for c in self.choices() if c.call == call)

    def choices(self) -> Iterator[Choice]:
        for step in self.steps:
            yield from step
        yield from self.behind

    @property
    def closing(self) -> "Choice | None":
        """The choice of the last step that pads the WQE."""
        return next((c for c in (self.steps[-1] if self.steps else ()) if c.pad > 1), None)

    @property
    def pad(self) -> int:
        return self.closing.pad if self.closing else 1


@dataclass(frozen=True)
class Transport:
    """A kind of queue pair: what it puts behind ctrl_seg, and the WQEs that it carries."""

    name: str
    doc: str
    source: str
    max_octowords: int = 63
    steps: Tuple[Tuple[Choice, ...], ...] = ()
    wqes: Tuple[str, ...] = ()


@dataclass(frozen=True)
class VendorSyndrome:
    """A code with which the device says which of its checks failed; or several, which differ in their lowest bits."""

    name: str
    value: int
    doc: str
    source: str
    detail: str = ""  # the enum of the lowest bits
    detail_bits: int = 0
    causes: Tuple[str, ...] = ()
    checks: Tuple[str, ...] = ()


@dataclass(frozen=True)
class VendorReport:
    """A report of what a syndrome and a vendor syndrome together turned out to be."""

    syndrome: int
    vendor: int
    hardware: int  # -1 if it is not known
    doc: str
    source: str


@dataclass(frozen=True)
class BitField:
    """A field of a command of the firmware or of a management datagram, counted in bits from the first one on the wire."""

    bit: int
    width: int  # 0 if it runs to the end
    name: str
    doc: str
    of: str = ""  # the structure that it is
    values: Tuple[Tuple[int, str], ...] = ()  # what its numbers mean
    component: int = -1  # of a record: its bit in the mask of a request

    @property
    def is_number(self) -> bool:
        """It is a number, and not bytes or a structure."""
        return not self.of and (0 < self.width <= 32 or self.width == 64)


@dataclass(frozen=True)
class Datagram:
    """A management datagram, whose field `data` has an attribute; or an attribute."""

    name: str
    doc: str
    attribute: int  # 0 of a datagram
    classes: Tuple[int, ...]  # of management; empty for a datagram of all others
    size: int  # in bytes
    fields: Tuple[BitField, ...]


@dataclass(frozen=True)
class Described:
    """A command, an answer, a structure inside of them, a header of packets, a datagram or a record, in wire order."""

    size: int  # in bytes, without a field that runs to the end
    fields: Tuple[BitField, ...]
    doc: str = ""


@dataclass(frozen=True)
class Command:
    """A command of the firmware, and its answer."""

    opcode: int
    name: str
    title: str
    doc: str
    given: Described
    answer: Described


@dataclass(frozen=True)
class Advice:
    """Why an error is likely to have happened, and what to look at next."""

    causes: Tuple[str, ...]
    checks: Tuple[str, ...]


Advices = Dict[int, Advice]
