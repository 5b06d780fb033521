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


def main():
    lib.needs(lib.PROGRAM)
    trial = lib.Trial("bodies_and_sea")
    surface_craft(trial)
    calm_water(trial)
    accelerated_water(trial)
    crossing(trial)
    trial.finish()


if __name__ == "__main__":
    main()
