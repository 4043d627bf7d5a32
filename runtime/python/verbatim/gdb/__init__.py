"""Queues, WQEs and CQEs in GDB, of a running program and of a core file. In GDB: python import verbatim.gdb

print shows queues, queue pairs and completions in words. The command `verbatim explain` shows their WQEs and CQEs as verbatim-decode
does."""
from __future__ import annotations

import gdb  # only GDB has this module

from verbatim.gdb import command, printers

_registered = False


def register() -> None:
    """Makes GDB use this package. Importing the package does it too; a second time changes nothing."""
    global _registered
    if not _registered:
        gdb.printing.register_pretty_printer(None, printers.Printers(), replace=True)
        command.add()
    _registered = True


register()
