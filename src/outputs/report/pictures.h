// Pictures of sonars and lidars in a report, inside the page itself as PNG data.
#pragma once
#include <cstddef>
#include <string>

#include "outputs/mcap_reader.h"
#include "outputs/report/run_facts.h"

namespace hadal::outputs {

// What all pictures of a page may still take; a page stays small enough to be mailed.
struct PictureBudget {
  size_t bytes = 8u << 20;  // of PNG
  int size = 400;           // pixels of the longer side of each
};

// The section of a vehicle, with its heading; empty if it has no such instrument. Where the run did
// not record frames it says how to.
std::string pictures_html(McapReader& log, const std::string& vehicle,
                          const ScenarioFacts& scenario, PictureBudget& budget);

}  // namespace hadal::outputs
