"""words.py finds what it is there to find: sentences and variables, planted one by one."""
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
