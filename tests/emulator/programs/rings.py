"""Checks that the rings that programs used on the emulator have wrapped, by the file of its option --rings."""
import json
import pathlib

# After so many laps every WQE lies over old ones, so a byte that a program does not write has been seen with any value.
LAPS = 10


def read(file):
    """The rings that something went through, as `--rings` describes them."""
    path = pathlib.Path(file)
    lines = path.read_text(encoding="ascii").splitlines() if path.exists() else []
    return [ring for ring in map(json.loads, lines) if ring["used"]]


def describe(ring):
    return (f"{ring['type']} {ring['ring']} ring {ring['number']:#x} of process {ring['pid']}: "
            f"{ring['used']} entries in {ring['size']}")


def short(rings, iterations, completions=1, kinds=("send", "completion")):
    """The complaints, in lines: rings of a loop of so many iterations that have wrapped less than LAPS times.

    A ring belongs to the loop if every eighth iteration at least took an entry of it: rings beside it carry credits,
    or set up connections. One in `completions` sends completes. There must be rings of all `kinds`."""
    def in_loop(ring):
        return ring["used"] * 8 * (completions if ring["ring"] == "completion" else 1) >= iterations

    looped = [ring for ring in rings if in_loop(ring)]
    wrong = [describe(ring) for ring in looped if ring["used"] < LAPS * ring["size"]]
    for kind in kinds:
        if not any(ring["ring"] == kind for ring in looped):
            wrong.append(f"no {kind} ring was used in every iteration:")
            wrong += map(describe, rings)
    return wrong
