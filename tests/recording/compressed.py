"""Compressed completions in a recording: compressed.py LAUNCHER DECODE CQ_FORMAT_TEST.

A program polls completion queues with and without compression. verbatim-decode has to list as many completions for each CQE as
the device says that it announces, with the byte counts and WQE counters that the program has checked.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

LAUNCHER, DECODE, PROGRAM = sys.argv[1:4]
FILTER = ":".join(f"cq_formats/{kind}.{test}" for kind in (2, 7)
                  for test in ("receives_from_cqes", "every_completion_comes_back_once_and_in_order"))


def run(words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=120, check=False)
    if done.returncode:
        sys.exit(f"{words[:3]} ended with {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def main():
    with tempfile.TemporaryDirectory(prefix="recording-") as directory:
        recording = pathlib.Path(directory, "recording")
        run([LAUNCHER, "--fabric", recording.parent.name, "--compress", 16, "--compress-wait", 100, "--record", recording,
             PROGRAM, f"--gtest_filter={FILTER}"])
        records = json.loads(run([DECODE, "--json", recording]))
        pages = run([DECODE, "--fields", recording])
    layouts, minis = {}, 0
    for one in (record for record in records if record["kind"] == "cqe"):
        if one["minis_only"]:
            minis += 1
            if "decoded" in one:
                sys.exit(f"minis are decoded without their title: {one}")
            continue
        cqe, announced = one["decoded"], one["end"] - one["index"]
        listed = [text for text in cqe.get("remarks", []) if text.startswith("completion ")]
        if cqe.get("malformed") or (announced > 1 and len(listed) != announced):
            sys.exit(f"{announced} completions are announced, and {len(listed)} are listed: {one}")
        if listed:
            layouts[cqe["layout"]] = layouts.get(cqe["layout"], 0) + len(listed)
            if listed[0] not in pages:
                sys.exit(f"--fields does not print {listed[0]!r}")
    if not minis or set(layouts) != {"cqe64", "enh_block"} or min(layouts.values()) < 50:
        sys.exit(f"the program has used {minis} arrays of minis, and these compressed completions: {layouts}")
    print(f"{len(records)} records, {minis} arrays of minis, compressed completions: {layouts}")


if __name__ == "__main__":
    main()
