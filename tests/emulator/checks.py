"""No check without an entry in the list, and no entry without a check: checks.py LAUNCHER SOURCE_ROOT.

docs/emulator-checks.md is what the launcher prints; every entry has a source and is used; and the device says or refuses
nothing past the list."""
import pathlib
import re
import subprocess
import sys

# Words that do not come from a check: the machine is at fault, or the process.
EXCEPTIONS = {
    "abi/device_file.cpp": "the device cannot be opened",
    "abi/dispatch.cpp": "failed: {}",
    "cm/device_file.cpp": "ed: {}",
    "engine/count/count_file.cpp": "--count",
    "engine/network/network.cpp": "--wire",
    "engine/network/packet_outlet.cpp": "--wire",
    "engine/pcap/packet_file.cpp": "--pcap",
    "engine/send/capture.cpp": "--capture",
    "engine/turn/ring_log.cpp": "--rings",
}

launcher, root = sys.argv[1], pathlib.Path(sys.argv[2])
emulator = root / "runtime/emulator"
problems = []

page = subprocess.run([launcher, "--checks"], check=True, capture_output=True, text=True).stdout
if page != (root / "docs/emulator-checks.md").read_text(encoding="utf-8"):
    problems.append("docs/emulator-checks.md is not what verbatim-emulator --checks prints: redirect that into it")

rows = [line[2:-2].split(" | ") for line in page.splitlines() if line.startswith("| ") and not line.startswith("| Check")]
names = {row[0] for row in rows}
if len(rows) < 100 or len(names) != len(rows):
    problems.append(f"the list has {len(rows)} entries, of {len(names)} names")
problems += [f"{row[0]} has no source" for row in rows if len(row) != 4 or len(row[3]) < 5]

used = set()
for file in sorted(file for room in ("abi", "cm", "engine") for file in emulator.glob(f"{room}/**/*.[ch]pp")):
    name, text = str(file.relative_to(emulator)), file.read_text(encoding="utf-8")
    used |= set(re.findall(r"\bcheck::(\w+)", text))
    for match in re.finditer(r"\breport(_line)?\(\s*(?:\"([^\"]*)\")?", text):
        if EXCEPTIONS.get(name, "\0") not in (match[2] or ""):
            problems.append(f"{name} reports past the list: {match[0]}")
    # A refusal without words is a step of the protocol: libibverbs asks again, the entry is empty, or the file is closed.
    for match in re.finditer(r"throw refusal\{(\w+)", text):
        if (name, match[1]) == ("abi/devx/devx_commands.cpp", "EINVAL") and "no_link_aggregation" in text:
            continue  # UCX asks each device for QUERY_LAG; said with --verbose only
        if (name, match[1]) == ("cm/addressing.cpp", "ENODEV") and "bind to every address" in text:
            continue  # libfabric binds to every address of the machine; said with --verbose only
        if match[1] not in ("error", "ENOSPC", "ENODATA", "EAGAIN", "EINTR", "EBADF") and "said_removed" not in text:
            problems.append(f"{name} refuses past the list: {match[0]}")
problems += [f"{one} is in the list, and nothing uses it" for one in sorted(names - used)]

print("\n".join(problems) or f"{len(rows)} entries")
sys.exit(bool(problems))
