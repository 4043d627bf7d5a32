"""Runs the tests of one file for Meson: `run.py test_model`. Exit status 77 if all of them had to be skipped."""
import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

result = unittest.TextTestRunner(stream=sys.stdout, verbosity=2).run(unittest.defaultTestLoader.loadTestsFromName(sys.argv[1]))
if not result.wasSuccessful():
    sys.exit(1)
if len(result.skipped) >= result.testsRun:
    print(f"skipped: {result.skipped[0][1] if result.skipped else 'there are no tests'}")
    sys.exit(77)
