#!/usr/bin/env python3
"""Silt: what the wash of a thruster stirs up, and what a camera and a lidar see through it.

A thruster blows down on silt. By Beltaos & Rajaratnam (1974) the stress on the bed is
0.16 (4 / pi) T / H^2 f(r / H), by Partheniades (1965) M (tau / tau_c - 1) is eroded. Mass is kept.
A row of probes, bodies that nobody sees, stands between an instrument and a board 3 m away and logs
the concentration; its sum along the row, times 3 / (2650 d), is the optical depth S. The board is then
seen with exp(-S (1/2 + a/b)) of its light by the camera and exp(-2 S (1 + a/b)) by the lidar.
A cloud of sand falls with Soulsby's (1997) settling speed and has left the water when that says so.
"""

import math
import re
import struct

import lib

THRUST, HEIGHT = 15.0, 0.8        # N, m above the bed
GRAIN, THRESHOLD, RATE = 3e-5, 0.1, 1e-3
BED = 12.0
ROW_STEP, ROW_COUNT = 0.05, 61    # from the eye to the board
BLOW = (2.0, 10.0)                # s
GREEN = 532.0


def scenario(material, duration, probes=True, silt="silt: {}"):
    row = "\n".join(f"  - {{name: p{i}, model: probe, kinematic: true, pose: {{north_m: "
                    f"{-1.5 + ROW_STEP * i:.4f}, depth_m: {BED - 0.3}}}}}"
                    for i in range(ROW_COUNT)) if probes else ""
    return f"""
format: 1
step_s: 0.05
duration_s: {duration}
origin: {{lat_deg: 40}}
clock: {{start: "2026-06-21T11:00:00Z"}}
materials:
  - {{name: ooze, density_kg_m3: 1200, grain_m: {GRAIN}, erosion_shear_pa: {THRESHOLD}, erosion_rate_kg_m2_s: {RATE}}}
environment:
  gravity_m_s2: 9.81
  water: {{density_kg_m3: 1025}}
  optics: {{water_type: I}}
  seabed: !flat {{depth_m: {BED}, bottom: {{material: {material}}}}}
  {silt}
vehicle_models:
  - name: lifter
    links: [{{name: hull, mass_kg: 20, inertia_kg_m2: [1, 1, 1], volume_m3: 0.02}}]
    thrusters: [{{name: up, direction: [0, 0, -1], command: force, command_min: -50, command_max: 50}}]
  - {{name: probe, links: [{{name: hull, mass_kg: 1, inertia_kg_m2: [1, 1, 1], volume_m3: 0.001}}]}}
  - name: eye
    links: [{{name: hull, mass_kg: 1, inertia_kg_m2: [1, 1, 1], volume_m3: 0.001}}]
    sensors:
      - !camera {{name: cam, rate_hz: 1, width_px: 33, height_px: 33, view_deg: 20, labels: [transmission, depth]}}
      - !lidar {{name: lidar, rate_hz: 1, rows: 1, columns: 1, attenuation_per_m: 0.05, returns: 3}}
vehicles:
  - {{name: lifter, model: lifter, kinematic: true, pose: {{depth_m: {BED - HEIGHT}}}}}
  - {{name: eye, model: eye, kinematic: true, pose: {{north_m: -1.5, depth_m: {BED - 0.3}}}}}
{row}
objects:
  - {{name: board, fixed: true, material: plastic, shapes: {{physics: [!box {{size_m: [0.02, 2, 0.5]}}]}}, pose: {{north_m: 1.51, depth_m: {BED - 0.3}}}}}
events:
  - !command {{at_s: {BLOW[0]}, vehicle: lifter, actuator: up, command: {THRUST}}}
  - !command {{at_s: {BLOW[1]}, vehicle: lifter, actuator: up, command: 0}}
record: {{rate_hz: 1, frames: all, scene: false, wrench_terms: false}}
"""


def profile(ring):
    """Beltaos & Rajaratnam's stress over r / H; Poreh's wall jet farther out."""
    inner = min(ring, 0.22)
    fall = math.exp(-114 * inner * inner)
    f = 0.18 * (1 - fall) / inner - 9.43 * inner * fall
    return f if ring <= 0.22 else f * (0.22 / ring) ** 2.3


def erosion(thrust, height):
    """kg/s."""
    largest = 0.16 * 4 / math.pi * thrust / height ** 2
    step = 1e-3
    rings = [(i + 0.5) * step for i in range(5000)]
    return RATE * height ** 2 * sum(
        max(0.0, largest / THRESHOLD * profile(r) - 1) * 2 * math.pi * r * step for r in rings)


def soulsby(diameter, viscosity=1.35e-6, ratio=2650 / 1025):
    size = diameter * (9.81 * (ratio - 1) / viscosity ** 2) ** (1 / 3)
    return viscosity / diameter * (math.sqrt(10.36 ** 2 + 1.049 * size ** 3) - 10.36)


def absorbed(nm):
    return 0.08 * math.exp(-0.0123 * (nm - 443))


def wash(trial):
    log = trial.run(trial.write("ooze.yaml", scenario("ooze", 30)), "ooze")
    silt = trial.table(log, "/hadal/silt")
    eroded, down, up = silt["eroded_kg"], silt["deposited_kg"], silt["suspended_kg"]
    trial.relative("eroded by eight seconds of wash, kg",
                   erosion(THRUST, HEIGHT) * (BLOW[1] - BLOW[0]), eroded[-1], 0.03)
    worst = max(abs(e - d - u) for e, d, u in zip(eroded, down, up))
    trial.near("suspended and deposited are all that was eroded, kg", 0, worst, 0.01 * eroded[-1])
    # Through the cloud when the last pictures but one are taken: what the probes log, along the row.
    when = silt["arrival_s"].index(29)
    row = [silt[f"p{i}_g_m3"][when] / 1000 for i in range(ROW_COUNT)]
    depth = ROW_STEP * (sum(row) - 0.5 * (row[0] + row[-1])) * 3 / (2650 * GRAIN)
    trial.near("the cloud is neither thin nor thick: optical depth", 1.5, depth, 1.3)
    clear = trial.run(trial.write("clear.yaml", scenario("ooze", 30, False, "")), "clear")
    clear_log = trial.run(trial.write("clear.yaml", scenario("ooze", 30, False, "")), "clear")
    expected = {"transmission": math.exp(-depth * (0.5 + absorbed(550))),
                "intensity": math.exp(-2 * depth * (1 + absorbed(GREEN)))}
    for name, of in (("transmission", transmission), ("intensity", intensity)):
        trial.relative(f"{name} of the board through the cloud", expected[name],
                       of(trial, log) / of(trial, clear_log), 0.05)


def transmission(trial, log):
    """Green, in the middle of the picture; a NumPy file is a text head before the numbers."""
    path = trial.folder / "transmission.npy"
    trial.hadal("export", log, "--topic", "/eye/cam/transmission", "--npy", "--at", 29.5, "-o", path)
    data = path.read_bytes()
    head = 10 + struct.unpack_from("<H", data, 8)[0]
    return struct.unpack_from("<f", data, head + 4 * (3 * (33 * 16 + 16) + 1))[0]


def intensity(trial, log):
    """Of the return from the board, 3 m away."""
    path = trial.folder / "lidar.npy"
    trial.hadal("export", log, "--topic", "/eye/lidar/points", "--npy", "--at", 29.5, "-o", path)
    data = path.read_bytes()
    head = 10 + struct.unpack_from("<H", data, 8)[0]
    fields = re.findall(r"'(\w+)', '<f4'", data[:head].decode("latin1"))
    size = 4 * len(fields)
    points = [dict(zip(fields, struct.unpack_from(f"<{len(fields)}f", data, at)))
              for at in range(head, len(data), size)]
    return next(p["intensity"] for p in points if abs(p["x"] - 3) < 0.01)


def sand(trial):
    log = trial.run(trial.write("sand.yaml", scenario("sand", 40, False)), "sand")
    silt = trial.table(log, "/hadal/silt")
    trial.near("sand was stirred up, kg", 0.3, silt["eroded_kg"][-1], 0.3)
    speed = soulsby(250e-6)
    trial.near("settling speed of medium sand, m/s", 0.03, speed, 0.005)
    # Half a minute at 3 cm/s is more than the height of any cloud here.
    trial.near("and none is left in the water, kg", 0, silt["suspended_kg"][-1],
               1e-3 * silt["eroded_kg"][-1])


if __name__ == "__main__":
    TRIAL = lib.Trial("silt")
    wash(TRIAL)
    sand(TRIAL)
    TRIAL.finish()
