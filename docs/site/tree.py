"""The pages of the site as Markdown: those of the repository with their links, those made from headers, and the text of every
file to which a page links."""
import os
import pathlib
import re

from library import ROOT
from name_pages import NamePages
from uses import Uses

LINK = re.compile(r"(!?\[(?:[^\[\]]|\[[^\]]*\])*\])\(([^()\s]+)\)")
CODE = re.compile(r"^```.*?^```$|`[^`\n]+`", re.S | re.M)
LANGUAGES = {".cpp": "cpp", ".hpp": "cpp", ".ipp": "cpp", ".h": "c", ".c": "c", ".py": "python", ".sh": "sh", ".yaml": "yaml",
             ".md": "markdown", ".txt": "text", ".build": "meson"}
# Pages outside of docs/.
OTHERS = {"README.md": "overview", "CONTRIBUTING.md": "contributing", "CHANGELOG.md": "changelog", "SECURITY.md": "security",
          "specs/README.md": "specs", "examples/README.md": "examples/index"}
# Pages that list the pages of their folder.
LISTS = ("decisions/index", "how-to/index")
# A page to which another page links, but not the index.
APART = ("hardware/template",)
# Folders of tests whose lines are shown where neither a page nor an example shows a name.
TESTED = ("verbs", "connect", "stream", "queue", "conformance", "emulator")
EXAMPLE_KINDS = (".cpp", ".hpp", ".c", ".sh")


class Tree:
    """`files` are the site's pages and pictures, by their path; `problems` what is wrong with the pages' links."""

    def __init__(self, library):
        self.library = library
        self.files, self.problems, self.wanted = {}, [], {}
        self.pages = {path: self._place(path) for path in self._markdown()}
        texts = {path: (ROOT / path).read_text(encoding="utf-8") for path in self.pages}
        self.programs = sorted(path for path in (ROOT / "examples").rglob("*") if path.suffix in EXAMPLE_KINDS)
        for path, text in texts.items():
            place = self.pages[path]
            text = self._rewritten(text, path)
            self.files[f"{place}.md"] = self._marked(place, self._with_links(text) if path == "docs/names.md" else text)
        self._names(texts)
        self.files["index.md"] += self._contents(texts["docs/README.md"])
        for path, place in sorted(self.wanted.items()):
            self.files.setdefault(f"{place}.md", self._source(path))
        for path in (ROOT / "docs").rglob("*.svg"):
            self.files[path.relative_to(ROOT / "docs").as_posix()] = path.read_bytes()

    def _markdown(self):
        pages = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md"))
        return [*OTHERS, *pages]

    @staticmethod
    def _place(path):
        """The path of a page on the site, without suffix."""
        inner = OTHERS.get(path) or path.removeprefix("docs/").removesuffix(".md")
        return "index" if inner == "README" else re.sub(r"README$", "index", inner)

    # Links

    def _rewritten(self, text, path):
        """A page whose links lead to pages of the site."""
        code = [found.span() for found in CODE.finditer(text)]
        return LINK.sub(lambda found: found[0] if any(begin < found.start() < end for begin, end in code)
                        else self._link(found, path), text)

    def _link(self, found, path):
        label, target = found[1], found[2]
        if re.match(r"[a-z]+:", target) or target.startswith("#"):
            return found[0]
        target, _, anchor = target.partition("#")
        place = self._place_of(os.path.normpath(os.path.join(os.path.dirname(path), target)), path)
        relative = os.path.relpath(place, os.path.dirname(self.pages[path]) or ".")
        return f"{label}({relative}{'#' + anchor if anchor else ''})"

    def _place_of(self, target, path):
        if target in self.pages:
            return f"{self.pages[target]}.md"
        if f"{target}/README.md" in self.pages:
            return f"{self.pages[f'{target}/README.md']}.md"
        file = ROOT / target
        if not file.is_file():
            self.problems.append(f"{path}: there is no file {target}")
        elif file.suffix == ".svg":
            return target.removeprefix("docs/")
        else:
            self.wanted[target] = f"source/{target}"
            return f"source/{target}.md"
        return "index.md"

    # Pages that no file of the repository is

    def _names(self, texts):
        formats = {pathlib.PurePath(place).name: f"{place}.md" for place in self.pages.values()
                   if re.match(r"layouts/(?:wqes|segments|cqes|doorbells|transports)/", place)}
        told = [(f"{self.pages[path]}.md", title_of(text), text) for path, text in texts.items()
                if not re.match(r"docs/(?:layouts/|names\.md|decisions/|README)|CHANGELOG", path)]
        names = {path: path.relative_to(ROOT).as_posix() for path in self.programs if path.suffix in (".cpp", ".hpp")}
        programs = [(f"source/{name}.md", f"`{name}`", path.read_text(encoding="utf-8")) for path, name in names.items()]
        tests = {f"source/{path}.md": path for folder in TESTED for path in sorted(
            path.relative_to(ROOT).as_posix() for path in (ROOT / "tests" / folder).rglob("*_test.cpp"))}
        uses = Uses(told, programs, [(page, f"`{path}`", (ROOT / path).read_text(encoding="utf-8")) for page, path in tests.items()])
        pages = NamePages(self.library, uses, formats)
        for name in (*self.library.types, *self.library.functions):
            self.files[f"{name.page}.md"] = pages.page(name)
        self.wanted |= {tests[page]: page.removesuffix(".md") for page in uses.shown & tests.keys()}
        for format_name, names in pages.named_by.items():
            up = "../" * formats[format_name].count("/")
            links = ", ".join(f"[`{name.short}`]({up}{name.page}.md)" for name in names)
            self.files[formats[format_name]] += f"\n## In the library\n\nThese pages name it: {links}.\n"
        lines = ["---", "orphan: true", "---", "", "# Public functions", "",
                 "This page lists the functions that belong to no class. The [public types](../names.md) have pages of their own.", "",
                 "| function | | header |", "|---|---|---|"]
        lines += [f"| [`{f.short}`](../{f.page}.md) | {pages.sentence(f)} | `{f.header}` |" for f in self.library.functions]
        self.files["names/functions.md"] = "\n".join(lines) + "\n"

    def _with_links(self, text):
        """docs/names.md, with a link from each type and function to its page. Constants have none."""
        by_place = {(one.heading, one.name): one for one in self.library.types}
        functions = {one.name: one for one in self.library.functions if not one.space}
        lines, heading = [], ""
        for line in text.splitlines():
            if line.startswith("## "):
                heading = line[3:]
            elif found := re.match(r"\| `(\w+)(\(\))?` \|", line):
                named = functions.get(found[1]) if found[2] else by_place.get((heading, found[1]))
                if named:
                    line = f"| [`{found[1]}{found[2] or ''}`]({named.page}.md) |" + line[found.end():]
            lines.append(line)
        at = next(i for i, line in enumerate(lines) if line.startswith("## "))
        lines[at:at] = ["[Functions](names/functions.md) that belong to no class have pages too.", ""]
        return "\n".join(lines) + "\n"

    def _source(self, path):
        """The page of a file that is no Markdown."""
        file = ROOT / path
        language = "meson" if file.name == "meson.build" else LANGUAGES.get(file.suffix, "text")
        return f"---\norphan: true\n---\n\n# `{path}`\n\n`````{language}\n{file.read_text(encoding='utf-8').rstrip()}\n`````\n"

    def _marked(self, place, text):
        """Pages of formats are not in the site's list of contents, which is on every page."""
        text = re.sub(r"\A<!--.*?-->\n", "", text, flags=re.S)
        if place in LISTS:
            return text + contents("", re.findall(r"\]\(([\w-]+)\.md\)", text))
        is_apart = place in APART or place.startswith("layouts/") and place != "layouts/index"
        return f"---\norphan: true\n---\n\n{text}" if is_apart else text

    def _contents(self, text):
        """The site's list of contents: the sections of docs/README.md with the pages to which they link."""
        parts = []
        seen = set()
        for section in re.split(r"^## ", text, flags=re.M)[1:]:
            title, _, rest = section.partition("\n")
            places = [self._place_of(os.path.normpath(f"docs/{target}"), "docs/README.md").removesuffix(".md")
                      for _, target in LINK.findall(rest) if not target.startswith(("http", "#"))]
            places = [place for place in dict.fromkeys(places) if place not in seen and not place.startswith("source/")]
            seen |= set(places)
            parts.append(contents(title, places))
        return "".join(parts)


def contents(caption, places):
    head = f":caption: {caption}\n" if caption else ""
    return f"\n```{{toctree}}\n:hidden:\n{head}\n" + "\n".join(places) + "\n```\n"


def title_of(text):
    found = re.search(r"^# (.+)$", text, re.M)
    return found[1] if found else "?"
