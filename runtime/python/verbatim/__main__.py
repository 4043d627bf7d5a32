"""Explains CQEs, WQEs and the errors of mlx5 drivers in a file, as verbatim-decode does: python3 -m verbatim FILE"""
from __future__ import annotations

import argparse
import json
import os
import sys
from typing import List, Optional

from verbatim import tables
from verbatim.decoding import decode_bytes, decode_text
from verbatim.decoding.entry import Options
from verbatim.decoding.mailbox import answer_to
from verbatim.decoding.objects import as_object
from verbatim.decoding.text import as_text
from verbatim.dump.hex_line import ORDERS, read_hex_line
from verbatim.errors import ArgumentError

DECODED, NOTHING, UNUSABLE, MALFORMED = range(4)
LEAST = 4  # bytes of hex as arguments
ABOUT = """Says what a CQE, a WQE or an error of an mlx5 driver means. Reads kernel logs and hex of any layout (hexdump -C, xxd, od,
debuggers); verbatim-decode reads the messages of more programs."""
STATUS = """Exit status: 0 something was decoded; 1 nothing was found; 2 the command line is wrong or a file cannot be read;
3 something was decoded that contradicts the formats."""


def _hex_of(words: List[str]) -> Optional[str]:
    """The arguments as one line, if they are hex and not files."""
    line = " ".join(words)
    found = read_hex_line(line)
    if any(map(os.path.exists, words)) or not found or not found.pure or len(found.data) < LEAST:
        return None
    return line + "\n"


def _input(words: List[str]) -> bytes:
    if words in ([], ["-"]):
        return sys.stdin.buffer.read()
    line = _hex_of(words)
    if line is not None:
        return line.encode()
    parts = []
    for path in words:
        with open(path, "rb") as file:
            parts.append(file.read())
    return b"".join(parts)


def _answered(name_or_opcode: str) -> str:
    try:
        answer_to(name_or_opcode)
    except ArgumentError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    return name_or_opcode


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python3 -m verbatim", description=ABOUT, epilog=STATUS)
    parser.add_argument("file", nargs="*", metavar="FILE", help='what to read, "-" for standard input; or words of hex')
    parser.add_argument("--binary", action="store_true", help="the input is a ring, or a CQE or WQE, as it is in memory")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--as", dest="kind", choices=("cqe", "wqe", "mad", "command"), default="",
                      help="what hex or --binary without --ring is; mad is a management datagram, command one to the firmware, as DevX takes it")
    what.add_argument("--answer-to", metavar="COMMAND", type=_answered,
                      help="what hex or --binary is the answer to: a command to the firmware by its name, as CREATE_PSV, or its opcode")
    what.add_argument("--ring", choices=("send", "recv", "cq"), default="", help="what ring it is of; otherwise it is guessed")
    parser.add_argument("--cqe-size", type=int, choices=(64, 128), default=64, help="bytes of a CQE")
    parser.add_argument("--stride", type=int, choices=(16, 32, 64, 128, 256, 512, 1024), default=16,
                        help="bytes of a receive WQE in its ring")
    parser.add_argument("--transport", choices=sorted(tables.transports), default="",
                        help="what carries the WQEs; otherwise what fits best")
    parser.add_argument("--word-order", choices=ORDERS, default="usual", help="bytes in words of hex")
    parser.add_argument("--enhanced", action="store_true", help="compressed CQEs have the enhanced layout")
    parser.add_argument("--minis", choices=("hash", "csum", "ftag", "csum_stridx", "l34h"), default="",
                        help="what mini CQEs of receives have")
    parser.add_argument("--errors", action="store_true", help="leave out what has neither failed nor is malformed")
    parser.add_argument("--json", action="store_true", help="for programs: an array of objects")
    parser.add_argument("--color", choices=("auto", "always", "never"), default="auto", help="auto: on a terminal")
    return parser


def main() -> int:
    given = _parser().parse_args()
    try:
        data = _input(given.file)
    except OSError as error:
        print(f"verbatim: cannot read {error.filename}: {error.strerror}", file=sys.stderr)
        return UNUSABLE
    said = Options(given.transport, given.ring or given.kind, given.cqe_size, given.stride, given.word_order, given.enhanced,
                   f"mini_resp_{given.minis}" if given.minis else "", given.errors, given.answer_to or "")
    entries = decode_bytes(data, said) if given.binary else decode_text(data.decode("utf-8", "replace"), said)
    color = sys.stdout.isatty() and "NO_COLOR" not in os.environ if given.color == "auto" else given.color == "always"
    try:
        if given.json:
            print(json.dumps([as_object(one) for one in entries], indent=2))
        else:
            print(as_text(entries, color), end="")
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        print(f"verbatim: the output cannot be written: {error.strerror}", file=sys.stderr)
        return UNUSABLE
    if not entries:
        print("verbatim: nothing here is a CQE, a WQE or a message about one; see --help for what can be read", file=sys.stderr)
        return NOTHING
    return MALFORMED if any(one.malformed for one in entries) else DECODED


if __name__ == "__main__":
    sys.exit(main())
