"""Includes point one way: says which line of which file points the other.

    layering.py ROOT

A folder may include itself and what ARROWS says. Headers of the library are included as
"verbatim/LAYER/...", the emulator's by their path in runtime/emulator.
"""
import pathlib
import re
import sys

LIBRARY = {"connect", "verbs", "queue", "generated", "mmio", "wire"}
ARROWS = {
    "runtime/wire": set(),
    "generated": {"wire"},
    "runtime/mmio": {"wire"},
    "runtime/queue": {"generated", "mmio", "wire"},
    "runtime/verbs": {"queue", "generated", "mmio", "wire"},
    "runtime/connect": {"verbs", "queue", "generated", "mmio", "wire"},
    "runtime/include": LIBRARY,  # verbatim.hpp: everything
    "runtime/emulator": {"generated", "wire"},  # the other side of the bus
    "runtime/tools": {"verbatim.hpp", *LIBRARY},
    "examples": {"verbatim.hpp", *LIBRARY},
    "tests": {"verbatim.hpp", *LIBRARY},
}
CORE = ("runtime/wire", "generated", "runtime/mmio", "runtime/queue")

# Only these know rdma-core.
RDMA_CORE = ("runtime/verbs/", "runtime/connect/", "runtime/emulator/abi/", "examples/", "tests/")
# Only these look into the emulator.
EMULATOR = ("runtime/emulator/", "tests/emulator/")

TOP = {"specs", "codegen", "generated", "runtime", "tests", "examples", "docs"}
RUNTIME = {"include", "wire", "mmio", "queue", "verbs", "connect", "emulator", "tools"}
IGNORED = (".", "build", "__pycache__", "subprojects")

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
SUFFIXES = {".hpp", ".cpp", ".inc", ".h", ".c"}


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
    if ".." in included.split("/"):
        return "name the header from its include root"
    if included.startswith("verbatim/"):
        layer = included.split("/")[1]
        if layer == layer_of(folder) or layer in ARROWS[folder]:
            return ""
        return f"{folder} may include {' '.join(sorted(ARROWS[folder])) or 'nothing of ours'}, not {layer}"
    if folder in CORE:
        return f'write "verbatim/{layer_of(folder)}/{included}": these headers are used from anywhere'
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


def check(root):
    """One line for each thing that is out of place."""
    said = list(strangers(root))
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
