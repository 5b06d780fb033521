#!/usr/bin/env python3
"""Waves: the sea has the spectrum it was asked for.

A regular wave is a cos(k x - w t), its water moves by w a e^(-k z) and presses by rho g a e^(-k z).
A random sea with a JONSWAP spectrum (Hasselmann et al. 1973)

    S(f) ~ f^-5 exp(-5/4 (fp/f)^4) gamma^exp(-(f - fp)^2 / (2 s^2 fp^2)),  s = 0.07 or 0.09,

between half and four times its peak has the variance Hs^2 / 16. A gauge at depth d feels it through
rho g e^(-k d), k = w^2 / g, so that the variance of its pressure is an integral over S; so is that of
each band of frequencies. Over an hour the sea of a run, whatever its seed, comes close to that.
"""

import cmath
import json
import math

import lib

HEIGHT, PERIOD, GAMMA = 1.5, 9.0, 3.3
LOWEST, HIGHEST = 0.5, 4.0               # of the peak frequency, as documented
DENSITY, GRAVITY = 1000.0, 9.81
DEPTH, RATE, COUNT = 4.0, 2.0, 8192      # 68 minutes
SEEDS = (1, 2, 3, 4)

SEA = f"""
format: 1
seed: 11
step_s: 0.1
duration_s: {COUNT / RATE}
environment:
  gravity_m_s2: {GRAVITY}
  water: {{density_kg_m3: {DENSITY}}}
  waves: !jonswap {{significant_height_m: {HEIGHT}, peak_period_s: {PERIOD}, spreading: none}}
vehicle_models:
  - name: post
    links: [{{name: hull, mass_kg: 10, inertia_kg_m2: [1, 1, 1], volume_m3: 0.01}}]
    sensors: [!pressure {{name: gauge, rate_hz: {RATE}}}]
vehicles: [{{name: a, model: post, kinematic: true, pose: {{depth_m: {DEPTH}}}}}]
record: {{rate_hz: 0.01, scene: false, hashes: false, wrench_terms: false}}
"""

REGULAR = f"""
format: 1
environment:
  gravity_m_s2: {GRAVITY}
  water: {{density_kg_m3: {DENSITY}}}
  waves: !regular {{height_m: 2, period_s: 8, toward_deg: 0}}
"""


def spectrum(f):
    """m^2/Hz, up to the factor that gives the height."""
    fp = 1 / PERIOD
    if not LOWEST * fp <= f <= HIGHEST * fp:
        return 0.0
    s = 0.07 if f <= fp else 0.09
    peak = GAMMA ** math.exp(-(f - fp) ** 2 / (2 * s * s * fp * fp))
    return f ** -5 * math.exp(-1.25 * (fp / f) ** 4) * peak


def integral(function, low, high, count=20000):
    step = (high - low) / count
    return step * math.fsum(function(low + (i + 0.5) * step) for i in range(count))


def transform(values):
    """Discrete Fourier transform, 2^n values (Cooley & Tukey 1965)."""
    n = len(values)
    if n == 1:
        return list(values)
    even, odd = transform(values[0::2]), transform(values[1::2])
    turned = [cmath.exp(-2j * math.pi * k / n) * odd[k] for k in range(n // 2)]
    return [even[k] + turned[k] for k in range(n // 2)] + \
           [even[k] - turned[k] for k in range(n // 2)]


def regular(trial):
    scenario = trial.write("regular.yaml", REGULAR)
    omega = 2 * math.pi / 8
    k = omega ** 2 / GRAVITY
    for time, north, depth in ((0, 0, 5), (1, 0, 5), (2.5, 10, 3), (30.25, -40, 12), (7, 3, 0.001)):
        sea = json.loads(trial.hadal("query", scenario, "--at", time, "--north", north, "--depth",
                                     depth))
        theta = k * north - omega * time
        where = f"regular wave at {time:g} s, {north:g} m, {depth:g} m deep"
        trial.near(f"{where}: elevation, m", math.cos(theta), sea["wave_elevation_m"], 1e-9)
        decay = math.exp(-k * depth)
        trial.near(f"{where}: velocity, m/s", omega * decay * math.cos(theta),
                   sea["wave_north_m_s"], 1e-6)
        trial.near(f"{where}: pressure, Pa", DENSITY * GRAVITY * decay * math.cos(theta),
                   sea["wave_pressure_pa"], 1e-2)


def random_sea(trial):
    scenario = trial.write("sea.yaml", SEA)
    fp = 1 / PERIOD
    scale = HEIGHT ** 2 / 16 / integral(spectrum, LOWEST * fp, HIGHEST * fp)

    def pressure(f):  # Pa^2/Hz
        k = (2 * math.pi * f) ** 2 / GRAVITY
        return scale * spectrum(f) * (DENSITY * GRAVITY) ** 2 * math.exp(-2 * k * DEPTH)

    # The gauge counts its depth from the real surface, e^(-k (d + zeta)) (Wheeler): crests press less
    # than troughs, by k zeta^2 in the mean.
    offset = -integral(
        lambda f: scale * spectrum(f) * DENSITY * GRAVITY * (2 * math.pi * f) ** 2 / GRAVITY *
        math.exp(-(2 * math.pi * f) ** 2 / GRAVITY * DEPTH), LOWEST * fp, HIGHEST * fp)
    bands = [(LOWEST * fp, 0.9 * fp), (0.9 * fp, 1.1 * fp), (1.1 * fp, 1.5 * fp),
             (1.5 * fp, HIGHEST * fp)]
    expected = [integral(pressure, *band) for band in bands]
    total = [0.0] * len(bands)
    seen = []
    for seed in SEEDS:
        log = trial.run(scenario, f"sea_{seed}", "--seed", seed)
        table = trial.table(log, "/a/gauge/truth")
        values = [x - 101325 - DENSITY * GRAVITY * DEPTH for x in table["pressure_Pa"]][:COUNT]
        seen.append(values)
        n = len(values)
        lines = transform([complex(x) for x in values])
        power = [2 * abs(lines[i]) ** 2 / n ** 2 for i in range(n // 2)]
        sums = [sum(power[i] for i in range(1, n // 2) if low <= i * RATE / n < high)
                for low, high in bands]
        total = [a + b / len(SEEDS) for a, b in zip(total, sums)]
        # An hour of waves with 260 components: the variance scatters by some percent.
        trial.relative(f"seed {seed}: variance of the pressure, Pa^2", math.fsum(expected),
                       lib.variance(values), 0.10)
        trial.near(f"seed {seed}: mean of the pressure, Pa", offset, lib.mean(values),
                   0.005 * math.sqrt(math.fsum(expected)))
    trial.relative("all seeds: variance of the pressure, Pa^2", math.fsum(expected),
                   lib.mean([lib.variance(values) for values in seen]), 0.05)
    for (low, high), wanted, got in zip(bands, expected, total):
        trial.relative(f"all seeds: band {low / fp:.1f} to {high / fp:.1f} of the peak, Pa^2", wanted,
                       got, 0.20)
    for i in range(1, len(SEEDS)):
        trial.near(f"correlation of seeds {SEEDS[0]} and {SEEDS[i]}", 0,
                   lib.correlation(seen[0], seen[i]), 0.2)


def elevation(trial):
    """The elevation itself, at moments far apart: independent draws."""
    scenario = trial.folder / "sea.yaml"
    count = 120
    values = []
    for i in range(count):
        sea = json.loads(trial.hadal("query", scenario, "--at", 3 + 641.7 * i))
        values.append(sea["wave_elevation_m"])
        if i == 0:
            trial.near("significant height, m", HEIGHT, sea["significant_height_m"], 1e-6)
    trial.relative("standard deviation of the elevation, m", HEIGHT / 4,
                   math.sqrt(lib.variance(values)), lib.std_tolerance(count, sigmas=4))
    trial.near("mean of the elevation, m", 0, lib.mean(values), 4 * HEIGHT / 4 / math.sqrt(count))


def main():
    lib.needs(lib.PROGRAM)
    trial = lib.Trial("waves")
    regular(trial)
    random_sea(trial)
    elevation(trial)
    trial.finish()


if __name__ == "__main__":
    main()
