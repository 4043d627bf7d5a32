"""The libraries keep the ABI of the last release, as abidiff sees it: sizes and members of classes, and symbols.

abi.py ROOT SCRATCH COMPILER [TAG]

Builds the tag and the tree with debug information, and compares each library whose soname both have. New symbols may come. A
library whose soname has grown may change. In any case it first shows that abidiff finds one changed member in a library of ten
lines, and nothing in an unchanged one. Without a tag there is nothing to compare with, because the ABI may still change: then it
plants a member into a public struct of the library for subnet administrators, and finds it by the same comparison."""
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


def unpacked(root, commit, folder):
    """The files of a commit, in a folder of their own."""
    folder.mkdir()
    archive = subprocess.run(["git", "-C", root, "archive", commit], capture_output=True, check=True).stdout
    subprocess.run(["tar", "-x", "-C", folder], input=archive, check=True)
    return folder


def configured(source, build, compiler):
    call("meson", "setup", build, source, *OPTIONS, env={**os.environ, "CXX": compiler})
    return build


def public_types(before, after):
    """The options for which classes that only a source file knows may change."""
    return ["--drop-private-types", "--headers-dir1", before / "runtime", "--headers-dir2", after / "runtime"]


def plant(root, scratch, compiler):
    """A member that is planted into a public struct is found, and it alone. Returns the words for it, or None without libibumad."""
    source = unpacked(root, "HEAD", scratch / "planted")
    build = configured(source, scratch / "planted-build", compiler)
    targets = re.findall(r"^(\S+/libverbatim-sa\.so\.\d+\.\d+\.\d+): ", call("ninja", "-C", build, "-t", "targets", "all"), re.M)
    if not targets:
        return None
    call("ninja", "-C", build, targets[0])
    before = scratch / "before.so"
    shutil.copy(build / targets[0], before)
    header = source / "runtime/connect/subnet/sa_options.hpp"
    text = header.read_text(encoding="utf-8")
    planted = re.sub(r"(\n  unsigned retries = [^\n]*)", r"\1\n  std::uint64_t planted = 0;", text)
    header.write_text(planted, encoding="utf-8")
    call("ninja", "-C", build, targets[0])
    said = difference(before, build / targets[0], *public_types(source, source))
    if planted == text or "type size changed" not in said or "planted" not in said:
        sys.exit(f"a member that was planted into subnet::options is not found:\n{said}")
    return "a member that was planted into subnet::options is found"


def built(source, scratch, compiler):
    """Builds the libraries of a tree. Returns them by soname."""
    call("ninja", "-C", configured(source, scratch, compiler))
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
        found = plant(root, scratch, compiler)
        print(f"there is no tag v… yet, so no release to compare with; {found or 'skipped: libverbatim-sa needs libibumad'}")
        shutil.rmtree(scratch)
        return 0 if found else 77
    old = unpacked(root, tag, scratch / "old")
    before, after = built(old, scratch / "old-build", compiler), built(root, scratch / "new-build", compiler)
    both = sorted(before.keys() & after.keys())
    public = public_types(old, root)
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
