"""Transports and WQEs, from the nodes of their specs. `known` are the specs that have been read so far."""
from codegen import check_steps, read_layouts, read_steps
from codegen.load import Scalar
from codegen.model import DS_LIMIT, OCTOWORD, WQEBB
from codegen.wqe_model import Choice, Transport, Wqe


def transport(document, known):
    document.allow("transport", "doc", "source", "max_octowords", "segments")
    name = document["transport"].name()
    steps = read_steps.read([node.mapping() for node in document["segments"].items()], known)
    check_steps.check_transport(steps)
    return Transport(name, document["doc"].sentence(), document["source"].reference(), _max_octowords(document), steps,
                     document.path, document["transport"])


def wqe(document, known):
    document.allow("wqe", "doc", "source", "opcode", "begin", "transports", "bare", "fences_next", "max_octowords",
                   "segments", "behind", "result")
    name, opcode = document["wqe"].name(), document["opcode"].text()
    if "opcode" not in known.enums or known.enums["opcode"].named(opcode) is None:
        described = known.enums.get("opcode")
        opcodes, place = ([v.name for v in described.values], described.path) if described else ([], "specs/enums/")
        document["opcode"].unknown(f"there is no opcode '{opcode}'", opcode, opcodes, f"or add it to 'opcode' in {place}")
    verb, qualifier = _begin(document["begin"])
    carriers = _carriers(document["transports"], known.transports)
    imm, imm_key, opmod, steps = _segments(document["segments"], known)
    if bool(imm) != bool(qualifier):
        document["begin"].fail("a verb.qualifier takes imm as its argument, a plain verb takes none: "
                               "write `args: [imm]` on the ctrl_seg line, or drop one of the two")
    most = _max_octowords(document)
    behind, behind_in = _behind(document["behind"].mapping(), known) if "behind" in document else ((), None)
    if behind or any(c.pad for step in steps for c in step):
        most -= most % (WQEBB // OCTOWORD)
    described = Wqe(name, document["doc"].sentence(), document["source"].reference(), opcode, opmod, verb, qualifier, imm,
                    imm_key, read_steps.flag(document, "bare"), read_steps.flag(document, "fences_next"), carriers, most, steps,
                    document.path, document["wqe"], document["begin"], behind, behind_in,
                    _result(document["result"]) if "result" in document else "")
    if described.result and described.result_bytes not in (4, 8):
        document["result"].fail("a result is a number of 4 or 8 bytes; write `with: {byte_count: 8}` on the line of its data_seg, "
                                "or remove 'result'")
    check_steps.check_counts(described)
    check_steps.check_behind(described)
    return described


def _result(node):
    if node.text() not in ("host", "big_endian"):
        node.fail(f"the byte order of a result is host or big_endian, not '{node.text()}'; write one of these")
    return node.text()


def _begin(node):
    words = [Scalar(node.path, node.line, word, quoted=False).name() for word in node.text().split(".")]
    if len(words) > 2:
        node.fail(f"'{node.text()}' is neither a verb nor verb.qualifier; drop a word")
    for word in words:
        if word.startswith(("needs_", "has_")):
            node.fail(f"'{word}' is a name that the generated builder needs for itself; choose another")
    return words[0], words[1] if len(words) == 2 else ""


def _carriers(node, transports):
    carriers = []
    for carrier in node.items():
        name = carrier.text()
        if name not in transports:
            carrier.unknown(f"there is no transport '{name}'", name, sorted(transports),
                            f"or describe it in specs/transports/{name}.yaml")
        if name in carriers:
            carrier.fail(f"transport '{name}' is given twice; remove one of the two")
        carriers.append(name)
    if not carriers:
        node.fail("no transport carries this WQE, so nobody could post it; name at least one")
    return tuple(carriers)


def _segments(node, known):
    """The argument of the qualifier or "", whose key it is, ctrl_seg.opmod, and the steps after ctrl_seg."""
    if not node.items():
        node.fail("a WQE has at least one segment, ctrl_seg; write `- {segment: ctrl_seg}`")
    first, *others = node.items()
    imm, imm_key, opmod, begun = _ctrl_seg(first.mapping(), known)
    steps = read_steps.read([other.mapping() for other in others], known, begun)
    check_steps.check_wqe(steps)
    return imm, imm_key, opmod, steps


def _behind(mapping, known):
    """The segments that may follow, and the field that takes their length."""
    mapping.allow("length_in", "segments")
    steps = read_steps.read([node.mapping() for node in mapping["segments"].items()], known)
    return tuple(check_steps.single(step) for step in steps), read_steps.counted_in(mapping["length_in"], known)


def _ctrl_seg(mapping, known):
    """The argument of the qualifier or "", whose key it is, opmod, and the step that ctrl_seg is if it has a call."""
    if "segment" not in mapping or mapping["segment"].text() != "ctrl_seg":
        mapping.fail("a WQE begins with ctrl_seg; write `- {segment: ctrl_seg}` above")
    mapping.allow("segment", "call", "args", "with", "key")
    ctrl_seg = read_steps.named_segment(mapping["segment"], known)
    args = read_steps.arguments(mapping["args"], ctrl_seg, known) if "args" in mapping else ()
    if any(t.field.name != "imm" or t.complement for a in args for t in a.targets):
        mapping["args"].fail("of ctrl_seg only imm can be an argument; the queue writes the rest")
    fixed = read_steps.fixed_fields(mapping["with"], ctrl_seg, args, known) if "with" in mapping else ()
    if any(f.field.name != "opmod" for f in fixed):
        mapping["with"].fail("of ctrl_seg only opmod can be given; the queue writes the rest")
    imm, opmod = args[0].name if args else "", fixed[0].value if fixed else 0
    imm_key = read_layouts.key_side(mapping["key"]) if "key" in mapping else ""
    if imm_key and not imm:
        mapping.key("key").fail("'key' says whose memory the argument names, but there is none; write `args: [{rkey: imm}]`, "
                                "or remove 'key'")
    if "call" not in mapping:
        return imm, imm_key, opmod, ()
    if not imm:
        mapping["call"].fail("a step that writes ctrl_seg has an argument; write `args: [imm]`, or remove the call")
    call = read_steps.step_word(mapping["call"], known)
    return "", "", opmod, ((Choice(call, None, args, (), False, None, mapping, imm=imm, imm_key=imm_key),),)


def _max_octowords(document):
    if "max_octowords" not in document:
        return DS_LIMIT
    most = document["max_octowords"].number()
    if not 1 <= most <= DS_LIMIT:
        document["max_octowords"].fail(f"a WQE has 1 to {DS_LIMIT} octowords, not {most}")
    return most
