#include "sensors/frames/frame_suite.h"

#include <algorithm>
#include <cmath>

#include "sensors/make_instrument.h"
#include "sensors/optical/light_world.h"
#include "sensors/scenery/scenery_instant.h"

namespace hadal::sensors {
namespace {

constexpr double kAnemometerHeight = 10;  // m

// What a frame in flight needs to know of the moment it was taken, as numbers of the state.
enum MomentValue { kWaveFactor, kWindSpeed, kTurbidity, kDayOffset, kMomentHead };
constexpr size_t kLinkValues = 13;  // position, attitude (w x y z), twist

void pack_link(const State& state, size_t link, double* out) {
  const Quat& q = state.q_NL[link];
  const Vec3& p = state.p_NL_N[link];
  const Vec6& nu = state.nu_L[link];
  std::copy(p.begin(), p.end(), out);
  out[3] = q.w(), out[4] = q.x(), out[5] = q.y(), out[6] = q.z();
  std::copy(nu.begin(), nu.end(), out + 7);
}

}  // namespace

struct FrameSuite::Slot {
  Frame frame;
  FrameInput input;
  std::shared_ptr<const raytrace::View> view;
  std::shared_ptr<LightInstant> light;
  std::optional<SiltView> silt;
  std::vector<Vec3> p_NL_N;
  std::vector<Quat> q_NL;
  std::vector<Vec6> nu_L;
  ThreadArena::Task task;  // last: waits before the rest goes

  void unpack(std::span<const double> instant, size_t links) {
    p_NL_N.resize(links), q_NL.resize(links), nu_L.resize(links);
    for (size_t link = 0; link < links; ++link) {
      const double* v = &instant[kMomentHead + kLinkValues * link];
      p_NL_N[link] = Eigen::Map<const Vec3>(v);
      q_NL[link] = Quat(v[3], v[4], v[5], v[6]);
      nu_L[link] = Eigen::Map<const Vec6>(v + 7);
    }
  }
};

FrameInstruments::FrameInstruments(const World& world, const environment::Sea& sea) {
  for (const MountedFrameSensor& mounted : world.frame_sensors) {
    sensors.push_back(make_frame_sensor({mounted, world}));
    if (sensors.back()->needs().light && !light) light = std::make_unique<LightWorld>(world, sea);
  }
}
FrameInstruments::~FrameInstruments() = default;

FrameSuite::FrameSuite(const World& world, const FrameInstruments& instruments,
                       const environment::Sea& sea, const environment::AcousticField& sound,
                       const RayWorld& rays)
    : instruments_(instruments), sea_(sea), sound_(sound), rays_(rays) {
  parts_at_ = kMomentHead + kLinkValues * world.links.size() + world.lamps.size();
  scenery_at_ = parts_at_ + world.moving_parts.size();
  silt_at_ = scenery_at_ + rays.scenery().instant_size();
  instant_size_ = silt_at_ + (sea.seabed().exists() ? environment::silt_values(world) : 0);
  for (size_t i = 0; i < world.frame_sensors.size(); ++i) {
    const MountedFrameSensor& mounted = world.frame_sensors[i];
    const FrameSensor& sensor = *instruments.sensors[i];
    Entry entry;
    entry.rate = Rate(mounted.rate_hz, world.clock);
    entry.delay = world.clock.tick_at(sensor.listening_s() + mounted.latency_s);
    entry.first_slot = slots_.size();
    const double in_flight =
        static_cast<double>(entry.delay) * world.clock.step_s() / entry.rate.period_s();
    entry.slots = 1 + static_cast<size_t>(std::ceil(in_flight));
    entry.delivered = sensor.blank();
    for (size_t slot = 0; slot < entry.slots; ++slot) {
      slots_.push_back(std::make_unique<Slot>());
      slots_.back()->frame = entry.delivered;
    }
    entries_.push_back(std::move(entry));
  }
}

FrameSuite::~FrameSuite() = default;

void FrameSuite::start(const World& world, State& state) {
  state.frame_stamp.assign(entries_.size(), -1);
  state.frame_hash.assign(entries_.size(), 0);
  state.frame_fresh.assign(entries_.size(), 0);
  state.frame_taken.assign(slots_.size(), -1);
  state.frame_instant.assign(slots_.size() * instant_size_, 0.0);
  for (const auto& slot : slots_) slot->task.cancel();
  for (Entry& entry : entries_) {
    const Frame blank;
    entry.delivered.stamp = blank.stamp;
    entry.delivered.number = blank.number;
  }
  reseed(world, state);
}

void FrameSuite::reseed(const World& world, const State& state) {
  for (size_t i = 0; i < entries_.size(); ++i)
    entries_[i].noise = RandomStream(static_cast<uint64_t>(state.run_seed[0]),
                                     "vehicles/" + world.frame_sensors[i].path,
                                     sensor(static_cast<int>(i)).noise_stream());
}

std::vector<SonarReceiver> FrameSuite::receivers(const World& world) const {
  std::vector<SonarReceiver> out(entries_.size());
  for (size_t i = 0; i < entries_.size(); ++i) {
    const MountedFrameSensor& mounted = world.frame_sensors[i];
    const std::optional<SoundPing> ping = instruments_.sensors[i]->sound_ping(0);
    if (!ping) continue;
    out[i] = {mounted.link,
              mounted.X_LS.p,
              ping->frequency_hz,
              ping->bandwidth_hz,
              ping->self_noise_db,
              mounted.rate_hz,
              world.clock.time_s(entries_[i].delay)};
  }
  return out;
}

// All pings of a tick are sent before anybody is asked what it received.
void FrameSuite::update(const World& world, const environment::SeaInstant& instant,
                        const Network& network, State& state, ThreadArena& arena) {
  for (int i = 0; i < count(); ++i) {
    const Entry& entry = entries_[i];
    if (!entry.rate.due(state.tick)) continue;
    const size_t slot = slot_of(entry, entry.rate.samples_through(state.tick) - 1);
    keep_instant(world, instant, slot, state);
    take(world, state, i, slot, arena);
    const FrameInput& input = slots_[slot]->input;
    if (const auto ping = sensor(i).sound_ping(input.number))
      network.emit(state, i, input.X_NS, *ping, input.time_s);
  }
  for (int i = 0; i < count(); ++i) {
    const Entry& entry = entries_[i];
    state.frame_fresh[i] = 0;
    for (size_t slot = entry.first_slot; slot < entry.first_slot + entry.slots; ++slot)
      if (state.frame_taken[slot] >= 0 && state.frame_taken[slot] + entry.delay == state.tick) {
        slots_[slot]->task.wait();
        if (is_wanted(i, state.frame_taken[slot]))
          disturb(network, state, i, *slots_[slot], arena);
        deliver(i, slot, state);
      }
  }
}

void FrameSuite::keep_instant(const World& world, const environment::SeaInstant& instant,
                              size_t slot,
                             State& state) const {
  double* values = &state.frame_instant[slot * instant_size_];
  values[kWaveFactor] = instant.wave_factor();
  values[kWindSpeed] = instant.wind_N(kAnemometerHeight).norm();
  values[kTurbidity] = state.turbidity_ntu[0];
  values[kDayOffset] = state.day_offset_s[0];
  for (size_t link = 0; link < state.p_NL_N.size(); ++link)
    pack_link(state, link, values + kMomentHead + kLinkValues * link);
  std::copy(state.lamp_level.begin(), state.lamp_level.end(),
            values + kMomentHead + kLinkValues * state.p_NL_N.size());
  part_angles(world, state, {values + parts_at_, scenery_at_ - parts_at_});
  rays_.scenery().keep(world, instant, state, {values + scenery_at_, silt_at_ - scenery_at_});
  std::copy(state.silt.begin(), state.silt.end(), values + silt_at_);
  state.frame_taken[slot] = state.tick;
}

void FrameSuite::take(const World& world, const State& state, int sensor, size_t index,
                      ThreadArena& arena) {
  const MountedFrameSensor& mounted = world.frame_sensors[sensor];
  Slot& slot = *slots_[index];
  const std::span<const double> instant(&state.frame_instant[index * instant_size_], instant_size_);
  slot.unpack(instant, world.links.size());
  FrameInput& input = slot.input;
  input.tick = state.frame_taken[index];
  input.time_s = world.clock.time_s(input.tick);
  input.number = entries_[sensor].rate.samples_through(input.tick) - 1;
  input.period_s = world.clock.time_s(entries_[sensor].rate.next_due(input.tick) - input.tick);
  const Pose X_NL{slot.p_NL_N[mounted.link], slot.q_NL[mounted.link]};
  const Vec6& nu_L = slot.nu_L[mounted.link];
  input.X_NS = {X_NL.p + X_NL.q * mounted.X_LS.p, X_NL.q * mounted.X_LS.q};
  input.w_NS_N = X_NL.q * nu_L.tail<3>();
  input.v_NS_N = X_NL.q * (nu_L.head<3>() + nu_L.tail<3>().cross(mounted.X_LS.p));
  slot.frame.stamp = input.tick;
  slot.frame.number = input.number;
  slot.frame.X_NS = input.X_NS;
  if (!is_wanted(sensor, input.tick)) return;
  const FrameNeeds needs = instruments_.sensors[sensor]->needs();
  const double wave_time_s = input.time_s + state.sea_offset_s[0];
  const LinkPoses poses{slot.p_NL_N, slot.q_NL, slot.nu_L,
                        instant.subspan(parts_at_, scenery_at_ - parts_at_)};
  slot.view = rays_.view(world, poses, wave_time_s, instant[kWaveFactor], mounted.vehicle,
                         {needs.reach_m, needs.seen, needs.seabed_cell_m, needs.shutter_s,
                          instant.subspan(scenery_at_, silt_at_ - scenery_at_)});
  input.view = slot.view.get();
  slot.silt.reset();
  if (silt_at_ < instant_size_)
    slot.silt.emplace(environment::puffs_of(world, instant.subspan(silt_at_)), world,
                      slot.view->anchor_N());
  input.silt = slot.silt && !slot.silt->empty() ? &*slot.silt : nullptr;
  if (needs.light) {
    slot.light = instruments_.light->at(world, input.time_s, needs.exposure_s,
                            {instant[kWaveFactor], instant[kWindSpeed], instant[kTurbidity],
                             input.time_s + instant[kDayOffset], wave_time_s},
                            instant.subspan(kMomentHead + kLinkValues * world.links.size()),
                            poses);
    slot.light->drift = drift_of(instant.subspan(scenery_at_, silt_at_ - scenery_at_));
    // Here, not while the frame is computed: the simulation moves the tiles of the seabed.
    if (sea_.seabed().exists())
      slot.light->bottom_m = sea_.seabed().depth(input.X_NS.p.x(), input.X_NS.p.y());
    input.light_world = instruments_.light.get();
    input.light = slot.light.get();
  }
  input.sound = &sound_;
  input.seabed = &sea_.seabed();
  input.materials = &world.materials;
  input.wind_speed_m_s = instant[kWindSpeed];
  input.turbidity_ntu = instant[kTurbidity];
  input.noise = entries_[sensor].noise;
  slot.task.start(arena, [this, sensor, &slot, &arena] {
    instruments_.sensors[sensor]->compute(slot.input, arena, slot.frame);
  });
}

void FrameSuite::disturb(const Network& network, const State& state, int sensor, Slot& slot,
                         ThreadArena& arena) {
  const FrameInput& input = slot.input;
  bursts_.reserve(network.max_signals());
  network.bursts(state,
                 {sensor, input.time_s, input.time_s + instruments_.sensors[sensor]->listening_s(), input.X_NS,
                  input.v_NS_N, input.w_NS_N},
                 bursts_);
  if (!bursts_.empty()) instruments_.sensors[sensor]->disturb(input, bursts_, arena, slot.frame);
}

void FrameSuite::deliver(int sensor, size_t index, State& state) {
  Slot& slot = *slots_[index];
  std::swap(entries_[sensor].delivered, slot.frame);
  const Frame& frame = entries_[sensor].delivered;
  state.frame_stamp[sensor] = frame.stamp;
  state.frame_hash[sensor] = static_cast<int64_t>(frame.hash());
  state.frame_fresh[sensor] = 1;
  state.frame_taken[index] = -1;
  std::fill_n(&state.frame_instant[index * instant_size_], instant_size_, 0.0);
  slot.view.reset();
}

void FrameSuite::resume(const World& world, const State& state, ThreadArena& arena) {
  for (int i = 0; i < count(); ++i) {
    Entry& entry = entries_[i];
    // The picture itself is not in the state, and must not be that of another time.
    entry.delivered.stamp = -1;
    entry.delivered.number =
        state.frame_stamp[i] < 0 ? -1 : entry.rate.samples_through(state.frame_stamp[i]) - 1;
    for (size_t slot = entry.first_slot; slot < entry.first_slot + entry.slots; ++slot) {
      slots_[slot]->task.cancel();
      if (state.frame_taken[slot] >= 0) take(world, state, i, slot, arena);
    }
  }
}

int FrameInput::material(int instance, const Vec3& p_A) const {
  const int own = view->instance(instance).material;
  if (own != raytrace::kMaterialByPlace) return own;
  const Vec3 p_N = view->anchor_N() + p_A;
  return seabed->material(p_N.x(), p_N.y());
}

}  // namespace hadal::sensors
