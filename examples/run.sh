#!/bin/sh
# Builds Verbatim and runs the main example on the emulated ConnectX. Needs Debian 12 and nothing else.
#
#   examples/run.sh                 every operation between two queue pairs, each with its WQE and CQE
#   examples/run.sh ping_pong       two processes
#   examples/run.sh exchange        a server and a client, over TCP to begin with
set -eu
cd "$(dirname "$0")/.."

.ci/install g++ meson ninja-build pkg-config python3 python3-yaml python3-jinja2 clang-format-14 \
  libibverbs-dev ibverbs-providers libfmt-dev libcli11-dev nlohmann-json3-dev

build=${BUILD:-build}
[ -f "$build/build.ninja" ] || meson setup "$build" -Dtests=disabled >"$build.log" 2>&1 || {
  cat "$build.log" >&2
  exit 1
}
meson compile -C "$build" generate >/dev/null
echo "Building in $build ..."
meson compile -C "$build" >"$build/compile.log" 2>&1 || {
  tail -n 40 "$build/compile.log" >&2
  exit 1
}

case ${1:-every_operation} in
  every_operation) exec "$build/runtime/emulator/verbatim-emulator" "$build/examples/every_operation" ;;
  ping_pong) exec examples/ping_pong.sh "$build" ;;
  exchange) exec examples/exchange.sh "$build" ;;
  *)
    echo "There is no example '$1'; there are every_operation, ping_pong and exchange." >&2
    exit 2
    ;;
esac
