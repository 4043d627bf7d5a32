"""Every row of docs/threads.md has a test that names it: thread_rows.py ROOT.

A comment "// Row: TEXT" above a test names the rows whose first cell begins with TEXT, or has it behind a comma. Says which
rows have no test, and which comments name no row."""
import pathlib
import re
import sys

TEST = re.compile(r"(?:TEST|TEST_F|TYPED_TEST)\(")


def rows_of(page):
    """The first cells of the table's rows, without their code marks."""
    cells = [line.split("|")[1].strip() for line in page.splitlines() if line.startswith("|")]
    return [cell.replace("`", "") for cell in cells[2:]]


def claims_of(file, text):
    """(text of the row, where) of each comment that stands above a test."""
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        if not line.startswith("// Row: "):
            continue
        below = next((next_line for next_line in lines[number:] if not next_line.startswith("//")), "")
        yield line.removeprefix("// Row: "), f"{file}:{number}", bool(TEST.match(below))


def complaints(page, claims):
    rows = rows_of(page)
    held = set()
    for text, where, above_test in claims:
        named = [row for row in rows if row.startswith(text) or ", " + text in row]
        if not named:
            yield f"{where}: docs/threads.md has no row '{text}'; correct the comment"
        elif not above_test:
            yield f"{where}: no test stands below this comment"
        else:
            held.update(named)
    for row in rows:
        if row not in held:
            yield f"docs/threads.md: no test is for the row '{row}'; put '// Row: …' above the test that holds it"


def main(root):
    tests = pathlib.Path(root, "tests")
    claims = [claim for file in sorted(tests.rglob("*_test.cpp"))
              for claim in claims_of(file.relative_to(root), file.read_text(encoding="utf-8"))]
    wrong = list(complaints(pathlib.Path(root, "docs/threads.md").read_text(encoding="utf-8"), claims))
    planted = "| call | threads |\n|---|---|\n| `held()`, other | any |\n| `free()` | any |\n"
    planted_claims = [*claims_of("x", "// Row: held()\nTEST(a, b) {\n// Row: gone()\nTEST(a, c) {\n// Row: free()\nint x;\n")]
    if len(list(complaints(planted, planted_claims))) != 3:
        wrong.append("this script does not find what is wrong with planted rows")
    print("\n".join(wrong))
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
