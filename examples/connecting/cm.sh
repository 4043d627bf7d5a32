#!/bin/sh
# Runs cm_server with cm_client, and two cm_group programs, and checks the received text:
# examples/connecting/cm.sh BUILD_DIRECTORY ADDRESS [LAUNCHER...]
# ADDRESS is the address of the RDMA port. LAUNCHER is a command that runs the programs, such as
# verbatim-emulator. GROUP=no skips cm_group, for devices without multicast groups.
set -eu
[ $# -ge 2 ] && [ -d "$1" ] || { echo "examples/connecting/cm.sh BUILD_DIRECTORY ADDRESS [LAUNCHER...]" >&2; exit 2; }
build=$(cd "$1" && pwd)
address=$2
shift 2
meeting_point=$(mktemp -d)
trap 'rm -rf "$meeting_point"' EXIT
mkfifo "$meeting_point/said"
status=0
check() {
  [ "$1" = "$2" ] || { echo "examples/connecting/cm.sh: received '$1' instead of '$2'" >&2; status=1; }
}

"$@" "$build/examples/cm_server" >"$meeting_point/said" &
server=$!
exec 3<"$meeting_point/said"
read -r port <&3
"$@" "$build/examples/cm_client" "$address" "$port" || status=$?
said=$(cat <&3)
wait "$server" || status=$?
check "$said" 'hello by host name and port'

if [ "${GROUP-yes}" = yes ]; then
  "$@" "$build/examples/cm_group" receive 239.1.2.3 "$address" >"$meeting_point/said" &
  member=$!
  exec 3<"$meeting_point/said"
  read -r joined <&3
  "$@" "$build/examples/cm_group" send 239.1.2.3 "$address" || status=$?
  said=$(cat <&3)
  wait "$member" || status=$?
  check "$joined: $said" 'joined: hello to the group'
fi
exit "$status"
