"""Compares the sizes of what programs compile with the tables of docs/sizes.md.

    sizes.py ROOT [--write]

The tables hold the instruction bytes and the stack of one function for each chain on the pages of the WQEs, and the
lines that the compiler reads for each public header. The test fails if a number is more than a tenth larger than in
its table, or if a row is missing there. With --write the page is written. It needs the compilers of COMPILERS.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

COMPILERS = {"g++-12": "GCC 12", "clang++-14": "Clang 14"}
FLAGS = ["-std=c++20", "-O2", "-DNDEBUG", "-w"]
MOST_GROWTH = 1.1
PAGE = "docs/sizes.md"
# On other pages only the first transport counts: the rest of a chain is the same on all.
ON_EVERY_TRANSPORT = ("send", "rdma_write", "rdma_read", "atomic_fa")
# These need packages of their own.
LEFT_OUT = ("asio.hpp", "boost_asio.hpp")
CALLBACK = ("q.post_all(jobs, [](auto&& wqe, const job& j) "
            "{ return std::move(wqe).write().rdma(j.region).sge(j.slice).signal(j.id).finish(); }).accepted")
MANY = {
    "post_all writes signal": "q.post_all(writes(slices, regions).signal(ids)).accepted",
    "post_all reads signal": "q.post_all(reads(slices, regions).signal(ids)).accepted",
    "post_all sends signal": "q.post_all(sends(slices).signal(ids)).accepted",
    "post_all sends signal_last": "q.post_all(sends(slices).signal_last(ids[0])).accepted",
    "post_all callback": CALLBACK,
}
HEAD = """# Sizes

<!-- Written by `python3 tests/bench/sizes.py . --write` from what the compilers make. -->

This page shows how large the code of each builder is, how much stack it takes, and how much a compiler has to
read for each header. The slow tests compile all of it again. They fail if a number is more than a tenth
larger than on this page. `python3 tests/bench/sizes.py . --write` writes the page; look at the difference
before you commit it.

## Chains

Each row is a function that posts one WQE, from `sq_wqe()` to `finish()`, as the [pages of the
WQEs](layouts/README.md) write it, without flags. The queue is ordered and sparse, its WQEs have at most 4
WQEBBs, and its entries 8 bytes. The parameters are read from memory, which is counted. The compilers run
with `-O2 -DNDEBUG` for x86-64. The bytes are those of the function's instructions, its cold part included.
The code that all WQEs of a queue share is not: it moves a WQE from the spare memory. The stack is in bytes,
as `-fstack-usage` reports it. The last rows are functions that post any number of WQEs by
[`post_all()`](posting.md#many-requests-at-once).

"""
HEADERS = """
## Headers

A file that includes only this header has so many lines after the preprocessor, without blank lines. The
time to compile grows with them, and they are the same in every run;
[measurements](measurements.md#compiling) has times. Most lines are those of the standard library and of
libibverbs. The headers for Asio are left out, because they need Asio.

"""
PREAMBLE = """#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

{includes}
#include "verbatim/queue/send/send_queue.hpp"

using namespace verbatim;
template <class Transport>
using queue = send_queue<Transport, std::uint64_t>;

extern const std::byte parameters[];

/// A parameter of any type, which is in memory.
template <std::size_t at>
struct any_parameter {{
  template <class T>
  operator T() const noexcept {{
    T value;
    std::memcpy(static_cast<void*>(&value), parameters + at, sizeof value);
    return value;
  }}
}};

struct job {{
  wire::local_memory slice;
  wire::remote_memory region;
  std::uint64_t id;
}};
"""


def chains(root):
    """(label, transport, C++) of the chains on the pages of the WQEs, one of each."""
    for page in sorted((root / "docs/layouts/wqes").glob("*.md")):
        text = page.read_text(encoding="utf-8")
        groups = re.findall(r"^On \[(\w+)\].*?\n\n```cpp\n(.*?)```", text, re.S | re.M)
        for transport, code in groups if page.stem in ON_EVERY_TRANSPORT else groups[:1]:
            for chain in re.findall(r"posted = (qp\.sq_wqe\(\).*?\.finish\(\));", code, re.S):
                steps = re.findall(r"\.(\w+)\(([^()]*)\)", chain)
                label = f"{page.stem}: " + " ".join(name for name, _ in steps[1:-1])
                yield label, transport, steps


def call(steps):
    """The chain with parameters from memory."""
    at, text = 0, "q"
    for name, arguments in steps:
        given = []
        for argument in filter(None, re.split(r", *", arguments)):
            if argument == "flags":
                continue
            given.append(f"any_parameter<{at}>()")
            at += 64
        text += f".{name}({', '.join(given)})"
    return text


def functions(root):
    """The label of each function by its name, and the file that has them all."""
    labels, bodies, transports = {}, [], set()
    for label, transport, steps in chains(root):
        name = f"f{len(labels)}_"
        labels[name] = (label, transport)
        transports.add(transport)
        bodies.append(f'extern "C" post_result {name}(queue<{transport}>& q) {{ return {call(steps)}; }}')
    for label, code in MANY.items():
        name = f"f{len(labels)}_"
        labels[name] = (label, "rc")
        bodies.append(f'extern "C" std::size_t {name}(queue<rc>& q, std::span<const wire::local_memory> slices, '
                      "std::span<const wire::remote_memory> regions, std::span<const std::uint64_t> ids, "
                      f"std::span<const job> jobs) {{ return {code}; }}")
    includes = "\n".join(f'#include "verbatim/generated/transports/{name}.hpp"' for name in sorted(transports | {"rc"}))
    return labels, PREAMBLE.format(includes=includes) + "\n".join(bodies) + "\n"


def of_functions(root, compiler, labels, source, scratch):
    """(bytes, stack) of each function."""
    file, object_file = scratch / "chains.cpp", scratch / "chains.o"
    file.write_text(source, encoding="utf-8")
    subprocess.run([compiler, *FLAGS, "-I", root / "runtime/include", "-fstack-usage", "-c", file, "-o", object_file],
                   check=True)
    sizes, stacks = dict.fromkeys(labels, 0), {}
    for line in subprocess.check_output(["nm", "-S", "--defined-only", object_file], text=True).splitlines():
        fields = line.split()
        name = fields[-1].split(".")[0]  # a cold part ends in .cold
        if len(fields) == 4 and name in sizes:
            sizes[name] += int(fields[1], 16)
    for line in object_file.with_suffix(".su").read_text(encoding="utf-8").splitlines():
        place, stack, _ = line.split("\t")
        if found := re.search(r"\bf\d+_(?=\W|$)", place):
            stacks[found[0]] = int(stack)
    return {labels[name]: (sizes[name], stacks[name]) for name in labels}


def of_headers(root, compiler, scratch):
    """Lines for each public header."""
    lines = {}
    for header in sorted((root / "runtime/include/verbatim").glob("*.hpp")):
        if header.name in LEFT_OUT:
            continue
        file = scratch / "header.cpp"
        file.write_text(f"#include <verbatim/{header.name}>\n", encoding="utf-8")
        text = subprocess.check_output([compiler, "-std=c++20", "-E", "-P", "-I", root / "runtime/include", file], text=True)
        lines[f"verbatim/{header.name}"] = sum(1 for line in text.splitlines() if line.strip())
    return lines


def measure(root):
    """The rows of both tables: what they name, and their numbers."""
    labels, source = functions(root)
    by_chain, by_header = {}, {}
    for compiler in COMPILERS:
        with tempfile.TemporaryDirectory() as scratch:
            for label, numbers in of_functions(root, compiler, labels, source, pathlib.Path(scratch)).items():
                by_chain.setdefault(label, []).extend(numbers)
            for header, count in of_headers(root, compiler, pathlib.Path(scratch)).items():
                by_header.setdefault((header,), []).append(count)
    return by_chain, by_header


def table(heads, rows):
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * (len(heads) - len(next(iter(rows.values())))) +
             "--:|" * len(next(iter(rows.values())))]
    lines += ["| " + " | ".join([f"`{name}`" for name in names] + [str(number) for number in numbers]) + " |"
              for names, numbers in rows.items()]
    return "\n".join(lines) + "\n"


def page(by_chain, by_header):
    heads = ["chain", "transport"] + [f"{name}: {what}" for name in COMPILERS.values() for what in ("bytes", "stack")]
    return (HEAD + table(heads, by_chain) + HEADERS +
            table(["header"] + [f"{name}: lines" for name in COMPILERS.values()], by_header))


def rows_of(text):
    """The rows of the tables of a page."""
    found = {}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("| ").split(" | ")]
        names = tuple(cell.strip("`") for cell in cells if cell.startswith("`"))
        if line.startswith("| `"):
            found[names] = [int(cell) for cell in cells[len(names):]]
    return found


def grown(now, before):
    """Sentences about what is larger than a page allows, or not on it."""
    for names, numbers in now.items():
        label = " on ".join(names)
        if names not in before:
            yield f"{label}: has no row"
            continue
        for number, allowed in zip(numbers, before[names]):
            if number > allowed * MOST_GROWTH:
                yield f"{label}: {number}, and the page says {allowed}"
    for names in before.keys() - now.keys():
        yield f"{' on '.join(names)}: has a row, and is gone"


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    missing = [name for name in (*COMPILERS, "nm") if not shutil.which(name)]
    if missing or os.uname().machine != "x86_64":
        print(f"skipped: {', '.join(missing) or 'not x86-64'}: the tables are those of x86-64 and these compilers")
        sys.exit(77)
    by_chain, by_header = measure(root)
    if "--write" in sys.argv[2:]:
        (root / PAGE).write_text(page(by_chain, by_header), encoding="utf-8")
    now = {**by_chain, **by_header}
    wrong = sorted(grown(now, rows_of((root / PAGE).read_text(encoding="utf-8"))))
    if wrong:
        wrong.append(f"If this is meant, run `python3 tests/bench/sizes.py . --write` and commit {PAGE}.")
    print("\n".join(wrong) or f"{len(by_chain)} chains and {len(by_header)} headers have not grown")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
