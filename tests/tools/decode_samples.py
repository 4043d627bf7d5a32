"""The output of verbatim-decode for logs and dumps that others have published, line by line: samples/NAME.txt and NAME.out.

decode_samples.py VERBATIM_DECODE. After a change that is meant, run it with VERBATIM_REWRITE_TEXTS=1 and read the
difference. The first line of a sample names its source."""
import difflib
import json
import os
import pathlib
import subprocess
import sys

SAMPLES = pathlib.Path(__file__).resolve().parent / "samples"
program = sys.argv[1]


def run(*arguments):
    return subprocess.run([program, *arguments], capture_output=True, text=True, timeout=10)


def facts(entry):
    """The facts of an error in JSON that the text has too."""
    error = entry.get("error", {})
    return [error[key] for key in ("syndrome_text", "vendor_text") if key in error]


failed = False
samples = sorted(SAMPLES.glob("*.txt"))
for sample in samples:
    done = run("--color", "never", str(sample))
    got = f"{done.stdout}{done.stderr}exit status {done.returncode}\n"
    expected = sample.with_suffix(".out")
    if os.environ.get("VERBATIM_REWRITE_TEXTS"):
        expected.write_text(got, encoding="utf-8")
    wanted = expected.read_text(encoding="utf-8") if expected.exists() else ""
    if got != wanted:
        failed = True
        print("\n".join(difflib.unified_diff(wanted.splitlines(), got.splitlines(), expected.name, "now", lineterm="")))
    as_json = run("--json", str(sample))
    entries = json.loads(as_json.stdout)
    titles = [line for line in done.stdout.splitlines() if line[:1].isdigit()]
    if as_json.returncode != done.returncode or len(entries) != len(titles):
        failed = True
        print(f"{sample.name}: --json has {len(entries)} entries and exit status {as_json.returncode}")
    for said in (words for entry in entries for words in facts(entry)):
        if said not in done.stdout:
            failed = True
            print(f"{sample.name}: only --json says: {said}")
if len(samples) < 20:
    sys.exit(f"only {len(samples)} samples in {SAMPLES}")
print(f"{len(samples)} samples")
sys.exit(failed)
