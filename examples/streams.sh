#!/bin/sh
# Runs stream_server with stream_client, and checks that a text of 100,000 bytes comes back:
# examples/streams.sh BUILD_DIRECTORY ADDRESS [LAUNCHER...]
# ADDRESS is the address of the RDMA port. LAUNCHER is a command that runs the programs, such as
# verbatim-emulator.
set -eu
[ $# -ge 2 ] && [ -d "$1" ] || { echo "examples/streams.sh BUILD_DIRECTORY ADDRESS [LAUNCHER...]" >&2; exit 2; }
build=$(cd "$1" && pwd)
address=$2
shift 2
meeting_point=$(mktemp -d)
trap 'rm -rf "$meeting_point"' EXIT
mkfifo "$meeting_point/said"
status=0

"$@" "$build/examples/stream_server" >"$meeting_point/said" &
server=$!
exec 3<"$meeting_point/said"
read -r port <&3
text=$(head -c 100000 /dev/zero | tr '\0' 'x')
said=$("$@" "$build/examples/stream_client" "$address" "$port" "$text") || status=$?
wait "$server" || status=$?
[ "$said" = "$text" ] || { echo "examples/streams.sh: ${#said} bytes came back instead of ${#text}" >&2; status=1; }
exit "$status"
