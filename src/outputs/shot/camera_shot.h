// One frame of a camera as a picture or file: the image, with boxes around what is in it, or one of
// its labels, drawn for people (label_picture.h) or as the numbers themselves.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "outputs/picture/picture.h"
#include "world/frame.h"
#include "world/world.h"

namespace hadal::outputs {

struct CameraShot {
  std::string label;   // depth or depth_m, ...; empty: the image
  bool boxes = false;  // around every instance, with its class
};
// Nothing is drawn without the planes for it; the problem says which the frame has.
Result<Picture> camera_picture(const Frame& frame, const CameraShot& shot, const World& world);

// The numbers of the image or a label as a file, .npy or .png (picture/raw_plane.h).
Result<std::vector<uint8_t>> raw_file(const Frame& frame, const std::string& label,
                                      const std::string& path);

// Whether a frame of this shape has what is asked for; says what is there otherwise.
Problems shot_problems(const Frame& blank, const CameraShot& shot, bool raw,
                       const std::string& path);

}  // namespace hadal::outputs
