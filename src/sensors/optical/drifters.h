// What drifts in a world and is drawn into the pictures of cameras: marine snow, plankton of
// emitters, bubbles (environment/life). Constant after load; a pure function of time and drift.
#pragma once
#include <vector>

#include "environment/life/bubbles.h"
#include "environment/life/marine_snow.h"
#include "environment/life/plankton_emitter.h"
#include "environment/sea.h"
#include "sensors/scenery/scenery_instant.h"
#include "world/world.h"

namespace hadal::sensors {

class Drifters {
 public:
  Drifters(const World& world, const environment::Sea& sea);
  bool empty() const { return snow_.empty() && emitters_.empty() && plumes_.empty(); }
  double range_m() const { return range_m_; }  // nothing is drawn beyond

  // Adds what is in the region, below a surface at surface_z (N). Places relative to the anchor.
  void query(const environment::ParticleRegion& region, double time_s, const DriftInstant& drift,
             double surface_z, const Vec3& anchor_N, environment::ParticleList& out) const;

 private:
  struct Snow {
    environment::MarineSnow field;
    double range_m;
  };
  std::vector<Snow> snow_;
  std::vector<environment::PlanktonEmitter> emitters_;
  std::vector<environment::BubbleParameters> plumes_;
  double range_m_ = 0;
};

}  // namespace hadal::sensors
