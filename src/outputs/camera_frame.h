// Messages of what cameras give: pictures, calibration, boxes, events, and what their labels mean.
// Boxes and points are in the optical frame of ROS: z ahead, x right, y down; pixel centres are
// whole numbers.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "outputs/messages/messages.h"
#include "world/frame.h"
#include "world/world.h"

namespace hadal::outputs {

constexpr int kGroundInstance = 1, kFirstVehicleInstance = 2;
constexpr std::string_view kBoxes2dPlane = "boxes_2d", kBoxes3dPlane = "boxes_3d",
                           kExposurePlane = "exposure";

// K and D as calibrated, R = 1, P = K with Tx = -fx baseline of a right camera.
CameraInfo camera_info(const Header& header, const Calibration& calibration);

// Numbers with the names of their channels.
Scalars scalars(const Header& header, const Plane& plane);

// format: jpeg or png; image: rows x columns x 3 bytes.
CompressedImage compressed_image(const Header& header, const Plane& image,
                                 const std::string& format, int jpeg_quality);

// A row of boxes_2d: what is seen of an instance. Edges are those of pixels: a box around pixel
// (3, 5) alone goes from 2.5 to 3.5 and from 4.5 to 5.5.
struct Box2 {
  int instance = 0;
  int material = -1;  // index into the table of materials; -1 unknown
  double x_min = 0, y_min = 0, x_max = 0, y_max = 0;
  int pixels = 0;
};
std::vector<Box2> boxes_2d(const Plane& boxes);
// The same from an instance image; the ground (1) and nothing (0) have no box.
std::vector<Box2> boxes_of_instances(const Plane& instance);

// A row of boxes_3d: the box of an instance, whether seen or hidden in part.
struct Box3 {
  int instance = 0;
  int material = -1;
  Vec3 centre_m = Vec3::Zero();  // in S, the frame of the camera: x ahead, y right, z down
  Vec3 size_m = Vec3::Zero();    // along its own axes
  Quat q_SB = Quat::Identity();
};
std::vector<Box3> boxes_3d(const Plane& boxes);

Detection2DArray detections_2d(const Header& header, const std::vector<Box2>& boxes,
                               const World& world);
Detection3DArray detections_3d(const Header& header, const Plane& boxes, const World& world);
EventArray event_array(const Header& header, const Frame& frame);

// The class of an instance: "ground", the model of a vehicle or object (its name where it has
// none); of scenery, which has no number of its own, the name of its material.
std::string class_of_instance(const World& world, int instance, int material = -1);
// Every instance but those of scenery.
LabelInfo instance_classes(const Header& header, const World& world);
LabelInfo material_classes(const Header& header, const World& world);

}  // namespace hadal::outputs
