"""WQEs and transports as frozen objects. build.py makes them, and only from specs without mistakes."""
from dataclasses import dataclass

from codegen.model import KEY_TYPES, OCTOWORD, WQEBB, Field, Layout


@dataclass(frozen=True)
class Target:
    """A field that gets an argument: as it is, or its complement."""

    field: Field
    complement: bool


@dataclass(frozen=True)
class Argument:
    name: str
    targets: tuple  # of Target; of equal types

    @property
    def field(self):
        return self.targets[0].field

    @property
    def key(self):
        """local or remote if it is a memory key, else ""."""
        return self.field.key

    @property
    def cpp_type(self):
        return KEY_TYPES[self.key] if self.key else self.field.cpp_type


@dataclass(frozen=True)
class Fixed:
    """A field to which a WQE always gives the same value."""

    field: Field
    value: int
    enumerator: str  # its name, if the field is an enum; else ""


@dataclass(frozen=True)
class Count:
    """A field of an earlier segment that is known only when the list ends."""

    segment: str
    field: Field
    node: object


@dataclass(frozen=True)
class Choice:
    """One way to take a step: a segment, an inline payload, or nothing."""

    call: str
    segment: Layout  # None for a payload and for nothing
    args: tuple
    fixed: tuple
    repeat: bool
    payload: Layout  # the header in front of an inline payload, or None
    node: object
    whole: bool = False  # the caller gives the segment itself
    argument: str = "segment"  # what that is called
    header: tuple = ()  # of an inlined packet header: the field with its length, and the one with its first bytes
    imm: str = ""  # name of the argument that fills ctrl_seg.imm; then there is no segment
    imm_key: str = ""  # local or remote if that is a memory key
    pad: int = 0  # the WQE is filled up to a multiple of so many bytes
    entries_in: Count = None  # takes the number of entries of the list
    length_in: Count = None  # takes the length of the list in octowords
    in_list: bool = False  # counts for the length of the list behind
    also: tuple = ()  # of Choice: segments without a call, written together with this one

    @property
    def doc(self):
        """The sentences about the step."""
        if self.payload:
            return "Bytes that are copied into the WQE. An empty payload is left out."
        if self.imm:
            return f"`ctrl_seg.imm` is `{self.imm}`."
        if self.segment is None:
            return "No data."
        more = " The caller gives every field." if self.whole else ""
        return self.segment.doc + more + (" A piece of length 0 is left out." if self.repeat and self.segment.drop_if_zero else "")

    @property
    def parts(self):
        """The segments that are written together."""
        return (self, *self.also)

    @property
    def may_be_prepared(self):
        """True if the caller gives one whole segment, whose bytes may be made before."""
        return self.whole and not self.header and len(self.parts) == 1

    @property
    def memory(self):
        """The arguments that one piece of memory can stand for: those of its address, its key and, if there is one, its
        length. Empty if the caller cannot give a piece of memory."""
        if not self.segment or not self.segment.memory or self.whole:
            return ()
        address, *length, key = self.segment.memory
        plain = {a.field.name: a for a in self.args if len(a.targets) == 1 and not a.targets[0].complement}
        if address not in plain or key not in plain:
            return ()
        return tuple(plain[name] for name in (address, *length, key) if name in plain)

    @property
    def octowords(self):
        """Length of its segments, each counted once. A caller that knows the length of a payload or a packet header adds it."""
        return (self.segment.size // OCTOWORD if self.segment else 0) + sum(c.octowords for c in self.also)


@dataclass(frozen=True)
class Wqe:
    name: str
    doc: str
    source: str
    opcode: str
    opmod: int
    verb: str  # send in `begin: send.imm`
    qualifier: str  # imm in `begin: send.imm`, or ""
    imm: str  # name of the argument of the qualifier, which fills ctrl_seg.imm; or ""
    imm_key: str  # local or remote if that is a memory key
    bare: bool  # the transport puts nothing in front
    fences_next: bool  # the next WQE waits for this one
    transports: tuple
    max_octowords: int
    steps: tuple  # of tuples of Choice
    path: str
    node: object
    begin_node: object  # where `begin` stands
    behind: tuple = ()  # of Choice: what may follow a whole number of WQEBBs, each at most once
    behind_in: Count = None  # takes its length in octowords
    result: str = ""  # the byte order in memory of the number that it fetches: host, big_endian, or "" for none

    @property
    def result_bytes(self):
        """The length of the number that it fetches."""
        return next((f.value for step in self.steps for c in step for f in c.fixed if f.field.name == "byte_count"), 0)

    @property
    def begin(self):
        return f"{self.verb}.{self.qualifier}" if self.qualifier else self.verb

    @property
    def data_step(self):
        """The step with a list or a payload, or None."""
        for step in self.steps:
            if any(c.repeat or c.payload for c in step):
                return step
        return None

    @property
    def octowords_before_data(self):
        """ctrl_seg and the segments whose place is fixed."""
        return 1 + sum(max(c.octowords for c in step) for step in self.steps if step is not self.data_step)

    @property
    def least_octowords(self):
        return self.octowords_before_data + (1 if self.data_step else 0)

    @property
    def closing(self):
        """The choice of the last step that says how a WQE ends, or None."""
        last = self.steps[-1] if self.steps else ()
        return next((c for c in last if c.pad), None)

    @property
    def list_begin(self):
        """Octowords before the list, and before what counts as its part."""
        return self.octowords_before_data - sum(c.octowords for step in self.steps for c in step if c.in_list)

    def octoword_of(self, segment):
        """Octoword at which a segment of a bare WQE begins."""
        at = 1
        for step in self.steps:
            for part in (step[0], *step[0].also):
                if part.segment and part.segment.name == segment:
                    return at
                at += part.segment.size // OCTOWORD if part.segment else 0
        return None


@dataclass(frozen=True)
class Limits:
    """The limits of one WQE on one transport."""

    octowords_before_data: int
    max_inline: int
    max_sges: int
    max_wqebbs: int


@dataclass(frozen=True)
class Transport:
    name: str
    doc: str
    source: str
    max_octowords: int
    steps: tuple  # of tuples of Choice of the same length: what goes between ctrl_seg and the WQE's own segments
    path: str
    node: object

    @property
    def octowords(self):
        return sum(step[0].octowords for step in self.steps)

    def octowords_before(self, wqe):
        """Length of the segments that the transport puts in front of a WQE's own."""
        return 0 if wqe.bare else self.octowords

    def most_octowords(self, wqe):
        return min(self.max_octowords, wqe.max_octowords)

    def limits(self, wqe):
        most = self.most_octowords(wqe)
        before = self.octowords_before(wqe) + wqe.octowords_before_data
        room = most - before
        data = wqe.data_step or ()
        padding = -before % (wqe.closing.pad // OCTOWORD) if wqe.closing else 0
        listed = any(c.repeat for c in data)
        behind = sum(c.octowords for c in wqe.behind)
        header = any(c.header for step in (*(() if wqe.bare else self.steps), *wqe.steps) for c in step)
        return Limits(
            octowords_before_data=before,
            max_inline=max((room * OCTOWORD - c.payload.size for c in data if c.payload), default=0),
            max_sges=room if listed else sum(1 for s in wqe.steps for c in s if c.segment and c.segment.drop_if_zero),
            max_wqebbs=-(-(most if data or header else before + padding + behind) * OCTOWORD // WQEBB),
        )
