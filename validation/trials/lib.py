"""What trials share: run the program as a user would, read what it leaves, compare with an oracle.

A trial writes a scenario from the documentation alone, runs the program or trial_run (a consumer of
the C++ API), and compares with numbers that share no code with Hadal. Each comparison prints

    ok   terminal speed: expected 0.8, got 0.80001, tolerance 1e-4

and a trial ends with exit code 1 when one of them failed. Standard library only.

    python3 validation/trials/patches.py        with $HADAL_BUILD, or build/release
"""

import csv
import hashlib
import io
import math
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(os.environ.get("HADAL_BUILD", SOURCE / "build/release"))
PROGRAM = BUILD / "apps/hadal/hadal"
TRIAL_RUN = BUILD / "validation/trials/trial_run"
SKIPPED = 77


class Trial:
    """Comparisons of one trial, in a folder of its own that is removed when all went well."""

    def __init__(self, name):
        self.name = name
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix=f"hadal_trial_{name}_"))
        self.failures = 0
        self.count = 0

    def _say(self, good, text):
        self.count += 1
        self.failures += not good
        print(("ok   " if good else "FAIL ") + text, flush=True)
        return good

    def near(self, what, expected, got, tolerance):
        """Absolute tolerance; a value that is not finite is a failure."""
        good = math.isfinite(got) and abs(got - expected) <= tolerance
        return self._say(good, f"{what}: expected {expected:.9g}, got {got:.9g}, "
                               f"tolerance {tolerance:.3g}")

    def relative(self, what, expected, got, tolerance):
        return self.near(what, expected, got, abs(expected) * tolerance)

    def equal(self, what, expected, got):
        """Of anything, bit for bit."""
        return self._say(expected == got, f"{what}: expected {_short(expected)}, got {_short(got)}, "
                                          "tolerance 0")

    def different(self, what, one, other):
        return self._say(one != other, f"{what}: expected a difference, got {_short(one)} and "
                                       f"{_short(other)}, tolerance 0")

    def contains(self, what, part, text):
        return self._say(part in text, f"{what}: expected '{part}', got '{_short(text)}', tolerance 0")

    def finish(self):
        print(f"{self.name}: {self.count} comparisons, {self.failures} failed")
        if self.failures:
            print(f"files are left in {self.folder}")
        else:
            shutil.rmtree(self.folder)
        sys.exit(1 if self.failures else 0)

    # --- Runs.

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def hadal(self, *arguments, code=0):
        """The program's output; another exit code than `code` is a failure."""
        done = subprocess.run([PROGRAM, *map(str, arguments)], cwd=self.folder, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        if done.returncode != code:
            self._say(False, f"hadal {' '.join(map(str, arguments))}: expected exit code {code}, "
                             f"got {done.returncode}, tolerance 0\n{done.stdout}")
        return done.stdout

    def run(self, scenario, name, *arguments, code=0):
        """Runs a scenario file; the path of the log."""
        out = self.folder / name
        self.hadal("run", scenario, "--out", out, *arguments, code=code)
        return out / "log.mcap"

    def api(self, *arguments, code=0):
        """Output of trial_run, a consumer of the C++ API."""
        done = subprocess.run([TRIAL_RUN, *map(str, arguments)], cwd=self.folder, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        if done.returncode != code:
            self._say(False, f"trial_run {' '.join(map(str, arguments))}: expected exit code {code},"
                             f" got {done.returncode}, tolerance 0\n{done.stderr}")
        return done.stdout if code == 0 else done.stderr

    def table(self, log, topic):
        """A topic of a log as {column: [numbers]}; columns of words stay words."""
        return read_table(self.hadal("export", log, "--topic", topic))


def _short(value):
    text = str(value).strip().replace("\n", " | ")
    return text if len(text) <= 160 else text[:157] + "..."


def read_table(text):
    rows = list(csv.reader(io.StringIO(text)))
    columns = {name: [] for name in rows[0]}
    for row in rows[1:]:
        for name, cell in zip(rows[0], row):
            try:
                columns[name].append(float(cell))
            except ValueError:
                columns[name].append(cell)
    return columns


def digest(path):
    return hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()


def attachments(log):
    """{name: bytes} of the attachments of an MCAP file, by the public specification of MCAP."""
    data = pathlib.Path(log).read_bytes()
    found, at = {}, 8  # after the magic
    while at + 9 <= len(data) - 8:
        opcode, size = data[at], struct.unpack_from("<Q", data, at + 1)[0]
        record = data[at + 9:at + 9 + size]
        at += 9 + size
        if opcode == 0x09:  # log time, create time, name, media type, data, CRC
            length = struct.unpack_from("<I", record, 16)[0]
            name = record[20:20 + length].decode()
            place = 20 + length
            place += 4 + struct.unpack_from("<I", record, place)[0]
            length = struct.unpack_from("<Q", record, place)[0]
            found[name] = record[place + 8:place + 8 + length]
    return found


# --- Statistics.

def mean(values):
    return math.fsum(values) / len(values)


def variance(values):
    centre = mean(values)
    return math.fsum((x - centre) ** 2 for x in values) / (len(values) - 1)


def correlation(one, other):
    a, b = mean(one), mean(other)
    product = math.fsum((x - a) * (y - b) for x, y in zip(one, other))
    return product / math.sqrt(math.fsum((x - a) ** 2 for x in one) *
                               math.fsum((y - b) ** 2 for y in other))


def std_tolerance(count, sigmas=5):
    """Relative tolerance of a sample standard deviation: chi-square with count - 1 degrees of
    freedom has the standard deviation sqrt(2 (count - 1)), so that the sample standard deviation
    scatters by 1 / sqrt(2 (count - 1))."""
    return sigmas / math.sqrt(2 * (count - 1))


def needs(*paths):
    """Ends the trial as skipped when something it runs was not built."""
    for path in paths:
        if not pathlib.Path(path).exists():
            print(f"skipped: there is no {path}")
            sys.exit(SKIPPED)
