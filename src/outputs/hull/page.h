// The analysis of a hull as one self-contained HTML page, in the style of the run report.
#pragma once
#include <string>

#include "outputs/hull/analysis.h"

namespace hadal::outputs {

std::string hull_page(const HullAnalysis& hull);

}  // namespace hadal::outputs
