#include "simulation/frame_expectations.h"

#include <cmath>
#include <limits>

#include "simulation/simulation.h"

namespace hadal::simulation {
namespace {

using Arguments = std::span<const double>;

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

const Frame& last_frame(const void* context, double sensor) {
  return static_cast<const Simulation*>(context)->frames().frame(static_cast<int>(sensor));
}

// Names of the planes of all instruments one after the other; a name counts where it comes first.
std::vector<std::string> plane_names(const sensors::FrameSuite& frames) {
  std::vector<std::string> names;
  for (int i = 0; i < frames.count(); ++i)
    for (const Plane& plane : frames.frame(i).planes) names.push_back(plane.name);
  return names;
}

const std::string& plane_name(const sensors::FrameSuite& frames, size_t index) {
  int sensor = 0;
  for (; index >= frames.frame(sensor).planes.size(); ++sensor)
    index -= frames.frame(sensor).planes.size();
  return frames.frame(sensor).planes[index].name;
}

double number_at(const Plane& plane, size_t i) {
  switch (plane.type) {
    case PlaneType::kFloat32:
      return plane.floats()[i];
    case PlaneType::kInt32:
      return plane.ints()[i];
    case PlaneType::kUint8:
      return plane.bytes()[i];
  }
  return kUnknown;
}

// nullptr before the first frame and for a plane that the instrument does not have.
const Plane* plane_of(const void* context, Arguments a) {
  const auto& simulation = *static_cast<const Simulation*>(context);
  const Frame& frame = last_frame(context, a[0]);
  if (frame.stamp < 0) return nullptr;
  return frame.find(plane_name(simulation.frames(), static_cast<size_t>(a[1])));
}

double frames_so_far(const void* context, Arguments a) {
  return static_cast<double>(last_frame(context, a[0]).number + 1);
}

double pixel(const void* context, Arguments a) {
  const Plane* plane = plane_of(context, a);
  if (!plane || !(a[2] >= 0) || a[2] != std::floor(a[2]) ||
      a[2] >= static_cast<double>(plane->count()))
    return kUnknown;
  return number_at(*plane, static_cast<size_t>(a[2]));
}

double pixels_between(const void* context, Arguments a) {
  const Plane* plane = plane_of(context, a);
  if (!plane) return kUnknown;
  double count = 0;
  for (size_t i = 0; i < plane->count(); ++i) {
    const double value = number_at(*plane, i);
    if (value >= a[2] && value <= a[3]) ++count;
  }
  return count;
}

double map_error(const void* context, Arguments a) {
  const environment::Seabed& seabed = static_cast<const Simulation*>(context)->sea().seabed();
  const Frame& frame = last_frame(context, a[0]);
  const Plane* points = frame.stamp < 0 ? nullptr : frame.find(kPointsPlane);
  if (!points || !seabed.exists()) return kUnknown;
  double sum = 0, count = 0;
  const auto values = points->floats();
  for (size_t i = 0; i + points->channels <= values.size(); i += points->channels) {
    if (!std::isfinite(values[i])) continue;
    const Vec3 p_N = frame.X_NS.p + frame.X_NS.q * Vec3(values[i], values[i + 1], values[i + 2]);
    const double depth = seabed.depth(p_N.x(), p_N.y(), environment::SeabedLayer::kVisible);
    sum += std::abs(p_N.z() / depth - 1);
    ++count;
  }
  return sum / count;
}

}  // namespace

void add_frame_functions(const World& world, const sensors::FrameSuite& frames,
                         control::ExpressionTable& table) {
  using control::kNumberArgument;
  const int sensor = static_cast<int>(table.lists.size()), plane = sensor + 1;
  control::ExpressionNames paths{"instrument with frames", {}};
  for (const MountedFrameSensor& mounted : world.frame_sensors) paths.names.push_back(mounted.path);
  table.lists.push_back(paths);
  table.lists.push_back({"plane", plane_names(frames)});
  table.functions.push_back({"frames", {sensor}, frames_so_far});
  table.functions.push_back({"pixel", {sensor, plane, kNumberArgument}, pixel});
  table.functions.push_back({"map_error", {sensor}, map_error});
  table.functions.push_back(
      {"pixels", {sensor, plane, kNumberArgument, kNumberArgument}, pixels_between});
}

}  // namespace hadal::simulation
