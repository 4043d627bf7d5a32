"""docs/layouts/ is right: its links lead somewhere, its examples compile, its pictures show every bit once."""
import re
import unittest
import xml.etree.ElementTree as xml
from collections import defaultdict

import support
from codegen import bit_diagram, wqe_strip
from test_extension import Scratch

PLACE = support.ROOT / "docs" / "layouts"
SVG = "{http://www.w3.org/2000/svg}"
KINDS = {"field", "enum", "fixed", "reserved", "gap"}

# Arguments that the pages explain once, in the index.
EVERYWHERE = {"flags": "verbatim::send_flags", "entry": "int"}


def read(path):
    return path.read_text(encoding="utf-8")


def arguments(page):
    """Type by name, from the page's table."""
    return dict(re.findall(r"^\| `(\w+)` \| `([^`]*)` \|", page, re.MULTILINE))


def page_of(picture):
    """The page of a picture; a command and its answer have a picture each."""
    page = picture.with_suffix(".md")
    side = re.fullmatch(r"(.*)_(?:in|out)", picture.stem)
    return page.with_name(f"{side[1]}.md") if side and not page.exists() else page


def layouts():
    """Everything that has a picture of its bits."""
    specs = support.specs_of(support.ROOT)
    sides = (side for command in specs.commands.values() for side in command.sides)
    return [*specs.layouts.values(), *(mailbox.drawn for mailbox in (*specs.structures.values(), *specs.records.values(), *specs.headers.values(), *specs.datagrams.values(), *sides))]


class Links(unittest.TestCase):
    def test_lead_to_files_and_headings(self):
        pages = sorted(PLACE.rglob("*.md"))
        self.assertGreater(len(pages), 50)
        for page in pages:
            for target in re.findall(r"\]\(([^)]*)\)", read(page)):
                path, _, heading = target.partition("#")
                file = (page.parent / path).resolve() if path else page
                self.assertTrue(file.exists(), f"{page} leads to {target}")
                if heading:
                    headings = re.findall(r"^#+ (.*)$", read(file), re.MULTILINE)
                    self.assertIn(heading, [h.lower().replace(" ", "-") for h in headings], f"{page} leads to {target}")

    def test_every_page_is_in_the_index(self):
        index = read(PLACE / "README.md")
        for page in PLACE.rglob("*.md"):
            if page.name != "README.md":
                self.assertIn(f"]({page.relative_to(PLACE).as_posix()}", index)


class Examples(Scratch):
    def test_compile_with_arguments_of_the_types_that_the_page_gives(self):
        transports = {page.stem: read(page) for page in sorted((PLACE / "transports").glob("*.md"))}
        functions = []
        for page in sorted((PLACE / "wqes").glob("*.md")):
            blocks = re.findall(r"^On (.*):\n\n```cpp\n(.*?)^```$", read(page), re.MULTILINE | re.DOTALL)
            self.assertTrue(blocks, page)
            for carriers, code in blocks:
                transport = re.findall(r"\[(\w+)\]", carriers)[-1]
                functions.append(self.function(transport, code, arguments(transports[transport]) | arguments(read(page))))
        for transport, page in transports.items():
            for code in re.findall(r"^```cpp\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
                wqe = re.search(r"\b(\w+)\(flags\)", code)[1]
                functions.append(self.function(transport, code, arguments(read(PLACE / "wqes" / f"{wqe}.md")) | arguments(page)))
        includes = "".join(f'#include "verbatim/generated/transports/{transport}.hpp"\n' for transport in transports)
        self.write("examples.cpp", f'#include "verbatim/queue/send/send_queue.hpp"\n{includes}\n{"".join(functions)}')
        self.generate()
        self.compile(self.scratch / "examples.cpp", "-fsyntax-only", "-Wno-unused-parameter")

    def function(self, transport, code, types):
        """The example with the code that a reader who pastes it would write around it."""
        self.count = getattr(self, "count", 0) + 1
        used = {name: kind for name, kind in (EVERYWHERE | types).items() if re.search(rf"\b{name}\b", code)}
        given = "".join(f", {kind} {name}" for name, kind in used.items())
        return (f"bool post_{self.count}(verbatim::send_queue<verbatim::{transport}, int>& qp{given}) {{\n"
                f"{code}  return posted.ok();\n}}\n")


class Pictures(unittest.TestCase):
    def test_are_made_of_nothing_that_needs_another_file(self):
        pictures = sorted(PLACE.rglob("*.svg"))
        self.assertEqual({page_of(p) for p in pictures}, {p for p in PLACE.rglob("*.md") if p.parent != PLACE},
                         "a picture beside each page")
        for picture in pictures:
            root = xml.fromstring(read(picture))
            self.assertEqual({e.tag for e in root.iter()} - {SVG + tag for tag in (
                "svg", "title", "style", "defs", "pattern", "path", "rect", "text")}, set(), picture)
            self.assertNotIn("href", read(picture))

    def test_stay_within_their_page(self):
        for picture in PLACE.rglob("*.svg"):
            root = xml.fromstring(read(picture))
            width, height = float(root.get("width")), float(root.get("height"))
            for text in root.iter(SVG + "text"):
                size, x, y = (float(text.get(key)) for key in ("font-size", "x", "y"))
                length = len(text.text) * size * 0.6
                left = x - length * (1 if "end" in text.get("class", "") else 0 if "begin" in text.get("class", "") else 0.5)
                where = f"{text.text!r} in {picture}"
                self.assertGreaterEqual(left, 0, where)
                self.assertLessEqual(left + length, width, where)
                self.assertTrue(size <= y <= height, where)

    def test_show_every_bit_of_a_layout_once(self):
        """The areas of the fields, in bits, are what the specs say; a long run of rows is drawn with fewer."""
        for layout in layouts():
            areas = defaultdict(float)
            for path in xml.fromstring(bit_diagram.draw(layout)).iter(SVG + "path"):
                title = path.findtext(SVG + "title")
                if title and path.get("class", "").split(" ")[0] in KINDS:
                    areas[title.split(" (")[0]] += sum(map(area, path.get("d").split(" Z")))
            for field in layout.fields:
                whole_rows = (field.last_bit + 1) // 32 - -(-field.first_bit // 32)
                left_out = whole_rows - 3 if whole_rows > bit_diagram.SHOWN else 0
                bits = areas[field.name] / bit_diagram.BIT / bit_diagram.ROW
                self.assertAlmostEqual(bits, field.width - 32 * left_out, 2, f"{layout.name}.{field.name}")

    def test_name_every_field(self):
        for layout in layouts():
            texts = [t.text for t in xml.fromstring(bit_diagram.draw(layout)).iter(SVG + "text")]
            together = re.sub(r"\s", "", "".join(texts))
            for field in layout.settable:
                self.assertIn(field.name, together, layout.name)

    def test_name_every_call_and_every_segment_of_a_wqe(self):
        specs = support.specs_of(support.ROOT)
        for wqe in specs.wqes.values():
            texts = [t.text for t in xml.fromstring(wqe_strip.draw(wqe, specs)).iter(SVG + "text")]
            together = re.sub(r"\s", "", "".join(texts))
            choices = [c for step in (*wqe.steps, wqe.behind) for c in step]
            calls = [wqe.verb, *(c.call for c in choices)] + ([wqe.qualifier] if wqe.qualifier else [])
            segments = ["ctrl_seg", *(c.segment.name for c in choices if c.segment)]
            for name in (*(f".{call}()" for call in calls), *segments, *wqe.transports):
                self.assertIn(name, together, wqe.name)

    def test_have_the_colours_of_dark_surroundings_too(self):
        for picture in PLACE.rglob("*.svg"):
            light, dark = read(picture).split("@media (prefers-color-scheme: dark)")
            used = {c for c in re.findall(r'class="(\w+)', dark)} - {"begin", "end"}
            for kind in used:
                self.assertRegex(light, rf"(?m)^\.{kind} {{")
                self.assertRegex(dark, rf"(?m)^\.{kind} {{")


def area(outline):
    points = [tuple(map(float, point.split())) for point in outline.replace("M", " ").split("L") if point.strip()]
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(points, points[1:] + points[:1]))) / 2


if __name__ == "__main__":
    unittest.main()
