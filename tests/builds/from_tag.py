"""`.ci/release` makes the tarball of a tag, builds it twice with the same bytes, and refuses what is no tag of a version.

from_tag.py ROOT COMPILER [MESON_OPTION...]

It works on a clone, in which the last commit gets the tag of its version; what is not committed is not in it. The builds are not
optimized and have no streams, to take less time: other options change the bytes, and not whether they are the same."""
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile

QUICK = ["-Doptimization=0", "-Dunity_libraries=true", "-Dstream=disabled", "-Dsa=disabled", "-Djson=disabled"]


def release(clone, environment, *words):
    return subprocess.run([clone / ".ci/release", *words], capture_output=True, text=True, env=environment)


def refused(clone, environment, status, said, *words):
    done = release(clone, environment, *words)
    if done.returncode != status or said not in done.stderr:
        sys.exit(f".ci/release {' '.join(map(str, words))} ends with {done.returncode}:\n{done.stdout}{done.stderr}")


def main(root, compiler, *options):
    if subprocess.run(["git", "-C", root, "rev-parse", "--git-dir"], capture_output=True).returncode:
        print("skipped: the tree is no repository of git, so it has no tags")
        return 77
    environment = {**os.environ, "CXX": compiler}
    with tempfile.TemporaryDirectory() as scratch:
        clone, out = pathlib.Path(scratch, "clone"), pathlib.Path(scratch, "out")
        out.mkdir()
        subprocess.run(["git", "clone", "-q", "--no-tags", root, clone], check=True)
        version = re.search(r"^  version: '(.*)',$", (clone / "meson.build").read_text(encoding="utf-8"), re.M)[1]
        for tag in (f"v{version}", "v99.0.0"):
            subprocess.run(["git", "-C", clone, "tag", tag], check=True)
        refused(clone, environment, 2, "there is no tag 'v98.0.0'", "v98.0.0")
        refused(clone, environment, 1, f"the tag has to be v{version}", "v99.0.0", out)
        refused(clone, environment, 2, "is no folder", f"v{version}", out / "nowhere")
        done = release(clone, environment, f"v{version}", out, *QUICK, *options)
        if done.returncode or "the same in both builds" not in done.stdout:
            sys.exit(f".ci/release v{version} ends with {done.returncode}:\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
        tarball = out / f"verbatim-{version}.tar.gz"
        said = (out / f"{tarball.name}.sha256").read_text(encoding="utf-8").split()
        if said != [hashlib.sha256(tarball.read_bytes()).hexdigest(), tarball.name]:
            sys.exit(f"{tarball.name}.sha256 says {said}")
        with tarfile.open(tarball) as archive:
            there = {name for name in archive.getnames() if archive.getmember(name).isfile() or archive.getmember(name).issym()}
        listed = subprocess.run(["git", "-C", clone, "ls-files"], capture_output=True, text=True, check=True).stdout.splitlines()
        if there != {f"verbatim-{version}/{name}" for name in listed}:
            sys.exit(f"the tarball has {len(there)} files, and the commit {len(listed)}")
        print(f"{len(there)} files in the tarball; installed are {done.stdout.splitlines()[-1]}")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
