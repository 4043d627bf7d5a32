"""What a user of the library does: installs it, builds the README's program against it, and runs that on the emulator;
and builds a program in a project that has this one as a Meson subproject.

installed.py BUILD_DIRECTORY"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
build = pathlib.Path(sys.argv[1]).resolve()


def call(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} ends with {done.returncode}:\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
    return done.stdout


def build_and_run_installed(scratch):
    call("meson", "install", "-C", build, "--no-rebuild", "--destdir", scratch / "root")
    [description] = (scratch / "root").rglob("verbatim.pc")
    environment = dict(os.environ, PKG_CONFIG_PATH=str(description.parent), PKG_CONFIG_SYSROOT_DIR=str(scratch / "root"))
    # The sysroot goes in front of rdma-core's paths too, which are the compiler's own anyway.
    flags = call("pkg-config", "--cflags", "--libs", "verbatim", env=environment).split()
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    source = scratch / "program.cpp"
    source.write_text(re.search(r"```cpp\n(.*?)```", readme, re.S).group(1), encoding="utf-8")
    call("g++", "-std=c++20", source, *flags, "-o", scratch / "program")
    [launcher] = [p for p in (scratch / "root").rglob("verbatim-emulator") if p.is_file() and os.access(p, os.X_OK)]
    [library] = (scratch / "root").rglob("libverbatim.so")
    call(launcher, scratch / "program", env=dict(os.environ, LD_LIBRARY_PATH=str(library.parent)), timeout=60)


def build_as_subproject(scratch):
    (scratch / "user" / "subprojects").mkdir(parents=True)
    (scratch / "user" / "subprojects" / "verbatim").symlink_to(ROOT)
    (scratch / "user" / "meson.build").write_text(
        "project('user', 'cpp', default_options: ['cpp_std=c++20', 'warning_level=3'])\n"
        "executable('user', 'user.cpp', dependencies: dependency('verbatim', fallback: 'verbatim'))\n"
        "executable('core', 'core.cpp', dependencies: dependency('verbatim-core', fallback: 'verbatim'))\n")
    (scratch / "user" / "user.cpp").write_text(
        '#include <verbatim/verbatim.hpp>\nint main() { return static_cast<int>(verbatim::devices().size()); }\n')
    (scratch / "user" / "core.cpp").write_text(
        "#include <verbatim/generated/transports/rc.hpp>\n#include <verbatim/queue/send_queue.hpp>\n"
        "using queue = verbatim::send_queue<verbatim::rc, int>;\nint main() { return sizeof(queue) == 0; }\n")
    call("meson", "setup", "--buildtype=plain", scratch / "user" / "build", scratch / "user")
    call("meson", "compile", "-C", scratch / "user" / "build", "user", "core")


with tempfile.TemporaryDirectory() as directory:
    build_and_run_installed(pathlib.Path(directory))
    build_as_subproject(pathlib.Path(directory))
