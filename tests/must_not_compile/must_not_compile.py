"""The files of this folder group mistakes by subject. A mistake must not compile, and the error must say why.

    must_not_compile.py OUTPUT_DIRECTORY COMPILERS [CASE...]

COMPILERS is `g++`, or `g++,clang++`: the runner asks those of them that are installed. A case is compiled
behind the lines in front of the first case of its file:

    // case: NAME
    // expect: REGULAR EXPRESSION
    code: without its mistake under `#ifdef CONTROL`, with it under `#else`

An error of the case must match the expression. With `// expect only:` it must be the only error. With CONTROL defined
the case must compile. CASE... are the names of the cases to try; all are tried if none is named.

The cases of a file are compiled together first. A case whose own lines give the expected error is done; the others are
compiled alone, and that is what counts.
"""
import concurrent.futures
import dataclasses
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
INCLUDE = HERE.parent.parent / "runtime" / "include"
FLAGS = ["-std=c++20", "-Wall", "-Wextra", "-Werror", f"-I{INCLUDE}"]

# A comment of one or two words and a colon, so that a misspelled directive does not pass for prose.
DIRECTIVE = re.compile(r"\s*//+\s*(\w+(?: +\w+)?)\s*:(?!:)\s*(.*)")
NAME = re.compile(r"[a-z]\w*")
ERROR = re.compile(r"(?:.*?: )?(?:fatal )?error: (.*)")
# The lines by which GCC, before an error, and Clang, after it, say what led there.
BEFORE = re.compile(r"\S.*: +(?:recursively )?required (?:from|by)|\S.*: In (?:instantiation|substitution|function|member)|In file included")
AFTER = re.compile(r"\S.*: note: (?:in instantiation of|while |in call to)")
PLACE = re.compile(r"([^\s:]+):(\d+):")


class Malformed(Exception):
    """Something in a group file, or in the names asked for, that the runner does not understand."""


@dataclasses.dataclass(frozen=True)
class Case:
    """One mistake."""
    file: pathlib.Path
    line: int  # of `// case:`
    name: str
    expected: re.Pattern
    only: bool
    preamble: str  # what all cases of the file begin with
    code: str  # from the third line of the case on

    @property
    def place(self):
        return f"{self.file}:{self.line}"

    @property
    def last_line(self):
        return self.line + 1 + self.code.count("\n")

    @property
    def located(self):
        """The code, with the lines that it has in its file."""
        return f'#line {self.line + 2} "{self.file}"\n{self.code}'


def expectation(place, name, line):
    """The expression of a case and whether it allows no other error; `line` is the one behind `// case:`."""
    found = DIRECTIVE.fullmatch(line)
    if not found or found[1] not in ("expect", "expect only") or not found[2]:
        raise Malformed(f"{place}: the line behind `// case: {name}` must be `// expect: REGULAR EXPRESSION`")
    try:
        return re.compile(found[2]), found[1] == "expect only"
    except re.error as wrong:
        raise Malformed(f"{place}: /{found[2]}/ is no regular expression: {wrong}") from wrong


def cases_of(file):
    """The cases of one file, in its order."""
    lines = file.read_text(encoding="utf-8").splitlines()
    starts = []
    for number, line in enumerate(lines, 1):
        if found := DIRECTIVE.fullmatch(line):
            if found[1] == "case":
                starts.append((number, found[2]))
            elif found[1] not in ("expect", "expect only"):
                raise Malformed(f"{file}:{number}: unknown directive `// {found[1]}:`")
            elif not starts or starts[-1][0] != number - 1:
                raise Malformed(f"{file}:{number}: `// {found[1]}:` must be the line behind `// case: NAME`")
    if not starts:
        raise Malformed(f"{file}:1: there is no `// case: NAME`")
    preamble = "\n".join(lines[:starts[0][0] - 1]) + "\n"
    ends = [number - 1 for number, _ in starts[1:]] + [len(lines)]
    for (number, name), end in zip(starts, ends):
        if not NAME.fullmatch(name):
            raise Malformed(f"{file}:{number}: '{name}' is no name for a case: it must be one for a namespace")
        expected, only = expectation(f"{file}:{number + 1}", name, lines[number] if number < end else "")
        yield Case(file, number, name, expected, only, preamble, "\n".join(lines[number + 1:end]) + "\n")


def load(files, names=()):
    """The cases of these files that have these names; all of them if there are no names."""
    cases = {}
    for case in (c for f in files for c in cases_of(f)):
        if case.name in cases:
            raise Malformed(f"{case.place}: there is a case '{case.name}' already: {cases[case.name].place}")
        cases[case.name] = case
    if unknown := [n for n in names if n not in cases]:
        raise Malformed(f"there is no case '{unknown[0]}' in {' '.join(f.name for f in files)}")
    return [cases[n] for n in dict.fromkeys(names)] or list(cases.values())


def with_places(said):
    """Yields each error in the output of a compiler, and the (file, line) of it and of what led to it."""
    context, found = [], None
    for line in said:
        if ERROR.match(line):
            if found:
                yield found
            found, context = (line, places_in([*context, line])), []
        elif AFTER.match(line) and found:
            found = (found[0], found[1] + places_in([line]))
        elif BEFORE.match(line):
            context.append(line)
        else:
            context = []
    if found:
        yield found


def places_in(lines):
    return [(file, int(number)) for line in lines for file, number in PLACE.findall(line)[:1]]


class Compiler:
    """GCC or Clang, with queues.hpp precompiled: it is what takes long."""

    def __init__(self, name, header, out):
        self.name, self.directory = name, out / name
        self.directory.mkdir(parents=True, exist_ok=True)
        precompiled = self.directory / ("queues.hpp.gch" if name == "g++" else "queues.hpp.pch")
        (self.directory / "queues.hpp").write_text(f'#include "{header}"\n', encoding="utf-8")
        early = [] if name == "g++" else ["-fpch-instantiate-templates"]
        subprocess.run([name, *FLAGS, *early, "-x", "c++-header", self.directory / "queues.hpp", "-o", precompiled], check=True)
        self.use = [] if name == "g++" else ["-include-pch", precompiled]

    def errors(self, source):
        """The lines in which the compiler complains of a source; none if it compiles."""
        # Through standard input, so that "queues.hpp" is not the one beside the file.
        command = [self.name, *FLAGS, "-fsyntax-only", *self.use, "-x", "c++", "-"]
        done = subprocess.run(command, input=source, text=True, capture_output=True, cwd=self.directory,
                              env={**os.environ, "LC_ALL": "C"})
        if done.returncode == 0:
            return []
        said = done.stderr.splitlines()
        return [line for line in said if ERROR.match(line)] or said or [f"exit code {done.returncode}"]

    def errors_of_cases(self, cases):
        """Compiles cases of one file together; returns the errors of each case, and those that belong to none."""
        first = cases[0]
        source = f'#line 1 "{first.file}"\n{first.preamble}' + "".join(
            f"namespace {c.name} {{\n{c.located}}}\n" for c in cases)
        all_errors = ["-fno-diagnostics-show-caret"] if self.name == "g++" else ["-fno-caret-diagnostics", "-ferror-limit=0"]
        command = [self.name, *FLAGS, *all_errors, "-fsyntax-only", *self.use, "-x", "c++", "-"]
        done = subprocess.run(command, input=source, text=True, capture_output=True, cwd=self.directory,
                              env={**os.environ, "LC_ALL": "C"})
        errors, nobodys = {c.name: [] for c in cases}, []
        for line, places in with_places(done.stderr.splitlines()):
            lines = [number for file, number in places if file == str(first.file)]
            owner = next((c for c in cases for number in lines if c.line <= number <= c.last_line), None)
            (errors[owner.name] if owner else nobodys).append(line)
        return errors, nobodys


def check_controls(compiler, cases):
    """All cases without their mistakes, in one go: each in a namespace of its own."""
    first_of_file = {c.file: c for c in reversed(cases)}
    source = "".join(f'#line 1 "{f}"\n{c.preamble}' for f, c in first_of_file.items())
    source += "#define CONTROL\n"
    source += "".join(f"namespace {c.name} {{\n{c.located}}}\n" for c in cases)
    errors = compiler.errors(source)
    return "without their mistakes they must compile, but:\n  " + "\n  ".join(errors) if errors else ""


def check(compiler, case):
    """What is wrong with one case; empty if nothing is."""
    errors = compiler.errors(f'#line 1 "{case.file}"\n{case.preamble}{case.located}')
    if not errors:
        return "it must not compile, but does"
    if not any(case.expected.search(ERROR.sub(r"\1", line)) for line in errors):
        return f"no error matches /{case.expected.pattern}/:\n  " + "\n  ".join(errors)
    if case.only and len(errors) != 1:
        return f"{len(errors)} errors instead of one:\n  " + "\n  ".join(errors)
    return ""


def left_over(compiler, cases):
    """The cases of one file that must be compiled alone, as compiling all of them together did not settle them."""
    errors, nobodys = compiler.errors_of_cases(cases)

    def settled(case):
        return (any(case.expected.search(ERROR.sub(r"\1", line)) for line in errors[case.name])
                and not (case.only and (nobodys or len(errors[case.name]) != 1)))
    return [case for case in cases if not settled(case)]


def failures(cases, compilers):
    """Yields a text for each case, and for the controls of each compiler, in which something is wrong."""
    files = {}
    for case in cases:
        files.setdefault(case.file, []).append(case)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        checks = {pool.submit(check_controls, c, cases): f"controls: {c.name}" for c in compilers}
        together = [(c, pool.submit(left_over, c, of_file)) for c in compilers for of_file in files.values()]
        checks |= {pool.submit(check, c, case): f"{case.place}: {case.name}: {c.name}" for c, done in together
                   for case in done.result()}
        yield from (f"{what}: {wrong}" for done, what in checks.items() if (wrong := done.result()))


def main():
    out = pathlib.Path(sys.argv[1]).resolve()
    try:
        cases = load(sorted(HERE.glob("*.cpp")), sys.argv[3:])
    except Malformed as wrong:
        sys.exit(str(wrong))
    compilers = [Compiler(name, HERE / "queues.hpp", out) for name in sys.argv[2].split(",") if shutil.which(name)]
    if not compilers:
        print(f"skipped: no {sys.argv[2]}")
        sys.exit(77)
    count = 0
    for count, wrong in enumerate(failures(cases, compilers), 1):
        print(wrong, flush=True)
    print(f"{len(cases)} mistakes, {' and '.join(c.name for c in compilers)}: {count} failures")
    sys.exit(count != 0)


if __name__ == "__main__":
    main()
