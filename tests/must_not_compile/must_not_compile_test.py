"""must_not_compile.py finds what it is there to find: each mistake of a case, planted into a small folder."""
import pathlib
import shutil
import sys
import tempfile
import unittest

import must_not_compile

HEADER = "#pragma once\nstruct queue {\n  int send() { return 1; }\n};\n"
MISUSE = """int misuse(queue& q) {
#ifdef CONTROL
  return q.send();
#else
  return q.receive();
#endif
}
"""


def case(name, expected="expect: no member named .receive", code=MISUSE):
    return f"// case: {name}\n// {expected}\n{code}"


class MustNotCompileTest(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.scratch = pathlib.Path(directory.name)

    def load(self, *texts, names=()):
        """The cases of a.cpp, b.cpp and so on, with these texts behind an include."""
        files = [self.scratch / f"{name}.cpp" for name, _ in zip("abc", texts)]
        for file, text in zip(files, texts):
            file.write_text(f'#include "queues.hpp"\n\n{text}', encoding="utf-8")
        return must_not_compile.load(files, names)

    def assert_malformed(self, where, why, *texts, names=()):
        with self.assertRaises(must_not_compile.Malformed) as said:
            self.load(*texts, names=names)
        self.assertTrue(str(said.exception).startswith(f"{self.scratch / where}: " if where else why), said.exception)
        self.assertIn(why, str(said.exception))

    def test_cases_of_files(self):
        cases = self.load(case("first") + "\n" + case("second", "expect only: a|b"), case("third"))
        self.assertEqual([c.name for c in cases], ["first", "second", "third"])
        self.assertEqual([c.line for c in cases], [3, 13, 3])
        self.assertEqual([c.expected.pattern for c in cases], ["no member named .receive", "a|b", "no member named .receive"])
        self.assertEqual([c.only for c in cases], [False, True, False])
        self.assertEqual({c.preamble for c in cases}, {'#include "queues.hpp"\n\n'})
        self.assertEqual([c.code.strip() for c in cases], [MISUSE.strip()] * 3)

    def test_names_that_are_asked_for(self):
        text = case("first") + case("second") + case("third")
        self.assertEqual([c.name for c in self.load(text, names=["third", "first"])], ["third", "first"])
        self.assert_malformed("", "there is no case 'fourth' in a.cpp", text, names=["first", "fourth"])

    def test_two_cases_of_one_name(self):
        self.assert_malformed("a.cpp:12", f"there is a case 'same' already: {self.scratch}/a.cpp:3", case("same") * 2)
        self.assert_malformed("b.cpp:3", f"there is a case 'same' already: {self.scratch}/a.cpp:3", *[case("same")] * 2)

    def test_expectations(self):
        needed = "the line behind `// case: some` must be `// expect: REGULAR EXPRESSION`"
        self.assert_malformed("a.cpp:4", needed, "// case: some\n" + MISUSE)
        self.assert_malformed("a.cpp:4", needed, "// case: some\n")
        self.assert_malformed("a.cpp:4", needed, "// case: some\n" + case("other"))
        self.assert_malformed("a.cpp:4", needed, case("some", "expect:"))
        self.assert_malformed("a.cpp:4", "/(/ is no regular expression", case("some", "expect: ("))
        self.assert_malformed("a.cpp:5", "`// expect:` must be the line behind", case("some", code="// expect: more\n"))
        self.assert_malformed("a.cpp:3", "`// expect only:` must be the line behind", "// expect only: more\n" + case("some"))

    def test_directives(self):
        for wrong in ("expects", "Case", "expect  only", "expect none"):
            self.assert_malformed("a.cpp:5", "unknown directive", case("some", code=f"// {wrong}: other\n"))
        self.assert_malformed("a.cpp:1", "there is no `// case: NAME`", MISUSE)
        self.assert_malformed("a.cpp:3", "'two words' is no name for a case", case("two words"))
        self.load(case("some", code="// Streams of a DCI complete in any order: no.\n// verbatim::rc\n"))

    def said_of(self, *texts):
        """What is wrong with the cases of these files when a compiler sees them."""
        header = self.scratch / "header.hpp"
        header.write_text(HEADER, encoding="utf-8")
        cases = self.load(*texts)
        return list(must_not_compile.failures(cases, [must_not_compile.Compiler("g++", header, self.scratch / "out")]))

    @unittest.skipUnless(shutil.which("g++"), "there is no g++")
    def test_what_a_compiler_says(self):
        compiles = MISUSE.replace("receive", "send")
        never = MISUSE.replace("q.send", "q.unheard_of")
        twice = MISUSE.replace("q.receive()", "q.receive() + q.receive()")
        said = self.said_of(
            case("good") + case("also_good", "expect only: .receive"),
            case("compiles", code=compiles) + case("other_words", "expect: static assertion") + case("never", code=never),
            case("two_errors", "expect only: .receive", code=twice))
        place = f"{self.scratch}/b.cpp"
        self.assertEqual(len(said), 4, said)
        self.assertRegex(said[0], rf"^controls: g\+\+: without their mistakes they must compile, but:\n  {place}:25:\d+: error: ")
        self.assertEqual(said[1], f"{place}:3: compiles: g++: it must not compile, but does")
        self.assertRegex(said[2], rf"^{place}:12: other_words: g\+\+: no error matches /static assertion/:\n  {place}:18:\d+: ")
        self.assertIn("/c.cpp:3: two_errors: g++: 2 errors instead of one:", said[3])

    @unittest.skipUnless(shutil.which("g++"), "there is no g++")
    def test_what_is_compiled_alone(self):
        header = self.scratch / "header.hpp"
        header.write_text(HEADER, encoding="utf-8")
        compiler = must_not_compile.Compiler("g++", header, self.scratch / "out")
        twice = MISUSE.replace("q.receive()", "q.receive() + q.receive()")
        cases = self.load(case("good") + case("other_words", "expect: static assertion") + case("last", "expect only: .receive")
                          + case("compiles", code=MISUSE.replace("receive", "send")) + case("twice", "expect only: .", code=twice))
        self.assertEqual([c.name for c in must_not_compile.left_over(compiler, cases)], ["other_words", "compiles", "twice"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], testRunner=unittest.TextTestRunner(stream=sys.stdout))
