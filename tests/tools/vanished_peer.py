"""A machine that vanishes while `verbatim perf` measures with it: vanished_peer.py VERBATIM LAUNCHER

Each end is in a network namespace of its own. The client's end of the wire is taken down, so that its TCP connection falls
silent without an end. It takes root."""
import contextlib
import os
import pathlib
import re
import subprocess
import sys
import threading

SKIP = 77
VERBATIM, LAUNCHER = (os.path.abspath(path) for path in sys.argv[1:3])
FABRIC = f"perf-vanished-{os.getpid()}"
SERVER, CLIENT = "10.99.0.1", "10.99.0.2"
PATIENCE = 3  # seconds, of the server
LONG = 120  # seconds: the machine may be busy


class Namespace:
    """A network namespace, for as long as its process lives."""

    def __init__(self):
        self.process = subprocess.Popen(["unshare", "-n", "sh", "-c", "echo made; exec cat"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.made = self.process.stdout.readline() == "made\n"

    def inside(self, *command):
        return ["nsenter", "-t", str(self.process.pid), "-n", *command]

    def run(self, *command):
        return subprocess.run(self.inside(*command), capture_output=True, text=True, timeout=LONG, check=False)

    def set_up(self, *command):
        done = self.run("ip", *command)
        if done.returncode:
            sys.exit(f"ip {' '.join(command)}: {done.stderr}")

    def perf(self, *arguments):
        return self.inside(LAUNCHER, "--fabric", FABRIC, VERBATIM, "perf", *arguments)

    def close(self):
        self.process.kill()
        self.process.communicate()


def wait_until_busy(process):
    """Waits until the process has used some time of a processor: it measures."""
    for _ in range(100 * LONG):
        if process.poll() is not None:
            return
        fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        if int(fields[11]) + int(fields[12]) >= 20:  # clock ticks of 10 ms
            return
        threading.Event().wait(0.01)


def main():
    with contextlib.ExitStack() as all_ends:
        here, there = Namespace(), Namespace()
        for one in (here, there):
            all_ends.callback(one.close)
        if not (here.made and there.made):
            print("skipped: no network namespace can be made here; it takes root")
            return SKIP
        if made := here.run("ip", "link", "add", "near", "type", "veth", "peer", "name", "far", "netns",
                            str(there.process.pid)).stderr:
            print(f"skipped: no pair of virtual interfaces can be made here: {made}")
            return SKIP
        for one, interface, address in ((here, "near", SERVER), (there, "far", CLIENT)):
            one.set_up("link", "set", "lo", "up")
            one.set_up("addr", "add", f"{address}/24", "dev", interface)
            one.set_up("link", "set", interface, "up")
        server = subprocess.Popen(here.perf("--tcp-port", "0", "--patience", str(PATIENCE)),
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        all_ends.callback(server.kill)
        greeting = server.stdout.readline()
        port = re.search(r"waits on TCP port (\d+)$", greeting)
        if not port:
            sys.exit(f"the server says {greeting!r}")
        client = subprocess.Popen(there.perf(SERVER, "--tcp-port", port[1], "--operation", "read", "--seconds", "600",
                                             "--patience", "600"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        all_ends.callback(client.kill)
        wait_until_busy(client)
        if client.poll() is not None:
            sys.exit(f"the client ended with {client.returncode} before its time")
        there.set_up("link", "set", "far", "down")
        watchdog = threading.Timer(LONG, server.kill)
        watchdog.start()
        said = server.stderr.readline()
        watchdog.cancel()
        if not re.search(rf"^verbatim perf: {CLIENT}:\d+: .* does not answer any more: its machine is down", said):
            sys.exit(f"of a client that has vanished the server says {said!r}")
        # It serves the next one.
        done = subprocess.run(here.perf("127.0.0.1", "--tcp-port", port[1], "--iterations", "5", "--repetitions", "1", "--patience",
                                        str(LONG)), capture_output=True, text=True, timeout=2 * LONG, check=False)
        if done.returncode:
            sys.exit(f"the next client ends with {done.returncode}: {done.stderr}")
    return 0


sys.exit(main())
