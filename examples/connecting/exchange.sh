#!/bin/sh
# Runs exchange_server and exchange_client on the emulator, and checks the received text:
# examples/connecting/exchange.sh BUILD_DIRECTORY [OPTION OF THE EMULATOR...]
set -eu
[ $# -ge 1 ] && [ -d "$1" ] || { echo "examples/connecting/exchange.sh BUILD_DIRECTORY [OPTION OF THE EMULATOR...]" >&2; exit 2; }
build=$(cd "$1" && pwd)
shift
meeting_point=$(mktemp -d)
trap 'rm -rf "$meeting_point"' EXIT
mkfifo "$meeting_point/said"
emulator=$build/runtime/emulator/verbatim-emulator
"$emulator" "$@" "$build/examples/exchange_server" >"$meeting_point/said" &
server=$!
exec 3<"$meeting_point/said"
read -r port <&3
status=0
"$emulator" "$@" "$build/examples/exchange_client" 127.0.0.1 "$port" || status=$?
said=$(cat <&3)
wait "$server" || status=$?
echo "$said"
text='hello from the other process'
[ "$said" = "message: $text
board: $text" ] || status=1
exit "$status"
