"""A picture as SVG text: boxes, labels that fit into them, and colours for light and dark surroundings."""
from xml.sax.saxutils import escape

GLYPH = 0.61  # width of a letter of a monospaced font, in units of its size
SPACING = 1.15  # of lines, in units of the size
SIZES = ((12.5, 1), (11, 1), (11, 2), (10, 2), (9.5, 1), (9.5, 2), (9, 3), (8, 3))  # and the most lines of each
FONT = 'ui-monospace, SFMono-Regular, "DejaVu Sans Mono", Menlo, Consolas, monospace'

# Colours: (fill, line) in light surroundings, and in dark ones.
COLOURS = {
    "field": (("#ddf4ff", "#54aeff"), ("#0c2a4d", "#3b82d0")),
    "enum": (("#f3e8ff", "#b794f4"), ("#2a1c47", "#8960d8")),
    "fixed": (("#fff5cc", "#d4a72c"), ("#332a0b", "#9e7a1b")),
    "reserved": (("#eceff2", "#c8d1da"), ("#1b2129", "#3d444d")),
    "gap": (("none", "#c8d1da"), ("none", "#3d444d")),
    "ctrl": (("#e7ecf2", "#8c959f"), ("#232b36", "#6e7681")),
    "prefix": (("#fff1e5", "#e8944f"), ("#3b2110", "#c4693d")),
    "data": (("#dafbe1", "#4ac26b"), ("#11301b", "#2ea043")),
}
INKS = {  # page, its border, text, quiet text, hatching
    "light": ("#ffffff", "#d1d9e0", "#1f2328", "#59636e", "#1f2328"),
    "dark": ("#0d1117", "#3d444d", "#e6edf3", "#9198a1", "#e6edf3"),
}


def _rules(mode):
    page, border, text, quiet, hatch = INKS[mode]
    rules = [f".page {{ fill: {page}; stroke: {border} }}", f"text {{ fill: {text} }}", f".quiet {{ fill: {quiet} }}",
             f".line {{ stroke: {border} }}", f".hatch {{ stroke: {hatch} }}"]
    for kind, both in COLOURS.items():
        fill, line = both[mode == "dark"]
        rules.append(f".{kind} {{ fill: {fill}; stroke: {line} }}")
    return rules


STYLE = "\n".join([
    f"text {{ font-family: {FONT}; text-anchor: middle }}", ".begin { text-anchor: start }", ".end { text-anchor: end }",
    ".dashed { stroke-dasharray: 4 3 }", *_rules("light"),
    "@media (prefers-color-scheme: dark) {", *_rules("dark"), "}"])


class Picture:
    """Collects shapes; text() puts a page of the right size under them."""

    def __init__(self, title, made_from):
        self.title, self.made_from = title, made_from
        self.shapes = []

    def path(self, kind, *outlines, title="", hatched=False, dashed=False):
        """A shape of one or several outlines, each a list of (x, y)."""
        drawn = " ".join("M" + " L".join(f"{_n(x)} {_n(y)}" for x, y in outline) + " Z" for outline in outlines)
        tooltip = f"<title>{escape(title)}</title>" if title else ""
        self.shapes.append(f'<path class="{kind}{" dashed" if dashed else ""}" d="{drawn}">{tooltip}</path>')
        if hatched:
            self.shapes.append(f'<path d="{drawn}" fill="url(#hatching)"><title>{escape(title)}</title></path>')

    def box(self, kind, x, y, width, height, **options):
        self.path(kind, rectangle(x, y, width, height), **options)

    def line(self, x1, y1, x2, y2, dashed=False):
        dashes = ' stroke-dasharray="2 3"' if dashed else ""
        self.shapes.append(f'<path class="line" d="M{_n(x1)} {_n(y1)} L{_n(x2)} {_n(y2)}"{dashes}/>')

    def write(self, x, y, text, size=12, style=""):
        """Text whose middle is at height y."""
        styled = f' class="{style}"' if style else ""
        self.shapes.append(f'<text{styled} x="{_n(x)}" y="{_n(y + 0.35 * size)}" font-size="{_n(size)}">{escape(text)}</text>')

    def label(self, box, words, style="", most=12.5):
        """Writes words into a box (x, y, width, height), in lines and a size that fit. False if none does."""
        x, y, width, height = box
        if not words:
            return True
        fitting = fit(words, width - 4, height - 4, most)
        if not fitting:
            return False
        size, lines = fitting
        for i, line in enumerate(lines):
            self.write(x + width / 2, y + height / 2 + (i - (len(lines) - 1) / 2) * size * SPACING, line, size, style)
        return True

    def text(self, width, height):
        return "\n".join([
            f"<!-- Generated from {self.made_from} by codegen. Do not edit: `meson compile -C build generate`. -->",
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{_n(width)}" height="{_n(height)}" '
            f'viewBox="0 0 {_n(width)} {_n(height)}">',
            f"<title>{escape(self.title)}</title>",
            f"<style>\n{STYLE}\n</style>",
            '<defs><pattern id="hatching" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
            '<path class="hatch" d="M0 0 L0 7" stroke-opacity="0.22" stroke-width="2"/></pattern></defs>',
            f'<rect class="page" x="0.5" y="0.5" width="{_n(width - 1)}" height="{_n(height - 1)}" rx="8"/>',
            *self.shapes, "</svg>", ""])


def rectangle(x, y, width, height):
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


def fit(words, width, height, most=12.5):
    """The largest size up to `most`, and the lines, in which words that may be broken apart fit; None if none does."""
    for size, most_lines in SIZES:
        if size > most:
            continue
        lines = [""]
        for word in words:
            if lines[-1] and (len(lines[-1]) + len(word)) * size * GLYPH > width:
                lines.append("")
            lines[-1] += word
        fits = all(len(line.strip()) * size * GLYPH <= width for line in lines)
        if fits and len(lines) <= most_lines and len(lines) * size * SPACING <= height:
            return size, [line.strip() for line in lines]
    return None


def words_of(name):
    """A name, in the pieces between which a line may be broken: after an underscore."""
    parts = name.split("_")
    return [f"{part}_" for part in parts[:-1]] + parts[-1:]


def _n(number):
    return f"{number:.1f}".removesuffix(".0")
