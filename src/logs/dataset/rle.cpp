#include "logs/dataset/rle.h"

#include "base/check.h"

namespace hadal::logs {
namespace {

struct GrowingMask {
  MaskRuns runs;
  uint32_t end = 0;  // behind its last pixel so far

  void add(uint32_t place) {
    if (runs.empty() || place != end) runs.insert(runs.end(), {place - end, 0});
    ++runs.back();
    end = place + 1;
  }
};

}  // namespace

std::map<int32_t, MaskRuns> mask_runs(std::span<const int32_t> numbers, int rows, int columns,
                                      int32_t min) {
  const auto height = static_cast<size_t>(rows), width = static_cast<size_t>(columns);
  HADAL_CHECK(numbers.size() == height * width);
  std::map<int32_t, GrowingMask> masks;
  uint32_t place = 0;
  for (size_t x = 0; x < width; ++x)
    for (size_t y = 0; y < height; ++y, ++place)
      if (const int32_t number = numbers[y * width + x]; number >= min) masks[number].add(place);
  std::map<int32_t, MaskRuns> out;
  for (auto& [number, mask] : masks) {
    if (mask.end < place) mask.runs.push_back(place - mask.end);
    out[number] = std::move(mask.runs);
  }
  return out;
}

}  // namespace hadal::logs
