"""A page for each public name: its comment, the header, the members with their comments, and where it is used."""
from dataclasses import replace
import os
import re

from declarations import signature, without_angles
from library import is_plain, public_names

SPECIAL = re.compile(r"([\\<>*\[\]_|~#$])")


class NamePages:
    """`uses` finds the places where a name is used, and `formats` are the pages of docs/layouts by name."""

    def __init__(self, library, uses, formats):
        self.library, self.uses, self.formats = library, uses, formats
        self.named_by = {}  # the public names on whose pages a format is named

    def page(self, name):
        """The Markdown of a name's page."""
        page = _Page(self, name)
        return page.function() if name.one.kind == "function" else page.type()

    def sentence(self, function):
        """The first sentence of a function's comment, for the table of functions."""
        return _Page(self, function, "names/functions")._cell(public_names.sentence_of(function.one.comment.split("\n\n")[0].split("\n")))


class _Page:
    def __init__(self, pages, name, place=""):
        self.place = place or name.page
        self.library, self.uses, self.formats, self.name = pages.library, pages.uses, pages.formats, name
        self.named_by = pages.named_by
        self.shown = set()

    def type(self):
        one = self.name.one
        parts = [self._head(), self._prose(one.comment), self._include(), _code(_class_line(one))]
        members = [self._alias(one)] if one.kind == "using" else [self._members(one, self.name.header, "##")]
        bases = [self._from_base(base, header) for header, base in self._bases(one, set())]
        if any(bases):
            members += ["## Inherited", *bases]
        members += [self._free_functions(), self._users_in_signatures()]
        parts += [*members, self._formats(parts + members), self._example(), self._used()]
        return "\n\n".join(part for part in parts if part) + "\n"

    def function(self):
        parts = [self._head()]
        parts += self._function_groups(self.name.declared)
        parts += [self._include(), self._formats(parts), self._example(), self._used()]
        return "\n\n".join(part for part in parts if part) + "\n"

    # The parts of a page

    def _head(self):
        return f"---\norphan: true\n---\n\n# `{self.name.full}`"

    def _include(self):
        lines = [f"#include <{header}>" for header in self.library.include(self.name.header)]
        own, *around = lines
        text = own if not around else f"{own}\n// or, with others: {around[0]}"
        if self.name.header.endswith(".ipp"):
            text = f"{own}\n// or, for Boost.Asio: {around[0]}"
        return _code(text)

    def _members(self, one, header, level):
        """All public members: values and data as tables, types, and functions with a heading each."""
        if one.kind == "enum":
            rows = [f"| `{m.name}` | {self._cell(m.comment or self._message(m.name))} |" for m in one.members]
            return f"{level} Values\n\n| value | meaning |\n|---|---|\n" + "\n".join(rows) if rows else ""
        data = [m for m in one.members if m.kind == "variable"]
        functions = [m for m in one.members if m.kind == "function" and not m.is_declared_only]
        kinds = [m for m in one.members if m.kind not in ("variable", "function") and (m.kind != "using" or " = " in m.plain)]
        parts = []
        if data:
            rows = [f"| {_inline(_one_line(m.code))} | {self._cell(m.comment)} |" for m in data]
            parts.append(f"{level} Data\n\n| member | meaning |\n|---|---|\n" + "\n".join(rows))
        parts += self._function_groups(functions, level)
        parts += [self._nested(m, header, level) for m in kinds]
        self.shown |= {m.name for m in one.members}
        return "\n\n".join(part for part in parts if part)

    def _message(self, value):
        """The words that the message() of an enumeration has for one of its values."""
        found = re.search(rf'case {self.name.name}::{value}:\s*return ("[^;]*");', self.library.text(self.name.header))
        return "".join(re.findall(r'"([^"]*)"', found[1])) if found else ""

    def _nested(self, one, header, level):
        """A type inside a class: its own members, or those of the type for which it is another name."""
        head = f"{level} `{one.name}`"
        behind = None
        if one.kind == "using" and (found := re.match(r"using \w+ = ([\w:]+)(?:<.*>)?;", _one_line(one.plain))):
            behind = self.library.type_named(found[1], self.name.space)
        if one.body:
            behind = (header, one)
        if behind is None or not behind[1].members:
            return "\n\n".join(part for part in (head, self._prose(one.comment), _code(one.code)) if part)
        inner = behind[1]
        public = self.library.public(inner.name, self.name.space)
        is_elsewhere = public is not None and public.one is inner and public is not self.name
        comment = one.comment or ("" if is_elsewhere else inner.comment)
        listing = [f"{head}", self._prose(comment), _code(one.code if one.kind == "using" else _class_line(one))]
        rows = [f"| {_inline(m.name if inner.kind == 'enum' else _one_line(signature(m.code)))} | {self._cell(m.comment)} |"
                for m in inner.members if not m.is_declared_only]
        if is_elsewhere:
            return "\n\n".join([*[part for part in listing if part], f"See {self._link(public)}."])
        return "\n\n".join([*[part for part in listing if part], "| member | meaning |\n|---|---|\n" + "\n".join(rows) if rows else ""])

    def _function_groups(self, functions, level="##"):
        """Functions with their comments; declarations that follow one another share theirs."""
        groups = []
        for one in functions:
            if groups and not one.comment and not one.apart:
                groups[-1].append(one)
            else:
                groups.append([one])
        by_heading = {}
        bare = []
        for group in groups:
            if group[0].comment or self._heading(group) == "Constructors":
                by_heading.setdefault(self._heading(group), []).append(group)
        for group in groups:
            if group in [one for found in by_heading.values() for one in found]:
                continue
            if self._heading(group) in by_heading:
                by_heading[self._heading(group)].append(group)
            else:
                bare += group
        parts = []
        for heading, found in by_heading.items():
            parts.append(f"{level} {heading}" if self.name.one.kind != "function" else "")
            for group in found:
                parts += [_code("\n".join(_declared(one) for one in group)), self._prose(group[0].comment)]
        if bare:
            if parts and level:
                parts.append(f"{level} Also")
            parts.append(_code("\n".join(_declared(one) for one in bare)))
        return [part for part in parts if part]

    def _heading(self, group):
        names = dict.fromkeys(one.name for one in group)
        if all(name.startswith("operator") for name in names):
            return f"`{next(iter(names))}`"
        if any(one.is_constructor for one in group):
            return "Constructors"
        return ", ".join(f"`{name}()`" for name in names if not name.startswith("operator"))

    def _alias(self, one):
        """The members of the type for which a name stands."""
        code = _one_line(one.plain)
        found = re.match(r"using \w+ = ([\w:]+)|using ([\w:]+);", code)
        target = (found[1] or found[2]) if found else ""
        public = self.library.public(target, self.name.space)
        if public and public is not self.name:
            return f"Its members are those of {self._link(public)}."
        behind = self.library.type_named(target, self.name.space) if target else None
        return self._members(behind[1], behind[0], "##") if behind and behind[1] is not one else ""

    def _bases(self, one, seen):
        """(header, declaration) of each base class, theirs too, that is declared in our headers."""
        code = without_angles(_class_line(one).replace("::", "\0"))
        if " : " not in re.sub(r"\s+", " ", code) or one.kind == "enum":
            return
        for base in re.split(r",", re.sub(r"\s+", " ", code).split(" : ", 1)[1].rstrip("; ")):
            name = re.sub(r"^(?:public|virtual|private|protected) ", "", base.strip()).replace("\0", "::")
            found = self.library.type_named(name, self.name.space)
            if found and found[1].name not in seen and "private" not in base:
                seen.add(found[1].name)
                yield found
                yield from self._bases(found[1], seen)

    def _from_base(self, base, header):
        public = self.library.public(base.name, self.name.space)
        if public and public.one is base:
            names = dict.fromkeys(f"`{m.name}()`" if m.kind == "function" else f"`{m.name}`" for m in base.members
                                  if not m.is_declared_only and m.name != base.name and m.name not in self.shown)
            self.shown |= {m.name for m in base.members}
            return f"From {self._link(public)}: {', '.join(names)}." if names else f"The base class is {self._link(public)}."
        told = tuple(m for m in base.members if m.comment and m.name not in self.shown and m.name != base.name
                     and not re.search(r"\bvirtual\b|\boverride\b", m.code))
        return self._members(replace(base, members=told), header, "###")

    def _free_functions(self):
        """Functions beside the type in its header that have no page of their own: `name(x)` and the like."""
        mention = re.compile(rf"\b{self.name.name}\b")
        found = [one for one in self.library.headers[self.name.header]
                 if one.kind == "function" and is_plain(one) and one.namespace == self.name.one.namespace
                 and mention.search(re.sub(rf"\b{re.escape(one.name)}\(", "(", signature(one.code)))]
        groups = self._function_groups(found, "###")
        return "\n\n".join(["## Functions", *groups]) if groups else ""

    def _users_in_signatures(self):
        """The functions whose pages show the type."""
        space = f"(?:{self.name.space}::)?" if self.name.space else "(?<!:)"
        mention = re.compile(rf"(?<!\w){space}{self.name.name}\b")
        found = [f for f in self.library.functions if f.space == self.name.space and f.header != self.name.header
                 and any(mention.search(signature(one.code)) for one in f.declared)]
        return "Functions with it: " + ", ".join(self._link(f) for f in found) + "." if found else ""

    def _formats(self, parts):
        """The pages of formats that are named on this page."""
        text = "\n".join(part for part in parts if part)
        code = "\n".join(re.findall(r"```cpp\n(.*?)```", text, re.S)) + "\n".join(re.findall(r"`([^`\n]+)`", text))
        words = set(re.findall(r"\w+", code))
        found = [name for name in sorted(self.formats)
                 if name in words and (name not in SHORT or re.search(rf"<(?:verbatim::)?{name}[,>]", code))]
        for name in found:
            self.named_by.setdefault(name, []).append(self.name)
        return "## Formats\n\n" + ", ".join(f"[`{name}`]({self._relative(self.formats[name])})" for name in found) if found else ""

    def _example(self):
        found, with_ = self.uses.example(self.name), ""
        if not found and self.name.one.kind != "function":
            found, with_ = self._example_of_a_neighbour()
        return f"## Example\n\n{with_}{_code(found[1].rstrip())}\n\nFrom [{found[2]}]({self._relative(found[0])})." if found else ""

    def _example_of_a_neighbour(self):
        """The example of a function that takes or returns the type, and its introduction: code seldom names the types of options and
        results. Members of classes, whose names are more common, come last."""
        space = f"(?:{self.name.space}::)?" if self.name.space else "(?<!:)"
        mention = re.compile(rf"(?<!\w){space}{self.name.name}\b")
        for other in self.library.functions:
            if other.space == self.name.space and all(mention.search(signature(one.code)) for one in other.declared):
                if found := self.uses.example(other):
                    return found, f"With {self._link(other)}:\n\n"
        users = [(other, member) for other in self.library.types if other.space == self.name.space and other is not self.name
                 for member in other.one.members if mention.search(_one_line(signature(member.code)))]
        for other, member in users:
            whole = member.is_constructor or member.kind == "using"
            found = self.uses.example(other) if whole else self.uses.member(other, member)
            if found:
                return found, f"With {self._link(other)}:\n\n"
        for other in self._alike():
            if found := self.uses.example(other):
                return found, f"With {self._link(other)}:\n\n"
        return None, ""

    def _alike(self):
        """The public types that are the same as this one, a case of it, or derived from it."""
        own = self.name.one.plain.partition("=")[2] if self.name.one.kind == "using" else ""
        mention = re.compile(rf"\b{self.name.name}\b")
        for other in self.library.types:
            behind = other.one.plain.partition("=")[2] if other.one.kind == "using" else _class_line(other.one).partition(" : ")[2]
            if other is not self.name and (mention.search(behind) and other.space == self.name.space
                                           or other.space == self.name.space and re.search(rf"\b{other.name}\b", own)):
                yield other

    def _used(self):
        found = self.uses.places(self.name)
        return "## Used in\n\n" + "\n".join(f"* [{title}]({self._relative(path)})" for path, title in found) if found else ""

    # Text

    def _relative(self, path):
        return os.path.relpath(path, os.path.dirname(self.place))

    def _link(self, name):
        return f"[`{name.short}`]({self._relative(name.page)}.md)"

    def _cell(self, comment):
        return self._line(" ".join(comment.split()), in_cell=True)

    def _prose(self, comment):
        """A comment as Markdown. Indented lines of it are code."""
        blocks, code = [], []
        for line in [*comment.splitlines(), ""]:
            is_code = line.startswith("  ") or code and not line
            if code and not is_code:
                blocks += [_code("\n".join(code).rstrip()), ""]
                code = []
            if is_code:
                code.append(line[2:])
            else:
                blocks.append(line)
        if any(line.strip() for line in code):
            blocks.append(_code("\n".join(code).rstrip()))
        text = "\n".join(blocks).strip()
        pieces = re.split(r"(```cpp\n.*?```)", text, flags=re.S)
        return "".join(piece if piece.startswith("```") else self._line(piece) for piece in pieces)

    def _line(self, text, in_cell=False):
        """A line of a comment: what Markdown would take for its own is escaped, and public names are links."""
        out = []
        for i, piece in enumerate(text.split("`")):
            if i % 2:
                span = f"`{' '.join(piece.split())}`"
                span = span.replace("|", "\\|") if in_cell else span
                public = self._named(re.sub(r"<.*>$", "", piece)) if re.match(r"[\w:]+(?:<.*>|\(\))?$", piece) else None
                out.append(f"[{span}]({self._relative(public.page)}.md)" if public and public is not self.name else span)
            else:
                out.append(re.sub(r"(?:\w+::)*\w+(?:\(\))?|[^\w]", lambda found: self._token(found[0]), piece))
        return re.sub(r"(?m)^\\\* ", "* ", re.sub(r"(?m)^([%+-])", r"\\\1", "".join(out)))

    def _named(self, token):
        """The public name that a word of a text means. A word of English means none."""
        token = token.removesuffix("()")
        if "_" not in token and "::" not in token:
            return None
        found = self.library.public(token, self.name.space)
        return found or (self.library.public(token.rpartition("::")[0], self.name.space) if "::" in token else None)

    def _token(self, token):
        public = self._named(token)
        if public and public is not self.name:
            return f"[`{token}`]({self._relative(public.page)}.md)"
        return SPECIAL.sub(r"\\\1", token)


# Names of transports are words of other things too.
SHORT = ("rc", "uc", "ud", "xrc", "dci", "send", "copy", "dump", "nop", "tso")


def _code(text):
    return f"```cpp\n{text}\n```" if text else ""


def _inline(code):
    return f"`{code}`".replace("|", "\\|")


def _one_line(code):
    return re.sub(r"\s+", " ", re.sub(r"//[^\n]*", "", code)).strip()


def _declared(one):
    text = re.sub(r"\n\s*\n", "\n", signature(one.code)).rstrip()
    return text if text.endswith(";") else text + ";"


def _class_line(one):
    """The head of a class or enumeration, without its body."""
    code = re.sub(r"//[^\n]*\n", "\n", one.code).rstrip()
    return code if code.endswith(";") else code + ";"
