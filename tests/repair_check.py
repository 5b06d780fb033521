#!/usr/bin/env python3
"""Cuts a log at many places, lets `hadal repair` write each anew, and reads the result with an
independent MCAP implementation (PyPI mcap): by its index, in the default order, with every CRC.

Oracle: the messages of the chunks that end before the cut, found by a walk over the records of the
whole file that is written here. repair_check.py PROGRAM SOURCE_DIR
"""
import pathlib
import random
import struct
import subprocess
import sys
import tempfile

from mcap.reader import make_reader
from mcap.writer import CompressionType, Writer

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from mcap_reader_check import check  # noqa: E402

CHUNK, ATTACHMENT, METADATA = 6, 9, 12


def records(data):
    """(opcode, offset, length of the whole record) of a complete file."""
    offset = 8
    while offset < len(data) - 8:
        opcode, length = data[offset], struct.unpack_from("<Q", data, offset + 1)[0]
        yield opcode, offset, 9 + length
        offset += 9 + length


def messages(path, end_ns=None):
    """All of a log by its index, as they are; `end_ns`: up to this time."""
    with open(path, "rb") as file:
        return [(channel.topic, schema.name, message.log_time, message.publish_time, message.sequence,
                 message.data)
                for schema, channel, message in make_reader(file, validate_crcs=True).iter_messages()
                if end_ns is None or message.log_time <= end_ns]


def repair(program, log, *options):
    return subprocess.run([program, "repair", str(log), *options], capture_output=True, text=True)


def kept_of(data, cut):
    """Last log time in the chunks that end before the cut (None: no chunk), names of attachments."""
    end, attachments = None, []
    for opcode, offset, length in records(data):
        if offset + length > cut:
            break
        if opcode == CHUNK:
            end = struct.unpack_from("<Q", data, offset + 17)[0]
        if opcode == ATTACHMENT:
            size = struct.unpack_from("<I", data, offset + 25)[0]
            attachments.append(data[offset + 29:offset + 29 + size].decode())
    return end, attachments


def check_cuts(program, log, work):
    data = log.read_bytes()
    whole = messages(log)
    all_records = list(records(data))
    chunks = [(o, n) for code, o, n in all_records if code == CHUNK]
    assert len(chunks) > 3, chunks
    cuts = {all_records[0][1] + all_records[0][2], len(data) - 1, len(data) - 8}
    for offset, length in (chunks[0], chunks[1], chunks[-1]):
        cuts |= {offset, offset + 5, offset + length // 2, offset + length - 1, offset + length}
    random.seed(14)
    cuts |= {random.randrange(all_records[0][1] + 60, len(data)) for _ in range(8)}
    for cut in sorted(cuts):
        part, out = work / "cut.mcap", work / "repaired.mcap"
        part.write_bytes(data[:cut])
        done = repair(program, part, "-o", str(out), "--overwrite")
        assert done.returncode == 0, (cut, done.stderr)
        check(str(out))  # counts, statistics, CRCs, by index and from front to back
        end, attachments = kept_of(data, cut)
        expected = [one for one in whole if end is not None and one[2] <= end]
        assert messages(out) == expected, (cut, len(messages(out)), len(expected))
        with open(out, "rb") as file:
            assert [a.name for a in make_reader(file).iter_attachments()] == attachments, cut
        assert part.read_bytes() == data[:cut], "the log itself was changed"
        again = repair(program, out)
        assert again.returncode == 0 and "nothing to repair" in again.stdout, again
    print(f"{len(cuts)} cuts, {len(whole)} messages")


def check_foreign(program, work):
    """A log of another program: no chunks, publish times and sequences of its own, cut anywhere."""
    path = work / "foreign.mcap"
    written = []
    with open(path, "wb") as file:
        writer = Writer(file, use_chunking=False, compression=CompressionType.NONE)
        writer.start(profile="ros2", library="other")
        schema = writer.register_schema("std_msgs/msg/String", "ros2msg", b"string data")
        topics = {name: writer.register_channel(name, "cdr", schema) for name in ("/a", "/b")}
        for i in range(200):
            topic = "/a" if i % 3 else "/b"
            text = f"message {i}".encode() + b"\0"
            payload = b"\0\1\0\0" + struct.pack("<I", len(text)) + text
            writer.add_message(topics[topic], 1000 + i, payload, 500 + i, 7 * i)
            written.append((topic, "std_msgs/msg/String", 1000 + i, 500 + i, 7 * i, payload))
        writer.finish()
    data = path.read_bytes()
    offsets = [(o, n) for code, o, n in records(data) if code == 5]
    for count in (0, 1, 57, 200):
        offset, length = offsets[count] if count < 200 else (offsets[-1][0] + offsets[-1][1], 1)
        path.write_bytes(data[:offset + length // 2])
        out = work / "foreign_repaired.mcap"
        done = repair(program, path, "-o", str(out), "--overwrite")
        assert done.returncode == 0, done.stderr
        assert messages(out) == written[:count], (count, len(messages(out)))


def check_refusals(program, log, work):
    done = repair(program, log)
    assert done.returncode == 0 and "nothing to repair" in done.stdout, done
    assert not log.with_suffix(".repaired.mcap").exists()
    text = work / "notes.txt"
    text.write_text("no log")
    done = repair(program, text)
    assert done.returncode == 2 and "not an MCAP log" in done.stderr, done
    assert repair(program, work / "missing.mcap").returncode == 2
    cut = work / "cut.mcap"
    cut.write_bytes(log.read_bytes()[:-100])
    assert repair(program, cut).returncode == 0
    first = (work / "cut.repaired.mcap").read_bytes()
    done = repair(program, cut)
    assert done.returncode == 2 and "--overwrite" in done.stderr, done
    assert (work / "cut.repaired.mcap").read_bytes() == first
    done = repair(program, cut, "-o", str(cut), "--overwrite")  # in place
    assert done.returncode == 0, done.stderr
    assert messages(cut) == messages(log)
    done = repair(program, log.with_name("cut.mcap"), "-o", str(work / "no_folder" / "x.mcap"))
    assert done.returncode == 2 or "nothing to repair" in done.stdout, done


def check_damage(program, log, work):
    """A flipped byte in a chunk: that chunk is left out and named, the others stay."""
    data = bytearray(log.read_bytes())
    chunks = [(o, n) for code, o, n in records(bytes(data)) if code == CHUNK]
    offset, length = chunks[2]
    start, end = struct.unpack_from("<QQ", data, offset + 9)
    data[offset + length // 2] ^= 0x55
    path, out = work / "damaged.mcap", work / "damaged_repaired.mcap"
    path.write_bytes(data)
    done = repair(program, path, "-o", str(out))
    assert done.returncode == 0 and f"byte {offset}" in done.stdout, done
    check(str(out))
    kept = messages(out)
    whole = messages(log)
    assert [m for m in whole if not start <= m[2] <= end] == [m for m in kept if not start <= m[2] <= end]
    assert len(kept) < len(whole)


def main():
    program, source = sys.argv[1], pathlib.Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        run = subprocess.run([program, "run", "inspection_dive", "--duration", "5", "--set", "record.frames=none",
                              "--out", str(work / "run")], cwd=source, capture_output=True, text=True)
        assert run.returncode in (0, 1), run.stderr
        log = work / "run" / "log.mcap"
        check_cuts(program, log, work)
        check_damage(program, log, work)
        check_foreign(program, work)
        check_refusals(program, log, work)
    print("repair: all well")


if __name__ == "__main__":
    main()
