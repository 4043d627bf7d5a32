"""Seeds of a fuzzer in one file: a line for each, NAME and its bytes. Bytes that are no letters, digits or marks are written \\xNN.

    seeds.py pack FUZZER DIRECTORY... > corpus/FUZZER.seeds
    seeds.py unpack corpus/FUZZER.seeds DIRECTORY

The name of a seed says what it is: kinds.py finds that in its bytes, and a number follows if there are several. The inputs of
the fuzzer `packet`, for which kinds.py has no function, keep the names of their files. `pack` takes at most MOST seeds: let the
fuzzer choose them with -set_cover_merge=1, and do not track what else it found."""
import collections
import pathlib
import re
import string
import sys

import kinds

MOST = 120
PLAIN = set((string.ascii_letters + string.digits + string.punctuation + " ").replace("\\", "").encode())


def line_of(name, seed):
    return f"{name} " + "".join(chr(byte) if byte in PLAIN else f"\\x{byte:02x}" for byte in seed)


def seeds_in(path):
    """Name and bytes of every seed of a file."""
    for line in pathlib.Path(path).read_text(encoding="ascii").splitlines():
        name, _, text = line.partition(" ")
        yield name, re.sub(rb"\\x(..)", lambda byte: bytes([int(byte[1], 16)]), text.encode())


def unpack(path, directory):
    for name, seed in seeds_in(path):
        pathlib.Path(directory, name).write_bytes(seed)


def names(fuzzer, seeds):
    """The names of seeds, in their order; `seeds` are names and bytes."""
    kind_of, count = kinds.KINDS.get(fuzzer), collections.Counter()
    for name, seed in seeds:
        kind = kind_of(seed) if kind_of else name
        if re.search("[0-9a-f]{40}", kind):
            sys.exit(f"{name}: rename the file, so that its name says what the input is")
        count[kind] += 1
        yield kind if count[kind] == 1 else f"{kind}-{count[kind]}"


def pack(fuzzer, paths):
    seeds = [(path.name, path.read_bytes()) for path in paths]
    lines = [line_of(name, seed) for name, (_, seed) in zip(names(fuzzer, seeds), seeds)]
    return lines if fuzzer not in kinds.KINDS else sorted(lines)


def main(what, *arguments):
    if what == "pack":
        fuzzer, *places = arguments
        paths = [path for place in places for path in (sorted(pathlib.Path(place).iterdir()) if pathlib.Path(place).is_dir()
                                                          else [pathlib.Path(place)])]
        if len(paths) > MOST:
            sys.exit(f"{len(paths)} seeds, at most {MOST}: choose those that cover most")
        print("\n".join(pack(fuzzer, paths)))
    elif what == "unpack":
        unpack(*arguments)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(*sys.argv[1:])
