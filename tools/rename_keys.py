#!/usr/bin/env python3
"""Rewrites keys of scenario and model files that have a new name; everything else stays as it is.

    tools/rename_keys.py FILE...        rewrites the files and tells what it changed
    tools/rename_keys.py --list         the table

A file with an old key is refused with the new name, so this is all there is to do after an update."""
import pathlib
import re
import sys

# Old key: new key, newest last. The schema of the field names the old one too (formerly()).
RENAMED = {
    "most_events": "max_events",
    "zooplankton_share": "zooplankton_fraction",
    "look_ahead_s": "prefetch_s",
    "longest_m": "max_wavelength_m",
    "smallest_m": "min_wavelength_m",
    "steepest_deg": "max_slope_deg",
    "lowest_frequency": "min_frequency_ratio",
    "highest_frequency": "max_frequency_ratio",
    "coldest_degc": "min_temperature_degc",
    "hottest_degc": "max_temperature_degc",
    "fear_speed_m_s": "threat_speed_m_s",
    "lamp_fear_m_s2": "lamp_avoidance_m_s2",
    "calm_s": "alarm_decay_s",
    "sight_m": "perception_radius_m",
    "lean_deg": "max_tilt_deg",
    "look": "appearance",
}
# A key stands at the beginning of a line or of an item, or in a flow map; a colon follows.
KEY = re.compile(r"(?P<before>^\s*(?:-\s+)*|[{,]\s*)(?P<quote>[\"']?)(?P<key>\w+)(?P=quote)(?P<colon>\s*:(?=\s|$))",
                 re.MULTILINE)


def renamed(text):
    """The text with new keys, and how often each old key stood there."""
    counts = {}

    def replace(match):
        key = match["key"]
        if key not in RENAMED:
            return match[0]
        counts[key] = counts.get(key, 0) + 1
        return match["before"] + match["quote"] + RENAMED[key] + match["quote"] + match["colon"]

    lines = []
    for line in text.splitlines(keepends=True):
        code, mark, comment = line.partition(" #")
        if line.lstrip().startswith("#"):
            code, mark, comment = "", "", line
        lines.append(KEY.sub(replace, code) + mark + comment)
    return "".join(lines), counts


def main(words):
    if words == ["--list"]:
        print("\n".join(f"{old} -> {new}" for old, new in RENAMED.items()))
        return 0
    if not words or words[0].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    for name in words:
        path = pathlib.Path(name)
        try:
            text = path.read_bytes().decode("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            print(f"{name}: {error}", file=sys.stderr)
            return 2
        new, counts = renamed(text)
        if counts:
            path.write_bytes(new.encode("utf-8"))
        print(f"{name}: " + (", ".join(f"{old} -> {RENAMED[old]} ({count})" for old, count in counts.items())
                             or "nothing to rename"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
