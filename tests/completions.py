"""Bash and zsh complete the command lines of the programs: completions.py BUILD_DIRECTORY SOURCE_ROOT."""
import os
import pathlib
import pty
import shutil
import subprocess
import sys
import tempfile
import time

SKIP = 77
BASH_COMPLETION = "/usr/share/bash-completion/bash_completion"
FOLDERS = ("runtime/emulator/completion", "runtime/tools/completion")
# The words up to the cursor, and some of the words that may follow.
CASES = [("verbatim-emulator --link", {"--link-layer"}), ("verbatim-emulator --link-layer e", {"ethernet"}),
         ("verbatim-emulator --port-state ", {"down", "active"}), ("verbatim-emulator --no-engine verbatim-dec", {"verbatim-decode"}),
         ("verbatim-emulator --link-layer ethernet --capture file ls --al", {"--all"}),
         ("verbatim-emulator verbatim-decode --rin", {"--ring"}), ("verbatim-emulator --capture meson.bu", {"meson.build"}),
         ("verbatim in", {"info"}), ("verbatim --v", {"--version"}), ("verbatim info --j", {"--json"}),
         ("verbatim selftest --pat", {"--patience"}),
         ("verbatim perf --operation fetch", {"fetch_add"}),
         ("verbatim-decode --ring s", {"send"}), ("verbatim-decode --minis c", {"csum", "csum_stridx"}),
         ("verbatim-decode --transport dci_", {"dci_compact", "dci_roce"}), ("verbatim-decode meson.bu", {"meson.build"}),
         ("verbatim-decode docs/README.md meson.bu", {"meson.build"})]
BASH = """
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
# The tabulator writes the words to a file, and leaves the line as it is. compadd adds words, except in calls
# that store them in an array.
ZSH = """
PS1=
fpath=(%(fpath)s $fpath)
autoload -Uz compinit
compinit -D -u
setopt extended_glob
compadd() {
  local -a found
  if [[ " ${@[1,(i)(-|--)]} " != *' '-[A-Za-z]#[OAD]' '* ]]; then
    builtin compadd -O found "$@"
    (( ! $#found )) || print -rl -- $found >> %(found)s
  fi
  builtin compadd "$@"
}
words_of_line() {
  _main_complete
  compstate[insert]= compstate[list]=
  print -r -- end >> %(found)s
}
zle -C words_of_line complete-word words_of_line
bindkey '^I' words_of_line
"""


def in_bash(root, environment):
    """Returns the words for each case, and what was complained of."""
    for line, _ in CASES:
        script = BASH % (BASH_COMPLETION, root, root)
        done = subprocess.run(["bash", "-c", script, "bash", *line.split(" ")], capture_output=True, text=True, cwd=root, timeout=30,
                              env=environment, check=False)
        yield set(done.stdout.split()), done.stderr


def drain(terminal):
    """A shell that nobody reads from would wait in the end."""
    try:
        os.read(terminal, 65536)
    except BlockingIOError:
        pass


def in_zsh(root, environment):
    """The same. Zsh completes lines of a terminal only."""
    with tempfile.TemporaryDirectory() as scratch:
        found = pathlib.Path(scratch, "found")
        folders = " ".join(f"{root}/{folder}" for folder in FOLDERS)
        pathlib.Path(scratch, ".zshrc").write_text(ZSH % {"fpath": folders, "found": found}, encoding="utf-8")
        terminal, far_end = pty.openpty()
        os.set_blocking(terminal, False)
        shell = subprocess.Popen(["zsh", "-o", "no_global_rcs", "-i"], stdin=far_end, stdout=far_end, stderr=far_end, cwd=root,
                                 start_new_session=True, env={**environment, "ZDOTDIR": scratch, "TERM": "dumb"})
        try:
            for line, _ in CASES:
                found.write_text("", encoding="utf-8")
                os.write(terminal, f"{line}\t".encode())
                late = time.monotonic() + 30
                while not (said := found.read_text(encoding="utf-8").split("\n")[:-1])[-1:] == ["end"] and time.monotonic() < late:
                    time.sleep(0.01)
                    drain(terminal)
                yield set(said[:-1]), "" if said[-1:] == ["end"] else "zsh did not come to an end"
                os.write(terminal, b"\x15")  # empties the line
        finally:
            shell.kill()
            shell.wait()
            os.close(terminal)
            os.close(far_end)


def main():
    build, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    environment = {**os.environ, "PATH": f"{build}/runtime/emulator:{build}/runtime/tools:{os.environ['PATH']}"}
    shells = {"bash": in_bash if pathlib.Path(BASH_COMPLETION).exists() else None, "zsh": in_zsh if shutil.which("zsh") else None}
    wrong = []
    for shell, ask in shells.items():
        if ask is None:
            print(f"{shell}: skipped: install {'bash-completion' if shell == 'bash' else shell}")
            continue
        for (line, expected), (found, complaint) in zip(CASES, ask(root, environment)):
            start = line.rsplit(" ", 1)[1]
            if not expected <= found or not all(one.startswith(start) for one in found) or complaint:
                wrong.append(f"{shell}: {line!r} completes to {sorted(found)}, and not to {sorted(expected)}\n{complaint}")
    asked = [shell for shell, ask in shells.items() if ask]
    print("\n".join(wrong) or f"{len(CASES)} command lines are completed in {' and '.join(asked) or 'no shell'}")
    return SKIP if not asked else bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
