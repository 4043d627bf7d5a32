"""A compiler that is set to C++17 says one sentence of any public header, and stops. One that is set to 32 bits does the same.

older_cpp.py INCLUDE_ROOT STEP

Each compiler is asked about the headers that programs include, and about one of STEP of the others. Of all others the text is
read: each includes the header with the sentences, directly or by another one. About 32 bits only that header is asked, because
the headers of a 32-bit C++ library are seldom installed.
"""
import concurrent.futures
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys

SENTENCE = "Verbatim needs C++20. Compile with -std=c++20 or newer"
NEEDS_64_BITS = "Verbatim needs a 64-bit target. 32-bit programs cannot use it"
# The program goes on as programs do: that, too, must not add an error.
PROGRAM = "#include <verbatim/{}>\nint main() {{ verbatim::pd pd(verbatim::open_device()); }}\n"


def wrong(compiler, root, header):
    done = subprocess.run([compiler, "-std=c++17", "-I", root, "-fsyntax-only", "-x", "c++", "-"],
                          input=PROGRAM.format(header), capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"})
    errors = [line for line in done.stderr.splitlines() if "error: " in line]
    if done.returncode and len(errors) == 1 and SENTENCE in errors[0]:
        return ""
    return f"{compiler}: {header}: {len(errors)} errors, the first is: {(errors or ['none'])[0]}"


def wrong_width(compiler, header):
    """Returns the complaint if the header accepts 32 bits, or refuses 64."""
    for target, refused in (("-m32", True), ("-m64", False)):
        done = subprocess.run([compiler, "-std=c++20", target, "-fsyntax-only", "-include", header, "-x", "c++", "/dev/null"],
                              capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"})
        if (NEEDS_64_BITS in done.stderr) != refused or bool(done.returncode) != refused:
            return f"{compiler} {target}: ends with {done.returncode}\n{done.stderr}"
    return ""


def without_sentence(root, headers):
    """Returns the headers that do not reach wire/cpp20.hpp."""
    texts = {header: (root / "verbatim" / header).read_text(encoding="utf-8") for header in headers}
    included = {header: re.findall(r'#include [<"]verbatim/([^>"]+)[>"]', text) for header, text in texts.items()}
    reached = {"wire/cpp20.hpp"}
    while more := {header for header in headers if header not in reached and reached & set(included[header])}:
        reached |= more
    return sorted(set(headers) - reached)


def main():
    root, step = pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2])
    folder = root / "verbatim"
    headers = sorted(pathlib.Path(at, name).relative_to(folder).as_posix()
                     for at, _, names in os.walk(folder, followlinks=True) for name in names if name.endswith(".hpp"))
    assert len(headers) > 200, f"only {len(headers)} headers in {folder}"
    silent = without_sentence(root, headers)
    assert not silent, f"these do not include verbatim/wire/cpp20.hpp, directly or by others: {', '.join(silent)}"
    asked = sorted({*(header for header in headers if "/" not in header), *headers[::step]})
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = [(compiler, root, header) for compiler in ("g++", "clang++") if shutil.which(compiler) for header in asked]
        said = [text for text in pool.map(lambda job: wrong(*job), jobs) if text]
    if platform.machine() == "x86_64":
        said += [text for compiler in sorted({job[0] for job in jobs}) if (text := wrong_width(compiler, folder / "wire/cpp20.hpp"))]
    if not jobs:
        print("skipped: neither g++ nor clang++")
        sys.exit(77)
    print("\n".join(said) or f"{len(jobs)} times one sentence")
    sys.exit(bool(said))


if __name__ == "__main__":
    main()
