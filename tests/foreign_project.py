"""The project of docs/testing-your-project.md builds, and its tests run on the emulator by the commands of its CI fragments:
foreign_project.py BUILD_DIRECTORY SOURCE_ROOT [--whole]

With --whole, the emulator is also built and installed by the page's script, and the tests run on that one. The container
is not built: its packages are looked for in apt's lists, and its commands are those of the fragments."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import yaml

BUILD, ROOT = (pathlib.Path(path).resolve() for path in sys.argv[1:3])
PAGE = (ROOT / "docs/testing-your-project.md").read_text(encoding="utf-8")
MOST_LINES = 60
WORKFLOW, PIPELINE = ".github/workflows/rdma.yml", ".gitlab-ci.yml"
FILES = ("rdma_copy.c", "meson.build", "emulator.options", "install-emulator.sh", "Containerfile", WORKFLOW, PIPELINE)
# A mistake of the project, and what the test then shows of it.
WRONG_KEY = ("target->rkey}}", "target->rkey + 1}}"), "remote access error"


def content(name):
    """The first block of the page after the file's name."""
    return re.search(rf"`{re.escape(name)}`.*?\n```\w*\n(.*?)^```", PAGE, re.S | re.M)[1]


def run(command, where, good=True, **environment):
    path = f"{BUILD}/runtime/emulator:{os.environ['PATH']}"
    done = subprocess.run(command, shell=True, cwd=where, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          env={**os.environ, "PATH": path, **environment}, check=False)
    if (done.returncode == 0) != good:
        sys.exit(f"{command} ends with {done.returncode}:\n{done.stdout[-4000:]}")
    return done.stdout


def commands_of_fragments():
    """The commands of both fragments and of the container, which must be the same."""
    [job] = yaml.safe_load(content(WORKFLOW))["jobs"].values()
    github = [step["run"] for step in job["steps"] if "run" in step]
    [job] = yaml.safe_load(content(PIPELINE)).values()
    gitlab = job["before_script"] + job["script"]
    container = content("Containerfile").replace("\\\n", " ")
    steps = [" ".join(one.split()) for one in re.findall(r"^RUN (.*)", container, re.M)]
    last = " ".join(re.findall(r'"(.*?)"', re.search(r"^CMD (.*)", container, re.M)[1]))
    steps[1] = steps[1].removeprefix('VERBATIM="$VERBATIM" ').removesuffix(" && rm -r verbatim-source verbatim-build")
    if not github == gitlab == [*steps, last]:
        sys.exit(f"GitHub, GitLab and the container run other commands:\n{github}\n{gitlab}\n{[*steps, last]}")
    return github


def check_packages(command):
    """Debian has the packages, if apt knows any."""
    packages = [word for word in command.split("recommends ")[1].split() if word != "\\"]
    known = subprocess.run(["apt-cache", "pkgnames"], capture_output=True, text=True, check=False).stdout.split() \
        if shutil.which("apt-cache") else []
    if "gcc" in known and (missing := set(packages) - set(known)):
        sys.exit(f"Debian has no packages {missing}")


def main():
    install, get, *commands = commands_of_fragments()
    check_packages(install)
    if get != "sh install-emulator.sh" or len(commands) != 2:
        sys.exit(f"there are other commands than this test runs: {[get, *commands]}")
    with tempfile.TemporaryDirectory() as folder:
        project = pathlib.Path(folder) / "project"
        for name in FILES:
            (project / name).parent.mkdir(parents=True, exist_ok=True)
            (project / name).write_text(content(name), encoding="utf-8")
        source = project / "rdma_copy.c"
        if (lines := content(source.name).count("\n")) > MOST_LINES:
            sys.exit(f"{source.name} has {lines} lines, at most {MOST_LINES}")
        environment = {"CC": "cc", "TMPDIR": folder}
        if "--whole" in sys.argv:
            run(get, project, VERBATIM=str(ROOT), PREFIX=f"{folder}/prefix")
            environment["PATH"] = f"{folder}/prefix/bin:{os.environ['PATH']}"
        for command in commands:
            said = run(command, project, **environment)
        if not re.search(r"Ok: +2 *\n", said):
            sys.exit(f"there are other tests than two:\n{said}")
        (before, after), shown = WRONG_KEY
        assert before in source.read_text(encoding="utf-8")
        source.write_text(source.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")
        said = run(commands[-1], project, good=False, **environment)
        if not re.search(r"\nFail: +2 *\n", said) or said.count(shown) != 2:
            sys.exit(f"with a wrong key the tests show:\n{said}")
    print("the project of the page is tested by the page's commands")


if __name__ == "__main__":
    main()
