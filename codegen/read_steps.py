"""The steps of a transport or a WQE, from the nodes of their segments. Mistakes that one step alone shows are found here."""
from dataclasses import replace

from codegen.load import Scalar, Sequence
from codegen.model import OCTOWORD, WQEBB
from codegen.wqe_model import Argument, Choice, Count, Fixed, Target

# Names that the generated builders declare besides the steps and their arguments.
BUILDER_WORDS = ("signal", "entry", "finish", "signaled", "unsignaled", "ready", "kind", "close", "max_octowords", "slot",
                 "begins", "segment", "header", "bytes", "local", "remote")

HEADER_BITS = 10  # that count the bytes of the longest packet header a WQE can hold
COUNT_BITS = 6  # that count its octowords


def read(mappings, known, begun=()):
    """The steps; a segment without a call is written together with the one before it."""
    steps = list(begun)
    for mapping in mappings:
        if "one_of" in mapping or "call" in mapping or "segment" not in mapping:
            steps.append(_step(mapping, known))
            continue
        if not steps:
            mapping.fail("there is no step that could write this segment too; give it a call")
        if any(choice.repeat or choice.payload for choice in steps[-1]):
            mapping.fail("a list or a payload comes last; move this segment in front of it")
        follower = _follower(mapping, known)
        steps[-1] = tuple(replace(choice, also=(*choice.also, follower)) for choice in steps[-1])
    return tuple(steps)


def _follower(mapping, known):
    if "whole" not in mapping:
        mapping.allow("segment", "with", "others")
        return _segment(mapping, "", known)
    mapping.allow("segment", "whole")
    argument = step_word(mapping["whole"], known)
    return Choice("", _posted_segment(mapping, False, known), (), (), False, None, mapping, whole=True, argument=argument)


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
    call = step_word(mapping["call"], known)
    if "payload" in mapping:
        mapping.allow("payload", "call", "repeat")
        return Choice(call, None, (), (), flag(mapping, "repeat"), _payload(mapping["payload"], known), mapping)
    if "segment" not in mapping:
        mapping.allow("call")
        return Choice(call, None, (), (), False, None, mapping)
    return _segment(mapping, call, known)


def _segment(mapping, call, known):
    repeat = flag(mapping, "repeat")
    segment = _posted_segment(mapping, repeat, known)
    whole = flag(mapping, "whole")
    if whole:
        mapping.allow("segment", "call", "whole", "in_list")
    args = arguments(mapping["args"], segment, known) if "args" in mapping else ()
    fixed = fixed_fields(mapping["with"], segment, args, known) if "with" in mapping else ()
    header = _header(mapping["header"], segment) if "header" in mapping else ()
    if header and repeat:
        mapping.key("repeat").fail("a packet header comes once; remove one of the two")
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
        if field not in given and field.enum and all(v.value for v in known.enums[field.enum].values):
            mapping.fail(f"'{field.name}' cannot be 0 as others: enum '{field.enum}' has no such value; give it one in with")
    if others and all(field in given for field in segment.settable):
        mapping.key("others").fail("every field has a value already; remove 'others'")
    return Choice(call, segment, args, fixed, repeat, None, mapping, whole=whole, header=header, pad=_pad(mapping),
                  entries_in=_count(mapping, "entries_in", known), length_in=_count(mapping, "length_in", known),
                  in_list=flag(mapping, "in_list"))


def _posted_segment(mapping, repeat, known):
    segment = named_segment(mapping["segment"], known)
    if segment.name == "ctrl_seg":
        mapping["segment"].fail("ctrl_seg comes once, at the beginning of a WQE; remove this line")
    if segment.size % OCTOWORD or repeat and segment.size != OCTOWORD:
        wanted = "has exactly" if repeat else "has a multiple of"
        mapping["segment"].fail(f"'{segment.name}' has {segment.size} bytes, but a segment that is posted"
                                f"{' as a list' if repeat else ''} {wanted} {OCTOWORD}; describe its padding too")
    return segment


def _header(node, segment):
    """The field with the length of an inlined packet header, and the one at the segment's end with its first bytes."""
    names = node.items()
    if len(names) != 2:
        node.fail("a header has two fields, [length, first bytes]; name both")
    length, start = (_settable(name, segment) for name in names)
    if length.enum or length.bytes or length.in_place or length.width < HEADER_BITS:
        names[0].fail(f"'{length.name}' cannot hold the length of every header; name a number of {HEADER_BITS} bits or more")
    if start.last_bit != segment.size * 8 - 1 or start.width % 8:
        names[1].fail(f"'{start.name}' does not end where '{segment.name}' does, so nothing could go on behind it; "
                      "name its last bytes")
    return length, start


def _pad(mapping):
    if "pad" not in mapping:
        return 0
    pad = mapping["pad"].number()
    if pad != WQEBB:
        mapping["pad"].fail(f"WQEs are padded to whole WQEBBs, so write `pad: {WQEBB}`")
    return pad


def _count(mapping, key, known):
    """The field that takes a number about the list."""
    if key not in mapping:
        return None
    if not flag(mapping, "repeat") or "pad" not in mapping:
        mapping.key(key).fail(f"what is counted is a list, and padded; write `repeat: true, pad: {WQEBB}`")
    return counted_in(mapping[key], known)


def counted_in(node, known):
    """A field of a segment, given as segment.field, that takes a number."""
    words = node.text().split(".")
    if len(words) != 2:
        node.fail(f"'{node.text()}' is no field of a segment; write segment.field")
    segment = named_segment(Scalar(node.path, node.line, words[0], quoted=False), known)
    field = _settable(Scalar(node.path, node.line, words[1], quoted=False), segment)
    if field.enum or field.in_place or field.word_bits != 32 or field.width < COUNT_BITS:
        node.fail(f"'{field.name}' cannot count; name a number of {COUNT_BITS} bits or more in a word of 32 bits")
    return Count(segment.name, field, node)


def arguments(node, segment, known):
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
        given = [t.field for a in args for t in a.targets]
        for i, (target, field_node) in enumerate(zip(targets, field_nodes)):
            if target.field in given or target.field in (t.field for t in targets[:i]):
                field_node.fail(f"'{target.field.name}' is used twice; give each field once")
            if target.field.cpp_type != targets[0].field.cpp_type:
                field_node.fail(f"'{target.field.name}' and '{targets[0].field.name}' have different types, so they "
                                "cannot share an argument; give them two")
        if not targets:
            item.fail("an argument fills at least one field; name it")
        if any(a.name == name.text() for a in args):
            name.fail(f"argument '{name.text()}' is given twice; rename one, "
                      f"as in {{new_name: {targets[0].field.name}}}")
        args.append(Argument(step_word(name, known), targets))
    if not args:
        node.fail("an empty list says nothing; name the arguments, or remove the key")
    return tuple(args)


def _target(node, segment):
    """A field, or with ~ in front its complement."""
    complement = node.text().startswith("~")
    field = _settable(Scalar(node.path, node.line, node.text()[1:], quoted=False) if complement else node, segment)
    if complement and (field.enum or field.bytes or field.in_place or field.width not in (8, 16, 32, 64)):
        node.fail(f"'{field.name}' has no complement; name a number of 8, 16, 32 or 64 bits")
    return Target(field, complement)


def fixed_fields(node, segment, args, known):
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
    if field.in_place and number & ((1 << field.lsb) - 1):
        node.fail(f"'{field.name}' is in place, so the bits below bit {field.lsb} of {number:#x} belong to other fields; clear them")
    if number >> (field.msb + 1 if field.in_place else field.width):
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
        node.unknown(f"enum '{enum.name}' has no '{node.text()}'", node.text(), [v.name for v in enum.values], there="it has")
    return Fixed(field, enumerator.value, enumerator.name)


def _settable(node, segment):
    field = segment.field(node.text())
    if field is None:
        node.unknown(f"'{segment.name}' has no field '{node.text()}'", node.text(), [f.name for f in segment.settable],
                     there="it has")
    if not field.settable:
        node.fail(f"'{field.name}' of '{segment.name}' always has the same value; remove it here")
    return field


def _payload(node, known):
    segment = named_segment(node, known)
    if segment.name != "inline_seg":
        node.fail(f"'{segment.name}' is no header that a queue puts in front of a payload; write inline_seg")
    return segment


def named_segment(node, known):
    name = node.text()
    if name not in known.layouts or known.layouts[name].kind != "segment":
        segments = sorted(layout.name for layout in known.layouts.values() if layout.kind == "segment")
        node.unknown(f"there is no segment '{name}'", name, segments, f"or describe it in specs/segments/{name}.yaml")
    return known.layouts[name]


def step_word(node, known):
    """The name of a step or of an argument: it is used in the builder beside names that the builder has itself."""
    name = node.name()
    if name in BUILDER_WORDS or name in known.layouts or name.startswith(("needs_", "takes_")):
        node.fail(f"'{name}' is a name that the generated builder needs for itself; choose another")
    return name


def flag(mapping, key):
    return key in mapping and mapping[key].flag()
