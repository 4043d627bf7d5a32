#!/bin/sh
# Prints how long a file takes to compile that includes every public header: the fastest of five.
#
#   tests/bench/compile_time.sh [COMPILER]        g++ unless another is named
set -eu
compiler=${1:-g++}
include=$(cd "$(dirname "$0")/../.." && pwd)/runtime/include
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

(cd "$include" && find -L verbatim -name '*.hpp' | LC_ALL=C sort) |
  sed 's/.*/#include "&"/' >"$scratch/all.cpp"

seconds=$(for attempt in 1 2 3 4 5; do
  begin=$(date +%s%N)
  "$compiler" -std=c++20 -O2 -I "$include" -c "$scratch/all.cpp" -o "$scratch/all.o" >&2
  end=$(date +%s%N)
  echo "$begin $end"
done | awk '{ printf "%.2f\n", ($2 - $1) / 1e9 }' | sort -n | head -1)

echo "$(wc -l <"$scratch/all.cpp") headers, $("$compiler" --version | head -1), -O2: $seconds s"
