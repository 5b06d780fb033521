#!/usr/bin/env python3
"""Writes models/currents/eddy.nc, a small model of an eddy as ocean models write theirs.

    python3 tools/make_eddy.py models/currents/eddy.nc

The water turns as a solid body about CENTRE: counter-clockwise seen from above, at the rate
RATE at the surface when the file begins, twice as fast after an hour and linear between; the rate
falls linearly with depth to zero at 100 m. Axes: time, depth, latitude, longitude. netCDF classic
(CDF-1), written here byte by byte so that nothing needs to be installed.
"""
import math
import struct
import sys

CENTRE = (41.0, 3.0)  # latitude, longitude, degrees
RATE = 2 * math.pi / 3600  # rad/s
DEPTHS = [0.0, 50.0, 100.0]
HOURS = [0.0, 1.0]
SIDE = [-0.008, -0.004, 0.0, 0.004, 0.008]  # degrees from the centre
CHAR, FLOAT, DOUBLE = 2, 5, 6  # type codes of netCDF


def metres_per_degree(latitude_deg):
    """Length of a degree of latitude and of longitude on WGS-84."""
    a, e2 = 6378137.0, 6.69437999014e-3
    s = math.sin(math.radians(latitude_deg))
    w = math.sqrt(1 - e2 * s * s)
    meridian = a * (1 - e2) / w**3
    parallel = a / w * math.cos(math.radians(latitude_deg))
    return math.radians(1) * meridian, math.radians(1) * parallel


def velocities():
    """Eastward and northward, m/s, longitude fastest."""
    north_m, east_m = metres_per_degree(CENTRE[0])
    east, north = [], []
    for hour in HOURS:
        for depth in DEPTHS:
            rate = RATE * (1 + hour) * (1 - depth / 100)
            for d_lat in SIDE:
                for d_lon in SIDE:
                    east.append(-rate * d_lat * north_m)
                    north.append(rate * d_lon * east_m)
    return east, north


def padded(data):
    return data + b"\0" * (-len(data) % 4)


def text(value):
    return struct.pack(">i", len(value)) + padded(value.encode())


def attributes(values):
    out = struct.pack(">ii", 12, len(values)) if values else struct.pack(">ii", 0, 0)
    for name, value in values.items():
        out += text(name) + struct.pack(">ii", CHAR, len(value)) + padded(value.encode())
    return out


def netcdf(dimensions, variables, about):
    """dimensions: {name: size}; variables: [(name, dimension names, type, attributes, values)]."""
    names = list(dimensions)
    head = b"CDF\x01" + struct.pack(">i", 0) + struct.pack(">ii", 10, len(names))
    for name in names:
        head += text(name) + struct.pack(">i", dimensions[name])
    head += attributes(about)
    data = [padded(struct.pack(f">{len(v)}{'d' if t == DOUBLE else 'f'}", *v)) for _, _, t, _, v in variables]

    def table(begin):
        out = struct.pack(">ii", 11, len(variables))
        for (name, axes, kind, notes, _), block in zip(variables, data):
            out += text(name) + struct.pack(">i", len(axes))
            out += b"".join(struct.pack(">i", names.index(axis)) for axis in axes)
            out += attributes(notes) + struct.pack(">iii", kind, len(block), begin)
            begin += len(block)
        return out

    return head + table(len(head) + len(table(0))) + b"".join(data)


def main():
    east, north = velocities()
    axes = ["time", "depth", "latitude", "longitude"]
    content = netcdf(
        {"time": len(HOURS), "depth": len(DEPTHS), "latitude": len(SIDE), "longitude": len(SIDE)},
        [
            ("time", ["time"], DOUBLE, {"units": "hours since 2026-01-01 00:00:00"}, HOURS),
            ("depth", ["depth"], DOUBLE, {"units": "m", "positive": "down"}, DEPTHS),
            ("latitude", ["latitude"], DOUBLE, {"units": "degrees_north"}, [CENTRE[0] + d for d in SIDE]),
            ("longitude", ["longitude"], DOUBLE, {"units": "degrees_east"}, [CENTRE[1] + d for d in SIDE]),
            ("uo", axes, FLOAT, {"units": "m s-1", "standard_name": "eastward_sea_water_velocity"}, east),
            ("vo", axes, FLOAT, {"units": "m s-1", "standard_name": "northward_sea_water_velocity"}, north),
        ],
        {"Conventions": "CF-1.8", "title": "Solid-body eddy, made by tools/make_eddy.py"},
    )
    with open(sys.argv[1], "wb") as file:
        file.write(content)


if __name__ == "__main__":
    main()
