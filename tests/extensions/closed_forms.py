"""closed_forms.py PROGRAM sniffer|pump_jet LOG: numbers of the examples' logs against closed forms."""
import csv
import io
import math
import subprocess
import sys

program, example, log = sys.argv[1:]


def table(topic):
    text = subprocess.run([program, "export", log, "--topic", topic, "--csv"], check=True, capture_output=True, text=True).stdout
    return list(csv.DictReader(io.StringIO(text)))


def ahead(pose, forward_m):
    """North, east and depth of a point on the forward axis of a hull, from its pose in ROS axes."""
    x, y, z, w = (float(pose[f"pose.pose.orientation.{c}"]) for c in "xyzw")
    axis = (1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y))
    e, n, u = (float(pose[f"pose.pose.position.{c}"]) + forward_m * a for c, a in zip("xyz", axis))
    return n, e, -u


def sniffer():
    LEAK, HORIZONTAL, VERTICAL, SPEED, DENSITY, DEPTH = 2e-5, 0.05, 0.0005, 0.2, 1025, 20
    poses = {row["stamp_s"]: row for row in table("/rov/ground_truth")}
    truth = table("/rov/sniffer/truth")
    readings = table("/rov/sniffer")
    compared = largest = 0
    for row in truth:
        if row["stamp_s"] not in poses:
            continue
        n, e, d = ahead(poses[row["stamp_s"]], 0.25)
        r = math.sqrt(n * n + e * e + (d - DEPTH) ** 2 * HORIZONTAL / VERTICAL)
        ppb = 1e9 / DENSITY * LEAK / (4 * math.pi * r * math.sqrt(HORIZONTAL * VERTICAL)) * math.exp(-SPEED * (r - n) / (2 * HORIZONTAL))
        assert abs(float(row["concentration_ppb"]) - ppb) < 1e-9 * ppb + 1e-12, (row, ppb)
        compared, largest = compared + 1, max(largest, ppb)
    assert compared > 100, compared
    axis_ppb = 1e9 / DENSITY * LEAK / (4 * math.pi * 30 * math.sqrt(HORIZONTAL * VERTICAL))
    assert 0.8 * axis_ppb < largest < 1.05 * axis_ppb, (largest, axis_ppb)
    # The lag: at the start behind the truth, at the end with it, within the noise.
    assert float(readings[0]["concentration_ppb"]) < 0.3 and float(readings[-1]["detected"]) == 1
    behind = [abs(float(a["concentration_ppb"]) - float(b["concentration_ppb"])) for a, b in zip(readings[-50:], truth[-50:])]
    assert sum(behind) / len(behind) < 0.1 * axis_ppb, behind


def pump_jet():
    AREA, PUMP, LOSS, RAM, DENSITY, ROTOR = 0.002, 0.001, 0.1, 0.8, 1000, 200

    def excess(u):  # thrust over drag, falling with u
        v = math.sqrt((2 * PUMP * ROTOR ** 2 + RAM * u * u) / (1 + LOSS))
        return DENSITY * AREA * v * (v - u) - (20 * u + 60 * u * u)

    low, high = 0.0, 5.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) > 0 else (low, middle)
    last = table("/torpedo/ground_truth")[-1]
    speed = float(last["twist.twist.linear.x"])
    assert abs(speed - low) < 1e-4 * low, (speed, low)
    jet = float(table("/torpedo/actuators")[-1]["jet_jet_m_s"])
    assert abs(jet - math.sqrt((2 * PUMP * ROTOR ** 2 + RAM * low * low) / (1 + LOSS))) < 1e-4 * jet, jet
    state = table("/torpedo/thrusters")[-1]
    assert abs(float(state["jet.thrust"]) - DENSITY * AREA * jet * (jet - speed)) < 1e-3, state
    assert abs(float(state["jet.rotor_speed"]) - ROTOR) < 1e-6, state


{"sniffer": sniffer, "pump_jet": pump_jet}[example]()
print(f"{example}: closed forms met")
