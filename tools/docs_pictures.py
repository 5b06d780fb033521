#!/usr/bin/env python3
"""Makes the pictures in docs/pictures with the program itself.

    ./hadal --version && tools/docs_pictures.py [--program build/release/apps/hadal/hadal]

Runs the scenarios, writes their reports, and puts the wanted plots of each report together into one
self-contained SVG (styles included, light background). With chromium on the path it also takes the
screenshot report.png of the inspection dive's report.
"""
import argparse
import html
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"

# Picture -> scenario and its plots, column by column, by their titles in the report. A title may be
# given as (title, heading): the first plot of that title after the heading of a sensor.
BOARDS = {
    "openrov_figure3": ("openrov_figure3", [["Plan view"], ["Roll and pitch", "Heading"], ["Depth", "Body rates"]]),
    "videoray_figures": ("videoray_figures", [["Plan view"], ["Thrust", "Depth"], ["Body velocity over ground", "Body rates"]]),
    "inspection_dive": ("inspection_dive", [["Plan view"], ["Depth", "Thruster load"]]),
    "what_moved_it": ("inspection_dive", [["Surge force"], ["Heave force"]]),
    "current_live": ("current_live", [["Plan view"], ["Current at the vehicle", "Speed"]]),
    "videoray_course": ("videoray_course", [["Plan view"], ["Heading", "Body velocity over ground"]]),
    "girona_saturation": ("girona_station", [["Thruster load"], ["Depth"]]),
    "ins_drift": ("ins_drift", [[("Track", "ins")], [("Position error", "ins")]]),
}
WIDTH, GAP, TITLE = 560, 24, 26  # px of a plot, between plots, and above each for its title
SCREEN = (1060, 1010)  # CSS px of the screenshot


def run(program, *words):
    done = subprocess.run([program, *map(str, words)], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))}: exit code {done.returncode}\n{done.stderr or done.stdout}")


def light_style(page):
    """The plot rules of the report's style sheet, with the light colours written in."""
    sheet = page[page.index("<style>") + 7 : page.index("</style>")]
    colours = dict(re.findall(r"--(\w+):([^;}]+)", sheet[: sheet.index("@media")]))
    rules = re.findall(r"[^{}@]+\{[^{}]*\}", re.sub(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", sheet))
    wanted = [r.strip() for r in rules if re.match(r"\s*\.(plot|grid|zero|frame|instant|c\d|ink|key)", r)]
    style = re.sub(r"var\(--(\w+)\)", lambda m: colours[m[1]], "\n".join(wanted))
    return style.replace("width:100%;height:auto;display:block;", "") + "\n.title{font:600 13px sans-serif}.legend{font:12px sans-serif;fill:#59636e}"


def figures(page):
    """(position, title, legend, svg, width, height) of every plot."""
    for m in re.finditer(r"<figure[^>]*><figcaption><b>(.*?)</b>(.*?)</figcaption>(<svg.*?</svg>)", page, re.S):
        legend = re.findall(r'<path class="([^"]*)"[^>]*/></svg>(.*?)</span>', m[2], re.S)
        width, height = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', m[3]).groups()
        yield m.start(), html.unescape(m[1]), legend, m[3], float(width), float(height)


def pick(page, wanted):
    title, heading = (wanted, None) if isinstance(wanted, str) else wanted
    start = 0
    if heading:
        found = re.search(r"<h\d[^>]*>(?:<[^>]*>)*[^<]*\b" + re.escape(heading) + r"\b", page)
        if not found:
            sys.exit(f"no heading '{heading}' in the report")
        start = found.start()
    for figure in figures(page):
        if figure[0] >= start and figure[1] == title:
            return figure[1:]
    sys.exit(f"no plot '{title}' in the report; it has: " + ", ".join(f[1] for f in figures(page)))


def text_width(text):
    return 6.6 * len(html.unescape(text))


def draw(figure, x, y):
    """The plot at x, y, scaled to WIDTH, under its title and as many lines of legend as it needs; and where it ends."""
    title, legend, svg, width, height = figure
    parts = [f'<text class="title" x="{x + 4}" y="{y + 16:g}">{html.escape(title)}</text>']
    at = begin = x + 20 + 7.6 * len(title)
    for kind, name in legend:
        name = re.sub(r"<[^>]*>", "", name).strip()
        if at + 27 + text_width(name) > x + WIDTH and at > begin:
            at, y = begin, y + 17
        parts.append(f'<g class="key"><path class="{kind}" d="M{at:.0f},{y + 12:g}h22"/></g><text class="legend" x="{at + 27:.0f}" y="{y + 16:g}">{name}</text>')
        at += 42 + text_width(name)
    svg = re.sub(r' data-[\w-]+="[^"]*"', "", svg)
    height *= WIDTH / width
    parts.append(svg.replace("<svg ", f'<svg x="{x:g}" y="{y + TITLE:g}" width="{WIDTH}" height="{height:g}" ', 1))
    return "\n".join(parts), y + TITLE + height + GAP / 2


def board(page, columns):
    parts, x, bottom = [], GAP, 0
    for column in columns:
        y = GAP / 2
        for wanted in column:
            part, y = draw(pick(page, wanted), x, y)
            parts.append(part)
        x, bottom = x + WIDTH + GAP, max(bottom, y)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {x:g} {bottom:g}" width="{x:g}" height="{bottom:g}">'
    return f'{head}\n<style>{light_style(page)}</style>\n<rect width="100%" height="100%" fill="#fff"/>\n' + "\n".join(parts) + "\n</svg>\n"


def screenshot(report, path):
    """The title, the table of vehicles and the first plots: a copy of the report without what stands between."""
    page = report.read_text()
    page = page[: page.index("<h2>Run")] + page[page.index("<h2>Vehicles") :]
    report = report.with_name("top.html")
    report.write_text(page)
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if not browser:
        print("no chromium: report.png is left as it is")
        return
    width, height = SCREEN
    with tempfile.TemporaryDirectory() as profile:
        subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-device-scale-factor=1.5",
                        f"--user-data-dir={profile}",
                        f"--window-size={width},{height}", f"--screenshot={path}", report.as_uri()],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120)
    print(path.relative_to(ROOT))


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--program", default=ROOT / "build" / "release" / "apps" / "hadal" / "hadal")
    program = arguments.parse_args().program
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        reports = {}
        for scenario in {scenario for scenario, _ in BOARDS.values()}:
            out = pathlib.Path(folder) / scenario
            run(program, "run", scenario, "--out", out)
            reports[scenario] = out / "report.html"
            run(program, "report", out / "log.mcap", "-o", reports[scenario])
        for name, (scenario, columns) in BOARDS.items():
            path = PICTURES / f"{name}.svg"
            path.write_text(board(reports[scenario].read_text(), columns))
            print(path.relative_to(ROOT))
        screenshot(reports["inspection_dive"], PICTURES / "report.png")


if __name__ == "__main__":
    main()
