"""A layout as a picture: rows of 32 bits, the bit that comes first on the wire at the left."""
from dataclasses import dataclass

from codegen import svg
from codegen.model import Field

LEFT, TOP, BIT, ROW = 58, 46, 24, 38
ROW_BYTES, ROW_BITS = 4, 32
WIDTH = LEFT + ROW_BITS * BIT + 58
SHOWN = 4  # a field of more whole rows is drawn with only its first and its last
ALPHABET = "abcdefghijklmnopqrstuvwxyz"
LETTERS = [*ALPHABET, *(first + second for first in ALPHABET for second in ALPHABET)]

# The meaning of colours and hatching, for the line below a diagram that needs it.
KEY = {"enum": "an enumeration", "fixed": "always this value", "reserved": "reserved, zero", "gap": "not described",
       "uncertain": "sources disagree"}


@dataclass(frozen=True)
class _Span:
    """A run of bits, counted from the layout's first: a field, or what no field describes (then None)."""

    first: int
    last: int
    field: Field

    @property
    def rows(self):
        return range(self.first // ROW_BITS, self.last // ROW_BITS + 1)

    @property
    def whole_rows(self):
        return range(-(-self.first // ROW_BITS), (self.last + 1) // ROW_BITS)

    @property
    def kind(self):
        if self.field is None:
            return "gap"
        if self.field.reserved:
            return "reserved"
        return "fixed" if self.field.always is not None else "enum" if self.field.enum else "field"

    @property
    def words(self):
        """Its label, in the pieces between which a line may be broken."""
        if self.field is None:
            return []
        value = "" if self.field.always is None else str(self.field.always) if self.field.always < 10 else hex(self.field.always)
        if self.field.reserved:
            return [value or "reserved"]
        mark = [" ?"] if self.field.uncertain else []
        return svg.words_of(self.field.name) + ([f" = {value}"] if value else []) + mark

    @property
    def title(self):
        if self.field is None:
            return "not described"
        field = self.field
        what = "reserved, zero" if field.reserved else field.meaning or f"always {field.always}"
        return f"{field.name} (0x{field.at:02x}, {field.where}): {what}" + (f" {field.uncertain}" if field.uncertain else "")


def draw(layout):
    """The picture of a layout, as SVG."""
    picture = svg.Picture(f"{layout.name}, {layout.size} bytes", layout.path)
    spans = _spans(layout)
    tops, bottom = _row_tops(-(-layout.size // ROW_BYTES), spans)
    _frame(picture, layout, tops)
    letters = []
    for span in spans:
        _draw_span(picture, span, tops, letters)
    bottom = _explain_letters(picture, letters, bottom)
    return picture.text(WIDTH, _explain_colours(picture, spans, bottom) + 14)


def _spans(layout):
    """All bits of the layout, in the order of the wire."""
    spans, next_bit = [], 0
    for field in sorted(layout.fields, key=lambda f: f.first_bit):
        if field.first_bit > next_bit:
            spans.append(_Span(next_bit, field.first_bit - 1, None))
        spans.append(_Span(field.first_bit, field.last_bit, field))
        next_bit = field.last_bit + 1
    if next_bit < layout.size * 8:
        spans.append(_Span(next_bit, layout.size * 8 - 1, None))
    return spans


def _row_tops(count, spans):
    """The place of each row (None: left out), and the end of the last one."""
    left_out = {row for s in spans if len(s.whole_rows) > SHOWN for row in s.whole_rows[1:-1]}
    tops, y = [], TOP
    for row in range(count):
        if row in left_out and row - 1 in left_out:
            tops.append(None)
        else:
            tops.append(y)
            y += ROW
    return tops, y


def _frame(picture, layout, tops):
    """Bit numbers above, offsets at the left, and at the right which half of a 64-bit word a row is."""
    for bit in range(ROW_BITS):
        picture.write(LEFT + (ROW_BITS - 1 - bit) * BIT + BIT / 2, TOP - 12, str(bit), 9.5, "quiet")
    for column in range(0, ROW_BITS + 1, 8):
        picture.line(LEFT + column * BIT, TOP - 24, LEFT + column * BIT, TOP)
    halves = {(w.at + half) // ROW_BYTES: bits for w in layout.words if w.bits == 64 for half, bits in ((0, "63–32"), (4, "31–0"))}
    for row, top in enumerate(tops):
        if top is None:
            continue
        left_out = row + 1 < len(tops) and tops[row + 1] is None
        picture.write(LEFT - 10, top + ROW / 2, "⋮" if left_out else f"0x{row * ROW_BYTES:02x}", 11, "quiet end")
        if row in halves and not left_out:
            picture.write(LEFT + ROW_BITS * BIT + 8, top + ROW / 2, halves[row], 9.5, "quiet begin")


def _draw_span(picture, span, tops, letters):
    first, last = span.rows[0], span.rows[-1]
    begin, end = span.first % ROW_BITS, span.last % ROW_BITS + 1
    uncertain = bool(span.field and span.field.uncertain)
    outlines, places = _outlines(begin, end, tops[first], tops[last], first == last)
    picture.path(span.kind, *outlines, title=span.title, hatched=uncertain, dashed=span.field is None)
    place = max(places, key=lambda p: (p[2] * p[3], p[1]))
    if picture.label(place, span.words, "quiet" if span.kind == "reserved" else "") or span.kind in ("reserved", "gap"):
        return
    letters.append(span)
    picture.label(place, [LETTERS[len(letters) - 1]])


def _outlines(begin, end, top, last_top, one_row):
    """The outline of a run of bits, and the rectangles in it that could take a label."""
    def x(column):
        return LEFT + column * BIT

    right, bottom = x(ROW_BITS), last_top + ROW
    if one_row or (begin == 0 and end == ROW_BITS):
        place = (x(begin), top, x(end) - x(begin), bottom - top)
        return [svg.rectangle(*place)], [place]
    head, tail = (x(begin), top, right - x(begin), ROW), (LEFT, last_top, x(end) - LEFT, ROW)
    if last_top == top + ROW and end <= begin:
        return [svg.rectangle(*head), svg.rectangle(*tail)], [head, tail]
    whole_top, whole_bottom = top + (ROW if begin else 0), bottom - (ROW if end < ROW_BITS else 0)
    outline = [(x(begin), top), (right, top), (right, whole_bottom), (x(end), whole_bottom), (x(end), bottom),
               (LEFT, bottom), (LEFT, whole_top), (x(begin), whole_top)]
    whole = (LEFT, whole_top, right - LEFT, whole_bottom - whole_top)
    return [list(dict.fromkeys(outline))], [head, tail] + ([whole] if whole[3] > 0 else [])


def _explain_letters(picture, letters, bottom):
    """The names that found no room, three in a line below the diagram."""
    y = bottom
    for i, span in enumerate(letters):
        if i % 3 == 0:
            y += 19 if i else 22
        x = LEFT + i % 3 * (WIDTH - LEFT) / 3
        picture.write(x, y, LETTERS[i], 11, "begin")
        name = "".join(span.words)
        picture.write(x + 18, y, name, 11, "begin")
        bits = str(span.field.msb) if span.field.msb == span.field.lsb else f"{span.field.msb}–{span.field.lsb}"
        picture.write(x + 18 + (len(name) + 1) * 11 * svg.GLYPH, y, f"0x{span.field.at:02x}, {bits}", 9.5, "quiet begin")
    return y + (6 if letters else 0)


def _explain_colours(picture, spans, bottom):
    used = {s.kind for s in spans} | {"uncertain" for s in spans if s.field and s.field.uncertain}
    if not used & KEY.keys():
        return bottom + 4
    x, y = LEFT, bottom + 20
    for kind, meaning in KEY.items():
        if kind in used:
            picture.box("field" if kind == "uncertain" else kind, x, y - 6, 18, 12, hatched=kind == "uncertain",
                        dashed=kind == "gap")
            picture.write(x + 25, y, meaning, 10, "quiet begin")
            x += 25 + len(meaning) * 10 * svg.GLYPH + 22
    return y + 4
