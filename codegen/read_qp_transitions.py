"""State changes of queue pairs, from the nodes of their spec."""
from codegen.model import QpTransition, QpTransitions, QpType

STATES, ATTRIBUTES = "qp_state", "qp_attribute"  # the enums that the changes are about


def qp_transitions(document, enums):
    document.allow("qp_transitions")
    for enum in (STATES, ATTRIBUTES):
        if enum not in enums:
            document.key("qp_transitions").fail(f"state changes are between values of '{STATES}' and set values of "
                                                f"'{ATTRIBUTES}'; describe '{enum}' in specs/enums/")
    mapping = document["qp_transitions"].mapping()
    mapping.allow("doc", "source", "types")
    types = tuple(_type(key, value.mapping(), enums) for key, value in mapping["types"].mapping())
    if not types:
        mapping["types"].fail("describes no type of queue pair; list what is known")
    return QpTransitions(mapping["doc"].sentence(), mapping["source"].reference(), types, document.path)


def _type(key, mapping, enums):
    mapping.allow("doc", "source", "transitions")
    transitions, known = [], set()
    for node in mapping["transitions"].items():
        for transition in _transitions(node.mapping(), enums):
            change = transition.origin.name, transition.to.name
            if change in known:
                node.fail(f"the way from {change[0]} to {change[1]} is described above; remove one of the two")
            known.add(change)
            transitions.append(transition)
    if not transitions:
        mapping["transitions"].fail(f"'{key.text()}' goes nowhere; list its state changes")
    return QpType(key.name(), mapping["doc"].sentence(), mapping["source"].reference(), tuple(transitions))


def _transitions(mapping, enums):
    """One for each state that it leads from."""
    mapping.allow("from", "to", "required", "optional")
    to = _enumerator(mapping["to"], enums[STATES])
    required, optional = (_attributes(mapping, key, enums[ATTRIBUTES]) for key in ("required", "optional"))
    for attribute in optional:
        if attribute in required:
            mapping["optional"].fail(f"'{attribute.name}' is required already; remove it here")
    for node in mapping["from"].items():
        yield QpTransition(_enumerator(node, enums[STATES]), to, required, optional)


def _attributes(mapping, key, attributes):
    return tuple(_enumerator(node, attributes) for node in mapping[key].items()) if key in mapping else ()


def _enumerator(node, enum):
    found = enum.named(node.text())
    if found is None:
        node.unknown(f"'{enum.name}' has no enumerator '{node.text()}'", node.text(), [v.name for v in enum.values],
                     there="it has")
    return found
