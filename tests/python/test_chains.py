"""Chains: what they refuse, and what they say then. test_vectors.py and differential.py judge the bytes."""
import unittest

import support
import verbatim
from verbatim import tables
from verbatim.model import OCTOWORD


class Refused(unittest.TestCase):
    def refused(self, error, text, step, *given, **named):
        with self.assertRaises(error) as said:
            step(*given, **named)
        self.assertEqual(str(said.exception), text)

    def test_a_step_out_of_place_names_those_that_are_allowed(self):
        self.refused(verbatim.OrderError, "rdma_write on rc, behind write(): sge() has no place here; next is imm() or rdma()",
                     lambda: verbatim.rc.write().sge(1, 2, 3))
        self.refused(verbatim.OrderError, "rdma_write on rc, behind write().rdma(): finish() has no place here; next is sge() or "
                     "inline_data() or no_data()", lambda: verbatim.rc.write().rdma(1, 2).finish())
        self.refused(verbatim.OrderError, "rdma_write on rc, behind write().rdma().no_data().signal(): signal() has no place here; next is "
                     "finish()", lambda: verbatim.rc.write().rdma(1, 2).no_data().signal().signal())
        self.refused(verbatim.OrderError, "a WQE on xrc, behind xrc(): xrc() has no place here; next is cas() or fetch_add() or cas32() or "
                     "fetch_add32() or fetch_and32() or fetch_and64() or fetch_or32() or fetch_or64() or fetch_xor32() or fetch_xor64() or "
                     "masked_cas128() or masked_cas32() or masked_cas64() or masked_fetch_add128() or masked_fetch_add32() or "
                     "masked_fetch_add64() or read() or write() or send() or swap32() or swap64()", lambda: verbatim.xrc.xrc(1).xrc(1))
        self.refused(verbatim.OrderError, "send on ud, at its beginning: send() has no place here; next is av()",
                     lambda: verbatim.build("ud", "send").send())
        # A step that is no step at all looks like any other attribute that is missing.
        self.assertFalse(hasattr(verbatim.rc, "wrte"))
        self.assertNotIn("sge", dir(verbatim.rc.write()))
        self.assertIn("rdma", dir(verbatim.rc.write()))

    def test_a_value_out_of_range_names_the_limit(self):
        rdma = verbatim.rc.write().rdma
        self.refused(verbatim.RangeError, "rdma(): rkey cannot be 0x100000000: it is 0 to 0xffffffff, 32 bits", rdma, 1, 1 << 32)
        self.refused(verbatim.RangeError, "rdma(): raddr cannot be -0x1: it is 0 to 0xffffffffffffffff, 64 bits", rdma, -1, 1)
        self.refused(verbatim.RangeError, "sge(): byte_count cannot be 0x80000000: it is 0 to 0x7fffffff, 31 bits", rdma(1, 1).sge, 1, 1 << 31, 1)
        ready = rdma(1, 1).no_data()
        self.refused(verbatim.RangeError, "finish(): wqe_index cannot be 0x10000: it is 0 to 0xffff, 16 bits", ready.finish, 1 << 16)
        self.refused(verbatim.RangeError, "finish(): qpn cannot be 0x1000000: it is 0 to 0xffffff, 24 bits", ready.finish, 1, 1 << 24)
        self.refused(verbatim.RangeError, "fence cannot be 0x7: fence_mode has none (0x0), key_changes (0x1), reads_and_atomics (0x2), "
                     "everything (0x3), reads_atomics_and_key_changes (0x4)", verbatim.rc.write, fence=7)
        self.refused(verbatim.NameUnknown, "fence: there is no fence_mode 'everthing'; did you mean 'everything'? there are everything, "
                     "key_changes, none, reads_and_atomics, reads_atomics_and_key_changes", verbatim.rc.write, fence="everthing")
        operands = verbatim.rc.masked_cas128().rdma(1, 2).operands
        self.refused(verbatim.RangeError, "operands(): swap has 15 bytes: give 16", operands, bytes(16), bytes(15), bytes(16), bytes(16))

    def test_other_arguments_name_those_of_the_step(self):
        rdma = verbatim.rc.write().rdma
        self.refused(verbatim.ArgumentError, "rdma(raddr, rkey) got 1 argument by position", rdma, 1)
        self.refused(verbatim.ArgumentError, "rdma(raddr, rkey) got 2 arguments by position and rkey", rdma, 1, 2, rkey=3)
        self.refused(verbatim.ArgumentError, "rdma(): rkey is a number, not str", rdma, 1, "2")
        self.refused(verbatim.ArgumentError, "av(qkey, qpn, dlid) or av(segment): got 2 arguments by position", verbatim.ud.av, 1, 2)
        self.refused(verbatim.ArgumentError, 'to(): segment is a mkey_ctx_seg, made by verbatim.segment("mkey_ctx_seg", ...), not raddr_seg',
                     verbatim.rc.update_mkey().key(1).change(2).to, verbatim.segment("raddr_seg"))
        self.refused(verbatim.ArgumentError, "bytes are needed, not str", rdma(1, 2).inline_data, "text")
        self.refused(verbatim.NameUnknown, "there is no transport 'raw_paket'; did you mean 'raw_packet'? there are " + ", ".join(sorted(tables.transports)),
                     verbatim.build, "raw_paket", "send")

    def test_too_much_names_the_limit(self):
        payload = verbatim.rc.write().rdma(1, 2).inline_data
        most = payload(bytes(63 * OCTOWORD - 36)).finish()
        self.assertEqual(len(most), 63 * OCTOWORD)
        self.assertEqual(verbatim.parse_wqe(most, "rc").all("inline_seg")[0].payload, bytes(972))
        self.refused(verbatim.RoomError, "rdma_write on rc, behind write().rdma(): inline_data() has a payload of 973 bytes, and there is room "
                     "for 972: the WQE has 1008 bytes at most", payload, bytes(973))
        self.refused(verbatim.RoomError, "rdma_write on rc, behind write().rdma(): inline_data() has a payload of 1024 bytes, and there is room "
                     "for 972: the WQE has 1008 bytes at most", payload, bytes(1024))
        chain = verbatim.rc.write().rdma(1, 2)
        for _ in range(61):
            chain = chain.sge(1, 2, 3)
        self.assertEqual(len(chain.finish()), 63 * OCTOWORD)
        with self.assertRaises(verbatim.RoomError):
            chain.sge(1, 2, 3)
        with self.assertRaises(verbatim.RoomError):
            verbatim.raw_packet.eth(1, 1, bytes(1024))
        with self.assertRaises(verbatim.RoomError):
            verbatim.recv_wqe([(1, 2, 3)] * 5, most=4)


class Accepted(unittest.TestCase):
    def test_a_state_is_a_template(self):
        begin = verbatim.rc.write().rdma(0x1000, 0x42)
        one, other = begin.sge(1, 2, 3).finish(), begin.inline_data(b"x").finish()
        self.assertEqual(begin.sge(1, 2, 3).finish(), one)
        self.assertNotEqual(one, other)

    def test_by_name_and_by_verb_are_the_same(self):
        self.assertEqual(verbatim.build("dci", "rdma_write_imm", solicited=True).av(1, 2, 3).imm(7).rdma(1, 2).no_data().finish(),
                         verbatim.dci.av(1, 2, 3).write(solicited=True).imm(7).rdma(1, 2).no_data().finish())

    def test_what_is_empty_leaves_no_trace(self):
        begin = verbatim.rc.write().rdma(1, 2)
        self.assertEqual(begin.sge(1, 0, 3).finish(), begin.no_data().finish())
        self.assertEqual(begin.inline_data(b"").finish(), begin.no_data().finish())
        self.assertEqual(verbatim.recv_wqe([(1, 0, 3), (4, 5, 6)]), verbatim.recv_wqe([(4, 5, 6)]))

    def test_receives_end_with_a_key_that_is_none(self):
        self.assertEqual([r.lkey for r in verbatim.parse_recv_wqe(verbatim.recv_wqe([(1, 2, 3)], most=2))], [3, 0x100])
        self.assertEqual([r.lkey for r in verbatim.parse_recv_wqe(verbatim.recv_wqe([(1, 2, 3)], most=1))], [3])

    def test_enumerators_by_name_number_and_member(self):
        wqes = {verbatim.rc.nop(fence=f).finish() for f in ("everything", 3, verbatim.enums.fence_mode.everything)}
        self.assertEqual(len(wqes), 1)
        self.assertTrue(verbatim.enums.fence_mode.everything.doc.endswith("."))

    def test_wqes_of_others_are_built_again_from_what_was_read(self):
        """libmlx5 and UCX wrote the first, the C++ builders the second; every transport is met."""
        met = set()
        for by, queue_pair, link_layer, data in support.captured():
            fitting = [t for t in support.transports_of(queue_pair, link_layer) if t in verbatim.parse_wqe(data).candidates]
            parsed = verbatim.parse_wqe(data, fitting[0])
            with self.subTest(by=by, transport=fitting[0], wqe=parsed.name):
                self.assertEqual(support.Rebuilt(parsed).bytes().hex(), support.without_leftovers(parsed).hex())
        for name, transport, data in support.every_wqe():
            parsed = verbatim.parse_wqe(data[:verbatim.wqe_length(data)], transport)
            with self.subTest(transport=transport, wqe=name):
                self.assertEqual(support.Rebuilt(parsed).bytes().hex(), parsed.raw.hex())
            met.add((transport, parsed.name))
        self.assertGreaterEqual({name for t in tables.transports.values() for name in t.wqes}, {name for _, name in met})
        self.assertEqual({t for t, _ in met}, set(tables.transports))


if __name__ == "__main__":
    unittest.main()
