"""Looks for contradictions in entries, guesses transports, and joins errors with their WQEs."""
from __future__ import annotations

import bisect
from typing import Dict, List, Optional

from verbatim import reading, tables
from verbatim.decoding.datagram import LEAST
from verbatim.decoding.entry import Entry, Options
from verbatim.decoding.looks import CTRL, ERR_CQE
from verbatim.decoding.mailbox import SHORTEST_COMMAND
from verbatim.dump.item import REQUESTER, RESPONDER, Report
from verbatim.layout import Layout, enumerator_name, faults_of
from verbatim.specs import enums

DATA = tables.layout("data_seg")

# If a ring was dumped twice, each WQE is there twice. This limit keeps a file with many copies from taking hours.
MOST_JOINED = 8


def carries(transport: str, opcode: int) -> bool:
    known = tables.transports.get(transport)
    return known is not None and any(tables.wqes[name].opcode == opcode for name in known.wqes)


def report_of(cqe: bytes) -> Report:
    """The facts of a CQE with error."""
    whole = ERR_CQE.number(cqe)
    requester = ERR_CQE.get(whole, "opcode") == enums.cqe_opcode.req_err
    return Report(
        side=REQUESTER if requester else RESPONDER, syndrome=ERR_CQE.get(whole, "syndrome"),
        vendor=ERR_CQE.get(whole, "vendor_err_synd"), hardware=ERR_CQE.get(whole, "hw_err_synd"),
        hardware_type=ERR_CQE.get(whole, "hw_synd_type"),
        wqe_opcode=ERR_CQE.get(whole, "s_wqe_opcode") if requester else None, qpn=ERR_CQE.get(whole, "qpn"),
        wqe_counter=ERR_CQE.get(whole, "wqe_counter"))


def _check_opcode(one: Entry, said: Options) -> None:
    assert one.error is not None
    if not said.transport or one.error.side != REQUESTER or one.error.wqe_opcode is None:
        return
    name = enumerator_name(enums.opcode, one.error.wqe_opcode)
    if name and not carries(said.transport, one.error.wqe_opcode):
        one.malformed.append(f"{said.transport} carries no WQE of opcode {name}")


def contradictions_in_cqe(cqe: bytes, layout: Layout, begin: int = 0) -> List[str]:
    """The texts about what no device writes."""
    found = list(faults_of(layout, layout.number(cqe), begin))
    whole = ERR_CQE.number(cqe)
    opcode, format_ = ERR_CQE.get(whole, "opcode"), ERR_CQE.get(whole, "format")
    if opcode in (enums.cqe_opcode.req_err, enums.cqe_opcode.resp_err):
        if ERR_CQE.get(whole, "syndrome") == enums.cqe_syndrome.ok:
            found.append("a CQE with error whose syndrome is 0")
        if format_ != enums.cqe_format.plain:
            found.append(f"a CQE with error whose format is {enumerator_name(enums.cqe_format, format_)}")
    elif opcode == enums.cqe_opcode.invalid:
        found.append("the device never wrote this CQE: its opcode is the initial value")
    return found


def _inspect_cqe(one: Entry, said: Options) -> None:
    one.layout = reading.cqe_layout(one.data, said.transport == "raw_packet", said.enhanced)
    one.malformed += contradictions_in_cqe(one.data, one.layout, one.begin)
    if ERR_CQE.get(ERR_CQE.number(one.data), "opcode") in (enums.cqe_opcode.req_err, enums.cqe_opcode.resp_err):
        one.error = report_of(one.data)
        _check_opcode(one, said)


def contradictions_in_wqe(read: reading.WqeReading) -> List[str]:
    found = list(read.complaints)
    for piece in read.pieces:
        if piece.layout is not None:
            found += faults_of(piece.layout, piece.layout.number(read.data, piece.offset))
        elif piece.label == "!":
            found.append(piece.remark)
    return found


def contradictions_in_receive(wqe: bytes) -> List[str]:
    found: List[str] = []
    for at in range(0, len(wqe) - DATA.size + 1, DATA.size):
        found += faults_of(DATA, DATA.number(wqe, at))
    if len(wqe) % DATA.size:
        found.append("a receive WQE consists of data_segs of 16 bytes")
    return found


def inspect(one: Entry, said: Options) -> None:
    """Adds what is wrong with an entry."""
    if one.kind == "cqe":
        _inspect_cqe(one, said)
    elif one.kind == "wqe":
        one.transport = said.transport or one.transport
        one.malformed += contradictions_in_wqe(reading.read_wqe(one.data, one.transport))
    elif one.kind == "receive_wqe":
        one.malformed += contradictions_in_receive(one.data)
    elif one.kind == "report":
        _check_opcode(one, said)
    elif one.kind == "mad" and len(one.data) < LEAST:
        one.malformed.append(f"{len(one.data)} bytes are too few: a management datagram begins with a header of {LEAST}")
    elif one.kind == "mailbox" and len(one.data) < SHORTEST_COMMAND:
        one.malformed.append(f"{len(one.data)} bytes are too few: a command or an answer has at least {SHORTEST_COMMAND}")


def _ctrl_of(one: Entry) -> Optional[int]:
    """The ctrl_seg of an entry that is a whole WQE."""
    return CTRL.number(one.data) if one.kind == "wqe" and len(one.data) >= CTRL.size else None


def guess_transports(entries: List[Entry], said: Options) -> None:
    """Considers all WQEs of one queue pair together."""
    if said.transport:
        return
    of_queue_pair: Dict[int, List[str]] = {}
    for one in entries:
        ctrl = _ctrl_of(one)
        if ctrl is None:
            continue
        one.candidates = reading.likely_transports(one.data)
        qpn = CTRL.get(ctrl, "qpn")
        both = [name for name in of_queue_pair.setdefault(qpn, one.candidates) if name in one.candidates]
        # Another queue pair may have the number now.
        of_queue_pair[qpn] = both or of_queue_pair[qpn]
    for one in entries:
        ctrl = _ctrl_of(one)
        if ctrl is None:
            continue
        both = [name for name in of_queue_pair[CTRL.get(ctrl, "qpn")] if name in one.candidates]
        one.candidates = both or one.candidates
        if one.transport not in one.candidates:
            one.transport = one.candidates[0]


def _difference(error: Report, ctrl: int) -> str:
    """The reason why an error and a WQE do not belong together; empty if they do."""
    qpn, index, opcode = (CTRL.get(ctrl, name) for name in ("qpn", "wqe_index", "opcode"))
    if error.qpn is not None and error.qpn != qpn:
        return f"its QPN is {qpn:#x}, that of the CQE {error.qpn:#x}"
    if error.wqe_counter is not None and error.wqe_counter != index:
        return f"its wqe_index is {index:#x}, the wqe_counter of the CQE {error.wqe_counter:#x}"
    if error.wqe_opcode is not None and error.wqe_opcode != opcode:
        return (f"its opcode is {opcode:#04x}, that of the CQE {error.wqe_opcode:#04x}: the ring was written again before it was "
                "dumped")
    return ""


def join(entries: List[Entry]) -> None:
    """Joins each error with the WQEs of its QPN and index."""
    errors = [i for i, one in enumerate(entries)
              if one.error and one.error.side != RESPONDER and one.error.wqe_counter is not None]
    wqes = []
    for i, one in enumerate(entries):
        ctrl = _ctrl_of(one)
        if ctrl is not None:
            wqes.append((CTRL.get(ctrl, "qpn") << 16 | CTRL.get(ctrl, "wqe_index"), i))
    wqes.sort()
    for i in errors:
        error = entries[i].error
        assert error is not None and error.wqe_counter is not None
        if error.qpn is None:
            continue
        wanted = error.qpn << 16 | error.wqe_counter
        first = bisect.bisect_left(wqes, (wanted, 0))
        for key, j in wqes[first:first + MOST_JOINED]:
            if key != wanted:
                break
            wqe = entries[j]
            if len(wqe.joined) + len(wqe.malformed) >= MOST_JOINED:
                continue
            words = _difference(error, CTRL.number(wqe.data))
            if words:
                wqe.malformed.append(f"WQE and CQE do not belong together: {words}")
                continue
            entries[i].joined.append(j)
            wqe.joined.append(i)
    # If there is one error and one WQE, the user expects that they belong together.
    if len(errors) == 1 and len(wqes) == 1:
        wqe, error = entries[wqes[0][1]], entries[errors[0]].error
        assert error is not None
        if not wqe.joined and not wqe.malformed:
            words = _difference(error, CTRL.number(wqe.data))
            if words:
                wqe.remarks.append(f"this is not the WQE of the CQE: {words}")
