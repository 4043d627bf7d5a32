"""The functions of generated/c for commands of the firmware write the bytes of the vendor's headers, and read them. Those for headers of
packets, management datagrams and records have their fields where structs of Linux and of libibumad have them.

    commands_c.py [--thorough]

With --thorough, the programs are also compiled by other compilers, as C++, without assertions and with sanitizers; and the C++ library
writes the same bytes. A compiler that is not installed is left out."""
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

import c
from commands import ROOT, Commands
from packets import Packets

PRELUDE = r"""
#include <stdio.h>

static unsigned long failures, comparisons;

static void check(int right, const char *what) {
  comparisons++;
  if (right) return;
  failures++;
  fprintf(stderr, "%s\n", what);
}
"""
END = r"""
  printf("%lu comparisons, %lu of them differ\n", comparisons, failures);
  return failures != 0 || comparisons == 0;
}
"""
CXX = r"""
#include <cstddef>
#include <cstring>
#include <span>

template <class Layout>
auto view(std::uint8_t* at, std::size_t size) {
  return verbatim::wire::mailbox_view<Layout>(std::as_writable_bytes(std::span(at, size)));
}
template <std::size_t size>
auto bytes(const std::uint8_t (&from)[size]) {
  return std::as_bytes(std::span<const std::uint8_t, size>(from));
}
"""


def array(name, data):
    return f"static const uint8_t {name}[] = {{{', '.join(map(str, data))}}};"


class OfC:
    """The calls of the functions of C."""

    def __init__(self, known):
        self.known = known
        self.includes = f'#include "{known.c_header}"\n'

    def begin(self, name, command):
        yield f"verbatim_{name}_init(at);"
        opcode = f"at[0] == {command.opcode >> 8} && at[1] == {command.opcode & 255}" if command else "at[0] == 0 && at[1] == 0"
        yield f'check({opcode}, "{name}: its beginning");'
        yield f'for (size_t i = 2; i < sizeof wanted; i++) check(at[i] == 0, "{name} is not clear");'

    def inner(self, name, field, at):
        return f"verbatim_{name}_edit_{field.name}({at})"

    def put(self, name, field, at, value):
        if not field.is_number:
            yield "{ " + array("given", value)
            yield f"verbatim_{name}_set_{field.name}({at}, given); }}"
        elif field.node is not None or not name.endswith("_in"):
            yield f"verbatim_{name}_set_{field.name}({at}, {value:#x}u{'ll' if field.width > 32 else ''});"

    def same(self, name, field, at, value):
        got = f"verbatim_{name}_{field.name}({at})"
        if field.is_number:
            yield f'check({got} == {value:#x}u{"ll" if field.width > 32 else ""}, "{name}.{field.name} is read otherwise");'
        else:
            yield "{ " + array("given", value)
            yield f'check(memcmp({got}, given, sizeof given) == 0, "{name}.{field.name} is read otherwise"); }}'

    def rest(self, name, field, at, bit):
        yield f'check(verbatim_{name}_{field.name}({at}) == at + {bit // 8}, "{name}.{field.name} is elsewhere");'
        yield f'check(verbatim_{name}_edit_{field.name}({at}) == at + {bit // 8}, "{name}.{field.name} is elsewhere");'


class OfCxx(OfC):
    """The calls of the C++ library."""

    def __init__(self, known):
        super().__init__(known)
        of_cxx = known.cxx()
        self.types = {name: type_ for name, (type_, _) in of_cxx.items()}
        self.includes += "".join(f'#include "verbatim/generated/{path}.hpp"\n' for path in sorted({path for _, path in of_cxx.values()})) + CXX

    def inner(self, name, field, at):
        return f"{self._at(name, at)}.part({self.types[name]}::{field.name})"

    def _at(self, name, at):
        return f"view<{self.types[name]}>(at, sizeof wanted)" if at == "at" else at

    def put(self, name, field, at, value):
        if field.is_number:
            yield f"{self._at(name, at)}.set({self.types[name]}::{field.name}, {value:#x}u{'ll' if field.width > 32 else ''});"
        else:
            yield "{ " + array("given", value)
            yield f"{self._at(name, at)}.set({self.types[name]}::{field.name}, bytes(given)); }}"

    def same(self, name, field, at, value):
        got = f"{self._at(name, at)}.get({self.types[name]}::{field.name})"
        if field.is_number:
            yield f'check({got} == {value:#x}u{"ll" if field.width > 32 else ""}, "C++: {name}.{field.name} is read otherwise");'
        else:
            yield "{ " + array("given", value)
            yield f'check(std::memcmp({got}.data(), given, sizeof given) == 0, "C++: {name}.{field.name} is read otherwise"); }}'

    def rest(self, name, field, at, bit):
        return ()


def visited(known, language, name, values, visit, at="at"):
    """The lines of visit() for each field that has a value, those of inner structures too."""
    for field in known.mailboxes[name].fields:
        if field.of:
            yield from visited(known, language, field.of, values[field.name], visit, language.inner(name, field, at))
        elif field.name in values:
            yield from visit(name, field, at, values[field.name])


def case(known, language, name, dice):
    """A function that writes and reads one mailbox, at an odd address, between the bits of other fields."""
    mailbox = known.mailboxes[name]
    command = next((c for c in known.specs.commands.values() if name == f"{c.name}_in"), None)
    noise = dice.getrandbits(8 * mailbox.size)
    if command:
        noise = noise & ~(0xffff << 8 * mailbox.size - 16) | command.opcode << 8 * mailbox.size - 16
    values, expected = known.filled(name, dice, noise)
    if command:  # whose opcode no function sets
        values["opcode"], expected = command.opcode, command.opcode.to_bytes(2, "big") + expected[2:]
    yield array("noise", noise.to_bytes(mailbox.size, "big"))
    yield array("wanted", expected)
    yield "uint8_t room[sizeof wanted + 1];\nuint8_t *const at = room + 1;\nmemset(room, 0xa5, sizeof room);"
    yield from OfC.begin(language, name, command)
    yield "memcpy(at, noise, sizeof noise);"
    yield from visited(known, language, name, values, language.put)
    yield f'check(memcmp(at, wanted, sizeof wanted) == 0, "{name} has other bytes");'
    yield from visited(known, language, name, values, language.same)
    for field in mailbox.fields:
        if field.rest:
            yield from language.rest(name, field, "at", known.place(name, field)[0] or field.bit)
    yield f'check(room[0] == 0xa5, "{name}: a byte in front of it is written");'


def program(known, language, rounds, dice):
    yield language.includes + PRELUDE
    names = [*known.mailboxes] * rounds
    for number, name in enumerate(names):
        yield f"static void case_{number}(void) {{"
        yield from case(known, language, name, dice)
        yield "}"
    yield "int main(void) {"
    yield from (f"  case_{number}();" for number in range(len(names)))
    yield END


def too_wide(scratch, compiler, flags):
    """A value that does not fit ends a debug build, and is cut in others."""
    source = pathlib.Path(scratch, "too_wide.c")
    source.write_text('#include <stdio.h>\n#include "verbatim_commands.h"\nint main(void) {\n  uint8_t qpc[VERBATIM_QPC_SIZE];\n'
                      "  verbatim_qpc_init(qpc);\n  verbatim_qpc_set_pd(qpc, 0x5000001u);\n"
                      '  puts(verbatim_qpc_pd(qpc) == 1 && qpc[4] == 0 ? "cut" : "not cut");\n  return 0;\n}\n', encoding="utf-8")
    c.call(compiler, *flags, f"-I{c.HEADERS}", source, "-o", f"{scratch}/too_wide")
    done = subprocess.run([f"{scratch}/too_wide"], capture_output=True, text=True)
    asserts = "-DNDEBUG" not in flags
    if ("does not fit its field" in done.stderr and done.returncode != 0) != asserts or (done.stdout == "cut\n") == asserts:
        sys.exit(f"a value that is too wide, {flags}: {done}")


def main(*options):
    thorough = options == ("--thorough",)
    seed = os.environ.get("VERBATIM_SEED", str(random.getrandbits(32)))
    print(f"VERBATIM_SEED={seed}", flush=True)
    programs = c.PROGRAMS if thorough else dict([*c.PROGRAMS.items()][:1])
    with tempfile.TemporaryDirectory() as scratch:
        for known in (Commands(), Packets()):
            what = known.c_header.removeprefix("verbatim_").removesuffix(".h")
            source = pathlib.Path(scratch, f"{what}.c")
            source.write_text("\n".join(program(known, OfC(known), 4 if thorough else 1, random.Random(seed))), encoding="utf-8")
            for name, (compiler, flags) in programs.items():
                if shutil.which(compiler):
                    c.call(compiler, *flags, *c.WARNINGS, f"-I{c.HEADERS}", source, "-o", f"{scratch}/{what}")
                    print(f"{what}, {name}: {c.call(f'{scratch}/{what}')}")
            if thorough:
                source = pathlib.Path(scratch, f"{what}.cpp")
                source.write_text("\n".join(program(known, OfCxx(known), 4, random.Random(seed))), encoding="utf-8")
                c.call("g++", "-std=c++20", f"-I{c.HEADERS}", f"-I{ROOT / 'runtime/include'}", source, "-o", f"{scratch}/{what}")
                print(f"{what}, the library of C++: {c.call(f'{scratch}/{what}')}")
        for flags in (c.C11, [*c.C11, "-DNDEBUG"]):
            too_wide(scratch, "gcc", flags)
        structs = ("-std=gnu11", "-Wall", "-Wextra", "-Werror", f"-I{c.HEADERS}", pathlib.Path(__file__).with_name("packets.c"))
        c.call("gcc", *structs, "-o", f"{scratch}/structs")
        print(f"structs of Linux and of libibumad: {c.call(f'{scratch}/structs')}")


if __name__ == "__main__":
    main(*sys.argv[1:])
