"""Seeds of a fuzzer in one file: a line for each, NAME and its bytes. Bytes that are no letters, digits or marks are written \\xNN.

    seeds.py pack DIRECTORY... > NAME.seeds
    seeds.py unpack NAME.seeds DIRECTORY

`pack` keeps a name that says something. A seed that libFuzzer found is called after its first words and its length. It takes at
most MOST seeds: let the fuzzer choose them with -set_cover_merge=1, and do not track what else it found."""
import pathlib
import re
import string
import sys

MOST = 60
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


def name_of(path, seed, taken):
    if not re.fullmatch(r"[0-9a-f]{40}|[0-9]+", path.name):
        return path.name
    words = "-".join(word.decode() for word in re.findall(rb"[A-Za-z0-9]{2,}", seed[:32])[:3]) or "bytes"
    name = base = f"{words}-{len(seed)}"
    number = 1
    while name in taken:
        number += 1
        name = f"{base}-{number}"
    return name


def pack(paths):
    taken = set()
    for path in paths:
        seed = path.read_bytes()
        name = name_of(path, seed, taken)
        taken.add(name)
        yield line_of(name, seed)


def main(what, *arguments):
    if what == "pack":
        paths = [path for place in arguments for path in (sorted(pathlib.Path(place).iterdir()) if pathlib.Path(place).is_dir()
                                                          else [pathlib.Path(place)])]
        if len(paths) > MOST:
            sys.exit(f"{len(paths)} seeds, at most {MOST}: choose those that cover most")
        print("\n".join(pack(paths)))
    elif what == "unpack":
        unpack(*arguments)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(*sys.argv[1:])
