#!/bin/sh
# Runs the server and the client that connect by host name and port, and the pair of the group, and checks
# what came:
# examples/cm.sh BUILD_DIRECTORY ADDRESS [LAUNCHER...]
# ADDRESS is that of the RDMA port, and LAUNCHER what the programs run under, such as verbatim-emulator.
# GROUP=no leaves the group out, for devices that have none.
set -eu
[ $# -ge 2 ] && [ -d "$1" ] || { echo "examples/cm.sh BUILD_DIRECTORY ADDRESS [LAUNCHER...]" >&2; exit 2; }
build=$(cd "$1" && pwd)
address=$2
shift 2
meeting_point=$(mktemp -d)
trap 'rm -rf "$meeting_point"' EXIT
mkfifo "$meeting_point/said"
status=0
check() {
  [ "$1" = "$2" ] || { echo "it said '$1', and not '$2'" >&2; status=1; }
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
