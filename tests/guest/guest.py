"""Runs tests on Linux's own RDMA drivers, rdma_rxe (RoCE) and siw (iWARP), in a QEMU guest.

guest.py VERBATIM EXAMPLES PROGRAM...

EXAMPLES is the script that runs the examples of rdma_cm, or an empty word if they are not built.
VERBATIM is the tool: `info` has to find both devices, `perf` measures both through verbs, `selftest` tries verbs on rxe, and
all say what they cannot do. Each PROGRAM is a GoogleTest program and runs on each
device, without the tests that the device's list beside this file names: rxe.txt, siw.txt."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SKIP = 77
SECONDS = 1500
HERE = pathlib.Path(__file__).resolve().parent
DEVICES = {"rxe0": HERE / "rxe.txt", "siw0": HERE / "siw.txt"}
ADDRESSES = {"rxe0": "10.77.0.1", "siw0": "10.77.1.1"}

# The measurements of `verbatim perf`: the device and the options. Then the messages of each repetition, and the TCP port of
# the server of each device.
MESSAGES = 20
MEASURED = {"write": ("rxe0", ["--operation", "write", "--size", "64..4K"]),
            "send": ("rxe0", ["--operation", "send", "--events"]),
            "read": ("rxe0", ["--operation", "read", "--queue-pairs", "3"]),
            "fetch_add": ("rxe0", ["--operation", "fetch_add"]),
            # Ends that poll on both processors of the guest keep the driver waiting.
            "uc": ("rxe0", ["--operation", "send", "--connection", "uc", "--events"]),
            "ud": ("rxe0", ["--operation", "send", "--connection", "ud", "--events"]),
            "iwarp-write": ("siw0", ["--rdma-cm", "--operation", "write", "--size", "64..4K"]),
            "iwarp-send": ("siw0", ["--rdma-cm", "--operation", "send", "--events"]),
            "iwarp-read": ("siw0", ["--rdma-cm", "--operation", "read", "--queue-pairs", "3"])}
PERF_PORTS = {"rxe0": "7790", "siw0": "7791"}
# Its arguments where it cannot measure, and a part of the sentence that has to follow.
REFUSED = {"direct": ([ADDRESSES["rxe0"], "--device", "rxe0", "--queues", "direct"],
                      "rxe0 is no mlx5 device and has no direct queue pairs: use --queues verbs"),
           "posting": (["--posting", "--device", "rxe0"], "rxe0 is no mlx5 device: builders write WQEs of mlx5 only"),
           "iwarp": ([ADDRESSES["siw0"], "--device", "siw0", "--patience", "120"], "only rdma_cm connects queue pairs of iWARP devices"),
           "iwarp-atomics": ([ADDRESSES["siw0"], "--device", "siw0", "--tcp-port", PERF_PORTS["siw0"], "--patience", "120", "--rdma-cm",
                              "--operation", "fetch_add"], "siw0 has no atomics: measure write, read or send")}


def tests_of(program):
    """The names of its tests: SUITE.TEST."""
    listed = subprocess.run([program, "--gtest_list_tests"], capture_output=True, text=True, check=True).stdout
    names, suite = [], None
    for line in listed.splitlines():
        name = line.split("#")[0].rstrip()
        if not name.startswith(" ") and name.endswith("."):
            suite = name
        elif name.startswith(" ") and suite:
            names.append(suite + name.strip())
    return names


def lacks(path):
    """Tests that the device cannot pass, {name or SUITE.*: reason}."""
    found, reason = {}, None
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("## "):
            reason = line[3:].strip()
        elif line.strip() and not line.startswith("#"):
            if reason is None:
                sys.exit(f"{path.name}:{number}: give the reason in a heading: ## why these cannot run")
            found[line.strip()] = reason
    return found


def covers(pattern, name):
    return name == pattern or pattern.endswith(".*") and name.startswith(pattern[:-1])


def script(verbatim, examples, programs, left_out):
    """The commands of the guest: their results are files in $SCRATCH."""
    lines = [f"{verbatim} info >$SCRATCH/info.txt 2>&1; echo $? >$SCRATCH/info.status",
             f"{verbatim} info --json >$SCRATCH/info.json",
             f"{verbatim} selftest rxe0 --patience 60 --output $SCRATCH/selftest.json >$SCRATCH/selftest.txt 2>&1; "
             "echo $? >$SCRATCH/selftest.status"]
    for device, port in PERF_PORTS.items():
        lines += [f"{verbatim} perf --device {device} --tcp-port {port} --patience 120 >$SCRATCH/perf-{device}.txt 2>&1 & servers=\"$servers $!\"",
                  f"for i in $(seq 1200); do grep -q waits $SCRATCH/perf-{device}.txt && break; sleep 0.1; done"]
    perf = {name: [ADDRESSES[device], "--device", device, "--tcp-port", PERF_PORTS[device], "--patience", "120", "--iterations", str(MESSAGES),
                   "--repetitions", "2", "--json", f"$SCRATCH/perf-{name}.json", *options] for name, (device, options) in MEASURED.items()}
    perf |= {name: arguments for name, (arguments, _) in REFUSED.items()}
    lines += [f"{verbatim} perf {' '.join(arguments)} >$SCRATCH/perf-{name}.txt 2>&1; echo $? >$SCRATCH/perf-{name}.status"
              for name, arguments in perf.items()]
    lines += ["kill $servers"]
    for device in DEVICES:
        for program in programs:
            run = f"{device}-{program.name}"
            lines += [
                f"VERBATIM_TEST_DEVICE={device} VERBATIM_TEST_ADDRESS={ADDRESSES[device]} {program} --gtest_filter=-{':'.join(left_out[device])} "
                f"--gtest_output=json:$SCRATCH/{run}.json >$SCRATCH/{run}.log 2>&1",
                f"echo {run}: exit status $?",
            ]
        if examples:
            # Neither driver carries multicast where the interface has no wire.
            build = verbatim.parents[2]
            lines += [f"GROUP=no {examples} {build} {ADDRESSES[device]} >$SCRATCH/{device}-examples.log 2>&1",
                      f"echo $? >$SCRATCH/{device}-examples.status"]
    return "\n".join(lines) + "\n"


def check_info(scratch):
    """The mistakes in the answers of `verbatim info`, as lines."""
    wrong = []
    try:
        report = json.loads((scratch / "info.json").read_text(encoding="utf-8"))
        names = {device["name"] for device in report["devices"]}
    except (OSError, ValueError, KeyError, TypeError) as error:
        return [f"verbatim info --json: {error!r}"]
    status = (scratch / "info.status").read_text(encoding="utf-8").strip()
    if status != "0":
        wrong.append(f"verbatim info ended with {status}, although its devices can be opened and their links are up")
    for device in DEVICES:
        if device not in names:
            wrong.append(f"verbatim info does not find {device}, only {sorted(names)}")
    return wrong


def check_perf(scratch):
    """The mistakes of `verbatim perf`, as lines."""
    servers = "".join((scratch / f"perf-{device}.txt").read_text(errors="replace") for device in PERF_PORTS)
    for name in [*MEASURED, *REFUSED]:
        status = (scratch / f"perf-{name}.status").read_text(encoding="utf-8").strip()
        said = (scratch / f"perf-{name}.txt").read_text(errors="replace")
        if name in REFUSED:
            if status != "3" or REFUSED[name][1] not in said:
                yield f"verbatim perf, {name}: it ended with {status}, and not with 3 and a reason:\n{said}"
            continue
        if status != "0":
            yield f"verbatim perf, {name}: it ended with {status}:\n{said}the servers:\n{servers}"
            continue
        found = json.loads((scratch / f"perf-{name}.json").read_text(encoding="utf-8"))
        counts = {one["messages"] for row in found["results"] for one in row["repetitions"]}
        if found["parameters"]["queues"] != "verbs" or counts != {MESSAGES}:
            yield f"verbatim perf, {name}: {counts} messages on {found['parameters']['queues']}"


def check_selftest(scratch):
    """The mistakes of `verbatim selftest` on rxe0, as lines: only verbs are tried there, and all of them pass."""
    status = (scratch / "selftest.status").read_text(encoding="utf-8").strip()
    if status != "0":
        yield f"verbatim selftest ended with {status}:\n{(scratch / 'selftest.txt').read_text(errors='replace')}"
        return
    findings = json.loads((scratch / "selftest.json").read_text(encoding="utf-8"))["findings"]
    for one in findings:
        if one["status"] != ("pass" if one["id"].startswith("verbs/") else "skipped"):
            yield f"verbatim selftest, {one['id']}: {one['status']}, {one['words']}"
    if not any(one["status"] == "pass" for one in findings):
        yield "verbatim selftest tried nothing"


def check_examples(scratch):
    """The mistakes of the examples of rdma_cm, as lines."""
    for device in DEVICES:
        status = (scratch / f"{device}-examples.status").read_text(encoding="utf-8").strip()
        if status != "0":
            log = (scratch / f"{device}-examples.log").read_text(errors="replace")
            yield f"the examples of rdma_cm ended with {status} on {device}:\n{log}"


def results(path):
    """{test: its failures as text, or None if it skipped itself}; None if the program ended early."""
    if not path.exists():
        return None
    ended = {}
    for suite in json.loads(path.read_text(encoding="utf-8"))["testsuites"]:
        for test in suite["testsuite"]:
            name = f"{suite['name']}.{test['name']}"
            if test["result"] == "SKIPPED":
                ended[name] = None
            elif test["result"] == "COMPLETED":
                ended[name] = "\n".join(one["failure"] for one in test.get("failures", []))
    return ended


def main():
    for need in ("qemu-system-x86_64", "busybox"):
        if shutil.which(need) is None:
            print(f"skipped: {need} is not installed; tests/run.sh --all installs what the guest needs")
            sys.exit(SKIP)
    examples = sys.argv[2]
    verbatim, *programs = (pathlib.Path(name).resolve() for name in [sys.argv[1], *sys.argv[3:]])
    tests = {program: tests_of(program) for program in programs}
    every = [name for names in tests.values() for name in names]
    left_out = {device: lacks(path) for device, path in DEVICES.items()}
    for device, path in DEVICES.items():
        for pattern in left_out[device]:
            if not any(covers(pattern, name) for name in every):
                sys.exit(f"{path.name}: there is no test {pattern}: take it from the list")

    with tempfile.TemporaryDirectory() as made:
        scratch = pathlib.Path(made)
        (scratch / "all.sh").write_text(script(verbatim, examples, programs, left_out), encoding="utf-8")
        booted = subprocess.run(["bash", HERE / "run_in_guest.sh", "-t", str(SECONDS), "-s", made, "bash", scratch / "all.sh"],
                                stdin=subprocess.DEVNULL, cwd=os.sep, check=False)
        wrong = [f"the guest ended with {booted.returncode}"] if booted.returncode else check_info(scratch)
        if not booted.returncode:
            wrong += [*check_perf(scratch), *check_selftest(scratch)]
        if examples and not booted.returncode:
            wrong += check_examples(scratch)
        for device in DEVICES:
            passed, skipped = 0, []
            for program in programs:
                ended = results(scratch / f"{device}-{program.name}.json")
                if ended is None:
                    log = scratch / f"{device}-{program.name}.log"
                    wrong.append(f"{program.name} did not come to its end on {device}:\n"
                                 f"{log.read_text(errors='replace')[-3000:] if log.exists() else '(it did not begin)'}")
                    continue
                for name in tests[program]:
                    failure = ended.get(name, "it did not run")
                    if any(covers(pattern, name) for pattern in left_out[device]):
                        skipped.append(name)
                    elif failure is None:
                        wrong.append(f"{name} skipped itself on {device}: put it into {DEVICES[device].name}, with the reason")
                    elif failure:
                        wrong.append(f"{name} failed on {device}:\n{failure}")
                    else:
                        passed += 1
            print(f"{device}: {passed} passed, {len(skipped)} cannot run there:")
            for reason in dict.fromkeys(left_out[device].values()):
                patterns = [pattern for pattern, why in left_out[device].items() if why == reason]
                count = sum(any(covers(pattern, name) for pattern in patterns) for name in skipped)
                print(f"  {count} tests: {reason}")
            if passed == 0:
                wrong.append(f"no test ran on {device}")
        info = scratch / "info.txt"
        if info.exists():
            print(info.read_text(errors="replace"))
    for line in wrong:
        print(line)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
