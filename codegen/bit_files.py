"""The C++ of everything whose fields are counted in bits."""


def files(specs, render):
    """The text of every file, by its path; `render` makes it from a template and values."""
    made = {f"generated/commands/{thing.name}.hpp": render("commands/command.hpp.j2", thing=thing)
            for thing in (*specs.structures.values(), *specs.commands.values())}
    made |= {f"generated/records/{record.name}.hpp": render("commands/record.hpp.j2", record=record) for record in specs.records.values()}
    made |= {f"generated/{folder}/{thing.name}.hpp": render("commands/packet.hpp.j2", thing=thing, namespace=folder)
             for folder, things in (("headers", specs.headers), ("management", specs.datagrams)) for thing in things.values()}
    made |= {f"generated/{name}.hpp": render(f"commands/{name}.hpp.j2", specs=specs)
             for name, of in (("described_commands", specs.described_commands), ("described_datagrams", specs.datagrams)) if of}
    return made
