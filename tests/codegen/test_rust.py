"""Specs that Rust cannot express are refused with file, line and reason."""
import ast
import re
import traceback
import unittest

import support
from codegen import render
from codegen.languages.rust import names
from codegen.load import SpecError
from mistakes.mistake import Mistake, spec

ENUM = ("enums:", "  made_up:", "    doc: An enum.", "    source: made up for the tests", "    width: 2", "    values:")

# Each is refused for Rust alone: the model of these specs has no mistake.
MISTAKES = (
    Mistake("enums/made_up", None, spec(*ENUM, "      self: {value: 0, doc: Nearby.}"),
            "specs/enums/made_up.yaml:7: error: Rust cannot express 'self': the word means something else in every place; choose "
            "another name"),
    Mistake("enums/made_up", None, spec(*ENUM, "      near_1: {value: 0, doc: One.}", "      near1: {value: 1, doc: Two.}"),
            "specs/enums/made_up.yaml:8: error: Rust cannot express 'near1' beside 'near_1' in enum 'made_up': both would be 'Near1'; "
            "rename one of them"),
    Mistake("segments/last_seg", None,
            spec("segment: last_seg", "size: 4", "doc: An attribute.", "source: made up for the tests", "fields:",
                 "  one: {at: 0x00, bits: [31, 28], enum: qp_attribute, doc: The attribute.}",
                 "  reserved_00: {at: 0x00, bits: [27, 0]}"),
            "specs/segments/last_seg.yaml:6: error: Rust cannot express the field 'one': it is 0 where it is not given, and "
            "'qp_attribute' has no enumerator of that value; add one"),
    Mistake("cqes/done_cqe", "owner:", "from_bytes:",
            "specs/cqes/done_cqe.yaml:6: error: Rust cannot express the field 'from_bytes': every view has a function of that name; "
            "choose another name"),
    Mistake("wqes/put", "{most: first}", "{crate: first}",
            "specs/wqes/put.yaml:9: error: Rust cannot express 'crate': the word means something else in every place; choose another "
            "name"),
    Mistake("wqes/put", "call: pair", "call: solicited",
            "specs/wqes/put.yaml:9: error: Rust cannot express the step 'solicited': every chain has a function of that name; choose "
            "another call"),
    Mistake("transports/framed", "call: buffer", "call: frame",
            "specs/transports/framed.yaml:11: error: Rust cannot express two steps 'frame' that may be taken in one place; rename one of "
            "them"),
    Mistake("wqes/nop", "begin: nop", "begin: free",
            "specs/wqes/nop.yaml:5: error: Rust cannot express the verb 'free': every queue has a function of that name; choose another "
            "verb"),
    Mistake("wqes/put_imm", "begin: put.imm", "begin: put.fence",
            "specs/wqes/put_imm.yaml:5: error: Rust cannot express the qualifier 'fence': every chain has a function of that name; "
            "choose another qualifier"),
    Mistake("wqes/nop", "begin: nop", "begin: route",
            "specs/wqes/nop.yaml:5: error: Rust cannot express the verb 'route': 'routed' has a step of that name, and both would be "
            "functions of one type; choose another verb"),
    Mistake("transports/framed", "call: buffer", "call: wqe",
            "specs/transports/framed.yaml:11: error: Rust cannot express the step 'wqe' of a transport: every queue has a function of "
            "that name; choose another call"),
    Mistake("commands/thing_ctx", "state:", "cleared:",
            "specs/commands/thing_ctx.yaml:6: error: Rust cannot express the field 'cleared': every command has a function of that name; "
            "choose another name"),
    Mistake("commands/thing_ctx", "state:", "set_addr:",
            "specs/commands/thing_ctx.yaml:7: error: Rust cannot express 'addr' beside 'set_addr' in 'thing_ctx': both would be "
            "'set_addr'; rename one of them"),
    Mistake("headers/thing_hdr", "kind:", "cleared:",
            "specs/headers/thing_hdr.yaml:6: error: Rust cannot express the field 'cleared': every header has a function of that name; "
            "choose another name"),
)


def refused(root):
    """The error of Rust about the specs below root, or None."""
    specs = support.specs_of(root)
    try:
        render.LANGUAGES["rust"].files(specs, render.TEMPLATES)
    except SpecError as said:
        return said
    return None


class WhatRustCannotExpress(support.WithScratch):
    def errors(self):
        """Each mistake and the error about it."""
        support.copy_specs(support.HERE / "small", self.scratch)
        self.assertIsNone(refused(self.scratch))
        for mistake in MISTAKES:
            path = self.scratch / mistake.path
            before = path.read_bytes() if path.exists() else None
            path.write_bytes(mistake.edit(before))
            yield mistake, refused(self.scratch)
            path.unlink() if before is None else path.write_bytes(before)

    def test_is_refused_with_its_place(self):
        reached = set()
        for mistake, said in self.errors():
            with self.subTest(file=mistake.file, new=mistake.new):
                self.assertEqual(str(said), mistake.message)
            reached |= {f.lineno for f in traceback.extract_tb(said.__traceback__) if f.filename.endswith("languages/rust/names.py")}
        self.covers_every_message(reached)

    def covers_every_message(self, reached):
        path = support.ROOT / "codegen/languages/rust/names.py"
        sites = [n for n in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
                 if isinstance(n, ast.Call) and ast.unparse(n.func).endswith(".fail")]
        self.assertGreaterEqual(len(sites), 10)
        for site in sites:
            self.assertTrue(reached & set(range(site.lineno, site.end_lineno + 1)), f"names.py:{site.lineno} is not reached")


class WordsOfRust(support.WithScratch):
    def test_get_a_sign_in_front(self):
        put = (support.HERE / "small/specs/wqes/put.yaml").read_text(encoding="utf-8")
        files = render.render(self.model(wqes__put=put.replace("call: pair", "call: match").replace("{most:", "{move:")), "rust")
        self.assertIn("r#match(second: u32, r#move: u64) -> NeedsSgeOrInlineDataOrNoData", files["generated/rust/wqes.rs"])

    def test_are_apart_where_digits_meet(self):
        self.assertEqual([names.camel(name) for name in ("raddr_seg", "ms_655_36", "cqe64", "a_1_b")],
                         ["RaddrSeg", "Ms655_36", "Cqe64", "A1B"])

    def test_the_functions_are_those_of_the_crate(self):
        """A verb or a step may not have the name of a function that the crate has by hand."""
        def functions(path, begin):
            text = (support.ROOT / "runtime/rust/src" / path).read_text(encoding="utf-8")
            blocks = re.findall(rf"^impl<[^{{]*{begin}[^{{]*{{\n(.*?)^}}", text, re.M | re.S)
            return {name for block in blocks for name in re.findall(r"^    pub (?:unsafe )?fn (\w+)", block, re.M)}

        chains = functions("chain.rs", r"Chain<S, State>")
        self.assertEqual(chains - {"signal", "finish"}, set(names.CHAIN_WORDS))
        self.assertEqual(functions("queue.rs", r"SendQueue<'m, T, E>") | functions("chain.rs", "Start<S,"), set(names.QUEUE_WORDS))


if __name__ == "__main__":
    unittest.main()
