"""Every public header compiles alone, and twice over.

    alone.py INCLUDE_ROOT STEP COMPILER [ARGUMENT...]

Of those that are generated, which the same templates print, one of STEP.
"""
import concurrent.futures
import os
import pathlib
import subprocess
import sys

LAYERS = ("wire", "mmio", "generated", "queue", "verbs", "connect", "stream")


def errors(command, header):
    source = f'#include "{header}"\n#include "{header}"\n'
    done = subprocess.run(command, input=source, capture_output=True, text=True)
    return f"{header} does not stand alone:\n{done.stderr}" if done.returncode else ""


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    folder = root / "verbatim"
    headers = []
    for layer in LAYERS:
        found = sorted(h.relative_to(root) for h in (folder / layer).glob("**/*.hpp"))
        headers += found[::int(sys.argv[2])] if layer == "generated" else found
    headers += sorted(h.relative_to(root) for h in folder.glob("*.hpp"))
    assert len(headers) > len(LAYERS), f"no headers in {root}"
    command = [*sys.argv[3:], "-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror",
               f"-I{root}", "-fsyntax-only", "-x", "c++", "-"]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        said = [text for text in pool.map(lambda h: errors(command, h), headers) if text]
    print("\n".join(said) or f"{len(headers)} headers stand alone")
    sys.exit(bool(said))


if __name__ == "__main__":
    main()
