// Pictures of sonars, lidars and cameras in a report, inside the page itself as PNG or JPEG data.
// Of a camera: its image at a few times from the first to the last, and its labels at the same
// times.
#pragma once
#include <cstddef>
#include <string>

#include "outputs/mcap_reader.h"
#include "outputs/report/run_facts.h"

namespace hadal::outputs {

// What all pictures of a page may still take; a page stays small enough to be mailed.
struct PictureBudget {
  size_t bytes = 8u << 20;  // of files
  int size = 400;           // pixels of the longer side of each
  int photo_size = 320;     // the same of cameras
};

// The section of a vehicle, with its heading; empty if it has no such instrument. Where the run did
// not record frames it says how to.
std::string pictures_html(McapReader& log, const std::string& vehicle,
                          const ScenarioFacts& scenario, PictureBudget& budget);

}  // namespace hadal::outputs
