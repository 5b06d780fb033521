// A hull in words, with a link of a model file, and as JSON.
#pragma once
#include <string>

#include "hull_analysis/analysis.h"

namespace hadal::hull_analysis {

std::string hull_text(const HullAnalysis& hull);

std::string hull_json(const HullAnalysis& hull);

// What the viewer's page shows of a hull (viewer/src/hull): the same with the text for people, the
// mesh (little-endian float32 and uint32, base64) and where the water stands.
std::string hull_page_json(const HullAnalysis& hull);

}  // namespace hadal::hull_analysis
