"""A block of lines of a hex dump that belong together."""
from __future__ import annotations

from typing import List, NamedTuple, Optional

from verbatim.dump.hex_line import DumpOffset, HexLine

LARGEST_OFFSET = 1 << 32  # larger values are addresses
USUAL_LINE = 16
BASES = ("hex", "octal", "decimal")

# The most bytes that "*" may represent in a whole text, so that a few characters do not become many pages. Rings are full of
# zeros, which are not shown.
MOST_ZEROS = 1 << 20
MOST_OTHERS = 1 << 12


class _Numbered(NamedTuple):
    """A line of the block."""

    offset: Optional[DumpOffset]
    data: bytes
    repeats_before: bool  # equal lines are left out before this one


class DumpBlock:
    """The lines so far, and what may follow them. The limits of "*" are those of a whole text."""

    def __init__(self) -> None:
        self.lines: List[_Numbered] = []
        self.size = 0
        self.left_out = 0  # bytes that a "*" behind the last line represents, if they are above the limit
        self._last: DumpOffset = DumpOffset()  # offset of the last line, in the bases that fit all lines
        self._base = ""
        self._repeated = False
        self._zeros_left = MOST_ZEROS
        self._others_left = MOST_OTHERS

    @property
    def empty(self) -> bool:
        return not self.lines

    @property
    def has_offsets(self) -> bool:
        return not self.empty and self.lines[0].offset is not None

    def repeat(self) -> None:
        """Records a "*", with which hexdump and xxd replace lines that are equal to the previous one."""
        self._repeated = self.has_offsets

    def _step_to(self, following: DumpOffset, base: str) -> int:
        """The number of bytes from the last line to the next one; 0 if the offsets do not have this base."""
        if not base:
            return 0
        new, old = getattr(following, base), getattr(self._last, base)
        return 0 if new is None or old is None or new < old else int(new - old)

    @property
    def _of_zeros(self) -> bool:
        return not any(self.lines[-1].data)

    @property
    def _repetitions_left(self) -> int:
        return self._zeros_left if self._of_zeros else self._others_left

    def _base_of(self, following: DumpOffset) -> str:
        """The base in which the next line begins where the last one ends; otherwise one in which it could begin there."""
        length = len(self.lines[-1].data)
        possible = ""
        for base in BASES:
            step = self._step_to(following, base)
            if step == length and not self._repeated:
                return base
            # Pasted dumps sometimes have one byte too many; the offset shows it.
            follows = step != 0 and (step <= length or (self._repeated and step <= self._repetitions_left))
            if follows and (not possible or base == self._base):
                possible = base
        return possible

    def _too_much_before(self, following: DumpOffset) -> int:
        step = self._step_to(following, self._base) if self._repeated else 0
        return step - len(self.lines[-1].data) if step > self._repetitions_left else 0

    def takes(self, line: HexLine) -> bool:
        """Returns True if the line can be the next one."""
        if self.empty:
            return True
        if (line.offset is None) != (self.lines[-1].offset is None):
            return False
        if line.offset is None or self._base_of(line.offset):
            return True
        self.left_out = self._too_much_before(line.offset)
        return False

    def add(self, line: HexLine) -> None:
        if line.offset is not None and self.empty:
            self._last = line.offset
            self._base = next(base for base in BASES if getattr(line.offset, base) is not None)
        elif line.offset is not None:
            self._base = self._base_of(line.offset)
            step = self._step_to(line.offset, self._base)
            certain = not self._repeated and step == len(self.lines[-1].data)
            if self._repeated and self._of_zeros:
                self._zeros_left -= step
            elif self._repeated:
                self._others_left -= step
            kept = (b for b in BASES if getattr(self._last, b) is not None and (b == self._base or not certain))
            self._last = DumpOffset(**{base: getattr(line.offset, base) for base in kept})
        self.size += len(line.data)
        self.lines.append(_Numbered(line.offset, line.data, self._repeated))
        self._repeated = False

    def ends_at(self, offset: DumpOffset) -> bool:
        """Returns True if the offset is the one after the last byte, with which dumps end. Adds the bytes that "*" left out before it,
        unless they are too many."""
        if not self.has_offsets:
            return False
        base = self._base_of(offset)
        self.left_out = 0 if base else self._too_much_before(offset)
        if self.left_out:
            return True
        if not base or (not self._repeated and self._step_to(offset, base) != len(self.lines[-1].data)):
            return False
        self.add(HexLine(offset))
        return True

    def _at(self, line: _Numbered) -> int:
        return int(getattr(line.offset, self._base))

    @property
    def begins_at(self) -> int:
        """The offset of the first byte if it is an offset in a queue; 0 if it is an address."""
        if not self.has_offsets or self._at(self.lines[0]) >= LARGEST_OFFSET:
            return 0
        return self._at(self.lines[0])

    def take(self) -> bytes:
        """All bytes. The block is empty afterwards."""
        everything = bytearray()
        length = USUAL_LINE if self.has_offsets else 0  # of a line, by the offsets
        for line, following in zip(self.lines, [*self.lines[1:], None]):
            data = line.data
            if self.has_offsets:
                if following is not None and not following.repeats_before:
                    length = self._at(following) - self._at(line)
                elif len(self.lines) == 1:
                    length = len(data)
                data = data[:max(length, 1)]
            everything += data
            if following is not None and following.repeats_before and data:
                left = self._at(following) - self._at(line) - len(data)
                if left > 0:
                    everything += (data * (left // len(data) + 1))[:left]
        self.lines, self.size, self.left_out, self._repeated = [], 0, 0, False
        return bytes(everything)
