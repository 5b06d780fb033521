#!/usr/bin/env python3
"""Draws docs/pictures/manipulators.png: every shipped arm and hand as a camera sees it.

    tools/manipulator_pictures.py [--program build/release/apps/hadal/hadal] [--only NAME ...] [-o FILE]

Each picture is one `hadal shot` of a small scenario, which --scenario NAME prints: the manipulator on a stand over sand in
clear, shallow water at noon, bent a little, in alphabetical order. The scale follows from its size.
"""
import argparse
import math
import pathlib
import subprocess
import sys
import tempfile

import vehicle_pictures as sheets

sheets.COLUMNS = 3
HEADING_DEG, DOWN_DEG = 235, 24  # the camera looks there; the arm stretches north
# Joints at the start, and the length along x that the picture shows, m.
POSES = {
    "arm7": ([0, 0.5, 0, -0.9, 0, 0.3], 0.95),
    "electric5": ([0, 0.6, -0.9, 0.4, 0.3], 0.60),
    "hand3": ([0.4], 0.26),
    "hook3": ([0, 0.6, -1.3], 1.1),
    "newton": ([0.15], 0.34),
    "work_class7": ([0.1, 0.6, -1.1, 0.3, 0.2, 0.4, 0.03], 2.0),
}
SCENARIO = """format: 1
step_s: 0.01
duration_s: 0.1
origin: {{lat_deg: 28, lon_deg: 15}}
clock: {{start: "2026-06-21T11:00:00Z"}}
environment:
  seabed: !flat {{depth_m: {ground}, bottom: {{material: sand}}}}
  optics: {{water_type: I}}
vehicle_models:
  - name: post
    kind: body
    links: [{{name: post, mass_kg: 1, inertia_kg_m2: [1, 1, 1]}}]
    sensors:
      - {sensor}
  - name: stand
    kind: body
    links: [{{name: stand, mass_kg: 1, inertia_kg_m2: [1, 1, 1]}}]
vehicles:
  - {{name: subject, model: stand, fixed: true, pose: {{depth_m: {depth}}}, manipulators: [{{name: arm, model: {name}, start: {start}}}]}}
  - {{name: eye, model: post, kinematic: true, pose: {{north_m: {north}, east_m: {east}, depth_m: {eye_depth}, pitch_deg: {pitch}, heading_deg: {heading}}}}}
"""


def scenario(name):
    start, length = POSES[name]
    distance = 0.95 * length / math.tan(math.radians(sheets.VIEW_DEG / 2)) * 0.75
    depth = 2.0 + 0.6 * distance
    back, rise = distance * math.cos(math.radians(DOWN_DEG)), distance * math.sin(math.radians(DOWN_DEG))
    heading = math.radians(HEADING_DEG)
    sensor = sheets.CAMERA.format(width=sheets.SAMPLES * sheets.WIDTH, height=sheets.SAMPLES * sheets.HEIGHT, view=sheets.VIEW_DEG)
    return SCENARIO.format(name=name, sensor=sensor, start=start, depth=depth, ground=depth + 0.9 * length + 0.2,
                           north=0.45 * length - back * math.cos(heading), east=-back * math.sin(heading), eye_depth=depth - rise,
                           pitch=-DOWN_DEG, heading=HEADING_DEG)


def picture(program, name, folder):
    path = folder / f"{name}.yaml"
    path.write_text(scenario(name))
    done = subprocess.run([str(w) for w in (program, "shot", path, "--sensor", "eye/cam", "-o", folder / f"{name}.png")],
                          capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{name}: {done.stderr or done.stdout}")
    return sheets.averaged(sheets.read_png(folder / f"{name}.png"))


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--program", default=sheets.ROOT / "build" / "release" / "apps" / "hadal" / "hadal")
    arguments.add_argument("--only", nargs="+")
    arguments.add_argument("--scenario", metavar="NAME", help="prints the scenario of this manipulator")
    arguments.add_argument("-o", "--output", type=pathlib.Path, default=sheets.PICTURES / "manipulators.png")
    options = arguments.parse_args()
    if options.scenario:
        print(scenario(options.scenario), end="")
        return
    with tempfile.TemporaryDirectory() as folder:
        sheets.sheet([picture(options.program, name, pathlib.Path(folder)) for name in options.only or sorted(POSES)], options.output)


if __name__ == "__main__":
    main()
