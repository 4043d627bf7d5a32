"""The languages other than C++: each alone, and what they cannot say."""
import ast
import importlib
import re
import sys
import unittest

import support
from codegen import render
from codegen.languages import python
from codegen.load import SpecError


class Alone(support.WithScratch):
    def test_only_the_files_of_one_language_are_made_and_compared(self):
        specs = self.model()
        everything = render.render(specs)
        for name, language in render.LANGUAGES.items():
            with self.subTest(name):
                files = render.render(specs, name)
                self.assertEqual(files, {path: text for path, text in everything.items() if path.startswith(f"{language.PLACE}/")})
                self.assertGreater(len(files), 3)
                self.write("generated/enums.hpp", "of C++")
                self.write(f"{language.PLACE}/left_over.txt", "left over")
                self.assertIn(f"{language.PLACE}/left_over.txt (committed)", render.difference(files, self.scratch, name))
                render.write(files, self.scratch, name)
                self.assertEqual(render.difference(files, self.scratch, name), "")
                there = {p.relative_to(self.scratch).as_posix() for p in (self.scratch / "generated").rglob("*") if p.is_file()}
                self.assertEqual(there, {*files, "generated/enums.hpp"})
                render.write({}, self.scratch, name)


class Python(support.WithScratch):
    def refused(self, message, path, *edits):
        """The message about the small set with these edits of one file."""
        text = (support.HERE / "small" / "specs" / f"{path}.yaml").read_text(encoding="utf-8")
        for old, new in edits:
            self.assertEqual(text.count(old), 1, old)
            text = text.replace(old, new)
        with self.assertRaises(SpecError) as said:
            render.render(self.model(**{path.replace("/", "__"): text}), "python")
        self.assertEqual(str(said.exception), message)

    def test_names_that_python_has_already_are_refused(self):
        self.refused("specs/enums/values.yaml:34: error: 'real' is what every enumerator of Python has, so none can have it as its "
                     "name; choose another", "enums/values", ("dark: {", "real: {"))
        self.refused("specs/cqes/done_cqe.yaml:6: error: 'raw' is what every cqe has in Python; choose another name",
                     "cqes/done_cqe", ("owner:", "raw:"))
        self.refused("specs/wqes/put.yaml:9: error: 'allowed' is what every state of a chain has in Python; choose another name",
                     "wqes/put", ("call: pair", "call: allowed"))
        self.refused("specs/wqes/put.yaml:9: error: an argument 'self' cannot be said in Python, whose steps have it already; choose "
                     "another name", "wqes/put", ("{most: first}", "{self: first}"))
        self.refused("specs/commands/thing_ctx.yaml:6: error: 'replace' is what every command has in Python; choose another name",
                     "commands/thing_ctx", ("state:", "replace:"))
        self.refused("specs/headers/thing_hdr.yaml:6: error: 'raw' is what every header has in Python; choose another name",
                     "headers/thing_hdr", ("kind:", "raw:"))
        with self.assertRaises(SpecError) as said:
            render.render(self.model(transports__explain="transport: explain\ndoc: One.\nsource: made up\nsegments: []\n"), "python")
        self.assertEqual(str(said.exception), "specs/transports/explain.yaml:1: error: 'explain' is a name that the Python package needs "
                         "for itself; choose another")

    def test_the_names_are_those_of_the_package(self):
        sys.path.insert(0, str(support.ROOT / "runtime" / "python"))
        self.addCleanup(sys.path.remove, sys.path[0])
        package = importlib.import_module("verbatim")
        importlib.import_module("verbatim.parse")

        def public(thing):
            return {name for name in dir(thing) if re.fullmatch("[a-z][a-z0-9_]*", name)}

        self.assertEqual(public(package) - set(package.tables.transports), set(python.PACKAGE_WORDS))
        self.assertEqual({name for name in vars(package.Record) if not name.startswith("_")}, set(python.RECORD_WORDS))
        self.assertEqual({name for name in vars(package.Mailbox) if not name.startswith("_")}, set(python.MAILBOX_WORDS))
        self.assertEqual({name for name in vars(package.chain.Chain) if not name.startswith("_")}, set(python.CHAIN_WORDS))
        inherited = {name for name in dir(int) if re.fullmatch("[a-z][a-z0-9_]*", name)} | {"doc", "mro", "name", "value"}
        self.assertLessEqual(inherited, set(python.ENUMERATOR_WORDS))

    def test_words_of_python_get_a_line_below(self):
        text = (support.HERE / "small/specs/wqes/put.yaml").read_text(encoding="utf-8")
        files = render.render(self.model(wqes__put=text.replace("call: pair", "call: from").replace("{most:", "{lambda:")), "python")
        for path, made in files.items():
            ast.parse(made, path)
        self.assertIn("def from_(self, second: int, lambda_: int)", files["generated/python/chains.pyi"])


if __name__ == "__main__":
    unittest.main()
