#!/bin/sh
# Prints how long a file takes to compile that includes every public header: the fastest of five. Standalone Asio and
# Boost.Asio cannot be in one file, so the header for Boost.Asio is left out. Then prints, for the header of each
# layer, the processor time for checking a file that includes only it: the least of seven.
#
#   tests/bench/compile_time.sh [COMPILER]        g++ unless another is named
set -eu
compiler=${1:-g++}
include=$(cd "$(dirname "$0")/../.." && pwd)/runtime/include
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

(cd "$include" && find -L verbatim -name '*.hpp' ! -name 'boost_asio.hpp' | LC_ALL=C sort) |
  sed 's/.*/#include "&"/' >"$scratch/all.cpp"

seconds=$(for attempt in 1 2 3 4 5; do
  begin=$(date +%s%N)
  "$compiler" -std=c++20 -O2 -I "$include" -c "$scratch/all.cpp" -o "$scratch/all.o" >&2
  end=$(date +%s%N)
  echo "$begin $end"
done | awk '{ printf "%.2f\n", ($2 - $1) / 1e9 }' | sort -n | head -1)

echo "$(wc -l <"$scratch/all.cpp") headers, $("$compiler" --version | head -1), -O2: $seconds s"

echo "| header | seconds |"
echo "|---|--:|"
for header in "$include"/verbatim/*.hpp; do
  name=verbatim/${header##*/}
  echo "#include \"$name\"" >"$scratch/one.cpp"
  for attempt in 1 2 3 4 5 6 7; do
    # The second line of `times` is the time of the children.
    sh -c '"$@" >&2; times' - "$compiler" -std=c++20 -fsyntax-only -I "$include" "$scratch/one.cpp" | sed -n 2p
  done | sed 's/m/ /; s/s.*//' | awk -v name="$name" '
    { spent = $1 * 60 + $2; if (NR == 1 || spent < least) least = spent }
    END { printf "| `%s` | %.2f |\n", name, least }'
done
