// A sensor in a sea of constant density that a test describes, and samples without random errors.
#pragma once
#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/rng.h"
#include "kinds/sensors/list.h"
#include "math/arrays.h"

namespace hadal::inline kinds {

struct TestTruth {
  int64_t tick = 0;
  double time_s = 0;
  Vec3 p_NB_N = Vec3::Zero();
  Quat q_NB = Quat::Identity();
  Vec6 nu_B = Vec6::Zero();
  Vec3 a_NB_N = Vec3::Zero(), alpha_NB_B = Vec3::Zero();
  Vec3 w_IN_N = Vec3::Zero();
  double gravity_m_s2 = 9.80665;
  Vec3 field_N_t = Vec3::UnitX();
  double density_kg_m3 = 1025, temperature_degc = 10;
  double surface_elevation_m = 0, wave_pressure_pa = 0;
  double ray_range_m = std::numeric_limits<double>::infinity();  // every ray meets something there
  std::vector<extension::ThrusterReading> thrusters;
  double electrical_power_w = 0;
  extension::JointReading joint;
  Vec6 transmitted_wrench_B = Vec6::Zero();
  extension::ContactReading contact;
  Vec3 current_N = Vec3::Zero();
  double seabed_depth_m = std::numeric_limits<double>::infinity();
};

class TestContext final : public extension::SensorContext, extension::Sea {
 public:
  static constexpr double kAir_pa = 101325, kSound_m_s = 1500;
  explicit TestContext(const TestTruth& truth, const Pose& X_BS = {})
      : truth_(truth),
        body_{to_array(truth.p_NB_N), to_array(truth.q_NB), to_array(truth.nu_B),
              to_array(truth.a_NB_N), to_array(truth.alpha_NB_B)},
        X_BS_{to_array(X_BS.p), to_array(X_BS.q)} {}

  int64_t tick() const override { return truth_.tick; }
  double time_s() const override { return truth_.time_s; }
  const extension::Motion& body() const override { return body_; }
  const extension::Placement& X_BS() const override { return X_BS_; }
  extension::Vector3 earth_rate_N() const override { return to_array(truth_.w_IN_N); }
  const extension::Sea& sea() const override { return *this; }
  void cast(std::span<const extension::Ray> rays,
            std::span<extension::RayHit> hits) const override {
    for (size_t i = 0; i < rays.size(); ++i)
      if (truth_.ray_range_m <= rays[i].max_range_m) hits[i].range_m = truth_.ray_range_m;
  }
  extension::ThrusterReading thruster(int index) const override {
    return truth_.thrusters.at(static_cast<size_t>(index));
  }
  double electrical_power_w() const override { return truth_.electrical_power_w; }
  extension::JointReading joint(int) const override { return truth_.joint; }
  extension::Wrench transmitted_wrench(int) const override {
    return to_array(truth_.transmitted_wrench_B);
  }
  extension::ContactReading contact(std::span<const int>, std::span<const int>) const override {
    return truth_.contact;
  }

 private:
  double gravity_m_s2() const override { return truth_.gravity_m_s2; }
  extension::Vector3 magnetic_field_N_t() const override { return to_array(truth_.field_N_t); }
  double declination_rad() const override {
    return std::atan2(truth_.field_N_t.y(), truth_.field_N_t.x());
  }
  double atmospheric_pressure_pa() const override { return kAir_pa; }
  double density_kg_m3(double) const override { return truth_.density_kg_m3; }
  double temperature_degc(double) const override { return truth_.temperature_degc; }
  double salinity_psu(double) const override { return 35; }
  double sound_speed_m_s(double) const override { return kSound_m_s; }
  double mean_sound_speed_m_s(double, double) const override { return kSound_m_s; }
  double pressure_pa(double depth_m) const override {
    return kAir_pa + truth_.density_kg_m3 * truth_.gravity_m_s2 * std::max(0.0, depth_m);
  }
  extension::Vector3 current_N(const extension::Vector3&) const override {
    return to_array(truth_.current_N);
  }
  extension::Vector3 water_velocity_N(const extension::Vector3&) const override { return {}; }
  double surface_elevation_m(double, double) const override { return truth_.surface_elevation_m; }
  double wave_pressure_pa(const extension::Vector3&, double) const override {
    return truth_.wave_pressure_pa;
  }
  extension::Vector3 wind_N(double) const override { return {}; }
  double seabed_depth_m(double, double) const override { return truth_.seabed_depth_m; }
  extension::Vector3 geodetic(const extension::Vector3& p_N) const override { return p_N; }

  TestTruth truth_;
  extension::Motion body_;
  extension::Placement X_BS_;
};

// Of the errors, known biases only.
class TestSample final : public extension::SensorSample {
 public:
  TestSample(size_t columns, std::vector<extension::NoiseGroup> noise, size_t memory_size = 0)
      : noise_(std::move(noise)),
        storage_(2 * columns),
        memory_(memory_size) {
    values = std::span(storage_).first(columns);
    truth = std::span(storage_).subspan(columns);
    memory = memory_;
  }
  bool add_noise(std::span<const double> perfect, std::span<double> noisy) override {
    size_t next = 0;
    for (const extension::NoiseGroup& group : noise_)
      for (size_t i = 0; i < group.channels; ++i, ++next)
        noisy[next] = perfect[next] + group.model.bias;
    return next == perfect.size();
  }
  double normal(std::string_view stream, int64_t draw, uint32_t index) override {
    return RandomStream(7, "test", stream).normal(draw, index);
  }
  std::array<double, 2> normal_pair(std::string_view stream, int64_t draw,
                                    uint32_t index) override {
    return RandomStream(7, "test", stream).normal_pair(draw, index);
  }
  double uniform(std::string_view stream, int64_t draw, uint32_t index) override {
    return RandomStream(7, "test", stream).uniform(draw, index);
  }

 private:
  std::vector<extension::NoiseGroup> noise_;
  std::vector<double> storage_, memory_;
};

// A built-in kind by its name, with its defaults.
class TestSensor {
 public:
  explicit TestSensor(const std::string& kind) : kind_(find(kind)), config_(kind_.schema().create()) {
    begin();
  }
  // Of a number in the unit of its key.
  void set(const std::string& key, double value) {
    const FieldSchema& field = *kind_.schema().find(key);
    *static_cast<double*>(field.member(config_.get())) = field.factor * value;
    begin();
  }
  // Returns whether the reading is valid.
  bool measure(const TestTruth& truth, const Pose& X_BS = {}) {
    const bool valid = kind_.measure(config_.get(), TestContext(truth, X_BS), *sample_);
    ++sample_->number;
    return valid;
  }
  double value(size_t column) const { return sample_->values[column]; }
  double truth(size_t column) const { return sample_->truth[column]; }

  static const extension::SensorKind& find(const std::string& name) {
    for (const extension::SensorKind* kind : sensor_list().kinds())
      if (kind->schema().name == name) return *kind;
    throw std::runtime_error("no kind " + name);
  }

 private:
  void begin() {
    const void* config = config_.get();
    const size_t memory = kind_.memory_size ? kind_.memory_size(config) : 0;
    sample_ = std::make_unique<TestSample>(kind_.columns(config).size(),
                                           kind_.noise_groups(config), memory);
    if (kind_.reset) kind_.reset(config, sample_->memory);
  }

  const extension::SensorKind& kind_;
  std::shared_ptr<void> config_;
  std::unique_ptr<TestSample> sample_;
};

}  // namespace hadal::kinds
