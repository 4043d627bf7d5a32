"""generated/ and docs/layouts/ say what specs/ say, and who forgot to regenerate is told how."""
import contextlib
import io
import os
import pathlib
import shutil
import tempfile
import unittest
from unittest import mock

import support
from codegen import __main__ as main
from codegen import render

needs_clang_format = unittest.skipUnless(render.clang_format(), f"clang-format {render.CLANG_FORMAT_MAJOR} is not installed")


def codegen(root, *options):
    """Exit status and standard error of `python3 -m codegen --root root`."""
    errors = io.StringIO()
    with contextlib.redirect_stderr(errors), mock.patch("sys.argv", ["codegen", "--root", str(root), *options]):
        try:
            main.main()
        except SystemExit as end:
            return 1, errors.getvalue() + f"{end}\n"
    return 0, errors.getvalue()


def without_clang_format():
    return mock.patch.dict(os.environ, {"PATH": ""})


class Committed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        specs = support.specs_of(support.ROOT)
        cls.formatted = render.render(specs)
        with without_clang_format():
            cls.unformatted = render.render(specs)

    def test_is_what_the_specs_say(self):
        difference = render.difference(self.formatted, support.ROOT)
        self.assertEqual(difference, "", f"\n{difference}\n{render.STALE}")

    def test_is_what_the_specs_say_by_tokens_too(self):
        with without_clang_format():
            difference = render.difference(self.unformatted, support.ROOT)
        self.assertEqual(difference, "")

    def test_each_file_says_where_it_comes_from_and_how_to_remake_it(self):
        for path, text in self.unformatted.items():
            self.assertRegex(" ".join(text.split("\n// ", 1)).split("\n")[0],
                             r"Generated from specs/\S* by codegen\. Do not edit: `meson compile -C build generate`\.", path)

    def test_no_comment_is_wider_than_a_screen(self):
        for path, text in self.formatted.items():
            for line in text.split("\n") if path.startswith("generated/") else ():
                self.assertLessEqual(len(line) if "//" in line else 0, render.COLUMNS, f"{path}: {line}")

    def test_a_comment_is_broken_as_it_is_indented(self):
        line = "  ///   " + "word " * 21 + "end"
        self.assertEqual(render.wrapped(line), ["  ///   " + "word " * 19 + "word", "  ///   word end"])
        self.assertEqual(render.wrapped("  ///   word"), ["  ///   word"])
        self.assertEqual(render.wrapped("code " * 30), ["code " * 30])


class Copy(support.WithScratch):
    """A copy of the small set, generated once; each test changes one thing."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(directory.cleanup)
        cls.fresh = pathlib.Path(directory.name)
        support.copy_specs(support.HERE / "small", cls.fresh)
        codegen(cls.fresh)

    def setUp(self):
        super().setUp()
        shutil.copytree(self.fresh, self.scratch, dirs_exist_ok=True)

    def spoil(self, path, old, new):
        text = (self.scratch / path).read_text(encoding="utf-8")
        self.assertIn(old, text)
        (self.scratch / path).write_text(text.replace(old, new, 1), encoding="utf-8")

    def assert_stale(self, *lines):
        status, errors = codegen(self.scratch, "--check")
        self.assertEqual(status, 1)
        for line in lines:
            self.assertIn(line, errors.split("\n"))
        self.assertEqual(errors.split("\n")[-2], "generated/ is stale: run `meson compile -C build generate`")


@needs_clang_format
class Stale(Copy):
    def test_a_fresh_copy_is_silent(self):
        self.assertEqual(codegen(self.scratch, "--check"), (0, ""))

    def test_an_edited_header_is_shown(self):
        self.spoil("generated/segments/pair_seg.hpp", "std::uint32_t second", "std::uint16_t second")
        self.assert_stale("--- generated/segments/pair_seg.hpp (committed)",
                          "+++ generated/segments/pair_seg.hpp (from the specs)",
                          "-  std::uint16_t second = 0;", "+  std::uint32_t second = 0;")

    def test_an_edited_page_is_shown(self):
        self.spoil("docs/layouts/segments/pair_seg.md", "The first number.", "The 1st number.")
        self.assert_stale("--- docs/layouts/segments/pair_seg.md (committed)", "-| 0x00 | 63..0 | `first` | The 1st number. |",
                          "+| 0x00 | 63..0 | `first` | The first number. |")

    def test_an_edited_picture_is_shown(self):
        self.spoil("docs/layouts/wqes/put.svg", ">pair_seg</text>", ">peer_seg</text>")
        self.assert_stale("--- docs/layouts/wqes/put.svg (committed)")

    def test_a_missing_and_a_left_over_page_are_shown(self):
        for suffix in (".md", ".svg"):
            (self.scratch / f"docs/layouts/transports/plain{suffix}").rename(self.scratch / f"docs/layouts/transports/pain{suffix}")
            self.assert_stale(f"--- docs/layouts/transports/pain{suffix} (committed)",
                              f"+++ docs/layouts/transports/plain{suffix} (from the specs)")

    def test_an_edited_spec_is_shown_and_nothing_is_written(self):
        self.spoil("specs/enums/values.yaml", "green: {value: 1", "green: {value: 3")
        before = {path: path.read_bytes() for path in self.scratch.rglob("*") if path.is_file()}
        self.assert_stale("-  green = 0x01,  ///< Green.", "+  green = 0x03,  ///< Green.")
        self.assertEqual({path: path.read_bytes() for path in self.scratch.rglob("*") if path.is_file()}, before)

    def test_a_missing_and_a_left_over_file_are_shown(self):
        (self.scratch / "generated/wqes/nop.hpp").rename(self.scratch / "generated/wqes/nap.hpp")
        self.assert_stale("--- generated/wqes/nap.hpp (committed)", "+++ generated/wqes/nop.hpp (from the specs)")

    def test_the_layout_of_the_text_counts(self):
        self.spoil("generated/segments/pair_seg.hpp", "  std::uint32_t second", "    std::uint32_t second")
        self.assert_stale("-    std::uint32_t second = 0;", "+  std::uint32_t second = 0;")

    def test_a_mistake_is_one_line(self):
        self.spoil("specs/enums/values.yaml", "green: {value: 1", "green: {value: 0")
        self.assertEqual(codegen(self.scratch, "--check"),
                         (1, "specs/enums/values.yaml:16: error: 0x0 is 'red' already; a value has one name\n"))

    def test_generating_removes_what_no_spec_describes_and_leaves_the_rest_alone(self):
        before = {path: path.stat().st_mtime_ns for path in self.scratch.rglob("*.hpp")}
        left_over = [self.scratch / path for path in ("generated/wqes/nap.hpp", "docs/layouts/wqes/nap.md",
                                                      "docs/layouts/wqes/nap.svg", "docs/layouts/nap.md")]
        for path in left_over:
            path.write_text("left over\n")
        by_hand = self.scratch / "docs" / "nap.md"
        by_hand.write_text("written by hand\n")
        codegen(self.scratch)
        self.assertEqual([path for path in left_over if path.exists()], [])
        self.assertTrue(by_hand.exists())
        self.assertEqual({path: path.stat().st_mtime_ns for path in self.scratch.rglob("*.hpp")}, before)


class WithoutClangFormat(Copy):
    """Without the version that decides the layout only what a compiler reads is compared."""

    note = "clang-format 14 is not installed: the layout of the text is not "

    def setUp(self):
        super().setUp()
        self.bin = self.scratch / "bin"
        self.bin.mkdir()
        path = mock.patch.dict(os.environ, {"PATH": str(self.bin)})
        path.start()
        self.addCleanup(path.stop)

    def test_a_fresh_copy_is_fresh(self):
        self.assertEqual(codegen(self.scratch, "--check"), (0, self.note + "compared\n"))

    def test_the_layout_of_the_text_does_not_count(self):
        self.spoil("generated/segments/pair_seg.hpp", "  std::uint32_t second", "    std::uint32_t\nsecond")
        self.assertEqual(codegen(self.scratch, "--check")[0], 0)

    def test_what_a_compiler_reads_counts(self):
        self.spoil("generated/segments/pair_seg.hpp", "std::uint32_t second", "std::uint16_t second")
        self.assert_stale("--- generated/segments/pair_seg.hpp (committed)", "-  std::uint16_t second = 0;")

    def test_a_page_is_compared_as_it_is(self):
        self.spoil("docs/layouts/segments/pair_seg.md", "# pair_seg", "#  pair_seg")
        self.assert_stale("-#  pair_seg", "+# pair_seg")

    def test_another_version_is_as_good_as_none(self):
        clang_format = self.bin / "clang-format"
        clang_format.write_text("#!/bin/sh\necho clang-format version 19.1.4\n")
        clang_format.chmod(0o755)
        self.assertIsNone(render.clang_format())
        self.assertEqual(codegen(self.scratch, "--check")[0], 0)

    def test_generating_says_that_the_layout_is_not_final(self):
        self.assertEqual(codegen(self.scratch), (0, self.note + "final; run this again with it before you commit\n"))


if __name__ == "__main__":
    unittest.main()
