"""python3 -m verbatim: kernel logs and dumps of others give the text of verbatim-decode, and every mistake its exit status.

The samples are those of verbatim-decode; those with messages of other programs are not for this command."""
import json
import os
import subprocess
import sys
import tempfile
import unittest

import support
import verbatim

SAMPLES = support.ROOT / "tests" / "tools" / "samples"
OF_OTHERS = {"dpdk", "dpdk_rings", "libmlx5", "libmlx5_blank_lines", "ucx", "ucx_over_verbs", "verbs_programs", "xlio"}


def run(*arguments, given=None, **environment):
    return subprocess.run([sys.executable, "-B", "-m", "verbatim", *map(str, arguments)], input=given, text=True, capture_output=True,
                          env=dict(os.environ, PYTHONPATH=str(support.PACKAGE), **environment), timeout=60)


class Samples(unittest.TestCase):
    def test_the_text_is_that_of_verbatim_decode(self):
        known = sorted(path for path in SAMPLES.glob("*.txt") if path.stem not in OF_OTHERS)
        self.assertGreaterEqual(len(known), 14)
        for sample in known:
            with self.subTest(sample.name):
                wanted = sample.with_suffix(".out").read_text(encoding="utf-8")
                text, _, status = wanted.rpartition("exit status ")
                got = verbatim.explain(sample.read_text(encoding="utf-8"))
                entries = verbatim.decode(sample.read_text(encoding="utf-8"))
                if int(status) == 1:
                    self.assertEqual(entries, [])
                    continue
                self.assertEqual(got, text)
                self.assertEqual(any(one["malformed"] for one in entries), int(status) == 3)


class Command(unittest.TestCase):
    def test_a_dump_in_a_file_on_standard_input_and_as_arguments(self):
        words = "00000000 93005204 0a0019a1 c0921cd2"
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write(words + "\n")
            file.flush()
            done = [run(file.name), run(given=words), run(*words.split())]
        self.assertEqual({(one.returncode, one.stderr) for one in done}, {(0, "")})
        self.assertEqual(len({one.stdout for one in done}), 1)
        self.assertIn("requester  local_prot_err (0x04): A local key is wrong", done[0].stdout)
        self.assertEqual(json.loads(run("--json", *words.split()).stdout), verbatim.decode(words))

    def test_bytes(self):
        wqe = verbatim.rc.write().rdma(1, 2).sge(1, 2, 3).finish(index=1, qpn=2)
        with tempfile.NamedTemporaryFile("wb") as file:
            file.write(wqe + bytes(16))
            file.flush()
            done = run("--binary", "--ring", "send", "--transport", "rc", "--color", "always", file.name)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("\x1b[1m1. WQE 0 (binary)\x1b[0m\n", done.stdout)
        self.assertIn("raddr_seg  raddr=1", done.stdout)

    def test_mistakes(self):
        self.assertEqual(run(given="nothing here").returncode, 1)
        self.assertIn("nothing here is a CQE", run(given="nothing here").stderr)
        missing = run("/no/such/file")
        self.assertEqual((missing.returncode, missing.stderr), (2, "verbatim: cannot read /no/such/file: No such file or directory\n"))
        self.assertEqual(run("--transport", "rd").returncode, 2)
        self.assertEqual(run("--as", "wqe", given="0" * 32).returncode, 3)
        full = subprocess.run(["sh", "-c", f"{sys.executable} -B -m verbatim 00000000 93005204 0a0019a1 c0921cd2 >/dev/full"], text=True,
                              capture_output=True, env=dict(os.environ, PYTHONPATH=str(support.PACKAGE)), timeout=60)
        self.assertEqual((full.returncode, full.stderr), (2, "verbatim: the output cannot be written: No space left on device\n"))

    def test_options_of_explain_are_checked(self):
        with self.assertRaises(verbatim.ArgumentError) as said:
            verbatim.explain(b"", knd="wqe")
        self.assertIn("there is no option knd; there are transport, kind,", str(said.exception))
        with self.assertRaises(verbatim.ArgumentError) as said:
            verbatim.explain(b"", cqe_size=32)
        self.assertEqual(str(said.exception), "cqe_size cannot be 32: it is one of 64, 128")


if __name__ == "__main__":
    unittest.main()
