#!/usr/bin/env bash
# Every shipped scenario runs and its expectations hold. scenarios_test.sh PROGRAM SOURCE_DIR
set -u
hadal=$1
source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
count=0
for file in "$source"/scenarios/*.yaml "$source"/examples/*_dive.yaml; do
  count=$((count + 1))
  if ! out=$("$hadal" run "$file" --out "$work/run" 2>&1); then
    echo "FAILED: $file"
    echo "$out" | tail -20
    failures=$((failures + 1))
  fi
  rm -rf "$work/run"
done
echo "$count scenarios run, $failures failed"
[ $count -ge 20 ] && [ $failures -eq 0 ]
