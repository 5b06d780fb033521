#!/usr/bin/env python3
"""one_file_test.py SOURCE [--build]: the examples of extensions as built-in kinds.

Copies the tree, puts the example sensor and the example actuator among the built-in kinds, and counts
the difference: each is one new file and one new line in the list of its family, and nothing else. With
--build the copy is built, and its program describes, runs and replays both.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

# name, family, struct, scenario
KINDS = [("sniffer", "sensor", "Sniffer", "seep_survey.yaml"), ("pump_jet", "actuator", "PumpJet", "jet_run.yaml")]


def copy_tree(source: pathlib.Path, target: pathlib.Path):
    names = subprocess.run(["git", "ls-files", "-z"], cwd=source, check=True, capture_output=True, text=True).stdout
    for name in filter(None, names.split("\0")):
        if not (source / name).exists():
            continue
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source / name, target / name, follow_symlinks=False)


def built_in(text: str, name: str, family: str, struct: str) -> str:
    """The file of an extension as that of a built-in kind: other includes, namespace and last lines."""
    text = text.replace("#include <hadal/extension.h>", f'#include "hadal/extension/{family}.h"\n#include "kinds/{family}s/list.h"')
    text = text.replace(f"namespace {name} {{", "namespace hadal::inline kinds {", 1)
    entry = text.index("HADAL_EXTENSION(")
    end = text.rindex(f"}}  // namespace {name}", 0, entry)
    return text[:end] + f"""template <>
extension::{family.capitalize()}Kind built_in_{family}<{struct}>() {{
  return extension::{family}_kind<{struct}>();
}}

}}  // namespace hadal::kinds
"""


def add_kind(copy: pathlib.Path, name: str, family: str, struct: str):
    example = copy / f"examples/extensions/{name}/{name}.cpp"
    folder = copy / f"src/kinds/{family}s"
    (folder / f"{name}.cpp").write_text(built_in(example.read_text(), name, family, struct))
    rows = (folder / "list.cpp").read_text().splitlines(keepends=True)
    last = max(i for i, row in enumerate(rows) if f"built_in_{family}<struct " in row)
    rows.insert(last + 1, f"    built_in_{family}<struct {struct}>,\n")
    (folder / "list.cpp").write_text("".join(rows))


def difference(source: pathlib.Path, copy: pathlib.Path):
    """New files, and (file, added, removed) of changed ones."""
    out = subprocess.run(["diff", "-rq", str(source / "src"), str(copy / "src")], capture_output=True, text=True).stdout
    new = sorted(re.findall(rf"^Only in {re.escape(str(copy))}/?(.*): (.*)$", out, re.M))
    assert "Only in " + str(source) not in out, out
    changed = []
    for one, other in re.findall(r"^Files (.*) and (.*) differ$", out, re.M):
        rows = subprocess.run(["diff", one, other], capture_output=True, text=True).stdout.splitlines()
        changed.append((other[len(str(copy)) + 1:], sum(r.startswith(">") for r in rows), sum(r.startswith("<") for r in rows)))
    return [f"{folder}/{file}" for folder, file in new], sorted(changed)


def run(*words, cwd):
    print("+", *words, flush=True)
    done = subprocess.run([str(w) for w in words], cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


def build_and_try(copy: pathlib.Path, tests: pathlib.Path):
    run("cmake", "--preset", "release", "-DHADAL_WITH_TESTS=OFF", cwd=copy)
    run("ninja", "-C", "build/release", "hadal_app", cwd=copy)
    program = copy / "build/release/apps/hadal/hadal"
    for name, family, _, scenario in KINDS:
        assert "[" not in run(program, "list", family + "s", cwd=copy).split(name, 1)[1].split("\n")[0]
        assert run(program, "describe", name, cwd=copy)
        run(program, "run", copy / f"examples/extensions/{name}/{scenario}", "--out", f"out/{name}", cwd=copy)
        log = copy / f"out/{name}/log.mcap"
        run(sys.executable, tests / "extensions/closed_forms.py", program, name, log, cwd=copy)
        assert "all equal" in run(program, "replay", log, cwd=copy)


def main():
    source = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as work:
        copy = pathlib.Path(work) / "hadal"
        copy_tree(source, copy)
        before = pathlib.Path(work) / "before"
        copy_tree(source, before)
        for name, family, struct, _ in KINDS:
            add_kind(copy, name, family, struct)
        new, changed = difference(before, copy)
        assert new == ["src/kinds/actuators/pump_jet.cpp", "src/kinds/sensors/sniffer.cpp"], new
        assert changed == [("src/kinds/actuators/list.cpp", 1, 0), ("src/kinds/sensors/list.cpp", 1, 0)], changed
        print("a sensor and an actuator: one new file and one new line each")
        if "--build" in sys.argv:
            build_and_try(copy, source / "tests")
            print("both are built-in kinds of the program")


main()
