"""Programs of others connect by rdma_cm over a network (--wire): wire.py LAUNCHER [--long] [NAME...]

Two network namespaces with a pair of virtual interfaces between them each have a fabric of their own. Packets are lost, repeated,
reordered and damaged on the way in some cases. tshark reads the messages of the first case. Names choose cases."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

from cm_programs import listens

SKIP = 77
SECONDS = 120
LAUNCHER = os.path.abspath(sys.argv[1])
LONG = "--long" in sys.argv
INSIDE = "VERBATIM_TEST_INSIDE_NAMESPACE"
LEFT, RIGHT, NOBODY = ["10.79.0.1", "fd79::1"], ["10.79.0.2", "fd79::2"], "10.79.0.9"
FAULTS = "drop:8,duplicate:15,reorder:15,corrupt:25,seed:{}"
# A name, the server, the client, words that each says at its end, and the faults. {0} and {1} are the addresses of the server,
# {port} is a port. Some of these programs end with their last status, whatever it is: there, their words count.
ENDS = "return status 0"
CASES = [
    ("rping", "rping -s -a {0} -p {port} -C 20 -v -V", "rping -c -a {0} -p {port} -C 20 -v -V", "", "rdma-ping-19", None),
    ("rping IPv6", "rping -s -a {1} -p {port} -C 5 -v -V", "rping -c -a {1} -p {port} -C 5 -v -V", "", "rdma-ping-4", None),
    ("rping any address", "rping -s -p {port} -C 5 -v -V", "rping -c -a {0} -p {port} -C 5 -v -V", "", "rdma-ping-4", None),
    ("rping -q", "rping -s -q -a {0} -p {port} -C 5 -v -V", "rping -c -q -a {0} -p {port} -C 5 -v -V", "", "rdma-ping-4", None),
    ("rdma_client", "rdma_server -p {port}", "rdma_client -s {0} -p {port}", "rdma_server: end 0", "rdma_client: end 0", None),
    ("ucmatose", "ucmatose -p {port} -c 5 -C 4 -S 2000", "ucmatose -s {0} -p {port} -c 5 -C 4 -S 2000", ENDS, ENDS, None),
    ("udaddy", "udaddy -c 2 -C 4 -S 500", "udaddy -s {0} -c 2 -C 4 -S 500", ENDS, ENDS, None),
    ("ucmatose, faults", "ucmatose -p {port} -c 3 -C 4", "ucmatose -s {0} -p {port} -c 3 -C 4", ENDS, ENDS, FAULTS.format(1)),
    # An address at which nobody is, and a port without a listener.
    ("silent address", None, f"rping -c -a {NOBODY} -p {{port}} -C 1", "", r"RDMA_CM_EVENT_ADDR_ERROR, error -110", None),
    ("no listener", "ucmatose -p 7999 -c 1", "rping -c -a {0} -p {port} -C 1", "", r"RDMA_CM_EVENT_REJECTED, error 8", None),
]
if LONG:
    CASES += [(f"ucmatose, faults {seed}", "ucmatose -p {port} -c 10 -C 4", "ucmatose -s {0} -p {port} -c 10 -C 4", ENDS, ENDS,
               FAULTS.format(seed)) for seed in range(2, 12)]
    CASES += [("rstream", "rstream -p {port} -S 5000 -C 20 -I 20", "rstream -s {0} -p {port} -S 5000 -C 20 -I 20", "", r"\d+\.\d+", None),
              ("ib_write_bw -R", "ib_write_bw -R -F -p {port} -n 400", "ib_write_bw -R -F -p {port} -n 400 {0}", "", r"65536\s+400", None)]
# udaddy always takes this port.
UDADDY = 7174
# rping ends its channel while its other thread may be on its way into the next call, and exits with that error.
RACE = "rdma_get_cm_event: Bad file descriptor"
# The messages of a connection, by the attribute in their header: REQ, REP, RTU, DREQ, DREP.
CONNECTION = ["0x0010", "0x0013", "0x0014", "0x0015", "0x0016"]


def enter_namespace():
    """Runs this program again as root of a network namespace. Returns if that is not possible."""
    for words in (["unshare", "-n"], ["unshare", "-rn"]):
        if shutil.which("unshare") and shutil.which("ip") and subprocess.run([*words, "true"], check=False,
                                                                             capture_output=True).returncode == 0:
            command = [*words, sys.executable, *sys.argv]
            sys.exit(subprocess.run(command, check=False, env={**os.environ, INSIDE: "1"}).returncode)


def network():
    """Makes the other namespace, and the interfaces. Returns the process that keeps it, or None if there can be none."""
    keeper = subprocess.Popen(["unshare", "-n", "sh", "-c", "echo ready; exec sleep 100000"], stdout=subprocess.PIPE, text=True)
    keeper.stdout.readline()
    there = ["nsenter", "-t", str(keeper.pid), "-n"]
    commands = [["ip", "link", "add", "left0", "type", "veth", "peer", "name", "right0"],
                ["ip", "link", "set", "right0", "netns", str(keeper.pid)]]
    for prefix, interface, (ipv4, ipv6) in (([], "left0", LEFT), (there, "right0", RIGHT)):
        commands += [[*prefix, "ip", "link", "set", "lo", "up"], [*prefix, "ip", "addr", "add", f"{ipv4}/24", "dev", interface],
                     [*prefix, "ip", "addr", "add", f"{ipv6}/64", "dev", interface, "nodad"],
                     [*prefix, "ip", "link", "set", interface, "up"]]
    for command in commands:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            keeper.kill()
            print(f"skipped: {' '.join(command)}: {done.stderr}")
            return None
    return keeper


class Sides:
    """The commands of both sides, in directories of their own."""

    def __init__(self, keeper, scratch, faults):
        self.scratch, self.prefix = scratch, {"left": [], "right": ["nsenter", "-t", str(keeper.pid), "-n"]}
        self.faults = ["--wire-faults", faults] if faults else []
        self.running = []

    def start(self, side, words):
        addresses = "+".join(LEFT if side == "left" else RIGHT)
        command = [*self.prefix[side], LAUNCHER, "--link-layer", "ethernet", "--wire", "--netdev", f"{side}0", "--addresses", addresses,
                   "--report", f"{self.scratch}/{side}.report", "--verbose", "--pcap", f"{self.scratch}/{side}.pcap", *self.faults,
                   *words.split()]
        directory = self.scratch / side
        directory.mkdir(exist_ok=True)
        self.running.append(subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env={**os.environ, "VERBATIM_EMULATOR_DIRECTORY": str(directory)}))
        return self.running[-1]

    def end(self):
        for one in self.running:
            if one.poll() is None:
                one.kill()
                one.wait()


def run(keeper, scratch, port, name, server, client, served, said, faults):
    """Runs both programs of a case. Returns what is wrong, as text, or nothing."""
    sides = Sides(keeper, scratch, faults)

    def words(command):
        return command.format(*LEFT, port=port)
    try:
        first = sides.start("left", words(server)) if server else None
        listening = int(re.search(r"-p (\d+)|$", words(server))[1] or UDADDY) if server else 0
        until = time.monotonic() + 60
        while first and not listens(f"{scratch}/left", listening) and first.poll() is None and time.monotonic() < until:
            time.sleep(0.05)
        second = sides.start("right", words(client))
        heard = {"client": second.communicate(timeout=SECONDS)[0]}
        if name == "no listener":
            first.kill()
        heard["server"] = first.communicate(timeout=SECONDS)[0] if first else ""
    except subprocess.TimeoutExpired:
        heard = {"client": "it does not end", "server": ""}
    finally:
        sides.end()
    if re.search(said, heard["client"]) and re.search(served, heard["server"]):
        return ""
    reports = "".join(f"--- {path.name}\n{path.read_text(errors='replace')[-4000:]}" for path in sorted(scratch.glob("*.report")))
    return f"{name}: client: {heard['client']}\nserver: {heard['server']}\n{reports}"


def check_messages(file):
    """The complaints of tshark about the messages of a connection, as text."""
    fields = ["infiniband.mad.attributeid", "infiniband.cm.req.serviceid.dport", "infiniband.cm.req.ip_cm.dip4",
              "infiniband.cm.req.prim_localgid_ipv4", "infiniband.deth.q_key", "_ws.malformed"]
    words = [word for field in fields for word in ("-e", field)]
    done = subprocess.run(["tshark", "-r", file, "-Y", "infiniband.mad.mgmtclass == 7", "-T", "fields", *words], capture_output=True,
                          text=True, check=False)
    lines = [line.split("\t") for line in done.stdout.splitlines()]
    found = [line[0] for line in lines]
    if not all(any(int(one, 0) == int(wanted, 0) for one in found) for wanted in CONNECTION):
        return f"tshark finds the messages {found}: {done.stderr}"
    request = lines[0]
    if request[2] != LEFT[0] or request[3] != RIGHT[0]:
        return f"tshark reads the addresses of the request as {request}"
    wrong = [line for line in lines if int(line[4], 0) != 0x80010000 or "InfiniBand" in line[5]]
    return f"tshark complains: {wrong}" if wrong else ""


def main():
    programs = {words.split()[0] for case in CASES for words in case[1:3] if words}
    missing = sorted(word for word in [*programs, "nsenter"] if not shutil.which(word))
    if missing:
        print(f"not installed: {', '.join(missing)} (packages rdmacm-utils, perftest)")
        return SKIP
    if INSIDE not in os.environ:
        enter_namespace()
        print("skipped: no network namespace can be made (unshare -rn, and iproute2)")
        return SKIP
    keeper = network()
    if keeper is None:
        return SKIP
    names = [word for word in sys.argv[2:] if word != "--long"]
    failed = False
    try:
        for number, case in enumerate(one for one in CASES if not names or one[0] in names):
            for _ in range(5):
                with tempfile.TemporaryDirectory(prefix="cm-wire-") as directory:
                    scratch = pathlib.Path(directory)
                    wrong = run(keeper, scratch, 22000 + number, *case)
                    if not wrong and case[0] == "rping" and shutil.which("tshark"):
                        wrong = check_messages(scratch / "right.pcap")
                if RACE not in wrong:
                    break
            print(f"{case[0]}: {wrong or 'as expected'}", flush=True)
            failed = failed or bool(wrong)
    finally:
        keeper.kill()
    return failed


if __name__ == "__main__":
    sys.exit(main())
