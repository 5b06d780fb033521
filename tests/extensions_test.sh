#!/usr/bin/env bash
# extensions_test.sh BUILD SOURCE: the examples of extensions and a faulty one, built on the installed
# package and loaded by the installed program.
set -u
. "$(dirname "$0")/expect.sh" "" "$2"
build=$1
cmake --install "$build" --prefix "$work/prefix" >install.log || { cat install.log; exit 1; }
hadal=$work/prefix/bin/hadal
for project in examples/extensions/sniffer examples/extensions/pump_jet tests/extensions; do
  name=$(basename $project)
  cp -r "$source/$project" "$name"
  cmake -S "$name" -B "$name/build" -DCMAKE_PREFIX_PATH="$work/prefix" >"$name.log" &&
    cmake --build "$name/build" -j 2 >>"$name.log" 2>&1 || { cat "$name.log"; exit 1; }
done

# Both examples: describe, list, run, columns, truth twin, closed forms, threads, replay, snapshot.
example() {  # NAME SCENARIO LIST TOPIC KEY COLUMNS
  local with=(--extensions "$1/build/extensions") name
  name=$(basename "$2" .yaml)
  expect 2 "unknown name '$1'" "$hadal" describe "$1"
  expect 0 "$5" "$hadal" describe "$1" "${with[@]}"
  expect 0 "^$1 .*\[$1.so\]" "$hadal" list "$3" "${with[@]}"
  expect 0 "\"library\": \"$1.so\"" "$hadal" list "$3" --json "${with[@]}"
  expect 2 "$name.yaml:[0-9]+:[0-9]+: .*unknown kind '!$1'.*; a kind of an extension needs --extensions DIR" "$hadal" check "$2"
  expect 2 "$name.yaml:[0-9]+:[0-9]+: .*unknown kind '!$1'" "$hadal" run "$2" --out "out/$name"
  expect 0 'ok' "$hadal" check "$2" "${with[@]}"
  for threads in 1 2 4; do
    expect 0 'state hash' "$hadal" run "$2" "${with[@]}" --out "out/$name$threads" --threads $threads
  done
  [ "$(grep -h '"state_hash"' out/"$name"?/summary.json | sort -u | wc -l)" -eq 1 ] || fail "$1: threads matter"
  expect 0 "$6" "$hadal" export "out/${name}1/log.mcap" --topic "$4" --csv
  expect 0 'closed forms met' python3 "$source/tests/extensions/closed_forms.py" "$hadal" "$1" "out/${name}1/log.mcap"
  expect 0 'compared, all equal' "$hadal" replay "out/${name}1/log.mcap" --verify "${with[@]}"
  expect 2 "its run used the extension $1.so \(SHA-256 [0-9a-f]{64}\), which is not loaded; --extensions DIR" \
    "$hadal" replay "out/${name}1/log.mcap"
  mkdir "other_$1"
  cp "$1/build/extensions/$1.so" "other_$1/"
  printf 'x' >>"other_$1/$1.so"
  expect 2 "$(sha256sum <"$1/build/extensions/$1.so" | cut -c1-64)\); the one that is loaded differs \(SHA-256 $(sha256sum <"other_$1/$1.so" | cut -c1-64)" \
    "$hadal" replay "out/${name}1/log.mcap" --extensions "other_$1"
  expect 0 "$1.so: .*, kind $1" extensions/build/snapshots "$1/build/extensions" "$2"
}
example sniffer sniffer/seep_survey.yaml sensors /rov/sniffer/truth threshold_ppb 'concentration_ppb,detected'
example pump_jet pump_jet/jet_run.yaml actuators /torpedo/actuators nozzle_area_m2 'jet_jet_m_s'
# A log of a scenario that uses none of the loaded kinds names none.
expect 1 'state hash' "$hadal" run inspection_dive --duration 1 --extensions sniffer/build/extensions --out out/none
expect 0 'compared, all equal' "$hadal" replay out/none/log.mcap
# Both at once, from two folders in either order.
expect 0 'pump_jet.so' "$hadal" list actuators --extensions sniffer/build/extensions --extensions pump_jet/build/extensions
expect 0 'sniffer.so' "$hadal" list sensors --extensions pump_jet/build/extensions --extensions sniffer/build/extensions

# What is refused, with its file and the reason.
refused() {  # PATTERN
  expect 2 "$1" "$hadal" list sensors --extensions bad
  rm -rf bad
  mkdir bad
}
mkdir bad
expect 2 'no_such_folder: cannot be read: No such file' "$hadal" list sensors --extensions no_such_folder
refused 'bad: holds no extension'
: >bad/empty.so && refused 'bad/empty.so: is too short'
head -c 4000 "$source/README.md" >bad/text.so && refused 'bad/text.so: is not a shared library'
mkdir bad/folder.so && refused 'bad/folder.so: is not a file'
for bytes in 40 200 4000 9000; do
  head -c $bytes sniffer/build/extensions/sniffer.so >bad/cut.so && refused 'bad/cut.so: is (cut|too) short'
done
echo 'int nothing;' | gcc -shared -fPIC -o bad/plain.so -x c - && refused 'bad/plain.so: has no entry point hadal_extension'
echo 'void missing(); void* hadal_extension() { missing(); return 0; }' | gcc -shared -fPIC -w -o bad/undefined.so -x c - &&
  refused 'bad/undefined.so: cannot be loaded: .*missing'
echo 'void* hadal_extension() { return 0; }' | gcc -shared -fPIC -o bad/null.so -x c - && refused 'bad/null.so: has an entry point that returns nothing'
entry() { echo "struct { int version; const char* abi; long rest[3]; } e = {$1, \"$2\"}; void* hadal_extension() { return &e; }"; }
entry 77 "anything" | gcc -shared -fPIC -o bad/new.so -x c - && refused 'bad/new.so: was built for version 77 of the interface of extensions; this is version 2'
entry 2 "hadal 0.0, Itanium C++ ABI, libstdc++ cxx11=0" | gcc -shared -fPIC -o bad/old.so -x c - &&
  refused "bad/old.so: was built for 'hadal 0.0, Itanium C\+\+ ABI, libstdc\+\+ cxx11=0'; this is 'hadal 0.1"
faulty=extensions/build/extensions/faulty.so
faults() {  # CASE PATTERN
  cp $faulty bad/
  HADAL_TEST_CASE=$1 refused "bad/faulty.so: $2"
}
faults nothing 'adds no kind'
faults throw 'threw while it named its kinds: no kinds today'
faults taken '!imu exists already, built in'
faults twice '!faulty_sensor exists already, in faulty.so'
faults empty_schema 'a kind whose schema is empty'
faults throwing_schema 'the schema of a kind threw: no schema today'
faults no_schema 'a kind without a schema'
faults no_function '!faulty_force lacks a function'
cp $faulty bad/a.so && cp $faulty bad/b.so && refused 'bad/b.so: !faulty_sensor exists already, in a.so'
# Nothing is half-loaded, and every problem is shown.
cp $faulty sniffer/build/extensions/sniffer.so bad/ && : >bad/empty.so
out=$("$hadal" list sensors --extensions bad 2>&1) && fail "a folder with one bad library is taken"
grep -q faulty_sensor <<<"$out" && fail "kinds of a refused folder are listed: $out"
expect 0 'sniffer' "$hadal" list sensors --extensions sniffer/build/extensions

# A kind that throws or gives what is not finite stops the run as one that diverged; the log is whole.
scenario() {  # SENSOR ACTUATOR FORCE CONTROLLER
  cat >fault.yaml <<YAML
format: 1
duration_s: 3
vehicle_models:
  - name: box
    links: [{name: hull, mass_kg: 10, inertia_kg_m2: [1, 1, 1], volume_m3: 0.01, forces: [!faulty_force {$3}]}]
    thrusters: [{name: up, direction: [0, 0, 1], map: !linear {forward: 4, reverse: 4}}]
    actuators: [!faulty_actuator {name: actuator, $2}]
    sensors: [!faulty_sensor {name: sensor, $1}]
    controller: !faulty_controller {$4}
vehicles: [{name: box, model: box, pose: {depth_m: 20}}]
mission: [!hold {vehicle: box, duration_s: 3}]
YAML
}
run_fault=("$hadal" run fault.yaml --extensions extensions/build/extensions --out fault)
scenario "" "" "" ""
expect 0 'state hash' "${run_fault[@]}"
stops() {  # PATTERN SENSOR ACTUATOR FORCE CONTROLLER
  scenario "${@:2}"
  rm -rf fault
  expect 1 "stopped: step [0-9]+ failed: faulty.so: $1" "${run_fault[@]}" --threads 2
  expect 0 'compared, all equal' "$hadal" replay fault/log.mcap --extensions extensions/build/extensions
}
later='at_s: 1'
stops '!faulty_sensor: its reading is not finite' "where: measure, $later" "" "" ""
stops '!faulty_sensor: its true reading is not finite' "where: truth, $later" "" "" ""
stops '!faulty_sensor: its memory is not finite' "where: memory, $later" "" "" ""
stops '!faulty_sensor: out of ink' "where: measure, what: throw, $later" "" "" ""
stops '!faulty_sensor: threw what is no std::exception' "where: measure, what: throw_int, $later" "" "" ""
stops '!faulty_actuator: its state is not finite' "" "where: advance, $later" "" ""
stops '!faulty_actuator: its wrench is not finite' "" "where: act, $later" "" ""
stops '!faulty_actuator: its power is not finite' "" "where: power, $later" "" ""
stops '!faulty_actuator: out of ink' "" "where: act, what: throw, $later" "" ""
stops '!faulty_force: its wrench is not finite' "" "" "where: act, $later" ""
stops '!faulty_force: its damping is not finite' "" "" "where: damping, $later" ""
stops '!faulty_force: its state is not finite' "" "" "where: advance, $later" ""
stops '!faulty_force: out of ink' "" "" "where: act, what: throw, $later" ""
stops '!faulty_controller: a command is not finite' "" "" "" "where: update, $later"
stops '!faulty_controller: its state is not finite' "" "" "" "where: state, $later"
stops '!faulty_controller: out of ink' "" "" "" "where: update, what: throw, $later"
# One that throws at load is a bad input, in `check` too.
for where in columns prepare; do
  scenario "where: $where, what: throw" "" "" ""
  expect 2 'faulty.so: !faulty_sensor: out of ink' "${run_fault[@]}"
  expect 2 'faulty.so: !faulty_sensor: out of ink' "$hadal" check fault.yaml --extensions extensions/build/extensions
done
scenario "" "" "" "where: prepare, what: throw"
expect 2 'faulty.so: !faulty_controller: out of ink' "$hadal" check fault.yaml --extensions extensions/build/extensions
scenario "" "where: no_columns" "" ""
expect 2 'fault.yaml:7:[0-9]+: .*: !faulty_actuator has no columns; an actuator needs one' "$hadal" check fault.yaml --extensions extensions/build/extensions
finish extensions_test
