"""Writes the Rust that builds a vector with the crate of runtime/rust: chains.py OUTPUT.

Each state of each chain becomes a function that takes the next call of the vector, so the chains are those of a program,
type by type."""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

from codegen import typestate  # noqa: E402  (the path comes first)
from codegen.__main__ import specs_of  # noqa: E402
from codegen.languages import rust  # noqa: E402
from codegen.languages.rust import names  # noqa: E402
from codegen.languages.rust.names import camel, word  # noqa: E402


def quoted(arguments):
    return "&[" + ", ".join(f'"{name}"' for name in arguments) + "]"


def value(field, name):
    """A field, as Rust, from the values of a call."""
    if field.bytes:
        return f'from.array("{name}")'
    if field.enum:
        return f'{camel(field.enum)}::try_from(from.number("{name}") as {rust.number(field.cpp_number)}).unwrap()'
    return f'from.number("{name}") as _'


def keyed(key, name):
    kind = {"local": "LKey", "remote": "RKey"}.get(key)
    return f'{kind}(from.number("{name}") as _)' if kind else f'from.number("{name}") as _'


def values_of(choice):
    """The arguments of a call, as Rust."""
    if choice.payload:
        return '&from.bytes("bytes")'
    if choice.imm:
        return keyed(choice.imm_key, choice.imm)
    given = [keyed(a.key, a.name) if a.key else value(a.field, a.name) for a in choice.args]
    given += ['&from.bytes("header")'] if choice.header else []
    given += [f'&{p.segment.name}_of(&from.object("{p.argument}"))' for p in choice.parts if p.whole]
    return ", ".join(given)


def layout_functions(layout):
    """Functions that make a layout from values, and compare it with bytes."""
    name, kind = layout.name, camel(layout.name)
    if layout.kind == "cqe":
        yield f"fn {name}_reads(from: &Values<'_>, at: &[u8]) -> bool {{"
        yield f"    let view = {kind}::read(at).unwrap();"
        for f in layout.settable:
            wanted = f'&from.array("{f.name}")' if f.bytes else f"Ok({value(f, f.name)})" if f.enum else value(f, f.name)
            yield f"    assert_eq!(view.{word(f.name)}(), {wanted});"
        yield '    assert!(!format!("{view:?}").is_empty());\n    true\n}'
        return
    yield f"fn {name}_of(from: &Values<'_>) -> {kind} {{\n    let _ = from;"
    yield f"    {kind} {{ {', '.join(f'{word(f.name)}: {value(f, f.name)}' for f in layout.settable)} }}\n}}"


def state_functions(prefix, chain, states, steps, last=()):
    for state in states:
        bound = "Transport" if chain == "Chain" else ""
        slot = "S" if chain == "Chain" else f"WqeBytes<'a, {camel(prefix)}>"
        generic = "<S: Slot<Entry = (), Posted = Built>>" if bound else "<'a>"
        yield f"fn {prefix}_{state.name}{generic}(state: {chain}<{slot}, {word(prefix)}::{camel(state.name)}>, from: Values<'_>) -> Outcome {{"
        if state.ready:
            yield "    if from.at_end() {\n        return from.finish(state);\n    }"
        for call in state.calls:
            choice = call.choice
            yield f'    if from.is("{choice.call}", {quoted(names.parameters(choice))}) {{'
            yield f"        return {prefix}_{call.next_state}(state.{word(names.step(steps, choice))}({values_of(choice)}), from.next());\n    }}"
        yield from last
        yield "    from.refuse()\n}"


def verb_lines(wqe):
    first = typestate.derive(wqe.steps, wqe.behind)[0].name
    yield f'    if from.builds("{wqe.name}") && from.is("{wqe.verb}", &[]) {{'
    begun = f"state.{word(wqe.verb)}()"
    if wqe.qualifier:
        yield "        let from = from.next();"
        yield f'        if !from.is("{wqe.qualifier}", {quoted([wqe.imm])}) {{\n            return from.refuse();\n        }}'
        begun += f".{word(wqe.qualifier)}({keyed(wqe.imm_key, wqe.imm)})"
    yield f"        return {wqe.name}_{first}({begun}, from.next());\n    }}"


def transport_functions(specs, transport):
    carried = specs.carried_by(transport)
    before = typestate.before_verb(transport.steps)
    bare = [line for w in carried if w.bare for line in verb_lines(w)]
    routed = [line for w in carried if not (w.bare and before) for line in verb_lines(w)]
    for state in before[:1]:
        yield from state_functions(transport.name, "Start", [state], transport.steps, bare)
    yield from state_functions(transport.name, "Start", before[1:], transport.steps)
    yield from state_functions(transport.name, "Start", [typestate.State(typestate.VERB, (), False)], transport.steps, routed)


def limits(specs):
    """The limits of every WQE on every transport, which the generator knows too."""
    for transport in specs.transports.values():
        for wqe in specs.carried_by(transport):
            known = transport.limits(wqe)
            yield (f"    check::<{camel(transport.name)}, {word(wqe.name)}::Wqe>({known.max_inline}, {known.max_sges}, {known.max_wqebbs});")


def text(specs):
    yield "// Generated by tests/rust/chains.py from specs/: the vectors, built by the chains of Rust."
    for layout in specs.layouts.values():
        yield from layout_functions(layout)
    for wqe in specs.wqes.values():
        yield from state_functions(wqe.name, "Chain", typestate.derive(wqe.steps, wqe.behind), wqe.steps)
    for transport in specs.transports.values():
        yield from transport_functions(specs, transport)
    yield "fn build(transport: &str, memory: &mut [u8], index: u16, qpn: u32, from: Values<'_>) -> Outcome {\n    match transport {"
    for transport in specs.transports.values():
        before = typestate.before_verb(transport.steps)
        first = before[0].name if before else typestate.VERB
        yield (f'        "{transport.name}" => {transport.name}_{first}(WqeBytes::<{camel(transport.name)}>::new(memory, index, qpn), from),')
    yield "        _ => from.refuse(),\n    }\n}"
    yield "fn write_layout(name: &str, from: &Values<'_>, at: &mut [u8]) -> Result<usize, ReadError> {\n    match name {"
    for layout in (x for x in specs.layouts.values() if x.kind != "cqe"):
        yield f'        "{layout.name}" => {layout.name}_of(from).write(at).map(|()| {camel(layout.name)}::SIZE),'
    yield '        _ => panic!("there is no such layout: {name}"),\n    }\n}'
    yield "fn reads(name: &str, from: &Values<'_>, at: &[u8]) -> bool {\n    match name {"
    for layout in specs.layouts.values():
        same = f"{layout.name}_reads(from, at)" if layout.kind == "cqe" else f"{camel(layout.name)}::read(at) == Ok({layout.name}_of(from))"
        yield f'        "{layout.name}" => {same},'
    yield '        _ => panic!("there is no such layout: {name}"),\n    }\n}'
    yield "/// Every layout: its name, its size, and whether a buffer of any length and any content is read or refused."
    yield "fn read_any(at: &[u8]) -> usize {\n    let mut refused = 0;"
    for layout in specs.layouts.values():
        kind = camel(layout.name)
        if layout.kind == "cqe":
            yield f'    refused += usize::from({kind}::read(at).map(|view| format!("{{view:?}}")).is_err());'
        else:
            yield f"    refused += usize::from({kind}::read(at).is_err());"
    yield "    refused\n}"
    yield f"const LAYOUTS: usize = {len(specs.layouts)};"
    yield "fn limits() {"
    yield from limits(specs)
    yield "}"


if __name__ == "__main__":
    pathlib.Path(sys.argv[1]).write_text("\n".join(text(specs_of(ROOT))) + "\n", encoding="utf-8")
