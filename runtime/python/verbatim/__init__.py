"""WQEs, CQEs, doorbells and commands of mlx5 devices, headers of packets and management datagrams: build, parse and explain them.

    import verbatim

    wqe = verbatim.rc.write().rdma(0x1000, 0x42).sge(0x7f0000, 64, 0x99).signal().finish(index=0, qpn=0x12)
    print(verbatim.parse_wqe(wqe, "rc")["raddr_seg"].rkey)
    print(verbatim.explain(wqe, transport="rc"))

Every format comes from the same specs as the C++ library. Whatever does not fit them is an exception, a VerbatimError."""
from __future__ import annotations

import dataclasses as _dataclasses
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

from verbatim import tables
from verbatim.chain import AnyChain as _AnyChain
from verbatim.decoding import (decode_bytes as _decode_bytes, decode_command as _decode_command, decode_part as _decode_part,
                               decode_text as _decode_text)
from verbatim.decoding.entry import Entry as _Entry, Options as _Options, Part as _Part
from verbatim.decoding.objects import as_object as _as_object
from verbatim.decoding.text import as_text as _as_text
from verbatim.errors import (ArgumentError, NameUnknown, OrderError, ParseError, RangeError, RoomError, VerbatimError)
from verbatim.layout import BytesLike as _BytesLike, Record, bytes_of as _bytes_of
from verbatim.mailbox import DatagramForm as _DatagramForm, Mailbox, parse_command
from verbatim.parse import (Cqe, ParsedWqe, Segment, parse_cqe, parse_enhanced_block, parse_mini_cqes, parse_recv_wqe, parse_wqe,
                            wqe_length)
from verbatim.specs import chains as _chains, enums, firmware, headers, management, records
from verbatim.specs.chains import *  # noqa: F403  (rc, ud and the other transports)

__all__ = [
    "ArgumentError", "Cqe", "Mailbox", "NameUnknown", "OrderError", "ParseError", "ParsedWqe", "RangeError", "Record", "RoomError",
    "Segment", "VerbatimError", "build", "cqe", "decode", "doorbell", "enums", "explain", "firmware", "headers", "management",
    "parse_command", "parse_cqe", "parse_doorbell", "parse_enhanced_block", "parse_mini_cqes", "parse_recv_wqe", "parse_segment",
    "parse_wqe", "records", "recv_wqe", "segment", "wqe_length",
]
__all__ += _chains.__all__

# The lkey that ends a list of buffers shorter than its WQE: mlx5dv.h, MLX5_INVALID_LKEY.
TERMINATOR_LKEY = 0x100


def build(transport: str, wqe: str, *, fence: Any = 0, solicited: bool = False) -> _AnyChain:
    """The beginning of one WQE by its name: build("rc", "rdma_write").rdma(...). Where a WQE is known before the program runs,
    verbatim.rc.write() is the same, and a checker knows its steps."""
    return _AnyChain.of(transport, wqe, fence, solicited)  # type: ignore[return-value]


def segment(name: str, **fields: Any) -> Record:
    """A segment with these fields; every other field is 0."""
    return tables.layout(name, "segment").make(**fields)


def cqe(name: str, **fields: Any) -> Record:
    """A CQE or mini CQE with these fields; every other bit is 0."""
    return tables.layout(name, "cqe").make(**fields)


def doorbell(name: str, **fields: Any) -> Record:
    """A doorbell or a doorbell record with these fields; every other field is 0."""
    return tables.layout(name, "doorbell").make(**fields)


def parse_segment(name: str, data: _BytesLike) -> Record:
    """The fields of one segment."""
    return tables.layout(name, "segment").parse(data)


def parse_doorbell(name: str, data: _BytesLike) -> Record:
    """The fields of a doorbell or a doorbell record."""
    return tables.layout(name, "doorbell").parse(data)


def recv_wqe(sges: Sequence[Tuple[int, int, int]], most: Optional[int] = None) -> bytes:
    """A receive WQE for these buffers: (addr, byte_count, lkey) each. `most` is the number of buffers that its WQEs hold; a shorter
    list is ended by a key that is none. An empty buffer is left out: to the device, the length 0 is 2 GiB."""
    buffers = [tables.layout("data_seg").make(addr=addr, byte_count=length, lkey=lkey) for addr, length, lkey in sges if length]
    most = len(buffers) if most is None else most
    if len(buffers) > most:
        raise RoomError(f"{len(buffers)} buffers are too many: this WQE holds {most}; post several, or create the queue with more")
    if len(buffers) < most:
        buffers.append(tables.layout("data_seg").make(lkey=TERMINATOR_LKEY))
    return b"".join(record.raw for record in buffers)


def _entries_of(data: Mailbox, said: _Options) -> List[_Entry]:
    form = data.form
    if form.dumped is not None:
        return _decode_command(data.raw, form.dumped, said)
    if isinstance(form, _DatagramForm) and form.is_whole:
        return _decode_bytes(data.raw, _dataclasses.replace(said, kind="mad"))
    inner = {name: part.fields for name, part in form.parts.items()}
    return _decode_part(data.raw, _Part(form.kind, form.name, form.doc, form.fields, inner))


def _entries(data: Union[str, _BytesLike, Mailbox], options: Dict[str, Any]) -> List[_Entry]:
    unknown = set(options) - set(_Options.__dataclass_fields__)
    if unknown:
        raise ArgumentError(f"there is no option {', '.join(sorted(unknown))}; there are {', '.join(_Options.__dataclass_fields__)}")
    said = _Options(**options)
    said.check()
    if isinstance(data, Mailbox):
        return _entries_of(data, said)
    return _decode_text(data, said) if isinstance(data, str) else _decode_bytes(_bytes_of(data), said)


def explain(data: Union[str, _BytesLike, Mailbox], **options: Any) -> str:
    """The sentences and tables of verbatim-decode about bytes, about a text with dumps (a log, hexdump -C), or about a command, a header,
    a datagram or a record. Options: `kind` ("cqe", "wqe", "mad", "command", or the rings "cq", "send", "recv"), `transport`, `cqe_size`,
    `stride`, `order`, `enhanced`, `minis`, `errors_only`, or in place of `kind` `answer_to`: the command, "CREATE_PSV" or "0x600",
    to which the bytes are the answer. Contradictions to the formats are marked, not raised."""
    return _as_text(_entries(data, options))


def decode(data: Union[str, _BytesLike, Mailbox], **options: Any) -> List[Dict[str, Any]]:
    """The same as dicts, with the keys of verbatim-decode --json."""
    return [_as_object(one) for one in _entries(data, options)]
