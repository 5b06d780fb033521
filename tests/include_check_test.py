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
    ("src/outputs/a.cpp", '#include "sensors/suite.h"'),
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
    ("src/simulation/a.cpp", '#include "sensors/suite.h"'),
]


def verdict(where: str, text: str) -> int:
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / where
        path.parent.mkdir(parents=True)
        path.write_text(text + "\n")
        return include_check.main(pathlib.Path(folder))


for where, text in FORBIDDEN:
    assert verdict(where, text) == 1, (where, text)
for where, text in ALLOWED:
    assert verdict(where, text) == 0, (where, text)
print(len(FORBIDDEN) + len(ALLOWED), "edges judged rightly")
