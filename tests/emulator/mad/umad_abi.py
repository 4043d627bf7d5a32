"""The ABI of umad as Linux has it (drivers/infiniband/core/user_mad.c), without libibumad: umad_abi.py LAUNCHER.

The script runs itself on the emulator, with the argument --here."""
import errno
import fcntl
import os
import pathlib
import select
import shutil
import stat
import struct
import subprocess
import sys
import tempfile
import time
import unittest

REGISTER, UNREGISTER, ENABLE_PKEY, REGISTER2 = 0xc01c1b01, 0x40041b02, 0x1b03, 0xc0281b04
DIRECTED, LID_ROUTED, ADMINISTRATION, VENDOR = 0x81, 0x01, 0x03, 0x32
GET, SET, TABLE, DELETE = 0x01, 0x02, 0x12, 0x15
OLD, NEW = 56, 64


def registration(mgmt_class, version, methods=0, qpn=0, oui=b"\0\0\0", rmpp=0):
    return struct.pack("=I16sBBB3sBx", 0, methods.to_bytes(16, "little"), qpn, mgmt_class, version, oui, rmpp)


def header(size, agent=0, timeout=0, retries=0, lid=0xffff, qpn=0):
    made = struct.pack("=IIIII", agent, 0, timeout, retries, 0) + struct.pack(">IIH", qpn, 0x80010000, lid)
    return made.ljust(size, b"\0")


def smp(path, attribute=0x11, transaction=1, mgmt_class=DIRECTED):
    head = struct.pack(">BBBBHBBQHHI", 1, mgmt_class, 1, GET, 0, 0, len(path) - 1, transaction, attribute, 0, 0)
    return ((head + bytes(8) + b"\xff\xff\xff\xff").ljust(128, b"\0") + bytes(path)).ljust(256, b"\0")


def table_request(attribute, transaction):
    return struct.pack(">BBBBHHQHHI", 1, ADMINISTRATION, 2, TABLE, 0, 0, transaction, attribute, 0, 0).ljust(256, b"\0")


def membership(method, mgid, port_gid, transaction):
    """Joins a group, or leaves it. The components are MGID, PortGID, Q_Key, TClass, P_Key, SL, FlowLabel and JoinState."""
    which = sum(1 << component for component in (0, 1, 2, 6, 7, 12, 13, 16))
    head = struct.pack(">BBBBHHQHHI", 1, ADMINISTRATION, 2, method, 0, 0, transaction, 0x38, 0, 0).ljust(48, b"\0")
    record = mgid + port_gid + struct.pack(">IHBBHBBIBB", 0x1234, 0, 0, 0, 0xffff, 0, 0, 0, 1, 0)
    return (head + which.to_bytes(8, "big") + record).ljust(256, b"\0")


class Umad(unittest.TestCase):
    def open(self, name="umad0", flags=os.O_RDWR | os.O_NONBLOCK, pkey=True):
        file = os.open(f"/dev/infiniband/{name}", flags)
        self.addCleanup(os.close, file)
        if pkey and name.startswith("umad"):
            fcntl.ioctl(file, ENABLE_PKEY)
        return file

    def fails(self, number, call, *arguments):
        with self.assertRaises(OSError) as caught:
            call(*arguments)
        self.assertEqual(errno.errorcode[caught.exception.errno], errno.errorcode[number])

    def register(self, file, *how, **more):
        return struct.unpack("=I", fcntl.ioctl(file, REGISTER, registration(*how, **more))[:4])[0]

    def answer(self, file, room=4096, size=NEW):
        self.assertEqual(select.select([file], [], [], 10)[0], [file])
        got = os.read(file, room)
        agent, status, _, _, length, _, _ = struct.unpack("=IIIIIII", got[:28])
        self.assertEqual(length, len(got))
        return agent, status, got[size:]

    def test_files_are_character_devices(self):
        for name, minor in (("umad0", 0), ("umad3", 3), ("issm0", 64)):
            for status in (os.stat(f"/dev/infiniband/{name}"), os.fstat(self.open(name, pkey=False))):
                self.assertTrue(stat.S_ISCHR(status.st_mode))
                self.assertEqual((os.major(status.st_rdev), os.minor(status.st_rdev)), (231, minor))
        self.fails(errno.ENOENT, os.open, "/dev/infiniband/umad4", os.O_RDWR)

    def test_header_with_and_without_p_key_index(self):
        for size, pkey in ((OLD, False), (NEW, True)):
            file = self.open(pkey=pkey)
            agent = self.register(file, DIRECTED, 1)
            os.write(file, header(size, agent, 1000) + smp([0]))
            who, status, mad = self.answer(file, size=size)
            self.assertEqual((who, status, len(mad), mad[3], mad[64 + 2]), (agent, 0, 256, 0x81, 1))
            # The form of headers is settled now.
            self.fails(errno.EINVAL, fcntl.ioctl, file, ENABLE_PKEY)

    def test_registrations(self):
        file, other = self.open(), self.open()
        get = 1 << GET
        self.assertEqual([self.register(file, LID_ROUTED, 1, get), self.register(file, ADMINISTRATION, 2, get, 1, rmpp=1)], [0, 1])
        for how in ((LID_ROUTED, 1, get), (LID_ROUTED, 1, get, 2), (LID_ROUTED, 1, 0, 1), (ADMINISTRATION, 2, 0, 0), (15, 1, 0, 1)):
            self.fails(errno.EINVAL, fcntl.ioctl, other, REGISTER, registration(*how))
        self.fails(errno.EINVAL, fcntl.ioctl, other, REGISTER, registration(VENDOR, 1, get, 1))
        self.fails(errno.EINVAL, fcntl.ioctl, other, REGISTER, registration(4, 1, 0, 1, rmpp=1))
        self.register(other, VENDOR, 1, get, 1, b"\0\x14\5", 1)
        fcntl.ioctl(file, UNREGISTER, struct.pack("=I", 0))
        self.fails(errno.EINVAL, fcntl.ioctl, file, UNREGISTER, struct.pack("=I", 0))
        self.assertEqual(self.register(other, LID_ROUTED, 1, get), 1)
        for _ in range(31):
            self.register(file, 0, 0, 0, 1)
        self.fails(errno.ENOMEM, fcntl.ioctl, file, REGISTER, registration(0, 0, 0, 1))
        self.fails(errno.ENOTTY, fcntl.ioctl, file, 0x1b09)

    def test_the_newer_registration(self):
        file = self.open()

        def request(flags):
            return bytearray(struct.pack("=IIBBHIQQIB3x", 0, 1, ADMINISTRATION, 2, 0, flags, 0, 0, 0, 1))
        self.assertEqual(struct.unpack("=I", fcntl.ioctl(file, REGISTER2, bytes(request(1)))[:4])[0], 0)
        unknown = request(2)
        self.fails(errno.EINVAL, fcntl.ioctl, file, REGISTER2, unknown)
        self.assertEqual(struct.unpack_from("=I", unknown, 12)[0], 1)

    def test_what_is_written(self):
        file = self.open()
        agent = self.register(file, DIRECTED, 1)
        for data in (header(NEW, agent)[:60], header(NEW, agent) + bytes(20), header(NEW, 7) + smp([0]),
                     header(NEW, 32) + smp([0]), header(NEW, agent) + smp([0]) + b"\0"):
            self.fails(errno.EINVAL, os.write, file, data)
        os.write(file, header(NEW, agent, 5000) + smp([0, 2]))
        # The same transaction cannot be under way twice.
        self.fails(errno.EINVAL, os.write, file, header(NEW, agent, 5000) + smp([0, 2]))

    def test_a_request_without_an_answer_comes_back(self):
        file = self.open()
        agent = self.register(file, DIRECTED, 1)
        begun = time.monotonic()
        os.write(file, header(NEW, agent, 40, 2) + smp([0, 2], transaction=9))
        self.fails(errno.EAGAIN, os.read, file, 4096)
        who, status, mad = self.answer(file)
        self.assertGreater(time.monotonic() - begun, 0.11)
        self.assertEqual((who, status, len(mad), mad[12:16]), (agent, errno.ETIMEDOUT, 24, b"\0\0\0\x09"))

    def test_a_long_answer_is_read_in_the_end(self):
        file = self.open()
        agent = self.register(file, ADMINISTRATION, 2, 0, 1, rmpp=1)
        os.write(file, header(NEW, agent, 1000, lid=1, qpn=1) + table_request(0x12, 5))
        self.assertEqual(select.select([file], [], [], 10)[0], [file])
        self.fails(errno.EINVAL, os.read, file, NEW + 255)
        self.fails(errno.ENOSPC, os.read, file, NEW + 256)
        _, status, mad = self.answer(file)
        # A port of each of two devices' two, and 17 of the switch.
        self.assertEqual((status, len(mad), mad[3]), (0, 56 + 21 * 72, 0x92))
        self.fails(errno.EAGAIN, os.read, file, 4096)

    def test_methods_of_answers(self):
        """A Set is answered like a Get, and a Delete by a method of its own (as by opensm)."""
        file = self.open()
        agent = self.register(file, ADMINISTRATION, 2, 0, 1)
        gid = pathlib.Path("/sys/class/infiniband/mlx5_0/ports/1/gids/0").read_text(encoding="ascii").strip()
        port, group = bytes.fromhex(gid.replace(":", "")), bytes.fromhex("ff12" + 24 * "0" + "1234")
        for transaction, (asked, answered) in enumerate(((SET, 0x81), (GET, 0x81), (DELETE, 0x95), (SET, 0x81))):
            os.write(file, header(NEW, agent, 1000, lid=1, qpn=1) + membership(asked, group, port, transaction))
            _, status, mad = self.answer(file)
            self.assertEqual((status, mad[3], mad[4:6], mad[56:72]), (0, answered, bytes(2), group))

    def test_blocking_reads_and_agents_that_go(self):
        file = self.open(flags=os.O_RDWR)
        first, second = self.register(file, DIRECTED, 1), self.register(file, DIRECTED, 1)
        for agent in (first, second):
            os.write(file, header(NEW, agent, 1000) + smp([0], transaction=agent))
        fcntl.ioctl(file, UNREGISTER, struct.pack("=I", first))
        self.assertEqual(struct.unpack("=I", os.read(file, 4096)[:4])[0], second)
        self.assertEqual(select.select([file], [], [], 0)[0], [])
        os.write(file, header(NEW, second, 30) + smp([0, 2]))
        self.assertEqual(struct.unpack("=II", os.read(file, 4096)[:8]), (second, errno.ETIMEDOUT))

    def test_issm_marks_the_port(self):
        asking = self.open()
        agent = self.register(asking, DIRECTED, 1)

        def is_sm(transaction):
            os.write(asking, header(NEW, agent, 1000) + smp([0, 1, 3], 0x15, transaction))
            return self.answer(asking)[2][64 + 23] >> 1 & 1
        self.assertEqual(is_sm(1), 0)
        mark = os.open("/dev/infiniband/issm2", os.O_RDWR)
        self.assertEqual(is_sm(2), 1)
        self.fails(errno.EAGAIN, os.open, "/dev/infiniband/issm2", os.O_RDWR | os.O_NONBLOCK)
        os.close(mark)
        self.assertEqual(is_sm(3), 0)

    def test_an_m_key_protects_a_port(self):
        file = self.open()
        agent = self.register(file, DIRECTED, 1)

        def ask(key, transaction, method=GET, data=bytes(64)):
            made = bytearray(smp([0, 1, 4], 0x15, transaction))
            made[3], made[24:32], made[64:128] = method, key.to_bytes(8, "big"), data
            os.write(file, header(NEW, agent, 60) + made)
            _, status, mad = self.answer(file)
            return status, mad[64:128]
        _, info = ask(0, 1)
        locked = (77).to_bytes(8, "big") + info[8:32] + bytes([info[32] & 0xf0, info[33] & 0x0f, info[34] & 0x3f | 0x80]) + info[35:]
        self.assertEqual(ask(0, 2, 2, locked)[0], 0)
        self.assertEqual(ask(0, 3)[0], errno.ETIMEDOUT)
        self.assertEqual(ask(77, 4)[1][:8], (77).to_bytes(8, "big"))
        free = bytes(8) + locked[8:34] + bytes([info[34] & 0x3f]) + locked[35:]
        self.assertEqual(ask(77, 5, 2, free)[0], 0)
        self.assertEqual(ask(0, 6)[0], 0)


if __name__ == "__main__":
    if sys.argv[1:] == ["--here"]:
        unittest.main(argv=sys.argv[:1], verbosity=2)
    fabric = tempfile.mkdtemp(prefix="umad-abi-")
    try:
        sys.exit(subprocess.run([os.path.abspath(sys.argv[1]), "--devices", "2", "--ports", "2", sys.executable, __file__, "--here"],
                                env={**os.environ, "VERBATIM_EMULATOR_DIRECTORY": fabric}, timeout=100, check=False).returncode)
    finally:
        shutil.rmtree(fabric)
