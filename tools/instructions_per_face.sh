#!/usr/bin/env bash
# Instructions per face of the forces on a wetted surface, by callgrind (AVX2): the difference of two
# runs, so that loading does not count. tools/instructions_per_face.sh [path of hadal]
set -euo pipefail
cd "$(dirname "$0")/.."
hadal=${1:-build/release/apps/hadal/hadal}
faces=9680 # of the benchmarks' sphere
count() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$hadal" bench "$1" --steps "$2" 2>&1 |
    sed -n 's/.*Collected : //p'
}
for name in hydro.faces.submerged hydro.faces.pressure hydro.faces.floating; do
  few=$(count $name 10)
  many=$(count $name 60)
  awk -v n="$name" -v d=$((many - few)) -v f=$faces \
    'BEGIN { printf "%s: %.1f instructions per face\n", n, d / 50 / f }'
done
