"""The items of a text before they are decoded: bytes of queues, and reports in words."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

KINDS = ("", "cqe", "wqe", "mad", "command", "cq", "send", "recv")  # of bytes; the last three are rings
REQUESTER, RESPONDER = "requester", "responder"


@dataclass
class Report:
    """The facts of a CQE with error, as far as a program has printed them."""

    side: str = ""  # whose WQE failed
    syndrome: Optional[int] = None
    vendor: Optional[int] = None
    hardware: Optional[int] = None
    hardware_type: Optional[int] = None
    wqe_opcode: Optional[int] = None
    qpn: Optional[int] = None
    wqe_counter: Optional[int] = None


@dataclass
class RefusedCommand:
    """A command that the firmware refused, as a program has printed it."""

    title: str
    opcode: int
    op_mod: int
    status: int
    syndrome: int
    error: Optional[int] = None  # the number of errno that the kernel made of it


@dataclass
class DumpedCommand:
    """A command of the firmware whose bytes, or those of its answer, are given."""

    title: str
    opcode: int
    is_answer: bool


@dataclass
class Item:
    """Bytes, a report, or a refused command."""

    origin: str = "hex"
    line: int = 0  # where it begins, counted from 1
    kind: str = ""
    data: bytes = b""
    begins_at: int = 0  # offset of the first byte in the dump
    said: Optional[Report] = None
    refused: Optional[RefusedCommand] = None
    dumped: Optional[DumpedCommand] = None  # of a mailbox
    transport: str = ""  # of the program; empty if it could be any
    remark: str = ""
