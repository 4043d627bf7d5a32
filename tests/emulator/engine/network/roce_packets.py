"""RoCE v2 over IPv4, made and read without the emulator: for network.py and hostile.py."""
import dataclasses
import socket
import struct
import zlib

UDP_PORT = 4791
IP_BYTES, UDP_BYTES, BTH_BYTES, ICRC_BYTES = 20, 8, 12, 4
DEFAULT_PARTITION = 0xffff
CONGESTION = 0x81


def invariant_crc(packet):
    """The ICRC of an IP packet without its last four bytes: InfiniBand specification, 7.8.1, and annex A17."""
    covered = bytearray(packet)
    bth = IP_BYTES + UDP_BYTES
    for at in (1, 8, 10, 11, IP_BYTES + 6, IP_BYTES + 7, bth + 4):
        covered[at] = 0xff
    return struct.pack("<I", zlib.crc32(b"\xff" * 8 + covered))


@dataclasses.dataclass
class Packet:
    """The fields of the BTH, and what is behind it, with its padding."""
    opcode: int
    qpn: int
    psn: int
    behind: bytes = b""
    solicited: int = 0
    padding: int = 0
    version: int = 0
    partition: int = DEFAULT_PARTITION
    asks_for_ack: int = 0
    marks: int = 0  # FECN and BECN

    def bytes_between(self, source, destination):
        """The whole IP packet, with a right ICRC."""
        flags = self.solicited << 7 | 1 << 6 | self.padding << 4 | self.version
        bth = struct.pack(">BBHII", self.opcode, flags, self.partition, self.marks << 24 | self.qpn, self.asks_for_ack << 31 | self.psn)
        length = UDP_BYTES + len(bth) + len(self.behind) + ICRC_BYTES
        # With an identification of 0 the kernel would choose another, and the ICRC covers it.
        ip = struct.pack(">BBHHHBBH4s4s", 0x45, 0, IP_BYTES + length, 1, 0x4000, 64, socket.IPPROTO_UDP, 0, socket.inet_aton(source),
                         socket.inet_aton(destination))
        packet = ip + struct.pack(">HHHH", 0xc000, UDP_PORT, length, 0) + bth + self.behind
        return packet + invariant_crc(packet)


def read(data):
    """The addresses of an IP packet and its Packet; nothing if it is none of RoCE."""
    if len(data) < IP_BYTES + UDP_BYTES + BTH_BYTES + ICRC_BYTES or struct.unpack_from(">H", data, IP_BYTES + 2)[0] != UDP_PORT:
        return None
    opcode, flags, partition, qpn, psn = struct.unpack_from(">BBHII", data, IP_BYTES + UDP_BYTES)
    packet = Packet(opcode, qpn & 0xffffff, psn & 0xffffff, data[IP_BYTES + UDP_BYTES + BTH_BYTES:-ICRC_BYTES], flags >> 7,
                    flags >> 4 & 3, flags & 15, partition, psn >> 31, qpn >> 30)
    return socket.inet_ntoa(data[12:16]), socket.inet_ntoa(data[16:20]), packet


def open_socket(address, receive_bytes=1 << 20):
    """A socket that gets all packets of UDP to the address, and sends whole IP packets."""
    raw = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_UDP)
    raw.setsockopt(socket.IPPROTO_IP, socket.IP_HDRINCL, 1)
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
    raw.bind((address, 0))
    return raw
