// What a report needs beside the log's numbers: the scenario attached to the log, and the summary
// the run left beside it. Both may be missing or damaged; a report is made all the same.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hadal::outputs {

struct Place3 {
  std::string name;
  double north_m = 0, east_m = 0, depth_m = 0;
};

// How a pressure sensor turns pressure into depth.
struct PressureReference {
  double density_kg_m3 = 1025, pressure_pa = 101325, gravity_m_s2 = 9.80665;
};

struct ScenarioFacts {
  std::string title, description;
  std::optional<double> origin_lat_deg, origin_lon_deg;
  std::vector<std::string> vehicles;                     // in order; objects are not among them
  std::map<std::string, std::vector<Place3>> waypoints;  // per vehicle, in order
  std::vector<Place3> marks;
  std::vector<std::string> expectations;
  std::map<std::string, PressureReference> pressure;        // by "/VEHICLE/SENSOR"
  std::map<std::string, std::vector<std::string>> imaging;  // per vehicle: sonars, lidars, cameras
  std::string recorded_frames;                              // record.frames: none, images, all
};
ScenarioFacts read_scenario_facts(std::string_view yaml);

struct Expectation {
  std::string that;
  bool held = false;
};

struct VehicleFacts {
  std::string name, mission;
  double energy_wh = 0;
};

struct SummaryFacts {
  std::string failure, state_hash;
  std::optional<int64_t> seed;
  double wall_s = 0, real_time_factor = 0;
  std::vector<Expectation> expectations;
  std::vector<VehicleFacts> vehicles;
};
// Nothing if the text is no summary.
std::optional<SummaryFacts> read_summary_facts(std::string_view json);

}  // namespace hadal::outputs
