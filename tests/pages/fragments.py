"""The C++ on the pages that is no program: documents.py compiles each piece in a frame of what the page says it has.

A page whose pieces and frames are not as many fails, so a new piece needs a frame. Pages of pairs and of docs/how-to have frames
of their own."""
import pathlib
import re
import subprocess
import sys

import side_by_side

FENCE = re.compile(r"^```cpp\n(.*?)^```$", re.M | re.S)
HEAD = """#include <chrono>
#include <cstdint>
#include <iostream>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <verbatim/connect.hpp>
#include <verbatim/connect/cm/dc.hpp>
#include <verbatim/connect/subnet/sa_resolver.hpp>
#include <verbatim/verbatim.hpp>

using namespace verbatim;
using namespace std::chrono_literals;
"""
# By page: for each piece in turn, what comes before a function, its parameters, and what comes before the piece in it. A piece
# without parameters (None) stands outside of functions.
FRAMES = {
    "docs/closing.md": [("", "rc_qp<int>& qp, cq<rc_qp<int>>& completions", "const auto on_completion = [](auto&&) {};")],
    "docs/connecting.md": [(
        "struct place { std::uint64_t addr; verbatim::rkey rkey; };",
        "const verbatim::context& context, const verbatim::pd& pd, cq<dct<int>>& received, const verbatim::srq<int>& srq,"
        "cm::connection_request request, cm::reactor& loop, std::string host, std::string service, dci_qp<int>& dci, place there,"
        "const verbatim::mr& mr", "const auto accepted = [](cm::outcome<cm::dc_connection>) {};")],
    "docs/exchange.md": [(
        "void send(const std::vector<std::byte>&); std::vector<std::byte> receive();", "const rc_qp<int>& qp", "")],
    "docs/observing.md": [("", None, "")],
    "docs/paths.md": [("", "", ""), ("", "const rc_qp<int>& qp, const gid& peer", "")],
    "docs/polling.md": [("using sender = rc_qp<std::uint64_t>;", None, ""), ("", None, "")],
    "docs/posting.md": [
        ("", "const verbatim::pd& pd, const verbs_qp<ud>& peer, verbs_qp<ud>& datagrams, verbs_qp<xrc>& to_srqs,"
         "const verbatim::mr& mr, const remote_region& remote, std::uint32_t qkey, std::uint32_t srqn", ""),
        ("struct job { remote_region counter; memory_slice result; int id; };",
         "rc_qp<int>& qp, const std::vector<job>& jobs", ""),
        ("", "const verbatim::pd& pd, verbs_cq& cq, const remote_region& peer, const verbatim::mr& mr,"
         "std::span<const std::byte> hello", ""),
        ("", "const verbatim::context& context", ""),
        ("", "const verbatim::mr& mr, verbs_qp<rc>& qp", "using request = verbs_qp<rc>::request;"),
        ("", "ibv_context* their_context, ibv_pd* their_pd", ""),
    ],
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
        if len(pieces) != len(frames):
            wrong.append(f"{page} has {len(pieces)} pieces of C++ that are no program, and FRAMES of tests/pages/fragments.py {len(frames)}")
        for number, ((line, code), (before, parameters, first)) in enumerate(zip(pieces, frames)):
            code = re.sub(r"^…$", "", code, flags=re.M)
            room = f"{pathlib.Path(page).stem.replace('-', '_')}_{number}"
            body = f'#line {line} "{page}"\n{code}'
            function = body if parameters is None else f"void piece({parameters}) {{{{\n{first}\n{body}}}}}\n"
            parts.append(f"namespace {room} {{\n{before}\n{function}}}\n")
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
