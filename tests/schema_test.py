#!/usr/bin/env python3
"""The JSON Schemas of `hadal schema` judged by an independent validator (Python's jsonschema): they
take every shipped file and every model that `describe` writes out, refuse broken files that the
program refuses too, and refuse nothing that the program takes. schema_test.py PROGRAM SOURCE_DIR

YAML is read as an editor's language server reads it: YAML 1.2 core, names of tags ignored.
"""
import copy
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import jsonschema
import yaml

PROGRAM, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])
failures = []


class Tagged(dict):
    """A map that had a tag."""


class CoreLoader(yaml.SafeLoader):
    """YAML 1.2 core: no dates, no yes and no, 1e3 is a number."""


CoreLoader.yaml_implicit_resolvers = {}
for tag, pattern, first in (
        ("bool", r"^(?:true|True|TRUE|false|False|FALSE)$", "tTfF"),
        ("null", r"^(?:~|null|Null|NULL|)$", ["~", "n", "N", ""]),
        ("int", r"^[-+]?[0-9]+$", "-+0123456789"),
        ("float", r"^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$", "-+.0123456789")):
    CoreLoader.add_implicit_resolver("tag:yaml.org,2002:" + tag, re.compile(pattern), first)
CoreLoader.add_constructor("tag:yaml.org,2002:int", lambda loader, node: int(node.value))
CoreLoader.add_constructor("tag:yaml.org,2002:float", lambda loader, node: float(node.value))


def with_tag(loader, tag, node):
    if isinstance(node, yaml.MappingNode):
        value = Tagged(loader.construct_mapping(node, deep=True))
        value.tag = tag
        return value
    if isinstance(node, yaml.SequenceNode):
        return loader.construct_sequence(node, deep=True)
    return node.value  # "" for a tag that stands alone


CoreLoader.add_multi_constructor("!", with_tag)


def run(*words, code=0):
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True)
    if done.returncode != code:
        failures.append(f"{' '.join(words)}: exit code {done.returncode}: {done.stderr[:300]}")
    return done.stdout


schemas = {}
for kind in ("scenario", "vehicle", "object", "manipulator", "sensor", "thruster", "actuator",
             "materials"):
    schema = json.loads(run("schema", kind))
    jsonschema.Draft7Validator.check_schema(schema)
    schemas[kind] = jsonschema.Draft7Validator(schema)
if json.loads(run("schema")) != schemas["scenario"].schema:
    failures.append("hadal schema is not that of scenarios")


def problems(kind, tree):
    return [f"{'/'.join(map(str, e.absolute_path))}: {e.message[:200]}"
            for e in schemas[kind].iter_errors(tree)]


def takes(kind, text, name):
    for problem in problems(kind, yaml.load(text, CoreLoader))[:3]:
        failures.append(f"{name}: refused by the schema of {kind} files: {problem}")


# --- Every shipped file.
counts = {}
for kind, pattern in (("scenario", "scenarios/*.yaml"), ("scenario", "examples/*_dive.yaml"),
                      ("scenario", "viewer/tests/e2e/*.yaml"), ("vehicle", "models/vehicles/*.yaml"),
                      ("vehicle", "examples/sledge.yaml"), ("object", "models/objects/*.yaml"),
                      ("manipulator", "models/manipulators/*.yaml"),
                      ("sensor", "models/sensors/*.yaml"), ("thruster", "models/thrusters/*.yaml"),
                      ("materials", "models/materials/*.yaml")):
    for path in sorted(SOURCE.glob(pattern)):
        takes(kind, path.read_text(), str(path.relative_to(SOURCE)))
        counts[kind] = counts.get(kind, 0) + 1
print("shipped files:", counts)
if counts["scenario"] < 50 or counts["sensor"] < 30:
    failures.append(f"too few files were found: {counts}")
# --- Every key with its default, as the program writes it.
for kind in ("vehicle", "object", "manipulator"):
    for path in sorted(SOURCE.glob(f"models/{kind}s/*.yaml")):
        takes(kind, run("describe", "--defaults", f"objects/{path.stem}" if kind == "object" else path.stem),
              f"describe {path.stem}")

# --- Files that both refuse.
GOOD = """format: 1
duration_s: 2
origin: {lat_deg: 43, lon_deg: 5}
clock: {start: 2026-06-01T09:00:00Z}
environment:
  currents: [!uniform {name: stream, speed_m_s: 0.2, toward_deg: 90}]
materials: [{name: cork, density_kg_m3: 240}]
vehicle_models:
  - name: drifter
    kind: body
    links:
      - {name: hull, mass_kg: 20, inertia_kg_m2: [0.3, 0.3, 0.3], volume_m3: 0.0195}
    thrusters:
      - {name: push, direction: [1, 0, 0], rotor: !instant , map: !linear {forward: 10, reverse: 10}}
vehicles:
  - name: rov
    model: bluerov2_heavy
    pose: {depth_m: 5}
    sensors:
      - !imu {name: imu2, rate_hz: 100}
      - !gps {name: gps, model: gps_rtk}
  - {name: float, model: drifter, velocity: [0, 0, 0, 0, 0, 0]}
mission:
  - !hold {vehicle: rov, duration_s: 1}
events: []
record: {rate_hz: 20, frames: none}
expect:
  - {that: depth(rov) < 9, when: end}
"""
BROKEN = {
    "unknown key of the root": ("duration_s: 2", "durations_s: 2"),
    "unknown key of a map": ("lat_deg", "latitude"),
    "unknown key of a vehicle": ("    pose:", "    position:"),
    "unknown key of a sensor": ("rate_hz: 100}", "rate: 100}"),
    "unknown key of a link": ("mass_kg", "mas_kg"),
    "unknown key of a current": ("toward_deg", "to_deg"),
    "unknown key of a mission step": ("!hold {vehicle: rov, duration_s: 1}", "!hold {vehicle: rov, duration: 1}"),
    "text for a number": ("duration_s: 2", "duration_s: two"),
    "quoted number": ("depth_m: 5", 'depth_m: "5"'),
    "number for a map": ("pose: {depth_m: 5}", "pose: 5"),
    "list for a map": ("origin: {lat_deg: 43, lon_deg: 5}", "origin: [43, 5]"),
    "map for a list": ("velocity: [0, 0, 0, 0, 0, 0]", "velocity: {surge: 1}"),
    "map for a list of maps": ("  - {that: depth(rov) < 9, when: end}", "  {that: depth(rov) < 9}"),
    "number for true or false": ("duration_s: 2", "stop_when_done: 1"),
    "yes for true": ("duration_s: 2", "stop_when_done: yes"),
    "list of another length": ("velocity: [0, 0, 0, 0, 0, 0]", "velocity: [0, 0, 0]"),
    "text in a list of numbers": ("[0.3, 0.3, 0.3]", "[0.3, 0.3, much]"),
    "above the range": ("lat_deg: 43", "lat_deg: 91"),
    "below the range": ("rate_hz: 20", "rate_hz: 0"),
    "on an open bound": ("rate_hz: 100", "rate_hz: 0"),
    "no whole number": ("format: 1", "format: 1.5"),
    "another format": ("format: 1", "format: 2"),
    "no format": ("format: 1\n", ""),
    "bad choice": ("when: end", "when: finally"),
    "bad choice in a map": ("frames: none", "frames: some"),
    "bad choice of a model": ("kind: body", "kind: submarine"),
    "missing name": ("{name: float, model: drifter,", "{model: drifter,"),
    "missing model": ("    model: bluerov2_heavy\n", ""),
    "missing key of a step": ("!hold {vehicle: rov, duration_s: 1}", "!hold {duration_s: 1, timeout: 3}"),
    "name with a blank": ("name: imu2,", 'name: "my imu",'),
    "a list of maps with a number": ("materials: [", "materials: [3, "),
    "nothing where a number belongs": ("duration_s: 2", "duration_s:"),
}
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    pathlib.Path("good.yaml").write_text(GOOD)
    takes("scenario", GOOD, "good.yaml")
    files = ["good.yaml"]
    for number, (name, (old, new)) in enumerate(BROKEN.items()):
        if GOOD.count(old) < 1:
            failures.append(f"{name}: nothing to replace")
        text = GOOD.replace(old, new, 1)
        pathlib.Path(f"{number}.yaml").write_text(text)
        files.append(f"{number}.yaml")
        if not problems("scenario", yaml.load(text, CoreLoader)):
            failures.append(f"{name}: taken by the schema")
    judged = json.loads(run("check", "--json", *files, code=2))
    if not judged[0]["ok"]:
        failures.append(f"good.yaml: {judged[0]['problems']}")
    for name, verdict in zip(BROKEN, judged[1:]):
        if verdict["ok"]:
            failures.append(f"{name}: taken by hadal check")

    # --- Nothing is refused that the program takes: each value of the good file replaced by others.
    def places(tree, path=()):
        for key, value in (tree.items() if isinstance(tree, dict) else enumerate(tree)):
            yield path + (key,)
            if isinstance(value, (dict, list)):
                yield from places(value, path + (key,))

    class Dumper(yaml.SafeDumper):
        """Writes tags back."""
    Dumper.add_representer(Tagged, lambda d, value: d.represent_mapping("!" + value.tag, dict(value)))
    good = yaml.load(GOOD, CoreLoader)
    good["vehicle_models"][0]["thrusters"][0]["rotor"] = Tagged()
    good["vehicle_models"][0]["thrusters"][0]["rotor"].tag = "instant"
    mutants, verdicts = [], []
    for path in places(good):
        for value in (None, -1, 1e9, "word", True, [], {}, "REMOVE"):
            tree = copy.deepcopy(good)
            # copy.deepcopy keeps the tags of maps: they are attributes.
            node = tree
            for key in path[:-1]:
                node = node[key]
            if value == "REMOVE":
                del node[path[-1]]
            else:
                node[path[-1]] = value
            text = yaml.dump(tree, Dumper=Dumper, sort_keys=False)
            mutants.append((path, value, text))
            verdicts.append(problems("scenario", yaml.load(text, CoreLoader)))
    for number, (path, value, text) in enumerate(mutants):
        pathlib.Path(f"m{number}.yaml").write_text(text)
    judged = []
    for start in range(0, len(mutants), 100):
        names = [f"m{i}.yaml" for i in range(start, min(start + 100, len(mutants)))]
        done = subprocess.run([PROGRAM, "check", "--json", *names], capture_output=True, text=True)
        judged += json.loads(done.stdout)
    agreed = refused = missed = 0
    for (path, value, text), verdict, own in zip(mutants, judged, verdicts):
        if own and verdict["ok"]:
            failures.append(f"{'.'.join(map(str, path))} = {value!r}: refused by the schema only: {own[0]}")
        refused += bool(own)
        missed += not own and not verdict["ok"]
        agreed += bool(own) != verdict["ok"]
    print(f"{len(mutants)} changed files: {agreed} judged alike, {refused} refused by the schema, "
          f"{missed} only by the program")
    # The program alone sees references, rules between keys and what belongs to another kind.
    if agreed < 0.8 * len(mutants):
        failures.append("the schema misses too much")

# --- Keys have text, unit and default; kinds their tag; settings every tag in use.
definitions = schemas["scenario"].schema["definitions"]
depth = definitions["pose"]["properties"]["depth_m"]
if not ("Unit: m." in depth["description"] and depth["default"] == 0 and depth["maximum"] == 12000):
    failures.append(f"pose.depth_m: {depth}")
if definitions["imu"]["title"] != "!imu":
    failures.append(f"imu: {definitions['imu']['title']}")
if "bluerov2_heavy" not in definitions["vehicle"]["properties"]["model"]["examples"]:
    failures.append("no names of vehicles")
for name, definition in definitions.items():
    for key, value in definition["properties"].items():
        if not value.get("description"):
            failures.append(f"{name}.{key}: no text")
settings = json.loads(run("schema", "--settings"))
used = set()
for path in [*SOURCE.glob("scenarios/*.yaml"), *SOURCE.glob("models/*/*.yaml")]:
    for token in yaml.scan(path.read_text()):
        if isinstance(token, yaml.TagToken):
            used.add("!" + token.value[1])
for tag in used:
    for form in ("mapping", "scalar"):
        if f"{tag} {form}" not in settings["yaml.customTags"]:
            failures.append(f"{tag} {form} is no tag of the settings")
# --- The folder of an editor.
with tempfile.TemporaryDirectory() as folder:
    run("schema", "--vscode", folder)
    made = json.loads(pathlib.Path(folder, ".vscode/settings.json").read_text())
    for path in made["yaml.schemas"]:
        json.loads(pathlib.Path(folder, path).read_text())
    pathlib.Path(folder, ".vscode/settings.json").write_text("{}")
    run("schema", "--vscode", folder)
    if pathlib.Path(folder, ".vscode/settings.json").read_text() != "{}":
        failures.append("--vscode overwrote settings")
run("schema", "submarine", code=2)
run("schema", "vehicle", "--settings", code=2)
run("schema", "--vscode", "/proc/none", code=2)

for failure in failures[:40]:
    print("FAILED:", failure)
print(f"{len(failures)} failures" if failures else "schema: all well")
sys.exit(bool(failures))
