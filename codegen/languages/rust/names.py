"""The names that Rust programs see, and specs that cannot have one."""
from codegen.load import Node

# Words of the language, also those that it keeps for later: a name that is one has r# in front.
KEYWORDS = frozenset(
    """abstract as async await become box break const continue do dyn else enum extern false final fn for if impl in let loop
    macro match mod move mut override priv pub ref return static struct trait true try type typeof unsafe unsized use virtual
    where while yield""".split())
# Words that no name can be.
UNSPEAKABLE = ("self", "super", "crate")

# Functions that every view of a CQE has.
VIEW_WORDS = ("from_bytes", "read")
# Functions that every view of a command has.
MAILBOX_WORDS = ("new", "cleared", "into_bytes")
# Functions that every state of a chain behind its verb has.
CHAIN_WORDS = ("fence", "solicited", "stream_id")
# Functions that a queue, or the start of a chain, has besides the verbs.
QUEUE_WORDS = ("new", "wqe", "ring_doorbell", "complete", "free")


def word(name):
    """A name as Rust has it."""
    return f"r#{name}" if name in KEYWORDS else name


def camel(name):
    """The name of a type or a value. Digits do not run into one another: ms_0_01 is Ms0_01."""
    made = ""
    for part in name.split("_"):
        apart = "_" if made[-1:].isdigit() and part[:1].isdigit() else ""
        made += apart + part[:1].upper() + part[1:]
    return made


def step(steps, choice):
    """The function of a step. Rust has no overloads: a second way to call it has a suffix."""
    same = [c for one in steps for c in one if c.call == choice.call]
    suffix = ""
    if len(same) > 1 and choice is not same[0]:
        suffix = "_whole" if choice.whole else "_header" if choice.header else ""
    return choice.call + suffix


def parameters(choice):
    """The names of the arguments of a step."""
    if choice.payload:
        return ["bytes"]
    if choice.imm:
        return [choice.imm]
    return [*(a.name for a in choice.args), *(["header"] if choice.header else []),
            *(part.argument for part in choice.parts if part.whole)]


def check(specs):
    """Refuses specs whose names or values Rust cannot have."""
    for enum in specs.enums.values():
        _once(enum.values, lambda value: (camel(value.name), value.name, value.node), f"enum '{enum.name}'")
        for value in enum.values:
            _speakable(value.name, value.node)
    _once(specs.enums.values(), lambda enum: (camel(enum.name), enum.name, enum.values[0].node), "module 'enums'")
    _once(specs.layouts.values(), lambda layout: (camel(layout.name), layout.name, layout.fields[0].node), "the modules of layouts")
    for layout in specs.layouts.values():
        _check_fields(specs, layout)
    _once(specs.transports.values(), lambda transport: (camel(transport.name), transport.name, transport.node), "module 'transports'")
    for thing in (*specs.wqes.values(), *specs.transports.values()):
        _speakable(thing.name, thing.node)
        _check_steps(thing)
    _check_verbs(specs)
    _check_commands(specs)


def _speakable(name, node):
    if name in UNSPEAKABLE:
        node.fail(f"Rust cannot express '{name}': the word means something else in every place; choose another name")


def _once(things, names, where):
    """Names that differ may become one type."""
    taken = {}
    for thing in things:
        made, name, node = names(thing)
        if taken.setdefault(made, name) != name:
            node.fail(f"Rust cannot express '{name}' beside '{taken[made]}' in {where}: both would be '{made}'; rename one of them")


def _check_fields(specs, layout):
    for field in layout.settable:
        _speakable(field.name, field.node)
        if layout.kind == "cqe" and field.name in VIEW_WORDS:
            field.node.fail(f"Rust cannot express the field '{field.name}': every view has a function of that name; choose another name")
        if layout.kind != "cqe" and field.enum and not any(value.value == 0 for value in specs.enums[field.enum].values):
            field.node.fail(f"Rust cannot express the field '{field.name}': it is 0 where it is not given, and '{field.enum}' has no "
                            "enumerator of that value; add one")


def _check_commands(specs):
    sides = {f"{command.name}_{side.kind}": side for command in specs.commands.values() for side in command.sides}
    for module, mailboxes in {"commands": specs.structures | sides, **specs.packets}.items():
        _once(mailboxes.items(), lambda item: (camel(item[0]), item[0], Node(item[1].path, 1)), f"module '{module}'")
        for mailbox in mailboxes.values():
            _check_mailbox(mailbox, "command" if module == "commands" else mailbox.kind)


def _check_mailbox(mailbox, what):
    for field in mailbox.described:
        _speakable(field.name, field.node)
        if field.name in MAILBOX_WORDS:
            field.node.fail(f"Rust cannot express the field '{field.name}': every {what} has a function of that name; choose another name")
    _once(_functions(mailbox), lambda item: item, f"'{mailbox.name}'")


def _functions(mailbox):
    """The functions of the fields of a mailbox: the name of each, the field that it is of, and its place."""
    for field in mailbox.described:
        node = field.node or Node(mailbox.path, 1)
        yield field.name, field.name, node
        yield f"{field.name}_mut" if field.of or field.rest else f"set_{field.name}", field.name, node


def _check_steps(thing):
    behind = getattr(thing, "behind", ())
    choices = [c for one in (*thing.steps, behind) for c in one]
    _once(choices, lambda choice: (camel(choice.call), choice.call, choice.node), f"the states of '{thing.name}'")
    for choice in choices:
        name = step(thing.steps, choice)
        _speakable(name, choice.node)
        if name in CHAIN_WORDS:
            choice.node.fail(f"Rust cannot express the step '{name}': every chain has a function of that name; choose another call")
        for argument in parameters(choice):
            _speakable(argument, choice.node)
    for one in thing.steps:
        made = [step(thing.steps, choice) for choice in one]
        for number, name in enumerate(made):
            if name in made[:number]:
                one[number].node.fail(f"Rust cannot express two steps '{name}' that may be taken in one place; rename one of them")


def _check_verbs(specs):
    """A verb is a function of every start of a chain, and of the queue."""
    first = {step(t.steps, c): (t, c) for t in specs.transports.values() for one in t.steps for c in one}
    wqes = specs.wqes.values()
    for wqe in wqes:
        _speakable(wqe.verb, wqe.begin_node)
        _speakable(wqe.qualifier, wqe.begin_node)
        if wqe.verb in QUEUE_WORDS:
            wqe.begin_node.fail(f"Rust cannot express the verb '{wqe.verb}': every queue has a function of that name; choose another verb")
        if wqe.qualifier in CHAIN_WORDS:
            wqe.begin_node.fail(f"Rust cannot express the qualifier '{wqe.qualifier}': every chain has a function of that name; choose "
                                "another qualifier")
        if wqe.verb in first:
            wqe.begin_node.fail(f"Rust cannot express the verb '{wqe.verb}': '{first[wqe.verb][0].name}' has a step of that name, and "
                                "both would be functions of one type; choose another verb")
    for name, (_, choice) in first.items():
        if name in QUEUE_WORDS:
            choice.node.fail(f"Rust cannot express the step '{name}' of a transport: every queue has a function of that name; "
                                "choose another call")
    _once(wqes, lambda wqe: (camel(wqe.verb), wqe.verb, wqe.begin_node), "module 'verbs'")
