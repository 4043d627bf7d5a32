"""words.py finds what it is there to find: sentences and variables, planted one by one."""
import pathlib
import tempfile
import unittest

import words


def found_in(text, kind=words.SLASHES):
    return [number for number, _ in words.in_file(text, kind)]


def hidden_in(text, suffix=".cpp", is_header=False):
    return [number for number, _ in words.hidden_types(text, suffix, is_header, {"cq", "verbs_cq"})]


class WordsTest(unittest.TestCase):
    def test_a_comment_begins_with_its_subject(self):
        self.assertEqual(found_in("/// The number of the queue.\nint n;  ///< its number\n"), [])
        self.assertEqual(found_in("/// Whether it counts.\n"), [1])
        self.assertEqual(found_in("int n;  // What it is.\n"), [1])
        self.assertEqual(found_in("// How often it counts.\n\n// Those of a queue.\n\n// By which it counts.\n\n// And again.\n"), [1, 3, 5, 7])
        self.assertEqual(found_in("// Howards and Andes.\n"), [])
        self.assertEqual(found_in("# Of a queue.\n", words.NUMBER_SIGNS), [1])
        self.assertEqual(found_in("{# Of a queue. #}\n", words.TEMPLATE), [1])

    def test_a_comment_behind_a_line_with_code_begins_anew(self):
        self.assertEqual(found_in("int owner;  ///< by which CQEs are found\n/// Whether the queue counts.\n"), [2])
        self.assertEqual(found_in("owner = 1  # by which CQEs are found\n# Whether it counts.\n", words.NUMBER_SIGNS), [2])

    def test_a_comment_goes_on(self):
        self.assertEqual(found_in("// The place at\n// which it begins,\n// Where it ends\n"), [])
        self.assertEqual(found_in("int a;  // the place\n        // where it begins\n        // Where it ends\n"), [])
        self.assertEqual(found_in('"""A text\n# What it says"""\n', words.NUMBER_SIGNS), [])

    def test_later_sentences(self):
        self.assertEqual(found_in("/// Counts them. Of each\n/// queue.\n"), [1])
        self.assertEqual(found_in("/// Counts them all,\n/// one by one. What\n/// it counts.\n"), [2])
        self.assertEqual(found_in("/// Which one? Where is it?\nint n;  // it. \n"), [1])  # the first begins the comment
        self.assertEqual(found_in("int n;  ///< the first.\n/// Which it is.\n"), [2])

    def test_riddles(self):
        for riddle in ("the device is told of it", "the opcode tells whether it has one", "the opcode tells.", "five, of which two count",
                       "sent, and to whom: by whom", "for whoever polls", "lost for want of a receive", "no later than then"):
            self.assertEqual(found_in(f"int n;\n/// The queue: {riddle}\n"), [2], riddle)
            self.assertEqual(found_in(f"n = 1\n# The queue: {riddle}\n", words.NUMBER_SIGNS), [2], riddle)
        for plain in ("The two cannot be told apart.", "Says if it has one.", "Five; two of them count.", "The tells.hpp of a library.",
                      "The address by which it is found.", "A page tells how."):
            self.assertEqual(found_in(f"/// {plain}\n"), [], plain)
        self.assertEqual(found_in('fail("is told of it");\n'), [])

    def test_a_riddle_goes_on_in_the_next_line(self):
        self.assertEqual(found_in("/// The number. The device is\n/// told of it.\n/// That is all.\n"), [1])
        self.assertEqual(found_in("/// The device is\nint told;\n"), [])

    def test_riddles_in_descriptions(self):
        text = "doc: The device is told of it.\nname: bits, of which\ndoc: Two of five.\n"
        self.assertEqual([number for number, _ in words.in_file(text, words.NUMBER_SIGNS, True)], [1, 2])

    def test_riddles_in_pages(self):
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder, "page.md")
            page.write_text("Five bits, of\nwhich two count.\n\n| a | is told |\n\n```\nis told\n```\n\nIt says so.\n", encoding="utf-8")
            self.assertEqual(len(list(words.in_page(page, "docs/page.md"))), 2)

    def test_columns(self):
        self.assertEqual(found_in("// " + "a" * 107 + "\n// " + "a" * 108 + "\n"), [2])

    def test_a_variable_hides_its_type(self):
        self.assertEqual(hidden_in("verbatim::cq<int> cq(a);\nvoid f(cq& cq);\nint a = cq * cq;\nother::cq cq;\n"), [1, 2])
        self.assertEqual(hidden_in("cq cq;\n```cpp\ncq cq;\n```\ncq cq;\n", ".md"), [3])
        self.assertEqual(hidden_in("cq cq;\n///   cq cq(context);\n", ".hpp", True), [2])

    def test_a_variable_hides_another_type_in_a_comment_of_a_header(self):
        self.assertEqual(hidden_in("///   verbs_cq cq(context, 64);\n///   verbs_cq completions;\n///   auto cq = f();\n",
                                   ".hpp", True), [1])
        self.assertEqual(hidden_in("verbs_cq cq(context, 64);\n"), [])

    def test_readme(self):
        short = "# Name\n\n## Try it\n" + "\n" * 77 + "## How fast\n"
        self.assertEqual(words.long_readme(short), "")
        self.assertIn("81 lines", words.long_readme("\n" + short))
        self.assertIn("82 lines", words.long_readme("\n\n" + short.replace("## How fast\n", "")))
        self.assertIn("no heading", words.long_readme("# Name\n"))


if __name__ == "__main__":
    unittest.main()
