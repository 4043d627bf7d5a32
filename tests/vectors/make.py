"""Makes the tables of vectors, and random ones: make.py add BUILD | missing | random NUMBER SEED.

    add BUILD            adds the vectors that are missing, with the bytes that libmlx5, UCX or the builders of C++ in the
                         build directory BUILD write for them
    missing              fails if the tables lack a WQE on a transport, a way to build it, or a layout
    random NUMBER SEED   prints random vectors without bytes, for `vectors_cxx --fill`"""
import json
import pathlib
import random
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT))

from codegen.__main__ import specs_of  # noqa: E402  (the path comes first)
import inputs  # noqa: E402
import ucx_vectors  # noqa: E402

LAYOUTS = {"segment": "segments", "cqe": "cqes", "doorbell": "doorbells"}


def line(vector):
    return json.dumps(vector, separators=(",", ":"))


def table(path):
    """The vectors of a file."""
    return [json.loads(text) for text in path.read_text(encoding="ascii").splitlines()] if path.exists() else []


def shape(vector):
    """The kind of a vector, without its values: WQE or layout, transport, calls, arguments."""
    if "wqe" not in vector:
        kind = next(k for k in LAYOUTS if k in vector)
        return kind, vector[kind], tuple(sorted(vector["fields"]))
    calls = [(call, *sorted(arguments)) for call, arguments in vector["steps"]]
    judge = vector["source"].split(":")[0]
    return vector["wqe"], vector["transport"], judge, tuple(c for c, before in zip(calls, [None, *calls]) if c != before)


def wanted(specs):
    """The vectors that there have to be, by the path of their table."""
    tables = {}
    for transport in specs.transports.values():
        tables[f"wqes/{transport.name}.jsonl"] = [
            vector for wqe in specs.carried_by(transport) for vector in inputs.wqe_vectors(specs, transport, wqe)]
    for kind, name in LAYOUTS.items():
        tables[f"{name}.jsonl"] = [vector for layout in specs.layouts.values() if layout.kind == kind
                                   for vector in inputs.layout_vectors(specs, layout)]
    return tables


def filled(build, vectors):
    """The vectors with bytes: of libmlx5 or UCX where that is their source, else of our own builders."""
    emulator = [build / "runtime/emulator/verbatim-emulator", "--fabric", "vectors-add", "--no-engine", "--link-layer"]
    fillers = [[*emulator, kind, build / "tests/vectors/vectors_libmlx5"] for kind in ("infiniband", "ethernet")]
    text = "".join(f"{line(vector)}\n" for vector in ucx_vectors.filled(emulator[0], vectors))
    for filler in [*fillers, [build / "tests/vectors/vectors_cxx"]]:
        done = subprocess.run([*filler, "--fill"], input=text, capture_output=True, text=True)
        if done.returncode:
            sys.exit(done.stdout[-500:] + done.stderr)
        text = done.stdout
    return [json.loads(one) for one in text.splitlines()]


def with_noise(specs, vector):
    """A CQE in which the bits without a name are what a device may have left there."""
    if "cqe" not in vector:
        return vector
    undefined = inputs.undefined_bits(specs.layouts[vector["cqe"]])
    noise = random.Random(line(vector)).randbytes(len(undefined))
    bytes_ = bytes(b | u & n for b, u, n in zip(bytes.fromhex(vector["bytes"]), undefined, noise))
    return vector | {"bytes": bytes_.hex()}


def add(build):
    specs, build = specs_of(ROOT), pathlib.Path(build).resolve()
    for name, vectors in wanted(specs).items():
        path = HERE / name
        there = table(path)
        shapes = {shape(vector) for vector in there}
        new = filled(build, [vector for vector in vectors if shape(vector) not in shapes])
        names = [next((v.get(k) for k in ("wqe", *LAYOUTS) if k in v), "") for v in vectors]
        order = {name: place for place, name in enumerate(names)}
        every = there + [with_noise(specs, vector) for vector in new]
        every.sort(key=lambda v: order.get(next(v[k] for k in ("wqe", *LAYOUTS) if k in v), 0))
        path.parent.mkdir(exist_ok=True)
        path.write_text("".join(f"{line(vector)}\n" for vector in every), encoding="ascii")
        print(f"{name}: {len(new)} vectors were added, {len(every)} are there")


def missing():
    """Complains about what the tables lack, and about what no spec describes any more."""
    complaints, tables = [], wanted(specs_of(ROOT))
    for name, vectors in tables.items():
        there, needed = {shape(v) for v in table(HERE / name)}, {shape(v) for v in vectors}
        complaints += [f"{name} has no vector for {one}" for one in sorted(needed - there, key=str)]
        known = {one[:2] for one in needed}
        complaints += [f"{name} has a vector that no spec describes: {one}" for one in sorted(there, key=str) if one[:2] not in known]
    stray = {p.relative_to(HERE).as_posix() for p in HERE.rglob("*.jsonl")} - tables.keys()
    complaints += [f"{path} belongs to no spec" for path in sorted(stray)]
    sys.exit("\n".join([*complaints, "run tests/vectors/make.py add BUILD"]) if complaints else 0)


def random_vectors(number, seed):
    specs, dice = specs_of(ROOT), random.Random(int(seed))
    for _ in range(int(number)):
        print(line(inputs.random_vector(specs, dice)))


if __name__ == "__main__":
    if sys.argv[1:2] not in (["add"], ["missing"], ["random"]):
        sys.exit(__doc__)
    {"add": add, "missing": missing, "random": random_vectors}[sys.argv[1]](*sys.argv[2:])
