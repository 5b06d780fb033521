#!/usr/bin/env python3
"""The tracking errors of summary.json and the answers of `hadal compare`, computed again with NumPy
from exported tables by the formulas of docs/report.md. report_numbers_check.py PROGRAM SOURCE_DIR
"""
import csv
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

STEP = {"north": 0.2, "east": 0.2, "depth": 0.1, "heading": 5.0, "surge": 0.05}


def hadal(program, *words, code=0):
    done = subprocess.run([program, *map(str, words)], capture_output=True, text=True)
    assert done.returncode == code, (words, done.returncode, done.stdout, done.stderr)
    return done.stdout + done.stderr


def table(program, log, topic, path):
    hadal(program, "export", log, "--topic", topic, "-o", path)
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return {name: np.array([float(row[name]) if row[name] not in ("", "nan") else np.nan for row in rows])
            for name in rows[0] if name not in ("header.frame_id", "child_frame_id")}


def short(angle):
    return (angle + 180) % 360 - 180


def step_facts(t, wanted, value, smallest, angle):
    """Steps of the set-point one after the other, each looked at as a whole."""
    less = (lambda a, b: short(a - b)) if angle else (lambda a, b: a - b)
    steps = []
    for i in range(len(t)):
        if not np.isfinite(wanted[i]):
            continue
        before = wanted[i - 1] if i > 0 and np.isfinite(wanted[i - 1]) else value[i]
        size = less(wanted[i], value[i])
        if abs(less(wanted[i], before)) < smallest or abs(size) < smallest:
            continue
        end = i
        while (end + 1 < len(t) and np.isfinite(wanted[end + 1])
               and abs(less(wanted[end + 1], wanted[end])) < smallest
               and abs(less(wanted[end + 1], wanted[i])) <= 0.01 * abs(size)):
            end += 1
        if t[end] - t[i] < 1:
            continue
        off = less(value[i:end + 1], wanted[i])
        outside = np.flatnonzero(np.abs(off) > 0.05 * abs(size))
        last = outside[-1] if len(outside) else -1
        settling = t[i + last + 1] - t[i] if i + last < end else None
        steps.append((max(0, np.max(off * np.sign(size))) / abs(size) * 100, settling))
    return steps


def check_quantity(found, name, t, wanted, value):
    angle = name == "heading"
    error = short(value - wanted) if angle else value - wanted
    error = error[np.isfinite(error)]
    one = found[name]
    assert one["samples"] == len(error), (name, one, len(error))
    assert np.isclose(one["rms"], np.sqrt(np.mean(error**2)), rtol=1e-9, atol=1e-9), (name, one)
    assert np.isclose(one["max"], np.max(np.abs(error)), rtol=1e-9, atol=1e-9), (name, one)
    steps = step_facts(t, wanted, value, STEP[name], angle)
    assert one.get("steps", 0) == len(steps), (name, one, steps)
    if not steps:
        return 0
    settled = [time for _, time in steps if time is not None]
    assert one["settled"] == len(settled), (name, one, steps)
    assert np.isclose(one["overshoot_percent"], max(o for o, _ in steps), rtol=1e-6, atol=1e-6), (name, one)
    if settled:
        assert np.isclose(one["settling_time_s"], max(settled), atol=1e-6), (name, one, settled)
    return len(steps)


def check_vehicle(program, log, work, vehicle):
    """`vehicle` is the entry of summary.json."""
    name = vehicle["name"]
    truth = table(program, log, f"/{name}/ground_truth", work / "truth.csv")
    asked = table(program, log, f"/{name}/set_point", work / "asked.csv")
    assert np.array_equal(truth["stamp_s"], asked["stamp_s"])
    t, mode = truth["stamp_s"], np.where(asked["active"] > 0, asked["mode"], -1)
    pose, course, velocity = mode == 0, mode == 4, mode == 1
    w, x, y, z = (asked[f"attitude_{axis}"] for axis in "wxyz")
    yaw = np.degrees(np.arctan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)))
    pick = lambda *cases: np.select([c for c, _ in cases], [v for _, v in cases], np.nan)  # noqa: E731
    wanted = {
        "north": pick((pose, asked["north_m"])), "east": pick((pose, asked["east_m"])),
        "depth": pick((pose, asked["depth_m"]), (course, asked["course_depth_m"])),
        "heading": pick((pose, yaw), (course, np.degrees(asked["heading_rad"]))),
        "surge": pick((course, asked["speed_m_s"]), (velocity, asked["surge_m_s"])),
    }
    value = {"north": truth["north_m"], "east": truth["east_m"], "depth": truth["depth_m"],
             "heading": truth["heading_deg"], "surge": truth["twist.twist.linear.x"]}
    found = {one["quantity"]: one for one in vehicle["tracking"]}
    expected = {key for key, column in wanted.items() if np.isfinite(column).any()}
    assert expected == set(found) - {"path", "position"}, (expected, set(found))
    steps = sum(check_quantity(found, key, t, wanted[key], value[key]) for key in sorted(expected))
    if "position" in found:
        off = np.hypot(value["north"] - wanted["north"], value["east"] - wanted["east"])
        assert np.isclose(found["position"]["rms"], np.sqrt(np.nanmean(off**2)), rtol=1e-9)
        assert np.isclose(found["position"]["max"], np.nanmax(off), rtol=1e-9)
    return steps, truth, found


def segment_distance(p, a, b):
    d = b - a
    f = np.clip(((p - a) @ d) / (d @ d), 0, 1) if d @ d > 0 else np.zeros(len(p))
    return np.linalg.norm(p - a - f[:, None] * d, axis=1)


def check_energy(vehicle):
    assert np.isclose(vehicle["energy_wh"], vehicle["hotel_energy_wh"] + vehicle["actuator_energy_wh"], rtol=1e-9)


def check_compare(program, log, work, truth):
    """A table from the field with known errors and another clock and rate."""
    t = np.arange(2.013, 40, 0.37)
    north = np.interp(t, truth["stamp_s"], truth["north_m"]) + 0.3
    heading = np.interp(t, truth["stamp_s"], np.degrees(np.unwrap(np.radians(truth["heading_deg"])))) + 2
    path = work / "dive.csv"
    with open(path, "w", encoding="utf-8") as file:
        file.write("time_s,north_m,heading_deg,cell_voltage\n")
        for row in zip(t - 100, north, heading % 360):
            file.write(",".join(repr(float(v)) for v in row) + ",3.9\n")
    answer = json.loads(hadal(program, "compare", log, "--vehicle", "auv", "--data", path, "--offset", "100", "--json"))
    assert answer["differences"][0]["unused"] == ["cell_voltage"]
    got = {q["quantity"]: q for q in answer["differences"][0]["quantities"]}
    assert set(got) == {"north", "heading"}, got
    inside = (truth["stamp_s"] >= t[0]) & (truth["stamp_s"] <= t[-1])
    unwrapped = np.degrees(np.unwrap(np.radians(truth["heading_deg"])))
    for name, column, reference in (("north", north, truth["north_m"]), ("heading", heading, unwrapped)):
        error = np.interp(truth["stamp_s"][inside], t, column) - reference[inside]
        assert got[name]["samples"] == inside.sum(), (name, got[name], inside.sum())
        assert np.isclose(got[name]["rms"], np.sqrt(np.mean(error**2)), rtol=1e-6), (name, got[name])
        assert np.isclose(got[name]["max"], np.max(np.abs(error)), rtol=1e-6), (name, got[name])
    text = hadal(program, "compare", log, "--vehicle", "auv", "--data", path, "--offset", "100")
    assert "cell_voltage" in text and "known are time_s" in text, text
    same = json.loads(hadal(program, "compare", log, log, "--json"))
    assert all(q["rms"] == 0 and q["max"] == 0 for q in same["differences"][0]["quantities"])


def check_refusals(program, log, work):
    def refused(text, *parts):
        path = work / "bad.csv"
        path.write_text(text, encoding="utf-8")
        answer = hadal(program, "compare", log, "--data", path, code=2)
        assert all(part in answer for part in parts), answer

    refused("time_s,north_m\n0,1\n1,x\n", "bad.csv:3:3", "'x' is not a number")
    refused("time_s,north_m\n0,1\n0,2\n", "bad.csv:3:1", "must rise")
    refused("time_s,foo\n0,1\n", "bad.csv:1:1", "foo", "expected time_s and any of north_m")
    refused("north_m,east_m\n0,1\n", "no column time_s")
    refused("0,1\n1,2\n", "no line with the names")
    refused("time_s,north_m\n1000,1\n1001,2\n", "--offset moves a table")
    refused("time_s,north_m\n", "at least one row")
    hadal(program, "compare", log, code=2)
    assert "there are: auv, rov" in hadal(program, "compare", log, log, "--vehicle", "boat", code=2)
    assert "no effect" in hadal(program, "compare", log, log, "--offset", "1", code=2)


def main():
    program, source = sys.argv[1], pathlib.Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        hadal(program, "run", source / "tests" / "report_numbers.yaml", "--out", work / "run")
        summary = json.loads((work / "run" / "summary.json").read_text(encoding="utf-8"))
        log = work / "run" / "log.mcap"
        vehicles = {vehicle["name"]: vehicle for vehicle in summary["vehicles"]}
        steps, auv, _ = check_vehicle(program, log, work, vehicles["auv"])
        assert steps >= 2, "the scenario asks for steps of heading and depth"
        _, rov, found = check_vehicle(program, log, work, vehicles["rov"])
        places = np.column_stack([rov["north_m"], rov["east_m"]])
        corners = [places[0], np.array([44.0, 0.0]), np.array([44.0, 3.0])]
        off = np.minimum(*(segment_distance(places, a, b) for a, b in zip(corners, corners[1:])))
        samples = found["path"]["samples"]
        assert 100 < samples <= len(off)
        assert np.isclose(found["path"]["rms"], np.sqrt(np.mean(off[:samples]**2)), rtol=1e-9, atol=1e-9)
        assert np.isclose(found["path"]["max"], np.max(off[:samples]), rtol=1e-9, atol=1e-9)
        for vehicle in vehicles.values():
            check_energy(vehicle)
        check_compare(program, log, work, auv)
        check_refusals(program, log, work)
        print(json.dumps(vehicles["auv"]["tracking"], indent=1))
    print("report numbers: all well")


if __name__ == "__main__":
    main()
