"""Every C++ file is laid out as .clang-format says.

    format.py ROOT
"""
import pathlib
import re
import shutil
import subprocess
import sys

VERSION = "14"  # others lay out a little differently
FOLDERS = ("generated", "runtime", "tests", "examples")


def formatter():
    """clang-format of the right version, if there is one."""
    for name in (f"clang-format-{VERSION}", "clang-format"):
        if path := shutil.which(name):
            said = subprocess.run([path, "--version"], capture_output=True, text=True, check=True).stdout
            if re.search(rf"version {VERSION}\.", said):
                return path
    return None


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    tool = formatter()
    if tool is None:
        print(f"skipped: no clang-format {VERSION} (apt-get install clang-format-{VERSION})")
        sys.exit(77)
    files = sorted(f for folder in FOLDERS for f in (root / folder).glob("**/*.?pp"))
    done = subprocess.run([tool, "--dry-run", "-Werror", *files], capture_output=True, text=True)
    if done.returncode:
        wrong = sorted(set(re.findall(r"^(\S+?):\d+:\d+: error", done.stderr, re.MULTILINE)))
        print(f"{done.stderr}\nto mend: {tool} -i {' '.join(wrong)}")
    else:
        print(f"{len(files)} files are laid out as .clang-format says")
    sys.exit(done.returncode != 0)


if __name__ == "__main__":
    main()
