"""Programs on the emulated device work with programs on Linux's own RoCE, rdma_rxe, in a QEMU guest:

    network.py LAUNCHER PEER [--few] [CASE...]

A pair of virtual interfaces is the wire. One end is in a network namespace of its own, with the emulated device; rdma_rxe is on
the other. Each program runs twice, so that either side begins. Names choose cases, and --few leaves out most MTUs and sizes.
"""
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

SKIP = 77
SECONDS = 1700
HERE = pathlib.Path(__file__).resolve().parent
RXE, EMULATED = "10.78.0.1", "10.78.0.2"
RXE6, EMULATED6 = "fd78::1", "fd78::2"
# A name, its words, and the MTU of the interfaces. network_peer checks every byte, and the pingpongs do with -c.
CASES = [(f"peer {kind} {mtu}", ["PEER", kind, str(mtu)], 4500 if mtu > 1024 else 1500)
         for kind in ("rc", "uc", "ud") for mtu in (256, 1024, 4096)]
CASES += [(f"peer {kind} {mtu} IPv6", ["PEER", kind, str(mtu)], 4500) for kind, mtu in (("rc", 1024), ("ud", 2048), ("uc", 4096))]
CASES += [(f"peer rc {mtu} {word}", ["PEER", "rc", str(mtu)], 4500)
          for mtu in (256, 1024, 4096) for word in ("faults", "netem")]
CASES += [("peer errors", ["PEER", "errors", "1024"], 4500)]
CASES += [(f"ibv_{kind}_pingpong", [f"ibv_{kind}_pingpong", "-c", "-n", "50", "-s", size], 1500)
          for kind, size in (("rc", "4096"), ("uc", "4096"), ("ud", "1000"))]
for tool in ("ib_write_bw", "ib_write_lat", "ib_read_bw", "ib_read_lat", "ib_send_bw", "ib_send_lat", "ib_atomic_bw", "ib_atomic_lat"):
    count = ["-n", "40"] + (["-t", "8", "-Q", "1"] if tool.endswith("_bw") else [])
    # The two devices have different limits of outstanding READs.
    count += ["-o", "4"] if "read" in tool or "atomic" in tool else []
    if "atomic" in tool:
        CASES += [(f"{tool} {kind}", [tool, "-F", *count, "-A", kind], 1500) for kind in ("FETCH_AND_ADD", "CMP_AND_SWAP")]
        continue
    kinds = ["RC"] + (["UC"] if "read" not in tool else []) + (["UD"] if "send" in tool else [])
    CASES += [(f"{tool} {kind} {size}", [tool, "-F", *count, "-c", kind, "-s", str(size)], 1500)
              for kind in kinds for size in ((2, 1023, 1024) if kind == "UD" else (1, 1023, 1024, 1025, 4097, 65536))]

# Programs that connect by rdma_cm: the server's words and the client's, with the address of the server. rping exits with the
# status of its last call, whatever it is: there, words of both sides count.
RPING = "rdma-ping-9"
CASES += [("rping", ["CM", "rping -s -a {address} -C 10 -v -V", "rping -c -a {address} -C 10 -v -V"], 1500),
          ("rping IPv6", ["CM", "rping -s -a {address} -C 10 -v -V", "rping -c -a {address} -C 10 -v -V"], 1500),
          ("rdma_client", ["CM", "rdma_server", "rdma_client -s {address}"], 1500),
          ("udaddy", ["CM", "udaddy -c 2 -C 4 -S 500", "udaddy -s {address} -c 2 -C 4 -S 500"], 1500),
          ("ucmatose faults", ["CM", "ucmatose -c 3 -C 4 -S 2000", "ucmatose -s {address} -c 3 -C 4 -S 2000"], 1500)]

# Each operation of each transport once, around one MTU.
FEW = [case for case in CASES if not any(word in case[0] for word in (" 256", "peer rc 4096", "peer ud 4096", "4097", "65536")) and
       (not case[0].startswith("ib_") or case[0].endswith(("UD 1023", " 1025", "FETCH_AND_ADD", "CMP_AND_SWAP")))]

SETUP = f"""
export NETWORK_PEER_TIMEOUT=17
modprobe veth; modprobe sch_netem
mkdir -p /run/netns
ip netns add far
ip link add near type veth peer name far netns far
ip addr add {RXE}/24 dev near; ip -6 addr add {RXE6}/64 dev near nodad
ip link set near mtu 1500 up
ip netns exec far sh -c 'ip link set lo up; ip addr add {EMULATED}/24 dev far; ip -6 addr add {EMULATED6}/64 dev far nodad
  ip link set far mtu 1500 up'
rdma link add rxe1 type rxe netdev near
sleep 1
gid_of() {{ grep -ls "$1" /sys/class/infiniband/rxe1/ports/1/gids/* | head -1 | sed 's,.*/,,'; }}
ipv4=$(gid_of ffff:0a4e:0001)
ipv6=$(gid_of fd78:0000:0000:0000:0000:0000:0000:0001)
grep . /sys/class/infiniband/rxe1/ports/1/gids/* 2>/dev/null | grep -v 0000:0000:0000:0000:0000:0000:0000:0000
mtu=1500
set_mtu() {{
  [ "$mtu" != "$1" ] || return 0
  mtu=$1
  rdma link delete rxe1
  ip link set near mtu "$1"; ip netns exec far ip link set far mtu "$1"
  rdma link add rxe1 type rxe netdev near
  sleep 1
  ipv4=$(gid_of ffff:0a4e:0001); ipv6=$(gid_of fd78:0000:0000:0000:0000:0000:0000:0001)
}}
# pair NAME SERVER CLIENT: runs both, and writes how they ended.
pair() {{
  timeout 300 sh -c "$2" >"$SCRATCH/$1.server" 2>&1 &
  server=$!
  for i in $(seq $patience); do ss -ltn | grep -q ":$port " && break; ip netns exec far ss -ltn | grep -q ":$port " && break; sleep 0.1; done
  timeout 300 sh -c "$3" >"$SCRATCH/$1.client" 2>&1
  client=$?
  wait $server
  echo "$1: $client $?" >>"$SCRATCH/ended"
  port=$((port + 1))
}}
port=20000
patience=100
"""


def commands(launcher, peer, number, name, words, mtu):
    """The lines of the guest for one case, both ways."""
    ipv6 = "IPv6" in name
    faults = "--wire-faults drop:30,duplicate:30,reorder:30,corrupt:60 " if "faults" in name else ""
    emulated = (f"exec ip netns exec far {launcher} --link-layer ethernet --wire --netdev far --addresses {EMULATED}+{EMULATED6} "
                f"--fabric network-guest-{number} --verbose --report $SCRATCH/{number}.report --pcap $SCRATCH/{number}.pcap {faults}")
    if words[0] == "PEER":
        rest = " ".join(words[1:])
        ours = f"{emulated} {peer} mlx5_0 {5 if ipv6 else 3} {rest} $port"
        theirs = f"exec {peer} rxe1 ${'ipv6' if ipv6 else 'ipv4'} {rest} $port"
    else:
        rest = " ".join(words[1:])
        option = "-g" if words[0].startswith("ibv") else "-x"
        ours = f"{emulated} {words[0]} -d mlx5_0 {option} 3 -p $port {rest}"
        theirs = f"exec {words[0]} -d rxe1 {option} $ipv4 -p $port {rest}"
    if words[0] == "CM":
        # A port of rdma_cm is not seen by ss, so a server has this time.
        places = (EMULATED6, RXE6) if ipv6 else (EMULATED, RXE)
        server, client = ([word if word.startswith("udaddy") else f"{word} -p $port" for word in
                           (one.format(address=address) for address in places)] for one in words[1:])
        return [f"set_mtu {mtu}", "patience=60", f'pair {number}-rxe-begins "{emulated} {server[0]}" "exec {client[0]}"',
                f'pair {number}-emulated-begins "exec {server[1]}" "{emulated} {client[1]}"', "patience=100"]
    netem = "netem" in name
    lines = [f"set_mtu {mtu}"]
    if netem:
        lines += ["tc qdisc add dev near root netem delay 1ms loss 3% duplicate 3% reorder 10%",
                  "ip netns exec far tc qdisc add dev far root netem delay 1ms loss 3% duplicate 3% reorder 10%"]
    lines += [f'pair {number}-rxe-begins "{ours}" "{theirs} {EMULATED}"', f'pair {number}-emulated-begins "{theirs}" "{ours} {RXE}"']
    if netem:
        lines += ["tc qdisc del dev near root", "ip netns exec far tc qdisc del dev far root"]
    return lines


def main():
    for need in ("qemu-system-x86_64", "busybox", "ib_write_bw", "rping"):
        if shutil.which(need) is None:
            print(f"skipped: {need} is not installed; tests/run.sh --all installs what the guest needs")
            return SKIP
    launcher, peer = (shlex.quote(os.path.abspath(word)) for word in sys.argv[1:3])
    names = [case[0] for case in CASES]
    words = [word for word in sys.argv[3:] if word != "--few"]
    chosen = [case for case in (FEW if "--few" in sys.argv else CASES) if not words or any(
        word == case[0] if word in names else word in case[0] for word in words)]
    lines = [SETUP]
    for number, case in enumerate(chosen):
        lines += commands(launcher, peer, number, *case)
    with tempfile.TemporaryDirectory() as made:
        scratch = pathlib.Path(made)
        (scratch / "all.sh").write_text("\n".join(lines) + "\n", encoding="utf-8")
        booted = subprocess.run(["bash", HERE / "run_in_guest.sh", "-t", str(SECONDS), "-s", made, "bash", scratch / "all.sh"],
                                stdin=subprocess.DEVNULL, cwd=os.sep, check=False)
        wrong = [f"the guest ended with {booted.returncode}"] if booted.returncode else []
        ended = scratch / "ended"
        states = dict(line.rsplit(": ", 1) for line in ended.read_text().splitlines()) if ended.exists() else {}
        for number, (name, _, _) in enumerate(chosen):
            for begins in ("rxe-begins", "emulated-begins"):
                key = f"{number}-{begins}"
                state = states.get(key, "it did not run")
                print(f"{name}, {begins}: {state}", flush=True)
                if state == "0 0":
                    continue
                if name.startswith("rping") and "124" not in state and all(
                        RPING in (scratch / f"{key}.{kind}").read_text(errors="replace") for kind in ("client", "server")):
                    continue
                said = "".join(f"--- {kind}\n{path.read_text(errors='replace')[-1500:]}" for kind, path in (
                    (kind, scratch / f"{key}.{kind}") for kind in ("client", "server")) if path.exists())
                report = scratch / f"{number}.report"
                said += "--- report\n" + report.read_text(errors="replace")[-2500:] if report.exists() else ""
                wrong.append(f"{name}, {begins}: it ended with {state}\n{said}")
    for line in wrong:
        print(line)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
