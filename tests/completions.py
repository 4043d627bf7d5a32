"""Bash completes the command lines of the programs: completions.py BUILD_DIRECTORY SOURCE_ROOT."""
import os
import pathlib
import subprocess
import sys

SKIP = 77
BASH_COMPLETION = "/usr/share/bash-completion/bash_completion"
# The words up to the cursor, and some of the words that may follow.
CASES = [("verbatim-emulator --link", {"--link-layer"}), ("verbatim-emulator --link-layer e", {"ethernet"}),
         ("verbatim-emulator --port-state ", {"down", "active"}), ("verbatim-emulator --no-engine verbatim-dec", {"verbatim-decode"}),
         ("verbatim-emulator --link-layer ethernet --capture file ls --al", {"--all"}),
         ("verbatim-emulator verbatim-decode --rin", {"--ring"}), ("verbatim-emulator --capture meson.bu", {"meson.build"}),
         ("verbatim in", {"info"}), ("verbatim --v", {"--version"}), ("verbatim info --j", {"--json"}),
         ("verbatim-decode --ring s", {"send"}), ("verbatim-decode --minis c", {"csum", "csum_stridx"}),
         ("verbatim-decode --transport dci_", {"dci_compact", "dci_roce"}), ("verbatim-decode meson.bu", {"meson.build"}),
         ("verbatim-decode docs/README.md meson.bu", {"meson.build"})]
SCRIPT = """
source %s
source %s/runtime/emulator/completion/verbatim-emulator.bash
source %s/runtime/tools/completion/verbatim.bash
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
COMP_LINE="$*"
COMP_POINT=${#COMP_LINE}
compopt() { :; }
words=$(complete -p "$1")
words=${words#*-F }
${words%% *} "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%%s\\n' "${COMPREPLY[@]}"
"""


def main():
    build, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    if not pathlib.Path(BASH_COMPLETION).exists():
        print("skipped: install bash-completion")
        return SKIP
    path = f"{build}/runtime/emulator:{build}/runtime/tools:{os.environ['PATH']}"
    wrong = []
    for line, expected in CASES:
        script = SCRIPT % (BASH_COMPLETION, root, root)
        done = subprocess.run(["bash", "-c", script, "bash", *line.split(" ")], capture_output=True, text=True, cwd=root, timeout=30,
                              env={**os.environ, "PATH": path}, check=False)
        found = set(done.stdout.split())
        start = line.rsplit(" ", 1)[1]
        if not expected <= found or not all(one.startswith(start) for one in found) or done.stderr:
            wrong.append(f"{line!r} completes to {sorted(found)}, and not to {sorted(expected)}\n{done.stderr}")
    print("\n".join(wrong) or f"{len(CASES)} command lines are completed")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
