"""Runs UCX's own benchmark (Debian package ucx-utils) on the emulator: ucx.py LAUNCHER CASE REBUILD_TEST.

A case is a row of tests that two processes run one after the other. It passes if each ends with 0 on both sides and
reports a result, UCX and the emulator complain of nothing, UCX posted WQEs of the opcodes that the case names, and
tests/conformance's REBUILD_TEST makes the same bytes of each of them with our builders.

A case "TRANSPORT laps" runs for longer, with queues as short as UCX makes them, until every ring that each iteration
goes through has wrapped ten times. It captures nothing."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

from programs import ETHERNET, free_port, listening
import rings

SKIP = 77
ITERATIONS = 300

# Without DevX, UCX makes everything by verbs.
VERBS = {"UCX_IB_MLX5_DEVX": "n"}
# With it, it reaches memory for atomics by keys of its own (KSM), and has those of 4 bytes. The cyclic receive queues
# that it likes best then need CREATE_RMP.
DEVX = {"UCX_RC_MLX5_SRQ_TOPO": "list"}

PUT_GET_AM = [
    "-t put_lat -D short -s 8", "-t put_lat -D bcopy -s 200", "-t put_lat -D zcopy -s 4096", "-t put_bw -D short -s 8",
    "-t put_bw -D zcopy -s 65536", "-t get -D bcopy -s 20", "-t get -D bcopy -s 60", "-t get -D bcopy -s 1024", "-t get -D zcopy -s 4096", "-t am_lat -D short -s 32",
    "-t am_lat -D bcopy -s 1024", "-t am_lat -D zcopy -s 64", "-t am_bw -D bcopy -s 1024"]
# Long messages are rendezvous, which UCX finishes itself where the device does not; short ones match in software.
OFFLOADED_TAGS = {"UCX_TLS": "rc_x", "UCX_RC_MLX5_TM_ENABLE": "y"}
TAGS = ["-t tag_lat -s 8", "-t tag_lat -s 4096", "-t tag_bw -s 4096", "-t tag_bw -s 65536", "-t tag_sync_lat -s 2048",
        "-t tag_lat -s 4096 -C", "-t tag_lat -s 4096 -U"]
ATOMICS = ["add_lat", "fadd", "cswap"]
ALL_ATOMICS = ["add_lat", "fadd", "swap", "cswap"]


def atomics(tests, *sizes):
    return [f"-t {test} -s {size}" for test in tests for size in sizes]


# UCX 1.13 can decompress only the basic layout, and it asks DevX whether the device has it. Completions have to come
# together for that, so all WQEs ask for one.
ZIPPED = DEVX | {"UCX_IB_CQE_ZIPPING_ENABLE": "y", "UCX_RC_MLX5_TX_CQ_MODERATION": "1"}
ZIPPING = ["--compress", "20", "--compress-wait", "200", "--random-completions=3"]

PLAIN = {"send", "rdma_write", "rdma_read", "atomic_cs", "atomic_fa"}
MASKED = {"send", "rdma_write", "rdma_read", "atomic_masked_cs", "atomic_masked_fa"}
# UCX makes all three objects of DC by DevX, unless a setting names some. It changes the state of the others by DevX, too. An SRQ by
# DevX needs a DCT by DevX: UCX gives its handle to libmlx5 as if libibverbs had made it.
SOME_DC_OBJECTS = {"none": "", "dct": "dct", "dci": "dci", "dct and dcsrq": "dct,dcsrq"}
CASES = {
    "rc_mlx5": (["-d", "mlx5_0:1", "-x", "rc_mlx5"], VERBS, PUT_GET_AM + atomics(ATOMICS, 8), "RC", PLAIN),
    "rc_mlx5 zipped": (["-d", "mlx5_0:1", "-x", "rc_mlx5"], ZIPPED, PUT_GET_AM + atomics(ALL_ATOMICS, 4, 8), "RC", MASKED),
    "ud_mlx5 zipped": (["-d", "mlx5_0:1", "-x", "ud_mlx5"], ZIPPED, [t for t in PUT_GET_AM if "-t am" in t], "UD", {"send"}),
    "dc_mlx5": (["-d", "mlx5_0:1", "-x", "dc_mlx5"], VERBS, PUT_GET_AM + atomics(ATOMICS, 8), "DCI", PLAIN),
    "dc_mlx5 devx": (["-d", "mlx5_0:1", "-x", "dc_mlx5"], {}, PUT_GET_AM + atomics(ALL_ATOMICS, 4) + ["-t fadd -s 8"], "DCI", MASKED),
    "ud_mlx5": (["-d", "mlx5_0:1", "-x", "ud_mlx5"], VERBS, [t for t in PUT_GET_AM if "-t am" in t], "UD", {"send"}),
    "rc_verbs": (["-d", "mlx5_0:1", "-x", "rc_verbs"], VERBS, PUT_GET_AM + atomics(ATOMICS, 8), "RC", PLAIN),
    "ud_verbs": (["-d", "mlx5_0:1", "-x", "ud_verbs"], VERBS, [t for t in PUT_GET_AM if "-t am" in t], "UD", {"send"}),
    "rc_mlx5 devx": (["-d", "mlx5_0:1", "-x", "rc_mlx5"], DEVX, PUT_GET_AM + atomics(ALL_ATOMICS, 4, 8), "RC", MASKED),
    "rc_x protocols": ([], VERBS | {"UCX_TLS": "rc_x"}, ["-t tag_lat", "-t tag_bw -s 65536", "-t stream_lat", "-t stream_bw",
                       "-t ucp_am_lat", "-t ucp_put_lat", "-t ucp_get", "-t ucp_fadd -s 8"], "RC", {"send", "rdma_read"}),
    "dc_x protocols": ([], VERBS | {"UCX_TLS": "dc_x"}, ["-t tag_lat", "-t tag_bw -s 65536", "-t stream_lat", "-t stream_bw",
                       "-t ucp_am_lat", "-t ucp_put_lat", "-t ucp_get", "-t ucp_fadd -s 8"], "DCI", {"send", "rdma_read"}),
    "dc_x protocols devx": ([], {"UCX_TLS": "dc_x"}, ["-t tag_lat", "-t tag_bw -s 65536", "-t stream_lat", "-t stream_bw",
                            "-t ucp_am_lat", "-t ucp_put_lat", "-t ucp_get", "-t ucp_fadd -s 8"], "DCI", {"send", "rdma_read"}),
    # Tags are matched by the device: in an SRQ by verbs with a command queue pair of UCX's own, and in XRQs by DevX.
    "rc_x tag offload": ([], VERBS | OFFLOADED_TAGS, TAGS, "RC", {"send", "rdma_read", "tag_matching"}),
    "rc_x tag offload devx": ([], DEVX | OFFLOADED_TAGS, TAGS, "RC", {"send", "rdma_read", "tag_matching"}),
    "rc_x tag offload devx cyclic": ([], OFFLOADED_TAGS, TAGS, "RC", {"send", "rdma_read", "tag_matching"}),
    "ud_x protocols": ([], VERBS | {"UCX_TLS": "ud_x"}, ["-t tag_lat", "-t tag_bw -s 65536", "-t stream_lat"], "UD", {"send"}),
}

# The shortest queues that UCX makes. Every send asks for a completion where there is a setting for that.
QUEUES = {
    "UCX_WARN_UNUSED_ENV_VARS": "n", "UCX_RC_TX_QUEUE_LEN": "32", "UCX_RC_RX_QUEUE_LEN": "32", "UCX_RC_TX_CQ_LEN": "64",
    "UCX_RC_TX_CQ_MODERATION": "1", "UCX_DC_MLX5_TX_QUEUE_LEN": "32", "UCX_DC_MLX5_RX_QUEUE_LEN": "32",
    "UCX_DC_MLX5_NUM_DCI": "1", "UCX_UD_TX_QUEUE_LEN": "65", "UCX_UD_RX_QUEUE_LEN": "128"}
SHORT = VERBS | QUEUES
MESSAGES = ["-t am_lat -D short -s 32", "-t am_lat -D bcopy -s 1024", "-t am_bw -D bcopy -s 200"]
MEMORY = ["-t put_bw -D short -s 8", "-t put_lat -D bcopy -s 200", "-t get -D bcopy -s 60", "-t fadd -s 8"]
PROTOCOLS = ["-t tag_lat", "-t ucp_put_bw", "-t ucp_am_lat"]


def laps_cases():
    """Name, where, settings, tests, options of the emulator, iterations, and size of a CQ that is excused."""
    for layer, options, gid in (("", [], {}), (" roce", ETHERNET, {"UCX_IB_GID_INDEX": "3"})):
        # UCX asks for few completions of the sends of UD, and makes a queue of 512 for them; for DC, of all.
        for transport, iterations, excused in (("rc", 3000, 0), ("dc", 5500, 0), ("ud", 3000, 512)):
            tests = MESSAGES + (MEMORY if transport != "ud" else [])
            where = ["-d", "mlx5_0:1", "-x", f"{transport}_mlx5"]
            yield f"{transport}_mlx5 laps{layer}", (where, SHORT | gid, tests, options, iterations, excused)
            protocols = SHORT | gid | {"UCX_TLS": f"{transport}_x"}
            yield f"{transport}_x laps{layer}", ([], protocols, PROTOCOLS, options, iterations, excused)
        # The masked atomics that UCX has with DevX only.
        masked = [*MESSAGES, "-t put_bw -D short -s 8", "-t fadd -s 4", "-t fadd -s 8", "-t cswap -s 4"]
        yield f"rc_mlx5 laps devx{layer}", (["-d", "mlx5_0:1", "-x", "rc_mlx5"], QUEUES | DEVX | gid, masked, options, 3000, 0)
        masked += ["-t put_lat -D bcopy -s 200", "-t get -D bcopy -s 60"]
        yield f"dc_mlx5 laps devx{layer}", (["-d", "mlx5_0:1", "-x", "dc_mlx5"], QUEUES | gid, masked, options, 5500, 0)
        yield f"dc_x laps devx{layer}", ([], QUEUES | gid | {"UCX_TLS": "dc_x"}, PROTOCOLS, options, 5500, 0)
        for name, objects in SOME_DC_OBJECTS.items():
            some = QUEUES | gid | {"UCX_IB_MLX5_DEVX_OBJECTS": objects}
            tests = ["-t am_lat -D short -s 32", "-t put_bw -D short -s 8", "-t get -D bcopy -s 60", "-t cswap -s 4"]
            yield f"dc_mlx5 laps devx {name}{layer}", (["-d", "mlx5_0:1", "-x", "dc_mlx5"], some, tests, options, 5500, 0)
        # A block of compressed CQEs takes as many places of the ring as it has completions.
        for transport, excused in (("rc", 0), ("ud", 512)):
            tests = ["-t am_bw -D short -s 32", "-t am_bw -D bcopy -s 200", *(["-t put_bw -D short -s 8"] if transport == "rc" else [])]
            yield (f"{transport}_mlx5 laps zipped{layer}", (["-d", "mlx5_0:1", "-x", f"{transport}_mlx5"], QUEUES | ZIPPED | gid, tests,
                                                            [*options, *ZIPPING], 6000, excused))
    # Tags that the device matches, on InfiniBand only. The queue pair for the commands of such an SRQ is connected without a GID,
    # which Ethernet needs: by libmlx5, so that ibv_create_srq_ex() fails, and by UCX with DevX, which ends with an assertion.
    for how, settings in (("", VERBS), (" devx", DEVX), (" devx cyclic", {})):
        yield f"rc_x laps tag offload{how}", ([], QUEUES | settings | OFFLOADED_TAGS, TAGS[:3], [], 10800, 0)


LAPS = dict(laps_cases())


def run(launcher, where, tests, environment, scratch, options, iterations=ITERATIONS):
    """Both ends of a row of tests; returns what is wrong, or nothing."""
    port = free_port()
    batch = pathlib.Path(scratch, "batch")
    batch.write_text("".join(f"test-{number} {words}\n" for number, words in enumerate(tests)), encoding="ascii")
    command = [launcher, "--fabric", f"ucx-{port}", *options, "ucx_perftest", "-p", str(port)]
    words = [*where, "-b", batch, "-n", str(iterations), "-w", "5", "-f"]
    outputs = [open(f"{scratch}/{side}", "w+") for side in ("server", "client")]
    server = subprocess.Popen([*command, *words], stdout=outputs[0], stderr=subprocess.STDOUT, env=environment)
    deadline = time.monotonic() + 20
    while not listening(port) and server.poll() is None and time.monotonic() < deadline:
        time.sleep(0.02)
    client = subprocess.Popen([*command, "127.0.0.1", *words], stdout=outputs[1], stderr=subprocess.STDOUT, env=environment)
    statuses = []
    for process in (client, server):
        try:
            statuses.append(process.wait(timeout=60 + len(tests) * iterations / 50))
        except subprocess.TimeoutExpired:
            process.kill()
            statuses.append("a time-out")
    said = []
    for output in outputs:
        output.seek(0)
        said.append(output.read())
        output.close()
    complaints = re.findall(r".*(?:verbatim-emulator:|UCX\s+(?:ERROR|WARN|FATAL)|Assertion|terminate called|Caught signal).*", "\n".join(said))
    complaints += [f"no result of {words}" for number, words in enumerate(tests)
                   if not re.search(rf"^\s*test-{number}\s+{iterations}\s", said[1], re.M)]
    if statuses != [0, 0] or complaints:
        return f"client ended with {statuses[0]}, server with {statuses[1]}\n" + ("\n".join(complaints) or said[1])
    return ""


def check_compression(said):
    """True if there were compressed CQEs of sends and of receives, and nothing that is wrong."""
    sizes = [int(size) for size in re.findall(r"CQ \S+ (\d+) completions are compressed", said)]
    print(f"{len(sizes)} compressed CQEs, of up to {max(sizes, default=0)}")
    usual = r"compressed|created|opened|joined|to (INIT|RTR|RTS|ERR|RESET)|has ended|device closed$|QUERY_|no receive WQE|destroyed|NICs do not read it|is not emulated: "
    wrong = [line for line in said.splitlines() if not re.search(usual, line)]
    print("\n".join(wrong[:20]))
    return len(sizes) > 50 and max(sizes) > 8 and not wrong


def looped_rings(file, iterations, excused):
    """The rings of each iteration, with the CQs of their processes. The other side of some tests does less, or nothing."""
    used = rings.read(file)
    busy = {ring["pid"] for ring in used if ring["ring"] != "completion" and ring["used"] >= iterations}
    return [ring for ring in used
            if (ring["pid"] in busy if ring["ring"] == "completion" else ring["used"] >= iterations)
            and (ring["ring"], ring["size"]) != ("completion", excused)]


def run_laps(launcher, case):
    """Runs the tests of the case, and prints which went wrong or left rings that did not wrap often enough."""
    where, settings, tests, options, iterations, excused = LAPS[case]
    environment = dict(os.environ, UCX_LOG_LEVEL="warn", UCX_NET_DEVICES="mlx5_0:1", **settings)
    failed, zipped = False, "UCX_IB_CQE_ZIPPING_ENABLE" in settings
    with tempfile.TemporaryDirectory() as scratch:
        said = pathlib.Path(scratch, "said")
        options = [*options, "--verbose", "--report", str(said)] if zipped else options
        for number, test in enumerate(tests):
            # The busier the machine, the more sends UCX completes by one CQE. The test then runs again, for longer.
            for count in (iterations, 3 * iterations):
                file = f"{scratch}/rings-{number}-{count}"
                wrong = run(launcher, where, [test], environment, scratch, ["--rings", file, *options], count)
                if wrong:
                    break
                wrong = "\n".join(rings.short(looped_rings(file, count, excused), count))
                if not wrong:
                    break
            if wrong:
                print(f"ucx_perftest {' '.join(where)} {test}: {wrong}")
                failed = True
        if zipped and not check_compression(said.read_text(encoding="utf-8")):
            failed = True
    print(f"{len(tests)} tests of {iterations} iterations")
    return failed


def main(launcher, case, rebuild_test):
    if not shutil.which("ucx_perftest"):
        print("ucx_perftest is not installed (Debian package ucx-utils)")
        return SKIP
    if case in LAPS:
        return run_laps(os.path.abspath(launcher), case)
    where, settings, tests, queue_pairs, opcodes = CASES[case]
    # UCX's calls of madvise() for fork() take half of the time of a short test; the laps make them.
    environment = dict(os.environ, UCX_LOG_LEVEL="warn", UCX_NET_DEVICES="mlx5_0:1", UCX_IB_FORK_INIT="n", **settings)
    failed = False
    with tempfile.TemporaryDirectory() as scratch:
        file = pathlib.Path(scratch, "capture")
        said = pathlib.Path(scratch, "said")
        zipped = "UCX_IB_CQE_ZIPPING_ENABLE" in settings
        options = ["--verbose", "--report", str(said), *ZIPPING] if zipped else []
        wrong = run(os.path.abspath(launcher), where, tests, environment, scratch,
                    ["--capture", str(file.absolute()), *options])
        if wrong:
            print(f"ucx_perftest {' '.join(where)}: {wrong}")
            failed = True
        rebuilt = subprocess.run([os.path.abspath(rebuild_test), file], check=False)
        if zipped and not check_compression(said.read_text(encoding="utf-8")):
            failed = True
        wqes = [json.loads(line) for line in file.read_text(encoding="ascii").splitlines()]
    posted = {wqe["opcode"] for wqe in wqes if wqe["type"] == queue_pairs}
    if not opcodes <= posted:
        print(f"UCX posted {sorted(posted)} to {queue_pairs} queue pairs; expected {sorted(opcodes)}")
        failed = True
    print(f"{len(tests)} tests, {len(wqes)} WQEs")
    return failed or rebuilt.returncode != 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--list"]:
        print("\n".join([*CASES, *LAPS]))
    else:
        sys.exit(main(*sys.argv[1:]))
