"""The probes of a program that defines VERBATIM_USDT, and that others have none.

probes.py INCLUDE COMPILER...

Each compiler builds probed.cpp three times: without the macro, without it from headers whose probes were cut out, and with it. The
first two have to be the same bytes. In the third, each note of readelf has to point to a nop. With GCC, a chain and a doorbell have
no other instruction more; Clang also copies arguments to the stack. GDB stops at the probes and reads their arguments.
docs/observing.md shows the instructions of a doorbell, which GCC 12 has to make."""
import difflib
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
FOLDERS = [HERE.parent, HERE.parents[1] / "shared"]
# The number of arguments of each probe, and the probes of each function.
EXPECTED = {"post": 4, "doorbell": 2, "poll": 3, "error": 4}
MOST_MOVES = {"g++": 0, "clang++": 4}  # instructions for the arguments, in a chain or a doorbell
FUNCTIONS = {"post_one": {"post"}, "ring_it": {"doorbell"}, "poll_it": {"poll", "error"}}


def call(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=300)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} ends with {done.returncode}:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


def built(compiler, include, result, *more):
    call(compiler, "-std=c++20", "-O2", "-DNDEBUG", *more, f"-I{include}", *[f"-I{one}" for one in FOLDERS], HERE / "probed.cpp",
         "-o", result)
    return result


def without_probes(include, scratch):
    """A copy of the headers, from which the probes were cut out."""
    copy = scratch / "include"
    shutil.copytree(include, copy)  # the links become folders
    cut = 0
    for header in (copy / "verbatim" / "queue").rglob("*.hpp"):
        text = header.read_text(encoding="utf-8")
        if header.name == "probes.hpp":
            header.write_text("#pragma once\n", encoding="utf-8")
            continue
        text = re.sub(r"#ifdef VERBATIM_USDT\n.*?#endif\n", "", text, flags=re.S)
        text = text.replace("VERBATIM_PROBED ", "")
        text, found = re.subn(r"^ *VERBATIM_PROBE\d\([^;]*\);\n", "", text, flags=re.M)
        header.write_text(text, encoding="utf-8")
        cut += found
    assert cut >= 5, f"only {cut} probes were found in {include}"
    return copy


# Instructions that align code, besides a nop of one byte.
PADDING = re.compile(r"(data16 |cs )*(nop[lw]|xchg\s+%ax,%ax)")


def functions(program):
    """The instructions of each function, without padding of several bytes: {name: {address: text}}."""
    found, name = {}, ""
    for line in call("objdump", "-d", "--no-show-raw-insn", program).splitlines():
        if begin := re.match(r"[0-9a-f]+ <(.*)>:", line):
            name = begin[1].split(".")[0]  # with its cold part, and its copies for constant arguments
        elif instruction := re.match(r" +([0-9a-f]+):\t(.*)", line):
            if not PADDING.match(instruction[2]):
                found.setdefault(name, {})[int(instruction[1], 16)] = instruction[2].strip()
    return found


def listing(plain, bare, probed):
    """The lines of docs/observing.md: the instructions of a doorbell without the macro, and with it."""
    columns = []
    for instructions in (bare, plain, probed):
        texts = [re.sub(r"\s+", " ", text) for text in instructions.values()]
        columns.append(texts[:texts.index("ret") + 1])  # padding follows
    if columns[0] != columns[1]:
        sys.exit(f"without VERBATIM_USDT, ring_it has other instructions than without probes: {columns[:2]}")
    before, after = columns[1:]
    lines = [("without VERBATIM_USDT", "with it")]
    for what, i, j, k, end in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        left, right = before[i:j], after[k:end]
        lines += [(left[n] if n < len(left) else "", right[n] if n < len(right) else "") for n in range(max(len(left), len(right)))]
    return "".join(f"{left:<28}{right}".rstrip() + "\n" for left, right in lines)


def check_page(shown):
    block = re.search(r"```text ring_doorbell\n(.*?)```", (HERE.parents[2] / "docs/observing.md").read_text(encoding="utf-8"), re.S)
    if block is None or block[1] != shown:
        sys.exit(f"docs/observing.md shows other instructions than GCC 12 makes:\n{shown}")


def notes(program):
    """The probes that readelf lists: (name, address, number of arguments)."""
    text = call("readelf", "-n", "-W", program)
    each = re.findall(r"Provider: (\w+)\s+Name: (\w+)\s+Location: 0x([0-9a-f]+),.*\s+Arguments: (.*)", text)
    assert all(provider == "verbatim" for provider, *_ in each), each
    return [(name, int(place, 16), len(arguments.split())) for _, name, place, arguments in each]


def text_of(program):
    """The bytes of the code."""
    with tempfile.NamedTemporaryFile() as file:
        call("objcopy", "-O", "binary", "--only-section=.text", program, file.name)
        return pathlib.Path(file.name).read_bytes()


def compare(compiler, include, scratch):
    plain = built(compiler, include, scratch / "plain")
    bare = built(compiler, without_probes(include, scratch), scratch / "bare")
    probed = built(compiler, include, scratch / "probed", "-DVERBATIM_USDT")
    if text_of(plain) != text_of(bare) or not text_of(plain):
        sys.exit(f"{compiler}: without VERBATIM_USDT, the code differs from that of headers without probes")
    if notes(plain):
        sys.exit(f"{compiler}: without VERBATIM_USDT there are probes")
    code, before, found = functions(probed), functions(plain), notes(probed)
    if call(compiler, "--version").startswith("g++") and call(compiler, "-dumpversion").strip().split(".")[0] == "12":
        check_page(listing(before["ring_it"], functions(bare)["ring_it"], code["ring_it"]))
    if {name: count for name, _, count in found} != EXPECTED:
        sys.exit(f"{compiler}: the probes are {found}, not {EXPECTED}")
    said = []
    for function, names in FUNCTIONS.items():
        inside = [(name, place) for name, place, _ in found if place in code[function]]
        if {name for name, _ in inside} != names:
            sys.exit(f"{compiler}: {function} has the probes {inside}, not {names}")
        wrong = [name for name, place in inside if code[function][place] != "nop"]
        if wrong:
            sys.exit(f"{compiler}: no nop is at the probes {wrong} of {function}")
        more = len(code[function]) - len(before[function]) - len(inside)
        if function != "poll_it" and more > MOST_MOVES[pathlib.Path(compiler).name.split("-")[0]]:
            sys.exit(f"{compiler}: {function} has {more} instructions more, besides its nops")
        said.append(f"{function} {len(before[function])} + {len(inside)} nops -> {len(code[function])}")
    return probed, "; ".join(said)


def stops(program):
    """The arguments that GDB finds at each probe, in the order of the program, and those that the program prints."""
    script = ["set pagination off"]
    for name, count in EXPECTED.items():
        values = ", ".join(f"(unsigned long)$_probe_arg{i}" for i in range(count))
        script += [f"break -probe-stap verbatim:{name}", "commands", "silent", f"printf \"{name}{' %lu' * count}\\n\", {values}",
                   "continue", "end"]
    with tempfile.NamedTemporaryFile("w", suffix=".gdb") as file:
        file.write("\n".join([*script, "run", ""]))
        file.flush()
        lines = call("gdb", "-nx", "-q", "-batch", "-x", file.name, program).splitlines()
    each = [line for line in lines if line.split(" ")[0] in EXPECTED and re.fullmatch(r"\w+( \d+)+", line)]
    return each[:len(each) // 2], each[len(each) // 2:]


def connect_of(compiler, include, scratch):
    """The probe of the library itself."""
    source, result = HERE.parents[2] / "runtime/verbs/queue_pair/qp_transition.cpp", scratch / "qp_transition.o"
    call(compiler, "-std=c++20", "-O2", "-DVERBATIM_USDT", f"-I{include}", "-c", source, "-o", result)
    found = [(name, count) for name, _, count in notes(result)]
    if found != [("connect", 2)] * len(found) or not found:
        sys.exit(f"{compiler}: the probes of {source.name} are {found}")


def main():
    include, *compilers = sys.argv[1:]
    for compiler in compilers:
        if not shutil.which(compiler):
            print(f"{compiler} is not installed, and was not tried")
            continue
        with tempfile.TemporaryDirectory() as folder:
            connect_of(compiler, include, pathlib.Path(folder))
            probed, said = compare(compiler, include, pathlib.Path(folder))
            if shutil.which("gdb"):
                seen, printed = stops(probed)
                if seen != printed or len(seen) != 5:
                    sys.exit(f"{compiler}: GDB finds {seen}, and the program prints {printed}")
                said += "; GDB reads all arguments"
        print(f"{compiler}: the same code without the macro; instructions with it: {said}")


if __name__ == "__main__":
    if not pathlib.Path("/usr/include/x86_64-linux-gnu/sys/sdt.h").exists() and not pathlib.Path("/usr/include/sys/sdt.h").exists():
        print("<sys/sdt.h> is not installed (Debian package systemtap-sdt-dev)")
        sys.exit(77)
    main()
