"""Boost.Asio and Beast 1.81 with the streams, as boost_test and beast_test are with Debian's default version:
newer_boost.py COMPILER SCRATCH LAUNCHER FLAG...

The packages of the two versions exclude each other, so this one is unpacked and not installed. Skips without it."""
import pathlib
import shutil
import subprocess
import sys

PACKAGE = "libboost1.81-dev"
HERE = pathlib.Path(__file__).resolve().parent


def main(compiler, scratch, launcher, *flags):
    scratch = pathlib.Path(scratch)
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    done = subprocess.run(["apt-get", "download", PACKAGE], cwd=scratch, capture_output=True, text=True)
    if done.returncode:
        print(f"skipped: apt-get cannot download {PACKAGE}: {done.stderr[-500:]}")
        return 77
    subprocess.run(["dpkg", "-x", next(scratch.glob("*.deb")), scratch / "boost"], check=True)
    failed = []
    for name in ("boost_test", "beast_test"):
        program = scratch / name
        subprocess.run([compiler, "-std=c++20", "-O0", "-isystem", scratch / "boost/usr/include", "-DBOOST_ASIO_HAS_CO_AWAIT=1",
                        "-DBOOST_ASIO_HAS_STD_COROUTINE=1", HERE / f"{name}.cpp", "-o", program, *flags], check=True)
        for link_layer in ("infiniband", "ethernet"):
            done = subprocess.run([launcher, "--fabric", f"newer-boost-{link_layer}", "--link-layer", link_layer, program])
            if done.returncode:
                failed.append(f"{name}, {link_layer}: {done.returncode}")
    shutil.rmtree(scratch)
    print("\n".join(failed) or f"the tests pass with {PACKAGE}")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
