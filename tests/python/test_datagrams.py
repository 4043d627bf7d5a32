"""Management datagrams in words: made by libibmad, and of rdma_cm by the offsets of the kernel's header."""
import ctypes
import unittest

import support  # noqa: F401
import verbatim

# libibmad's numbers of fields.
BASE_VERSION, MGMT_CLASS, CLASS_VERSION, METHOD, IS_RESPONSE, STATUS, TID, ATTR, MODIFIER = 7, 6, 5, 3, 4, 8, 13, 14, 15
PORT_STATE, PHYS_STATE, LID, MTU_CAP, XMIT_DATA = 39, 40, 29, 54, 136
SMP_DATA = 64


def ibmad():
    try:
        return ctypes.CDLL("libibmad.so.5")
    except OSError:
        raise unittest.SkipTest("libibmad is not installed (Debian: libibmad5)") from None


def datagram(mgmt_class, method, attribute, fields=(), status=0):
    """A datagram by libibmad. `fields` are in its data."""
    lib, memory = ibmad(), (ctypes.c_uint8 * 256)()
    lib.mad_set_field64.argtypes = (ctypes.c_void_p, ctypes.c_int, ctypes.c_int, ctypes.c_uint64)
    header = ((BASE_VERSION, 1), (MGMT_CLASS, mgmt_class), (CLASS_VERSION, 1), (METHOD, method & 0x7f), (IS_RESPONSE, method >> 7),
              (STATUS, status), (ATTR, attribute), (MODIFIER, 7))
    for number, value in header:
        lib.mad_set_field(memory, 0, number, value)
    lib.mad_set_field64(memory, 0, TID, 0x1122334455667788)
    for number, value in fields:
        lib.mad_set_field(memory, SMP_DATA, number, value)
    return bytes(memory)


class Datagrams(unittest.TestCase):
    def test_a_port_is_explained(self):
        data = datagram(0x01, 0x81, 0x15, ((PORT_STATE, 4), (PHYS_STATE, 5), (LID, 0x1234), (MTU_CAP, 5)))
        one, = verbatim.decode(data, kind="mad")
        self.assertEqual(one["kind"], "mad")
        self.assertEqual(one["mad"]["datagram"], "smp")
        self.assertEqual(one["mad"]["attribute_name"], "port_info")
        self.assertEqual(one["mad"]["method_text"], "GetResp answers a Get or a Set.")
        self.assertEqual({key: one["mad"]["fields"][key] for key in ("hdr.tid", "hdr.attr_mod", "port_state", "port_phys_state", "lid", "mtu_cap")},
                         {"hdr.tid": "0x1122334455667788", "hdr.attr_mod": "0x7", "port_state": "0x4", "port_phys_state": "0x5",
                          "lid": "0x1234", "mtu_cap": "0x5"})
        self.assertEqual((one["mad"]["other_bits"], one["mad"]["more_bytes"], one["malformed"]), (0, 0, []))
        page = verbatim.explain(data.hex(), kind="mad")
        self.assertIn("  attribute  port_info (0x0015): A port, and what a subnet manager has set.\n", page)
        self.assertIn("port_state = 0x4: State of the port. Active.\n", page)

    def test_a_refusal_is_explained(self):
        page = verbatim.explain(datagram(0x04, 0x81, 0x99, status=0x0c).hex(), kind="mad")
        self.assertIn("  datagram   pm_mad (class 0x04): A datagram of performance management.\n", page)
        self.assertIn("  status     The method is not supported for this attribute.\n", page)
        self.assertIn("  attribute  0x0099, which no spec describes\n", page)

    def test_counters_are_explained(self):
        one, = verbatim.decode(datagram(0x04, 0x81, 0x12, ((XMIT_DATA, 0xabcdef),)), kind="mad")
        self.assertEqual(one["mad"]["fields"]["port_xmit_data"], "0xabcdef")

    def test_a_rejection_of_a_connection_is_explained(self):
        data = bytearray(datagram(0x07, 0x03, 0x12))
        data[24:28], data[28:32] = b"\x11\x22\x33\x44", b"\x55\x66\x77\x88"  # the numbers of the connection
        data[34:36] = (28).to_bytes(2, "big")  # the reason
        data[108:113] = b"later"  # private data
        page = verbatim.explain(bytes(data).hex(), kind="mad")
        self.assertIn("  attribute  cm_rej (0x0012): REJ: refuses a connection.\n", page)
        self.assertIn("reason = 0x1c: Reason. The program at the other end has rejected the connection.\n", page)
        self.assertIn("local_comm_id = 0x11223344: The sender's number of the connection.\n", page)
        one, = verbatim.decode(bytes(data), kind="mad")
        self.assertTrue(one["mad"]["fields"]["private_data"].startswith("6c617465 72000000"))

    def test_what_is_cut_off_is_malformed(self):
        one, = verbatim.decode(datagram(0x01, 0x01, 0x11)[:20], kind="mad")
        self.assertEqual(one["malformed"], ["20 bytes are too few: a management datagram begins with a header of 24"])

    def test_records_behind_the_first_are_counted(self):
        table = bytearray(datagram(0x03, 0x92, 0x35) + bytes(64))
        table[44:46] = (64 // 8).to_bytes(2, "big")  # the distance of records, by umad_sa.h
        table[56 + 64:] = b"\xff" * 200
        one, = verbatim.decode(bytes(table), kind="mad")
        self.assertEqual((one["mad"]["attribute_name"], one["mad"]["more_bytes"], one["mad"]["other_bits"]), ("path_record", 200, 0))


if __name__ == "__main__":
    unittest.main()
