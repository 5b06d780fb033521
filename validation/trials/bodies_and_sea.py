#!/usr/bin/env python3
"""Bodies and sea: water that accelerates takes bodies along, craft stay where nothing pushes them, and
no energy is lost or won between air and water.

A neutral body without drag has the velocity of the water around it, whatever its added mass: the
pressure that accelerates the water accelerates the body alike. So it follows

    dp/dt = U(t, p),   U = current + a w e^(-k z) (cos, sin)(k x - w t),  w^2 = g k

which is integrated here by the classical Runge-Kutta method. A craft that floats does so too in a wave
much longer than itself. A light body let go at rest at the depth d jumps to d (rho V / m - 1) above the
surface, and comes back to rest at d.
"""

import math

import lib

GRAVITY = 9.81
DENSITY = 1000.0
RECORD = "record: {rate_hz: 20, scene: false, hashes: false, wrench_terms: false}\n"


def head(environment, duration_s, step_s=0.005):
    return (f"format: 1\nduration_s: {duration_s}\nstep_s: {step_s}\nenvironment:\n"
            f"  gravity_m_s2: {GRAVITY}\n  water: {{density_kg_m3: {DENSITY}}}\n{environment}")


def ball(faces, start):
    water = ("shapes: {physics: [!sphere {radius_m: 0.16838903}]}, hydrodynamics: geometry, "
             "surface_drag: {quadratic: [0, 0, 0], linear: [0, 0, 0], air: 0}" if faces
             else "volume_m3: 0.02")
    return (f"vehicle_models: [{{name: ball, kind: body, links: [{{name: hull, mass_kg: 20, "
            f"center_of_mass_m: [0, 0, 0], inertia_kg_m2: [1, 1, 1], {water}, "
            f"added_mass: [10, 10, 10, 0, 0, 0]}}]}}]\nvehicles: [{{name: it, model: ball, {start}}}]\n")


def motion(trial, log, name="it"):
    """Times, positions and velocities, north and down; of a vehicle that heads north and stays level
    to a degree or so. The log is in ROS axes: x east, y north, z up, and forward, left, up."""
    t = trial.table(log, f"/{name}/ground_truth")
    return (t["stamp_s"], t["pose.pose.position.y"], [-z for z in t["pose.pose.position.z"]],
            t["twist.twist.linear.x"], [-w for w in t["twist.twist.linear.z"]])


class Wave:
    def __init__(self, amplitude, period):
        self.a, self.w = amplitude, 2 * math.pi / period
        self.k = self.w ** 2 / GRAVITY
        self.yaml = (f"  waves: !regular {{height_m: {2 * amplitude}, period_s: {period}, "
                     f"toward_deg: 0}}\n")

    def velocity(self, t, x, z):
        theta, speed = self.k * x - self.w * t, self.a * self.w * math.exp(-self.k * z)
        return speed * math.cos(theta), -speed * math.sin(theta)


def path(velocity, x, z, end, step=0.01):
    for i in range(round(end / step)):
        t = i * step
        a = velocity(t, x, z)
        b = velocity(t + step / 2, x + step / 2 * a[0], z + step / 2 * a[1])
        c = velocity(t + step / 2, x + step / 2 * b[0], z + step / 2 * b[1])
        d = velocity(t + step, x + step * c[0], z + step * c[1])
        x += step / 6 * (a[0] + 2 * b[0] + 2 * c[0] + d[0])
        z += step / 6 * (a[1] + 2 * b[1] + 2 * c[1] + d[1])
    return x, z


def response(times, positions, speeds, wave, begin):
    """Amplitude and phase of the craft's speed over those of the water where it is."""
    craft = water = 0
    for t, x, u in zip(times, positions, speeds):
        if t < begin:
            continue
        turn = complex(math.cos(wave.w * t), math.sin(wave.w * t))
        craft += u * turn
        water += wave.a * wave.w * math.cos(wave.k * x - wave.w * t) * turn
    return craft / water


def surface_craft(trial):
    """A1."""
    wave = Wave(0.4, 11)
    for model in ("otter", "wamv"):
        start = f"velocity: [{wave.a * wave.w}, 0, 0, 0, 0, 0], pose: {{depth_m: {-wave.a}}}"
        scenario = trial.write(f"{model}_wave.yaml", head(wave.yaml, 66) +
                               f"vehicles: [{{name: it, model: {model}, {start}}}]\n" + RECORD)
        times, x, _, u, _ = motion(trial, trial.run(scenario, f"{model}_wave"))
        h = response(times, x, u, wave, 22)
        trial.near(f"A1 {model}: surge over orbital velocity in a long wave", 1, abs(h), 0.03)
        trial.near(f"A1 {model}: its phase, rad", 0, math.atan2(h.imag, h.real), 0.03)


def calm_water(trial):
    """A2."""
    for model in ("otter", "wamv"):
        scenario = trial.write(f"{model}_calm.yaml", head("", 120) +
                               f"vehicles: [{{name: it, model: {model}, pose: {{depth_m: 0.03, "
                               f"roll_deg: 2, pitch_deg: 3}}}}]\n" + RECORD)
        _, x, _, u, _ = motion(trial, trial.run(scenario, f"{model}_calm"))
        trial.near(f"A2 {model}: way in calm water without thrust, m", 0, x[-1] - x[0], 0.05)
        trial.near(f"A2 {model}: speed at the end, m/s", 0, u[-1], 1e-5)


def accelerated_water(trial):
    """A3."""
    for faces in (False, True):
        kind = "faces" if faces else "coefficients"
        stream = "  currents: [!stratified {period_s: 10, table: [[0, 0.5, 0, 0.1]]}]\n"
        scenario = trial.write(f"stream_{kind}.yaml", head(stream, 20) + ball(
            faces, "pose: {depth_m: 30}, velocity: [0.5, 0, 0.1, 0, 0, 0]") + RECORD)
        times, _, _, u, w = motion(trial, trial.run(scenario, f"stream_{kind}"))
        for i in (40, 50, 90, 399):
            turn = math.cos(2 * math.pi * times[i] / 10)
            trial.near(f"A3 {kind}: oscillating current, {times[i]:g} s, north m/s", 0.5 * turn, u[i],
                       1e-4)
            trial.near(f"A3 {kind}: oscillating current, {times[i]:g} s, down m/s", 0.1 * turn, w[i],
                       1e-4)
        wave = Wave(1.0, 6.0)
        u0 = wave.velocity(0, 0, 5)[0]
        for current in (0.0, 0.4):
            sea = wave.yaml + f"  currents: [!uniform {{speed_m_s: {current}}}]\n"
            scenario = trial.write(f"waves_{kind}_{current}.yaml", head(sea, 120) + ball(
                faces, f"pose: {{depth_m: 5}}, velocity: [{u0 + current}, 0, 0, 0, 0, 0]") + RECORD)
            _, x, z, _, _ = motion(trial, trial.run(scenario, f"waves_{kind}_{current}"))

            def water(t, x, z, current=current):
                u, w = wave.velocity(t, x, z)
                return u + current, w

            expected = path(water, 0, 5, 120)
            case = f"A3 {kind}: 120 s under waves in a current of {current} m/s"
            trial.near(f"{case}, north m", expected[0], x[-1], 0.05)
            trial.near(f"{case}, depth m", expected[1], z[-1], 0.05)


def crossing(trial):
    """A4 of faces, A5 of coefficients."""
    volume = 4 / 3 * math.pi * 0.2 ** 3
    for item, water in (
            ("A4 faces", "shapes: {physics: [!sphere {radius_m: 0.2}]}, hydrodynamics: geometry, "
                         "surface_drag: {quadratic: [0, 0, 0], linear: [0, 0, 0], air: 0}"),
            ("A5 coefficients", "sphere_radius_m: 0.2")):
        hull = (f"{{name: hull, mass_kg: 20, center_of_mass_m: [0, 0, 0], inertia_kg_m2: [1, 1, 1], "
                f"added_mass: [17, 17, 17, 0, 0, 0], {water}}}")
        scenario = trial.write("jump.yaml", head("", 5) +
                               f"vehicle_models: [{{name: float, kind: body, links: [{hull}]}}]\n"
                               "vehicles: [{name: it, model: float, pose: {depth_m: 3}}]\n"
                               "record: {rate_hz: 200, scene: false, hashes: false}\n")
        times, _, z, _, _ = motion(trial, trial.run(scenario, item[:2]))
        top = 3 * (DENSITY * volume / 20 - 1)
        highest = min(range(len(z)), key=lambda i: z[i])
        trial.near(f"{item}: height of the jump, m", top, -z[highest], 0.01 * (3 + top))
        trial.near(f"{item}: depth after the jump, m", 3, max(z[highest:]), 0.03)
    scenario = trial.write("drop.yaml", head("", 1) + "vehicles: [{name: it, model: bluerov2_heavy, "
                           "pose: {depth_m: -30}}]\n" + RECORD)
    times, _, _, _, w = motion(trial, trial.run(scenario, "drop"))
    trial.near("A5 BlueROV2 dropped in air: speed, m/s", GRAVITY * times[-1], w[-1], 1e-3)


BOAT = """
format: 1
duration_s: {duration}
step_s: 0.01
environment:
  gravity_m_s2: 9.81
  water: {{density_kg_m3: 1000}}
{waves}
vehicle_models:
  - name: boat
    kind: body
    links: [{{name: hull, mass_kg: 100, center_of_mass_m: [0, 0, 0.1], inertia_kg_m2: [10, 20, 20],
              {hull}}}]
    thrusters: [{{name: t, direction: [1, 0, 0], position_m: [-0.8, 0, 0.3], command: force, command_min: -90,
                  command_max: 90, command_neutral: 50, efficiency_w_n: 2{diameter}}}]
    sensors: [!thruster_state {{name: state, rate_hz: 100}}]
vehicles: [{{name: it, model: boat, kinematic: true, pose: {{{pose}}}}}]
mission: [!velocity {{vehicle: it, velocity: [0, 0, {sinks}, 0, 0, 0], duration_s: {duration}}}]
record: {{rate_hz: 100, scene: false, hashes: false}}
"""
FACES = "shapes: {physics: [!box {size_m: [2, 0.6, 0.4]}]}, hydrodynamics: geometry"


def left_of_thrust(over_radius):
    """Minsaas, Thon & Kauczynski 1987, of the depth of the disc over its radius."""
    if over_radius > 1.3:
        return 1.0
    return 0.0 if over_radius < -0.48 else 1 - 0.675 * max(0.0, 1 - 0.769 * over_radius) ** 1.258


def propellers_at_the_surface(trial):
    """A5, C1. A boat is lifted out of the water and lowered again; its propeller is 0.3 m below its middle."""
    def run(name, hull, diameter, pose, sinks, duration, waves=""):
        scenario = trial.write(f"{name}.yaml", BOAT.format(
            hull=hull, diameter=f", propeller_diameter_m: {diameter}" if diameter else "", pose=pose,
            sinks=sinks, duration=duration, waves=waves))
        return trial.table(trial.run(scenario, name), "/it/state/truth")

    for name, hull, diameter in (("faces", FACES, 0.25), ("faces_default", FACES, None),
                                 ("coefficients", "volume_m3: 0.1", 0.25),
                                 ("surface_craft", "restoring: {heave_stiffness_n_m: 8000, roll_stiffness_nm_rad: "
                                                   "500, pitch_stiffness_nm_rad: 900}", 0.25)):
        t = run(f"lifted_{name}", hull, diameter, "depth_m: 0.3", -0.2, 4)
        radius, worst, step, last = (diameter or 0.1) / 2, 0.0, 0.0, None
        for time, thrust, power in zip(t["stamp_s"], t["thruster_0_thrust_N"], t["thruster_0_power_W"]):
            if time < 0.02:
                continue
            expected = 50 * left_of_thrust((0.3 + 0.3 - 0.2 * time) / radius)
            worst = max(worst, abs(thrust - expected), abs(power - 2 * expected) / 2)
            step = max(step, 0 if last is None else abs(thrust - last))
            last = thrust
        trial.near(f"A5 boat of {name} lifted out: thrust against the law, N", 0, worst, 2.5)
        trial.near(f"A5 boat of {name} lifted out: thrust in air, N", 0, last, 0)
        trial.near(f"A5 boat of {name} lifted out: largest change in 10 ms, N", 0, step, 3)
    deep = run("deep", FACES, 0.25, "depth_m: 2", 0, 1)
    trial.equal("A5 boat of faces, deep: thrust, N", {50.0}, set(deep["thruster_0_thrust_N"][1:]))
    # In a wave of 20 m the surface over the propeller, 0.8 m astern, is not that over the middle.
    wave = Wave(0.5, 2 * math.pi / math.sqrt(GRAVITY * 2 * math.pi / 20))
    t = run("in_a_wave", FACES, 0.25, "depth_m: -0.25", 0, 4, wave.yaml)
    worst = max(abs(thrust - 50 * left_of_thrust(
        (0.05 + wave.a * math.cos(wave.k * -0.8 - wave.w * time)) / 0.125))
        for time, thrust in zip(t["stamp_s"], t["thruster_0_thrust_N"]) if time > 0.02)
    trial.near("A5 boat of faces held in a wave: thrust against the law, N", 0, worst, 2.5)


def ellipsoid_heave(a, b, c):
    """Lamb's added mass along c over the displaced mass: g / (2 - g), g = abc Int_0^inf dl /
    ((c^2 + l) sqrt((a^2 + l)(b^2 + l)(c^2 + l))), here with l = c^2 s^2 / (1 - s)^2."""
    total, count = 0.0, 20000
    for i in range(count):
        s = (i + 0.5) / count
        l = c * c * s * s / (1 - s) ** 2
        dl = c * c * 2 * s / (1 - s) ** 3 / count
        total += dl / ((c * c + l) * math.sqrt((a * a + l) * (b * b + l) * (c * c + l)))
    g = a * b * c * total
    return g / (2 - g)


def panels_afloat(trial):
    """A4. A hull that floats with half of an ellipsoid in the water has half of its added mass in
    heave: T = 2 pi sqrt((m + A) / (rho g pi a b))."""
    for axes in ((0.5, 0.5, 0.5), (1.5, 0.4, 0.3), (0.8, 0.8, 0.25)):
        a, b, c = axes
        mass = DENSITY * 2 / 3 * math.pi * a * b * c
        added = mass * ellipsoid_heave(a, b, c)
        hull = (f"{{name: hull, mass_kg: {mass}, center_of_mass_m: [0, 0, {0.3 * c}], inertia_kg_m2: "
                f"[{0.2 * mass * b * b}, {0.2 * mass * a * a}, {0.2 * mass * a * a}], "
                f"shapes: {{physics: [!ellipsoid {{radii_m: [{a}, {b}, {c}]}}]}}, "
                "added_mass_from: panels, hydrodynamics: geometry, "
                "surface_drag: {quadratic: [0, 0, 0], linear: [0, 0, 0], air: 0}}")
        scenario = trial.write("afloat.yaml", head("", 12) +
                               f"vehicle_models: [{{name: hull, kind: body, links: [{hull}]}}]\n"
                               f"vehicles: [{{name: it, model: hull, pose: {{depth_m: {0.01 * c}}}}}]\n"
                               "record: {rate_hz: 200, scene: false, hashes: false}\n")
        times, _, z, _, _ = motion(trial, trial.run(scenario, "afloat"))
        zero = [times[i - 1] + (times[i] - times[i - 1]) * z[i - 1] / (z[i - 1] - z[i])
                for i in range(2, len(z)) if z[i - 1] > 0 >= z[i]]
        period = (zero[-1] - zero[0]) / (len(zero) - 1)
        expected = 2 * math.pi * math.sqrt((mass + added) / (DENSITY * GRAVITY * math.pi * a * b))
        trial.relative(f"A4 panels: heave period of half an ellipsoid {a}, {b}, {c} m, s", expected,
                       period, 0.01)


def current_and_ground(trial):
    """A6."""
    speeds = []
    for current in (0.0, -0.5):
        scenario = trial.write("remus.yaml", head(
            f"  currents: [!uniform {{speed_m_s: {-current}, toward_deg: 180}}]\n", 60) +
            "vehicles: [{name: it, model: remus100, pose: {depth_m: 30}, "
            f"velocity: [{1.5 + current}, 0, 0, 0, 0, 0]}}]\n"
            "mission:\n  - !commands {vehicle: it, actuators: [propeller], "
            "schedule: [[0, 1000], [60, 1000]]}\n" + RECORD)
        _, x, _, _, _ = motion(trial, trial.run(scenario, "remus"))
        speeds.append((x[-1] - x[0]) / 60 - current)
    trial.relative("A6 REMUS at 1000 rpm: speed through the water in 0.5 m/s ahead, m/s", speeds[0],
                   speeds[1], 1e-5)


def tank(trial):
    """A9, and the first sample of A10."""
    scenario = trial.write("tank.yaml", head("", 1) + "vehicle_models: [{name: hull, kind: body, links: "
                           "[{name: hull, mass_kg: 50, inertia_kg_m2: [3, 3, 3], volume_m3: 0.05}], "
                           "ballasts: [{name: tank, kind: tank, max: 30, start: 25}]}]\n"
                           "vehicles: [{name: it, model: hull, pose: {depth_m: 50}}]\n"
                           "record: {rate_hz: 20, scene: false, hashes: false}\n")
    log = trial.run(scenario, "tank")
    times, _, _, _, w = motion(trial, log)
    trial.near("A9 tank of 25 kg in a neutral body of 50 kg: speed of sinking, m/s",
               25 / 75 * GRAVITY * times[-1], w[-1], 1e-9)
    first = trial.table(log, "/it/hull/wrenches")
    down = {name: values[0] for name, values in first.items() if name.endswith("force.z")}
    trial.near("A10 weights and lifts before the first step, N", 25 * GRAVITY,
               abs(sum(down.values())), 1e-9)
    trial.near("A10 the largest of them, N", 50 * GRAVITY, max(map(abs, down.values())), 1e-9)


def rates(trial):
    """A10."""
    scenario = trial.write("rates.yaml", head("", 1, 0.02) + "vehicles: [{name: it, model: remus100, "
                           "pose: {depth_m: 30}, sensors: [!imu {name: fast, rate_hz: 200}]}]\n")
    trial.contains("A10 a rate above that of the steps", "above the rate of steps and gives 50 Hz",
                   trial.hadal("check", scenario))


def main():
    lib.needs(lib.PROGRAM)
    trial = lib.Trial("bodies_and_sea")
    surface_craft(trial)
    calm_water(trial)
    accelerated_water(trial)
    crossing(trial)
    panels_afloat(trial)
    propellers_at_the_surface(trial)
    current_and_ground(trial)
    tank(trial)
    rates(trial)
    trial.finish()


if __name__ == "__main__":
    main()
