"""Acts like a user of the library: installs it, builds the README's program against it, and runs that on the emulator;
and builds a program in a project that has this one as a Meson subproject.

installed.py BUILD_DIRECTORY COMPILER [--whole]

Without --whole, the program in that project that needs the library is compiled, but the library is not."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
build = pathlib.Path(sys.argv[1]).resolve()
compiler = sys.argv[2]


def call(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} ends with {done.returncode}:\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
    return done.stdout


CORE = """#include <verbatim/generated/transports/rc.hpp>
#include <verbatim/queue/send/send_queue.hpp>
using queue = verbatim::send_queue<verbatim::rc, int>;
int main() { return sizeof(queue) == 0; }
"""


def compiled(source, code, *flags):
    """No standard is named: the flags of pkg-config have to do, whatever the compiler defaults to."""
    source.write_text(code, encoding="utf-8")
    call(compiler, source, *flags, "-o", source.with_suffix(""))
    return source.with_suffix("")


def build_and_run_installed(scratch):
    call("meson", "install", "-C", build, "--no-rebuild", "--destdir", scratch / "root")
    [description] = (scratch / "root").rglob("verbatim.pc")
    environment = dict(os.environ, PKG_CONFIG_PATH=str(description.parent), PKG_CONFIG_SYSROOT_DIR=str(scratch / "root"))
    flags = {}
    for path in sorted(description.parent.glob("*.pc")):
        # The sysroot goes in front of rdma-core's paths too, which are the compiler's own anyway.
        flags[path.stem] = call("pkg-config", "--cflags", "--libs", path.stem, env=environment).split()
        if "-std=c++20" not in flags[path.stem]:
            sys.exit(f"{path.name} does not ask for C++20: {flags[path.stem]}")
    if not {"verbatim", "verbatim-core"} <= flags.keys():
        sys.exit(f"pkg-config knows only {sorted(flags)}")
    call(compiled(scratch / "core.cpp", CORE, *flags["verbatim-core"]))

    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    code = re.search(r"```cpp\n(.*?)```", readme, re.S).group(1)
    [library] = (scratch / "root").rglob("libverbatim.so")
    program = compiled(scratch / "program.cpp", code, *flags["verbatim"], f"-Wl,-rpath,{library.parent}")
    # An installed program finds its libraries, wherever they are, and nobody has told the loader.
    environment = {name: value for name, value in os.environ.items() if name != "LD_LIBRARY_PATH"}
    installed = {p.name: p for p in (scratch / "root").rglob("bin/*")}
    for name in ("verbatim-emulator", "verbatim-decode", "verbatim"):
        call(installed[name], "--version", env=environment)
    call(installed["verbatim-emulator"], program, env=environment, timeout=60)
    call(installed["verbatim-emulator"], installed["verbatim"], "info", env=environment, timeout=60)
    for path in library.parent.glob("libverbatim-*.so"):
        if "not found" in call("ldd", path, env=environment):
            sys.exit(f"{path.name} does not find what it needs")


def build_as_subproject(scratch):
    (scratch / "user" / "subprojects").mkdir(parents=True)
    (scratch / "user" / "subprojects" / "verbatim").symlink_to(ROOT)
    (scratch / "user" / "meson.build").write_text(
        "project('user', 'cpp', default_options: ['cpp_std=c++20', 'warning_level=3'])\n"
        "executable('user', 'user.cpp', dependencies: dependency('verbatim', fallback: 'verbatim'))\n"
        "executable('core', 'core.cpp', dependencies: dependency('verbatim-core', fallback: 'verbatim'))\n")
    (scratch / "user" / "user.cpp").write_text(
        '#include <verbatim/verbatim.hpp>\nint main() { return static_cast<int>(verbatim::devices().size()); }\n')
    (scratch / "user" / "core.cpp").write_text(CORE)
    call("meson", "setup", "--buildtype=plain", "-Dverbatim:unity_libraries=true", scratch / "user" / "build", scratch / "user",
         env={**os.environ, "CXX": compiler})
    call("ninja", "-C", scratch / "user" / "build", *(["user"] if "--whole" in sys.argv else ["user.p/user.cpp.o"]), "core")


with tempfile.TemporaryDirectory() as directory:
    build_and_run_installed(pathlib.Path(directory))
    build_as_subproject(pathlib.Path(directory))
