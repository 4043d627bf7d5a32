"""CQEs, WQEs and error messages in text or bytes: finds them, explains them, and says what is wrong with them."""
from __future__ import annotations

from typing import List, Sequence, Tuple

from verbatim.decoding.entry import Entry, Options, Part
from verbatim.decoding.checks import guess_transports, inspect, join
from verbatim.decoding.split import split
from verbatim.dump.item import DumpedCommand, Item
from verbatim.dump.reader import read_text


def decode_rows(rows: Sequence[Tuple[List[Entry], Options]]) -> List[Entry]:
    """The entries of several sources, each with its options, judged and joined."""
    for some, said in rows:
        guess_transports(some, said)
        for one in some:
            inspect(one, said)
    entries = [one for some, _ in rows for one in some]
    join(entries)
    return entries


def _decoded(items: List[Item], said: Options) -> List[Entry]:
    # The other entries are left out only after this, because the WQE of an error need not be malformed itself.
    entries = decode_rows([([entry for item in items for entry in split(item, said)], said)])
    if not said.errors_only:
        return entries
    place: List[int] = []
    kept: List[Entry] = []
    for one in entries:
        place.append(len(kept))
        if one.error or one.refused or one.malformed or one.joined:
            kept.append(one)
    for one in kept:
        one.joined = [place[other] for other in one.joined]
    return kept


def decode_text(text: str, said: Options) -> List[Entry]:
    """The entries in a text."""
    return _decoded(read_text(text, said.order), said)


def decode_command(data: bytes, dumped: DumpedCommand, said: Options) -> List[Entry]:
    """The entry of a command, or of an answer."""
    return _decoded([Item("binary", kind="mailbox", data=data, dumped=dumped)], said)


def decode_part(data: bytes, part: Part) -> List[Entry]:
    """The entry of a header, a record, or a part of a command or of a datagram."""
    return [Entry("part", "binary", data=data, part=part)]


def decode_bytes(data: bytes, said: Options) -> List[Entry]:
    """The entries in bytes as they are in memory."""
    return _decoded([Item("binary", kind=said.kind, data=data)], said)
