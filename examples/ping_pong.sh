#!/bin/sh
# Runs both sides of ping_pong on the emulator: examples/ping_pong.sh BUILD_DIRECTORY
set -eu
[ $# -eq 1 ] && [ -d "$1" ] || { echo "examples/ping_pong.sh BUILD_DIRECTORY" >&2; exit 2; }
build=$(cd "$1" && pwd)
meeting_point=$(mktemp -d)
trap 'rm -rf "$meeting_point"' EXIT
cd "$meeting_point"
"$build/runtime/emulator/verbatim-emulator" "$build/examples/ping_pong" server &
server=$!
status=0
"$build/runtime/emulator/verbatim-emulator" "$build/examples/ping_pong" client || status=$?
wait "$server" || status=$?
exit "$status"
