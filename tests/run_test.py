"""run.py goes on behind a build that fails, and counts it."""
import contextlib
import io
import pathlib
import unittest

import run


class Planned:
    """A build that counts what it was told to, or breaks off."""

    def __init__(self, name, counts):
        self.directory, self.counts, self.ran = pathlib.Path(name), counts, False

    def run(self, out=None):
        self.ran = True
        print(f"{self.directory} ran", file=out)
        if isinstance(self.counts, Exception):
            raise self.counts
        return self.counts


class RunTest(unittest.TestCase):
    def test_a_build_that_breaks_off_does_not_end_the_others(self):
        builds = [Planned("first", {"passed": 2, "failed": 1, "skipped": 0}), Planned("second", OSError("no such program")),
                  Planned("third", {"passed": 3, "failed": 0, "skipped": 1})]
        self.assertEqual(run.run_all(builds), {"passed": 5, "failed": 2, "skipped": 1})
        self.assertTrue(builds[2].ran)

    def test_what_failed_is_shown_though_much_comes_behind_it(self):
        failed = "FAILED: b.o \ng++ -c b.cpp\nb.cpp:1:1: error: no\n"
        said = f"[1/4] Compiling a\n[2/4] Compiling b\n{failed}[3/4] Compiling c\n[4/4] Linking d\n"
        self.assertEqual(run.failures_of(said), failed)
        self.assertEqual(run.failures_of("meson.build:1:0: ERROR: no\n"), "meson.build:1:0: ERROR: no\n")

    def test_a_build_beside_the_others_is_counted_and_heard_at_the_end(self):
        said = io.StringIO()
        for counts, failed in (({"passed": 4, "failed": 1, "skipped": 0}, 1), (OSError("no guest"), 1)):
            others = [Planned(name, {"passed": 1, "failed": 0, "skipped": 0}) for name in ("first", "second")]
            with contextlib.redirect_stdout(said):
                total = run.run_all(others, Planned("beside", counts))
            self.assertEqual(total["failed"], failed)
        self.assertEqual(said.getvalue(), "first ran\nsecond ran\nbeside ran\n" * 2 + "beside broke off: OSError('no guest')\n")


if __name__ == "__main__":
    unittest.main()
