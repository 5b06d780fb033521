#!/usr/bin/env python3
"""Seeds of a run: other noise, the same place.

White noise of a gauge: standard deviation (chi-square), mean, whiteness and independence of seeds.
A Gauss-Markov current over many seeds: V' = a V + sigma sqrt(1 - a^2) xi, a = exp(-dt / T), has the
standard deviation sigma and, over a lag L, the correlation exp(-L / T). The same seed gives the same
bytes; `--seed` leaves the ground, what lies on it and the scenery alone, `seed` of the scenario does
not.
"""

import json
import math

import lib

STD, DENSITY, RATE = 0.2, 0.05, 50.0     # m, m/sqrt(Hz), Hz
CURRENT_STD, TIME_CONSTANT = 0.15, 8.0   # m/s, s
STEP = 0.02
SIGMAS = 5

NOISE = f"""
format: 1
seed: 3
step_s: {STEP}
duration_s: 120
vehicle_models:
  - name: post
    links: [{{name: hull, mass_kg: 10, inertia_kg_m2: [1, 1, 1], volume_m3: 0.01}}]
    sensors:
      - !depth {{name: white, rate_hz: {RATE}, noise: {{white_std: {STD}}}}}
      - !depth {{name: dense, rate_hz: {RATE}, noise: {{white_density: {DENSITY}}}}}
vehicles: [{{name: a, model: post, kinematic: true, pose: {{depth_m: 20}}}}]
record: {{rate_hz: 1, scene: false}}
"""

CURRENT = f"""
format: 1
step_s: 0.1
duration_s: 1000
environment:
  currents: [!gauss_markov {{name: gusts, std_m_s: {CURRENT_STD}, correlation_time_s: {TIME_CONSTANT}}}]
"""

PLACE = """
format: 1
seed: 4
step_s: 0.02
duration_s: 2
environment:
  seabed: !flat {depth_m: 15, resolution_m: 0.5, detail: {amplitude_m: 0.3, max_wavelength_m: 8}}
  currents: [!gauss_markov {name: gusts, std_m_s: 0.1, correlation_time_s: 5}]
objects:
  - name: stone
    fixed: true
    shapes: {physics: [!rock {size_m: [0.5, 0.4, 0.3]}]}
    material: rock
    pose: {on_seabed: true}
    scatter: {count: 6, size_m: [12, 12]}
scenery:
  - !seagrass {name: meadow, box: [-5, 5, -5, 5], density_m2: 2}
vehicles:
  - {name: rov, model: bluerov2_heavy, pose: {depth_m: 8}}
mission: [!hold {vehicle: rov, duration_s: 100}]
"""


def errors_of(trial, log, sensor):
    reading = trial.table(log, f"/a/{sensor}")
    return [x - 20 for x in reading["depth_m"]]


def white_noise(trial):
    scenario = trial.write("noise.yaml", NOISE)
    draws = []
    for seed in (1, 2, 3):
        log = trial.run(scenario, f"noise_{seed}", "--seed", seed)
        errors = errors_of(trial, log, "white")
        draws.append(errors)
        n = len(errors)
        trial.near(f"seed {seed}: readings", 120 * RATE, n, 1)
        trial.relative(f"seed {seed}: standard deviation, m", STD,
                       math.sqrt(lib.variance(errors)), lib.std_tolerance(n))
        trial.near(f"seed {seed}: mean error, m", 0, lib.mean(errors), SIGMAS * STD / math.sqrt(n))
        trial.near(f"seed {seed}: correlation of neighbours", 0,
                   lib.correlation(errors[:-1], errors[1:]), SIGMAS / math.sqrt(n))
        # A normal distribution has a fraction of 0.6827 within one sigma.
        inside = sum(abs(x) < STD for x in errors) / n
        trial.near(f"seed {seed}: share within one sigma", 0.682689492, inside,
                   SIGMAS * math.sqrt(0.6827 * 0.3173 / n))
        dense = errors_of(trial, log, "dense")
        trial.relative(f"seed {seed}: density, m", DENSITY * math.sqrt(RATE),
                       math.sqrt(lib.variance(dense)), lib.std_tolerance(n))
        trial.near(f"seed {seed}: correlation of two gauges", 0, lib.correlation(errors, dense),
                   SIGMAS / math.sqrt(n))
    for one, other in ((0, 1), (0, 2), (1, 2)):
        trial.near(f"correlation of seeds {one + 1} and {other + 1}", 0,
                   lib.correlation(draws[one], draws[other]),
                   SIGMAS / math.sqrt(len(draws[one])))
    # The seed of the scenario is that of the run unless another is given.
    trial.equal("seed 3 by default", errors_of(trial, trial.run(scenario, "noise_own"), "white"),
                draws[2])


def same_seed(trial):
    scenario = trial.folder / "noise.yaml"
    logs = [trial.run(scenario, f"again_{i}", "--seed", 77, "--duration", 5) for i in range(2)]
    trial.equal("bytes of two runs of seed 77", lib.digest(logs[0]), lib.digest(logs[1]))
    other = trial.run(scenario, "another", "--seed", 78, "--duration", 5)
    trial.different("bytes of seeds 77 and 78", lib.digest(logs[0]), lib.digest(other))


def gusts(trial):
    scenario = trial.write("current.yaml", CURRENT)
    seeds, lag_s = 1500, 6.0
    # 120 steps of 0.1 s: a lag of 6 s from half way to the end. The first value may depend on how
    # the process begins, by exp(-6 / 8) at most if it begins at its mean.
    text = trial.api("current", scenario, 120, f"seeds={seeds}")
    rows = [[float(cell) for cell in line.split(",")] for line in text.split()]
    trial.equal("seeds", seeds, len(rows))
    columns = list(zip(*rows))
    for axis, middle, end in (("north", columns[0], columns[2]), ("east", columns[1], columns[3])):
        for when, values in (("half way", middle), ("at the end", end)):
            trial.near(f"gusts to {axis} {when}: mean, m/s", 0, lib.mean(values),
                       SIGMAS * CURRENT_STD / math.sqrt(seeds))
            trial.relative(f"gusts to {axis} {when}: standard deviation, m/s", CURRENT_STD,
                           math.sqrt(lib.variance(values)), lib.std_tolerance(seeds))
        expected = math.exp(-lag_s / TIME_CONSTANT)
        trial.near(f"gusts to {axis}: correlation over {lag_s:g} s", expected,
                   lib.correlation(middle, end), SIGMAS * (1 - expected ** 2) / math.sqrt(seeds))
    trial.near("gusts: correlation of north and east", 0, lib.correlation(columns[2], columns[3]),
               SIGMAS / math.sqrt(seeds))


def scenery(trial):
    scenario = trial.write("place.yaml", PLACE)
    logs = {seed: trial.run(scenario, f"place_{seed}", "--seed", seed) for seed in (4, 5)}
    other = trial.run(scenario, "place_other", "--set", "seed=5")
    stones = [f"/stone_{i}/ground_truth" for i in range(1, 7)]
    place = {key: [trial.hadal("export", log, "--topic", topic) for topic in stones]
             for key, log in logs.items()}
    trial.equal("stones of run seeds 4 and 5", place[4], place[5])
    drawn = {key: lib.attachments(log) for key, log in logs.items()}
    for name in ("scene.json", "scene.glb"):
        trial.equal(f"{name} of run seeds 4 and 5", lib.hashlib.sha256(drawn[4][name]).hexdigest(),
                    lib.hashlib.sha256(drawn[5][name]).hexdigest())
    trial.different("scene of scenario seeds 4 and 5", drawn[4]["scene.json"] + drawn[4]["scene.glb"],
                    lib.attachments(other)["scene.json"] + lib.attachments(other)["scene.glb"])
    json.loads(drawn[4]["scene.json"])
    water = [trial.hadal("export", log, "--topic", "/rov/water") for log in logs.values()]
    trial.different("currents of run seeds 4 and 5", water[0], water[1])
    # The seed of a run is not of the scenario: only --set changes what is saved beside the log.
    saved = [lib.attachments(log)["scenario.yaml"].decode() for log in (*logs.values(), other)]
    trial.equal("scenarios of run seeds 4 and 5", saved[0], saved[1])
    trial.contains("scenario of --set seed=5", "seed: 5", saved[2])


def main():
    lib.needs(lib.PROGRAM, lib.TRIAL_RUN)
    trial = lib.Trial("seeds")
    white_noise(trial)
    same_seed(trial)
    gusts(trial)
    scenery(trial)
    trial.finish()


if __name__ == "__main__":
    main()
