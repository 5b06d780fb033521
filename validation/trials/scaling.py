#!/usr/bin/env python3
"""A step costs a number of instructions per vehicle that does not grow with their number.

Callgrind counts `hadal run` of 500 and 1000 free bodies (`--full`: also 2000) over few and over many steps; the
difference over steps and vehicles is the cost of one vehicle in one step. Loading does not count, nor
does the load of the machine. Skipped without valgrind.
"""

import re
import shutil
import subprocess
import sys

import lib

COUNTS = (500, 1000) + ((2000,) if "--full" in sys.argv[1:] else ())
FEW, MANY = 2, 12
TOLERANCE = 0.05  # counted: 5,349 for 500, 5,367 for 1000, 5,335 for 2000

HEAD = """
format: 1
step_s: 0.01
duration_s: DURATION
environment: {water: {density_kg_m3: 1000}, currents: [!uniform {name: c, speed_m_s: 0.2}]}
vehicle_models:
  - name: float
    links:
      - {name: hull, mass_kg: 20.5, inertia_kg_m2: [0.3, 0.3, 0.3], volume_m3: 0.02, added_mass: [8, 8, 8, 0.1, 0.1, 0.1],
         damping: {linear: [20, 20, 20, 1, 1, 1], quadratic: [10, 10, 10, 1, 1, 1]}}
record: {rate_hz: 0.01, hashes: false, scene: false, wrench_terms: false}
vehicles:
"""


def scenario(trial, count, steps):
    lines = [f"  - {{name: v{i}, model: float, pose: {{north_m: {3 * (i % 50)}, east_m: {3 * (i // 50)}, "
             f"depth_m: 20}}}}" for i in range(count)]
    text = HEAD.replace("DURATION", str(steps * 0.01)) + "\n".join(lines) + "\n"
    return trial.write(f"floats_{count}_{steps}.yaml", text)


def instructions(trial, count, steps):
    done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
                           lib.PROGRAM, "run", scenario(trial, count, steps)], cwd=trial.folder,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    found = re.search(r"Collected : (\d+)", done.stdout)
    if done.returncode != 0 or not found:
        sys.exit(f"{count} vehicles: exit code {done.returncode}\n{done.stdout}")
    return int(found[1])


def main():
    lib.needs(lib.PROGRAM)
    if not shutil.which("valgrind"):
        print("skipped: there is no valgrind")
        sys.exit(lib.SKIPPED)
    trial = lib.Trial("scaling")
    cost = {}
    for count in COUNTS:
        difference = instructions(trial, count, MANY) - instructions(trial, count, FEW)
        cost[count] = difference / (MANY - FEW) / count
        print(f"{count} vehicles: {cost[count]:,.0f} instructions per vehicle and step", flush=True)
    for count in COUNTS[1:]:
        trial.relative(f"{count} vehicles against {COUNTS[0]}, instructions per vehicle and step",
                       cost[COUNTS[0]], cost[count], TOLERANCE)
    trial.finish()


if __name__ == "__main__":
    main()
