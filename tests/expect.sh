# Sourced by the tests of the program: a work folder of its own, what fails is counted, and finish
# tells. PROGRAM and SOURCE_DIR are the words of the test itself. . expect.sh PROGRAM SOURCE_DIR
hadal=$1
source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export XDG_CACHE_HOME=$work/cache
failures=0

fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}

# expect CODE PATTERN COMMAND...: the exit code, and a pattern in what is printed.
expect() {
  local code=$1 pattern=$2
  shift 2
  local out
  out=$("$@" 2>&1)
  local got=$?
  if [ $got -ne "$code" ] || ! grep -qE -- "$pattern" <<<"$out"; then
    fail "(exit $got, expected $code with /$pattern/): $*"
    echo "$out" | head -20
  fi
}

# finish NAME: the last line of a test.
finish() {
  [ $failures -eq 0 ] && echo "$1: all well"
  exit $((failures > 100 ? 100 : failures))
}
