"""The output of `verbatim info` with emulated devices, and where there is none: info.py VERBATIM LAUNCHER [cm]

With `cm`, the program was built with librdmacm."""
import json
import os
import subprocess
import sys
import unittest

VERBATIM, LAUNCHER = (os.path.abspath(path) for path in sys.argv[1:3])
CM = sys.argv[3:] == ["cm"]
HAS_DEVICE = os.path.isdir("/sys/class/infiniband") and os.listdir("/sys/class/infiniband")


def run(*arguments, emulator=()):
    launcher = [LAUNCHER, "--fabric", "info-test", *emulator] if emulator is not None else []
    done = subprocess.run([*launcher, VERBATIM, *arguments], capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


class Info(unittest.TestCase):
    maxDiff = None

    def test_infiniband(self):
        status, said, complaint = run("info")
        self.assertEqual((status, complaint), (0, ""))
        lines = said.splitlines()
        self.assertRegex(lines[0], r"^mlx5_0, 0002:c903:005e:1a00, PCI 15b3:00:00\.0, ConnectX-6, mlx5_core, firmware \d")
        self.assertEqual(lines[1:4], [
            "  port 1, InfiniBand, active, LID 1, 200 Gb/s, MTU 4096 bytes, subnet manager at LID 1, lo",
            "    GID 0, fe80::2:c903:5e:1a00, InfiniBand", "    P_Keys 0xffff"])
        if CM:
            self.assertRegex(lines[4], r"^    rdma_cm 127\.0\.0\.1\b")
        self.assertEqual(lines[-1], "on the emulator")

    def test_roce_as_json(self):
        status, said, _ = run("info", "--json", emulator=["--link-layer", "ethernet", "--devices", "2", "--ports", "2"])
        self.assertEqual(status, 0)
        facts = json.loads(said)
        self.assertTrue(facts["usable"] and facts["on_emulator"])
        self.assertEqual(facts["findings"], [])
        self.assertEqual([device["name"] for device in facts["devices"]], ["mlx5_0", "mlx5_1"])
        if CM:
            self.assertEqual([a for a in facts["rdma_cm_addresses"] if a["address"] == "127.0.0.1"],
                             [{"address": "127.0.0.1", "interface": "lo", "device": "mlx5_0", "port": 1}])
        port = facts["devices"][1]["ports"][1]
        self.assertEqual((port["port"], port["link_layer"], port["netdevs"]), (2, "Ethernet", ["lo"]))
        self.assertEqual([gid["type"] for gid in port["gids"]], ["RoCE v1", "RoCE v2"] * 2)
        self.assertEqual([gid["best"] for gid in port["gids"]], [False, False, False, True])
        self.assertTrue(facts["devices"][0]["capabilities"]["devx"])

    def test_one_device(self):
        two = ["--devices", "2"]
        status, said, _ = run("info", "--json", "15b3:00:00.1", emulator=two)
        self.assertEqual((status, [device["name"] for device in json.loads(said)["devices"]]), (0, ["mlx5_1"]))
        status, said, complaint = run("info", "mlx5_7", emulator=two)
        self.assertEqual((status, said), (2, ""))
        self.assertEqual(complaint, "verbatim info mlx5_7: no such device or port; there are: mlx5_0, mlx5_1\n")
        status, _, complaint = run("info", "mlx5 0", emulator=two)
        self.assertEqual(status, 2)
        self.assertTrue(complaint.startswith("verbatim info mlx5 0: 'mlx5 0' names no device; write mlx5_0, "))

    def test_the_command_line(self):
        for wrong in ([], ["inform"], ["info", "--yaml"], ["info", "mlx5_0", "mlx5_1"]):
            status, said, complaint = run(*wrong)
            self.assertEqual((status, said), (2, ""), wrong)
            self.assertIn("--help", complaint)
        status, said, _ = run("info", "--help")
        self.assertEqual(status, 0)
        self.assertIn("Exit status: 0 a device can be used;", said)
        self.assertEqual(run("--version")[0], 0)

    @unittest.skipIf(HAS_DEVICE, "this machine has an RDMA device")
    def test_no_device(self):
        for arguments in (["info"], ["info", "mlx5_0"]):
            status, said, complaint = run(*arguments, emulator=None)
            self.assertEqual((status, complaint), (1, ""))
            self.assertIn("problem: machine: there is no RDMA device", said)
            self.assertIn("verbatim-emulator PROGRAM [ARGUMENTS...]", said)


unittest.main(argv=sys.argv[:1])
