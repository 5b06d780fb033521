#!/usr/bin/env python3
"""What compiling costs: runs the compiler on each file of a build alone, without ccache, and prints
CPU-seconds, the dearest first, with the sum.

usage: tools/compile_cost.py [BUILD] [PART...]
  BUILD  a configured build folder, build/release by default
  PART   only files whose path holds one of these, e.g. src/control _test.cpp
"""
import json
import os
import resource
import subprocess
import sys
import tempfile


def cpu_seconds(entry, out):
    """Compiles one entry of compile_commands.json; user and system time of it."""
    words = entry["command"].split()
    words[words.index("-o") + 1] = out
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(" ".join(words), shell=True, cwd=entry["directory"], capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit(entry["file"] + ":\n" + done.stderr.decode())
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main(arguments):
    build = "build/release"
    if arguments and os.path.exists(os.path.join(arguments[0], "compile_commands.json")):
        build = arguments.pop(0)
    with open(os.path.join(build, "compile_commands.json")) as file:
        entries = json.load(file)
    if arguments:
        entries = [e for e in entries if any(part in e["file"] for part in arguments)]
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out.o")
        costs = [(cpu_seconds(e, out), os.path.relpath(e["file"])) for e in entries]
    for seconds, path in sorted(costs, reverse=True):
        print(f"{seconds:7.2f}  {path}")
    print(f"{sum(c for c, _ in costs):7.2f}  CPU-seconds for {len(costs)} files")


if __name__ == "__main__":
    main(sys.argv[1:])
