"""Finds layouts, WQEs and transports by their names."""
from __future__ import annotations

from typing import Dict, TypeVar

from verbatim.errors import NameUnknown
from verbatim.layout import Layout, one_of
from verbatim.model import Transport, Wqe
from verbatim.specs.cqes import CQES
from verbatim.specs.doorbells import DOORBELLS
from verbatim.specs.segments import SEGMENTS
from verbatim.specs.transports import TRANSPORTS
from verbatim.specs.wqes import WQES

Thing = TypeVar("Thing")

layouts: Dict[str, Layout] = {layout.name: layout for layout in (*SEGMENTS, *CQES, *DOORBELLS)}
wqes: Dict[str, Wqe] = {wqe.name: wqe for wqe in WQES}
transports: Dict[str, Transport] = {transport.name: transport for transport in TRANSPORTS}


def _found(known: Dict[str, Thing], name: str, what: str) -> Thing:
    try:
        return known[name]
    except (KeyError, TypeError):
        raise NameUnknown(one_of(known, name, f"there is no {what}")) from None


def layout(name: str, kind: str = "") -> Layout:
    """The layout of a segment, CQE or doorbell."""
    found = layouts.get(name)
    if found is None or kind not in ("", found.kind):
        names = [known.name for known in layouts.values() if kind in ("", known.kind)]
        raise NameUnknown(one_of(names, name, f"there is no {kind or 'layout'}"))
    return found


def wqe(name: str) -> Wqe:
    return _found(wqes, name, "WQE")


def transport(name: str) -> Transport:
    return _found(transports, name, "transport")


def carried(by: Transport, name: str) -> Wqe:
    """A WQE of a transport."""
    if name in by.wqes:
        return wqes[name]
    raise NameUnknown(one_of(by.wqes, name, f"{by.name} carries no WQE"))
