"""The pairs of snippets of the pages for users of other libraries run on the emulated device, each in a process of its own.

pairs.cpp has the objects, and says what a snippet has left. Every snippet in C++ has to come to its end. A case of the table
says what comes before a snippet, and what it leaves; a pair without a case only has to come to its end. The snippets in C of
docs/from-libibverbs.md run on objects of libibverbs, those of docs/from-dpdk.md on rings of its queue pairs, and those of
docs/from-ucx.md on objects of uct (pairs_uct.cpp): what they leave has to be the same, line by line, or what the case says."""
import concurrent.futures
import dataclasses
import os
import pathlib
import re
import struct
import subprocess
import sys

import how_to


@dataclasses.dataclass
class Case:
    """A pair that needs more than the common objects."""
    before: tuple = ()     # the numbers of snippets that run before, and words for prepare() of the frame
    before_in_c: tuple = None  # these, if they are others in C
    probe: str = ""        # what C++ does behind the snippet, where its variables still exist
    probe_in_c: str = ""   # the same in C
    leaves: str = None     # the lines of the output, with an ellipsis for what differs from run to run
    leaves_in_c: str = None  # these lines, if they are others
    complains: str = ""    # what the device complains about
    options: tuple = ()    # of the emulator


SENT = "peer: RECV, success, 64 bytes: 0102030405060708…3d3e3f40"
ANSWERED = "answer: SEND, success\ncompleted: RECV, success, 64 bytes\nmemory: 64 bytes from 0: 5a5a…5a5a"
WRITTEN_8 = "peer's memory: 8 bytes from 0: 0102030405060708"
WRITTEN_4096 = "peer's memory: 4096 bytes from 0: 0102030405060708…fdfeff00"
READ = "memory: {} bytes from 0: 0000000000000000898a8b8c…"
COUNTED = "memory: 8 bytes from 0: 0000000000000000\npeer's memory: 1 bytes from 0: 01"
DONE = "completion: Success\n"  # by uct's callback
OPENED = "context: mlx5_0\npd: it registers memory\ncq: 511 CQEs"
THROUGH = "written through the key: WRITE, success\nmemory: 8 bytes from 0: 5a5a5a5a5a5a5a5a"
RIGHTS = "mr, a peer may write: {}\nmr, a peer may read: {}\nmr, a peer may add: {}"
ALL_CLOSED = "context: none\npd: none\ncq: none\nqp: none\nmr: none"
NO = "remote access error"
# C behind a snippet: it ends a WQE, or goes through what the snippet has found.
BUILD = "mlx5dv_set_ctrl_seg({}, pi++, MLX5_OPCODE_{}, 0, qpn, 0, {}, 0, 0);"
MINIS = """for (__be16 *mini = minis; mini != (__be16 *)minis + 4 * count; mini += 4)
  printf("completed there: %d\\n", entries[be16toh(*mini) & 255]);"""
SEGMENTED = """mlx5dv_set_data_seg(wqe + 96, 4000, lkey, address);
ctrl->qpn_ds = htobe32(qpn << 8 | 7);
ring_wqe(2);"""

CASES = {
    "docs/from-libibverbs.md": {
        1: Case(leaves="mlx5_0, …", leaves_in_c="mlx5_0"),
        2: Case(leaves="context: mlx5_0"),
        3: Case(leaves="32768"),
        4: Case(leaves=""),
        5: Case(options=("--link-layer", "ethernet"), probe="say_gid(choice.chosen->index);", probe_in_c="say_gid(gid_index);",
                leaves="…\ngid: RoCE v2", leaves_in_c="gid: RoCE v2", complains="GID index"),
        6: Case(leaves="pd: it registers memory"),
        7: Case(leaves=RIGHTS.format("WRITE, success", NO, NO), complains="refused"),
        8: Case(leaves="…" + RIGHTS.format(NO, NO, NO), leaves_in_c="huge pages: asked for\n" + RIGHTS.format(NO, NO, NO), complains="refused"),
        9: Case(probe="made = everything.native();", leaves=RIGHTS.format(NO, NO, NO), complains="refused"),
        10: Case(before=("pipe",), probe="write_through(token.rkey().value());", probe_in_c="write_through(token.rkey);", leaves=THROUGH),
        11: Case(leaves="cq: 127 CQEs"),
        12: Case(leaves="qp: RC\nqp: RESET, access 0, timeout 0, 0 retries"),
        13: Case(before=("lonely",), leaves="qp: RTS, access 14, timeout 14, 7 retries",
                 leaves_in_c="qp: RTS, access 2, timeout 14, 7 retries"),
        14: Case(before=("lonely",), leaves="qp: RTS, access 4, timeout 18, 3 retries"),
        15: Case(probe="answer();", probe_in_c="answer();", leaves=ANSWERED),
        16: Case(leaves="completed: SEND, success\n" + SENT),
        17: Case(leaves="peer: RECV, success, 16 bytes: 0102030405060708090a0b0c0d0e0f10"),
        18: Case(leaves=SENT.replace("bytes", "bytes, immediate 2026")),
        19: Case(leaves="completed: WRITE, success\npeer's memory: 64 bytes from 0: 0102030405060708…3d3e3f40"),
        20: Case(leaves="completed: READ, success, 64 bytes\n" + READ.format(64)),
        21: Case(leaves="completed: FETCH_ADD, success\n" + COUNTED),
        22: Case(leaves=COUNTED),
        23: Case(leaves="peer: RECV, success, 48 bytes: 0102…0f104142…5e5f60"),
        24: Case(leaves="\n".join([SENT] * 16)),
        25: Case(before=(16, "written 1", "quiet"), leaves="2: ok\n" + SENT, leaves_in_c="2: success\n" + SENT),
        26: Case(before=(15, "answer", 16, "written 2", "quiet", "take"),
                 leaves="answer: SEND, success\n64 bytes\nsent 2\npeer: RECV, success, 64 bytes: 5a…\nmemory: 64 bytes from 0: 5a…",
                 leaves_in_c="answer: SEND, success\n64 bytes\npeer: RECV, success, 64 bytes: 5a…\nmemory: 64 bytes from 0: 5a…"),
        27: Case(before=("bad key", 19, "written 1", "take"), leaves="qp: ERR, …\n…remote_access_err…",
                 leaves_in_c="qp: ERR, …\nremote access error, vendor 0x88", complains="rkey"),
        28: Case(before=(15, "answer later", "quiet"), probe="complete_in(sleeping);", leaves="completed there: 77",
                 leaves_in_c="answer: SEND, success\nmemory: 64 bytes from 0: 5a…"),
        29: Case(before=(15, "outstanding"), leaves="qp: ERR, …"),
        30: Case(probe="send_to(one, done);", leaves="answer: SEND, success\nreceived there: 1\nmemory: 64 bytes from 0: 5a…", leaves_in_c=""),
        31: Case(before=("datagram",), leaves=SENT.replace("64 bytes", "104 bytes")),
        32: Case(before=("quiet",), probe="write_through(b.rkey.value());", probe_in_c="write_through(wr.bind_mw.rkey);", leaves=THROUGH),
        33: Case(before=(16, "written 1"), options=("--raise-at", "1:port_active"), complains="raises",
                 leaves="PORT_ACTIVE of port 1 of mlx5_0: …\ncompleted: SEND, success\n" + SENT,
                 leaves_in_c="port active\ncompleted: SEND, success\n" + SENT),
        34: Case(leaves="rts {pkey_index=0 …", leaves_in_c=""),
        35: Case(before=("own objects",), leaves=ALL_CLOSED),
    },
    "docs/from-ucx.md": {
        1: Case(leaves=OPENED, leaves_in_c=OPENED + "\niface: RC"),
        2: Case(leaves=RIGHTS.format("WRITE, success", "READ, success, 8 bytes", NO), complains="refused",
                leaves_in_c=RIGHTS.format("WRITE, success", "READ, success, 8 bytes", "FETCH_ADD, success")),
        3: Case(probe="static_assert(sizeof target == 24);\nwrite_through(target.rkey().value());", probe_in_c="write_through(rkey);",
                leaves=THROUGH),
        4: Case(before_in_c=("lonely",), leaves="qp: RC"),
        5: Case(before=("dc",), probe="await_at_peer(8);", leaves=WRITTEN_8, leaves_in_c="qp: DCI\ncompleted: WRITE, success\n" + WRITTEN_8),
        6: Case(leaves=WRITTEN_8),
        7: Case(leaves="completed: WRITE, success\n" + WRITTEN_4096, leaves_in_c=DONE + "completed: WRITE, success\n" + WRITTEN_4096),
        8: Case(probe="meet(copying);\none_completes(done);", leaves="completed there: success\npeer's memory: 512 bytes from 0: 0102…",
                leaves_in_c="completed: WRITE, success\npeer's memory: 512 bytes from 0: 0102…"),
        9: Case(leaves="completed: READ, success, 4096 bytes\n" + READ.format(4096),
                leaves_in_c=DONE + "completed: READ, success, 4096 bytes\n" + READ.format(4096)),
        10: Case(leaves="completed: FETCH_ADD, success\n" + COUNTED,
                 leaves_in_c=DONE + "completed: FETCH_ADD, success\npeer's memory: 1 bytes from 0: 01\nresult: 0"),
        11: Case(leaves="completed: …, success\nmemory: 4 bytes from 0: 00000000\npeer's memory: 1 bytes from …: 10",
                 leaves_in_c=DONE + "completed: masked CAS, success\npeer's memory: 1 bytes from 0: 10\nresult32: 0"),
        12: Case(before=("message", "written 1", "quiet"), before_in_c=("patient",),
                 leaves="answer: SEND, success\n16peer: RECV, success, 16 bytes, immediate 7: 0102…0f10\nmemory: 16 bytes from 1024: 5a…",
                 leaves_in_c="handler: 16 bytes: 11121314151617180102030405060708"),
        13: Case(before_in_c=("tags",), probe="one_completes(done);", probe_in_c="send_tagged();", leaves="completed there: success",
                 leaves_in_c="received by tag: 5, 64 bytes, Success\nmemory: 64 bytes from 0: 5a…"),
        14: Case(before=("full", "quiet"), leaves=WRITTEN_8),
        15: Case(before=(7, "written 1", "quiet"), before_in_c=(7,), probe_in_c="say_outstanding();", leaves=WRITTEN_4096,
                 leaves_in_c=DONE + "outstanding: 0\ncompleted: WRITE, success\n" + WRITTEN_4096),
        16: Case(before=(6, "quiet"), before_in_c=(6, "spent"), probe_in_c="say_outstanding();", leaves=WRITTEN_8,
                 leaves_in_c=DONE + "outstanding: 0\ncompleted: NOP, success\n" + WRITTEN_8),
        17: Case(before_in_c=("fences",), probe="pairs::say_fence(qp.native());", probe_in_c="say_fence();",
                 leaves="fence mode: 2\ncompleted: READ, success, 4096 bytes\n" + READ.format(4096),
                 leaves_in_c="fence mode: 2\n" + DONE + "completed: READ, success, 4096 bytes\n" + READ.format(4096)),
        18: Case(before_in_c=("message",), probe="complete_in(sleeping);", probe_in_c="say_event();", leaves="completed there: 77",
                 leaves_in_c="handler: 16 bytes: 11121314151617185a5a5a5a5a5a5a5a\nevent: yes"),
        19: Case(before=(7, "written 1"), before_in_c=(), probe_in_c="fail_with(&how);", options=("--fail-at", "1"), complains="--fail-at",
                 leaves="qp: ERR, …\nno answer on QP …",
                 leaves_in_c="completion: Endpoint timeout\nfailed: Endpoint timeout\nqp: ERR, …"),
    },
    "docs/from-dpdk.md": {
        1: Case(before=("no ring",), probe_in_c="go_round();", leaves="qp: RC\nqp: RESET, access 0, timeout 0, 0 retries", leaves_in_c=""),
        2: Case(before=("quiet", "no room"), probe_in_c=BUILD.format("wqe", "NOP", 1), leaves="doorbell: not rung"),
        3: Case(leaves="doorbell: not rung\ncompleted: WRITE, success\n" + WRITTEN_4096),
        4: Case(probe_in_c=BUILD.format("ctrl", "RDMA_WRITE", "ds"),
                leaves="doorbell: not rung\npeer's memory: 16 bytes from 0: 0102030405060708090a0b0c0d0e0f10"),
        5: Case(before=(3,), probe="await_at_peer(4096);", probe_in_c="await_at_peer(4096);", leaves="completed: WRITE, success\n" + WRITTEN_4096),
        6: Case(probe="answer();", probe_in_c="answer();", leaves=ANSWERED),
        7: Case(before=("nothing yet", 3, 5, "written 1", "quiet"), leaves="7" + WRITTEN_4096,
                probe_in_c='printf("%d\\n", entries[(ci - 1) & (wqebbs - 1)]);\nsay_taken();',
                leaves_in_c="7\ntaken: 1, told: 1, in use: 0\n" + WRITTEN_4096),
        8: Case(before=("bad key", 3, 5, "written 1"), leaves="qp: ERR, …\n…remote_access_err…", complains="rkey",
                leaves_in_c="0x13, vendor 0x88\nqp: ERR, …"),
        9: Case(before=("compressed",), options=("--compress-wait", "20000"), probe="complete_in(completions, 3);", probe_in_c=MINIS,
                leaves="completed there: 77\ncompleted there: 78\ncompleted there: 79\ncq: …"),
        10: Case(before=("packet 1500", "frames 1"), probe_in_c="ring_wqe(1);", leaves="…packets: SEND, success\nframe: 1500 bytes, right sums"),
        11: Case(before=("packet 1500", "frames 1", "own ring"), leaves="…packets: SEND, success\nframe: 1500 bytes, right sums",
                 probe_in_c="struct queue own = {ring, wqebbs, qpn, dbrec, doorbell};\n"
                            "send_through(own.ring, own.wqebbs, own.qpn, own.dbrec, own.doorbell);"),
        12: Case(before=("packet 60", "frames 2"), probe_in_c="ring_wqe(1);",
                 leaves="…packets: …, success\nframe: 60 bytes, right sums\nframe: 60 bytes, right sums"),
        13: Case(before=("frames 3",), probe_in_c=SEGMENTED,
                 leaves="packets: …, success\nframe: 1514 bytes, right sums\nframe: 1514 bytes, right sums\nframe: 1134 bytes, right sums"),
    },
}
# The arguments of at_end() in C.
ARGUMENTS_IN_C = {"docs/from-libibverbs.md": "context, pd, mr, cq, qp", "docs/from-ucx.md": "",
                  "docs/from-dpdk.md": "context, pd, mr, cq, qp"}
# Functions that pairs.cpp has instead, for the calls of the snippets.
WRAPPED = [f"-Wl,--wrap={name}" for name in ("mmap", "ibv_destroy_qp", "ibv_destroy_cq", "ibv_dereg_mr", "ibv_dealloc_pd", "ibv_close_device")]
# Options of the emulator for all pairs of a page.
OPTIONS = {"docs/from-dpdk.md": ("--link-layer", "ethernet")}


def case_of(page, number):
    return CASES[page].get(number, Case())


def end_of(page, number, side):
    """The statements behind a snippet."""
    case = case_of(page, number)
    probe, objects = (case.probe_in_c, ARGUMENTS_IN_C[page]) if side == "c" else (case.probe, "nic, domain, region, completions, qp")
    return f"if (!is_last({number})) return;\n{probe}\nat_end({objects});"


def sum_of(words):
    """The sum that RFC 1071 asks for: all ones if it covers a checksum that is right."""
    words += b"\0" * (len(words) % 2)
    return sum(struct.unpack(f">{len(words) // 2}H", words)) % 0xffff


def said_of_frame(found):
    """A frame of IPv4 and TCP in words."""
    frame = bytes.fromhex(found[1])
    ip = frame[14:14 + int.from_bytes(frame[16:18], "big")]
    pseudo = ip[12:20] + struct.pack(">HH", ip[9], len(ip) - 20)
    right = len(ip) == len(frame) - 14 and sum_of(ip[:20]) == 0 and sum_of(pseudo + ip[20:]) == 0
    return f"frame: {len(frame)} bytes, {'right' if right else 'wrong'} sums"


def run(page, number, side, program, launcher):
    """The lines that a snippet and the program around it print, and its mistakes in words."""
    case, name = case_of(page, number), pathlib.Path(page).stem
    before = case.before_in_c if side == "c" and case.before_in_c is not None else case.before
    command = [launcher, "--fabric", f"pairs-{os.getpid()}-{name[5:]}-{number}{side}", *OPTIONS.get(page, ()), *case.options, program, name, side,
               *map(str, before), str(number)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    except subprocess.TimeoutExpired:
        return [], ["it does not end for 60 s"]
    device = [line for line in done.stderr.splitlines() if line.startswith(how_to.DEVICE)]
    own = [line for line in done.stderr.splitlines() if line not in device]
    lines = [re.sub(r"^frame: (\w+)$", said_of_frame, line) for line in [*done.stdout.splitlines(), *own]]
    wrong = [line for line in device if not case.complains or case.complains not in line]
    if done.returncode:
        wrong.append(f"it ends with {done.returncode}")
    return lines, wrong


def mistake(page, number, programs, launcher):
    """The mistakes of a pair, in words; an empty text if there is none."""
    case = case_of(page, number)
    lines, wrong = run(page, number, "cpp", programs[page, "cpp"], launcher)
    if case.leaves is not None and not re.fullmatch(how_to.pattern(case.leaves.splitlines()), "\n".join(lines), re.S):
        wrong.append("it has to leave\n" + case.leaves)
    if not wrong and (page, "c") in programs:
        in_cpp = lines
        lines, wrong = run(page, number, "c", programs[page, "c"], launcher)
        if case.leaves_in_c is None and lines != in_cpp:
            wrong.append("the C++ leaves\n" + "\n".join(in_cpp))
        if case.leaves_in_c is not None and not re.fullmatch(how_to.pattern(case.leaves_in_c.splitlines()), "\n".join(lines), re.S):
            wrong.append("the C has to leave\n" + case.leaves_in_c)
    return f"pair {number} of {page} leaves\n" + "\n".join([*lines, *wrong]) if wrong else ""


def compare(programs, numbers, launcher):
    """Runs all pairs, whose numbers are given by page. Returns what ran, in words."""
    lost = [f"{page} has no pair {number}" for page, cases in CASES.items() for number in cases if number not in numbers[page]]
    every = [(page, number) for page, its in numbers.items() for number in its]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        wrong = [*lost, *filter(None, pool.map(lambda pair: mistake(*pair, programs, launcher), every))]
    if wrong:
        sys.exit("\n\n".join(wrong))
    return f"{len(every)} pairs run in C++, and {sum((page, 'c') in programs for page, _ in every)} of them in C"
