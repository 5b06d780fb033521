#!/usr/bin/env bash
# Instructions per step of a benchmark, by callgrind: the difference of two runs, so that loading
# does not count. tools/instructions_per_step.sh [step.free_vehicle]
set -euo pipefail
cd "$(dirname "$0")/.."
name=${1:-step.free_vehicle}
count() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null build/release/apps/hadal/hadal bench "$name" --steps "$1" 2>&1 |
    sed -n 's/.*Collected : //p'
}
few=$(count 1000)
many=$(count 5000)
echo "$name: $(((many - few) / 4000)) instructions per step"
