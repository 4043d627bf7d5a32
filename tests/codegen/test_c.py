"""Specs that C cannot express are refused with file, line and reason; and --only makes the files of one language."""
import ast
import contextlib
import io
import pathlib
import traceback
import unittest
from unittest import mock

import support
from codegen import __main__ as main
from codegen import render
from codegen.load import SpecError
from mistakes.mistake import Mistake, spec

WIDE = spec("enums:", "  wide:", "    doc: A wide enum.", "    source: made up for the tests", "    width: 32",
            "    values:", "      far: {value: 0x80000000, doc: Far away.}")
KINDS = spec("enums:", "  wqe_kind:", "    doc: A kind.", "    source: made up for the tests", "    width: 2",
             "    values:", "      near: {value: 1, doc: Nearby.}")
COMPLEX = spec("segment: last_seg", "size: 4", "doc: A number.", "source: made up for the tests", "fields:",
             "  complex: {at: 0x00, bits: [31, 0], doc: A number.}")

# Each is refused for C alone: the model of these specs has no mistake.
MISTAKES = (
    Mistake("enums/wide", None, WIDE,
            "specs/enums/wide.yaml:7: error: C cannot express 'far' of 'wide': its value 0x80000000 is no int, as constants of an "
            "enum are in C11; keep enumerators below 0x80000000"),
    Mistake("enums/kinds", None, KINDS,
            "specs/enums/kinds.yaml:7: error: C cannot express enum 'wqe_kind': it would be 'verbatim_wqe_kind', and so would what "
            "all WQEs share; rename one of them"),
    Mistake("segments/last_seg", None, COMPLEX,
            "specs/segments/last_seg.yaml:6: error: C cannot express the field 'complex': the word means something else there; choose "
            "another name"),
    Mistake("wqes/put", "{most: first}", "{restrict: first}",
            "specs/wqes/put.yaml:9: error: C cannot express the argument 'restrict': the word means something else there; choose "
            "another name"),
    Mistake("wqes/put", "{most: first}", "{length: first}",
            "specs/wqes/put.yaml:9: error: C cannot express the argument 'length': the function has a variable of that name; choose "
            "another name"),
    Mistake("wqes/push", "call: inline_data", "call: nothing",
            "specs/wqes/push_nothing.yaml:1: error: C cannot express 'push_nothing': it would be 'verbatim_push_nothing', and so would "
            "nothing() of 'push'; rename one of them"),
    Mistake("commands/thing_ctx", "state:", "set_addr:",
            "specs/commands/thing_ctx.yaml:7: error: C cannot express 'addr' of 'thing_ctx': it would be "
            "'verbatim_thing_ctx_set_addr', and so would 'set_addr' of 'thing_ctx'; rename one of them"),
    Mistake("commands/make_thing", "number:", "init:",
            "specs/commands/make_thing.yaml:9: error: C cannot express 'init' of 'make_thing_in': it would be "
            "'verbatim_make_thing_in_init', and so would the beginning of 'make_thing_in'; rename one of them"),
    Mistake("records/thing_record", "level:", "set_gid:",
            "specs/records/thing_record.yaml:8: error: C cannot express 'set_gid' of 'thing_record': it would be "
            "'verbatim_thing_record_set_gid', and so would 'gid' of 'thing_record'; rename one of them"),
)


def refused(root):
    """The error of C about the specs below root, or None."""
    specs = support.specs_of(root)
    try:
        render.LANGUAGES["c"].files(specs, render.TEMPLATES)
    except SpecError as said:
        return said
    return None


class WhatCCannotExpress(support.WithScratch):
    def setUp(self):
        super().setUp()
        support.copy_specs(support.HERE / "small", self.scratch)

    def errors(self):
        for mistake in MISTAKES:
            path = self.scratch / mistake.path
            before = path.read_bytes() if path.exists() else None
            path.write_bytes(mistake.edit(before))
            yield mistake, refused(self.scratch)
            path.unlink() if before is None else path.write_bytes(before)

    def test_is_refused_with_its_place(self):
        self.assertIsNone(refused(self.scratch))
        for mistake, said in self.errors():
            with self.subTest(file=mistake.file, new=mistake.new):
                self.assertEqual(str(said), mistake.message)

    def test_covers_every_message(self):
        reached = {f.lineno for _, said in self.errors() for f in traceback.extract_tb(said.__traceback__)
                   if f.filename.endswith("languages/c/names.py")}
        path = support.ROOT / "codegen/languages/c/names.py"
        sites = [n for n in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
                 if isinstance(n, ast.Call) and ast.unparse(n.func).endswith(".fail")]
        self.assertGreaterEqual(len(sites), 5)
        for site in sites:
            self.assertTrue(reached & set(range(site.lineno, site.end_lineno + 1)), f"names.py:{site.lineno} is not reached")

    def test_is_one_line_of_the_generator_that_writes_nothing(self):
        (self.scratch / "specs/enums/wide.yaml").write_text(WIDE, encoding="utf-8")
        with mock.patch("sys.argv", ["codegen", "--root", str(self.scratch)]), self.assertRaises(SystemExit) as end:
            main.main()
        self.assertEqual(str(end.exception), MISTAKES[0].message)
        self.assertFalse((self.scratch / "generated").exists())


class OnlyC(support.WithScratch):
    def codegen(self, *options):
        with mock.patch("sys.argv", ["codegen", "--root", str(self.scratch), *options]), contextlib.redirect_stderr(io.StringIO()):
            main.main()
        return {p.relative_to(self.scratch).as_posix() for p in (self.scratch / "generated").rglob("*") if p.is_file()}

    def test_makes_and_checks_the_folder_of_c_alone(self):
        support.copy_specs(support.HERE / "small", self.scratch)
        stale, by_hand = self.scratch / "generated/c/wqes/verbatim_old.h", self.scratch / "generated/other.hpp"
        for path in (stale, by_hand):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("left over\n", encoding="utf-8")
        files = self.codegen("--only", "c")
        self.assertIn("generated/c/wqes/verbatim_put.h", files)
        self.assertIn("generated/other.hpp", files)
        self.assertNotIn("generated/c/wqes/verbatim_old.h", files)
        self.codegen("--only", "c", "--check")
        header = pathlib.Path(self.scratch, "generated/c/wqes/verbatim_put.h")
        header.write_text(header.read_text(encoding="utf-8").replace("wqe->state == 1", "wqe->state == 2", 1), encoding="utf-8")
        with self.assertRaises(SystemExit) as end:
            self.codegen("--only", "c", "--check")
        self.assertIn("generated/ is stale", str(end.exception))


if __name__ == "__main__":
    unittest.main()
