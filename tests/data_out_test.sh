#!/usr/bin/env bash
# What leaves a log, read by other programs. data_out_test.sh PROGRAM SOURCE_DIR
set -eu
"$2/build/venv/bin/python" "$2/tests/data_out_check.py" "$1" "$2"
