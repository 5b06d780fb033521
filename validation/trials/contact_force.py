#!/usr/bin/env python3
"""An arm presses on a pipe with 20 N while its vehicle moves along it (scenarios/pipe_inspection.yaml).

The oracle is the contact itself: the wrench that the solver of contacts exerts on the probe, logged per
link; x of the probe points down, as the arm keeps its attitude. The controller knows nothing of it but
the reading of its force/torque sensor, with weight, buoyancy, offset and noise.
"""

import math

import lib

WANTED_N = 20.0
LENGTH_M = 3.0
END_M = 5.52


def main():
    trial = lib.Trial("contact_force")
    scenario = lib.SOURCE / "scenarios/pipe_inspection.yaml"
    log = trial.run(scenario, "press")
    contact = trial.table(log, "/rov/probe_tip/wrenches")
    control = trial.table(log, "/rov/arm/control")
    tool = control["tool_north_m"]
    wanted = control["wanted_x_m"]
    rows = [row for row, place in enumerate(wanted) if END_M - LENGTH_M + 0.02 < place < END_M - 0.01]
    forces = [-contact["contact.force.x"][row] for row in rows]
    north = [tool[row] for row in rows]
    squares = sum((force - WANTED_N) ** 2 for force in forces)
    trial.near("length pressed along, m", LENGTH_M - 0.03, max(north) - min(north), 0.02)
    trial.near("mean contact force, N", WANTED_N, sum(forces) / len(forces), 0.3)
    trial.near("root mean square of its error, N", 0, math.sqrt(squares / len(forces)), 1)
    trial.near("worst error on the way, N", 0, max(abs(f - WANTED_N) for f in forces), 3)
    trial.finish()


if __name__ == "__main__":
    main()
