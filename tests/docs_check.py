#!/usr/bin/env python3
"""What pages of docs/ claim and a program can find out.

    tests/docs_check.py PROGRAM SOURCE_DIR [CHECK ...]

presets    every sensor preset is on its page, with the rate and the range of its file
scenarios  every scenario is listed with its picture
examples   the complete scenarios on pages run, with the tables (`NAME.csv`) of their page, and their
           expectations hold
Exit code 0: all is well; 1: something is not.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

import yaml

failures = 0


def require(what, condition):
    global failures
    failures += not condition
    if not condition:
        print(f"FAIL {what}", flush=True)


class AnyTag(yaml.SafeLoader):
    """Reads !kind {...} as the map that it is."""


AnyTag.add_multi_constructor("!", lambda loader, tag, node: loader.construct_mapping(node) if isinstance(node, yaml.MappingNode)
                             else None)


def tables(text):
    """Every table of a page as a list of {column: cell}."""
    head = None
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")] if line.startswith("|") else None
        if cells is None or set(line) <= set("|-: "):
            head = head if cells else None
        elif head is None:
            head = cells
        else:
            yield dict(zip(head, cells))


def presets(_, docs):
    rows = {row["preset"].strip("`"): row for row in tables((docs / "sensor_presets.md").read_text()) if "preset" in row}
    files = {path.stem: path for path in (docs.parent / "models/sensors").glob("*.yaml")}
    require(f"presets without a row: {set(files) - set(rows)}; rows without a preset: {set(rows) - set(files)}", set(files) == set(rows))
    for name in set(files) & set(rows):
        values, row = yaml.load(files[name].read_text(), AnyTag), rows[name]
        if "Hz" in row:
            require(f"{name}: {row['Hz']} Hz, the file says {values['rate_hz']}", float(row["Hz"]) == values["rate_hz"])
        if "bit/s" in row:
            require(f"{name}: bit rate", float(row["bit/s"]) == values["bit_rate"] and float(row["packet, bytes"]) == values["max_bytes"])
        if "max_range_m" in values and "range, m" in row:
            low, high = map(float, row["range, m"].split(" to "))
            require(f"{name}: range {row['range, m']}", high == values["max_range_m"] and
                    low == values.get("min_range_m", values.get("blanking_m", 0)))
        if "beams" in values and "beams" in row:
            require(f"{name}: beams", int(row["beams"].split()[0]) == values["beams"])


def scenarios(_, docs):
    text = (docs / "scenarios.md").read_text()
    for path in (docs.parent / "scenarios").glob("*.yaml"):
        require(f"{path.stem} is listed", f"(../scenarios/{path.name})" in text)
        require(f"{path.stem} has a picture", path.stem == "adcp_stratified" or f"(pictures/scenarios/{path.stem}.jpg)" in text and
                (docs / f"pictures/scenarios/{path.stem}.jpg").is_file())


def examples(program, docs):
    count = 0
    for page in sorted(docs.glob("*.md")):
        text = page.read_text()
        tables_of_files = re.findall(r"^`(\w+\.csv)`[^\n]*\n```\n(.*?)^```$", text, re.M | re.S)
        for block in re.findall(r"^```yaml\n(format: 1\n.*?)^```$", text, re.M | re.S):
            count += 1
            with tempfile.TemporaryDirectory() as folder:
                for name, table in tables_of_files:
                    pathlib.Path(folder, name).write_text(table)
                path = pathlib.Path(folder, f"{page.stem}.yaml")
                path.write_text(block)
                done = subprocess.run([program, "run", path, "--out", folder + "/out"], cwd=folder, capture_output=True, text=True)
                require(f"{page.name}:\n{block}\n{done.stdout}{done.stderr}", done.returncode == 0)
    require(f"{count} complete scenarios on pages", count >= 4)


CHECKS = {"presets": presets, "scenarios": scenarios, "examples": examples}


def main():
    program, source, *names = sys.argv[1:]
    for name in names or CHECKS:
        CHECKS[name](pathlib.Path(program).resolve(), pathlib.Path(source) / "docs")
    print("docs_check: all well" if not failures else f"docs_check: {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
