"""Programs on several hosts of one fabric, by --topology and --host: topology.py LAUNCHER [--whole]

perftest and rping of two hosts reach each other, and ibv_devinfo shows other devices on each. With --whole, more of
perftest's programs run."""
import itertools
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import unittest

LAUNCHER = os.path.abspath(sys.argv[1])
WHOLE = "--whole" in sys.argv
RACK = """# Two hosts on two rails, and a third with an InfiniBand port.
host alpha
  device mlx5_0
    port 1 link-layer ethernet address 10.77.1.1 speed 100
  device mlx5_1
    port 1 link-layer ethernet address 10.77.2.1+fd77::1 speed 25
host beta
  device mlx5_0
    port 1 link-layer ethernet address 10.77.1.2 speed 100
  device mlx5_1
    port 1 link-layer ethernet address 10.77.2.2+fd77::2 speed 50
host gamma
  device mlx5_0
    port 1 lid 7 speed 56 address 10.77.3.3
    port 2 state down
host delta
  device mlx5_0
    port 1 address 10.77.3.4
"""
# Lines of a file, and the error with the number of its line.
WRONG = [
    ("host a\nhost a\ndevice mlx5_0\nport 1", ":1: host a has no device", ":2: host a is given twice, first in line 1"),
    ("host a\ndevice mlx5_0\nport 1 address 10.0.0.1\nhost b\ndevice mlx5_0\nport 1 address 10.0.0.2+10.0.0.1",
     ":6: address 10.0.0.1 is that of port 1 of mlx5_0 of host a too, in line 3"),
    ("host a\ndevice mlx5_0\nport 1 lid 4\n\nhost b\ndevice mlx5_0\nport 1 lid 4",
     ":7: lid 4 is that of a port of mlx5_0 of host a too, in line 3"),
    ("host a\ndevice mlx5_0\nport 1\nport 1", ":4: port 1 of this device is given twice"),
    ("host a\ndevice mlx5_0\nport 1\ndevice mlx5_0\nport 1", ":4: device mlx5_0 of host a is given twice"),
    ("host a\ndevice mlx5_0\nport 2", ":3: port 1 comes before port 2"),
    ("host a\ndevice mlx5_1\nport 1", ":2: the next device of host a is mlx5_0"),
    ("host a\ndevice eth0\nport 1", ":2: write device mlx5_N, and nothing behind it"),
    ("host a\ndevice mlx5_0", ":2: this device has no port: write `port 1` in the next line"),
    ("device mlx5_0\nport 1", ":1: there is no host before this device", ":2: there is no device before this port"),
    ("host\ndevice mlx5_0\nport 3", ":1: write host NAME, and nothing behind it", ":3: a port's number is 1 or 2"),
    ("host a\ndevice mlx5_0\nport 1 speed 25", ":3: a speed of this link-layer is one of 10, 20, 40, 56, 100, 200 Gb/s"),
    ("host a\ndevice mlx5_0\nport 1 link-layer ethernet lid 3", ":3: a port with the link-layer ethernet has no lid"),
    ("host a\ndevice mlx5_0\nport 1 lid 49152", ":3: a lid is a number from 1 to 49151"),
    ("host a\ndevice mlx5_0\nport 1 state up", ":3: a state is down, init, armed or active"),
    ("host a\ndevice mlx5_0\nport 1 link-layer token-ring", ":3: a link-layer is ethernet or infiniband, and not token-ring"),
    ("host a\ndevice mlx5_0\nport 1 address 10.0.0.300",
     ":3: '10.0.0.300' is no IP address; a plus is between the addresses of a port"),
    ("host a\ndevice mlx5_0\nport 1 color red", ":3: a port has link-layer, address, lid, speed and state, and no color"),
    ("host a\ndevice mlx5_0\nport 1 speed", ":3: speed needs a value"),
    ("host a\ndevice mlx5_0\nport 1 speed 40 speed 40", ":3: speed is given twice"),
    ("switch s", ":1: a line begins with host, device or port, and not with switch"),
    ("# nothing", ": there is no host"),
]
# rping closes its event channel while its other thread may be on the way into the next call: see cm/cm_programs.py.
RACE = "rdma_get_cm_event: Bad file descriptor"


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Topology(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.file = os.path.join(self.folder.name, "rack")
        self.write(RACK)

    def write(self, text):
        with open(self.file, "w", encoding="utf-8") as file:
            file.write(text)

    def words(self, host, *command):
        return [LAUNCHER, "--fabric", "topology", "--topology", self.file, "--host", host, *command]

    def run_on(self, host, *command):
        done = subprocess.run(self.words(host, *command), capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        return done.stdout

    def between(self, server, client, server_words, client_words):
        """Runs a server on one host and its client on another, which tries until the server listens."""
        listening = subprocess.Popen(self.words(server, *server_words), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                     text=True)
        self.addCleanup(listening.stdout.close)
        self.addCleanup(listening.kill)
        for _ in range(100):
            done = subprocess.run(self.words(client, *client_words), capture_output=True, text=True, timeout=120, check=False)
            if done.returncode == 0 or listening.poll() is not None:
                break
        said = listening.communicate(timeout=120)[0]
        if RACE not in said:
            self.assertEqual(listening.returncode, 0, said)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr + said)
        return said, done.stdout

    def perftest(self, server, client, name, *options, at="127.0.0.1"):
        words = [name, "-p", str(free_port()), "-F", "-n", "50", "-s", "4096", *options]
        said = self.between(server, client, words, [*words, at])
        addresses = [re.findall(r"(local|remote) address: LID (\S+) .*", text) for text in said]
        self.assertTrue(all(addresses), said)
        return said

    # The devices.

    def test_each_host_has_its_own_devices(self):
        guids, gids = set(), set()
        for host, devices in (("alpha", 2), ("beta", 2), ("gamma", 1), ("delta", 1)):
            said = self.run_on(host, "ibv_devinfo", "-v")
            self.assertEqual(said.count("hca_id:"), devices)
            guids |= set(re.findall(r"node_guid:\s+(\S+)", said))
            gids |= set(re.findall(r"GID\[\s*\d+\]:\s+(\S+)", said))
        self.assertEqual(len(guids), 6)
        # A link-local address of each Ethernet port and its IP addresses, each as RoCE v1 and v2, which are printed in
        # different forms; and one of each InfiniBand port.
        self.assertEqual(len(gids), 2 * (4 + 6) + 3)

    def test_ports_are_as_described(self):
        said = self.run_on("gamma", "ibv_devinfo", "-v")
        self.assertEqual(re.findall(r"port_lid:\s+(\d+)", said), ["7", "1"])
        self.assertEqual(re.findall(r"state:\s+(PORT_\w+)", said), ["PORT_ACTIVE", "PORT_DOWN"])
        self.assertEqual(re.findall(r"active_speed:\s+(\S+) Gbps", said), ["14.0", "50.0"])
        self.assertEqual(re.findall(r"port_lid:\s+(\d+)", self.run_on("delta", "ibv_devinfo")), ["2"])
        rates = [self.run_on(host, "cat", f"/sys/class/infiniband/mlx5_{card}/ports/1/rate").strip()
                 for host, card in (("alpha", 0), ("alpha", 1), ("beta", 1), ("gamma", 0), ("delta", 0))]
        self.assertEqual(rates, ["100 Gb/sec (4X EDR)", "25 Gb/sec (1X EDR)", "50 Gb/sec (2X EDR)", "56 Gb/sec (4X FDR)",
                                 "200 Gb/sec (4X HDR)"])

    # Traffic.

    @unittest.skipUnless(shutil.which("ib_write_bw"), "perftest is not installed")
    def test_perftest(self):
        programs = [("ib_send_lat", "-c", "UD")]
        between = [("beta", "alpha", "mlx5_1"), ("delta", "gamma", "mlx5_0")]
        if WHOLE:
            programs += [("ib_write_bw",), ("ib_send_bw", "-c", "UC"), ("ib_read_lat",), ("ib_atomic_bw",)]
        for (name, *options), (server, client, device) in itertools.product(programs, between):
            sized = [] if "atomic" not in name else ["-s", "8"]
            self.perftest(server, client, name, "-d", device, *options, *sized)

    @unittest.skipUnless(shutil.which("ib_write_bw"), "perftest is not installed")
    def test_perftest_shows_the_addresses_of_both(self):
        _, said = self.perftest("delta", "gamma", "ib_write_bw")
        lids = re.findall(r"(local|remote) address: LID (\S+)", said)
        self.assertEqual(lids, [("local", "0x07"), ("remote", "0x02")])
        _, said = self.perftest("beta", "alpha", "ib_write_bw", "-d", "mlx5_0", "-x", "3")
        gids = re.findall(r"GID: (\S+)", said)
        self.assertEqual(gids, ["00:00:00:00:00:00:00:00:00:00:255:255:10:77:01:" + last for last in ("01", "02")])

    @unittest.skipUnless(shutil.which("rping"), "rping is not installed")
    def test_rdma_cm(self):
        between = [("beta", "alpha", "10.77.2.2"), ("delta", "gamma", "10.77.3.4"), ("beta", "alpha", "fd77::2")]
        for server, client, at in between if WHOLE else between[:2]:
            port = str(free_port())
            # A server of another host has the same port, and gets no request.
            other = subprocess.Popen(self.words("alpha", "rping", "-s", "-a", "0.0.0.0", "-p", port))
            everywhere = "::" if ":" in at else "0.0.0.0"
            try:
                said = self.between(server, client, ["rping", "-s", "-v", "-a", everywhere, "-p", port, "-C", "3"],
                                    ["rping", "-c", "-v", "-a", at, "-p", port, "-C", "3"])
                self.assertTrue(all("rdma-ping-2" in text for text in said), said)
                self.assertIsNone(other.poll())
            finally:
                other.kill()
                other.wait()

    @unittest.skipUnless(shutil.which("rping"), "rping is not installed")
    def test_an_address_without_a_way(self):
        """From Ethernet to an InfiniBand port."""
        done = subprocess.run(self.words("alpha", "rping", "-c", "-a", "10.77.3.3", "-C", "1"), capture_output=True, text=True,
                              timeout=60, check=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertRegex(done.stderr, "there is no route to 10.77.3.3:.*: no port of this host has its link layer")

    @unittest.skipUnless(shutil.which("cc"), "there is no C compiler")
    def test_a_path_to_another_port_leads_nowhere(self):
        """The program of docs/testing-your-project.md, with another port's LID or GID in its queue pairs."""
        page = (pathlib.Path(__file__).parents[2] / "docs/testing-your-project.md").read_text(encoding="utf-8")
        right = re.search(r"```c\n(.*?)```", page, re.S)[1]
        source, program = (pathlib.Path(self.folder.name) / name for name in ("copy.c", "copy"))
        cases = [("gamma", "dlid = port->lid", "dlid = 2"),
                 ("alpha", "grh.dgid = gid;", "grh.dgid = gid, to.ah_attr.grh.dgid.raw[15] ^= 1;")]
        for host, before, after in cases + [("gamma", "", ""), ("alpha", "", "")] * WHOLE:
            self.assertIn(before, right)
            source.write_text(right.replace(before, after) if before else right, encoding="utf-8")
            subprocess.run(["cc", source, "-o", program, "-libverbs"], check=True)
            done = subprocess.run(self.words(host, program), capture_output=True, text=True, timeout=60, check=False)
            said = "transport retry counter exceeded, and the data are wrong" if before else "success, and the data are right"
            self.assertEqual((done.returncode, done.stdout), (bool(before), said + "\n"), host)
            self.assertEqual("port has another LID or GID" in done.stderr, bool(before), done.stderr)

    # Wrong files and options.

    def refused(self, *words, errors):
        done = subprocess.run([LAUNCHER, *words, "true"], capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual((done.returncode, done.stdout), (2, ""), words)
        self.assertEqual(done.stderr, "".join(f"verbatim-emulator: {one}\n" for one in errors), words)

    def test_wrong_files(self):
        for text, *errors in WRONG:
            self.write(text + "\n")
            self.refused("--topology", self.file, "--host", "a", errors=[self.file + one for one in errors])

    def test_too_many(self):
        self.write("".join(f"host h{at}\ndevice mlx5_0\nport 1\n" for at in range(1024)))
        self.refused("--topology", self.file, "--host", "h1", errors=[self.file + ":3070: there are more than 1023 hosts"])
        self.write("host a\n" + "".join(f"device mlx5_{at}\nport 1\n" for at in range(9)))
        self.refused("--topology", self.file, "--host", "a",
                     errors=[self.file + ":18: a host has at most 8 devices, mlx5_0 to mlx5_7"])

    def test_wrong_options(self):
        self.refused("--topology", self.file, errors=["--topology needs --host NAME: the host on which the command runs"])
        self.refused("--host", "alpha", errors=["--host needs --topology FILE: the file that describes the host"])
        self.refused("--topology", self.file, "--host", "omega",
                     errors=[f"there is no host omega in {self.file}, only alpha, beta, gamma, delta"])
        self.refused("--topology", "/no/such", "--host", "a", errors=["/no/such: cannot be read: No such file or directory"])
        self.refused("--topology", self.file, "--host", "alpha", "--ports", "2",
                     errors=["--ports is not possible with --topology, which says it"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
