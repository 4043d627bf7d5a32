"""Runs the tests that pyverbs brings (Debian package rdma-core) on the emulator, and compares with pyverbs.txt.

pyverbs.py LAUNCHER          every test that the list says passes must pass, and no test may be missing from the list
pyverbs.py LAUNCHER --once   likewise; a test that passes on a port of either kind runs on an Ethernet port only
pyverbs.py LAUNCHER --all    runs the others too, and prints how each ended: for bringing the list up to date"""
import contextlib
import ctypes
import gzip
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile

SKIP = 77
# For the tests of a module. One copies gigabytes, which takes a minute on a busy machine.
SECONDS = 240
DRAWS = 20
SOURCE = pathlib.Path("/usr/share/doc/rdma-core/tests")
LIST = pathlib.Path(__file__).with_name("pyverbs.txt")

# The key that wraps others in the tests of encryption, and the keys of AES-XTS.
KEK, XTS_KEYS = bytes(range(0x40, 0x50)), bytes(range(0x80, 0xa0))
# The options of the emulator for each kind of port or device.
LAYERS = {"infiniband": [], "ethernet": ["--link-layer", "ethernet"], "bond": ["--link-layer", "ethernet", "--bond"],
          "wrapped": ["--import-kek", KEK.hex()], "huge": []}
# The headings of the list below which tests have to pass, and the kinds of ports on which they do.
PASSING = {"passes": ["infiniband"], "passes on an Ethernet port": ["ethernet"], "passes on a bond": ["bond"],
           "passes with wrapped keys": ["wrapped"], "passes with huge pages": ["huge"],
           "passes on a port of either kind": ["infiniband", "ethernet"]}

# The kernel has the number of its huge pages of 2 MiB here. The tests take one at a time; others may take some too.
HUGE_PAGES = pathlib.Path("/sys/kernel/mm/hugepages/hugepages-2048kB")
PAGES = 16

# Runs inside the emulator: names of tests on standard input, a JSON line for each on standard output.
DRIVER = """
import json, sys, unittest
sys.argv = [sys.argv[0]]
from args_parser import parser
parser.parse_args()
class Result(unittest.TestResult):
    def say(self, test, how, why=''):
        lines = str(why).strip().splitlines()
        print(json.dumps([test.id(), how, lines[-1] if lines else '']), flush=True)
    def addSuccess(self, test): self.say(test, 'ok')
    def addSkip(self, test, why): self.say(test, 'skip', why)
    def addError(self, test, error): self.say(test, 'error', error[1])
    def addFailure(self, test, error): self.say(test, 'fail', error[1])
# The machine has no GPU, Debian builds pyverbs without DRM, and DmaBufMR of pyverbs 44.0 fails with an object of its own
# DmaBuf. It takes descriptors. Memory of a memfd becomes a dma-buf by /dev/udmabuf; without that, the memfd stands in.
def give_dma_bufs():
    import fcntl, mmap, os, struct
    from tests import test_mr
    class DmaBuf:
        def __init__(self, size, gpu=0, gtt=0):
            size = -(-size // mmap.PAGESIZE) * mmap.PAGESIZE
            self.memory = os.memfd_create('dma-buf', os.MFD_ALLOW_SEALING)
            os.ftruncate(self.memory, size)
            fcntl.fcntl(self.memory, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK)
            try:
                with open('/dev/udmabuf', 'rb+', buffering=0) as device:
                    self.fd = fcntl.ioctl(device, 0x40187542, struct.pack('=IIQQ', self.memory, 0, 0, size))
            except FileNotFoundError:
                self.fd = os.dup(self.memory)
        def __del__(self):
            os.close(self.memory)
            os.close(self.fd)
    class DmaBufMR(test_mr.DmaBufMR):
        def __init__(self, pd, length, access, offset=0, gpu=0, gtt=0):
            self.begin, self.buffer = offset, DmaBuf(length + offset)
            super().__init__(pd, length, access, dmabuf=self.buffer.fd, offset=offset)
        def write(self, data, length, offset=0):
            data = data.encode() if isinstance(data, str) else data
            os.pwrite(self.buffer.memory, data[:length], self.begin + offset)
        def read(self, length, offset):
            return os.pread(self.buffer.memory, length, self.begin + offset)
    test_mr.DmaBuf, test_mr.DmaBufMR = DmaBuf, DmaBufMR
names = sys.stdin.read().split()
loader = unittest.TestLoader()
if names == ['--list']:
    def walk(suite):
        for test in suite:
            if isinstance(test, unittest.TestSuite): walk(test)
            else: print(test.id())
    import os
    for file in sorted(os.listdir('tests')):
        if file.startswith('test_'): walk(loader.loadTestsFromName('tests.' + file[:-3]))
else:
    if 'test_mr' in names[0]: give_dma_bufs()
    loader.loadTestsFromNames(names).run(Result())
"""


def openssl(cipher, key, iv, data):
    """Returns the data, encrypted or wrapped by OpenSSL."""
    crypto = ctypes.CDLL("libcrypto.so.3")
    made, algorithm, length = crypto.EVP_CIPHER_CTX_new, getattr(crypto, cipher), ctypes.c_int()
    made.restype = algorithm.restype = ctypes.c_void_p
    context, out = ctypes.c_void_p(made()), ctypes.create_string_buffer(len(data) + 16)
    crypto.EVP_CIPHER_CTX_set_flags(context, 1)  # EVP_CIPHER_CTX_FLAG_WRAP_ALLOW
    if (crypto.EVP_EncryptInit_ex(context, ctypes.c_void_p(algorithm()), None, key, iv) != 1
            or crypto.EVP_EncryptUpdate(context, out, ctypes.byref(length), data, len(data)) != 1):
        raise RuntimeError(f"{cipher} of OpenSSL failed")
    return out.raw[:length.value]


def crypto_details():
    """The input of the tests of encryption, as test_mlx5_crypto.py describes it."""
    def numbers(form, data):
        return list(struct.unpack(form, data))
    units = b"".join(openssl("EVP_aes_128_xts", XTS_KEYS, unit.to_bytes(16, "little"), b"c" * 512) for unit in range(2))
    return [{"credential": numbers("!6Q", openssl("EVP_aes_128_wrap", KEK, None, b"a credential of forty bytes, all of them")),
             "wrapped_key": numbers("!5Q", openssl("EVP_aes_128_wrap", KEK, None, XTS_KEYS)),
             "plaintext_key": numbers("8I", XTS_KEYS), "encrypted_data_for_512_c": numbers("!64Q", units[:512]),
             "encrypted_data_for_1024_c": numbers("!128Q", units)}]


def read_list():
    """The expected result of each test: {name: the heading that it stands below}."""
    expected = {}
    reason = None
    for line in LIST.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            reason = line[3:].strip()
        elif line.strip() and not line.startswith("#"):
            expected[line.strip()] = reason
    return expected


@contextlib.contextmanager
def huge_pages():
    """Makes the kernel set huge pages aside if there are too few. Gives the reason if it does not, or nothing."""
    total, free = HUGE_PAGES / "nr_hugepages", HUGE_PAGES / "free_hugepages"
    before, reason = None, ""
    try:
        missing = PAGES - int(free.read_text())
        if missing > 0:
            had = total.read_text()
            total.write_text(str(int(had) + missing))
            before = had
        if int(free.read_text()) < PAGES:
            reason = f"the kernel has only {free.read_text().strip()} free huge pages of 2 MiB"
    except OSError as error:
        reason = f"huge pages cannot be set aside: {error}"
    try:
        yield reason
    finally:
        if before is not None:
            total.write_text(before)


class Runner:
    def __init__(self, launcher, directory, options):
        self.command = [os.path.abspath(launcher), "--fabric", f"pyverbs-{os.getpid()}", *options,
                        "/usr/bin/python3", "-c", DRIVER]
        self.directory = directory
        self.environment = dict(os.environ, PYTHONPATH=f"{directory}:{directory}/tests",
                                MLX5_CRYPTO_TEST_INFO=f"{directory}/crypto.json")

    def run(self, names, seconds):
        process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                   text=True, cwd=self.directory, env=self.environment)
        try:
            return process.communicate("\n".join(names), timeout=seconds)[0]
        except subprocess.TimeoutExpired:
            process.kill()
            return process.communicate()[0]

    def results(self, names, seconds):
        """Returns the result of each test. If one hangs or crashes the process, the others run in a new one."""
        left, ended = list(names), {}
        while left:
            for line in self.run(left, seconds).splitlines():
                if line.startswith("["):
                    name, how, why = json.loads(line)
                    ended[name] = (how, why)
            before = len(left)
            left = [name for name in left if name not in ended]
            if len(left) == before or left:
                if left:
                    ended[left[0]] = ("crash", "hangs, or ends the process")
                    left = left[1:]
        return ended


def main(launcher, mode=""):
    everything = mode == "--all"
    if mode == "--once":
        PASSING["passes on a port of either kind"] = ["ethernet"]
    if not SOURCE.exists():
        print("pyverbs' tests are not installed (Debian package rdma-core)")
        return SKIP
    if subprocess.run(["/usr/bin/python3", "-c", "import pyverbs"], capture_output=True).returncode:
        print("pyverbs is not installed (Debian package python3-pyverbs)")
        return SKIP
    expected = read_list()
    with huge_pages() as without_huge, tempfile.TemporaryDirectory() as directory:
        if without_huge:
            PASSING["passes with huge pages"] = []
        tests = pathlib.Path(directory) / "tests"
        tests.mkdir()
        for path in SOURCE.iterdir():
            data = path.read_bytes()
            (tests / path.name.removesuffix(".gz")).write_bytes(gzip.decompress(data) if path.suffix == ".gz" else data)
        (pathlib.Path(directory) / "crypto.json").write_text(json.dumps(crypto_details()), encoding="utf-8")
        present = [name for name in Runner(launcher, directory, []).run(["--list"], 60).split() if name.startswith("tests.")]
        ended, outcomes = {}, {}
        for layer, options in LAYERS.items():
            runner = Runner(launcher, directory, options)
            wanted = present if everything else [name for name in present if layer in PASSING.get(expected.get(name), ())]
            for module in sorted({name.split(".")[1] for name in wanted}):
                outcomes.update({(layer, name): outcome for name, outcome in
                                 runner.results([n for n in wanted if n.split(".")[1] == module], SECONDS).items()})
        # Some draw the attributes of a queue pair at random, and skip themselves if the device refuses the draw.
        for (layer, name), outcome in outcomes.items():
            for _ in range(DRAWS if outcome[0] == "skip" and layer in PASSING.get(expected.get(name), ()) else 0):
                if outcomes[layer, name][0] == "skip":
                    outcomes.update({(layer, name): o for o in
                                     Runner(launcher, directory, LAYERS[layer]).results([name], SECONDS).values()})
        for (layer, name), outcome in outcomes.items():
            # A test must pass on all layers that it is listed for. With --all each runs on all; the others need only one.
            listed = PASSING.get(expected.get(name))
            if not listed or layer in listed:
                counts = (outcome[0] != "ok") if listed else outcome[0] == "ok"
                if name not in ended or counts:
                    ended[name] = outcome

    if everything:
        for (layer, name), outcome in outcomes.items():
            print(name, *outcome, f"({layer})")
    problems = [f"{name} is not in {LIST.name}" for name in present if name not in expected]
    problems += [f"{name} is in {LIST.name}, but pyverbs has no such test" for name in expected if name not in present]
    problems += [f"{name} should pass, but: {how} {why}" for name, (how, why) in ended.items()
                 if expected.get(name) in PASSING and how != "ok"]
    problems += [f"{name} passes now; move it in {LIST.name}" for name, (how, _) in ended.items()
                 if how == "ok" and expected.get(name) not in PASSING]
    print("\n".join(problems))
    if without_huge:
        left_out = sum(reason == "passes with huge pages" for reason in expected.values())
        print(f"{left_out} tests did not run: {without_huge}")
    print(f"{sum(1 for how, _ in ended.values() if how == 'ok')} of {len(present)} tests of pyverbs pass")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
