// One picture of one instrument, in one call.
#pragma once
#include <string>
#include <vector>

#include "hadal/export.h"
#include "hadal/run.h"

namespace hadal HADAL_API {

struct ShotOptions {
  std::string
      sensor;        // VEHICLE/SENSOR, or SENSOR where one only has that name; empty: the only one
  double at_s = 0;   // the first frame taken at this time or later
  std::string path;  // .png, .jpg or .jpeg
  int jpeg_quality = 90;
  std::string view = "auto";  // of sonar images: fan, beams, waterfall
  int size = 720;             // of sonars and points: pixels of the longer side of the data
  // Of cameras, whose pictures keep their pixels.
  std::string label;   // depth, instance, ... in place of the image
  bool boxes = false;  // around every instance
  bool raw = false;    // the numbers: .npy, or .png of 16 bits (depth in mm, instance, semantic)
};

struct ShotResult {
  int exit_code = 0;  // 0 well, 1 the run failed on the way, 2 bad input or nothing to draw
  std::string text;   // what was drawn, or why nothing was
};

// Runs the scenario, without a log, until the frame has arrived. Sonars that give lines and
// instruments that give points are drawn with all they measured until then.
ShotResult take_shot(const std::string& path, const ShotOptions& shot, const RunOptions& options);

}  // namespace hadal
