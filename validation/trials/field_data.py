#!/usr/bin/env python3
"""Field data in: commands, set-points, currents and water from files as people bring them.

- A series of pulse widths at 10 Hz for eight thrusters moves a hull that three independent equations
  m u' = F(t) - a u - b |u| u describe (thrust at the centre of mass turns nothing); RK4 integrates
  them with the command held or linear between rows. The same rows in the scenario give the same bits.
- A record of (time, depth) with a masked block, as netCDF (written here by the public specification
  of the classic format) and as CSV, answers like an interpolation of the record whose gaps are filled
  first over depth, then over time.
- A CTD cast gives the sound speed of Chen & Millero (1977) at its temperature and salinity; one over
  pressure lies at the depths of Saunders & Fofonoff (1976) for the standard ocean they are for.
- Careless files are refused with their line (exit code 2).
"""

import json
import math
import struct

import lib

# --- Commands.

STEP, DURATION, RATE = 0.005, 120.0, 10
MASS, LINEAR, QUADRATIC, FORCE = (40.0, 60.0, 75.0), (6.0, 9.0, 12.0), (30.0, 80.0, 110.0), 25.0
AXES = (0, 0, 1, 1, 1, 2, 2, 2)  # of the thrusters

CRAFT = f"""
format: 1
step_s: {STEP}
duration_s: {DURATION}
environment: {{water: {{density_kg_m3: 1000}}}}
vehicle_models:
  - name: block
    links:
      - name: hull
        mass_kg: 40
        inertia_kg_m2: [5, 5, 5]
        volume_m3: 0.04
        added_mass: [0, 20, 35, 0, 0, 0]
        added_mass_coriolis: "none"
        damping: {{linear: [6, 9, 12, 5, 5, 5], quadratic: [30, 80, 110, 5, 5, 5]}}
    thrusters:
"""
for number, axis in enumerate(AXES):
    direction = [1.0 if axis == i else 0.0 for i in range(3)]
    CRAFT += (f"      - {{name: t{number}, direction: {direction}, command: pulse_width, "
              "command_neutral: 1500, command_min: 1100, command_max: 1900, "
              f"rotor_per_command: 0.0025, rotor: !instant {{}}, "
              f"map: !linear {{forward: {FORCE}, reverse: {FORCE}}}}}\n")
CRAFT += "vehicles: [{name: rov, model: block, pose: {depth_m: 50}}]\n"
CRAFT += "record: {rate_hz: 10, scene: false, wrench_terms: false, frames: none}\n"


def pulse_widths():
    """Rows [time, eight pulse widths] that wander about and jump now and then."""
    rows = []
    for i in range(int(DURATION * RATE) + 1):
        t = i / RATE
        row = [t]
        for k in range(8):
            wave = 250 * math.sin(0.2 * t * (1 + 0.1 * k) + k) + 80 * math.sin(1.3 * t + 2 * k)
            jump = 60 if (i // 37 + k) % 3 == 0 else -20
            row.append(round(1500 + wave + jump, 2))
        rows.append(row)
    return rows


def csv_text(header, rows):
    return "\n".join([",".join(header)] + [",".join(f"{x:.10g}" for x in row) for row in rows]) + "\n"


def thrust(rows, t, linear):
    """N per axis."""
    index = min(int(t * RATE + 1e-6), len(rows) - 1)
    fraction = (t - rows[index][0]) * RATE if linear and index + 1 < len(rows) else 0.0
    out = [0.0, 0.0, 0.0]
    for k, axis in enumerate(AXES):
        command = rows[index][k + 1]
        if fraction > 0:
            command += fraction * (rows[index + 1][k + 1] - command)
        out[axis] += FORCE * 0.0025 * (command - 1500)
    return out


def oracle(rows, linear, seconds):
    """{time: (velocities, displacements)} by RK4, twenty steps from row to row."""
    out = {0: ([0.0] * 3, [0.0] * 3)}
    u, x = [0.0] * 3, [0.0] * 3
    count = 20
    h = 1 / RATE / count
    for i in range(int(seconds * RATE)):
        for n in range(count):
            t = i / RATE + n * h
            inside = 1e-9  # the row of this interval at both of its ends
            forces = [thrust(rows, min(t + part * h, (i + 1) / RATE - inside) + inside / 2, linear)
                      for part in (0, 0.5, 1)]
            for axis in range(3):
                def rate(v, force, axis=axis):
                    return (force[axis] - LINEAR[axis] * v - QUADRATIC[axis] * abs(v) * v) / MASS[axis]
                v = u[axis]
                k1 = rate(v, forces[0])
                k2 = rate(v + h / 2 * k1, forces[1])
                k3 = rate(v + h / 2 * k2, forces[1])
                k4 = rate(v + h * k3, forces[2])
                x[axis] += h * v + h * h / 6 * (k1 + k2 + k3)
                u[axis] += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        out[i + 1] = (list(u), list(x))
    return out


def commands(trial):
    rows = pulse_widths()
    names = [f"t{k}" for k in range(8)]
    trial.write("pwm.csv", csv_text(["time_s"] + names, rows))
    for kind in ("hold", "linear"):
        step = "mission:\n  - !commands {vehicle: rov, file: pwm.csv, interpolation: %s}\n" % kind
        scenario = trial.write(f"{kind}.yaml", CRAFT + step)
        log = trial.run(scenario, f"from_file_{kind}")
        table = trial.table(log, "/rov/ground_truth")
        expected = oracle(rows, kind == "linear", DURATION)
        north, east, depth = table["north_m"], table["east_m"], table["depth_m"]
        worst = 0.0
        for i, stamp in enumerate(table["stamp_s"]):
            place = expected[round(stamp * RATE)][1]
            worst = max(worst, abs(north[i] - place[0]), abs(east[i] - place[1]),
                        abs(depth[i] - 50 - place[2]))
        trial.near(f"{kind}: greatest distance from RK4 over {DURATION:g} s, m", 0, worst, 0.02)
        travelled = max(max(map(abs, north)), max(map(abs, east)))
        trial.near(f"{kind}: it went somewhere, m", 1, min(travelled, 1), 1e-9)
        inline = json.dumps(rows)
        same = ("mission:\n  - !commands {vehicle: rov, actuators: [%s], interpolation: %s, "
                "duration_s: %g, schedule: %s}\n" % (", ".join(names), kind, DURATION, inline))
        trial.run(trial.write(f"{kind}_inline.yaml", CRAFT + same), f"inline_{kind}")
        hashes = [json.loads((trial.folder / f"{name}_{kind}" / "summary.json").read_text())["state_hash"]
                  for name in ("from_file", "inline")]
        trial.equal(f"{kind}: state hash of file and schedule", hashes[1], hashes[0])
        # What was read stands in the scenario beside the log, which needs the file no more.
        saved = trial.folder / f"from_file_{kind}" / "scenario.yaml"
        (trial.folder / "pwm.csv").rename(trial.folder / "away.csv")
        trial.run(saved, f"again_{kind}")
        (trial.folder / "away.csv").rename(trial.folder / "pwm.csv")
        again = json.loads((trial.folder / f"again_{kind}" / "summary.json").read_text())["state_hash"]
        trial.equal(f"{kind}: state hash of the saved scenario", hashes[0], again)


# --- Set-points: a kinematic vehicle is where its table says.

def set_points(trial):
    rows = [[2.0 * i, 3 * math.sin(0.1 * i), 0.5 * i, 10 + 0.2 * i, (340 + 8 * i) % 360]
            for i in range(21)]
    trial.write("course.csv",
                csv_text(["time_s", "north_m", "east_m", "depth_m", "heading_deg"], rows))
    text = """
format: 1
step_s: 0.01
duration_s: 40
vehicles: [{name: rov, model: bluerov2_heavy, kinematic: true, pose: {depth_m: 10, heading_deg: 340}}]
mission: [!set_points {vehicle: rov, file: course.csv, interpolation: %s}]
record: {rate_hz: 10, scene: false, frames: none}
"""
    for kind in ("linear", "hold"):
        log = trial.run(trial.write(f"course_{kind}.yaml", text % kind), f"course_{kind}")
        table = trial.table(log, "/rov/ground_truth")
        for seconds in (7, 13, 31):
            i = round(seconds * 10)
            low = rows[seconds // 2]
            high = rows[seconds // 2 + 1]
            half = 0.5 if kind == "linear" else 0.0
            for column, name in ((1, "north_m"), (2, "east_m"), (3, "depth_m")):
                expected = low[column] + half * (high[column] - low[column])
                trial.near(f"set-points, {kind}, {seconds} s: {name}", expected, table[name][i], 0.02)
            turn = (high[4] - low[4] + 180) % 360 - 180
            off = (table["heading_deg"][i] - low[4] - half * turn + 180) % 360 - 180
            trial.near(f"set-points, {kind}, {seconds} s: heading off by, deg", 0, off, 0.3)


# --- A record of (time, depth) in netCDF.

FILL = -32767.0


def classic_netcdf(dimensions, variables):
    """Bytes of a classic netCDF file (CDF-1). variables: name -> (dimensions, attributes, values)."""
    def padded(data):
        return data + b"\0" * (-len(data) % 4)

    def name_of(text):
        return struct.pack(">i", len(text)) + padded(text.encode())

    def attribute(name, value):
        if isinstance(value, str):
            return name_of(name) + struct.pack(">ii", 2, len(value)) + padded(value.encode())
        return name_of(name) + struct.pack(">iid", 6, 1, value)

    names = list(dimensions)
    head = b"CDF\x01" + struct.pack(">iii", 0, 10, len(names))
    for name in names:
        head += name_of(name) + struct.pack(">i", dimensions[name])
    head += struct.pack(">iiii", 0, 0, 11, len(variables))
    entries, data = [], []
    for name, (own, attributes, values) in variables.items():
        entry = name_of(name) + struct.pack(">i", len(own))
        entry += b"".join(struct.pack(">i", names.index(d)) for d in own)
        entry += struct.pack(">ii", 12, len(attributes)) if attributes else struct.pack(">ii", 0, 0)
        entry += b"".join(attribute(k, v) for k, v in attributes.items())
        entry += struct.pack(">ii", 6, 8 * len(values))
        entries.append(entry)
        data.append(struct.pack(f">{len(values)}d", *values))
    begin = len(head) + sum(len(entry) + 4 for entry in entries)
    for entry, values in zip(entries, data):
        head += entry + struct.pack(">i", begin)
        begin += len(values)
    return head + b"".join(data)


TIMES = [600.0 * i for i in range(13)]          # s after 2021-05-10T18:00
DEPTHS = [4.0, 8.0, 12.0, 16.0, 22.0, 30.0]


def east_of(t, d):
    return 0.3 + 0.1 * math.sin(t / 900) - 0.008 * d + 0.02 * math.cos(d)


def north_of(t, d):
    return -0.1 + 0.05 * math.cos(t / 1300) + 0.003 * d


def masked(t, d):
    """A block in the middle, the deepest cell for some time, whole profiles, and one single cell."""
    block = 3 <= t <= 6 and 1 <= d <= 3
    return block or (d == 5 and t >= 9) or t in (7, 8) or (t, d) == (1, 2)


def filled(value):
    """The record as [time][depth], filled over depth and then over time."""
    out = [[None if masked(t, d) else value(time, depth) for d, depth in enumerate(DEPTHS)]
           for t, time in enumerate(TIMES)]
    for row in out:
        if any(v is not None for v in row):
            row[:] = fill_line(DEPTHS, row)
    columns = [fill_line(TIMES, list(column)) for column in zip(*out)]
    return [list(row) for row in zip(*columns)]


def fill_line(axis, values):
    known = [(x, v) for x, v in zip(axis, values) if v is not None]
    return [v if v is not None else interpolate(known, x) for x, v in zip(axis, values)]


def interpolate(points, x):
    if x <= points[0][0]:
        return points[0][1]
    for (x0, v0), (x1, v1) in zip(points, points[1:]):
        if x <= x1:
            return v0 + (x - x0) / (x1 - x0) * (v1 - v0)
    return points[-1][1]


def ask(table, t, d):
    return interpolate(list(zip(TIMES, [interpolate(list(zip(DEPTHS, row)), d) for row in table])), t)


def currents(trial):
    flat = lambda value: [FILL if masked(t, d) else value(time, depth)
                          for t, time in enumerate(TIMES) for d, depth in enumerate(DEPTHS)]
    attributes = {"units": "m s-1", "_FillValue": FILL}
    (trial.folder / "adcp.nc").write_bytes(classic_netcdf(
        {"time": len(TIMES), "depth": len(DEPTHS)},
        {"time": (("time",), {"units": "seconds since 2021-05-10 18:00:00"}, TIMES),
         "depth": (("depth",), {"units": "m", "positive": "down"}, DEPTHS),
         "u": (("time", "depth"), attributes, flat(east_of)),
         "v": (("time", "depth"), attributes, flat(north_of))}))
    rows = [f"2021-05-10T{18 + int(time) // 3600:02d}:{int(time) % 3600 // 60:02d}:00Z,{depth:g}," +
            ("," if masked(t, d) else f"{north_of(time, depth):.12g},{east_of(time, depth):.12g}")
            for t, time in enumerate(TIMES) for d, depth in enumerate(DEPTHS)]
    trial.write("adcp.csv", "time_utc,depth_m,north_m_s,east_m_s\n" + "\n".join(rows) + "\n")
    text = ("format: 1\nduration_s: %g\nclock: {start: \"%s\"}\nenvironment:\n  currents:\n"
            "    - !%s {name: adcp, file: %s}\n")
    start = "2021-05-10T18:00:00Z"
    east, north = filled(east_of), filled(north_of)
    for kind, file in (("gridded", "adcp.nc"), ("time_series", "adcp.csv")):
        scenario = trial.write(f"{kind}.yaml", text % (7200, start, kind, file))
        for time in (0, 650, 1950, 2400, 3000, 4321, 4900, 6100, 7200):
            for depth in (2.0, 10.5, 17.0, 29.0, 60.0):
                sea = json.loads(trial.hadal("query", scenario, "--at", time, "--depth", depth))
                where = f"{file} at {time:g} s, {depth:g} m"
                trial.near(f"{where}: east, m/s", ask(east, time, depth), sea["current_east_m_s"], 1e-6)
                trial.near(f"{where}: north, m/s", ask(north, time, depth), sea["current_north_m_s"],
                           1e-6)
        missing = sum(masked(t, d) for t in range(len(TIMES)) for d in range(len(DEPTHS)))
        said = trial.hadal("check", scenario)
        trial.contains(f"{file}: the note counts the gaps",
                       f"({missing} of {len(TIMES) * len(DEPTHS)}, ", said)
        # Runs that the record does not cover, in part or at all.
        covers = "the file covers 2021-05-10T18:00:00Z to 2021-05-10T20:00:00Z"
        for other, more in (("2021-05-10T19:30:00Z", "its end values hold"),
                            ("2021-05-12T18:00:00Z", "all of the run lies outside"),
                            ("2021-05-10T14:00:00Z", "all of the run lies outside")):
            said = trial.hadal("check", trial.write("late.yaml", text % (7200, other, kind, file)))
            trial.contains(f"{file}, run from {other}", covers, said)
            trial.contains(f"{file}, run from {other}", more, said)
            trial.contains(f"{file}, run from {other}", "late.yaml:6:", said)
    nothing = classic_netcdf({"time": 2, "depth": 1},
                             {"time": (("time",), {"units": "seconds since 2021-05-10"}, [0.0, 1.0]),
                              "depth": (("depth",), {"units": "m"}, [4.0]),
                              "u": (("time", "depth"), attributes, [FILL, FILL]),
                              "v": (("time", "depth"), attributes, [FILL, FILL])})
    (trial.folder / "nothing.nc").write_bytes(nothing)
    said = trial.hadal("check", trial.write("n.yaml", text % (10, start, "gridded", "nothing.nc")), code=2)
    trial.contains("a record without any value", "hold no value at any time of the run", said)
    trial.contains("a record without any value: the line of its key", "n.yaml:6:", said)


# --- Water.

def chen_millero(s, t90, p_dbar):
    """Fofonoff & Millard 1983 (Unesco 44), on ITS-90 as Wong & Zhu 1995 gave it; P in bar."""
    t, p = t90, p_dbar / 10
    cw = ((1402.388 + 5.03830 * t - 5.81090e-2 * t ** 2 + 3.3432e-4 * t ** 3 - 1.47797e-6 * t ** 4 +
           3.1419e-9 * t ** 5) +
          (0.153563 + 6.8999e-4 * t - 8.1829e-6 * t ** 2 + 1.3632e-7 * t ** 3 -
           6.1260e-10 * t ** 4) * p +
          (3.1260e-5 - 1.7111e-6 * t + 2.5986e-8 * t ** 2 - 2.5353e-10 * t ** 3 +
           1.0415e-12 * t ** 4) * p ** 2 +
          (-9.7729e-9 + 3.8513e-10 * t - 2.3654e-12 * t ** 2) * p ** 3)
    a = ((1.389 - 1.262e-2 * t + 7.166e-5 * t ** 2 + 2.008e-6 * t ** 3 - 3.21e-8 * t ** 4) +
         (9.4742e-5 - 1.2583e-5 * t - 6.4928e-8 * t ** 2 + 1.0515e-8 * t ** 3 -
          2.0142e-10 * t ** 4) * p +
         (-3.9064e-7 + 9.1061e-9 * t - 1.6009e-10 * t ** 2 + 7.994e-12 * t ** 3) * p ** 2 +
         (1.100e-10 + 6.651e-12 * t - 3.391e-13 * t ** 2) * p ** 3)
    b = -1.922e-2 - 4.42e-5 * t + (7.3637e-5 + 1.7950e-7 * t) * p
    return cw + a * s + b * s ** 1.5 + (1.727e-3 - 7.9836e-6 * p) * s * s


def standard_depth(p_dbar, latitude_deg):
    """Saunders & Fofonoff 1976."""
    x = math.sin(math.radians(latitude_deg)) ** 2
    gravity = 9.780318 * (1 + (5.2788e-3 + 2.36e-5 * x) * x) + 1.092e-6 * p_dbar
    p = p_dbar
    return (((-1.82e-15 * p + 2.279e-10) * p - 2.2512e-5) * p + 9.72659) * p / gravity


CAST = [(0, 19.5, 34.2), (10, 18.9, 34.3), (25, 15.2, 34.9), (60, 11.0, 35.1), (200, 8.4, 35.0)]


def water(trial):
    trial.write("ctd.csv", "# cast 7, downwards\r\ndepth_m,temperature_degc,salinity_psu,oxygen_ml_l\r\n" +
                "".join(f"{d},{t},{s},5.1\r\n" for d, t, s in CAST))
    scenario = trial.write("ctd.yaml", "format: 1\nenvironment: {water: {file: ctd.csv}}\n")
    for depth in (0, 10, 17.5, 40, 130, 300):
        sea = json.loads(trial.hadal("query", scenario, "--depth", depth))
        t = interpolate([(d, t) for d, t, _ in CAST], depth)
        s = interpolate([(d, s) for d, _, s in CAST], depth)
        trial.near(f"CTD at {depth} m: temperature, degC", t, sea["temperature_degc"], 1e-9)
        trial.near(f"CTD at {depth} m: salinity, psu", s, sea["salinity_psu"], 1e-9)
        pressure = (sea["pressure_pa"] - 101325) / 1e4
        trial.near(f"CTD at {depth} m: sound speed, m/s", chen_millero(s, t, pressure),
                   sea["sound_speed_m_s"], 0.02)
    # Over pressure: the sound speed marks where its pressures lie.
    casts = [(0, 1500.0), (1000, 1520.0), (3000, 1540.0), (5000, 1600.0)]
    trial.write("deep.csv", "pressure_dbar,temperature_degc,salinity_psu,sound_speed_m_s\n" +
                "".join(f"{p},0,35,{c}\n" for p, c in casts))
    scenario = trial.write("deep.yaml", "format: 1\norigin: {lat_deg: 30}\nenvironment:\n"
                                        "  gravity_m_s2: null\n  water: {file: deep.csv}\n")
    for p, c in casts[1:]:
        sea = json.loads(trial.hadal("query", scenario, "--depth", standard_depth(p, 30)))
        trial.near(f"cast over pressure, {p} dbar: sound speed, m/s", c, sea["sound_speed_m_s"], 0.01)


# --- Careless files.

def careless(trial):
    commands_yaml = CRAFT + "mission: [!commands {vehicle: rov, file: bad.csv}]\n"
    set_points_yaml = ("format: 1\nvehicles: [{name: rov, model: bluerov2_heavy, pose: {depth_m: 5}}]\n"
                       "mission: [!set_points {vehicle: rov, file: bad.csv}]\n")
    current_yaml = "format: 1\nenvironment: {currents: [!time_series {file: bad.csv}]}\n"
    water_yaml = "format: 1\nenvironment: {water: {file: bad.csv}}\n"
    cases = [
        ("commands of no actuator", commands_yaml, "time_s,t0,t99\n0,1500,1500\n",
         ("bad.csv:1:", "no actuator 't99' on rov")),
        ("commands without time", commands_yaml, "t,t0\n0,1500\n",
         ("bad.csv:1:1: no column 'time_s'; the header has t, t0",)),
        ("a text in a number", commands_yaml, "time_s,t0\n0,1500\n0.1,full\n",
         ("bad.csv:3:5: 'full' is not a number",)),
        ("times that fall", commands_yaml, "time_s,t0\n0,1500\n1,1500\n0.5,1500\n",
         ("bad.csv:4:1: times must rise",)),
        ("a time twice", commands_yaml, "time_s,t0\n0,1500\n0,1600\n", ("bad.csv:3:1: times must rise",)),
        ("semicolons", commands_yaml, "time_s;t0\n0,5;1500\n", ("bad.csv:1:", "semicolons")),
        ("a command beyond all bounds", commands_yaml, "time_s,t0\n0,1500\n1,1e9\n",
         ("bad.csv:3:1", "t0: command: expected")),
        ("an empty file", commands_yaml, "", ("bad.csv:1:1: the file is empty",)),
        ("a header alone", commands_yaml, "time_s,t0\n", ("bad.csv:1:1: expected at least one row",)),
        ("a row too short", commands_yaml, "time_s,t0\n0\n", ("bad.csv:2:1: 1 cells; expected 2",)),
        ("a column twice", commands_yaml, "time_s,time_s,t0\n0,0,1500\n",
         ("bad.csv:1:8: column 'time_s' is there twice",)),
        ("another unit of a set-point", set_points_yaml, "time_s,north_ft\n0,1\n",
         ("bad.csv:1:1", "unknown column 'north_ft'; expected some of north_m")),
        ("a pose and a velocity", set_points_yaml, "time_s,north_m,surge_m_s\n0,1,1\n",
         ("bad.csv:1:1", "does not go with the columns before it")),
        ("a heading out of range", set_points_yaml, "time_s,heading_deg\n0,1\n1,900\n",
         ("bad.csv:3:1", "heading_deg: expected -360 to 360, found 900")),
        ("another unit of a current", current_yaml, "time_s,north_cm_s,east_cm_s\n0,1,1\n",
         ("bad.csv:1:1: no column 'north_m_s'; the header has time_s, north_cm_s, east_cm_s",)),
        ("another unit of depth", current_yaml, "time_s,depth_ft,north_m_s,east_m_s\n0,1,1,1\n",
         ("bad.csv:1:8: column 'depth_ft': expected depth_m",)),
        ("a current in cm/s under m/s", current_yaml, "time_s,north_m_s,east_m_s\n0,35,1\n",
         ("bad.csv:2:3: 35: expected a velocity from -20 to 20 m/s",)),
        ("depths of a current out of order", current_yaml,
         "time_s,depth_m,north_m_s,east_m_s\n0,5,1,1\n0,2,1,1\n", ("bad.csv:3:1: rows must be in the order",)),
        ("no time", current_yaml, "time_utc,north_m_s,east_m_s\nyesterday,1,1\n", ("bad.csv:2:1: ",)),
        ("kelvin", water_yaml, "depth_m,temperature_degc\n0,288\n",
         ("bad.csv:2:3: temperature must be from -2 to 40",)),
        ("a cast down and up", water_yaml, "depth_m,temperature_degc\n0,18\n10,15\n5,16\n",
         ("bad.csv:4:1: depths must rise from row to row: expected one cast downwards",)),
        ("depth in feet", water_yaml, "depth_ft,temperature_degc\n0,18\n",
         ("bad.csv:1:1: column 'depth_ft': expected depth_m",)),
        ("no quantity", water_yaml, "depth_m,oxygen\n0,18\n", ("bad.csv:1:1: expected a header with depth_m",)),
    ]
    for what, scenario, text, parts in cases:
        (trial.folder / "bad.csv").write_text(text)
        said = trial.hadal("check", trial.write("bad.yaml", scenario), code=2)
        for part in parts:
            trial.contains(what, part, said)
    # A mark at the beginning and the line ends of other systems are no mistake.
    (trial.folder / "bad.csv").write_bytes(b"\xef\xbb\xbftime_s,north_m_s,east_m_s\r\n0,0.1,0.2\r\n")
    sea = json.loads(trial.hadal("query", trial.write("bad.yaml", current_yaml), "--depth", 3))
    trial.near("mark and line ends: east, m/s", 0.2, sea["current_east_m_s"], 1e-12)
    said = trial.hadal("check", trial.write(
        "t.yaml", "format: 1\nenvironment: {water: {temperature_degc: [[0, 25], [10, 20]]}}\n"), code=2)
    trial.contains("rows for a number", "temperature_profile", said)
    # Legal, and hardly meant: commands of -1 to 1 that are pulse widths.
    (trial.folder / "bad.csv").write_text("time_s,t0\n0,0.5\n1,-0.5\n")
    said = trial.hadal("check", trial.write("bad.yaml", commands_yaml))
    trial.contains("a mistaken unit of commands", "bad.csv:2:1", said)
    trial.contains("a mistaken unit of commands", "t0: 0.5 is beyond its limits, 1100 to 1900 us", said)


def main():
    lib.needs(lib.PROGRAM)
    trial = lib.Trial("field_data")
    careless(trial)
    water(trial)
    currents(trial)
    set_points(trial)
    commands(trial)
    trial.finish()


if __name__ == "__main__":
    main()
