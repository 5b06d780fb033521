#!/usr/bin/env python3
"""What feature detectors and trackers make of plankton and of dirt on the port.

Repeats, with counts, the test case of Ganoni, Mukundan & Green (2019, "A Generalized Simulation
Framework for Tethered Remotely Operated Vehicles in Realistic Underwater Environments", section 5.4): ORB features (Rublee et al. 2011) and Lucas-Kanade tracking on pictures of one scene, with plankton and
dirt switched on and off. Where a feature lies is known: on plankton or dirt where the picture differs
from the clean one, on a thing where the instance label says so.

    tests/vision_check.py PROGRAM SCENARIO [--figures FOLDER]

Needs OpenCV and the MCAP reader (pip install opencv-python-headless mcap mcap-ros2-support).
Exit code 0: every count is as expected; 1: one is not; 2: packages or program are missing.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile

try:
    import cv2
    import numpy
    from mcap.reader import make_reader
    from mcap_ros2.decoder import DecoderFactory
except ImportError as error:
    print(f"vision_check: {error}; pip install opencv-python-headless mcap mcap-ros2-support", file=sys.stderr)
    sys.exit(2)

CLEAN_PORT = ["--set", "vehicles.rov.sensors.cam.effects.dirt=0", "--set", "vehicles.rov.sensors.cam.effects.scratches=0"]
NO_PLANKTON = ["--set", "scenery=[]"]
VARIANTS = {
    "clean": NO_PLANKTON + CLEAN_PORT,
    "plankton": CLEAN_PORT,
    "dirt": NO_PLANKTON,
    "both": [],
}
CHANGED = 8  # of 255: a pixel that plankton or dirt has altered
REACH_PX = 3  # a feature belongs to what is within this many pixels
STILL_PX = 0.5  # a tracked point that moves less stands still


class Frame:
    def __init__(self):
        self.grey = self.colour = self.instance = self.flow = None


def read_frames(log):
    """The pictures of a log and their labels, in order."""
    frames = {}
    with open(log, "rb") as file:
        reader = make_reader(file, decoder_factories=[DecoderFactory()])
        for _, channel, _, message in reader.iter_decoded_messages():
            part = channel.topic.rsplit("/cam/", 1)[-1]
            if part not in ("image/compressed", "instance", "flow_px"):
                continue
            stamp = message.header.stamp
            frame = frames.setdefault(stamp.sec * 10**9 + stamp.nanosec, Frame())
            data = bytes(message.data)
            if part == "image/compressed":
                frame.colour = cv2.imdecode(numpy.frombuffer(data, numpy.uint8), cv2.IMREAD_COLOR)
                frame.grey = cv2.cvtColor(frame.colour, cv2.COLOR_BGR2GRAY)
            elif part == "instance":
                frame.instance = numpy.frombuffer(data, "<i4").reshape(message.height, message.width)
            else:
                frame.flow = numpy.frombuffer(data, "<f4").reshape(message.height, message.width, 2)
    return [frames[stamp] for stamp in sorted(frames)]


def render(program, scenario, folder):
    runs = {}
    for name, settings in VARIANTS.items():
        out = pathlib.Path(folder) / name
        subprocess.run([program, "run", scenario, *settings, "--out", str(out)], check=True, capture_output=True)
        runs[name] = read_frames(out / "log.mcap")
    return runs


def near(mask):
    size = 2 * REACH_PX + 1
    return cv2.dilate(mask.astype(numpy.uint8), numpy.ones((size, size), numpy.uint8)) > 0


def changed(frame, clean):
    return near(numpy.abs(frame.grey.astype(int) - clean.grey) > CHANGED)


def features(frame):
    found = cv2.ORB_create(nfeatures=5000, nlevels=3, fastThreshold=12).detect(frame.grey)
    return numpy.array([point.pt for point in found], numpy.float32).reshape(-1, 2)


def pick(mask, points):
    """Which of the points lie in a mask."""
    columns = numpy.clip(numpy.rint(points[:, 0]).astype(int), 0, mask.shape[1] - 1)
    rows = numpy.clip(numpy.rint(points[:, 1]).astype(int), 0, mask.shape[0] - 1)
    return mask[rows, columns]


def count(runs, at):
    """Per variant: features, and how many of them lie on plankton, on dirt, on things."""
    clean = runs["clean"][at]
    masks = {name: changed(runs[name][at], clean) for name in ("plankton", "dirt")}
    things = near(clean.instance > 1)
    table = {}
    for name, frames in runs.items():
        points = features(frames[at])
        on = {kind: pick(mask, points) if name in (kind, "both") else numpy.zeros(len(points), bool)
              for kind, mask in masks.items()}
        real = pick(things, points)
        table[name] = {"features": len(points), "plankton": int((on["plankton"] & ~real).sum()),
                       "dirt": int((on["dirt"] & ~on["plankton"] & ~real).sum()), "things": int(real.sum()), "points": points,
                       "on": on, "real": real}
    return table


def track(frames, points):
    """Displacement of points to the next frame by Lucas-Kanade, and which were found again."""
    window = {"winSize": (15, 15), "maxLevel": 3}
    moved, found, _ = cv2.calcOpticalFlowPyrLK(frames[0].grey, frames[1].grey, points.reshape(-1, 1, 2), None, **window)
    back, _, _ = cv2.calcOpticalFlowPyrLK(frames[1].grey, frames[0].grey, moved, None, **window)
    moved, back = moved.reshape(-1, 2), back.reshape(-1, 2)
    return moved - points, (found.ravel() > 0) & (numpy.linalg.norm(back - points, axis=1) < 1)


def tracking(runs, table, at):
    """Errors of tracked things against the flow label, and how much of the dirt stands still."""
    clean = runs["clean"][at]
    result = {}
    points = table["clean"]["points"][table["clean"]["real"]]
    moved, good = track(runs["clean"][at : at + 2], points)
    columns, rows = numpy.rint(points).astype(int).T
    truth = clean.flow[rows, columns]
    inner = good & (clean.instance[rows, columns] > 1)
    result["flow_px"] = float(numpy.median(numpy.linalg.norm(truth[inner], axis=1)))
    # Along a smooth edge only the motion across it can be seen: the fence moves sideways.
    result["error_px"] = float(numpy.median(numpy.abs(moved[inner, 0] - truth[inner, 0])))
    result["tracked"] = int(inner.sum())
    points = table["dirt"]["points"][table["dirt"]["on"]["dirt"] & ~table["dirt"]["real"]]
    moved, good = track(runs["dirt"][at : at + 2], points)
    still = numpy.linalg.norm(moved[good], axis=1) < STILL_PX
    result["dirt_tracked"], result["dirt_still"] = int(good.sum()), int(still.sum())
    return result


def check(table, motion):
    """What must hold, as (text, whether it does)."""
    share = lambda name, kind: table[name][kind] / max(1, table[name]["features"])
    return [
        ("clean: at least 60 features", table["clean"]["features"] >= 60),
        ("clean: 95 % of the features lie on things", share("clean", "things") >= 0.95),
        ("plankton: a quarter of the features, at least 100, lie on it and on nothing else",
         table["plankton"]["plankton"] >= 100 and share("plankton", "plankton") >= 0.25),
        ("dirt: a seventh of the features, at least 60, lie on it and on nothing else",
         table["dirt"]["dirt"] >= 60 and share("dirt", "dirt") >= 1 / 7),
        ("both: more features lie on plankton and dirt than on either alone",
         table["both"]["plankton"] + table["both"]["dirt"] > max(table["plankton"]["plankton"], table["dirt"]["dirt"])),
        ("things move by more than 3 px between pictures", motion["flow_px"] > 3),
        ("tracked things agree with the flow label within 0.5 px", motion["tracked"] >= 50 and motion["error_px"] < 0.5),
        ("of the tracked features on dirt half stand still",
         motion["dirt_tracked"] >= 20 and motion["dirt_still"] >= 0.5 * motion["dirt_tracked"]),
    ]


COLOURS = {"things": (80, 220, 80), "plankton": (60, 190, 255), "dirt": (80, 80, 255), "elsewhere": (200, 200, 200)}


def draw(frame, row):
    """A picture with its features, coloured by what they lie on."""
    scale = 2
    out = cv2.resize(frame.colour, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    for i, (x, y) in enumerate(row["points"]):
        kind = ("things" if row["real"][i] else "plankton" if row["on"]["plankton"][i]
                else "dirt" if row["on"]["dirt"][i] else "elsewhere")
        cv2.circle(out, (round(scale * (float(x) + 0.5)), round(scale * (float(y) + 0.5))), 5, COLOURS[kind], 1, cv2.LINE_AA)
    return out


def write_figures(folder, runs, table, at):
    for name in VARIANTS:
        cv2.imwrite(str(pathlib.Path(folder) / f"vision_{name}.jpg"), draw(runs[name][at], table[name]),
                    [cv2.IMWRITE_JPEG_QUALITY, 82])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("scenario")
    parser.add_argument("--figures", help="writes vision_*.jpg here")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    at = 2  # the third picture
    with tempfile.TemporaryDirectory() as folder:
        runs = render(arguments.program, arguments.scenario, folder)
    table = count(runs, at)
    motion = tracking(runs, table, at)
    print("| picture | features | on things | on plankton | on dirt |\n|---|---|---|---|---|")
    for name, row in table.items():
        print(f"| {name} | {row['features']} | {row['things']} | {row['plankton']} | {row['dirt']} |")
    print(f"things: {motion['tracked']} tracked, they move by {motion['flow_px']:.2f} px, error {motion['error_px']:.3f} px")
    print(f"dirt: {motion['dirt_tracked']} tracked, {motion['dirt_still']} stand still")
    if arguments.figures:
        write_figures(arguments.figures, runs, table, at)
    failures = [text for text, held in check(table, motion) if not held]
    for text in failures:
        print(f"FAILED: {text}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
