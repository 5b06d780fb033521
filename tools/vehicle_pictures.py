#!/usr/bin/env python3
"""Draws docs/pictures/vehicles.png: every shipped vehicle as the camera of a second vehicle sees it; and with --sonar
docs/pictures/vehicles_sonar.png: as the imaging sonar of a second vehicle does.

    tools/vehicle_pictures.py [--sonar] [--program build/release/apps/hadal/hadal] [--only NAME ...] [-o FILE]

Each picture is one `hadal shot` of a small scenario, which --scenario NAME prints: the vehicle over sand in clear, shallow
water at noon, seen from ahead, to its right and above, in alphabetical order. The distance follows from its size. Surface
craft lie on the water; a camera sees them from the air, a sonar from below.
"""
import argparse
import math
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import zlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
WIDTH, HEIGHT, VIEW_DEG, GAP = 198, 134, 30, 4
SAMPLES = 2  # pixels of the camera per pixel of the sheet, each way
LEVELS = 16  # colours are rounded to multiples of it: noise would fill the file
HEADING_DEG, DOWN_DEG = 218, 22  # the camera looks there; the vehicle heads north
FAN_DEG, FAN_PX = 60, 170
COLUMNS = 4
CAMERA = "!camera {{name: cam, rate_hz: 100, width_px: {width}, height_px: {height}, view_deg: {view}, quality: full}}"
SONAR = """!forward_looking_sonar {{name: {name}, model: fls_m1200d, rate_hz: 20, beams: 256, field_of_view_deg: {view}, beam_height_deg: 40,
          rays_along: 512, min_range_m: {near}, max_range_m: {far}}}"""

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
vehicles:
  - {{name: subject, model: {name}, kinematic: true, pose: {{depth_m: {depth}}}}}
  - {{name: eye, model: post, kinematic: true, pose: {{north_m: {north}, east_m: {east}, depth_m: {eye_depth}, pitch_deg: {pitch}, heading_deg: {heading}}}}}
"""


def model_keys(name):
    """Size and class of a vehicle, from the head of its file."""
    text = (ROOT / "models" / "vehicles" / f"{name}.yaml").read_text()
    size = [float(x) for x in re.search(r"^size_m: \[(.*)\]", text, re.M).group(1).split(",")]
    return size, re.search(r"^kind: (\w+)", text, re.M).group(1)


def scenario(name, sonar):
    size, kind = model_keys(name)
    radius = 0.5 * math.hypot(size[0], size[1], size[2])
    view = FAN_DEG if sonar else VIEW_DEG
    distance = (1.3 if sonar else 1.22) * radius / math.tan(math.radians(view / 2))
    depth = 0.0 if kind == "usv" else 1.5 + 0.6 * distance
    above = -1 if sonar and kind == "usv" else 1
    back = distance * math.cos(math.radians(DOWN_DEG))
    rise = distance * math.sin(math.radians(DOWN_DEG)) * above
    heading = math.radians(HEADING_DEG)
    sensor = SONAR.format(name=name, view=view, near=0.4 * distance, far=distance + 1.8 * radius) if sonar else \
        CAMERA.format(width=SAMPLES * WIDTH, height=SAMPLES * HEIGHT, view=view)
    return SCENARIO.format(name=name, sensor=sensor, depth=depth, ground=depth + (1.2 if sonar else 2.2) * radius + 0.3,
                           north=-back * math.cos(heading), east=-back * math.sin(heading),
                           eye_depth=depth - rise, pitch=-DOWN_DEG * above, heading=HEADING_DEG)


def picture(program, name, sonar, folder):
    path = folder / f"{name}.yaml"
    path.write_text(scenario(name, sonar))
    words = [program, "shot", path, "--sensor", f"eye/{name if sonar else 'cam'}", "-o", folder / f"{name}.png"]
    words += ["--view", "fan", "--size", FAN_PX] if sonar else []
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{name}: {done.stderr or done.stdout}")
    rows = read_png(folder / f"{name}.png")
    return rounded(rows) if sonar else averaged(rows)


def rounded(rows):
    return [bytes(min(255, (value + LEVELS // 2) // LEVELS * LEVELS) for value in row) for row in rows]


def averaged(rows):
    """SAMPLES x SAMPLES pixels become one, in colours of LEVELS."""
    out, count = [], SAMPLES * SAMPLES * LEVELS
    for y in range(HEIGHT):
        sums = [sum(column) for column in zip(*rows[SAMPLES * y:SAMPLES * (y + 1)])]
        line = bytearray()
        for x in range(WIDTH):
            for c in range(3):
                value = sum(sums[3 * (SAMPLES * x + i) + c] for i in range(SAMPLES))
                line.append(min(255, (value + count // 2) // count * LEVELS))
        out.append(bytes(line))
    return out


def read_png(path):
    """Rows of RGB bytes of a PNG file of 8 bits per channel, as the program writes them."""
    data, at, packed = path.read_bytes(), 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", data[at + 8:at + 18])
            if (depth, colour) != (8, 2):
                sys.exit(f"{path}: expected 8-bit RGB")
        if kind == b"IDAT":
            packed += data[at + 8:at + 8 + length]
        at += 12 + length
    raw, rows, before = zlib.decompress(packed), [], bytes(3 * width)
    for y in range(height):
        start = y * (3 * width + 1)
        before = unfiltered(raw[start], bytearray(raw[start + 1:start + 1 + 3 * width]), before)
        rows.append(before)
    return rows


def unfiltered(kind, row, above):
    """A row of a PNG file without its filter (PNG specification, section 9)."""
    for i in range(len(row)) if kind else ():
        left = row[i - 3] if i >= 3 else 0
        corner = above[i - 3] if i >= 3 else 0
        near = min((left, above[i], corner), key=lambda c: abs(left + above[i] - corner - c))
        row[i] = (row[i] + (0, left, above[i], (left + above[i]) // 2, near)[kind]) & 255
    return bytes(row)


def write_png(rows, path):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", len(rows[0]) // 3, len(rows), 8, 2, 0, 0, 0)
    # Each byte less the one above it: half the size.
    lines, above = [], bytes(len(rows[0]))
    for row in rows:
        lines.append(b"\2" + bytes((a - b) & 255 for a, b in zip(row, above)))
        above = row
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"".join(lines), 9)) + chunk(b"IEND", b""))


def sheet(pictures, path):
    """The pictures side by side, row by row, with white between them."""
    width, height = max(len(rows[0]) for rows in pictures), max(len(rows) for rows in pictures)
    pictures = [[row.ljust(width, b"\xff") for row in rows + [b""] * (height - len(rows))] for rows in pictures]
    empty, out, gap = [b"\xff" * width] * height, [], b"\xff" * 3 * GAP
    for first in range(0, len(pictures), COLUMNS):
        line = pictures[first:first + COLUMNS]
        line += [empty] * (COLUMNS - len(line))
        rows = [gap.join(parts) for parts in zip(*line)]
        out += rows + [b"\xff" * len(rows[0])] * GAP
    write_png(out[:-GAP], path)
    print(path)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--program", default=ROOT / "build" / "release" / "apps" / "hadal" / "hadal")
    arguments.add_argument("--only", nargs="+")
    arguments.add_argument("--sonar", action="store_true")
    arguments.add_argument("--scenario", metavar="NAME", help="prints the scenario of this vehicle")
    arguments.add_argument("-o", "--output", type=pathlib.Path)
    options = arguments.parse_args()
    if options.scenario:
        print(scenario(options.scenario, options.sonar), end="")
        return
    output = options.output or PICTURES / ("vehicles_sonar.png" if options.sonar else "vehicles.png")
    names = options.only or sorted(path.stem for path in (ROOT / "models" / "vehicles").glob("*.yaml"))
    with tempfile.TemporaryDirectory() as folder:
        sheet([picture(options.program, name, options.sonar, pathlib.Path(folder)) for name in names], output)


if __name__ == "__main__":
    main()
