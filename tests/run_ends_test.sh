#!/usr/bin/env bash
# How runs end: diverged, interrupted, killed, without a terminal, on a full disk; and that no run or
# report destroys what another wrote. Every log must be readable afterwards.
# run_ends_test.sh PROGRAM SOURCE_DIR
set -u
. "$(dirname "$0")/expect.sh" "$@"

readable() { expect 0 'compared, all equal' "$hadal" replay "$1/log.mcap" --verify; }
id_of() { grep -oE '"run_id": "[0-9a-f]{16}"' "$1/summary.json" | cut -d'"' -f4; }

cat >long.yaml <<'YAML'
format: 1
duration_s: 1e6
vehicles:
  - {name: rov, model: bluerov2_heavy, pose: {depth_m: 5}}
expect:
  - {that: depth(rov) > 4}
  - {that: depth(rov) > 40}
YAML

# Diverged.
expect 3 "stopped: step [0-9]+ failed at [0-9.]+ s: .* is beyond .* at (heavy|light)/body; the largest force on it is .* N\); likely cause: step_s of 1 s is too long" \
  "$hadal" run floating_boxes --set step_s=1 --out boxes
readable boxes
cat >camera.yaml <<'YAML'
format: 1
step_s: 1
duration_s: 600
vehicles:
  - name: auv
    model: remus100
    pose: {depth_m: 5}
    sensors: [!camera {name: cam, width_px: 64, height_px: 48, rate_hz: 1}]
objects:
  - {name: anchor, model: anchor, fixed: true, pose: {north_m: 5, depth_m: 8}}
mission:
  - !cruise {vehicle: auv, speed_m_s: 1.5, heading_deg: 0, depth_m: 8, duration_s: 500}
YAML
expect 3 'at auv/hull; the largest force on it is' "$hadal" run camera.yaml --out camera
readable camera
sed 's/name: cam,/name: cam, position_m: [1e39, 0, 0],/' camera.yaml >far.yaml
expect 2 'far.yaml:[0-9]+:[0-9]+: .*position_m' "$hadal" run far.yaml --out far

# One run per folder; what the last one left is moved aside, what is not a run's stays.
start() { # OUT: a run in the background that has begun its log
  "$hadal" run long.yaml --out "$1" --speed 1 >"$1.txt" 2>&1 &
  pid=$!
  for _ in $(seq 100); do [ -s "$1/log.mcap" ] && return; sleep 0.1; done
  fail "no log in $1"
}
start one
expect 2 'one: another run is writing here' "$hadal" run long.yaml --duration 1 --out one
kill -9 $pid
wait $pid 2>/dev/null
[ -e one/summary.json ] && fail "a killed run has a summary"
echo mine >one/notes.txt
expect 1 'FAILED  depth' "$hadal" run long.yaml --duration 1 --out one
[ -s one.previous/log.mcap ] || fail "no one.previous/log.mcap"
[ -e one.previous/summary.json ] && fail "one.previous has a summary of another run"
[ "$(cat one/notes.txt)" = mine ] || fail "a user's file is gone"
readable one
first=$(id_of one)
grep -q "^# run $first" one/scenario.yaml || fail "scenario.yaml has another run id"
grep -aq "$first" one/log.mcap || fail "log.mcap has another run id"
expect 1 'FAILED  depth' "$hadal" run long.yaml --duration 2 --out one
[ "$(id_of one)" != "$first" ] || fail "two runs have one id"
[ "$(id_of one.previous)" = "$first" ] || fail "one.previous is not the run before"
mkdir mine
cp long.yaml mine/scenario.yaml
expect 2 'holds a scenario.yaml that no run wrote' "$hadal" run long.yaml --duration 1 --out mine
[ "$(ls -A mine)" = scenario.yaml ] && cmp -s long.yaml mine/scenario.yaml || fail "a user's folder was changed"

# Signals. A background job of a script ignores SIGINT unless asked not to; the program asks.
for signal in HUP:129 INT:130 TERM:143; do
  name=${signal%:*}
  start "$name"
  kill -"$name" $pid
  wait $pid
  code=$?
  [ $code -eq "${signal#*:}" ] || fail "exit code $code of SIG$name"
  grep -q "^interrupted: SIG$name at" "$name.txt" || fail "SIG$name: $(cat "$name.txt")"
  grep -q '  not reached  depth(rov) > 4$' "$name.txt" || fail "expectations of SIG$name: $(cat "$name.txt")"
  grep -q "\"interrupted\": \"SIG$name\"" "$name/summary.json" || fail "summary of SIG$name"
  readable "$name"
done

# A pipe whose reader is gone, and no output at all.
"$hadal" run long.yaml --duration 2 --out pipe 2>&1 | true
code=${PIPESTATUS[0]}
[ "$code" -eq 1 ] || fail "a broken pipe ended the run: $code"
[ -s pipe/summary.json ] || fail "a broken pipe: no summary"
"$hadal" run long.yaml --duration 2 --out closed >&- 2>&-
[ $? -eq 1 ] && [ -s closed/summary.json ] || fail "a closed stdout ended the run"
readable pipe
readable closed

# A full disk.
mkdir small
if mount -t tmpfs -o size=6m tmpfs small 2>/dev/null; then
  trap 'umount "$work/small"; rm -rf "$work"' EXIT
  expect 1 'stopped: .*log.mcap: cannot write the log at byte [0-9]+: No space left on device' \
    "$hadal" run long.yaml --out small/out
  readable small/out
else
  echo "the full disk is left out: a tmpfs cannot be mounted here"
fi

# Nothing is written onto the log that is read.
cp one/log.mcap before.mcap
ln -s one/log.mcap link
for name in one/log.mcap link; do
  expect 2 'is the log itself' "$hadal" report one/log.mcap -o $name
  expect 2 'is the log itself' "$hadal" export one/log.mcap --topic /rov/ground_truth -o $name
done
cmp -s before.mcap one/log.mcap || fail "the log was changed"

finish run_ends
