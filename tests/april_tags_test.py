#!/usr/bin/env python3
"""AprilTags of tools/april_tags.py against OpenCV's own table, and one read in a picture of the pool.

    april_tags_test.py PROGRAM SOURCE_DIR
"""
import math
import pathlib
import subprocess
import sys
import tempfile

import cv2
import numpy

program, source = sys.argv[1], pathlib.Path(sys.argv[2])
family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
failures = []


def check(good, text):
    if not good:
        failures.append(text)


with tempfile.TemporaryDirectory() as folder:
    subprocess.run([sys.executable, source / "tools/april_tags.py", *map(str, range(8)), "-o", folder], check=True)
    for tag in range(8):
        drawn = cv2.imread(f"{folder}/tag36h11_{tag}.png", cv2.IMREAD_GRAYSCALE)[8::16, 8::16]
        known = cv2.aruco.generateImageMarker(family, tag, 8, borderBits=1)
        # OpenCV turns the family by half a turn.
        check(numpy.array_equal(drawn[1:-1, 1:-1], known[::-1, ::-1]), f"tag {tag} differs from OpenCV's")
    for tag in range(4):
        shipped = source / f"scenarios/competition_pool/tag36h11_{tag}.png"
        check(shipped.read_bytes() == pathlib.Path(folder, shipped.name).read_bytes(), f"{shipped} is stale")
    unknown = subprocess.run([sys.executable, source / "tools/april_tags.py", "8", "-o", folder], capture_output=True, text=True)
    check(unknown.returncode != 0 and "expected 0 to 7" in unknown.stderr, "tag 8 was not refused")

    picture = f"{folder}/gate.png"
    subprocess.run([program, "shot", source / "scenarios/competition_pool.yaml", "--camera", "cam", "--at", "0.2", "-o", picture], check=True,
                   stdout=subprocess.DEVNULL)
    corners, ids, _ = cv2.aruco.ArucoDetector(family).detectMarkers(cv2.imread(picture))
    found = {} if ids is None else {int(i): c[0] for i, c in zip(ids.flatten(), corners)}
    check(0 in found, f"tag 0 was not read; found {sorted(found)}")
    if 0 in found:
        # The black square of 0.32 m, 3.79 m before the camera, whose focal length is 320 px / tan 40 degrees.
        sides = [math.dist(found[0][k], found[0][(k + 1) % 4]) for k in range(4)]
        expected = 320 / math.tan(math.radians(40)) * 0.32 / 3.79
        check(abs(sum(sides) / 4 / expected - 1) < 0.05, f"side {sum(sides) / 4:.1f} px, expected {expected:.1f}")

print("\n".join(failures) or "april tags: ok")
sys.exit(1 if failures else 0)
