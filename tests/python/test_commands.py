"""Commands of the firmware, their answers and structures: the package writes the bytes of the vendor's headers, and reads them.

test_commands.py [ROUNDS [SEED]]"""
import copy
import pathlib
import pickle
import random
import sys
import unittest

import support  # noqa: F401

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "vectors"))

import commands  # noqa: E402  (the path comes first)
import verbatim  # noqa: E402
from verbatim import firmware  # noqa: E402

ROUNDS = int(sys.argv.pop(1)) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 3
SEED = int(sys.argv.pop(1)) if len(sys.argv) > 1 and sys.argv[1].isdigit() else random.randrange(1 << 32)


def form_of(known, name):
    """The form of a mailbox that has this name in the vendor's headers."""
    if name in known.specs.structures:
        return getattr(firmware, name)
    owner, _, side = name.rpartition("_")
    command = getattr(firmware, owner)
    return command if side == "in" else command.answer


def plain(mailbox):
    """The values of a mailbox, with those of structures as mappings."""
    return {name: plain(value) if isinstance(value, verbatim.Mailbox) else value for name, value in mailbox.fields.items()}


class Bytes(unittest.TestCase):
    form_of = staticmethod(form_of)

    @classmethod
    def setUpClass(cls):
        cls.known = commands.Commands()

    def cases(self):
        dice = random.Random(SEED)
        for name in [*self.known.mailboxes] * ROUNDS:
            with self.subTest(name, seed=SEED):
                yield name, self.form_of(self.known, name), dice

    def test_values_become_the_bytes(self):
        for name, form, dice in self.cases():
            values, expected = self.known.filled(name, dice)
            opcode = getattr(form, "opcode", None)
            if opcode is not None:
                values["opcode"], expected = opcode, opcode.to_bytes(2, "big") + expected[2:]
            made = form(**values)
            self.assertEqual(made.raw.hex(), expected.hex())
            # Fields that all commands share are not in each header.
            self.assertEqual({k: v for k, v in plain(form.parse(expected)).items() if k in values}, values)

    def test_other_bits_stay(self):
        for name, form, dice in self.cases():
            noise = dice.getrandbits(8 * form.size)
            values, expected = self.known.filled(name, dice, noise)
            opcode = getattr(form, "opcode", None)
            before = noise.to_bytes(form.size, "big")
            if opcode is not None:
                values.pop("opcode")
                before, expected = (opcode.to_bytes(2, "big") + data[2:] for data in (before, expected))
            self.assertEqual(form.parse(before).replace(**values).raw.hex(), expected.hex())

    def test_sizes(self):
        for name, mailbox in self.known.mailboxes.items():
            self.assertEqual(self.form_of(self.known, name).size, mailbox.size)


class Uses(unittest.TestCase):
    def raises(self, kind, text, call):
        with self.assertRaises(kind) as raised:
            call()
        self.assertIn(text, str(raised.exception))

    def test_mistakes_are_exceptions(self):
        self.raises(verbatim.NameUnknown, "create_qp_in has no field 'wq_umem'; did you mean 'wq_umem_id'?", lambda: firmware.create_qp(wq_umem=1))
        self.raises(verbatim.RangeError, "qpc.pd cannot be 0x1000000: it is 0 to 0xffffff, 24 bits", lambda: firmware.qpc(pd=1 << 24))
        self.raises(verbatim.RangeError, "qpc.pd cannot be -0x1", lambda: firmware.create_qp(qpc={"pd": -1}))
        self.raises(verbatim.RangeError, "ads.rgid_rip has 2 bytes: give 16", lambda: firmware.ads(rgid_rip=b"12"))
        self.raises(verbatim.ArgumentError, "qpc.pd is a number, not str", lambda: firmware.qpc(pd="1"))
        self.raises(verbatim.ArgumentError, "create_qp_in.qpc is a qpc, or a dict of its fields, not ads",
                    lambda: firmware.create_qp(qpc=firmware.ads()))
        self.raises(verbatim.ArgumentError, "the opcode of CREATE_QP is 0x500; leave it out", lambda: firmware.create_qp(opcode=0x501))
        self.raises(verbatim.ParseError, "create_qp_out has 16 bytes, and here are 15", lambda: firmware.create_qp.answer.parse(bytes(15)))
        self.raises(verbatim.ParseError, "its opcode is 0x0, and not 0x500", lambda: firmware.create_qp.parse(bytes(272)))
        self.raises(verbatim.ParseError, "no command with the opcode 0xffff", lambda: verbatim.parse_command(b"\xff" * 64))
        self.raises(verbatim.ArgumentError, "a qpc does not change", lambda: setattr(firmware.qpc(), "pd", 1))

    def test_short_bytes_are_refused_at_every_length(self):
        whole = firmware.create_qp(wq_umem_id=7).raw
        for length in range(len(whole)):
            with self.assertRaises(verbatim.ParseError):
                verbatim.parse_command(whole[:length])

    def test_a_list_at_the_end(self):
        entries = bytes(range(32))
        made = firmware.create_mkey(translations_octword_actual_size=2, klm_pas_mtt=entries)
        self.assertEqual((len(made.raw), made.klm_pas_mtt), (firmware.create_mkey.size + 32, entries))
        self.assertEqual(verbatim.parse_command(made.raw), made)

    def test_they_are_explained_as_the_debug_log_of_the_kernel_is(self):
        command = firmware.create_qp(wq_umem_id=5, qpc={"pd": 0x12, "primary_address_path": {"rlid": 7}})
        answer = firmware.create_qp.answer(status=3, syndrome=0x18af6)
        for made, side in ((command, "INPUT"), (answer, "OUTPUT")):
            log = [f"mlx5_core 0000:03:00.0: dump_command:100:(pid 1): cmd[0]: dump command data CREATE_QP(0x500) {side}"]
            log += [f"mlx5_core 0000:03:00.0: dump_buf:90:(pid 1): cmd[0]: {i:03x}: {made.raw[i:i + 16].hex(' ', 4)}"
                    for i in range(0, len(made.raw), 16)]
            of_log, of_command = verbatim.decode("\n".join(log)), verbatim.decode(made)
            self.assertEqual([one["mailbox"] for one in of_log], [one["mailbox"] for one in of_command])
            self.assertEqual(len(of_log), 1)
        of_bytes, = verbatim.decode(command.raw.hex(), kind="command")
        self.assertEqual(of_bytes["mailbox"], verbatim.decode(command)[0]["mailbox"])
        self.assertIn("unknown (0xffff)", verbatim.explain(b"\xff" * 16, kind="command"))
        for named in ("CREATE_QP", "create_qp", "0x500", "1280"):
            self.assertEqual(verbatim.decode(answer.raw.hex(), answer_to=named)[0]["mailbox"], verbatim.decode(answer)[0]["mailbox"])
        self.assertEqual(verbatim.decode(answer.raw, answer_to="0xfffe")[0]["mailbox"]["title"], "unknown")
        for wrong in ({"answer_to": "CREATE_QPS"}, {"answer_to": "0x10000"}, {"answer_to": "0x500", "kind": "command"}):
            with self.assertRaises(verbatim.ArgumentError):
                verbatim.decode(answer.raw, **wrong)
        self.assertEqual(verbatim.decode(command.raw[:15], kind="command")[0]["malformed"], ["15 bytes are too few: a command or an answer has at least 16"])
        self.assertIn("qpc.primary_address_path.rlid = 0x7: LID of the peer.", verbatim.explain(command))
        self.assertIn("bad_param_err (0x03)", verbatim.explain(answer))
        self.assertIn("  structure  qpc: The context of a queue pair.\n  fields     pd = 0x12: Protection domain.\n",
                      verbatim.explain(command.qpc.replace(primary_address_path={"rlid": 0})))

    def test_they_are_values(self):
        made = firmware.create_qp(qpc=firmware.qpc(pd=5), wq_umem_id=verbatim.enums.general_object.dek)
        self.assertEqual(made, firmware.create_qp(qpc={"pd": 5}, wq_umem_id=12))
        self.assertEqual(pickle.loads(pickle.dumps(made)), made)
        self.assertEqual(copy.copy(made.qpc), made.qpc)
        self.assertEqual(len({made, made.replace(uid=0), made.replace(uid=1)}), 2)
        self.assertEqual(repr(made), "create_qp_in{opcode=0x500 qpc=qpc{pd=0x5} wq_umem_id=0xc}")
        self.assertEqual(bytes(made), made.raw)


if __name__ == "__main__":
    unittest.main()
