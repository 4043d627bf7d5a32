"""Runs `python3 -m codegen` from any directory; the build calls this."""
import pathlib
import runpy
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
runpy.run_module("codegen", run_name="__main__", alter_sys=True)
