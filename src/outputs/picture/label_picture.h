// The planes of numbers that cameras give beside the image, as pictures for people, pixel for
// pixel:
//   float32 x 1   by a map of colours from the 2nd to the 98th percentile of what is finite; a
//   strip
//                 below says what its ends stand for. depth_m: near is pale. Nothing: dark
//   float32 x 2   vectors: the hue is the direction (right red, down yellow-green, left cyan, up
//                 violet), the saturation the length up to the 98th percentile
//   float32 x 3   normal: red right, green up, blue towards the camera; position_m: each axis over
//                 its own percentiles; others are light, drawn with the transfer curve of sRGB,
//                 linear scaled to its 99th percentile
//   int32 x 1     every number another colour; nothing (below 1, of semantic below 0) dark
//   uint8 x 1, 3  as they are
//   events        int32, N x 1 x 4: column, row, time, polarity: brighter amber, darker blue
#pragma once
#include <string>
#include <string_view>

#include "outputs/picture/picture.h"
#include "world/frame.h"

namespace hadal::outputs {

// Whether label_picture() can draw planes of this shape.
bool is_label_image(const Plane& plane);
Picture label_picture(const Plane& plane);

constexpr std::string_view kEventsPlane = "events";
Picture events_picture(const Plane& events, int width, int height);

// Colour of an instance or class; dark up to 0.
Colour label_colour(int number);

}  // namespace hadal::outputs
