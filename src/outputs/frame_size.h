// How many bytes of a log the frames of an instrument will take, before there are any.
//
// Planes have a known number of cells; what zstd makes of them follows from what they hold. The
// factors below were fitted to logs of the shipped scenarios. Levels of sonars are noise for the
// most part and hardly vary, ranges and labels of cameras do. JPEG and PNG files depend on what is
// to be seen: theirs is a guess, within a factor of 3.
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
