"""Explains syndromes and refused commands: their meaning, their likely causes, and what to check next. All knowledge is in the specs."""
from __future__ import annotations

import os
from dataclasses import dataclass, field as data_field
from typing import List, Optional, Tuple

from verbatim.dump.item import REQUESTER, RESPONDER, RefusedCommand, Report
from verbatim.layout import enumerator_name
from verbatim.model import Advice, VendorSyndrome
from verbatim.specs import enums
from verbatim.specs.commands import COMMANDS
from verbatim.specs.syndromes import ADVICE, VENDOR_REPORTS, VENDOR_SYNDROMES

NOTHING = Advice((), ())


@dataclass
class Explanation:
    """A failed completion in words."""

    what: str  # the side of the error
    syndrome: str = ""
    vendor: str = ""
    hardware: str = ""
    wqe: str = ""  # the WQE that failed
    causes: Tuple[str, ...] = ()
    checks: Tuple[str, ...] = ()
    reports: List[str] = data_field(default_factory=list)  # public reports of the same error
    source: str = ""  # of the text about the vendor syndrome


def find_vendor(code: int) -> Optional[VendorSyndrome]:
    return next((v for v in VENDOR_SYNDROMES if code >> v.detail_bits << v.detail_bits == v.value), None)


def vendor_text(code: int) -> str:
    """A vendor syndrome with its name and a sentence or two, as far as public sources explain it."""
    found = find_vendor(code)
    if found is None:
        return f"{code:#04x}, whose meaning no public source gives"
    text = f"{code:#04x} {found.name}: {found.doc}"
    if found.detail:
        detail = getattr(enums, found.detail)._value2member_map_.get(code & ((1 << found.detail_bits) - 1))
        text += f" {detail.doc}" if detail is not None else ""
    return text


def syndrome_text(code: int) -> str:
    found = enums.cqe_syndrome._value2member_map_.get(code)
    if found is None:
        return f"{code:#04x}, which no spec describes"
    return f"{enumerator_name(enums.cqe_syndrome, code)} ({code:#04x}): {found.doc}"  # type: ignore[attr-defined]


def _hardware_text(error: Report) -> str:
    if error.hardware is None:
        return ""
    if error.hardware == 0 and not error.hardware_type:
        return "0x00: none was given"
    kind = f", type {error.hardware_type:#x}" if error.hardware_type else ""
    return f"{error.hardware:#04x}{kind}; there is no public list of these"


def _wqe_text(error: Report) -> str:
    parts = []
    if error.wqe_opcode is not None and error.side != RESPONDER:
        parts.append(enumerator_name(enums.opcode, error.wqe_opcode) or f"opcode {error.wqe_opcode:#04x}")
    if error.side == RESPONDER:
        parts.append("a receive")
    if error.qpn is not None:
        parts.append(f"QPN {error.qpn:#x}")
    if error.wqe_counter is not None:
        parts.append(f"wqe_counter {error.wqe_counter:#x}")
    return ", ".join(parts)


def explain_error(error: Report) -> Explanation:
    """The facts of an error in sentences."""
    result = Explanation({REQUESTER: "requester error", RESPONDER: "responder error"}.get(error.side, "error"),
                         hardware=_hardware_text(error), wqe=_wqe_text(error))
    advices = []
    if error.vendor is not None:
        result.vendor = vendor_text(error.vendor)
        entry = find_vendor(error.vendor)
        if entry is not None:
            result.source = entry.source
            advices.append(Advice(entry.causes, entry.checks))  # it is more specific, so it comes first
    if error.syndrome is not None:
        result.syndrome = syndrome_text(error.syndrome)
        advices.append(ADVICE.get("cqe_syndrome", {}).get(error.syndrome, NOTHING))
        result.reports = _reports(error)
    result.causes = next((a.causes for a in advices if a.causes), ())
    result.checks = next((a.checks for a in advices if a.checks), ())
    return result


def _reports(error: Report) -> List[str]:
    found = []
    for known in VENDOR_REPORTS:
        if (known.syndrome, known.vendor) != (error.syndrome, error.vendor):
            continue
        how = ""
        if error.hardware is not None and known.hardware == error.hardware:
            how = "; with the same hardware syndrome"
        elif error.hardware is not None and known.hardware >= 0:
            how = f"; with hardware syndrome {known.hardware:#04x}"
        found.append(f"{known.doc} ({known.source}{how})")
    return found


GENERAL_OBJECTS = range(0xa00, 0xa04)  # the commands about them, whose modifier is the type of the object


@dataclass
class CommandExplanation:
    """A refused command in words."""

    command: str
    status: str
    syndrome: str
    error: str = ""  # the number of errno
    causes: Tuple[str, ...] = ()
    checks: Tuple[str, ...] = ()


def _status_text(code: int) -> str:
    found = enums.cmd_status._value2member_map_.get(code)
    if found is None:
        return f"{code:#04x}, which no spec describes"
    return f"{enumerator_name(enums.cmd_status, code)} ({code:#04x}): {found.doc}"  # type: ignore[attr-defined]


def explain_command(refused: RefusedCommand) -> CommandExplanation:
    """The facts of a refused command in sentences."""
    known = COMMANDS.get(refused.opcode)
    title, meaning = (known.title, known.doc) if known is not None else (refused.title, "")
    modifier = f", op_mod {refused.op_mod:#x}" if refused.op_mod else ""
    modifier += ", the type of the object" if modifier and refused.opcode in GENERAL_OBJECTS else ""
    advice = ADVICE.get("cmd_status", {}).get(refused.status, NOTHING)
    return CommandExplanation(
        f"{title} ({refused.opcode:#x}){modifier}" + (f": {meaning}" if meaning else ""), _status_text(refused.status),
        f"{refused.syndrome:#x}; there is no public list of these",
        f"{refused.error}: {os.strerror(refused.error)}" if refused.error is not None else "", advice.causes, advice.checks)
