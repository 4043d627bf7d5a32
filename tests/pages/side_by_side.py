"""The pairs of snippets of the pages for users of other libraries: documents.py compiles the C with that library's headers, and
the C++ with Verbatim.

Each snippet is the body of a function of one file per side. The declarations around it are those of the objects that the
page says its snippets have. Without the headers of UCX its C is passed over."""
import pathlib
import re
import subprocess
import sys

PAIR = re.compile(r"^### (\d+)\. ([^\n]+)\n(.*?)(?=^##|\Z)", re.M | re.S)
SIDE = re.compile(r"^```(c|cpp)\n(.*?)^```$", re.M | re.S)
VERBS_HEAD = """#include <arpa/inet.h>
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
UCT_HEAD = """#include <poll.h>
#include <uct/api/uct.h>

extern uct_component_h component;
extern uct_md_config_t *md_config;
extern uct_iface_config_t *iface_config;
extern uct_md_h md;
extern uct_worker_h worker;
extern uct_iface_h iface;
extern uct_ep_h ep;
extern uct_mem_h memh;
extern uct_rkey_bundle_t bundle;
extern uct_rkey_t rkey;
extern uct_completion_t comp;
extern uct_tag_context_t tag_context;
extern uct_device_addr_t *dev_addr;
extern uct_iface_addr_t *iface_addr;
extern uct_ep_addr_t *own_ep_addr, *ep_addr;
extern uct_iov_t piece;
extern uct_tag_t tag, mask;
extern char buffer[4096], packed[64];
extern uint64_t remote, result, header;
extern uint32_t result32;
extern int argument, fd;
size_t pack(void *to, void *argument);
ucs_status_t handler(void *argument, void *data, size_t length, unsigned flags);
ucs_status_t failed(void *argument, uct_ep_h endpoint, ucs_status_t status);
"""
RING_HEAD = """#include <endian.h>
#include <infiniband/mlx5dv.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

extern struct ibv_qp *qp;
extern void *ring, *cq_ring, *rq_ring;
extern void *wqe, *last_wqe, *doorbell, *minis, *from;
extern struct mlx5_wqe_ctrl_seg *ctrl;
extern struct mlx5_wqe_raddr_seg *raddr;
extern struct mlx5_wqe_eth_seg *eth;
extern struct mlx5_wqe_data_seg *frame;
extern struct mlx5_cqe64 *cqe;
extern volatile __be32 *dbrec, *rq_dbrec, *cq_dbrec;
extern uint32_t wqebbs, wqes, cqes, pi, ci, rq_pi, cq_ci, qpn, rkey, lkey, length, packets, count, lengths[8];
extern uint64_t remote, address, addresses[8];
extern uint8_t opcode, headers[54];
extern int entries[256];
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
UCT_PARAMETERS = CPP_PARAMETERS + ", std::uint64_t dc_key, std::uint64_t tag, std::uint64_t mask"
RING_PARAMETERS = CPP_PARAMETERS + """, raw_packet_qp<int>& packets, std::uint64_t remote, std::uint64_t address,
    std::uint32_t remote_key, std::uint32_t local_key, std::span<const std::byte> bytes, std::span<const std::byte> headers,
    std::byte* ring, std::byte* dbrec, std::byte* registers, std::uint32_t blueflame_bytes, std::uint32_t qpn"""
# By page: its fewest pairs, what is before the functions in C, the parameters of those in C++, and a header that C needs.
PAGES = {
    "docs/from-libibverbs.md": (30, VERBS_HEAD, CPP_PARAMETERS, "infiniband/verbs.h"),
    "docs/from-ucx.md": (15, UCT_HEAD, UCT_PARAMETERS, "uct/api/uct.h"),
    "docs/from-dpdk.md": (12, RING_HEAD, RING_PARAMETERS, "infiniband/mlx5dv.h"),
}
C_FLAGS = ["-x", "c", "-std=c11", "-D_GNU_SOURCE"]
FLAGS = ["-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-Wno-unused-variable", "-Wno-unused-but-set-variable", "-Wno-unused-result",
         "-Wno-missing-field-initializers", "-Wno-unused-parameter"]


def pairs_of(page, text):
    """(number, title, line of the C, C, line of the C++, C++) of every pair; the page must have both in this order."""
    for found in PAIR.finditer(text):
        sides = list(SIDE.finditer(found[3]))
        if [side[1] for side in sides] != ["c", "cpp"]:
            sys.exit(f"{page}: '{found[1]}. {found[2]}' has not one side in C and then one in C++")
        lines = [text[:found.start(3) + side.start(2)].count("\n") + 1 for side in sides]
        yield int(found[1]), found[2], lines[0], sides[0][2], lines[1], sides[1][2]


def unit(page, head, parameters, snippets):
    """The text of a file: each snippet in a function, with its place on the page for messages."""
    functions = [f'void snippet_{number}({parameters}) {{{{\n#line {line} "{page}"\n{code}}}}}\n' for number, line, code in snippets]
    return head + "\n".join(functions)


def has_header(compiler, header):
    done = subprocess.run([compiler, *C_FLAGS, "-fsyntax-only", "-include", header, "/dev/null"], capture_output=True)
    return done.returncode == 0


def compile_pairs(root, command, scratch):
    """Compiles both sides of every page; `command` compiles C++. Returns the number of pairs."""
    c_compiler = command[0].replace("clang++", "clang").replace("g++", "gcc")
    count = 0
    for page, (least, c_head, parameters, header) in PAGES.items():
        pairs = list(pairs_of(page, (root / page).read_text(encoding="utf-8")))
        if [pair[0] for pair in pairs] != list(range(1, len(pairs) + 1)) or len(pairs) < least:
            sys.exit(f"{page} has the pairs {[pair[0] for pair in pairs]}: they are counted from 1, and at least {least}")
        sides = [("cpp", command, unit(page, CPP_HEAD, parameters, [(pair[0], pair[4], pair[5]) for pair in pairs]))]
        if has_header(c_compiler, header):
            sides.append(("c", [c_compiler, *C_FLAGS], unit(page, c_head, "void", [(pair[0], pair[2], pair[3]) for pair in pairs])))
        for suffix, compiler, text in sides:
            source = pathlib.Path(scratch) / f"{pathlib.Path(page).stem}.{suffix}"
            source.write_text(text, encoding="utf-8")
            done = subprocess.run([*compiler, *FLAGS, source], capture_output=True, text=True)
            if done.returncode:
                sys.exit(f"a side of {page} does not compile:\n{done.stderr}")
        count += len(pairs)
    return count
