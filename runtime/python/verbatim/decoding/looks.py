"""Tells from bytes what they may be."""
from __future__ import annotations

from verbatim import tables
from verbatim.model import OCTOWORD
from verbatim.specs import enums

CQE64 = tables.layout("cqe64")
ERR_CQE = tables.layout("err_cqe")
CTRL = tables.layout("ctrl_seg")
KINDS = frozenset(map(int, enums.cqe_opcode))
OPCODES = frozenset(map(int, enums.opcode))
SYNDROMES = frozenset(map(int, enums.cqe_syndrome)) - {int(enums.cqe_syndrome.ok)}
ERRORS = (enums.cqe_opcode.req_err, enums.cqe_opcode.resp_err)


def is_error(cqe: bytes) -> bool:
    return CQE64.get(CQE64.number(cqe), "opcode") in ERRORS


def looks_failed(cqe: bytes) -> bool:
    return is_error(cqe) and ERR_CQE.get(ERR_CQE.number(cqe), "syndrome") in SYNDROMES


def resembles_failed(cqe: bytes) -> bool:
    whole = ERR_CQE.number(cqe)
    return (is_error(cqe) and ERR_CQE.get(whole, "format") == enums.cqe_format.plain
            and ERR_CQE.get(whole, "syndrome") != enums.cqe_syndrome.ok
            and (ERR_CQE.get(whole, "opcode") == enums.cqe_opcode.resp_err or ERR_CQE.get(whole, "s_wqe_opcode") in OPCODES))


def looks_like_cqe(cqe: bytes) -> bool:
    kind = CQE64.get(CQE64.number(cqe), "opcode")
    return kind in KINDS and kind != enums.cqe_opcode.invalid and any(cqe[-OCTOWORD:])


def resembles_wqe(data: bytes) -> bool:
    ctrl = CTRL.number(data)
    ds = CTRL.get(ctrl, "ds")
    return ds != 0 and (CTRL.get(ctrl, "opcode") in OPCODES or ds * OCTOWORD == len(data))


def looks_like_wqe(data: bytes) -> bool:
    if len(data) < CTRL.size or not any(data[:CTRL.size]):
        return False
    ctrl = CTRL.number(data)
    ds = CTRL.get(ctrl, "ds")
    return (ds != 0 and ds * OCTOWORD <= len(data) and CTRL.get(ctrl, "opcode") in OPCODES
            and not any(f.reserved for f in CTRL.wrong_fields(ctrl)))


def wqe_length(wqe: bytes) -> int:
    return min(len(wqe), max(CTRL.get(CTRL.number(wqe), "ds"), 1) * OCTOWORD)
