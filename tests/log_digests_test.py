#!/usr/bin/env python3
"""tools/log_digests.py finds every kind of change in a log, and only there; small logs made here."""

import hashlib
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest

TOOL = pathlib.Path(__file__).resolve().parent.parent / "tools/log_digests.py"
sys.path.insert(0, str(TOOL.parent))
import log_digests  # noqa: E402


def record(opcode, content):
    return struct.pack("<BQ", opcode, len(content)) + content


def string(text):
    return struct.pack("<I", len(text)) + text.encode()


def log(messages):
    """An MCAP file with one chunk. messages: (topic, log time, bytes)."""
    topics = sorted({topic for topic, _, _ in messages})
    body = b"".join(record(4, struct.pack("<HH", i, 1) + string(t) + string("cdr") + bytes(4))
                    for i, t in enumerate(topics))
    for sequence, (topic, time, data) in enumerate(messages):
        body += record(5, struct.pack("<HIQQ", topics.index(topic), sequence, time, time) + data)
    chunk = struct.pack("<QQQI", 0, 9, len(body), 0) + string("") + struct.pack("<Q", len(body)) + body
    magic = b"\x89MCAP0\r\n"
    return magic + record(1, string("ros2") + string("test")) + record(6, chunk) + magic


MESSAGES = [("/a", 1, b"one"), ("/b", 1, b"x"), ("/a", 2, b"two"), ("/hadal/state_hash", 2, b"h1")]


class LogDigests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def digests(self, messages):
        path = self.folder / "log.mcap"
        path.write_bytes(log(messages))
        return log_digests.log_digests(path)

    def golden(self, messages):
        golden = log_digests.Golden(self.folder / "topics.csv")
        golden.conditions = {"libc": "glibc 1"}
        golden.replace("dive", self.digests(messages), "first")
        golden.write()
        return log_digests.Golden(self.folder / "topics.csv")

    def test_is_the_sha_of_stamps_and_bytes(self):
        stamp = lambda time: struct.pack("<Q", time)
        self.assertEqual(self.digests(MESSAGES), {
            "/a": (2, hashlib.sha256(stamp(1) + b"one" + stamp(2) + b"two").hexdigest()),
            "/b": (1, hashlib.sha256(stamp(1) + b"x").hexdigest())})

    def test_finds_every_change(self):
        golden = self.golden(MESSAGES)
        self.assertEqual(golden.differences("dive", self.digests(MESSAGES)), [])
        for changed, found in [
                ([("/a", 1, b"onE"), *MESSAGES[1:]], ["/a: other bytes"]),
                ([("/a", 0, b"one"), *MESSAGES[1:]], ["/a: other bytes"]),
                ([MESSAGES[2], MESSAGES[1], MESSAGES[0]], ["/a: other bytes"]),
                (MESSAGES[1:], ["/a: 1 messages, were 2"]),
                ([MESSAGES[0], MESSAGES[2]], ["/b: no longer in the log"]),
                ([*MESSAGES, ("/c", 3, b"")], ["/c: not in topics.csv"])]:
            self.assertEqual(golden.differences("dive", self.digests(changed)), found)
        self.assertTrue(golden.differences("another", self.digests(MESSAGES)))

    def test_leaves_state_hashes_out(self):
        other = [*MESSAGES[:3], ("/hadal/state_hash", 2, b"h2")]
        self.assertEqual(self.golden(MESSAGES).differences("dive", self.digests(other)), [])

    def test_rows_keep_the_reason_of_their_last_change(self):
        golden = self.golden(MESSAGES)
        changed = golden.replace("dive", self.digests([("/a", 1, b"onE"), *MESSAGES[1:]]), "second")
        self.assertEqual(changed, 1)
        golden.write()
        rows = log_digests.Golden(self.folder / "topics.csv").rows["dive"]
        self.assertEqual([rows["/a"]["reason"], rows["/b"]["reason"]], ["second", "first"])

    def test_knows_another_machine(self):
        golden = self.golden(MESSAGES)
        self.assertEqual(golden.other_machine({"libc": "glibc 1", "cpu": "any"}), "")
        self.assertIn("glibc 2", golden.other_machine({"libc": "glibc 2"}))

    def test_every_scenario_has_digests_and_nothing_else_has(self):
        scenarios = log_digests.scenario_files()
        self.assertGreater(len(scenarios), 50)
        self.assertEqual(scenarios.keys(), log_digests.Golden(log_digests.GOLDEN).rows.keys())

    def test_updates_need_a_reason(self):
        for reason in [[], ["--reason", " "]]:
            done = subprocess.run([sys.executable, TOOL, "--update", "all", *reason],
                                  capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 2)
            self.assertIn("needs a --reason", done.stderr)


if __name__ == "__main__":
    unittest.main()
