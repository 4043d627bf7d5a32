"""Acts like a user of the library: installs it, builds the README's program against it, and runs that on the emulator;
builds a project that finds the installation by CMake; builds a program in a project that has this one as a Meson
subproject; and installs the emulator alone, and runs ibv_devinfo on it.

installed.py BUILD_DIRECTORY COMPILER [--whole]

Without --whole, the program in that project that needs the library is compiled, but the library is not."""
import json
import os
import pathlib
import re
import shutil
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


# Everything that the emulator needs.
ALONE = {"bin/verbatim-emulator", "verbatim/libverbatim-emulator.so", "verbatim/libverbatim-watch.so", "man1/verbatim-emulator.1",
         "completions/verbatim-emulator", "site-functions/_verbatim-emulator"}

# By a program of a project that has this one as a subproject, its own file included: several files of the library at once.
MOST_TO_COMPILE = 20

CORE = """#include <verbatim/generated/transports/rc.hpp>
#include <verbatim/queue/send/send_queue.hpp>
using queue = verbatim::send_queue<verbatim::rc, int>;
int main() { return sizeof(queue) == 0; }
"""
STREAM = """#include <verbatim/stream/base/result.hpp>
int main() { return verbatim::stream::result().message().empty(); }
"""


def compiled(source, code, *flags):
    """No standard is named: the flags of pkg-config have to do, whatever the compiler defaults to."""
    source.write_text(code, encoding="utf-8")
    call(compiler, source, *flags, "-o", source.with_suffix(""))
    return source.with_suffix("")


def check_headers(scratch):
    """An installed header includes only installed headers of the library."""
    [installed] = (scratch / "root").rglob("include/verbatim")
    for header in installed.rglob("*.?pp"):
        for name in re.findall(r'^#include ["<](verbatim/[^">]+)[">]', header.read_text(encoding="utf-8"), re.M):
            if not (installed.parent / name).exists():
                sys.exit(f"{header.relative_to(installed.parent)} includes {name}, which is not installed")


def of_rdma_core(source, flags):
    """The headers of rdma-core and of the kernel's RDMA that a file includes, directly or by others."""
    every = call(compiler, "-M", source, *[flag for flag in flags if not flag.startswith("-l")]).split()
    return sorted(path for path in every if re.search("/(infiniband|rdma)/", path))


def check_core(scratch, flags):
    """The core needs no rdma-core: no installed header of its layers includes one of its headers, although they are here."""
    [installed] = (scratch / "root").rglob("include/verbatim")
    headers = [path for layer in ("wire", "mmio", "generated", "queue") for path in (installed / layer).rglob("*.hpp")]
    headers += [installed / "queue.hpp", installed / "gpu.hpp", installed / "version.hpp"]
    if len(headers) < 200:
        sys.exit(f"{installed} has only {len(headers)} headers of the core")
    every, library = scratch / "every.cpp", scratch / "library.cpp"
    every.write_text("".join(f"#include <{path.relative_to(installed.parent)}>\n" for path in headers), encoding="utf-8")
    if found := of_rdma_core(every, flags):
        sys.exit(f"the core includes headers of rdma-core: {' '.join(found)}")
    # Posting through verbs is inline code that calls rdma-core.
    library.write_text("#include <verbatim/verbs/portable/verbs_qp.hpp>\n", encoding="utf-8")
    if not any(path.endswith("infiniband/verbs.h") for path in of_rdma_core(library, flags)):
        sys.exit("verbatim/verbs/portable/verbs_qp.hpp seems to need no rdma-core: the headers are looked for in the wrong way")
    if "--whole" in sys.argv:
        compile_without_rdma_core(every, library, [flag for flag in flags if not flag.startswith("-l")])


def compile_without_rdma_core(every, library, flags):
    """The core compiles where the headers of rdma-core are covered, as if it was not installed, and what needs them does not."""
    covered = ["unshare", "-rm", "sh", "-c", 'for d in infiniband rdma; do mount -t tmpfs none "/usr/include/$d"; done && exec "$@"', "sh"]
    if subprocess.run([*covered, "true"], capture_output=True).returncode:
        print("mounts are not allowed here: the core was not compiled with rdma-core's headers out of reach")
        return
    call(*covered, compiler, "-fsyntax-only", every, *flags)
    done = subprocess.run([*covered, compiler, "-fsyntax-only", library, *flags], capture_output=True, text=True)
    if not done.returncode or "infiniband/" not in done.stderr:
        sys.exit(f"the headers of rdma-core are not out of reach:\n{done.stderr[:2000]}")


def build_and_run_installed(scratch):
    call("meson", "install", "-C", build, "--no-rebuild", "--destdir", scratch / "root")
    check_headers(scratch)
    [description] = (scratch / "root").rglob("verbatim.pc")
    environment = dict(os.environ, PKG_CONFIG_PATH=str(description.parent), PKG_CONFIG_SYSROOT_DIR=str(scratch / "root"))
    flags = {}
    for path in sorted(description.parent.glob("*.pc")):
        # The sysroot goes in front of rdma-core's paths too, which are the compiler's own anyway.
        flags[path.stem] = call("pkg-config", "--cflags", "--libs", path.stem, env=environment).split()
        if "-std=c++20" not in flags[path.stem]:
            sys.exit(f"{path.name} does not ask for C++20: {flags[path.stem]}")
    if not {"verbatim", "verbatim-core", "verbatim-stream"} <= flags.keys():
        sys.exit(f"pkg-config knows only {sorted(flags)}")
    call(compiled(scratch / "core.cpp", CORE, *flags["verbatim-core"]))
    check_core(scratch, flags["verbatim-core"])

    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    code = re.search(r"```cpp\n(.*?)```", readme, re.S).group(1)
    [library] = (scratch / "root").rglob("libverbatim.so")
    program = compiled(scratch / "program.cpp", code, *flags["verbatim"], f"-Wl,-rpath,{library.parent}")
    call(compiled(scratch / "stream.cpp", STREAM, *flags["verbatim-stream"], f"-Wl,-rpath,{library.parent}"))
    # An installed program finds its libraries, wherever they are, without a setting of the loader.
    environment = {name: value for name, value in os.environ.items() if name != "LD_LIBRARY_PATH"}
    installed = {p.name: p for p in (scratch / "root").rglob("bin/*")}
    for name in ("verbatim-emulator", "verbatim-decode", "verbatim"):
        [_] = (scratch / "root").rglob(f"man1/{name}.1")
        call(installed[name], "--version", env=environment)
    call(installed["verbatim-emulator"], program, env=environment, timeout=60)
    call(installed["verbatim-emulator"], installed["verbatim"], "info", env=environment, timeout=60)
    said = call(installed["verbatim-emulator"], installed["verbatim"], "perf", "--posting", "--repetitions", "1", env=environment,
                timeout=120)
    if not re.search(r"^write, 16 for a doorbell( +\d+\.\d){3}", said, re.M):
        sys.exit(f"the installed verbatim perf says:\n{said}")
    findings = scratch / "selftest.json"
    call(installed["verbatim-emulator"], installed["verbatim"], "selftest", "--only", "wqe/nop/rc", "--output", findings,
         env=environment, timeout=120)
    if json.loads(findings.read_text(encoding="utf-8"))["summary"]["pass"] != 1:
        sys.exit(f"the installed verbatim selftest finds:\n{findings.read_text(encoding='utf-8')}")
    use_python_package(scratch / "root")
    for path in library.parent.glob("libverbatim-*.so"):
        if "not found" in call("ldd", path, env=environment):
            sys.exit(f"{path.name} does not find what it needs")


def build_with_cmake(scratch):
    """A project finds the installation by CMake, also after it was moved."""
    if not shutil.which("cmake"):
        print("without CMake: its project was not built")
        return
    [config] = (scratch / "root").rglob("verbatim-config.cmake")
    project = scratch / "by-cmake"
    project.mkdir()
    (project / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.20)\nproject(user CXX)\n"
        "find_package(verbatim 0.1 REQUIRED COMPONENTS core stream)\nfind_package(verbatim REQUIRED)\n"
        "add_executable(user user.cpp)\ntarget_link_libraries(user verbatim::stream)\n"
        "add_executable(core core.cpp)\ntarget_link_libraries(core verbatim::core)\n", encoding="utf-8")
    (project / "user.cpp").write_text(
        "#include <verbatim/verbs.hpp>\nint main() { return verbatim::devices().size() == 1 ? 0 : 1; }\n", encoding="utf-8")
    (project / "core.cpp").write_text(CORE, encoding="utf-8")
    where = f"-Dverbatim_DIR={config.parent}"
    environment = {**os.environ, "CXX": compiler}
    call("cmake", "-B", project / "build", where, project, env=environment)
    call("cmake", "--build", project / "build", env=environment)
    [emulator] = (scratch / "root").rglob("bin/verbatim-emulator")
    call(emulator, "--fabric", "by-cmake", project / "build/user", timeout=60)
    call(project / "build/core")
    for words, said in (("0.2", 'requested version "0.2"'), ("9", 'requested version "9"'),
                        ("COMPONENTS nonsense", "verbatim::nonsense is not installed")):
        (project / "CMakeLists.txt").write_text(
            f"cmake_minimum_required(VERSION 3.20)\nproject(user CXX)\nfind_package(verbatim {words} REQUIRED)\n", encoding="utf-8")
        done = subprocess.run(["cmake", "-B", project / "wrong", where, project], capture_output=True, text=True, env=environment)
        if not done.returncode or said not in " ".join(done.stderr.split()):
            sys.exit(f"find_package(verbatim {words}) ends with {done.returncode}:\n{done.stderr}")


def use_python_package(root):
    """Every module of the source tree is installed, and the package works without the tree."""
    [chain] = root.rglob("verbatim/chain.py")
    package, source = chain.parent, ROOT / "runtime/python/verbatim"
    modules = {path.relative_to(source) for folder in (source, source / "specs") for path in folder.glob("**/*.py*")
               if path.suffix in (".py", ".pyi", ".typed")}
    if modules != {path.relative_to(package) for path in package.rglob("*.py*") if path.suffix in (".py", ".pyi", ".typed")}:
        sys.exit(f"installed is not every module of the Python package: {sorted(map(str, modules))}")
    said = call(sys.executable, "-B", "-m", "verbatim", "00000000", "93005204", "0a0019a1", "c0921cd2", cwd=root,
                env=dict(os.environ, PYTHONPATH=str(package.parent)))
    if "local_prot_err" not in said:
        sys.exit(f"the installed Python package says:\n{said}")


def install_emulator_alone(scratch):
    """In an empty prefix, which is then moved."""
    call("meson", "install", "-C", build, "--no-rebuild", "--tags", "emulator", "--destdir", scratch / "first")
    (scratch / "first").rename(scratch / "alone")
    installed = {f"{path.parent.name}/{path.name}": path for path in (scratch / "alone").rglob("*") if path.is_file()}
    if installed.keys() != ALONE:
        sys.exit(f"--tags emulator installs {sorted(map(str, installed.values()))}")
    environment = {name: value for name, value in os.environ.items() if name != "LD_LIBRARY_PATH"}
    said = call(installed["bin/verbatim-emulator"], "--fabric", "installed-alone", "--ports", "2", "ibv_devinfo", env=environment, timeout=60)
    if said.count("hca_id:\tmlx5_0") != 1 or said.count("PORT_ACTIVE") != 2:
        sys.exit(f"the emulator that is installed alone shows:\n{said}")
    needed = re.findall(r"^\s*(\S+) =>", call("ldd", installed["verbatim/libverbatim-emulator.so"], env=environment), re.M)
    if unwanted := [name for name in needed if re.search("ibverbs|mlx5|rdmacm|libverbatim", name)]:
        sys.exit(f"the emulator needs {unwanted}")


def configure_emulator_alone(scratch):
    """Nothing of rdma-core is looked for, and only the emulator is a target."""
    said = call("meson", "setup", "-Dlibrary=false", scratch / "only", ROOT, env={**os.environ, "CXX": compiler})
    if re.search(r"libibverbs|libmlx5|librdmacm|libibumad|gtest", said):
        sys.exit(f"the emulator alone looks for more than it needs:\n{said}")
    targets = {one["name"] for one in json.loads(call("meson", "introspect", "--targets", scratch / "only"))}
    if other := {name for name in targets if not name.startswith("verbatim-emulator") and name not in ("verbatim-watch", "generate", "site")}:
        sys.exit(f"the emulator alone also has the targets {other}")


def build_as_subproject(scratch):
    (scratch / "user" / "subprojects").mkdir(parents=True)
    (scratch / "user" / "subprojects" / "verbatim").symlink_to(ROOT)
    [(library, on_emulator)] = re.findall(
        r"```\n(verbatim = dependency.*?\n)program = .*?(test\('program'.*?\n)```",
        (ROOT / "docs/installing.md").read_text(encoding="utf-8"), re.S)
    whole = "--whole" in sys.argv
    (scratch / "user" / "meson.build").write_text(
        "project('user', 'cpp', default_options: ['cpp_std=c++20', 'warning_level=3'])\n"
        + (library if whole else "verbatim = dependency('verbatim', fallback: 'verbatim')\n") +
        "program = executable('user', 'user.cpp', dependencies: verbatim)\n"
        "executable('core', 'core.cpp', dependencies: dependency('verbatim-core', fallback: 'verbatim'))\n"
        + (on_emulator if whole else ""))
    (scratch / "user" / "user.cpp").write_text(
        '#include <verbatim/verbatim.hpp>\nint main() { return verbatim::devices().size() != 1; }\n')
    (scratch / "user" / "core.cpp").write_text(CORE)
    call("meson", "setup", "--buildtype=plain", scratch / "user" / "build", scratch / "user",
         env={**os.environ, "CXX": compiler})
    needed = call("ninja", "-C", scratch / "user" / "build", "-t", "commands", "user").count(" -c ")
    if needed > MOST_TO_COMPILE:
        sys.exit(f"a program of a project that has this one as a subproject waits for {needed} compilations, at most {MOST_TO_COMPILE}")
    if whole:
        call("meson", "test", "-C", scratch / "user" / "build")
    else:
        call("ninja", "-C", scratch / "user" / "build", "user.p/user.cpp.o", "core")


with tempfile.TemporaryDirectory() as directory:
    build_and_run_installed(pathlib.Path(directory))
    build_with_cmake(pathlib.Path(directory))
    install_emulator_alone(pathlib.Path(directory))
    configure_emulator_alone(pathlib.Path(directory))
    build_as_subproject(pathlib.Path(directory))
