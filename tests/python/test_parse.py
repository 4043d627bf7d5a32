"""Reading: what is too short, too long or forbidden is refused with its reason; the rest has its values."""
import copy
import pickle
import unittest

import support
import verbatim
from verbatim import tables

WRITE = verbatim.rc.write().rdma(0x1000, 0x42).sge(0x2000, 64, 7).signal().finish(index=9, qpn=0x12)
FAILED = verbatim.cqe("err_cqe", syndrome="remote_access_err", vendor_err_synd=0x88, s_wqe_opcode="rdma_write", qpn=0x12,
                      wqe_counter=9, opcode="req_err")


class Refuses(unittest.TestCase):
    def refused(self, text, read, *given, **named):
        with self.assertRaises(verbatim.ParseError) as said:
            read(*given, **named)
        self.assertEqual(str(said.exception), text)

    def test_every_wqe_that_is_cut_off_or_too_long(self):
        for _, _, _, data in support.captured():
            for length in range(len(data)):
                with self.assertRaises(verbatim.ParseError):
                    verbatim.parse_wqe(data[:length])
            with self.assertRaises(verbatim.ParseError):
                verbatim.parse_wqe(data + b"\0")
        self.refused("15 bytes are no WQE: it begins with a ctrl_seg of 16 bytes", verbatim.parse_wqe, WRITE[:15])
        self.refused("ds says 48 bytes, here are 64; wqe_length() says how many to take out of a ring", verbatim.parse_wqe,
                     WRITE + bytes(16))
        self.assertEqual(verbatim.wqe_length(WRITE + bytes(16)), 48)

    def test_every_other_value_of_a_reserved_bit_and_of_an_enum(self):
        """Each bit of a WQE is a field, or must be as it is."""
        ctrl, raddr = tables.layout("ctrl_seg"), tables.layout("raddr_seg")
        for bit in range(32 * 8):
            layout, at = (ctrl, bit) if bit < 128 else (raddr, bit - 128)
            field = next(f for f in layout.fields if f.last_bit - f.width < at <= f.last_bit)
            spoiled = bytearray(WRITE)
            spoiled[bit // 8] ^= 0x80 >> bit % 8
            if field.reserved:
                self.refused(f"no WQE of rc; {layout.name}: {field.name}=! {1 << (field.last_bit - at):#x}", verbatim.parse_wqe,
                             spoiled, "rc")
            elif field.name not in ("opcode", "opmod", "ds", "fm", "ce"):
                self.assertNotEqual(verbatim.parse_wqe(spoiled, "rc")[layout.name][field.name],
                                    verbatim.parse_wqe(WRITE, "rc")[layout.name][field.name])

    def test_opcodes_that_are_none_or_of_others(self):
        spoiled = bytearray(WRITE)
        spoiled[3] = 0xfe
        self.refused("no WQE of rc; ctrl_seg: opcode=! unknown 0xfe; no spec describes this opcode", verbatim.parse_wqe, spoiled, "rc")
        self.refused("no WQE of ud; ud carries no WQE of opcode rdma_write and opmod 0", verbatim.parse_wqe, WRITE, "ud")
        spoiled[3] = 0x10
        spoiled[7] = 1
        self.refused("no WQE of rc; ds ends before raddr_seg", verbatim.parse_wqe, spoiled[:16], "rc")

    def test_cqes(self):
        good = verbatim.cqe("cqe64", opcode="req", s_wqe_opcode="rdma_write", qpn=0x12)
        for length in (*range(64), *range(65, 128), 129):
            with self.assertRaises(verbatim.ParseError):
                verbatim.parse_cqe(good.raw.ljust(length, b"\0")[:length])
        self.refused("no cqe64; cqe64: opcode=! unknown 0x7", verbatim.parse_cqe, good.raw[:63] + b"\x70")
        self.refused("no cqe64; the device never wrote this CQE: its opcode is the initial value", verbatim.parse_cqe,
                     good.raw[:63] + b"\xf0")
        self.refused("no err_cqe; a CQE with error whose syndrome is 0", verbatim.parse_cqe, FAILED.replace(syndrome=0).raw)
        self.refused("no cqe64; its payload is in the 64 bytes before it (inline_64), which are missing: give all 128 bytes",
                     verbatim.parse_cqe, good.replace(format="inline_64").raw)

    def test_receives_minis_and_doorbells(self):
        self.refused("no receive WQE; a receive WQE consists of data_segs of 16 bytes", verbatim.parse_recv_wqe, bytes(15))
        self.refused("no receive WQE; it has a data_seg at least", verbatim.parse_recv_wqe, b"")
        self.refused("an array of mini CQEs has 64 bytes, and here are 63", verbatim.parse_mini_cqes, bytes(63), 1)
        self.refused("an array holds 1 to 8 mini CQEs, not 9", verbatim.parse_mini_cqes, bytes(64), 9)
        self.refused("no mini_req; mini_req: s_wqe_opcode=! unknown 0xfe", verbatim.parse_mini_cqes, b"\0\0\xfe".ljust(64, b"\0"), 1)
        self.refused("enh_block: its format is plain, not compressed", verbatim.parse_enhanced_block, bytes(64))
        self.refused("cq_dbrec has 8 bytes, and here are 7", verbatim.parse_doorbell, "cq_dbrec", bytes(7))
        with self.assertRaises(verbatim.NameUnknown):
            verbatim.parse_doorbell("cqe64", bytes(64))
        with self.assertRaises(verbatim.ArgumentError):
            verbatim.parse_mini_cqes(bytes(64), 1, "cqe64")
        for data in ("00", None, 5, [1]):
            with self.assertRaises(verbatim.ArgumentError):
                verbatim.parse_cqe(data)


class Reads(unittest.TestCase):
    def test_a_wqe(self):
        parsed = verbatim.parse_wqe(bytearray(WRITE), "rc")
        self.assertEqual((parsed.name, parsed.transport, parsed.exact), ("rdma_write", "rc", True))
        self.assertEqual((parsed.ctrl.wqe_index, parsed.ctrl.qpn, parsed.ctrl.opcode), (9, 0x12, verbatim.enums.opcode.rdma_write))
        self.assertEqual((parsed["raddr_seg"].raddr, parsed["raddr_seg"]["rkey"]), (0x1000, 0x42))
        self.assertEqual([s.record.byte_count for s in parsed.all("data_seg")], [64])
        self.assertEqual(repr(parsed.segments[1]), "0x10 raddr_seg{raddr=0x1000 rkey=0x42}")
        with self.assertRaises(KeyError):
            parsed["av_ud_seg"]
        self.assertEqual(verbatim.parse_wqe(WRITE).candidates, ("rc", "xrc", "uc")[:1] + tuple(verbatim.parse_wqe(WRITE).candidates[1:]))
        self.assertIn("uc", verbatim.parse_wqe(WRITE).candidates)

    def test_a_failed_cqe(self):
        cqe = verbatim.parse_cqe(memoryview(FAILED.raw))
        self.assertTrue(cqe.failed)
        self.assertEqual((cqe.name, cqe.syndrome, cqe.wqe_counter), ("err_cqe", verbatim.enums.cqe_syndrome.remote_access_err, 9))
        self.assertTrue(cqe.error.syndrome.startswith("remote_access_err (0x13): "))
        self.assertTrue(cqe.error.checks)

    def test_inlined_payloads(self):
        good = verbatim.cqe("cqe64", opcode="resp_send", byte_cnt=5, format="inline_32")
        self.assertEqual(verbatim.parse_cqe(b"hello" + good.raw[5:]).inline, b"hello")
        self.assertEqual(verbatim.parse_cqe(b"hello".ljust(64, b"\0") + good.replace(format="inline_64").raw).inline, b"hello")
        self.assertEqual(verbatim.parse_cqe(good.replace(format="plain").raw).inline, b"")

    def test_compressed_cqes(self):
        minis = [verbatim.cqe("mini_req", wqe_counter=i, s_wqe_opcode="send", byte_cnt=i) for i in range(7)]
        array = b"".join(m.raw for m in minis)
        self.assertEqual(verbatim.parse_mini_cqes(array.ljust(64, b"\0"), 7), minis)
        block = verbatim.cqe("enh_block", minis=array, count_minus_1=6, format="compressed")
        self.assertEqual(verbatim.parse_enhanced_block(block.raw), minis)
        self.assertEqual(verbatim.parse_cqe(block.raw, enhanced=True).name, "enh_block")

    def test_records_are_values(self):
        record = verbatim.segment("raddr_seg", raddr=1, rkey=2)
        self.assertEqual(record, verbatim.parse_segment("raddr_seg", record.raw))
        self.assertEqual(pickle.loads(pickle.dumps(record)).fields, copy.deepcopy(record).fields)
        self.assertEqual(record.replace(rkey=3).rkey, 3)
        self.assertEqual(len({record, record.replace(rkey=2)}), 1)
        with self.assertRaises(verbatim.ArgumentError):
            record.rkey = 3
        with self.assertRaises(AttributeError) as said:
            record.rky
        self.assertEqual(str(said.exception), "raddr_seg has no field 'rky'; did you mean 'rkey'? there are raddr, rkey")
        with self.assertRaises(verbatim.ArgumentError):
            verbatim.segment("data_seg", reserved_00=0)
        for layout in tables.layouts.values():
            if layout.kind != "cqe":
                self.assertEqual(layout.parse(layout.make().raw).faults, ())


if __name__ == "__main__":
    unittest.main()
