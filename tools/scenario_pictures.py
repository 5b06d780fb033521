#!/usr/bin/env python3
"""Makes docs/pictures/scenarios/NAME.jpg, the pictures of docs/scenarios.md, with the program itself.

    build/venv/bin/python tools/scenario_pictures.py [--program build/release/apps/hadal/hadal] [--only NAME ...]

After ./hadal test, which makes build/venv. A picture is a `hadal shot` of a camera or sonar of the scenario, or of a camera
that is added to it and looks at the vehicle from outside, or, where nothing is to be seen, the tracks of a whole run.
"""
import argparse
import csv
import dataclasses
import math
import pathlib
import subprocess
import sys
import tempfile

import cv2
import numpy
import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures" / "scenarios"
WIDTH, HEIGHT, JPEG_QUALITY = 400, 250, 72
COLOURS = [(190, 100, 20), (40, 60, 210), (60, 150, 40), (0, 150, 220), (150, 50, 150), (120, 120, 0), (90, 90, 90)]


@dataclasses.dataclass
class Shot:
    """What an instrument of the scenario gives at a time."""
    at: float
    sensor: str


@dataclasses.dataclass
class Outside:
    """From `distance` before a place in north, east, down; the camera heads and looks down so far."""
    at: float
    target: tuple
    distance: float
    heading: float = 218
    down: float = 15


@dataclasses.dataclass
class Tracks:
    """Columns of the ground truth of vehicles over each other; all vehicles where none are named."""
    x: str
    y: str
    vehicles: tuple = ()
    words: tuple = ()


PLAN = ("east_m", "north_m")
DEPTH = ("stamp_s", "depth_m")
VIEWS = {
    "arm_circle": Outside(25, (0.45, 0, 20.15), 2.0, heading=240),
    "arm_reaction": Outside(8, (0.1, 0, 20.1), 1.8),
    "arm_servo": Outside(6, (0.6, 0, 20.2), 2.6, heading=250),
    "ballast_hover": Tracks(*DEPTH),
    "battery_endurance": Outside(0, (0, 10, 20), 1.6),
    "boat_sea_state_4": Outside(10, (0, 0, 0), 14, down=14),
    "boundary_layers": Tracks(*PLAN),
    "box_on_slope": Outside(2, (0.3, 1, 9.9), 4, heading=200, down=25),
    "camera_kinds": Shot(1, "rov/eyes/left"),
    "chain_in_mud": Outside(1, (-0.5, 0, 19.7), 5, heading=120, down=30),
    "colour_chart": Shot(0, "post/cam"),
    "competition_pool": Shot(3, "rov/cam"),
    "crosstalk": Shot(4, "a/sonar"),
    "current_layers": Tracks(*PLAN),
    "current_live": Tracks(*PLAN),
    "deep_wreck": Shot(0.4, "rov/cam"),
    "distorted_cans": Outside(2, (0, 2, 7.7), 4, heading=0, down=25),
    "dvl_into_water_track": Outside(0, (0, 0, 20), 2.2),
    "fleet": Outside(1, (0, 220, 0), 9, down=12),
    "floating_boxes": Outside(5, (0, 1.5, 0), 6, heading=0, down=20),
    "girona_station": Outside(0, (0, 0, 5), 3.6),
    "gridded_eddy": Tracks(*PLAN),
    "ins_drift": Tracks(*PLAN),
    "inspection_dive": Tracks(*PLAN),
    "jet_and_pipe": Tracks(*PLAN, vehicles=("rider", "axis", "half", "outside", "back", "leaving")),
    "kinematic_girona": Tracks(*PLAN),
    "lauv_dive": Tracks(*DEPTH),
    "lidar_on_wreck": Shot(2, "rov/lidar"),
    "local_search": Shot(2, "rov/fls"),
    "mbes_mapping": Shot(5, "auv/mbes"),
    "night_dive": Shot(1, "rov/cam"),
    "objects_gallery": Outside(2, (2, 4.5, 19.4), 7, heading=0, down=35),
    "openrov_figure3": Outside(0, (0, 0, 50), 0.8),
    "otter_harbour": Outside(0, (0, 0, -0.1), 4.5, down=14),
    "phytoplankton": Shot(1.5, "rov/cam"),
    "pier_and_torus": Shot(1, "rov/fls"),
    "pipe_inspection": Outside(50, (1.6, 0, 19.2), 6.5, heading=240, down=12),
    "plankton_strobe": Shot(1, "rov/cam"),
    "plug_and_socket": Outside(7, (0.1, 0, 30), 0.9, heading=240, down=25),
    "poster_tank": Shot(0, "post/cam"),
    "quadcopter_ditch": Outside(10, (0, 0, -5), 1.3, down=20),
    "reef": Shot(1, "rov/cam"),
    "remus_survey": Tracks(*PLAN),
    "rexrov_intervention": Outside(0, (0, 0, 50), 6.5),
    "side_scan_wreck": Shot(55, "auv/side_scan"),
    "silt_and_fouling": Shot(0, "watch"),
    "silt_out": Shot(12, "forward"),
    "slope_transit": Tracks("north_m", "depth_m", words=("--duration", "3000")),
    "sonar_suite": Shot(0.5, "rov/volume"),
    "sunlit_slope": Shot(1, "rov/cam"),
    "surface_fade": Tracks(*DEPTH),
    "surface_from_below": Shot(1, "post/cam"),
    "swarm": Tracks(*PLAN),
    "thruster_load": Outside(0, (0, 0, 10), 3.6, heading=320),
    "tide_day": Tracks("stamp_s", "north_m"),
    "turbidity_ladder": Shot(1.5, "rov/cam"),
    "two_modems": Tracks(*PLAN),
    "usbl_lbl_fix": Tracks(*PLAN, vehicles=("boat", "rov")),
    "videoray_course": Tracks(*PLAN),
    "videoray_figures": Tracks(*PLAN),
    "vision_check": Shot(0.2, "rov/cam"),
    "wreck_inspection": Shot(6, "rov/cam"),
}


class AnyTag(yaml.SafeLoader):
    """Reads !kind {...} as the map that it is."""


AnyTag.add_multi_constructor("!", lambda loader, tag, node: loader.construct_mapping(node, True)
                             if isinstance(node, yaml.MappingNode) else None)


def run(program, *words):
    done = subprocess.run(list(map(str, (program, *words))), capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise RuntimeError(done.stderr or done.stdout)


def shot(program, scenario, view, folder):
    run(program, "shot", scenario, "--sensor", view.sensor, "--at", view.at, "-o", folder / "shot.png")
    return cv2.imread(str(folder / "shot.png"))


def outside(program, name, view, folder):
    """The scenario with one vehicle more, a camera."""
    heading, down = math.radians(view.heading), math.radians(view.down)
    level = view.distance * math.cos(down)
    north, east, depth = view.target
    pose = (f"{{north_m: {north - level * math.cos(heading)}, east_m: {east - level * math.sin(heading)}, "
            f"depth_m: {depth - view.distance * math.sin(down)}, pitch_deg: -{view.down}, heading_deg: {view.heading}}}")
    camera = f"!camera {{name: cam, rate_hz: {1 / (view.at or 1)}, width_px: {2 * WIDTH}, height_px: {2 * HEIGHT}, view_deg: 50}}"
    text = (ROOT / f"scenarios/{name}.yaml").read_text()
    text = with_item(text, "vehicle_models", f"{{name: outside_eye, links: [{{name: post, mass_kg: 1, inertia_kg_m2: [1, 1, 1]}}], sensors: [{camera}]}}")
    text = with_item(text, "vehicles", f"{{name: outside, model: outside_eye, kinematic: true, pose: {pose}}}")
    (folder / f"{name}.yaml").write_text(text)
    return shot(program, folder / f"{name}.yaml", Shot(view.at, "outside/cam"), folder)


def with_item(text, key, item):
    """The file with an item at the end of a list."""
    lines = text.splitlines()
    if f"{key}:" not in lines:
        return f"{text}{key}:\n  - {item}\n"
    end = lines.index(f"{key}:") + 1
    while end < len(lines) and (not lines[end] or lines[end][0] in " #"):
        end += 1
    return "\n".join([*lines[:end], f"  - {item}", *lines[end:], ""])


def tracks(program, name, view, folder):
    scenario = yaml.load((ROOT / f"scenarios/{name}.yaml").read_text(), AnyTag)
    names = view.vehicles or tuple(vehicle["name"] for vehicle in scenario["vehicles"])
    run(program, "run", name, "--out", folder / "run", "--set", "record.wrench_terms=false", *view.words)
    lines = {}
    for vehicle in names:
        run(program, "export", folder / "run/log.mcap", "--topic", f"/{vehicle}/ground_truth", "--csv", "-o", folder / "truth.csv")
        with open(folder / "truth.csv", newline="") as file:
            lines[vehicle] = numpy.array([[float(row[view.x]), float(row[view.y])] for row in csv.DictReader(file)])
    return chart(lines, view)


def chart(lines, view):
    """Lines with a frame, both limits of each axis and a name each; maps have one scale, depth points down."""
    picture = numpy.full((2 * HEIGHT, 2 * WIDTH, 3), 255, numpy.uint8)
    left, right, top, bottom = 110, 2 * WIDTH - 20, 20, 2 * HEIGHT - 60
    points = numpy.concatenate(list(lines.values()))
    low, high = points.min(axis=0), points.max(axis=0)
    span = numpy.maximum(high - low, 1e-3 * max(1, numpy.abs(high).max())) * 1.1
    middle, room = (low + high) / 2, numpy.array([right - left, bottom - top])
    if (view.x, view.y) == PLAN:
        span = (span / room).max() * room
    down = 1 if view.y == "depth_m" else -1

    def pixel(p):
        at = (p - middle) / span * room * [1, down] + [(left + right) / 2, (top + bottom) / 2]
        return numpy.round(4 * at).astype(numpy.int32)

    def write(text, x, y, colour=(60, 60, 60)):
        cv2.putText(picture, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, 0.7, colour, 1, cv2.LINE_AA)

    cv2.rectangle(picture, (left, top), (right, bottom), (200, 200, 200), 1)
    for i, (name, line) in enumerate(lines.items()):
        colour = COLOURS[i % len(COLOURS)]
        cv2.polylines(picture, [pixel(line)], False, colour, 3, cv2.LINE_AA, 2)
        cv2.circle(picture, tuple(int(v) for v in pixel(line[0])), 24, colour, -1, cv2.LINE_AA, 2)
        if 1 < len(lines) <= len(COLOURS):
            write(name, right - 200, top + 30 + 26 * i, colour)
    unit = {"stamp_s": "time, s", "east_m": "east, m", "north_m": "north, m", "depth_m": "depth, m"}
    start, end = middle - span / 2, middle + span / 2
    for value, x in ((start[0], left), (end[0], right - 60)):
        write(f"{value:.4g}", x, bottom + 26)
    for value, y in ((start[1], bottom if down < 0 else top + 18), (end[1], top + 18 if down < 0 else bottom)):
        write(f"{value:.4g}", 6, y)
    write(unit[view.x], (left + right) // 2 - 50, bottom + 48)
    write(unit[view.y], 6, (top + bottom) // 2)
    return picture


def fitted(picture):
    """No larger than the size of all pictures, as it is otherwise."""
    scale = min(WIDTH / picture.shape[1], HEIGHT / picture.shape[0], 1)
    return cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=ROOT / "build/release/apps/hadal/hadal")
    parser.add_argument("--only", nargs="+", default=sorted(VIEWS))
    options = parser.parse_args()
    PICTURES.mkdir(parents=True, exist_ok=True)
    makers, failed = {Shot: shot, Outside: outside, Tracks: tracks}, False
    for name in options.only:
        with tempfile.TemporaryDirectory() as folder:
            try:
                picture = makers[type(VIEWS[name])](options.program, name, VIEWS[name], pathlib.Path(folder))
                cv2.imwrite(str(PICTURES / f"{name}.jpg"), fitted(picture), [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
                print(name, flush=True)
            except RuntimeError as error:
                print(f"{name}: {error}", file=sys.stderr, flush=True)
                failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
