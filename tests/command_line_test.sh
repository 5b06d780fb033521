#!/usr/bin/env bash
# The program as a user meets it: exit codes, messages, files. command_line_test.sh PROGRAM SOURCE_DIR
set -u
. "$(dirname "$0")/expect.sh" "$@"

expect 0 'usage: hadal COMMAND' "$hadal" --help
expect 2 'usage: hadal COMMAND' "$hadal"
expect 2 "unknown command 'rnu'" "$hadal" rnu
expect 0 '^hadal [0-9]' "$hadal" --version
for command in run shot check list describe new schema info export video report replay query validate bench demo; do
  expect 0 'example: hadal' "$hadal" $command --help
done
expect 2 'unknown option --sede' "$hadal" run x --sede 3
expect 2 '--threads: expected a number' "$hadal" run x --threads many
expect 2 'cannot read this file' "$hadal" check missing.yaml
expect 2 'cannot read this file' "$hadal" run missing.yaml
expect 0 'bluerov2_heavy' "$hadal" list vehicles
expect 0 '"name": "imu"' "$hadal" list sensors --json
expect 2 'expected one of: vehicles' "$hadal" list vehicels
expect 0 'rate_hz' "$hadal" describe imu
expect 2 "did you mean 'imu'" "$hadal" describe imuu
expect 0 '!flat: A plane' "$hadal" describe seabed
expect 0 '^# sensors: \[!forward_looking_sonar .name: NAME, model: fls_m750d' \
  "$hadal" describe fls_m750d
expect 0 'command_max: 1900' "$hadal" describe t200_16v
# What describe says of the use of a preset loads when pasted.
for preset in fls_m750d t200_16v dvl_a50 modem_psk; do
  use=$("$hadal" describe $preset | sed -n '3s/^# //p')
  printf 'format: 1\nvehicles: [{name: v, model: m}]\nvehicle_models:\n- name: m\n  %s\n  %s\n' \
    'links: [{name: l, mass_kg: 1, inertia_kg_m2: [1, 1, 1]}]' "$use" > preset_$preset.yaml
  expect 0 'ok' "$hadal" check preset_$preset.yaml
done
expect 2 "did you mean 'fls_m750d'" "$hadal" describe M750d
expect 2 'hadal list shows what there is' "$hadal" describe zzzzqq
expect 0 '^dvl_a50 +!dvl: Water Linked DVL A50' "$hadal" list presets
expect 0 '^t200_16v +!thruster: Blue Robotics T200' "$hadal" list presets
expect 2 "did you mean 'inspection_dive'" "$hadal" run inspection
expect 0 '^\| `speed_m_s` \| m/s' "$hadal" describe uniform --markdown

# The parameter reference in docs/ is what the program says today.
"$hadal" describe --all >parameters.md
diff -q parameters.md "$source/docs/parameters.md" || fail "docs/parameters.md is stale: hadal describe --all > docs/parameters.md"

cat >bad.yaml <<'YAML'
format: 1
duraton_s: 3
vehicles:
  - {name: a, model: bluerov2_hevy}
YAML
expect 2 "bad.yaml:2:1: duraton_s: unknown key in scenario \(did you mean 'duration_s'\?\)" "$hadal" check bad.yaml
expect 2 "bad.yaml:4:22: vehicles\[0\].model: no model 'bluerov2_hevy'.*did you mean 'bluerov2_heavy'" "$hadal" check bad.yaml

cat >good.yaml <<'YAML'
format: 1
duration_s: 2
vehicles:
  - {name: rov, model: bluerov2_heavy, pose: {depth_m: 5}}
mission:
  - !hold {vehicle: rov, duration_s: 5}
expect:
  - {that: depth(rov) > 4}
YAML
expect 0 'good.yaml: ok' "$hadal" check good.yaml
expect 0 '^  expected: log about [0-9.]+ [kM]B; about [0-9.]+x real time$' "$hadal" check good.yaml
expect 0 '[1-3]\.[0-9] s of 3.0 s \([0-9]+ %\), (1\.[01]|0\.[0-9]{2})x real time, [0-9.]+ s left, log [0-9.]+ [kM]B' \
  "$hadal" run inspection_dive --duration 3 --speed 1 --set 'expect=[]' --out progress
expect 0 'state hash [0-9a-f]{16}' "$hadal" run good.yaml --out a
for file in log.mcap scenario.yaml summary.json; do [ -s a/$file ] || fail "no a/$file"; done
# The scenario with every default written out gives the same run.
expect 0 'state hash' "$hadal" run a/scenario.yaml --out b --threads 4
hash_of() { grep -o '"state_hash": "[0-9a-f]*"' "$1/summary.json"; }
[ "$(hash_of a)" = "$(hash_of b)" ] || fail "hashes differ: $(hash_of a) $(hash_of b)"
expect 0 '"state_hash"' "$hadal" run good.yaml --out a --json
expect 1 'FAILED  depth' "$hadal" run good.yaml --out c --set 'expect[0].that=depth(rov) > 40'
expect 0 'depth' "$hadal" run good.yaml --out d --set vehicles.rov.pose.depth_m=20 --duration 1 --seed 5
expect 0 'compared, all equal' "$hadal" replay a/log.mcap --verify --threads 2
expect 0 '/rov/ground_truth' "$hadal" info a/log.mcap
expect 0 '"topics"' "$hadal" info a/log.mcap --json
expect 0 'arrival_s,stamp_s,north_m,east_m,depth_m,roll_deg,pitch_deg,heading_deg,' "$hadal" export a/log.mcap --topic /rov/ground_truth --csv
expect 2 '/rov/ground_truth' "$hadal" export a/log.mcap --topic /rov/ground_trut --csv
# The report is the viewer's page with the log inside; here a page of two lines stands in for it.
mkdir -p home/page none/page
printf '<html><head></head>\n<body></body></html>\n' >home/page/index.html
: >none/page/index.html
expect 0 'r.html' env HADAL_HOME="$PWD/home" "$hadal" report a/log.mcap -o r.html
python3 - <<'PYTHON' || fail "the report does not hold the log and the summary"
import base64, json, re
html = open("r.html").read()
held = {kind: base64.b64decode(text) for kind, text in re.findall(r'id="hadal-(\w+)" data-name="[^"]*">([^<]+)<', html)}
assert held["log"] == open("a/log.mcap", "rb").read()
run = json.loads(held["run"])
assert run["summary"] == json.load(open("a/summary.json")), run
assert [e["held"] for e in run["summary"]["expectations"]] == [True]
PYTHON
expect 2 "the viewer's page is not built" env HADAL_HOME="$PWD/none" "$hadal" report a/log.mcap -o none.html
[ -e none.html ] && fail "a refused report left a file"
expect 2 'unknown option --interactive' "$hadal" report a/log.mcap --interactive
expect 0 '"density_kg_m3"' "$hadal" query good.yaml --at 1 --depth 10
# A path of an arm past a post: the same every time; why there is none; bad input.
cat >arm.yaml <<'YAML'
format: 1
duration_s: 10
vehicles:
  - {name: rov, model: bluerov2_heavy_arm7, pose: {depth_m: 3}}
objects:
  - {name: post, fixed: true, pose: {north_m: 0.75, east_m: 0.22, depth_m: 3.15}, links: [{name: body, mass_kg: 5,
     inertia_kg_m2: [1, 1, 1], volume_m3: 0.005, shapes: {collision: [!cylinder {radius_m: 0.05, length_m: 1.2}]}}]}
YAML
expect 0 'rov/arm: path of [0-9]+ points' "$hadal" plan arm.yaml --arm rov/arm --to 1=0.9 -o path.csv --seed 4
head -1 path.csv | grep -q '^time_s,arm1_rad,.*,arm7_rad_s$' || fail "the header of a planned motion"
mv path.csv first.csv
expect 0 'clearance' "$hadal" plan arm.yaml --arm rov/arm --to arm1_deg=51.566201561774,2=0 -o path.csv --seed 4
cut -d, -f1 path.csv | tail -1 | grep -q '^[0-9.]*$' || fail "the times of a planned motion"
expect 0 'clearance' "$hadal" plan arm.yaml --arm rov/arm --to 1=0.9 -o path.csv --seed 4
cmp -s first.csv path.csv || fail "two plans of one seed differ"
expect 1 'the goal is in collision: rov/arm[0-9] and post/body' "$hadal" plan arm.yaml --arm rov/arm --to 1=0.4
expect 1 'no path found with 1 samples' "$hadal" plan arm.yaml --arm rov/arm --to 1=0.9 --iterations 1
expect 2 "unknown arm 'rov/leg'" "$hadal" plan arm.yaml --arm rov/leg --to 1=0.9
expect 2 'goes from -2 to 2 rad' "$hadal" plan arm.yaml --arm rov/arm --to 1=2.5
expect 2 "unknown joint 'arm9'.*did you mean|unknown joint 'arm9'.*one of" "$hadal" plan arm.yaml --arm rov/arm --to arm9=1
expect 2 '--to is required' "$hadal" plan arm.yaml --arm rov/arm
expect 2 'have no arms' "$hadal" plan good.yaml --arm rov/arm --to 1=0.9
# A log cut anywhere still opens, and what is whole in it still verifies.
size=$(stat -c %s a/log.mcap)
head -c $((size * 3 / 4)) a/log.mcap >cut.mcap
expect 0 'truncated|cut short' "$hadal" info cut.mcap
printf 'not a log' >junk.mcap
expect 2 'junk.mcap' "$hadal" info junk.mcap
# A run killed in the middle leaves a log that opens.
"$hadal" run good.yaml --duration 100000 --out killed >/dev/null 2>&1 &
pid=$!
sleep 1
kill -9 $pid
wait $pid 2>/dev/null
expect 0 '/rov/ground_truth' "$hadal" info killed/log.mcap

finish "command line"
