"""Random WQEs, CQEs, rings and management datagrams: verbatim-decode and the Python package say the same of them, key by key and line by line.

differential.py VERBATIM_DECODE [COUNT [SEED]]"""
import json
import random
import subprocess
import sys
import time

import random_bytes
import support  # noqa: F401
import verbatim
from verbatim import tables
from verbatim.specs.commands import COMMANDS
from verbatim.specs.datagrams import DATAGRAMS, RECORDS

PROGRAM = sys.argv[1]
COUNT = int(sys.argv[2]) if len(sys.argv) > 2 else 3000
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1 << 32)
BATCH = 2000


def of_program(arguments, text=None, data=None):
    done = subprocess.run([PROGRAM, "--json", *arguments], input=data if text is None else text.encode(), capture_output=True,
                          timeout=300)
    if done.stderr and done.returncode != 1:
        sys.exit(done.stderr.decode())
    return json.loads(done.stdout)


def compare(what, program, ours, inputs):
    """Ends the test at the first entry that differs."""
    ours = json.loads(json.dumps(ours))
    if ours == program:
        return
    for i, (one, other) in enumerate(zip(ours, program)):
        if one != other and isinstance(one, str):
            sys.exit(f"seed {SEED}, {what}, line {i + 1}:\n  {one}\n  verbatim-decode: {other}")
        if one != other:
            keys = [key for key in {**one, **other} if one.get(key) != other.get(key)]
            shown = "\n".join(f"  {key}: {one.get(key)}\n  verbatim-decode: {other.get(key)}" for key in keys)
            sys.exit(f"seed {SEED}, {what}, entry {i}: {inputs[i] if i < len(inputs) else ''}\n{shown}")
    sys.exit(f"seed {SEED}, {what}: {len(ours)} entries here, {len(program)} of verbatim-decode")


def one_by_one(dice, count, transport, kind):
    """Hex, an item for each."""
    make = {"wqe": lambda: dice.any_wqe(transport), "cqe": dice.any_cqe, "mad": lambda: any_datagram(dice.dice),
            "command": lambda: any_command(dice.dice)}[kind]
    lines = [make().hex() for _ in range(count)]
    text = "\n\n".join(lines) + "\n"
    arguments = ["--as", kind, *(["--transport", transport] if transport else [])]
    said = {"kind": kind, "transport": transport or ""}
    compare(f"{kind} on {transport or 'any transport'}", of_program(arguments, text), verbatim.decode(text, **said), lines)
    if not transport:
        page = subprocess.run([PROGRAM, "--color", "never", *arguments], input=text, capture_output=True, text=True, timeout=300).stdout
        compare(f"the page of {kind}s", page.split("\n"), verbatim.explain(text, **said).split("\n"), [])


def any_command(dice):
    """A command of the firmware, now and then cut off, or one that no spec describes."""
    one = dice.choice([*COMMANDS.values()])
    data = one.opcode.to_bytes(2, "big") + dice.randbytes(one.given.size - 2)
    return dice.choice((data, data, data, data + dice.randbytes(32), data[:dice.choice((8, 15, 16))], b"\xfe" + data[1:]))


def any_datagram(dice):
    """A management datagram of any class, often with an attribute of that class; now and then cut off, or with records behind it."""
    one = dice.choice((*DATAGRAMS, *RECORDS))
    mgmt_class = dice.choice(one.classes or range(256))
    data = bytearray(dice.randbytes(256) if dice.random() < 0.5 else 256)
    data[:4] = 1, mgmt_class, dice.choice((1, 2)), dice.choice((1, 2, 3, 0x12, 0x81, 0x92, 0x77))
    data[16:18] = one.attribute.to_bytes(2, "big")
    return bytes(data) + dice.randbytes(dice.choice((0, 0, 0, 64))) if dice.random() < 0.9 else bytes(data[:dice.choice((20, 24, 70, 200))])


def rings(dice, count):
    """Bytes of whole rings, of parts of rings, and bytes of which nobody says what they are."""
    for _ in range(count):
        size = dice.dice.choice((1, 2, 3, 4, 8, 16)) * 64
        kind = dice.dice.choice(("send", "cq", "recv", ""))
        data = b""
        while len(data) < size:
            one = dice.any_cqe() if kind == "cq" or (not kind and dice.dice.random() < 0.5) else dice.any_wqe()
            data += one + bytes(-len(one) % 64) if dice.dice.random() < 0.9 else bytes(64)
        data = data[:size - dice.dice.choice((0, 0, 0, 5, 16))]
        options, arguments = {}, ["--binary", *(["--ring", kind] if kind else [])]
        if dice.dice.random() < 0.5:
            options["cqe_size"] = 128
            arguments += ["--cqe-size", "128"]
        if dice.dice.random() < 0.5:
            options["enhanced"] = True
            arguments += ["--enhanced"]
        if dice.dice.random() < 0.5:
            options["minis"] = "mini_resp_csum_stridx"
            arguments += ["--minis", "csum_stridx"]
        compare(f"a ring, {arguments}", of_program(arguments, data=data), verbatim.decode(data, kind=kind, **options), [data.hex()] * 99)


def main():
    dice = random_bytes.Dice(random.Random(SEED))
    begin = time.monotonic()
    transports = list(tables.transports)
    done = 0
    while done < COUNT:
        batch = min(BATCH, COUNT - done)
        for transport in transports:
            one_by_one(dice, batch // 20, transport, "wqe")
        one_by_one(dice, batch // 20, None, "wqe")
        rest = batch - batch // 20 * (len(transports) + 1)
        rings(dice, min(rest, 12))
        one_by_one(dice, batch // 20, None, "mad")
        one_by_one(dice, batch // 20, None, "command")
        one_by_one(dice, rest - min(rest, 12), None, "cqe")
        done += batch
    print(f"{done} WQEs, CQEs and rings, seed {SEED}: the same from both ({time.monotonic() - begin:.1f} s)")


main()
