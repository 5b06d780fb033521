#!/usr/bin/env python3
"""Draws the object library and the effect of wear into docs/pictures with the program's own meshes.

    tools/object_pictures.py [--program build/release/apps/hadal/hadal]

Every model is exported with `hadal describe NAME --obj`; a small z-buffer renderer (numpy) draws it
from above and to the side, with the colours of its materials.
"""
import argparse
import pathlib
import subprocess
import sys

import numpy as np
from matplotlib import pyplot as plt

ROOT = pathlib.Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
SIZE = (300, 220)  # px of a picture, width and height
OVERSAMPLE = 2
# World is north-east-down: looking at the front of the thing, to the left and down on it.
FORWARD, RIGHT = np.array([-0.66, -0.55, 0.51]), np.array([0.64, -0.77, 0.0])
LIGHT = np.array([0.45, 0.1, -0.9])
WEAR = [("sound", ""), ("extent 0.3", "extent: 0.3, seed: 2"), ("extent 0.6", "extent: 0.6, seed: 2"), ("extent 1", "extent: 1, seed: 2"),
        ("fouling 0.5", "fouling: {coverage: 0.5, thickness_m: 0.03, material: marine_growth}")]


def exported(program, name, keys=""):
    words = [program, "describe", name, "--obj"] + (["--with", keys] if keys else [])
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{name}: {done.stderr or done.stdout}")
    return done.stdout


def read_obj(text):
    rows = [line.split() for line in text.splitlines()]
    vertices = np.array([[float(x) for x in r[1:7]] for r in rows if r and r[0] == "v"])
    faces = np.array([[int(x) - 1 for x in r[1:4]] for r in rows if r and r[0] == "f"])
    return vertices[:, :3], vertices[:, 3:], faces


def view_axes():
    forward = FORWARD / np.linalg.norm(FORWARD)
    right = RIGHT - RIGHT.dot(forward) * forward
    right /= np.linalg.norm(right)
    return right, np.cross(forward, right), forward


def drawn(text):
    """The thing as an RGB picture, filling it."""
    points, colours, faces = read_obj(text)
    width, height = SIZE[0] * OVERSAMPLE, SIZE[1] * OVERSAMPLE
    right, down, forward = view_axes()
    seen = np.stack([points @ right, points @ down, points @ forward], axis=1)
    low, high = seen[:, :2].min(0), seen[:, :2].max(0)
    scale = 0.88 * min(width / max(high[0] - low[0], 1e-9), height / max(high[1] - low[1], 1e-9))
    seen[:, :2] = (seen[:, :2] - (low + high) / 2) * scale + [width / 2, height / 2]
    seen[:, 2] *= scale
    picture = np.ones((height, width, 3)) * [0.93, 0.95, 0.97]
    depth = np.full((height, width), np.inf)
    light = LIGHT / np.linalg.norm(LIGHT)
    for face in faces:
        corners = points[face]
        normal = np.cross(corners[1] - corners[0], corners[2] - corners[0])
        length = np.linalg.norm(normal)
        if length > 0:
            shade = 0.35 + 0.65 * max(0.0, normal.dot(light) / length) + 0.15 * abs(normal.dot(forward)) / length
            fill(picture, depth, seen[face], colours[face].mean(0) * shade)
    picture = picture.reshape(SIZE[1], OVERSAMPLE, SIZE[0], OVERSAMPLE, 3).mean((1, 3))
    return np.clip(picture, 0, 1) ** (1 / 2.2)


def fill(picture, depth, corners, colour):
    (ax, ay, _), (bx, by, _), (cx, cy, _) = corners
    area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    x0, x1 = int(max(0, np.floor(min(ax, bx, cx)))), int(min(picture.shape[1] - 1, np.ceil(max(ax, bx, cx))))
    y0, y1 = int(max(0, np.floor(min(ay, by, cy)))), int(min(picture.shape[0] - 1, np.ceil(max(ay, by, cy))))
    if abs(area) < 1e-9 or x1 < x0 or y1 < y0:
        return
    x, y = np.meshgrid(np.arange(x0, x1 + 1) + 0.5, np.arange(y0, y1 + 1) + 0.5)
    u = ((bx - x) * (cy - y) - (by - y) * (cx - x)) / area
    v = ((cx - x) * (ay - y) - (cy - y) * (ax - x)) / area
    w = 1 - u - v
    z = u * corners[0][2] + v * corners[1][2] + w * corners[2][2]
    part = (slice(y0, y1 + 1), slice(x0, x1 + 1))
    inside = (u >= -1e-6) & (v >= -1e-6) & (w >= -1e-6) & (z < depth[part])
    depth[part][inside] = z[inside]
    picture[part][inside] = colour


def sheet(pictures, columns, path):
    rows = (len(pictures) + columns - 1) // columns
    figure, axes = plt.subplots(rows, columns, figsize=(columns * 2.1, rows * 1.75), dpi=110)
    for axis in np.ravel(axes):
        axis.axis("off")
    for axis, (title, picture) in zip(np.ravel(axes), pictures):
        axis.imshow(picture, interpolation="bilinear")
        axis.set_title(title, fontsize=8, pad=2)
    figure.tight_layout(pad=0.4)
    figure.savefig(path)
    plt.close(figure)
    print(path.relative_to(ROOT))


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--program", default=ROOT / "build" / "release" / "apps" / "hadal" / "hadal")
    program = arguments.parse_args().program
    PICTURES.mkdir(parents=True, exist_ok=True)
    names = sorted(path.stem for path in (ROOT / "models" / "objects").glob("*.yaml"))
    sheet([(name, drawn(exported(program, name))) for name in names], 5, PICTURES / "objects.png")
    sheet([(title, drawn(exported(program, "drum_can", keys))) for title, keys in WEAR], 5, PICTURES / "wear.png")


if __name__ == "__main__":
    main()
