#!/usr/bin/env python3
"""An arm draws a circle while its vehicle hovers in a current (scenarios/arm_circle.yaml).

The oracle is a chain of turns in this file with the figures of the arm of seven joints (axes z, y, x, y,
x, y, x, 0.12 m apart, the tool 0.19 m beyond the last, the shoulder 0.2 m ahead of and 0.15 m below the
hull's origin). From the logged angles and the logged pose of the hull it says where the tool is; the
program must say the same, and the tool must go round a circle of 0.3 m at 0.1 m/s within 5 mm.

A heavy arm of two joints on a stand then reaches a pose with each kind of drive: effort, voltage,
position and velocity. Where its tool ends is computed here from the logged angles; servos without
integral action sag by their load over their stiffness, which is below a millimetre with these.
"""

import math

import lib

AXES = "zyxyxyx"
SPACING, TOOL = 0.12, 0.19
SHOULDER = (0.2, 0.0, 0.15)
CENTER, RADIUS, SPEED = (0.75, 0.0, 20.15), 0.3, 0.1


def turn(axis, angle):
    c, s = math.cos(angle), math.sin(angle)
    if axis == "x":
        return ((1, 0, 0), (0, c, -s), (0, s, c))
    if axis == "y":
        return ((c, 0, s), (0, 1, 0), (-s, 0, c))
    return ((c, -s, 0), (s, c, 0), (0, 0, 1))


def product(a, b):
    return tuple(tuple(sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)) for i in range(3))


def apply(matrix, v):
    return tuple(sum(row[k] * v[k] for k in range(3)) for row in matrix)


def add(a, b):
    return tuple(x + y for x, y in zip(a, b))


def rotation(w, x, y, z):
    return ((1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
            (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
            (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)))


def tool_in_hull(angles):
    place, attitude = SHOULDER, ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    for number, (axis, angle) in enumerate(zip(AXES, angles)):
        if number:
            place = add(place, apply(attitude, (SPACING, 0, 0)))
        attitude = product(attitude, turn(axis, angle))
    return add(place, apply(attitude, (TOOL, 0, 0)))


def hull_pose(truth, row):
    """North-east-down and forward-right-down from the east-north-up and forward-left-up of the log."""
    x, y, z = (truth[f"pose.pose.position.{axis}"][row] for axis in "xyz")
    enu = rotation(*(truth[f"pose.pose.orientation.{axis}"][row] for axis in "wxyz"))
    to_ned = ((0, 1, 0), (1, 0, 0), (0, 0, -1))
    to_flu = ((1, 0, 0), (0, -1, 0), (0, 0, -1))
    return (y, x, -z), product(product(to_ned, enu), to_flu)


DRIVES = {
    "effort": "!effort {}",
    "voltage": "!motor {resistance_ohm: 1, inductance_h: 0.0005, torque_constant_nm_a: 0.05, gear_ratio: 100, "
               "rotor_inertia_kg_m2: 1.0e-5, voltage_limit_v: 24, current_limit_a: 20}",
    "position": "!servo {kp: 20000, kd: 600}",
    "velocity": "!servo {command: velocity, kd: 4000}",
}
LINK, GOAL = 0.4, (0.6, 0.2)  # m; ahead of and below the shoulder
STAND = """format: 1
step_s: 0.005
duration_s: 15
environment: {gravity_m_s2: 9.81, water: {density_kg_m3: 1025}}
manipulator_models:
  - name: two
    tool: {link: b, position_m: [0.4, 0, 0]}
    links:
      - {name: a, parent: mount, mass_kg: 2, center_of_mass_m: [0.2, 0, 0], inertia_kg_m2: [0.01, 0.04, 0.04],
         volume_m3: 0.001, center_of_buoyancy_m: [0.2, 0, 0],
         joint: {kind: hinge, axis: [0, 1, 0], lower: -1.5, upper: 1.5, effort_limit: 60, damping: 1, drive: DRIVE}}
      - {name: b, parent: a, mass_kg: 1.5, center_of_mass_m: [0.2, 0, 0], inertia_kg_m2: [0.01, 0.03, 0.03],
         volume_m3: 0.0008, center_of_buoyancy_m: [0.2, 0, 0],
         joint: {kind: hinge, position_m: [0.4, 0, 0], axis: [0, 1, 0], lower: -2, upper: 2, effort_limit: 40,
                 damping: 1, drive: DRIVE}}
vehicle_models:
  - {name: stand, links: [{name: stand, mass_kg: 50, inertia_kg_m2: [9, 9, 9], volume_m3: 0.02}]}
vehicles:
  - {name: v, model: stand, fixed: true, pose: {depth_m: 20}, manipulators: [{name: arm, model: two}]}
mission:
  - !joints {vehicle: v, positions: [0.3, -0.9]}
  - !reach {vehicle: v, frame: vehicle, position_m: [0.6, 0, 0.2], tolerance_m: 0.002}
expect:
  - {that: "mission_done(v/arm) == 1"}
"""


def reach_with(trial, drive):
    scenario = trial.write(f"{drive}.yaml", STAND.replace("DRIVE", DRIVES[drive]))
    joints = trial.table(trial.run(scenario, drive), "/joint_states")
    a, b = (joints[f"v/arm_{link}.position"][-1] for link in "ab")
    tool = (LINK * (math.cos(a) + math.cos(a + b)), -LINK * (math.sin(a) + math.sin(a + b)))
    trial.near(f"drive of kind {drive}: tool to goal, m", 0, math.dist(tool, GOAL), 0.001)


def main():
    trial = lib.Trial("arms")
    for drive in DRIVES:
        reach_with(trial, drive)
    log = trial.run(lib.SOURCE / "scenarios/arm_circle.yaml", "circle")
    truth = trial.table(log, "/rov/ground_truth")
    joints = trial.table(log, "/joint_states")
    control = trial.table(log, "/rov/arm/control")
    rows = range(len(control["mode"]))
    worst, squares, radii, angles, drift, before = 0.0, 0.0, [], [], 0.0, None
    for row in rows:
        place, attitude = hull_pose(truth, row)
        q = [joints[f"rov/arm{j}.position"][row] for j in range(1, 8)]
        tool = add(place, apply(attitude, tool_in_hull(q)))
        said = [control[f"tool_{axis}_m"][row] for axis in ("north", "east", "depth")]
        worst = max(worst, math.dist(tool, said))
        wanted = [control[f"wanted_{axis}_m"][row] for axis in "xyz"]
        on_circle = abs(math.dist(wanted, CENTER) - RADIUS) < 1e-9 and wanted != before
        before = wanted
        if control["mode"][row] == 4 and on_circle:
            out = tuple(a - b for a, b in zip(tool, CENTER))
            radial = math.hypot(out[1], out[2]) - RADIUS
            squares += radial * radial + out[0] * out[0]
            radii.append(radial)
            angles.append(math.atan2(out[2], out[1]))
            drift = max(drift, math.dist(place, (0, 0, 20)))
    trial.near("the tool is where a chain of turns puts it, m", 0, worst, 1e-6)
    trial.near("points on the circle", 20 * 2 * math.pi * RADIUS / SPEED, len(radii), 15)
    trial.near("root mean square of the distance from the circle, m", 0,
               math.sqrt(squares / max(len(radii), 1)), 0.005)
    swept = sum(math.remainder(b - a, 2 * math.pi) for a, b in zip(angles, angles[1:]))
    trial.near("angle swept, rad", 2 * math.pi, abs(swept), 0.05)
    print(f"     the hull was up to {1000 * drift:.1f} mm off its place meanwhile")
    trial.finish()


if __name__ == "__main__":
    main()
