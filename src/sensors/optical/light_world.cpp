#include "sensors/optical/light_world.h"

#include <cmath>

#include "sensors/optical/scenery_appearance.h"

namespace hadal::sensors {
namespace {

constexpr double kAnemometerHeight_m = 10;

// The planes of caustics that are worth all nodes: about the depth of the ground.
std::vector<DepthRange> fine_depths(double depth_m) {
  if (!(depth_m < Caustics::depth_m(Caustics::kMaxPlanes - 1))) return {};
  return {{0.75 * depth_m, 1.15 * depth_m}};
}

}  // namespace

WaveInstant::WaveInstant(const Ripples& ripples, double time_s, double factor,
                         const Vec3& toward_sun_N, double depth_m, double water_index)
    : ripples_(ripples),
      time_s_(time_s),
      factor_(factor),
      depth_m_(depth_m),
      water_index_(water_index),
      toward_sun_N_(toward_sun_N) {}

const WaveInstant::Content& WaveInstant::made() const {
  std::call_once(once_, [&] {
    // In this thread alone: others may wait for it here.
    ThreadArena alone(1);
    auto made = std::make_unique<Content>();
    made->tile = ripples_.blank();
    ripples_.compute(time_s_, 1, factor_, alone, made->tile);
    CausticPlan plan;
    plan.toward_sun_N = toward_sun_N_;
    plan.fine = fine_depths(depth_m_);
    plan.refractive_index = water_index_;
    compute_caustics(made->tile, plan, alone, made->caustics);
    content_ = std::move(made);
  });
  return *content_;
}

LightWorld::LightWorld(const World& world, const environment::Sea& sea)
    : sea_(sea),
      days_(world),
      drifters_(world, sea),
      tiles_(make_texture_tiles()),
      surfaces_(surface_appearances(world)) {
  for (const Appearance& appearance : scenery_appearances(world)) surfaces_.appearances.push_back(appearance);
  const Vec3 wind_N = sea.wind().velocity_N(0, kAnemometerHeight_m);
  const double speed = wind_N.norm();
  const double toward = speed > 0 ? std::atan2(wind_N.y(), wind_N.x()) : 0;
  ripples_ = std::make_unique<Ripples>(
      ripples_of_wind(speed, toward, sea.waves(), sea.gravity_m_s2(), world.seed), sea.waves());
}

std::shared_ptr<LightInstant> LightWorld::at(const World& world, double time_s, double exposure_s,
                                            const LightConditions& conditions,
                                            std::span<const double> lamp_level,
                                            const LinkPoses& poses) const {
  auto instant = std::make_shared<LightInstant>();
  instant->day = days_.at(conditions.day_time_s, conditions.turbidity_ntu);
  instant->wind_speed_m_s = conditions.wind_speed_m_s;
  const Vec3& p_N = poses.p_NL_N[0];
  const double depth_m = sea_.seabed().exists() ? sea_.seabed().depth(p_N.x(), p_N.y()) : INFINITY;
  const WaveKey key{conditions.wave_time_s, conditions.wave_factor, depth_m,
                    instant->day->toward_sun_N};
  instant->waves = last_waves_.get(key, [&] {
    return std::make_shared<WaveInstant>(*ripples_, key.time_s, key.factor, key.toward_sun_N,
                                        key.depth_m, days_.water_index());
  });
  for (size_t i = 0; i < world.lamps.size(); ++i) {
    const Lamp& lamp = world.lamps[i];
    const double fraction = lamp_level[i] * lamp.duty(time_s, exposure_s);
    if (!(fraction > 0)) continue;
    const auto link = static_cast<size_t>(lamp.link);
    const Pose X_NL{poses.p_NL_N[link], poses.q_NL[link]};
    instant->lamps.push_back({static_cast<int>(i), X_NL * lamp.X_LS, fraction});
  }
  return instant;
}

}  // namespace hadal::sensors
