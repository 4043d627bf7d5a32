"""`verbatim selftest` on the emulated device: selftest.py VERBATIM LAUNCHER SOURCE_ROOT

Each WQE of specs/wqes and each CQE of specs/cqes has a check, and each `uncertain` of the specs an answer. Faults of the
emulated device show that checks can fail."""
import concurrent.futures
import fnmatch
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import unittest

import jsonschema
import yaml

import obstacles

VERBATIM, LAUNCHER = (os.path.abspath(path) for path in sys.argv[1:3])
ROOT = pathlib.Path(sys.argv[3])
SCHEMA = json.loads((ROOT / "runtime/tools/selftest/selftest.schema.json").read_text(encoding="utf-8"))
HAS_DEVICE = os.path.isdir("/sys/class/infiniband") and os.listdir("/sys/class/infiniband")
PLACE = tempfile.TemporaryDirectory()

# The checks that cannot run on the emulated device, and where: each with the beginning of its reason.
SKIPPED = {
    "wqe/*/ud_underlay": "an underlay queue pair shares",
    "wqe/write_flow_table/rc": "it writes an object of the device's steering",
    "wqe/nop/xrq_cmd": "the queue of tag commands",
    "wqe/wait_cq/*": "no command makes a cross-channel master",
    "wqe/send_enable/*": "no command makes a cross-channel master",
    "wqe/recv_enable/*": "no command makes a cross-channel master",
    "bytes/send_inval/*": "the peer of libmlx5's queue pair has no key",
    "cqe/mini_resp_ftag": "flow tags are in CQEs of raw packets",
    "uncertain/mini_resp_ftag.flow_tag_low": "flow tags are in CQEs of raw packets",
    "uncertain/eth_seg.swp_*": "the device does not claim the software parser",
    "uncertain/flow_tbl_access_seg.*": "it writes an object of the device's steering",
    "uncertain/ravh_seg.sl_dct": "only the device reads it",
    "uncertain/crypto_bsf_seg.*": "the selftest makes no keys for encryption",
}
# No device can answer how a place is called.
ONLY_NAMES = re.compile(r"^[A-Za-z][\w-]+( and \w+)? calls? it \w+(, [A-Z]\w+ \w+)?\.$")
# Answers of the emulated device to questions about commands.
COMMANDS = {
    "cqc.cqe_compression_layout": {"layout 0": "accepted", "layout 1": "accepted", "layout 2": "refused"},
    "cqc.c_eqn_or_apu_element": {"its number | 0x0": "accepted", "its number | 0x100": "refused"},
    "modify_cq.cq_umem_id": {"another memory": "accepted", "a number that no memory has": "refused"},
    "modify_cq.cq_umem_offset": {"behind the first half": "accepted", "behind the end": "refused"},
    "query_hca_vport_context.hca_vport_context": {"room for 528 bytes": "accepted", "room for 524 bytes": "accepted"},
    "hca_vport_context.lid": {"in its answer": "1", "LID of the port by verbs": "1"},
    "cmd_hca_cap.enhanced_cqe_compression_5bb": {"the bit": "1", "a CQ with the enhanced layout": "accepted"},
    "general_obj_in_cmd_hdr.log_obj_range": {"log_obj_range 0": "accepted", "log_obj_range 1": "refused"},
    "query_flow_counter.num_of_counters": {"a counter": "accepted", "0x1 counters": "accepted"},
    "encryption_key_obj.key": {"a key of 128 bytes": "accepted"},
}
OTHER_LINK_LAYER = {
    "infiniband": {"*/raw_packet": "raw packets are for Ethernet", "*/ud_roce": "the transport ud_roce is for",
                   "*/dci_roce": "the transport dci_roce is for", "cqe/eth_cqe": "raw packets are for Ethernet",
                   "uncertain/eth_*": "raw packets are for Ethernet"},
    "ethernet": {"*/ud": "the transport ud is for", "*/ud_compact": "the transport ud_compact is for",
                 "*/dci": "the transport dci is for", "*/dci_compact": "the transport dci_compact is for",
                 "wqe/tag_*": "libmlx5 cannot connect the command queue", "cqe/tm_*": "libmlx5 cannot connect",
                 "uncertain/tm_*": "libmlx5 cannot connect",
                 "uncertain/av_dc_compact_seg.*": "the transport dci_compact is for",
                 "uncertain/*hca_vport_context.*": "ports on Ethernet have no LID"},
}


def run(name, *arguments, emulator=(), before=()):
    """Returns the exit status, the output, the complaints and the file. `before` is the beginning of the command."""
    file = pathlib.Path(PLACE.name) / f"{name}.json"
    launcher = [LAUNCHER, "--fabric", f"selftest-{name}", "--report", f"{PLACE.name}/{name}.report"]
    output = [] if "--output" in arguments else ["--output", file]
    if "--patience" not in arguments:
        output += ["--patience", "60"]  # the machine may be busy
    done = subprocess.run([*before, *([] if emulator is None else [*launcher, *emulator]), VERBATIM, "selftest", *output, *arguments],
                          capture_output=True, text=True, timeout=600, check=False)
    written = json.loads(file.read_text(encoding="utf-8")) if file.exists() else None
    if written:
        jsonschema.validate(written, SCHEMA)
    return done.returncode, done.stdout, done.stderr, written


def by_id(file):
    return {one["id"]: one for one in file["findings"]}


def specs(folder):
    return [yaml.safe_load(path.read_text(encoding="utf-8")) for path in sorted((ROOT / "specs" / folder).rglob("*.yaml"))]


class Selftest(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        with concurrent.futures.ThreadPoolExecutor() as pool:
            runs = {layer: pool.submit(run, layer, emulator=["--link-layer", layer]) for layer in OTHER_LINK_LAYER}
        cls.runs = {layer: one.result() for layer, one in runs.items()}

    def test_everything_passes(self):
        for layer, (status, said, complaint, file) in self.runs.items():
            with self.subTest(layer):
                wrong = [(one["id"], one["words"]) for one in file["findings"] if one["status"] == "fail"]
                self.assertEqual((wrong, status, complaint), ([], 0, ""))
                self.assertIn(f"{file['summary']['pass']} passed, 0 failed", said)
                self.assertEqual((file["device"]["name"], file["device"]["product"], file["device"]["on_emulator"]),
                                 ("mlx5_0", "ConnectX-6", True))
                self.assertEqual(file["port"]["link_layer"].lower(), layer)
                self.assertTrue(file["software"]["libibverbs"].startswith("libibverbs.so."))

    def test_what_is_skipped_has_its_reason(self):
        for layer, (_, _, _, file) in self.runs.items():
            allowed = SKIPPED | OTHER_LINK_LAYER[layer]
            for one in file["findings"]:
                if one["status"] != "skipped":
                    continue
                reasons = [why for pattern, why in allowed.items() if fnmatch.fnmatch(one["id"], pattern)]
                self.assertTrue(any(one["words"].startswith(why) for why in reasons), (layer, one["id"], one["words"]))

    def test_each_wqe_has_a_check_on_each_transport(self):
        found = [by_id(file) for _, _, _, file in self.runs.values()]
        for wqe in specs("wqes"):
            statuses = {}
            for transport in wqe["transports"]:
                check = f"wqe/{wqe['wqe']}/{transport}"
                statuses[check] = {one[check]["status"] for one in found if check in one}
                self.assertTrue(statuses[check], f"{check} is missing")
            if wqe["wqe"] != "write_flow_table":
                passed = [check for check, seen in statuses.items() if "pass" in seen]
                self.assertTrue(passed, f"{wqe['wqe']} passes on no transport: {statuses}")

    def test_each_cqe_has_a_check(self):
        found = [by_id(file) for _, _, _, file in self.runs.values()]
        for cqe in specs("cqes"):
            statuses = {one[f"cqe/{cqe['cqe']}"]["status"] for one in found}
            self.assertTrue(statuses & {"pass"} or cqe["cqe"] == "mini_resp_ftag", (cqe["cqe"], statuses))

    def test_each_uncertainty_has_an_answer(self):
        expected = {f"uncertain/{layout[kind]}.{name}" for folder, kind in (("cqes", "cqe"), ("segments", "segment"))
                    for layout in specs(folder) for name, field in layout["fields"].items() if "uncertain" in field}
        asked = {f"uncertain/{command.get('command') or command['structure']}.{name}" for command in specs("commands")
                 for part in (command, command.get("in", {}), command.get("out", {})) for name, field in part.get("fields", {}).items()
                 if "uncertain" in field and not ONLY_NAMES.search(field["uncertain"])}
        self.assertGreater(len(asked), 8)
        expected |= asked
        for _, _, _, file in self.runs.values():
            answers = {id for id in by_id(file) if id.startswith("uncertain/")}
            self.assertEqual(answers, expected)
        _, _, _, file = self.runs["infiniband"]
        answers = by_id(file)
        values = {one["name"]: one["value"] for one in answers["uncertain/umr_ctrl_seg.check_free"]["values"]}
        self.assertEqual(values["of a free key"], "accepted")
        self.assertIn("mw_bind_err", values["of a key in use"])
        self.assertRegex(answers["uncertain/mini_req.s_wqe_opcode"]["values"][0]["value"], "^0x10( 0x10)*$")
        for answer, expected in COMMANDS.items():
            values = {one["name"]: re.sub(":.*", "", one["value"]) for one in answers[f"uncertain/{answer}"]["values"]}
            self.assertEqual(values | expected, values, answer)

    def test_libmlx5_writes_the_same_bytes(self):
        for layer, (_, _, _, file) in self.runs.items():
            same = [one for one in file["findings"] if one["id"].startswith("bytes/") and one["status"] == "pass"]
            self.assertGreater(len(same), 25, layer)
            for one in same:
                self.assertEqual(one["expected"], one["observed"])

    def test_a_fault_fails_a_check_and_the_others_go_on(self):
        status, said, _, file = run("fault", "--only", "wqe/rdma_write/rc", "--only", "wqe/rdma_write/uc",
                                    emulator=["--fail-at", "2:remote_access_err:0x88"])
        wrong = [one for one in file["findings"] if one["status"] == "fail"]
        self.assertEqual((status, [one["id"] for one in wrong]), (1, ["wqe/rdma_write/rc"]))
        self.assertRegex(wrong[0]["words"], "rdma_write, QPN .*remote_access_err.*vendor  ?0x88")
        self.assertIn("fail      wqe/rdma_write/rc: ", said)
        self.assertEqual(by_id(file)["wqe/rdma_write/uc"]["status"], "pass")

    def test_wrong_data_and_missing_capabilities_show(self):
        status, _, _, file = run("order", "--only", "wqe/swap32/rc", emulator=["--masked-results", "host"])
        self.assertEqual(status, 1)
        self.assertIn("the result is 0x8badf00d, and not 0xdf0ad8b", file["findings"][0]["words"])
        status, _, _, file = run("without", "--only", "cqe/enh_block", "--only", "wqe/copy/rc", "--only", "wqe/nop/rc",
                                 emulator=["--without", "enhanced_cqe_compression,dma_mmo_qp"])
        self.assertEqual((status, file["summary"]), (0, {"pass": 1, "fail": 0, "skipped": 2, "observed": 0}))
        self.assertIn("does not claim dma_mmo_qp", by_id(file)["wqe/copy/rc"]["words"])

    def test_a_completion_that_does_not_come_fails_a_check(self):
        status, _, _, file = run("silence", "--only", "wqe/nop/rc", "--patience", "0.2", emulator=["--no-engine"])
        self.assertEqual(status, 1)
        self.assertEqual(file["findings"][0]["words"], "the WQE has not completed within 200 ms")

    def test_an_interrupt_ends_the_run(self):
        file = pathlib.Path(PLACE.name) / "interrupt.json"
        with subprocess.Popen([LAUNCHER, "--fabric", "selftest-interrupt", "--no-engine", VERBATIM, "selftest", "--output",
                               file, "--patience", "60"], stdout=subprocess.PIPE, text=True) as running:
            running.stdout.readline()
            running.send_signal(signal.SIGINT)
            running.stdout.read()
        findings = json.loads(file.read_text(encoding="utf-8"))["findings"]
        self.assertTrue(any(one["words"] == "the run was interrupted" for one in findings))

    def test_where_nothing_can_be_tried(self):
        status, said, complaint, file = run("down", emulator=["--port-state", "down"])
        self.assertEqual((status, said, file), (3, "", None))
        self.assertRegex(complaint, "^verbatim selftest: port 1 is down, .*verbatim info")
        status, _, complaint, _ = run("full", emulator=obstacles.NO_MEMORY)
        self.assertEqual(status, 3)
        self.assertIn("Cannot allocate memory", complaint)
        status, said, complaint, file = run("forbidden", emulator=obstacles.NO_PERMISSION)
        self.assertEqual((status, said, file), (3, "", None))
        self.assertRegex(complaint, "verbatim selftest: ibv_open_device on mlx5_0: .*may you read and write /dev/infiniband/uverbs")
        status, _, complaint, _ = run("little", emulator=obstacles.busy("alloc_pd"), before=obstacles.little_memory())
        self.assertEqual(status, 3)
        self.assertRegex(complaint, r"(?m)^verbatim selftest: only 64 KiB may be locked in memory, .*ulimit -l unlimited")
        self.assertRegex(complaint, r"(?m)^verbatim selftest: .* busy: .*`rdma resource show` lists who has what")
        status, _, _, file = run("busy", "--only", "wqe/nop/rc", emulator=obstacles.busy("create_qp"))
        self.assertEqual((status, file["findings"][0]["status"]), (3, "skipped"))
        self.assertRegex(file["findings"][0]["words"], "^something else uses it: .* busy")
        self.assertIn("`rdma resource show`", file["findings"][0]["remedy"])
        if not HAS_DEVICE:
            status, _, complaint, _ = run("none", emulator=None)
            self.assertEqual(status, 3)
            self.assertIn("verbatim-emulator", complaint)

    def test_the_command_line(self):
        for arguments in (["mlx5_7"], ["--port", "9"], ["--gid-index", "99"], ["--only", "wqe/write_nothing"],
                          ["--patience", "0"], ["--output", "/nowhere/file"], ["--yaml"]):
            status, _, complaint, _ = run("wrong", *arguments)
            self.assertEqual(status, 2, arguments)
            self.assertRegex(complaint, r"^(verbatim selftest: |The following argument)")
        status, said, _, _ = run("list", "--list", "--only", "wqe/send/*")
        self.assertEqual(status, 0)
        self.assertEqual([line.split()[0] for line in said.splitlines()],
                         [f"wqe/send/{name}" for wqe in specs("wqes") if wqe["wqe"] == "send" for name in sorted(wqe["transports"])])


unittest.main(argv=sys.argv[:1])
