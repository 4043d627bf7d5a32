"""Reads spec files. Strict: every value knows its line, and YAML's guesses about types are never used."""
import difflib
import re
from dataclasses import dataclass

import yaml


class SpecError(Exception):
    """A mistake in a spec: where it is, and what to do about it."""

    def __init__(self, where, message):
        super().__init__(f"{where}: error: {message}")


@dataclass(frozen=True)
class Node:
    """A value in a spec. Which kind is expected is for the reader to say: by text(), number(), items()..."""

    path: str
    line: int

    @property
    def where(self):
        return f"{self.path}:{self.line}"

    def fail(self, message):
        raise SpecError(f"{self.path}:{self.line}", message)

    def unknown(self, complaint, word, known, remedy="", there="there are"):
        """Refuses a word that is none of `known`: says which there are, and which one is spelled alike."""
        alike = difflib.get_close_matches(word, known, n=1, cutoff=0.65)
        guess = f"did you mean '{alike[0]}'? " if alike else ""
        choices = f"{there} {', '.join(known) or 'none'}"
        self.fail(f"{complaint}; {guess}{choices}{'; ' if remedy else ''}{remedy}")

    def text(self):
        self.fail(f"expected a word, a number or a text here, found {self.kind}")

    def items(self):
        self.fail(f"expected a list in [brackets] here, found {self.kind}")

    def mapping(self):
        self.fail(f"expected keys with values here, found {self.kind}")

    def number(self):
        """Decimal or 0x…; never YAML's octal 010 or sexagesimal 31:24."""
        text = self.text()
        if not re.fullmatch(r"0|[1-9][0-9]*|0x[0-9a-fA-F]+", text):
            self.fail(f"'{text}' is not a number; write it in decimal or as 0x…")
        if self.quoted:
            self.fail(f"'{text}' is a text because of its quotes; write the number without them")
        return int(text, 0)

    def flag(self):
        if self.text() not in ("true", "false") or self.quoted:
            self.fail(f"'{self.text()}' is neither true nor false; write one of these, without quotes")
        return self.text() == "true"

    def name(self):
        """Something that becomes a name in C++."""
        text = self.text()
        if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", text):
            self.fail(f"'{text}' is not a name; use lower-case words and digits, joined by single _")
        if text in CPP_WORDS:
            self.fail(f"'{text}' means something in C++ itself; choose another name")
        return text

    def vendor_name(self):
        """A struct or a member of the vendor's header."""
        if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", self.text()):
            self.fail(f"'{self.text()}' is not a name of the vendor's header; write one C identifier")
        return self.text()

    def vendor_member(self):
        """A member, or a member of a member, as C writes it."""
        if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*", self.text()):
            self.fail(f"'{self.text()}' is not a member of a vendor's struct; write it as C does: member, or member.inner")
        return self.text()

    def vendor_constant(self):
        if not re.fullmatch(r"[A-Z][A-Z0-9_]*( >> [1-9][0-9]*)?", self.text()):
            self.fail(f"'{self.text()}' is not a constant of the vendor's header; write NAME, or NAME >> bits")
        return self.text()

    def sentence(self, key="doc"):
        """A doc, or what is uncertain."""
        if re.search(r"\b(TODO|TBD|FIXME)\b", self.text()):
            self.fail(f"{key} says nothing yet; write one sentence")
        if not self.text().endswith("."):
            self.fail(f"{key} is one sentence; end it with a full stop")
        return self.text()

    def reference(self):
        """A source."""
        if re.search(r"\b(TODO|TBD|FIXME)\b", self.text()):
            self.fail("source names nothing yet; name the document or struct that a reviewer should open")
        if self.text().endswith("."):
            self.fail("source names a document and is no sentence; drop the full stop")
        return self.text()


@dataclass(frozen=True)
class Scalar(Node):
    value: str
    quoted: bool
    kind = "a text"

    def text(self):
        if not self.value.strip():
            self.fail("there is no value here; write one, or remove the key")
        if "\n" in self.value:
            self.fail("this text has several lines; write it on one")
        return self.value.strip()


@dataclass(frozen=True)
class Sequence(Node):
    nodes: tuple
    kind = "a list"

    def items(self):
        return self.nodes


@dataclass(frozen=True)
class Mapping(Node):
    entries: dict  # key -> (Scalar of the key, Node of the value)
    kind = "keys with values"

    def mapping(self):
        return self

    def __contains__(self, key):
        return key in self.entries

    def __getitem__(self, key):
        if key not in self.entries:
            self.fail(f"'{key}' is missing; {MISSING[key]}")
        return self.entries[key][1]

    def __iter__(self):
        """Key and value of every entry, in the order in which they are written."""
        return iter(self.entries.values())

    def key(self, key):
        return self.entries[key][0]

    def allow(self, *known):
        for key, value in self:
            if key.value not in known:
                if isinstance(value, Scalar) and not value.value:
                    key.fail(f"'{key.value}' has no value; if it belongs to the text before it, that needs \"quotes\"")
                key.unknown(f"unknown key '{key.value}'", key.value, known, there="known here:")


def load(path, shown_as):
    """The top-level mapping of one spec file; errors name the file as `shown_as`."""
    text = _characters(path, shown_as)
    try:
        try:
            documents = _documents(text, QUICK_LOADER, shown_as)
        except yaml.MarkedYAMLError:
            documents = _documents(text, yaml.SafeLoader, shown_as)  # whose errors have the words of NOT_YAML
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        remedy = next(remedy for problem, remedy in NOT_YAML if problem in error.problem)
        raise SpecError(f"{shown_as}:{mark.line + 1}", f"is not YAML: {error.problem}; {remedy}") from None
    if not documents:
        raise SpecError(f"{shown_as}:1", "is empty; describe something, or remove the file")
    if len(documents) > 1:
        documents[1].fail("begins a second document; write it into a file of its own")
    return documents[0].mapping()


def _documents(text, loader, shown_as):
    events = yaml.parse(text, loader)
    return [_node(event, events, shown_as) for event in events if isinstance(event, yaml.NodeEvent)]


def _characters(path, shown_as):
    encoded = path.read_bytes()
    try:
        text = encoded.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = encoded.count(b"\n", 0, error.start) + 1
        raise SpecError(f"{shown_as}:{line}", "is not UTF-8 text; save the file as UTF-8") from None
    unprintable = yaml.reader.Reader.NON_PRINTABLE.search(text)
    if unprintable:
        line = text.count("\n", 0, unprintable.start()) + 1
        raise SpecError(f"{shown_as}:{line}", f"has the unprintable character U+{ord(unprintable[0]):04X}; remove it")
    return text


def _node(event, events, path):
    """The node that begins with `event`; takes what belongs to it from `events`."""
    line = event.start_mark.line + 1
    if event.anchor:
        Node(path, line).fail(f"anchors and aliases (here '{event.anchor}') are not read; write the value again")
    if event.tag:
        Node(path, line).fail(f"tags (here '{event.tag}') are not read; write the value alone")
    if isinstance(event, yaml.ScalarEvent):
        return Scalar(path, line, event.value, quoted=bool(event.style))
    if isinstance(event, yaml.SequenceStartEvent):
        return Sequence(path, line, tuple(_children(events, path)))
    entries, children = {}, _children(events, path)
    for key, value in zip(children, children):
        if key.text() in entries:
            key.fail(f"'{key.text()}' is given twice; remove one of the two")
        entries[key.text()] = (key, value)
    return Mapping(path, line, entries)


def _children(events, path):
    for event in events:
        if isinstance(event, yaml.CollectionEndEvent):
            return
        yield _node(event, events, path)


# libyaml's parser takes a fifth of the time, where PyYAML was built with it.
QUICK_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

MISSING = {
    "doc": "say in one sentence what it is",
    "source": "name the document or struct that a reviewer should open",
    "size": "give the size in bytes",
    "fields": "describe every bit",
    "at": "give the offset of the word in bytes",
    "bits": "give the first and the last bit, as in [31, 24]",
    "width": "give the width in bits",
    "attribute": "give the number of the record in management datagrams",
    "bit": "give the first bit, counted from the highest bit of the first byte",
    "component": "give the bit of the field in the mask of a request",
    "values": "list the enumerators",
    "value": "give the enumerator's number",
    "opcode": "name an enumerator of 'opcode' in specs/enums/, or give the number of a command",
    "begin": "give the verb that begins the chain, or verb.qualifier",
    "transports": "list the transports that carry it",
    "segments": "list the segments in wire order",
    "length_in": "name the field that takes the length, as segment.field",
    "call": "name the builder's step",
    "syndrome": "name an enumerator of 'cqe_syndrome' in specs/enums/",
    "vendor": "give the vendor syndrome's number",
    "types": "list the types of queue pairs",
    "transitions": "list its state changes",
    "from": "list the states that it leads from",
    "to": "name the state that it leads to",
}

NOT_YAML = (
    ("'\\t'", "indent with spaces, not with tabs"),
    ("mapping values are not allowed", "a text with a colon needs \"quotes\""),
    ("", "look at the brackets, quotes and indentation here and above"),
)

CPP_WORDS = frozenset(
    """alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class
    compl concept const consteval constexpr constinit const_cast continue co_await co_return co_yield decltype
    default delete do double dynamic_cast else enum explicit export extern false float for friend goto if inline int
    long mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public register
    reinterpret_cast requires return short signed sizeof static static_assert static_cast struct switch template this
    thread_local throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t while xor
    xor_eq assert errno linux offsetof stderr stdin stdout unix""".split())
