"""The steps of WQEs and transports as a reader of bytes sees them, from the tables of the specs."""
from __future__ import annotations

import functools
from typing import List, NamedTuple, Tuple

from verbatim import tables
from verbatim.model import Choice


class Row(NamedTuple):
    """One step of a WQE as a reader sees it."""

    segment: str
    instead: str = ""
    payload_header: str = ""
    length_behind: str = ""
    repeats: bool = False
    optional: bool = False


class Given(NamedTuple):
    """A field whose content is fixed in a kind of WQE: a number, or the content of another field."""

    row: int
    field: str
    value: int = 0
    same_as: str = ""
    complement: bool = False


def _rows(steps: Tuple[Tuple[Choice, ...], ...]) -> Tuple[Row, ...]:
    rows = []
    for step in steps:
        segments = list(dict.fromkeys(c.segment for c in step if c.segment))
        payload = next((c.payload for c in step if c.payload), "")
        header = next((c.header[0] for c in step if c.header), "")
        if segments or payload:
            names = (segments + ["", ""])[:2]
            rows.append(Row(names[0], names[1], payload, header, any(c.repeat for c in step)))
        rows += [Row(c.segment) for c in step[0].also]
    return tuple(rows)


@functools.lru_cache(maxsize=None)
def rows_of(wqe: str) -> Tuple[Row, ...]:
    return (Row("ctrl_seg"), *_rows(tables.wqes[wqe].steps))


@functools.lru_cache(maxsize=None)
def prefix_of(transport: str) -> Tuple[Row, ...]:
    return _rows(tables.transports[transport].steps)


@functools.lru_cache(maxsize=None)
def behind_of(wqe: str) -> Tuple[Tuple[Row, ...], ...]:
    return tuple(tuple(Row(part.segment) for part in choice.parts) for choice in tables.wqes[wqe].behind)


@functools.lru_cache(maxsize=None)
def given_of(name: str) -> Tuple[Given, ...]:
    """The fields with fixed content, in the segments whose place is fixed, except those that are counted at the end."""
    wqe = tables.wqes[name]
    counted = {c for choice in wqe.choices() for c in (choice.entries_in, choice.length_in, wqe.behind_in) if c}
    found, row = [], 0
    for step in wqe.steps:
        for choice in (part for part in step[0].parts if part.segment) if len(step) == 1 else ():
            row += 1
            if not choice.repeat and not choice.whole:
                found += [Given(row, *rest) for rest in _given(choice) if (choice.segment, rest[0]) not in counted]
    return tuple(found)


def _given(choice: Choice) -> "List[Tuple[str, int, str, bool]]":
    found = []
    for _, first, *others in choice.args:
        for other in others:
            different = other.startswith("~") != first.startswith("~")
            found.append((other.lstrip("~"), 0, first.lstrip("~"), different))
    fixed = dict(choice.fixed)
    taken = {target.lstrip("~") for _, *targets in choice.args for target in targets} | set(choice.header)
    fields = tables.layout(choice.segment).fields
    return found + [(f.name, fixed.get(f.name, 0), "", False) for f in fields if f.settable and f.name not in taken]
