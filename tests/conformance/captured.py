"""Runs a program on the emulator, and has our builders write the WQEs again that it made libmlx5 post.

usage: captured.py LAUNCHER REBUILD_TEST PROGRAM KIND...

Fails if the program fails, if a WQE differs, or if none of a KIND was posted: "RC tag_matching", as REBUILD_TEST prints."""
import pathlib
import subprocess
import sys
import tempfile


def main(launcher, rebuild_test, program, *kinds):
    with tempfile.TemporaryDirectory() as directory:
        capture = pathlib.Path(directory, "capture")
        ran = subprocess.run([launcher, "--fabric", f"captured-{pathlib.Path(program).name}", "--capture", capture, program],
                             capture_output=True, text=True)
        if ran.returncode:
            sys.exit(f"{program} failed\n{ran.stdout[-3000:]}{ran.stderr[-1000:]}")
        rebuilt = subprocess.run([rebuild_test, "--only", *kinds, "--", capture], capture_output=True, text=True)
        print(rebuilt.stdout, rebuilt.stderr)
        met = {line.rsplit(":", 1)[0] for line in rebuilt.stdout.splitlines()}
        missing = [kind for kind in kinds if kind not in met]
        if rebuilt.returncode or missing:
            sys.exit(f"not posted: {', '.join(missing)}" if missing else "our builders write other bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
