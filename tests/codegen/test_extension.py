"""Editing specs alone is enough: made-up segments, WQEs and a transport are generated, compiled, posted and read back."""
import os
import shlex
import shutil
import subprocess
import unittest

import support
from codegen import __main__ as main
from codegen import render

CXX = shlex.split(os.environ.get("CXX", "g++"))
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
        enums = self.scratch / "specs" / "enums.yaml"
        before, values, after = enums.read_text(encoding="utf-8").partition("    values:\n")  # opcode is the first enum
        enums.write_text(f"{before}{values}      {line.strip()}\n{after}", encoding="utf-8")

    def generate(self):
        render.write(render.render(main.specs_of(self.scratch)), self.scratch)

    def compile(self, source, *options):
        command = [*CXX, "-std=c++20", "-O1", *WARNINGS, "-I", self.scratch / "include", *options, source]
        compiled = subprocess.run(command, capture_output=True, encoding="utf-8")
        self.assertEqual(compiled.returncode, 0, compiled.stderr)


class Extension(Scratch):
    def test_made_up_segments_wqes_and_a_transport(self):
        support.copy_specs(support.HERE / "extension", self.scratch)
        self.add_opcode("made_up_scale: {value: 0xf1, doc: Made up.}")
        self.add_opcode("made_up_plot: {value: 0xf2, doc: Made up.}")
        self.generate()
        program = self.scratch / "post"
        self.compile(support.HERE / "extension" / "post.cpp", "-o", program)
        ran = subprocess.run([program], capture_output=True, encoding="utf-8")
        self.assertEqual((ran.returncode, ran.stdout), (0, "made-up WQEs: posted, compared and read back\n"))

    def test_one_file_adds_a_wqe(self):
        self.write("specs/wqes/newverb.yaml", (self.scratch / "specs/wqes/rdma_read.yaml").read_text().replace(
            "wqe: rdma_read", "wqe: newverb").replace("begin: read", "begin: newverb"))
        self.generate()
        self.write("post.cpp", """
            #include "verbatim/generated/transports/rc.hpp"
            #include "verbatim/queue/send_queue.hpp"

            auto post(verbatim::send_queue<verbatim::rc, int>& qp) {
              return qp.sq_wqe().newverb().rdma(1, 2).sge(3, 4, 5).signal(6).finish();
            }
            """)
        self.compile(self.scratch / "post.cpp", "-fsyntax-only")

    def test_everything_generated_from_the_small_set_compiles(self):
        """Shapes that the project's own specs do not have yet, and a text that C++ could misread."""
        shutil.rmtree(self.scratch / "specs")
        support.copy_specs(support.HERE / "small", self.scratch)
        enums = self.scratch / "specs" / "enums.yaml"
        enums.write_text(enums.read_text().replace("doc: Gets data.", "doc: 'Gets \"data\" | from C:\\new.'"))
        self.generate()
        headers = sorted((self.scratch / "generated").rglob("*.hpp"))
        includes = [f'#include "verbatim/{header.relative_to(self.scratch).as_posix()}"\n' for header in headers]
        check = r'static_assert(meaning(verbatim::opcode::get) == "Gets \"data\" | from C:\\new.");'
        self.write("all.cpp", "".join(includes) + check)
        self.compile(self.scratch / "all.cpp", "-fsyntax-only")


if __name__ == "__main__":
    unittest.main()
