"""Programs on the emulated device reach each other over the network: network.py LAUNCHER PEER [--long].

Two fabrics have addresses of their own and talk RoCE v2 over the loopback interface, of a network namespace of their own if
that can be made. network_peer.cpp checks every byte. Packets are lost, repeated, reordered and damaged on the way, and
congestion notifications come between them.
"""
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading

import roce_packets

SKIP = 77
DEBIANS_PYTHON = "/usr/bin/python3"
LAUNCHER, PEER = (os.path.abspath(word) for word in sys.argv[1:3])
LONG = "--long" in sys.argv
INSIDE = "VERBATIM_TEST_INSIDE_NAMESPACE"
IPV4, IPV6 = ["127.0.0.2", "127.0.0.3"], ["fd00::2", "fd00::3"]
FAULTS = "drop:25,duplicate:30,reorder:20,corrupt:60,seed:{}"
# The transport, the MTU, the addresses, and the faults.
CASES = [("errors", 1024, IPV4, None), ("rc", 1024, IPV4, None), ("uc", 1024, IPV4, None), ("ud", 4096, IPV4, None),
         ("rc", 4096, IPV6, None), ("ud", 512, IPV6, None), ("rc", 1024, IPV6, FAULTS.format(2))]
if LONG:
    CASES += [("late", 1024, IPV4, "drop:8,seed:3")]
    CASES += [("rc", mtu, IPV4, FAULTS.format(mtu + seed)) for mtu in (256, 1024, 4096) for seed in range(10)]
    CASES += [(kind, mtu, addresses, None) for kind in ("rc", "uc", "ud") for mtu in (256, 512, 1024, 2048, 4096)
              for addresses in (IPV4, IPV6)]
# The first receive is posted so late that more than retry_cnt RNR NAKs are lost, but never as many in a row.
LATE = {"NETWORK_PEER_LATE": "600", "NETWORK_PEER_TIMEOUT": "13"}
NOTIFICATIONS = 5
# In the GID table, behind those of the link-local address.
GID_INDEX = "3"


def enter_namespace():
    """Runs this program again as root of a network namespace. Returns if that is not possible."""
    for words in (["unshare", "-n"], ["unshare", "-rn"]):
        if shutil.which("unshare") and shutil.which("ip") and subprocess.run([*words, "true"], check=False,
                                                                             capture_output=True).returncode == 0:
            command = [*words, sys.executable, *sys.argv]
            sys.exit(subprocess.run(command, check=False, env={**os.environ, INSIDE: "1"}).returncode)


def prepare():
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    for address in IPV6:
        subprocess.run(["ip", "addr", "add", f"{address}/64", "dev", "lo", "nodad"], check=True)


def notify(address, stop):
    """Sends congestion notifications to the queue pair to which the first packet at the address goes, as its peer."""
    with roce_packets.open_socket(address) as raw:
        raw.settimeout(0.2)
        while not stop.is_set():
            try:
                found = roce_packets.read(raw.recv(65536))
            except TimeoutError:
                continue
            if found:
                source, destination, packet = found
                notification = roce_packets.Packet(roce_packets.CONGESTION, packet.qpn, 0, bytes(16), marks=1)
                for _ in range(NOTIFICATIONS):
                    raw.sendto(notification.bytes_between(source, destination), (destination, 0))
                return


def run(number, kind, mtu, addresses, faults, scratch):
    """Runs both ends. Returns what is wrong, as text, or nothing."""
    ends = []
    # Notifications go to the first end, if the case is one of IPv4 in which nothing is lost.
    notified, stop = kind in ("rc", "uc") and addresses is IPV4 and not faults, threading.Event()
    notifying = threading.Thread(target=notify, args=(addresses[0], stop))
    if notified:
        notifying.start()
    for role, address in enumerate(addresses):
        command = [LAUNCHER, "--fabric", f"{scratch.name}-{role}", "--link-layer", "ethernet", "--wire", "--addresses", address,
                   "--report", scratch / f"report{role}", "--verbose", "--pcap", scratch / f"packets{role}"]
        command += ["--wire-faults", faults] if faults else []
        environment = {**os.environ, **(LATE if kind == "late" else {})}
        command += [PEER, "mlx5_0", GID_INDEX, "rc" if kind == "late" else kind, str(mtu), str(21000 + number)] + (["127.0.0.1"] if role else [])
        ends.append(subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                     env=environment))
    said = []
    for end in ends:
        try:
            said.append(end.communicate(timeout=120)[0])
        except subprocess.TimeoutExpired:
            end.kill()
            said.append(end.communicate()[0] + "(it did not end)\n")
    stop.set()
    if notified:
        notifying.join()
    reports = [(scratch / f"report{role}").read_text(encoding="utf-8") for role in range(2)]
    counts = [next((line for line in text.splitlines() if "packets sent" in line), "") for text in reports]
    right = all(end.returncode == 0 for end in ends) and all("every byte is right" in text for text in said)
    if not right or not all(counts):
        return f"{kind} {mtu} {addresses} {faults}: {said}\n" + "\n".join(text[-3000:] for text in reports)
    if faults and not all(int(line.rsplit(", ", 1)[1].split()[0]) > 10 for line in counts):
        return f"{kind} {mtu}: there were hardly any faults: {counts}"
    ignored = [re.search(r"(\d+) congestion notifications ignored", line)[1] for line in counts]
    if ignored != [str(NOTIFICATIONS if notified else 0), "0"]:
        return f"{kind} {mtu}: {NOTIFICATIONS if notified else 0} congestion notifications were sent: {counts}"
    print(f"{kind} {mtu} {addresses[0]} {faults or ''}", *(line.split("the network: ")[1] for line in counts), sep="\n  ",
          flush=True)
    return ""


def check_packets(path):
    """The complaints of scapy and tshark about a file of packets, as text."""
    from scapy.contrib.roce import BTH  # pylint: disable=import-outside-toplevel
    from scapy.layers.inet import UDP  # pylint: disable=import-outside-toplevel
    from scapy.utils import rdpcap  # pylint: disable=import-outside-toplevel
    packets = rdpcap(str(path))
    for packet in packets:
        if UDP not in packet or packet[UDP].dport != 4791 or BTH not in packet:
            return f"{packet.show(dump=True)}"
        if "IP" in packet and packet[BTH].compute_icrc(bytes(packet.original)) != packet.original[-4:]:
            return f"a wrong ICRC: {packet.show(dump=True)}"
    done = subprocess.run(["tshark", "-r", path, "-T", "fields", "-e", "infiniband.bth.opcode", "-e", "_ws.malformed"],
                          capture_output=True, text=True, check=False)
    lines = done.stdout.splitlines()
    if len(lines) != len(packets) or not packets:
        return f"tshark reads {len(lines)} packets of {len(packets)}: {done.stderr}"
    return next((line for line in lines if not line.split("\t")[0] or "InfiniBand" in line.split("\t")[1]), "")


def use_python_with_scapy():
    """Starts Debian's interpreter if this one has no scapy: Debian's package is for that one."""
    if importlib.util.find_spec("scapy") is None and sys.executable != DEBIANS_PYTHON:
        os.execv(DEBIANS_PYTHON, [DEBIANS_PYTHON, *sys.argv])


def main():
    if LONG:
        use_python_with_scapy()
    if INSIDE not in os.environ:
        enter_namespace()
        print("skipped: no network namespace can be made (unshare -rn, and iproute2)")
        return SKIP
    prepare()
    for number, case in enumerate(CASES):
        with tempfile.TemporaryDirectory(prefix="network-") as directory:
            scratch = pathlib.Path(directory)
            wrong = run(number, *case, scratch)
            if not wrong and LONG and case[3] is None and shutil.which("tshark"):
                wrong = check_packets(scratch / "packets0")
            if wrong:
                print(wrong)
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
