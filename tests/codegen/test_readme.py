"""specs/README.md is right: its examples are generated and compiled, its errors are what the generator says."""
import re
import unittest

import support
from codegen import __main__ as main
from codegen.load import SpecError
from test_extension import Scratch

README = (support.ROOT / "specs" / "README.md").read_text(encoding="utf-8")

# The edit of the project's specs that brings about each of the page's errors.
ERRORS = (
    ("segments/data/raddr_seg", "rkey:        {at: 0x08", "rkey:        {at: 0x04"),
    ("segments/data/raddr_seg", "{at: 0x08, bits: [31, 0]", "{at: 0x08, bits: [0, 31]"),
    ("segments/data/raddr_seg", "  rkey:        {at: 0x08, bits: [31, 0], key: remote, doc: Key the peer handed out for that memory.}\n", ""),
    ("segments/data/raddr_seg", ", doc: Key the peer handed out for that memory.", ""),
    ("segments/data/raddr_seg", "{at: 0x08, bits: [31, 0]", "{at: 0x08, bits: [32, 0]"),
    ("wqes/data/rdma_read", "args: [raddr, rkey]", "args: [adr, rkey]"),
)


def blocks(language):
    fenced = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    return [text for tag, text in fenced if tag == language]


class Readme(Scratch):
    def test_its_examples_are_generated_and_compiled(self):
        examples = blocks("yaml")
        self.assertEqual(len(examples), 15)
        for example in examples:
            place, _, text = example.partition("\n")
            if ", below " in place:
                self.insert(place, text)
                continue
            path = place.removeprefix("# ")
            if (support.ROOT / path).exists():
                self.assertEqual(text, (support.ROOT / path).read_text(encoding="utf-8"))
            self.write(path, text)
        self.generate()
        statements = "\n".join(blocks("cpp"))
        self.write("chains.cpp", f"""
            #include "verbatim/generated/layouts.hpp"
            #include "verbatim/generated/qp_transitions.hpp"
            #include "verbatim/generated/syndromes.hpp"
            #include "verbatim/generated/transports/rc.hpp"
            #include "verbatim/generated/transports/relay.hpp"
            #include "verbatim/queue/send/send_queue.hpp"

            void post(verbatim::send_queue<verbatim::rc, int>& qp, verbatim::send_flags flags, std::uint64_t raddr,
                      verbatim::rkey rkey, std::uint16_t factor, std::uint64_t table, std::uint64_t addr, std::uint32_t len,
                      verbatim::lkey lkey, int entry, std::span<const std::byte> bytes, std::uint64_t mask,
                      const verbatim::mkey_ctx_seg& properties, const verbatim::bsf_seg& bsf,
                      const verbatim::bsf_inl_seg& wire, const verbatim::bsf_inl_seg& memory) {{
              {statements.replace("qp.sq_wqe", "(void)qp.sq_wqe")}
            }}
            auto begin(verbatim::send_queue<verbatim::relay, int>& qp, verbatim::send_flags flags, std::uint64_t relay,
                       std::uint8_t hops) {{
              {re.search(r"begins `(qp[^`]*)`", README)[1].replace("qp.", "return qp.")};
            }}
            auto begin_whole(verbatim::send_queue<verbatim::relay, int>& qp, const verbatim::relay_seg& relay) {{
              return qp.sq_wqe().via(relay).scale();
            }}
            auto whole(std::uint64_t table) {{ return verbatim::{re.search(r"by.(scale_seg{[^}]*})", README)[1]}; }}
            static_assert({re.search(r"in `(relay::[^`]*)`", README)[1].replace("relay", "verbatim::relay")} == (32 - 4) * 16 - 4);
            static_assert(verbatim::advice(verbatim::cqe_syndrome::overflow_err).checks.size() == 1);
            static_assert(verbatim::wire::find(verbatim::vendor_syndromes, 0x0a)->name == "scale_memory");
            static_assert(verbatim::wire::put_in_place<63, 8>(std::uint64_t{{0x4000}}) == 0x4000);
            static_assert(verbatim::qp_transitions::relay.size() == 3);
            static_assert(verbatim::vendor_reports[0].hardware == 0x93);
            """)
        self.compile(self.scratch / "chains.cpp", "-fsyntax-only")

    def insert(self, place, text):
        """Adds to a spec of the project: `# FILE, below KEY`, or `below KEY of PARENT`."""
        file, _, where = place.removeprefix("# ").partition(", below ")
        key, _, parent = where.partition(" of ")
        lines = (self.scratch / file).read_text(encoding="utf-8").splitlines()
        start = next(i for i, line in enumerate(lines) if line.strip() == f"{parent}:") if parent else 0
        at = next(i for i in range(start, len(lines)) if lines[i].strip() == f"{key}:")
        indent = " " * (lines[at].index(key) + 2)
        lines[at + 1:at + 1] = [indent + line for line in text.splitlines()]
        self.write(file, "\n".join(lines) + "\n")

    def test_its_errors_are_what_the_generator_says(self):
        shown = next(block for block in blocks("") if ": error: " in block).splitlines()
        for (file, old, new), message in zip(ERRORS, shown, strict=True):
            path = self.scratch / "specs" / f"{file}.yaml"
            text = path.read_text(encoding="utf-8")
            self.assertIn(old, text)
            path.write_text(text.replace(old, new, 1), encoding="utf-8")
            with self.assertRaises(SpecError) as caught:
                main.specs_of(self.scratch)
            self.assertEqual(str(caught.exception), message)
            path.write_text(text, encoding="utf-8")

    def test_it_knows_every_key(self):
        known = set()
        for path in sorted((support.ROOT / "codegen").glob("read_*.py")):
            source = path.read_text(encoding="utf-8")
            for arguments in re.findall(r"\.allow\(([^)]*)\)", source):
                known |= set(re.findall(r'"([a-z_]+)"', arguments))
        self.assertGreater(len(known), 35)
        self.assertEqual({key for key in known if not re.search(rf"\b{key}\b", README)}, set())


if __name__ == "__main__":
    unittest.main()
