"""Compares the recordings of tests/emulator/cm with Linux's rdma_ucm over rdma_rxe, in a QEMU guest.

conversations.py            every subject has to be as it was recorded
conversations.py --record   makes the recordings anew
Names of subjects choose some of them. tests/emulator/cm/replay.py compares the same with the emulated device."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SKIP = 77
SECONDS = 1500
HERE = pathlib.Path(__file__).resolve().parent
CM = HERE.parent / "emulator/cm"
RECORDINGS = CM / "recordings"
sys.path.insert(0, str(CM))
import converse  # noqa: E402
import place  # noqa: E402
import replay  # noqa: E402


def script(subjects):
    """The commands of the guest: what was said is in files in $SCRATCH."""
    lines = [place.RXE, "sleep 1", f"cd {CM}", "export PYTHONDONTWRITEBYTECODE=1",
             f"link=$(ip -6 -br addr show dev {place.FIRST} scope link | grep -o 'fe80::[0-9a-f:]*')"]
    for subject in subjects:
        lines += [f"/usr/bin/python3 converse.py {subject} {' '.join(place.words('$link'))} iwarp={place.IWARP} "
                  f">$SCRATCH/{subject}.txt 2>$SCRATCH/{subject}.err", f"echo {subject}: exit status $?"]
    return "\n".join(lines) + "\n"


def converse_in_guest(subjects, scratch):
    """Has the conversations in a guest. Returns the failure of the guest, or nothing."""
    (scratch / "all.sh").write_text(script(subjects), encoding="utf-8")
    booted = subprocess.run(["bash", HERE / "run_in_guest.sh", "-t", str(SECONDS), "-s", scratch, "bash", scratch / "all.sh"],
                            stdin=subprocess.DEVNULL, cwd=os.sep, check=False)
    return f"the guest ended with {booted.returncode}" if booted.returncode else ""


def differs(subject, scratch):
    """Returns the differences from the recording, as text."""
    said, errors = ((scratch / f"{subject}.{kind}") for kind in ("txt", "err"))
    if not said.exists():
        return f"{subject} did not begin"
    if "Traceback" in errors.read_text(encoding="utf-8"):
        return f"{subject}: {errors.read_text(encoding='utf-8')}"
    recorded = RECORDINGS / f"{subject}.txt"
    met = replay.compare(recorded.read_text(encoding="utf-8"), said.read_text(encoding="utf-8"), {})
    return f"{subject}: {met}" if met else ""


def main(*words):
    for need in ("qemu-system-x86_64", "busybox"):
        if shutil.which(need) is None:
            print(f"skipped: {need} is not installed; tests/run.sh --all installs what the guest needs")
            return SKIP
    subjects = [word for word in words if not word.startswith("-")] or converse.subjects()
    with tempfile.TemporaryDirectory() as made:
        scratch = pathlib.Path(made)
        wrong = [converse_in_guest(subjects, scratch)]
        if "--record" in words:
            for subject in subjects:
                (RECORDINGS / f"{subject}.txt").write_bytes((scratch / f"{subject}.txt").read_bytes())
        else:
            # The guest has no KVM, and Linux's timers go on when the machine is busy: who was disturbed is asked again, alone.
            for subject in [one for one in subjects if differs(one, scratch)]:
                print(f"{differs(subject, scratch)}\nagain, in a guest of its own:")
                wrong += [converse_in_guest([subject], scratch), differs(subject, scratch)]
    wrong = [one for one in wrong if one]
    print("\n".join(wrong) or f"{len(subjects)} subjects")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
