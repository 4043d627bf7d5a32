"""Follows the links of every page of the repository.

    links.py ROOT

The test fails if a link leads to no file or to no heading, if no chain of links leads from README.md to a page in docs/, or
if a block of code that names its file ("```cpp examples/x.cpp", "```c examples/x.c") is not in that file, or if
examples/README.md does not lead to a program of examples/, or if docs/threats.md names a test that does not exist."""
import os
import pathlib
import re
import sys

LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^()\s]+)\)")
FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.M | re.S)
THREATS = "docs/threats.md"  # each row names its test
STARTS = ("README.md", "docs", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "specs")


def anchors(text):
    """The anchors of a page's headings, as forges make them."""
    found = {}
    for heading in re.findall(r"^#{1,6} (.+)$", FENCE.sub("", text), re.M):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
        slug = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
        found[slug] = found.get(slug, -1) + 1
    return {f"{slug}-{n}" if n else slug for slug, most in found.items() for n in range(most + 1)}


def shows(text, code):
    """Returns true if the lines of a block are in a file, in their order; an ellipsis stands for others."""
    place = 0
    for part in re.split(r"^[ /]*…\n", code, flags=re.M):
        found = text.find(part, place)
        if found < 0:
            return False
        place = found + len(part)
    return True


def prose(text):
    """A page without its code."""
    return re.sub(r"`[^`\n]+`", "code", FENCE.sub("", text))


def missing_tests(root, page):
    """The tests that a page names (`suite.name`, `fuzzer, name`, or a file of tests/) and that are not there."""
    there = set()
    for file in (root / "tests").rglob("*_test.cpp"):
        code = file.read_text(encoding="utf-8")
        there |= {f"{suite}.{name}" for suite, name in re.findall(r"^(?:TYPED_)?TEST(?:_[FP])?\(\s*(\w+),\s*(\w+)\)", code, re.M)}
    fuzzers = (root / "tests/fuzz/meson.build").read_text(encoding="utf-8")
    there |= {f"fuzzer, {name}" for name in re.findall(r"^ +'(\w+)': \[", fuzzers, re.M)}
    last_columns = " ".join(line.split("|")[-2] for line in page.splitlines() if line.startswith("|"))
    tests = re.findall(r"`(\w+\.\w+|fuzzer, \w+|tests/[\w/.]+)`", last_columns)
    if len(tests) < 20:
        yield f"it names only {len(tests)} tests"
    yield from (f"there is no test {name}" for name in tests if name not in there and not (root / name).is_file())


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    pages = {}
    for start in STARTS:
        path = root / start
        for page in [path] if path.is_file() else path.rglob("*.md"):
            pages[page.relative_to(root).as_posix()] = page.read_text(encoding="utf-8")
    headings = {page: anchors(text) for page, text in pages.items()}
    wrong, leads_to = [], {}
    for page, text in pages.items():
        for target in LINK.findall(prose(text)):
            if re.match(r"[a-z]+:", target):
                continue
            file, _, anchor = target.partition("#")
            to = os.path.normpath(os.path.join(os.path.dirname(page), file)) if file else page
            if not (root / to).exists():
                wrong.append(f"{page}: the link {target} leads to no file")
            elif anchor and to in headings and anchor not in headings[to]:
                wrong.append(f"{page}: {to} has no heading #{anchor}")
            leads_to.setdefault(page, set()).add(to if to in pages else f"{to}/README.md")
        for info, code in FENCE.findall(text):
            named = info.split()[1:] if re.match(r"(cpp|c|rust) \S", info) else []
            if named and (not (root / named[0]).is_file() or not shows((root / named[0]).read_text(encoding="utf-8"), code)):
                wrong.append(f"{page}: this is not in {named[0]}:\n{code}")
    reached, left = set(), ["README.md"]
    while left:
        page = left.pop()
        if page not in reached:
            reached.add(page)
            left += leads_to.get(page, ())
    sources = [file for file in (root / "examples").rglob("*") if file.suffix in (".cpp", ".c", ".rs")]
    programs = [file.relative_to(root / "examples").as_posix() for file in sources if "main(" in file.read_text(encoding="utf-8")]
    listed = set(LINK.findall((root / "examples/README.md").read_text(encoding="utf-8")))
    wrong += [f"examples/README.md: no link leads to {name}" for name in sorted(programs) if name not in listed]
    if len(programs) < 15:
        wrong.append(f"there are only {len(programs)} examples: they were looked for in the wrong place")
    wrong += [f"{page}: no link leads here" for page in sorted(pages) if page not in reached]
    wrong += [f"{THREATS}: {text}" for text in missing_tests(root, pages[THREATS])]
    if len(pages) < 100:
        wrong.append(f"there are only {len(pages)} pages: they were looked for in the wrong place")
    print("\n".join(wrong) or f"{len(pages)} pages, whose links lead somewhere, and all of which are reached")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
