"""Finds the queues behind the values of a program, and prints them."""
from __future__ import annotations

from typing import Any, Iterator, List, Optional, Tuple, Union

import gdb
import gdb.printing

from verbatim import tables
from verbatim.decoding.entry import Options
from verbatim.gdb import memory
from verbatim.gdb.completions import Completion
from verbatim.gdb.queues import Receive, Send, SharedReceive
from verbatim.gdb.rows import Row

Queue = Union[Send, Receive, Completion]
VIEWS = {"verbatim::" + layout.name: layout for layout in tables.layouts.values() if layout.kind == "cqe"}
BEHIND_HANDLES = ("endpoint", "queue")  # members of the objects behind handles
GONE = "its memory is not there: it was closed, or the core file was written without it"


def queue_of(value: Any) -> Optional[Queue]:
    """The queue that a value is, if it is one."""
    for name in memory.names(value.type):
        if name.startswith("verbatim::send_queue<"):
            return Send(value, name)
        if name.startswith("verbatim::recv_queue<"):
            return Receive(value)
        if name.startswith("verbatim::shared_recv_queue<"):
            return SharedReceive(value)
        if name.startswith("verbatim::detail::basic_completion_queue<"):
            return Completion(value, name)
    return None


def cqe_of(value: Any) -> Optional[Row]:
    """The CQE of a view, or of a completion."""
    for name in memory.names(value.type):
        if name == "verbatim::completion_view":
            return cqe_of(value["cqe_"])
        if name in VIEWS:
            size = VIEWS[name].size
            return Row("cqe", f"at {int(value['at_']):#x}", memory.read(int(value["at_"]), size), Options(kind="cqe"))
    return None


def _behind(handle: Any) -> Optional[Any]:
    """The queue or the endpoint in the object behind a handle."""
    pointer = handle["body_"]["body_"]
    found = memory.kind(pointer).target() if int(pointer) else None
    if found is not None and not any(memory.is_member(found, name) for name in BEHIND_HANDLES):
        found = memory.class_of(pointer)
    if found is None:
        return None
    return next((memory.member_of(found, int(pointer), name) for name in BEHIND_HANDLES if memory.is_member(found, name)), None)


def parts_of(value: Any) -> List[Tuple[str, Any]]:
    """The queues behind a handle, or in an endpoint: their names and values."""
    if is_handle(value):
        inside = _behind(value)
        if inside is None:
            return []
        return [("queue", inside)] if queue_of(inside) else parts_of(inside)
    return [(name, part) for name in ("sq", "rq") if memory.has(value, name)
            for part in _own_or_shared(memory.target(value[name])) if queue_of(part)]


def is_handle(value: Any) -> bool:
    return any(name.startswith("verbatim::handle<") for name in memory.names(value.type))


def _own_or_shared(value: Any) -> List[Any]:
    """The receive queue behind an own_or_shared_queue; others are returned as they are."""
    if not memory.has(value, "shared_"):
        return [value]
    if int(value["shared_"]):
        return [value["shared_"].dereference()]
    try:
        return [value["own_"]["_M_t"]["_M_t"]["_M_head_impl"].dereference()]
    except gdb.error:  # another standard library
        return []


def queues_of(value: Any) -> List[Queue]:
    """The queues of a queue, a queue pair, a completion queue, or a handle of one."""
    if found := queue_of(value):
        return [found]
    return [found for _, part in parts_of(value) if (found := queue_of(part))]


class _Printer:
    """One value in the output of print."""

    def __init__(self, words: str, rows: Iterator[Row]) -> None:
        self.words, self.rows = words, rows

    def to_string(self) -> str:
        return self.words

    def children(self) -> Iterator[Tuple[str, str]]:
        try:
            for row in self.rows:
                yield f"[{row.name}]", row.line()
        except gdb.MemoryError:
            yield "[memory]", GONE


class _Parts:
    """A queue pair in the output of print. GDB prints its queues by their own printers."""

    def __init__(self, parts: List[Tuple[str, Any]]) -> None:
        self.parts = parts

    def to_string(self) -> str:
        return "queue pair"

    def children(self) -> Iterator[Tuple[str, Any]]:
        return iter(self.parts)


def _printer_of_queue(found: Queue) -> _Printer:
    try:
        return _Printer(found.summary(), found.rows())
    except gdb.MemoryError:
        return _Printer(GONE, iter(()))


def _post_result(value: Any) -> str:
    number = int(value["value_"])
    if number <= 0xffff:
        return f"wqe_index {number:#x}"
    error = gdb.Value(number >> 16).cast(gdb.lookup_type("verbatim::post_error"))
    return f"not posted: {error}"


class Printers(gdb.printing.PrettyPrinter):
    """Queues, handles of queues, views of CQEs, and results of finish()."""

    def __init__(self) -> None:
        super().__init__("verbatim", [gdb.printing.SubPrettyPrinter(name) for name in ("queue", "handle", "cqe", "post_result")])
        self.on = {printer.name: printer for printer in self.subprinters}

    def __call__(self, value: Any) -> Union[_Printer, _Parts, None]:
        kind = memory.kind(value)
        if kind.code != gdb.TYPE_CODE_STRUCT or not (kind.name or "").startswith("verbatim::"):
            return None
        if kind.name == "verbatim::post_result":
            return _Printer(_post_result(value), iter(())) if self.on["post_result"].enabled else None
        if kind.name in VIEWS:
            return self.cqe(value) if self.on["cqe"].enabled else None
        if found := queue_of(value):
            return _printer_of_queue(found) if self.on["queue"].enabled else None
        return self.handle(value) if self.on["handle"].enabled else None

    @staticmethod
    def cqe(value: Any) -> _Printer:
        try:
            row = cqe_of(value)
            return _Printer(row.line() if row else "", iter(()))
        except gdb.MemoryError:
            return _Printer(GONE, iter(()))

    @staticmethod
    def handle(value: Any) -> Union[_Printer, _Parts, None]:
        """A handle of queues. GDB shows other handles itself."""
        if not is_handle(value):
            return None
        try:
            parts = parts_of(value)
            if len(parts) == 1 and parts[0][0] == "queue":
                return _printer_of_queue(queues_of(parts[0][1])[0])
            return _Parts(parts) if parts else None
        except gdb.MemoryError:
            return _Printer(GONE, iter(()))
