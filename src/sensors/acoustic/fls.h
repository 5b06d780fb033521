// Multibeam forward-looking sonar. S is its frame: x along the middle beam, z down.
//
// Point scattering (Choi et al., "Physics-based modelling and simulation of multibeam echosounder
// perception for autonomous underwater manipulation", 2021; Urick, "Principles of Underwater
// Sound"): every beam is a fan of rays in elevation; each ray that meets a surface gives an echo of
// complex amplitude (echo_kernel.h) at its two-way time, with speckle that belongs to the surface
// cell; the echoes of a beam are summed into range bins by the pulse (range_kernel.h); the array
// receives its neighbours through its pattern (beam_mixer.h). On the way: spreading, absorption at
// the depth of the path, the harmonic mean sound speed between the depths of both ends,
// backscattering by material and true angle to the normal, patterns of transmitter and receiver.
// Rays are straight.
//
// Rays sample. What lies between two that meet one surface fills the bins between theirs
// (surface_spread.h); bodies too small for them have rays of their own (small_bodies.h), whose
// echoes go to the nearer of two beams the more often, the nearer. With vertical patterns rows
// reach to the vertical above and below, sparser in the side lobes.
//
// Of one beam, sand scatters by the slope of its ripples (ripple_echoes.h).
//
// Ranges of the bins hold for the sound speed at the sonar, c / (2 bandwidth) apart for 1500 m/s.
//
// Noise: complex Gaussian in every direction, before the array: its own, ambient noise in the band
// less directivity, added as powers.
//
// Bursts of other instruments (fls_bursts.cpp): what arrives a time t after the ping lies at the
// range c t / 2, in every bin it covers by the fraction of it that it covers, in every beam by the
// pattern of the array and the elevation pattern, one way. It is not this sonar's pulse: its phase
// is random in every bin and beam. clean_db and the labels know nothing of it.
//
// Multipath: rays that meet the water surface or the ground are reflected once like light and go
// on; what they meet is received over the same way back (image) and over the straight path (twice,
// there and back exchanged). The surface itself gives no echo.
//
// A cloud of stirred-up silt (environment/silt/) dims echoes by its attenuation, and is a volume that
// scatters back: per ray and bin I0 B dW s_v dr exp(-2 integral) / r^2, complex Gaussian, apart in
// every bin and direction, spread by the pulse. Rays by way of surfaces do not meet it, and labels
// know nothing of it.
//
// Motion: the two-way time is that of a sonar and a surface that keep their velocities, and echoes
// are received in the beam the sonar has turned to by then, to the nearest beam.
//
// Planes, beams x bins unless said:
//   level_db           |p|^2, dB re 1 uPa, with the gain over range
//   raw_upa            2 channels: p, without gain
//   clean_db           expected level: no speckle, no noise, powers added
//   object_id          of the strongest echo: index into World::vehicles or a SonarLabel
//                      (sonar_labels.h)
//   true_range_m, elevation_rad   of the strongest echo; NaN for none. Elevation is positive down
//   shadow             uint8: 1 where what would be seen at this range is hidden
//   points             beams x 1 x 4: x, y, z in S and level of the strongest bin of each beam, on
//                      the plane z = 0; NaN when less than 10 dB above the noise
#pragma once
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "kinds/frames/fls.h"
#include "sensors/acoustic/beam_labels.h"
#include "sensors/acoustic/beam_mixer.h"
#include "sensors/acoustic/echo_kernel.h"
#include "sensors/acoustic/range_kernel.h"
#include "sensors/acoustic/ray_fan.h"
#include "sensors/acoustic/small_bodies.h"
#include "sensors/acoustic/sonar_labels.h"
#include "sensors/acoustic/surface_spread.h"
#include "sensors/acoustic/windows.h"
#include "sensors/frame_sensor.h"

namespace hadal::sensors {

struct BodyEchoes;

class Fls final : public FrameSensor {
 public:
  explicit Fls(const FlsModel& model);
  ~Fls() override;

  FrameNeeds needs() const override;
  Frame blank() const override;
  void compute(const FrameInput& input, ThreadArena& arena, Frame& frame) const override;
  double listening_s() const override;
  std::optional<SoundPing> sound_ping(int64_t number) const override;
  void disturb(const FrameInput& input, std::span<const Burst> bursts, ThreadArena& arena,
               Frame& frame) const override;
  // The same for a frame in which row first_row is the first beam of this sonar; without points.
  void add_bursts(const FrameInput& input, std::span<const Burst> bursts, int first_row,
                  ThreadArena& arena, Frame& frame) const;

  int bins() const { return range_.bins(); }
  double bin_m() const { return bin_m_; }
  // Of the receiver over range; and the level of its noise before that gain.
  double gain_db(int bin) const { return gain_db_[static_cast<size_t>(bin)]; }
  double noise_db(const FrameInput& input) const;

 private:
  struct Ping;          // one frame under way
  struct BeamScratch;   // rays of eight beams
  struct BlockScratch;  // eight bins of all beams
  struct Pool;          // scratch for reuse
  struct TileWork;      // sixteen rays

  double reach_m() const;  // of rays: somewhat beyond the last bin
  int layers() const;  // echoes per ray
  std::unique_ptr<BeamScratch> make_beam_scratch() const;
  void trace_beams(const Ping& ping, size_t group, Frame& frame) const;
  void label_column(const Ping& ping, int column, int first_column, BeamScratch& scratch,
                    Frame& frame) const;
  FanExtent extent() const;
  void add_body_echoes(Ping& ping) const;
  void spread_surfaces(const Ping& ping, int first_column, int end_row, BeamScratch& scratch) const;
  void spread_column(const Ping& ping, int column, int count, BeamScratch& scratch) const;
  void sum_beams(const Ping& ping, size_t group, BeamScratch& scratch) const;
  void clear(const Ping& ping, BeamScratch& scratch) const;
  size_t put_body_echoes(const BodyEchoes& bodies, size_t beam, size_t at,
                         BeamScratch& scratch) const;
  float apparent_range(const Ping& ping, const raytrace::Instance& thing, const Vec3& p_A,
                       const Vec3& along_N, double range_m, float stretch) const;
  float bin_of(const Ping& ping, const BodyRay& ray) const;
  size_t echo_place(int column, int layer, size_t per_beam) const;
  void write_labels(const Ping& ping, int beam, const BeamLabels& labels, Frame& frame) const;
  void clear_labels(Frame& frame) const;
  float pulse_power() const;
  void add_silt(const Ping& ping, size_t block, std::span<Line> lines) const;
  void find_ripples(Ping& ping) const;
  Ping start(const FrameInput& input, const Frame& frame) const;
  void finish_block(const Ping& ping, size_t block, Frame& frame) const;
  void find_points(double noise_db, Frame& frame) const;
  void add_burst(const FrameInput& input, const Burst& burst, int beam, uint32_t first_draw,
                 std::span<float> level, std::span<float> raw, double sound_speed_m_s) const;
  double vertical_power(double elevation_rad) const;  // one way
  double across_power(double across_rad) const;  // of the source and, of one beam, the receiver
  double received_fraction(const Vec3& from_S, int beam) const;

  FlsModel model_;
  double spacing_rad_, bin_m_;
  RangeKernel range_;
  BeamMixer mixer_, power_mixer_;
  NoiseTable noise_;
  RayFan fan_;
  int wide_;                    // columns that are traced together
  std::vector<FanTile> tiles_;  // of so many columns
  std::vector<float> column_gain_, row_gain_;  // fractions of I0 B dW, in whole tiles
  std::vector<float> row_patch_;               // dW over the area of a speckle cell
  std::vector<float> row_gap_[2];              // to the next row, over the heights of both
  AperturePattern array_, vertical_, transmitter_;
  SurfaceSpread spread_;
  std::optional<TextureTiles::Tile> clouds_;  // of ripples, for one beam
  std::vector<float> gain_db_;  // over range, per bin
  std::unique_ptr<Pool> pool_;
};

}  // namespace hadal::sensors
