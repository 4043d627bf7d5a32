"""Every program in docs/python.md runs by itself, and prints what stands below it."""
import os
import re
import subprocess
import sys
import unittest

import support

PAGE = (support.ROOT / "docs" / "python.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```\n\n```\n(.*?)```", PAGE, re.S)


class Document(unittest.TestCase):
    def test_programs(self):
        self.assertEqual(len(PROGRAMS), PAGE.count("```python\n"))
        self.assertGreaterEqual(len(PROGRAMS), 5)
        for program, output in PROGRAMS:
            with self.subTest(program):
                done = subprocess.run([sys.executable, "-B", "-"], input=program, text=True, capture_output=True, timeout=60,
                                      env=dict(os.environ, PYTHONPATH=str(support.PACKAGE)))
                self.assertEqual(done.stdout + done.stderr, output)


if __name__ == "__main__":
    unittest.main()
