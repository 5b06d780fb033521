#!/usr/bin/env python3
"""Draws AprilTags of the family tag36h11 as PNG files, for boards of scenarios.

    tools/april_tags.py 0 1 2 [-o FOLDER]      tag36h11_0.png, ... (scenarios/competition_pool by default)

A tag (Olson 2011, AprilTag: A robust and flexible visual fiducial system) is a code of 36 bits as six rows
of six modules, 1 is white, the highest bit first; around it one module of black and one of white. The
published size of a tag is that of its black square, 8 of the 10 modules drawn here.
"""
import argparse
import pathlib
import struct
import sys
import zlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The first codes of the family.
CODES = [0xD5D628584, 0xD97F18B49, 0xDD280910E, 0xE479E9C98, 0xEBCBCA822, 0xF31DAB3AC, 0x056A5D085, 0x10652E1D4]
BITS, PIXELS = 6, 16  # along a side; of a module


def modules(tag):
    """Rows of 0 and 1 with both borders."""
    side = BITS + 4
    rows = [[1] * side] + [[1] + [0] * (side - 2) + [1] for _ in range(side - 2)] + [[1] * side]
    for i in range(BITS * BITS):
        rows[2 + i // BITS][2 + i % BITS] = CODES[tag] >> (BITS * BITS - 1 - i) & 1
    return rows


def write_png(rows, path):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    lines = [b"\0" + b"".join(bytes([255 * bit]) * 3 * PIXELS for bit in row) for row in rows for _ in range(PIXELS)]
    head = struct.pack(">IIBBBBB", len(rows[0]) * PIXELS, len(rows) * PIXELS, 8, 2, 0, 0, 0)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"".join(lines), 9)) + chunk(b"IEND", b""))


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("tags", nargs="+", type=int, metavar="ID")
    arguments.add_argument("-o", "--output", type=pathlib.Path, default=ROOT / "scenarios" / "competition_pool")
    options = arguments.parse_args()
    for tag in options.tags:
        if not 0 <= tag < len(CODES):
            sys.exit(f"april_tags: no tag {tag}; expected 0 to {len(CODES) - 1}")
    options.output.mkdir(parents=True, exist_ok=True)
    for tag in options.tags:
        write_png(modules(tag), options.output / f"tag36h11_{tag}.png")


if __name__ == "__main__":
    main()
