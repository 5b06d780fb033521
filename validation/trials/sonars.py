#!/usr/bin/env python3
"""Sonars hear what the sonar equation says, between their rays as on them.

A small rough sphere of radius R in free water: with Lambert's law, mu cos^2 of the angle to the
normal per area, the half that shows has the target strength 10 log10(mu 2 pi R^2 / 3). Its echo is
EL = SL - 2 TL + TS + patterns, TL = 20 log10 r + alpha r (absorption after Francois & Garrison
1982), spread over the bins of the pulse: 1.5 of them for a Hann spectrum, 1 for a flat one. The
pattern of a plain aperture is sin(x)/x, -3 dB at half its width.

Flat ground: the first echo is at the altitude, the expected level along range has no stripes, and
the amplitude over its expectation is Rayleigh's with contrast sqrt(4/pi - 1).

Stones on mud: what is mud beside a stone stays mud.
"""

import math
import struct

import lib

DEPTH = 30.0
RADIUS = 0.05
ERROR_DB = 1.0
STEEL_DB = -15.0                 # scattering strength of the material steel
HANN, FLAT = 1.5, 1.0            # bins of power of a pulse
DEG = math.pi / 180


def absorption_db_per_m(khz, depth=DEPTH, t=10.0, s=35.0, ph=8.0):
    c = 1412 + 3.21 * t + 1.19 * s + 0.0167 * depth
    f1 = 2.8 * math.sqrt(s / 35) * 10 ** (4 - 1245 / (273 + t))
    f2 = 8.17 * 10 ** (8 - 1990 / (273 + t)) / (1 + 0.0018 * (s - 35))
    boric = 8.86 / c * 10 ** (0.78 * ph - 5) * f1 * khz ** 2 / (f1 ** 2 + khz ** 2)
    sulphate = (21.44 * s / c * (1 + 0.025 * t) * (1 - 1.37e-4 * depth + 6.2e-9 * depth ** 2) *
                f2 * khz ** 2 / (f2 ** 2 + khz ** 2))
    water = ((4.937e-4 - 2.59e-5 * t + 9.11e-7 * t ** 2 - 1.5e-8 * t ** 3) *
             (1 - 3.83e-5 * depth + 4.9e-10 * depth ** 2) * khz ** 2)
    return (boric + sulphate + water) / 1000


def aperture_db(angle, width):
    """One way; sin(x)/x is -3 dB at x = 1.39156."""
    x = 1.3915573782515 * math.sin(angle) / math.sin(width / 2)
    return 20 * math.log10(abs(math.sin(x) / x)) if x else 0.0


def npy(path):
    """Rows of numbers of a version 1 .npy file."""
    data = path.read_bytes()
    size = struct.unpack_from("<H", data, 8)[0]
    head = eval(data[10:10 + size], {"__builtins__": {}}, {"True": True, "False": False})
    shape = head["shape"]
    kind = {"<f4": "f", "<i4": "i", "|u1": "B"}[head["descr"]]
    values = struct.unpack_from("<%d%s" % (math.prod(shape), kind), data, 10 + size)
    columns = math.prod(shape[1:])
    return [values[k:k + columns] for k in range(0, len(values), columns)]


def scene(sensor, things="", seabed="", pings=1, rate_hz=5, scenery=""):
    return f"""
format: 1
step_s: 0.01
duration_s: {(pings + 0.9) / rate_hz + 0.1}
{f'environment: {{seabed: {seabed}}}' if seabed else ''}
{scenery}
vehicle_models:
  - name: post
    links: [{{name: hull, mass_kg: 10, inertia_kg_m2: [1, 1, 1], volume_m3: 0.01}}]
    sensors: [{sensor}]
vehicles: [{{name: a, model: post, kinematic: true, pose: {{depth_m: {DEPTH}}}}}]
{things}
record: {{rate_hz: 1, frames: all, sonar: float32, scene: false, hashes: false, wrench_terms: false}}
"""


def ball(north, east, down, radius=RADIUS):
    return f"""objects:
  - name: ball
    fixed: true
    pose: {{north_m: {north}, east_m: {east}, depth_m: {DEPTH + down}}}
    links: [{{name: body, material: steel, mass_kg: 1, shapes: {{physics: [!sphere {{radius_m: {radius}}}]}}}}]
"""


def planes(trial, text, name, topic, plane=""):
    """All frames of a plane."""
    log = trial.run(trial.write(f"{name}.yaml", text), name)
    return export(trial, log, name, topic, plane)


def export(trial, log, name, topic, plane=""):
    folder = trial.folder / f"{name}_{plane or 'level'}"
    full = f"/a/{topic}" + (f"/{plane}" if plane else "")
    trial.hadal("export", log, "--topic", full, "--npy", "-o", folder)
    return [npy(path) for path in sorted(folder.glob("[0-9]*.npy"))]


def power(levels):
    return math.fsum(10 ** (x / 10) for x in levels if x > -29 and math.isfinite(x))


def echo_db(source_db, khz, distance, depth_change=0.0, radius=RADIUS):
    r = distance - 0.75 * radius
    alpha = absorption_db_per_m(khz, DEPTH + depth_change / 2)
    return (source_db - 2 * (20 * math.log10(r) + alpha * r) + STEEL_DB +
            10 * math.log10(2 * math.pi * radius ** 2 / 3))


QUIET = ("noise: false, clean: true, labels: true, spreading_gain_db: 0, absorption_gain_db_m: 0, "
         "rate_hz: 5")


def imagers(trial):
    for model, khz, source, height, width, pulse, places in (
            ("fls_m750d", 750, 205, 20, 1, HANN, ((10, 0, 0), (25, 0.127, 0.05), (38, -50.2, 4.03))),
            ("fls_m1200d", 1200, 205, 20, 0.6, HANN, ((6, 0.11, 0.04), (19, 33.3, -6))),
            ("fls_p900_45", 900, 210, 20, 1, HANN, ((30, 0.05, 0.03), (60, 10.1, 3))),
            ("fls_dave_512", 900, 220, 20, 0.176, FLAT, ((4, 0.04, 0.02), (9, 20.05, 3)))):
        for distance, bearing, down in places:
            b, e = bearing * DEG, down * DEG
            text = scene(f"!forward_looking_sonar {{name: s, model: {model}, {QUIET}}}",
                         ball(distance * math.cos(e) * math.cos(b),
                              distance * math.cos(e) * math.sin(b), distance * math.sin(e)))
            frames = planes(trial, text, f"{model}_{distance}", "s", "clean_db")
            expected = (echo_db(source, khz, distance, distance * math.sin(e)) +
                        2 * aperture_db(e, height * DEG))
            heard = [power(beam) for beam in frames[0]]
            if width < 0.5:
                # Wider than a beam: all beams together, of a plain array whose beams lie their own
                # width apart: the squares of sin(x)/x at steps of 0.886 pi add up to 1 / 0.886.
                found = math.fsum(heard) * 0.886 / pulse
            else:
                # A Gaussian beam hears the rim less: Lambert's sphere has the second moment R^2 / 5.
                found = max(heard) / pulse
                expected += 10 * math.log10(2 ** (-0.8 * (RADIUS / distance / (width * DEG)) ** 2))
            trial.near(f"{model}: sphere at {distance} m, {bearing} deg, {down} deg down, dB",
                       expected, 10 * math.log10(found), ERROR_DB)


def mean_of_pings(trial):
    text = scene("!forward_looking_sonar {name: s, model: fls_m750d, beams: 64, field_of_view_deg: "
                 f"16.25, {QUIET}}}", ball(25, 0.02, 0.01), pings=100)
    frames = planes(trial, text, "pings", "s")
    total = [math.fsum(power(frame[beam]) for frame in frames) / len(frames)
             for beam in range(26, 38)]
    trial.near(f"fls_m750d: mean of {len(frames)} pings with speckle, dB", echo_db(205, 750, 25),
               10 * math.log10(max(total) / HANN), ERROR_DB)


def lines(trial):
    # Side-scan: abeam to starboard, along the axis of its beam.
    distance, tilt = 40.0, 33 * DEG
    for off in (0.0, 0.08):
        a = off * DEG
        text = scene(f"!side_scan_sonar {{name: s, model: side_scan_600khz, {QUIET}}}",
                     ball(distance * math.sin(a), distance * math.cos(a) * math.cos(tilt),
                          distance * math.cos(a) * math.sin(tilt), 0.1))
        frame = planes(trial, text, f"side_{off:.2f}".replace(".", "_"), "s", "clean_db")[0]
        # There and back, the rim of the sphere is heard less: see imagers().
        expected = (echo_db(220, 600, distance, distance * math.sin(tilt), 0.1) +
                    2 * aperture_db(a, 0.33 * DEG) +
                    10 * math.log10(2 ** (-1.6 * (0.1 / distance / (0.33 * DEG)) ** 2)))
        trial.near(f"side scan: sphere of 0.2 m at 40 m, {off} deg along, dB", expected,
                   10 * math.log10(power(frame[1]) / HANN), ERROR_DB)
        trial.near("side scan: what the other side hears, of it", 0, power(frame[0]) / power(frame[1]),
                   1e-4)
    text = scene(f"!scanning_sonar {{name: s, model: msis_ping360, sector_deg: [0, 0.9], {QUIET}}}",
                 ball(30, 0, 0))
    frame = planes(trial, text, "msis", "s", "clean_db")[0]
    trial.near("Ping360: sphere of 0.1 m at 30 m on its axis, dB", echo_db(200, 750, 30),
               10 * math.log10(power(frame[0]) / HANN), ERROR_DB)


def ground(trial):
    altitude = 12.0
    flat = f"!flat {{depth_m: {DEPTH + altitude}, bottom: {{material: sand}}}}"
    text = scene(f"!side_scan_sonar {{name: s, model: side_scan_600khz, {QUIET}}}", seabed=flat)
    row = planes(trial, text, "altitude", "s", "clean_db")[0][1]
    threshold = max(row) - 40
    first = next(n for n, level in enumerate(row) if level > threshold)
    trial.relative("side scan: altitude by the first return, m", altitude, 1 + 0.025 * first, 0.01)

    text = scene(f"!forward_looking_sonar {{name: s, model: fls_m750d, rpy_deg: [0, -12, 0], {QUIET}}}",
                 seabed=f"!flat {{depth_m: {DEPTH + 4}, bottom: {{material: sand}}}}")
    log = trial.run(trial.write("sand.yaml", text), "sand")
    clean = export(trial, log, "sand", "s", "clean_db")[0]
    level = export(trial, log, "sand", "s")[0]
    middle = clean[256]
    ring = max(middle[:int(4.5 / 0.0125)])
    first = next(n for n, db in enumerate(middle) if db > ring - 10)
    trial.relative("fls_m750d: nadir ring, m", 4, 0.1 + 0.0125 * first, 0.01)
    worst = 0.0
    for begin in range(800, len(middle) - 64, 32):
        part = middle[begin:begin + 32]
        slope = (part[-1] - part[0]) / 31
        rest = [db - slope * k for k, db in enumerate(part)]
        worst = max(worst, math.sqrt(lib.variance(rest)))
    trial.near("fls_m750d: std of the expected level of flat sand along range, dB", 0, worst, 1)
    amplitudes = [10 ** ((level[b][n] - clean[b][n]) / 20) for b in range(4, 508, 8)
                  for n in range(800, len(middle), 3)]
    contrast = math.sqrt(lib.variance(amplitudes)) / lib.mean(amplitudes)
    trial.relative("fls_m750d: contrast of the speckle of flat sand", math.sqrt(4 / math.pi - 1),
                   contrast, 0.01)


def stones(trial):
    """Ground labels keep the level of mud beside stones."""
    found = {}
    for seen, name in (("[camera]", "bare"), ("[camera, sonar]", "stones")):
        text = scene(f"!forward_looking_sonar {{name: s, model: fls_m750d, max_range_m: 20, "
                     f"rpy_deg: [0, -15, 0], {QUIET}}}",
                     seabed=f"!flat {{depth_m: {DEPTH + 3}, bottom: {{material: mud}}}}",
                     scenery="scenery:\n  - !rocks {name: stones, box: [6, 12, -4, 4], density_m2: "
                             f"0.5, radius_m: 0.2, seen_by: {seen}}}\n")
        log = trial.run(trial.write(f"{name}.yaml", text), name)
        found[name] = export(trial, log, name, "s", "clean_db")[0]
        labels = export(trial, log, name, "s", "object_id")[0]
    rises = [with_stones - bare
             for row, bare_row, label in zip(found["stones"], found["bare"], labels)
             for with_stones, bare, what, left, right in
             zip(row[4:], bare_row[4:], label[4:], label, label[8:])
             if what == -1 and left == -1 and right == -1 and bare > 0]
    scenery = sum(label.count(-5) for label in labels)
    trial.near("bins of stones, labelled as scenery", 1, min(1, scenery / 500), 0)
    rises.sort()
    trial.near("mud beside stones: rise over mud alone, 99.5th percentile, dB", 0,
               max(0.0, rises[int(0.995 * len(rises))]), 3)


def main():
    lib.needs(lib.PROGRAM)
    trial = lib.Trial("sonars")
    imagers(trial)
    mean_of_pings(trial)
    lines(trial)
    ground(trial)
    stones(trial)
    trial.finish()


if __name__ == "__main__":
    main()
