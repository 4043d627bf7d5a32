"""Writes a program in Rust that writes and reads random commands of the firmware, and packets: command_program.program(ROUNDS, SEED).

The bytes are those of tests/vectors/commands.py, which has them of the vendor's headers, and of tests/vectors/packets.py."""
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "vectors"))

import commands as judge  # noqa: E402  (the path comes first)
import packets  # noqa: E402
from codegen.languages.rust.names import camel, word  # noqa: E402

PRELUDE = """use verbatim::commands::*;
use verbatim::{headers::*, management::*, records::*};

fn same<T: PartialEq + core::fmt::Debug>(what: &str, got: T, wanted: T) {
    assert_eq!(got, wanted, "{what}");
}
"""


def array(data):
    return f"[{', '.join(f'{byte}u8' for byte in data)}]"


def literal(field, value):
    return f"{value:#x}" if field.is_number else f"&{array(value)}"


def calls(known, name, values, at, visit):
    """The statements of visit() for each field that has a value; `at` is a view, of which inner ones are made."""
    for field in known.mailboxes[name].fields:
        if field.of:
            yield from calls(known, field.of, values[field.name], visit.inner(field, at), visit)
        elif field.name in values:
            yield visit(field, at, values[field.name])


class Put:
    def inner(self, field, at):
        return f"{at}.{field.name}_mut()"

    def __call__(self, field, at, value):
        return f"{at}.set_{field.name}({literal(field, value)});"


class Same:
    def __init__(self, name):
        self.name = name

    def inner(self, field, at):
        return f"{at}.{word(field.name)}()"

    def __call__(self, field, at, value):
        return f'same("{self.name}.{field.name}", {at}.{word(field.name)}(), {literal(field, value)});'


def case(known, name, dice):
    """The statements about one mailbox, at an odd address, between the bits of other fields."""
    mailbox = known.mailboxes[name]
    command = next((c for c in known.specs.commands.values() if name == f"{c.name}_in"), None)
    noise = dice.getrandbits(8 * mailbox.size).to_bytes(mailbox.size, "big")
    values, expected = known.filled(name, dice, int.from_bytes(noise, "big"))
    opcode = command.opcode.to_bytes(2, "big") if command else b""
    if command:  # whose opcode no function sets
        values.pop("opcode")
        noise, expected = opcode + noise[2:], opcode + expected[2:]
    kind, length = camel(name), mailbox.size
    yield f"let mut room = vec![0xa5u8; {length} + 1];"
    yield f'{kind}::cleared(&mut room[1..]).unwrap();'
    yield f'same("{name} is clear", &room[1..], &{array(opcode + bytes(length - len(opcode)))}[..]);'
    yield f"room[1..].copy_from_slice(&{array(noise)});"
    yield f"let mut at = {kind}::new(&mut room[1..]).unwrap();"
    yield from calls(known, name, values, "at", Put())
    yield "let _ = &mut at;"
    yield f'same("{name}", &room[..], &{array(bytes([0xa5]) + expected)}[..]);'
    yield f"let at = {kind}::new(&room[1..]).unwrap();"
    yield from calls(known, name, values, "at", Same(name))
    if command:
        yield f'same("{name}", (at.opcode(), {kind}::<&[u8]>::OPCODE), ({command.opcode}, {command.opcode}));'
    for field in mailbox.fields:
        if field.rest:
            yield f'same("{name}.{field.name}", at.{word(field.name)}().len(), {length - field.bit // 8});'
    yield "let _ = at;"
    yield f"for length in 0..{length} {{ assert!({kind}::new(&room[..length]).is_err()); }}"


def constants(known):
    """The statements about the numbers of attributes and of components."""
    for thing in known.mailboxes.values():
        kind = f"{camel(thing.name)}::<&[u8]>"
        if thing.attribute:
            yield f'same("{thing.name}", {kind}::ATTRIBUTE, {thing.attribute});'
        for field in thing.fields:
            if field.component >= 0:
                yield f'same("{thing.name}.{field.name}", {kind}::{field.name.upper()}_COMPONENT, {field.component});'


def program(rounds, seed):
    dice, of_packets = random.Random(seed), packets.Packets()
    cases = [(known, name) for known in (judge.Commands(), of_packets) for name in [*known.mailboxes] * rounds]
    functions = ["fn case_{}() {{\n{}\n}}\n".format(number, "\n".join(case(known, name, dice))) for number, (known, name) in enumerate(cases)]
    functions.append("fn constants() {{\n{}\n}}\n".format("\n".join(constants(of_packets))))
    body = "\n".join(f"    case_{number}();" for number in range(len(cases)))
    return (f'{PRELUDE}\n{"".join(functions)}\nfn main() {{\n{body}\n    constants();\n    println!("{len(cases)} commands, answers, '
            'structures, headers, datagrams and records");\n}\n')
