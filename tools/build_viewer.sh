#!/usr/bin/env bash
# Builds the web viewer into build/viewer/index.html, unless that is newer than its sources.
set -euo pipefail
cd "$(dirname "$0")/.."
page=build/viewer/index.html
if [ -f "$page" ] && [ -z "$(find viewer/src viewer/index.html viewer/*.json viewer/*.ts -newer "$page" -print -quit)" ]; then
  exit 0
fi
if [ ! -f viewer/node_modules/.package-lock.json ] || [ viewer/package-lock.json -nt viewer/node_modules/.package-lock.json ]; then
  npm install --prefix viewer --no-save --no-audit --no-fund --loglevel=error >/dev/null
  touch viewer/node_modules/.package-lock.json
fi
mkdir -p build
log=build/viewer.log
if ! npm run --prefix viewer build >"$log" 2>&1; then
  tail -n 40 "$log" >&2
  echo "the viewer could not be built; the whole log is $log" >&2
  exit 1
fi
