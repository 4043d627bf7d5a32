"""The specs of all files together: what one file alone cannot know is checked here."""
from codegen import read_layouts, read_qp_transitions, read_syndromes, read_wqes
from codegen.model import FOLDERS, OCTOWORD, WQEBB, Specs

# Types of namespace verbatim that are generated anyway, and the namespaces that generated code mentions.
NAMESPACE_WORDS = ("name", "meaning", "enumerator_name", "enumerator_meaning", "advice_texts", "layouts", "wqe_layouts",
                   "advice", "vendor_syndrome", "vendor_syndromes", "vendor_reports", "with_detail",
                   "qp_transition_rule", "qp_transitions",
                   "std", "verbatim", "wire", "wqe", "mmio", "emulator")

# What is described in one file for all.
WHOLE_FILES = ("enums", "vendor_syndromes", "qp_transitions")

# What a generated transport declares besides its WQEs.
TRANSPORT_WORDS = ("name", "max_octowords", "builder", "std", "verbatim", "wqe")


def build(documents):
    """Specs from the top-level mappings of all files."""
    by_kind = _by_kind(documents)
    specs, types = Specs({}, {}, {}, {}), {}
    for document in by_kind["enums"]:
        document.allow("enums")
        for key, mapping in document["enums"].mapping():
            specs.enums[key.name()] = _claim(types, read_layouts.enum(key, mapping.mapping()), key)
    for kind in ("segment", "cqe", "doorbell"):
        for document in by_kind[kind]:
            layout = read_layouts.layout(kind, document, specs.enums)
            specs.layouts[layout.name] = _claim(types, layout, document[kind])
    for document in by_kind["transport"]:
        transport = read_wqes.transport(document, specs)
        specs.transports[transport.name] = _claim(types, transport, document["transport"])
    for document in by_kind["wqe"]:
        wqe = read_wqes.wqe(document, specs)
        specs.wqes[wqe.name] = wqe
        _check_wqe_name(specs, types, wqe)
    vendor = next((read_syndromes.vendor_syndromes(d, specs.enums) for d in by_kind["vendor_syndromes"]), None)
    changes = next((read_qp_transitions.qp_transitions(d, specs.enums) for d in by_kind["qp_transitions"]), None)
    specs = Specs(*(dict(sorted(d.items())) for d in (specs.enums, specs.layouts, specs.wqes, specs.transports)), vendor, changes)
    for transport in specs.transports.values():
        _check_verbs(specs, transport)
        for wqe in specs.carried_by(transport):
            _check_room(transport, wqe)
            _check_behind_header(transport, wqe)
    return specs


def _by_kind(documents):
    by_kind = {kind: [] for kind in (*WHOLE_FILES, *FOLDERS)}
    for document in documents:
        kind = next((k for k in by_kind if k in document), None)
        if kind is None:
            kinds = ", ".join(f"{k}:" for k in by_kind)
            document.fail(f"nothing here says what is described; begin with one of {kinds}")
        _check_place(kind, document)
        by_kind[kind].append(document)
    return by_kind


def _check_place(kind, document):
    """A reader finds a spec by its name, and what is generated from it mirrors its place."""
    whole = kind in WHOLE_FILES
    place = f"specs/{kind}.yaml" if whole else f"specs/{FOLDERS[kind]}/{document[kind].name()}.yaml"
    if document.path != place:
        what = f"{kind.replace('_', ' ')} belong" if whole else f"{kind} '{document[kind].name()}' belongs"
        document.key(kind).fail(f"{what} in {place}; move it there, or correct the name")


def _claim(types, thing, node):
    """Enums, layouts and transports become types of one namespace, so no two may share a name."""
    if thing.name in NAMESPACE_WORDS:
        node.fail(f"'{thing.name}' is a name that the generated code needs for itself; choose another")
    if thing.name in types:
        _generated_twice(node, thing.name, types)
    types[thing.name] = thing
    return thing


def _generated_twice(node, name, types):
    node.fail(f"'{name}' would be generated twice: {types[name].path} describes one too; rename one of them")


def _check_wqe_name(specs, types, wqe):
    """A WQE's limits are a struct inside its transports, and its steps a constant beside the types."""
    if wqe.name in TRANSPORT_WORDS or wqe.name in specs.transports:
        wqe.node.fail(f"'{wqe.name}' is a name that the generated transports need for themselves; choose another")
    if f"{wqe.name}_steps" in types:
        _generated_twice(wqe.node, f"{wqe.name}_steps", types)


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
            wqe.node.fail(f"{transport.name} offers {wqe.verb}() beside this verb already, to begin other WQEs; "
                          "choose another verb")
        if wqe.qualifier and wqe.verb in {w.verb for w in routed if w.qualifier}:
            wqe.node.fail(f"on {transport.name} WQEs that are bare and others that are not share {wqe.verb}() and have "
                          "qualifiers; choose another verb")


def _check_begins(transport, wqes):
    plain, begins = {}, {}
    for wqe in wqes:
        if wqe.begin in begins:
            wqe.node.fail(f"`begin: {wqe.begin}` on {transport.name} is {begins[wqe.begin].name} already "
                          f"({begins[wqe.begin].path}); choose another verb, or add a qualifier")
        begins[wqe.begin] = wqe
        if not wqe.qualifier:
            plain[wqe.verb] = wqe
    for wqe in wqes:
        if wqe.qualifier and wqe.verb not in plain:
            wqe.node.fail(f"`begin: {wqe.begin}` needs a WQE with `begin: {wqe.verb}` on {transport.name}; "
                          "add one, or begin with another verb")
        if wqe.qualifier and wqe.qualifier in _first_calls(plain[wqe.verb]):
            wqe.node.fail(f"after {wqe.verb}(), {wqe.qualifier}() is a step of {plain[wqe.verb].name} already; "
                          "choose another qualifier")


def _first_calls(wqe):
    return {choice.call for choice in wqe.steps[0]} if wqe.steps else {"signal", "entry", "finish"}


def _check_room(transport, wqe):
    least, most = transport.octowords_before(wqe) + wqe.least_octowords, transport.most_octowords(wqe)
    if least > most:
        data = "the data of " if wqe.data_step else ""
        transport.node.fail(f"transport '{transport.name}' leaves no room for {data}'{wqe.name}', which takes at least "
                            f"{least} octowords of {most}; raise max_octowords, or carry '{wqe.name}' elsewhere")
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
