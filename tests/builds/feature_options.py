"""The library builds and installs without each of its optional parts and their combinations: feature_options.py COMPILER SCRATCH

Nothing of a part that is left out is installed, and the tools work without it."""
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The name of the option of a part, and files that the part installs.
INSTALLED = {"cm": ("verbatim-cm.pc", "local_addresses.hpp"), "sa": ("verbatim-sa.pc",), "json": ("verbatim-json.pc",),
             "stream": ("stream.hpp", "byte_stream.hpp", "verbatim-stream.pc"),
             "asio": ("asio.hpp", "boost_asio.hpp", "hub.ipp"),
             "emulator": ("verbatim-emulator", "verbatim")}


def call(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} ends with {done.returncode}:\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
    return done.stdout


def complaints(build, chosen):
    """Returns what is wrong with a build of the chosen parts."""
    root = build / "root"
    call("meson", "install", "-C", build, "--no-rebuild", "--destdir", root)
    names = {path.name for path in root.rglob("*") if path.is_file()}
    for part, files in INSTALLED.items():
        for file in files:
            if (file in names) != chosen[part]:
                yield f"{file} is {'not ' if chosen[part] else ''}installed with {chosen}"
    if chosen["emulator"]:
        emulator, tool = (next(root.rglob(f"bin/{name}")) for name in ("verbatim-emulator", "verbatim"))
        said = call(emulator, tool, "info")
        if ("rdma_cm 127.0.0.1" in said) != chosen["cm"]:
            yield f"verbatim info of {chosen} says:\n{said}"


def main(compiler, scratch):
    wrong = []
    # The usual build has all parts. There is nothing for Asio without streams.
    for cm, stream, asio in ((True, False, False), (False, True, True), (False, True, False), (True, True, False),
                             (False, False, False)):
        chosen = {"cm": cm, "sa": cm, "json": stream, "stream": stream, "asio": asio, "emulator": not cm and not stream}
        build = pathlib.Path(scratch)
        shutil.rmtree(build, ignore_errors=True)
        options = [f"-D{part}={'enabled' if on else 'disabled'}" for part, on in chosen.items()]
        call("meson", "setup", build, ROOT, "-Dwerror=true", "-Dtests=disabled", "-Dexamples=false",
             "-Dunity_libraries=true", "-Doptimization=0", "-Ddebug=false", *options, env=os.environ | {"CXX": compiler})
        call("meson", "compile", "-C", build)
        wrong += complaints(build, chosen)
    shutil.rmtree(scratch)
    print("\n".join(wrong) or "all combinations build")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
