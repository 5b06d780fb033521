#!/usr/bin/env bash
# Numbers of summary.json and of `hadal compare` against NumPy. report_numbers_test.sh PROGRAM SOURCE_DIR
set -eu
"$2/build/venv/bin/python" "$2/tests/report_numbers_check.py" "$1" "$2"
