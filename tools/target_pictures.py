#!/usr/bin/env python3
"""Draws docs/pictures/small_sphere.png, a steel sphere of 0.2 m diameter as every shipped sonar hears it, and
docs/pictures/card_edges.png, a black and a white card in turbid water without and with forward scatter.

    tools/target_pictures.py [--program build/release/apps/hadal/hadal]

Each picture is one `hadal shot` of a small scenario. The sphere is where the sonar looks: in open water ahead of those
that look ahead and to starboard of a passing side-scan, 2 m above sand below those that look down.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile

import vehicle_pictures as sheets

SCENARIO = """format: 1
step_s: 0.01
duration_s: {at}
environment:
  seabed: !flat {{depth_m: {ground}, bottom: {{material: sand}}}}
vehicle_models:
  - name: post
    links: [{{name: post, mass_kg: 10, inertia_kg_m2: [1, 1, 1], volume_m3: 0.0097371}}]
    sensors: [{sensor}]
vehicles:
  - {{name: eye, model: post, pose: {{depth_m: {depth}}}, velocity: [{speed}, 0, 0, 0, 0, 0]}}
objects:
  - name: sphere
    fixed: true
    pose: {{north_m: {north}, east_m: {east}, depth_m: {down}}}
    links: [{{name: body, material: steel, mass_kg: 1, shapes: {{physics: [!sphere {{radius_m: 0.1}}]}}}}]
"""
AHEAD = dict(depth=50, ground=200, north=10, east=0.4, down=50.3, at=0.5, speed=0)
BELOW = dict(depth=10, ground=20, north=0, east=0, down=18, at=0.5, speed=0)
ABEAM = dict(depth=12, ground=60, north=10, east=15, down=16, at=20, speed=1)
SONARS = [  # model, kind, keys, scene
    ("fls_m750d", "forward_looking_sonar", "max_range_m: 20", AHEAD),
    ("fls_m1200d", "forward_looking_sonar", "max_range_m: 20", AHEAD),
    ("fls_p900_45", "forward_looking_sonar", "max_range_m: 20", AHEAD),
    ("fls_dave_512", "forward_looking_sonar", "", {**AHEAD, "north": 6, "east": 0.2}),
    ("imaging_sonar_p900_45", "imaging_sonar", "max_range_m: 20", AHEAD),
    ("msis_ping360", "scanning_sonar", "max_range_m: 20", {**AHEAD, "at": 42}),
    ("side_scan_600khz", "side_scan_sonar", "max_range_m: 30", ABEAM),
    ("mbes_512", "multibeam_echosounder", "max_range_m: 30", BELOW),
    ("echosounder_ping1d", "echosounder", "max_range_m: 15", {**BELOW, "at": 10}),
]

CARD = """format: 1
step_s: 0.01
duration_s: 0.5
origin: {{lat_deg: 28, lon_deg: 15}}
clock: {{start: "2026-06-21T11:00:00Z"}}
environment: {{optics: {{water_type: II, turbidity_ntu: 2}}}}
materials: [{{name: card, density_kg_m3: 1400, albedo: [{grey}, {grey}, {grey}], roughness: 1}}]
vehicle_models:
  - name: rig
    links: [{{name: body, mass_kg: 10, inertia_kg_m2: [1, 1, 1]}}]
    sensors: [!camera {{name: cam, width_px: 300, height_px: 220, view_deg: 60, effects: {{forward_scatter: {strength}}}}}]
vehicles: [{{name: rig, model: rig, kinematic: true, pose: {{depth_m: 5}}}}]
objects:
  - {{name: card, material: card, fixed: true, shapes: {{physics: [!box {{size_m: [0.01, 1, 1]}}]}}, pose: {{north_m: 1.2, east_m: -0.5, depth_m: 5}}}}
"""


def shot(program, text, name, folder, words=()):
    path, picture = folder / f"{name}.yaml", folder / f"{name}.png"
    path.write_text(text)
    done = subprocess.run([str(program), "shot", str(path), "-o", str(picture), *words], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{name}: {done.stderr or done.stdout}")
    return sheets.read_png(picture)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--program", default=sheets.ROOT / "build" / "release" / "apps" / "hadal" / "hadal")
    program = arguments.parse_args().program
    with tempfile.TemporaryDirectory() as folder:
        pictures = []
        for model, kind, keys, scene in SONARS:
            sensor = f"!{kind} {{name: {model}, model: {model}{', ' + keys if keys else ''}}}"
            pictures.append(sheets.rounded(shot(program, SCENARIO.format(sensor=sensor, **scene), model, pathlib.Path(folder),
                                 ["--at", str(scene["at"] - 0.4), "--size", "300"])))
        sheets.COLUMNS = 3
        sheets.sheet(pictures, sheets.PICTURES / "small_sphere.png")
        sheets.COLUMNS = 2
        sheets.sheet([shot(program, CARD.format(grey=grey, strength=strength), "card", pathlib.Path(folder))
                      for grey in (0.03, 0.9) for strength in (0, 1)], sheets.PICTURES / "card_edges.png")


if __name__ == "__main__":
    main()
