"""Transports and WQEs, from the nodes of their specs. `known` are the specs that have been read so far."""
from codegen.load import Scalar
from codegen.model import DS_LIMIT, OCTOWORD, Argument, Choice, Fixed, Transport, Wqe

# What the generated builders declare besides the steps and their arguments.
BUILDER_WORDS = ("signal", "finish", "signaled", "ready", "opcode", "max_octowords")


def transport(document, known):
    document.allow("transport", "doc", "source", "max_octowords", "segments")
    name = document["transport"].name()
    steps = tuple((_choice(node, known),) for node in document["segments"].items())
    for (choice,) in steps:
        if choice.segment is None or choice.repeat:
            choice.node.fail("a transport puts plain segments after ctrl_seg, each once; "
                             "lists and payloads belong to the WQEs")
        if choice.call == "verb":
            choice.node["call"].fail("'verb' is what every WQE begins with; choose another name")
    _check_calls(steps)
    return Transport(name, document["doc"].sentence(), document["source"].reference(), _max_octowords(document), steps,
                     document.path, document["transport"])


def wqe(document, known):
    document.allow("wqe", "doc", "source", "opcode", "begin", "transports", "max_octowords", "segments")
    name, opcode = document["wqe"].name(), document["opcode"].text()
    if "opcode" not in known.enums or known.enums["opcode"].named(opcode) is None:
        document["opcode"].fail(f"there is no opcode '{opcode}'; add it to 'opcode' in specs/enums.yaml")
    verb, qualifier = _begin(document["begin"])
    carriers = _carriers(document["transports"], known.transports)
    imm, steps = _segments(document["segments"], known)
    if bool(imm) != bool(qualifier):
        document["begin"].fail("a verb.qualifier takes imm as its argument, a plain verb takes none: "
                               "write `args: [imm]` on the ctrl_seg line, or drop one of the two")
    return Wqe(name, document["doc"].sentence(), document["source"].reference(), opcode, verb, qualifier, imm, carriers,
               _max_octowords(document), steps, document.path, document["wqe"])


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
    """The name of the argument that fills ctrl_seg.imm, or "", and the steps after ctrl_seg."""
    if not node.items():
        node.fail("a WQE has at least one segment, ctrl_seg; write `- {segment: ctrl_seg}`")
    first, *others = node.items()
    imm = _ctrl_seg(first.mapping(), known)
    steps = tuple(_step(other.mapping(), known) for other in others)
    _check_calls(steps)
    for step in steps[:-1]:
        for choice in step:
            if choice.repeat or choice.segment is None or len(step) > 1:
                choice.node.fail("only the last step may repeat, offer a choice, or carry a payload; "
                                 "move it to the end")
    return imm, steps


def _ctrl_seg(mapping, known):
    if "segment" not in mapping or mapping["segment"].text() != "ctrl_seg":
        mapping.fail("a WQE begins with ctrl_seg; write `- {segment: ctrl_seg}` above")
    mapping.allow("segment", "args")
    ctrl_seg = _named_segment(mapping["segment"], known)
    if "args" not in mapping:
        return ""
    args = _arguments(mapping["args"], ctrl_seg, known)
    if any(a.field.name != "imm" for a in args):
        mapping["args"].fail("of ctrl_seg only imm can be an argument; the queue writes the rest")
    return args[0].name


def _step(mapping, known):
    if "one_of" not in mapping:
        return (_choice(mapping, known),)
    mapping.allow("one_of")
    choices = tuple(_choice(node, known) for node in mapping["one_of"].items())
    if len(choices) < 2:
        mapping["one_of"].fail("a choice has at least two entries; write a single one without one_of")
    kinds = [(c.segment is not None, c.payload is not None) for c in choices]
    for i, kind in enumerate(kinds):
        if kind in kinds[:i]:
            choices[i].node.fail("one_of offers at most one segment, one payload and one step without data; "
                             "describe two WQEs instead")
    return choices


def _choice(node, known):
    mapping = node.mapping()
    mapping.allow("segment", "payload", "call", "args", "with", "repeat")
    call = _step_word(mapping["call"], known)
    if "payload" in mapping:
        mapping.allow("payload", "call")
        return Choice(call, None, (), (), False, _payload(mapping["payload"], known), mapping)
    if "segment" not in mapping:
        mapping.allow("call")
        return Choice(call, None, (), (), False, None, mapping)
    segment = _named_segment(mapping["segment"], known)
    repeat = "repeat" in mapping and mapping["repeat"].flag()
    if segment.name == "ctrl_seg":
        mapping["segment"].fail("ctrl_seg comes once, at the beginning of a WQE; remove this line")
    if segment.size % OCTOWORD or repeat and segment.size != OCTOWORD:
        wanted = "has exactly" if repeat else "has a multiple of"
        mapping["segment"].fail(f"'{segment.name}' has {segment.size} bytes, but a segment that is posted"
                                f"{' as a list' if repeat else ''} {wanted} {OCTOWORD}; describe its padding too")
    args = _arguments(mapping["args"], segment, known) if "args" in mapping else ()
    fixed = _fixed(mapping["with"], segment, args, known) if "with" in mapping else ()
    for field in segment.settable:
        if field not in [a.field for a in args] + [f.field for f in fixed]:
            mapping.fail(f"'{field.name}' of '{segment.name}' gets no value; add it to args, or give it one in with")
    return Choice(call, segment, args, fixed, repeat, None, mapping)


def _arguments(node, segment, known):
    args = []
    for item in node.items():
        name, field_node = item, item
        if not isinstance(item, Scalar):
            pairs = list(item.mapping())
            if len(pairs) != 1:
                item.fail("an argument is a field, or one {argument: field}; put each pair in its own braces")
            name, field_node = pairs[0]
        field = _settable(field_node, segment)
        if any(a.field == field for a in args):
            field_node.fail(f"'{field.name}' is used twice; give each field once")
        if any(a.name == name.text() for a in args):
            name.fail(f"argument '{name.text()}' is given twice; rename one, as in {{new_name: {field.name}}}")
        args.append(Argument(_step_word(name, known), field))
    if not args:
        node.fail("an empty list says nothing; name the arguments, or remove the key")
    return tuple(args)


def _fixed(node, segment, args, known):
    fixed = []
    for key, value in node.mapping():
        field = _settable(key, segment)
        if any(a.field == field for a in args):
            key.fail(f"'{field.name}' is an argument already; remove it here or there")
        fixed.append(_enumerator(value, field, known) if field.enum else _number(value, field))
    if not fixed:
        node.fail("an empty mapping says nothing; give a field a value, or remove the key")
    return tuple(fixed)


def _number(node, field):
    number = node.number()
    if number >> field.width:
        node.fail(f"{number:#x} does not fit the {field.width} bits of '{field.name}'")
    return Fixed(field, number, "")


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
    called = set()
    for choice in (c for step in steps for c in step):
        if choice.call in called:
            choice.node["call"].fail(f"'{choice.call}' is called already; give each step its own name")
        called.add(choice.call)
