"""Reads recordings, as docs/recording.md describes them."""
import struct
import zlib

KINDS = """process process_end context_opened context_closed pages_mapped command answer queue_pair_created queue_pair_changed
queue_pair_destroyed completion_queue_created completion_queue_resized completion_queue_destroyed shared_receive_queue_created
shared_receive_queue_destroyed doorbell blueflame send_record receive_record arm send_wqe receive_wqe cqe memory completion_event
async_event finding""".split()
MAGIC = b"VBREC\r\n\x1a"


def records(path):
    """The kind, the process and the body of each record."""
    data = path.read_bytes()
    major, minor, check = struct.unpack_from("<HHI", data, 8)
    assert data[:8] == MAGIC and (major, minor) == (1, 0) and check == zlib.crc32(data[:12]), data[:16].hex()
    at = 16
    while at < len(data):
        length, kind, zero, process, _, _ = struct.unpack_from("<IHHIIQ", data, at)
        assert zero == 0 and zlib.crc32(data[at:at + length - 4]) == struct.unpack_from("<I", data, at + length - 4)[0], at
        yield KINDS[kind - 1], process, data[at + 24:at + length - 4]
        at += length
    assert at == len(data)
