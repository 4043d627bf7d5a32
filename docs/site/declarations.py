"""Reads the declarations of a header, with their doc comments. clang-format has laid the headers out, so a scan for brackets
and comments is enough; names are not looked up."""
from dataclasses import dataclass, field, replace
import re

TYPE = re.compile(r"(?:template ?<.*?>\s+)?(class|struct|enum class|enum|using)\s+(?:\[\[.*?\]\] |alignas\(\w+\) )?(\w+)", re.S)
LABEL = re.compile(r"(public|private|protected):$")
LITERAL = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|//[^\n]*|/\*.*?\*/', re.S)
NAMESPACE = re.compile(r"(?:inline )?namespace ?([\w:]*)\s*$")
PAIRS = {"(": ")", "[": "]", "{": "}"}


@dataclass(frozen=True)
class Declaration:
    """One declaration. `comment` is the text of its doc comment, `body` what stands in its braces, and `apart` is false
    if it follows the declaration before it without an empty line, and so shares its comment."""

    code: str
    comment: str = ""
    body: str = ""
    apart: bool = True
    label: str = ""
    namespace: str = ""
    members: tuple = field(default=(), compare=False)

    @property
    def kind(self):
        """class, struct, enum, using, function or variable."""
        if found := TYPE.match(self.plain):
            return found[1].split()[0]
        return "function" if "(" in without_angles(self.plain.split(" = ")[0]) else "variable"

    @property
    def plain(self):
        """The code on one line, without its template heads and constraints in front."""
        code = re.sub(r"\s+", " ", self.code)
        while found := re.match(r"template ?<", code):
            code = code[end_of_angles(code, found.end() - 1):].lstrip()
        code = re.sub(r"^(?:\[\[.*?\]\] )+", "", code)
        return re.sub(r"^requires (?:\((?:[^()]|\([^()]*\))*\)|[\w:<>, ]+?>) ?", "", code)

    @property
    def is_constructor(self):
        before = self.plain.split("(")[0]
        return self.kind == "function" and re.fullmatch(rf"(?:(?:constexpr|explicit|inline) )*{re.escape(self.name)}", before) is not None

    @property
    def is_declared_only(self):
        """True of destructors, of copies and moves, and of functions that have the usual meaning or are not there."""
        copied = rf"\((?:const )?{re.escape(self.name)}&&?(?: \w+)?\)"
        return (self.name.startswith("~") or self.name == "operator=" or bool(re.search(r"= (?:delete|default);?$", self.plain))
                or self.is_constructor and bool(re.search(copied, self.plain)))

    @property
    def name(self):
        if found := TYPE.match(self.plain):
            return found[2] if not re.match(r"using \w+::", self.plain) else re.search(r"(\w+)\W*$", self.plain)[1]
        plain = without_angles(self.plain)
        if "operator" in plain:
            return re.search(r"operator ?(?:\(\)|[^\s(]+|[\w ]+)", plain)[0]
        if self.kind == "function":
            return re.search(r"(~?\w+) ?\($|(~?\w+) ?\(", plain[:plain.index("(") + 1])[0][:-1].strip()
        found = re.search(r"(\w+)(?:\[\w*\])? ?(?:=|\{|;|:(?!:)|$)", plain.replace("::", " "))
        return found[1] if found else plain


def without_angles(code):
    """The code without the arguments of templates."""
    out, depth = [], 0
    for at, letter in enumerate(code):
        if letter == "<" and at and (code[at - 1].isalnum() or code[at - 1] == "_") and "operator" not in code[max(0, at - 9):at]:
            depth += 1
        elif letter == ">" and depth and code[at - 1] != "-":
            depth -= 1
        elif not depth:
            out.append(letter)
    return "".join(out)


def end_of_angles(code, at):
    """The index behind the bracket that closes the one at `at`."""
    depth = 0
    for i in range(at, len(code)):
        depth += {"<": 1, ">": -1}.get(code[i], 0) if code[i - 1] not in "-=" else 0
        if depth == 0:
            return i + 1
    return len(code)


def end_of_bracket(text, at):
    """The index behind the bracket that closes the one at `at`, past literals and comments."""
    stack = []
    while at < len(text):
        if found := LITERAL.match(text, at):
            at = found.end()
            continue
        if text[at] in PAIRS:
            stack.append(PAIRS[text[at]])
        elif stack and text[at] == stack[-1]:
            stack.pop()
            if not stack:
                return at + 1
        at += 1
    return len(text)


def end_of_declaration(text, at):
    """The end of a declaration's code, the inside of its last braces if it has a body, and the end of all of it."""
    start = at
    while at < len(text):
        if found := LITERAL.match(text, at):
            at = found.end()
        elif text[at] == ";":
            return at + 1, None, at + 1
        elif text[at] == "{":
            end = end_of_bracket(text, at)
            after = text[end:].lstrip()[:1]
            before = text[start:at].rstrip()
            if after == ";" and TYPE.match(without_template(before)):
                return at, (at + 1, end - 1), text.index(";", end) + 1
            constraint = re.search(r"\brequires(?: ?\([^()]*\))?$", before)
            if after in ";,{" and after or constraint:
                at = end
            else:
                return at, (at + 1, end - 1), end
        elif text[at] in "([":
            at = end_of_bracket(text, at)
        else:
            at += 1
    return len(text), None, len(text)


def without_template(code):
    """The code behind its template head."""
    code = re.sub(r"//[^\n]*", "", code).strip()
    while found := re.match(r"template ?<", code):
        code = code[end_of_angles(code, found.end() - 1):].lstrip()
    return re.sub(r"^requires\b.*?\n", "", code).lstrip()


def signature(code):
    """A function's declaration as a caller needs it, without initializers of members."""
    code = re.sub(r"//[^\n]*", "", code).strip()
    depth = 0
    for at, letter in enumerate(code):
        depth += {"(": 1, ")": -1, "{": 1, "}": -1}.get(letter, 0)
        if depth == 0 and letter == ":" and "::" not in code[at - 1:at + 2] and ")" in code[:at]:
            return code[:at].rstrip()
    return code


def declarations(text, namespace="", label=""):
    """The declarations of a header, or of the body of a class whose members have the access `label` at first."""
    at, comment, apart = 0, [], True
    while at < len(text):
        line_end = text.find("\n", at)
        line_end = len(text) if line_end < 0 else line_end
        line = text[at:line_end].strip()
        if line.startswith("///") and not line.startswith("///<"):
            comment.append(line[3:].removeprefix(" ") if line[3:] else "")
        elif not line:
            comment, apart = [], True
        elif line.startswith("#"):
            while text[at:line_end].endswith("\\"):
                line_end = text.find("\n", line_end + 1)
        elif found := LABEL.match(line):
            label, apart = found[1], True
        elif not line.startswith("//"):
            start = at + len(text[at:line_end]) - len(text[at:line_end].lstrip())
            code_end, body, end = end_of_declaration(text, start)
            code = text[start:code_end].strip().removeprefix("VERBATIM_PROBED ")
            if found := NAMESPACE.match(code):
                inner = "::".join(part for part in (namespace, found[1]) if part)
                yield from declarations(text[body[0]:body[1]], inner)
            elif not code.startswith(("static_assert", "VERBATIM_", "extern")) and (comment or not code.startswith("friend")):
                behind, end = trailing(text, end)
                column = start - text.rfind("\n", 0, start) - 1
                yield made(re.sub(rf"\n {{{column}}}", "\n", code.removeprefix("friend ")), "\n".join(comment) or behind,
                           text[body[0]:body[1]] if body else "", apart, label, namespace)
            rest = re.compile(r"[ \t]*(?://[^\n]*)?\n").match(text, end) if text[end - 1] != "\n" else None
            comment, apart, at = [], False, rest.end() if rest else end
            continue
        at = line_end + 1


def trailing(text, at):
    """The comment behind a declaration on its line, and where it ends."""
    said = []
    while found := re.compile(r"[ \t]*///< ?([^\n]*)\n?").match(text, at):
        said.append(found[1])
        at = found.end()
    return " ".join(said), at


def made(code, comment, body, apart, label, namespace):
    """A declaration, with its members if it is a class or an enumeration."""
    one = Declaration(code, comment, body, apart, label, namespace)
    if one.kind in ("class", "struct") and body:
        members = declarations(body, namespace, "public" if one.kind == "struct" else "private")
        return replace(one, members=tuple(m for m in members if m.label == "public"))
    if one.kind == "enum" and body:
        return replace(one, members=tuple(enumerators(body)))
    return one


def enumerators(body):
    """The values of an enumeration, each with its comment."""
    comment = []
    for line in re.sub(r"\n[ \t]*///< ?", " ", body).splitlines():
        line = line.strip()
        if line.startswith("///"):
            comment.append(line[3:].strip())
        elif line and not line.startswith("//"):
            code, _, said = line.partition("///<")
            names = [part.strip() for part in re.sub(r"//.*", "", code).split(",") if part.strip()]
            for name in names:
                yield Declaration(name, " ".join(comment) or said.strip())
            comment = []
