"""The pairs of snippets in docs/from-libibverbs.md: documents.py compiles the C with libibverbs, and the C++ with Verbatim.

Each snippet is the body of a function of one file per side. The declarations around it are those of the objects that the
page says its snippets have."""
import pathlib
import re
import subprocess
import sys

PAGE = "docs/from-libibverbs.md"
LEAST = 30  # pairs
PAIR = re.compile(r"^### (\d+)\. ([^\n]+)\n(.*?)(?=^##|\Z)", re.M | re.S)
SIDE = re.compile(r"^```(c|cpp)\n(.*?)^```$", re.M | re.S)
C_HEAD = """#include <arpa/inet.h>
#include <infiniband/verbs.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

extern struct ibv_context *context;
extern struct ibv_pd *pd;
extern struct ibv_mr *mr;
extern struct ibv_cq *cq;
extern struct ibv_comp_channel *channel;
extern struct ibv_qp *qp;
extern struct ibv_wc wc;
extern char buffer[4096];
extern uint32_t size, peer_qpn, remote_rkey, gid_index;
extern uint16_t peer_lid;
extern uint64_t remote_addr;
extern int fd, outstanding;
"""
CPP_HEAD = """#include <chrono>
#include <iostream>
#include <span>
#include <verbatim/verbatim.hpp>

using namespace verbatim;
using namespace std::chrono_literals;

"""
# A variable of the file would have the name of a type.
CPP_PARAMETERS = """context& nic, pd& domain, std::byte (&buffer)[4096], mr& region, cq<rc_qp<int>>& completions, rc_qp<int>& qp,
    ud_qp<int>& datagrams, const qp_address& peer_address, const remote_region& target, std::uint32_t size"""
C_FLAGS = ["-x", "c", "-std=c11", "-D_GNU_SOURCE"]
FLAGS = ["-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-Wno-unused-variable", "-Wno-unused-but-set-variable", "-Wno-unused-result",
         "-Wno-missing-field-initializers", "-Wno-unused-parameter"]


def pairs_of(text):
    """(number, title, line of the C, C, line of the C++, C++) of every pair; the page must have both in this order."""
    for found in PAIR.finditer(text):
        sides = list(SIDE.finditer(found[3]))
        if [side[1] for side in sides] != ["c", "cpp"]:
            sys.exit(f"{PAGE}: '{found[1]}. {found[2]}' has not one side in C and then one in C++")
        lines = [text[:found.start(3) + side.start(2)].count("\n") + 1 for side in sides]
        yield int(found[1]), found[2], lines[0], sides[0][2], lines[1], sides[1][2]


def unit(head, parameters, snippets):
    """The text of a file: each snippet in a function, with its place on the page for messages."""
    functions = [f'void snippet_{number}({parameters}) {{{{\n#line {line} "{PAGE}"\n{code}}}}}\n' for number, line, code in snippets]
    return head + "\n".join(functions)


def compile_pairs(root, command, scratch):
    """Compiles both sides; `command` compiles C++."""
    pairs = list(pairs_of((root / PAGE).read_text(encoding="utf-8")))
    if [pair[0] for pair in pairs] != list(range(1, len(pairs) + 1)) or len(pairs) < LEAST:
        sys.exit(f"{PAGE} has the pairs {[pair[0] for pair in pairs]}: they are counted from 1, and at least {LEAST}")
    c_compiler = command[0].replace("clang++", "clang").replace("g++", "gcc")
    sides = [
        ("libibverbs.c", [c_compiler, *C_FLAGS], unit(C_HEAD, "void", [(pair[0], pair[2], pair[3]) for pair in pairs])),
        ("verbatim.cpp", command, unit(CPP_HEAD, CPP_PARAMETERS, [(pair[0], pair[4], pair[5]) for pair in pairs])),
    ]
    for name, compiler, text in sides:
        source = pathlib.Path(scratch) / name
        source.write_text(text, encoding="utf-8")
        done = subprocess.run([*compiler, *FLAGS, source], capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"a side of {PAGE} does not compile:\n{done.stderr}")
    return len(pairs)
