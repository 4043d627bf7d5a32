"""The places where a public name is used: pages and examples, and the block of code that shows it best."""
import re

FENCE = re.compile(r"```(?:cpp|c\+\+)\n(.*?)```", re.S)
SPAN = re.compile(r"`([^`\n]+)`")
LONGEST_EXAMPLE = 45  # lines


class Uses:
    """`pages` are (path of the page on the site, title, text); `programs` are the same for examples."""

    def __init__(self, pages, programs):
        self.code = []  # (path, title, all code, blocks)
        for path, title, text in pages:
            blocks = FENCE.findall(text)
            spans = SPAN.findall(re.sub(r"```.*?```", "", text, flags=re.S))
            self.code.append((path, title, "\n".join([*blocks, *spans]), blocks))
        for path, title, text in programs:
            self.code.append((path, title, re.sub(r"//[^\n]*", "", text), []))
        self.words = [set(re.findall(r"\w+", code)) for _, _, code, _ in self.code]

    def places(self, name):
        """(path, title) of each page and example whose code uses the name."""
        pattern = _pattern(name)
        return [(path, title) for (path, title, code, _), words in zip(self.code, self.words)
                if name.name in words and _belongs(name, code) and pattern.search(code)]

    def example(self, name):
        """(path, code, title) of the shortest whole block that uses the name."""
        pattern = _pattern(name)
        found = [(len(block), path, block, title) for (path, title, _, blocks), words in zip(self.code, self.words) if name.name in words
                 for block in blocks if _belongs(name, block) and 2 <= block.count("\n") <= LONGEST_EXAMPLE and pattern.search(block)]
        return min(found)[1:] if found else None


def _belongs(name, code):
    """False if the code is about another namespace, which has the same names."""
    if name.space == "stream::with_asio":
        return "with_asio" in code or "with_boost_asio" in code
    return not name.space or name.space.split("::")[-1] in re.findall(r"\w+", code)


def _pattern(name):
    """The name as code uses it. A name that is a word of English counts only as a type or a call."""
    own = re.escape(name.name)
    if name.space:
        space = re.escape(name.space.split("::")[-1])
        return re.compile(rf"\b{space}::{own}\b")
    if name.one.kind == "function":
        return re.compile(rf"(?<![\w.>:])(?:verbatim::)?{own}\(")
    if "_" in name.name:
        return re.compile(rf"(?<![\w.>])(?:verbatim::)?{own}\b(?!\()|\bverbatim::{own}\b")
    return re.compile(rf"\bverbatim::{own}\b|(?<![\w.>:]){own}(?=<\w|::|\{{|[&*]? \w+[({{;=]| \w+\()")
