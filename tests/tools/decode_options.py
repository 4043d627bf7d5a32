"""The effects of verbatim-decode's options, with rings that are made here.

decode_options.py VERBATIM_DECODE"""
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest

program = sys.argv.pop(1)

REQ_ERR, RESP_SEND, NEVER_WRITTEN = 0xd, 0x2, 0xf
NOP, RDMA_WRITE, SEND = 0x00, 0x08, 0x0a


def cqe(opcode, qpn=0x4001, counter=0, wqe_opcode=0, syndrome=0, vendor=0, hardware=0, format=0, byte_cnt=0):
    return (bytes(44) + struct.pack(">I", byte_cnt) + bytes(4) + bytes([hardware, 0, vendor, syndrome])
            + struct.pack(">IHBB", wqe_opcode << 24 | qpn, counter, 0, opcode << 4 | format << 2))


def wqe(index, opcode, *segments, qpn=0x4001, ds=None, reserved=0):
    ds = 1 + sum(len(s) for s in segments) // 16 if ds is None else ds
    return struct.pack(">IIII", index << 8 | opcode, qpn << 8 | reserved << 6 | ds, 8, 0) + b"".join(segments)


def padded(posted):
    return posted.ljust(-(-len(posted) // 64) * 64, b"\0")


DATA = struct.pack(">IIQ", 64, 0x1234, 0x7f0000001000)
RADDR = struct.pack(">QII", 0x7f0000002000, 0x99, 0)
WRITE_ERROR = cqe(REQ_ERR, counter=1, wqe_opcode=RDMA_WRITE, syndrome=0x13, vendor=0x88)
EMPTY = bytes(63) + bytes([NEVER_WRITTEN << 4])
AT_BOTH_ENDS = "it begins at the end of its ring, and goes on at the beginning"


class Options(unittest.TestCase):
    def run_program(self, *arguments, given=b"", status=0, **environment):
        done = subprocess.run([program, *arguments], input=given, capture_output=True, timeout=20, env=dict(os.environ, **environment))
        self.assertEqual(done.returncode, status, done.stdout.decode() + done.stderr.decode())
        return done.stdout.decode(), done.stderr.decode()

    def entries(self, *arguments, given, status=0):
        return json.loads(self.run_program("--json", *arguments, given=given, status=status)[0])

    def hex(self, data):
        return data.hex(" ", 4).encode()

    def test_words_on_the_command_line(self):
        words = "00000000 93005204 0a0019a1 c0921cd2".split()
        text, _ = self.run_program(*words)
        self.assertIn("requester  local_prot_err (0x04)", text)
        self.assertIn("vendor     0x52", text)
        self.assertIn("hardware   0x93", text)
        self.assertIn("send, QPN 0x19a1, wqe_counter 0xc092", text)
        self.assertEqual(self.run_program(given=" ".join(words).encode())[0], text)
        self.assertEqual(self.run_program("-", given=" ".join(words).encode())[0], text)
        for others in (["0x" + "".join(words)], [" ".join(words)], [f"0x{w}," for w in words], bytes.fromhex("".join(words)).hex(" ").split()):
            self.assertEqual(self.run_program(*others)[0], text)

    def test_a_ring_of_completions(self):
        ring = cqe(0, counter=0, wqe_opcode=RDMA_WRITE) + WRITE_ERROR + EMPTY + EMPTY
        entries = self.entries("--binary", "--ring", "cq", given=ring)
        self.assertEqual([(e["kind"], e["index"], "error" in e) for e in entries], [("cqe", 0, False), ("cqe", 1, True)])
        self.assertEqual(entries[1]["error"]["syndrome_name"], "remote_access_err")
        self.assertEqual(entries[0]["fields"]["opcode"]["name"], "req")
        [error] = self.entries("--binary", "--ring", "cq", "--errors", given=ring)
        self.assertEqual(error["index"], 1)

    def test_a_ring_of_completions_of_128_bytes(self):
        ring = b"".join(b"\xaa" * 64 + c for c in (cqe(RESP_SEND, byte_cnt=5), WRITE_ERROR, EMPTY))
        entries = self.entries("--binary", "--ring", "cq", "--cqe-size", "128", given=ring)
        self.assertEqual([e["index"] for e in entries], [0, 1])
        self.assertEqual(entries[0]["fields"]["byte_cnt"], 5)
        self.assertEqual(entries[1]["error"]["qpn"], 0x4001)

    def test_a_title_stands_for_the_slots_behind_it(self):
        garbage = b"\xff" * 60 + bytes([0, 0, 0, 0x70])
        ring = cqe(RESP_SEND, format=3, byte_cnt=3) + garbage + garbage + cqe(RESP_SEND, byte_cnt=9)
        title, plain = self.entries("--binary", "--ring", "cq", given=ring)
        self.assertIn("compressed", title["remarks"][0])
        self.assertEqual((plain["index"], plain["fields"]["byte_cnt"]), (3, 9))

    def test_a_title_that_stands_for_more_than_the_ring_has(self):
        title, plain = self.entries("--binary", "--ring", "cq", given=cqe(RESP_SEND, format=3, byte_cnt=3) + cqe(RESP_SEND), status=3)
        self.assertIn("3 completions, and there is room for 2", title["malformed"][0])
        self.assertEqual(plain["index"], 1)

    def test_a_block_of_the_enhanced_layout(self):
        block = bytes(range(56)) + bytes(6) + bytes([0, 2 << 4 | 3 << 2])
        ring = cqe(RESP_SEND, byte_cnt=7) + block + EMPTY + EMPTY + cqe(RESP_SEND, byte_cnt=9)
        plain, compressed, last = self.entries("--binary", "--ring", "cq", "--enhanced", given=ring)
        self.assertEqual((plain["layout"], compressed["layout"], last["layout"]), ("cqe64", "enh_block", "cqe64"))
        self.assertIn("it stands for 3 completions", compressed["remarks"][0])
        self.assertEqual(compressed["remarks"][1:], [f"completion {i + 1}: {struct.unpack_from('>I', block, 8 * i + 4)[0]} bytes, "
                                                     f"mini CQE {block[8 * i:8 * i + 4].hex()} {block[8 * i + 4:8 * i + 8].hex()}"
                                                     for i in range(3)])
        self.assertEqual((compressed["fields"]["count_minus_1"], last["index"]), (2, 4))

    def test_mini_cqes_of_receives(self):
        block = bytes.fromhex("12345678 00000064 c9000002 00000065").ljust(62, b"\0") + bytes([0, 1 << 4 | 3 << 2])
        for minis, first, second in (
                ("hash", "{rx_hash_result=0x12345678 byte_cnt=0x64}", "{rx_hash_result=0xc9000002 byte_cnt=0x65}"),
                ("csum_stridx", "{checksum=0x1234 stride_idx=0x5678 byte_cnt=0x64}", "{checksum=0xc900 stride_idx=2 byte_cnt=0x65}"),
                ("l34h", "{ip_frag=0 l4_hdr_type=1 l3_hdr_type=0 ip_ext=1 vlan=0 stride_idx=0x5678 byte_cnt=0x64}",
                 "{ip_frag=1 l4_hdr_type=4 l3_hdr_type=2 ip_ext=0 vlan=1 stride_idx=2 byte_cnt=0x65}")):
            _, compressed = self.entries("--binary", "--ring", "cq", "--enhanced", "--minis", minis, given=cqe(RESP_SEND) + block + EMPTY * 2)
            self.assertEqual(compressed["remarks"][1:3], [f"completion 1: {first}", f"completion 2: {second}"])

    def test_a_block_of_more_than_seven(self):
        block = bytes(62) + bytes([0, 7 << 4 | 3 << 2])
        _, wrong = self.entries("--binary", "--ring", "cq", "--enhanced", given=cqe(RESP_SEND) + block + EMPTY * 8, status=3)
        self.assertIn("count_minus_1 says 8 completions, and there is room for 7", wrong["malformed"][0])

    def test_completions_of_a_title_are_behind_it_and_where_the_eighth_would_be(self):
        minis = self.minis(10)
        slots = [cqe(0, format=3, byte_cnt=10, wqe_opcode=RDMA_WRITE), b"".join(minis[:8]), *[bytes(64)] * 6,
                 b"".join(minis[8:]) + bytes(48), bytes(64), cqe(RESP_SEND, byte_cnt=9)]
        title, plain = self.entries("--binary", "--ring", "cq", given=b"".join(slots))
        self.assertEqual(title["remarks"][1:], self.remarks_of_minis(10))
        self.assertEqual(plain["index"], 10)

    def minis(self, count):
        return [struct.pack(">HBBI", 0x40 + i, RDMA_WRITE, 0, 100 + i) for i in range(count)]

    def remarks_of_minis(self, count):
        return [f"completion {i + 1}: rdma_write, wqe_counter {0x40 + i:#x}, {100 + i} bytes" for i in range(count)]

    def test_arrays_go_on_at_the_beginning_of_their_ring(self):
        title = cqe(0, format=3, byte_cnt=10, wqe_opcode=RDMA_WRITE)
        first, second = b"".join(self.minis(10)[:8]), b"".join(self.minis(10)[8:]) + bytes(48)
        stale = cqe(RESP_SEND, byte_cnt=1)  # of an earlier lap, and of what is compressed now
        for behind in range(1, 11):
            slots = [title, first, *[stale] * 6, second, stale, *[cqe(RESP_SEND, byte_cnt=5)] * 6]
            ring = slots[behind:] + slots[:behind]
            for bytes_in_front in (0, 64):
                given = b"".join(b"\xee" * bytes_in_front + slot for slot in ring)
                entries = self.entries("--binary", "--ring", "cq", "--cqe-size", str(64 + bytes_in_front), given=given)
                self.assertEqual([(e["index"], e["fields"]["byte_cnt"]) for e in entries],
                                 sorted([*(((10 + i - behind) % 16, 5) for i in range(6)), (16 - behind, 10)]))
                told = next(e for e in entries if e["fields"]["byte_cnt"] == 10)["remarks"]
                self.assertEqual(told[1:11], self.remarks_of_minis(10))
                self.assertEqual(told[11:], [AT_BOTH_ENDS] if behind < 10 else [])

    def test_a_block_whose_title_ends_the_ring_and_one_that_goes_on(self):
        def block(count):
            return b"".join(self.minis(count)).ljust(62, b"\0") + bytes([0, (count - 1) << 4 | 3 << 2])
        ring = [block(2), EMPTY, cqe(RESP_SEND, byte_cnt=9), cqe(0, wqe_opcode=RDMA_WRITE)]
        first, plain, _ = self.entries("--binary", "--ring", "cq", "--enhanced", given=b"".join(ring))
        self.assertEqual((first["remarks"][1:], plain["index"]), (self.remarks_of_minis(2), 2))
        stale = cqe(RESP_SEND, byte_cnt=1)
        ring = [stale, stale, cqe(0, wqe_opcode=RDMA_WRITE), block(3)]
        title, last = self.entries("--binary", "--ring", "cq", "--enhanced", given=b"".join(ring))
        self.assertEqual((title["index"], last["index"]), (2, 3))
        self.assertEqual(last["remarks"][1:], [*self.remarks_of_minis(3), AT_BOTH_ENDS])

    def test_completions_of_raw_packets(self):
        [entry] = self.entries("--as", "cqe", "--transport", "raw_packet", given=self.hex(cqe(RESP_SEND, qpn=0x77)))
        self.assertEqual((entry["layout"], entry["fields"]["flow_tag"]), ("eth_cqe", 0x77))

    def test_a_send_ring(self):
        ring = padded(wqe(0, NOP)) + padded(wqe(1, RDMA_WRITE, RADDR, DATA, DATA, DATA)) + bytes(64)
        entries = self.entries("--binary", "--ring", "send", "--transport", "rc", given=ring)
        self.assertEqual([(e["index"], e["title"]) for e in entries], [(0, "nop on rc"), (1, "rdma_write on rc")])
        self.assertEqual([s["segment"] for s in entries[1]["segments"]],
                         ["ctrl_seg", "raddr_seg", "data_seg", "data_seg", "data_seg"])

    def test_a_wqe_goes_on_at_the_beginning_of_its_ring(self):
        long = padded(wqe(7, RDMA_WRITE, RADDR, *[struct.pack(">IIQ", 64, 0x1234, i) for i in range(1, 9)]))
        behind = b"".join(padded(wqe(i, NOP)) for i in range(10, 15))
        ring = long[64:] + behind + long[:64]
        entries = self.entries("--binary", "--ring", "send", "--transport", "rc", given=ring)
        self.assertEqual([e["index"] for e in entries], [2, 3, 4, 5, 6, 7])
        self.assertEqual([s["fields"]["addr"] for s in entries[-1]["segments"][2:]], list(range(1, 9)))
        self.assertEqual((entries[-1]["remarks"], entries[-1]["malformed"]), ([AT_BOTH_ENDS], []))

    def test_a_wqe_goes_on_only_in_a_whole_ring(self):
        long = padded(wqe(3, RDMA_WRITE, RADDR, DATA, DATA, DATA, DATA))
        nop = padded(wqe(0, NOP))
        not_a_ring = nop * 2 + long[:64]
        elsewhere = nop * 3 + padded(wqe(2, RDMA_WRITE, RADDR, DATA, DATA, DATA, DATA))[:64]
        for ring in (not_a_ring, elsewhere):
            last = self.entries("--binary", "--ring", "send", given=ring, status=3)[-1]
            self.assertIn("no WQE begins here", last["malformed"][0])

    def test_a_receive_ring(self):
        ring = DATA + struct.pack(">IIQ", 0, 0x100, 0) + bytes(32) + struct.pack(">IIQ", 0x80000005, 1, 2) + DATA
        good, bad = self.entries("--binary", "--ring", "recv", "--stride", "32", given=ring, status=3)
        self.assertEqual((good["index"], good["malformed"], bad["index"]), (0, [], 2))
        self.assertEqual(good["segments"][1]["fields"]["lkey"], 0x100)
        self.assertTrue(bad["malformed"])

    def test_an_error_is_joined_to_its_wqe(self):
        given = self.hex(WRITE_ERROR) + b"\n\n" + self.hex(wqe(1, RDMA_WRITE, RADDR, DATA))
        error, posted = self.entries("--transport", "rc", given=given)
        self.assertEqual((error["belongs_to"], posted["belongs_to"]), ([1], [0]))
        self.assertEqual(posted["segments"][1]["fields"]["rkey"], 0x99)

    def test_a_wqe_of_another_index_or_queue_pair_is_not_joined(self):
        for other, said in ((wqe(2, RDMA_WRITE, RADDR, DATA), "its wqe_index is 0x2"),
                            (wqe(1, RDMA_WRITE, RADDR, DATA, qpn=0x4002), "its QPN is 0x4002")):
            error, posted = self.entries("--transport", "rc", given=self.hex(WRITE_ERROR) + b"\n\n" + self.hex(other))
            self.assertNotIn("belongs_to", error)
            self.assertIn(said, posted["remarks"][0])

    def test_a_wqe_of_another_opcode_was_written_over(self):
        _, posted = self.entries("--transport", "rc", status=3,
                                 given=self.hex(WRITE_ERROR) + b"\n\n" + self.hex(wqe(1, SEND, DATA)))
        self.assertIn("WQE and CQE do not belong together", posted["malformed"][0])

    def test_what_is_malformed_in_a_wqe(self):
        for posted, transport, said in (
                (wqe(1, RDMA_WRITE, RADDR, DATA, reserved=1), "rc", "reserved_04"),
                (wqe(1, RDMA_WRITE, RADDR[:-4] + b"\0\0\0\1", DATA), "rc", "raddr_seg: reserved_0c"),
                (wqe(1, RDMA_WRITE, RADDR, DATA, ds=6), "rc", "ds says 96 bytes, here are 48"),
                (wqe(1, RDMA_WRITE, RADDR, DATA, ds=1), "rc", "ds ends before raddr_seg"),
                (wqe(1, RDMA_WRITE, RADDR, DATA), "ud", "ud carries no WQE of opcode rdma_write and opmod 0"),
                (wqe(1, 0xee, RADDR, DATA), "rc", "no spec describes this opcode")):
            [entry] = self.entries("--as", "wqe", "--transport", transport, given=self.hex(posted), status=3)
            self.assertTrue(any(said in words for words in entry["malformed"]), entry["malformed"])

    def test_an_opcode_that_the_transport_does_not_carry(self):
        [entry] = self.entries("--transport", "ud", given=self.hex(WRITE_ERROR), status=3)
        self.assertEqual(entry["malformed"], ["ud carries no WQE of opcode rdma_write"])
        self.entries("--transport", "rc", given=self.hex(WRITE_ERROR))

    def test_what_is_malformed_in_a_cqe(self):
        [entry] = self.entries("--as", "cqe", given=self.hex(cqe(REQ_ERR, format=1)), status=3)
        self.assertEqual(entry["malformed"], ["a CQE with error whose syndrome is 0", "a CQE with error whose format is inline_32"])
        [entry] = self.entries("--as", "cqe", given=self.hex(cqe(0x9)), status=3)
        self.assertEqual(entry["malformed"], ["cqe64: opcode=! unknown 0x9"])
        [entry] = self.entries("--as", "cqe", given=self.hex(EMPTY), status=3)
        self.assertIn("the device never wrote this CQE", entry["malformed"][0])

    def test_other_completions_have_their_own_layout(self):
        for data, layout in ((cqe(0xc), "sigerr_cqe"), (cqe(RESP_SEND)[:40] + b"\1\x0a" + cqe(RESP_SEND)[42:], "tm_receive_cqe"),
                             (cqe(0x6)[:40] + b"\1\5" + cqe(0x6)[42:], "tm_list_cqe"), (cqe(RESP_SEND), "cqe64")):
            [entry] = self.entries("--as", "cqe", given=self.hex(data))
            self.assertEqual(entry["layout"], layout)

    def test_words_of_a_debugger(self):
        words = struct.unpack("<4I", WRITE_ERROR[48:])
        given = "0x7ffff7f0: " + " ".join(f"{w:#010x}" for w in words)
        [entry] = self.entries("--word-order", "little", given=given.encode())
        self.assertEqual(entry["error"]["syndrome_name"], "remote_access_err")

    def test_a_star_stands_for_lines_but_not_for_hours(self):
        line = WRITE_ERROR[48:].hex(" ")
        ring = "".join(f"{at:08x}: {bytes(16).hex(' ')}\n" for at in (0, 16)) + f"*\n00000070: {line}\n"
        [error] = self.entries("--ring", "cq", given=ring.encode())
        self.assertEqual((error["index"], error["error"]["syndrome_name"]), (1, "remote_access_err"))
        long = f"00000000: {line}\n" + "".join(f"*\n{i:x}000000: {line}\n" for i in range(1, 16))
        self.assertLess(len(self.run_program(given=long.encode())[0]), 100_000)

    def test_what_a_star_may_stand_for_is_bounded_and_said(self):
        line = WRITE_ERROR[48:].hex(" ")
        for end in ("00100000", f"00100000: {line}"):
            given = f"00000000: {line}\n*\n{end}\n".encode()
            for arguments in ((), ("--json",), ("--ring", "cq"), ("--ring", "send"), ("--ring", "recv"), ("--as", "cqe")):
                text = subprocess.run([program, *arguments], input=given, capture_output=True, timeout=20).stdout.decode()
                self.assertLess(len(text), 10_000, arguments)
                self.assertIn("the '*' behind it stands for 1048560 bytes, which are left out: of a line that repeats, 4096 bytes are "
                              "taken at most, of zeros 1048576", text)
        within = f"00000000: {line}\n*\n00001000\n".encode()
        self.assertEqual(len(self.entries("--ring", "cq", given=within)), 64)

    def test_zeros_that_a_star_stands_for_are_not_shown(self):
        given = f"00000000: {bytes(16).hex(' ')}\n*\n00100000\n".encode()
        self.assertLess(len(self.run_program(given=given)[0]), 2000)
        title = cqe(RESP_SEND, format=3, byte_cnt=4000)
        dump = "".join(f"{i:08x}: {title[i:i + 16].hex(' ')}\n" for i in range(0, 64, 16))
        dump += f"00000040: {bytes(16).hex(' ')}\n*\n00100000\n"
        [entry] = self.entries("--ring", "cq", given=dump.encode())
        self.assertEqual((len(entry["remarks"]), entry["remarks"][-1]), (1 + 256 + 1, "and 3744 more completions"))

    def test_the_payload_of_an_inline_segment(self):
        payload = bytes(range(20))
        posted = wqe(1, SEND, struct.pack(">I", 0x80000000 | len(payload)) + payload + bytes(8))
        [entry] = self.entries("--as", "wqe", "--transport", "rc", given=self.hex(posted))
        inline = entry["segments"][1]
        self.assertEqual((inline["segment"], inline["fields"]["byte_count"]), ("inline_seg", 20))
        self.assertEqual(bytes.fromhex(inline["payload"]), payload)

    def test_what_od_prints(self):
        ring = cqe(0, counter=0, wqe_opcode=RDMA_WRITE) + WRITE_ERROR + EMPTY + EMPTY + bytes(64)
        wanted = self.entries("--binary", "--ring", "cq", given=ring)
        self.assertEqual(len(wanted), 2)
        with tempfile.NamedTemporaryFile() as file:
            file.write(ring)
            file.flush()
            for base in "odx":
                for size in (1, 2, 4, 8):
                    dump = subprocess.run(["od", "-A", base, "-t", f"x{size}", file.name], capture_output=True, check=True).stdout
                    self.assertIn(b"*", dump)
                    entries = self.entries("--ring", "cq", given=dump)
                    self.assertEqual([(e["index"], e["bytes"]) for e in entries], [(e["index"], e["bytes"]) for e in wanted], dump)

    def test_a_star_at_the_end(self):
        posted = wqe(1, RDMA_WRITE, RADDR, DATA, bytes(64))
        for width, digits in ((8, 1), (7, 2)):
            lines = [posted[i:i + 16] for i in range(0, 64, 16)]
            words = [" ".join(line[i:i + digits][::-1].hex() for i in range(0, 16, digits)) for line in lines]
            dump = "".join(f"{i * 16:0{width}x}  {text}\n" for i, text in enumerate(words)) + f"*\n{len(posted):0{width}x}\n"
            [entry] = self.entries("--as", "wqe", "--transport", "rc", given=dump.encode())
            self.assertEqual(bytes.fromhex(entry["bytes"]), posted)

    def test_words_without_zeros_in_front(self):
        tail = WRITE_ERROR[48:]
        for given in ("{" + ", ".join(f"{b:#x}" for b in tail) + "}",
                      "$1 = {" + ", ".join(f"{w:#x}" for w in struct.unpack(">4I", tail)) + "}"):
            [entry] = self.entries(given=given.encode())
            self.assertEqual(bytes.fromhex(entry["bytes"]), tail)

    def test_a_syndrome_that_no_spec_describes(self):
        [entry] = self.entries(given=self.hex(cqe(REQ_ERR, wqe_opcode=SEND, syndrome=0x44, vendor=0x52)[48:]), status=3)
        self.assertEqual((entry["error"]["syndrome"], entry["error"]["vendor_err_synd"]), (0x44, 0x52))
        self.assertEqual(entry["malformed"], ["err_cqe: syndrome=! unknown 0x44"])

    def test_many_of_the_same_are_not_all_joined_to_all(self):
        given = WRITE_ERROR * 200 + wqe(1, RDMA_WRITE, RADDR, DATA, DATA) * 200
        entries = self.entries("--binary", "--transport", "rc", given=given)
        self.assertEqual(len(entries), 400)
        self.assertEqual(max(len(e.get("belongs_to", [])) for e in entries), 8)

    def test_too_short(self):
        for given, said in ((b"0a0019a1 c0921cd2", "too few"), (bytes(3).hex().encode(), "too few")):
            [entry] = self.entries(given=given, status=3)
            self.assertIn(said, entry["malformed"][0])
        [entry] = self.entries("--binary", "--ring", "cq", given=WRITE_ERROR + b"\1", status=3)[1:]
        self.assertIn("no multiple of 64", entry["malformed"][0])

    def test_colours(self):
        given = self.hex(WRITE_ERROR)
        self.assertNotIn("\x1b", self.run_program(given=given)[0])  # standard output is no terminal
        self.assertNotIn("\x1b", self.run_program("--color", "never", given=given)[0])
        self.assertIn("\x1b[1m", self.run_program("--color", "always", given=given)[0])

    def test_on_a_terminal(self):
        def shown(**environment):
            leader, follower = os.openpty()
            with subprocess.Popen([program], stdin=subprocess.PIPE, stdout=follower, env=dict(os.environ, **environment)) as child:
                child.stdin.write(self.hex(WRITE_ERROR))
                child.stdin.close()
                text = os.read(leader, 1 << 16)
            os.close(leader)
            os.close(follower)
            return text
        self.assertIn(b"\x1b[1m", shown())
        self.assertNotIn(b"\x1b[1m", shown(NO_COLOR="1"))

    def test_nothing_found(self):
        text, errors = self.run_program(given=b"nothing of interest\n", status=1)
        self.assertEqual(text, "")
        self.assertIn("--help", errors)

    def test_what_cannot_be_used(self):
        with tempfile.TemporaryDirectory() as directory:
            missing = pathlib.Path(directory, "missing.log")
            self.assertIn("cannot read", self.run_program(str(missing), status=2)[1])
        for arguments in (("--ring", "mail"), ("--cqe-size", "65"), ("--transport", "rd"), ("--ring", "cq", "--as", "cqe"), ("--no",)):
            self.run_program(*arguments, status=2)

    def test_a_command_is_known_by_its_opcode(self):
        # CREATE_PSV by mlx5_ifc.h: opcode 0x600, num_psv in bits 0x40 to 0x43, pd in bits 0x48 to 0x5f.
        psv = struct.pack(">HHIII", 0x600, 0, 0, 4 << 28 | 0x12, 0)
        for given, options in ((self.hex(psv), ()), (psv, ("--binary",))):
            [entry] = self.entries("--as", "command", *options, given=given)
            self.assertEqual(entry["kind"], "mailbox")
            self.assertEqual((entry["mailbox"]["title"], entry["mailbox"]["is_answer"]), ("CREATE_PSV", False))
            self.assertEqual(entry["mailbox"]["fields"], {"opcode": "0x600", "num_psv": "0x4", "pd": "0x12"})
        [unknown] = self.entries("--as", "command", given=self.hex(b"\xfe" * 16))
        self.assertEqual((unknown["mailbox"]["title"], unknown["mailbox"]["is_described"]), ("unknown", False))
        [short] = self.entries("--as", "command", given=self.hex(psv[:12]), status=3)
        self.assertEqual(short["malformed"], ["12 bytes are too few: a command or an answer has at least 16"])

    def test_an_answer_is_read_by_the_command_that_is_named(self):
        # CREATE_PSV by mlx5_ifc.h: psv0_index in bits 0x88 to 0x9f of the answer, status in its first 8, syndrome in 0x20 to 0x3f.
        good, bad = struct.pack(">6I", 0, 0, 0, 0, 0x2a, 0), struct.pack(">4I", 3 << 24, 0x18af6, 0, 0)
        for named in ("CREATE_PSV", "create_psv", "0x600"):
            [entry] = self.entries("--answer-to", named, given=self.hex(good))
            self.assertEqual((entry["mailbox"]["title"], entry["mailbox"]["is_answer"]), ("CREATE_PSV", True))
            self.assertEqual(entry["mailbox"]["fields"], {"psv0_index": "0x2a"})
        [failed] = self.entries("--binary", "--answer-to", "CREATE_PSV", given=bad)
        self.assertEqual(failed["mailbox"]["fields"], {"status": "0x3", "syndrome": "0x18af6"})
        self.assertFalse(self.entries("--answer-to", "0xfffe", given=self.hex(good))[0]["mailbox"]["is_described"])
        for wrong in ("CREATE_PSVS", "0x10000", "0x600x", "600 CREATE", ""):
            errors = self.run_program("--answer-to", wrong, given=self.hex(good), status=2)[1]
            self.assertIn("is neither an opcode of 16 bits nor a command that specs/commands describes", errors)
        self.run_program("--answer-to", "0x600", "--as", "command", given=self.hex(good), status=2)

    def test_help_says_how_to_use_it(self):
        text, _ = self.run_program("--help")
        for words in ("dmesg | verbatim-decode", "Exit status", "--transport", "--word-order"):
            self.assertIn(words, text)


unittest.main()
