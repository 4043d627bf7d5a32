"""The transport that verbatim-decode takes WQEs of others for, if nobody says it: captured_wqes.txt.

decode_transports.py VERBATIM_DECODE"""
import json
import pathlib
import subprocess
import sys
import unittest

program = sys.argv.pop(1)
CAPTURED = [line.split() for line in (pathlib.Path(__file__).parent / "captured_wqes.txt").read_text(encoding="ascii").splitlines()
            if not line.startswith("#")]
# A queue pair's transport, as the specs name it on each link layer.
SPECS = {("ud", "infiniband"): {"ud", "ud_compact"}, ("ud", "ethernet"): {"ud_roce"},
         ("dci", "infiniband"): {"dci", "dci_compact"}, ("dci", "ethernet"): {"dci_roce"}}
# The transports that show themselves by an address, by a segment of their own or by the opcode.
TOLD = {"ud", "dci", "raw_packet", "xrc", "xrq_cmd"}
TELLS_NOTHING = {"nop", "umr", "wait", "send_en", "recv_en", "set_psv", "mmo"}  # bare WQEs: alike on all transports


def decoded(*arguments, given):
    done = subprocess.run([program, *arguments], input=given.encode(), capture_output=True, text=False, timeout=20)
    return done.stdout.decode()


def entries(given):
    return json.loads(decoded("--json", "--as", "wqe", given=given))


class Captured(unittest.TestCase):
    def test_names_the_right_one_or_says_that_it_guesses(self):
        met, right = set(), 0
        for by, queue_pair, link_layer, posted in CAPTURED:
            [entry] = entries(posted)
            wanted = SPECS.get((queue_pair, link_layer), {queue_pair})
            told, candidates = entry["transport"], entry["transport_candidates"]
            with self.subTest(by=by, queue_pair=queue_pair, posted=posted, candidates=candidates):
                self.assertIn(told, candidates)
                self.assertTrue(wanted & set(candidates))
                self.assertEqual(entry["transport_certain"], len(candidates) == 1)
                self.assertEqual(entry["malformed"], [])
                opcode = entry["segments"][0]["fields"]["opcode"]["name"]
                if queue_pair in TOLD and opcode not in TELLS_NOTHING:
                    self.assertIn(told, wanted)
            right += told in wanted
            met.add((by, queue_pair))
        self.assertEqual(met, {("libmlx5", one) for one in ("rc", "uc", "ud", "dci", "raw_packet", "xrc", "xrq_cmd")}
                         | {("UCX", one) for one in ("rc", "ud", "dci")})
        # UC is what RC is in every bit, and RC is more common.
        self.assertEqual(len(CAPTURED) - right, sum(queue_pair == "uc" for _, queue_pair, _, _ in CAPTURED))

    def test_says_so_in_words(self):
        of = {queue_pair: posted for by, queue_pair, link_layer, posted in CAPTURED if by == "UCX"}
        self.assertIn("  transport  ud, which fits better than any other\n", decoded("--as", "wqe", given=of["ud"]))
        self.assertRegex(decoded("--as", "wqe", given=of["rc"]), r"  transport  rc is a guess: (\w+, )*uc would fit as well; --transport")
        self.assertNotIn("is a guess", decoded("--as", "wqe", "--transport", "uc", given=of["rc"]))

    def test_wqes_of_one_queue_pair_tell_it_together(self):
        posted = bytes.fromhex(next(posted for by, queue_pair, _, posted in CAPTURED if (by, queue_pair) == ("UCX", "ud")))
        nop = b"\0\0\0\0" + posted[4:7] + b"\1" + bytes(8)
        ring = posted.ljust(-(-len(posted) // 64) * 64, b"\0") + nop.ljust(64, b"\0")
        arguments = [program, "--json", "--binary", "--ring", "send"]
        both = json.loads(subprocess.run(arguments, input=ring, capture_output=True, timeout=20).stdout)
        self.assertEqual([one["transport_candidates"] for one in both], [["ud"], ["ud"]])
        [alone] = json.loads(subprocess.run(arguments, input=nop, capture_output=True, timeout=20).stdout)
        self.assertGreater(len(alone["transport_candidates"]), 8)


unittest.main()
