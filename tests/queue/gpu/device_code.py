"""The headers as code for GPUs, by Clang 14 without a toolkit: kernels.cu compiles, calls nothing, keeps WQEs in registers,
stores them by 16 bytes, and has the numbers that the table of docs/gpu.md says. Without options, this looks at one WQE.

    device_code.py ROOT [--thorough] [--write]

--thorough: all WQEs, every GPU that Clang knows, those that only a newer Clang knows, assertions too, AMD's GPUs, every segment, doorbell and CQE, and registers as
NVIDIA's assembler counts them, where it is installed. --write writes the table.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SKIP = 77
ROOT = pathlib.Path(sys.argv[1]).resolve()
THOROUGH, WRITE = "--thorough" in sys.argv, "--write" in sys.argv
WHOLE = THOROUGH or WRITE
INCLUDE = ROOT / "runtime/include"
PAGE = ROOT / "docs/gpu.md"
KERNELS = pathlib.Path(__file__).resolve().parent / "kernels.cu"
UMBRELLA = INCLUDE / "verbatim/gpu.hpp"
TABLE = re.compile(r"(?<=<!-- device_code.py --write -->\n\n).*?\n(?=\n)", re.S)
EVERY_TABLE = re.compile(r"(?<=<!-- device_code.py --write: every WQE -->\n\n).*?\n(?=\n)", re.S)

KNOWN = ["sm_70", "sm_72", "sm_75", "sm_80", "sm_86"]
UNKNOWN = ["sm_87", "sm_89", "sm_90"]
COUNTED = "sm_80"
AMD = ["gfx906", "gfx90a", "gfx1030"]
AMD_COUNTED = "gfx90a"
ASSEMBLER = "release 13.0"
ASSEMBLED = "sm_90"

# Compilers that know the GPUs that Clang 14 does not, and what they need for them.
NEWER, NEWER_PTX = ("clang++-22", "clang++-19", "clang++-16"), "+ptx78"

COMMON = ["-S", "-O2", "-std=c++20", "-Wall", "-Wextra", "-Werror", f"-I{INCLUDE}"]
CUDA = ["-x", "cuda", "--cuda-device-only", "-nocudainc", "-nocudalib", "--cuda-path=/nonexistent",
        "-Xclang", "-target-feature", "-Xclang", "+ptx75"]
HIP = ["-x", "hip", "--cuda-device-only", "-nogpuinc", "-nogpulib"]
HIP_LAUNCH = """#include <cstddef>
struct dim3 { unsigned x, y, z; };
extern "C" int hipLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments, std::size_t shared, void* stream);
"""

# The rows of the table: the kernels, and what they post.
ROWS = {
    "write": "RDMA WRITE, one SGE",
    "write_imm": "RDMA WRITE with an immediate, one SGE",
    "write_inline": "RDMA WRITE, inline, at most 28 bytes",
    "send": "SEND, one SGE",
    "fetch_add": "atomic fetch and add",
    "ud_send": "SEND of a datagram, one SGE",
    "dci_write": "RDMA WRITE on a DCI, one SGE",
}
FIRST = "write"
ALONE = {"ring_doorbell": "`ring_doorbell()`", "retire": "`retire()`"}


def clang():
    """Returns the compiler, or leaves."""
    for name in ("clang++-14", "clang++"):
        found = shutil.which(name)
        if found and "clang version 14." in subprocess.run([found, "--version"], capture_output=True, text=True).stdout:
            return found
    print("skipped: Clang 14 (Debian package clang-14) was not found; others make other numbers of instructions")
    sys.exit(SKIP)


CLANG = clang()


def compiled(source, *options, by=CLANG):
    """Returns the assembly, or the compiler's message in an exception."""
    done = subprocess.run([by, *COMMON, *options, "-o", "-", source], capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{pathlib.Path(source).name} {' '.join(options)}:\n" + "\n".join(done.stderr.splitlines()[:15]))
    return done.stdout


def ptx_of(source, gpu, *options):
    return compiled(source, *CUDA, f"--cuda-gpu-arch={gpu}", *options)


def amd_of(source, gpu, *options):
    return compiled(source, *HIP, f"--offload-arch={gpu}", *options)


def ptx_kernels(text):
    """The instructions of each kernel: {name: lines}."""
    bodies = re.findall(r"\.entry (\w+)\(.*?\n\{(.*?)\n\}", text, re.S)
    return {name: [line.strip() for line in body.splitlines() if line.endswith(";") and not line.strip().startswith(".")]
            for name, body in bodies}


def amd_kernels(text):
    """The instructions of each kernel, and its vector registers: {name: (lines, registers)}."""
    registers = dict(re.findall(r"\.name: +(\w+)\n.*?\.vgpr_count: +(\d+)", text, re.S))
    bodies = re.findall(r"^(\w+): +; @\1\n(.*?)\n\t\.section", text, re.S | re.M)
    return {name: ([line for line in body.splitlines() if re.match(r"\t[a-z]", line)], registers[name])
            for name, body in bodies}


def wrong_in(kernels, is_wrong, is_whole_store):
    """The mistakes in the instructions of kernels."""
    for name, lines in kernels.items():
        for line in lines:
            if is_wrong.match(line.strip()):
                yield f"{name}: {line.strip()}"
        if name not in ALONE and not any(is_whole_store.match(line.strip()) for line in lines):
            yield f"{name}: no store of 16 bytes"
    wanted = set(ALONE) | {f"{row}_by_{who}" for row in ROWS for who in ("thread", "warp") if WHOLE or row == FIRST}
    yield from (f"{name}: no such kernel" for name in sorted(wanted - set(kernels)))


PTX_WRONG = re.compile(r"(\{ // callseq|call|st\.(global\.)?[ub]8|(st|ld)\.local)|.*%SP")
PTX_WHOLE = re.compile(r"(@%p\d+ )?st\.global\.v(2\.[ub]64|4\.[ub]32)")
AMD_WRONG = re.compile(r"s_(swappc|setpc|call)|(scratch|buffer)_(load|store)|(global|flat)_store_byte")
AMD_WHOLE = re.compile(r"(global|flat)_store_dwordx4")


def wrong_ptx(text):
    yield from wrong_in(ptx_kernels(text), PTX_WRONG, PTX_WHOLE)
    yield from (f"not in the program: {name}" for name in re.findall(r"\.extern .*", text))


def wrong_amd(text):
    yield from wrong_in({name: lines for name, (lines, _) in amd_kernels(text).items()}, AMD_WRONG, AMD_WHOLE)


def wrong_headers():
    """Headers that gpu.hpp does not include."""
    text = UMBRELLA.read_text(encoding="utf-8")
    for folder in ("cqes", "doorbells", "segments", "transports"):
        for header in sorted((ROOT / "generated" / folder).glob("*.hpp")):
            if f'#include "verbatim/generated/{folder}/{header.name}"' not in text:
                yield f"verbatim/gpu.hpp does not include generated/{folder}/{header.name}"


def every_function(directory):
    """A program that has every function of the segments, CQEs and doorbells in it, and instantiates all WQEs."""
    lines = ['#include "verbatim/gpu.hpp"', "using namespace verbatim;", "using queue = gpu::send_queue<dci, 15>;"]
    names = {folder: sorted(f.stem for f in (ROOT / "generated" / folder).rglob("*.hpp"))
             for folder in ("segments", "doorbells", "cqes", "wqes", "transports")}
    for name in names["segments"] + names["doorbells"]:
        lines.append(f'extern "C" __global__ void do_{name}(std::byte* at) {{ {name}::read(at).write(at); }}')
    getters = 0
    for name in names["cqes"]:
        text = (ROOT / f"generated/cqes/{name}.hpp").read_text(encoding="utf-8")
        found = re.findall(r"^  (?:constexpr )?(?:std|verbatim)::[\w:<>, ]+ (\w+)\(\) const noexcept", text, re.M)
        getters += len(found)
        calls = " ".join(f"{{ auto got = cqe.{g}(); __builtin_memcpy(to, &got, sizeof got); to += sizeof got; }}" for g in sorted(set(found)))
        lines.append(f'extern "C" __global__ void do_{name}(const std::byte* at, std::byte* to) '
                     f"{{ const {name} cqe(at); {calls} }}")
    # Clang checks the types of an explicit instantiation, and makes no code of it for a GPU.
    lines += [f"template struct verbatim::wqe::{name}<queue::slot>;" for name in names["wqes"]]
    lines += [f"template struct verbatim::wqe::{name}<queue::shared_slot<gpu::warp>>;" for name in names["wqes"]]
    source = pathlib.Path(directory) / "every_function.cu"
    source.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return source, f"{sum(len(n) for n in names.values())} headers, {getters} getters"


def wrong_functions(directory):
    source, what = every_function(directory)
    for text in (ptx_of(source, COUNTED, "-DNDEBUG"), ptx_of(source, COUNTED, "-UNDEBUG"),
                 amd_of(source, AMD_COUNTED, "-DNDEBUG")):
        yield from (f"not in the program: {name}" for name in re.findall(r"\.extern .*", text))
    print(f"every function of {what}")


def wrong_gpus():
    """GPUs of which the page says something else than the compiler."""
    page = PAGE.read_text(encoding="utf-8")
    for gpu in KNOWN + UNKNOWN:
        done = subprocess.run([CLANG, *CUDA, f"--cuda-gpu-arch={gpu}", "-fsyntax-only", "/dev/null"],
                              capture_output=True, text=True)
        if (done.returncode == 0) != (gpu in KNOWN):
            yield f"{CLANG} {'knows' if done.returncode == 0 else 'does not know'} {gpu}"
        if f"`{gpu}`" not in page:
            yield f"docs/gpu.md does not name {gpu}"


def newer_gpus(directory):
    """The GPUs that Clang 14 does not know, by the first newer compiler that is installed."""
    found = next(filter(None, map(shutil.which, NEWER)), None)
    if found is None:
        print(f"not compiled: {', '.join(UNKNOWN)}, for which none of {', '.join(NEWER)} is installed")
        return
    for gpu in UNKNOWN:
        options = [NEWER_PTX if option == "+ptx75" else option for option in CUDA]
        text = compiled(KERNELS, *options, f"--cuda-gpu-arch={gpu}", "-DNDEBUG", by=found)
        yield from (f"{gpu}: {wrong}" for wrong in wrong_ptx(text))
        yield from (f"{gpu}: {wrong}" for wrong in wrong_assembly(text, gpu, directory))
    print(f"{', '.join(UNKNOWN)} by {found}")


def wrong_assembly(text, gpu, directory):
    """The complaints of NVIDIA's assembler, if it is installed."""
    if assembler():
        source = pathlib.Path(directory) / f"{gpu}.ptx"
        source.write_text(text, encoding="utf-8")
        said = subprocess.run([assembler(), f"-arch={gpu}", source, "-o", "/dev/null"], capture_output=True, text=True)
        yield from ([said.stderr] if said.returncode else [])


def every_wqe(directory):
    """The mistakes in the code of all WQEs, and the table of them."""
    try:
        import every_chain
    except SystemExit as lacking:  # the generator's modules
        print(f"not compiled: every WQE: {lacking}")
        return [], EVERY_TABLE.search(PAGE.read_text(encoding="utf-8"))[0]
    specs = every_chain.specs_of(ROOT)
    source = pathlib.Path(directory) / "every_wqe.cu"
    source.write_text(every_chain.source(specs), encoding="utf-8")
    ptx = ptx_of(source, COUNTED, "-DNDEBUG")
    counted, wanted = ptx_kernels(ptx), every_chain.kernels(specs)
    wrong = [f"{name}: {line}" for name, lines in counted.items() for line in lines if PTX_WRONG.match(line)]
    wrong += [f"not in the program: {name}" for name in re.findall(r"\.extern .*", ptx)]
    wrong += [f"no code for {kernel.wqe.name}" for kernel in wanted if kernel.name not in counted]
    for name, (lines, _) in amd_kernels(amd_of(source, AMD_COUNTED, "-DNDEBUG")).items():
        wrong += [f"{name}: {line.strip()}" for line in lines if AMD_WRONG.match(line.strip())]
    used = registers(ptx, directory) if assembler() else {}
    return wrong, every_table({k: (len(counted.get(k.name, [])), used.get(k.name)) for k in wanted})


def every_table(counted):
    """The lines of the table of all WQEs. Registers that were not counted are those of the page."""
    lines = [f"| WQE | transport | PTX, instructions | registers, {ASSEMBLED} |", "|---|---|---|---|"]
    said = EVERY_TABLE.search(PAGE.read_text(encoding="utf-8"))
    for kernel, (instructions, used) in counted.items():
        label = f"| `{kernel.wqe.name}` | {kernel.transport.name} |"
        there = next((line for line in said[0].splitlines() if line.startswith(label)), label + " | |") if said else f"{label} | |"
        lines.append(f"{label} {instructions} | {used or there.split('|')[-2].strip()} |")
    return "\n".join(lines) + "\n"


def assembler():
    """Returns NVIDIA's assembler of the version that has counted, or nothing."""
    for found in (shutil.which("ptxas"), "/usr/local/cuda/bin/ptxas"):
        if found and pathlib.Path(found).exists():
            if ASSEMBLER in subprocess.run([found, "--version"], capture_output=True, text=True).stdout:
                return found
    return None


def registers(ptx, directory):
    """The registers of each kernel, as NVIDIA's assembler uses them."""
    source = pathlib.Path(directory) / "kernels.ptx"
    source.write_text(ptx, encoding="utf-8")
    said = subprocess.run([assembler(), "-v", f"-arch={ASSEMBLED}", source, "-o", "/dev/null"], capture_output=True, text=True)
    if said.returncode != 0:
        raise RuntimeError(f"ptxas: {said.stderr}")
    return dict(re.findall(r"entry function '(\w+)'.*?Used (\d+) registers", said.stderr, re.S))


def cells(ptx, amd, used):
    """The numbers of the table: {kernel: [instructions, registers, AMD's instructions, AMD's registers]}."""
    return {name: [str(len(lines)), used.get(name), *([str(len(amd[name][0])), amd[name][1]] if amd else [None, None])]
            for name, lines in ptx.items()}


def table(counted):
    """The lines of the table. Without a number of its own, a row has what the page says."""
    lines = [f"| WQE | built by | PTX, instructions | registers, {ASSEMBLED} | {AMD_COUNTED}, instructions | vector registers |",
             "|---|---|---|---|---|---|"]
    rows = {f"{name}_by_{who}": f"| {what} | a {who} |" for name, what in ROWS.items() for who in ("thread", "warp")}
    rows |= {name: f"| {what} | a thread |" for name, what in ALONE.items()}
    said = TABLE.search(PAGE.read_text(encoding="utf-8"))
    for name, label in rows.items():
        there = next((line for line in said[0].splitlines() if line.startswith(label)), label + " |" * 4) if said else ""
        old = [cell.strip() for cell in there.removeprefix(label).split("|")][:4]
        new = counted.get(name, [None] * 4)
        lines.append(label + "".join(f" {was if now is None else now} |" for now, was in zip(new, old)))
    return "\n".join(lines) + "\n"


def wrong_table(counted):
    """Rows of the page that have other numbers than those that were counted."""
    said = TABLE.search(PAGE.read_text(encoding="utf-8"))
    if said is None:
        yield "docs/gpu.md has no table"
    elif said[0] != table(counted):
        theirs = said[0].splitlines()
        for line in table(counted).splitlines():
            if line not in theirs:
                yield f"docs/gpu.md does not have `{line}`: run {pathlib.Path(__file__).name} ROOT --write"
        yield "docs/gpu.md has another table"


def wrong_example(directory):
    """The kernel that the page shows has to compile, for the CPU's pass too."""
    [code] = re.findall(r"```cuda\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    source = pathlib.Path(directory) / "put.cu"
    source.write_text(code, encoding="utf-8")
    yield from (f"not in the program: {name}" for name in re.findall(r"\.extern .*", ptx_of(source, COUNTED, "-DNDEBUG")))
    amd_of(source, AMD_COUNTED, "-DNDEBUG")
    # The toolkit's headers declare what a launch calls.
    launch = pathlib.Path(directory) / "launch.hpp"
    launch.write_text(HIP_LAUNCH, encoding="utf-8")
    for options, toolkit in ((CUDA, []), (HIP, ["-include", str(launch)])):
        host = [o for o in options if "ptx" not in o and o not in ("-Xclang", "-target-feature", "--cuda-device-only")]
        compiled(source, *host, *toolkit, "--cuda-host-only", "-DNDEBUG")


def main():
    said = list(wrong_headers())
    with tempfile.TemporaryDirectory() as directory:
        ptx = ptx_of(KERNELS, COUNTED, "-DNDEBUG", *([] if WHOLE else ["-DONE_WQE"]))
        said += wrong_ptx(ptx)
        amd, used = None, {}
        if WHOLE:
            amd = amd_of(KERNELS, AMD_COUNTED, "-DNDEBUG")
            used = registers(ptx, directory) if assembler() else {}
            print(f"registers counted by {assembler()}" if used else f"registers not counted: no ptxas of {ASSEMBLER}")
        counted = cells(ptx_kernels(ptx), amd and amd_kernels(amd), used)
        if WRITE:
            page = PAGE.read_text(encoding="utf-8")
            PAGE.write_text(TABLE.sub(lambda _: table(counted), page), encoding="utf-8")
        said += wrong_table(counted)
        if THOROUGH:
            said += wrong_gpus()
            for gpu in KNOWN:
                said += [f"{gpu}: {wrong}" for wrong in wrong_ptx(ptx_of(KERNELS, gpu, "-DNDEBUG"))]
                ptx_of(KERNELS, gpu, "-UNDEBUG")
            for gpu in AMD:
                said += [f"{gpu}: {wrong}" for wrong in wrong_amd(amd_of(KERNELS, gpu, "-DNDEBUG"))]
            said += wrong_example(directory)
            said += wrong_functions(directory)
            said += newer_gpus(directory)
        if WHOLE:
            wrong, all_wqes = every_wqe(directory)
            said += wrong
            page = PAGE.read_text(encoding="utf-8")
            if WRITE:
                PAGE.write_text(EVERY_TABLE.sub(lambda _: all_wqes, page), encoding="utf-8")
            elif (EVERY_TABLE.search(page) or [""])[0] != all_wqes:
                said.append(f"docs/gpu.md has another table of all WQEs: run {pathlib.Path(__file__).name} ROOT --write")
    print("\n".join(said) if said else f"{len(counted)} kernels")
    sys.exit(bool(said))


if __name__ == "__main__":
    main()
