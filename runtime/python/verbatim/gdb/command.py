"""The command `verbatim explain`: WQEs and CQEs of queues as verbatim-decode shows them."""
from __future__ import annotations

from typing import Iterator, List, Optional, Tuple

import gdb

from verbatim.decoding import decode_rows
from verbatim.decoding.text import as_text
from verbatim.errors import VerbatimError
from verbatim.gdb import memory
from verbatim.gdb.printers import GONE, cqe_of, queues_of
from verbatim.gdb.rows import Row


class Explain(gdb.Command):
    """Explain the WQEs and CQEs of queues.
Usage: verbatim explain EXPRESSION [NUMBER] [EXPRESSION [NUMBER]]...

Each EXPRESSION is a queue pair, a queue, a completion or a CQE. Of a queue, all outstanding WQEs are shown; of a completion queue,
all CQEs that were not polled yet. With NUMBER, of a queue: only the WQE with that wqe_index, also if it has completed; of a
completion queue: also the last NUMBER CQEs that were polled. Give a completion queue and a queue pair at once to join errors with
their WQEs. Put an expression that has spaces into quotes."""

    def __init__(self) -> None:
        super().__init__("verbatim explain", gdb.COMMAND_DATA, gdb.COMPLETE_EXPRESSION)

    def invoke(self, argument: str, from_tty: bool) -> None:
        del from_tty
        try:
            rows = [row for text, number in _pairs(gdb.string_to_argv(argument)) for row in _rows(text, number)]
        except gdb.MemoryError as error:
            raise gdb.GdbError(f"{GONE} ({error})") from None
        except VerbatimError as error:
            raise gdb.GdbError(str(error)) from None
        text = as_text(decode_rows([(row.entries(), row.said) for row in rows]))
        gdb.write(text or "there is nothing: no WQE is outstanding in an open queue, and no CQE waits to be polled\n")


def _pairs(words: List[str]) -> Iterator[Tuple[str, Optional[int]]]:
    """Each expression, with its number."""
    if not words:
        raise gdb.GdbError("which queue? `help verbatim explain` says what it can be")
    while words:
        text, number = words.pop(0), None
        if words and words[0][0].isdigit():
            try:
                number = int(words.pop(0), 0)
            except ValueError as error:
                raise gdb.GdbError(str(error)) from None
        yield text, number


def _rows(text: str, number: Optional[int]) -> List[Row]:
    value = memory.target(gdb.parse_and_eval(text))
    if row := cqe_of(value):
        return [row]
    if found := queues_of(value):
        return [row for one in found for row in (one.rows() if number is None else one.find(number))]
    raise gdb.GdbError(f"{text} is a {value.type}, and no queue, queue pair, completion or CQE of Verbatim")


def add() -> None:
    """Adds the command to GDB."""
    gdb.Command("verbatim", gdb.COMMAND_DATA, prefix=True)
    Explain()
