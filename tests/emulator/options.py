"""The options stand in one table, and --help and docs/emulator.md show it: options.py LAUNCHER SOURCE_ROOT."""
import os
import pathlib
import re
import subprocess
import sys
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
    (["--random-completions=9"], "VERBATIM_EMULATOR_RANDOM_COMPLETIONS", "9"),
    (["--random-failures", "50", "--failures-seed", "9"], "VERBATIM_EMULATOR_FAILURES_SEED", "9"),
]
MADE_SEEDS = [
    (["--random-completions"], "--random-completions=", "VERBATIM_EMULATOR_RANDOM_COMPLETIONS"),
    (["--random-failures", "50"], "--failures-seed ", "VERBATIM_EMULATOR_FAILURES_SEED"),
]
WRONG = [["--devices", "9"], ["--devices", "x"], ["--compress", "65"], ["--link-layer", "token-ring"],
         ["--reorder-streams=x"], ["--core-clock", "1"], ["--ece", "7,x"], ["--ece", "0x100000000"],
         ["--fail-cm", "drop-rtu:0"], ["--fail-cm", "reject:1:256"], ["--fail-cm", "drop-rep:1,"], ["--fail-cm", "command:1:0"], ["--fail-cm", "command:1:134"],
         ["--fail-cm", "event:1:2"], ["--cm-timers", "0"],
         ["--delay-cm-events", "x"], ["--addresses", "300.0.0.1"], ["--addresses", "10.0.0.1,10.0.0.1"],
         ["--addresses", "10.0.0.1+fe80::1,fe80:0::1"]]


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
        self.assertEqual((found["VERBATIM_EMULATOR_RAISE_AT"], found["VERBATIM_EMULATOR_PORTS"]), ("3:port_err", "1"))

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


unittest.main(argv=sys.argv[:1])
