"""mirror.py finds folders without tests, folders that mirror none, and rows that are wrong."""
import pathlib
import tempfile
import unittest

import mirror

PAGE = """# Tests

## Tests that are elsewhere

| folder | its tests | reason |
|---|---|---|
{}
## Folders that mirror none

| folder | its subject |
|---|---|
{}"""
ELSEWHERE = "| `queue/base/` | `queue/send/a_test.cpp` | its types are used by queues |\n"
APART = "| `bench/` | measurements |\n"


class MirrorTest(unittest.TestCase):
    def said_of(self, *files, elsewhere=ELSEWHERE, apart=APART):
        """The complaints about a house with these files besides the usual ones."""
        usual = ("runtime/queue/base/entry.hpp", "runtime/queue/send/a.hpp", "tests/queue/send/a_test.cpp", "tests/bench/wqe/b.cpp")
        with tempfile.TemporaryDirectory() as directory:
            root = pathlib.Path(directory)
            for name in (*usual, *files):
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).touch()
            (root / mirror.PAGE).write_text(PAGE.format(elsewhere, apart), encoding="utf-8")
            return list(mirror.check(root))

    def test_a_good_house(self):
        self.assertEqual(self.said_of("runtime/include/a.hpp", "tests/queue/a_test.cpp"), [])

    def assert_wrong(self, words, *files, **tables):
        said = self.said_of(*files, **tables)
        self.assertEqual(len(said), 1, said)
        self.assertIn(words, said[0])

    def test_rooms_have_tests(self):
        self.assert_wrong("runtime/verbs/memory: its tests belong", "runtime/verbs/memory/mr.cpp")
        self.assert_wrong("runtime/verbs/memory: its tests belong", "runtime/verbs/memory/mr.cpp", "tests/verbs/memory/fixture.hpp")
        self.assertEqual(self.said_of("runtime/verbs/memory/mr.cpp", "tests/verbs/memory/mr_test.cpp"), [])

    def test_folders_mirror_one(self):
        self.assert_wrong("tests/verbs/memories: runtime/ has no such", "tests/verbs/memories/mr_test.cpp")
        self.assert_wrong("tests/bench: runtime/ has no such", "tests/bench/a.cpp", "tests/bench/wqe/b.cpp",
                          apart="| `bench/wqe/` | measurements |\n")

    def test_rows_are_needed_and_right(self):
        self.assert_wrong("it has tests of its own", "tests/queue/base/entry_test.cpp")
        self.assert_wrong("there is no such folder", elsewhere=ELSEWHERE + "| `mmio/` | `queue` | no reason |\n")
        self.assert_wrong("there is no tests/queue/b_test.cpp", elsewhere=ELSEWHERE.replace("send/a_test", "b_test"))
        self.assert_wrong("name its tests", elsewhere="| `queue/base/` | elsewhere | no reason |\n")
        self.assert_wrong("there is no such folder", apart=APART + "| `guest/` | a virtual machine |\n")
        self.assert_wrong("it mirrors a folder", apart=APART + "| `queue/send/` | queues |\n")


if __name__ == "__main__":
    unittest.main()
