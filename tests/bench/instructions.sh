#!/bin/sh
# Prints how many instructions an operation of each row takes, counted by callgrind. Two runs give the
# same numbers. Reading the parameters from memory and going on to the next is the caller's work, but is
# counted: 9 instructions per WRITE, with GCC 12.
#
#   tests/bench/instructions.sh BUILD_DIRECTORY [PREFIX [EMULATOR_OPTION...]]
#
# PREFIX selects the rows that begin so. Ours and the floor stand side by side, and how often ours is the floor;
# last are libmlx5 and UCX, and on the rows of post_all() the loop that it replaces.
set -eu
build=${1:?usage: instructions.sh BUILD_DIRECTORY [PREFIX [EMULATOR_OPTION...]]}
prefix=${2-}
shift $(($# < 2 ? $# : 2))
bench=$build/tests/bench/bench
rounds=20

command -v valgrind >/dev/null || { echo "instructions.sh: install valgrind" >&2; exit 1; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

"$build/runtime/emulator/verbatim-emulator" --no-engine "$@" \
  valgrind --tool=callgrind --callgrind-out-file="$scratch/out" --collect-atstart=no \
  '--toggle-collect=verbatim::bench::measured(*' '--dump-after=verbatim::bench::counted(*' \
  "$bench" --rounds $rounds "$prefix" >"$scratch/rows" 2>"$scratch/log" ||
  { cat "$scratch/log" >&2; exit 1; }

# Behind each row callgrind wrote a file out.N with what was counted since the one before.
row=0
while read -r name operations; do
  row=$((row + 1))
  counted=$(sed -n 's/^\(totals\|summary\): *//p' "$scratch/out.$row" | head -1)
  echo "$name $operations $counted"
done <"$scratch/rows" | awk '
  BEGIN { print "| instructions per operation | floor | ours | ours/floor | others |"; print "|---|--:|--:|--:|---|" }
  {
    task = $1; sub("/.*", "", task); who = $1; sub("[^/]*/", "", who)
    if (!(task in seen)) { order[++tasks] = task; seen[task] = 1 }
    each = sprintf("%.1f", $3 / $2)
    if (who == "floor" || who == "ours") value[task, who] = each
    else others[task] = others[task] (others[task] == "" ? "" : ", ") who " " each
  }
  END {
    for (i = 1; i <= tasks; ++i) {
      task = order[i]; floor = value[task, "floor"]; ours = value[task, "ours"]
      printf "| %s | %s | %s | %.2f | %s |\n", task, floor, ours, (floor + 0 ? ours / floor : 0), others[task]
    }
  }'
