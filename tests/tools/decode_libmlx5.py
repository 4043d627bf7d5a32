"""An operation fails on the emulator, libmlx5 prints its CQE, and verbatim-decode says what it was.

decode_libmlx5.py VERBATIM_DECODE VERBATIM_EMULATOR FAULTS_TEST"""
import json
import os
import subprocess
import sys
import tempfile

decode, emulator, program = sys.argv[1:]
with tempfile.NamedTemporaryFile("r") as log:
    ran = subprocess.run([emulator, "--fabric", "decode-libmlx5", "--fail-at", "3:remote_access_err", "--delay-completions", "20000", program],
                         capture_output=True, text=True, timeout=60, env=dict(os.environ, MLX5_DEBUG_FILE=log.name))
    printed = log.read()
if ran.returncode:
    sys.exit(ran.stdout + ran.stderr)
decoded = subprocess.run([decode, "--json"], input=printed, capture_output=True, text=True, timeout=20)
if decoded.returncode:
    sys.exit(f"exit status {decoded.returncode} for\n{printed}")
entries = [entry for entry in json.loads(decoded.stdout) if entry["origin"] == "libmlx5"]
if len(entries) != 1:
    sys.exit(f"{len(entries)} CQEs by libmlx5 in\n{printed}")
error = entries[0]["error"]
got = error["what"], error["syndrome_name"], error["s_wqe_opcode_name"], error["wqe_counter"], error["vendor_err_synd"]
if got != ("requester error", "remote_access_err", "rdma_write", 2, 0x88):
    sys.exit(f"decoded as {got} from\n{printed}")
print(f"{error['syndrome_text']} {error['vendor_text']}")
