"""Has a conversation with the emulated device, and compares it with what Linux said: replay.py LAUNCHER SUBJECT.

The conversation takes place in a network namespace with the addresses that the guest of tests/guest has, where
recordings/ was made. Lines may differ only as differences.txt lists them, and all that is listed has to differ."""
import difflib
import os
import pathlib
import subprocess
import sys

import place

SKIP = 77
HERE = pathlib.Path(__file__).resolve().parent
OPTIONS = ["--link-layer", "ethernet", "--netdev", place.FIRST, "--devices", "2", "--cm-timers", "100"]


def changes(recorded, said):
    """The places where two conversations differ: [(section, lines recorded, lines said)]."""
    found, sections, section = [], [], ""
    for line in recorded:
        section = line[2:] if line.startswith("# ") else section
        sections.append(section)
    sections.append(section)
    for tag, a, b, c, d in difflib.SequenceMatcher(None, recorded, said, autojunk=False).get_opcodes():
        if tag != "equal":
            found.append((sections[a], tuple(recorded[a:b]), tuple(said[c:d])))
    return found


def listed(path, subject):
    """The differences that are listed for a subject, in the form that changes() returns, with their names."""
    found, name, section, mine = {}, None, None, False
    lines = path.read_text(encoding="utf-8").splitlines() + ["@ / "]
    before, after = [], []
    for number, line in enumerate(lines, 1):
        if line[:2] in ("##", "@ ") and (before or after):
            if mine:
                found[(section, tuple(before), tuple(after))] = name
            before, after = [], []
        if line.startswith("## "):
            name = line[3:]
        elif line.startswith("@ "):
            if name is None and number < len(lines):
                sys.exit(f"{path.name}:{number}: give the difference a name: ## name")
            of, _, section = line[2:].partition(" / ")
            mine = of == subject
        elif line.startswith("#"):
            continue
        elif line.startswith("- "):
            before.append(line[2:])
        elif line.startswith("+ "):
            after.append(line[2:])
    return found


def shown(change):
    section, before, after = change
    return "\n".join([f"@ {section}", *("- " + line for line in before), *("+ " + line for line in after)])


def compare(recorded, said, known):
    """The mistakes, as text."""
    met = changes(recorded.splitlines(), said.splitlines())
    wrong = [f"not listed:\n{shown(change)}" for change in met if change not in known]
    wrong += [f"listed as '{name}', and no longer so:\n{shown(change)}" for change, name in known.items() if change not in met]
    return "\n".join(wrong)


def link_local():
    """The IPv6 address that the kernel has given the first port's interface."""
    said = subprocess.run(["ip", "-6", "-o", "addr", "show", "dev", place.FIRST, "scope", "link"], capture_output=True, text=True,
                          check=True).stdout
    return next(word.partition("/")[0] for word in said.split() if word.startswith("fe80::"))


def inside(launcher, subject):
    subprocess.run(["sh", "-ec", place.VETH], check=True)
    link = link_local()
    first = "+".join([place.ADDRESSES["own"], place.ADDRESSES["own6"], link])
    words = [launcher, "--fabric", f"replay-{os.getpid()}", *OPTIONS, "--addresses", f"{first},,{place.ADDRESSES['second']}",
             sys.executable, HERE / "converse.py", subject, *place.words(link)]
    ended = subprocess.run(words, capture_output=True, text=True, timeout=500, check=False)
    if ended.returncode:
        print(f"{ended.stdout}\n{ended.stderr}\nconverse.py ended with {ended.returncode}")
        return 1
    recorded = (HERE / "recordings" / f"{subject}.txt").read_text(encoding="utf-8")
    wrong = compare(recorded, ended.stdout, listed(HERE / "differences.txt", subject))
    print(wrong or f"{len(recorded.splitlines())} lines")
    if wrong:
        print(ended.stderr)
    return bool(wrong)


def main(launcher, subject):
    launcher = os.path.abspath(launcher)
    probe = subprocess.run(["unshare", "-rn", "sh", "-ec", place.VETH], capture_output=True, text=True, check=False)
    if probe.returncode:
        print(f"skipped: no network namespace with veth pairs can be made here: {probe.stderr.strip()}")
        return SKIP
    return subprocess.run(["unshare", "-rn", sys.executable, __file__, "--inside", launcher, subject], check=False).returncode


if __name__ == "__main__":
    if sys.argv[1] == "--inside":
        sys.exit(inside(*sys.argv[2:]))
    sys.exit(main(*sys.argv[1:]))
