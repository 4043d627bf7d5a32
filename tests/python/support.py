"""The common part of the tests of the Python package: it is used from the source tree, as it is."""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "runtime" / "python"
sys.dont_write_bytecode = True
sys.path.insert(0, str(PACKAGE))

import verbatim  # noqa: E402  (the path comes first)
from verbatim import tables  # noqa: E402


def captured():
    """The WQEs that libmlx5 and UCX posted: (who, queue pair, link layer, bytes)."""
    lines = (ROOT / "tests" / "tools" / "captured_wqes.txt").read_text(encoding="ascii").splitlines()
    return [(*line.split()[:3], bytes.fromhex(line.split()[3])) for line in lines if not line.startswith("#")]


def every_wqe():
    """The WQEs that the C++ builders write: (WQE, transport, bytes), from the texts of tests/queue/every_wqe.txt."""
    found, data, title = [], bytearray(), None
    for line in (*(ROOT / "tests" / "queue" / "every_wqe.txt").read_text(encoding="utf-8").splitlines(), ""):
        if not line:
            if title:
                found.append((*title, bytes(data)))
            data, title = bytearray(), None
        elif title is None:
            words = line.split()
            title = words[-3], words[-1]
        else:
            data += bytes.fromhex(line[4:21].strip())
    return found


def transports_of(queue_pair, link_layer):
    """The names that the specs have for a kind of queue pair."""
    return {("ud", "infiniband"): ("ud", "ud_compact"), ("ud", "ethernet"): ("ud_roce",),
            ("dci", "infiniband"): ("dci", "dci_compact"), ("dci", "ethernet"): ("dci_roce",)}.get(
                (queue_pair, link_layer), (queue_pair,))


def without_leftovers(parsed):
    """The bytes, with zeros where libmlx5 leaves what an older WQE left in the ring: behind a payload."""
    data = bytearray(parsed.raw)
    for segment in parsed.all("inline_seg"):
        begin = segment.at + segment.record.layout.size + len(segment.payload)
        data[begin:begin + -begin % 16] = bytes(-begin % 16)
    return bytes(data)


class Rebuilt:
    """A WQE built again, by the steps of a chain, from what was read of its bytes. Whatever the steps cannot say is lost."""

    def __init__(self, parsed):
        self.parsed, self.left = parsed, list(parsed.segments)
        self.wqe = tables.wqes[parsed.name]
        self.imm = parsed.ctrl["imm"]

    def bytes(self):
        ctrl = self.left.pop(0).record
        chain = verbatim.build(self.parsed.transport, self.parsed.name, fence=int(ctrl["fm"]), solicited=bool(ctrl["se"]))
        if not self.wqe.bare:
            for step in tables.transports[self.parsed.transport].steps:
                chain = self.step(chain, step)
        if self.wqe.qualifier:
            chain = getattr(chain, self.wqe.qualifier)(self.imm)
        for step in self.wqe.steps:
            chain = self.step(chain, step)
        self.skip_padding()
        for choice in self.wqe.behind:
            if self.left and self.left[0].name == choice.segment:
                chain = self.step(chain, (choice,))
        self.skip_padding()
        assert not self.left, self.left
        if int(ctrl["ce"]):
            chain = chain.signal()
        return chain.finish(ctrl["wqe_index"], ctrl["qpn"], stream_id=ctrl["dci_stream_channel_id"])

    def step(self, chain, step):
        """Takes one step as often as the segments that are left say."""
        many = any(choice.repeat for choice in step)
        taken = 0
        while True:
            self.skip_padding()
            choice = next((c for c in step if self.fits(c)), None)
            if choice is None:
                return chain if taken else getattr(chain, next(c.call for c in step if not (c.segment or c.payload or c.imm)))()
            chain = getattr(chain, choice.call)(**self.arguments(choice))
            taken += 1
            if not many:
                return chain

    def skip_padding(self):
        while self.left and self.left[0].name == "padding":
            self.left.pop(0)

    def fits(self, choice):
        if choice.imm:
            return True
        if not self.left:
            return False
        first = self.left[0]
        if first.name != (choice.payload or choice.segment):
            return False
        if choice.header:
            return first.record[choice.header[0]] > 0
        said = {target.lstrip("~") for _, *targets in choice.args for target in targets} | {name for name, _ in choice.fixed}
        counts = (count for c in self.wqe.choices() for count in (c.entries_in, c.length_in, self.wqe.behind_in) if count)
        said |= {field for segment, field in counts if segment == first.name}
        fields = first.record.fields if first.record is not None and not choice.whole and not choice.payload else {}
        return all(not any(value) if isinstance(value, bytes) else not value for name, value in fields.items()
                   if name not in said and first.record.layout.field(name).settable)

    def arguments(self, choice):
        given = {choice.imm: self.imm} if choice.imm else {}
        for part in choice.parts:
            if not (part.segment or part.payload):
                continue
            segment = self.left.pop(0)
            if part.payload:
                given["data"] = segment.payload
                continue
            if part.whole:
                given[part.whole] = segment.record
            for name, first, *_ in part.args:
                given[name] = segment.record[first.lstrip("~")]
            if part.header:
                length, start = part.header
                begin = segment.record.layout.field(start).last_bit // 8 + 1 - segment.record.layout.field(start).width // 8
                given["header"] = segment.record.raw[begin:]
                if self.left and self.left[0].name == "header":
                    given["header"] += self.left.pop(0).payload
                given["header"] = given["header"][:segment.record[length]]
        return given
