"""The common part of the generator's tests: the small set of made-up specs, whole or with one edit."""
import pathlib
import shutil
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT))

from codegen.__main__ import specs_of  # noqa: E402  (the path comes first)


class WithScratch(unittest.TestCase):
    """A test with a directory of its own."""

    maxDiff = None

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.scratch = pathlib.Path(directory.name)

    def write(self, path, text):
        """A file below the scratch directory; bytes are written as they are."""
        target = self.scratch / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text if isinstance(text, bytes) else text.encode())

    def model(self, **changed):
        """The model of the small set in which files are written anew: segments__pair_seg="segment: pair_seg…"."""
        copy_specs(HERE / "small", self.scratch)
        for name, text in changed.items():
            self.write(f"specs/{name.replace('__', '/')}.yaml", text)
        return specs_of(self.scratch)


def copy_specs(root, to):
    shutil.copytree(root / "specs", to / "specs", dirs_exist_ok=True)
