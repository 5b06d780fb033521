// The seabed of the environment as the ground of the contact solver.
#pragma once
#include "dynamics/contact/terrain_source.h"
#include "environment/seabed/seabed.h"

namespace hadal::simulation {

class SeabedTerrain : public dynamics::TerrainSource {
 public:
  // The seabed must outlive the terrain.
  explicit SeabedTerrain(const environment::Seabed& seabed) : seabed_(seabed) {}
  double cell_m() const override { return seabed_.cell_m(); }
  void nodes(int64_t i0, int64_t j0, int ni, int nj, std::span<double> depth_m) const override {
    seabed_.nodes(i0, j0, ni, nj, environment::SeabedLayer::kSolid, depth_m);
  }
  int material(double north_m, double east_m) const override {
    return seabed_.material(north_m, east_m);
  }

 private:
  const environment::Seabed& seabed_;
};

}  // namespace hadal::simulation
