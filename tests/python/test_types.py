"""The types: the package itself, the right and the wrong uses of chains as mypy sees them, and that the types say of every state
what the program does."""
import ast
import os
import pathlib
import random
import re
import shutil
import subprocess
import tempfile
import unittest

import random_bytes
import support
import verbatim
from verbatim import tables

MYPY = shutil.which("mypy") or "/usr/bin/mypy"
needs_mypy = unittest.skipUnless(os.access(MYPY, os.X_OK), "mypy is not installed (Debian package mypy)")

# Each line is right, or mypy gives the error behind the #.
USES = """
verbatim.rc.write().rdma(0x1000, 0x42).sge(0x2000, 64, 7).sge(0x3000, 64, 7).signal().finish(index=0, qpn=0x12)
verbatim.rc.write(fence="key_changes", solicited=True).imm(7).rdma(raddr=1, rkey=2).inline_data(b"hello").finish()
verbatim.rc.write(fence=verbatim.enums.fence_mode.everything).rdma(1, 2).no_data().finish()
verbatim.ud_roce.av(qkey=1, qpn=2, rmac=bytes(6), rgid=bytes(16), sgid_index=3, hop_limit=64, udp_sport=0xc001).send().no_data()
verbatim.ud.av(verbatim.segment("av_ud_seg", dqp_dct=5)).send().no_data().finish()
verbatim.raw_packet.eth(1, 1, b"header").send().sge(1, 2, 3).finish()
verbatim.dci.nop().finish()
verbatim.rc.copy().result(1, 64).from_(1, 2, 3).to(1, 2, 3).finish()
verbatim.build("rc", "rdma_write").rdma(1, 2).whatever_comes()
verbatim.rc.write().sge(1, 2, 3)  # "write__imm" has no attribute "sge"
verbatim.rc.write().rdma(1, 2).finish()  # "rdma_write__needs_sge_or_inline_data_or_no_data" has no attribute "finish"
verbatim.rc.write().rdma(1, 2).sge(1, 2, 3).inline_data(b"").signal().signal()  # "signaled" has no attribute "signal"
verbatim.rc.read().rdma(1, 2).inline_data(b"")  # has no attribute "inline_data"
verbatim.rc.write().rdma(1)  # Missing positional argument "rkey"
verbatim.rc.write().rdma(1, "rkey")  # Argument 2 to "rdma" .* has incompatible type "str"; expected "int"
verbatim.ud.send()  # "ud__needs_av" has no attribute "send"
verbatim.ud.write()  # has no attribute "write"
verbatim.ud.av(1, 2)  # No overload variant of "av"
verbatim.xrq_cmd.send()  # has no attribute "send"
verbatim.rc.write().rdma(1, 2).sge(1, 2, 3).finish().hex(3, 4, 5, 6)  # No overload variant|Too many arguments
verbatim.firmware.create_qp(qpc=verbatim.firmware.qpc(pd=1), wq_umem_id=5).raw.hex()
verbatim.firmware.create_qp(qpc={"pd": 1}).qpc.primary_address_path.rgid_rip.hex()
verbatim.firmware.create_qp.answer.parse(bytes(16)).qpn + verbatim.firmware.create_qp.opcode
verbatim.firmware.qpc().replace(pd=1).pd + verbatim.parse_command(b"").anything
verbatim.firmware.create_qp(wq_umem=5)  # Unexpected keyword argument "wq_umem"
verbatim.firmware.create_qp(qpc=verbatim.firmware.ads())  # has incompatible type "ads__mailbox"
verbatim.firmware.create_qp.answer.parse(bytes(16)).cqn  # has no attribute "cqn"
verbatim.firmware.qpc(pd=b"1")  # has incompatible type "bytes"; expected "int"
verbatim.headers.ethernet(h_dest=bytes(6), h_proto=0x800).h_dest.hex()
verbatim.management.smp(hdr={"method": 1}).hdr.tid + verbatim.management.smp.attribute
verbatim.records.portinfo_record(port_info=verbatim.management.port_info(lid=1)).port_info.lid + verbatim.records.path_record.components("dlid")
verbatim.headers.udp(port=1)  # Unexpected keyword argument "port"
verbatim.headers.ethernet(h_dest=1)  # has incompatible type "int"
verbatim.records.path_record(dlid=1).lid  # has no attribute "lid"
""".strip().split("\n")


def mypy(uses):
    """The errors of mypy in the package, and in a program that uses it: by file and line."""
    with tempfile.TemporaryDirectory() as directory:
        pathlib.Path(directory, "uses.py").write_text(uses, encoding="utf-8")
        command = [MYPY, "--config-file", support.ROOT / "tests/python/mypy.ini", "--cache-dir", f"{directory}/cache",
                   "--python-version", "3.9", "-p", "verbatim", "-m", "uses"]
        done = subprocess.run(command, text=True, capture_output=True, timeout=240,
                              env=dict(os.environ, MYPYPATH=f"{support.PACKAGE}:{directory}"))
    found = {}
    for file, number, text in re.findall(r"(\S+\.pyi?):(\d+): error: (.*)", done.stdout):
        found.setdefault((pathlib.Path(file).name, int(number)), []).append(text)
    return found, done.stdout + done.stderr


@needs_mypy
class Checked(unittest.TestCase):
    def test_the_package_is_typed_and_wrong_uses_are_found(self):
        errors, everything = mypy("import verbatim\n" + "\n".join(USES) + "\n")
        for number, line in enumerate(USES, 2):
            use, _, expected = line.partition("  # ")
            with self.subTest(use):
                said = "\n".join(errors.pop(("uses.py", number), []))
                self.assertRegex(said, expected or "^$")
        self.assertEqual(errors, {}, everything)


class AgreeOnCommands(unittest.TestCase):
    def test_types_and_program(self):
        for name in ("firmware", "headers", "management", "records"):
            with self.subTest(name):
                self.agree(name)

    def agree(self, module_name):
        module = ast.parse((support.ROOT / f"generated/python/{module_name}.pyi").read_text(encoding="utf-8"))
        classes = {c.name: c for c in module.body if isinstance(c, ast.ClassDef)}
        forms = {a.target.id: ast.unparse(a.annotation) for a in module.body if isinstance(a, ast.AnnAssign)}
        program = vars(getattr(verbatim, module_name))
        inner = "management." if module_name == "records" else ""
        self.assertEqual(set(forms), {name for name in program if not name.startswith("_")})
        met = set()
        for name, kind in forms.items():
            answer = [ast.unparse(a.annotation) for a in classes[kind].body if isinstance(a, ast.AnnAssign)]
            for form, its_kind in [(program[name], kind), *((program[name].answer, a) for a in answer)]:
                made = its_kind.replace("__form", "__mailbox")
                met |= {made, its_kind}
                fields = {a.target.id: ast.unparse(a.annotation) for a in classes[made].body}
                call, = (f for f in classes[its_kind].body if isinstance(f, ast.FunctionDef) and f.name == "__call__")
                given = {a.arg: ast.unparse(d) for a, d in zip(call.args.kwonlyargs, call.args.kw_defaults)}
                of = {field.name: f"{inner}{field.of}__mailbox" if field.of else "int" if field.is_number else "bytes" for field in form.fields}
                self.assertEqual((fields, {*given, *({"opcode"} if its_kind.endswith("_in__form") and answer else ())}), (of, set(of)), name)
        self.assertEqual(met, set(classes))


class Agree(unittest.TestCase):
    """Follows every call of every state, in the types and in the program."""

    def setUp(self):
        module = ast.parse((support.ROOT / "generated/python/chains.pyi").read_text(encoding="utf-8"))
        self.classes = {c.name: c for c in module.body if isinstance(c, ast.ClassDef)}
        self.begins = {a.target.id: ast.unparse(a.annotation) for a in module.body if isinstance(a, ast.AnnAssign)}
        self.dice = random_bytes.Dice(random.Random(1))
        self.met = {}

    def calls(self, name):
        """The calls of a state: {call: the states behind it, with the names of the arguments}."""
        if name == "Chain":
            return {}
        found = {}
        for base in self.classes[name].bases:
            found.update(self.calls(ast.unparse(base)))
        own = [f for f in self.classes[name].body if isinstance(f, ast.FunctionDef)]
        found.update({f.name: [] for f in own})
        for f in own:
            found[f.name].append((ast.unparse(f.returns), tuple(a.arg for a in f.args.args[1:])))
        return found

    def arguments(self, transport, wqe, call, names):
        if call in ("signal", "finish") or not names:
            return {}
        steps = [*tables.transport(transport).steps, *((*wqe.steps, wqe.behind) if wqe else ())]
        known = [c for step in steps for c in step if c.call == call and c.parameters == names]
        return self.dice.arguments(known[0]) if known else {name: 5 for name in names}

    def follow(self, transport, chain, name):
        key = (transport, name)
        if key in self.met:
            return
        calls = self.calls(name)
        self.met[key] = calls
        self.assertEqual(set(chain.allowed), set(calls), key)
        for call, ways in calls.items():
            for behind, names in ways:
                try:
                    following = getattr(chain, call)(**self.arguments(transport, chain._wqe, call, names))
                except verbatim.RangeError:
                    continue
                if behind != "bytes":
                    self.follow(transport, following, behind)

    def test_types_and_program(self):
        for transport in tables.transports:
            self.follow(transport, getattr(verbatim, transport), self.begins[transport])
        # A verb that a qualifier may follow has the steps of its WQE by inheritance.
        bases = {ast.unparse(base) for c in self.classes.values() for base in c.bases} - {"Chain"}
        self.assertEqual({name for _, name in self.met} | bases, set(self.classes))
        self.assertGreater(len(self.met), 150)


if __name__ == "__main__":
    unittest.main()
