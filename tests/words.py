"""Comments, descriptions and pages are written in plain English, as far as a program can tell.

    words.py ROOT

No comment, no later sentence of a comment in C++, no description in specs/ and no sentence of a page begins with a
word that puts the object before the subject. None of them has a turn of RIDDLES: the reader would have to guess who
does something, or which thing is meant. The prose of pages and the comments in C++ have at most 110 columns.
No program on a page, in examples/ or in a comment of a header names a variable like its type, which would hide the
type: `pd pd(...)`. In the comments of headers, no variable of a public type has the name of another one:
`verbs_cq cq(...)` would hide `cq` from a program with `using namespace verbatim`. README.md has at most README_LINES
lines to the end of "Try it".
"""
import pathlib
import re
import sys

COLUMNS = 110
README_LINES = 80
TRY_IT = "## Try it"
OPENERS = r"(?:Of|As|What|Who|Whose|Whom|Where|Which|Whether)\b"
IN_COMMENTS = rf"(?:{OPENERS}|(?:That|How|Those|And|All that|Any that|To be|(?:By|In|With) which)\b)"
# By the end of a file's name: a comment or a description that begins so, and any comment.
SLASHES = re.compile(rf"//[/!]?<? ?{IN_COMMENTS}"), re.compile(r"//")
NUMBER_SIGNS = re.compile(rf'(?:(?:^|\s)#|""") ?{IN_COMMENTS}'), re.compile(r"(?<!\S)#")
IN_QUOTES = re.compile(r"^\s*\"\"\"[^\"]*$")
DESCRIPTION = re.compile(rf"""\b(?:doc|uncertain): *["']?(?:{OPENERS}|That\b)|^\s+- *["']?{OPENERS}""")
LATER = re.compile(rf"[\w)`'\"][.!?] (?={OPENERS}[^.!?]*(?:[.!:]|$))")  # a question may begin so
TEMPLATE = re.compile(rf"(?://[/!]?<?|{{#) ?{IN_COMMENTS}"), re.compile(r"//|{#")
KINDS = {
    ".hpp": SLASHES, ".cpp": SLASHES, ".ipp": SLASHES, ".inc": SLASHES, ".rs": SLASHES, ".j2": TEMPLATE,
    ".py": NUMBER_SIGNS, ".sh": NUMBER_SIGNS, ".yaml": NUMBER_SIGNS, "meson.build": NUMBER_SIGNS,
}
# Turns that hide who does something, that leave out the object of a verb, or that begin a sentence inside a sentence.
RIDDLES = re.compile(r"""\b(?:is|are|was|were|be|been|being|gets?)\ told\b(?!\ apart)
    | \btells?(?:\ (?:what|when|where|whether|which|who|whose|why)\b|[.;:](?=\s|$))
    | [,:]\ of\ which\b | [,:]\ (?:by|for|from|of|to|with)\ whom?\b
    | \b[Ww]ho(?:so)?ever\b | \bfor\ want\ of\b | \b(?:as|than)\ then\b""", re.VERBOSE)
SENTENCE = re.compile(rf"(?:^|(?<=[.!?:] )|(?<=\n\n)|(?<=\n\* )){OPENERS}[^.!?]*[.!?]")
CELL = re.compile(rf"\| {OPENERS}[^|]*\. \|")
HIDES_TYPE = re.compile(r"(?<![\w:])(?:verbatim::)?(\w+)(?:<[^;]*>)?[&*]* \1(?=[({;,=)])")
DECLARED = re.compile(r"(?<![\w:])(\w+)(?:<[^;]*>)? (\w+)(?=[({;=])")
PUBLIC = re.compile(r"^\| `(\w+)` \|", re.M)
# The generator and the emulator write these: only their sentences count.
GENERATED = ("docs/layouts", "docs/emulator-checks.md")
CODE = ("codegen", "docs", "examples", "generated", "runtime", "specs", "tests")
# Not checked: the cases that must not compile, and headers reached by a link.
LEFT_OUT = re.compile(r"tests/must_not_compile/|runtime/include/")


def goes_on(comment, before, line):
    """Returns true if the line goes on with the comment of the line before: that line is only a comment, or both comments
    begin in the same column."""
    above, here = comment.search(before), comment.search(line)
    if not above or not here:
        return False
    return not before[:above.start()].strip() or not line[:here.start()].strip() and above.start() == here.start()


def comments(text, comment):
    """The words of each comment that fills lines or goes on in the next ones, and the number of its line for each letter."""
    words, lines, before = "", [], ""
    for number, line in enumerate([*text.splitlines(), ""], 1):
        found = comment.search(line)
        if words and (not found or not goes_on(comment, before, line)):
            yield words, lines
            words, lines = "", []
        if found:
            said = line[found.start():].lstrip("/!<#{ ") + " "
            words += said
            lines += [number] * len(said)
        before = line


def sentences(text, kind):
    """The line and the complaint for each riddle in a comment, and for each later sentence with a dangling opener in C++."""
    for words, lines in comments(text, kind[1]):
        for found in RIDDLES.finditer(words):
            yield lines[found.start()], f"say it straight, subject first: {words[found.start():found.start() + 60]}"
        for found in LATER.finditer(words) if kind is SLASHES else ():
            yield lines[found.end()], f"begin with the subject: {words[found.end():found.end() + 60]}"


def in_file(text, kind, is_yaml=False):
    """The line and the complaint for each comment of a file that begins with a dangling opener or is too wide, and for each
    such description."""
    opener, comment = kind
    yield from sentences(text, kind)
    before = ""
    for number, line in enumerate(text.splitlines(), 1):
        continued = goes_on(comment, before, line) or kind is NUMBER_SIGNS and IN_QUOTES.search(before)
        if kind is SLASHES and len(line) > COLUMNS and "//" in line:
            yield number, f"{len(line)} columns, at most {COLUMNS}"
        if opener.search(line) and not continued or is_yaml and DESCRIPTION.search(line):
            yield number, f"begin with the subject: {line.strip()[:60]}"
        if is_yaml and (found := RIDDLES.search(comment.split(line)[0])):
            yield number, f"say it straight, subject first: {line[found.start():].strip()[:60]}"
        before = line


def in_code(root):
    """Comments and descriptions that do not begin with their subject."""
    for path in sorted(path for folder in CODE for path in (root / folder).rglob("*")):
        kind = KINDS.get(path.name) or KINDS.get(path.suffix)
        name = path.relative_to(root).as_posix()
        if kind and not path.is_symlink() and not LEFT_OUT.match(name):
            for number, why in in_file(path.read_text(encoding="utf-8"), kind, path.suffix == ".yaml"):
                yield f"{name}:{number}: {why}"


def hidden_types(text, suffix, is_header, public):
    """The line and the words of each declaration of a variable that hides a type. Pages have programs in fences, and headers
    have them in comments."""
    fenced = suffix != ".md" and not is_header
    for number, line in enumerate(text.splitlines(), 1):
        fenced ^= line.startswith("```")
        in_comment = line.lstrip().startswith("///  ")
        if (fenced or in_comment) and (found := HIDES_TYPE.search(line)):
            yield number, f"the variable hides its type: {found[0]}"
        elif is_header and in_comment and (found := DECLARED.search(line)) and {*found.groups()} <= public:
            yield number, f"the variable hides a type, '{found[2]}': {found[0]}"


def in_programs(root, pages):
    """Declarations of variables that hide types, on pages, in examples and in the comments of headers."""
    public = {*PUBLIC.findall((root / "docs/names.md").read_text(encoding="utf-8"))}
    examples = [path for path in (root / "examples").rglob("*") if path.suffix in (".cpp", ".hpp")]
    headers = [path for path in (root / "runtime").rglob("*.[hi]pp") if not {"emulator", "include"} & {*path.parts}]
    for path in [*pages, *examples, *headers]:
        for number, why in hidden_types(path.read_text(encoding="utf-8"), path.suffix, path in headers, public):
            yield f"{path.relative_to(root)}:{number}: {why}"


def long_readme(text):
    """The complaint about a README whose reader has to read too much to try the library; empty if it is short enough."""
    lines = text.splitlines()
    if TRY_IT not in lines:
        return f"README.md: there is no heading '{TRY_IT}'"
    begin = lines.index(TRY_IT) + 1
    end = next((n for n, line in enumerate(lines[begin:], begin) if line.startswith("## ")), len(lines))
    return "" if end <= README_LINES else f"README.md: {end} lines to the end of '{TRY_IT}', at most {README_LINES}"


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
            if not fenced and (found := RIDDLES.search(line)):
                yield f"{name}:{number}: say it straight, subject first: {line[found.start():][:60]}"
        else:
            prose.append(line)
            if not generated and len(line) > COLUMNS and " " in line[:COLUMNS].strip():
                yield f"{name}:{number}: {len(line)} columns, at most {COLUMNS}"
    for found in RIDDLES.finditer(" ".join(prose)):
        yield f"{name}: say it straight, subject first: {' '.join(prose)[found.start():][:60]}"
    for sentence in SENTENCE.findall("\n".join(prose)):
        if not sentence.endswith("?"):
            yield f"{name}: begin with the subject: {' '.join(sentence.split())[:60]}"


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    pages = [*root.glob("*.md"), *(path for folder in CODE if folder != "generated" for path in (root / folder).rglob("*.md"))]
    names = {path: path.relative_to(root).as_posix() for path in sorted(pages)}
    found = [*in_code(root), *in_programs(root, pages)]
    if why := long_readme((root / "README.md").read_text(encoding="utf-8")):
        found.append(why)
    for path, name in names.items():
        found += in_page(path, name)
    print("\n".join(found) or f"{len(names)} pages and the comments of {', '.join(CODE)}")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
