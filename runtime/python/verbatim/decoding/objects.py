"""Entries for programs: dicts with the keys of verbatim-decode --json."""
from __future__ import annotations

from typing import Any, Dict, List

from verbatim import reading, tables
from verbatim.decoding.datagram import read_datagram
from verbatim.decoding.entry import Entry, Part
from verbatim.decoding.mailbox import read_mailbox, read_part
from verbatim.decoding.syndromes import explain_command, explain_error
from verbatim.dump.item import DumpedCommand, RefusedCommand, Report
from verbatim.layout import Layout, enumerator_name, groups
from verbatim.reading import INLINE
from verbatim.specs import enums

DATA = tables.layout("data_seg")


def _fields(layout: Layout, data: bytes, begin: int = 0) -> Dict[str, Any]:
    whole = layout.number(data)
    wrong = layout.wrong_fields(whole)
    found: Dict[str, Any] = {}
    for field in layout.fields:
        if field.at < begin or (field.reserved and field not in wrong):
            continue
        value = layout.get(whole, field.name)
        if field.bytes:
            found[field.name] = groups(value.to_bytes(field.bytes, "big"), 4, " ")
        elif field.enum is None:
            found[field.name] = value
        else:
            found[field.name] = {"value": value, "name": enumerator_name(field.enum, value)}
    return found


def _error(facts: Report) -> Dict[str, Any]:
    said = explain_error(facts)
    found: Dict[str, Any] = {"what": said.what}

    def add(key: str, value: Any) -> None:
        if value is not None:
            found[key] = value

    add("syndrome", facts.syndrome)
    if facts.syndrome is not None:
        found["syndrome_name"] = enumerator_name(enums.cqe_syndrome, facts.syndrome)
    found["syndrome_text"] = said.syndrome
    add("vendor_err_synd", facts.vendor)
    if facts.vendor is not None:
        found["vendor_text"] = said.vendor
    add("hw_err_synd", facts.hardware)
    add("hw_synd_type", facts.hardware_type)
    add("s_wqe_opcode", facts.wqe_opcode)
    if facts.wqe_opcode is not None:
        found["s_wqe_opcode_name"] = enumerator_name(enums.opcode, facts.wqe_opcode)
    add("qpn", facts.qpn)
    add("wqe_counter", facts.wqe_counter)
    found.update(likely=list(said.causes), check=list(said.checks), seen=said.reports)
    if said.source:
        found["source"] = said.source
    return found


def _command(facts: RefusedCommand) -> Dict[str, Any]:
    said = explain_command(facts)
    found: Dict[str, Any] = {
        "title": facts.title, "opcode": facts.opcode, "op_mod": facts.op_mod, "command_text": said.command, "status": facts.status,
        "status_name": enumerator_name(enums.cmd_status, facts.status), "status_text": said.status, "syndrome": facts.syndrome}
    if facts.error is not None:
        found["errno"] = facts.error
    return {**found, "likely": list(said.causes), "check": list(said.checks)}


def _mailbox(facts: DumpedCommand, data: bytes) -> Dict[str, Any]:
    read = read_mailbox(facts, data)
    found: Dict[str, Any] = {
        "title": facts.title, "opcode": facts.opcode, "is_answer": facts.is_answer, "is_described": read.is_described,
        "fields": {value.name: value.text for value in read.values}, "other_bits": read.others}
    if facts.is_answer:
        found.update(status=read.status, status_name=enumerator_name(enums.cmd_status, read.status), syndrome=read.syndrome)
    return found


def _datagram(data: bytes) -> Dict[str, Any]:
    read = read_datagram(data)
    return {"datagram": read.frame.name, "class": read.mgmt_class, "method_text": read.method, "status_text": read.status,
            "attribute": read.attribute_number, "attribute_name": read.attribute.name if read.attribute else "",
            "attribute_text": read.attribute.doc if read.attribute else "", "fields": {value.name: value.text for value in read.values},
            "other_bits": read.others, "more_bytes": read.more}


def _part(part: Part, data: bytes) -> Dict[str, Any]:
    read = read_part(part.fields, part.inner, data)
    return {"what": part.kind, "name": part.name, "fields": {value.name: value.text for value in read.values}, "other_bits": read.others}


def _segments(read: reading.WqeReading) -> List[Dict[str, Any]]:
    found = []
    for piece in read.pieces:
        data = read.data[piece.offset:piece.offset + piece.size]
        one: Dict[str, Any] = {"at": piece.offset}
        if piece.layout is not None:
            one.update(segment=piece.layout.name, fields=_fields(piece.layout, data))
        else:
            one.update(segment=piece.label, remark=piece.remark)
            if piece.label == "inline_seg":
                one["fields"] = _fields(INLINE, data)
                one["payload"] = groups(data[INLINE.size:INLINE.size + piece.payload], 4, " ")
            one["bytes"] = groups(data, 4, " ")
        found.append(one)
    return found


def as_object(it: Entry) -> Dict[str, Any]:
    """One entry."""
    one: Dict[str, Any] = {"kind": it.kind, "origin": it.origin}
    if it.line:
        one["line"] = it.line
    if it.index is not None:
        one["index"] = it.index
    if it.error:
        one["error"] = _error(it.error)
    if it.refused:
        one["command"] = _command(it.refused)
    if it.dumped:
        one["mailbox"] = _mailbox(it.dumped, it.data)
    if it.kind == "mad":
        one["mad"] = _datagram(it.data)
    if it.part:
        one["part"] = _part(it.part, it.data)
    if it.joined:
        one["belongs_to"] = it.joined
    one["malformed"] = it.malformed
    if it.remarks:
        one["remarks"] = it.remarks
    if it.kind == "cqe":
        assert it.layout is not None
        one.update(layout=it.layout.name, fields=_fields(it.layout, it.data, it.begin))
    elif it.kind == "wqe":
        read = reading.read_wqe(it.data, it.transport)
        one.update(title=read.title, transport=it.transport)
        if it.candidates:
            one.update(transport_certain=len(it.candidates) == 1, transport_candidates=it.candidates)
        one["segments"] = _segments(read)
    elif it.kind == "receive_wqe":
        one["segments"] = [{"at": at, "segment": "data_seg", "fields": _fields(DATA, it.data[at:at + DATA.size])}
                           for at in range(0, len(it.data) - DATA.size + 1, DATA.size)]
    if it.data:
        one["bytes"] = groups(it.data[it.begin:], 4, " ")
    return one
