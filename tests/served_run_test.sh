#!/usr/bin/env bash
# Served runs: the address has a token, the first step waits for a client, the scenario's end decides
# the verdicts and the run goes on; and the hash is that of a run that nobody watches.
# served_run_test.sh PROGRAM SOURCE_DIR
set -u
. "$(dirname "$0")/expect.sh" "$@"

cat >dive.yaml <<'YAML'
format: 1
step_s: 0.01
duration_s: 2
vehicles:
  - {name: rov, model: bluerov2_heavy, pose: {depth_m: 5}}
mission:
  - !hold {vehicle: rov, duration_s: 100}
expect:
  - {that: depth(rov) > 4}
  - {that: time > 1.5}
YAML

# serve OUT OPTION...: a served run in the background, once it has printed its address.
serve() {
  local out=$1
  shift
  "$hadal" run dive.yaml --serve 127.0.0.1:0 --out "$out" "$@" >"$out.txt" 2>&1 &
  pid=$!
  for _ in $(seq 300); do grep -q '^page: ' "$out.txt" && break; sleep 0.1; done
  url=$(sed -n 's/^page: //p' "$out.txt")
}
# client: connects as a live client does, and stays until the run ends.
client() {
  python3 - "$url" <<'PY' &
import socket, sys
from urllib.parse import urlsplit
at = urlsplit(sys.argv[1])
line = socket.create_connection((at.hostname, at.port))
line.sendall((f"GET /ws?{at.query} HTTP/1.1\r\nHost: {at.netloc}\r\nUpgrade: websocket\r\n"
              "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
              "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
              "Sec-WebSocket-Protocol: foxglove.websocket.v1\r\n\r\n").encode())
while line.recv(65536):
    pass
PY
  client=$!
}
status() { curl -s -o /dev/null -w '%{http_code}' "$1"; }
until_file() { for _ in $(seq 300); do grep -qE "$1" "$2" 2>/dev/null && return; sleep 0.1; done; fail "no '$1' in $2"; }
hash_of() { sed -n 's/.*"state_hash": "\(.*\)",/\1/p' "$1/summary.json"; }

expect 0 'held    time > 1.5' "$hadal" run dive.yaml --out plain

# It waits, and ends in order while it does.
serve waiting
[[ $url =~ ^http://127.0.0.1:[0-9]+/\?token=[0-9a-f]{32}$ ]] || fail "no token in '$url'"
grep -qE '^Foxglove: ws://127.0.0.1:[0-9]+/\?token=[0-9a-f]{32}$' waiting.txt || fail "no address for Foxglove"
until_file 'waiting for the first page' waiting.txt
[ "$(status "${url%%\?*}")" = 401 ] || fail "the page is handed out without its token"
[ "$(status "${url%%\?*}scene.json")" = 401 ] || fail "the scene is handed out without the token"
[ "$(status "${url/\?/scene.json?}")" = 200 ] || fail "the token does not open the scene"
sleep 1
kill -INT $pid
wait $pid
[ $? -eq 130 ] || fail "exit code of a run interrupted while it waited"
grep -q '^interrupted: SIGINT at 0 s' waiting.txt || fail "it took steps before anybody watched"
expect 0 '1 ticks compared, all equal' "$hadal" replay waiting/log.mcap --verify

# It begins with the first client, is judged at its end, and goes on.
serve lives --speed max
client
until_file 'These verdicts are final; the run goes on' lives.txt
until_file '"exit_code": 0' lives/summary.json
[ "$(hash_of lives)" = "$(hash_of plain)" ] || fail "waiting or serving changed the hash"
sleep 0.5
kill -0 $pid || fail "the run ended by itself"
kill -INT $pid
wait $pid
[ $? -eq 0 ] || fail "exit code of a run that was ended after its end"
[ "$(grep -c 'held    time > 1.5' lives.txt)" = 1 ] || fail "verdicts are not printed once"
grep -q '"ticks": 200,' lives/summary.json || fail "the summary is not that of the scenario's end"
wait $client
expect 0 '([3-9][0-9]{2}|[0-9]{4,}) ticks compared, all equal' "$hadal" replay lives/log.mcap --verify

# For scripts.
serve script --no-wait --stop-at-end --speed max --no-token
[[ $url =~ ^http://127.0.0.1:[0-9]+/$ ]] || fail "--no-token: '$url'"
wait $pid
[ $? -eq 0 ] || fail "exit code with --stop-at-end"
[ "$(hash_of script)" = "$(hash_of plain)" ] || fail "the hash of a served run differs"
grep -qE '^log: script/log.mcap \([0-9.]+ (k|M)B\)$' script.txt || fail "no size of the log"

expect 2 'without a token only this machine may connect' "$hadal" run dive.yaml --serve 0.0.0.0:0 --no-token --out no
expect 2 '--token and --no-token do not go together' "$hadal" run dive.yaml --serve --token abc --no-token
expect 2 '--no-wait has no effect with no --serve' "$hadal" run dive.yaml --no-wait
expect 2 '--stop-at-end has no effect with --no-serve' "$hadal" demo --no-serve --stop-at-end

finish served_run
