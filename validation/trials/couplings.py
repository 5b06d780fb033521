#!/usr/bin/env python3
"""Plug and socket: twenty plugs within the tolerances mate and come off, twenty beyond do not.

A neutral plug hovers before its socket, with an offset, a tilt and a gap drawn at random. The
scenario file is the one that is shipped, with another pose of the plug. Inside, all three are at
most 0.9 of their tolerance; outside, one of them is 1.1 to 1.5 times its tolerance and the others are inside.
Expected: joined two seconds after the start; pressed in with 60 N it locks, with 120 N it does not come
off, with 200 N it does. Where the tip is, and the angle between the axes, is computed here from the
pose by plane trigonometry.
"""

import math
import random
import re

import lib

LATERAL, ANGLE, GAP = 0.010, 5.0, 0.20  # tolerances of the scenario: m, deg, m
TIP, SEAT = 0.175, -0.05                # of the plug and of the socket along their axes, m


def pose(draw, factors):
    """The plug's pose for an offset, a tilt and a gap of these fractions of their tolerances."""
    lateral, tilt, gap = factors[0] * LATERAL, factors[1] * math.radians(ANGLE), factors[2] * GAP
    about, where = draw.uniform(0, 2 * math.pi), draw.uniform(0, 2 * math.pi)
    # The plug looks south; its axis is turned by `tilt` towards the direction `about`.
    pitch = math.asin(math.sin(tilt) * math.sin(about))
    yaw = math.asin(math.sin(tilt) * math.cos(about) / math.cos(pitch))
    axis = (-math.cos(pitch) * math.cos(yaw), -math.cos(pitch) * math.sin(yaw), -math.sin(pitch))
    tip = (SEAT + gap, lateral * math.cos(where), lateral * math.sin(where))
    north, east, down = (t - TIP * a for t, a in zip(tip, axis))
    return (f"{{north_m: {north:.9f}, east_m: {east:.9f}, depth_m: {30 + down:.9f}, "
            f"heading_deg: {180 + math.degrees(yaw):.9f}, pitch_deg: {math.degrees(pitch):.9f}}}")


def modes(trial, name, text):
    scenario = trial.write(f"{name}.yaml", text)
    log = trial.run(scenario, name)
    table = trial.table(log, "/couplings/lead")
    order = []
    for mode in table["mode"]:
        if not order or order[-1] != mode:
            order.append(mode)
    return order, table


def main():
    lib.needs(lib.PROGRAM)
    trial = lib.Trial("couplings")
    draw = random.Random(16)
    shipped = (lib.SOURCE / "scenarios/plug_and_socket.yaml").read_text()
    shipped = re.sub(r"\nexpect:.*", "\n", shipped, flags=re.S)
    shipped += "record: {rate_hz: 20, hashes: false, scene: false, wrench_terms: false}\n"
    placed = r"pose: \{north_m: 0\.265[^}]*\}"
    mated = stayed = 0
    for i in range(20):
        text = re.sub(placed, "pose: " + pose(draw, [draw.uniform(0, 0.9), draw.uniform(0, 0.9),
                                                       draw.uniform(0.65, 0.9)]), shipped)
        order, table = modes(trial, f"inside_{i}", text)
        mated += order == [0, 1, 2, 0]
        seated = [x for x, mode in zip(table["lateral_m"], table["mode"]) if mode == 2]
        trial.near(f"inside {i}: offset while locked, m", 0, max(seated, default=math.inf), 5e-5)
    for i in range(20):
        factors = [draw.uniform(0, 0.9), draw.uniform(0, 0.9), draw.uniform(0.65, 0.9)]
        factors[i % 3] = draw.uniform(1.1, 1.5)
        text = re.sub(placed, "pose: " + pose(draw, factors), shipped)
        text = re.sub(r"\nevents:.*?\nrecord", "\nrecord", text, flags=re.S)  # nobody pushes
        order, _ = modes(trial, f"outside_{i}", text)
        stayed += order == [0]
    trial.equal("plugs inside that joined, locked and came off", 20, mated)
    trial.equal("plugs outside that stayed free", 20, stayed)
    trial.finish()


if __name__ == "__main__":
    main()
