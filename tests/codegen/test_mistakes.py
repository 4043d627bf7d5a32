"""Every mistake gives its whole message, and no message is without a mistake that gives it."""
import ast
import pathlib
import shutil
import traceback
import unittest

import support
from mistakes import MISTAKES
from codegen.load import SpecError


class EveryMistake(support.WithScratch):
    def setUp(self):
        super().setUp()
        support.copy_specs(support.HERE / "small", self.scratch)
        self.errors = [self.refused(mistake) for mistake in MISTAKES]

    def test_gives_its_message(self):
        for mistake, error in zip(MISTAKES, self.errors):
            with self.subTest(file=mistake.file, old=mistake.old, new=mistake.new):
                self.assertEqual(str(error), mistake.message)

    def test_a_root_without_specs_is_named(self):
        self.assertEqual(str(self.without_specs()),
                         f"{self.scratch}/specs: error: holds no .yaml file; is this the right --root?")

    def test_covers_every_message(self):
        """Each place in the generator that refuses a spec is reached by a mistake of the list."""
        reached = lines(self.without_specs()).union(*map(lines, self.errors))
        for file, first, last, source in sites():
            with self.subTest(f"{file}:{first}", source=source):
                self.assertTrue(any((file, line) in reached for line in range(first, last + 1)),
                                "no mistake in mistakes.py gives this message; add one")

    def refused(self, mistake):
        """The error; afterwards the scratch directory is as it was."""
        path = self.scratch / mistake.path
        before = path.read_bytes() if path.exists() else None
        path.write_bytes(mistake.edit(before))
        try:
            return self.error(mistake)
        finally:
            path.unlink() if before is None else path.write_bytes(before)

    def without_specs(self):
        shutil.rmtree(self.scratch / "specs")
        return self.error("no specs at all")

    def error(self, what):
        try:
            support.specs_of(self.scratch)
        except SpecError as error:
            return error
        self.fail(f"the generator accepts {what}")


def lines(error):
    """File and line of every call that the error came through."""
    return {(pathlib.Path(f.filename).name, f.lineno) for f in traceback.extract_tb(error.__traceback__)}


def sites():
    """File, first line, last line and text of everything that raises a SpecError."""
    for path in sorted((support.ROOT / "codegen").glob("*.py")):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)):
            called = ast.unparse(node.func).rpartition(".")[2] if isinstance(node, ast.Call) else ""
            itself = "self.path" in ast.unparse(node)  # what fail() raises
            if called in ("fail", "SpecError") and not itself:
                yield path.name, node.lineno, node.end_lineno, ast.get_source_segment(text, node)


if __name__ == "__main__":
    unittest.main()
