// A scenario: everything a run needs, in one file (and the model files it names).
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "scenario/environment_config.h"
#include "scenario/material_config.h"
#include "scenario/object_config.h"
#include "scenario/reader.h"
#include "scenario/scenery_config.h"
#include "scenario/sensor_config.h"
#include "scenario/vehicle_config.h"

namespace hadal::inline scenario {

struct OriginConfig {
  double lat_deg = 0;
  double lon_deg = 0;
  static const StructSchema& schema();
};

struct ClockConfig {
  std::string start;  // empty: noon
  static const StructSchema& schema();
};

struct PoseConfig {
  double north_m = 0;
  double east_m = 0;
  double depth_m = 0;
  double heading_deg = 0;
  double pitch_deg = 0;
  double roll_deg = 0;
  static const StructSchema& schema();
};

struct VehicleConfig {
  std::string name;
  std::string model;
  PoseConfig pose;
  std::vector<double> velocity = {0, 0, 0, 0, 0, 0};
  bool kinematic = false;
  bool fixed = false;
  std::string navigation = "truth";
  std::vector<ManipulatorConfig> manipulators;
  std::vector<AnyConfig> sensors;
  std::vector<AnyConfig> lamps;
  AnyConfig controller;
  static const StructSchema& schema();
};

struct MarkConfig {
  std::string name;
  double north_m = 0;
  double east_m = 0;
  double depth_m = 0;
  static const StructSchema& schema();
};

struct RecordConfig {
  double rate_hz = 20;
  bool wrench_terms = true;
  bool hashes = true;
  bool scene = true;
  std::string frames = "images";
  std::string images = "jpeg";
  std::string sonar = "int16";
  int64_t jpeg_quality = 90;
  static const StructSchema& schema();
};

struct ExpectConfig {
  std::string that;
  std::optional<double> after_s;
  std::optional<double> until_s;
  std::string when = "end";
  static const StructSchema& schema();
};

struct Scenario {
  // Compiled once, in scenario.cpp: its members are many.
  Scenario();
  ~Scenario();
  Scenario(const Scenario&);
  Scenario(Scenario&&) noexcept;
  Scenario& operator=(const Scenario&);
  Scenario& operator=(Scenario&&) noexcept;

  int64_t format = 1;
  std::string title;
  std::string description;
  int64_t seed = 1;
  double step_s = 0.005;
  double duration_s = 60;
  std::string integrator = "leapfrog";
  bool implicit_damping = true;
  std::string numerics = "portable";
  bool stop_when_done = false;
  OriginConfig origin;
  ClockConfig clock;
  EnvironmentConfig environment;
  std::vector<Material> materials;
  std::vector<FrictionConfig> friction;
  std::vector<ManipulatorModelConfig> manipulator_models;
  std::vector<VehicleModelConfig> vehicle_models;
  std::vector<VehicleConfig> vehicles;
  std::vector<ObjectModelConfig> object_models;
  std::vector<ObjectConfig> objects;
  std::vector<AnyConfig> scenery;
  std::vector<MarkConfig> marks;
  std::vector<AnyConfig> couplings;
  std::vector<AnyConfig> mission;
  std::vector<AnyConfig> events;
  RecordConfig record;
  std::vector<ExpectConfig> expect;
  static const StructSchema& schema();

  const VehicleModelConfig* find_model(const std::string& name) const;
  const ObjectModelConfig* find_object_model(const std::string& name) const;
  const ManipulatorModelConfig* find_manipulator_model(const std::string& name) const;
};

// A scenario together with the places of its keys, for later problems.
struct LoadedScenario {
  Scenario scenario;
  SourceMap locations;
  std::string file;
};

struct LoadOptions {
  std::vector<std::string> settings;  // "a.b=c", applied in order
  std::vector<std::string>
      model_folders;  // searched after the scenario's own folder for models/...
};

// Reads a scenario file: presets, models of vehicles, objects and manipulators and the built-in materials it uses are
// taken in, CSV files are read into tables, so that the result is self-contained but for meshes:
// these are named by their full path, with a checksum. Every problem of all files is collected.
Result<LoadedScenario> load_scenario(const std::string& path, const LoadOptions& options);
Result<LoadedScenario> load_scenario_text(std::string_view text, const std::string& file,
                                          const LoadOptions& options);

// The scenario as YAML with every default written out; loads again to the same thing.
std::string save_scenario(const Scenario& scenario);

// Names of the .yaml files in FOLDER/models/KIND for every model folder, sorted.
std::vector<std::string> list_models(const std::string& kind,
                                     const std::vector<std::string>& model_folders);

// The tag of a preset of models/KIND (e.g. sensors), such as dvl; empty when there is none.
std::string preset_kind(const std::string& kind, const std::string& name,
                        const std::vector<std::string>& model_folders);

}  // namespace hadal::scenario
