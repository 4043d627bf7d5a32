"""Obstacles between the tools and an emulated device, for their tests."""
import pathlib
import re

IPC_LOCK = 14  # the number of CAP_IPC_LOCK

# Options of the launcher. libmlx5 asks for a context in several ways, one after the other.
NO_PERMISSION = ["--fail-verb", ",".join(f"get_context:{attempt}:EACCES" for attempt in range(1, 9))]
NO_MEMORY = ["--fail-verb", "reg_mr:1:ENOMEM"]


def busy(verb):
    """Options of the launcher: the first call of that verb finds something in use."""
    return ["--fail-verb", f"{verb}:1:EBUSY"]


def little_memory():
    """Returns the beginning of a command whose program may lock 64 KiB, and has no capability to lock more, even as root."""
    effective = re.search(r"^CapEff:\s*(\w+)$", pathlib.Path("/proc/self/status").read_text(encoding="utf-8"), re.M)[1]
    limit = ["prlimit", f"--memlock={64 << 10}"]
    return limit + ["setpriv", "--bounding-set", "-ipc_lock"] if int(effective, 16) >> IPC_LOCK & 1 else limit
