"""Cameras, lidars, sonars and the viewer see the same bodies.

Vehicles are seen from instruments of a second vehicle, on a mount point that is tilted on a tilted
vehicle, below water, and at the surface in waves. The oracle is a ray caster in this file over what
the viewer draws: the meshes of scene.glb, placed by the poses and the angles of parts in
/hadal/scene. Every pixel of a camera, every ray of a lidar and of a geometric sonar must meet the
same vehicle at the same distance. Propellers turn and fins are deflected.
"""
import array
import ast
import json
import math
import pathlib
import struct

import lib

RATE_HZ = 10
DEPTH_M = 6.0


# --- Vectors, rotations (w, x, y, z), poses (position, rotation).

def sub(a, b):
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def add(a, b):
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def apply(matrix, v):
    return tuple(dot(row, v) for row in matrix)


def transposed(matrix):
    return tuple(zip(*matrix))


def product(a, b):
    columns = transposed(b)
    return tuple(tuple(dot(row, column) for column in columns) for row in a)


def about(axis, angle):
    """Rodrigues' formula."""
    n = math.sqrt(dot(axis, axis))
    x, y, z = (v / n for v in axis)
    c, s = math.cos(angle), math.sin(angle)
    return ((c + x * x * (1 - c), x * y * (1 - c) - z * s, x * z * (1 - c) + y * s),
            (y * x * (1 - c) + z * s, c + y * y * (1 - c), y * z * (1 - c) - x * s),
            (z * x * (1 - c) - y * s, z * y * (1 - c) + x * s, c + z * z * (1 - c)))


def from_rpy_deg(roll, pitch, yaw):
    turns = (about((0, 0, 1), math.radians(yaw)), about((0, 1, 0), math.radians(pitch)),
             about((1, 0, 0), math.radians(roll)))
    return product(product(turns[0], turns[1]), turns[2])


def rpy_deg(matrix):
    return (math.degrees(math.atan2(matrix[2][1], matrix[2][2])),
            math.degrees(-math.asin(matrix[2][0])),
            math.degrees(math.atan2(matrix[1][0], matrix[0][0])))


def from_quaternion(w, x, y, z):
    return about((x, y, z), 2 * math.atan2(math.sqrt(x * x + y * y + z * z), w)) \
        if (x, y, z) != (0, 0, 0) else about((1, 0, 0), 0)


def compose(a, b):
    return add(a[0], apply(a[1], b[0])), product(a[1], b[1])


def inverse(a):
    back = transposed(a[1])
    return apply(back, sub((0, 0, 0), a[0])), back


# --- Files.

def npy(path):
    """(shape, names or None, values) of a NPY file; of records a list of tuples."""
    data = pathlib.Path(path).read_bytes()
    size = struct.unpack_from("<H", data, 8)[0] if data[6] == 1 else struct.unpack_from("<I", data, 8)[0]
    start = (10 if data[6] == 1 else 12) + size
    head = ast.literal_eval(data[start - size:start].decode())
    kinds = {"<f4": "f", "<i4": "i", "<f8": "d", "|u1": "B", "<u4": "I", "<u2": "H", "<i2": "h"}
    if isinstance(head["descr"], list):
        layout = "<" + "".join(kinds[kind] for _, kind in head["descr"])
        return head["shape"], [name for name, _ in head["descr"]], list(struct.iter_unpack(layout, data[start:]))
    values = array.array(kinds[head["descr"]])
    values.frombytes(data[start:])
    return head["shape"], None, values


def meshes(glb):
    """{node: list of triangles (three corners)} of a glTF binary, without what is below it."""
    length = struct.unpack_from("<I", glb, 12)[0]
    document, binary = json.loads(glb[20:20 + length]), glb[28 + length:]

    def numbers(index):
        accessor = document["accessors"][index]
        view = document["bufferViews"][accessor["bufferView"]]
        letter, size = {5121: ("B", 1), 5123: ("H", 2), 5125: ("I", 4), 5126: ("f", 4)}[accessor["componentType"]]
        count = {"SCALAR": 1, "VEC3": 3}[accessor["type"]]
        start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        stride = view.get("byteStride", count * size)
        return [struct.unpack_from("<" + count * letter, binary, start + i * stride)
                for i in range(accessor["count"])]

    out = {}
    for node in document["nodes"]:
        if "mesh" not in node or "name" not in node or node["name"].startswith("scenery"):
            continue
        triangles = out.setdefault(node["name"], [])
        for part in document["meshes"][node["mesh"]]["primitives"]:
            corners = numbers(part["attributes"]["POSITION"])
            order = [i for (i,) in numbers(part["indices"])]
            triangles += [(corners[a], corners[b], corners[c])
                          for a, b, c in zip(order[::3], order[1::3], order[2::3])]
    return out


# --- Ray caster.

NEAREST = 0.02  # m, along x; what is nearer is cut off for the bounds of a triangle


class Caster:
    """Rays of an instrument in its frame (x ahead), sorted into cells of (y / x, z / x)."""

    CELLS = 64

    def __init__(self, rays):
        self.rays = rays
        spots = [(y / x, z / x) for x, y, z in rays]
        self.low = [min(spot[k] for spot in spots) for k in (0, 1)]
        self.size = [max((max(spot[k] for spot in spots) - self.low[k]) / self.CELLS, 1e-9) for k in (0, 1)]
        self.cells = {}
        for index, spot in enumerate(spots):
            self.cells.setdefault((self.cell(spot[0], 0), self.cell(spot[1], 1)), []).append(index)

    def cell(self, value, k):
        return min(self.CELLS - 1, max(-1, math.floor((value - self.low[k]) / self.size[k] + 1e-9)))

    def cast(self, bodies):
        """For every ray (distance, body), of bodies [(name, triangles in the instrument's frame)]."""
        nearest = [math.inf] * len(self.rays)
        hit = [None] * len(self.rays)
        for name, triangles in bodies:
            for a, b, c in triangles:
                bounds = self.bounds((a, b, c))
                if bounds is None:
                    continue
                ab, ac = sub(b, a), sub(c, a)
                q = cross(ab, a)  # of the origin: s = -a, q = s x ab
                along = dot(ac, q)
                for i in range(bounds[0], bounds[1] + 1):
                    for j in range(bounds[2], bounds[3] + 1):
                        for index in self.cells.get((i, j), ()):
                            ray = self.rays[index]
                            h = cross(ray, ac)
                            determinant = dot(ab, h)
                            if determinant == 0:
                                continue
                            u = -dot(a, h) / determinant
                            v = dot(ray, q) / determinant
                            distance = along / determinant
                            if u >= 0 and v >= 0 and u + v <= 1 and 0 < distance < nearest[index]:
                                nearest[index], hit[index] = distance, name
        return list(zip(nearest, hit))

    def bounds(self, corners):
        spots = []
        for k in range(3):
            p, q = corners[k], corners[(k + 1) % 3]
            if p[0] >= NEAREST:
                spots.append((p[1] / p[0], p[2] / p[0]))
            if (p[0] < NEAREST) != (q[0] < NEAREST):
                t = (NEAREST - p[0]) / (q[0] - p[0])
                spots.append(tuple((p[m] + t * (q[m] - p[m])) / NEAREST for m in (1, 2)))
        if not spots:
            return None
        ends = [self.cell(pick(spot[k] for spot in spots), k) for k in (0, 1) for pick in (min, max)]
        if ends[1] < 0 or ends[3] < 0 or min(spot[0] for spot in spots) > self.low[0] + self.size[0] * self.CELLS + 1e-9 \
                or min(spot[1] for spot in spots) > self.low[1] + self.size[1] * self.CELLS + 1e-9:
            return None
        return [max(0, end) for end in ends]


# --- What the viewer draws at a moment.

class Drawn:
    def __init__(self, trial, log):
        files = lib.attachments(log)
        self.scene = json.loads(files["scene.json"])
        self.meshes = meshes(files["scene.glb"])
        self.rows = trial.table(log, "/hadal/scene")
        self.times = self.rows["time_s"]

    def numbers(self, field, row):
        out = []
        while f"{field}[{len(out)}]" in self.rows:
            out.append(self.rows[f"{field}[{len(out)}]"][row])
        return out

    def row(self, time_s):
        return min(range(len(self.times)), key=lambda i: abs(self.times[i] - time_s))

    def poses(self, row):
        """{path of a link: pose in the world}."""
        numbers = self.numbers("links", row)
        return {link["path"]: (tuple(numbers[7 * i:7 * i + 3]), from_quaternion(*numbers[7 * i + 3:7 * i + 7]))
                for i, link in enumerate(self.scene["links"])}

    def bodies(self, row, eye, without=()):
        """[(vehicle, triangles)] in the frame of an instrument at the pose `eye` in the world."""
        poses, angles = self.poses(row), self.numbers("parts", row)
        placed = []
        for link in self.scene["links"]:
            placed.append((link["path"], link["path"], None))
        for part, angle in zip(self.scene["parts"], angles):
            p, axis = tuple(part["position_m"]), tuple(part["axis"])
            turn = about(axis, angle)
            link = part["link"] if isinstance(part["link"], str) else self.scene["links"][part["link"]]["path"]
            placed.append((part["node"], link, (sub(p, apply(turn, p)), turn)))
        out = []
        for node, link, turn in placed:
            vehicle = link.split("/")[0]
            if vehicle in without or node not in self.meshes:
                continue
            pose = compose(inverse(eye), poses[link])
            if turn:
                pose = compose(pose, turn)
            known = {}
            def corner(v):
                if v not in known:
                    known[v] = add(pose[0], apply(pose[1], v))
                return known[v]
            out.append((vehicle, [tuple(map(corner, triangle)) for triangle in self.meshes[node]]))
        return out


# --- Scenarios.

MOUNT = ((0.15, -0.1, -0.2), (20, -30, 40))      # of the post: position, roll, pitch and yaw
CAMERA = ((0.05, 0.02, -0.03), (10, 5, -15))     # on the mount
LIDAR = ((0.04, -0.03, 0.02), (-5, -4, 12))
SONAR = ((-0.02, 0.05, 0.06), (25, 3, -8))
LIDAR_RAYS, SONAR_RAYS = (61, 81), (41, 96)     # rows from the top down, columns from port
POST = (8, 15)                                   # roll and pitch of the post

POST_MODEL = f"""
vehicle_models:
  - name: post
    kind: body
    links: [{{name: post, mass_kg: 1, inertia_kg_m2: [1, 1, 1]}}]
    mounts: [{{name: head, position_m: {list(MOUNT[0])}, rpy_deg: {list(MOUNT[1])}}}]
"""


def sensors(mount, camera, lidar, sonar):
    """Of a vehicle; `camera` and the others are (position, attitude) on the mount."""
    def on_mount(place):
        return f"mount: {mount}, position_m: {list(place[0])}, rpy_deg: {list(place[1])}"
    lines = []
    if camera:
        lines.append(f"!camera {{name: cam, {on_mount(camera)}, rate_hz: {RATE_HZ}, width_px: 120, "
                     "height_px: 90, view_deg: 50, quality: control, labels: [depth, instance]}")
    if lidar:
        lines.append(f"!lidar {{name: lidar, {on_mount(lidar)}, rate_hz: {RATE_HZ}, columns: {LIDAR_RAYS[1]}, rows: {LIDAR_RAYS[0]}, "
                     "width_deg: 40, height_deg: 30, returns: 1, min_range_m: 0.1, attenuation_per_m: 0.02}")
    if sonar:
        lines.append(f"!imaging_sonar {{name: sonar, {on_mount(sonar)}, rate_hz: {RATE_HZ}, beams: {SONAR_RAYS[1]}, planes: {SONAR_RAYS[0]}, "
                     "field_of_view_deg: 45, beam_height_deg: 25, min_range_m: 0.1, max_range_m: 20}")
    return "".join(f"      - {line}\n" for line in lines)


def head(duration_s, waves=""):
    return (f"format: 1\nstep_s: 0.01\nduration_s: {duration_s}\nenvironment:\n  optics: {{water_type: I}}\n{waves}"
            f"record: {{rate_hz: {RATE_HZ}, frames: all}}\n")


def place_of(pose):
    (north, east, depth), turn = pose
    roll, pitch, heading = rpy_deg(turn)
    return (f"{{north_m: {north!r}, east_m: {east!r}, depth_m: {depth!r}, roll_deg: {roll!r}, pitch_deg: {pitch!r}, "
            f"heading_deg: {heading!r}}}")


def below_water(name, commands, distance_m, bearing_deg, down_deg):
    """A vehicle that drives its propellers and fins, and a tilted post that looks at it from behind."""
    to, down = math.radians(bearing_deg), math.radians(down_deg)
    ahead = (math.cos(down) * math.cos(to), math.cos(down) * math.sin(to), math.sin(down))
    place = sub((0, 0, DEPTH_M), tuple(distance_m * v for v in ahead))
    # The instruments look at the vehicle, but for a few degrees each.
    wanted = (place, from_rpy_deg(POST[0], -down_deg + POST[1] - 12, bearing_deg))
    post = compose(wanted, inverse((MOUNT[0], from_rpy_deg(*MOUNT[1]))))
    columns = ", ".join(commands)
    values = ", ".join(str(v) for v in commands.values())
    return head(0.6) + POST_MODEL + (
        f"vehicles:\n  - {{name: subject, model: {name}, pose: {{depth_m: {DEPTH_M}}}}}\n"
        f"  - name: eye\n    model: post\n    kinematic: true\n    pose: {place_of(post)}\n    sensors:\n"
        + sensors("head", CAMERA, LIDAR, SONAR) +
        f"mission:\n  - !commands {{vehicle: subject, actuators: [{columns}], schedule: [[0, {values}]], duration_s: 1}}\n")


WAVES = "  waves: !regular {height_m: 0.3, period_s: 3, toward_deg: 30}\n"
CREST_M = 0.16  # no point of the surface is farther from the mean


def at_the_surface(below):
    """An Otter in waves, seen from the mast of a second boat and from the dome of an ROV below."""
    boat = ("  - name: eye\n    model: wamv\n    pose: {north_m: -4.5, east_m: -2, heading_deg: 24}\n    sensors:\n"
            + sensors("camera_mast", ((0, 0, -0.4), (3, -6, 0)), ((0, 0, -0.5), (-3, -7, 2)), None))
    rov = ("  - name: eye\n    model: bluerov2_heavy\n    pose: {north_m: -2.5, east_m: 0.6, depth_m: 1.2, heading_deg: -14, "
           "roll_deg: 8}\n    sensors:\n"
           + sensors("camera_dome", ((0, 0, 0), (0, 22, 0)), ((0, 0, 0), (0, 18, 3)), ((0, 0, 0), (90, 18, 0))))
    return (head(1.6, WAVES) + "vehicles:\n  - {name: subject, model: otter, pose: {heading_deg: 70}}\n" + (rov if below else boat)
            + "mission:\n  - !commands {vehicle: subject, actuators: [port, starboard], schedule: [[0, 40, 25]], duration_s: 2}\n")


# --- Comparisons.

EDGE = 0.004        # fraction of the rays that may differ: those through an edge
DISTANCE_M = 2e-3   # of what both meet; 0.5 % of the rays, on faces seen edge on, may differ more


def compare(trial, what, got, oracle, count, subject_wanted=40):
    """`got` and `oracle`: (distance, vehicle or None) of every ray that is judged."""
    both = [(g, o) for g, o in zip(got, oracle) if g[1] == "subject" and o[1] == "subject"]
    trial._say(len(both) >= subject_wanted, f"{what}: expected at least {subject_wanted} rays on the vehicle, got {len(both)}, tolerance 0")
    wrong = sum(g[1] != o[1] for g, o in zip(got, oracle))
    trial.near(f"{what}: fraction of {count} rays that meet another thing", 0, wrong / count, EDGE)
    errors = sorted(abs(g[0] - o[0]) for g, o in both)
    if errors:
        trial.near(f"{what}: distance, 99.5 % of {len(errors)} rays, m", 0, errors[int(0.995 * (len(errors) - 1))], DISTANCE_M)


def frames(trial, log, topic):
    """[(time in s, path of the NPY file)]."""
    folder = trial.folder / ("arrays" + topic.replace("/", "_") + pathlib.Path(log).parent.name)
    trial.hadal("export", log, "--topic", topic, "--npy", "-o", folder)
    times = lib.read_table((folder / "times.csv").read_text())
    return [(stamp, folder / name) for name, stamp in zip(times["file"], times["stamp_s"])]


def last(trial, log, topic, drawn):
    """The last frame that has a scene of its own time: (row of the scene, path)."""
    for stamp, path in reversed(frames(trial, log, topic)):
        row = drawn.row(stamp)
        if abs(drawn.times[row] - stamp) < 1e-4:
            return row, path
    raise RuntimeError(f"no scene at the time of a frame of {topic}")


def eye_pose(drawn, row, mount, place):
    link = next(link["path"] for link in drawn.scene["links"] if link["vehicle"] in ("eye", 1))
    on_link = compose((mount[0], from_rpy_deg(*mount[1])), (place[0], from_rpy_deg(*place[1])))
    return compose(drawn.poses(row)[link], on_link)


def names(drawn):
    return [vehicle["name"] for vehicle in drawn.scene["vehicles"]]


def judged(eye, rays, got, oracle, sees):
    """Only rays whose point, by either, `sees` says to lie on the side of the instrument."""
    out = ([], [])
    for ray, g, o in zip(rays, got, oracle):
        depth = [add(eye[0], apply(eye[1], tuple(x * v for v in ray)))[2] for x, n in (g, o) if n is not None]
        if all(sees(z) for z in depth):
            out[0].append(g), out[1].append(o)
    return out


def camera(trial, what, log, drawn, mount, place, sees, without=()):
    row, depth_file = last(trial, log, "/eye/cam/depth_m", drawn)
    instance_file = depth_file.parent.parent / depth_file.parent.name.replace("depth_m", "instance") / depth_file.name
    frames(trial, log, "/eye/cam/instance")
    (height, width), _, depth = npy(depth_file)
    _, _, instance = npy(instance_file)
    info = trial.table(log, "/eye/cam/camera_info")
    k = [info[f"k[{i}]"][0] for i in range(9)]
    rays = [(1.0, (u - k[2]) / k[0], (v - k[5]) / k[4]) for v in range(height) for u in range(width)]
    eye = eye_pose(drawn, row, mount, place)
    vehicles = names(drawn)
    got = [(d, vehicles[i - 2] if i >= 2 else None) for d, i in zip(depth, instance)]
    oracle = Caster(rays).cast(drawn.bodies(row, eye, without))
    got, oracle = judged(eye, rays, got, oracle, sees)
    compare(trial, what + ", camera", got, oracle, len(rays))


def lidar(trial, what, log, drawn, mount, place, sees):
    row, file = last(trial, log, "/eye/lidar/true_range_m", drawn)
    objects = file.parent.parent / file.parent.name.replace("true_range_m", "object_id") / file.name
    frames(trial, log, "/eye/lidar/object_id")
    _, _, ranges = npy(file)
    _, _, ids = npy(objects)
    fan(trial, what + ", lidar", drawn, row, eye_pose(drawn, row, mount, place), LIDAR_RAYS, (40, 30), 1, ranges, ids, sees)


def sonar(trial, what, log, drawn, mount, place, sees):
    row, file = last(trial, log, "/eye/sonar/points", drawn)
    objects = file.parent.parent / file.parent.name.replace("points", "object_id") / file.name
    frames(trial, log, "/eye/sonar/object_id")
    _, _, ids = npy(objects)
    _, fields, points = npy(file)
    at = [fields.index(axis) for axis in "xyz"]
    echoes = iter(points)  # of the rays that met something, in their order
    ranges = [math.hypot(*(point[i] for i in at)) if number >= -1 else math.inf
              for number in ids for point in ([next(echoes)] if number >= -1 else [()])]
    fan(trial, what + ", sonar", drawn, row, eye_pose(drawn, row, mount, place), SONAR_RAYS, (45, 25), 0, ranges, ids, sees)


def fan(trial, what, drawn, row, eye, shape, width_deg, to_edge, ranges, ids, sees):
    """Rays at equal angles: rows from the top down, columns from port to starboard; the outermost lie
    on the edges of the view, or half a ray within."""
    rows, columns = shape
    rays = []
    for i in range(rows):
        down = math.radians(width_deg[1] * ((i + (1 - to_edge) / 2) / (rows - to_edge) - 0.5))
        for j in range(columns):
            right = math.radians(width_deg[0] * ((j + (1 - to_edge) / 2) / (columns - to_edge) - 0.5))
            rays.append((math.cos(down) * math.cos(right), math.cos(down) * math.sin(right), math.sin(down)))
    vehicles = names(drawn)
    got = [(r, vehicles[i] if i >= 0 else None) for r, i in zip(ranges, ids)]
    oracle = Caster(rays).cast(drawn.bodies(row, eye, without=("eye",)))
    got, oracle = judged(eye, rays, got, oracle, sees)
    compare(trial, what, got, oracle, len(rays))


def everywhere(_):
    return True


def from_post(trial, what, log, drawn):
    """By the three instruments of the post, which viewers draw as a box because it has no shape at all."""
    camera(trial, what, log, drawn, MOUNT, CAMERA, everywhere, without=("eye",))
    lidar(trial, what, log, drawn, MOUNT, LIDAR, everywhere)
    sonar(trial, what, log, drawn, MOUNT, SONAR, everywhere)


# An L of two bars, as a maker's own mesh: not symmetric in any axis. x forward, y right, z down.
BARS = (((-0.3, -0.05, -0.05), (0.3, 0.05, 0.05)), ((0.2, 0.05, -0.05), (0.3, 0.35, 0.02)))


def bar_faces(low, high):
    corner = [tuple((low, high)[i >> k & 1][k] for k in range(3)) for i in range(8)]
    order = ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5))
    return [(corner[a], corner[b], corner[c]) for q in order for a, b, c in (q[:3], (q[0], q[2], q[3]))]


def own_mesh(trial):
    """A mesh of one's own is what is seen; a much larger box is what touches."""
    faces = [face for bar in BARS for face in bar_faces(*bar)]
    lines = [f"v {1000 * x:.9g} {1000 * y:.9g} {1000 * z:.9g}" for face in faces for x, y, z in face]
    lines += [f"f {3 * i + 1} {3 * i + 2} {3 * i + 3}" for i in range(len(faces))]
    trial.write("own.obj", "\n".join(lines) + "\n")
    text = below_water("own", {}, 1.8, 215, 20).replace(
        "vehicle_models:\n", "vehicle_models:\n  - name: own\n    kind: body\n    links:\n"
        "      - name: hull\n        mass_kg: 10\n        inertia_kg_m2: [1, 1, 1]\n        volume_m3: 0.01\n"
        "        shapes: {collision: [!box {size_m: [1, 1, 1]}], visual: [!mesh {file: own.obj, unit: mm, up: down}]}\n")
    log = trial.run(trial.write("own.yaml", text), "own")
    drawn = Drawn(trial, log)
    drawn.meshes["subject/hull"] = faces  # the user's file itself is the oracle
    from_post(trial, "mesh of one's own", log, drawn)


def mounts_of(trial, model):
    """{name: (position, attitude)} of what `hadal describe --defaults MODEL` lists."""
    lines = trial.hadal("describe", "--defaults", model).splitlines()
    out, name, place = {}, None, None
    for line in lines[lines.index("mounts:") + 1:]:
        if not line.startswith(" "):
            break
        key, _, value = line.strip().partition(": ")
        if key == "name":
            name = ast.literal_eval(value)
        elif key == "position_m":
            place = tuple(ast.literal_eval(value))
        elif key == "rpy_deg":
            out[name] = (place, tuple(ast.literal_eval(value)))
    return out


def main():
    lib.needs(lib.PROGRAM)
    trial = lib.Trial("bodies")
    for name, commands, view in (
            ("bluerov2_heavy", {f"t{i}": 1700 for i in range(1, 9)}, (1.3, 200, 25)),
            ("remus100", {"propeller": 900, "rudder": 12, "stern": -10}, (1.6, 30, -12)),
            ("micro_auv", {"propeller": 150, "rudder_upper": 15, "elevator_port": -12}, (1.2, 340, 20)),
            ("girona500", {"surge_port": 20, "sway": 15, "heave_bow": -10}, (2.6, 120, 10)),
            ("work_class_rov", {f"v{i}": 900 for i in range(1, 5)}, (5.0, 220, 15))):
        log = trial.run(trial.write(f"{name}.yaml", below_water(name, commands, *view)), name)
        drawn = Drawn(trial, log)
        turned = {part["actuator"] for part, angle in zip(drawn.scene["parts"], drawn.numbers("parts", len(drawn.times) - 1))
                  if abs(angle) > 0.05}
        trial._say(len(turned) >= len(commands), f"{name}: expected {len(commands)} propellers and fins that have turned, "
                                                 f"got {len(turned)}, tolerance 0")
        from_post(trial, name, log, drawn)
    own_mesh(trial)
    for below, eye, sees in ((False, "camera_mast", lambda z: z < -CREST_M), (True, "camera_dome", lambda z: z > CREST_M)):
        what = "at the surface, from " + ("below" if below else "above")
        log = trial.run(trial.write("surface.yaml", at_the_surface(below)), "below" if below else "above")
        drawn = Drawn(trial, log)
        mount = mounts_of(trial, "bluerov2_heavy" if below else "wamv")[eye]
        nothing = (0, 0, 0)
        if below:
            camera(trial, what, log, drawn, mount, (nothing, (0, 22, 0)), sees)
            lidar(trial, what, log, drawn, mount, (nothing, (0, 18, 3)), sees)
            sonar(trial, what, log, drawn, mount, (nothing, (90, 18, 0)), sees)
        else:
            camera(trial, what, log, drawn, mount, ((0, 0, -0.4), (3, -6, 0)), sees)
            lidar(trial, what, log, drawn, mount, ((0, 0, -0.5), (-3, -7, 2)), sees)
    trial.finish()


if __name__ == "__main__":
    main()
