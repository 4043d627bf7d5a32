"""The device file /dev/infiniband/rdma_cm, command by command, as <rdma/rdma_user_cm.h> lays it out.

Nothing here knows librdmacm: what the kernel does with a command is what a program sees of it."""
import ctypes
import errno
import os
import select
import socket
import struct

PATH = "/dev/infiniband/rdma_cm"
COMMANDS = {
    "create_id": 0, "destroy_id": 1, "bind_ip": 2, "resolve_ip": 3, "resolve_route": 4, "query_route": 5, "connect": 6,
    "listen": 7, "accept": 8, "reject": 9, "disconnect": 10, "init_qp_attr": 11, "get_event": 12, "get_option": 13,
    "set_option": 14, "notify": 15, "join_ip_mcast": 16, "leave_mcast": 17, "migrate_id": 18, "query": 19, "bind": 20,
    "resolve_addr": 21, "join_mcast": 22,
}
EVENTS = (
    "ADDR_RESOLVED", "ADDR_ERROR", "ROUTE_RESOLVED", "ROUTE_ERROR", "CONNECT_REQUEST", "CONNECT_RESPONSE", "CONNECT_ERROR",
    "UNREACHABLE", "REJECTED", "ESTABLISHED", "DISCONNECTED", "DEVICE_REMOVAL", "MULTICAST_JOIN", "MULTICAST_ERROR",
    "ADDR_CHANGE", "TIMEWAIT_EXIT")
SPACES = {"ipoib": 0x0002, "ib": 0x013f, "tcp": 0x0106, "udp": 0x0111}
TYPES = {"rc": 2, "uc": 3, "ud": 4, "xrc_send": 9, "xrc_recv": 10}
STATES = {"reset": 0, "init": 1, "rtr": 2, "rts": 3, "sqd": 4, "sqe": 5, "err": 6}
AF_IB = 27
# The kernel's struct __kernel_sockaddr_storage.
STORAGE = 128
# Bytes of the answers.
ID, REPORTED, QP_ATTR, EVENT, ROUTE, ADDRESS, PATHS = 4, 4, 144, 336, 208, 280, 440
# Stands for the address of the answer in a payload.
ANSWER = b"\xa5answer\xa5"


class Refused(Exception):
    """The errno of a command."""

    def __init__(self, number):
        super().__init__(errno_name(number))
        self.number = number


def errno_name(number):
    # The kernel's ENOTSUPP has no name in <errno.h>.
    return errno.errorcode.get(number, "ENOTSUPP" if number == 524 else str(number))


def storage(raw):
    return raw.ljust(STORAGE, b"\0")


def in6(raw):
    """A sockaddr in the 28 bytes of a sockaddr_in6."""
    return raw.ljust(28, b"\0")[:28]


def inet(address, port, scope=0):
    if ":" in address:
        return struct.pack("<H", socket.AF_INET6) + struct.pack("!HI", port, 0) + \
            socket.inet_pton(socket.AF_INET6, address) + struct.pack("<I", scope)
    return struct.pack("<H", socket.AF_INET) + struct.pack("!H", port) + socket.inet_aton(address) + bytes(8)


def ib(gid, service, mask=0xffffffffffffffff, pkey=0xffff):
    """A sockaddr_ib."""
    return struct.pack("<H", AF_IB) + struct.pack("!HI", pkey, 0) + gid + struct.pack("!QQ", service, mask) + bytes(8)


def conn_param(qp=0, qkey=0, data=b"", responder=0, initiator=0, flow=0, retry=7, rnr=7, srq=0, valid=1, length=None):
    return struct.pack("<II256s8B", qp, qkey, data, len(data) if length is None else length, srq, responder, initiator, flow,
                       retry, rnr, valid)


class File:
    """An open device file that does not wait."""

    def __init__(self, blocking=False):
        self.fd = os.open(PATH, os.O_RDWR | os.O_CLOEXEC | (0 if blocking else os.O_NONBLOCK))

    def close(self):
        os.close(self.fd)

    def write(self, data):
        """A write of whatever bytes; returns what write(2) returned."""
        try:
            return os.write(self.fd, data)
        except OSError as error:
            raise Refused(error.errno) from None

    def call(self, command, payload, room=0, stated=None, size=None):
        """A command, whose answer of up to `room` bytes comes back.

        `stated` is the room, and `size` the bytes of the payload, that the header states."""
        answer = ctypes.create_string_buffer(max(room, 1))
        payload = payload.replace(ANSWER, struct.pack("<Q", ctypes.addressof(answer)))
        header = struct.pack("<IHH", command if isinstance(command, int) else COMMANDS[command],
                             len(payload) if size is None else size, room if stated is None else stated)
        written = self.write(header + payload)
        if written != len(header) + len(payload):
            raise AssertionError(f"{command}: write returned {written} of {len(header) + len(payload)}")
        return answer.raw[:room]

    def readable(self, seconds):
        poll = select.poll()
        poll.register(self.fd, select.POLLIN)
        return bool(poll.poll(seconds * 1000))
