"""The places where a public name is used: pages and examples, and the block of code that shows it best."""
import re
import textwrap

FENCE = re.compile(r"^```(\S*)[^\n]*\n(.*?)^```", re.S | re.M)
ALIAS = re.compile(r"namespace (\w+) = (?:\w+::)*(\w+);")
SPAN = re.compile(r"`([^`\n]+)`")
LONGEST_EXAMPLE = 45  # lines
EXCERPT = (4, 8)  # the most lines before the one that uses the name, and with it and behind it


class Uses:
    """`pages` are (path of the page on the site, title, text); `programs` are the same for examples, and `tests` for tests,
    which show what nothing else shows. `shown` has the paths of those that do."""

    def __init__(self, pages, programs, tests=()):
        self.tests = [(path, title, _without_aliases(text)) for path, title, text in tests]
        self.shown = set()
        self.code = []  # (path, title, all code, blocks)
        self.long = []  # (path, title, code) of what is too long to be shown whole: programs first
        for path, title, text in pages:
            text = _without_aliases(text)
            blocks = [code for language, code in FENCE.findall(text) if language in ("cpp", "cuda")]
            spans = SPAN.findall(re.sub(r"```.*?```", "", text, flags=re.S))
            self.code.append((path, title, "\n".join([*blocks, *spans]), blocks))
        for path, title, text in programs:
            text = _without_aliases(text)
            self.code.append((path, title, re.sub(r"//[^\n]*", "", text), []))
            self.long.append((path, title, text))
        self.long += [(path, title, block) for path, title, _, blocks in self.code for block in blocks if block.count("\n") > LONGEST_EXAMPLE]
        self.words = [set(re.findall(r"\w+", code)) for _, _, code, _ in self.code]

    def places(self, name):
        """(path, title) of each page and example whose code uses the name."""
        pattern = _pattern(name)
        return [(path, title) for (path, title, code, _), words in zip(self.code, self.words)
                if name.name in words and _belongs(name, code) and pattern.search(code)]

    def example(self, name):
        """(path, code, title) of the shortest whole block that uses the name, or else of some lines of a longer one."""
        pattern = _pattern(name)
        found = [(len(block), path, block, title) for (path, title, _, blocks), words in zip(self.code, self.words) if name.name in words
                 for block in blocks if _belongs(name, block) and 2 <= block.count("\n") <= LONGEST_EXAMPLE and pattern.search(block)]
        return min(found)[1:] if found else self._excerpt(name, pattern)

    def member(self, name, member):
        """The same for the shortest whole block that calls a function of the class, or gives or reads its data."""
        pattern = re.compile(rf"(?:\.|->){re.escape(member.name)}\b" + (r"\(" if member.kind == "function" else r"(?!\()"))
        found = [(len(block), path, block, title) for (path, title, _, blocks), words in zip(self.code, self.words) if member.name in words
                 for block in blocks if 2 <= block.count("\n") <= LONGEST_EXAMPLE and pattern.search(block)
                 and ("_" in member.name or name.name in re.findall(r"\w+", block)) and _belongs(name, block)]
        return min(found)[1:] if found else None

    def _excerpt(self, name, pattern):
        """The lines around the first use of the name in a program, up to blank lines."""
        for path, title, text in (*self.long, *self.tests):
            if name.name not in text or not _belongs(name, text):
                continue
            lines = text.splitlines()
            at = next((i for i, line in enumerate(lines)
                       if pattern.search(re.sub(r"//.*", "", line)) and not line.lstrip().startswith(("using ", "#", "TYPED_", "TEST"))), None)
            if at is None:
                continue
            self.shown.add(path)
            begin, end = at, at + 1
            while begin > max(at - EXCERPT[0], 0) and lines[begin - 1].strip():
                begin -= 1
            while end < min(at + EXCERPT[1], len(lines)) and lines[end].strip():
                end += 1
            return path, textwrap.dedent("\n".join(lines[begin:end])) + "\n", title
        return None


def _without_aliases(text):
    """The text with the namespaces themselves where it uses other names of them."""
    for short, space in ALIAS.findall(text):
        text = re.sub(rf"(?<![\w:]){short}::", f"{space}::", text)
    return text


def _belongs(name, code):
    """False if the code is about another namespace, which has the same names."""
    if name.space == "stream::with_asio":
        return "with_asio" in code or "with_boost_asio" in code
    return not name.space or name.space.split("::")[-1] in re.findall(r"\w+", code)


def _pattern(name):
    """The name as code uses it. A name that is a word of English counts only as a type or a call."""
    own = re.escape(name.name)
    if name.space:
        space = re.escape(name.space.split("::")[-1]).replace("with_", "with_(?:boost_)?")
        return re.compile(rf"\b{space}::{own}\b")
    if name.one.kind == "function":
        return re.compile(rf"(?<![\w.>:])(?:verbatim::)?{own}\(")
    if "_" in name.name:
        return re.compile(rf"(?<![\w.>])(?:verbatim::)?{own}\b(?!\(\))|\bverbatim::{own}\b")
    return re.compile(rf"\bverbatim::{own}\b|(?<![\w.>:]){own}(?=<\w|::|\{{|[&*]? \w+[({{;=]| \w+\()")
