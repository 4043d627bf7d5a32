"""A decoded entry: a CQE, a WQE, a report in words, a refused command, a mailbox, a management datagram, or a part of one."""
from __future__ import annotations

from dataclasses import dataclass, field as data_field
from typing import Dict, List, Mapping, NamedTuple, Optional, Tuple

from verbatim import tables
from verbatim.decoding.mailbox import answer_to
from verbatim.dump.hex_line import ORDERS
from verbatim.dump.item import KINDS, DumpedCommand, RefusedCommand, Report
from verbatim.errors import ArgumentError
from verbatim.layout import Layout
from verbatim.model import BitField


@dataclass
class Options:
    """The facts about the input that the input does not tell."""

    transport: str = ""  # empty: the transport that fits each WQE best
    kind: str = ""  # of the bytes: cqe, wqe, mad, or a ring: cq, send, recv; empty if it is to be guessed
    cqe_size: int = 64
    stride: int = 16  # of a receive queue's ring, in bytes
    order: str = "usual"  # of the bytes in words of hex: usual, big, little
    enhanced: bool = False  # compressed CQEs have the enhanced layout
    minis: str = ""  # the layout of receives' mini CQEs, as in mini_resp_hash; empty if unknown
    errors_only: bool = False  # leave out entries that have not failed
    answer_to: str = ""  # the command, by name or opcode, to which the bytes are the answer

    def check(self) -> None:
        """Refuses values that do not exist."""
        choices: Dict[str, Tuple[object, ...]] = {
            "kind": KINDS, "cqe_size": (64, 128), "stride": (16, 32, 64, 128, 256, 512, 1024), "order": ORDERS,
            "transport": ("", *tables.transports), "minis": ("", *(x for x in tables.layouts if x.startswith("mini_resp_")))}
        for name, values in choices.items():
            if getattr(self, name) not in values:
                known = ", ".join(repr(value) for value in values)
                raise ArgumentError(f"{name} cannot be {getattr(self, name)!r}: it is one of {known}")
        if self.answer_to and self.kind:
            raise ArgumentError("answer_to says what the bytes are: leave kind out")
        if self.answer_to:
            answer_to(self.answer_to)


class Part(NamedTuple):
    """The kind of bytes that stand alone, as in `header`, with its spec, and the fields of what is inside."""

    kind: str
    name: str
    doc: str
    fields: Tuple[BitField, ...]
    inner: Mapping[str, Tuple[BitField, ...]]


@dataclass
class Entry:
    """One CQE, WQE, report, refused command, mailbox, management datagram, or part of one."""

    kind: str = "unreadable"  # cqe, wqe, receive_wqe, report, command, mailbox, mad, part
    origin: str = ""
    line: int = 0  # 0 if it is not from a text
    index: Optional[int] = None  # its slot in the ring
    data: bytes = b""  # of a CQE: 64 bytes
    begin: int = 0  # of a CQE: the first known byte
    layout: Optional[Layout] = None  # of a CQE
    transport: str = ""  # of a WQE; at first the usual one of its program
    candidates: List[str] = data_field(default_factory=list)  # if there is more than one, the transport is a guess
    error: Optional[Report] = None  # facts of a CQE with error, or of a program
    refused: Optional[RefusedCommand] = None
    dumped: Optional[DumpedCommand] = None  # of a mailbox
    part: Optional[Part] = None  # of bytes that are a header, a record, or a part of a command or of a datagram
    malformed: List[str] = data_field(default_factory=list)  # contradictions to the specs
    remarks: List[str] = data_field(default_factory=list)
    joined: List[int] = data_field(default_factory=list)  # the WQE of an error, or the errors of a WQE
