"""`python3 -m codegen [--root DIR] [--check]`: makes what the specs under DIR say, or proves that it is already there."""
import argparse
import pathlib
import sys

from codegen import load, model, render


def specs_of(root):
    """The model of every spec below root/specs."""
    documents = []
    for path in sorted((root / "specs").rglob("*.yaml")):
        documents.append(load.load(path, path.relative_to(root).as_posix()))
    if not documents:
        raise load.SpecError(root / "specs", "holds no .yaml file; is this the right --root?")
    return model.build(documents)


def main():
    parser = argparse.ArgumentParser(prog="python3 -m codegen", description=__doc__)
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent,
                        help="the directory that holds specs/ and generated/ (default: this project)")
    parser.add_argument("--check", action="store_true", help="write nothing; print how generated/ differs from the specs")
    arguments = parser.parse_args()
    try:
        files = render.render(specs_of(arguments.root))
    except load.SpecError as error:
        sys.exit(str(error))
    if arguments.check:
        difference = render.difference(files, arguments.root)
        if difference:
            sys.exit(f"{difference}\ngenerated/ is stale: run `meson compile -C build generate`")
    else:
        render.write(files, arguments.root)


if __name__ == "__main__":
    main()
