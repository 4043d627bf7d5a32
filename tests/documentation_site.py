"""Builds the documentation site, and follows its links.

    documentation_site.py ROOT

The test fails if a page cannot be built without a warning, if a link leads to no file or no place on its page, if no chain
of links leads from index.html to a page, if a public type or function has no page or no example, if a doc comment is
lost, or if a page would load something from a network. It is skipped if Sphinx, MyST or Furo are not installed."""
import html
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.parse

LINK = re.compile(r"<(a|img|link|script|iframe|source)\b([^>]*)>")
ATTRIBUTE = re.compile(r'\b(href|src|srcset|rel)="([^"]*)"')
PLACE = re.compile(r'\bid="([^"]*)"')
OUTSIDE = re.compile(r"(?:[a-z]+:)?//", re.I)
LEAST = 500  # pages
# A file that a style loads by a scheme or from the root of a server. "data:" is in the style itself.
CSS_LOAD = re.compile(r"(?:url\(|@import)\s*['\"]?(?:https?:|/)")


class Page:
    """A page of the site: the places on it, where its links lead, and what it would load from elsewhere."""

    def __init__(self, path, root):
        text = path.read_text(encoding="utf-8")
        self.places = {html.unescape(place) for place in PLACE.findall(text)}
        self.links, self.loads = [], []
        for tag, rest in LINK.findall(re.sub(r"<(script|style)\b[^>]*>[^<]+</\1>", "", text)):
            given = dict(ATTRIBUTE.findall(rest))
            target = html.unescape(given.get("href") or given.get("src") or "")
            if OUTSIDE.match(target):
                if tag != "a" and given.get("rel") not in ("canonical",):
                    self.loads.append(target)
            elif target and not re.match(r"(?:mailto|data|javascript):", target):
                file, _, place = target.partition("#")
                to = (path.parent / urllib.parse.unquote(file.split("?")[0])).resolve() if file else path
                self.links.append((target, to.relative_to(root).as_posix() if to.is_relative_to(root) else None,
                                   urllib.parse.unquote(place)))


def names_not_found(root, out):
    """Public types and functions that have no page, and lines of doc comments that no declaration has."""
    sys.path[:0] = [str(root / "docs" / "site")]
    from declarations import declarations
    from library import Library

    def comments(found):
        for one in found:
            yield one.comment
            yield from (member.comment for member in one.members)
            if one.kind in ("class", "struct"):
                yield from comments(declarations(one.body))

    library = Library()
    index = (out / "searchindex.js").read_text(encoding="utf-8")
    for name in (*library.types, *library.functions):
        if not (out / f"{name.page}.html").is_file():
            yield f"{name.full}: it has no page"
        if f'"{name.page}"' not in index:
            yield f"{name.full}: the search does not find its page"
    for name in (one for one in library.types if (out / f"{one.page}.html").is_file()):
        values = re.search(r'id="values".*?</table>', (out / f"{name.page}.html").read_text(encoding="utf-8"), re.S)
        for value, meaning in re.findall(r"<tr[^>]*><td>(.*?)</td>\s*<td>(.*?)</td>", values[0] if values else "", re.S):
            if not re.sub(r"<[^>]*>|\s", "", meaning):
                yield f"{name.full}: the value {re.sub('<[^>]*>', '', value)} has no meaning on its page"
    for name in (one for one in (*library.types, *library.functions) if (out / f"{one.page}.html").is_file()):
        if 'id="example"' not in (out / f"{name.page}.html").read_text(encoding="utf-8"):
            yield f"{name.full}: its page has no example, so no page, example or test uses it"
    for header in sorted({name.header for name in library.types}):
        read = " ".join(" ".join(comments(library.headers[header])).split())
        for number, line in enumerate((root / "runtime" / header).read_text(encoding="utf-8").splitlines(), 1):
            said = re.match(r"\s*///(?!<)(.*)", line)
            if said and " ".join(said[1].split()) not in read:
                yield f"runtime/{header}:{number}: docs/site finds no declaration of this comment"


def mistakes(root, out):
    """The mistakes of a site, and the number of its pages."""
    pages = {path.relative_to(out).as_posix(): Page(path, out) for path in out.rglob("*.html")}
    wrong = list(names_not_found(root, out))
    for path, page in pages.items():
        wrong += [f"{path}: it would load {target}" for target in page.loads]
        for target, to, place in page.links:
            if to is None or not (out / to).is_file():
                wrong.append(f"{path}: {target} leads to no file")
            elif place and to in pages and place not in pages[to].places:
                wrong.append(f"{path}: {target} leads to no place on its page")
    for file in [*out.rglob("*.css"), *out.rglob("*.svg")]:
        if CSS_LOAD.search(file.read_text(encoding="utf-8")):
            wrong.append(f"{file.relative_to(out)}: it would load something from elsewhere")
    reached, left = {"search.html"}, ["index.html"]
    while left:
        path = left.pop()
        if path in pages and path not in reached:
            reached.add(path)
            left += [to for _, to, _ in pages[path].links if to]
    wrong += [f"{path}: no link leads here" for path in sorted(pages) if path not in reached]
    index = (out / "searchindex.js").read_text(encoding="utf-8")
    wrong += [f"the search does not find {word}" for word in ("completion_channel", "rdma_write", "remote_access_err")
              if word not in index]
    if len(pages) < LEAST:
        wrong.append(f"the site has only {len(pages)} pages")
    return wrong, len(pages)


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as scratch:
        out = pathlib.Path(scratch).resolve() / "site"
        built = subprocess.run([root / "docs" / "site" / "build.py", out], capture_output=True, text=True)
        if built.returncode:
            print(built.stdout + built.stderr)
            sys.exit(built.returncode)
        wrong, pages = mistakes(root, out)
        print("\n".join(wrong) or f"{pages} pages, whose links lead somewhere, and all of which are reached")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
