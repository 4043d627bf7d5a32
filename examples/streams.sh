#!/bin/sh
# Runs stream_server with stream_client, and asio_echo over RDMA and over TCP. It checks that a text of 100,000 bytes
# comes back:
# examples/streams.sh BUILD_DIRECTORY ADDRESS [LAUNCHER...]
# ADDRESS is the address of the RDMA port. LAUNCHER is a command that runs the programs, such as verbatim-emulator.
set -eu
[ $# -ge 2 ] && [ -d "$1" ] || { echo "examples/streams.sh BUILD_DIRECTORY ADDRESS [LAUNCHER...]" >&2; exit 2; }
examples=$(cd "$1" && pwd)/examples
address=$2
shift 2
meeting_point=$(mktemp -d)
trap 'rm -rf "$meeting_point"' EXIT
mkfifo "$meeting_point/said"
text=$(head -c 100000 /dev/zero | tr '\0' 'x')
status=0

# echoes SERVER CLIENT [LAUNCHER...]
echoes() {
  server=$1
  client=$2
  shift 2
  # shellcheck disable=SC2086 # words
  "$@" $server >"$meeting_point/said" &
  serving=$!
  exec 3<"$meeting_point/said"
  read -r port <&3
  # shellcheck disable=SC2086
  said=$("$@" $client "$address" "$port" "$text") || status=$?
  wait "$serving" || status=$?
  [ "$said" = "$text" ] || { echo "$server: ${#said} bytes came back instead of ${#text}" >&2; status=1; }
}

echoes "$examples/stream_server" "$examples/stream_client" "$@"
if [ -x "$examples/asio_echo" ]; then
  echoes "$examples/asio_echo server" "$examples/asio_echo client" "$@"
  echoes "$examples/asio_echo server --tcp" "$examples/asio_echo client --tcp"
fi
exit "$status"
