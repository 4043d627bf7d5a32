"""The libraries keep the ABI of the last release, as abidiff sees it: sizes and members of classes, and symbols.

abi.py ROOT SCRATCH COMPILER [TAG]

Builds the tag and the tree with debug information, and compares each library whose soname both have. New symbols may come. A
library whose soname has grown may change. Without a tag there is nothing to compare with, and the test is skipped in words. In
any case it first shows that abidiff finds one changed member in a library of ten lines, and nothing in an unchanged one."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

TINY = """struct point {{ int x; {member} y; }};
int length(const point& of) {{ return of.x + static_cast<int>(of.y); }}
"""
OPTIONS = ["-Dtests=disabled", "-Dexamples=false", "-Demulator=disabled", "-Dpython=disabled", "-Doptimization=0", "-Ddebug=true",
           "-Dunity_libraries=true"]
CHANGED = 4  # a bit of abidiff's status


def call(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} ends with {done.returncode}:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


def difference(before, after, *options):
    """Returns the words of abidiff about two libraries; an empty text if nothing was changed or taken away."""
    done = subprocess.run(["abidiff", "--no-added-syms", *map(str, options), str(before), str(after)], capture_output=True, text=True)
    if done.returncode & ~(CHANGED | 8):
        sys.exit(f"abidiff ends with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout if done.returncode & CHANGED else ""


def prove(compiler, scratch):
    """abidiff finds what it is there to find."""
    made = {}
    for name, member in (("first", "int"), ("same", "int"), ("changed", "long")):
        source, made[name] = scratch / f"{name}.cpp", scratch / name / "libtiny.so"
        made[name].parent.mkdir()
        source.write_text(TINY.format(member=member), encoding="utf-8")
        call(compiler, "-g", "-shared", "-fPIC", source, "-o", made[name])
    if said := difference(made["first"], made["same"]):
        sys.exit(f"abidiff finds a difference between two builds of one source:\n{said}")
    if "type size changed" not in (said := difference(made["first"], made["changed"])):
        sys.exit(f"abidiff does not find a changed member:\n{said}")
    print("abidiff finds a changed member, and nothing where nothing was changed")


def last_tag(root):
    done = subprocess.run(["git", "-C", root, "describe", "--tags", "--abbrev=0", "--match", "v[0-9]*"], capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else ""


def built(source, scratch, compiler):
    """Builds the libraries of a tree. Returns them by soname."""
    call("meson", "setup", scratch, source, *OPTIONS, env={**os.environ, "CXX": compiler})
    call("ninja", "-C", scratch)
    found = {}
    for path in sorted((scratch / "runtime").rglob("lib*.so.*.*.*")):
        if path.is_file() and (soname := re.search(r"SONAME.*\[(.*)\]", call("readelf", "-d", path))):
            found[soname[1]] = path
    return found


def main(root, scratch, compiler, tag=""):
    root, scratch = pathlib.Path(root).resolve(), pathlib.Path(scratch).resolve()
    if not shutil.which("abidiff"):
        print("skipped: abidiff is not installed (Debian package abigail-tools)")
        return 77
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    prove(compiler, scratch)
    tag = tag or last_tag(root)
    if not tag:
        print("skipped: there is no tag v… yet, so there is no release with whose ABI this one could be compared")
        return 77
    (scratch / "old").mkdir()
    archive = subprocess.run(["git", "-C", root, "archive", tag], capture_output=True, check=True).stdout
    subprocess.run(["tar", "-x", "-C", scratch / "old"], input=archive, check=True)
    before, after = built(scratch / "old", scratch / "old-build", compiler), built(root, scratch / "new-build", compiler)
    both = sorted(before.keys() & after.keys())
    # Classes that only a source file knows may change.
    public = ["--drop-private-types", "--headers-dir1", scratch / "old/runtime", "--headers-dir2", root / "runtime"]
    said = [f"{name} differs from {tag}:\n{text}" for name in both if (text := difference(before[name], after[name], *public))]
    gone = sorted(before.keys() - after.keys())
    said += [f"{name} of {tag} is gone, and no library has its name with a higher number" for name in gone
             if not any(one.rsplit(".", 1)[0] == name.rsplit(".", 1)[0] for one in after)]
    if not both and not gone:
        said.append(f"{tag} has no libraries")
    raised = f"; with another soname: {', '.join(gone)}" if gone else ""
    print("\n".join(said) or f"as in {tag}: {', '.join(both) or 'none'}{raised}")
    if said:
        print("If the change is meant, raise `abi` in meson.build: CONTRIBUTING.md.")
    shutil.rmtree(scratch)
    return bool(said)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
