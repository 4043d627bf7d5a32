"""Posts WQEs that the package builds, reads the CQEs, and runs commands of the firmware, on the device at hand. pyverbs makes the
queues.

traffic.py DIRECTORY     with the tests that pyverbs brings (Debian package rdma-core), unpacked below DIRECTORY"""
import ctypes
import socket
import struct
import sys
import time
import unittest

import pyverbs.dma_util as dma
import pyverbs.enums as e
import pyverbs.providers.mlx5.mlx5_enums as dve
from pyverbs.addr import AHAttr, GlobalRoute
from pyverbs.cq import CQ
from pyverbs.device import get_device_list
from pyverbs.mr import MR
from pyverbs.pd import PD
from pyverbs.providers.mlx5.mlx5dv import Mlx5Context, Mlx5DevxObj, Mlx5DVContextAttr, Mlx5DVQPInitAttr, Mlx5QP, Wqe
from pyverbs.pyverbs_error import PyverbsRDMAError
from pyverbs.qp import QPAttr, QPCap, QPInitAttrEx
from pyverbs.wr import SGE, RecvWR

import support  # noqa: F401
import verbatim
from verbatim import firmware

TIMEOUT = 10  # seconds
SIZE = 4096
ACCESS = e.IBV_ACCESS_LOCAL_WRITE | e.IBV_ACCESS_REMOTE_WRITE | e.IBV_ACCESS_REMOTE_READ | e.IBV_ACCESS_REMOTE_ATOMIC


class Ring:
    """A completion queue's memory, as the device writes it."""

    def __init__(self, address, entries, size=64):
        self.address, self.entries, self.size, self.next = address, entries, size, 0

    def cqe(self):
        """The next CQE, as soon as it is there."""
        at = self.address + self.next % self.entries * self.size
        lap = self.next // self.entries & 1
        end = time.monotonic() + TIMEOUT
        while time.monotonic() < end:
            last = ctypes.string_at(at + self.size - 1, 1)[0]
            if last >> 4 != verbatim.enums.cqe_opcode.invalid and last & 1 == lap:
                dma.udma_from_dev_barrier()
                self.next += 1
                return verbatim.parse_cqe(ctypes.string_at(at, self.size))
        raise TimeoutError(f"no completion {self.next}")


class ThroughLibmlx5(unittest.TestCase):
    """pyverbs' queue pairs that take raw WQEs: libmlx5 copies them into the ring and rings the doorbell. pyverbs 44 does not say where
    the memory of such a CQ is, so these CQEs are read by libmlx5."""

    def setUp(self):
        self.ctx = Mlx5Context(Mlx5DVContextAttr(), name=get_device_list()[0].name.decode())
        self.pd = PD(self.ctx)
        self.cq = CQ(self.ctx, 64)
        self.local, self.remote = MR(self.pd, SIZE, ACCESS), MR(self.pd, SIZE, ACCESS)
        self.sender, self.receiver = self.queue_pair(), self.queue_pair()
        self.connect(self.sender, self.receiver)
        self.connect(self.receiver, self.sender)
        self.index = 0
        for made in (self.ctx, self.pd, self.cq, self.local, self.remote, self.sender, self.receiver):
            self.addCleanup(made.close)  # the last first

    def queue_pair(self):
        wanted = QPInitAttrEx(
            cap=QPCap(max_send_wr=64, max_recv_wr=16, max_send_sge=4, max_recv_sge=2), pd=self.pd, scq=self.cq, rcq=self.cq,
            qp_type=e.IBV_QPT_RC, send_ops_flags=e.IBV_QP_EX_WITH_SEND,
            comp_mask=e.IBV_QP_INIT_ATTR_PD | e.IBV_QP_INIT_ATTR_SEND_OPS_FLAGS)
        raw = Mlx5DVQPInitAttr(comp_mask=dve.MLX5DV_QP_INIT_ATTR_MASK_SEND_OPS_FLAGS, send_ops_flags=dve.MLX5DV_QP_EX_WITH_RAW_WQE)
        return Mlx5QP(self.ctx, wanted, raw)

    def connect(self, one, other):
        port = self.ctx.query_port(1)
        route = GlobalRoute(dgid=self.ctx.query_gid(1, 0), sgid_index=0)
        attributes = QPAttr(port_num=1)
        attributes.dest_qp_num = other.qp_num
        attributes.path_mtu = e.IBV_MTU_1024
        attributes.max_rd_atomic = attributes.max_dest_rd_atomic = 4
        attributes.min_rnr_timer, attributes.timeout, attributes.retry_cnt, attributes.rnr_retry = 12, 14, 7, 7
        attributes.qp_access_flags = ACCESS
        attributes.ah_attr = AHAttr(port_num=1, is_global=1, gr=route, dlid=port.lid)
        one.to_rts(attributes)

    def post(self, chain):
        """Posts a WQE. Returns its bytes."""
        wqe = chain.signal().finish(index=self.index, qpn=self.sender.qp_num)
        self.index += (len(wqe) + 63) // 64
        self.sender.wr_start()
        self.sender.wr_raw_wqe(Wqe([wqe]))
        self.sender.wr_complete()
        return wqe

    def polled(self):
        """The next completion."""
        end = time.monotonic() + TIMEOUT
        while time.monotonic() < end:
            count, found = self.cq.poll()
            if count:
                return found[0]
        raise TimeoutError("no completion")

    def executed(self, chain):
        self.post(chain)
        wc = self.polled()
        self.assertEqual((wc.status, wc.qp_num), (e.IBV_WC_SUCCESS, self.sender.qp_num))
        return wc

    def bytes_of(self, region, length, at=0):
        return bytes(region.read(length, at))

    def at_peer(self, verb, at=0):
        """The beginning of an RDMA operation on the peer's memory."""
        return verb.rdma(raddr=self.remote.buf + at, rkey=self.remote.rkey)

    def test_writes_and_reads(self):
        self.local.write(bytes(range(256)) * 4, 1024)
        self.executed(self.at_peer(verbatim.rc.write()).sge(self.local.buf, 100, self.local.lkey)
                      .sge(self.local.buf + 200, 24, self.local.lkey))
        self.assertEqual(self.bytes_of(self.remote, 124), bytes(range(100)) + bytes(range(200, 224)))
        self.executed(self.at_peer(verbatim.rc.write(), 8).inline_data(b"inlined").sge(self.local.buf, 3, self.local.lkey)
                      .inline_data(b"!"))
        self.assertEqual(self.bytes_of(self.remote, 11, 8), b"inlined\0\1\2!")
        self.executed(self.at_peer(verbatim.rc.read()).sge(self.local.buf + 2048, 64, self.local.lkey))
        self.assertEqual(self.bytes_of(self.local, 64, 2048), self.bytes_of(self.remote, 64))
        self.executed(self.at_peer(verbatim.rc.write()).inline_data(bytes(range(200, 0, -1))))
        self.assertEqual(self.bytes_of(self.remote, 200), bytes(range(200, 0, -1)))
        self.executed(verbatim.rc.nop())

    def test_messages(self):
        for i, chain in enumerate((verbatim.rc.send().inline_data(b"message"),
                                   verbatim.build("rc", "send_imm").imm(0x01020304).inline_data(b"message"),
                                   self.at_peer(verbatim.rc.write().imm(7)).inline_data(b"message"))):
            self.receiver.post_recv(RecvWR(wr_id=i, num_sge=1, sg=[SGE(self.remote.buf + 1024, 64, self.remote.lkey)]))
            self.remote.write(bytes(2048), 2048)
            self.post(chain)
            completions = {wc.qp_num: wc for wc in (self.polled(), self.polled())}
            received = completions[self.receiver.qp_num]
            self.assertEqual((completions[self.sender.qp_num].status, received.status), (e.IBV_WC_SUCCESS, e.IBV_WC_SUCCESS))
            self.assertEqual((received.wr_id, received.byte_len), (i, 7))
            self.assertEqual(socket.ntohl(received.imm_data) if i else None, (None, 0x01020304, 7)[i])
            self.assertEqual(self.bytes_of(self.remote, 7, 0 if i == 2 else 1024), b"message")

    def test_atomics(self):
        self.remote.write(struct.pack("<Q", 40), 8)
        into = {"addr": self.local.buf, "lkey": self.local.lkey}
        for chain, before, behind in (
                (verbatim.rc.fetch_add, lambda c: c.operands(2), 42),
                (verbatim.rc.cas, lambda c: c.operands(compare=42, swap=50), 50),
                (verbatim.rc.cas, lambda c: c.operands(compare=1, swap=60), 50)):
            found = struct.unpack("<Q", self.bytes_of(self.remote, 8))[0]
            self.executed(before(self.at_peer(chain())).sge(**into))
            self.assertEqual(struct.unpack("<Q", self.bytes_of(self.local, 8))[0], found)
            self.assertEqual(struct.unpack("<Q", self.bytes_of(self.remote, 8))[0], behind)

    def test_a_failure(self):
        self.post(verbatim.rc.write().rdma(self.remote.buf, self.remote.rkey ^ 0x5500).inline_data(b"lost"))
        self.assertEqual(self.polled().status, e.IBV_WC_REM_ACCESS_ERR)


class Commands(unittest.TestCase):
    """Commands of the firmware that the package builds, and their answers."""

    def setUp(self):
        self.ctx = Mlx5Context(Mlx5DVContextAttr(dve.MLX5DV_CONTEXT_FLAGS_DEVX), name=get_device_list()[0].name.decode())
        self.addCleanup(self.ctx.close)

    def capabilities(self):
        asked = self.ctx.devx_general_cmd(firmware.query_hca_cap(op_mod=1).raw, firmware.query_hca_cap.answer.size)
        answer = firmware.query_hca_cap.answer.parse(asked)
        self.assertEqual(answer.status, verbatim.enums.cmd_status.ok)
        return firmware.cmd_hca_cap.parse(answer.capability)

    def test_capabilities(self):
        found = self.capabilities()
        self.assertEqual((found.rc, found.uc, found.hca_cap_2), (1, 1, 1))
        self.assertEqual(found.log_max_qp, self.ctx.query_device().max_qp.bit_length())

    def test_a_general_object(self):
        kind = verbatim.enums.general_object.reserved_qpn
        self.assertTrue(self.capabilities().general_obj_types >> kind & 1)
        command = firmware.general_obj_in_cmd_hdr(opcode=firmware.create_general_object.opcode, obj_type=kind)
        made = Mlx5DevxObj(self.ctx, command.raw, firmware.general_obj_out_cmd_hdr.size)
        answer = firmware.general_obj_out_cmd_hdr.parse(made.out_view)
        self.assertEqual(answer.status, 0)
        self.assertIn(answer.obj_id, range(1, 1 << 24))
        made.close()
        with self.assertRaises(PyverbsRDMAError):
            Mlx5DevxObj(self.ctx, command.replace(obj_type=0x3f).raw, firmware.general_obj_out_cmd_hdr.size)


def same_values(ours, theirs):
    """Compares the fields of a command with those of the tests of pyverbs that have the same names. Returns how many there are."""
    compared = 0
    for field in theirs.fields_desc:
        name, value = field.name.removeprefix("sw_"), getattr(theirs, field.name)
        if name not in set(ours):
            continue
        if hasattr(value, "fields_desc"):
            compared += same_values(ours[name], value)
        elif isinstance(value, int):
            value &= (1 << ours.form.field(name).width) - 1  # they have a number that is too wide, and cut it
            assert ours[name] == value, f"{ours.form.name}.{name}: {ours[name]:#x} here, {value:#x} in the tests of pyverbs"
            compared += 1
    return compared


def built(theirs):
    """A command of the tests of pyverbs, built again from its values by the package."""
    def values(mailbox):
        return {name: values(value) if isinstance(value, verbatim.Mailbox) else value for name, value in mailbox.fields.items()}

    read = verbatim.parse_command(bytes(theirs))
    assert same_values(read, theirs) > 3
    return getattr(firmware, read.form.name.removesuffix("_in"))(**values(read)).raw


class BuiltObject(Mlx5DevxObj):
    """An object that commands of the package make and change."""

    def __init__(self, context, command, answer_length):
        super().__init__(context, built(command), answer_length)

    def modify(self, command, answer_length):
        return super().modify(built(command), answer_length)


def devx_resources():
    """A queue pair of DevX, made by commands of the package, that is posted to and polled with nothing but the package."""
    import tests.mlx5_base
    tests.mlx5_base.Mlx5DevxObj = BuiltObject

    class Resources(tests.mlx5_base.Mlx5DevxRcResources):
        def create_qp(self):
            super().create_qp()
            answer = firmware.create_qp.answer.parse(self.qp.out_view)
            assert (answer.status, answer.qpn) == (0, self.qpn)

        def create_cq(self):
            super().create_cq()
            self.completions = Ring(self.umems["cq"].umem_addr, self.qattr.cq.ncqes, self.qattr.cq.cqe_size)
            self.sent = self.received = 0
            # The CQEs that no device has written yet.
            empty = verbatim.cqe("cqe64", opcode="invalid").raw * self.qattr.cq.ncqes
            ctypes.memmove(self.completions.address, empty, len(empty))

        def doorbell_record(self, name, **fields):
            record = verbatim.doorbell(name, **fields).raw
            ctypes.memmove(self.umems["qp_dbr" if name == "qp_dbrec" else "cq_dbr"].umem_addr, record, len(record))

        def post_recv(self):
            wqe = verbatim.recv_wqe([(self.mr.buf, self.mr.length, self.mr.lkey)])
            at = self.qattr.rq.offset + self.received % self.qattr.rq.wqe_num * self.qattr.rq.wqe_size
            ctypes.memmove(self.umems["qp"].umem_addr + at, wqe, len(wqe))
            self.received += 1
            dma.udma_to_dev_barrier()
            self.doorbell_record("qp_dbrec", rcv_counter=self.received & 0xffff, snd_counter=self.sent & 0xffff)

        def post(self, chain):
            """Writes a WQE into the ring, of which every WQE takes whole WQEBBs; then the record, then the register."""
            wqe = chain.signal().finish(index=self.sent & 0xffff, qpn=self.qpn)
            for i in range(0, len(wqe), 64):
                at = self.qattr.sq.offset + self.sent % self.qattr.sq.wqe_num * 64
                ctypes.memmove(self.umems["qp"].umem_addr + at, wqe[i:i + 64], len(wqe[i:i + 64]))
                self.sent += 1
            dma.udma_to_dev_barrier()
            self.doorbell_record("qp_dbrec", rcv_counter=self.received & 0xffff, snd_counter=self.sent & 0xffff)
            dma.udma_to_dev_barrier()
            dma.mmio_write64_as_be(self.uar["qp"].reg_addr, struct.unpack("=Q", wqe[:8])[0])
            return wqe

        def cqe(self):
            cqe = self.completions.cqe()
            self.doorbell_record("cq_dbrec", set_ci=self.completions.next & 0xffffff)
            return cqe

    return Resources


def devx_case():
    from tests.mlx5_base import Mlx5DevxTrafficBase

    class ByHand(Mlx5DevxTrafficBase):
        """Ring, doorbell record and doorbell register by hand."""

        def test_several_laps(self):
            self.create_players(devx_resources(), msg_size=1024)
            client, server = self.client, self.server
            kinds = verbatim.enums.cqe_opcode
            for i in range(2 * client.qattr.sq.wqe_num // 100):
                client.mr.write(chr(65 + i % 26) * 1024, 1024)
                server.post_recv()
                sge = (client.mr.buf, 1024 - i, client.mr.lkey)
                client.post(verbatim.rc.send(solicited=True).imm(i).sge(*sge))
                sent, received = client.cqe(), server.cqe()
                self.assertEqual((sent.opcode, sent.qpn), (kinds.req, client.qpn))
                self.assertEqual((received.opcode, received.imm, received.byte_cnt), (kinds.resp_send_imm, i, 1024 - i))
                self.assertEqual(server.mr.read(1024 - i, 0), client.mr.read(1024 - i, 0))
                client.post(verbatim.rc.write().rdma(server.mr.buf, server.mr.rkey).inline_data(bytes([i]) * 150))
                self.assertEqual(client.cqe().s_wqe_opcode, verbatim.enums.opcode.rdma_write)
                self.assertEqual(bytes(server.mr.read(150, 0)), bytes([i]) * 150)

        def test_a_failure_is_explained(self):
            self.create_players(devx_resources())
            client, server = self.client, self.server
            wqe = client.post(verbatim.rc.write().rdma(server.mr.buf, server.mr.rkey ^ 0x5500).inline_data(b"lost"))
            cqe = client.cqe()
            self.assertEqual((cqe.name, cqe.syndrome, cqe.wqe_counter),
                             ("err_cqe", verbatim.enums.cqe_syndrome.remote_access_err, 0))
            self.assertIn("remote key is wrong", cqe.error.syndrome)
            page = verbatim.explain(bytes(cqe) + wqe, transport="rc")
            self.assertIn("requester  remote_access_err (0x13)", page)
            self.assertIn("belongs to 2. WQE", page)

    return ByHand


if __name__ == "__main__":
    sys.path[:0] = [sys.argv[1], sys.argv[1] + "/tests"]
    del sys.argv[1]
    from args_parser import parser
    arguments, sys.argv = sys.argv, sys.argv[:1]
    parser.parse_args()
    sys.argv = arguments
    ByHand = devx_case()
    unittest.main()
