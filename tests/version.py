"""Every file that says the version of Verbatim says that of meson.build, and every soname is its `abi`: version.py ROOT."""
import pathlib
import re
import sys

# A file, and what its version looks like. In the second table it is the number of the soname.
VERSIONS = {
    "runtime/wire/version.hpp": r'^#define VERBATIM_VERSION_TEXT "(.*)"$',
    "CHANGELOG.md": r"^## (\S+)",
    "debian/changelog": r"^verbatim \((\S+)-\d+\)",
    "docs/recipes/conan/conanfile.py": r'^    version = "(.*)"$',
    "docs/recipes/meson/verbatim.wrap": r"^revision = v(.*)$",
    "docs/recipes/vcpkg/verbatim/vcpkg.json": r'^  "version": "(.*)",$',
}
SONAMES = {
    "runtime/verbs/exported.map": r"^VERBATIM_(\d+) \{$",
    "debian/control": r"^Package: libverbatim(\d+)$",
}
PARTS = ("MAJOR", "MINOR", "PATCH")


def found_in(root, path, pattern):
    found = re.search(pattern, (root / path).read_text(encoding="utf-8"), re.M)
    return found[1] if found else "nothing"


def wrong(root):
    version = found_in(root, "meson.build", r"^  version: '(.*)',$")
    for path, pattern in VERSIONS.items():
        if (said := found_in(root, path, pattern)) != version:
            yield f"{path} says {said}, and meson.build says {version}"
    header = "runtime/wire/version.hpp"
    numbers = [found_in(root, header, rf"^#define VERBATIM_VERSION_{part} (\d+)$") for part in PARTS]
    if ".".join(numbers) != version:
        yield f"{header}: the numbers are {'.'.join(numbers)}, and meson.build says {version}"
    if any(int(number) > 99 for number in version.split(".")[1:]):
        yield f"meson.build: a number above 99 does not fit VERBATIM_VERSION: {version}"
    abi = found_in(root, "meson.build", r"^abi = '(\d+)'$")
    for path, pattern in SONAMES.items():
        if (said := found_in(root, path, pattern)) != abi:
            yield f"{path} says {said} where meson.build's abi is {abi}"
    for path in sorted((root / "docs/man").glob("*.1")):
        if f'"Verbatim {version}"' not in path.read_text(encoding="utf-8"):
            yield f"{path.relative_to(root)} is not of Verbatim {version}"


def main():
    said = list(wrong(pathlib.Path(sys.argv[1]).resolve()))
    print("\n".join(said) or "all files say one version")
    return bool(said)


if __name__ == "__main__":
    sys.exit(main())
