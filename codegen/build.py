"""The specs of all files together: what one file alone cannot know is checked here."""
import pathlib

from codegen import read_commands, read_layouts, read_packets, read_qp_transitions, read_syndromes, read_wqes
from codegen.model import FOLDERS, OCTOWORD, WQEBB, Specs

# Types of namespace verbatim that are generated anyway, and the namespaces that generated code mentions.
NAMESPACE_WORDS = ("name", "meaning", "enumerator_name", "enumerator_meaning", "advice_texts", "layouts", "wqe_layouts",
                   "advice", "vendor_syndrome", "vendor_syndromes", "vendor_reports", "with_detail",
                   "qp_transition_rule", "qp_transitions",
                   "lkey", "rkey", "std", "verbatim", "builders", "wire", "wqe", "mmio", "emulator", "firmware", "records", "headers",
                   "management")

# The kinds that are described in one file for all.
WHOLE_FILES = ("vendor_syndromes", "qp_transitions")

# The kind whose files hold several each, named after their subject; also its folder.
ENUMS = "enums"

# Names that a generated transport declares besides its WQEs.
TRANSPORT_WORDS = ("name", "max_octowords", "builder", "std", "verbatim", "wqe")


def build(documents):
    """Specs from the top-level mappings of all files."""
    by_kind = _by_kind(documents)
    specs, types = Specs({}, {}, {}, {}), {}  # of each type: where it is described
    for document in by_kind[ENUMS]:
        document.allow("enums")
        for key, mapping in document["enums"].mapping():
            specs.enums[key.name()] = _claim(types, read_layouts.enum(key, mapping.mapping()), key)
    for kind in ("segment", "cqe", "doorbell"):
        for document in by_kind[kind]:
            layout = read_layouts.layout(kind, document, specs.enums)
            specs.layouts[layout.name] = _claim(types, layout, document[kind])
    for document in by_kind["transport"]:
        transport = read_wqes.transport(document, specs)
        if transport.name.endswith("_verbs"):
            document["transport"].fail(f"'{transport.name}' is a name that the generated builders need for themselves; choose another")
        specs.transports[transport.name] = _claim(types, transport, document["transport"])
    for document in by_kind["wqe"]:
        wqe = read_wqes.wqe(document, specs)
        _check_wqe_name(specs, types, wqe)
        specs.wqes[wqe.name] = wqe
    vendor = next((read_syndromes.vendor_syndromes(d, specs.enums) for d in by_kind["vendor_syndromes"]), None)
    changes = next((read_qp_transitions.qp_transitions(d, specs.enums) for d in by_kind["qp_transitions"]), None)
    structures, commands = _commands(by_kind)
    headers, datagrams, records = _packets(by_kind)
    specs = Specs(*(dict(sorted(d.items())) for d in (specs.enums, specs.layouts, specs.wqes, specs.transports)), vendor, changes,
                  structures, commands, records, headers, datagrams)
    for transport in specs.transports.values():
        _check_verbs(specs, transport)
        for wqe in specs.carried_by(transport):
            _check_room(transport, wqe)
            _check_behind_header(transport, wqe)
    return specs


def _commands(by_kind):
    """The structures and the commands of the firmware, which are types of one namespace."""
    sizes = {d["structure"].name(): read_commands.size_of(d) for d in by_kind["structure"]}
    structures, commands, types = {}, {}, {}
    for document in by_kind["structure"]:
        structure = read_commands.structure(document, sizes)
        structures[structure.name] = _claim(types, structure, document["structure"])
    for document in by_kind["command"]:
        command = read_commands.command(document, sizes)
        commands[command.name] = _claim(types, command, document["command"])
    return dict(sorted(structures.items())), dict(sorted(commands.items()))


def _packets(by_kind):
    """The headers of packets, the management datagrams and the records, which are types of a namespace each."""
    sizes = {d["datagram"].name(): read_packets.size_of(d) for d in by_kind["datagram"]}

    def all_of(kind, read, *more):
        things, types = {}, {}
        for document in by_kind[kind]:
            thing = read(document, *more)
            things[thing.name] = _claim(types, thing, document[kind])
        return dict(sorted(things.items()))

    return (all_of("header", read_packets.header), read_packets.resolved(all_of("datagram", read_packets.datagram, sizes)),
            all_of("record", read_commands.record, sizes))


def _by_kind(documents):
    by_kind = {kind: [] for kind in (ENUMS, *WHOLE_FILES, *FOLDERS)}
    for document in documents:
        kind = next((k for k in by_kind if k in document), None)
        if kind is None:
            first = next((key.value for key, _ in document), "")
            document.unknown("nothing here says what is described", first, [f"{k}:" for k in by_kind], there="begin with one of")
        _check_place(kind, document)
        by_kind[kind].append(document)
    return by_kind


def _check_place(kind, document):
    """A reader finds a spec by its name, in the folder of its kind or in any folder below."""
    several = kind == ENUMS or kind in WHOLE_FILES
    place = _place(kind, document, pathlib.PurePosixPath(document.path))
    if document.path != place:
        what = f"{kind.replace('_', ' ')} belong" if several else f"{kind} '{document[kind].name()}' belongs"
        document.key(kind).fail(f"{what} in {place}; move it there, or correct the name")


def _place(kind, document, path):
    """The path that the document should have: in its folder if that is one for its kind."""
    if kind in WHOLE_FILES:
        return f"specs/{kind}.yaml"
    folder, name = (ENUMS, path.name) if kind == ENUMS else (FOLDERS[kind], f"{document[kind].name()}.yaml")
    top = pathlib.PurePosixPath("specs", folder)
    return str((path.parent if top in path.parents else top) / name)


def _claim(types, thing, node):
    """Enums, layouts and transports become types of one namespace, so no two may share a name."""
    if thing.name in NAMESPACE_WORDS:
        node.fail(f"'{thing.name}' is a name that the generated code needs for itself; choose another")
    if thing.name in types:
        node.fail(f"'{thing.name}' would be generated twice: {types[thing.name].where} describes one too; rename one of them")
    types[thing.name] = node
    return thing


def _check_wqe_name(specs, types, wqe):
    """A WQE's limits are a struct inside its transports, and its steps a constant beside the types."""
    if wqe.name in specs.wqes:
        wqe.node.fail(f"'{wqe.name}' would be generated twice: {specs.wqes[wqe.name].node.where} describes one too; rename one of them")
    if wqe.name in TRANSPORT_WORDS or wqe.name in specs.transports:
        wqe.node.fail(f"'{wqe.name}' is a name that the generated transports need for themselves; choose another")
    if f"{wqe.name}_steps" in types:
        types[f"{wqe.name}_steps"].fail(f"'{wqe.name}_steps' is generated from '{wqe.name}' already ({wqe.node.where}); "
                                        "choose another name")


def _check_verbs(specs, transport):
    """WQEs of one transport begin with different words; with its own segments in front or without, where it has any."""
    carried = specs.carried_by(transport)
    if not transport.steps:
        _check_begins(transport, carried)
        return
    bare, routed = [w for w in carried if w.bare], [w for w in carried if not w.bare]
    _check_begins(transport, bare)
    _check_begins(transport, routed)
    for wqe in bare:
        if wqe.verb in {choice.call for choice in transport.steps[0]}:
            wqe.begin_node.fail(f"{transport.name} offers {wqe.verb}() beside this verb already, to begin other WQEs "
                                f"({transport.steps[0][0].node.where}); choose another verb")
        same = next((w for w in routed if w.qualifier and w.verb == wqe.verb), None)
        if wqe.qualifier and same:
            wqe.begin_node.fail(f"on {transport.name} '{wqe.name}', which is bare, and '{same.name}', which is not, share "
                                f"{wqe.verb}() and have qualifiers ({same.begin_node.where}); choose another verb")


def _check_begins(transport, wqes):
    plain, begins = {}, {}
    for wqe in wqes:
        if wqe.begin in begins:
            owner, copy = sorted((begins[wqe.begin], wqe), key=_has_taken_its_verb_from_another)
            copy.begin_node.fail(f"`begin: {wqe.begin}` on {transport.name} is '{owner.name}' already ({owner.begin_node.where}); "
                                 "choose another verb, or add a qualifier")
        begins[wqe.begin] = wqe
        if not wqe.qualifier:
            plain[wqe.verb] = wqe
    for wqe in wqes:
        if wqe.qualifier and wqe.verb not in plain:
            wqe.begin_node.fail(f"`begin: {wqe.begin}` needs a WQE with `begin: {wqe.verb}` on {transport.name}; "
                                "add one, or begin with another verb")
        if wqe.qualifier and wqe.qualifier in _first_calls(plain[wqe.verb]):
            first = plain[wqe.verb]
            wqe.begin_node.fail(f"after {wqe.verb}(), {wqe.qualifier}() is a step of '{first.name}' already "
                                f"({first.begin_node.where}); choose another qualifier")


def _has_taken_its_verb_from_another(wqe):
    """The key that sorts two WQEs with the same `begin`, the owner first: a copied file keeps the verb of its model, whose name
    or opcode tells that verb; where that does not decide, the later name is the copy."""
    words = wqe.name.split("_")
    return not all(word in words for word in wqe.begin.replace(".", "_").split("_")), wqe.opcode != wqe.name, wqe.name


def _first_calls(wqe):
    return {choice.call for choice in wqe.steps[0]} if wqe.steps else {"signal", "entry", "finish"}


def _check_room(transport, wqe):
    least, most = transport.octowords_before(wqe) + wqe.least_octowords, transport.most_octowords(wqe)
    if least > most:
        data = "the data of " if wqe.data_step else ""
        own = wqe.max_octowords < transport.max_octowords
        (wqe if own else transport).node.fail(
            f"{'its own max_octowords' if own else 'this transport'} leaves no room for {data}'{wqe.name}' on '{transport.name}', "
            f"which takes at least {least} octowords of {most}; raise max_octowords, or carry '{wqe.name}' elsewhere "
            f"({(transport if own else wqe).node.where})")
    if wqe.closing and most % (WQEBB // OCTOWORD):
        transport.node.fail(f"'{wqe.name}' is padded to whole WQEBBs, of which {most} octowords cut one; "
                            "let max_octowords be a multiple of 4, or leave it out")


def _check_behind_header(transport, wqe):
    """A packet header is as long as it is: only lists and payloads look how much room is left."""
    if wqe.bare or not any(choice.header for step in transport.steps for choice in step):
        return
    for choice in (c for step in wqe.steps for c in step):
        if choice.segment and not choice.repeat or choice.also:
            choice.node.fail(f"on {transport.name} a packet header comes in front, behind which only a list or a payload has "
                             "its place; write `bare: true`, or carry this elsewhere")
