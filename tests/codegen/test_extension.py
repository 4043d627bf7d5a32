"""Editing specs alone is enough: made-up segments, WQEs and a transport are generated, compiled, posted and read back. And what
docs/adding-a-wqe.md tells is followed to the letter."""
import os
import re
import shlex
import shutil
import subprocess
import unittest

import support
from codegen import __main__ as main
from codegen import render

CXX = shlex.split(os.environ.get("CXX", "g++"))
RUSTC = next(filter(os.path.exists, ["/usr/bin/rustc"]), shutil.which("rustc"))
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"]


@unittest.skipUnless(shutil.which(CXX[0]), f"there is no compiler {CXX[0]}")
class Scratch(support.WithScratch):
    """The specs of the project, and an include root like the project's with another generated/ in it."""

    def setUp(self):
        super().setUp()
        support.copy_specs(support.ROOT, self.scratch)
        self.include = self.scratch / "include" / "verbatim"
        self.include.mkdir(parents=True)
        for layer in ("wire", "mmio", "queue"):
            (self.include / layer).symlink_to(support.ROOT / "runtime" / layer)
        (self.include / "generated").symlink_to(self.scratch / "generated")

    def add_opcode(self, line):
        enums = self.scratch / "specs" / "enums" / "wqes.yaml"
        before, values, after = enums.read_text(encoding="utf-8").partition("    values:\n")  # opcode is the first enum
        enums.write_text(f"{before}{values}      {line.strip()}\n{after}", encoding="utf-8")

    def generate(self):
        render.write(render.render(main.specs_of(self.scratch)), self.scratch)

    def compile(self, source, *options):
        command = [*CXX, "-std=c++20", "-O1", *WARNINGS, "-I", self.scratch / "include", source, *options]
        compiled = subprocess.run(command, capture_output=True, encoding="utf-8")
        self.assertEqual(compiled.returncode, 0, compiled.stderr)

    def compile_c(self):
        """The headers of C have the shape too."""
        command = [*CXX, "-xc", "-std=c11", *WARNINGS, "-fsyntax-only", "-"]
        compiled = subprocess.run(command, input=f'#include "{self.scratch}/generated/c/verbatim.h"\n', capture_output=True,
                                  encoding="utf-8")
        self.assertEqual(compiled.returncode, 0, compiled.stderr)

    def compile_rust(self):
        """The tables of Rust compile too."""
        if not RUSTC:
            return
        shutil.copytree(support.ROOT / "runtime/rust/src", self.scratch / "crate", symlinks=True)
        (self.scratch / "crate/generated").unlink()
        (self.scratch / "crate/generated").symlink_to(self.scratch / "generated/rust")
        command = [RUSTC, "--edition=2021", "--crate-type=lib", "--crate-name=verbatim", "-Dwarnings", "--emit=metadata", "--out-dir",
                   self.scratch, self.scratch / "crate/lib.rs"]
        compiled = subprocess.run(command, capture_output=True, encoding="utf-8")
        self.assertEqual(compiled.returncode, 0, compiled.stderr)


class Extension(Scratch):
    def test_made_up_segments_wqes_and_a_transport(self):
        support.copy_specs(support.HERE / "extension", self.scratch)
        self.add_opcode("made_up_scale: {value: 0xf1, doc: Made up.}")
        self.add_opcode("made_up_plot: {value: 0xf2, doc: Made up.}")
        self.generate()
        self.compile_c()
        self.compile_rust()
        program = self.scratch / "post"
        self.compile(support.HERE / "extension" / "post.cpp", "-o", program)
        ran = subprocess.run([program], capture_output=True, encoding="utf-8")
        self.assertEqual((ran.returncode, ran.stdout), (0, "made-up WQEs: posted, compared and read back\n"))

    def test_everything_generated_from_the_small_set_compiles(self):
        """Shapes that the project's own specs do not have yet, and a text that C++ could misread."""
        shutil.rmtree(self.scratch / "specs")
        support.copy_specs(support.HERE / "small", self.scratch)
        enums = self.scratch / "specs" / "enums" / "values.yaml"
        enums.write_text(enums.read_text().replace("doc: Gets data.", "doc: 'Gets \"data\" | from C:\\new.'"))
        self.generate()
        headers = sorted((self.scratch / "generated").rglob("*.hpp"))
        includes = [f'#include "verbatim/{header.relative_to(self.scratch).as_posix()}"\n' for header in headers]
        check = r'static_assert(meaning(verbatim::opcode::get) == "Gets \"data\" | from C:\\new.");'
        self.write("all.cpp", "".join(includes) + check)
        self.compile(self.scratch / "all.cpp", "-fsyntax-only")


PAGE = (support.ROOT / "docs" / "adding-a-wqe.md").read_text(encoding="utf-8")
SLOW = os.environ.get("VERBATIM_SLOW_TESTS") == "1"


def block(first_line):
    """A block of the page that begins with that line: what stands below it, without the page's indentation."""
    found = re.search(rf"^( *)```\w+\n *{re.escape(first_line)}[^\n]*\n(.*?)^ *```$", PAGE, re.MULTILINE | re.DOTALL)
    return "".join(line.removeprefix(found[1]) for line in found[2].splitlines(keepends=True))


def without_index(text):
    """Texts of WQEs without their wqe_index, in words and in hex."""
    return re.sub(r"^00  (..)....(.*?)wqe_index=\w+", r"00  \1\2", text, flags=re.MULTILINE)


class Page(Scratch):
    """docs/adding-a-wqe.md, step by step."""

    def setUp(self):
        super().setUp()
        self.add_opcode(block("# specs/enums/wqes.yaml, below values of opcode"))
        self.write("specs/wqes/data/rdma_peek.yaml", block("# specs/wqes/data/rdma_peek.yaml"))

    def test_one_file_adds_a_wqe(self):
        self.generate()
        self.write("post.cpp", """
            #include "verbatim/generated/transports/rc.hpp"
            #include "verbatim/queue/send/send_queue.hpp"

            auto post(verbatim::send_queue<verbatim::rc, int>& qp) {
              return qp.sq_wqe().peek().rdma(1, verbatim::rkey(2)).sge(3, 4, verbatim::lkey(5)).signal(6).finish();
            }
            """)
        self.compile(self.scratch / "post.cpp", "-fsyntax-only")
        self.assertIn("# rdma_peek", (self.scratch / "docs/layouts/wqes/rdma_peek.md").read_text(encoding="utf-8"))

    def test_names_the_files_that_the_test_of_texts_reads(self):
        """The page says what test_turns_green proves with slow_tests."""
        self.assertIn("VERBATIM_REWRITE_TEXTS=1 meson test -C build 'bytes as text'", PAGE)
        tests = (support.ROOT / "tests/queue/meson.build").read_text(encoding="utf-8")
        self.assertIn("test('bytes as text', describe_tests", tests)
        for file in set(re.findall(r"`(tests/[\w/]+\.\w+)`", PAGE)):
            self.assertTrue((support.ROOT / file).exists(), file)
        self.assertIn(self.place(), (support.ROOT / "tests/queue/every_wqe.hpp").read_text(encoding="utf-8"))

    @unittest.skipUnless(SLOW, "compiles what posts every WQE; with slow_tests")
    def test_turns_green(self):
        for name in ("queue/every_wqe.hpp", "queue/every_wqe.txt", "shared/bytes.hpp", "shared/retire.hpp", "queue/device.hpp", "queue/text.cpp"):
            shutil.copy(support.ROOT / "tests" / name, self.scratch)
        tools = self.scratch / "include" / "tools"
        shutil.copytree(support.ROOT / "runtime" / "tools", tools)
        self.generate()
        self.assertIn("rdma_peek", self.texts())  # step 6: nobody posts it
        posts = self.scratch / "every_wqe.hpp"
        posts.write_text(posts.read_text(encoding="utf-8").replace(
            self.place(), block("// tests/queue/every_wqe.hpp") + self.place(), 1), encoding="utf-8")
        self.assertIn("Describe.EveryWqe", self.texts())  # step 7: it is not among the texts
        before = posts.with_suffix(".txt").read_text(encoding="utf-8")
        self.assertEqual(self.texts(rebuild=False, VERBATIM_REWRITE_TEXTS="1"), "")
        self.assertEqual(self.texts(rebuild=False), "")
        text = posts.with_suffix(".txt").read_text(encoding="utf-8")
        added = re.search(r"^rdma_peek on rc\n.*?\n\n", text, re.MULTILINE | re.DOTALL)
        self.assertEqual(without_index(text.replace(added[0], "")), without_index(before))

    def place(self):
        """The line that stands behind the one that the page adds."""
        return re.search(r"^ *// tests/queue/every_wqe.hpp, in front of (.*)$", PAGE, re.MULTILINE)[1]

    def texts(self, rebuild=True, **environment):
        """The output of the test "bytes as text" if it fails, else nothing."""
        if rebuild:
            tools = self.scratch / "include" / "tools"
            self.compile(self.scratch / "text.cpp", "-O0", f"-I{self.scratch / 'include'}", tools / "describe.cpp", tools / "reading.cpp",
                         f'-DEVERY_WQE_TEXT="{self.scratch}/every_wqe.txt"', "-o", self.scratch / "texts", "-lgtest", "-lgtest_main",
                         "-lfmt", "-pthread")
        ran = subprocess.run([self.scratch / "texts"], capture_output=True, encoding="utf-8", env=os.environ | environment)
        return ran.stdout if ran.returncode else ""


if __name__ == "__main__":
    unittest.main()
