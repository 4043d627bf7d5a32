"""Posts the vectors whose source is UCX by UCX itself, on the emulator, and compares the bytes: ucx_vectors.py LAUNCHER.

Skipped where UCX's headers are not installed."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SKIP = 77
SOURCE = "UCX: "
FETCH, CSWAP = "uct_ep_atomic{}_fetch", "uct_ep_atomic_cswap{}"

# The WQEs, and UCX's calls for them.
CALLS = {f"{name}{bits}": FETCH.format(bits) for name in ("fetch_and", "fetch_or", "fetch_xor", "swap") for bits in (32, 64)} | {
    "fetch_add32": FETCH.format(32), "cas32": CSWAP.format(32), "atomic_fa": FETCH.format(64), "atomic_cs": CSWAP.format(64)}


def adapted(transport, wqe, vector):
    """The vector as UCX posts it, or None."""
    if transport.name != "rc" or wqe.name not in CALLS:
        return None
    ctrl = vector["ctrl"] | {"dci_stream_channel_id": 0, "fm": 0, "ce": 2, "se": 0}
    return vector | {"ctrl": ctrl, "source": SOURCE + CALLS[wqe.name]}


def compiled(scratch):
    """The program that posts, or None where UCX is not installed."""
    program = pathlib.Path(scratch, "ucx")
    if not shutil.which("gcc") or not pathlib.Path("/usr/include/uct/api/uct.h").exists():
        return None
    subprocess.run(["gcc", "-Wall", "-Wextra", "-Werror", HERE / "ucx.c", "-o", program, "-luct", "-lucs"], check=True)
    return program


def operands(vector):
    """The operand, and what is swapped in by a compare-and-swap."""
    given = dict(vector["steps"])["operands"]
    if "compare" in given:
        return given["compare"], given["swap"]
    return next(iter(given.values())), 0


def posted(launcher, vectors):
    """The bytes that UCX writes for these vectors; None where it is not installed."""
    with tempfile.TemporaryDirectory() as scratch:
        program = compiled(scratch)
        if program is None:
            return None
        capture = pathlib.Path(scratch, "capture")
        lines = "".join(f"{v['wqe']} {operands(v)[0]} {operands(v)[1]}\n" for v in vectors)
        # A receive queue of the kind that the emulated device has.
        environment = dict(os.environ, UCX_RC_MLX5_SRQ_TOPO="list", UCX_LOG_LEVEL="warn")
        ran = subprocess.run([launcher, "--fabric", f"ucx-vectors-{os.getpid()}", "--capture", capture, program], input=lines,
                             capture_output=True, text=True, env=environment, timeout=100)
        if ran.returncode:
            sys.exit(f"UCX fails: {ran.stdout[-1000:]}{ran.stderr[-2000:]}")
        captured = [json.loads(line) for line in capture.read_text(encoding="utf-8").splitlines()]
    if len(captured) != len(vectors):
        sys.exit(f"UCX posted {len(captured)} WQEs, not {len(vectors)}")
    return [with_own_values(wqe, vector) for wqe, vector in zip(captured, vectors)]


def with_own_values(captured, vector):
    """The bytes, with the vector's values where UCX has addresses and keys of its own."""
    wqe = bytearray.fromhex(captured["bytes"])
    if (int.from_bytes(wqe[1:3], "big"), int.from_bytes(wqe[4:7], "big")) != (captured["wqe_index"], captured["qpn"]):
        sys.exit("UCX did not write its own index and queue pair number")
    steps = dict(vector["steps"])
    for at, size, value in ((1, 2, vector["ctrl"]["wqe_index"]), (4, 3, vector["ctrl"]["qpn"]), (16, 8, steps["rdma"]["raddr"]),
                            (24, 4, steps["rdma"]["rkey"]), (len(wqe) - 12, 4, steps["sge"]["lkey"]),
                            (len(wqe) - 8, 8, steps["sge"]["addr"])):
        wqe[at:at + size] = value.to_bytes(size, "big")
    return wqe.hex()


def filled(launcher, vectors):
    """The vectors, and those of UCX with bytes."""
    own = [v for v in vectors if v["source"].startswith(SOURCE) and not v["bytes"]]
    written = posted(launcher, own) if own else []
    if written is None:
        sys.exit("install libucx-dev: these vectors are written by UCX")
    by_line = {id(v): made for v, made in zip(own, written)}
    return [v | {"bytes": by_line[id(v)]} if id(v) in by_line else v for v in vectors]


def main(launcher):
    vectors = [json.loads(line) for path in sorted((HERE / "wqes").glob("*.jsonl"))
               for line in path.read_text(encoding="ascii").splitlines()]
    own = [v for v in vectors if v["source"].startswith(SOURCE)]
    written = posted(launcher, own)
    if written is None:
        print("skipped: UCX's headers are not installed (libucx-dev)")
        sys.exit(SKIP)
    wrong = [f"{v['wqe']}: UCX writes {made}, the vector is {v['bytes']}" for v, made in zip(own, written) if made != v["bytes"]]
    print("\n".join(wrong) or f"{len(own)} vectors are as UCX writes them")
    sys.exit(bool(wrong) or not own)


if __name__ == "__main__":
    main(*sys.argv[1:])
