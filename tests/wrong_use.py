"""Every program of this project ends with 2 and says why when its command line is wrong, and documents its statuses.

wrong_use.py BUILD_DIRECTORY
"""
import importlib.util
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
WRONG_USE = 2
build = pathlib.Path(sys.argv[1]).resolve()
emulator, runtime = build / "runtime/emulator/verbatim-emulator", build / "runtime/tools"

# The wrong command lines of each program. It complains before it builds, installs or looks for anything.
MISTAKES = {
    emulator: [[], ["--no-such-option", "true"], ["--ports", "3", "true"], ["--fabric", "../x", "true"],
               ["--port-state", "up", "true"], ["--fail-at", "x", "true"], ["--devices"]],
    runtime / "verbatim-decode": [["--no-such-option"], ["--ring", "none"], ["--cqe-size", "65"], ["/no/such/file"]],
    runtime / "verbatim": [[], ["inform"], ["info", "--yaml"], ["info", "a", "b"],
                           ["perf", "--size", "64"], ["perf", "host", "--depth", "0"], ["perf", "--compare", "a", "b"]],
    build / "examples/ping_pong": [[], ["both"], ["server", "client"]],
    build / "examples/exchange_server": [["4791"]],
    build / "examples/exchange_client": [[], ["localhost"], ["localhost", "port"], ["localhost", "1", "2"]],
    build / "examples/cm_server": [["port"], ["1", "2"], ["65536"], [""]],
    build / "examples/cm_client": [[], ["localhost"], ["localhost", "1", "2"]],
    build / "examples/cm_group": [[], ["receive"], ["receive", "239.1.2.3", "127.0.0.1", "more"], ["listen", "239.1.2.3", "127.0.0.1"]],
    build / "examples/stream_server": [["port"], ["1", "2"]],
    build / "examples/stream_client": [[], ["localhost"], ["localhost", "1"]],
    build / "examples/io_uring_client": [[], ["localhost", "1"]],
    build / "examples/asio_echo": [[], ["both"], ["client", "localhost"]],
    build / "examples/every_operation": [["all"]],
    build / "examples/kv_server": [[], ["some"], ["1", "2", "3"]],
    build / "examples/kv_client": [[], ["localhost", "1"]],
    build / "examples/http": [[], ["both"], ["client", "localhost", "1"]],
    build / "examples/all_to_all": [["dc"], ["rc", "4"]],
    build / "examples/tls": [[], ["server", "certificate"], ["client", "localhost", "1"]],
    ROOT / "examples/connecting/cm.sh": [[]],
    ROOT / "examples/streams/streams.sh": [[], ["/no/such/directory"]],
    ROOT / "examples/run.sh": [["no_such_example"], ["--fast"], ["ping_pong", "exchange"]],
    ROOT / "examples/ping_pong.sh": [[], ["/no/such/directory"]],
    ROOT / "examples/connecting/exchange.sh": [[], ["/no/such/directory"]],
    ROOT / "tests/run.sh": [["--fast"], ["full"], ["--full", "--fast"]],
    ROOT / "tests/bench/instructions.sh": [[]],
    (sys.executable, "tests/run.py"): [["--fast"], ["full"]],
}
# Programs whose --help says what the statuses mean.
DOCUMENTED = [emulator, runtime / "verbatim-decode", (runtime / "verbatim", "info"), (runtime / "verbatim", "perf"), ROOT / "examples/run.sh",
              ROOT / "tests/run.sh"]
if importlib.util.find_spec("jinja2") and importlib.util.find_spec("yaml"):  # else it says that first
    generator = (sys.executable, "-m", "codegen")
    MISTAKES[generator] = [["--no-such-option"], ["specs"], ["--root"]]
    DOCUMENTED.append(generator)


def words(program):
    return [str(word) for word in (program if isinstance(program, tuple) else (program,))]


def run(program, arguments):
    command = [*words(program), *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=120)
    return " ".join(command), done


said = []
for program, mistakes in MISTAKES.items():
    if not pathlib.Path(words(program)[0]).exists():
        continue  # not built: a dependency of it is missing
    for arguments in mistakes:
        command, done = run(program, arguments)
        if done.returncode != WRONG_USE or not done.stderr:
            said.append(f"{command} ends with {done.returncode} instead of {WRONG_USE}:\n{done.stdout}{done.stderr}")
for program in DOCUMENTED:
    if not pathlib.Path(words(program)[0]).exists():
        continue
    command, done = run(program, ["--help"])
    text = " ".join(done.stdout.split())
    if done.returncode or "Exit status: " not in text or "2 if the command line is wrong" not in text.replace(
            "2 the command line is wrong", "2 if the command line is wrong"):
        said.append(f"{command} does not say its exit statuses:\n{done.stdout}{done.stderr}")
# Output that is cut off does not look like success.
for program, arguments in ((emulator, ["--checks"]), (emulator, ["--options"]), (runtime / "verbatim", ["info"]),
                           (runtime / "verbatim-decode", ["--as", "cqe"])):
    if not pathlib.Path(program).exists():
        continue
    with open("/dev/full", "w", encoding="ascii") as full:
        done = subprocess.run([program, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, input="00" * 64, check=False)
    if done.returncode == 0 or "cannot be written" not in done.stderr:
        said.append(f"{program} {' '.join(arguments)} on a full disk ends with {done.returncode}:\n{done.stderr}")
print("\n".join(said) or f"{sum(map(len, MISTAKES.values()))} mistakes")
sys.exit(bool(said))
