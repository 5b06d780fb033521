// Boxes around the things in a picture, from the instances its pixels show.
//
//   boxes_2d  float32, a row per thing: instance, material, x_min, y_min, x_max, y_max, pixels.
//             The box holds the pixels that show it; edges are those of pixels, whose centres are
//             whole numbers: a single pixel (3, 5) gives 2.5, 4.5, 3.5, 5.5.
//   boxes_3d  float32, a row per vehicle or object that shows: instance, material, centre (x y z in
//             S), size (along its own axes), attitude in S (w x y z). The box holds all its visual
//             shapes, along the axes of its first link.
// Vehicles and objects have rows of their own, in the order of the world. After them, in boxes_2d,
// come the pieces of scenery that show, the largest kMaxSceneryBoxes of them, by their number.
// Rows that nothing shows for are -1. The material is that of a body's first shape.
#pragma once
#include <vector>

#include "sensors/optical/camera_labels.h"
#include "world/world.h"

namespace hadal::sensors {

constexpr int kMaxSceneryBoxes = 256;

// Boxes of all links, made at load.
struct BodyBoxes {
  struct Box {
    Vec3 low = Vec3::Zero(), high = Vec3::Zero();  // in L
    bool empty = true;
  };
  std::vector<Box> links;     // of World::links
  std::vector<int> material;  // of vehicles
  int vehicles = 0;
  bool scenery = false;  // there is some
};
BodyBoxes body_boxes(const World& world);

void blank_boxes(const BodyBoxes& bodies, Frame& frame);
void fill_boxes(const BodyBoxes& bodies, const LabelSource& from, Frame& frame);

}  // namespace hadal::sensors
