"""The lines of mlx5_ib, mlx5e and mlx5_core of Linux, and of mlx5en of FreeBSD, around a dump or instead of it."""
from __future__ import annotations

import re
import string
from typing import NamedTuple, Optional, Tuple

from verbatim.dump.item import REQUESTER, RESPONDER, DumpedCommand, Item, RefusedCommand, Report
from verbatim.specs import enums

ORIGIN = "kernel log"
LETTERS = string.ascii_letters + string.digits + "_"  # of the name of a command
NUMBER = re.compile(r"[ \t=]*(?:0[xX]([0-9a-fA-F]+)|([0-9]+))")

# The syndromes for the completion statuses of libibverbs, which newer kernels print.
STATUSES = {
    1: "local_length_err", 2: "local_qp_op_err", 4: "local_prot_err", 5: "wr_flush_err", 6: "mw_bind_err", 7: "bad_resp_err",
    8: "local_access_err", 9: "remote_inval_req_err", 10: "remote_access_err", 11: "remote_op_err",
    12: "transport_retry_exc_err", 13: "rnr_retry_exc_err", 16: "remote_aborted_err"}


class Heading(NamedTuple):
    """A line that gives the kind of the bytes after it, and perhaps facts of the error."""

    kind: str
    said: Optional[Report] = None
    transport: str = ""
    dumped: Optional[DumpedCommand] = None


def number_after(line: str, key: str, limit: int) -> Optional[int]:
    """The number after the first `key`, decimal or with 0x."""
    at = line.find(key)
    found = NUMBER.match(line, at + len(key)) if at >= 0 else None
    if not found:
        return None
    value = int(found[1], 16) if found[1] is not None else int(found[2])
    return value if value <= limit else None


def _side(opcode: Optional[int]) -> str:
    return {enums.cqe_opcode.req_err: REQUESTER, enums.cqe_opcode.resp_err: RESPONDER}.get(opcode, "")  # type: ignore[call-overload, no-any-return]


def _facts(line: str) -> Optional[Report]:
    """The facts of "... syndrome 0x4, vendor syndrome 0x32", in lower case."""
    vendor, syndrome = line.find("vendor syndrome"), line.find("syndrome")
    if vendor < 0 or syndrome >= vendor:
        return None
    said = Report(syndrome=number_after(line, "syndrome", 0xff), vendor=number_after(line, "vendor syndrome", 0xff))
    if said.syndrome is None or said.vendor is None:
        return None
    said.side = _side(number_after(line, "opcode", 0xff))
    said.qpn = number_after(line, " qn ", 0xffffffff)
    return said


def _status(line: str) -> Optional[Report]:
    """The facts of "WC error: 4, Message: local protection error" of newer kernels."""
    if ", Message: " not in line:
        return None
    status = number_after(line, "WC error: ", 0xff)
    if status not in STATUSES:
        return None
    return Report(syndrome=int(enums.cqe_syndrome[STATUSES[status]]))


def _title(before: str) -> Optional[Tuple[str, int]]:
    """The name and the number at the end of "...: CREATE_MKEY(0x200) "."""
    name, opened, number = before.rpartition("(")
    opcode = number_after(f"({number}", "(", 0xffff) if opened else None
    return (name[len(name.rstrip(LETTERS)):], opcode) if opcode is not None else None


def _dumped_in(line: str) -> Optional[DumpedCommand]:
    """Takes "cmd[0]: dump command data CREATE_QP(0x500) INPUT", which the debug log has before the bytes."""
    _, found, behind = line.partition("dump command data ")
    title = _title(behind)
    if not found or not title or not line.endswith((" INPUT", " OUTPUT")):
        return None
    return DumpedCommand(*title, is_answer=line.endswith(" OUTPUT"))


def _refused_in(line: str) -> Optional[RefusedCommand]:
    """Takes "CREATE_MKEY(0x200) op_mod(0x0) failed, status bad parameter(0x3), syndrome (0x35e6ec)". Newer kernels add
    ", err(-22)"."""
    before, failed, behind = line.partition(" failed, status ")
    front, _, modifier = before.rpartition("op_mod(")
    words, syndrome, _ = behind.partition(", syndrome (")
    title = _title(front)
    op_mod, status = number_after(f"({modifier}", "(", 0xffff), number_after(words[words.rfind("("):], "(", 0xff)
    code = number_after(behind, ", syndrome (", 0xffffffff)
    if not failed or not syndrome or not title or op_mod is None or status is None or code is None:
        return None
    return RefusedCommand(*title, op_mod, status, code, number_after(behind, "err(-", 0xffff))


def heading_in(line: str) -> Optional[Heading]:
    status = _status(line)
    if status:
        return Heading("cqe", status)
    if "dump error cqe" in line:
        return Heading("cqe")
    if "WQE DUMP:" in line:
        return Heading("wqe", None, "raw_packet")  # only mlx5e prints this
    dumped = _dumped_in(line)
    if dumped:
        return Heading("mailbox", dumped=dumped)
    plain = line.lower()
    if "error cqe on cqn" not in plain:
        return None
    said = _facts(plain) or Report()
    if "requestor" in plain:
        said.side = REQUESTER
    if "responder" in plain:
        said.side = RESPONDER
    return Heading("cqe", said)


def goes_on(said: Report, line: str) -> bool:
    """Takes the line that mlx5_ib prints after "Responder error cqe on cqn"."""
    more = _facts(line.lower())
    if more is None or said.syndrome is not None:
        return False
    said.syndrome, said.vendor = more.syndrome, more.vendor
    return True


def report_in(line: str) -> Optional[Item]:
    said = _facts(line.lower())
    if said:
        return Item(said=said)
    refused = _refused_in(line)
    return Item(refused=refused) if refused else None
