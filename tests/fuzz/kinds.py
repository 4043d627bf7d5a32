"""Names for seeds, from their bytes: they say what a seed is, not what it looks like.

The functions have the names of the fuzzers. Each returns a few words, and two seeds may have the same ones. The inputs of the
fuzzer `packet` were written by hand, with their names."""
import collections
import json
import re

FORMATS = ("plain", "cqe128-dense", "hash", "stridx-unordered", "enhanced-l34h", "enhanced-csum-dense", "unordered", "relaxed")
OPCODES = {0: "req", 1: "resp_wr_imm", 2: "resp_send", 3: "resp_send_imm", 4: "resp_send_inv", 5: "resize_cq", 6: "no_packet",
           12: "sig_err", 13: "req_err", 14: "resp_err"}
CQE = 64


def poll(seed):
    """The format of the queue, and the three most frequent opcodes of the CQEs that come into it."""
    slots = [seed[at + 1:at + 1 + CQE] for at in range(1, len(seed), 1 + CQE)]
    whole = [slot[CQE - 1] for slot in slots if len(slot) == CQE]
    opcodes = ["compressed" if last >> 2 & 3 == 3 else OPCODES.get(last >> 4, f"opcode-{last >> 4}") for last in whole]
    words = [word for word, _ in collections.Counter(opcodes).most_common(3)] or ["cut-cqe"]
    return "-".join([FORMATS[seed[0] % len(FORMATS)], *words])


FRAMES = {1: "offer", 2: "answer", 3: "ready", 4: "error", 5: "bye"}
HEADER = 16
# By the tag: the name and the length.
FIELDS = {0x01: ("nonce", 8), 0x02: ("generation", 4), 0x10: ("transport", 1), 0x11: ("link", 1), 0x12: ("max_message", 4),
          0x13: ("max_inline", 4), 0x14: ("receive_depth", 4), 0x15: ("features", 8), 0x16: ("memory", None),
          0x17: ("user_data", None), 0x18: ("stage", 1), 0x19: ("error_number", 4), 0x1a: ("reason", None), 0x1b: ("device", 8),
          0x1c: ("ece", 4), 0x1d: ("ece", 4), 0x1e: ("ece", 4), 0x1f: ("dc_key", 8), 0x20: ("slid", 2), 0x21: ("dlid", 2),
          0x22: ("sl", 1), 0x23: ("has_grh", 1), 0x24: ("type", 1), 0x25: ("sgid", 16), 0x26: ("dgid", 16),
          0x27: ("flow_label", 4), 0x28: ("traffic_class", 1), 0x29: ("hop_limit", 1), 0x2a: ("pkey", 2), 0x2b: ("mtu", 2),
          0x2c: ("rate", 1), 0x2d: ("packet_life_time", 1), 0x2e: ("sqpn", 4), 0x2f: ("dqpn", 4), 0x30: ("qkey", 4),
          0x31: ("sqpsn", 4), 0x32: ("dqpsn", 4), 0x33: ("srdatomic", 1), 0x34: ("drdatomic", 1), 0x35: ("sack_resp_time", 1),
          0x36: ("dack_resp_time", 1), 0x37: ("min_rnr_timer", 1), 0x38: ("retry_cnt", 1), 0x39: ("rnr_retry", 1)}


def exchange(seed):
    """The form and the type of a frame, and its first mistake."""
    return in_json(seed.decode("utf-8", "replace")) if seed.startswith(b"{") else in_bytes(seed)


def in_json(text):
    found = re.search(r'"frame":"(OFFER|ANSWER|READY|ERROR|BYE)"', text)
    words = ["json", found[1].lower() if found else "untyped"]
    try:
        json.loads(text)
    except ValueError:
        words.append("broken")
    except RecursionError:
        pass
    marks = (("nested", r"[\[{][^\]}]*[\[{][^\]}]*[\[{]"), ("escapes", r"\\u"), ("exponents", r"\d[eE]-?\d"), ("long-numbers", r"\d{18}"),
             ("no-utf8", "\ufffd"))
    return "-".join([*words, *(word for word, mark in marks if re.search(mark, text))])


def in_bytes(seed):
    if not seed.startswith(b"VERBATIM") or len(seed) < HEADER:
        return "no-frame"
    kind = FRAMES.get(int.from_bytes(seed[10:12], "big"), "unknown")
    if int.from_bytes(seed[12:16], "big") != len(seed):
        return f"{kind}-wrong-length"
    at, seen = HEADER, set()
    while at < len(seed):
        tag, length = int.from_bytes(seed[at:at + 2], "big"), int.from_bytes(seed[at + 2:at + 4], "big")
        name, expected = FIELDS.get(tag & 0x7fff, (f"tag-{tag & 0x7fff:x}", None))
        if at + 4 + length > len(seed):
            return f"{kind}-cut-in-{name}"
        if tag & 0x7fff not in FIELDS:
            if tag & 0x8000:
                return f"{kind}-critical-{name}"
        elif name in seen and name not in ("memory", "ece"):
            return f"{kind}-{name}-twice"
        elif expected not in (None, length):
            return f"{kind}-length-of-{name}"
        seen.add(name)
        at += 4 + length
    return f"{kind}-{len(seen)}-fields"


# In this order: a text may have several of these forms.
SELECTORS = (("any", r""), ("index", r"#.*"), ("lid", r"lid:.*"), ("pci", r"([\da-f]+:)?[\da-f]+:[\da-f]+\.[^:]*"), ("guid", r"0x.*"),
             ("ipv4", r"\d+(\.\d*){3}"), ("guid", r"[^:]+(:[^:]+){3}"), ("gid", r".*:.*:.*"), ("digits", r"\d+:?"), ("name", r".*"))


def selector(seed):
    """The form of each part of a selector, and the letters that none may have."""
    text = seed.decode("latin-1")
    device, netdev_sign, _ = text.partition("%")
    device, port_sign, _ = device.partition("/")
    words = [next(word for word, form in SELECTORS if re.fullmatch(form, device, re.I | re.S))]
    words += ["port"] * bool(port_sign) + ["netdev"] * bool(netdev_sign)
    words += ["long"] * (len(text) > 30) + ["control"] * bool(re.search("[\0-\x1f\x7f]", text))
    return "-".join(words + ["not-ascii"] * bool(re.search("[\x80-\xff]", text)))


CONTENTS = ("unknown", "cqe", "wqe", "cq-ring", "sq-ring", "rq-ring", "unknown", "unknown")
# By what their lines have.
LOGS = (("libxlio", rb"log_cqe_error|cq_mgr_tx"), ("dpdk", rb"MLX5 Error|Unexpected CQE error"), ("ucx", rb"ib_mlx5_log|synd 0x|Local prot"),
        ("freebsd", rb"mce0|mlx5e_dump"), ("linux", rb"mlx5_core|mlx5_0:|0x[0-9a-f]0: "), ("hexdump-star", rb"\n\*"),
        ("hexdump", rb"^[0-9a-f]{8}  |\|\.\.\."), ("words", rb"[0-9a-f]{8} [0-9a-f]{8}"), ("python-bytes", rb"\\x[0-9a-f]{2}"),
        ("hex", rb"([0-9a-f]{2} ){3}"), ("comment", rb"# \w+"))


def decode(seed):
    """The options in the first two bytes, and the program that printed such a text."""
    if len(seed) < 2:
        return "too-short"
    first, second, rest = (seed[0] - ord("a")) & 0xff, (seed[1] - ord("a")) & 0xff, seed[2:]
    words = ["binary"] if first & 1 else ["text", *([name for name, mark in LOGS if re.search(mark, rest, re.M)][:2] or ["other"])]
    words += ["errors-only"] * bool(first & 2) + ["little"] * bool(first & 4) + ["cqe128"] * bool(first & 8)
    return "-".join(words + ["enhanced"] * bool(first & 16) + ["as-" + CONTENTS[second & 7]])


RECORDS = ("", "process", "process_end", "context_opened", "context_closed", "pages_mapped", "command", "answer", "queue_pair_created",
           "queue_pair_changed", "queue_pair_destroyed", "completion_queue_created", "completion_queue_resized",
           "completion_queue_destroyed", "shared_receive_queue_created", "shared_receive_queue_destroyed", "doorbell", "blueflame",
           "send_record", "receive_record", "arm", "send_wqe", "receive_wqe", "cqe", "memory", "completion_event", "async_event",
           "finding")
KINDS_OF_RECORDS = 40  # that the fuzzer makes


def recording(seed):
    """The header of a file, if it has one; or else the first kinds of the records that the fuzzer makes of the bytes."""
    if seed.startswith(b"VBREC"):
        header = "file" if seed.startswith(b"VBREC\r\n\x1a\x01\0\0\0") else "file-wrong-header"
        return header + ("" if len(seed) > 20 else "-empty")
    kinds, at = [], 0
    while at + 2 <= len(seed):
        kind = seed[at] % KINDS_OF_RECORDS
        kinds.append(RECORDS[kind] if 0 < kind < len(RECORDS) else "unknown")
        at += 2 + seed[at + 1]
    return "-".join(["records", *list(dict.fromkeys(kinds))[:3]])


KINDS = {"poll": poll, "exchange": exchange, "selector": selector, "decode": decode, "recording": recording}
