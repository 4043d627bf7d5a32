"""Runs traffic.py on the emulator, with the tests that pyverbs brings (Debian package rdma-core) unpacked beside it.

pyverbs_traffic.py LAUNCHER [OPTION...]     options of the launcher"""
import gzip
import os
import pathlib
import subprocess
import sys
import tempfile

SKIP = 77
SOURCE = pathlib.Path("/usr/share/doc/rdma-core/tests")
PYTHON = "/usr/bin/python3"  # for which Debian packages pyverbs

if not SOURCE.exists():
    print("skipped: pyverbs' tests are not installed (Debian package rdma-core)")
    sys.exit(SKIP)
if subprocess.run([PYTHON, "-c", "import pyverbs"], capture_output=True).returncode:
    print("skipped: pyverbs is not installed (Debian package python3-pyverbs)")
    sys.exit(SKIP)
with tempfile.TemporaryDirectory() as directory:
    tests = pathlib.Path(directory, "tests")
    tests.mkdir()
    for path in SOURCE.iterdir():
        data = path.read_bytes()
        (tests / path.name.removesuffix(".gz")).write_bytes(gzip.decompress(data) if path.suffix == ".gz" else data)
    launcher, *options = sys.argv[1:]
    sys.exit(subprocess.run([os.path.abspath(launcher), "--fabric", f"python-traffic-{os.getpid()}", *options, PYTHON,
                             pathlib.Path(__file__).with_name("traffic.py"), directory]).returncode)
