#!/usr/bin/env python3
"""An ROV maker: from a mesh and two tables to a flight.

A frame of four boxes is written as STL in millimetres with y up and x forward. Volume, centre of
buoyancy and the axes of the added mass are compared with closed forms and with the same frame in
metres and body axes. A model with a drag table and a bollard table is described, and flown open loop
against Kirchhoff's equations

    p = M nu,   p' + (w x p_f ; w x p_m + v x p_f) = tau,   M = M_RB + M_A

integrated by RK4 (six degrees of freedom). Then `hadal new vehicle` writes a model from the same
files, which must load and fly.
"""

import json
import math
import struct

import lib

DENSITY, GRAVITY = 1000.0, 9.81
# Size and centre of each box, m, forward, right, down; none touches another.
BOXES = (((0.50, 0.40, 0.10), (0, 0, -0.10)), ((0.60, 0.03, 0.10), (0, -0.22, 0.12)),
         ((0.60, 0.03, 0.10), (0, 0.22, 0.12)), ((0.40, 0.16, 0.12), (0, 0, 0.04)))
MASS, CENTER, INERTIA = 31.0, (0.0, 0.0, 0.02), (0.9, 1.1, 1.4)
ADDED = (14.0, 40.0, 60.0, 0.6, 1.2, 0.9)
DRAG = {"surge": ((-1.5, -230.0), (-0.75, -62.0), (0.5, 22.0), (1.0, 80.0), (1.5, 171.0)),
        "sway": ((0.4, 40.0), (0.8, 150.0)), "heave": ((0.4, 55.0), (0.8, 190.0)),
        "roll": ((1.0, 3.0),), "pitch": ((1.0, 4.0),), "yaw": ((1.0, 2.5), (2.0, 8.0))}
BOLLARD = ((-1.0, -30.0), (-0.5, -9.0), (0.0, 0.0), (0.5, 12.0), (1.0, 40.0))
# Position and direction of each thruster.
THRUSTERS = (((0.2, 0.2, 0.02), (1, -1, 0)), ((0.2, -0.2, 0.02), (1, 1, 0)),
             ((-0.2, 0.2, 0.02), (1, 1, 0)), ((-0.2, -0.2, 0.02), (1, -1, 0)),
             ((0.0, 0.15, 0.0), (0, 0, -1)), ((0.0, -0.15, 0.0), (0, 0, -1)))
# Commands from these times on, of the six thrusters.
SCHEDULE = ((0, (0.6, 0.6, 0.6, 0.6, 0.1, 0.1)), (8, (0.3, -0.5, -0.3, 0.6, 0.0, 0.0)),
            (14, (-0.7, -0.7, -0.7, -0.7, 0.3, 0.3)))
END, STEP = 20.0, 0.005


def faces(size, center):
    """Twelve outward triangles of a box."""
    for axis in range(3):
        for side in (-1, 1):
            u, v = (axis + 1) % 3, (axis + 2) % 3
            corner = []
            for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
                p = [0.0] * 3
                p[axis], p[u], p[v] = side, a, b
                corner.append([center[i] + 0.5 * size[i] * p[i] for i in range(3)])
            if side < 0:
                corner.reverse()
            yield corner[0], corner[1], corner[2]
            yield corner[0], corner[2], corner[3]


def stl(turn):
    triangles = [t for box in BOXES for t in faces(*box)]
    data = bytearray(80) + struct.pack("<I", len(triangles))
    for triangle in triangles:
        data += struct.pack("<3f", 0, 0, 0)
        for corner in triangle:
            data += struct.pack("<3f", *turn(corner))
        data += struct.pack("<H", 0)
    return bytes(data)


# --- Oracle.

def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def skew(a):
    return [[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]]


def solve(matrix, right):
    """Gaussian elimination with pivoting."""
    n = len(right)
    rows = [list(matrix[i]) + [right[i]] for i in range(n)]
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        for i in range(k + 1, n):
            f = rows[i][k] / rows[k][k]
            for j in range(k, n + 1):
                rows[i][j] -= f * rows[k][j]
    x = [0.0] * n
    for k in reversed(range(n)):
        x[k] = (rows[k][n] - sum(rows[k][j] * x[j] for j in range(k + 1, n))) / rows[k][k]
    return x


def mass_matrix():
    s = skew(CENTER)
    M = [[0.0] * 6 for _ in range(6)]
    for i in range(3):
        M[i][i] = MASS + ADDED[i]
        M[3 + i][3 + i] = INERTIA[i] + ADDED[3 + i]
        for j in range(3):
            M[i][3 + j] -= MASS * s[i][j]
            M[3 + i][j] += MASS * s[i][j]
            M[3 + i][3 + j] -= MASS * sum(s[i][k] * s[k][j] for k in range(3))
    return M


def drag(rows, speed):
    """Factor D/u linear between the points, by the documentation: line of the first two down to rest,
    quadratic beyond the last and for a single point, the other side as this one where it is empty."""
    points = [(abs(u), abs(f)) for u, f in rows if u * speed > 0] or \
             [(abs(u), abs(f)) for u, f in rows if u != 0]
    points.sort()
    u = abs(speed)
    if u == 0:
        return 0.0
    g = [(a, f / a) for a, f in points]
    if len(g) == 1:
        factor = g[0][1] * u / g[0][0]
    elif u >= g[-1][0]:
        factor = g[-1][1] * u / g[-1][0]
    else:
        rest = g[0][1] - (g[1][1] - g[0][1]) / (g[1][0] - g[0][0]) * g[0][0]
        g.insert(0, (0.0, max(0.0, rest)))
        i = next(k for k in range(1, len(g)) if u <= g[k][0])
        share = (u - g[i - 1][0]) / (g[i][0] - g[i - 1][0])
        factor = g[i - 1][1] + share * (g[i][1] - g[i - 1][1])
    return math.copysign(factor * u, speed)


def bollard(command):
    for (a, f), (b, h) in zip(BOLLARD, BOLLARD[1:]):
        if a <= command <= b:
            return f + (command - a) / (b - a) * (h - f)
    return BOLLARD[0][1] if command < 0 else BOLLARD[-1][1]


def thrust(time):
    commands = [c for t, c in SCHEDULE if t <= time + 1e-9][-1]
    tau = [0.0] * 6
    for command, (place, direction) in zip(commands, THRUSTERS):
        norm = math.sqrt(sum(d * d for d in direction))
        force = [bollard(command) * d / norm for d in direction]
        for i, value in enumerate(force + cross(place, force)):
            tau[i] += value
    return tau


def rotation(q):
    w, x, y, z = q
    return [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]


def rates(state, tau, M, volume, buoyancy_center):
    q, nu = state[3:7], state[7:]
    v, w = nu[:3], nu[3:]
    R = rotation(q)
    p = [sum(M[i][j] * nu[j] for j in range(6)) for i in range(6)]
    gyro = cross(w, p[:3]) + [a + b for a, b in zip(cross(w, p[3:]), cross(v, p[:3]))]
    down = R[2]  # of N in B
    weight = [MASS * GRAVITY * d for d in down]
    lift = [-DENSITY * volume * GRAVITY * d for d in down]
    moment = [a + b for a, b in zip(cross(CENTER, weight), cross(buoyancy_center, lift))]
    static = [a + b for a, b in zip(weight, lift)] + moment
    damping = [drag(DRAG[axis], nu[i]) for i, axis in enumerate(DRAG)]
    force = [tau[i] + static[i] - damping[i] - gyro[i] for i in range(6)]
    W, X, Y, Z = q
    turn = [0.5 * (-X * w[0] - Y * w[1] - Z * w[2]), 0.5 * (W * w[0] + Y * w[2] - Z * w[1]),
            0.5 * (W * w[1] + Z * w[0] - X * w[2]), 0.5 * (W * w[2] + X * w[1] - Y * w[0])]
    return [sum(R[i][j] * v[j] for j in range(3)) for i in range(3)] + turn + solve(M, force)


def fly(volume, buoyancy_center, depth):
    M = mass_matrix()
    state, states = [0, 0, depth, 1, 0, 0, 0] + [0.0] * 6, []
    h = STEP
    for n in range(round(END / h)):
        states.append(list(state))
        tau = thrust(n * h)
        f = lambda s: rates(s, tau, M, volume, buoyancy_center)
        k1 = f(state)
        k2 = f([s + h / 2 * k for s, k in zip(state, k1)])
        k3 = f([s + h / 2 * k for s, k in zip(state, k2)])
        k4 = f([s + h * k for s, k in zip(state, k3)])
        state = [s + h / 6 * (a + 2 * b + 2 * c + d)
                 for s, a, b, c, d in zip(state, k1, k2, k3, k4)]
        norm = math.sqrt(sum(x * x for x in state[3:7]))
        state[3:7] = [x / norm for x in state[3:7]]
    states.append(list(state))
    return states


# --- Trial.

def column(table, key):
    names = [name for name in table if name.endswith(key)]
    assert len(names) == 1, (key, list(table))
    return table[names[0]]


def table_text(header, rows):
    return header + "\n" + "".join(",".join(f"{x:g}" for x in row) + "\n" for row in rows)


def drag_csv():
    """All axes side by side; cells of an axis that was not measured at a speed are empty."""
    columns = ("surge_N", "sway_N", "heave_N", "roll_Nm", "pitch_Nm", "yaw_Nm")
    lines = ["speed_m_s,rate_rad_s," + ",".join(columns)]
    for i, axis in enumerate(DRAG):
        for speed, force in DRAG[axis]:
            cells = [f"{speed:g}", ""] if i < 3 else ["", f"{speed:g}"]
            lines.append(",".join(cells + [f"{force:g}" if k == i else "" for k in range(6)]))
    return "\n".join(lines) + "\n"


def model_text():
    thrusters = "".join(
        f"  - {{name: t{i}, position_m: {list(p)}, direction: {list(d)}, turns: none, "
        "map: !table {file: bollard.csv}}\n" for i, (p, d) in enumerate(THRUSTERS))
    return f"""name: maker
links:
  - name: hull
    material: hdpe
    shapes: {{physics: [!mesh {{file: frame.stl, unit: mm, up: y, forward: x}}]}}
    mass_kg: {MASS}
    center_of_mass_m: {list(CENTER)}
    inertia_kg_m2: {list(INERTIA)}
    added_mass: {list(ADDED)}
    damping: {{file: drag.csv}}
thrusters:
{thrusters}"""


def main():
    lib.needs(lib.PROGRAM)
    trial = lib.Trial("rov_maker")
    (trial.folder / "frame.stl").write_bytes(
        stl(lambda p: (1000 * p[0], -1000 * p[2], 1000 * p[1])))  # x forward, y up, z right
    (trial.folder / "body.stl").write_bytes(stl(lambda p: p))
    volume = sum(s[0] * s[1] * s[2] for s, _ in BOXES)
    buoyancy = [sum(s[0] * s[1] * s[2] * c[i] for s, c in BOXES) / volume for i in range(3)]

    mesh = json.loads(trial.hadal("mesh", "frame.stl", "--unit", "mm", "--up", "y", "--forward",
                                  "x", "--panels", "1000", "--json"))
    same = json.loads(trial.hadal("mesh", "body.stl", "--panels", "1000", "--json"))
    trial.relative("volume, m^3", volume, mesh["volume_m3"], 1e-5)
    trial.near("centre of buoyancy, m", buoyancy[2], mesh["center_of_buoyancy_m"][2], 1e-6)
    for i, axis in enumerate(DRAG):
        trial.relative(f"added mass in {axis}, as of the mesh in body axes",
                       same["added_mass"]["panels"][i][i], mesh["added_mass"]["panels"][i][i], 1e-3)

    trial.write("drag.csv", drag_csv())
    trial.write("bollard.csv", table_text("command,thrust_N", BOLLARD))
    trial.write("maker.yaml", model_text())
    rows = ", ".join(f"[{t}, {', '.join(map(str, c))}]" for t, c in SCHEDULE)
    names = ", ".join(f"t{i}" for i in range(len(THRUSTERS)))
    scenario = trial.write("tank.yaml", f"""
format: 1
step_s: {STEP}
duration_s: {END}
environment: {{gravity_m_s2: {GRAVITY}, water: {{density_kg_m3: {DENSITY}}}}}
vehicles: [{{name: rov, model: maker.yaml, pose: {{depth_m: 20}}}}]
mission: [!commands {{vehicle: rov, actuators: [{names}], schedule: [{rows}], duration_s: {END}}}]
record: {{rate_hz: 20}}
""")

    facts = json.loads(trial.hadal("describe", scenario, "--json"))[0]
    weight, lift = MASS * GRAVITY, DENSITY * volume * GRAVITY
    trial.near("net buoyancy, N", lift - weight, facts["net_buoyancy_n"], 1e-3)
    trial.near("centre of mass below that of buoyancy, m", (CENTER[2] - buoyancy[2]) * lift / weight,
               facts["metacentric_roll_m"], 1e-5)
    # Ahead four thrusters at 45 degrees; the table gives 80 N at 1 m/s, 171 at 1.5.
    ahead, astern = facts["axes"]["surge"]
    trial.relative("thrust ahead, N", 4 * 40 / math.sqrt(2), ahead["thrust"], 1e-6)
    trial.relative("thrust astern, N", 4 * 30 / math.sqrt(2), astern["thrust"], 1e-6)
    trial.near("drag at top speed ahead, N", ahead["thrust"], drag(DRAG["surge"], ahead["top_speed"]),
               1e-4)
    trial.near("drag at top speed astern, N", astern["thrust"],
               -drag(DRAG["surge"], -astern["top_speed"]), 1e-4)
    trial.near("drag at 1 m/s ahead, N", 80, dict(map(tuple, ahead["drag"]))[1], 1e-9)
    trial.near("net buoyancy against drag going up, N", lift - weight,
               -drag(DRAG["heave"], -facts["free_speed_m_s"]), 1e-4)
    # Pitch (with surge) and roll (with sway), small and undamped: w^2 of M x'' + K x = 0.
    M = mass_matrix()
    stiffness = weight * CENTER[2] - lift * buoyancy[2]
    for name, turning, pushing in (("roll", 3, 1), ("pitch", 4, 0)):
        inertia = M[turning][turning] - M[turning][pushing] ** 2 / M[pushing][pushing]
        trial.relative(f"{name} period, s", 2 * math.pi * math.sqrt(inertia / stiffness),
                       facts[f"{name}_period_s"], 1e-4)

    log = trial.run(scenario, "flight")
    truth = trial.table(log, "/rov/ground_truth")
    states = fly(volume, buoyancy, 20)
    worst = [0.0] * 4
    for i, time in enumerate(truth["stamp_s"]):
        n = round(time / STEP)
        if abs(n * STEP - time) > 1e-6 or n >= len(states):
            continue
        s = states[n]
        # The log is east-north-up with the body forward-left-up.
        east, north, up = (column(truth, f"pose.position.{c}")[i] for c in "xyz")
        worst[0] = max(worst[0], math.dist((north, east, -up), s[0:3]))
        u, v, w = (column(truth, f"twist.twist.linear.{c}")[i] for c in "xyz")
        worst[1] = max(worst[1], math.dist((u, -v, -w), s[7:10]))
        p, q, r = (column(truth, f"twist.twist.angular.{c}")[i] for c in "xyz")
        worst[2] = max(worst[2], math.dist((p, -q, -r), s[10:13]))
        worst[3] = max(worst[3], abs(math.asin(max(-1, min(1, -rotation(s[3:7])[2][0])))))
    trial.near("flight: largest distance from the oracle, m", 0, worst[0], 5e-3)
    trial.near("flight: largest difference of velocity, m/s", 0, worst[1], 2e-3)
    trial.near("flight: largest difference of rates, rad/s", 0, worst[2], 5e-3)
    print(f"     (it pitched by {math.degrees(worst[3]):.1f} degrees)")

    trial.hadal("new", "vehicle", "own", "--mesh", "frame.stl", "--unit", "mm", "--up", "y",
                "--forward", "x", "--mass", MASS, "--drag", "drag.csv", "--thrust", "bollard.csv")
    trial.contains("the model that was written loads without a note", "own_flight.yaml: ok",
                   trial.hadal("check", "own_flight.yaml"))
    trial.run(trial.folder / "own_flight.yaml", "own")
    held = [e["held"] for e in
            json.loads((trial.folder / "own/summary.json").read_text())["expectations"]]
    trial.equal("it flew its mission", [True], held)
    trial.hadal("new", "vehicle", "own", code=2)
    trial.finish()


if __name__ == "__main__":
    main()
