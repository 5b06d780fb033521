#!/usr/bin/env python3
"""An arm draws a circle while its vehicle hovers in a current (scenarios/arm_circle.yaml).

The oracle is a chain of turns in this file with the figures of the arm of seven joints (axes z, y, x, y,
x, y, x, 0.12 m apart, the tool 0.19 m beyond the last, the shoulder 0.2 m ahead of and 0.15 m below the
hull's origin). From the logged angles and the logged pose of the hull it says where the tool is; the
program must say the same, and the tool must go round a circle of 0.3 m at 0.1 m/s within 5 mm.
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


def main():
    trial = lib.Trial("arms")
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
