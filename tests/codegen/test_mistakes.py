"""Every mistake gives its whole message, and no message is without a mistake that gives it."""
import ast
import pathlib
import tempfile
import traceback
import unittest

import support
from mistakes import MISTAKES
from codegen.load import SpecError


class EveryMistake(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(directory.cleanup)
        cls.scratch = pathlib.Path(directory.name)
        support.copy_specs(support.HERE / "small", cls.scratch)
        cls.errors = [refused(cls.scratch, mistake) for mistake in MISTAKES]

    def test_gives_its_message(self):
        for mistake, said in zip(MISTAKES, self.errors):
            with self.subTest(file=mistake.file, old=mistake.old, new=mistake.new):
                self.assertEqual(str(said), mistake.message)

    def test_a_root_without_specs_is_named(self):
        self.assertEqual(str(error(self.scratch / "nothing")),
                         f"{self.scratch}/nothing/specs: error: holds no .yaml file; is this the right --root?")

    def test_covers_every_message(self):
        """Each place in the generator that refuses a spec is reached by a mistake of the list."""
        reached = set().union(*map(lines, [error(self.scratch / "nothing"), *self.errors]))
        for file, first, last, source in sites():
            with self.subTest(f"{file}:{first}", source=source):
                self.assertTrue(any((file, line) in reached for line in range(first, last + 1)),
                                "no mistake in mistakes/ gives this message; add one")


def refused(root, mistake):
    """The error; afterwards the files are as they were."""
    path = root / mistake.path
    before = path.read_bytes() if path.exists() else None
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(mistake.edit(before))
    try:
        return error(root)
    finally:
        path.unlink() if before is None else path.write_bytes(before)


def error(root):
    """The generator's message about the specs below root; None if it has nothing to say."""
    try:
        support.specs_of(root)
    except SpecError as said:
        return said
    return None


def lines(said):
    """File and line of every call that an error came through."""
    return {(pathlib.Path(f.filename).name, f.lineno) for f in traceback.extract_tb(said and said.__traceback__)}


def sites():
    """File, first line, last line and text of everything that raises a SpecError."""
    for path in sorted((support.ROOT / "codegen").glob("*.py")):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)):
            called = ast.unparse(node.func).rpartition(".")[2] if isinstance(node, ast.Call) else ""
            itself = "self.path" in ast.unparse(node)  # what fail() raises
            if called in ("fail", "unknown", "SpecError") and not itself:
                yield path.name, node.lineno, node.end_lineno, ast.get_source_segment(text, node)


if __name__ == "__main__":
    unittest.main()
