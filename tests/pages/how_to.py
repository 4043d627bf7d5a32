"""The pages of docs/how-to: documents.py compiles their lines into one program, runs the lines of each page on the emulated
device, and compares what they print with what the page shows.

A page has a block "```cpp", whose lines come into the frame that docs/how-to/README.md shows, and a block
"```text output [OPTION...]" with what they print, with an ellipsis for what differs from run to run. The options are those of
the emulator. Lines that begin with "verbatim-emulator:" are what the device says. A page whose lines are those of an example
("```cpp examples/NAME.cpp") has no output: links.py finds the lines there, and the tests run the example."""
import os
import re
import subprocess
import sys

FOLDER = "docs/how-to"
PLACE = "  // the lines of a page\n"
BLOCK = re.compile(r"^```(cpp|text output)([^\n]*)\n(.*?)^```$", re.M | re.S)
DEVICE = "verbatim-emulator:"
LEAST = 20  # pages


class Page:
    """The lines of a page, and what they print; both are empty if the lines are those of an example."""

    def __init__(self, path):
        text = path.read_text(encoding="utf-8")
        blocks = [(found[1], found[2].split(), found[3], text[:found.start(3)].count("\n") + 1) for found in BLOCK.finditer(text)]
        self.name = path.stem
        self.code, self.shown, self.options, self.line = "", "", [], 0
        own = [block for block in blocks if block[0] == "cpp" and not block[1]]
        output = [block for block in blocks if block[0] == "text output"]
        if len(own) != len(output) or len(own) > 1 or not blocks:
            sys.exit(f"{FOLDER}/{path.name} has {len(own)} blocks of lines, and {len(output)} of output: one of each, or an example")
        for _, _, self.code, self.line in own:
            _, self.options, self.shown, _ = output[0]

    @property
    def function(self):
        return "page_" + self.name.replace("-", "_")


def pages_of(root):
    """The pages but for README.md, which leads to each of them."""
    index = (root / FOLDER / "README.md").read_text(encoding="utf-8")
    pages = [Page(path) for path in sorted((root / FOLDER).glob("*.md")) if path.name != "README.md"]
    lost = [page.name for page in pages if f"({page.name}.md)" not in index]
    if lost or len(pages) < LEAST:
        sys.exit(f"{FOLDER} has {len(pages)} pages, at least {LEAST}; README.md does not lead to: {', '.join(lost) or 'none'}")
    return pages


def program(root, pages):
    """The text of a program that runs the lines of the page that its argument names."""
    index = (root / FOLDER / "README.md").read_text(encoding="utf-8")
    frame = next(found[3] for found in BLOCK.finditer(index) if PLACE in found[3])
    head, _, body = frame.partition("int main() ")
    before, _, behind = body.partition(PLACE)
    pages = [page for page in pages if page.code]
    functions = [f'int {page.function}() {before}\n#line {page.line} "{FOLDER}/{page.name}.md"\n{page.code}\nreturn 0;\n{behind}'
                 for page in pages]
    choice = "\n".join(f'  if (name == "{page.name}") return {page.function}();' for page in pages)
    return (f"{head}#include <string_view>\n\n" + "\n".join(functions)
            + f"\nint main(int, char** arguments) {{\n  const std::string_view name = arguments[1];\n{choice}\n  return 2;\n}}\n")


def pattern(lines):
    """A regular expression of shown lines."""
    return "\n".join(".*".join(re.escape(part.strip()) for part in line.split("…")) for line in lines)


def mistake(page, built, launcher):
    """The difference between the output of a page and what the page shows, in words; an empty text if there is none."""
    command = [launcher, "--fabric", f"how-to-{os.getpid()}", *page.options, built, page.name]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    lines = page.shown.splitlines()
    said = [line for line in lines if line.startswith(DEVICE)]
    printed = "\n".join(line.strip() for line in done.stdout.splitlines())
    good = re.fullmatch(pattern(line for line in lines if line not in said), printed, re.S)
    good = good and all(re.search(pattern([line]), done.stderr) for line in said) and bool(said) == bool(done.stderr)
    if good and done.returncode == 0:
        return ""
    return f"{FOLDER}/{page.name}.md shows\n{page.shown}but the end is {done.returncode}, and the output\n{done.stdout}{done.stderr}"


def compare(pages, built, launcher):
    """Runs the lines of all pages."""
    if wrong := [text for page in pages if page.code and (text := mistake(page, built, launcher))]:
        sys.exit("\n".join(wrong))
    return sum(1 for page in pages if page.code)
