#!/bin/sh
# Prints how many instructions an operation of each row takes, counted by callgrind. Two runs give the
# same numbers. Reading a request from memory and going on to the next is the caller's work, but is
# counted: 9 instructions per WRITE, with GCC 12.
#
#   tests/bench/instructions.sh BUILD_DIRECTORY
set -eu
build=${1:?usage: instructions.sh BUILD_DIRECTORY}
emulator="$build/runtime/emulator/verbatim-emulator --no-engine"
bench=$build/tests/bench/bench
rounds=20
operations=$((rounds * 256))

command -v valgrind >/dev/null || { echo "instructions.sh: install valgrind" >&2; exit 1; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

echo '| instructions per operation | |'
echo '|---|--:|'
for row in $($emulator "$bench" --list); do
  $emulator valgrind --tool=callgrind --callgrind-out-file="$scratch/out" --collect-atstart=no \
    '--toggle-collect=verbatim::bench::measured(*' "$bench" --rounds $rounds "$row" \
    >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; exit 1; }
  sed -n 's/.*Collected : //p' "$scratch/log" |
    awk -v row="$row" -v operations=$operations '{ printf "| %s | %.1f |\n", row, $1 / operations }'
done
