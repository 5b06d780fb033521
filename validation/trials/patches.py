#!/usr/bin/env python3
"""Patches of one shared scenario against closed forms.

A body of mass m and added mass a in still water, driven by a constant force F against the drag
d u + q u|u|, starts from rest as

    u(t) = (u1 - u2 r) / (1 - r),   r = (u1 / u2) exp(-k t),   k = q (u1 - u2) / (m + a),

where u1 > 0 > u2 are the roots of F = d u + q u^2. Its first acceleration is F / (m + a), its last
speed u1. Surge is driven by a thruster, heave by weight less buoyancy, both
at once. Every number of the closed
form is patched in turn; what is refused is refused by name, with exit code 2.
"""

import math

import lib

MASS, VOLUME = 20.0, 0.02
ADDED = 8.0                              # the same in all directions: no Munk moment
LINEAR, QUADRATIC = 12.0, 30.0          # the same in surge and heave
THRUST = 40.0
DENSITY, GRAVITY = 1000.0, 9.81
STEP, STEPS = 0.005, 4000

SCENARIO = f"""
format: 1
step_s: {STEP}
duration_s: 100
environment:
  gravity_m_s2: {GRAVITY}
  water: {{density_kg_m3: {DENSITY}}}
vehicle_models:
  - name: craft
    links:
      - name: hull
        mass_kg: {MASS}
        inertia_kg_m2: [1, 1, 1]
        volume_m3: {VOLUME}
        added_mass: [{ADDED}, {ADDED}, {ADDED}, 0.5, 0.5, 0.5]
        damping:
          linear: [{LINEAR}, 20, {LINEAR}, 5, 5, 5]
          quadratic: [{QUADRATIC}, 50, {QUADRATIC}, 5, 5, 5]
    thrusters:
      - {{name: main, direction: [1, 0, 0], map: !linear {{forward: {THRUST}, reverse: {THRUST}}}}}
    sensors:
      - !depth {{name: gauge, rate_hz: 100, noise: {{white_std: 0.1}}}}
vehicles:
  - {{name: a, model: craft, pose: {{depth_m: 200}}}}
mission:
  - !commands {{vehicle: a, actuators: [main], schedule: [[0, 1]], duration_s: 1000}}
record: {{rate_hz: 200, scene: false, wrench_terms: false}}
"""


def speed(force, mass, linear, quadratic, time):
    """Closed form above; odd in the force."""
    if force == 0:
        return 0.0
    size = abs(force)
    root = math.sqrt(linear ** 2 + 4 * quadratic * size)
    u1, u2 = (-linear + root) / (2 * quadratic), (-linear - root) / (2 * quadratic)
    r = u1 / u2 * math.exp(-quadratic * (u1 - u2) / mass * time)
    return math.copysign((u1 - u2 * r) / (1 - r), force)


def column(table, key):
    names = [name for name in table if name.endswith(key)]
    assert len(names) == 1, (key, list(table))
    return table[names[0]]


def check(trial, scenario, name, patches):
    numbers = {"mass": MASS, "volume": VOLUME, "added": 1.0, "linear": 1.0, "quadratic": 1.0,
               "thrust": 1.0}
    keys = {"mass": "links.hull.mass_kg", "volume": "links.hull.volume_m3",
            "added": "links.hull.added_mass_factor",
            "linear": "links.hull.damping_linear_factor",
            "quadratic": "links.hull.damping_quadratic_factor",
            "thrust": "thrusters.main.thrust_factor"}
    log = trial.folder / f"{name}.mcap"
    trial.api("run", scenario, STEPS, f"log={log}",
              *(f"patch:vehicles.a.{keys[key]}={value!r}" for key, value in patches.items()))
    numbers.update(patches)
    truth = trial.table(log, "/a/ground_truth")
    time = truth["stamp_s"]
    surge = column(truth, "twist.twist.linear.x")
    heave = [-u for u in column(truth, "twist.twist.linear.z")]  # the log is in ROS axes: up
    linear, quadratic = LINEAR * numbers["linear"], QUADRATIC * numbers["quadratic"]
    push = THRUST * numbers["thrust"]
    sink = (numbers["mass"] - DENSITY * numbers["volume"]) * GRAVITY
    mass = numbers["mass"] + ADDED * numbers["added"]
    for what, values, force in (("surge", surge, push), ("heave", heave, sink)):
        terminal = speed(force, mass, linear, quadratic, 1e9)
        trial.near(f"{name}: terminal {what} m/s", terminal, values[-1], 1e-6)
        # Two steps: the quadratic part is still small against the linear one and the force.
        early = speed(force, mass, linear, quadratic, time[2])
        trial.near(f"{name}: {what} after two steps, m/s", early, values[2],
                   1e-4 * abs(early) + 1e-12)
        half = min(range(len(values)), key=lambda i: abs(values[i] - terminal / 2))
        trial.near(f"{name}: {what} half way, m/s",
                   speed(force, mass, linear, quadratic, time[half]), values[half], 2e-5)


def check_noise(trial, scenario, factor):
    log = trial.folder / f"noise_{factor}.mcap"
    trial.api("run", scenario, STEPS, f"log={log}",
              f"patch:vehicles.a.sensors.gauge.noise_factor={factor}")
    reading, truth = trial.table(log, "/a/gauge"), trial.table(log, "/a/gauge/truth")
    errors = [x - y for x, y in zip(column(reading, "depth_m"), column(truth, "depth_m"))]
    if factor == 0:
        trial.near("noise_factor 0: largest error, m", 0, max(map(abs, errors)), 0)
    else:
        trial.relative(f"noise_factor {factor}: standard deviation, m", 0.1 * factor,
                       math.sqrt(lib.variance(errors)), lib.std_tolerance(len(errors)))


def check_refusals(trial, scenario):
    for key, value, reason in (
            ("vehicles.a.links.hull.colour", 1, "vehicles.a.links.hull.colour"),
            ("vehicles.a.links.hull.mass_kg", 0, "vehicles.a.links.hull.mass_kg"),
            ("vehicles.a.links.hull.mass_kg", -5, "vehicles.a.links.hull.mass_kg"),
            ("vehicles.a.links.hull.mass_kg", "nan", "vehicles.a.links.hull.mass_kg"),
            ("vehicles.a.links.hull.volume_m3", "inf", "vehicles.a.links.hull.volume_m3"),
            ("vehicles.a.links.wing.mass_kg", 1, "vehicles.a.links.wing"),
            ("vehicles.b.links.hull.mass_kg", 1, "vehicles.b"),
            ("vehicles.a.thrusters.main.thrust_factor", 0, "thrust_factor"),
            ("vehicles.a.links.hull.damping_linear_factor", -1, "damping_linear_factor"),
            ("vehicles.a.links.hull.mass", 5, "mass_kg"),
            ("vehicles.a.links.hull.length_m", 5, "vehicles.a.links.hull.length_m"),
            ("duration_s", 5, "duration_s"),
            ("", 5, "")):
        text = trial.api("run", scenario, 1, f"patch:{key}={value}", code=2)
        trial.contains(f"patch {key} = {value} is refused by name", reason, text)


def main():
    lib.needs(lib.PROGRAM, lib.TRIAL_RUN)
    trial = lib.Trial("patches")
    scenario = trial.write("craft.yaml", SCENARIO)
    check(trial, scenario, "as written", {})
    check(trial, scenario, "mass", {"mass": 23.5})
    check(trial, scenario, "light", {"mass": 18.25})
    check(trial, scenario, "volume", {"volume": 0.0175})
    check(trial, scenario, "linear damping", {"linear": 2.5})
    check(trial, scenario, "quadratic damping", {"quadratic": 0.25, "mass": 22})
    check(trial, scenario, "thrust", {"thrust": 0.5})
    check(trial, scenario, "added mass", {"added": 3, "mass": 21})
    check(trial, scenario, "all", {"mass": 30, "volume": 0.025, "added": 0.5, "linear": 0.5,
                                   "quadratic": 2, "thrust": 1.5})
    for factor in (0, 1, 3):
        check_noise(trial, scenario, factor)
    check_refusals(trial, scenario)
    trial.finish()


if __name__ == "__main__":
    main()
