"""Entries for people: first sentences, then the bytes with their fields. The text is that of verbatim-decode."""
from __future__ import annotations

from typing import Iterable, List

from verbatim.decoding.datagram import read_datagram
from verbatim.decoding.describe import describe_cqe, describe_receive, describe_wqe
from verbatim.decoding.entry import Entry, Part
from verbatim.decoding.mailbox import read_mailbox, read_part
from verbatim.decoding.syndromes import explain_command, explain_error
from verbatim.dump.item import DumpedCommand, RefusedCommand, Report

BOLD, RED, DIM, PLAIN = "\x1b[1m", "\x1b[31m", "\x1b[2m", "\x1b[0m"
LABEL = 10  # characters

NAMES = {"cqe": "CQE", "wqe": "WQE", "receive_wqe": "receive WQE", "report": "CQE with error, in words",
         "command": "command that the firmware refused", "mailbox": "command to the firmware", "mad": "management datagram", "unreadable": "bytes"}


def _what(one: Entry) -> str:
    if one.dumped and one.dumped.is_answer:
        return "answer of the firmware"
    if one.part:
        return one.part.kind
    return "CQE with error" if one.kind == "cqe" and one.error else NAMES[one.kind]


def _line(label: str, words: str) -> List[str]:
    return [f"  {label:<{LABEL}} {words}"] if words else []


def _lines(label: str, several: Iterable[str]) -> List[str]:
    found: List[str] = []
    for words in several:
        found += _line(label if not found else "", words)
    return found


def _error(facts: Report) -> List[str]:
    said = explain_error(facts)
    return [*_line(said.what.split(" ")[0], said.syndrome), *_line("vendor", said.vendor), *_line("hardware", said.hardware),
            *_line("WQE", said.wqe), *_lines("likely", said.causes), *_lines("check", said.checks), *_lines("seen", said.reports),
            *_line("source", f"of the vendor syndrome: {said.source}" if said.source else "")]


def _command(facts: RefusedCommand) -> List[str]:
    said = explain_command(facts)
    return [*_line("command", said.command), *_line("status", said.status), *_line("syndrome", said.syndrome),
            *_line("errno", said.error), *_lines("likely", said.causes), *_lines("check", said.checks)]


def _mailbox(facts: DumpedCommand, data: bytes) -> List[str]:
    read = read_mailbox(facts, data)
    said = RefusedCommand(facts.title, facts.opcode, 0, read.status, read.syndrome)
    lines = _command(said) if facts.is_answer and read.status else _line("command", explain_command(said).command)
    lines += _lines("fields", (f"{value.name} = {value.text}: {value.doc}" for value in read.values
                              if value.name not in ("opcode", "status", "syndrome")))
    if not read.is_described:
        lines += _line("remark", "no spec describes the fields of this command")
    elif read.others:
        lines += _line("remark", f"{read.others} more bits are set, which no spec describes")
    return lines


def _datagram(data: bytes) -> List[str]:
    read = read_datagram(data)
    number = f"0x{read.attribute_number:04x}"
    lines = _line("datagram", f"{read.frame.name} (class 0x{read.mgmt_class:02x}): {read.frame.doc}")
    lines += _line("method", read.method) + _line("status", read.status)
    lines += _line("attribute", f"{read.attribute.name} ({number}): {read.attribute.doc}" if read.attribute
                   else f"{number}, which no spec describes")
    lines += _lines("fields", (f"{value.name} = {value.text}: {value.doc}" for value in read.values))
    if read.others:
        lines += _line("remark", f"{read.others} more bits are set, which no spec describes")
    if read.more:
        lines += _line("remark", f"{read.more} more bytes follow the first record")
    return lines


def _part(part: Part, data: bytes) -> List[str]:
    read = read_part(part.fields, part.inner, data)
    lines = _line(part.kind, f"{part.name}: {part.doc}")
    lines += _lines("fields", (f"{value.name} = {value.text}: {value.doc}" for value in read.values))
    if read.others:
        lines += _line("remark", f"{read.others} more bits are set, which no spec describes")
    return lines


def _transport(one: Entry) -> List[str]:
    """Lines that say how certain the transport of a WQE is, if the user has not given it."""
    if not one.candidates:
        return []
    if len(one.candidates) == 1:
        return _line("transport", f"{one.transport}, which fits better than any other")
    others = ", ".join(name for name in one.candidates if name != one.transport)
    return _line("transport", f"{one.transport} is a guess: {others} would fit as well; --transport says which")


def _table(one: Entry) -> str:
    if one.kind == "cqe":
        assert one.layout is not None
        return describe_cqe(one.data, one.layout, one.begin)
    if one.kind == "wqe":
        return describe_wqe(one.data, one.transport)
    return describe_receive(one.data) if one.kind == "receive_wqe" else ""


def as_text(entries: List[Entry], color: bool = False) -> str:
    """The text of all entries."""

    def painted(how: str, text: str) -> str:
        return f"{how}{text}{PLAIN}" if color else text

    pages = []
    for i, one in enumerate(entries):
        title = f"{i + 1}. {_what(one)}" + (f" {one.index}" if one.index is not None else "")
        title += f" ({one.origin}, line {one.line})" if one.line else f" ({one.origin})"
        lines = [painted(BOLD, title)]
        lines += _error(one.error) if one.error else []
        lines += _command(one.refused) if one.refused else []
        lines += _mailbox(one.dumped, one.data) if one.dumped else []
        lines += _datagram(one.data) if one.kind == "mad" else []
        lines += _part(one.part, one.data) if one.part else []
        lines += [line for j in one.joined for line in _line("belongs to", f"{j + 1}. {_what(entries[j])}")]
        lines += _lines("remark", one.remarks) + _transport(one)
        lines += [painted(RED, f"  {'malformed':<{LABEL}} {words}") for words in one.malformed]
        lines += ["  " + painted(RED if "!" in row else DIM, row) for row in _table(one).split("\n")[:-1]]
        pages.append("".join(line + "\n" for line in lines))
    return "\n".join(pages)
