"""Management datagrams, as the programs of infiniband-diags, perftest and opensm use them: diagnostics.py LAUNCHER [--opensm].

The fabric has two devices with two ports each and the virtual switch that joins them. With --opensm, a real subnet manager
takes the fabric over from its beginning."""
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

SKIP = 77
LAUNCHER = os.path.abspath(sys.argv[1])
os.environ["PATH"] += ":/usr/sbin"
PROGRAMS = ("ibstat", "ibstatus", "ibaddr", "smpquery", "perfquery", "sminfo", "ibnetdiscover", "saquery", "ibping", "ibroute",
            "iblinkinfo", "ibhosts", "ibswitches", "ibportstate")
PORTS, SWITCH = (1, 2, 3, 4), 17
GUIDS = {1: 0x0002c903005e1a00, 2: 0x0002c903005e1a01, 3: 0x0002c903005e1a10, 4: 0x0002c903005e1a11}


# Without these, libibumad takes the device that it finds first in a directory.
OF_FIRST_PORT = ("-C", "mlx5_0", "-P", "1")
WITH_PORT = set(PROGRAMS) - {"ibstat", "ibstatus"}


class Fabric:
    """A fabric of its own, in which programs run."""

    def __init__(self, *options):
        self.directory = tempfile.mkdtemp(prefix="diagnostics-")
        self.words = [LAUNCHER, "--devices", "2", "--ports", "2", *options]
        self.environment = {**os.environ, "VERBATIM_EMULATOR_DIRECTORY": self.directory, "OSM_CACHE_DIR": self.directory,
                            "OSM_TMP_DIR": self.directory}
        self.running = []

    def whole(self, command):
        first = OF_FIRST_PORT if command[0] in WITH_PORT else ()
        return [*self.words, command[0], *first, *command[1:]]

    def call(self, *command, timeout=60):
        return subprocess.run(self.whole(command), capture_output=True, text=True, env=self.environment, timeout=timeout,
                              stdin=subprocess.DEVNULL, cwd=self.directory, check=False)

    def run(self, *command):
        done = self.call(*command)
        assert (done.returncode, done.stderr) == (0, ""), (command, done.returncode, done.stdout, done.stderr)
        return done.stdout

    def start(self, *command):
        one = subprocess.Popen(self.whole(command), env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               stdin=subprocess.DEVNULL, cwd=self.directory, text=True)
        self.running.append(one)
        return one

    def wait_until(self, what, condition, seconds=30):
        until = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < until, f"after {seconds} s {what}"
            time.sleep(0.05)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for one in self.running:
            one.kill()
            one.communicate()
        shutil.rmtree(self.directory)


def field(text, name):
    """The value behind NAME:....... of smpquery and perfquery, and NAME.......  of saquery."""
    found = re.search(rf"^\s*#?\s*{re.escape(name)}:?\.+(.*)$", text, re.M)
    assert found, (name, text)
    return found.group(1)


class OneFabric(unittest.TestCase):
    """The emulator's own subnet manager."""

    @classmethod
    def setUpClass(cls):
        cls.fabric = Fabric()
        # A program that stays keeps the fabric, and what it knows, for the others.
        cls.fabric.start("ibping", "-S")
        cls.run_it = staticmethod(cls.fabric.run)

    @classmethod
    def tearDownClass(cls):
        cls.fabric.__exit__()

    def test_ibstat_and_ibstatus(self):
        said = self.run_it("ibstat", "mlx5_1", "2")
        self.assertRegex(said, r"State: Active\s+Physical state: LinkUp\s+Rate: 200\s+Base lid: 4\s+LMC: 0\s+SM lid: 1")
        self.assertIn(f"Port GUID: {GUIDS[4]:#018x}", said)
        self.assertEqual(self.run_it("ibstat", "-p").split(), [f"{guid:#018x}" for guid in GUIDS.values()])
        self.assertRegex(self.run_it("ibstatus", "mlx5_0"), r"port 2 status:\s.*\s+base lid:\s+0x2\s+sm lid:\s+0x1")

    def test_ibaddr(self):
        self.assertRegex(self.run_it("ibaddr"), rf"GID fe80::2:c903:5e:1a00 LID start 0x1 end 0x1")
        self.assertRegex(self.run_it("ibaddr", "-L", "4"), "LID start 4 end 4")

    def test_smpquery_by_lid_and_by_path(self):
        for lid in PORTS:
            # The first hop leads from mlx5_0 to the switch, the second to the port.
            told = [self.run_it("smpquery", "nodeinfo", str(lid)), self.run_it("smpquery", "-D", "nodeinfo", f"0,1,{lid}")]
            self.assertEqual(*(text[text.index("BaseVers"):] for text in told))
            self.assertEqual(field(told[0], "PortGuid"), f"{GUIDS[lid]:#018x}")
            self.assertEqual((field(told[0], "NodeType"), field(told[0], "NumPorts")), ("Channel Adapter", "2"))
        # By LID to the switch, and from there by a path.
        self.assertEqual(field(self.run_it("smpquery", "-c", "nodeinfo", str(SWITCH), "0,4"), "PortGuid"), f"{GUIDS[4]:#018x}")
        switch = self.run_it("smpquery", "-D", "nodeinfo", "0,1")
        self.assertEqual((field(switch, "NodeType"), field(switch, "LocalPort")), ("Switch", "1"))

    def test_smpquery_s_other_operations(self):
        port = self.run_it("smpquery", "portinfo", "4", "2")
        self.assertEqual([field(port, name) for name in ("Lid", "SMLid", "LinkState", "PhysLinkState", "LinkSpeedExtActive")],
                         ["4", "1", "Active", "LinkUp", "53.125 Gbps"])
        self.assertIn("Verbatim emulated ConnectX mlx5_1", self.run_it("smpquery", "nodedesc", "3"))
        self.assertEqual(field(self.run_it("smpquery", "switchinfo", str(SWITCH)), "LinearFdbTop"), str(SWITCH))
        self.assertIn("0xffff", self.run_it("smpquery", "pkeys", "3"))
        self.assertIn(f"{GUIDS[3]:#018x}", self.run_it("smpquery", "guidinfo", "3"))
        self.assertRegex(self.run_it("smpquery", "sl2vl", "3"), r"\| 0\| 1\| 2\| 3\| 4\| 5\| 6\| 7\| 0\|")
        self.assertIn("VL", self.run_it("smpquery", "vlarb", "3"))

    def test_sminfo(self):
        self.assertRegex(self.run_it("sminfo"), rf"sm lid 1 sm guid {GUIDS[1]:#x}, activity count \d+ priority 0 state 3 SMINFO_MASTER")

    def test_ways_that_do_not_exist(self):
        for path in ("0,2", "0,1,9", "0,1,1,1"):
            done = self.fabric.call("smpquery", "-t", "50", "-D", "nodeinfo", path)
            self.assertNotEqual(done.returncode, 0, done.stdout)
        done = self.fabric.call("smpquery", "-t", "50", "nodeinfo", "40")
        self.assertNotEqual(done.returncode, 0, done.stdout)

    def test_topology(self):
        said = self.run_it("ibnetdiscover")
        self.assertEqual(len(re.findall(r"^Ca\s+2 ", said, re.M)), 2)
        self.assertEqual(len(re.findall(r"^Switch\s+16 ", said, re.M)), 1)
        for lid in PORTS:
            self.assertRegex(said, rf'\[{(lid - 1) % 2 + 1}\]\({GUIDS[lid]:x}\)\s.*# lid {lid} lmc 0 .* 4xHDR')
        self.assertRegex(self.run_it("ibhosts"), r"(?s)mlx5_1.*mlx5_0")
        self.assertIn("Verbatim emulated switch", self.run_it("ibswitches"))
        self.assertEqual(len(re.findall(r"Active/\s+LinkUp", self.run_it("iblinkinfo", "-S", "0x2c903005e1a80"))), 4)
        self.assertRegex(self.run_it("ibroute", str(SWITCH)), r"(?s)0x0004 004 : \(Channel Adapter")

    def test_perfquery(self):
        before = int(field(self.run_it("perfquery", "3", "1"), "PortRcvPkts").strip("."))
        after = int(field(self.run_it("perfquery", "-x", "3", "1"), "PortRcvPkts"))
        self.assertGreater(after, before)
        self.run_it("perfquery", "-R", "3", "1")
        self.assertLess(int(field(self.run_it("perfquery", "3", "1"), "PortRcvPkts")), 10)
        self.assertIn("PortSelect", self.run_it("perfquery", "-a", str(SWITCH)))

    def test_saquery(self):
        said = self.run_it("saquery")
        self.assertEqual(said.count("NodeRecord dump"), 5)
        self.assertIn("4x", self.run_it("saquery", "PR", "--slid", "1", "--dlid", "4").replace("rate", "4x"))
        path = self.run_it("saquery", "-p", "--src-to-dst", "1:4")
        self.assertEqual((field(path, "dlid"), field(path, "slid"), field(path, "mtu"), field(path, "rate")),
                         ("4", "1", "0x85", "0x91"))
        self.assertEqual(self.run_it("saquery", "PIR", "4").count("PortInfoRecord dump"), 1)
        self.assertIn("SA ClassPortInfo", self.run_it("saquery", "-c"))
        self.assertEqual(self.run_it("saquery", "-x").count("LinkRecord dump"), 8)
        self.assertEqual(field(self.run_it("saquery", "SMIR"), "GUID"), f"{GUIDS[1]:#018x}")

    def test_ibping_between_processes(self):
        said = []

        def answered():
            said.append(self.fabric.call("ibping", "-c", "1", "1").stdout)
            return "1 packets transmitted, 1 received, 0% packet loss" in said[-1]

        self.fabric.wait_until(f"nobody answers ibping: {said}", answered)

    def test_ibportstate_takes_a_port_down_and_up(self):
        self.fabric.run("ibportstate", "4", "2", "query")
        self.run_it("ibportstate", "-D", "0,1", "4", "disable")
        self.assertRegex(self.run_it("ibstat", "mlx5_1", "2"), r"State: Down\s+Physical state: Polling")
        self.run_it("ibportstate", "-D", "0,1", "4", "enable")
        self.assertRegex(self.run_it("ibstat", "mlx5_1", "2"), r"State: Initializing\s+Physical state: LinkUp")
        for state in ("arm", "active"):
            self.run_it("ibportstate", "-D", "0,1", "4", state)
            self.run_it("ibportstate", "-D", "0,1,4", "2", state)
        self.assertIn("State: Active", self.run_it("ibstat", "mlx5_1", "2"))


@unittest.skipUnless(shutil.which("ib_write_bw"), "ib_write_bw is not installed (package perftest)")
class Counters(unittest.TestCase):
    def test_traffic_of_verbs(self):
        with Fabric() as fabric:
            # The client's port, and the server's.
            def counted():
                said = [fabric.run("perfquery", "-x", str(lid), str(2 - lid % 2)) for lid in (1, 4)]
                return [{what: int(field(one, f"Port{what}")) for what in ("XmitData", "RcvData", "XmitPkts", "RcvPkts")}
                        for one in said]

            fabric.start("ibping", "-S")
            before, size, count = counted(), 65536, 100
            run_pair(self, fabric, ["ib_write_bw", "-F", "-n", str(count), "-s", str(size)], ["-d", "mlx5_1", "-i", "2"],
                     ["-d", "mlx5_0"])
            client, server = ({what: now[what] - then[what] for what in now} for now, then in zip(counted(), before))
            # 16 packets of 4096 bytes each, and the datagrams of perfquery.
            packets = count * size // 4096
            self.assertIn(client["XmitPkts"] - packets, range(16))
            self.assertIn(server["RcvPkts"] - packets, range(16))
            self.assertGreaterEqual(client["XmitData"], count * size // 4)
            self.assertLess(server["RcvData"], count * size // 4 * 1.02)
            self.assertIn(client["RcvPkts"], range(1, count + 16))


class Multicast(unittest.TestCase):
    @unittest.skipUnless(shutil.which("ib_send_bw"), "ib_send_bw is not installed (package perftest)")
    def test_ib_send_bw_joins_its_groups(self):
        with Fabric() as fabric:
            multicast(self, fabric)


def run_pair(test, fabric, words, of_server=(), of_client=()):
    """Runs the two ends of a program of perftest; returns what the client says."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    words = [*words, f"-p{port}"]
    server = fabric.start(*words, *of_server)
    tables = (pathlib.Path("/proc/net/tcp"), pathlib.Path("/proc/net/tcp6"))
    fabric.wait_until(f"{words[0]} does not listen",
                      lambda: any(re.search(rf":{port:04X} [0-9A-F:]+ 0A ", one.read_text(encoding="ascii")) for one in tables))
    client = fabric.call(*words, *of_client, "127.0.0.1")
    said = server.communicate(timeout=60)[0]
    test.assertEqual((client.returncode, server.returncode, client.stderr), (0, 0, ""), said + client.stdout)
    test.assertNotIn("verbatim-emulator:", said)
    return client.stdout


def multicast(test, fabric):
    # Members of a group are ports: on one port, the first program that leaves would leave for both.
    said = run_pair(test, fabric, ["ib_send_bw", "-F", "-c", "UD", "-g", "-n", "200", "-s", "1000", "-r", "512"],
                    ["-d", "mlx5_0"], ["-d", "mlx5_1"])
    test.assertRegex(said, r"1000\s+200\s")


class Registration(unittest.TestCase):
    def test_ethernet_has_files_of_umad_but_no_subnet_management(self):
        with Fabric("--link-layer", "ethernet") as fabric:
            said = fabric.run("sh", "-c", "ls /dev/infiniband /sys/class/infiniband_mad; stat -c %F /dev/infiniband/umad3")
            self.assertEqual(said.split("\n")[-2], "character special file")
            self.assertEqual((said.count("umad"), said.count("issm")), (8, 0))
            done = fabric.call("smpquery", "-t", "50", "nodeinfo", "1")
            self.assertNotEqual(done.returncode, 0)


class Opensm(unittest.TestCase):
    """A real subnet manager brings the ports up."""

    def test_it_brings_the_subnet_up(self):
        with Fabric("--subnet-manager", "none") as fabric:
            log = pathlib.Path(fabric.directory, "opensm.log")

            def logged():
                return log.read_text(encoding="utf-8", errors="replace") if log.exists() else ""

            events = pathlib.Path(fabric.directory, "events")

            def told():
                return re.findall(r"event type ibv event (.*?) \(\d+\), port (\d)", events.read_text(encoding="utf-8").lower().replace("_", " "))

            watch = fabric.start("sh", "-c", f"exec stdbuf -oL ibv_asyncwatch -d mlx5_1 >{events}")
            fabric.wait_until("ibv_asyncwatch has not opened the device", lambda: events.exists() and events.stat().st_size)
            manager = fabric.start("opensm", "-g", hex(GUIDS[1]), "-s", "1", "-f", log)
            self.assertRegex(fabric.run("ibstat", "mlx5_1", "1"), r"State: (Initializing|Active)")
            fabric.wait_until("opensm has not brought the last port up", lambda: "State: Active" in fabric.run("ibstat", "mlx5_1", "2"))
            for name in ("mlx5_0", "mlx5_1"):
                for port in ("1", "2"):
                    said = fabric.run("ibstat", name, port)
                    self.assertRegex(said, r"State: Active\s+Physical state: LinkUp\s+Rate: 200\s+Base lid: [1-9]")
            self.assertIn("SMINFO_MASTER", fabric.run("sminfo"))
            self.assertEqual(fabric.run("saquery").count("NodeRecord dump"), 5)
            self.assertRegex(fabric.run("ibv_devinfo"), r"(?s)PORT_ACTIVE.*port_lid:\s+[1-9]")
            multicast(self, fabric)
            # A link that was down and is up again, before a program that ran already looks. It receives both events all the same.
            before = {(event, port) for event in ("lid change", "sm change", "port active") for port in "12"}
            fabric.wait_until("the ports' events have not come", lambda: len(told()) == 6 and set(told()) == before)
            watch.send_signal(signal.SIGSTOP)
            for change in ("disable", "enable"):
                fabric.run("ibportstate", "-D", "0,1", "4", change)
            fabric.wait_until("opensm has not brought the port up again", lambda: "State: Active" in fabric.run("ibstat", "mlx5_1", "2"))
            watch.send_signal(signal.SIGCONT)
            fabric.wait_until("the link's events have not come", lambda: told()[6:] == [("port err", "2"), ("port active", "2")])
            watch.terminate()
            manager.terminate()
            manager.communicate(timeout=60)
            # It writes its log at its end.
            self.assertIn("SUBNET UP", logged())
            self.assertEqual([line for line in logged().splitlines() if " ERR " in line], [])


if __name__ == "__main__":
    missing = [program for program in PROGRAMS if not shutil.which(program)]
    if missing:
        print(f"not installed: {', '.join(missing)} (package infiniband-diags)")
        sys.exit(SKIP)
    wanted = ["Opensm"] if "--opensm" in sys.argv else ["OneFabric", "Counters", "Multicast", "Registration"]
    if "--opensm" in sys.argv and not shutil.which("opensm"):
        print("opensm is not installed")
        sys.exit(SKIP)
    unittest.main(argv=sys.argv[:1], defaultTest=wanted, verbosity=2)
