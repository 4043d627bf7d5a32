"""The symptoms of docs/troubleshooting.md: documents.py makes each of them happen, and looks for the text that the page shows.

A block that begins with "```text symptom NAME [OPTION...]" shows lines of what symptoms.cpp with this name and the emulated
device print, with an ellipsis for what is left out. The options are those of the emulator; --no-emulator runs the program
without it, --count shows lines of the file of counts. A block that begins with "```text decode TEXT" shows parts of what
verbatim-decode prints of TEXT."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

PAGE = "docs/troubleshooting.md"
BLOCK = re.compile(r"^```text (symptom|decode) ([^\n]+)\n(.*?)^```$", re.M | re.S)
LEAST = 15
DEVICES = pathlib.Path("/sys/class/infiniband")


def said(command, **how):
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, **how)
    return done.stdout + done.stderr


def missing(shown, text):
    """The first line of a block that is not in the text. An ellipsis stands for the rest of a line or a part of it."""
    for line in shown.splitlines():
        parts = [re.escape(part.strip()) for part in line.split("…")]
        if any(parts) and not re.search(".*".join(parts), text):
            return line
    return None


def said_by(name, options, program, launcher):
    """The output of a symptom, with the file of counts if the options ask for one."""
    if "--no-emulator" in options:
        return said([program, name])
    with tempfile.TemporaryDirectory() as scratch:
        counts = pathlib.Path(scratch) / "counts.json"
        options = [word for option in options for word in ([option, counts] if option == "--count" else [option])]
        text = said([launcher, "--fabric", f"symptom-{os.getpid()}", *options, program, name])
        return text + (counts.read_text(encoding="utf-8") if counts.exists() else "")


def compare(root, program, launcher, decode):
    """Compares every symptom of the page. `decode` is verbatim-decode; its blocks are passed over if it is not built."""
    with_devices = DEVICES.exists() and os.listdir(DEVICES)
    wrong, tried = [], 0
    for kind, given, shown in BLOCK.findall((root / PAGE).read_text(encoding="utf-8")):
        if kind == "decode":
            if not decode.exists():
                continue
            text = said([decode], input=given)
        else:
            name, *options = given.split()
            if "--no-emulator" in options and with_devices:
                continue
            text = said_by(name, options, program, launcher)
        tried += 1
        if line := missing(shown, text):
            wrong.append(f"{PAGE}: '{given}' does not say\n  {line}\nbut\n{text}")
    if tried < LEAST:
        wrong.append(f"{PAGE} shows only {tried} symptoms")
    if wrong:
        sys.exit("\n".join(wrong))
    return tried
