"""Comments, descriptions and pages are written in plain English, as far as a program can tell.

    words.py ROOT

No comment, no later sentence of a comment in C++, no description in specs/ and no sentence of a page begins with a
word that puts the object before the subject. The prose of pages and the comments in C++ have at most 110 columns.
No program on a page, in examples/ or in a comment of the library names a variable like its type, which would hide
the type: `pd pd(...)`.
"""
import pathlib
import re
import sys

COLUMNS = 110
OPENERS = r"(?:Of|As|What|Who|Whose|Whom|Where|Which|Whether)\b"
# By the end of a file's name: a comment or a description, and the end of a line after which one goes on.
SLASHES = re.compile(rf"//[/!]?<? ?(?:{OPENERS}|That\b)"), re.compile(r"//")
NUMBER_SIGNS = re.compile(rf'(?:(?:^|\s)#|""") ?(?:{OPENERS}|That\b)'), re.compile(r"(?:^|\s)#|^\s*\"\"\"[^\"]*$")
DESCRIPTION = re.compile(rf"""\b(?:doc|uncertain): *["']?(?:{OPENERS}|That\b)|^\s+- *["']?{OPENERS}""")
LATER = re.compile(rf"[\w)`'\"][.!?] (?={OPENERS}[^.!?]*(?:[.!:]|$))")  # a question may begin so
TEMPLATE = re.compile(rf"(?://[/!]?<?|{{#) ?(?:{OPENERS}|That\b)"), re.compile(r"//")
KINDS = {
    ".hpp": SLASHES, ".cpp": SLASHES, ".ipp": SLASHES, ".inc": SLASHES, ".rs": SLASHES, ".j2": TEMPLATE,
    ".py": NUMBER_SIGNS, ".sh": NUMBER_SIGNS, ".yaml": NUMBER_SIGNS, "meson.build": NUMBER_SIGNS,
}
SENTENCE = re.compile(rf"(?:^|(?<=[.!?:] )|(?<=\n\n)|(?<=\n\* )){OPENERS}[^.!?]*[.!?]")
CELL = re.compile(rf"\| {OPENERS}[^|]*\. \|")
HIDES_TYPE = re.compile(r"(?<![\w:])(?:verbatim::)?(\w+)(?:<[^;]*>)?[ &*]+\1(?=[({;,=)])")
# The generator and the emulator write these: only their sentences count.
GENERATED = ("docs/layouts", "docs/emulator-checks.md")
CODE = ("codegen", "docs", "examples", "generated", "runtime", "specs", "tests")
# Not checked: the cases that must not compile, and headers reached by a link.
LEFT_OUT = re.compile(r"tests/must_not_compile/|runtime/include/")


def later_sentences(text):
    """The line and the words of later sentences with a dangling opener, in comments of C++."""
    words, lines = "", []  # of the comment, and its number for each letter
    for number, line in enumerate([*text.splitlines(), ""], 1):
        said = re.search(r"//[/!]?<? ?(.*)", line)
        if said and (not words or line.lstrip().startswith("//")):
            words += said[1] + " "
            lines += [number] * (len(said[1]) + 1)
            continue
        for found in LATER.finditer(words):
            yield lines[found.end()], words[found.end():found.end() + 60]
        words, lines = "", []


def in_code(root):
    """Comments whose first line has a dangling opener, and such descriptions."""
    for path in sorted(path for folder in CODE for path in (root / folder).rglob("*")):
        kind = KINDS.get(path.name) or KINDS.get(path.suffix)
        if not kind or path.is_symlink() or LEFT_OUT.match(path.relative_to(root).as_posix()):
            continue
        comment, goes_on = kind
        if kind is SLASHES:
            for number, words in later_sentences(path.read_text(encoding="utf-8")):
                yield f"{path.relative_to(root)}:{number}: begin with the subject: {words}"
        before = ""
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            begins = comment.search(line) and not goes_on.search(before)
            if kind is SLASHES and len(line) > COLUMNS and "//" in line:
                yield f"{path.relative_to(root)}:{number}: {len(line)} columns, at most {COLUMNS}"
            if begins or path.suffix == ".yaml" and DESCRIPTION.search(line):
                yield f"{path.relative_to(root)}:{number}: begin with the subject: {line.strip()[:60]}"
            before = line


def hidden_types(root, pages):
    """Declarations of a variable that has the name of its type."""
    programs = [*pages, *(root / "examples").glob("*.cpp")]
    headers = [path for path in (root / "runtime").rglob("*.hpp") if "emulator" not in path.parts]
    for path in programs + headers:
        fenced = path.suffix == ".cpp"
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            fenced ^= line.startswith("```")
            if (fenced or line.lstrip().startswith("///  ")) and (found := HIDES_TYPE.search(line)):
                yield f"{path.relative_to(root)}:{number}: the variable hides its type: {found[0]}"


def in_page(page, name):
    """Lines that are too long, and sentences with a dangling opener; questions are none."""
    prose = []
    fenced = False
    generated = name.startswith(GENERATED)
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("```"):
            fenced = not fenced
            prose.append("")
        elif fenced or line.startswith(("|", "#")):
            prose.append("")
            if CELL.search(line) and generated or DESCRIPTION.search(line):
                yield f"{name}:{number}: begin with the subject: {line[:60]}"
        else:
            prose.append(line)
            if not generated and len(line) > COLUMNS and " " in line[:COLUMNS].strip():
                yield f"{name}:{number}: {len(line)} columns, at most {COLUMNS}"
    for sentence in SENTENCE.findall("\n".join(prose)):
        if not sentence.endswith("?"):
            yield f"{name}: begin with the subject: {' '.join(sentence.split())[:60]}"


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    pages = [*root.glob("*.md"), *(root / "docs").rglob("*.md"), root / "specs" / "README.md"]
    names = {path: path.relative_to(root).as_posix() for path in sorted(pages)}
    found = [*in_code(root), *hidden_types(root, pages)]
    for path, name in names.items():
        found += in_page(path, name)
    print("\n".join(found) or f"{len(names)} pages and the comments of {', '.join(CODE)}")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
