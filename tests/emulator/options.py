"""The options stand in one table, and --help and docs/emulator.md show it: options.py LAUNCHER SOURCE_ROOT."""
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

LAUNCHER, ROOT = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2])
PAGE = (ROOT / "docs/emulator.md").read_text(encoding="utf-8")

# These are none of the device's.
OF_THE_LAUNCHER = {"--help", "--version", "--checks", "--options"}

# Every form of value, and what the program's environment then has.
EXAMPLES = [
    (["--fabric", "other"], "VERBATIM_EMULATOR_FABRIC", "other"),
    (["--verbose"], "VERBATIM_EMULATOR_VERBOSE", "1"),
    (["--no-engine"], "VERBATIM_EMULATOR_ENGINE", "0"),
    (["--devices", "3"], "VERBATIM_EMULATOR_DEVICES", "3"),
    (["--core-clock", "0x100000"], "VERBATIM_EMULATOR_CORE_CLOCK", "1048576"),
    (["--link-layer", "ethernet"], "VERBATIM_EMULATOR_LINK_LAYER", "ethernet"),
    (["--report", "there"], "VERBATIM_EMULATOR_REPORT", os.path.abspath("there")),
    (["--fail-at", "7"], "VERBATIM_EMULATOR_FAIL_AT", "7:21"),
    (["--fail-receive-at", "7:remote_aborted_err:0x93"], "VERBATIM_EMULATOR_FAIL_RECEIVE_AT", "7:34:147"),
    (["--ece", "7,0x5"], "VERBATIM_EMULATOR_ECE", "7,0x5"),
    (["--reorder-streams"], "VERBATIM_EMULATOR_REORDER_STREAMS", "1"),
    (["--reorder-streams=9"], "VERBATIM_EMULATOR_REORDER_STREAMS", "9"),
    (["--link-layer", "ethernet", "--wire", "--wire-faults", "drop:9,seed:4"], "VERBATIM_EMULATOR_WIRE_FAULTS", "drop:9,seed:4"),
    (["--timing", "connectx6dx"], "VERBATIM_EMULATOR_TIMING", "connectx6dx"),
    (["--timing", "connectx7", "--timing-scale", "1000"], "VERBATIM_EMULATOR_TIMING_SCALE", "1000"),
    (["--random-completions=9"], "VERBATIM_EMULATOR_RANDOM_COMPLETIONS", "9"),
    (["--random-failures", "50", "--failures-seed", "9"], "VERBATIM_EMULATOR_FAILURES_SEED", "9"),
]
MADE_SEEDS = [
    (["--random-completions"], "--random-completions=", "VERBATIM_EMULATOR_RANDOM_COMPLETIONS"),
    (["--random-failures", "50"], "--failures-seed ", "VERBATIM_EMULATOR_FAILURES_SEED"),
]
WRONG = [["--devices", "9"], ["--devices", "x"], ["--compress", "65"], ["--link-layer", "token-ring"],
         ["--reorder-streams=x"], ["--bond"], ["--bond", "--link-layer", "ethernet", "--ports", "2"], ["--import-kek", "0123"], ["--core-clock", "1"], ["--ece", "7,x"], ["--ece", "0x100000000"],
         ["--fail-cm", "drop-rtu:0"], ["--fail-cm", "reject:1:256"], ["--fail-cm", "drop-rep:1,"], ["--fail-cm", "command:1:0"], ["--fail-cm", "command:1:134"],
         ["--fail-cm", "event:1:2"], ["--cm-timers", "0"],
         ["--timing", "connectx3"], ["--timing-scale", "0"], ["--timing-scale", "1000001"],
         ["--delay-cm-events", "x"], ["--addresses", "300.0.0.1"], ["--addresses", "10.0.0.1,10.0.0.1"],
         ["--addresses", "10.0.0.1+fe80::1,fe80:0::1"], ["--wire"], ["--wire-faults", "drop:9"], ["--wire-faults", "drop:1"],
         ["--wire-faults", "drop:9,"], ["--wire-faults", "lose:9"], ["--wire-faults", "reorder:0"], ["--wire-faults", "seed"]]


def run(*words, **environment):
    return subprocess.run([LAUNCHER, *words], capture_output=True, text=True, timeout=60, check=False,
                          env={**os.environ, **environment})


def variables_of(*words, **environment):
    done = run(*words, "env", **environment)
    return dict(line.split("=", 1) for line in done.stdout.splitlines() if "=" in line), done.stderr


class Options(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.table = run("--options").stdout
        cls.rows = [line[2:-2].split(" | ") for line in cls.table.splitlines()[2:]]
        cls.names = [re.match(r"`(--[a-z-]+)", row[0])[1] for row in cls.rows]
        cls.variables = [row[-1].strip("`") for row in cls.rows]

    def test_the_table_is_whole(self):
        self.assertGreater(len(self.rows), 25)
        for column in (self.names, self.variables):
            self.assertEqual(len(set(column)), len(self.rows))
        for row in self.rows:
            self.assertEqual(len(row), 4, row)
            self.assertGreater(len(row[1]), 10, row)

    def test_the_page_has_it(self):
        self.assertIn("\n" + self.table + "\n", PAGE, "write what `verbatim-emulator --options` prints into it")

    def test_the_page_names_no_other_option(self):
        known = {*self.names, *OF_THE_LAUNCHER}
        self.assertEqual(set(re.findall(r"`(--[a-z][a-z-]+)", PAGE)) - known, set())

    def test_help_has_it(self):
        text = run("--help").stdout
        self.assertEqual(set(re.findall(r"^  (?:-h,)?(--[a-z-]+)", text, re.MULTILINE)), {*self.names, *OF_THE_LAUNCHER})
        words = " ".join(text.split())
        for row in self.rows:
            self.assertIn(row[1], words)

    def test_variables(self):
        for words, variable, value in EXAMPLES:
            found, complaint = variables_of(*words)
            self.assertEqual((found.get(variable), complaint), (value, ""), words)

    def test_usual_values(self):
        found, _ = variables_of()
        for row, variable in zip(self.rows, self.variables):
            if row[2]:
                self.assertEqual(found[variable], row[2].strip("`"), row)
        # A program that the command starts with the launcher keeps the others.
        found, _ = variables_of(VERBATIM_EMULATOR_RAISE_AT="3:port_err", VERBATIM_EMULATOR_PORTS="2")
        self.assertEqual((found["VERBATIM_EMULATOR_RAISE_AT"], found["VERBATIM_EMULATOR_PORTS"]), ("3:port_err", "2"))

    def test_seeds_are_made_and_said(self):
        for words, said, variable in MADE_SEEDS:
            found, complaint = variables_of(*words)
            self.assertIn(said + found[variable], complaint)
            self.assertGreater(int(found[variable]), 0)

    def test_wrong_values(self):
        for words in WRONG:
            done = run(*words, "true")
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(words[0].split("=")[0], done.stderr, words)

    def test_wrong_variables(self):
        for name, value, why in (("PORTS", "3", "3 is not a number from 1 to 2"), ("VERBOSE", "yes", "yes is neither 0 nor 1"),
                                 ("FAIL_AT", "x", "is N, N:SYNDROME"), ("OPTIONS_FILE", "/no/such", "/no/such: cannot be read: No such")):
            done = run("true", **{"VERBATIM_EMULATOR_" + name: value})
            self.assertEqual((done.returncode, done.stdout), (2, ""), name)
            self.assertIn(why, done.stderr)


class Faults(unittest.TestCase):
    """The table of faults on the page: each row has an example, and no fault is missing."""

    @classmethod
    def setUpClass(cls):
        section = PAGE.split("\n## Faults on request\n")[1].split("\n## ")[0]
        cls.examples = [line.split(" | ")[1].strip("`") for line in section.splitlines() if line.startswith("| ")][1:]

    def test_each_example_is_a_command_line(self):
        self.assertGreater(len(self.examples), 25)
        for example in self.examples:
            done = run(*shlex.split(example), "true")
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""), example)

    def test_each_option_and_each_name_of_a_fault_has_an_example(self):
        text = " ".join(self.examples)
        for row in run("--options").stdout.splitlines()[2:]:
            name = re.match(r"\| `(--[a-z-]+)", row)[1]
            if re.search("fail|fault|random|raise|delay|lag|reorder|flush|without", name):
                self.assertIn(name, text)
        for header, begins, name_of in (("event_names", "event_names", r'"([a-z_]+)"'), ("cm_faults", "cm_fault_names", r'"([a-z-]+)"'),
                                        ("wire_faults", "struct wire_faults", r"std::uint64_t (\w+) = 0;")):
            source = (ROOT / f"runtime/emulator/settings/{header}.hpp").read_text(encoding="utf-8")
            names = re.findall(name_of, source.split(begins, 1)[1].split("};")[0].split("\n\n\n")[0])
            self.assertGreater(len(names), 3, header)
            for name in names:
                self.assertRegex(text, rf"\b{name}:[0-9]|:{name}\b")


class File(unittest.TestCase):
    """Options in a file: those of the environment win against them, and those of the command line against both."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = os.path.join(self.folder.name, "ci.options")

    def write(self, text):
        with open(self.path, "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())

    def given(self, text, *words, **environment):
        self.write(text)
        found, complaint = variables_of("--options-file", self.path, *words, **environment)
        self.assertEqual(complaint, "")
        return {name.removeprefix("VERBATIM_EMULATOR_"): value for name, value in found.items()}

    def refused(self, text, *errors):
        self.write(text)
        done = run("--options-file", self.path, "true")
        self.assertEqual((done.returncode, done.stderr), (2, "".join(f"verbatim-emulator: {self.path}{one}\n" for one in errors)))

    def test_every_form(self):
        found = self.given("# for our tests\n\n  fabric\tours  \nports 2\r\ncore-clock = 0x100000\nverbose # loud\nno-engine\n"
                           "ece=7,0x5\nreport /dev/null#1\nreorder-streams\nrandom-completions 9\nfail-at 7:local_prot_err")
        expected = {"FABRIC": "ours", "PORTS": "2", "CORE_CLOCK": "1048576", "VERBOSE": "1", "ENGINE": "0", "ECE": "7,0x5",
                    "REPORT": "/dev/null#1", "REORDER_STREAMS": "1", "RANDOM_COMPLETIONS": "9", "FAIL_AT": "7:4",
                    "OPTIONS_FILE": self.path, "DEVICES": "1"}
        self.assertEqual({name: found[name] for name in expected}, expected)

    def test_each_example_of_the_command_line(self):
        for words, variable, value in EXAMPLES:
            if len(words) <= 2:
                found = self.given(" ".join(words).removeprefix("--").replace("=", " ") + "\n")
                self.assertEqual(found[variable.removeprefix("VERBATIM_EMULATOR_")], value, words)

    def test_precedence(self):
        text = "ports 2\ndevices 2\nlink-layer ethernet\n"
        found = self.given(text, "--ports", "1", VERBATIM_EMULATOR_PORTS="2", VERBATIM_EMULATOR_DEVICES="3")
        self.assertEqual([found[name] for name in ("PORTS", "DEVICES", "LINK_LAYER")], ["1", "3", "ethernet"])

    def test_it_can_be_named_by_a_variable(self):
        self.write("ports 2\n")
        self.assertEqual(variables_of(VERBATIM_EMULATOR_OPTIONS_FILE=self.path)[0]["VERBATIM_EMULATOR_PORTS"], "2")

    def test_seeds_are_made_and_said(self):
        self.write("random-completions\nrandom-failures 50\n")
        found, complaint = variables_of("--options-file", self.path)
        self.assertIn("--random-completions=" + found["VERBATIM_EMULATOR_RANDOM_COMPLETIONS"], complaint)
        self.assertIn("--failures-seed " + found["VERBATIM_EMULATOR_FAILURES_SEED"], complaint)
        self.assertGreater(int(found["VERBATIM_EMULATOR_RANDOM_COMPLETIONS"]), 0)

    def test_every_error_has_its_line(self):
        self.refused("ports 3\n# ports 4\nprots 2\n--ports 2\nverbose 1\nfabric\nports 2\nports 1\noptions-file x\ncompress 65 # 6\n",
                     ":1: ports: 3 is not a number from 1 to 2",
                     ":3: there is no option prots; `verbatim-emulator --options` lists those there are",
                     ":4: write ports without dashes",
                     ":5: verbose takes no value",
                     ":6: fabric needs a value: NAME",
                     ":8: ports is given twice, first in line 7",
                     ":9: options-file is not possible in a file",
                     ":10: compress: 65 is not a number from 0 to 64")

    def test_it_must_be_readable(self):
        for path, why in ((self.path, "No such file or directory"), (self.folder.name, "Is a directory")):
            done = run("--options-file", path, "true")
            self.assertEqual((done.returncode, done.stderr), (2, f"verbatim-emulator: {path}: cannot be read: {why}\n"))

    def test_bytes_that_are_no_text_are_refused(self):
        for text in (b"\0", b"\xff\xfe=1", b"= 2\n", b"ports\0 2", b"x" * 100000, b"-"):
            self.write(text)
            done = subprocess.run([LAUNCHER, "--options-file", self.path, "true"], capture_output=True, timeout=60, check=False)
            self.assertEqual(done.returncode, 2, text[:20])
            self.assertIn(b":1: there is no option ", done.stderr)


unittest.main(argv=sys.argv[:1])
