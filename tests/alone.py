"""Every public header compiles alone, and twice over, without a warning.

    alone.py INCLUDE_ROOT STEP COMPILER [ARGUMENT...]

If STEP is 1, every header is tried. Otherwise one generated header of STEP is tried, as the same templates print them,
and of the others, a header that another one includes before anything else of Verbatim is tried by compiling that other
one; every twelfth of what is left is compiled, but not the one for Boost.Asio, as Boost is large and only installed for
slow suites. If Clang is installed, it compiles all headers together, again without that one, which cannot be beside Asio
in one file. The header for posting through verbs reaches the generated headers of BEHIND_VERBS_QP, and no others.

If the compiler is Clang, the standard library is precompiled, which takes a third of the time. std_includes.py then says
what a header lacks of that.
"""
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import std_includes

CLANG = ("clang++", "clang++-14")
APART = "boost_asio.hpp"
# The generated headers that a queue pair for posting through verbs reaches; docs/architecture.md gives the
# reason for each.
BEHIND_VERBS_QP = {*(f"transport_tags/{name}" for name in ("raw_packet", "rc", "uc", "ud", "xrc", "dci")), "enums", "commands/mbox_out",
                   "segments/mkey_ctx_seg", "segments/av_ud_seg", "segments/av_dc_seg", "segments/data_seg", "segments/srq_next_seg",
                   "cqes/cqe64", "cqes/err_cqe", "cqes/eth_cqe"}
LAYERS = ("wire", "mmio", "generated", "queue", "verbs", "connect", "stream")


def errors(command, header):
    source = f'#include "{header}"\n#include "{header}"\n'
    done = subprocess.run(command, input=source, capture_output=True, text=True)
    return f"{header} does not stand alone:\n{done.stderr}" if done.returncode else ""


def errors_together(command, headers):
    """Returns the complaints of Clang about a file that includes all of the headers."""
    source = "".join(f'#include "{header}"\n' for header in headers)
    done = subprocess.run(command, input=source, capture_output=True, text=True)
    return f"{command[0]} and all headers together:\n{done.stderr}" if done.returncode else ""


def precompiled(command, flags, directory):
    """Returns the flags for Clang with the standard library precompiled into the directory."""
    header, result = pathlib.Path(directory, "std.hpp"), pathlib.Path(directory, "std.pch")
    header.write_text("".join(f"#if __has_include(<{name}>)\n#include <{name}>\n#endif\n" for name in std_includes.NAMES))
    early = "-fpch-instantiate-templates"  # once, and not in each use
    subprocess.run([*command, *flags, early, "-x", "c++-header", header, "-o", result], check=True)
    return [*flags, "-include-pch", str(result)]


def formats(command, header, allowed):
    """Returns the complaint if the header reaches other generated headers than the allowed ones, or does not reach all."""
    done = subprocess.run([*command, "-M"], input=f'#include "{header}"\n', capture_output=True, text=True)
    found = set(re.findall(r"verbatim/generated/(\w+/\w+|\w+)\.hpp", done.stdout))
    if done.returncode or not found:
        return f"{header}:\n{done.stderr}"
    wrong = [*(f"{header} includes generated/{name}.hpp: docs/architecture.md says which it may" for name in sorted(found - allowed)),
             *(f"{header} does not include generated/{name}.hpp any more: take it off the list" for name in sorted(allowed - found))]
    return "\n".join(wrong)


def first_of_ours(header):
    """Returns the header of Verbatim that this one includes first, or None."""
    found = re.search(r'^#include ["<](verbatim/[^">]+)[">]', header.read_text(encoding="utf-8"), re.M)
    return found and pathlib.Path(found[1])


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    folder = root / "verbatim"
    of_layers = {layer: sorted(h.relative_to(root) for h in (folder / layer).glob("**/*.hpp")) for layer in LAYERS}
    every = [*sum(of_layers.values(), []), *sorted(h.relative_to(root) for h in folder.glob("*.hpp"))]
    assert len(every) > len(LAYERS), f"no headers in {root}"
    left_out = {h for i, h in enumerate(of_layers["generated"]) if i % int(sys.argv[2])}
    headers = [h for h in every if h not in left_out]
    if sys.argv[2] != "1":
        tried_by_others = {first_of_ours(root / h) for h in headers}
        headers = [h for h in headers if h not in tried_by_others and h.name != APART][::12]
    flags = ["-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror", f"-I{root}"]
    from_input = ["-fsyntax-only", "-x", "c++", "-"]
    compiler = sys.argv[3:]
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        of_each = precompiled(compiler, flags, scratch) if "clang" in compiler[0] else flags
        command = [*compiler, *of_each, *from_input]
        said = [text for text in pool.map(lambda h: errors(command, h), headers) if text]
    if text := formats([*compiler, *flags, "-x", "c++", "-"], "verbatim/verbs/portable/verbs_qp.hpp", BEHIND_VERBS_QP):
        said.append(text)
    clang = next((name for name in CLANG if shutil.which(name)), None)
    if clang and (text := errors_together([clang, *flags, *from_input], [h for h in every if h.name != APART])):
        said.append(text)
    print("\n".join(said) or f"{len(headers)} headers stand alone")
    sys.exit(bool(said))


if __name__ == "__main__":
    main()
