"""The pairs of snippets of the pages for users of other libraries: documents.py compiles the C with that library's headers, and
the C++ with Verbatim. It runs all of the C++ on the emulated device, and the C on libibverbs, on rings of its queue pairs and on
UCX's uct too (pairs.py).

Each snippet is the body of a function. The declarations around the C are here, and those around the C++ in pairs.cpp,
pair_frame.hpp and pair_rings.hpp: objects that the page says its snippets have. Without the headers of UCX its C is passed over."""
import pathlib
import re
import subprocess
import sys

import pairs

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

int is_last(int);
void at_end(struct ibv_context *, struct ibv_pd *, struct ibv_mr *, struct ibv_cq *, struct ibv_qp *);
void answer(void);
void say_gid(uint32_t);
void write_through(uint32_t);

/* The second step of pair 13. */
static inline void to_rtr(struct ibv_qp *which) {
  struct ibv_qp_attr a = {.qp_state = IBV_QPS_RTR, .path_mtu = IBV_MTU_1024, .dest_qp_num = peer_qpn,
                          .max_dest_rd_atomic = 1, .min_rnr_timer = 12, .ah_attr = {.dlid = peer_lid, .port_num = 1}};
  ibv_modify_qp(which, &a, IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
                               IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER);
}
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

int is_last(int);
void at_end(void);
void fail_with(const uct_iface_params_t *);
void say_event(void);
void say_fence(void);
void say_outstanding(void);
void send_tagged(void);
void write_through(uct_rkey_t);
"""
RING_HEAD = """#include <endian.h>
#include <infiniband/mlx5dv.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

extern struct ibv_context *context;
extern struct ibv_pd *pd;
extern struct ibv_mr *mr;
extern struct ibv_cq *cq;
extern struct ibv_qp *qp;
extern void *ring, *cq_ring, *rq_ring;
extern void *wqe, *last_wqe, *doorbell, *minis, *from;
extern struct mlx5_wqe_ctrl_seg *ctrl;
extern struct mlx5_wqe_raddr_seg *raddr;
extern struct mlx5_wqe_eth_seg *eth;
extern struct mlx5_wqe_data_seg *frame;
extern struct mlx5_cqe64 *cqe;
extern volatile __be32 *dbrec, *rq_dbrec, *cq_dbrec;
extern uint32_t wqebbs, wqes, cqes, pi, ci, rq_pi, cq_ci, qpn, lkey, length, packets, count, lengths[8];
extern uint64_t address, addresses[8];
extern uint8_t opcode, headers[54];
extern int entries[256];
/* Other pages have other objects with these names. */
extern uint32_t rkey __asm__("rkey_of_ring");
extern uint64_t remote __asm__("remote_of_ring");

int is_last(int);
void at_end(struct ibv_context *, struct ibv_pd *, struct ibv_mr *, struct ibv_cq *, struct ibv_qp *);
void answer(void);
void await_at_peer(size_t);
void ring_wqe(uint32_t);
void go_round(void);
void say_taken(void);
void send_through(void *, uint32_t, uint32_t, volatile __be32 *, volatile void *);
"""
# By page: its fewest pairs, what is before the functions in C, the class that has the objects of those in C++, and a header
# that C needs.
VERBS, UCT = "docs/from-libibverbs.md", "docs/from-ucx.md"
PAGES = {
    VERBS: (30, VERBS_HEAD, "pairs::frame", "infiniband/verbs.h"),
    UCT: (15, UCT_HEAD, "uct_frame", "uct/api/uct.h"),
    "docs/from-dpdk.md": (12, RING_HEAD, "pairs::packet_frame", "infiniband/mlx5dv.h"),
}
C_FLAGS = ["-x", "c", "-std=c11", "-D_GNU_SOURCE"]
WARNINGS = ["-Wall", "-Wextra", "-Werror", "-Wno-unused-variable", "-Wno-unused-but-set-variable", "-Wno-unused-result",
            "-Wno-missing-field-initializers", "-Wno-unused-parameter"]


def pairs_of(page, text):
    """(number, title, line of the C, C, line of the C++, C++) of every pair; the page must have both in this order."""
    for found in PAIR.finditer(text):
        sides = list(SIDE.finditer(found[3]))
        if [side[1] for side in sides] != ["c", "cpp"]:
            sys.exit(f"{page}: '{found[1]}. {found[2]}' has not one side in C and then one in C++")
        lines = [text[:found.start(3) + side.start(2)].count("\n") + 1 for side in sides]
        yield int(found[1]), found[2], lines[0], sides[0][2], lines[1], sides[1][2]


def prefix(page):
    """The begin of the names of a page's functions in C."""
    return pathlib.Path(page).stem.replace("-", "_")


def functions(page, side, parameters, snippets):
    """Each snippet in a function, with its place on the page for messages, and what its case has behind it."""
    begin = prefix(page) if side == "c" else "snippet"
    return "\n".join(f'void {begin}_{number}({parameters}) {{\n#line {line} "{page}"\n{code}\n{pairs.end_of(page, number, side)}\n}}\n'
                     for number, line, code in snippets)


def in_cpp(page, base, snippets):
    """A class with all snippets, whose run() runs one."""
    name = pathlib.Path(page).stem
    cases = "".join(f"case {number}: return snippet_{number}();\n" for number, _, _ in snippets)
    return (f"namespace {{\nstruct {name.replace('-', '_')} : {base} {{\nusing {base.rpartition(':')[2]}::{base.rpartition(':')[2]};\n"
            f"{functions(page, 'cpp', '', snippets)}\nvoid run(int number) {{\nswitch (number) {{\n{cases}}}\n}}\n}};\n}}\n")


def called_in_c(page, snippets):
    declared = "".join(f"void {prefix(page)}_{number}();\n" for number, _, _ in snippets)
    cases = "".join(f"case {number}: return {prefix(page)}_{number}();\n" for number, _, _ in snippets)
    return f'extern "C" {{\n{declared}}}\nstatic void run_{prefix(page)}(int number) {{\nswitch (number) {{\n{cases}}}\n}}\n'


def has_header(compiler, header):
    done = subprocess.run([compiler, *C_FLAGS, "-fsyntax-only", "-include", header, "/dev/null"], capture_output=True)
    return done.returncode == 0


def build(root, builder, scratch):
    """Compiles both sides of every page. Returns the program that runs the snippets by page and side, and the numbers of the
    pairs by page."""
    c_compiler = builder.compile[0].replace("clang++", "clang").replace("g++", "gcc")
    scratch, here = pathlib.Path(scratch), root / "tests/pages"
    numbers, in_cpp_of, in_c_of, objects = {}, [], {}, {}
    for page, (least, c_head, base, header) in PAGES.items():
        found = list(pairs_of(page, (root / page).read_text(encoding="utf-8")))
        numbers[page] = [pair[0] for pair in found]
        if numbers[page] != list(range(1, len(found) + 1)) or len(found) < least:
            sys.exit(f"{page} has the pairs {numbers[page]}: they are counted from 1, and at least {least}")
        in_cpp_of.append(in_cpp(page, base, [(pair[0], pair[4], pair[5]) for pair in found]))
        in_c = [(pair[0], pair[2], pair[3]) for pair in found]
        in_c_of[page] = called_in_c(page, in_c)
        if has_header(c_compiler, header):
            source = scratch / f"{pathlib.Path(page).stem}.c"
            source.write_text(c_head + functions(page, "c", "void", in_c), encoding="utf-8")
            objects[page] = source.with_suffix(".o")
            done = subprocess.run([c_compiler, *C_FLAGS, *WARNINGS, "-c", source, "-o", objects[page]], capture_output=True, text=True)
            if done.returncode:
                sys.exit(f"the C of {page} does not compile:\n{done.stderr}")
    of_uct = objects.pop(UCT, None)
    text_of_uct = in_c_of.pop(UCT)
    (scratch / "snippets.inc").write_text("\n".join([*in_cpp_of, *in_c_of.values()]), encoding="utf-8")
    common = builder.build((here / "pairs.cpp").read_text(encoding="utf-8"), "the pages with pairs", *objects.values(), f"-I{here}",
                           *pairs.WRAPPED)
    programs = {(page, "cpp"): common for page in PAGES} | {(page, "c"): common for page in objects}
    if of_uct:
        (scratch / "uct_snippets.inc").write_text(text_of_uct, encoding="utf-8")
        programs[UCT, "c"] = builder.build((here / "pairs_uct.cpp").read_text(encoding="utf-8"), UCT, of_uct, f"-I{here}",
                                           "-Wl,--export-dynamic-symbol=mlx5dv_*", "-luct", "-lucs")
    return programs, numbers
