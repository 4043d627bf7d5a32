"""The seeds have names that say what they are, and come out of their files as they went in.

seeds_test.py"""
import pathlib
import tempfile
import unittest

import kinds
import seeds

CORPUS = pathlib.Path(__file__).parent / "corpus"


class SeedsTest(unittest.TestCase):
    def test_each_seed_has_the_name_of_its_kind(self):
        files = sorted(CORPUS.glob("*.seeds"))
        self.assertTrue({*kinds.KINDS} < {path.stem for path in files})
        for path in files:
            found = list(seeds.seeds_in(path))
            self.assertLessEqual(len(found), seeds.MOST, path)
            said, bytes_of = zip(*found)
            self.assertEqual(len({*said}), len(said), path)
            # The lines are sorted by name, so that the numbers of a kind may stand in another order.
            self.assertEqual(sorted(said), sorted(seeds.names(path.stem, found)), path)
            for name, seed in found:
                kind = kinds.KINDS.get(path.stem, lambda _, name=name: name)(seed)
                self.assertRegex(name, rf"^{kind}(-[0-9]+)?$")
                self.assertRegex(name, "^[a-z][a-z0-9_-]+$", "a name of words")

    def test_what_is_packed_comes_out_again(self):
        inputs = {"one": bytes(range(256)), "two": b"\\x41 a\n", "three": b""}
        with tempfile.TemporaryDirectory() as directory:
            files = pathlib.Path(directory, "files")
            files.mkdir()
            for name, seed in inputs.items():
                (files / name).write_bytes(seed)
            lines = seeds.pack("packet", sorted(files.iterdir()))
            path = pathlib.Path(directory, "a.seeds")
            path.write_text("\n".join(lines) + "\n", encoding="ascii")
            self.assertEqual(dict(seeds.seeds_in(path)), inputs)

    def test_names_without_words_are_refused(self):
        with self.assertRaisesRegex(SystemExit, "rename the file"):
            list(seeds.names("packet", [("0123456789abcdef0123456789abcdef01234567", b"")]))

    def test_kinds(self):
        frame = b"VERBATIM\0\1\0\1\0\0\0\x18\x80\x2b\0\4abcd"
        for fuzzer, kind, seed in (
                ("selector", "any", b""), ("selector", "gid-port-netdev", b"fe80::1/2%eth0"), ("selector", "pci", b"0000:03:00.0"),
                ("selector", "guid", b"0002:c903:005e:1a00"), ("selector", "lid-not-ascii", b"lid:7\xff"),
                ("selector", "ipv4", b"10.0.0.1"), ("selector", "name", b"mlx5_0"),
                ("exchange", "offer-length-of-mtu", frame),
                ("exchange", "offer-wrong-length", frame[:15] + b"\x19" + frame[16:]),
                ("exchange", "json-answer-broken", b'{"frame":"ANSWER",'),
                ("poll", "cqe128-dense-req_err", b"\1\0" + bytes(63) + b"\xd0"), ("poll", "plain-cut-cqe", b"\0\0\0"),
                ("decode", "binary-as-cqe", b"bb\0"), ("decode", "text-hexdump-star-as-unknown", b"aa0\n*\n"),
                ("recording", "file-wrong-header-empty", b"VBREC"), ("recording", "records-answer-cqe", b"\7\0\x17\0\7\0")):
            self.assertEqual(kinds.KINDS[fuzzer](seed), kind)


if __name__ == "__main__":
    unittest.main()
