"""Reads a line of a hex dump, in any layout."""
from __future__ import annotations

import re
from dataclasses import dataclass
from typing import List, NamedTuple, Optional

LONGEST_OFFSET = 16  # digits
LEAST_OFFSET = 6  # digits without a mark, as in od -A x
HOST_OFFSET = 7  # digits of hexdump, in hex, and of od, in octal
HEXDUMP_WORD = 4  # digits; words of od may be longer or shorter
LEAST_PADDED = 4  # words whose leading zeros may be missing
BLANKS = " \t"
QUOTES = " \t{}[](),;\"'"
HEX = frozenset("0123456789abcdefABCDEF")
WORD = re.compile(r"[0-9A-Za-z_]+")
ORDERS = ("usual", "big", "little")


class DumpOffset(NamedTuple):
    """The possible values of an offset's digits. Offsets of od are octal or decimal, and look like those of hexdump."""

    hex: Optional[int] = None
    octal: Optional[int] = None
    decimal: Optional[int] = None


@dataclass
class HexLine:
    """A line of a dump."""

    offset: Optional[DumpOffset] = None
    data: bytes = b""
    words: int = 0  # number of words in which the bytes were written
    pure: bool = False  # nothing else is in the line, except characters at the end


@dataclass
class _Token:
    """A run of letters and digits."""

    begin: int
    end: int
    digits: str  # without 0x; empty if it is not hex
    prefixed: bool
    width: int  # digits, including omitted leading zeros

    @property
    def is_data(self) -> bool:
        return self.width >= 2 and self.width % 2 == 0


def _is_hex(text: str) -> bool:
    return HEX.issuperset(text)


def _only(text: str, some: str) -> bool:
    return not text.strip(some)


def _tokens(line: str) -> List[_Token]:
    tokens = []
    for found in WORD.finditer(line):
        digits = found.group()
        escaped = line[:found.start()].endswith("\\") and digits.startswith("x")
        prefixed = digits.startswith(("0x", "0X"))
        digits = digits[2:] if prefixed else digits[1:] if escaped else digits
        if not _is_hex(digits):
            digits = ""
        tokens.append(_Token(found.start(), found.end(), digits, prefixed, len(digits)))
    _pad(line, tokens)
    return tokens


def _pad(line: str, tokens: List[_Token]) -> None:
    """Pads words without leading zeros, such as 0x5, to the length of the others. Debuggers write such words."""
    first = 0
    while first < len(tokens):
        behind, longest = first, 0
        while behind < len(tokens) and tokens[behind].prefixed and (
                behind == first or _only(line[tokens[behind - 1].end:tokens[behind].begin], " \t,")):
            longest = max(longest, len(tokens[behind].digits))
            behind += 1
        width = max(1 << max(longest - 1, 0).bit_length(), 2)
        if behind - first >= LEAST_PADDED and width <= LONGEST_OFFSET:
            for token in tokens[first:behind]:
                token.width = width
        first = max(behind, first + 1)


def _adjoin(line: str, a: _Token, b: _Token) -> bool:
    """Returns True if the second token begins where the first ends."""
    between = line[a.end:b.begin]
    if between in (":", "-"):
        return len(a.digits) == 2 and len(b.digits) == 2
    return _only(between, " \t,\\\"")


def _longest_run(line: str, tokens: List[_Token]) -> "tuple[int, int]":
    """The first token of the longest run of hex, and their number; 0 if there is none."""
    best = (0, 0, 0)
    first = count = digits = 0
    for i, token in enumerate(tokens):
        if not token.is_data:
            first = count = digits = 0
            continue
        if count == 0 or not _adjoin(line, tokens[i - 1], token):
            first, count, digits = i, 0, 0
        count += 1
        digits += token.width
        if digits > best[2]:
            best = (first, count, digits)
    return best[:2]


def _marked_as_offset(line: str, offset: _Token, data: _Token) -> bool:
    """Returns True if the offset has a mark, "00000030: " or "[0x30] ", before the data."""
    between = line[offset.end:data.begin]
    if len(between) < 2 or not _only(between[1:], BLANKS):
        return False
    return between[0] == ":" or (between[0] == "]" and line[:offset.begin].endswith("["))


def _bytes_of(word: _Token, order: str) -> bytes:
    data = bytes.fromhex(word.digits.rjust(word.width, "0"))
    return data[::-1] if order == "little" else data


def _host_offset_of(digits: str, word: int) -> DumpOffset:
    """The offset before words in host order. Those of hexdump have 4 digits; od writes others too."""
    letters = any(d in "abcdefABCDEF" for d in digits)
    return DumpOffset(
        hex=int(digits, 16) if word == HEXDUMP_WORD or letters else None,
        octal=int(digits, 8) if not letters and not set("89") & set(digits) else None,
        decimal=int(digits) if not letters else None)


def read_hex_line(line: str, order: str = "usual") -> Optional[HexLine]:
    """The longest run of hex in the line. Bytes or words have 0x or not, and are separated by spaces, commas, colons or nothing.
    They come after an offset or a log's prefix, and before the characters."""
    tokens = _tokens(line)
    first, count = _longest_run(line, tokens)
    if not count:
        return None
    result = HexLine()
    of_host = False
    begin = tokens[first].begin
    if first:
        before = tokens[first - 1]
        if before.digits and len(before.digits) <= LONGEST_OFFSET:
            of_host = (len(before.digits) == HOST_OFFSET and _only(line[before.end:begin], BLANKS)
                       and (tokens[first].width == HEXDUMP_WORD or _only(line[:before.begin], BLANKS)))
            if of_host:
                result.offset = _host_offset_of(before.digits, tokens[first].width)
            elif _marked_as_offset(line, before, tokens[first]):
                result.offset = DumpOffset(hex=int(before.digits, 16))
            if result.offset:
                begin = before.begin
    # hexdump -C and od -A x write an offset without a mark. It differs from the data in its number of digits.
    digits = len(tokens[first].digits)
    if not result.offset and count > 1 and LEAST_OFFSET <= digits <= LONGEST_OFFSET:
        of_host = digits == LEAST_OFFSET and digits != tokens[first + 1].width
        if of_host or digits > tokens[first + 1].width:
            result.offset = DumpOffset(hex=int(tokens[first].digits, 16))
            first, count = first + 1, count - 1
    if order == "usual" and of_host:
        order = "little"
    result.data = b"".join(_bytes_of(token, order) for token in tokens[first:first + count])
    result.words = count
    rest = line[tokens[first + count - 1].end:]
    if "|" in rest:
        rest = rest[:rest.index("|")]
    elif result.offset and rest.startswith("  "):
        rest = ""  # the characters of xxd
    result.pure = _only(line[:begin], QUOTES) and _only(rest, QUOTES)
    return result


def read_last_offset(line: str) -> Optional[DumpOffset]:
    """The offset of a line that has nothing else. Dumps end with such a line."""
    digits = line.rstrip(BLANKS)
    if not LEAST_OFFSET <= len(digits) <= LONGEST_OFFSET or not _is_hex(digits):
        return None
    if len(digits) == HOST_OFFSET:
        return _host_offset_of(digits, HEXDUMP_WORD)
    return DumpOffset(hex=int(digits, 16))
