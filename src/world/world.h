// World: everything of a run that does not change, made from a scenario. State (state.h) is all
// that changes. Lists are flat over all vehicles; a vehicle owns a range of each. Indices are plain
// ints, -1 for none.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/ticks.h"
#include "hadal/extension/controller.h"
#include "hadal/extension/force.h"
#include "kinds/currents/current.h"
#include "kinds/events/event.h"
#include "kinds/frames/frame_kind.h"
#include "kinds/steps/mission_step.h"
#include "scenario/acoustic_config.h"
#include "scenario/scenario.h"
#include "world/actuators.h"
#include "world/appearance.h"
#include "world/arm.h"
#include "world/environment.h"
#include "world/hydrodynamics.h"
#include "world/light.h"
#include "world/material.h"
#include "world/moving_parts.h"
#include "world/network.h"
#include "world/seabed.h"
#include "world/shape.h"

namespace hadal::inline world {

using extension::ControlMode;
using extension::kControlModes;

// A contiguous part of a flat list.
struct IndexRange {
  int begin = 0;
  int count = 0;
  int end() const { return begin + count; }
  bool contains(int index) const { return index >= begin && index < end(); }
};

enum class LinkJoint { kFree, kFixed, kHinge, kSlide };

// Where the Coriolis terms of the added mass come from.
enum class AddedMassCoriolis {
  kExact,    // inside the multibody algorithm, any tree, any current
  kReduced,  // C_A(nu_r) nu_r with entries left out, as some published models do
  kNone,     // given as manoeuvring derivatives
};

struct Link {
  std::string name;
  std::string path;  // vehicle/link
  std::string key;   // where it stands in the scenario
  int vehicle = 0;
  int parent = -1;  // index into World::links
  LinkJoint joint = LinkJoint::kFree;
  Pose pose_PL;  // in the parent; in the world for a free link
  Vec3 axis_L = Vec3::UnitZ();
  std::optional<std::array<double, 2>> joint_range;
  double joint_damping = 0;
  double joint_armature = 0;
  double joint_effort_limit = 0;
  double joint_start = 0;
  int position_address =
      -1;  // of its joint in State::position and velocity; set with the multibody
  int velocity_address = -1;
  int actuator = -1;  // that drives its joint, into World::actuators
  int arm = -1;       // it is part of, into World::arms

  double mass_kg = 0;
  Vec3 p_LG_L = Vec3::Zero();
  Mat3 inertia_G = Mat3::Zero();
  Mat6 added_mass_L = Mat6::Zero();
  AddedMassCoriolis coriolis = AddedMassCoriolis::kExact;
  MunkTerms munk_terms = MunkTerms::all;
  bool current_by_heading = false;  // dynamics/heading_current.h
  Buoyancy buoyancy;
  BuoyantSphere sphere;  // used when its radius is above zero
  std::optional<SurfaceRestoring> restoring;
  bool has_damping = false;
  DampingCoefficients damping;
  std::vector<DerivativeTerm> derivatives;
  std::optional<BodyLift> lift;
  std::optional<CrossFlow> crossflow;

  std::vector<CollisionShape> collisions;
  std::vector<VisualShape> visuals;
  // With it buoyancy and drag act face by face; `buoyancy` then holds the volume and its centre for
  // those who want to know, and `damping` comes on top.
  std::optional<WettedSurface> wetted;
};

// A sensor that gives readings.
struct Sensor {
  std::string name;
  std::string path;  // vehicle/sensor
  std::string key;   // where it stands in the scenario
  int vehicle = 0;
  int link = 0;
  Pose X_BS;            // of its frame S on the link
  double rate_hz = 10;  // of readings, at most
  AnyConfig config;     // prepared for this world
  const extension::SensorKind* kind = nullptr;  // of config; none of a device
  std::optional<DeviceModel> device;            // of the network: it reports what it hears
  double noise_factor = 1;                      // times the random errors of the kind
  size_t value_offset = 0;  // of its values in State::sensor_values; set with the sensors' columns
};

// A force of `forces` on a link (kinds/forces/list.h).
struct LinkForce {
  std::string key;  // where it stands in the scenario
  int link = 0;
  AnyConfig config;  // of its own, prepared
  const extension::ForceKind* kind = nullptr;
  size_t state_begin = 0;  // in State::force_state
  size_t state_size = 0;
};

// An instrument that gives frames (world/frame.h): sonars, lidars, cameras.
struct MountedFrameSensor {
  std::string name;
  std::string path;  // vehicle/sensor
  std::string key;   // where it stands in the scenario
  int vehicle = 0;
  int link = 0;
  Pose X_LS;
  double rate_hz = 10;
  double latency_s = 0;  // from the last echo to the arrival of the frame
  AnyConfig config;  // of its own
  const FrameSensorKind* kind = nullptr;
};

// kind: null for a vehicle without a controller. config: its struct, with the actuators that it names.
struct Controller {
  const extension::ControllerKind* kind = nullptr;
  AnyConfig config;
  double rate_hz = 50;

  bool offers(ControlMode mode) const { return kind && kind->offers(mode); }
};

// An object laid on the seabed: its depth is that of the ground, see world/seabed_placement.h.
struct SeabedRest {
  bool tilt_to_slope = true;
  double buried_m = 0;
};

// A named place where instruments and manipulators are mounted.
struct MountPoint {
  std::string name;
  std::string key;   // where it stands in the scenario
  std::string link;  // the first if empty
  Pose X_LM;
};

// A vehicle, or an object: a thing with links that nobody commands.
struct Vehicle {
  std::string name;
  std::string model;
  std::string key;        // where it stands in the scenario, e.g. vehicles[0] or objects[2]
  std::string model_key;  // where its links do, e.g. vehicle_models[0]
  std::string kind;       // "object" for objects
  bool is_object = false;
  bool fixed = false;  // welded to the world
  std::optional<SeabedRest> on_seabed;
  double extent = 0;                                       // wear of an object, 0..1
  std::vector<std::pair<std::string, double>> properties;  // of an object, by the user's names
  Vec3 size_m = Vec3::Zero();
  bool kinematic = false;
  Vec6 start_velocity_B = Vec6::Zero();
  double hotel_power_w = 0;
  int battery_sensor = -1;     // the first, which feeds its actuators; -1: none
  int navigation_sensor = -1;  // of a sensor the controller listens to; -1: the truth
  IndexRange links, sensors;
  std::vector<MountPoint> mounts;
  IndexRange actuators;
  IndexRange thrusters, fins, joints;  // parts of its actuators: what gives thrust, fins, joints
  int track = -1;  // of its mission, into World::tracks
  Controller controller;
};

// A step of a mission (kinds/steps/list.h).
struct MissionStep {
  AnyConfig config;  // of its own, prepared
  const MissionStepKind* kind = nullptr;
  int track = 0;

  std::string text() const { return kind->text(config.data()); }
};

// One mission that goes on by itself, beside those of other tracks. Every vehicle has one.
struct Track {
  std::string name;  // of its vehicle
  int vehicle = 0;
  IndexRange steps;  // of World::mission
};

// An event (kinds/events/list.h) as the inputs it stands for.
struct Event {
  AnyConfig config;  // for those who tell of it
  const EventKind* kind = nullptr;
  Tick tick = 0;
  std::vector<AddressedInput> inputs;
  Tick end_tick = 0;  // of what ends again; 0: nothing does
  std::vector<AddressedInput> end_inputs;
};

struct Expectation {
  std::string text;
  SourceLocation location;
  Tick from = 0;
  Tick to = 0;
  enum class When { kEnd, kAlways, kOnce } when = When::kEnd;
};

struct Mark {
  std::string name;
  Vec3 p_N = Vec3::Zero();
};

// What lives, lies and drifts in the sea and is seen, but has no part in the dynamics.
struct Scenery {
  AnyConfig config;            // one of scenery_kinds()
  std::string key;             // where it stands in the scenario
  std::vector<int> materials;  // of its copies: one for all, or one per form
};

// The uniform current that every world has, at rest until somebody sets it.
constexpr const char* kLiveCurrent = "live";

struct World {
  // Compiled once, in world.cpp: its members are many.
  World();
  ~World();
  World(const World&);
  World(World&&) noexcept;
  World& operator=(const World&);
  World& operator=(World&&) noexcept;

  std::string title, description, scenario;  // for people; scenario: the name of its file
  uint64_t seed = 1;
  StepClock clock;
  Tick last_tick = 0;
  int64_t start_unix_ns = 0;
  double origin_lat_deg = 0;
  double origin_lon_deg = 0;
  bool rkmk4 = false;
  bool implicit_damping = true;
  bool stop_when_done = false;
  RecordConfig record;

  bool earth_rotation = false;
  MagneticModel magnetic_model = MagneticModel::kWorldMagneticModel;
  MaterialTable materials;  // the first is "default"
  WaterParameters water;
  std::vector<CurrentSource> currents;
  AnyConfig waves;  // one of wave_kinds(); empty: a calm sea
  WindConfig wind;
  SeabedParameters seabed;
  std::vector<MudLayer> mud;
  std::optional<SiltConfig> silt;  // none: nothing is stirred up
  AcousticConfig sound;
  SkyModel sky;
  WaterOpticsModel optics;

  std::vector<Vehicle> vehicles;
  std::vector<Link> links;
  std::vector<Actuator> actuators;
  std::vector<Arm> arms;  // grouped by vehicle
  std::vector<MovingPart> moving_parts;  // world/moving_parts.h
  std::vector<Rotor> rotors;             // thrusters with parts that turn, in their order
  std::vector<LinkForce> forces;  // link by link
  std::vector<Sensor> sensors;
  std::vector<MountedFrameSensor> frame_sensors;
  NetworkParameters network;
  std::vector<Lamp> lamps;
  std::vector<SurfaceAppearance> appearances;  // of shapes with a picture or growth of their own
  std::vector<Scenery> scenery;
  std::vector<int> joints;           // links with a hinge or slide, in order
  std::vector<Track> tracks;         // one per vehicle, in their order
  std::vector<MissionStep> mission;  // grouped by track
  std::vector<Event> events;  // in the order of time
  std::vector<Expectation> expectations;
  std::vector<Mark> marks;
  std::vector<std::string> property_names;  // of all objects, each once, sorted
  std::vector<Problem> notes;  // what was repaired or simplified at load, for the user to know

  int find_vehicle(const std::string& name) const;
};

// Builds the world of a scenario; every unknown reference and impossible model is a problem with
// its place in the file.
Result<World> build_world(const LoadedScenario& loaded);

}  // namespace hadal::world
