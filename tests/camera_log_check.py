#!/usr/bin/env python3
"""Reads what cameras left in a log, and the data sets made of it, without this project's code.

The log by PyPI mcap and mcap-ros2-support, pictures by OpenCV, COCO and KITTI files by hand:
CameraInfo against the lens of the scenario, depth of every pixel against the 3D boxes, boxes and COCO
masks against the instance image, KITTI boxes against the instance image and the messages.

    camera_log_check.py LOG COCO_FOLDER KITTI_FOLDER
"""
import json
import math
import pathlib
import sys

import cv2
import numpy
from mcap.reader import make_reader
from mcap_ros2.decoder import DecoderFactory

WIDTH, HEIGHT, VIEW_DEG = 320, 240, 70  # of the camera in camera_command_test.sh


def read(path):
    topics = {}
    with open(path, "rb") as file:
        for _, channel, _, message in make_reader(file, decoder_factories=[DecoderFactory()]).iter_decoded_messages():
            topics.setdefault(channel.topic, []).append(message)
    return topics


def stamp(message):
    return message.header.stamp.sec * 10**9 + message.header.stamp.nanosec


def array(image):
    kinds = {"32FC1": ("<f4", 1), "32SC1": ("<i4", 1), "32FC2": ("<f4", 2), "32FC3": ("<f4", 3), "rgb8": ("u1", 3)}
    kind, channels = kinds[image.encoding]
    shape = (image.height, image.width) + ((channels,) if channels > 1 else ())
    return numpy.frombuffer(bytes(image.data), kind).reshape(shape)


def check_info(info):
    focal = WIDTH / 2 / math.tan(math.radians(VIEW_DEG) / 2)
    assert (info.width, info.height, info.distortion_model) == (WIDTH, HEIGHT, "plumb_bob")
    expected = [focal, 0, WIDTH / 2 - 0.5, 0, focal, HEIGHT / 2 - 0.5, 0, 0, 1]
    assert numpy.allclose(info.k, expected, atol=1e-6), list(info.k)
    assert numpy.allclose(numpy.reshape(info.p, (3, 4))[:, :3], numpy.reshape(info.k, (3, 3)))
    assert list(info.r) == [1, 0, 0, 0, 1, 0, 0, 0, 1]


def check_boxes(boxes, instance):
    for box in boxes.detections:
        rows, columns = numpy.nonzero(instance == int(box.id))
        center, size = box.bbox.center.position, (box.bbox.size_x, box.bbox.size_y)
        assert size == (numpy.ptp(columns) + 1, numpy.ptp(rows) + 1), size
        assert center.x == (columns.min() + columns.max()) / 2 and center.y == (rows.min() + rows.max()) / 2
    shown = {int(number) for number in numpy.unique(instance)} - {0, 1}
    assert shown == {int(box.id) for box in boxes.detections}, shown


def check_solid(boxes, instance, depth, info):
    """Every pixel of an instance, put into space by its depth, lies in its box."""
    for box in boxes.detections:
        rows, columns = numpy.nonzero(instance == int(box.id))
        z = depth[rows, columns]
        points = numpy.stack([(columns - info.k[2]) / info.k[0] * z, (rows - info.k[5]) / info.k[4] * z, z], 1)
        c, q, size = box.bbox.center.position, box.bbox.center.orientation, box.bbox.size
        x, y, zq, w = q.x, q.y, q.z, q.w
        turn = numpy.array([[1 - 2 * (y * y + zq * zq), 2 * (x * y - w * zq), 2 * (x * zq + w * y)],
                            [2 * (x * y + w * zq), 1 - 2 * (x * x + zq * zq), 2 * (y * zq - w * x)],
                            [2 * (x * zq - w * y), 2 * (y * zq + w * x), 1 - 2 * (x * x + y * y)]])
        local = (points - [c.x, c.y, c.z]) @ turn
        outside = numpy.abs(local) - numpy.array([size.x, size.y, size.z]) / 2
        assert outside.max() < 0.005, (box.results[0].hypothesis.class_id, outside.max())


def check_coco(folder, instances, classes):
    data = json.loads((folder / "annotations.json").read_text())
    names = {category["id"]: category["name"] for category in data["categories"]}
    images = {image["id"]: image for image in data["images"]}
    assert len(images) == len(instances)
    covered = {number: numpy.zeros((HEIGHT, WIDTH), bool) for number in images}
    for annotation in data["annotations"]:
        image = images[annotation["image_id"]]
        instance = instances[image["stamp_ns"]]
        flat, value = [], 0
        for run in annotation["segmentation"]["counts"]:
            flat += [value] * run
            value = 1 - value
        height, width = annotation["segmentation"]["size"]
        mask = numpy.array(flat, bool).reshape((width, height)).T  # column after column
        assert (mask == (instance == annotation["instance"])).all()
        rows, columns = numpy.nonzero(mask)
        box = [columns.min(), rows.min(), numpy.ptp(columns) + 1, numpy.ptp(rows) + 1]
        assert annotation["bbox"] == box and annotation["area"] == mask.sum()
        assert names[annotation["category_id"]] == classes[annotation["instance"]]
        covered[image["id"]] |= mask
    for number, image in images.items():
        assert (covered[number] == (instances[image["stamp_ns"]] > 1)).all()
        assert cv2.imread(str(folder / "images" / image["file_name"])).shape == (HEIGHT, WIDTH, 3)
    return len(data["annotations"])


def box_in_picture(instance, number):
    rows, columns = numpy.nonzero(instance == number)
    return [columns.min(), rows.min(), columns.max(), rows.max()]


def check_kitti(folder, solid, instances, info):
    labels = sorted((folder / "label_2").glob("*.txt"))
    assert len(labels) == len(solid) == len(list((folder / "image_2").glob("*.png")))
    objects = 0
    for path, boxes in zip(labels, solid):
        calibration = dict(line.split(":") for line in (folder / "calib" / path.name).read_text().splitlines())
        projection = numpy.reshape([float(x) for x in calibration["P2"].split()], (3, 4))
        assert numpy.allclose(projection[:, :3], numpy.reshape(info.k, (3, 3))) and not projection[:, 3].any()
        lines = [line.split() for line in path.read_text().splitlines()]
        assert len(lines) == len(boxes.detections)
        for line in lines:
            assert len(line) == 15, line
            values = [float(x) for x in line[1:]]
            box = next(b for b in boxes.detections if abs(b.bbox.center.position.z - values[12]) < 1e-3)
            assert line[0] == box.results[0].hypothesis.class_id
            assert values[3:7] == box_in_picture(instances[stamp(boxes)], int(box.id)), line
            c, q = box.bbox.center.position, box.bbox.center.orientation
            size = [box.bbox.size.x, box.bbox.size.y, box.bbox.size.z]
            # How far each axis of the body leans towards y of the camera.
            down = [2 * (q.x * q.y + q.w * q.z), 1 - 2 * (q.x**2 + q.z**2), 2 * (q.y * q.z - q.w * q.x)]
            standing = max((2, 0, 1), key=lambda axis: abs(down[axis]))
            along, across = {2: (0, 1), 0: (2, 1), 1: (0, 2)}[standing]
            expected = [size[standing], size[across], size[along], c.x, c.y + size[standing] / 2, c.z]
            assert numpy.allclose(values[7:13], expected, atol=1e-3)
            assert 0 <= values[0] <= 1 and abs(values[13]) <= math.pi + 1e-3
            objects += 1
    return objects


def main():
    log, coco, kitti = map(pathlib.Path, sys.argv[1:])
    topics = read(log)
    camera = "/rov/cam/"
    for info in topics[camera + "camera_info"]:
        check_info(info)
    info = topics[camera + "camera_info"][0]
    pictures = topics[camera + "image/compressed"]
    assert len(pictures) == len(topics[camera + "camera_info"]) >= 3
    for picture in pictures:
        assert picture.format == "jpeg" and picture.header.frame_id == "rov/cam/optical"
        assert cv2.imdecode(numpy.frombuffer(bytes(picture.data), "u1"), cv2.IMREAD_COLOR).shape == (HEIGHT, WIDTH, 3)
    planes = {name: {stamp(m): array(m) for m in topics[camera + name]} for name in ("instance", "depth_m", "normal", "flow_px")}
    for flat, solid in zip(topics[camera + "boxes_2d"], topics[camera + "boxes_3d"]):
        instance = planes["instance"][stamp(flat)]
        check_boxes(flat, instance)
        check_solid(solid, instance, planes["depth_m"][stamp(flat)], info)
    lengths = numpy.linalg.norm(planes["normal"][stamp(pictures[0])], axis=2)
    assert numpy.allclose(lengths[planes["instance"][stamp(pictures[0])] > 0], 1, atol=1e-3)
    classes = {c.class_id: c.class_name for c in topics[camera + "instance/label_info"][0].class_map}
    annotations = check_coco(coco, planes["instance"], classes)
    objects = check_kitti(kitti, topics[camera + "boxes_3d"], planes["instance"], info)
    print(f"{len(pictures)} pictures, {annotations} masks, {objects} boxes in space: all well")


if __name__ == "__main__":
    main()
