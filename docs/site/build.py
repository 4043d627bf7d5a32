#!/usr/bin/python3
"""Builds the documentation site: docs/site/build.py OUT

OUT/index.html can be read from the disk or served by any web server. The site is made of the pages in docs/, the public
headers, the specs' pages in docs/layouts and the examples, by Sphinx with MyST and Furo (Debian: python3-sphinx,
python3-myst-parser, furo). Exit status: 0 if it was built, 1 if a page is wrong, 2 if the command line is wrong, 77 if a
program is missing."""
import importlib.util
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
NEEDED = {"sphinx": "python3-sphinx", "myst_parser": "python3-myst-parser", "furo": "furo"}


def write(folder, tree):
    """Writes the pages as files below a folder."""
    for path, text in tree.files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text) if isinstance(text, bytes) else file.write_text(text, encoding="utf-8")


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(print(__doc__, file=sys.stderr) or 2)
    missing = [package for module, package in NEEDED.items() if importlib.util.find_spec(module) is None]
    if missing:
        print(f"the site needs {' '.join(missing)}: apt-get install {' '.join(missing)}", file=sys.stderr)
        sys.exit(77)
    from library import Library
    from theme import mend
    from tree import Tree
    out = pathlib.Path(sys.argv[1]).resolve()
    if out.exists() and any(out.iterdir()) and not (out / "searchindex.js").exists():
        sys.exit(f"{out} has files that are not of a site: name an empty folder")
    tree = Tree(Library())
    if tree.problems:
        sys.exit("\n".join(tree.problems))
    if out.exists():
        shutil.rmtree(out)
    with tempfile.TemporaryDirectory() as scratch:
        pages = pathlib.Path(scratch) / "pages"
        write(pages, tree)
        done = subprocess.run([sys.executable, "-m", "sphinx", "-q", "-b", "html", "-c", HERE, "-d", f"{scratch}/doctrees", pages, out],
                              stderr=subprocess.PIPE, text=True)
    # Sphinx names the files of `pages`, which has the layout of the site.
    said = done.stderr.replace(f"{pages}/", "")
    if done.returncode or said:
        sys.exit(said or f"Sphinx ends with {done.returncode}")
    mend(out)
    for left in (".buildinfo", "objects.inv"):
        (out / left).unlink(missing_ok=True)
    print(f"{len(tree.files)} pages and pictures: {out}/index.html")


if __name__ == "__main__":
    main()
