"""run.py goes on behind a build that fails, and counts it."""
import pathlib
import unittest

import run


class Planned:
    """A build that counts what it was told to, or breaks off."""

    def __init__(self, name, counts):
        self.directory, self.counts, self.ran = pathlib.Path(name), counts, False

    def run(self):
        self.ran = True
        if isinstance(self.counts, Exception):
            raise self.counts
        return self.counts


class RunTest(unittest.TestCase):
    def test_a_build_that_breaks_off_does_not_end_the_others(self):
        builds = [Planned("first", {"passed": 2, "failed": 1, "skipped": 0}), Planned("second", OSError("no such program")),
                  Planned("third", {"passed": 3, "failed": 0, "skipped": 1})]
        self.assertEqual(run.run_all(builds), {"passed": 5, "failed": 2, "skipped": 1})
        self.assertTrue(builds[2].ran)


if __name__ == "__main__":
    unittest.main()
