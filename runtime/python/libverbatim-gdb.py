"""Loads what GDB shows of Verbatim's queues. GDB runs this file when it loads libverbatim; otherwise: source libverbatim-gdb.py"""
import glob
import os
import sys

import gdb


def packages():
    """The folders where the Python package verbatim may be: beside this file, and in the tree in which both are installed."""
    at = os.path.dirname(os.path.realpath(__file__))
    yield at
    while at != os.path.dirname(at):
        at = os.path.dirname(at)
        yield from sorted(glob.glob(os.path.join(at, "lib", "python3*", "*-packages")))


def load():
    for folder in packages():
        if os.path.exists(os.path.join(folder, "verbatim", "gdb", "__init__.py")) and folder not in sys.path:
            sys.path.append(folder)
    try:
        import verbatim.gdb
    except ImportError as error:
        gdb.write(f"verbatim: queues are shown without explanations, because the Python package is missing: {error}\n", gdb.STDERR)
    else:
        verbatim.gdb.register()


load()
