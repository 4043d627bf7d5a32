"""Each folder of runtime/ has its tests in the folder of its name in tests/, or tests/README.md says where they are.

    mirror.py ROOT

The first table of tests/README.md has a row for each folder of runtime/ with code whose tests are elsewhere: the folder, the
files or folders that test it, and the reason. The second has a row for each folder of tests/ that mirrors none. The test fails
if a folder is in neither place, if a row is not needed, or if a row names a path that is not there."""
import pathlib
import re
import sys

PAGE = "tests/README.md"
CODE = {".hpp", ".cpp", ".ipp", ".inc", ".cu", ".py", ".rs"}
FIXTURES = {".hpp", ".ipp", ".inc"}
ROW = re.compile(r"^\| `([\w/]+)/` \| (.+?) \|", re.M)
IGNORED = {"include", "__pycache__", "generated"}


def folders(root, suffixes):
    """The folders below `root` that have such files themselves, as paths below it."""
    found = {path.parent.relative_to(root) for path in root.rglob("*") if path.suffix in suffixes and path.is_file()}
    return {folder.as_posix() for folder in found if not IGNORED & {*folder.parts} and folder.parts}


def tables(text):
    """The rows of the page's two tables: a folder and the second cell."""
    parts = re.split(r"^## .*$", text, flags=re.M)
    if len(parts) != 3:
        sys.exit(f"{PAGE}: there must be two sections with a table each")
    return [dict(ROW.findall(part)) for part in parts[1:]]


def check(root):
    elsewhere, apart = tables((root / PAGE).read_text(encoding="utf-8"))
    rooms = folders(root / "runtime", CODE)
    tested = folders(root / "tests", CODE - FIXTURES)
    with_code = folders(root / "tests", CODE)
    for room in sorted(rooms - tested - {*elsewhere}):
        yield f"runtime/{room}: its tests belong into tests/{room}; if they are elsewhere, say so in {PAGE}"
    for room, cell in elsewhere.items():
        if room not in rooms or room in tested:
            yield f"{PAGE}: take off the row of `{room}/`: " + ("it has tests of its own" if room in rooms else "there is no such folder")
        places = re.findall(r"`([\w./]+)`", cell)
        yield from (f"{PAGE}: `{room}/`: there is no tests/{place}" for place in places if not (root / "tests" / place).exists())
        if not places:
            yield f"{PAGE}: `{room}/`: name its tests"
    parents = {parent.as_posix() for room in rooms for parent in (pathlib.PurePosixPath(room), *pathlib.PurePosixPath(room).parents)}
    for folder in sorted(with_code - parents):
        if not any(folder == other or folder.startswith(f"{other}/") for other in apart):
            yield f"tests/{folder}: runtime/ has no such folder: rename it, or say in {PAGE} what it is for"
    for folder in apart:
        if not any(one == folder or one.startswith(f"{folder}/") for one in with_code) or folder in parents:
            yield f"{PAGE}: take off the row of `{folder}/`: " + ("it mirrors a folder" if folder in parents else "there is no such folder")


def main():
    said = list(check(pathlib.Path(sys.argv[1]).resolve()))
    print("\n".join(said) or "the tests of every folder are found by its name")
    sys.exit(bool(said))


if __name__ == "__main__":
    main()
