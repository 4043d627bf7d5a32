"""`python3 -m codegen [--root DIR] [--only LANGUAGE] [--check]`: makes what the specs below DIR say, or proves that it is there."""
import argparse
import pathlib
import sys

try:
    from codegen import build, load, render
except ModuleNotFoundError as missing:
    sys.exit(f"this Python has no '{missing.name}', and the generator needs Jinja2 and PyYAML: install them "
             "(Debian: python3-jinja2, python3-yaml), or run it with the Python that has them")


def specs_of(root):
    """The model of every spec below root/specs."""
    paths = sorted((root / "specs").rglob("*.y*ml"), key=lambda path: path.as_posix())
    if not paths:
        raise load.SpecError(root / "specs", "holds no .yaml file; is this the right --root?")
    for path in paths:
        if path.suffix != ".yaml":
            raise load.SpecError(f"{_shown(path, root)}:1", "would be overlooked; let its name end in .yaml")
    return build.build([load.load(path, _shown(path, root)) for path in paths])


def _shown(path, root):
    return path.relative_to(root).as_posix()


def main():
    parser = argparse.ArgumentParser(
        prog="python3 -m codegen", description=__doc__,
        epilog="Exit status: 0 done, or nothing differs; 1 a spec is wrong, or something differs; 2 the command line is wrong.")
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent,
                        help="the directory that holds specs/ and generated/ (default: this project)")
    parser.add_argument("--check", action="store_true",
                        help="write nothing; print how generated/ differs from the specs")
    parser.add_argument("--only", choices=[*render.LANGUAGES],
                        help="make or check the files of this language; without it, those of C++, the pages and all languages")
    arguments = parser.parse_args()
    only = arguments.only
    try:
        files = render.render(specs_of(arguments.root), only)
    except load.SpecError as error:
        sys.exit(str(error))
    if render.clang_format() is None and any(path.endswith(render.CODE) for path in files):
        what = "compared" if arguments.check else "final; run this again with it before you commit"
        print(f"clang-format {render.CLANG_FORMAT_MAJOR} is not installed: the layout of the text is not {what}",
              file=sys.stderr)
    if not arguments.check:
        render.write(files, arguments.root, only)
        return
    difference = render.difference(files, arguments.root, only)
    if difference:
        sys.exit(f"{difference}\n{render.STALE}")


if __name__ == "__main__":
    main()
