"""Reads spec files. Strict: every value knows its line, and YAML's guesses about types are never used."""
import re
from dataclasses import dataclass

import yaml


class SpecError(Exception):
    """A mistake in a spec: where it is, and what to do about it."""

    def __init__(self, where, message):
        super().__init__(f"{where}: error: {message}")


@dataclass(frozen=True)
class Node:
    path: str
    line: int

    @property
    def where(self):
        return f"{self.path}:{self.line}"

    def fail(self, message):
        raise SpecError(self.where, message)

    def text(self):
        self.fail(f"expected a word or a number, found {self.kind}")

    def items(self):
        self.fail(f"expected a list in [brackets], found {self.kind}")

    def mapping(self):
        self.fail(f"expected keys and values, found {self.kind}")


@dataclass(frozen=True)
class Scalar(Node):
    value: str
    kind = "a word or a number"

    def text(self):
        return self.value

    def number(self):
        """Decimal or 0x…; never YAML's octal 010 or sexagesimal 31:24."""
        if not re.fullmatch(r"0|[1-9][0-9]*|0x[0-9a-fA-F]+", self.value):
            self.fail(f"'{self.value}' is not a number; write it in decimal or as 0x…")
        return int(self.value, 0)

    def flag(self):
        if self.value not in ("true", "false"):
            self.fail(f"'{self.value}' is neither true nor false")
        return self.value == "true"

    def name(self):
        if not re.fullmatch(r"[a-z][a-z0-9_]*", self.value):
            self.fail(f"'{self.value}' is not a name; use lower case, digits and _")
        if self.value in CPP_KEYWORDS:
            self.fail(f"'{self.value}' is a word of C++ itself; choose another name")
        return self.value


@dataclass(frozen=True)
class Sequence(Node):
    nodes: tuple
    kind = "a list"

    def items(self):
        return self.nodes


@dataclass(frozen=True)
class Mapping(Node):
    entries: dict  # key -> (Scalar of the key, Node of the value)
    kind = "keys and values"

    def mapping(self):
        return self

    def __contains__(self, key):
        return key in self.entries

    def __getitem__(self, key):
        if key not in self.entries:
            self.fail(f"'{key}' is missing")
        return self.entries[key][1]

    def key(self, key):
        return self.entries[key][0]

    def keys(self):
        return self.entries.keys()

    def allow(self, *keys):
        for key in self.entries:
            if key not in keys:
                value = self.entries[key][1]
                if isinstance(value, Scalar) and value.value == "":
                    self.key(key).fail(f"'{key}' has no value; a text with a comma needs \"quotes\"")
                self.key(key).fail(f"unknown key '{key}'; known here: {', '.join(keys)}")


def load(path, shown_as):
    """The top-level mapping of one spec file; errors name the file as `shown_as`."""
    try:
        with open(path, encoding="utf-8") as stream:
            document = yaml.compose(stream, yaml.SafeLoader)
    except UnicodeDecodeError:
        raise SpecError(f"{shown_as}:1", "is not UTF-8 text") from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise SpecError(f"{shown_as}:{mark.line + 1}", f"is not YAML: {error.problem}") from None
    except yaml.YAMLError as error:
        raise SpecError(f"{shown_as}:1", f"is not YAML: {error}") from None
    if document is None:
        raise SpecError(f"{shown_as}:1", "is empty")
    seen = set()
    return _convert(document, shown_as, seen).mapping()


def _convert(node, path, seen):
    line = node.start_mark.line + 1
    if id(node) in seen:
        raise SpecError(f"{path}:{line}", "YAML aliases are not supported; write the value again")
    seen.add(id(node))
    if isinstance(node, yaml.ScalarNode):
        return Scalar(path, line, node.value)
    if isinstance(node, yaml.SequenceNode):
        return Sequence(path, line, tuple(_convert(item, path, seen) for item in node.value))
    entries = {}
    for key_node, value_node in node.value:
        key = _convert(key_node, path, seen)
        if key.text() in entries:
            key.fail(f"'{key.value}' is given twice")
        entries[key.value] = (key, _convert(value_node, path, seen))
    return Mapping(path, line, entries)


CPP_KEYWORDS = frozenset(
    """alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class
    compl concept const consteval constexpr constinit const_cast continue co_await co_return co_yield decltype
    default delete do double dynamic_cast else enum explicit export extern false float for friend goto if inline int
    long mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public register
    reinterpret_cast requires return short signed sizeof static static_assert static_cast struct switch template this
    thread_local throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t while xor
    xor_eq""".split())
