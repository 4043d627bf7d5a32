"""Includes point one way: says which line of which file points the other.

    layering.py ROOT

A folder may include itself and what ARROWS says. Headers of the library are included as
"verbatim/LAYER/...", the emulator's by their path in runtime/emulator. A layer with rooms (folders of its own) has no
cycle of includes among them, headers and sources together. Nor is there one among the files of runtime/, where x.hpp and
x.cpp count as one. No folder of runtime/, tests/, examples/ and codegen/ has more than ROOM_FOR files of code, and none of
specs/ more than ROOM_FOR specs and schemas. None of these files has more than LINES_FOR lines; one of examples/ has at most
LINES_OF_EXAMPLE. A file of runtime/ includes the header of what it takes from libc, though the tests compile it behind
others: itself, or in the header of its name.
"""
import collections
import pathlib
import re
import sys

LIBRARY = {"stream", "connect", "verbs", "queue", "generated", "mmio", "wire"}
WHOLE = {"verbatim.hpp", "asio.hpp", "boost_asio.hpp", "stream.hpp", "connect.hpp", "verbs.hpp", "queue.hpp",
         "gpu.hpp", "version.hpp"}  # the library, and a layer each
ARROWS = {
    "runtime/wire": set(),
    "generated": {"wire"},
    "runtime/mmio": {"wire"},
    "runtime/queue": {"generated", "mmio", "wire"},
    "runtime/verbs": {"queue", "generated", "mmio", "wire"},
    "runtime/connect": {"verbs", "queue", "generated", "mmio", "wire"},
    "runtime/stream": {"connect", "verbs", "queue", "generated", "mmio", "wire"},
    "runtime/include": LIBRARY | WHOLE,
    "runtime/recording": set(),  # a format, which the emulator and the tools share
    "runtime/emulator": {"generated", "wire"},  # the other side of the bus
    "runtime/tools": LIBRARY | WHOLE,
    "examples": LIBRARY | WHOLE,
    "tests": LIBRARY | WHOLE,
}
# A folder that programs in C copy: its headers include one another from where they are.
C_HEADERS = "generated/c/"
CORE = ("runtime/wire", "generated", "runtime/mmio", "runtime/queue")

# Only these know rdma-core.
RDMA_CORE = ("runtime/verbs/", "runtime/connect/", "runtime/emulator/abi/", "runtime/emulator/cm/",
             "runtime/emulator/mad/", "runtime/emulator/netlink/", "runtime/emulator/watch/", "runtime/tools/perf/posting/", "runtime/tools/selftest/",
             "examples/", "tests/")
# Only these look into the emulator.
EMULATOR = ("runtime/emulator/", "tests/emulator/", "tests/fuzz/")

TOP = {"specs", "codegen", "generated", "runtime", "tests", "examples", "docs", "debian"}
# Layers that are divided into rooms.
ROOMS = ("runtime/queue", "runtime/verbs", "runtime/connect", "runtime/stream", "runtime/emulator",
         "runtime/emulator/engine")
ROOM_FOR = 30
LINES_FOR = 400
LINES_OF_EXAMPLE = 100
EVERYTHING = "examples/every_operation.cpp"  # it shows more than one idea, and says so

OF_LIBC = {
    "cstring": re.compile(r"\bstd::(?:mem(?:cpy|set|cmp|move|chr)|str(?:len|cmp|ncmp|chr|rchr|str|error))\b"),
    "cstdlib": re.compile(r"\bstd::(?:getenv|strto\w+|abort|exit|_Exit|malloc|free)\b"),
    "cstdio": re.compile(r"\bstd::(?:f?printf|snprintf|fopen|fputs|fwrite|FILE)\b"),
}

RUNTIME = {"include", "wire", "mmio", "queue", "verbs", "connect", "stream", "recording", "emulator", "tools",
           "python", "rust"}
IGNORED = (".", "build", "__pycache__", "subprojects")

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
SUFFIXES = {".hpp", ".cpp", ".cu", ".ipp", ".inc", ".h", ".c"}
SCRIPTS = {".py", ".sh", ".j2", ".rs"}
SPECS = {".yaml", ".json"}
# Folders whose files are written by hand, and the suffixes of these.
BY_HAND = {folder: SUFFIXES | SCRIPTS for folder in ("runtime", "tests", "examples", "codegen")} | {"specs": SPECS}


def folder_of(path):
    parts = path.split("/")
    return "/".join(parts[:2]) if parts[0] == "runtime" else parts[0]


def layer_of(folder):
    return folder.split("/")[-1]


def why_not(root, path, quote, included):
    """Why the file at `path` may not include this; empty if it may."""
    folder = folder_of(path)
    if quote == "<":
        if included.startswith(("infiniband/", "rdma/")) and not path.startswith(RDMA_CORE):
            return f"only {' '.join(RDMA_CORE)} may include rdma-core"
        return "write headers of the library in quotes" if included.startswith("verbatim/") else ""
    if path.startswith(C_HEADERS):
        within = ((root / path).parent / included).resolve()
        return "" if within.is_file() and (root / C_HEADERS) in within.parents else f"only headers of {C_HEADERS} belong here"
    if ".." in included.split("/"):
        return "name the header from its include root"
    if included.startswith("verbatim/"):
        layer = included.split("/")[1]
        if layer == layer_of(folder) or layer in ARROWS[folder]:
            return ""
        return f"{folder} may include {' '.join(sorted(ARROWS[folder])) or 'nothing of ours'}, not {layer}"
    if folder in CORE:
        beside = pathlib.PurePosixPath(path.removeprefix("runtime/")).parent / included
        return f'write "verbatim/{beside}": these headers are used from anywhere'
    beside = (root / path).parent / included
    if not beside.is_file() and (root / "runtime/emulator" / included).is_file() and not path.startswith(EMULATOR):
        return "nobody looks into the emulator but its own tests"
    return ""


def strangers(root):
    """Folders that the house does not have."""
    for base, known in ((root, TOP), (root / "runtime", RUNTIME)):
        for entry in sorted(base.iterdir()):
            if entry.is_dir() and entry.name not in known and not entry.name.startswith(IGNORED):
                yield f"{entry.relative_to(root)}: no such folder in the house: choose from {' '.join(sorted(known))}"


def code_of(root, folder, suffixes=frozenset(SUFFIXES)):
    """Returns the files of code in the folder and below, except those that are there by a link."""
    return sorted(f for f in (root / folder).glob("**/*")
                  if f.suffix in suffixes and "include" not in f.relative_to(root).parts)


def target_of(root, file, included):
    """Returns the path of the header that the file includes by that name."""
    if included.startswith("verbatim/"):
        return pathlib.PurePath("runtime", included.removeprefix("verbatim/"))
    emulator, beside = root / "runtime/emulator", file.parent / included
    within = emulator in file.parents and not beside.is_file()
    return (emulator / included if within else beside).relative_to(root)


def includes_in(root, folder):
    """Yields the file, the path of the header, and a text that shows it, for each include of runtime/ in the folder."""
    for file in code_of(root, folder):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if (found := INCLUDE.match(line)) and found[1] == '"' and ".." not in found[2]:
                path = file.relative_to(root)
                yield path, target_of(root, file, found[2]), f"{path.as_posix()}:{number}: {line.strip()}"


def rooms_of(root, layer):
    """Returns the rooms that each room of a layer includes, with one include that shows it: {room: {other: where}}."""
    includes = collections.defaultdict(dict)
    parent = pathlib.PurePath(layer)
    depth = len(parent.parts)
    for file, target, where in includes_in(root, layer):
        if parent not in target.parents or depth + 1 in (len(file.parts), len(target.parts)):
            continue
        if file.parts[depth] != target.parts[depth]:
            includes[file.parts[depth]].setdefault(target.parts[depth], where)
    return includes


def stems_of(root):
    """Returns the same for the files of runtime/ without their suffixes."""
    includes = collections.defaultdict(dict)
    for file, target, where in includes_in(root, "runtime"):
        one, other = file.with_suffix("").as_posix(), target.with_suffix("").as_posix()
        if one != other:
            includes[one].setdefault(other, where)
    return includes


def cycle_in(includes):
    """A path of rooms that ends where it begins; empty if there is none."""
    done = set()

    def visit(room, way):
        if room in way:
            return way[way.index(room):] + [room]
        if room in done:
            return []
        for other in sorted(includes.get(room, {})):
            if cycle := visit(other, [*way, room]):
                return cycle
        done.add(room)
        return []

    return next((cycle for room in sorted(includes) if (cycle := visit(room, []))), [])


def wrong_rooms(root):
    """Rooms that include one another, and files that are in none."""
    for layer in ROOMS:
        includes = rooms_of(root, layer)
        if cycle := cycle_in(includes):
            yield f"{includes[cycle[0]][cycle[1]]}: the rooms include one another: {' -> '.join(cycle)}"
        for file in sorted(f for f in (root / layer).glob("*") if f.suffix in SUFFIXES):
            yield f"{file.relative_to(root).as_posix()}: put it into one of the rooms of {layer}"


def wrong_files(root):
    """Files that include one another, and files that are too long."""
    includes = stems_of(root)
    if cycle := cycle_in(includes):
        yield f"{includes[cycle[0]][cycle[1]]}: the files include one another: {' -> '.join(cycle)}"
    for file in (f for folder, suffixes in BY_HAND.items() for f in code_of(root, folder, suffixes)):
        path, lines = file.relative_to(root).as_posix(), len(file.read_text(encoding="utf-8").splitlines())
        most = LINES_OF_EXAMPLE if path.startswith("examples/") and path != EVERYTHING else LINES_FOR
        if lines > most:
            yield f"{path}: {lines} lines, and {'an example' if most < LINES_FOR else 'a file'} has at most {most}: divide it"


def missing_includes(root):
    """Functions of libc whose header neither the file nor the header of its name includes."""
    for file in code_of(root, "runtime"):
        text = file.read_text(encoding="utf-8")
        own = file.with_suffix(".hpp")
        included = text + (own.read_text(encoding="utf-8") if own.exists() else "")
        for header, used in OF_LIBC.items():
            if (found := used.search(text)) and f"#include <{header}>" not in included:
                yield f"{file.relative_to(root)}:{text.count(chr(10), 0, found.start()) + 1}: {found[0]} needs <{header}>"


def full_folders(root):
    """Folders with too many files that are written by hand."""
    for top, suffixes in BY_HAND.items():
        for folder in sorted(p for p in (root / top).glob("**/") if p.parts[len(root.parts):][1:2] != ("include",)):
            if (count := sum(f.suffix in suffixes for f in folder.iterdir())) > ROOM_FOR:
                yield f"{folder.relative_to(root).as_posix()}: {count} files, and a folder has at most {ROOM_FOR}: divide it"


def check(root):
    """One line for each thing that is out of place."""
    said = [*strangers(root), *wrong_rooms(root), *wrong_files(root), *full_folders(root),
            *missing_includes(root)]
    for file in sorted(f for folder in ARROWS for f in (root / folder).glob("**/*") if f.suffix in SUFFIXES):
        path = file.relative_to(root).as_posix()
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if found := INCLUDE.match(line):
                if why := why_not(root, path, *found.groups()):
                    said.append(f"{path}:{number}: {line.strip()}: {why}")
    return said


def main():
    said = check(pathlib.Path(sys.argv[1]).resolve())
    print("\n".join(said) if said else "includes point one way")
    sys.exit(bool(said))


if __name__ == "__main__":
    main()
