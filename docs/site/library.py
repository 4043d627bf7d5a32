"""The public names of the library: the types of docs/names.md, and the functions that have a comment, with the header of each
and what the header says of it."""
from dataclasses import dataclass
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "tests")]
import public_names  # noqa: E402
from declarations import declarations  # noqa: E402

LAYERS = ("wire", "mmio", "queue", "verbs", "connect", "stream")
UMBRELLAS = ("queue.hpp", "verbs.hpp", "connect.hpp", "verbatim.hpp", "stream.hpp")


@dataclass(frozen=True)
class Name:
    """A public name: its namespace without `verbatim`, and all declarations of it that have the same header."""

    space: str
    name: str
    header: str  # below runtime/
    declared: tuple
    heading: str = ""  # of its section in docs/names.md

    @property
    def one(self):
        return self.declared[0]

    @property
    def full(self):
        return "::".join(part for part in ("verbatim", self.space, self.name) if part)

    @property
    def short(self):
        return f"{self.space}::{self.name}" if self.space else self.name

    @property
    def page(self):
        """The path of its page, without suffix."""
        kind = "functions" if self.one.kind == "function" else "types"
        return f"names/{kind}/{self.short.replace('::', '-')}"


class Library:
    """All declarations of the headers, and which of them are public."""

    def __init__(self, root=ROOT):
        self.root = root
        self.headers = {}
        for layer in LAYERS:
            for path in sorted([*(root / "runtime" / layer).rglob("*.hpp"), *(root / "runtime" / layer).rglob("*.ipp")]):
                text = path.read_text(encoding="utf-8").replace("VERBATIM_NET_ROOM", "with_asio")
                self.headers[path.relative_to(root / "runtime").as_posix()] = tuple(declarations(text))
        self.by_name = {}  # of classes, enumerations and aliases
        for header, found in self.headers.items():
            for one in found:
                if one.kind in ("class", "struct", "enum", "using") and (one.body or one.kind == "using"):
                    self.by_name.setdefault(one.name, []).append((header, one))
        self.types = tuple(self._types())
        self.functions = tuple(self._functions())
        self.names = {}
        for one in (*self.types, *self.functions):
            self.names.setdefault(one.name, []).append(one)
        self.includes = {name: self._included(f"verbatim/{name}", set()) for name in UMBRELLAS}

    def _types(self):
        """Every type of docs/names.md."""
        folders = {f"`verbatim/{layer}/`": (layer, "") for layer in public_names.LAYERS}
        folders |= {f"`verbatim::{space}`": (folder, space) for space, (folder, _) in public_names.OWN.items()}
        for heading, found in public_names.sections(self.root):
            folder, space = folders[re.match(r"`.*?`", heading)[0]]
            for one in found:
                header = f"{folder}/{one.header}"
                same = [d for d in self.headers[header] if d.name == one.name and d.kind not in ("function", "variable")
                        and d.namespace.removeprefix("verbatim").removeprefix("::") == space]
                same.sort(key=lambda d: (not d.body, not d.comment))
                yield Name(space, one.name, header, tuple(same[:1]), heading)

    def _functions(self):
        """Functions of public namespaces that have a comment and are not operators, by header."""
        spaces = {"": "", **{space: space for space in public_names.OWN}}
        merged = {}
        for header, found in self.headers.items():
            commented = False
            for one in found:
                space = one.namespace.removeprefix("verbatim").removeprefix("::")
                commented = bool(one.comment) or commented and not one.apart
                if one.kind == "function" and space in spaces and commented and is_plain(one):
                    merged.setdefault((space, one.name), {}).setdefault(header, []).append(one)
        for (space, name), by_header in sorted(merged.items()):
            yield Name(space, name, next(iter(by_header)), tuple(one for group in by_header.values() for one in group))

    def _included(self, header, seen):
        """All headers that a header includes, by itself or through others."""
        path = self.root / "runtime" / "include" / header
        if header not in seen and path.exists():
            seen.add(header)
            for inner in re.findall(r'#include "(verbatim/[\w/.]+)"', path.read_text(encoding="utf-8")):
                self._included(inner, seen)
        return seen

    def text(self, header):
        return (self.root / "runtime" / header).read_text(encoding="utf-8")

    def include(self, header):
        """The line that makes a header's names known, and the shortest that does so with others of its kind."""
        if header.endswith(".ipp"):
            return ["verbatim/asio.hpp", "verbatim/boost_asio.hpp"]
        around = [f"verbatim/{name}" for name in UMBRELLAS if f"verbatim/{header}" in self.includes[name]]
        return [f"verbatim/{header}", *around[:1]]

    def type_named(self, name, space):
        """The declaration behind a name as code writes it, seen from a namespace; None if it is none of ours."""
        parts = re.sub(r"^(?:typename |const |::)*", "", name).split("::")
        found = self.by_name.get(parts[-1], [])
        wanted = "::".join(["verbatim", *(part for part in parts[:-1] if part != "verbatim")])
        here = [(h, d) for h, d in found if d.body and (d.namespace.endswith("::".join(parts[:-1])) if parts[:-1] else True)]
        here.sort(key=lambda hd: (hd[1].namespace != f"verbatim::{space}" and hd[1].namespace != wanted, hd[1].namespace))
        return here[0] if here else None

    def public(self, token, space=""):
        """The public name that a word in a text or in code means, seen from a namespace; None if there is none."""
        parts = token.removeprefix("verbatim::").split("::")
        found = self.names.get(parts[-1], [])
        qualified = "::".join(parts[:-1])
        if qualified:
            found = [one for one in found if one.space == qualified or one.space.endswith(f"::{qualified}")]
        elif space:
            found = [one for one in found if one.space == space] or [one for one in found if not one.space] or found[:1]
        else:
            found = [one for one in found if not one.space] or (found if len(found) == 1 else [])
        return found[0] if found else None


def is_plain(one):
    """True of functions that callers name: neither operators nor deduction guides nor definitions of members."""
    return "operator" not in one.name and "->" not in one.plain.split("(")[0] and "::" not in name_in_place(one) \
        and not one.plain.startswith(("explicit", "overloaded(")) and " " in one.plain.split("(")[0]


def name_in_place(one):
    """The name of a function with the class before it, if it is defined outside of that."""
    found = re.search(rf"[\w:<>, ]*{re.escape(one.name)}\(", one.plain)
    return found[0].split(" ")[-1] if found else one.name
