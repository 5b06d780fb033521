#!/usr/bin/env python3
"""Makes docs/gallery.md and its pictures with the program itself.

    ./hadal --version && tools/gallery.py [--program build/release/apps/hadal/hadal] [--only NAME ...]

Every picture is one `hadal shot` of a scenario, larger and of better quality than the scenario asks
for; the page shows the command beside it. Pictures are JPEG files of at most 120 kB.
"""
import argparse
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
MOST_BYTES = 120_000
QUALITIES = (82, 70, 58, 45)
LARGE = ("quality=full", "width_px=800", "height_px=600")
WIDE = ("quality=full", "width_px=960", "height_px=540")
POST = "vehicle_models.post.sensors.cam"  # where the scenario has the camera
STRIP = ("quality=full", "width_px=960", "height_px=360")
SQUARE = ("quality=full", "width_px=640", "height_px=640")


class Shot:
    """One picture: keys of the camera (`camera`) and of the scenario (`settings`) are set to values."""

    def __init__(self, name, scenario, at, caption, camera=LARGE, settings=(), more=(), sensor="vehicles.rov.sensors.cam"):
        self.name, self.scenario, self.at, self.caption = name, scenario, at, caption
        self.camera, self.settings, self.more, self.sensor = camera, settings, more, sensor

    def words(self, short):
        """Of the command line; `short` leaves out size and quality."""
        words = ["shot", self.scenario, "--camera", self.sensor.rsplit(".", 1)[-1], "--at", str(self.at), *self.more]
        for setting in self.settings:
            words += ["--set", setting]
        for setting in () if short else self.camera:
            words += ["--set", f"{self.sensor}.{setting}"]
        return words


def water(kind):
    return f"environment.optics.water_type={kind}"


SECTIONS = {
    "Daylight": [
        Shot("reef", "reef", 1, "A reef with corals, weed that leans with the current, and two schools of fish.", WIDE),
        Shot("sunlit_slope", "sunlit_slope", 2, "Caustics and ripples on sand; what is far turns blue."),
        Shot("surface_from_below", "surface_from_below", 1, "The surface from below: Snell's window over waves.", SQUARE, sensor=POST),
        Shot("silt_and_fouling", "silt_and_fouling", 1, "Silt and growth on what has lain in the sea for long.", WIDE, sensor="vehicle_models.watch.sensors.watch"),
    ],
    "Lamps": [
        Shot("deep_wreck", "deep_wreck", 0.4, "A wreck where no daylight comes, in the light of two lamps."),
        Shot("night_dive", "night_dive", 1, "A night dive."),
        Shot("plankton_strobe", "plankton_strobe", 1, "Plankton in the flash of a strobe beside the lens."),
        Shot("vision_check", "vision_check", 0.2, "Plankton before a camera with a dirty port; see [vision_check.md](vision_check.md)."),
    ],
    "Water": [
        Shot("colour_chart_I", "colour_chart", 0, "Colour charts at 1 to 10 m in Jerlov type I, the clearest ocean,", STRIP, (water("I"),), sensor=POST),
        Shot("colour_chart_1C", "colour_chart", 0, "the same in coastal type 1C,", STRIP, (water("1C"),), sensor=POST),
        Shot("colour_chart_5C", "colour_chart", 0, "and in 5C.", STRIP, (water("5C"),), sensor=POST),
        Shot("turbidity_clear", "turbidity_ladder", 0.5, "The first rung of the turbidity ladder"),
        Shot("turbidity_murky", "turbidity_ladder", 3.5, "and the fourth."),
        Shot("phytoplankton_in", "phytoplankton", 1.5, "In a layer of phytoplankton"),
        Shot("phytoplankton_below", "phytoplankton", 7, "and below it."),
        Shot("poster_tank", "poster_tank", 0, "The poster on the floor of a tank, through water", sensor=POST),
        Shot("poster_tank_dry", "poster_tank", 0, "and without.", LARGE, (water("none"), "environment.wind.speed_m_s=0"), sensor=POST),
    ],
    "Labels": [
        Shot("label_boxes", "sunlit_slope", 2, "Boxes around what is in the picture,", LARGE,
             ("vehicles.rov.sensors.cam.labels=[depth, instance, boxes]",), ("--boxes",)),
        Shot("label_depth", "sunlit_slope", 2, "depth along the axis,", LARGE, (), ("--label", "depth")),
        Shot("label_instance", "reef", 1, "instances of the reef,", WIDE, (), ("--label", "instance")),
        Shot("label_normal", "reef", 1, "and its normals.", WIDE, ("vehicles.rov.sensors.cam.labels=[instance, normal]",), ("--label", "normal")),
    ],
}


def take(program, shot):
    """Writes the picture; says what went wrong, or nothing."""
    path = PICTURES / f"gallery_{shot.name}.jpg"
    for quality in QUALITIES:
        words = [program, *shot.words(False), "--jpeg-quality", str(quality), "-o", str(path)]
        done = subprocess.run(words, capture_output=True, text=True)
        if done.returncode != 0:
            return done.stderr.strip() or f"exit code {done.returncode}"
        if path.stat().st_size <= MOST_BYTES:
            return None
    return f"{path.stat().st_size} bytes even at quality {QUALITIES[-1]}"


def quoted(word):
    return f"'{word}'" if any(c in word for c in "[]{} ") else word


def page():
    lines = ["# Gallery", "",
             "Pictures that cameras of the shipped scenarios take, each by the command below it; `tools/gallery.py`",
             "makes this page, with larger pictures of `quality: full`. How: [cameras.md](cameras.md),",
             "[rendering.md](rendering.md), [optics.md](optics.md).", ""]
    for title, shots in SECTIONS.items():
        here = [shot for shot in shots if (PICTURES / f"gallery_{shot.name}.jpg").exists()]
        if not here:
            continue
        lines += [f"## {title}", ""]
        for shot in here:
            command = " ".join(map(quoted, ["hadal", *shot.words(True), "-o", shot.name + ".png"]))
            lines += [f"![{shot.caption}](pictures/gallery_{shot.name}.jpg)", "", shot.caption, "", f"    {command}", ""]
    return "\n".join(lines).rstrip() + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(ROOT / "build/release/apps/hadal/hadal"))
    parser.add_argument("--only", nargs="*", help="names of pictures to make again")
    arguments = parser.parse_args()
    failed = False
    for shot in (shot for shots in SECTIONS.values() for shot in shots):
        if arguments.only and shot.name not in arguments.only:
            continue
        trouble = take(arguments.program, shot)
        failed |= trouble is not None
        print(f"{shot.name}: {trouble or 'made'}", file=sys.stderr if trouble else sys.stdout)
    (ROOT / "docs" / "gallery.md").write_text(page())
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
