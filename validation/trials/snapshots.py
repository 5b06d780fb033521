#!/usr/bin/env python3
"""Snapshots and reset: whatever happened before, a run of a seed is the run of that seed.

trial_run prints tick, state hash and the places of all vehicles after every step. A fresh run, one
after reset(seed), one that goes astray and comes back to a snapshot, and one that goes on in another
simulator must print the same bytes. The program agrees: the state hashes in the log of `hadal run
--seed` are those of the API.
"""

import lib

STEPS = 300
LIVELY = """
format: 1
seed: 2
step_s: 0.01
duration_s: 3
environment:
  waves: !jonswap {significant_height_m: 0.4, peak_period_s: 4}
  wind: {speed_m_s: 5, turbulence_intensity: 0.1}
  currents:
    - !gauss_markov {name: drift, mean_m_s: 0.2, std_m_s: 0.1, correlation_time_s: 4, toward_deg: 70}
  seabed: !flat {depth_m: 12, resolution_m: 0.5, detail: {amplitude_m: 0.2}}
vehicles:
  - name: rov
    model: bluerov2_heavy
    pose: {depth_m: 6}
    navigation: ins
    sensors:
      - !ins {name: ins, rate_hz: 100, gyro: {white_density: 1e-3}, accelerometer: {white_density: 1e-2}}
      - !dvl {name: second_dvl, rate_hz: 5, beam_noise: {std_m_s: 0.01}}
      - !acoustic_modem {name: modem}
  - {name: boat, model: bluerov2_heavy, pose: {north_m: 3, depth_m: 3}, sensors: [!acoustic_modem {name: modem}]}
objects:
  - {name: ball, pose: {north_m: 1, depth_m: 11.4}, shapes: {physics: [!sphere {radius_m: 0.2}]}, material: steel}
mission:
  - !go_to {vehicle: rov, north_m: 4, east_m: 1, depth_m: 8}
  - !hold {vehicle: boat, duration_s: 100}
events:
  - !wrench {at_s: 1.2, vehicle: rov, wrench: [40, 0, 10, 0, 0, 3], duration_s: 0.7}
  - !current {at_s: 1.4, current: drift, factor: 2}
  - !send {at_s: 0.5, from: rov/modem, to: boat/modem, text: hello, every_s: 0.6}
  - !thruster_health {at_s: 1.8, vehicle: boat, thruster: t1, health: 0.2}
record: {rate_hz: 10, scene: false}
"""


def hashes_of(text):
    return [line.split(",")[1] for line in text.split()]


def main():
    lib.needs(lib.PROGRAM, lib.TRIAL_RUN)
    trial = lib.Trial("snapshots")
    scenario = trial.write("lively.yaml", LIVELY)
    fresh = {}
    for seed in (2, 9):
        fresh[seed] = trial.api("run", scenario, STEPS, f"seed={seed}")
        trial.equal(f"seed {seed}: steps", STEPS, len(fresh[seed].split()))
        for way in ("run", "reset", "snapshot", "moved"):
            other = trial.api(way, scenario, STEPS, f"seed={seed}")
            trial.equal(f"seed {seed}: {way} against a fresh run", fresh[seed], other)
        # The same by the program: hashes of its log, from tick 1 on.
        log = trial.run(scenario, f"run_{seed}", "--seed", seed)
        table = lib.read_table(trial.hadal("export", log, "--topic", "/hadal/state_hash"))
        logged = {int(tick): int(float(value)) if not isinstance(value, str) else value
                  for tick, value in zip(table["tick"], table["hash"])}
        # Exported as numbers of 64 bits; doubles keep 53 of them.
        own = [float(int(word, 16)) for word in hashes_of(fresh[seed])]
        trial.equal(f"seed {seed}: hashes of hadal run", own,
                    [float(logged[tick]) for tick in range(1, STEPS + 1)])
        trial.contains(f"seed {seed}: replay", "all equal",
                       trial.hadal("replay", log, "--verify"))
    trial.different("seeds 2 and 9", hashes_of(fresh[2])[-1], hashes_of(fresh[9])[-1])
    # Two logs of one seed and patch are the same bytes; replay applies the patch.
    logs = [trial.folder / f"patched_{i}.mcap" for i in range(2)]
    for log in logs:
        trial.api("run", scenario, 100, "seed=5", f"log={log}",
                  "patch:vehicles.boat.pose.depth_m=4.5")
    trial.equal("bytes of two patched logs", lib.digest(logs[0]), lib.digest(logs[1]))
    trial.contains("replay of a patched log", "all equal", trial.hadal("replay", logs[0], "--verify"))
    trial.finish()


if __name__ == "__main__":
    main()
