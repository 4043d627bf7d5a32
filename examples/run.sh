#!/bin/sh
# Builds Verbatim and runs the main example on the emulated ConnectX. It needs only a Debian 12 machine.
#
#   examples/run.sh                 every operation between two queue pairs, each with its WQE and CQE
#   examples/run.sh ping_pong       two processes send a message back and forth
#   examples/run.sh exchange        a server and a client, which exchange addresses over TCP
#
# Exit status: that of the example; 2 if the command line is wrong.
set -eu
cd "$(dirname "$0")/.."

case "$#${1-}" in
  0 | 1every_operation | 1ping_pong | 1exchange) ;;
  1-h | 1--help)
    sed -n '2,/^set/s/^# \{0,1\}//p' examples/run.sh
    exit 0
    ;;
  *)
    echo "examples/run.sh: write one of every_operation, ping_pong and exchange, or nothing, not '$*'" >&2
    exit 2
    ;;
esac

.ci/install g++ meson ninja-build pkg-config \
  libibverbs-dev ibverbs-providers libfmt-dev libcli11-dev nlohmann-json3-dev

build=${BUILD:-build}
[ -f "$build/build.ninja" ] || meson setup "$build" -Dtests=disabled -Dunity_libraries=true >"$build.log" 2>&1 || {
  cat "$build.log" >&2
  exit 1
}

case ${1:-every_operation} in
  every_operation | ping_pong) programs=examples/${1:-every_operation} ;;
  exchange) programs="examples/exchange_server examples/exchange_client" ;;
esac
echo "Building in $build; the first time takes minutes ..."
# shellcheck disable=SC2086 # several programs
ninja -C "$build" runtime/emulator/verbatim-emulator runtime/emulator/libverbatim-emulator.so $programs \
  >"$build/compile.log" 2>&1 || {
  tail -n 40 "$build/compile.log" >&2
  exit 1
}

case ${1:-every_operation} in
  every_operation) exec "$build/runtime/emulator/verbatim-emulator" "$build/examples/every_operation" ;;
  ping_pong) exec examples/ping_pong.sh "$build" ;;
  exchange) exec examples/connecting/exchange.sh "$build" ;;
esac
