#!/usr/bin/env bash
# A log of a real run, read by an independent MCAP reader. log_reader_test.sh PROGRAM SOURCE_DIR
set -eu
hadal=$1
source=$2
python=$source/build/venv/bin/python
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$hadal" run inspection_dive --duration 20 --out "$work" >/dev/null || [ $? -eq 1 ]
"$python" "$source/tests/mcap_reader_check.py" "$work/log.mcap"
