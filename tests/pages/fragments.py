"""The C++ on the pages that is no program: documents.py compiles each piece in a frame of what the page says it has, and runs it
on the emulated device, each in a process of its own. The functions in runs/ make what a piece needs, call it, and look for what
it has done.

A page whose pieces and frames are not as many fails, so a new piece needs a frame; so does a piece that nothing runs, and a block
without a language whose lines look like statements. Pages of pairs and of docs/how-to have frames of their own."""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

import side_by_side

FENCE = re.compile(r"^```cpp\n(.*?)^```$", re.M | re.S)
BLOCK = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.M | re.S)
STATEMENT = re.compile(r";\s*(//.*)?$", re.M)
HEAD = """#include <poll.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#if __has_include(<asio.hpp>)
#if defined(__clang_major__) && __clang_major__ < 15
#define ASIO_HAS_CO_AWAIT 1
#endif
#include <asio.hpp>
#include <verbatim/asio.hpp>
#endif
#if __has_include(<liburing.h>)
#include <liburing.h>
#endif
#include <verbatim/connect.hpp>
#include <verbatim/connect/cm/dc.hpp>
#include <verbatim/connect/exchange/exchange_json.hpp>
#include <verbatim/connect/subnet/sa_resolver.hpp>
#include <verbatim/gpu.hpp>
#include <verbatim/stream.hpp>
#include <verbatim/stream/link/connector.hpp>
#include <verbatim/stream/link/datagram_listener.hpp>
#include <verbatim/stream/link/datagram_peers.hpp>
#include <verbatim/stream/link/exchange_connector.hpp>
#include <verbatim/stream/link/exchange_listener.hpp>
#include <verbatim/stream/link/exchange_pool.hpp>
#include <verbatim/stream/link/exchange_queue_pair_connector.hpp>
#include <verbatim/stream/link/exchange_queue_pair_listener.hpp>
#include <verbatim/stream/link/groups.hpp>
#include <verbatim/stream/link/listener.hpp>
#include <verbatim/stream/link/pool.hpp>
#include <verbatim/stream/link/queue_pair_connector.hpp>
#include <verbatim/stream/link/queue_pair_listener.hpp>
#include <verbatim/verbatim.hpp>

// GCC takes what comes after #line for a header, whose coroutines may not keep lambdas.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wsubobject-linkage"
#endif

using namespace verbatim;
using namespace std::chrono_literals;
using engine_type = stream::verbs_engine;
using queue_pair = stream::queue_pair<engine_type>;
"""
# A program that is compiled without the rest has only what it needs.
HEADS = {"subnet": """#include <functional>
#include <verbatim/connect/subnet/sa_resolver.hpp>
#include <verbatim/verbatim.hpp>

using namespace verbatim;
"""}
# Libraries of others that a piece needs. Without one the piece is passed over.
OTHERS = {"asio::use_awaitable": "<asio.hpp>", "<liburing.h>": "<liburing.h>"}
PD = "const verbatim::pd& pd, "
END = PD + "engine_type& engine, "
SOCKET = "stream::datagram_socket<engine_type>& socket, std::span<const std::byte> bytes"
STREAM = "stream::byte_stream<engine_type>& with"
CHANNEL = "stream::message_channel<engine_type>& channel, "
DATAGRAM = "ud_qp<int>& sender, ah_cache& cache, const memory_slice& slice, "
# By page: for each piece in turn, what comes before a function, its parameters, and what comes before the piece in it. A piece
# without parameters (None) stands outside of functions. A fourth word is the type that the function returns.
FRAMES = {
    "docs/architecture.md": [
        ("", None, ""),
        ("", PD + "verbatim::cq<rc_qp<int, on_tm_srq<int>>, tm_srq<int>>& cq, const verbatim::mr& mr, std::uint64_t tag,"
         "std::uint64_t mask, int entry", ""),
        ("", "const verbatim::context& context", ""),
        ("", None, "")],
    "docs/asio.md": [
        ("using stream::verbs_engine;", "const verbatim::context& device, const pd& domain, std::string text,"
         "std::vector<char>& piece, asio::io_context& io", ""),
        ("namespace rdma = verbatim::stream::with_asio;", "rdma::hub<stream::verbs_engine> hub, const pd& domain, std::string text",
         ""),
        ("namespace rdma = verbatim::stream::with_asio;", "rdma::hub<stream::verbs_engine> hub, const memory_slice& slice, "
         "stream::queue_pair<stream::verbs_engine>& qp", ""),
        ("", "verbatim::stream::with_asio::byte_stream<stream::verbs_engine>& with, std::vector<char>& piece", "")],
    "docs/awaiting.md": [
        ("", "const verbatim::context& device", ""),
        ("", "engine_type& engine", ""),
        ("void serve(io_uring_cqe*);", "io_uring& ring, engine_type& engine", ""),
        ("std::function<void(const qp_address&)> to_target;", PD + "stream::direct_engine<rc, dci>& engine, slot_pool& pool, const mr& mr, const qp_address& address_of_the_target", ""),
        ("", "engine_type& engine, queue_pair& qp, slot_pool& pool, const mr& mr", ""),
        ("", None, ""),
        ("std::function<void(const stream::exchange_queue_pair_link<engine_type>&)> keep;", "engine_type& engine, queue_pair& qp, const mr& mr",
         ""),
        ("", None, ""),
        ("", "queue_pair& qp, slot_pool& pool", "")],
    "docs/cancelling.md": [
        ("", "queue_pair& qp, slot_pool& pool, stream::datagram_peers<engine_type>& peers, " + SOCKET, "")],
    "docs/closing.md": [("", "rc_qp<int>& qp, cq<rc_qp<int>>& completions", "const auto on_completion = [](auto&&) {};")],
    "docs/connecting.md": [
        ("", "cm::reactor& loop", ""), (
        "struct place { std::uint64_t addr; verbatim::rkey rkey; };",
        "const verbatim::context& context, const verbatim::pd& pd, cq<dct<int>>& received, const verbatim::srq<int>& srq,"
        "cm::connection_request* asked, cm::reactor& loop, std::string host, std::string service, dci_qp<int>& dci, place there,"
        "const verbatim::mr& mr", "const auto accepted = [](cm::outcome<cm::dc_connection> how) { runs::expect(how.has_value(), \"the request is accepted\"); };"
        "auto& request = *asked;")],
    "docs/datagrams.md": [
        ("", "engine_type& engine, std::span<const std::byte> hello, " + SOCKET, ""), ("", None, ""),
        ("", SOCKET, ""),
        ("", "engine_type& engine, " + SOCKET, "")],
    "docs/decisions/0015-handles-not-shared-pointers.md": [("", "const verbatim::mr& mr", "")],
    "docs/events.md": [
        ("", "rc_qp<int>& qp, cq<rc_qp<int>>& completions, context& nic", "const auto on_completion = [](auto&&) {};"),
        ("", "cq<rc_qp<int>>& completions, context& nic", "const auto on_completion = [](auto&&) {};")],
    "docs/exchange.md": [
        ("", PD + "const rc_qp<int>& qp, ud_qp<int>& ud, dci_qp<int>& dci, const exchange::agreement& agreed,"
         "const memory_slice& slice, const remote_region& remote", ""),
        ("", "const verbatim::context& context, " + PD + "cq<dct<int>>& cq, const verbatim::srq<int>& srq, std::uint64_t key,"
         "const exchange::offer& offer", "", "exchange::side"),
        ("void send(const std::vector<std::byte>&); std::vector<std::byte> receive();", "const rc_qp<int>& qp", ""),
        ("void send(const std::vector<std::byte>&);", "const rc_qp<int>& qp", "")],
    "docs/gpu.md": [("", None, "")],
    "docs/memory.md": [("", PD + "const mr& region, std::span<const memory_slice> slices", "")],
    "docs/messages.md": [
        ("", CHANNEL + "std::span<std::byte> buffer", ""),
        ("", CHANNEL + "engine_type& engine, const std::vector<std::vector<std::byte>>& orders", ""),
        ("using stream::message_channel; std::function<void(message_channel<engine_type>&)> connect_to_sender;",
         END + "const verbatim::mr& memory, const verbatim::mr& mr, message_channel<engine_type>& channel", "")],
    "docs/mkeys.md": [
        ("", "cq<rc_qp<int>>& completions, const block_signature& protection", ""), ("", "const mkey& key", "")],
    "docs/observing.md": [
        ("", None, ""), ("", "engine_type& engine, " + STREAM + ", " + SOCKET, ""),
        ("", "const cm::address& peer, cm::ending how, const stream::result& got, stream::stream_status status, subnet::role role,"
         "const subnet::service& service, exchange::stage stage, const exchange::id& id", "")],
    "docs/paths.md": [
        ("", PD + "const rc_qp<int>& qp, const path& way", ""),
        ("", None, ""),
        ("", DATAGRAM + "const recv_completion<int>& completion, std::span<const std::byte> buffer, const local_end& end,"
         "verbs_qp<ud>& datagrams", ""),
        ("", PD + "ud_qp<int>& ud, ud_qp<int>& sender, const memory_slice& slice, std::uint32_t qkey", ""),
        ("", None, ""),
        ("", "", ""), ("std::function<void(const path&)> found;", "const rc_qp<int>& qp, const gid& peer", "")],
    "docs/performance.md": [("", PD + "const verbatim::context& context", "")],
    "docs/polling.md": [("struct sender { send_queue<rc, std::uint64_t> sq; };", None, ""), ("", None, "")],
    "docs/pools.md": [
        ("", END + "std::span<const std::byte> question, std::span<std::byte> answer", ""), ("", END[:-2], "")],
    "docs/posting.md": [
        ("", "const verbatim::pd& pd, const verbs_qp<ud>& peer, verbs_qp<ud>& datagrams, verbs_qp<xrc>& to_srqs,"
         "const verbatim::mr& mr, const remote_region& remote, std::uint32_t qkey, std::uint32_t srqn", ""),
        ("", "ud_qp<int>& qp, const address_handle& handle, const memory_slice& slice, std::uint32_t qkey, int id", ""),
        ("struct job { remote_region counter; memory_slice result; int id; };",
         "rc_qp<int>& qp, const std::vector<job>& jobs", ""),
        ("std::optional<verbs_qp<rc>> the_other_end;", "const verbatim::pd& pd, verbs_cq& cq, const remote_region& peer, const verbatim::mr& mr,"
         "std::span<const std::byte> hello", ""),
        ("", "verbs_cq& cq", ""),
        ("", "const verbatim::context& context", ""),
        ("", "const verbatim::mr& mr, verbs_qp<rc>& qp", "using request = verbs_qp<rc>::request;"),
        ("", "ibv_context* their_context, ibv_pd* their_pd", ""),
    ],
    "docs/streams.md": [
        ("", PD + "const verbatim::context& device, engine_type& engine", ""), ("", END[:-2], ""),
        *[("", STREAM + ", std::span<std::byte> buffer, std::span<const std::byte> bytes, const verbatim::mr& mr", "")] * 2,
        ("", "engine_type& engine, " + STREAM, ""), ("", "stream::exchange_connector<engine_type>& connector, " + STREAM, ""),
        ("std::function<void(stream::byte_stream<engine_type>&)> connect_to_reader;", END + "const mr& memory", ""),
        ("", PD + "const verbatim::context& device", "")],
    "docs/subnet.md": [("", DATAGRAM + "ud_qp<int>& ud, const subnet::membership& joined", "")],
}


# The programs: the pages of each, whose pieces the functions of runs/NAME.hpp run.
PROGRAMS = {
    "verbs": ["architecture", "closing", "0015-handles-not-shared-pointers", "events", "gpu", "memory", "mkeys", "paths", "performance",
              "polling", "posting"],
    "connections": ["asio", "connecting", "exchange", "pools"],
    "streams": ["awaiting", "cancelling", "datagrams", "messages", "observing", "streams"],
    "subnet": ["subnet"],
}
# Pieces that ask a subnet administrator too, on pages of another program.
OF_SUBNET = ["paths_6"]
# Pieces that show both ends run as two functions: what each leaves out.
TO_THE_CLIENT, FROM_THE_CLIENT = r"^[^\n]*// the client.*\Z", r"\A.*?(?=^[^\n]*// the client)"
BOTH_ENDS = {"server": TO_THE_CLIENT, "client": FROM_THE_CLIENT}
HALVES = {
    "asio_0": {"server": r"^asio::io_context io.*?$|^rdma::connector.*?\n\n", "client": r"^asio::io_context io.*?$|^rdma::listener.*?\n\n"},
    "awaiting_3": {"receiver": r"^using engine_type.*?$|^stream::queue_pair<engine_type, dci>.*\Z", "initiator": r"^stream::dc_target.*?$|^to_target.*?$"},
    "awaiting_4": BOTH_ENDS,
    "awaiting_6": BOTH_ENDS,
    "connecting_1": {"server": r"^auto connection.*\Z", "client": r"\A.*?(?=^auto connection)"},
    "datagrams_0": BOTH_ENDS,
    "exchange_0": {"of_ud": r"^\(void\)dci[^\n]*", "of_dc": r"^\(void\)ud[^\n]*"},
    "messages_2": {"receiver": r"^auto put.*\Z", "sender": r"\A.*?(?=^auto put)"},
    "streams_0": {"server": r"^stream::verbs_engine.*?$"},
    "streams_4": {"server": r"^stream::exchange_connector.*\Z", "client": r"\A.*?(?=^stream::exchange_connector)"},
}
# Changes to the pieces, as patterns and replacements: hooks, and times that a busy machine may need.
HOOKS = {
    "closing_0": (r"\b1s\b", "runs::patience"),
    "datagrams_0": (r"\b2s\b", "runs::patience"),
    "streams_3": (r"\b(100ms|2s)\b", "runs::patience"),
    "awaiting_3": (r"^auto got", "to_target(target.native().address()); auto got"),
    "awaiting_6": (r"^(auto accepted = .*)$", r"\1 keep(*accepted);"),
    "paths_6": (r"\Z", "found(route);"),
    "messages_2": (r"^auto got", "connect_to_sender(channel); auto got"),
    "streams_6": (r"^auto sent", "connect_to_reader(with); auto sent"),
}
# Code for a line "…".
GAPS = {"posting_3": "runs::connect(qp, *the_other_end); (void)the_other_end->post_recv({mr.slice(runs::device_and_memory::half + 8192, 8), 1});"}
# Options of the emulator.
ETHERNET = ["--link-layer", "ethernet"]
OPTIONS = {"events_0": ["--raise-at", "1:device_removed"], "paths_3": ETHERNET, "paths_4": ETHERNET, "streams_5": ETHERNET, "paths_6": ["--devices", "2"]}


def pieces_of(text):
    """The line and the code of each piece that is no program."""
    return [(text[:found.start(1)].count("\n") + 1, found[1]) for found in FENCE.finditer(text) if "int main" not in found[1]]


def name_of(page, number):
    return f"{pathlib.Path(page).stem.replace('-', '_')}_{number}"


def functions_of(page, number, line, code, frame):
    """The text of the functions of a piece: the whole, and each of its halves."""
    before, parameters, first, *returned = frame
    name = name_of(page, number)
    code = re.sub(r"^…$", GAPS.get(name, ""), code, flags=re.M).replace("{ … }", "{}").replace("for (;;)", "while (runs::goes_on())")
    code = re.sub(r'"?\b7471\b"?', lambda found: "runs::the_service" if '"' in found[0] else "runs::the_port", code)
    code = code.replace('"server"', "runs::the_server")
    if name in HOOKS:
        code = re.sub(*HOOKS[name], code, flags=re.M)
    if parameters is None:
        functions = f'#line {line} "{page}"\n{code}'
    else:
        awaits = "asio::awaitable<void>" if "use_awaitable" in code else "stream::task<>" if "co_" in code else "void"
        functions = ""
        for half, left_out in {"piece": None, **HALVES.get(name, {})}.items():
            # An empty line in place of each that is left out keeps the numbers.
            body = re.sub(left_out, lambda found: "\n" * found[0].count("\n"), code, flags=re.M | re.S) if left_out else code
            functions += (f"{(*returned, awaits)[0]} {half}({parameters}) {{{{\n{first}\n#line {line} \"{page}\"\n{body}\n{'' if returned else 'runs::at_end();'}\n}}}}\n")
    needed = [other for mark, other in OTHERS.items() if mark in code]
    begin, end = (f"#if __has_include({needed[0]})\n", "#endif\n") if needed else ("", "")
    return f"{begin}namespace page_{name} {{\n{before}\n{functions}}}\n{end}"


def units(root):
    """The texts of the programs, what is wrong with the pages, and the names of the pieces by program."""
    parts, wrong, names = {}, [], {}
    pages = {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in sorted((root / "docs").rglob("*.md"))}
    for page, text in pages.items():
        if page in side_by_side.PAGES or page.startswith(("docs/how-to/", "docs/layouts/")):
            continue
        pieces, frames = pieces_of(text), FRAMES.get(page, [])
        wrong += [f"{page}:{text[:found.start()].count(chr(10)) + 1}: name the language of this block: C++ is compiled, and the rest is text"
                  for found in BLOCK.finditer(text) if not found[1] and STATEMENT.search(found[2])]
        if len(pieces) != len(frames):
            wrong.append(f"{page} has {len(pieces)} pieces of C++ that are no program, and FRAMES of tests/pages/fragments.py {len(frames)}")
        program = next((one for one, stems in PROGRAMS.items() if pathlib.Path(page).stem in stems), None)
        if pieces and not program:
            wrong.append(f"{page} is not in PROGRAMS of tests/pages/fragments.py")
        for number, ((line, code), frame) in enumerate(zip(pieces, frames)):
            name = name_of(page, number)
            its = "subnet" if name in OF_SUBNET else program
            parts.setdefault(its, []).append(functions_of(page, number, line, code, frame))
            names.setdefault(its, []).append(name)
    texts = {program: "\n".join([HEADS.get(program, HEAD), '#include "frame.hpp"', *all_of, f'#include "{program}.hpp"',
                                 f"int main(int, char** arguments) {{ return runs::main(runs::of_{program}, arguments[1]); }}\n"])
             for program, all_of in parts.items()}
    return texts, wrong, names


def mistake(program, name, launcher):
    """The mistake in the run of a piece, in words; an empty text if there was none."""
    command = [launcher, "--fabric", f"{name[:20]}-{os.getpid()}", *OPTIONS.get(name, []), program, name]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        return f"the piece {name} does not end"
    return f"the piece {name} ends with {done.returncode}:\n{done.stdout}{done.stderr}" if done.returncode else ""


def build(builder, root, only=tuple(PROGRAMS)):
    """Builds the programs, or some, by documents.py's builder. Returns their files."""
    texts, wrong, _ = units(root)
    if wrong:
        sys.exit("\n".join(wrong))
    more = ["-I", root / "tests/pages/runs", *side_by_side.WARNINGS, "-Wno-unused-function"]
    return {program: builder.build(text, f"tests/pages/runs/{program}.hpp", *more) for program, text in texts.items()
            if program in only}


def run_pieces(root, built, launcher):
    """Runs all pieces. Returns their number."""
    names = units(root)[2]
    wrong, jobs = [], []
    for program, file in built.items():
        have = subprocess.run([launcher, file, "--list"], capture_output=True, text=True, check=True).stdout.split()
        wrong += [f"no function of tests/pages/runs/{program}.hpp runs the piece {name}" for name in names[program] if name not in have]
        jobs += [(file, name) for name in have]
    with concurrent.futures.ThreadPoolExecutor(2 * os.cpu_count()) as pool:
        wrong += [text for text in pool.map(lambda job: mistake(*job, launcher), jobs) if text]
    if wrong:
        sys.exit("\n".join(wrong))
    return len(jobs)
