"""Lists the public names of the library in docs/names.md, each with its sentence.

    public_names.py ROOT [--write]

A public type is a class, struct, enum or alias in namespace verbatim itself or in one of OWN, in a header that is
written by hand. A public function or constant is one of namespace verbatim itself that is no operator; overloads in a
header share a row. The test fails if the page is not what the headers say, if a name has no sentence, or if namespace
verbatim has more types than MOST. With --write the page is written.

It also fails if an enum that a program meets cannot be printed: a header has an operator<< for it, and a function name(),
message() or meaning(). CHOICES are those that only a program sets.
"""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "docs/site"))
from declarations import declarations  # noqa: E402

# The number may only go down: a reader has to learn these.
MOST = 150

LAYERS = {
    "wire": "Memory keys",
    "queue": "Queues, builders and completions: no device, no rdma-core",
    "verbs": "Devices, memory, queue pairs and completion queues",
    "connect": "Paths",
}
# Namespaces of their own, which a program meets only if it uses what they are for, and the folder of each.
OWN = {
    "stream": ("stream", "Operations that are awaited"),
    "stream::with_asio": ("stream/asio", "The same with Asio; `with_boost_asio` has the same names"),
    "exchange": ("connect/exchange", "The exchange of endpoints"),
    "counting": ("queue/base", "Counters of queues"),
    "logging": ("verbs/base", "Messages of the control plane"),
    "cm": ("connect/cm", "Connections by rdma_cm"),
    "subnet": ("connect/subnet", "The subnet administrator"),
    "gpu": ("queue/gpu", "Posting from a GPU"),
}
PAGE = "docs/names.md"
HEAD = """# Public names

<!-- Written by `tests/public_names.py . --write` from the comments in the headers. -->

This page lists the types that a program meets, by layer, and the functions and constants that belong to no
class, with the header that declares each. Namespace `verbatim` has {types} types, {functions} functions and
{constants} constants. Functions of one name are counted once. The [formats](layouts/README.md), whose types
are generated, have pages of their own. Names in `verbatim::detail` and in other namespaces that are not on
this page are internal.
"""

# Enums whose values a program passes to the library, and never gets from it.
CHOICES = {
    "policies of queues": {"cqe_owner", "cross_channel", "dci_streams", "ordering", "posting", "register_memory", "ring_end",
                           "ringers", "signaling", "wqe_table", "counters"},
    "formats of completion queues": {"cqe_compression", "mini_cqe_format", "recv_counter", "wc_field"},
    "options": {"advise_mode", "cancel_kind", "huge_pages", "kind", "ownership", "receive_from", "reversal", "wait_mode",
                "window_type"},
}
ENUM = re.compile(r"^enum class (\w+)", re.M)

OPEN = re.compile(r"namespace ([\w:]+)? ?\{")
TYPE = re.compile(r"(class|struct|enum class|enum|using) (?:\[\[.*?\]\] |alignas\(\w+\) )?(\w+)(?: final)?( [:={]|$)")
BROUGHT_IN = re.compile(r"(using) \w+::(\w+)(;)")


class Named:
    """A type, a function or a constant, and where it is declared."""

    def __init__(self, name, header, sentence, kind="type"):
        self.name, self.header, self.sentence, self.kind = name, header, sentence, kind

    @property
    def row(self):
        shown = f"{self.name}()" if self.kind == "function" else self.name
        return f"| `{shown}` | {self.sentence.replace('|', chr(92) + '|')} | `{self.header}` |"


def sentence_of(comment):
    """The first sentence of a doc comment."""
    text = " ".join(comment)
    end = re.search(r"(?<!e\.g)(?<!i\.e)\.(?= |$)|:(?= *$)", text)
    return text[:end.end()].rstrip(":.") if end else text.strip()


def types_of(path, header, namespace):
    """The types that a header declares in the namespace itself."""
    namespaces, comment = [], []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("///"):
            comment.append(line[3:].strip())
            continue
        line = line.replace("VERBATIM_NET_ROOM", "with_asio")
        if opened := OPEN.match(line):
            namespaces.append(opened[1])
        elif line.startswith("}  // namespace"):
            namespaces.pop()
        elif namespaces == [namespace] and (found := TYPE.match(line) or BROUGHT_IN.match(line)):
            paragraph = comment[:comment.index("")] if "" in comment else comment
            yield Named(found[2], header, sentence_of(paragraph))
        if not line.startswith(("template", "requires", "[[")) and not line.startswith(" "):
            comment = []


def types(folder, namespace):
    """The types of a namespace that the headers of a folder declare, by name."""
    found = {}
    for path in sorted([*folder.rglob("*.hpp"), *folder.rglob("*.ipp")]):
        for one in types_of(path, path.relative_to(folder).as_posix(), namespace):
            found.setdefault(one.name, one)  # with assertions and without, a type is declared twice
    return [found[name] for name in sorted(found)]


def without_type(folder):
    """The functions and constants of namespace verbatim that the headers of a folder declare, by name and header."""
    found = {}
    for path in sorted(folder.rglob("*.hpp")):
        header = path.relative_to(folder).as_posix()
        for one in declarations(path.read_text(encoding="utf-8")):
            is_guide = one.plain.startswith(f"{one.name}(")
            if one.namespace != "verbatim" or one.kind not in ("function", "variable") or "operator" in one.name or is_guide:
                continue
            sentence = sentence_of(one.comment.split("\n\n")[0].split("\n"))
            same = found.setdefault((one.name, header), Named(one.name, header, sentence, one.kind))
            same.sentence = same.sentence or sentence
    return [found[key] for key in sorted(found)]


def sections(root):
    """The heading of each section of the page, and its types."""
    for layer, about in LAYERS.items():
        yield f"`verbatim/{layer}/`: {about}", types(root / "runtime" / layer, "verbatim")
    for namespace, (folder, about) in OWN.items():
        found = types(root / "runtime" / folder, f"verbatim::{namespace}")
        yield f"`verbatim::{namespace}`, in `verbatim/{folder}/`: {about}", found


def counted(by_layer, types_of_layers):
    """The numbers of names in namespace verbatim."""
    names = {kind: {one.name for found in by_layer.values() for one in found if one.kind == kind} for kind in ("function", "variable")}
    return {"types": types_of_layers, "functions": len(names["function"]), "constants": len(names["variable"])}


def enums(root):
    """The enums outside of `detail` and of classes, with their header, and the text of all headers."""
    found, code = [], []
    for folder in [root / "runtime/mmio", *(root / "runtime" / layer for layer in LAYERS), root / "runtime/stream"]:
        for path in sorted(folder.rglob("*.hpp")):
            text = path.read_text(encoding="utf-8")
            code.append(text)
            inside = []
            for line in text.splitlines():
                if opened := OPEN.match(line):
                    inside.append(opened[1] or "")
                elif line.startswith("}  // namespace"):
                    inside.pop()
                elif (enum := ENUM.match(line)) and "detail" not in "::".join(inside).split("::") and enum[1] != "rank":
                    found.append((enum[1], path.relative_to(root).as_posix()))
    return found, "\n".join(code)


def not_printed(root):
    """Yields the complaints about the printing of enums."""
    found, code = enums(root)
    choices = set().union(*CHOICES.values())
    for name, header in found:
        named = re.search(rf"\b(name|message|meaning)\((?:\w+::)*{name} ", code) or name in ("access", "odp_operations")  # flags
        printed = re.search(rf"operator<<\(std::(?:basic_)?ostream[^)]*[ ,](?:\w+::)*{name} \w+\)", code)
        if name not in choices and not (named and printed):
            yield f"{header}: '{name}' cannot be printed: give it name() and operator<<, or list it in CHOICES of {__file__}"
        if name in choices and printed:
            yield f"{header}: '{name}' can be printed: take it out of CHOICES of {__file__}"
    for name in sorted(choices - {one for one, _ in found}):
        yield f"there is no enum '{name}': take it out of CHOICES of {__file__}"
    if len(found) < 40:
        yield f"only {len(found)} enums were found"


def page(by_heading, by_layer, counts):
    """The text of the page. The first headings are those of the layers, in their order."""
    lines = [HEAD.format(**counts)]
    others = [*by_layer.values()]
    for number, (heading, found) in enumerate(by_heading.items()):
        lines += [f"## {heading}", "", "| type | | header |", "|---|---|---|", *(one.row for one in found), ""]
        if number < len(others) and others[number]:
            lines += ["| function or constant | | header |", "|---|---|---|", *(one.row for one in others[number]), ""]
    return "\n".join(lines)


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    by_heading = dict(sections(root))
    by_layer = {layer: without_type(root / "runtime" / layer) for layer in LAYERS}
    types_everywhere = [one for found in by_heading.values() for one in found]
    everything = types_everywhere + [one for found in by_layer.values() for one in found]
    count = sum(len(found) for found in list(by_heading.values())[:len(LAYERS)])
    counts = counted(by_layer, count)
    text = page(by_heading, by_layer, counts)
    if "--write" in sys.argv[2:]:
        (root / PAGE).write_text(text, encoding="utf-8")
    wrong = [f"{one.header}: '{one.name}' has no doc comment" for one in everything if not one.sentence]
    wrong += not_printed(root)
    if count > MOST:
        wrong.append(f"{count} types in namespace verbatim, at most {MOST}: move what users do not meet elsewhere")
    if not (root / PAGE).exists() or (root / PAGE).read_text(encoding="utf-8") != text:
        wrong.append(f"{PAGE} is not what the headers say: run `tests/public_names.py . --write`")
    print("\n".join(wrong) or f"{count} types, {counts['functions']} functions and {counts['constants']} constants in namespace "
          f"verbatim, {len(types_everywhere) - count} types in namespaces of their own")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
