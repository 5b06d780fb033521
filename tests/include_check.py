#!/usr/bin/env python3
"""Fails on any include against the direction of the folders of src/ (ARCHITECTURE.md).

A folder may include itself and the folders listed for it. Bridges and apps see include/hadal only.
MuJoCo is included in one folder, GeographicLib, yaml-cpp, TBB and zstd each in theirs. Of two
sub-folders of one folder only one may include the other.
"""
import pathlib
import re
import sys

ALLOWED = {
    "base": [],
    "math": ["base"],
    "geometry": ["base", "math"],
    "kinds": ["base", "math"],
    "scenario": ["base", "math", "kinds"],
    "world": ["base", "math", "geometry", "kinds", "scenario"],
    "environment": ["base", "math", "geometry", "kinds", "scenario", "world"],
    "dynamics": ["base", "math", "geometry", "kinds", "scenario", "world", "environment"],
    "planning": ["base", "math", "geometry", "kinds", "scenario", "world", "environment", "dynamics"],
    "control": ["base", "math", "geometry", "kinds", "scenario", "world", "environment", "dynamics"],
    "raytrace": ["base", "math", "geometry"],
    "sensors": ["base", "math", "geometry", "kinds", "scenario", "world", "environment", "raytrace"],
    "outputs": ["base", "math", "geometry", "kinds", "scenario", "world"],
    "logs": ["base", "math", "geometry", "kinds", "scenario", "world", "outputs"],
    "hull_analysis": ["base", "math", "geometry"],
    "simulation": ["base", "math", "geometry", "kinds", "scenario", "world", "environment", "dynamics", "planning", "control", "raytrace", "sensors",
                   "outputs", "logs/reader"],  # replay reads logs
    "library": ["base", "math", "environment"],  # libhadal.so itself: what only it has
}
# Heavy or foreign headers and the only places that may see them.
CONFINED = {
    "mujoco/": "src/dynamics/multibody/",
    "yaml-cpp/": "src/scenario/",
    "GeographicLib/": "src/environment/",
    "tbb/": "src/base/",
    "zstd.h": ("src/outputs/mcap/", "src/logs/reader/"),
    "assimp/": "src/geometry/",
    "libqhull_r/": "src/geometry/",
    "gdal": "src/environment/raster/",
    "ogr_": "src/environment/raster/",
    "hwy/": "src/",
    "hwy/foreach_target.h": "src/math/simd/",
    "hwy/highway.h": "src/math/simd/",
    "embree3/": "src/raytrace/",
    "jpeglib.h": "src/base/",
    "boost/": "bridges/web/",
}
# The public API is implemented by these folders.
IMPLEMENTS_API = {"logs", "hull_analysis", "simulation", "library"}
# The part of it in which kinds of sensors, actuators, forces and controllers are written, ours and users'.
FOR_KINDS = ("hadal/export.h", "hadal/schema.h", "hadal/extension")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def may_include(own: str, target: str) -> bool:
    return any(target.startswith(folder + "/") for folder in [own, *ALLOWED[own]])


def part_of(path: str) -> str:
    """The sub-folder of "folder/part/file.h"; "." for files of the folder itself."""
    parts = path.split("/")
    return parts[1] if len(parts) > 2 else "."


def mutual_pairs(folder: pathlib.Path):
    """Pairs of sub-folders of one folder that include each other, with an example of either way."""
    edges = {}
    for path in sorted(folder.rglob("*")):
        if path.suffix not in (".h", ".cpp"):
            continue
        where = path.relative_to(folder.parent).as_posix()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            match = INCLUDE.match(line)
            if match and match.group(2).startswith(folder.name + "/"):
                edge = part_of(where), part_of(match.group(2))
                edges.setdefault(edge, f"{where}:{number} includes {match.group(2)}")
    for one, other in sorted(edges):
        if one < other and (other, one) in edges:
            yield (f"src/{folder.name}: {one} and {other} include each other: "
                   f"{edges[one, other]}, {edges[other, one]}")


def problems_of(path: pathlib.Path, root: pathlib.Path):
    where = path.relative_to(root).as_posix()
    parts = where.split("/")
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        target = match.group(2)
        for header, home in CONFINED.items():
            if target.startswith(header) and not where.startswith(home):
                homes = home if isinstance(home, str) else " and ".join(home)
                yield f"{where}:{number}: {target} may be included in {homes} only"
        top = target.split("/")[0]
        if parts[0] in ("apps", "bridges"):
            if top in ALLOWED:
                yield f"{where}:{number}: {parts[0]} see include/hadal only, not {target}"
        elif parts[0] == "include":
            if top in ALLOWED:
                yield f"{where}:{number}: the public API includes nothing of src/, but found {target}"
        elif parts[0] == "src" and len(parts) > 2:
            own = parts[1]
            if top in ALLOWED and not may_include(own, target):
                yield f"{where}:{number}: {own} may not include {target}"
            if top == "hadal" and own not in IMPLEMENTS_API and not target.startswith(FOR_KINDS):
                yield f"{where}:{number}: {own} does not implement the public API and may not include {target}"


def main(root: pathlib.Path) -> int:
    found = []
    for folder in ("src", "include", "apps", "bridges"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".h", ".cpp"):
                found += problems_of(path, root)
    for folder in ALLOWED:
        found += mutual_pairs(root / "src" / folder)
    print("\n".join(found) if found else "include direction: all well")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
