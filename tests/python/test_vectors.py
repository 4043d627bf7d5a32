"""Every vector, which libmlx5 and the C++ builders wrote: the chain writes the same bytes, and reading them gives the same values.

test_vectors.py DIRECTORY [VECTORS_CXX NUMBER [SEED]]     with NUMBER random vectors that the C++ builders write"""
import json
import pathlib
import random
import subprocess
import sys
import unittest

import support  # noqa: F401
import verbatim
from verbatim import tables
from verbatim.layout import Record

DIRECTORY = pathlib.Path(sys.argv.pop(1))
RANDOM = [sys.argv.pop(1) for _ in sys.argv[1:4] if not sys.argv[1].startswith("-")]


def lines(path):
    return [json.loads(line) for line in path.read_text(encoding="ascii").splitlines()]


def given(layout, fields):
    """The values of fields: bytes are hex there."""
    return {name: bytes.fromhex(value) if layout.field(name).bytes else value for name, value in fields.items()}


def word(name):
    """A step or argument as Python has it."""
    return f"{name}_" if name in ("from", "as") else "data" if name == "bytes" else name


class OfWqes(unittest.TestCase):
    def argument(self, choice, name, value):
        for part in choice.parts:
            if name == part.whole:
                layout = tables.layout(part.segment)
                return layout.make(**given(layout, value))
        return bytes.fromhex(value) if isinstance(value, str) else value

    def built(self, vector):
        """The WQE, by the chain of its transport."""
        ctrl = vector["ctrl"]
        chain = getattr(verbatim, vector["transport"])
        wqe = tables.wqe(vector["wqe"])
        known = [c for step in (*tables.transport(vector["transport"]).steps, *wqe.steps, wqe.behind) for c in step]
        for call, arguments in vector["steps"]:
            if call == wqe.verb and not arguments:
                chain = getattr(chain, word(call))(fence=ctrl["fm"], solicited=bool(ctrl["se"]))
                continue
            named = {}
            for name, value in arguments.items():
                choice = next((c for c in known if c.call == word(call) and word(name) in c.parameters), None)
                named[word(name)] = self.argument(choice, word(name), value) if choice else value
            chain = getattr(chain, word(call))(**named)
        if ctrl["ce"]:
            chain = chain.signal()
        return chain.finish(ctrl["wqe_index"], ctrl["qpn"], stream_id=ctrl["dci_stream_channel_id"])


class Wqes(OfWqes):
    def test_chains_write_the_same_bytes(self):
        met = set()
        for path in sorted((DIRECTORY / "wqes").glob("*.jsonl")):
            for number, vector in enumerate(lines(path), 1):
                with self.subTest(f"{path.name}:{number}", wqe=vector["wqe"]):
                    self.assertEqual(self.built(vector).hex(), vector["bytes"])
                met.add((vector["transport"], vector["wqe"]))
        self.assertEqual({(t.name, w) for t in tables.transports.values() for w in t.wqes} - met, set())

    def test_they_are_read_as_what_they_are(self):
        for path in sorted((DIRECTORY / "wqes").glob("*.jsonl")):
            for number, vector in enumerate(lines(path), 1):
                if any(arguments.get("segment", {}).get("inline_hdr_sz") for _, arguments in vector["steps"]):
                    continue  # the segment says that a header follows, and none does
                with self.subTest(f"{path.name}:{number}", wqe=vector["wqe"]):
                    data = bytes.fromhex(vector["bytes"])
                    parsed = verbatim.parse_wqe(data, vector["transport"])
                    self.assertEqual(support.Rebuilt(parsed).bytes().hex(), vector["bytes"])


@unittest.skipUnless(RANDOM, "no program that writes random vectors was given")
class Random(OfWqes):
    def test_chains_write_what_the_builders_of_cxx_write(self):
        program, number, *seed = RANDOM
        seed = seed[0] if seed else str(random.randrange(1 << 32))
        inputs = subprocess.Popen([sys.executable, "-B", DIRECTORY / "make.py", "random", number, seed], stdout=subprocess.PIPE)
        filled = subprocess.Popen([program, "--fill"], stdin=inputs.stdout, stdout=subprocess.PIPE, text=True)
        inputs.stdout.close()
        done = 0
        with filled.stdout:
            for done, line in enumerate(filled.stdout, 1):
                vector = json.loads(line)
                self.assertTrue(vector["bytes"])
                self.assertEqual(self.built(vector).hex(), vector["bytes"], f"seed {seed}: {line}")
        self.assertEqual((inputs.wait(), filled.wait(), done), (0, 0, int(number)))


class Layouts(unittest.TestCase):
    def test_the_same_fields(self):
        for kind in ("segment", "cqe", "doorbell"):
            met = set()
            for number, vector in enumerate(lines(DIRECTORY / f"{kind}s.jsonl"), 1):
                layout = tables.layout(vector[kind], kind)
                wanted = given(layout, vector["fields"])
                with self.subTest(f"{kind}s.jsonl:{number}", layout=layout.name):
                    data = bytes.fromhex(vector["bytes"])
                    read = Record(layout, data)
                    self.assertEqual({name: read[name] for name in wanted}, wanted)
                    self.assertEqual({f.name for f in layout.fields if f.settable}, set(wanted))
                    if kind != "cqe":  # whose bits without a name are random
                        self.assertEqual(layout.make(**wanted).raw, data)
                        self.assertEqual(layout.parse(data), read)
                    else:
                        self.assertEqual(read.replace().fields, read.fields)
                met.add(layout.name)
            self.assertEqual({x.name for x in tables.layouts.values() if x.kind == kind} - met, set())


unittest.main()
