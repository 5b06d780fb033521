#!/usr/bin/env bash
# The pictures of cameras as a user meets them: hadal shot with labels, boxes and raw numbers, images
# in the log in each form, export, video and data sets; what they say of bad requests,
# with exit code 2. camera_command_test.sh PROGRAM SOURCE_DIR
set -u
. "$(dirname "$0")/expect.sh" "$@"
python=$source/build/venv/bin/python

# holds CONDITION: of Python, with cv2 and numpy as np.
holds() {
  "$python" -c "import cv2, numpy as np
assert $1" || fail "$1"
}

cat >look.yaml <<'YAML'
format: 1
step_s: 0.01
duration_s: 0.5
clock: {start: "2026-06-21T11:00:00Z"}
environment: {seabed: !flat {depth_m: 9, bottom: {material: sand}}}
objects:
  - {name: drum, model: barrel, fixed: true, pose: {north_m: 3.2, east_m: 0.6, on_seabed: true}}
  - {name: lost, model: anchor, fixed: true, pose: {north_m: 2.6, east_m: -0.7, on_seabed: true, heading_deg: 40}}
vehicles:
  - name: rov
    model: bluerov2
    kinematic: true
    pose: {depth_m: 7}
    sensors:
      - !camera {name: cam, rate_hz: 10, width_px: 320, height_px: 240, view_deg: 70, rpy_deg: [0, -25, 0], labels: [depth, instance, semantic, normal, flow, boxes]}
      - !camera {name: plain, rate_hz: 2, width_px: 64, height_px: 48}
      - !lidar {name: lidar, rate_hz: 5, columns: 9, rows: 9}
mission:
  - !velocity {vehicle: rov, velocity: [0.2, 0, 0, 0, 0, 0], duration_s: 10}
record: {frames: all}
YAML

# --- One picture.
expect 0 'a.png: rov/cam at 0.2 s, 320 x 240 pixels' "$hadal" shot look.yaml --camera cam --at 0.15 -o a.png
expect 0 '320 x 240' "$hadal" shot look.yaml --camera rov/cam --at 0.15 -o a.jpg --jpeg-quality 95 --threads 2
holds 'np.abs(cv2.imread("a.png").astype(int) - cv2.imread("a.jpg")).mean() < 4'
expect 0 'boxes.png' "$hadal" shot look.yaml --camera cam --at 0.15 --boxes -o boxes.png
holds '0 < (cv2.imread("a.png") != cv2.imread("boxes.png")).any(axis=2).sum() < 6000'
for label in depth instance semantic normal flow; do
  expect 0 "$label.png: rov/cam" "$hadal" shot look.yaml --camera cam --at 0.15 --label $label -o $label.png
  holds "len(np.unique(cv2.imread('$label.png').reshape(-1, 3), axis=0)) > 3"
done
# The numbers: depth in millimetres is the depth in metres; instances are those of the picture.
expect 0 'd.npy' "$hadal" shot look.yaml --camera cam --at 0.15 --label depth --raw -o d.npy
expect 0 'd.png' "$hadal" shot look.yaml --camera cam --at 0.15 --label depth_m --raw -o d.png
expect 0 'i.png' "$hadal" shot look.yaml --camera cam --at 0.15 --label instance --raw -o i.png
expect 0 'n.npy' "$hadal" shot look.yaml --camera cam --at 0.15 --label normal --raw -o n.npy
expect 0 'p.npy' "$hadal" shot look.yaml --camera cam --at 0.15 --raw -o p.npy
holds 'np.load("d.npy").shape == (240, 320) and np.load("n.npy").shape == (240, 320, 3)'
holds '(lambda d, m: m.dtype == np.uint16 and (np.abs(1000 * d - m)[np.isfinite(d)] <= 0.51).all() and (m[~np.isfinite(d)] == 0).all())(np.load("d.npy"), cv2.imread("d.png", -1))'
holds 'set(np.unique(cv2.imread("i.png", -1))) <= {0, 1, 2, 3, 4} and {3, 4} <= set(np.unique(cv2.imread("i.png", -1)))'
expect 0 's.npy' "$hadal" shot look.yaml --camera cam --at 0.15 --label semantic --raw -o s.npy
expect 0 'S.PNG' "$hadal" shot look.yaml --camera cam --at 0.15 --label semantic --raw -o S.PNG
holds '(lambda s, m: (s < 0).any() and (np.where(s < 0, 65535, s) == m).all())(np.load("s.npy"), cv2.imread("S.PNG", -1))'
expect 0 'A.JPG' "$hadal" shot look.yaml --camera cam --at 0.15 -o A.JPG
holds 'open("A.JPG", "rb").read(3) == bytes([0xff, 0xd8, 0xff])'
holds '(np.load("p.npy")[:, :, ::-1] == cv2.imread("a.png")).all()'
# What cannot be drawn.
expect 2 "no instrument 'eye'; instruments with pictures:" "$hadal" shot look.yaml --camera eye -o x.png
expect 2 'rov/plain' "$hadal" shot look.yaml --camera eye -o x.png
expect 2 "no label 'depht' in its frames; it has depth_m" "$hadal" shot look.yaml --camera cam --label depht -o x.png
expect 2 "no label 'depth'.*labels: \[depth\]" "$hadal" shot look.yaml --camera plain --label depth -o x.png
expect 2 'boxes need the label boxes or instance' "$hadal" shot look.yaml --camera plain --boxes -o x.png
expect 2 'writes .npy or 16-bit .png' "$hadal" shot look.yaml --camera cam --label depth --raw -o x.jpg
expect 2 'normal does not fit the 16 bits' "$hadal" shot look.yaml --camera cam --label normal --raw -o x.png
expect 2 'leave --boxes out' "$hadal" shot look.yaml --camera cam --raw --boxes -o x.npy
expect 2 'a camera has one view' "$hadal" shot look.yaml --camera cam --view fan -o x.png
expect 2 'those of cameras' "$hadal" shot look.yaml --sensor lidar --label depth -o x.png
expect 2 'a camera keeps its pixels' "$hadal" shot look.yaml --camera cam --size 300 -o x.png
expect 2 '--sensor and --camera do not go together' "$hadal" shot look.yaml --sensor lidar --camera cam -o x.png
expect 2 'x.bmp: expected a file that ends in .png, .jpg or .jpeg' "$hadal" shot look.yaml --camera cam -o x.bmp
expect 2 '.npy goes with --raw' "$hadal" shot look.yaml --camera cam -o x.npy
expect 2 '--jpeg-quality' "$hadal" shot look.yaml --camera cam --jpeg-quality 0 -o x.jpg
[ -e x.png ] || [ -e x.jpg ] || [ -e x.npy ] && fail "a refused shot left a file"

# --- Logs, and the same run whatever its pictures are kept as.
for images in raw png jpeg none; do
  expect 0 'state hash' "$hadal" run look.yaml --set record.images=$images --out $images
done
hash_of() { grep -o '"state_hash": "[0-9a-f]*"' "$1/summary.json"; }
for images in png jpeg none; do
  [ "$(hash_of raw)" = "$(hash_of $images)" ] || fail "the form of the pictures changes the run: $images"
done
expect 0 'compared, all equal' "$hadal" replay jpeg/log.mcap --verify --threads 2
expect 0 '/rov/cam/image +sensor_msgs/msg/Image' "$hadal" info raw/log.mcap
expect 0 '/rov/cam/image/compressed +sensor_msgs/msg/CompressedImage' "$hadal" info png/log.mcap
"$hadal" info none/log.mcap | grep -q '/cam/image' && fail "pictures in spite of images: none"
for images in raw png; do
  expect 0 '[0-9] pictures of /rov/cam/image' "$hadal" export $images/log.mcap --topic /rov/cam --png -o pictures_$images
done
cmp -s pictures_raw/000003.png pictures_png/000003.png || fail "raw and png pictures differ"
holds '(cv2.imread("pictures_raw/000002.png") == cv2.imread("a.png")).all()'
expect 0 'one.jpg: 320 x 240' "$hadal" export jpeg/log.mcap --topic rov/cam --at 0.3 --png -o one.jpg
expect 0 'label.png' "$hadal" export jpeg/log.mcap --topic /rov/cam/instance --png -o label.png
expect 2 'pictures are on: .*/rov/cam/depth_m' "$hadal" export jpeg/log.mcap --topic /rov/eye --png -o x.png
expect 2 'no sonar images, points or pictures' "$hadal" export jpeg/log.mcap --png -o x.png  # two cameras
expect 2 'x.bmp: expected a file that ends in .png, .jpg or .jpeg, or a folder' "$hadal" export jpeg/log.mcap --topic rov/cam --png -o x.bmp
expect 2 '--at picks one picture' "$hadal" export jpeg/log.mcap --topic rov/cam --at 0.3 --png -o x
expect 2 'keep their pixels' "$hadal" export jpeg/log.mcap --topic rov/cam --size 300 --png -o x.png
expect 2 '--csv and --png do not go together' "$hadal" export jpeg/log.mcap --topic rov/cam --png --csv -o x.png
expect 2 '--coco and --kitti do not go together' "$hadal" export jpeg/log.mcap --topic rov/cam --coco x --kitti x
expect 2 '-o has no effect with --coco FOLDER' "$hadal" export jpeg/log.mcap --topic rov/cam --coco x -o x
expect 2 '--at has no effect with --kitti' "$hadal" export jpeg/log.mcap --topic rov/cam --kitti x --at 1
expect 2 '--view has no effect with --csv' "$hadal" export jpeg/log.mcap --topic /rov/ground_truth --view fan
mkdir -p taken/000001.png
expect 2 'taken/000001.png: cannot write here; 1 pictures' "$hadal" export raw/log.mcap --topic rov/cam --png -o taken

# --- Data sets, read by code that is not ours.
expect 0 'coco: [0-9]+ images, [0-9]+ annotations in 2 categories' "$hadal" export jpeg/log.mcap --topic /rov/cam --coco coco
expect 0 'kitti: [0-9]+ images' "$hadal" export jpeg/log.mcap --topic /rov/cam --kitti kitti
"$python" "$source/tests/camera_log_check.py" jpeg/log.mcap coco kitti || fail "camera_log_check.py"
expect 2 '/rov/plain: the log lacks instance.*record: \{frames: all\}' "$hadal" export jpeg/log.mcap --coco x
expect 2 'several cameras' "$hadal" export jpeg/log.mcap --kitti x
expect 2 'no such camera; those of the log:' "$hadal" export jpeg/log.mcap --topic /rov/eye --kitti x
expect 2 'no pictures of cameras' "$hadal" export none/log.mcap --coco x
expect 0 'state hash' "$hadal" run look.yaml --set vehicles.rov.sensors.cam.lens=brown --set 'vehicles.rov.sensors.cam.distortion=[-0.05, 0, 0, 0, 0]' --duration 0.1 --out bent
expect 2 '/rov/cam: its pictures are distorted \(camera_info: plumb_bob\)' "$hadal" export bent/log.mcap --topic rov/cam --kitti x
[ -e x ] || [ -e x.png ] || [ -e x.bmp ] && fail "a refused export left a file"

# --- A film: a stand-in for ffmpeg keeps what it is told and given.
mkdir -p bin empty
cat >bin/ffmpeg <<'SH'
#!/bin/sh
echo "$@" >ffmpeg_words
exec /bin/cat >ffmpeg_bytes
SH
chmod +x bin/ffmpeg
expect 0 'film.mp4: 5 pictures, 10 per second' env PATH="$work/bin" "$hadal" video raw/log.mcap --topic /rov/cam -o film.mp4
grep -q 'rawvideo -pix_fmt rgb24 -video_size 320x240 -framerate 10.0000' ffmpeg_words || fail "words: $(cat ffmpeg_words)"
holds '(np.fromfile("ffmpeg_bytes", "u1").reshape(-1, 240, 320, 3)[2][:, :, ::-1] == cv2.imread("a.png")).all()'
expect 0 'film.mp4: 5 pictures, 25 per second' env PATH="$work/bin" "$hadal" video jpeg/log.mcap --topic /rov/cam --fps 25 --time -o film.mp4
expect 2 'ffmpeg: is not installed.*apt-get install ffmpeg' env PATH="$work/empty" "$hadal" video raw/log.mcap --topic /rov/cam -o film.mp4
printf '#!/bin/sh\nexit 1\n' >bin/ffmpeg
expect 2 'ffmpeg could not make it' env PATH="$work/bin" "$hadal" video raw/log.mcap --topic /rov/cam -o film.mp4
expect 2 'expected --topic /VEHICLE/CAMERA; cameras of the log:' "$hadal" video raw/log.mcap -o film.mp4
expect 2 'no pictures of cameras' "$hadal" video none/log.mcap -o film.mp4

finish cameras
