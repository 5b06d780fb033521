#!/usr/bin/env python3
"""The include check must fail on each kind of forbidden edge, and pass without one."""
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import include_check

FORBIDDEN = [
    ("src/base/a.h", '#include "math/types.h"'),
    ("src/scenario/a.cpp", '#include "world/world.h"'),
    ("src/world/a.cpp", '#include "environment/sea.h"'),
    ("src/environment/a.cpp", '#include "dynamics/forces.h"'),
    ("src/sensors/a.cpp", '#include "dynamics/forces.h"'),
    ("src/outputs/a.cpp", '#include "sensors/scalar/suite.h"'),
    ("src/outputs/a.cpp", '#include "logs/reader/mcap_reader.h"'),
    ("src/outputs/a.cpp", '#include "hadal/log.h"'),
    ("src/logs/a.cpp", '#include "simulation/run.h"'),
    ("src/logs/a.cpp", "#include <zstd.h>"),
    ("src/hull_analysis/a.cpp", '#include "outputs/recorder.h"'),
    ("src/simulation/a.cpp", '#include "logs/video.h"'),
    ("src/control/a.cpp", '#include "simulation/simulation.h"'),
    ("src/raytrace/a.cpp", '#include "world/world.h"'),
    ("src/dynamics/a.cpp", "#include <mujoco/mujoco.h>"),
    ("src/world/a.cpp", "#include <yaml-cpp/yaml.h>"),
    ("src/sensors/a.cpp", "#include <embree3/rtcore.h>"),
    ("src/dynamics/a.cpp", '#include "hadal/run.h"'),
    ("apps/hadal/a.cpp", '#include "world/world.h"'),
    ("include/hadal/a.h", '#include "base/result.h"'),
]
ALLOWED = [
    ("src/raytrace/a.cpp", "#include <embree3/rtcore.h>"),
    ("src/world/a.cpp", '#include "scenario/scenario.h"'),
    ("src/dynamics/multibody/a.cpp", "#include <mujoco/mujoco.h>"),
    ("apps/hadal/a.cpp", '#include "hadal/run.h"'),
    ("src/simulation/a.cpp", '#include "sensors/scalar/suite.h"'),
    ("src/simulation/a.cpp", '#include "logs/reader/mcap_reader.h"'),
    ("src/logs/reader/a.cpp", "#include <zstd.h>"),
    ("src/logs/a.cpp", '#include "outputs/recorder.h"'),
]
# Several files: sub-folders that include each other, directly or by the files of the folder itself.
MUTUAL = [
    {"src/outputs/scene/a.h": '#include "outputs/picture/b.h"', "src/outputs/picture/b.cpp": '#include "outputs/scene/a.h"'},
    {"src/logs/a.cpp": '#include "logs/reader/b.h"', "src/logs/reader/b_test.cpp": '#include "logs/a.h"'},
]
ONE_WAY = [
    {"src/outputs/scene/a.h": '#include "outputs/picture/b.h"', "src/outputs/scene/c.h": '#include "outputs/scene/a.h"'},
    {"src/logs/a.cpp": '#include "logs/reader/b.h"', "src/logs/c.cpp": '#include "logs/a.h"'},
]


def verdict(files: dict[str, str]) -> int:
    with tempfile.TemporaryDirectory() as folder:
        for where, text in files.items():
            path = pathlib.Path(folder) / where
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text + "\n")
        return include_check.main(pathlib.Path(folder))


for where, text in FORBIDDEN:
    assert verdict({where: text}) == 1, (where, text)
for where, text in ALLOWED:
    assert verdict({where: text}) == 0, (where, text)
for files in MUTUAL:
    assert verdict(files) == 1, files
for files in ONE_WAY:
    assert verdict(files) == 0, files
print(len(FORBIDDEN) + len(ALLOWED) + len(MUTUAL) + len(ONE_WAY), "edges judged rightly")
