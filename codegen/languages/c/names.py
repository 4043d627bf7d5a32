"""The names that C programs see, and specs that cannot have one."""
from codegen.load import Node

# Words of C, or macros of headers that programs include, that are names in C++. Words of C++ are refused for every language.
RESERVED = ("restrict", "complex", "imaginary", "noreturn", "setjmp", "va_arg", "va_copy", "va_end", "va_start")
INT_MAX = (1 << 31) - 1

# Names in verbatim_wqe.h that a spec might have too.
COMMON = ("verbatim_wqe", "verbatim_wqe_begin", "verbatim_wqe_finish", "verbatim_wqe_step", "verbatim_wqe_take", "verbatim_wqe_pad",
          "verbatim_wqe_add", "verbatim_wqe_fail", "verbatim_wqe_close", "verbatim_wqe_error", "verbatim_wqe_kind",
          "verbatim_transport", "verbatim_ring_at", "verbatim_ring_copy")


def constant(enum, value):
    return f"VERBATIM_{enum}_{value}".upper()


def step(owner, steps, choice):
    """The function of a step. C has no overloads: a second way to call it has a suffix."""
    same = [c for one in steps for c in one if c.call == choice.call]
    suffix = ""
    if len(same) > 1 and choice is not same[0]:
        suffix = "_whole" if choice.whole else "_header" if choice.header else ""
    return f"verbatim_{owner.name}_{choice.call}{suffix}"


def sides(command):
    """The command and its answer, with their names in C."""
    return [(f"{command.name}_{side.kind}", side) for side in command.sides]


def check(specs):
    """Refuses specs whose names or values C cannot have."""
    for enum in specs.enums.values():
        for value in enum.values:
            if value.value > INT_MAX:
                value.node.fail(f"C cannot express '{value.name}' of '{enum.name}': its value {value.value:#x} is no int, as "
                                f"constants of an enum are in C11; keep enumerators below {INT_MAX + 1:#x}")
    for layout in specs.layouts.values():
        for field in layout.fields:
            if field.name in RESERVED:
                field.node.fail(f"C cannot express the field '{field.name}': the word means something else there; "
                                "choose another name")
    _check_arguments(specs)
    _check_once(specs)


def _check_arguments(specs):
    for owner in (*specs.wqes.values(), *specs.transports.values()):
        for choice in (c for one in owner.steps for c in one):
            for name in [a.name for a in choice.args] + ([choice.imm] if choice.imm else []):
                if name in RESERVED:
                    choice.node.fail(f"C cannot express the argument '{name}': the word means something else there; "
                                     "choose another name")
                if name in ("wqe", "segment", "at", "length", "bytes", "header"):
                    choice.node.fail(f"C cannot express the argument '{name}': the function has a variable of that name; "
                                     "choose another name")


def _check_once(specs):
    """Functions, types and constants share one namespace in C."""
    taken = {name: ("what all WQEs share", None) for name in COMMON}

    def claim(name, what, node):
        if name in taken and taken[name][1] is not node:
            node.fail(f"C cannot express {what}: it would be '{name}', and so would {taken[name][0]}; rename one of them")
        taken[name] = what, node

    for enum in specs.enums.values():
        for value in enum.values:
            claim(constant(enum.name, value.name), f"'{value.name}' of '{enum.name}'", value.node)
        claim(f"verbatim_{enum.name}", f"enum '{enum.name}'", enum.values[0].node)
    for layout in specs.layouts.values():
        node = layout.fields[0].node
        claim(f"VERBATIM_{layout.name}_SIZE".upper(), f"the size of '{layout.name}'", node)
        for suffix in ("", "_write", "_read", *(f"_{f.name}" for f in layout.fields if layout.kind == "cqe")):
            claim(f"verbatim_{layout.name}{suffix}", f"{layout.kind} '{layout.name}'", node)
    for owner in (*specs.wqes.values(), *specs.transports.values()):
        claim(f"verbatim_{owner.name}", f"'{owner.name}'", owner.node)
        behind = getattr(owner, "behind", ())
        for choice in [c for one in owner.steps for c in one] + list(behind):
            claim(step(owner, owner.steps, choice), f"{choice.call}() of '{owner.name}'", choice.node)
    _claim_commands(specs, claim)


def _claim_commands(specs, claim):
    mailboxes = [*specs.structures.items(), *(side for command in specs.commands.values() for side in sides(command)),
                 *(item for things in specs.packets.values() for item in things.items())]
    for name, mailbox in mailboxes:
        first = Node(mailbox.path, 1)
        claim(f"verbatim_{name}_init", f"the beginning of '{name}'", first)
        claim(f"VERBATIM_{name}_SIZE".upper(), f"the size of '{name}'", first)
        if mailbox.attribute:
            claim(f"VERBATIM_{name}_ATTRIBUTE".upper(), f"the number of '{name}'", first)
        for field in mailbox.described:
            if field.component >= 0:
                claim(f"VERBATIM_{name}_{field.name}_COMPONENT".upper(), f"the component of '{field.name}' of '{name}'", field.node)
            for function in ("", "edit_" if field.of or field.rest else "set_"):
                claim(f"verbatim_{name}_{function}{field.name}", f"'{field.name}' of '{name}'", field.node or first)
    for command in specs.commands.values():
        claim(f"VERBATIM_{command.name}_OPCODE".upper(), f"the opcode of '{command.name}'", Node(command.path, 1))
