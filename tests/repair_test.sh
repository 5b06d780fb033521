#!/usr/bin/env bash
# Cut-off logs, repaired and read by an independent MCAP reader. repair_test.sh PROGRAM SOURCE_DIR
set -eu
"$2/build/venv/bin/python" "$2/tests/repair_check.py" "$1" "$2"
