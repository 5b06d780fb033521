#!/usr/bin/env bash
# `hadal mesh`, `hadal bathymetry`, `hadal shot` and the surfaces of `hadal describe` as a user meets
# them: text, JSON, pages, files, pictures, and what they say of bad input, with exit code 2 and
# never a crash. tools_command_test.sh PROGRAM SOURCE_DIR
set -u
. "$(dirname "$0")/expect.sh" "$@"

# holds FILE CONDITION: a Python condition on the JSON of a file, which is `j`.
holds() {
  python3 -c 'import json, math, sys
j = json.load(open(sys.argv[1]))
sys.exit(0 if eval(sys.argv[2]) else 1)' "$1" "$2" || fail "$1: $2"
}

# --- Meshes: a box of 2 x 1 x 1 m, and what can be wrong with it.
python3 - <<'PYTHON'
import struct

corners = [(x, y, z) for x in (0, 2) for y in (0, 1) for z in (0, 1)]
faces = [(0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1),
         (2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4), (1, 5, 7), (1, 7, 3)]
def obj(name, faces, corners=corners):
    with open(name, "w") as out:
        out.writelines("v %s %s %s\n" % c for c in corners)
        out.writelines("f %d %d %d\n" % tuple(i + 1 for i in f) for f in faces)
obj("box.obj", faces)
obj("inside_out.obj", [f[::-1] for f in faces])
obj("open.obj", faces[:-1])
obj("nan.obj", faces, [("nan", 0, 0)] + corners[1:])
obj("far.obj", faces, [(1e30, 0, 0)] + corners[1:])
obj("points.obj", [])
open("empty.obj", "w").close()
open("hull.step", "w").write("ISO-10303-21;\n")
obj("box.glb", faces)
stl = b" " * 80 + struct.pack("<I", len(faces))
for f in faces:
    stl += struct.pack("<3f", 0, 0, 0) + b"".join(struct.pack("<3f", *corners[i]) for i in f) + b"\0\0"
open("box.stl", "wb").write(stl)
open("cut.stl", "wb").write(stl[:200])
open("liar.stl", "wb").write(stl[:80] + struct.pack("<I", 4000000000) + stl[84:])
with open("many.stl", "wb") as out:  # ten million faces, sparse
    out.write(b" " * 80 + struct.pack("<I", 10000000))
    out.truncate(84 + 50 * 10000000)
header = "ply\nformat binary_little_endian 1.0\nelement vertex %d\nproperty float x\nproperty float y\n" \
         "property float z\nelement face %d\nproperty list uchar int vertex_indices\nend_header\n"
open("huge.ply", "w").write(header % (4000000000, 4))
open("cut.ply", "w").write(header % (8, 12))
PYTHON

expect 0 'added mass' "$hadal" mesh box.obj --panels 500
expect 0 'volume +2 m' "$hadal" mesh box.stl --panels 500
"$hadal" mesh box.obj --up down --panels 500 --mass 1000 --json >box.json || fail "mesh --json"
holds box.json 'j["faces"] == 12 and j["parts"] == 1 and j["notes"] == []'
holds box.json 'abs(j["volume_m3"] - 2) < 1e-6 and abs(j["area_m2"] - 10) < 1e-6'
holds box.json 'max(abs(a - b) for a, b in zip(j["center_of_buoyancy_m"], (1, 0.5, 0.5))) < 1e-6'
holds box.json 'len(j["added_mass"]["panels"]) == 6 and 0 < j["added_mass"]["relative_error"] < 0.2'
# Along x, across and down: 0.335, 0.833 and 0.833 of the water of a 2 x 1 x 1 box.
holds box.json 'all(abs(j["added_mass"]["panels"][i][i] / 2050 / c - 1) < 0.03 for i, c in enumerate((0.3351, 0.8332, 0.8332)))'
"$hadal" mesh box.obj --up down --panels 500 --mass 1000 --json >again.json  # from the cache
cmp -s box.json again.json || fail "the cache changes the answer"
"$hadal" mesh box.obj --up down --panels 500 --mass 1000 --json --no-cache >fresh.json
cmp -s box.json fresh.json || fail "the answer without the cache differs"
# The page is the viewer's; here one of two lines stands in for it.
mkdir -p home/page none/page
printf '<html><head></head>\n<body></body></html>\n' >home/page/index.html
: >none/page/index.html
export HADAL_HOME=$PWD/home
expect 0 'page: box.html' "$hadal" mesh box.obj --up down --panels 500 --mass 1000 --html box.html
python3 - <<'PYTHON' || fail "the page does not hold the hull"
import base64, json, re
hull = json.loads(base64.b64decode(re.search(r'id="hadal-hull"[^>]*>([^<]+)<', open("box.html").read())[1]))
known = json.load(open("box.json"))
assert all(hull[key] == known[key] for key in known), [key for key in known if hull[key] != known[key]]
assert len(base64.b64decode(hull["mesh"]["triangles"])) == 12 * 12
assert "added mass" in hull["text"]
PYTHON
expect 2 "the viewer's page is not built" env HADAL_HOME="$PWD/none" "$hadal" mesh box.obj --panels 500 --html none.html
expect 0 'inside out' "$hadal" mesh inside_out.obj --panels 500
expect 2 'cannot write|cannot' "$hadal" mesh box.obj --panels 500 --html no/such/folder/page.html
expect 2 'not watertight: 3 open edges' "$hadal" mesh open.obj
expect 2 'mesh file' "$hadal" mesh nan.obj
expect 2 'farther than 10,000 km' "$hadal" mesh far.obj
expect 2 'mesh file' "$hadal" mesh points.obj
expect 2 'mesh file is empty' "$hadal" mesh empty.obj
expect 2 'no such mesh file' "$hadal" mesh missing.obj
expect 2 "unknown kind of mesh file '.step'" "$hadal" mesh hull.step
expect 2 'is no binary glTF' "$hadal" mesh box.glb
expect 2 'mesh file' "$hadal" mesh cut.stl
expect 2 'mesh file' "$hadal" mesh liar.stl
expect 2 'mesh file' "$hadal" mesh cut.ply
expect 2 'has 4000000000 vertices' "$hadal" mesh huge.ply
expect 2 'has 10000000 faces; at most 5000000' timeout 20 "$hadal" mesh many.stl
expect 2 "unit: found 'ell'" "$hadal" mesh box.obj --unit ell
expect 2 "up: found 'w'" "$hadal" mesh box.obj --up w
expect 2 '--cog: expected three numbers' "$hadal" mesh box.obj --cog 1,2
expect 2 '--panels' "$hadal" mesh box.obj --panels 7
expect 2 'mass or the density' "$hadal" mesh box.obj --mass 5 --density 1000

# --- A mesh in a scenario: notes, and the second load from the cache.
cat >mesh.yaml <<'YAML'
format: 1
duration_s: 0.1
objects:
  - {name: crate, material: concrete, shapes: {physics: [!mesh {file: inside_out.obj}]}, pose: {depth_m: 5}}
YAML
expect 0 'note: .*mesh.yaml:4:.*inside out' "$hadal" check mesh.yaml
expect 0 'note: .*mesh.yaml:4:.*inside out' "$hadal" run mesh.yaml --out mesh_run
"$hadal" check mesh.yaml bad_name.yaml --json >check.json 2>/dev/null
holds check.json 'j[0]["ok"] and "inside out" in j[0]["notes"][0] and not j[1]["ok"] and j[1]["problems"]'
holds mesh_run/summary.json '"inside out" in j["notes"][0]'
cp box.obj inside_out.obj
expect 2 'inside_out.obj has changed since the scenario was saved' "$hadal" replay mesh_run/log.mcap --verify

# --- Surfaces of models.
expect 0 '^v ' "$hadal" describe barrel --obj
expect 0 '^f ' "$hadal" describe barrel --obj-of collision --with 'extent: 0.5, seed: 3'
expect 2 'expected visual, collision or wetted' "$hadal" describe barrel --obj-of inside
expect 2 "barel" "$hadal" describe barel --obj
expect 2 '--with goes with --obj' "$hadal" describe barrel --with 'extent: 1'
for kind in objects materials shapes waves seabed; do
  expect 0 "$kind" "$hadal" list --help
  expect 0 '.' "$hadal" list $kind
done
expect 0 'bathymetry' "$hadal" list seabed
expect 0 'jonswap' "$hadal" list waves
expect 0 'raster' "$hadal" describe bathymetry

# --- Rasters: made, inspected, cut; the cut runs.
expect 0 'made.tif' "$hadal" bathymetry --make canyon --center 41.3,3.6 --size-km 8,6 --depth-range 50,400 \
  --resolution-m 100 --seed 4 -o made.tif
expect 0 '80 x 60|60 x 80' "$hadal" bathymetry made.tif
"$hadal" bathymetry made.tif --json >made.json || fail "bathymetry --json"
holds made.json 'j["driver"] == "GTiff" and j["columns"] == 60 and j["rows"] == 80'
holds made.json 'abs(j["cell_m"] - 100) < 2 and j["missing_share"] == 0'
holds made.json 'abs(j["depth_min_m"] - 50) < 5 and abs(j["depth_max_m"] - 400) < 5'
holds made.json 'j["south_deg"] < 41.3 < j["north_deg"] and j["west_deg"] < 3.6 < j["east_deg"]'
expect 0 '.' "$hadal" bathymetry made.tif -o looked
[ -s looked/preview.png ] || fail "no looked/preview.png"
expect 0 'bathymetry.tif' "$hadal" bathymetry made.tif --center 41.3,3.6 --size-km 2 -o part
for file in bathymetry.tif preview.png scenario.yaml; do [ -s part/$file ] || fail "no part/$file"; done
expect 0 'ok' "$hadal" check part/scenario.yaml
"$hadal" bathymetry part/bathymetry.tif --json >part.json || fail "the cut cannot be inspected"
holds part.json 'j["depth_min_m"] >= 49 and j["depth_max_m"] <= 401'
expect 0 'part2' "$hadal" bathymetry made.tif --cut 41.29,3.59,41.31,3.61 -o part2

# grid NAME XLL YLL CELL VALUE...: a 4 x 4 raster in Esri's text format, without a reference system.
grid() {
  local name=$1
  printf 'ncols 4\nnrows 4\nxllcorner %s\nyllcorner %s\ncellsize %s\nNODATA_value -9999\n' "$2" "$3" "$4" >"$name"
  shift 4
  printf '%s %s %s %s\n' "$@" >>"$name"
}
grid plain.asc 3 41 0.01 -10 -20 -30 -40 -11 -21 -31 -41 -12 -22 -32 -42 -13 -23 -33 -43
grid holes.asc 3 41 0.01 -10 -9999 -30 -40 -11 -21 -31 -41 -12 -22 -9999 -42 -13 -23 -33 -43
grid nothing.asc 3 41 0.01 $(yes -- -9999 | head -16)
grid dateline.asc 179.98 -17 0.01 -10 -20 -30 -40 -11 -21 -31 -41 -12 -22 -32 -42 -13 -23 -33 -43
grid polar.asc -2000 -2000 1000 -10 -20 -30 -40 -11 -21 -31 -41 -12 -22 -32 -42 -13 -23 -33 -43
grid absurd.asc 3 41 0.01 $(yes 99999 | head -16)
expect 2 'has no coordinate reference system; give it with crs' "$hadal" bathymetry plain.asc
expect 0 'WGS 84' "$hadal" bathymetry plain.asc --crs EPSG:4326
expect 2 'not a coordinate reference system' "$hadal" bathymetry plain.asc --crs EPSG:0
expect 0 'missing +12.5 %' "$hadal" bathymetry holes.asc --crs EPSG:4326
expect 2 'no pixel of the band has a value' "$hadal" bathymetry nothing.asc --crs EPSG:4326
expect 2 'is no depth' "$hadal" bathymetry absurd.asc --crs EPSG:4326
expect 2 'no band 2' "$hadal" bathymetry plain.asc --crs EPSG:4326 --band 2
"$hadal" bathymetry dateline.asc --crs EPSG:4326 --json >dateline.json || fail "a raster across the antimeridian"
holds dateline.json 'abs(j["west_deg"] - 179.98) < 1e-6 and 0 < j["east_deg"] - j["west_deg"] < 0.05'
expect 0 'bathymetry.tif' "$hadal" bathymetry dateline.asc --crs EPSG:4326 --center -16.98,-180 --size-km 1 -o across
expect 0 'ok' "$hadal" check across/scenario.yaml
"$hadal" bathymetry polar.asc --crs EPSG:3413 --json >polar.json || fail "a raster around the pole"
holds polar.json '900 < j["cell_m"] < 1100 and abs(j["depth_mean_m"] - 26.5) < 0.5'
expect 0 'bathymetry.tif' "$hadal" bathymetry polar.asc --crs EPSG:3413 --center 89.995,20 --size-km 1 -o pole
head -c 5000 "$source/models/terrain/continental_slope.tif" >cut.tif
expect 2 'cut.tif: (is damaged or cut off|cannot be read)' "$hadal" bathymetry cut.tif
printf 'depth 20 m' >notes.tif
expect 2 'cannot be read as a raster' "$hadal" bathymetry notes.tif
expect 2 'no such file' "$hadal" bathymetry missing.tif
expect 2 'no terrain .lake.; expected fractal, ridges or canyon' "$hadal" bathymetry --make lake --center 1,2 --size-km 1,1 \
  --depth-range 1,2 -o lake.tif
expect 2 'expected --center LAT,LON' "$hadal" bathymetry --make canyon -o x.tif
expect 2 'expected -o' "$hadal" bathymetry made.tif --center 41.3,3.6
expect 2 'expected RASTER or --make KIND' "$hadal" bathymetry
expect 2 'expected --cut SOUTH,WEST,NORTH,EAST' "$hadal" bathymetry made.tif --cut 1,2,3 -o y
expect 2 'south < north' "$hadal" bathymetry made.tif --cut 42,3,41,4 -o y

# --- A raster in a scenario: where it ends, and when it has changed since the run.
cat >ground.yaml <<'YAML'
format: 1
duration_s: 0.1
origin: {lat_deg: 41.3, lon_deg: 3.6}
environment: {seabed: !bathymetry {raster: made.tif}}
vehicles:
  - {name: rov, model: bluerov2, pose: {depth_m: 5}}
YAML
expect 0 'state hash' "$hadal" run ground.yaml --out ground_run
expect 0 'all equal' "$hadal" replay ground_run/log.mcap --verify
grep -qE 'checksum: "?[0-9a-f]{16}' ground_run/scenario.yaml || fail "no checksum of the raster in the saved scenario"
expect 2 "ground.yaml:6:.*'rov' starts at 90000 m north.*has no data" "$hadal" check ground.yaml \
  --set vehicles.rov.pose.north_m=90000
expect 0 'made.tif' "$hadal" bathymetry --make canyon --center 41.3,3.6 --size-km 8,6 --depth-range 50,400 \
  --resolution-m 100 --seed 5 -o made.tif
expect 2 'made.tif has changed since the scenario was saved' "$hadal" replay ground_run/log.mcap --verify

# --- One picture of one instrument.
# picture FILE WIDTH HEIGHT: a PNG of 8-bit RGB of at least that size, with more than one colour in it.
picture() {
  python3 - "$@" <<'PYTHON' || fail "no good picture: $*"
import struct, sys, zlib
data = open(sys.argv[1], "rb").read()
assert data[:8] == b"\x89PNG\r\n\x1a\n", "no PNG"
width, height, depth, kind = struct.unpack(">IIBB", data[16:26])
assert (depth, kind) == (8, 2), (depth, kind)
assert width >= int(sys.argv[2]) and height >= int(sys.argv[3]), (width, height)
pixels, at = b"", 8
while at < len(data):
    size, name = struct.unpack(">I4s", data[at:at + 8])
    if name == b"IDAT":
        pixels += data[at + 8:at + 8 + size]
    at += 12 + size
rows = zlib.decompress(pixels)
assert len(rows) == height * (1 + 3 * width), len(rows)
middle = rows[len(rows) // 3:2 * len(rows) // 3]
assert len(set(middle)) > 20, "one colour"
PYTHON
}
cat >look.yaml <<'YAML'
format: 1
step_s: 0.01
duration_s: 2
environment: {seabed: !flat {depth_m: 12, resolution_m: 0.5, detail: {amplitude_m: 0.2}}}
objects:
  - {name: target, model: sphere_target, fixed: true, pose: {north_m: 5, on_seabed: true}}
vehicles:
  - name: rov
    model: bluerov2
    kinematic: true
    pose: {depth_m: 8}
    sensors:
      - !forward_looking_sonar {name: fls, rate_hz: 5, beams: 64, max_range_m: 12, rpy_deg: [0, -25, 0]}
      - !side_scan_sonar {name: side_scan, rate_hz: 20, max_range_m: 12}
      - !multibeam_echosounder {name: mbes, rate_hz: 10, beams: 64, max_range_m: 15, beam_height_deg: 2}
      - !lidar {name: lidar, rate_hz: 5, columns: 33, rows: 33, max_range_m: 15, rpy_deg: [0, -45, 0]}
      - !imu {name: imu_2}
  - {name: buddy, model: bluerov2, kinematic: true, pose: {north_m: 9, depth_m: 8, heading_deg: 180},
     sensors: [!multibeam_echosounder {name: mbes, beams: 16}]}
mission:
  - !velocity {vehicle: rov, velocity: [1, 0, 0, 0, 0, 0], duration_s: 10}
YAML
expect 0 'fan.png: rov/fls at 1 s, [0-9]+ x [0-9]+ pixels' "$hadal" shot look.yaml --sensor rov/fls --at 0.9 -o fan.png
picture fan.png 250 500
expect 0 'rov/fls at 0 s' "$hadal" shot look.yaml --sensor fls --view beams --size 300 -o beams.png
picture beams.png 300 200
expect 0 'rov/side_scan at 1.5 s' "$hadal" shot look.yaml --sensor side_scan --at 1.5 -o lines.png
picture lines.png 720 100
expect 0 'rov/mbes at 1.5 s' "$hadal" shot look.yaml --sensor rov/mbes --at 1.45 -o map.png
picture map.png 300 200
expect 0 'rov/lidar at 0.6 s' "$hadal" shot look.yaml --sensor lidar --at 0.6 --threads 2 -o lidar.png
picture lidar.png 300 200
# The same picture as that of the log, and another one where the scenario is changed.
expect 0 'state hash' "$hadal" run look.yaml --out look_run
"$hadal" export look_run/log.mcap --topic /rov/side_scan --png -o exported.png >/dev/null || fail "export --png"
picture exported.png 720 100
expect 0 'map' "$hadal" export look_run/log.mcap --topic /rov/mbes/points --png -o map_of_log.png
picture map_of_log.png 300 200
expect 0 'rov/fls at 1 s' "$hadal" shot look.yaml --sensor fls --at 0.9 --set vehicles.rov.pose.depth_m=6 -o other.png
cmp -s fan.png other.png && fail "--set does not change the picture"
expect 0 'rov/fls at 4 s' "$hadal" shot look.yaml --sensor fls --at 4 --duration 5 -o late.png
# What cannot be drawn.
expect 2 'expected --sensor VEHICLE/SENSOR' "$hadal" shot look.yaml -o x.png
expect 2 'rov/side_scan' "$hadal" shot look.yaml -o x.png
expect 2 "several instruments are called 'mbes'" "$hadal" shot look.yaml --sensor mbes -o x.png
expect 2 "no instrument 'sonar'; instruments with pictures:" "$hadal" shot look.yaml --sensor sonar -o x.png
expect 2 "'imu_2' gives numbers, no pictures" "$hadal" shot look.yaml --sensor imu_2 -o x.png
expect 2 'at 3 s is after the end of the run at 2 s' "$hadal" shot look.yaml --sensor fls --at 3 -o x.png
expect 2 'no frame of .rov/fls. at or after 1.99 s has arrived when the run ends at 2 s' "$hadal" shot look.yaml --sensor fls --at 1.99 -o x.png
expect 2 'nowhere/x.png: cannot write here' "$hadal" shot look.yaml --sensor fls -o nowhere/x.png
expect 2 "no view 'round'" "$hadal" shot look.yaml --sensor fls --view round -o x.png
expect 2 'a waterfall needs one or two beams' "$hadal" shot look.yaml --sensor fls --view waterfall -o x.png
expect 2 'points are drawn as a map only' "$hadal" shot look.yaml --sensor lidar --view fan -o x.png
expect 2 'no instrument that gives pictures' "$hadal" shot ground.yaml --sensor fls -o x.png
expect 2 'expected SCENARIO' "$hadal" shot
expect 0 'VEHICLE/SENSOR' "$hadal" shot --help
[ -e x.png ] && fail "a refused shot left a file"

# --- Keys that have a new name: refused with it, rewritten by the tool, then accepted.
cat >old.yaml <<'YAML'
format: 1  # most_events stays in a comment
duration_s: 0.1
scenery: [!marine_snow {name: snow, zooplankton_share: 0.2}]
YAML
expect 2 "old.yaml:3:[0-9]+: scenery\[0\].zooplankton_share: is now called 'zooplankton_fraction'" "$hadal" check old.yaml
expect 0 'zooplankton_share -> zooplankton_fraction \(1\)' python3 "$source/tools/rename_keys.py" old.yaml
grep -q 'most_events stays in a comment' old.yaml || fail "rename_keys.py changed a comment"
expect 0 '' "$hadal" check old.yaml
expect 0 'nothing to rename' python3 "$source/tools/rename_keys.py" old.yaml
expect 2 'no_such.yaml' python3 "$source/tools/rename_keys.py" no_such.yaml
# The tool and the program know the same old names.
expect 0 '' python3 - "$source" <<'PYTHON'
import pathlib, re, sys
sys.path.insert(0, sys.argv[1] + "/tools")
import rename_keys
former = set()
for file in pathlib.Path(sys.argv[1], "src").rglob("*.[ch]*"):
    former |= set(re.findall(r'\.formerly\("(\w+)"\)', file.read_text()))
sys.exit(0 if former == set(rename_keys.RENAMED) else 1)
PYTHON

finish tools
