"""Transports and WQEs, from the nodes of their specs. `known` are the specs that have been read so far."""
from dataclasses import replace

from codegen.load import Scalar, Sequence
from codegen.model import DS_LIMIT, OCTOWORD, WQEBB, Argument, Choice, Count, Fixed, Target, Transport, Wqe

# What the generated builders declare besides the steps and their arguments.
BUILDER_WORDS = ("signal", "finish", "signaled", "ready", "kind", "close", "max_octowords", "slot", "segment", "header", "bytes")


def transport(document, known):
    document.allow("transport", "doc", "source", "max_octowords", "segments")
    name = document["transport"].name()
    steps = _steps([node.mapping() for node in document["segments"].items()], (), known)
    for step in steps:
        for choice in step:
            if choice.segment is None or choice.repeat or choice.pad:
                choice.node.fail("a transport puts plain segments after ctrl_seg, each once; "
                                 "lists and payloads belong to the WQEs")
            if choice.call == "verb":
                choice.node["call"].fail("'verb' is what every WQE begins with; choose another name")
            if choice.octowords != step[0].octowords:
                choice.node.fail(f"takes {choice.octowords} octowords, but '{step[0].call}' above {step[0].octowords}; "
                                 "on one transport the data begins at one place, so describe two transports")
    _check_calls(steps)
    return Transport(name, document["doc"].sentence(), document["source"].reference(), _max_octowords(document), steps,
                     document.path, document["transport"])


def wqe(document, known):
    document.allow("wqe", "doc", "source", "opcode", "begin", "transports", "bare", "fences_next", "max_octowords",
                   "segments")
    name, opcode = document["wqe"].name(), document["opcode"].text()
    if "opcode" not in known.enums or known.enums["opcode"].named(opcode) is None:
        document["opcode"].fail(f"there is no opcode '{opcode}'; add it to 'opcode' in specs/enums.yaml")
    verb, qualifier = _begin(document["begin"])
    carriers = _carriers(document["transports"], known.transports)
    imm, opmod, steps = _segments(document["segments"], known)
    if bool(imm) != bool(qualifier):
        document["begin"].fail("a verb.qualifier takes imm as its argument, a plain verb takes none: "
                               "write `args: [imm]` on the ctrl_seg line, or drop one of the two")
    most = _max_octowords(document)
    if any(c.pad for step in steps for c in step):
        most -= most % (WQEBB // OCTOWORD)
    described = Wqe(name, document["doc"].sentence(), document["source"].reference(), opcode, opmod, verb, qualifier, imm,
                    _flag(document, "bare"), _flag(document, "fences_next"), carriers, most, steps,
                    document.path, document["wqe"])
    _check_counts(described)
    return described


def _flag(mapping, key):
    return key in mapping and mapping[key].flag()


def _begin(node):
    words = [Scalar(node.path, node.line, word, quoted=False).name() for word in node.text().split(".")]
    if len(words) > 2:
        node.fail(f"'{node.text()}' is neither a verb nor verb.qualifier; drop a word")
    return words[0], words[1] if len(words) == 2 else ""


def _carriers(node, transports):
    carriers = []
    for carrier in node.items():
        name = carrier.text()
        if name not in transports:
            carrier.fail(f"there is no transport '{name}'; describe it in specs/transports/{name}.yaml")
        if name in carriers:
            carrier.fail(f"transport '{name}' is given twice; remove one of the two")
        carriers.append(name)
    if not carriers:
        node.fail("no transport carries this WQE, so nobody could post it; name at least one")
    return tuple(carriers)


def _segments(node, known):
    """The argument of the qualifier or "", ctrl_seg.opmod, and the steps after ctrl_seg."""
    if not node.items():
        node.fail("a WQE has at least one segment, ctrl_seg; write `- {segment: ctrl_seg}`")
    first, *others = node.items()
    imm, opmod, begun = _ctrl_seg(first.mapping(), known)
    steps = _steps([other.mapping() for other in others], begun, known)
    _check_calls(steps)
    for step in steps:
        kinds = [(c.segment is not None, c.payload is not None) for c in step]
        for i, kind in enumerate(kinds):
            if kind in kinds[:i]:
                step[i].node.fail("one_of offers at most one segment, one payload and one step without data; "
                                  "describe two WQEs instead")
    for step in steps[:-1]:
        for choice in step:
            if choice.repeat or choice.segment is None and not choice.imm or len(step) > 1:
                choice.node.fail("only the last step may repeat, offer a choice, or carry a payload; "
                                 "move it to the end")
    return imm, opmod, steps


def _ctrl_seg(mapping, known):
    """The argument of the qualifier or "", opmod, and the step that ctrl_seg is if it has a call."""
    if "segment" not in mapping or mapping["segment"].text() != "ctrl_seg":
        mapping.fail("a WQE begins with ctrl_seg; write `- {segment: ctrl_seg}` above")
    mapping.allow("segment", "call", "args", "with")
    ctrl_seg = _named_segment(mapping["segment"], known)
    args = _arguments(mapping["args"], ctrl_seg, known) if "args" in mapping else ()
    if any(t.field.name != "imm" or t.complement for a in args for t in a.targets):
        mapping["args"].fail("of ctrl_seg only imm can be an argument; the queue writes the rest")
    fixed = _fixed(mapping["with"], ctrl_seg, args, known) if "with" in mapping else ()
    if any(f.field.name != "opmod" for f in fixed):
        mapping["with"].fail("of ctrl_seg only opmod can be given; the queue writes the rest")
    imm, opmod = args[0].name if args else "", fixed[0].value if fixed else 0
    if "call" not in mapping:
        return imm, opmod, ()
    if not imm:
        mapping["call"].fail("a step that writes ctrl_seg has an argument; write `args: [imm]`, or remove the call")
    call = _step_word(mapping["call"], known)
    return "", opmod, ((Choice(call, None, args, (), False, None, mapping, imm=imm),),)


def _steps(mappings, begun, known):
    """The steps; a segment without a call is written together with the one before it."""
    steps = list(begun)
    for mapping in mappings:
        if "one_of" in mapping or "call" in mapping or "segment" not in mapping:
            steps.append(_step(mapping, known))
            continue
        if not steps:
            mapping.fail("there is no step that could write this segment too; give it a call")
        mapping.allow("segment", "with", "others")
        follower = _segment(mapping, "", known)
        steps[-1] = tuple(replace(choice, also=(*choice.also, follower)) for choice in steps[-1])
    return tuple(steps)


def _step(mapping, known):
    if "one_of" not in mapping:
        return (_choice(mapping, known),)
    mapping.allow("one_of")
    choices = tuple(_choice(node, known) for node in mapping["one_of"].items())
    if len(choices) < 2:
        mapping["one_of"].fail("a choice has at least two entries; write a single one without one_of")
    return choices


def _choice(node, known):
    mapping = node.mapping()
    mapping.allow("segment", "payload", "call", "args", "with", "others", "whole", "header", "repeat", "pad", "entries_in",
                  "length_in", "in_list")
    call = _step_word(mapping["call"], known)
    if "payload" in mapping:
        mapping.allow("payload", "call", "repeat")
        return Choice(call, None, (), (), _flag(mapping, "repeat"), _payload(mapping["payload"], known), mapping)
    if "segment" not in mapping:
        mapping.allow("call")
        return Choice(call, None, (), (), False, None, mapping)
    return _segment(mapping, call, known)


def _segment(mapping, call, known):
    segment = _named_segment(mapping["segment"], known)
    repeat = _flag(mapping, "repeat")
    if segment.name == "ctrl_seg":
        mapping["segment"].fail("ctrl_seg comes once, at the beginning of a WQE; remove this line")
    if segment.size % OCTOWORD or repeat and segment.size != OCTOWORD:
        wanted = "has exactly" if repeat else "has a multiple of"
        mapping["segment"].fail(f"'{segment.name}' has {segment.size} bytes, but a segment that is posted"
                                f"{' as a list' if repeat else ''} {wanted} {OCTOWORD}; describe its padding too")
    whole = _flag(mapping, "whole")
    if whole:
        mapping.allow("segment", "call", "whole", "in_list")
    args = _arguments(mapping["args"], segment, known) if "args" in mapping else ()
    fixed = _fixed(mapping["with"], segment, args, known) if "with" in mapping else ()
    header = _header(mapping["header"], segment) if "header" in mapping else ()
    others = "others" in mapping
    if others and mapping["others"].number() != 0:
        mapping["others"].fail("the other fields can be 0 together; give each another value in with")
    given = [t.field for a in args for t in a.targets] + [f.field for f in fixed] + list(header)
    for field in segment.settable if not whole else ():
        if given.count(field) > 1:
            mapping.fail(f"'{field.name}' gets two values; remove one")
        if field not in given and not others:
            mapping.fail(f"'{field.name}' of '{segment.name}' gets no value; add it to args, give it one in with, "
                         "or write `others: 0`")
    if others and all(field in given for field in segment.settable):
        mapping.key("others").fail("every field has a value already; remove 'others'")
    return Choice(call, segment, args, fixed, repeat, None, mapping, whole=whole, header=header,
                  pad=_pad(mapping),
                  entries_in=_count(mapping["entries_in"], known) if "entries_in" in mapping else None,
                  length_in=_count(mapping["length_in"], known) if "length_in" in mapping else None,
                  in_list=_flag(mapping, "in_list"))


def _header(node, segment):
    """The field with the length of an inlined packet header, and the one at the segment's end with its first bytes."""
    names = node.items()
    if len(names) != 2:
        node.fail("a header has two fields, [length, first bytes]; name both")
    length, start = (_settable(name, segment) for name in names)
    if start.last_bit != segment.size * 8 - 1 or start.width % 8:
        names[1].fail(f"'{start.name}' does not end where '{segment.name}' does, so nothing could go on behind it; "
                      "name its last bytes")
    return length, start


def _pad(mapping):
    if "pad" not in mapping:
        for key in ("entries_in", "length_in"):
            if key in mapping:
                mapping.key(key).fail(f"a list that is counted is also padded; write `pad: {WQEBB}`")
        return 0
    pad = mapping["pad"].number()
    if pad != WQEBB:
        mapping["pad"].fail(f"lists are padded to whole WQEBBs, so write `pad: {WQEBB}`")
    return pad


def _count(node, known):
    words = node.text().split(".")
    if len(words) != 2:
        node.fail(f"'{node.text()}' is no field of a segment; write segment.field")
    segment = _named_segment(Scalar(node.path, node.line, words[0], quoted=False), known)
    field = _settable(Scalar(node.path, node.line, words[1], quoted=False), segment)
    if field.enum or field.word_bits != 32:
        node.fail(f"'{field.name}' cannot count; name a number in a word of 32 bits")
    return Count(segment.name, field)


def _check_counts(described):
    """What is filled in at the end lies at a place that does not depend on the transport."""
    for choice in (c for step in described.steps for c in step):
        if choice.pad and not described.bare:
            choice.node["pad"].fail("only a WQE in front of which no transport puts anything is padded; "
                                    "write `bare: true`")
        for count in (choice.entries_in, choice.length_in):
            if count and described.octoword_of(count.segment) is None:
                choice.node.fail(f"'{count.segment}' is no earlier segment of this WQE; count into one that is")


def _arguments(node, segment, known):
    args = []
    for item in node.items():
        name, field_nodes = item, (item,)
        if not isinstance(item, Scalar):
            pairs = list(item.mapping())
            if len(pairs) != 1:
                item.fail("an argument is a field, or one {argument: field}; put each pair in its own braces")
            name, value = pairs[0]
            field_nodes = value.items() if isinstance(value, Sequence) else (value,)
        targets = tuple(_target(n, segment) for n in field_nodes)
        for target, field_node in zip(targets, field_nodes):
            if any(t.field == target.field for a in args for t in a.targets):
                field_node.fail(f"'{target.field.name}' is used twice; give each field once")
            if target.field.cpp_type != targets[0].field.cpp_type:
                field_node.fail(f"'{target.field.name}' and '{targets[0].field.name}' have different types, so they "
                                "cannot share an argument; give them two")
        if not targets:
            item.fail("an argument fills at least one field; name it")
        if any(a.name == name.text() for a in args):
            name.fail(f"argument '{name.text()}' is given twice; rename one, "
                      f"as in {{new_name: {targets[0].field.name}}}")
        args.append(Argument(_step_word(name, known), targets))
    if not args:
        node.fail("an empty list says nothing; name the arguments, or remove the key")
    return tuple(args)


def _target(node, segment):
    """A field, or with ~ in front its complement."""
    complement = node.text().startswith("~")
    field = _settable(Scalar(node.path, node.line, node.text()[1:], quoted=False) if complement else node, segment)
    if complement and (field.enum or field.bytes or field.width not in (8, 16, 32, 64)):
        node.fail(f"'{field.name}' has no complement; name a number of 8, 16, 32 or 64 bits")
    return Target(field, complement)


def _fixed(node, segment, args, known):
    fixed = []
    for key, value in node.mapping():
        field = _settable(key, segment)
        if any(t.field == field for a in args for t in a.targets):
            key.fail(f"'{field.name}' is an argument already; remove it here or there")
        if field.bytes:
            fixed.append(_zero_bytes(value, field))
            continue
        fixed.append(_enumerator(value, field, known) if field.enum else _number(value, field))
    if not fixed:
        node.fail("an empty mapping says nothing; give a field a value, or remove the key")
    return tuple(fixed)


def _number(node, field):
    number = node.number()
    if number >> field.width:
        node.fail(f"{number:#x} does not fit the {field.width} bits of '{field.name}'")
    return Fixed(field, number, "")


def _zero_bytes(node, field):
    if node.number() != 0:
        node.fail(f"'{field.name}' is bytes, which can be given as 0 only; make it an argument")
    return Fixed(field, 0, "")


def _enumerator(node, field, known):
    enum = known.enums[field.enum]
    enumerator = enum.named(node.text())
    if enumerator is None:
        node.fail(f"enum '{enum.name}' has no '{node.text()}'; it has {', '.join(v.name for v in enum.values)}")
    return Fixed(field, enumerator.value, enumerator.name)


def _settable(node, segment):
    field = segment.field(node.text())
    if field is None:
        names = ", ".join(f.name for f in segment.settable)
        node.fail(f"'{segment.name}' has no field '{node.text()}'; it has {names}")
    if not field.settable:
        node.fail(f"'{field.name}' of '{segment.name}' always has the same value; remove it here")
    return field


def _payload(node, known):
    segment = _named_segment(node, known)
    if segment.name != "inline_seg":
        node.fail(f"'{segment.name}' is no header that a queue puts in front of a payload; write inline_seg")
    return segment


def _named_segment(node, known):
    name = node.text()
    if name not in known.layouts or known.layouts[name].kind != "segment":
        node.fail(f"there is no segment '{name}'; describe it in specs/segments/{name}.yaml")
    return known.layouts[name]


def _step_word(node, known):
    """The name of a step or of an argument: it is used in the builder beside names that the builder has itself."""
    name = node.name()
    if name in BUILDER_WORDS or name in known.layouts or name.startswith(("needs_", "has_")):
        node.fail(f"'{name}' is a name that the generated builder needs for itself; choose another")
    return name


def _max_octowords(document):
    if "max_octowords" not in document:
        return DS_LIMIT
    most = document["max_octowords"].number()
    if not 1 <= most <= DS_LIMIT:
        document["max_octowords"].fail(f"a WQE has 1 to {DS_LIMIT} octowords, not {most}")
    return most


def _check_calls(steps):
    """Each step has its own name; on a transport, several ways to take one step may share it as overloads."""
    called = {}
    for i, step in enumerate(steps):
        for choice in step:
            if choice.call not in called:
                called[choice.call] = i, [_signature(choice)]
                continue
            at, signatures = called[choice.call]
            if at != i or _signature(choice) in signatures or choice.segment is None:
                choice.node["call"].fail(f"'{choice.call}' is called already; give each step its own name")
            signatures.append(_signature(choice))


def _signature(choice):
    if choice.whole:
        return (choice.segment.name,)
    return (*(a.field.cpp_type for a in choice.args), *(["header"] if choice.header else []))
