#!/usr/bin/env python3
"""Cameras in water, seen from outside: their light, their labels, their time and their lenses.

- Edges: a black card before open water takes light from nobody's edge but its own: beside it the
  water is as bright as far away. The light of a white card spreads by the point-spread function of
  sea water, integrated here from the phase function of Fournier & Forand (1999).
- Attenuation: black and white cards at 1.5, 3 and 6 m, by day and by a lamp that stands beside them
  at night. The difference of a pair falls from range to range as the label `transmission` says, per
  colour.
- Backscatter: open water is as bright whatever the range within which things are drawn, and as a
  black card and its label foretell.
- Flow: at 30 Hz on a step of 5 ms frames are 35, 35 and 30 ms apart; f v dt / d.
- Calibration: `camera_info` of flat ports, a dome off its centre and a plain lens against OpenCV,
  which calibrates from pixels over the flat ground seen from eighteen poses.

Needs numpy, OpenCV and mcap-ros2-support, here or in build/venv.
"""

import math
import os
import sys

import lib

VENV = lib.SOURCE / "build/venv/bin/python3"
try:
    import cv2
    import numpy
    from mcap.reader import make_reader
    from mcap_ros2.decoder import DecoderFactory
except ImportError:
    if VENV.exists() and os.environ.get("HADAL_TRIAL_VENV") != "1":
        os.environ["HADAL_TRIAL_VENV"] = "1"
        os.execv(VENV, [str(VENV), *sys.argv])
    print("skipped: there is no cv2, numpy or mcap_ros2")
    sys.exit(lib.SKIPPED)

COLOURS = ("red", "green", "blue")


def head(step_s=0.01, duration_s=0.3):
    return f"""format: 1
step_s: {step_s}
duration_s: {duration_s}
record: {{frames: all, images: raw, wrench_terms: false, scene: false}}
"""


MATERIALS = """materials:
  - {name: white, density_kg_m3: 1400, albedo: [0.8, 0.8, 0.8], roughness: 1}
  - {name: black, density_kg_m3: 1400, albedo: [0, 0, 0], roughness: 1}
"""


def environment(sun_deg=45, water="II", more="", seabed=""):
    seabed = f"  seabed: !flat {{depth_m: {seabed}, bottom: {{material: black}}}}\n" if seabed else ""
    return f"""environment:
{seabed}  sky: {{sun_elevation_deg: {sun_deg}, sun_azimuth_deg: 180}}
  optics: {{water_type: {water}{more}}}
"""


def rig(cameras, lamps="", depth_m=5, mission=""):
    return f"""vehicle_models:
  - name: rig
    kind: body
    size_m: [0.2, 0.2, 0.2]
    links: [{{name: body, mass_kg: 10, inertia_kg_m2: [1, 1, 1]}}]
    sensors:
{cameras}{lamps}vehicles:
  - {{name: rig, model: rig, kinematic: true, pose: {{depth_m: {depth_m}}}}}
{mission}"""


def card(name, material, north, east, depth, size):
    return (f"  - {{name: {name}, material: {material}, fixed: true, shapes: {{physics: "
            f"[!box {{size_m: [0.01, {size}, {size}]}}]}}, "
            f"pose: {{north_m: {north}, east_m: {east}, depth_m: {depth}}}}}\n")


def topics(log):
    found = {}
    with open(log, "rb") as file:
        for _, channel, _, message in make_reader(
                file, decoder_factories=[DecoderFactory()]).iter_decoded_messages():
            found.setdefault(channel.topic, []).append(message)
    return found


def array(image):
    kinds = {"32FC1": ("<f4", 1), "32SC1": ("<i4", 1), "32FC2": ("<f4", 2), "32FC3": ("<f4", 3),
             "rgb8": ("u1", 3)}
    kind, channels = kinds[image.encoding]
    return numpy.frombuffer(bytes(image.data), kind).reshape(image.height, image.width, channels) \
        .astype(float)


def frames(trial, name, text):
    return topics(trial.run(trial.write(name + ".yaml", text), name))


# --- Edges.

def phase(psi, index=1.10, slope=3.5835):
    """Fournier & Forand, per steradian."""
    nu, step = (3 - slope) / 2, index - 1
    s2 = numpy.sin(psi / 2) ** 2
    d180 = 4 / (3 * step * step)
    d = d180 * s2
    d = numpy.where(abs(1 - d) < 1e-4, 1 + 1e-4, d)
    e, dn, d180n = 1 - d, d ** nu, d180 ** nu
    return ((nu * e - (1 - dn) + (d * (1 - dn) - nu * e) / s2) / (4 * math.pi * e * e * dn)
            + (1 - d180n) / (16 * math.pi * (d180 - 1) * d180n) * (3 * numpy.cos(psi) ** 2 - 1))


def edge_spread(x_rad):
    """Of light scattered once through less than half of all scattering does: the fraction of a bright
    half plane's that arrives at an angle x beyond its edge. A ring of radius t psi around each point,
    t uniform over the way, has the part arccos(x / r) / pi beyond x."""
    psi = numpy.logspace(-9, math.log10(math.pi), 20000)
    p = 2 * math.pi * phase(psi) * numpy.sin(psi) * psi * math.log(psi[1] / psi[0])
    near = numpy.cumsum(p) < 0.5 * p.sum()
    psi, p = psi[near], p[near] / p[near].sum()
    t = (numpy.arange(400) + 0.5) / 400
    beyond = 0.0
    for part in t:
        r = part * psi
        beyond += (p * numpy.where(r > x_rad, numpy.arccos(numpy.minimum(x_rad / r, 1)) / math.pi,
                                   0)).sum() / len(t)
    return beyond


def edges(trial):
    pictures = {}
    for material in ("white", "black"):
        camera = ("      - !camera {name: cam, rate_hz: 5, width_px: 320, height_px: 240, view_deg: 60,"
                  " quality: control, tone: linear, labels: [instance], linear: true, noise: {strength: 0, "
                  "bits: 0}, exposure: {automatic: false, time_s: 0.0006, white_balance: 0}, effects: "
                  "{forward_scatter: STRENGTH}}\n")
        for strength in (0, 1):
            found = frames(trial, f"edge_{material}_{strength}",
                           head() + MATERIALS + environment(more=", turbidity_ntu: 1")
                           + rig(camera.replace("STRENGTH", str(strength)))
                           + "objects:\n" + card("card", material, 1, -0.5, 5, 1.0))
            pictures[material, strength] = array(found["/rig/cam/image"][0])
            instance = array(found["/rig/cam/instance"][0])[:, :, 0]
    row = 120
    edge = int(numpy.argmin(instance[row] > 1))  # first column of open water
    rows = slice(row - 10, row + 10)
    trial.near("no picture is cut at white", 0,
               float(max(p[rows].max() for p in pictures.values()) > 250), 0)
    green = {key: p[rows, :, 1].mean(0) for key, p in pictures.items()}
    # Beside a black card.
    water = green["black", 0]
    dip = 1 - (green["black", 1] / water)[edge:edge + 30].min()
    trial.near("the water beside a black card dips by", 0, dip, 0.01)
    rise = (green["black", 1] / water)[edge - 30:edge].max() - 1
    trial.near("the rim of a black card rises by", 0, rise, 0.02)
    # The light of the card alone, from the difference of the white and the black one.
    sharp = green["white", 0] - green["black", 0]
    blurred = green["white", 1] - green["black", 1]
    level = sharp[edge - 20:edge - 2].mean()
    focal_px = 160 / math.tan(math.radians(30))
    # b of type II at 550 nm (Williamson & Hollins 2022) and 0.5 m^2 per gram, 1 g/m^3 per NTU.
    spread = 1 - math.exp(-0.5 * (0.184 + 0.5) * 1.0)
    for beyond_px in (1, 3, 6, 12):
        got = blurred[edge + beyond_px] / level
        trial.near(f"light of a white card {beyond_px} pixels beyond its edge",
                   spread * edge_spread((beyond_px + 0.5) / focal_px), got, 0.012)


# --- Attenuation.

def attenuation(trial):
    # Caustics, which `control` leaves out, and ambient shadows are of the cards, not of the water:
    # they move the means by some parts in a thousand.
    for name, water, depth_m, by_lamp, quality, tolerance in (
            ("I, 3 m, day", "I", 3, False, "control", 0.001),
            ("I, 12 m, day", "I", 12, False, "control", 0.001),
            ("II, 5 m, day", "II", 5, False, "fast", 0.003),
            ("I, 12 m, lamp", "I", 12, True, "control", 0.0015)):
        ranges = (1.5, 3.0, 6.0)
        cameras = "".join(
            f"      - !camera {{name: at_{i}, rate_hz: 5, width_px: 320, height_px: 240, view_deg: 50, "
            f"position_m: [{-r}, 0, 0], quality: {quality}, linear: true, labels: [instance, transmission], "
            "exposure: {automatic: false, time_s: 0.01}}\n" for i, r in enumerate(ranges))
        lamps = ("    lamps:\n      - !point {name: torch, flux_lm: 20000, position_m: [-1, 0, -0.6]}\n"
                 if by_lamp else "")
        text = (head() + MATERIALS
                + environment(sun_deg=-40 if by_lamp else 45, water=water, seabed=depth_m + 40)
                + rig(cameras, lamps, depth_m)
                + "objects:\n" + card("left", "white", 0, -0.2, depth_m, 0.36)
                + card("right", "black", 0, 0.2, depth_m, 0.36))
        found = frames(trial, "pair_" + name.replace(",", "").replace(" ", "_"), text)
        light, label = [], []
        for i, r in enumerate(ranges):
            linear = array(found[f"/rig/at_{i}/linear"][0])
            fraction = array(found[f"/rig/at_{i}/transmission"][0])
            half = 0.05 * 160 / math.tan(math.radians(25)) / r  # 0.1 m about the middle of each card
            away = 0.2 * 160 / math.tan(math.radians(25)) / r
            patch = [(slice(int(120 - half), int(120 + half)),
                      slice(int(160 + side * away - half), int(160 + side * away + half)))
                     for side in (-1, 1)]
            light.append(linear[patch[0]].mean((0, 1)) - linear[patch[1]].mean((0, 1)))
            label.append(fraction[patch[0]].mean((0, 1)))
        for i in (1, 2):
            for c, colour in enumerate(COLOURS):
                apart = ranges[i] - ranges[0]
                trial.near(f"attenuation of {colour} to {ranges[i]} m, {name}, 1/m",
                           -math.log(light[i][c] / light[0][c]) / apart,
                           -math.log(label[i][c] / label[0][c]) / apart, tolerance)


# --- Backscatter.

def backscatter(trial):
    level = {}
    for range_m in (20, 50, 300):
        camera = ("      - !camera {name: cam, rate_hz: 5, width_px: 320, height_px: 240, view_deg: 50, "
                  f"range_m: {range_m}, rpy_deg: [0, 0, 90], quality: control, linear: true, labels: "
                  "[transmission], exposure: {automatic: false, time_s: 0.01}}\n")
        text = (head() + MATERIALS + environment(water="I") + rig(camera, depth_m=12)
                + "objects:\n" + card("far", "black", 0, 18, 12, 1))
        found = frames(trial, f"open_{range_m}", text.replace("[0.01, 1, 1]", "[1, 0.01, 1]"))
        linear = array(found["/rig/cam/linear"][0])
        level[range_m] = linear[118:122, 40:60].mean((0, 1))
        veil = linear[119:121, 159:161].mean((0, 1))
        left = array(found["/rig/cam/transmission"][0])[119:121, 159:161].mean((0, 1))
    for c, colour in enumerate(COLOURS):
        for range_m in (20, 50):
            trial.relative(f"open water drawn to {range_m} m, {colour}", level[300][c],
                           level[range_m][c], 1e-3)
    # L = B (1 - T) before a black card; the veil mixes the two wavelengths of a colour as open water
    # does, the light of the card as the card: equal within some per cent where they fade alike.
    for c in (1, 2):
        trial.relative(f"open water as a black card at 18 m foretells, {COLOURS[c]}",
                       veil[c] / (1 - left[c]), level[300][c], 0.04)


# --- Flow.

def flow(trial):
    speed, distance_m = 0.4, 3.0
    camera = ("      - !camera {name: cam, rate_hz: 30, width_px: 160, height_px: 120, view_deg: 60, "
              "rpy_deg: [0, -90, 0], quality: control, labels: [flow], exposure: {automatic: false, "
              "time_s: 0.001}}\n")
    text = (head(step_s=0.005, duration_s=0.8) + MATERIALS + environment(seabed=8)
            + rig(camera, depth_m=5, mission="mission:\n  - !velocity {vehicle: rig, velocity: "
                                             f"[0, {speed}, 0, 0, 0, 0], duration_s: 10}}\n"))
    messages = frames(trial, "flow", text)["/rig/cam/flow_px"]
    stamps = [m.header.stamp.sec + 1e-9 * m.header.stamp.nanosec for m in messages]
    focal_px = 80 / math.tan(math.radians(30))
    gaps = set()
    for i in range(12, 18):
        gap = stamps[i + 1] - stamps[i]
        gaps.add(round(gap * 1e3))
        shift = array(messages[i])[60, 80]
        trial.near(f"flow over {gap * 1e3:.0f} ms, px", focal_px * speed * gap / distance_m,
                   math.hypot(*shift), 2e-3)
    trial.equal("times from frame to frame, ms", {30, 35}, gaps)


# --- Calibration.

PORTS = {  # YAML, tolerance of f relative, of the centre in pixels
    "plain": ("", 0.002, 1.5),
    "flat_2cm": ("port: !flat {distance_m: 0.02, thickness_m: 0.005}, ", 0.004, 2.5),
    "flat_8cm": ("port: !flat {distance_m: 0.08, thickness_m: 0.005}, ", 0.008, 3.5),
    "dome_off": ("port: !dome {radius_m: 0.05, offset_m: [0.004, 0, 0.003]}, ", 0.003, 3.0)}


def placed(found, name):
    """Rotation and place of the camera of a calibration, in the axes of its lens."""
    frame = found[f"/rig/{name}/camera_info"][0].header.frame_id
    if frame == f"rig/{name}/optical":
        return numpy.eye(3), numpy.zeros(3)
    for t in found["/tf_static"][0].transforms:
        if t.child_frame_id == frame and t.header.frame_id == f"rig/{name}/optical":
            q, p = t.transform.rotation, t.transform.translation
            w, v = q.w, numpy.array([q.x, q.y, q.z])
            cross = numpy.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])
            return (numpy.eye(3) + 2 * w * cross + 2 * cross @ cross,
                    numpy.array([p.x, p.y, p.z]))
    return numpy.full((3, 3), math.nan), numpy.zeros(3)


def reprojection(trial, found, name, depth_m):
    """At the start the camera looks straight down, the top of its picture north: the ground that
    pixels show, through camera_info from where /tf_static has its frame, falls on those pixels."""
    info = found[f"/rig/{name}/camera_info"][0]
    position = array(found[f"/rig/{name}/position_m"][0])
    y, x = numpy.mgrid[8:480:29, 8:640:39]
    north, east, down = position[y, x].reshape(-1, 3).T
    turned, place = placed(found, name)
    seen = (numpy.stack([east, -north, down - depth_m], 1) - place) @ turned
    got, _ = cv2.projectPoints(seen, numpy.zeros(3), numpy.zeros(3),
                               numpy.reshape(info.k, (3, 3)), numpy.array(info.d))
    off = got[:, 0] - numpy.stack([x.ravel(), y.ravel()], 1)
    trial.near(f"rms error of camera_info of {name} from its frame, px", 0,
               float(numpy.sqrt((off ** 2).sum(1).mean())), 0.01 if name == "plain" else 0.1)


def calibration(trial):
    cameras = "".join(
        f"      - !camera {{name: {name}, rate_hz: 2, width_px: 640, height_px: 480, view_deg: 80, {port}"
        "rpy_deg: [0, -90, 0], quality: control, labels: [position], calibration_distance_m: 1.5, "
        "exposure: {automatic: false, time_s: 0.0001}}\n" for name, (port, _, _) in PORTS.items())
    steps = []
    for k in range(20):  # roll and pitch swing by about 30 degrees, yaw goes round, and up and down
        rates = (0.5 * (-1) ** ((k + 1) // 2 % 2), 0.45 * (-1) ** (k // 2 % 2), 0.6)
        steps.append(f"  - !velocity {{vehicle: rig, velocity: [0, 0, {0.12 * (-1) ** (k // 5)}, "
                     f"{rates[0]}, {rates[1]}, {rates[2]}], duration_s: 0.5}}\n")
    text = (head(duration_s=9.4) + MATERIALS + environment(seabed=8)
            + rig(cameras, depth_m=6.7, mission="mission:\n" + "".join(steps)))
    found = frames(trial, "calibration", text.replace("images: raw", "images: none"))
    noise = numpy.random.default_rng(4)
    for name, (_, of_focal, of_centre) in PORTS.items():
        reprojection(trial, found, name, 6.7)
        points, pixels = [], []
        for message in found[f"/rig/{name}/position_m"][:18]:
            position = array(message)
            y, x = numpy.mgrid[8:480:29, 8:640:39]
            seen = position[y, x].reshape(-1, 3)
            near = numpy.isfinite(seen).all(1)
            near &= numpy.linalg.norm(seen - seen[near].mean(0), axis=1) < 3
            ground = seen[near].astype(numpy.float32)
            ground[:, 2] = 0
            points.append(ground - numpy.float32([ground[:, 0].mean(), ground[:, 1].mean(), 0]))
            flat = numpy.stack([x.ravel(), y.ravel()], 1)[near]
            pixels.append((flat + noise.normal(0, 0.1, flat.shape)).astype(numpy.float32))
        guess = numpy.array([[450, 0, 320], [0, 450, 240], [0, 0, 1]], float)
        rms, k, _, _, _, spread, _, _ = cv2.calibrateCameraExtended(
            points, pixels, (640, 480), guess, numpy.zeros(5), flags=cv2.CALIB_USE_INTRINSIC_GUESS)
        info = found[f"/rig/{name}/camera_info"][0]
        print(f"     {name}: OpenCV rms {rms:.3f} px, f {k[0, 0]:.1f} +- {spread[0, 0]:.1f}, "
              f"centre {k[0, 2]:.1f} {k[1, 2]:.1f}; camera_info f {info.k[0]:.1f}, "
              f"centre {info.k[2]:.1f} {info.k[5]:.1f}")
        trial.relative(f"focal length of {name}, px", k[0, 0], info.k[0], of_focal)
        for what, at, mine in (("column", k[0, 2], info.k[2]), ("row", k[1, 2], info.k[5])):
            trial.near(f"{what} of the centre of {name}, px", at, mine, of_centre)


def main():
    lib.needs(lib.PROGRAM)
    trial = lib.Trial("optics")
    wanted = sys.argv[1:] or ["edges", "attenuation", "backscatter", "flow", "calibration"]
    for part in wanted:
        globals()[part](trial)
    trial.finish()


if __name__ == "__main__":
    main()
