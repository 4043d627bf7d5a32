"""Compares the symbols that the shared libraries export with the lists in tests/exported.

    exported_symbols.py BUILD_DIRECTORY ROOT [--write]

A list has the functions, vtables and types that a program takes from the library. Copies of templates and of constants,
which a program has too and which depend on the compiler, are not on it: they may only be those of namespace verbatim.
All libraries have the soname and the symbol version that `abi` in meson.build says. --write writes the lists.
"""
import pathlib
import re
import subprocess
import sys

STRONG = set("TDRB")
COPIES = set("WVu")
CHANGED = """{name}: {what}
  A symbol that is added: tests/exported_symbols.py BUILD_DIRECTORY . --write
  One that is gone or changed: that too, and docs/installing.md#what-stays-compatible says what else
"""


def said_by(*command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, **options).stdout


def symbols_of(library):
    """Returns the mangled names of the library's symbols, by the letter that nm has for their kind."""
    by_kind = {}
    for line in said_by("nm", "-D", "--defined-only", "--format=posix", library).splitlines():
        name, kind, *_ = line.split()
        by_kind.setdefault(kind, set()).add(name)
    return by_kind


def readable(names):
    return sorted(set(said_by("c++filt", input="\n".join(sorted(names)) + "\n").splitlines()))


def check(library, listed, abi, write):
    """Yields what is wrong with a library."""
    name = library.stem
    if (soname := re.search(r"SONAME\s+(\S+)", said_by("objdump", "-p", library))[1]) != f"{name}.so.{abi}":
        yield f"{name}: its soname is {soname}, and meson.build says {abi}\n"
    by_kind = symbols_of(library)
    versions = {symbol.partition("@@")[2] for kind in STRONG | COPIES for symbol in by_kind.get(kind, ())}
    if versions != {f"VERBATIM_{abi}"}:
        yield f"{name}: its symbols have the versions {sorted(versions)}, and meson.build says {abi}\n"
    strong = {symbol.partition("@@")[0] for kind in STRONG for symbol in by_kind.get(kind, ())}
    copies = {symbol.partition("@@")[0] for kind in COPIES for symbol in by_kind.get(kind, ())}
    strangers = [symbol for symbol in strong | copies if not re.match(r"_Z(T\w+)?N[KRO]*8verbatim", symbol)]
    if strangers:
        yield f"{name} exports what is not of namespace verbatim: {'; '.join(readable(strangers))}\n"
    text = "".join(symbol + "\n" for symbol in readable(strong))
    if write:
        listed.write_text(text, encoding="utf-8")
    old, new = (set(listed.read_text(encoding="utf-8").splitlines()) if listed.exists() else set()), set(text.splitlines())
    what = [f"exports {symbol}" for symbol in sorted(new - old)] + [f"lacks {symbol}" for symbol in sorted(old - new)]
    if what:
        yield CHANGED.format(name=name, what="\n  ".join(what))


def main():
    build, root = (pathlib.Path(path).resolve() for path in sys.argv[1:3])
    abi = re.search(r"^abi = '(\d+)'", (root / "meson.build").read_text(encoding="utf-8"), re.M)[1]
    libraries = sorted((build / "runtime/verbs").glob("libverbatim*.so"))
    wrong = [text for library in libraries
             for text in check(library, root / "tests/exported" / f"{library.stem}.txt", abi, "--write" in sys.argv)]
    if not libraries:
        wrong = [f"no library in {build}/runtime/verbs"]
    print("\n".join(wrong) or f"{len(libraries)} libraries export what is listed")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
