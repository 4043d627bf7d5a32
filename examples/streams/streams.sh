#!/bin/sh
# Runs the examples of streams in pairs of a server and a client, those that are built: stream_server, io_uring_client,
# asio_echo over RDMA and TCP, http, tls, kv_server. It checks what each client prints.
# examples/streams/streams.sh BUILD_DIRECTORY ADDRESS [LAUNCHER...]
# ADDRESS is the address of the RDMA port. LAUNCHER is a command that runs the programs, such as verbatim-emulator.
set -eu
[ $# -ge 2 ] && [ -d "$1" ] || { echo "examples/streams/streams.sh BUILD_DIRECTORY ADDRESS [LAUNCHER...]" >&2; exit 2; }
PATH=$(cd "$1" && pwd)/examples:$PATH
address=$2
shift 2
meeting_point=$(mktemp -d)
trap 'rm -rf "$meeting_point"' EXIT
mkfifo "$meeting_point/said"
text=$(head -c 100000 /dev/zero | tr '\0' 'x')
status=0

# pair SERVER CLIENT WORD EXPECTED [LAUNCHER...]: the client has the address, the port and the word behind its own words.
pair() {
  server=$1
  client=$2
  word=$3
  expected=$4
  shift 4
  command -v "${server%% *}" >/dev/null && command -v "${client%% *}" >/dev/null || return 0
  # shellcheck disable=SC2086 # words
  "$@" $server >"$meeting_point/said" &
  serving=$!
  exec 3<"$meeting_point/said"
  read -r port <&3
  # shellcheck disable=SC2086
  said=$("$@" $client "$address" "$port" "$word") || status=$?
  wait "$serving" || status=$?
  case $said in
    *"$expected") ;;
    *) echo "$client: it says ${#said} characters, which do not end as expected" >&2; status=1 ;;
  esac
}

pair stream_server stream_client "$text" "$text" "$@"
printf %s "$text" >"$meeting_point/text"
if io_uring_client host 1 /dev/null 2>&1 | grep -q io_uring_queue_init; then
  echo "io_uring is not permitted here: without io_uring_client" >&2
else
  pair stream_server io_uring_client "$meeting_point/text" "$text" "$@"
fi
pair "asio_echo server" "asio_echo client" "$text" "$text" "$@"
pair "asio_echo server --tcp" "asio_echo client --tcp" "$text" "$text"
pair "http server" "http client" /index.html "200 You asked for /index.html" "$@"
pair "kv_server 1" kv_client 500 "values found" "$@"
if command -v tls openssl >/dev/null; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "$meeting_point/key" \
    -out "$meeting_point/certificate" -subj /CN=server -days 2 2>"$meeting_point/log"
  pair "tls server $meeting_point/certificate $meeting_point/key" "tls client $meeting_point/certificate" "$text" "$text" "$@"
fi
exit "$status"
