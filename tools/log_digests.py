#!/usr/bin/env python3
"""Tells whether a shipped scenario still gives the log that it gave before, topic by topic.

Runs scenarios with the program, requires their expectations to hold, and compares the SHA-256 of
each topic, over (log time, message bytes) of its messages in order, with tests/golden/topics.csv.
State hashes are left out: they change with the layout of the state, the messages do not. A digest
detects a change; it proves nothing about what is right.

    tools/log_digests.py                                  every scenario
    tools/log_digests.py reef swarm                       these
    tools/log_digests.py --update reef --reason "..."     new digests for one scenario, or for `all`
    tools/log_digests.py --log out/reef/log.mcap          prints the digests of a log

The head of topics.csv names what the digests depend on beside the program (`# cpu: x86_64`). On a
machine where that differs the scenarios run, but their logs are "not compared". A row keeps the reason of its last change.
Exit code 0: all is well; 1: a scenario failed or its log differs; 2: usage.
"""

import argparse
import csv
import ctypes
import hashlib
import os
import pathlib
import platform
import struct
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parent.parent
GOLDEN = SOURCE / "tests/golden/topics.csv"
COLUMNS = ["scenario", "topic", "messages", "digest", "reason"]
HASH_TOPIC = "/hadal/state_hash"
CHANNEL, MESSAGE, CHUNK = 0x04, 0x05, 0x06  # opcodes of MCAP records


# ---- logs ----------------------------------------------------------------------------------------

def decompress(data, size):
    """zstd, by the library that the program itself is linked with."""
    zstd = ctypes.CDLL("libzstd.so.1")
    zstd.ZSTD_decompress.restype = ctypes.c_size_t
    out = ctypes.create_string_buffer(size)
    got = zstd.ZSTD_decompress(out, ctypes.c_size_t(size), data, ctypes.c_size_t(len(data)))
    if got != size:
        raise ValueError("a chunk of the log cannot be decompressed")
    return out.raw


def records(data, at=0):
    """(opcode, begin, end) of every record of an MCAP file or chunk."""
    while at + 9 <= len(data):
        opcode, length = struct.unpack_from("<BQ", data, at)
        at += 9
        if at + length > len(data):
            break  # the magic at the end of a file, or a log that was cut off
        yield opcode, at, at + length
        at += length


def string_at(data, at):
    """A string and where it ends."""
    (length,) = struct.unpack_from("<I", data, at)
    return bytes(data[at + 4:at + 4 + length]).decode(), at + 4 + length


def chunk_records(data, begin, end):
    """The records of the chunk record at [begin, end)."""
    (size,) = struct.unpack_from("<Q", data, begin + 16)
    compression, at = string_at(data, begin + 28)
    body = bytes(data[at + 8:end])
    if compression not in ("", "zstd"):
        raise ValueError(f"a chunk is compressed with {compression}")
    return memoryview(decompress(body, size) if compression else body)


def log_digests(path):
    """{topic: (messages, SHA-256)} of an MCAP file."""
    file = memoryview(pathlib.Path(path).read_bytes())
    topics, counts, hashes = {}, {}, {}
    for opcode, begin, end in records(file, at=8):
        if opcode != CHUNK:
            continue  # messages are nowhere else in our logs
        chunk = chunk_records(file, begin, end)
        for kind, first, last in records(chunk):
            if kind == CHANNEL:
                channel = struct.unpack_from("<H", chunk, first)[0]
                topic = string_at(chunk, first + 4)[0]
                topics[channel] = topic
                hashes.setdefault(topic, hashlib.sha256())
                counts.setdefault(topic, 0)
            elif kind == MESSAGE:
                topic = topics[struct.unpack_from("<H", chunk, first)[0]]
                counts[topic] += 1
                if topic != HASH_TOPIC:
                    hashes[topic].update(chunk[first + 6:first + 14])  # log time
                    hashes[topic].update(chunk[first + 22:last])
    return {topic: (counts[topic], hashes[topic].hexdigest())
            for topic in sorted(counts) if topic != HASH_TOPIC}


# ---- scenarios -----------------------------------------------------------------------------------

def scenario_files():
    """{name: file} of what ships."""
    files = [*SOURCE.glob("scenarios/*.yaml"), *SOURCE.glob("examples/*_dive.yaml")]
    return {file.stem: file for file in sorted(files)}


def run(program, file, threads):
    """(what the program printed if the run failed or an expectation did, digests of the log)."""
    with tempfile.TemporaryDirectory(prefix="hadal_digests_") as folder:
        # A cache of its own: results kept by another build would hide a change.
        environment = {**os.environ, "XDG_CACHE_HOME": folder + "/cache"}
        done = subprocess.run([program, "run", file, "--out", folder + "/run",
                               "--threads", str(threads)],
                              env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, check=False)
        if done.returncode != 0:
            return f"exit code {done.returncode}\n{done.stdout}", {}
        return "", log_digests(folder + "/run/log.mcap")


# ---- golden values -------------------------------------------------------------------------------

def machine():
    """What the digests depend on beside the program: one build gives the same bits on every x86-64
    processor and with any C library (docs/determinism.md)."""
    return {"cpu": platform.machine()}


class Golden:
    """tests/golden/topics.csv: conditions in the head, then a row per scenario and topic."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.rows = {}
        self.conditions = {} if self.path.exists() else machine()
        lines = self.path.read_text().splitlines() if self.path.exists() else []
        for line in lines:
            if line.startswith("# ") and ": " in line:
                key, value = line[2:].split(": ", 1)
                self.conditions[key] = value
        for row in csv.DictReader(line for line in lines if not line.startswith("#")):
            self.rows.setdefault(row["scenario"], {})[row["topic"]] = row

    def other_machine(self, here):
        """How this machine differs from what the head asks for; empty: it does not."""
        return "; ".join(f"{key} is '{here.get(key)}', the digests are of '{value}'"
                         for key, value in self.conditions.items() if here.get(key) != value)

    def differences(self, scenario, digests):
        """One line per topic that differs."""
        rows = self.rows.get(scenario, {})
        if not rows:
            return [f"not in {self.path.name}: --update {scenario} --reason ..."]
        out = []
        for topic in sorted(rows.keys() | digests.keys()):
            if topic not in digests:
                out.append(f"{topic}: no longer in the log")
            elif topic not in rows:
                out.append(f"{topic}: not in {self.path.name}")
            elif int(rows[topic]["messages"]) != digests[topic][0]:
                out.append(f"{topic}: {digests[topic][0]} messages, were {rows[topic]['messages']}")
            elif rows[topic]["digest"] != digests[topic][1]:
                out.append(f"{topic}: other bytes")
        return out

    def replace(self, scenario, digests, reason):
        """Rows that differ get the reason; the others stay as they are. Returns their number."""
        before, rows, changed = self.rows.get(scenario, {}), {}, 0
        for topic, (messages, digest) in digests.items():
            row = before.get(topic)
            if row is None or (row["messages"], row["digest"]) != (str(messages), digest):
                row = dict(zip(COLUMNS, (scenario, topic, str(messages), digest, reason)))
                changed += 1
            rows[topic] = row
        self.rows[scenario] = rows
        return changed + len(before.keys() - digests.keys())

    def write(self):
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with open(self.path, "w", newline="") as file:
            file.write("# Digests of the logs of all shipped scenarios (tools/log_digests.py)\n")
            for key, value in self.conditions.items():
                file.write(f"# {key}: {value}\n")
            writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
            writer.writeheader()
            for scenario in sorted(self.rows):
                for topic in sorted(self.rows[scenario]):
                    writer.writerow(self.rows[scenario][topic])


# ---- commands ------------------------------------------------------------------------------------

def compare(golden, names, files, arguments):
    """Runs and compares; the exit code."""
    elsewhere = golden.other_machine(machine())
    counts = {"equal": 0, "failed": 0, "different": 0, "not compared": 0}
    for name in names:
        trouble, digests = run(arguments.program, files[name], arguments.threads)
        lines = golden.differences(name, digests)
        if trouble:
            verdict, lines = "failed", trouble.splitlines()[-20:]
        elif elsewhere:
            verdict, lines = "not compared", [elsewhere]
        else:
            verdict = "different" if lines else "equal"
        counts[verdict] += 1
        print("\n    ".join([f"{name}: {verdict}", *lines]), flush=True)
    if len(names) > 1:
        print(", ".join(f"{count} {verdict}" for verdict, count in counts.items()))
    return 1 if counts["failed"] or counts["different"] else 0


def update(golden, name, files, arguments):
    """New digests for a scenario or for all; the exit code."""
    here = machine()
    if name == "all":
        golden.conditions = {key: here[key] for key in golden.conditions}
        for gone in golden.rows.keys() - files.keys():
            del golden.rows[gone]
    elif golden.other_machine(here):
        print(f"update `all` on another machine: {golden.other_machine(here)}", file=sys.stderr)
        return 1
    for scenario in files if name == "all" else [name]:
        trouble, digests = run(arguments.program, files[scenario], arguments.threads)
        if trouble:
            print(f"{scenario}: {trouble}", file=sys.stderr)
            return 1
        changed = golden.replace(scenario, digests, arguments.reason)
        print(f"{scenario}: {changed} of {len(digests)} topics updated", flush=True)
        golden.write()
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="scenarios; none: all")
    parser.add_argument("--update", metavar="NAME", help="writes new digests; `all` for all")
    parser.add_argument("--reason", help="why the digests change")
    parser.add_argument("--log", metavar="FILE", help="prints the digests of a log")
    parser.add_argument("--program", default=SOURCE / "build/release/apps/hadal/hadal")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--golden", default=GOLDEN, metavar="FILE", help="instead of topics.csv")
    arguments = parser.parse_args()
    if arguments.log:
        for topic, (messages, digest) in log_digests(arguments.log).items():
            print(f"{topic},{messages},{digest}")
        return 0
    files = scenario_files()
    for name in [*arguments.names, *filter(None, [arguments.update])]:
        if name not in files and not (name == "all" and arguments.update):
            parser.error(f"no scenario '{name}'")
    golden = Golden(arguments.golden)
    if arguments.update:
        if not (arguments.reason or "").strip():
            parser.error("--update needs a --reason")
        return update(golden, arguments.update, files, arguments)
    return compare(golden, arguments.names or list(files), files, arguments)


if __name__ == "__main__":
    sys.exit(main())
