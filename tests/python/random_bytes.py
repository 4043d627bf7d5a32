"""Random WQEs and CQEs: right ones, from the chains, and spoiled ones."""
import support  # noqa: F401
import verbatim
from verbatim import tables
from verbatim.model import OCTOWORD

CTRL = tables.layout("ctrl_seg")
CQES = [x for x in tables.layouts.values() if x.kind == "cqe" and x.size == 64]


class Dice:
    """A source of values for fields, arguments and whole WQEs."""

    def __init__(self, dice):
        self.dice = dice

    def value(self, field):
        """Often an end of what the field can hold."""
        if field.bytes:
            return self.dice.randbytes(field.bytes) if self.dice.random() < 0.8 else bytes(field.bytes)
        if field.enum:
            return self.dice.choice(list(field.enum))
        low = (1 << field.lsb) - 1 if field.in_place else 0
        return self.dice.choice((0, field.limit, self.dice.randrange(field.limit + 1))) & ~low

    def record(self, layout):
        return layout.make(**{f.name: self.value(f) for f in layout.fields if f.settable})

    def arguments(self, choice):
        if choice.payload:
            return {"data": self.dice.randbytes(self.dice.randrange(100))}
        given = {choice.imm: self.dice.getrandbits(32)} if choice.imm else {}
        for part in choice.parts:
            if part.whole:
                given[part.whole] = self.record(tables.layout(part.segment))
            for name, first, *_ in part.args if part.segment else ():
                given[name] = self.value(tables.layout(part.segment).field(first.lstrip("~")))
        if choice.header:
            given["header"] = self.dice.randbytes(self.dice.randrange(80))
        return given

    def wqe(self, transport=None):
        """A WQE that a chain has written, and its transport and name."""
        name = transport or self.dice.choice(list(tables.transports))
        known = tables.transport(name)
        wqe = tables.wqe(self.dice.choice(known.wqes))
        chain = verbatim.build(name, wqe.name, fence=self.value(CTRL.field("fm")), solicited=self.dice.random() < 0.5)
        for step in () if wqe.bare else known.steps:
            chain = self.taken(chain, self.dice.choice(step))
        if wqe.qualifier:
            chain = getattr(chain, wqe.qualifier)(self.dice.getrandbits(32))
        for step in wqe.steps:
            choice = self.dice.choice(step)
            for _ in range(self.dice.randrange(1, 5) if choice.repeat else 1):
                chain = self.taken(chain, choice)
        for choice in wqe.behind:
            chain = self.taken(chain, choice) if self.dice.random() < 0.3 else chain
        chain = chain.signal() if self.dice.random() < 0.5 else chain
        return name, wqe.name, chain.finish(self.dice.getrandbits(16), self.dice.getrandbits(24))

    def taken(self, chain, choice):
        return getattr(chain, choice.call)(**self.arguments(choice))

    def spoiled(self, data):
        """The bytes with a few changes: bits, the length, the opcode, or another length of the whole."""
        changed = bytearray(data)
        for _ in range(self.dice.randrange(1, 4)):
            how = self.dice.randrange(5)
            if how == 0:
                changed[7] = (changed[7] & 0xc0) | self.dice.randrange(64)
            elif how == 1:
                changed[3] = self.dice.choice((*map(int, verbatim.enums.opcode), self.dice.randrange(256)))
            elif how == 2 and len(changed) > OCTOWORD:
                del changed[-self.dice.randrange(1, len(changed) - OCTOWORD + 1):]
            elif how == 3:
                changed += self.dice.randbytes(self.dice.randrange(1, 40))
            else:
                at = self.dice.randrange(len(changed) * 8)
                changed[at // 8] ^= 1 << at % 8
        return bytes(changed)

    def any_wqe(self, transport=None):
        """A WQE that is right, spoiled, or random behind its ctrl_seg."""
        how = self.dice.random()
        if how < 0.05:
            octowords = self.dice.randrange(1, 12)
            ctrl = CTRL.make(opcode=self.dice.choice(list(verbatim.enums.opcode)), ds=octowords, qpn=self.dice.getrandbits(24),
                             opmod=self.dice.choice((0, 0, 1, 2)))
            return ctrl.raw + self.dice.randbytes((octowords - 1) * OCTOWORD)
        data = self.wqe(transport)[2]
        return data if how < 0.5 else self.spoiled(data)

    def any_cqe(self):
        """A CQE with random fields, of any layout, or random bytes; often one with error."""
        how = self.dice.random()
        if how < 0.1:
            return self.dice.randbytes(64)
        data = bytearray(self.record(self.dice.choice(CQES)).raw)
        if how < 0.5:
            data[63] = (data[63] & 0x0f) | self.dice.choice((0x00, 0x20, 0xd0, 0xe0))
        return bytes(data) if how < 0.8 else self.spoiled_cqe(data)

    def spoiled_cqe(self, data):
        for _ in range(self.dice.randrange(1, 4)):
            at = self.dice.randrange(len(data) * 8)
            data[at // 8] ^= 1 << at % 8
        return bytes(data)


