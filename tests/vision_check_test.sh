#!/usr/bin/env bash
# Features and tracks on plankton, dirt and things, with OpenCV. vision_check_test.sh PROGRAM SOURCE_DIR
set -eu
"$2/build/venv/bin/python" "$2/tests/vision_check.py" "$1" "$2/scenarios/vision_check.yaml"
