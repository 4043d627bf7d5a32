#!/bin/sh
# Installs what is missing, builds with Clang and GCC, and runs every test.
#
#   tests/run.sh            every test but the slow suites: 8 to 9 minutes on two cores
#   tests/run.sh --quick    what needs no emulated device: a minute in a tree that is built
#   tests/run.sh --full     also the slow suites: fuzzers, the benchmark's rows, sanitizers, GCC
#   tests/run.sh --all      also, after those, Linux's own RDMA drivers in a QEMU guest; downloads 225 MB once
#
# Exit status: 0 if nothing failed, 1 if something did, 2 if the command line is wrong.
set -eu
cd "$(dirname "$0")/.."

for option; do
  case $option in
    --quick | --full | --all) ;;
    -h | --help)
      sed -n '2,/^set/s/^# \{0,1\}//p' tests/run.sh
      exit 0
      ;;
    *)
      echo "tests/run.sh: there is no option '$option'; --help lists those there are" >&2
      exit 2
      ;;
  esac
done

.ci/install g++ clang lld meson ninja-build pkg-config python3 python3-yaml python3-jinja2 \
  python3-jsonschema clang-format-14 libibverbs-dev librdmacm-dev rdmacm-utils ibverbs-providers ibverbs-utils iproute2 \
  libasio-dev liburing-dev libfmt-dev libcli11-dev nlohmann-json3-dev libgtest-dev googletest perftest qperf fio \
  libfabric-bin ucx-utils libucx-dev openmpi-bin libopenmpi-dev rdma-core \
  python3-pyverbs libibumad-dev ibsim-utils libumad2sim0 opensm infiniband-diags python3-scapy strace man-db mandoc \
  bash-completion zsh cmake python3-prometheus-client

# Large packages, and those that only slow suites need.
for option; do
  [ "$option" = --quick ] ||
    .ci/install libboost-dev libssl-dev openssl libbenchmark-dev valgrind g++-aarch64-linux-gnu qemu-user mpich libmpich-dev \
      libfabric-dev libpmix-dev gdb systemtap-sdt-dev
  [ "$option" != --all ] ||
    .ci/install qemu-system-x86 busybox-static cpio kmod xz-utils gcc-12 make tshark golang-go iperf3 \
      rustc cargo mypy musl-tools gcc-i686-linux-gnu libc6-dev-i386-cross \
      abigail-tools clang-16 clang-19 libc++-19-dev libc++abi-19-dev dpdk-dev librte-net-mlx5-23 \
      python3-sphinx python3-myst-parser furo
done

exec /usr/bin/python3 tests/run.py "$@"
