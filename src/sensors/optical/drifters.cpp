#include "sensors/optical/drifters.h"

#include <algorithm>

#include "environment/life/living.h"

namespace hadal::sensors {
namespace {

constexpr double kEmitterRange_m = 8, kBubbleRange_m = 15;

environment::SnowParameters snow_of(const MarineSnowConfig& c, uint64_t seed) {
  environment::SnowParameters out;
  out.density_m3 = c.density_m3;
  out.min_diameter_m = c.diameter_m[0], out.largest_diameter_m = c.diameter_m[1];
  out.slope = c.slope;
  out.zooplankton_fraction = c.zooplankton_fraction;
  out.sinking_factor = c.sinking_factor;
  if (c.layer)
    out.layer = {c.layer->depth_m, c.layer->half_thickness_m, c.layer->edge_m, c.layer->background};
  out.seed = seed;
  return out;
}

environment::PlanktonParameters plankton_of(const PlanktonEmitterConfig& c, uint64_t seed) {
  environment::PlanktonParameters out;
  out.centre_N = {c.centre[0], c.centre[1], c.centre[2]};
  out.size_m = {c.size_m[0], c.size_m[1], c.size_m[2]};
  out.rate_hz = c.rate_hz;
  out.life_s = {c.life_s[0], c.life_s[1]};
  out.min_velocity_N_m_s = {c.north_m_s[0], c.east_m_s[0], c.down_m_s[0]};
  out.largest_velocity_N_m_s = {c.north_m_s[1], c.east_m_s[1], c.down_m_s[1]};
  out.radius_m = {c.radius_m[0], c.radius_m[1]};
  out.seed = seed;
  return out;
}

environment::BubbleParameters bubbles_of(const BubblesConfig& c, const environment::Sea& sea,
                                         uint64_t seed) {
  environment::BubbleParameters out;
  out.source_N = {c.source[0], c.source[1], c.source[2]};
  if (c.on_seabed) out.source_N.z() = sea.seabed().depth(c.source[0], c.source[1]);
  out.rate_hz = c.rate_hz;
  out.radius_m = {c.radius_m[0], c.radius_m[1]};
  out.upwelling_m_s = c.upwelling_m_s;
  out.spread = c.spread;
  out.seed = seed;
  return out;
}

}  // namespace

Drifters::Drifters(const World& world, const environment::Sea& sea) {
  const auto reach = [this](double range_m) { range_m_ = std::max(range_m_, range_m); };
  for (const Scenery& scenery : world.scenery) {
    const uint64_t seed = environment::scenery_seed(world, scenery);
    if (const auto* c = scenery.config.as<MarineSnowConfig>()) {
      if (c->density_m3 > 0)
        snow_.push_back({environment::MarineSnow(snow_of(*c, seed)), c->range_m});
      reach(c->range_m);
    } else if (const auto* emitter = scenery.config.as<PlanktonEmitterConfig>()) {
      emitters_.emplace_back(plankton_of(*emitter, seed));
      reach(kEmitterRange_m);
    } else if (const auto* bubbles = scenery.config.as<BubblesConfig>()) {
      plumes_.push_back(bubbles_of(*bubbles, sea, seed));
      reach(kBubbleRange_m);
    }
  }
}

void Drifters::query(const environment::ParticleRegion& region, double time_s,
                     const DriftInstant& drift, double surface_z, const Vec3& anchor_N,
                     environment::ParticleList& out) const {
  environment::ParticleRegion part = region;
  for (const Snow& snow : snow_) {
    part.radius_m = std::min(region.radius_m, snow.range_m);
    snow.field.query(part, time_s, drift.path_m, drift.velocity_N, anchor_N, out);
  }
  part.radius_m = std::min(region.radius_m, kEmitterRange_m);
  for (const environment::PlanktonEmitter& emitter : emitters_)
    emitter.query(part, time_s, drift.path_m, drift.velocity_N, anchor_N, out);
  part.radius_m = std::min(region.radius_m, kBubbleRange_m);
  for (const environment::BubbleParameters& plume : plumes_)
    environment::query_bubbles(plume, part, time_s, drift.current_N, surface_z, anchor_N, out);
}

}  // namespace hadal::sensors
