// Ground truth of the bins of one beam: which echo is the strongest, and what lies in shadow.
//
// Rays sample surfaces. Between two neighbouring rays of a column a surface is taken as continuous
// when the tangent plane at one of the hits predicts the range of the other to a quarter of their
// distance or three bins; the bins between then belong to it. Otherwise the bins between the two
// are hidden: sound that would reach a surface there is stopped by the nearer one. What a body
// hides of the ground behind it is hidden also where no ray beside it comes down within the window.
// Beyond the farthest hit of a column whose rays all hit, everything is hidden. A bin that any ray
// or continuous piece of the beam reaches is not in shadow.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace hadal::sensors {

struct LabelledRay {
  float bin = -1;  // < 0: no echo in the window; a ray that hits nothing has an infinite range
  float range_m = 0;
  float elevation_rad = 0;
  float power = 0;
  int32_t object = 0;
  float along[3] = {}, normal[3] = {};  // unit: direction and normal against it, same axes
  // Of the ground that a body hides from this ray; < 0: none, infinite: none within the window.
  float hidden_bin = -1;
  bool hit() const { return range_m < 1e30f; }
  bool hides() const { return hidden_bin >= 0; }
};

// Whether two neighbouring rays lie on one surface: the plane at one, seen by more than
// kAlongPlane, predicts the other. surface_spread.cpp has the same in lanes.
constexpr float kFractionOfGap = 0.25f, kFreeBins = 3, kAlongPlane = 1e-4f;
bool on_one_surface(const LabelledRay& a, const LabelledRay& b, float bin_m);

class BeamLabels {
 public:
  BeamLabels(int bins, int rows);

  void clear();
  std::span<LabelledRay> column() { return column_; }  // rays of one column, to be filled
  void add_column(float bin_m);                        // takes what column() holds
  void add_ray(const LabelledRay& ray);                // beside the columns

  struct Bin {
    float power = 0;
    int32_t object = 0;
    float range_m = 0, elevation_rad = 0;
    bool lit = false, hidden = false;
    bool shadow() const { return hidden && !lit; }
  };
  std::span<const Bin> bins() const { return bins_; }

 private:
  void add(int bin, const LabelledRay& ray);
  void join(const LabelledRay& a, const LabelledRay& b, float bin_m);
  void hide(float from_bin, float to_bin);
  void hide_behind(const LabelledRay& ray, const LabelledRay* next);

  std::vector<Bin> bins_;
  std::vector<LabelledRay> column_;
};

}  // namespace hadal::sensors
