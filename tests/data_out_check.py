#!/usr/bin/env python3
"""What leaves a log, checked by programs of others: the MCAP reader of PyPI, numpy and OpenCV.

    tests/data_out_check.py PROGRAM SOURCE_DIR [CHECK ...]

Runs scenarios with PROGRAM and compares what it writes with oracles of this file's own. Prints one
line per comparison. Exit code 0: all is well; 1: something is not; 2: packages are missing.
"""
import csv
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
    print(f"data_out_check: {error}; pip install opencv-python-headless mcap mcap-ros2-support", file=sys.stderr)
    sys.exit(2)

failures = 0


def check(what, error, tolerance):
    """One comparison: an error that must not exceed a tolerance."""
    global failures
    worst = float(numpy.max(numpy.abs(error)))
    good = worst <= tolerance
    failures += not good
    print(f"{'ok  ' if good else 'FAIL'} {what}: largest error {worst:.3g}, tolerance {tolerance:.3g}", flush=True)


def require(what, condition):
    global failures
    failures += not condition
    print(f"{'ok  ' if condition else 'FAIL'} {what}", flush=True)


class Hadal:
    def __init__(self, program, source):
        self.program, self.source = program, pathlib.Path(source)

    def __call__(self, *words, code=0):
        done = subprocess.run([self.program, *map(str, words)], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode != code:
            raise RuntimeError(f"hadal {' '.join(map(str, words))}: exit code {done.returncode}\n{done.stdout}")
        return done.stdout

    def run(self, scenario, folder, *options):
        self("run", self.source / scenario, "--out", folder, *options)
        return pathlib.Path(folder) / "log.mcap"


# ---- logs ----------------------------------------------------------------------------------------

def read(log, topics=None):
    """{topic: [(log time, message)]}, in the order of log time."""
    out = {}
    with open(log, "rb") as file:
        reader = make_reader(file, decoder_factories=[DecoderFactory()])
        for _, channel, raw, message in reader.iter_decoded_messages(topics=topics):
            out.setdefault(channel.topic, []).append((raw.log_time, message))
    return out


def stamp_ns(message):
    return message.header.stamp.sec * 10**9 + message.header.stamp.nanosec


def vector(v):
    return numpy.array([v.x, v.y, v.z])


def rotation(q):
    """The matrix of a quaternion, by Rodrigues' formula."""
    v = numpy.array([q.x, q.y, q.z])
    k = numpy.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])
    return numpy.eye(3) + 2 * q.w * k + 2 * k @ k


def by_stamp(messages):
    return {stamp_ns(message): message for _, message in messages}


def columns(scalars):
    return dict(zip(scalars.names, scalars.values))


# ---- /tf_static ----------------------------------------------------------------------------------

def frames(hadal, work):
    """A vector that a sensor measures in its frame is, turned by /tf_static, the truth in the body."""
    log = read(hadal.run("tests/sensor_frames.yaml", work))
    static = {t.child_frame_id: t for _, m in log["/tf_static"] for t in m.transforms}
    sensors = {t[1:-len("/truth")] for t in log if t.endswith("/truth")}
    require("every sensor has a frame on its link", sensors == set(static) and
            all(t.header.frame_id == "rov/hull" for t in static.values()) and len(sensors) > 13)
    require("one message, at the start", len(log["/tf_static"]) == 1)
    turn = {name: rotation(t.transform.rotation) for name, t in static.items()}
    place = {name: vector(t.transform.translation) for name, t in static.items()}
    truth = by_stamp(log["/rov/ground_truth"])
    body = {t: (vector(m.pose.pose.position), rotation(m.pose.pose.orientation),
                vector(m.twist.twist.linear), vector(m.twist.twist.angular)) for t, m in truth.items()}
    current = {t: vector(m.current) for t, m in by_stamp(log["/rov/water"]).items()}

    def compare(what, topic, error, tolerance, at_least=5):
        pairs = [(m, body[stamp_ns(m)], stamp_ns(m)) for _, m in log[topic] if stamp_ns(m) in body]
        require(f"{what}: {len(pairs)} readings", len(pairs) >= at_least)
        check(what, [error(m, *b, t) for m, b, t in pairs], tolerance)

    for name in ("rov/imu_a", "rov/imu_b"):
        compare(f"{name} angular velocity", "/" + name,
                lambda m, p, R, v, w, t, n=name: turn[n] @ vector(m.angular_velocity) - w, 1e-9)
    imus = [by_stamp(log[f"/rov/imu_{k}"]) for k in "ab"]
    forces = [{t: turn[f"rov/imu_{k}"] @ vector(m.linear_acceleration) for t, m in imu.items()}
              for k, imu in zip("ab", imus)]
    check("specific force, two mountings", [forces[0][t] - forces[1][t] for t in forces[0]], 1e-9)
    still = max(body)  # the vehicle rests by then: one g, upwards in the world
    check("specific force at rest points up", body[still][1] @ forces[0][still] - [0, 0, 9.81], 0.15)
    compare("gyro, columns in forward-right-down", "/rov/gyro",
            lambda m, p, R, v, w, t: turn["rov/gyro"] @ m.values - w, 1e-9)
    fields = numpy.array([R @ turn[f"rov/mag_{k}"] @ vector(m.magnetic_field)
                          for k in "ab" for _, m in log[f"/rov/mag_{k}"] if stamp_ns(m) in body
                          for p, R, v, w in [body[stamp_ns(m)]]])
    check("magnetic field of both, fixed in the world, uT", 1e6 * (fields - fields.mean(axis=0)), 1e-6)
    compare("dvl velocity", "/rov/dvl", lambda m, p, R, v, w, t:
            turn["rov/dvl"] @ vector(m.velocity) - (v + numpy.cross(w, place["rov/dvl"])), 1e-9)
    compare("dvl beams end on the seabed", "/rov/dvl", lambda m, p, R, v, w, t: [
        (p + R @ (place["rov/dvl"] + turn["rov/dvl"] @ (r * vector(e))))[2] + 20
        for r, e in zip(m.range, m.beam_unit_vec)], 1e-3)
    compare("altimeter range along x ends on the seabed", "/rov/altimeter", lambda m, p, R, v, w, t:
            (p + R @ (place["rov/altimeter"] + turn["rov/altimeter"] @ [m.range, 0, 0]))[2] + 20, 1e-3)
    compare("adcp, first cell", "/rov/adcp", lambda m, p, R, v, w, t:
            turn["rov/adcp"] @ vector(m.velocity[0]) -
            (R.T @ current[t] - v - numpy.cross(w, place["rov/adcp"])), 1e-6)
    compare("odometry position", "/rov/odometry", lambda m, p, R, v, w, t:
            vector(m.pose.pose.position) - (p + R @ place["rov/odometry"]), 1e-9)
    compare("odometry attitude", "/rov/odometry", lambda m, p, R, v, w, t:
            rotation(m.pose.pose.orientation) - R @ turn["rov/odometry"], 1e-9)
    compare("odometry velocity in its child frame", "/rov/odometry", lambda m, p, R, v, w, t:
            turn["rov/odometry"] @ vector(m.twist.twist.linear) -
            (v + numpy.cross(w, place["rov/odometry"])), 1e-9)
    compare("depth at the place of the sensor", "/rov/depth", lambda m, p, R, v, w, t:
            (p + R @ place["rov/depth"])[2] + columns(m)["depth_m"], 1e-9)


# ---- tables --------------------------------------------------------------------------------------

def table(path):
    """{column: [texts]} of a CSV file."""
    with open(path, newline="") as file:
        rows = list(csv.reader(file))
    return {name: [row[i] for row in rows[1:]] for i, name in enumerate(rows[0])}


def numbers(texts):
    return numpy.array([float(text) for text in texts])


def start_ns(log):
    with open(log, "rb") as file:
        return make_reader(file).get_summary().statistics.message_start_time


def check_times(what, found, messages, start):
    check(f"{what}: arrival_s", numbers(found["arrival_s"]) - [(t - start) / 1e9 for t, _ in messages], 1e-9)
    check(f"{what}: stamp_s", numbers(found["stamp_s"]) - [(stamp_ns(m) - start) / 1e9 for _, m in messages], 1e-9)


def tables(hadal, work):
    """Stamp and arrival in every table; roll, pitch, heading and depth beside quaternions."""
    log = hadal.run("tests/data_out.yaml", work / "run")
    messages, start = read(log, ["/rov/imu50", "/rov/ground_truth"]), start_ns(log)
    for topic in ("/rov/imu50", "/rov/ground_truth"):
        hadal("export", log, "--topic", topic, "-o", work / "t.csv")
        check_times(topic, table(work / "t.csv"), messages[topic], start)
    late = [(t - stamp_ns(m)) / 1e9 for t, m in messages["/rov/imu50"]]
    check("readings of the IMU arrive 0.02 s late", numpy.array(late) - 0.02, 1e-9)
    found = table(work / "t.csv")  # of the ground truth
    poses = [m.pose.pose for _, m in messages["/rov/ground_truth"]]
    check("north_m, east_m, depth_m",
          [numbers(found[name]) - [sign * getattr(p.position, axis) for p in poses]
           for name, axis, sign in (("north_m", "y", 1), ("east_m", "x", 1), ("depth_m", "z", -1))], 0)
    # Forward and starboard in north-east-down, from columns of the matrix in east-north-up.
    ned = numpy.array([[0, 1, 0], [1, 0, 0], [0, 0, -1]])
    turns = [ned @ rotation(p.orientation) for p in poses]
    ahead, right, down = ([sign * R[:, i] for R in turns] for i, sign in ((0, 1), (1, -1), (2, -1)))
    heading = numpy.degrees([numpy.arctan2(v[1], v[0]) for v in ahead]) % 360
    pitch = numpy.degrees([-numpy.arcsin(v[2]) for v in ahead])
    roll = numpy.degrees([numpy.arctan2(r[2], d[2]) for r, d in zip(right, down)])
    check("heading_deg", numbers(found["heading_deg"]) - heading, 1e-9)
    check("pitch_deg", numbers(found["pitch_deg"]) - pitch, 1e-9)
    check("roll_deg", numbers(found["roll_deg"]) - roll, 1e-9)
    require("heading at the start is 350, roll 5, pitch -4", abs(heading[0] - 350) < 1e-6 and
            abs(roll[0] - 5) < 1e-6 and abs(pitch[0] + 4) < 1e-6)
    hadal("export", log, "--topic", "/rov/cam", "--png", "-o", work / "pictures")
    check_times("times.csv of pictures", table(work / "pictures/times.csv"),
                read(log, ["/rov/cam/image/compressed"])["/rov/cam/image/compressed"], start)


# ---- arrays --------------------------------------------------------------------------------------

IMAGE = {"32FC1": ("<f4", 1), "32FC2": ("<f4", 2), "32SC1": ("<i4", 1), "32SC2": ("<i4", 2), "32FC3": ("<f4", 3), "rgb8": ("u1", 3)}
POINT = {7: "<f4"}


def image_array(message):
    """The numbers of a sensor_msgs/Image."""
    kind, channels = IMAGE[message.encoding]
    shape = (message.height, message.width) + ((channels,) if channels > 1 else ())
    return numpy.frombuffer(bytes(message.data), kind).reshape(shape)


def sonar_array(message):
    """beams x ranges; in the message the beams of one range lie together."""
    levels = numpy.frombuffer(bytes(message.image.data), "<i2").astype(numpy.float32) / numpy.float32(100)
    return levels.reshape(len(message.ranges), message.image.beam_count).T


def cloud_array(message):
    kind = [(f.name, POINT[f.datatype]) for f in message.fields]
    return numpy.frombuffer(bytes(message.data), kind)


def equal(a, b):
    return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()


def arrays(hadal, work):
    """Every element of images, labels, sonar images, points and events, as NPY and 16-bit PNG."""
    log = hadal.run("tests/data_out.yaml", work / "run")
    start = start_ns(log)
    messages = read(log)
    readers = {"/rov/cam/depth_m": image_array, "/rov/cam/instance": image_array, "/rov/cam/normal": image_array,
               "/rov/cam/semantic": image_array, "/rov/lidar/range_m": image_array, "/rov/lidar/object_id": image_array,
               "/rov/fls": sonar_array,
               "/rov/msis": sonar_array, "/rov/lidar/points": cloud_array}
    for topic, convert in readers.items():
        folder = work / topic.strip("/").replace("/", "_")
        hadal("export", log, "--topic", topic, "--npy", "-o", folder)
        times = table(folder / "times.csv")
        check_times(f"{topic} arrays", times, messages[topic], start)
        loaded = [numpy.load(folder / name) for name in times["file"]]
        require(f"{topic}: {len(loaded)} arrays {loaded[0].shape} {loaded[0].dtype} hold what the messages do",
                len(loaded) == len(messages[topic]) and
                all(equal(a, convert(m)) for a, (_, m) in zip(loaded, messages[topic])))
        if convert is sonar_array:
            for i, (_, m) in enumerate(messages[topic]):
                directions = numpy.array([[d.y, d.z] for d in m.beam_directions])
                bearings = numpy.load(folder / times["bearings_rad"][i])
                ranges = numpy.load(folder / times["ranges_m"][i])
                if not numpy.allclose(bearings, numpy.arctan2(*directions.T), atol=1e-6) or \
                        not equal(ranges, numpy.array(m.ranges, "<f4")):
                    require(f"{topic}: axes of ping {i}", False)
                    break
            else:
                require(f"{topic}: {len(set(times['bearings_rad']))} sets of bearings, "
                        f"{len(set(times['ranges_m']))} of ranges", len(set(times["ranges_m"])) == 1)
    require("an image of a sonar has more than 1024 elements", sonar_array(messages["/rov/fls"][0][1]).size > 100000)
    hadal("export", log, "--topic", "/rov/events/events", "--npy", "-o", work / "events")
    names = table(work / "events/times.csv")["file"]
    same = [numpy.load(work / "events" / name) for name in names]
    require(f"events: {sum(map(len, same))} in {len(same)} arrays", sum(map(len, same)) > 100 and all(
        list(a["x"]) == list(m.x) and list(a["y"]) == list(m.y) and list(a["time_us"]) == list(m.time_us) and
        list(a["polarity"]) == list(m.polarity) for a, (_, m) in zip(same, messages["/rov/events/events"])))

    def grey(topic, expected):
        folder = work / ("png16_" + topic.strip("/").replace("/", "_"))
        told = hadal("export", log, "--topic", topic, "--png16", "-o", folder)
        pictures = [cv2.imread(str(folder / name), cv2.IMREAD_UNCHANGED) for name in table(folder / "times.csv")["file"]]
        require(f"{topic}: {len(pictures)} PNG of 16 bits", len(pictures) == len(messages[topic]) and
                all(p.dtype == numpy.uint16 and numpy.array_equal(p, expected(m))
                    for p, (_, m) in zip(pictures, messages[topic])))
        return told

    def steps(values, per_unit):
        good = numpy.isfinite(values) & (values >= 0)
        return numpy.where(good, numpy.minimum(numpy.floor(per_unit * numpy.where(good, values, 0).astype(float) + 0.5), 65535), 0)

    require("the step is told", "0.001 m" in grey("/rov/cam/depth_m", lambda m: steps(image_array(m), 1000)))
    require("the step of levels is told", "0.01 dB" in grey("/rov/fls", lambda m: steps(sonar_array(m), 100)))
    grey("/rov/cam/instance", image_array)
    grey("/rov/cam/semantic", lambda m: numpy.where(image_array(m) < 0, 65535, image_array(m)))
    hadal("export", log, "--topic", "/rov/cam/depth_m", "--npy", "--at", "1.2", "-o", work / "one.npy")
    at = [m for t, m in messages["/rov/cam/depth_m"] if (t - start) / 1e9 <= 1.2][-1]
    require("--at takes the last that had arrived", equal(numpy.load(work / "one.npy"), image_array(at)))
    for words, why in (
            (["--topic", "/rov/imu50", "--npy", "-o", work / "x"], "no images, sonar images, points or events on '/rov/imu50'"),
            (["--topic", "/rov/cam/normal", "--png16", "-o", work / "x"], "does not fit the 16 bits of a PNG; take --npy"),
            (["--topic", "/rov/fls", "--npy", "-o", work / "x.png"], "expected a file that ends in .npy, or a folder"),
            (["--topic", "/rov/fls", "--npy", "--at", "1", "-o", work / "x"], "--at picks one array"),
            (["--npy", "-o", work / "x"], "expected --topic TOPIC"),
            (["--topic", "/rov/fls", "--npy", "--view", "fan"], "--view"),
            (["--topic", "/rov/fls", "--npy", "-o", "/proc/x"], "cannot write here")):
        require(f"refused: {why}", why in hadal("export", log, *words, code=2))


# ---- trajectories --------------------------------------------------------------------------------

def quaternion_matrix(x, y, z, w):
    return numpy.array([[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]])


def matrix(R, p):
    out = numpy.eye(4)
    out[:3, :3], out[:3, 3] = R, p
    return out


def tracks(hadal, work):
    """TUM, KITTI and EuRoC, read as their descriptions say, against messages and /tf_static."""
    log = hadal.run("tests/data_out.yaml", work / "run")
    messages = read(log, ["/rov/ground_truth", "/rov/imu", "/rov/imu50", "/tf_static"])
    truth = [m for _, m in messages["/rov/ground_truth"]]
    stamps = numpy.array([stamp_ns(m) for m in truth])
    bodies = [matrix(rotation(m.pose.pose.orientation), vector(m.pose.pose.position)) for m in truth]
    static = {t.child_frame_id: (t.header.frame_id, matrix(rotation(t.transform.rotation), vector(t.transform.translation)))
              for _, m in messages["/tf_static"] for t in m.transforms}
    imu, cam = static["rov/imu50"][1], static["rov/cam"][1] @ static["rov/cam/optical"][1]
    require("the optical frame is on the camera", static["rov/cam/optical"][0] == "rov/cam")
    model_imu = static["rov/imu"][1]

    for frame, X in (("", numpy.eye(4)), ("rov/imu50", imu), ("rov/cam/optical", cam)):
        hadal("export", log, "--format", "tum", *(["--frame", frame] if frame else []), "-o", work / "tum.txt")
        rows = numpy.loadtxt(work / "tum.txt")  # leaves out comments
        check(f"tum {frame}: seconds since 1970", rows[:, 0] - stamps / 1e9, 5e-7)
        first = [line.split()[0] for line in open(work / "tum.txt") if line[0] != "#"]
        require(f"tum {frame}: stamps to the nanosecond",
                [int(s.replace(".", "")) for s in first] == list(stamps))
        check(f"tum {frame}: poses", [matrix(quaternion_matrix(*r[4:8]), r[1:4]) - B @ X for r, B in zip(rows, bodies)], 1e-9)

    hadal("export", log, "--format", "kitti", "--frame", "rov/cam/optical", "-o", work / "kitti")
    poses = numpy.loadtxt(work / "kitti/poses.txt").reshape(-1, 3, 4)
    check("kitti: matrices to the first frame",
          [P - (numpy.linalg.inv(bodies[0] @ cam) @ B @ cam)[:3] for P, B in zip(poses, bodies)], 1e-9)
    check("kitti: times since the first", numpy.loadtxt(work / "kitti/times.txt") - (stamps - stamps[0]) / 1e9, 1e-9)

    hadal("export", log, "--topic", "/rov/ground_truth", "--format", "euroc", "-o", work / "euroc")
    mav = work / "euroc/mav0"
    rows = numpy.genfromtxt(mav / "state_groundtruth_estimate0/data.csv", delimiter=",", comments="#")
    first = [int(line.split(",")[0]) for line in open(mav / "state_groundtruth_estimate0/data.csv") if line[0] != "#"]
    require("euroc: 17 columns, ns since 1970", rows.shape == (len(truth), 17) and first == list(stamps))
    check("euroc: poses of the first IMU",
          [matrix(quaternion_matrix(*r[5:8], r[4]), r[1:4]) - B @ model_imu for r, B in zip(rows, bodies)], 1e-9)
    check("euroc: velocity of the IMU in the world", [
        r[8:11] - B[:3, :3] @ (vector(m.twist.twist.linear) + numpy.cross(vector(m.twist.twist.angular), model_imu[:3, 3]))
        for r, B, m in zip(rows, bodies, truth)], 1e-9)
    for folder, topic, frame in (("imu0", "/rov/imu", "rov/imu"), ("imu1", "/rov/imu50", "rov/imu50")):
        lines = [line.strip().split(",") for line in open(mav / folder / "data.csv") if line[0] != "#"]
        require(f"euroc {folder}: every reading", [[int(row[0]), *map(float, row[1:])] for row in lines] == [
            [stamp_ns(m), *vector(m.angular_velocity), *vector(m.linear_acceleration)] for _, m in messages[topic]])
        text = (mav / folder / "sensor.yaml").read_text()
        data = numpy.array(eval(text.split("data: ")[1].splitlines()[0])).reshape(4, 4)
        check(f"euroc {folder}: T_BS", data - numpy.linalg.inv(model_imu) @ static[frame][1], 1e-9)
        rate = float(text.split("rate_hz: ")[1])
        check(f"euroc {folder}: rate_hz", rate - {"imu0": 100, "imu1": 50}[folder], 1e-6)
    for words, why in (
            (["--format", "evo", "-o", work / "x"], "no format 'evo'; expected tum, kitti or euroc"),
            (["--format", "tum"], "expected -o FILE"),
            (["--format", "tum", "--frame", "rov/cm", "-o", work / "x"], "no frame 'rov/cm' on rov/hull; there are: rov/hull"),
            (["--format", "tum", "--topic", "/rov/imu", "-o", work / "x"], "no odometry on '/rov/imu'; it is on: /rov/ground_truth"),
            (["--format", "tum", "-o", "/proc/x/y"], "cannot write here"),
            (["--csv", "--topic", "/rov/imu", "--frame", "rov/imu"], "--frame")):
        require(f"refused: {why}", why in hadal("export", log, *words, code=2))


def everything(hadal, work):
    """export --all: a file or folder of every topic, the same as one by one."""
    log = hadal.run("tests/data_out.yaml", work / "run")
    hadal("export", log, "--all", work / "all")
    messages = read(log)
    missing = []
    for topic, list_ in messages.items():
        if topic in ("/hadal/scene", "/hadal/seabed"):
            continue
        place = work / "all" / topic.strip("/")
        if (place / "times.csv").exists():
            count = len(table(place / "times.csv")["file"])
        else:
            count = len(next(iter(table(f"{place}.csv").values()))) if pathlib.Path(f"{place}.csv").exists() else -1
        if count != len(list_):
            missing.append((topic, count, len(list_)))
    require(f"every topic, every message {missing}", not missing)
    require("nothing of what viewers draw", not (work / "all/hadal/scene.csv").exists())
    hadal("export", log, "--topic", "/rov/imu50", "-o", work / "one.csv")
    require("the same table", (work / "one.csv").read_bytes() == (work / "all/rov/imu50.csv").read_bytes())
    name = table(work / "all/rov/cam/image/compressed/times.csv")["file"][-1]
    require("pictures as they are in the log", (work / "all/rov/cam/image/compressed" / name).read_bytes() ==
            bytes(messages["/rov/cam/image/compressed"][-1][1].data))
    with open(log, "rb") as file:
        attached = {a.name: a.data for a in make_reader(file).iter_attachments()}
    require("the scenario", (work / "all/scenario.yaml").read_bytes() == attached["scenario.yaml"])


# ---- covariances ---------------------------------------------------------------------------------

def covariances(hadal, work):
    """The variance of what a sensor at rest reads is that of its message."""
    log = read(hadal.run("tests/noise_covariance.yaml", work))

    def compare(what, values, told, correlated=1):
        """Five standard deviations of the estimate; neighbours that go together count once."""
        values = numpy.asarray(values, float)
        found = values.var(axis=0)
        check(f"{what}: {numpy.mean(found):.4g} of {numpy.mean(told):.4g}", found / told - 1,
              5 * numpy.sqrt(2 * correlated / len(values)))

    def diagonal(covariance, size=3, first=0):
        return numpy.asarray(covariance).reshape(-1, int(len(covariance) ** 0.5)).diagonal()[first:first + size]

    imu = [m for _, m in log["/rov/imu"]]
    compare("gyro, white density, not its turn-on bias", [vector(m.angular_velocity) for m in imu],
            diagonal(imu[0].angular_velocity_covariance))
    compare("accelerometer, white and rounded", [vector(m.linear_acceleration)[:2] for m in imu],
            diagonal(imu[0].linear_acceleration_covariance)[:2])
    turns = [rotation(m.orientation) for m in imu]
    u, _, v = numpy.linalg.svd(sum(turns))
    mean = u @ v  # the nearest rotation
    small = [mean.T @ R for R in turns]
    compare("attitude", [[R[2, 1], R[0, 2], R[1, 0]] for R in small], diagonal(imu[0].orientation_covariance))
    rates = [m for _, m in log["/rov/rates"]]
    compare("gyro with a bias that wanders", [vector(m.angular_velocity) for m in rates],
            diagonal(rates[0].angular_velocity_covariance), correlated=50)
    require("an attitude that is not measured has -1", rates[0].orientation_covariance[0] == -1)
    require("no noise: 0", not any(rates[0].linear_acceleration_covariance))
    fields = [m for _, m in log["/rov/magnetometer"]]
    compare("magnetometer", [vector(m.magnetic_field) for m in fields], diagonal(fields[0].magnetic_field_covariance))
    pressures = [m for _, m in log["/rov/pressure"]]
    compare("pressure", [[m.fluid_pressure] for m in pressures], [pressures[0].variance])
    odometry = [m for _, m in log["/rov/odometry"]]
    compare("odometry, position", [vector(m.pose.pose.position) for m in odometry], diagonal(odometry[0].pose.covariance))
    require("odometry, attitude", numpy.allclose(diagonal(odometry[0].pose.covariance, 3, 3), 0.02**2))
    compare("odometry, velocity", [vector(m.twist.twist.linear) for m in odometry], diagonal(odometry[0].twist.covariance))
    compare("odometry, rates", [vector(m.twist.twist.angular) for m in odometry], diagonal(odometry[0].twist.covariance, 3, 3))
    fixes = [m for _, m in log["/rov/gps"] if m.status.status == 0]
    metres = 111320.0  # per degree of latitude, within 1 %
    compare("gps, north and up", [[metres * m.latitude, m.altitude] for m in fixes],
            diagonal(fixes[0].position_covariance)[1:])
    require("gps, diagonal known", fixes[0].position_covariance_type == 2)
    battery = [m for _, m in log["/rov/battery"]]
    check("battery, charge in Ah", [m.charge - 12 * m.percentage for m in battery], 1e-5)
    require("battery, capacity in Ah", battery[0].capacity == battery[0].design_capacity == 12 and
            abs(battery[0].charge - 6) < 1e-5)


# ---- a stereo sequence ----------------------------------------------------------------------------

def camera(log, name):
    """What a user takes from the log of one camera: matrices, pictures, and its pose in the world by stamp."""
    info = log[f"/{name}/camera_info"][0][1]
    static = {t.child_frame_id: t for _, m in log["/tf_static"] for t in m.transforms}
    X = numpy.eye(4)
    frame = name + "/optical"
    while frame in static:
        t = static[frame].transform
        X, frame = matrix(rotation(t.rotation), vector(t.translation)) @ X, static[frame].header.frame_id
    body = by_stamp(log["/rov/ground_truth"])
    poses = {}
    for stamp in by_stamp(log[f"/{name}/image/compressed"]):
        pose = body[stamp].pose.pose
        poses[stamp] = matrix(rotation(pose.orientation), vector(pose.position)) @ X
    pictures = {stamp: cv2.imdecode(numpy.frombuffer(bytes(m.data), "u1"), cv2.IMREAD_GRAYSCALE)
                for stamp, m in by_stamp(log[f"/{name}/image/compressed"]).items()}
    return {"K": numpy.reshape(info.k, (3, 3)), "D": numpy.array(info.d), "P": numpy.reshape(info.p, (3, 4)),
            "size": (info.width, info.height), "poses": poses, "pictures": pictures}


def stereo(hadal, work):
    """Pair, IMU and truth, labels of the left camera alone, as OpenCV and dead reckoning see them."""
    path = hadal.run("tests/stereo.yaml", work / "run")
    log = read(path)
    require("labels of the left camera, none of the right", "/rov/eyes/left/depth_m" in log and
            "/rov/eyes/left/position_m" in log and "/rov/eyes/right/image/compressed" in log and
            not {"/rov/eyes/right/depth_m", "/rov/eyes/right/position_m"} & set(log))
    left, right = camera(log, "rov/eyes/left"), camera(log, "rov/eyes/right")
    require(f"{len(left['poses'])} pairs of one stamp", len(left["poses"]) >= 4 and set(left["poses"]) == set(right["poses"]))
    check("Tx of the right camera is -f times the baseline", right["P"][0, 3] + 470 * 0.12, 1e-9)
    depths, points = folder_by_stamp(hadal, path, "/rov/eyes/left/depth_m", work), folder_by_stamp(hadal, path, "/rov/eyes/left/position_m", work)
    width, height = left["size"]
    pixels = numpy.stack(numpy.meshgrid(numpy.arange(width), numpy.arange(height)), -1).reshape(-1, 1, 2).astype(float)
    # Iterated to the end: the default of OpenCV stops after five rounds.
    rays = cv2.undistortPointsIter(pixels, left["K"], left["D"], None, None,
                                   (cv2.TERM_CRITERIA_COUNT + cv2.TERM_CRITERIA_EPS, 100, 1e-12)).reshape(-1, 2)
    ned = numpy.array([[0, 1, 0], [1, 0, 0], [0, 0, -1]])
    worst = []
    for stamp, X in left["poses"].items():
        z = depths[stamp].reshape(-1)
        seen = numpy.isfinite(z)
        in_camera = numpy.column_stack([rays * z[:, None], z])[seen]
        world = in_camera @ X[:3, :3].T + X[:3, 3]
        worst.append(numpy.abs(world @ ned.T - points[stamp].reshape(-1, 3)[seen]).max())
        require(f"most of the picture at {stamp % 10**11 / 1e9:.2f} s has a depth", seen.mean() > 0.5)
    check("depth by camera_info and tf is position_m, m", worst, 1e-4)
    matches(left, right, depths)
    exposure(hadal, log, work)
    dead_reckoning(log)


def folder_by_stamp(hadal, path, topic, work):
    folder = work / topic.strip("/").replace("/", "_")
    hadal("export", path, "--topic", topic, "--npy", "-o", folder)
    times = table(folder / "times.csv")
    return {int(stamp): numpy.load(folder / name) for stamp, name in zip(times["stamp_ns"], times["file"])}


def matches(left, right, depths):
    """SIFT on rectified pairs: rows agree, and disparity is f b / depth."""
    R1, R2, P1, P2, *_ = cv2.stereoRectify(left["K"], left["D"], right["K"], right["D"], left["size"], numpy.eye(3),
                                           numpy.array([right["P"][0, 3] / right["P"][0, 0], 0, 0]), alpha=0,
                                           flags=cv2.CALIB_ZERO_DISPARITY)
    maps = [cv2.initUndistortRectifyMap(c["K"], c["D"], R, P, c["size"], cv2.CV_32FC1)
            for c, R, P in ((left, R1, P1), (right, R2, P2))]
    check("the pair stands side by side: no turn to rectify", [R1 - numpy.eye(3), R2 - numpy.eye(3)], 1e-9)
    rows, errors = [], []
    for stamp in left["poses"]:
        a, b = (cv2.remap(c["pictures"][stamp], *m, cv2.INTER_CUBIC) for c, m in ((left, maps[0]), (right, maps[1])))
        depth = cv2.remap(depths[stamp], *maps[0], cv2.INTER_NEAREST)
        sift = cv2.SIFT_create(4000, contrastThreshold=0.01)
        (ka, da), (kb, db) = sift.detectAndCompute(a, None), sift.detectAndCompute(b, None)
        for pair in cv2.BFMatcher().knnMatch(da, db, k=2):
            if len(pair) < 2 or pair[0].distance > 0.7 * pair[1].distance:
                continue
            p, q = ka[pair[0].queryIdx].pt, kb[pair[0].trainIdx].pt
            z = depth[round(p[1]), round(p[0])]
            if numpy.isfinite(z) and z > 0:
                rows.append(p[1] - q[1])
                errors.append(p[0] - q[0] - P1[0, 0] * 0.12 / z)
    require(f"{len(rows)} features in both pictures", len(rows) > 1000)
    check("median difference of rows, px", numpy.median(rows), 0.02)
    check("median disparity less f b / depth, px", numpy.median(errors), 0.05)
    check("median size of that, px", numpy.median(numpy.abs(errors)), 0.3)


def exposure(hadal, log, work):
    """time_s, iso and gains that the automatic chose, given as fixed ones, make the same picture."""
    taken = {stamp: columns(m) for stamp, m in by_stamp(log["/rov/eyes/left/exposure"]).items()}
    pictures = by_stamp(log["/rov/eyes/left/image/compressed"])
    require("an exposure with every picture, also of the right camera", set(taken) == set(pictures) and
            len(log["/rov/eyes/right/exposure"]) == len(pictures))
    stamp = sorted(taken)[2]
    e = taken[stamp]
    require(f"the automatic chose {1000 * e['time_s']:.3g} ms, ISO {e['iso']:.4g}", 1e-5 < e["time_s"] <= 0.01)
    key = "vehicles.rov.sensors.eyes.exposure"
    fixed = [f"{key}.automatic=false", f"{key}.time_s={e['time_s']!r}", f"{key}.iso={e['iso']!r}", f"{key}.white_balance=0",
             f"{key}.gains=[{e['gain_red']!r}, {e['gain_green']!r}, {e['gain_blue']!r}]"]
    again = read(hadal.run("tests/stereo.yaml", work / "fixed", "--duration", "2.2", *(w for k in fixed for w in ("--set", k))),
                 ["/rov/eyes/left/image/compressed"])
    a, b = (cv2.imdecode(numpy.frombuffer(bytes(m.data), "u1"), cv2.IMREAD_COLOR).astype(int)
            for m in (pictures[stamp], by_stamp(again["/rov/eyes/left/image/compressed"])[stamp]))
    check("the same picture by these numbers, grey levels", a - b, 1)
    require("and it is neither black nor white", 20 < a.mean() < 220)


GRAVITY = 9.81  # of stereo.yaml


def dead_reckoning(log):
    """Position by the perfect IMU alone: strapdown by the midpoint rule, against the truth."""
    static = {t.child_frame_id: t.transform for _, m in log["/tf_static"] for t in m.transforms}["rov/perfect"]
    R_BI, r = rotation(static.rotation), vector(static.translation)
    truth, imu = by_stamp(log["/rov/ground_truth"]), by_stamp(log["/rov/perfect"])
    stamps = sorted(set(truth) & set(imu))[200:]  # a kinematic vehicle starts with a jump of its velocity
    first, last = truth[stamps[0]], truth[stamps[-1]]
    R = rotation(first.pose.pose.orientation) @ R_BI
    R0 = rotation(first.pose.pose.orientation)
    v = R0 @ (vector(first.twist.twist.linear) + numpy.cross(vector(first.twist.twist.angular), r))
    p = vector(first.pose.pose.position) + R0 @ r
    for before, now in zip(stamps, stamps[1:]):
        dt = (now - before) / 1e9
        w = 0.5 * (vector(imu[before].angular_velocity) + vector(imu[now].angular_velocity)) * dt
        turn, _ = cv2.Rodrigues(w)
        half, _ = cv2.Rodrigues(0.5 * w)
        # A reading of the accelerometer is the mean over the step that ends at its stamp.
        a = R @ half @ vector(imu[now].linear_acceleration) - [0, 0, GRAVITY]
        p, v, R = p + v * dt + 0.5 * a * dt * dt, v + a * dt, R @ turn
    end = rotation(last.pose.pose.orientation)
    check("dead reckoning of the attitude, rad", cv2.Rodrigues(R.T @ end @ R_BI)[0], 1e-5)
    check("dead reckoning of the position, m", p - vector(last.pose.pose.position) - end @ r, 0.01)


CHECKS = {"frames": frames, "tables": tables, "arrays": arrays, "tracks": tracks, "everything": everything,
          "covariances": covariances, "stereo": stereo}


def main():
    program, source, *names = sys.argv[1:]
    hadal = Hadal(program, source)
    for name in names or CHECKS:
        with tempfile.TemporaryDirectory(prefix="hadal_data_out_") as work:
            CHECKS[name](hadal, pathlib.Path(work))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
