// An instrument that gives frames: sonars, lidars, cameras. It is constant; what it needs to know
// of the moment comes in a FrameInput, so that a frame is a pure function of its input and may be
// computed by any thread while the simulation goes on.
#pragma once
#include <memory>
#include <optional>
#include <span>

#include "base/arena.h"
#include "base/rng.h"
#include "environment/acoustic/acoustic_field.h"
#include "environment/silt/silt_view.h"
#include "raytrace/view.h"
#include "world/frame.h"

namespace hadal::sensors {

class LightWorld;
struct LightInstant;
using environment::SiltView;

// The moment a frame is taken. S is the frame of the sensor, mounted on a vehicle.
struct FrameInput {
  Tick tick = 0;
  double time_s = 0;
  int64_t number = 0;  // of the ping, from 0
  double period_s = 0;  // from this frame to the next; frames fall on ticks, so it may vary by one
  Pose X_NS;
  Vec3 v_NS_N = Vec3::Zero(), w_NS_N = Vec3::Zero();
  const raytrace::View* view = nullptr;
  const environment::AcousticField* sound = nullptr;
  const environment::Seabed* seabed = nullptr;  // for the material of the ground
  const MaterialTable* materials = nullptr;
  double wind_speed_m_s = 0;
  double turbidity_ntu = 0;
  const LightWorld* light_world = nullptr;  // for cameras
  const LightInstant* light = nullptr;
  const SiltView* silt = nullptr;  // none: clear of silt
  RandomStream noise;    // of this sensor
  uint32_t channel = 0;  // of receivers that draw their own noise

  // Of something hit at a place relative to the view's anchor.
  int material(int instance, const Vec3& p_A) const;
};

// What a sensor needs to see.
struct FrameNeeds {
  double reach_m = 0;        // nothing farther matters
  uint32_t seen = 0;         // raytrace::Seen bits
  double seabed_cell_m = 0;  // no coarser than this; 0: any
  bool light = false;        // a LightInstant
  double exposure_s = 0;     // of lamps that flash
  double shutter_s = 0;  // for which bodies move while the frame is taken (raytrace::Rays::time)
};

// The sound that an instrument sends for a frame, in the band it listens to. The beam is a fan:
// beam_width_rad about its normal, beam_height_rad across its plane.
struct SoundPing {
  double level_db = 0;  // re 1 uPa at 1 m
  double frequency_hz = 0, bandwidth_hz = 0;
  double duration_s = 0;
  double beam_width_rad = 0, beam_height_rad = 0;
  Vec3 axis_S = Vec3::UnitX(), normal_S = Vec3::UnitZ();
  double self_noise_db = 0;  // of the receiver in its band, re 1 uPa
};

// A sound of somebody else while an instrument listens.
struct Burst {
  double begin_s = 0, end_s = 0;  // since the ping
  double power = 0;               // in the band, before the pattern of the receiver, uPa^2
  Vec3 from_S = Vec3::UnitX();    // unit, towards the source
};

class FrameSensor {
 public:
  virtual ~FrameSensor() = default;
  virtual FrameNeeds needs() const = 0;
  // An empty frame with all its planes and axes.
  virtual Frame blank() const = 0;
  // Fills a frame made by blank(). The numbers do not depend on the number of threads.
  virtual void compute(const FrameInput& input, ThreadArena& arena, Frame& frame) const = 0;
  // Name of its random stream, FrameInput::noise.
  virtual const char* noise_stream() const { return "frame"; }
  // From the ping to the last echo; the frame cannot arrive earlier.
  virtual double listening_s() const = 0;
  // Of a frame by its number; none for instruments that send no sound.
  virtual std::optional<SoundPing> sound_ping(int64_t /*number*/) const { return std::nullopt; }
  // Adds what others sounded while it listened to a frame that compute() has filled.
  virtual void disturb(const FrameInput& /*input*/, std::span<const Burst> /*bursts*/,
                       ThreadArena& /*arena*/, Frame& /*frame*/) const {}
};

}  // namespace hadal::sensors
