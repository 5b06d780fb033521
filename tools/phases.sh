# Sourced by ./hadal and .ci/run, from the source folder: phase NAME COMMAND... runs the command in a
# shell of its own and notes its wall and CPU seconds in build/phases.txt; print_phases shows them.
phase() {
  local name=$1 begin=$EPOCHREALTIME report
  shift
  report=$(mktemp)
  (
    "$@"
    times >"$report" # of this shell, then of the programs it ran
  )
  awk -v n="$name" -v b="$begin" -v e="$EPOCHREALTIME" '{ gsub(/[ms]/, " "); cpu += 60 * $1 + $2 + 60 * $3 + $4 }
    END { printf "%-24s %8.0f %8.0f\n", n, e - b, cpu }' "$report" >>build/phases.txt
  rm -f "$report"
}

print_phases() {
  printf '\n%-24s %8s %8s\n' phase 'wall s' 'CPU s'
  cat build/phases.txt
}
