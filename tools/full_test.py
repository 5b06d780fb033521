#!/usr/bin/env python3
"""What takes hours, on a finished release build (`./hadal test --full` makes it and runs this last).

- missions: every shipped scenario with a mission runs with seeds 1 to 20; its expectations hold.
- mutations: 10^6 mutated scenario files load, or are refused with a message, without a crash.
- bits: every shipped scenario has the same state hash on limited and emulated processors
  (tests/bits_test.py).
- soak: runs of many hours of simulated time; the process does not grow, and the log replays to the
  same hashes.

Writes docs/full_test.md: commit, machine, counts, durations and every failure. The options make a
shorter run, and the page says so. What is done also stands in build/full_test.jsonl at once, so that
a run that was cut off goes on with --resume; what failed, or ran with another build, is done again.
Exit code 0: all is well; 1: something failed.

    tools/full_test.py --seeds 2 --mutations 10000 --soak 0.05
"""

import argparse
import concurrent.futures
import datetime
import hashlib
import json
import os
import pathlib
import platform
import resource
import subprocess
import sys
import tempfile
import time

SOURCE = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(SOURCE / "tests"))
import bits_test  # noqa: E402
RELEASE = SOURCE / "build/release"
PROGRAM = RELEASE / "apps/hadal/hadal"
SEEDS, MUTATIONS = 20, 1_000_000
# Simulated seconds of the soak: hours of dynamics, navigation and control, less of pictures.
SOAK_S = {"inspection_dive": 21600, "remus_survey": 21600, "swarm": 3600, "local_search": 1800,
          "reef": 600}
JOURNAL = SOURCE / "build/full_test.jsonl"
GROWTH_MB = 32  # of the process over the last nine tenths of a soak: index of the log, allocator


class Task:
    """One thing to do; run() returns what is wrong, or an empty text."""

    def __init__(self, group, name, run):
        self.group, self.name, self.run = group, name, run
        self.trouble, self.seconds = "", 0.0

    def do(self):
        begin = time.monotonic()
        self.trouble = self.run()
        self.seconds = time.monotonic() - begin
        return self


def output_if_failed(command, environment=None):
    """What the command printed at the end if it failed."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          cwd=SOURCE, env={**os.environ, **(environment or {})}, check=False)
    if done.returncode == 0:
        return ""
    return "\n".join([f"exit code {done.returncode}", *done.stdout.splitlines()[-8:]])


# ---- missions ------------------------------------------------------------------------------------

def missions(seeds):
    files = [*SOURCE.glob("scenarios/*.yaml"), *SOURCE.glob("examples/*_dive.yaml")]
    for file in sorted(files):
        if "\nmission:" not in file.read_text():
            continue
        for seed in range(1, seeds + 1):
            yield Task("missions", f"{file.stem} --seed {seed}", lambda f=file, s=seed: fly(f, s))


def fly(file, seed):
    with tempfile.TemporaryDirectory(prefix="hadal_full_") as folder:
        return output_if_failed([PROGRAM, "run", file, "--seed", str(seed), "--out", folder])


# ---- mutations -----------------------------------------------------------------------------------

def mutations(count):
    command = [RELEASE / "tests/test_system_long", "--gtest_filter=Mutation.*", "--gtest_brief=1"]
    yield Task("mutations", f"{count:,} mutated inputs",
               lambda: output_if_failed(command, {"HADAL_MUTATIONS": str(count)}))


# ---- bits ----------------------------------------------------------------------------------------

def bits():
    for file in sorted(SOURCE.glob("scenarios/*.yaml")):
        if file.stem in bits_test.SLOW:
            continue
        command = [sys.executable, SOURCE / "tests/bits_test.py", PROGRAM, SOURCE,
                   RELEASE / "tests/liblimit_processor.so", "--full", "--scenarios", file.stem]
        yield Task("bits", file.stem, lambda c=command: output_if_failed(c))


# ---- soak ----------------------------------------------------------------------------------------

def soaks(scale):
    for name, seconds in SOAK_S.items():
        yield Task("soak", f"{name}, {seconds * scale:.0f} s", lambda n=name, s=seconds * scale: soak(n, s))


def peak_mb(command):
    """(exit code, most memory that the command had), by a helper process that has no other child."""
    helper = ("import resource, subprocess, sys; code = subprocess.run(sys.argv[1:],"
              " stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode;"
              " print(code, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
    done = subprocess.run([sys.executable, "-c", helper, *map(str, command)],
                          stdout=subprocess.PIPE, text=True, check=True)
    code, kilobytes = map(int, done.stdout.split())
    return code, kilobytes / 1024


def soak(name, seconds):
    with tempfile.TemporaryDirectory(prefix="hadal_full_") as folder:
        def run(duration, out):
            # Without the scenario's end, and what it expects at that end.
            return peak_mb([PROGRAM, "run", name, "--duration", f"{duration:.0f}",
                            "--set", "stop_when_done=false", "--out", f"{folder}/{out}"])
        code, early = run(seconds / 10, "early")
        if code in (0, 1):
            code, late = run(seconds, "late")
        if code not in (0, 1):  # 1: an expectation of the ordinary length did not hold
            return f"exit code {code}"
        if late > early + GROWTH_MB:
            return f"the process grew from {early:.0f} to {late:.0f} MB"
        return output_if_failed([PROGRAM, "replay", f"{folder}/late/log.mcap", "--verify"])


# ---- journal -------------------------------------------------------------------------------------

def build_digest():
    """Of everything that the tasks run."""
    digest = hashlib.sha256()
    inputs = [path for folder in ("scenarios", "examples", "models") for path in SOURCE.glob(f"{folder}/**/*")]
    for file in [PROGRAM, *sorted(RELEASE.glob("lib*/libhadal*.so")), RELEASE / "tests/test_system_long",
                 *sorted(path for path in inputs if path.is_file())]:
        digest.update(file.read_bytes())
    return digest.hexdigest()


def take_over(tasks, build):
    """Marks what the journal says went well with this build; returns the others."""
    done = {}
    for line in JOURNAL.read_text().splitlines() if JOURNAL.exists() else []:
        entry = json.loads(line)
        if entry["build"] == build:
            done[entry["group"], entry["name"]] = entry["seconds"]
    for task in tasks:
        task.seconds = done.get((task.group, task.name), 0.0)
    return [task for task in tasks if (task.group, task.name) not in done]


def remember(task, build):
    entry = {"build": build, "group": task.group, "name": task.name, "seconds": task.seconds}
    with JOURNAL.open("a") as journal:
        print(json.dumps(entry), file=journal)


# ---- report --------------------------------------------------------------------------------------

def git(*words):
    return subprocess.run(["git", *words], cwd=SOURCE, stdout=subprocess.PIPE, text=True,
                          check=False).stdout.strip()


def processor():
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.machine()


def report(tasks, arguments, wall_s, taken_over):
    cpu = resource.getrusage(resource.RUSAGE_CHILDREN)
    shorter = (arguments.seeds, arguments.mutations, arguments.soak, arguments.no_bits) != (
        SEEDS, MUTATIONS, 1, False)
    # The page itself is what the last run changed.
    changed = [line for line in git("status", "--porcelain").splitlines()
               if not line.endswith(arguments.report.name)]
    lines = [
        "# Full test", "",
        "The last result of what `./hadal test --full` adds to `./hadal test --all`, written by"
        " `tools/full_test.py`. See [testing](testing.md).", "",
        "**A shorter run than the full one**: "
        f"`tools/full_test.py --seeds {arguments.seeds} --mutations {arguments.mutations}"
        f" --soak {arguments.soak:g}{' --no-bits' if arguments.no_bits else ''}`.\n" if shorter else "The whole of it.\n",
        f"- Commit: {git('rev-parse', '--short=12', 'HEAD')}{' and changes' if changed else ''}",
        f"- Date: {datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d}",
        f"- Machine: {processor()}, {os.cpu_count()} cores, {' '.join(platform.libc_ver())},"
        f" {arguments.jobs} at a time",
        f"- Duration: {wall_s:.0f} s of wall time, {cpu.ru_utime + cpu.ru_stime:.0f} s of CPU"
        + (f", and {taken_over} parts in an earlier go with this build" if taken_over else ""), "",
        "| part | count | failed | seconds |", "|---|---|---|---|"]
    for group in dict.fromkeys(task.group for task in tasks):
        part = [task for task in tasks if task.group == group]
        count = f"{arguments.mutations:,}" if group == "mutations" else len(part)
        lines.append(f"| {group} | {count} | {sum(bool(t.trouble) for t in part)} |"
                     f" {sum(t.seconds for t in part):.0f} |")
    lines += ["", "Soak, simulated time: " + "; ".join(t.name for t in tasks if t.group == "soak") + "."]
    failed = [task for task in tasks if task.trouble]
    if failed:
        lines += ["", "## Failures"]
    for task in failed:
        lines += [f"- {task.group}: {task.name}", "  ```",
                  *("  " + line for line in task.trouble.splitlines()), "  ```"]
    arguments.report.write_text("\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=SEEDS, help="of every mission")
    parser.add_argument("--mutations", type=int, default=MUTATIONS)
    parser.add_argument("--soak", type=float, default=1, metavar="FACTOR",
                        help="of the simulated time of the soak")
    parser.add_argument("--no-bits", action="store_true", help="leave out the limited processors")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes at a time")
    parser.add_argument("--resume", action="store_true", help="go on with a run that was cut off")
    parser.add_argument("--report", type=pathlib.Path, default=SOURCE / "docs/full_test.md")
    arguments = parser.parse_args()
    # What takes longest begins first.
    tasks = [*mutations(arguments.mutations), *soaks(arguments.soak), *missions(arguments.seeds)]
    if not arguments.no_bits:
        tasks += bits()
    build = build_digest()
    if not arguments.resume:
        JOURNAL.unlink(missing_ok=True)
    to_do = take_over(tasks, build)
    taken_over = len(tasks) - len(to_do)
    begin = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        futures = [pool.submit(task.do) for task in to_do]
        for number, future in enumerate(concurrent.futures.as_completed(futures), taken_over + 1):
            task = future.result()
            print(f"[{number}/{len(tasks)}] {task.group}: {task.name}: "
                  f"{'FAILED' if task.trouble else 'well'}, {task.seconds:.0f} s", flush=True)
            if task.trouble:
                print(task.trouble, flush=True)
            else:
                remember(task, build)
    report(tasks, arguments, time.monotonic() - begin, taken_over)
    failures = sum(bool(task.trouble) for task in tasks)
    print(f"{len(tasks) - failures} of {len(tasks)} well; see {arguments.report}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
