// Masks as runs, as COCO has them: column after column from the top left, how many pixels are
// outside, inside, outside, ... The first run may be 0.
#pragma once
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace hadal::logs {

using MaskRuns = std::vector<uint32_t>;

// The mask of every number from `min` on, in one pass; rows x columns numbers, row after row.
std::map<int32_t, MaskRuns> mask_runs(std::span<const int32_t> numbers, int rows, int columns,
                                      int32_t min);

}  // namespace hadal::logs
