"""The first command of the README shows every operation, and leaves each committed file as it was.

first_command.py BUILD_DIRECTORY: where the command builds, so that it finds all built."""
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def committed():
    """Each tracked file, with the time at which it was written: a generator may write what is there already."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        print("skipped: this is no clone of the repository")
        sys.exit(77)
    files = (ROOT / name for name in listed.stdout.split("\0") if name)
    return {str(file): os.lstat(file).st_mtime_ns for file in files if os.path.lexists(file)}


if not shutil.which("git") or not shutil.which("dpkg-query"):
    print("skipped: the command needs Debian, and this test git")
    sys.exit(77)
build = pathlib.Path(sys.argv[1]).resolve()
# `meson test` keeps others from setting the directory up again.
if "no work to do" not in subprocess.run(["ninja", "-n", "-C", build, "build.ninja"], capture_output=True, text=True,
                                         check=False).stdout:
    print("skipped: a meson.build has changed since the build; run ninja first")
    sys.exit(77)
before = committed()
done = subprocess.run([ROOT / "examples/run.sh"], env={**os.environ, "BUILD": str(build)},
                      capture_output=True, text=True, check=False)
said = [f"{name} was written" for name, time in committed().items() if before.get(name) != time]
if done.returncode or "RDMA WRITE" not in done.stdout:
    said.append(f"examples/run.sh ends with {done.returncode}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
print("\n".join(said) or f"{len(before)} files are as they were")
sys.exit(bool(said))
