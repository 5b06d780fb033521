#!/usr/bin/env python3
"""Dead reckoning: a square steered by DVL, depth and compass, whose compass is off by a constant angle.

The estimate is then the true path turned by that angle about the start, whatever the path, and the
vehicle believes to fly the square while it flies the turned one:

    p_est - p_0 = Rz(e) (p - p_0),   |p_est - p| = 2 sin(|e| / 2) |p - p_0|
"""

import math

import lib

ERROR_DEG = 4.0   # deviation A: the compass reads that much too little
SIDE = 6.0
CORNERS = ((SIDE, 0), (SIDE, SIDE), (0, SIDE), (0, 0))

SCENARIO = """
format: 1
duration_s: 240
stop_when_done: true
environment:
  seabed: !flat {{depth_m: 20}}
vehicles:
  - name: rov
    model: bluerov2
    navigation: nav
    pose: {{depth_m: 5}}
    sensors:
      - !dvl {{name: log_dvl, rate_hz: 20, position_m: [-0.1, 0, 0.15], rpy_deg: [0, 0, 30]}}
      - !depth {{name: log_depth, rate_hz: 20}}
      - !compass {{name: log_compass, rate_hz: 20, true_north: true, deviation_deg: [{error}, 0, 0, 0, 0]}}
      - !imu {{name: ahrs, rate_hz: 100, attitude: true}}
      - !dead_reckoning {{name: nav, rate_hz: 20, velocity: log_dvl, depth: log_depth, heading: log_compass, attitude: ahrs}}
mission:
{mission}
record: {{rate_hz: 10}}
"""


def column(table, key):
    names = [name for name in table if name.endswith(key)]
    assert len(names) == 1, (key, list(table))
    return table[names[0]]


def path(trial, log, topic):
    """North, east, depth by stamp; the log is east, north, up."""
    table = trial.table(log, topic)
    return {round(t, 3): (n, e, -u) for t, e, n, u in zip(
        table["stamp_s"], *(column(table, f"pose.position.{c}") for c in "xyz"))}


def fly(trial, name, error_deg):
    mission = "\n".join(f"  - !go_to {{vehicle: rov, north_m: {n}, east_m: {e}, depth_m: 5, heading_deg: 0, "
                        "tolerance_m: 0.1}" for n, e in CORNERS)
    scenario = trial.write(f"{name}.yaml", SCENARIO.format(error=error_deg, mission=mission))
    log = trial.run(scenario, name)
    return path(trial, log, "/rov/nav"), path(trial, log, "/rov/ground_truth")


def compare(trial, name, error_deg, tolerance):
    estimate, truth = fly(trial, name, error_deg)
    angle = -math.radians(error_deg)  # of the estimate against the truth
    worst = farthest = drift = deep = 0.0
    for stamp, (n, e, d) in truth.items():
        if stamp not in estimate:
            continue
        turned = (math.cos(angle) * n - math.sin(angle) * e, math.sin(angle) * n + math.cos(angle) * e)
        worst = max(worst, math.dist(turned, estimate[stamp][:2]))
        deep = max(deep, abs(estimate[stamp][2] - d))
        if math.hypot(n, e) > farthest:
            farthest, drift = math.hypot(n, e), math.dist((n, e), estimate[stamp][:2])
    trial.near(f"{name}: largest distance from the turned path, m", 0, worst, tolerance)
    trial.near(f"{name}: drift at the far corner, m", 2 * math.sin(abs(angle) / 2) * farthest, drift,
               tolerance)
    trial.near(f"{name}: largest error of the depth, m", 0, deep, 0.02)
    trial.near(f"{name}: it went to the far corner, m", SIDE * math.sqrt(2), farthest, 0.5)


def main():
    lib.needs(lib.PROGRAM)
    trial = lib.Trial("dead_reckoning")
    compare(trial, "true_compass", 0, 0.05)
    compare(trial, "compass_off", ERROR_DEG, 0.08)
    # No bottom: told at load.
    text = (trial.folder / "true_compass.yaml").read_text().replace("depth_m: 20}", "depth_m: 500}")
    trial.contains("a start out of the DVL's reach is noted", "has no bottom within",
                   trial.hadal("check", trial.write("deep.yaml", text)))
    trial.finish()


if __name__ == "__main__":
    main()
