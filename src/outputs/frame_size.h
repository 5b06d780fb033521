// How many bytes of a log the frames of an instrument will take, before there are any.
//
// Planes have a known number of cells; what zstd or JPEG makes of them depends on what is to be seen
// and is taken by rough factors. Where it was tried the size of the log came out within a
// factor of 2.2 (docs/scenario_files.md).
#pragma once
#include "scenario/scenario.h"
#include "world/frame.h"

namespace hadal::outputs {

struct FrameSize {
  double bytes = 0;
  double picture_bytes = 0;  // of JPEG and PNG files, beside those
};

// blank: a frame with all its planes.
FrameSize expected_frame_size(const RecordConfig& config, const Frame& blank);

}  // namespace hadal::outputs
