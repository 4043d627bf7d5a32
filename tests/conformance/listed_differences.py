"""docs/conformance.md names the same differences as allowed_differences.hpp, and no others.

usage: listed_differences.py ROOT
"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
in_tests = re.findall(r'allowed_difference\{\s*difference::\w+,\s*"([^"]+)"',
                      (root / "tests/conformance/allowed_differences.hpp").read_text())
in_docs = re.findall(r"^\| \*\*([^*]+)\*\* \|", (root / "docs/conformance.md").read_text(), re.MULTILINE)
if not in_tests:
    sys.exit("allowed_differences.hpp is not written as this test expects: adapt the expression")
if in_tests != in_docs:
    sys.exit(f"docs/conformance.md lists {in_docs}\nallowed_differences.hpp lists {in_tests}: make them the same, in the same order")
print(f"{len(in_tests)} differences: {', '.join(in_tests)}")
