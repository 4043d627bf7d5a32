"""Builds a WQE step by step. Each step returns the next state, which offers only what may follow; the states are the same as
those of the C++ builders. A state does not change, so the beginning of a chain may be used for several WQEs."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, List, Mapping, NamedTuple, Optional, Tuple

from verbatim import tables
from verbatim.errors import ArgumentError, OrderError, RangeError, RoomError
from verbatim.layout import Record, bytes_of
from verbatim.model import OCTOWORD, Choice, Transport, Wqe

CTRL = tables.layout("ctrl_seg")
PREFIX, VERB, QUALIFIER, STEPS, SIGNALED = "prefix", "verb", "qualifier", "steps", "signaled"


class _Place(NamedTuple):
    """The place in a chain: the part of it, and the state or the number of the step there."""

    part: str
    state: Any = None


class _Content(NamedTuple):
    """The result of the steps."""

    body: bytes = b""  # everything behind ctrl_seg
    imm: int = 0
    begins: Tuple[Tuple[str, int], ...] = ()  # the segments whose place is fixed, and where they begin in the body
    list_at: Optional[int] = None  # where the part that a length counts begins
    steps: Tuple[str, ...] = ()  # the calls so far, for messages
    fence: Any = 0
    solicited: bool = False
    ce: str = "on_error"


class Chain:
    """A state of a chain."""

    __slots__ = ("_transport", "_wqe", "_place", "_content", "_named")

    def __init__(self, transport: Transport, wqe: Optional[Wqe], place: _Place, content: _Content, named: bool) -> None:
        self._transport, self._wqe, self._place, self._content = transport, wqe, place, content
        self._named = named  # it is known from the beginning which WQE it becomes

    @classmethod
    def begin(cls, transport: str) -> "Chain":
        """The beginning of every WQE of a transport."""
        known = tables.transport(transport)
        return cls(known, None, _Place(PREFIX, 0) if known.steps else _Place(VERB), _Content(), False)

    @classmethod
    def of(cls, transport: str, wqe: str, fence: Any = 0, solicited: bool = False) -> "Chain":
        """The beginning of one WQE: its own steps, behind those of the transport."""
        known = tables.transport(transport)
        chosen = tables.carried(known, wqe)
        content = _Content(fence=_checked_fence(fence), solicited=bool(solicited))
        behind = _Place(QUALIFIER) if chosen.qualifier else _Place(STEPS, chosen.states[0].name)
        return cls(known, chosen, _Place(PREFIX, 0) if known.steps and not chosen.bare else behind, content, True)

    # The steps that may follow.

    @property
    def allowed(self) -> Tuple[str, ...]:
        """The steps that may come next."""
        return tuple(self._calls())

    @property
    def so_far(self) -> bytes:
        """The bytes behind ctrl_seg that the steps have written."""
        return self._content.body

    def _calls(self) -> Dict[str, Callable[..., Any]]:
        part, state = self._place
        if part == PREFIX:
            calls: Dict[str, Callable[..., Any]] = {c.call: self._prefix_step(c.call) for c in self._transport.steps[state]}
            if state == 0 and not self._named:
                calls.update(self._verbs(bare=True))
            return calls
        if part == VERB:
            return self._verbs(bare=not self._transport.steps)
        assert self._wqe is not None
        if part == QUALIFIER:
            return {self._wqe.qualifier: self._qualifier(self._wqe)}
        if part == SIGNALED:
            return {"finish": self._finish}
        current = self._wqe.state(state)
        calls = {}
        if not self._named and not self._wqe.qualifier:
            calls.update({v.qualifier: self._qualifier(v) for v in self._variants()})
        calls.update({call: self._step(call, behind) for call, behind in current.calls})
        if current.ready:
            calls.update(signal=self._signal, finish=self._finish)
        return calls

    def _offered(self, bare: bool) -> List[Wqe]:
        """The WQEs that begin here: bare ones, or those behind what the transport puts in front."""
        carried = [tables.wqes[name] for name in self._transport.wqes]
        return carried if not self._transport.steps else [w for w in carried if w.bare == bare]

    def _variants(self) -> List[Wqe]:
        """The WQEs that a qualifier makes of this one."""
        assert self._wqe is not None
        if self._content.steps[-1] != self._wqe.verb:
            return []
        return [w for w in self._offered(self._wqe.bare) if w.verb == self._wqe.verb and w.qualifier]

    def _verbs(self, bare: bool) -> Dict[str, Callable[..., Any]]:
        return {w.verb: self._verb(w) for w in self._offered(bare) if not w.qualifier}

    if not TYPE_CHECKING:  # a checker knows the states by their types

        def __getattr__(self, name: str) -> Any:
            if name.startswith("__"):
                raise AttributeError(name)
            calls = self._calls()
            if name in calls:
                return calls[name]
            raise OrderError(f"{self}: {name}() has no place here; next is {' or '.join(f'{c}()' for c in calls)}")

    def __dir__(self) -> Iterable[str]:
        return [*super().__dir__(), *self.allowed]

    def __repr__(self) -> str:
        what = f"{self._wqe.name} on {self._transport.name}" if self._wqe else f"a WQE on {self._transport.name}"
        return f"{what}, " + (f"behind {'().'.join(self._content.steps)}()" if self._content.steps else "at its beginning")

    # The effect of each step.

    def _to(self, place: _Place, call: str, wqe: Optional[Wqe] = None, **changed: Any) -> "Chain":
        content = self._content._replace(steps=(*self._content.steps, call), **changed)
        return Chain(self._transport, wqe or self._wqe, place, content, self._named)

    def _verb(self, wqe: Wqe) -> Callable[..., Any]:
        def verb(*, fence: Any = 0, solicited: bool = False) -> Chain:
            return self._to(_Place(STEPS, wqe.states[0].name), wqe.verb, wqe, fence=_checked_fence(fence), solicited=bool(solicited))

        return verb

    def _qualifier(self, wqe: Wqe) -> Callable[..., Any]:
        def qualifier(*given: Any, **named: Any) -> Chain:
            [value] = _bound(wqe.qualifier, (wqe.imm,), given, named)
            imm = CTRL.field("imm").coerced(value, f"{wqe.qualifier}(): {wqe.imm}")
            return self._to(_Place(STEPS, wqe.states[0].name), wqe.qualifier, wqe, imm=imm)

        return qualifier

    def _prefix_step(self, call: str) -> Callable[..., Any]:
        at = self._place.state
        choices = [c for c in self._transport.steps[at] if c.call == call]

        def step(*given: Any, **named: Any) -> Chain:
            choice = choices[0] if len(choices) == 1 else _overload(call, choices, given, named)
            place = _Place(PREFIX, at + 1)
            if at + 1 == len(self._transport.steps):
                place = _Place(VERB)
                if self._wqe is not None:
                    place = _Place(QUALIFIER) if self._wqe.qualifier else _Place(STEPS, self._wqe.states[0].name)
            return self._to(place, call, **self._written(choice, given, named))

        return step

    def _step(self, call: str, behind: str) -> Callable[..., Any]:
        assert self._wqe is not None
        choice = self._wqe.choice(call)

        def step(*given: Any, **named: Any) -> Chain:
            wqe = self._wqe
            assert wqe is not None
            if choice in wqe.behind:
                body = self._closed() if wqe.state(self._place.state).open else self._content.body
                written = self._to(self._place, call, body=body)._written(choice, given, named)
                length = (len(written["body"]) - len(body)) // OCTOWORD
                written["body"] = self._patched(written["body"], wqe.behind_in, length)
            else:
                written = self._written(choice, given, named)
            return self._to(_Place(STEPS, behind), call, **written)

        return step

    def _written(self, choice: Choice, given: Tuple[Any, ...], named: Mapping[str, Any]) -> Dict[str, Any]:
        """The changes that a step makes."""
        values = dict(zip(choice.parameters, _bound(choice.call, choice.parameters, given, named)))
        body, begins, list_at = self._content.body, list(self._content.begins), self._content.list_at
        changed: Dict[str, Any] = {}
        if choice.imm:
            changed["imm"] = CTRL.field("imm").coerced(values[choice.imm], f"{choice.call}(): {choice.imm}")
        if choice.payload:
            data = bytes_of(values["data"])
            return {"body": self._fits(body + _inlined(choice, data), choice.call, len(data))}
        if (choice.in_list or choice.length_in) and list_at is None:
            list_at = len(body)
        for part in choice.parts:
            if not part.segment:
                continue
            if not choice.repeat:
                begins.append((part.segment, len(body)))
            body += _segment(choice, part, values)
        if choice.pad > 1 and not choice.repeat:
            body = _padded(body, choice.pad)
        return {**changed, "body": self._fits(body, choice.call), "begins": tuple(begins), "list_at": list_at}

    def _fits(self, body: bytes, call: str, payload: int = 0) -> bytes:
        """The body, or an error if the WQE is longer than it may be."""
        most = min(self._transport.max_octowords, self._wqe.max_octowords if self._wqe else 63) * OCTOWORD
        if CTRL.size + len(body) <= most:
            return body
        room = most - CTRL.size - len(self._content.body)
        step = f"{call}() takes {len(body) - len(self._content.body)} bytes, and {room} are left"
        if payload:
            step = f"{call}() has a payload of {payload} bytes, and there is room for {max(room - tables.layout('inline_seg').size, 0)}"
        raise RoomError(f"{self}: {step}: the WQE has {most} bytes at most")

    def _patched(self, body: bytes, count: Tuple[str, ...], value: int) -> bytes:
        """The body with `value` added to a field of an earlier segment."""
        segment, name = count
        layout = tables.layout(segment)
        at = next(begin for known, begin in self._content.begins if known == segment)
        record = Record(layout, body[at:at + layout.size])
        return body[:at] + record.replace(**{name: record[name] + value}).raw + body[at + layout.size:]

    def _closed(self) -> bytes:
        """The body with the list padded and counted."""
        assert self._wqe is not None
        body, closing = self._content.body, self._wqe.closing
        if closing is None or not closing.repeat:
            return body
        assert self._content.list_at is not None
        if closing.entries_in:
            fixed = self._content.begins[-1]
            first = fixed[1] + tables.layout(fixed[0]).size
            body = self._patched(body, closing.entries_in, (len(body) - first) // OCTOWORD)
        body = _padded(body, closing.pad)
        if closing.length_in:
            body = self._patched(body, closing.length_in, (len(body) - self._content.list_at) // OCTOWORD)
        return body

    def _signal(self) -> "Chain":
        return self._to(_Place(SIGNALED, self._place.state), "signal", ce="always")

    def _finish(self, index: int = 0, qpn: int = 0, *, stream_id: int = 0) -> bytes:
        assert self._wqe is not None
        body = self._closed() if self._wqe.state(self._place.state).open else self._content.body
        ctrl = CTRL.packed({
            "opmod": self._wqe.opmod, "wqe_index": index, "opcode": self._wqe.opcode, "qpn": qpn,
            "ds": 1 + len(body) // OCTOWORD, "dci_stream_channel_id": stream_id, "fm": self._content.fence,
            "ce": self._content.ce, "se": self._content.solicited, "imm": self._content.imm}, "finish(): ")
        return ctrl.to_bytes(CTRL.size, "big") + body


class AnyChain(Chain):
    """A chain whose WQE a checker does not know."""

    __slots__ = ()

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


def _checked_fence(fence: Any) -> int:
    return CTRL.field("fm").coerced(fence, "fence")


def _padded(body: bytes, multiple: int) -> bytes:
    """The body with zeros up to a multiple of so many octowords of the WQE."""
    return body + bytes(-(len(body) + CTRL.size) % (multiple * OCTOWORD))


def _inlined(choice: Choice, data: bytes) -> bytes:
    """A payload behind its header; nothing for an empty one."""
    if not data:
        return b""
    header = tables.layout(choice.payload)
    # A payload that is longer than the field can say does not fit any WQE, which the caller finds.
    whole = header.make(byte_count=min(len(data), header.field("byte_count").limit)).raw + data
    return whole + bytes(-len(whole) % OCTOWORD)


def _segment(choice: Choice, part: Choice, values: Mapping[str, Any]) -> bytes:
    """The bytes of a segment; nothing for an entry of a list that says so."""
    layout = tables.layout(part.segment)
    if part.whole:
        given = values[part.whole]
        if not isinstance(given, Record) or given.layout is not layout:
            what = given.layout.name if isinstance(given, Record) else type(given).__name__
            raise ArgumentError(f"{choice.call}(): {part.whole} is a {layout.name}, made by verbatim.segment(\"{layout.name}\", ...), "
                                f"not {what}")
        return given.raw
    fields: Dict[str, Any] = dict(part.fixed)
    header = b""
    for name, *targets in part.args:
        for target in targets:
            field = layout.field(target.lstrip("~"))
            value = values[name]
            if target.startswith("~"):
                value = field.limit & ~field.coerced(value, f"{choice.call}(): {name}")
            fields[field.name] = value
            field.coerced(value, f"{choice.call}(): {name}")  # the message has the name of the argument
    if part.header:
        header = bytes_of(values["header"])
        length, start = map(layout.field, part.header)
        if len(header) > length.limit:
            raise RoomError(f"{choice.call}(): the header has {len(header)} bytes: {length.limit} at most")
        fields[length.name] = len(header)
        begin = start.last_bit // 8 + 1 - start.width // 8
        whole = layout.make(**fields).raw[:begin] + header
        return whole + bytes(max(layout.size - len(whole), -len(whole) % OCTOWORD))
    if choice.repeat and layout.drop_if_zero and not fields[layout.drop_if_zero]:
        return b""
    return layout.packed(fields).to_bytes(layout.size, "big")


def _bound(call: str, names: Tuple[str, ...], given: Tuple[Any, ...], named: Mapping[str, Any]) -> List[Any]:
    """The arguments in the order of their names."""
    rest = names[len(given):]
    if len(given) > len(names) or set(named) != set(rest):
        raise ArgumentError(f"{call}({', '.join(names)}) got {_shown(given, named)}")
    return [*given, *(named[name] for name in rest)]


def _shown(given: Tuple[Any, ...], named: Mapping[str, Any]) -> str:
    count = f"{len(given)} argument{'s' if len(given) != 1 else ''} by position"
    return f"{count} and {', '.join(named)}" if named else count


def _overload(call: str, choices: List[Choice], given: Tuple[Any, ...], named: Mapping[str, Any]) -> Choice:
    """The way to take a step that these arguments fit."""
    whole = len(given) + len(named) == 1 and isinstance((*given, *named.values())[0], Record)
    for choice in choices:
        names = choice.parameters
        if bool(choice.whole) == whole and len(given) <= len(names) and set(named) == set(names[len(given):]):
            return choice
    ways = " or ".join(f"{call}({', '.join(c.parameters)})" for c in choices)
    raise ArgumentError(f"{ways}: got {_shown(given, named)}")
