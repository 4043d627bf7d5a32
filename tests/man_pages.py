"""The manual pages say what the programs say of themselves: man_pages.py BUILD_DIRECTORY SOURCE_ROOT [--write].

The parts of docs/man/*.1 between `begin NAME` and `end NAME` are made from --help and, for the emulator, from --options.
The names of parts of a subcommand end with its name: `begin options_info`.
--write replaces them. Without it, the pages must be what --write would make, and man and mandoc must find no mistake in
them, where these are installed."""
import pathlib
import re
import shutil
import subprocess
import sys

PROGRAMS = {"verbatim-emulator": "runtime/emulator/verbatim-emulator", "verbatim-decode": "runtime/tools/verbatim-decode",
            "verbatim": "runtime/tools/verbatim"}
SUBCOMMANDS = {"verbatim": ["info", "selftest", "perf"]}
# An option or positional of CLI11's help, and more lines of its description.
ITEM, MORE = re.compile(r"  (\S(?:.*?\S)?)(?:\s{2,}(\S.*))?$"), re.compile(r"\s{20,}(\S.*)$")
PART = re.compile(r'(\.\\" begin (\w+)\n).*?(\.\\" end \2\n)', re.S)
# mandoc wants a date as people of one country write it, and pages of others to be installed.
UNIMPORTANT = re.compile(r"STYLE: |referenced manual not found|^mandoc: see above")


def said(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout


def roff(text):
    """The text as roff prints it."""
    text = text.replace("\\", r"\e").replace("-", r"\-").replace("`", r"\`").replace("'", r"\(aq")
    return re.sub(r"^\.", r"\\&.", text, flags=re.M)


def item(name, text):
    """An entry of a list. A long name can break behind a bar."""
    return f".TP\n.B {roff(name)}\n{roff(text)}\n".replace("|", r"|\:")


def plain(name, text):
    """An option as CLI11 prints it, in the form of manual pages."""
    name = re.sub(r"(?:TEXT|UINT):\{(.*?)\}", lambda found: found[1].replace(",", "|"), name)
    name, _, excluded = name.replace(",-", ", -").partition(" Excludes: ")
    name = re.sub(r"^([A-Z]+) TEXT\b", r"\1", name)
    return name, is_sentence(text) + (f" Not possible with {excluded}." if excluded else "")


def is_sentence(text):
    return text if text.endswith((".", "?", ":")) else text + "."


def items_of(text):
    """The options of a help text: names and descriptions."""
    found, within = [], False
    for line in text.splitlines():
        if re.match(r"(Options|Positionals):$", line):
            within = True
        elif not line.startswith("  "):
            within = within and not line
            if line:
                within = False
        elif within and (more := MORE.match(line)):
            found[-1][1] = f"{found[-1][1]} {more[1]}".strip()
        elif within:
            name, about = ITEM.match(line).groups()
            found.append([name, about or ""])
    return found


def as_listed(text):
    """Lines that begin with spaces keep their form."""
    result, listed = [], False
    for line in text.strip("\n").splitlines():
        if line.startswith("  ") != listed and line:
            listed = not listed
            result.append(".PP\n.nf\n.RS" if listed else ".RE\n.fi\n.PP")
        result.append(roff(line.strip()) if line else ".PP")
    text = "\n".join(result + [".RE\n.fi"] * listed) + "\n"
    return re.sub(r"(?:\.PP\n)+(?=\.PP\n)", "", re.sub(r"\.PP\n(?=\.RE\n)", "", text)).removeprefix(".PP\n")


def parts_of(program, path):
    """Each part of the page by its name."""
    if program not in SUBCOMMANDS:
        return parts_of_command(program, path, [])
    return {f"{part}_{name}": text for name in SUBCOMMANDS[program]
            for part, text in parts_of_command(program, path, [name]).items()}


def parts_of_command(program, path, subcommand):
    """The same of the program or of one of its subcommands."""
    text = said(path, *subcommand, "--help")
    about, _, after = text.partition("\nUsage:" if "\nUsage:" in text else "Usage:")
    footer = after[re.search(r"^(?:Examples|Exit status):", after, re.M).start():]
    examples, _, status = footer.partition("Exit status:")
    items = items_of(text)
    parts = {"about": as_listed(about), "examples": as_listed(examples.replace("Examples:\n", "")),
             "status": roff(" ".join(status.split())) + "\n"}
    if program == "verbatim-emulator":
        rows = [line[2:-2].split(" | ") for line in said(path, "--options").splitlines()[2:]]
        of_device = [(row[0].strip("`").replace(", ", "|"), row) for row in rows]
        names = {re.match("--[a-z-]+", usage)[0] for usage, _ in of_device}
        items = [one for one in items if not names & set(re.findall("--[a-z-]+", one[0]))]
        items += [[usage, is_sentence(row[1]) + (f" The usual value is {row[2].strip('`')}." if row[2] else "")]
                  for usage, row in of_device]
        parts["environment"] = "".join(item(row[3].strip("`"), "The value of " + re.match("--[a-z-]+", usage)[0] + ".")
                                       for usage, row in of_device)
    parts["options"] = "".join(item(*plain(*one)) for one in items)
    return parts


def written(page, parts, version):
    filled = PART.sub(lambda found: found[1] + parts[found[2]] + found[3], page)
    return re.sub(r'"Verbatim [0-9.]+"', f'"Verbatim {version}"', filled)


def complaints_of(page):
    """The mistakes that man and mandoc find."""
    if shutil.which("man"):
        done = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", page], capture_output=True,
                              text=True, check=False)
        if done.returncode or done.stderr.strip():
            yield f"man: {done.stderr}"
    if shutil.which("mandoc"):
        done = subprocess.run(["mandoc", "-T", "lint", page], capture_output=True, text=True, check=False)
        yield from (line for line in (done.stdout + done.stderr).splitlines() if not UNIMPORTANT.search(line))


def main():
    build, root = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    version = re.search(r"version: '([^']+)'", (root / "meson.build").read_text(encoding="utf-8"))[1]
    wrong = []
    for program, path in PROGRAMS.items():
        page = root / "docs/man" / f"{program}.1"
        if not (build / path).exists():
            continue  # a dependency of it is missing
        text = page.read_text(encoding="utf-8")
        new = written(text, parts_of(program, build / path), version)
        if "--write" in sys.argv[3:]:
            page.write_text(new, encoding="utf-8")
        elif new != text:
            wrong.append(f"docs/man/{program}.1 is not what {program} says: run `tests/man_pages.py {build} {root} --write`")
        wrong += [f"docs/man/{program}.1: {one}" for one in complaints_of(page)]
    print("\n".join(wrong) or "the manual pages say what the programs say")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
