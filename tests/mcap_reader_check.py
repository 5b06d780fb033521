#!/usr/bin/env python3
"""Reads a log with an independent MCAP implementation (PyPI mcap, mcap-ros2-support).

Checks every CRC, decodes every message by the schema in the file, compares the counts with the
file's statistics, and prints the number of messages per topic as JSON.
Exit code 0: all is well; 1: the log is at fault; 2: usage, or the packages are missing.

    python3 tests/mcap_reader_check.py out/log.mcap
"""

import collections
import json
import sys

try:
    from mcap.reader import NonSeekingReader, SeekingReader
    from mcap.stream_reader import StreamReader
    from mcap_ros2.decoder import DecoderFactory
except ImportError as error:
    print(f"mcap_reader_check: {error}; pip install mcap mcap-ros2-support", file=sys.stderr)
    sys.exit(2)


class Fault(Exception):
    """What is wrong with the log."""


def require(condition, message):
    if not condition:
        raise Fault(message)


def count_decoded(reader):
    """Messages per topic, each decoded, in log-time order."""
    counts = collections.Counter()
    last_time = 0
    for decoded in reader.iter_decoded_messages():
        schema, channel, message, value = (
            decoded.schema, decoded.channel, decoded.message, decoded.decoded_message)
        require(schema is not None, f"{channel.topic}: no schema")
        require(value is not None, f"{channel.topic}: not decoded")
        require(message.log_time >= last_time, f"{channel.topic}: log time goes back")
        last_time = message.log_time
        counts[channel.topic] += 1
    return counts


def check_summary(summary, counts):
    require(summary is not None and summary.statistics is not None, "no summary or statistics")
    topics = {id: channel.topic for id, channel in summary.channels.items()}
    listed = collections.Counter()
    for id, count in summary.statistics.channel_message_counts.items():
        require(id in topics, f"statistics count the unknown channel {id}")
        listed[topics[id]] += count
    require(+listed == counts, f"statistics say {dict(listed)}, the file has {dict(counts)}")
    require(summary.statistics.message_count == sum(counts.values()), "message count is wrong")
    require(summary.statistics.chunk_count == len(summary.chunk_indexes), "chunk count is wrong")
    for channel in summary.channels.values():
        require(channel.message_encoding == "cdr", f"{channel.topic}: is not cdr")
        require(channel.schema_id in summary.schemas, f"{channel.topic}: has no schema")
    for schema in summary.schemas.values():
        require(schema.encoding == "ros2msg", f"{schema.name}: is not ros2msg")
    return {topic: counts[topic] for topic in sorted(topics.values())}


def check(path):
    with open(path, "rb") as file:  # by the index
        reader = SeekingReader(file, validate_crcs=True, decoder_factories=[DecoderFactory()])
        require(reader.get_header().profile == "ros2", "the profile is not ros2")
        counts = count_decoded(reader)
        per_topic = check_summary(reader.get_summary(), counts)
        attachments = [attachment.name for attachment in reader.iter_attachments()]
        metadata = {record.name: record.metadata for record in reader.iter_metadata()}
    with open(path, "rb") as file:  # without it, from front to back
        reader = NonSeekingReader(file, validate_crcs=True, decoder_factories=[DecoderFactory()])
        require(count_decoded(reader) == counts, "index and data hold different messages")
    with open(path, "rb") as file:  # every record, with the CRCs of chunks and attachments
        for _ in StreamReader(file, validate_crcs=True).records:
            pass
    return {"messages": sum(counts.values()), "topics": per_topic, "attachments": attachments,
            "metadata": sorted(metadata)}


def main():
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        print(json.dumps(check(sys.argv[1]), indent=2))
    except Exception as error:  # the library reports damage by exceptions of many kinds
        print(f"{sys.argv[1]}: {type(error).__name__}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
