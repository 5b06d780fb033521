#!/usr/bin/env python3
"""Keeps what a step, a face and a frame cost: instructions counted by callgrind, which do not depend
on the load of the machine, against tests/golden/instructions.csv.

    tools/instruction_budget.py                                    every entry of the table
    tools/instruction_budget.py step.free_vehicle                  one
    tools/instruction_budget.py camera.labels --counts 1 2         any benchmark of `hadal bench`
    tools/instruction_budget.py --update step.free_vehicle --reason "..."     or `all`

An entry is the difference of two runs of `hadal bench NAME --steps N` over the difference of their
N, so that loading does not count. More than 3 % above its entry is a failure: a change that pays
for a feature raises the entry with a reason.
The head of the table names the compiler and libc whose code was counted. With others, without
valgrind or without AVX2 (valgrind knows no AVX-512, so that AVX2 is what it counts on every newer
processor) nothing is counted. Exit code 0: within budget; 1: not; 2: usage; 77: not counted.
"""

import argparse
import csv
import pathlib
import platform
import re
import shutil
import subprocess
import sys

SOURCE = pathlib.Path(__file__).resolve().parent.parent
TABLE = SOURCE / "tests/golden/instructions.csv"
COLUMNS = ["benchmark", "unit", "few", "many", "instructions", "reason"]
GROWTH = 0.03
SKIPPED = 77


def measure(program, benchmark, few, many):
    """Instructions per unit of a benchmark. What libraries do before main() is left out: Highway
    measures its timer there, which takes another number of instructions every time."""
    def count(steps):
        done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
                               "--toggle-collect=main",
                               program, "bench", benchmark, "--steps", str(steps)],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              check=False)
        found = re.search(r"Collected : (\d+)", done.stdout)
        if done.returncode != 0 or not found:
            sys.exit(f"{benchmark}: exit code {done.returncode}\n{done.stdout}")
        return int(found[1])
    return (count(many) - count(few)) // (many - few)


def conditions(program):
    """Whose code is counted beside our own."""
    notes = subprocess.run(["readelf", "-p", ".comment", program], stdout=subprocess.PIPE,
                           text=True, check=True).stdout
    return {"compiler": re.search(r"(GCC|clang).*", notes)[0].strip(),
            "libc": " ".join(platform.libc_ver())}


def cannot_count():
    """Why nothing can be counted here; empty: it can."""
    if not shutil.which("valgrind"):
        return "there is no valgrind"
    if " avx2 " not in pathlib.Path("/proc/cpuinfo").read_text():
        return "the processor has no AVX2"
    return ""


def read_table(path):
    """(conditions of the head, {benchmark: row})."""
    lines = pathlib.Path(path).read_text().splitlines()
    head = dict(line[2:].split(": ", 1) for line in lines if line.startswith("# ") and ": " in line)
    rows = csv.DictReader(line for line in lines if not line.startswith("#"))
    return head, {row["benchmark"]: row for row in rows}


def write_table(path, head, rows):
    with open(path, "w", newline="") as file:
        file.write("# Instructions per unit, counted by callgrind (tools/instruction_budget.py)\n")
        for key, value in head.items():
            file.write(f"# {key}: {value}\n")
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows.values())


def over_budget(budget, count):
    return count > budget * (1 + GROWTH)


def compare(rows, names, program):
    """Counts and compares; the exit code."""
    failures = 0
    for name in names:
        row = rows[name]
        budget = int(row["instructions"])
        count = measure(program, name, int(row["few"]), int(row["many"]))
        verdict = "OVER BUDGET" if over_budget(budget, count) else "within budget"
        failures += over_budget(budget, count)
        print(f"{name}: {count:,} instructions per {row['unit']}, budget {budget:,} "
              f"({100 * (count / budget - 1):+.1f} %): {verdict}", flush=True)
    return 1 if failures else 0


def update(path, head, rows, names, arguments):
    for name in names:
        row = rows[name]
        count = measure(arguments.program, name, int(row["few"]), int(row["many"]))
        print(f"{name}: {count:,} instructions per {row['unit']}, was {row['instructions'] or 'none'}",
              flush=True)
        row["instructions"], row["reason"] = str(count), arguments.reason
        write_table(path, head, rows)
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="benchmarks; none: the table")
    parser.add_argument("--counts", nargs=2, type=int, metavar=("FEW", "MANY"),
                        help="counts any benchmark with these numbers of steps")
    parser.add_argument("--update", metavar="NAME", help="writes a new budget; `all` for all")
    parser.add_argument("--reason", help="why the budget changes")
    parser.add_argument("--program", default=SOURCE / "build/release/apps/hadal/hadal")
    parser.add_argument("--table", default=TABLE, metavar="FILE")
    arguments = parser.parse_args()
    head, rows = read_table(arguments.table)
    here = conditions(arguments.program)
    if reason := cannot_count():
        print(f"not counted: {reason}")
        return SKIPPED
    if arguments.counts:
        few, many = arguments.counts
        for name in arguments.names:
            print(f"{name}: {measure(arguments.program, name, few, many):,} instructions per step")
        return 0
    for name in [*arguments.names, *filter(None, [arguments.update])]:
        if name not in rows and not (name == "all" and arguments.update):
            parser.error(f"'{name}' is not in {arguments.table}")
    if arguments.update:
        if not (arguments.reason or "").strip():
            parser.error("--update needs a --reason")
        if arguments.update != "all" and head != here:
            print(f"update `all` with another compiler: {here}, were {head}", file=sys.stderr)
            return 1
        names = list(rows) if arguments.update == "all" else [arguments.update]
        return update(arguments.table, here, rows, names, arguments)
    if head != here:
        print(f"not counted: {here}, the budget is of {head}")
        return SKIPPED
    return compare(rows, arguments.names or list(rows), arguments.program)


if __name__ == "__main__":
    sys.exit(main())
