"""Runs Open MPI and MPICH (Debian packages openmpi-bin, libopenmpi-dev, mpich, libmpich-dev) on the emulator, with
mpi_traffic.c: mpi.py LAUNCHER CASE.

A case is a library and what it goes over: UCX with one transport, or verbs (the openib of Open MPI). It passes if
every check of the traffic was made, UCX and the emulator complain of nothing, and every ring of the traffic has
wrapped ten times. The queues are as short as the libraries make them."""
import dataclasses
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

import rings

SKIP = 77
SECONDS = 560
CHECKS = 13  # of each process in a round
TRAFFIC = pathlib.Path(__file__).resolve().parent / "mpi_traffic.c"
ETHERNET = ["--link-layer", "ethernet"]

OPEN_MPI = ["mpirun.openmpi", "--oversubscribe", "-n", "PROCESSES", "--mca", "mpi_yield_when_idle", "1", "--mca"]
OVER_UCX = ["pml", "ucx", "--mca", "osc", "ucx", "--mca", "btl", "self", "--mca", "pml_ucx_tls", "any",
            "--mca", "pml_ucx_devices", "any"]
# Two queues of 16 receives, for short and for long messages. Without "eager RDMA", which needs no receives.
OVER_VERBS = ["pml", "ob1", "--mca", "btl", "openib,self", "--mca", "btl_openib_allow_ib", "1",
              "--mca", "btl_openib_receive_queues", "P,128,16,8,8:P,12288,16,8,8", "--mca", "btl_openib_cq_size", "64",
              "--mca", "btl_openib_use_eager_rdma", "0", "--mca", "btl_openib_warn_no_device_params_found", "0"]
MPICH = ["mpiexec.mpich", "-launcher", "fork", "-n", "PROCESSES"]

# An option tells MPICH that its processes share no memory.
COMMON = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "MPIR_CVAR_NOLOCAL": "1",
          "UCX_NET_DEVICES": "mlx5_0:1", "UCX_LOG_LEVEL": "warn", "UCX_WARN_UNUSED_ENV_VARS": "n"}
VERBS = {"UCX_IB_MLX5_DEVX": "n"}
SHORT = {"UCX_RC_TX_QUEUE_LEN": "32", "UCX_RC_RX_QUEUE_LEN": "32", "UCX_RC_TX_CQ_LEN": "64", "UCX_RC_TX_CQ_MODERATION": "8",
         "UCX_DC_MLX5_TX_QUEUE_LEN": "32", "UCX_DC_MLX5_RX_QUEUE_LEN": "32", "UCX_DC_MLX5_NUM_DCI": "1",
         "UCX_UD_TX_QUEUE_LEN": "65", "UCX_UD_RX_QUEUE_LEN": "128"}


@dataclasses.dataclass
class Case:
    library: str
    command: list
    rounds: int
    environment: dict
    options: list = dataclasses.field(default_factory=list)
    # Kind, perhaps behind its type, and size of rings that are beside the traffic, or that little of it goes through. None: none
    # has to wrap.
    excused: tuple | None = ()
    processes: int = 2


def cases():
    for layer, options, gid in (("", [], {}), (" roce", ETHERNET, {"UCX_IB_GID_INDEX": "3"})):
        # UCX asks for few completions of the sends of UD, and makes a queue of 512 for them. Connections of RC are set up
        # by datagrams from a ring of 256, again and again on a busy machine.
        for transport, open_mpi, mpich, excused in (("rc", 700, 320, (("UD send", 256),)), ("dc", 1100, 350, ()),
                                                    ("ud", 300, 150, (("completion", 512),))):
            over = SHORT | VERBS | gid | {"UCX_TLS": f"{transport}_x,self"}
            yield (f"Open MPI {transport}{layer}",
                   Case("openmpi", [*OPEN_MPI, *OVER_UCX], open_mpi, over, options, excused))
            yield f"MPICH {transport}{layer}", Case("mpich", MPICH, mpich, over, options, excused)
        over = SHORT | gid | {"UCX_TLS": "rc_x,self"}
        yield (f"Open MPI rc devx laps{layer}",
               Case("openmpi", [*OPEN_MPI, *OVER_UCX], 1400, over, options, (("UD send", 256),)))
    yield "Open MPI dc devx laps", Case("openmpi", [*OPEN_MPI, *OVER_UCX], 1100, SHORT | {"UCX_TLS": "dc_x,self"})
    # With DevX, UCX has masked atomics by keys of its own, whose results it reads in the order that the device says.
    yield "Open MPI rc devx", Case("openmpi", [*OPEN_MPI, *OVER_UCX], 60, {"UCX_TLS": "rc_x,self"}, [], None)
    # It makes its connections by datagrams, on InfiniBand only: one queue pair with 512 receives, and two CQs. On RoCE it needs
    # rdma_cm, which Debian's build of it does not have: btl_openib_cpc_include=rdmacm ends with "cpc name not found".
    yield "Open MPI openib", Case("openmpi", [*OPEN_MPI, *OVER_VERBS], 1100, {},
                                  excused=(("receive", 512), ("completion", 1024)))
    # Each of eight has connections to all others, most of which carry little.
    yield "Open MPI rc of 8", Case("openmpi", [*OPEN_MPI, *OVER_UCX], 20, VERBS | {"UCX_TLS": "rc_x,self"}, [], None, 8)
    yield "Open MPI openib of 8", Case("openmpi", [*OPEN_MPI, *OVER_VERBS], 20, {}, [], None, 8)


CASES = dict(cases())


def run(command, environment):
    """Exit status, output and complaints. What outlives its time ends with all its processes."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               env=os.environ | environment, start_new_session=True)
    try:
        output, errors = process.communicate(timeout=SECONDS)
        return process.returncode, output, errors
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGTERM)
        output, errors = process.communicate()
        return f"a time-out after {SECONDS} s", output, errors


def unwrapped(case, file):
    """The rings of the traffic that have not wrapped often enough."""
    if case.excused is None:
        return []
    looped = [ring for ring in rings.read(file)
              if not {(ring["ring"], ring["size"]), (f"{ring['type']} {ring['ring']}", ring["size"])} & set(case.excused)]
    return rings.short(looped, case.rounds)


def main(launcher, name):
    case = CASES[name]
    compiler = f"mpicc.{case.library}"
    for program in (compiler, case.command[0]):
        if not shutil.which(program):
            print(f"{program} is not installed")
            return SKIP
    with tempfile.TemporaryDirectory() as scratch:
        traffic, file = f"{scratch}/traffic", f"{scratch}/rings"
        subprocess.run([compiler, "-O1", "-w", "-o", traffic, TRAFFIC], check=True)
        emulated = [os.path.abspath(launcher), "--fabric", f"mpi-{os.getpid()}", "--rings", file, *case.options]
        command = [str(case.processes) if word == "PROCESSES" else word for word in case.command]
        status, output, errors = run([*command, *emulated, traffic, str(case.rounds)], COMMON | case.environment)
        wrong = [] if status == 0 else [f"ended with {status}"]
        expected = f"{CHECKS * case.rounds} checks on each of {case.processes} processes"
        if expected not in output:
            wrong.append(f"expected {expected!r}")
        wrong += re.findall(r".*(?:verbatim-emulator:|UCX\s+(?:ERROR|WARN)|Assertion).*", errors)
        wrong = [*wrong, output, errors] if wrong else unwrapped(case, file)
    print("\n".join(wrong or [expected]))
    return bool(wrong)


if __name__ == "__main__":
    if sys.argv[1:] == ["--list"]:
        print("\n".join(CASES))
    else:
        sys.exit(main(*sys.argv[1:]))
