"""The C++ on the pages that is no program: documents.py compiles each piece in a frame of what the page says it has.

A page whose pieces and frames are not as many fails, so a new piece needs a frame; so does a block without a language whose lines
look like statements. Pages of pairs and of docs/how-to have frames of their own."""
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
         "std::vector<char>& piece", ""),
        ("namespace rdma = verbatim::stream::with_asio;", "rdma::hub<stream::verbs_engine> hub, const pd& domain, std::string text",
         ""),
        ("namespace rdma = verbatim::stream::with_asio;", "rdma::hub<stream::verbs_engine> hub, const memory_slice& slice, "
         "stream::queue_pair<stream::verbs_engine>& qp", ""),
        ("", "verbatim::stream::with_asio::byte_stream<stream::verbs_engine>& with, std::vector<char>& piece", "")],
    "docs/awaiting.md": [
        ("", "const verbatim::context& device", ""),
        ("", "engine_type& engine", ""),
        ("void serve(io_uring_cqe*);", "io_uring& ring, engine_type& engine", ""),
        ("", PD + "stream::direct_engine<rc, dci>& engine, slot_pool& pool, const mr& mr, const qp_address& address_of_the_target", ""),
        ("", "engine_type& engine, queue_pair& qp, slot_pool& pool, const mr& mr", ""),
        ("", None, ""),
        ("", "engine_type& engine, queue_pair& qp, const mr& mr", ""),
        ("", None, ""),
        ("", "queue_pair& qp, slot_pool& pool", "")],
    "docs/cancelling.md": [
        ("", "queue_pair& qp, slot_pool& pool, stream::datagram_peers<engine_type>& peers, " + SOCKET, "")],
    "docs/closing.md": [("", "rc_qp<int>& qp, cq<rc_qp<int>>& completions", "const auto on_completion = [](auto&&) {};")],
    "docs/connecting.md": [
        ("", "cm::reactor& loop", ""), (
        "struct place { std::uint64_t addr; verbatim::rkey rkey; };",
        "const verbatim::context& context, const verbatim::pd& pd, cq<dct<int>>& received, const verbatim::srq<int>& srq,"
        "cm::connection_request request, cm::reactor& loop, std::string host, std::string service, dci_qp<int>& dci, place there,"
        "const verbatim::mr& mr", "const auto accepted = [](cm::outcome<cm::dc_connection>) {};")],
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
        ("using stream::message_channel;", END + "const verbatim::mr& memory, const verbatim::mr& mr", "")],
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
        ("", "", ""), ("", "const rc_qp<int>& qp, const gid& peer", "")],
    "docs/performance.md": [("", PD + "const verbatim::context& context", "")],
    "docs/polling.md": [("using sender = rc_qp<std::uint64_t>;", None, ""), ("", None, "")],
    "docs/pools.md": [
        ("", END + "std::span<const std::byte> question, std::span<std::byte> answer", ""), ("", END[:-2], "")],
    "docs/posting.md": [
        ("", "const verbatim::pd& pd, const verbs_qp<ud>& peer, verbs_qp<ud>& datagrams, verbs_qp<xrc>& to_srqs,"
         "const verbatim::mr& mr, const remote_region& remote, std::uint32_t qkey, std::uint32_t srqn", ""),
        ("", "ud_qp<int>& qp, const address_handle& handle, const memory_slice& slice, std::uint32_t qkey, int id", ""),
        ("struct job { remote_region counter; memory_slice result; int id; };",
         "rc_qp<int>& qp, const std::vector<job>& jobs", ""),
        ("", "const verbatim::pd& pd, verbs_cq& cq, const remote_region& peer, const verbatim::mr& mr,"
         "std::span<const std::byte> hello", ""),
        ("", "verbs_cq& cq", ""),
        ("", "const verbatim::context& context", ""),
        ("", "const verbatim::mr& mr, verbs_qp<rc>& qp", "using request = verbs_qp<rc>::request;"),
        ("", "ibv_context* their_context, ibv_pd* their_pd", ""),
    ],
    "docs/streams.md": [
        ("", PD + "const verbatim::context& device", ""), ("", END[:-2], ""),
        ("", STREAM + ", std::span<std::byte> buffer, std::span<const std::byte> bytes, const verbatim::mr& mr", ""),
        ("", "engine_type& engine, " + STREAM, ""), ("", "stream::exchange_connector<engine_type>& connector, " + STREAM, ""),
        ("", END + "const mr& memory", ""),
        ("", PD + "const verbatim::context& device", "")],
    "docs/subnet.md": [("", DATAGRAM + "ud_qp<int>& ud, const subnet::membership& joined", "")],
}


def pieces_of(text):
    """The line and the code of each piece that is no program."""
    return [(text[:found.start(1)].count("\n") + 1, found[1]) for found in FENCE.finditer(text) if "int main" not in found[1]]


def unit(root):
    """The text of a file with all pieces."""
    parts, wrong = [HEAD], []
    pages = {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in sorted((root / "docs").rglob("*.md"))}
    for page, text in pages.items():
        if page in side_by_side.PAGES or page.startswith(("docs/how-to/", "docs/layouts/")):
            continue
        pieces, frames = pieces_of(text), FRAMES.get(page, [])
        wrong += [f"{page}:{text[:found.start()].count(chr(10)) + 1}: name the language of this block: C++ is compiled, and the rest is text"
                  for found in BLOCK.finditer(text) if not found[1] and STATEMENT.search(found[2])]
        if len(pieces) != len(frames):
            wrong.append(f"{page} has {len(pieces)} pieces of C++ that are no program, and FRAMES of tests/pages/fragments.py {len(frames)}")
        for number, ((line, code), (before, parameters, first, *returned)) in enumerate(zip(pieces, frames)):
            code = re.sub(r"^…$", "", code, flags=re.M).replace("{ … }", "{}")
            room = f"page_{pathlib.Path(page).stem.replace('-', '_')}_{number}"
            body = f'#line {line} "{page}"\n{code}'
            of_asio = "use_awaitable" in code
            awaits = "asio::awaitable<void>" if of_asio else "stream::task<>" if "co_" in code else "void"
            function = body if parameters is None else f"{(*returned, awaits)[0]} piece({parameters}) {{{{\n{first}\n{body}}}}}\n"
            needed = [other for mark, other in OTHERS.items() if mark in code]
            begin, end = (f"#if __has_include({needed[0]})\n", "#endif\n") if needed else ("", "")
            parts.append(f"{begin}namespace {room} {{\n{before}\n{function}}}\n{end}")
    return "\n".join(parts), wrong, sum(len(frames) for frames in FRAMES.values())


def compile_pieces(root, command, scratch):
    """Compiles all pieces by the command, which compiles C++. Returns their number."""
    text, wrong, count = unit(root)
    if wrong:
        sys.exit("\n".join(wrong))
    source = pathlib.Path(scratch) / "pieces.cpp"
    source.write_text(text, encoding="utf-8")
    done = subprocess.run([*command, *side_by_side.FLAGS, "-Wno-unused-function", source], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"a piece of a page does not compile:\n{done.stderr}")
    return count
