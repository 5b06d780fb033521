#include "hadal/shot.h"

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>

#include "outputs/frame_recorder.h"
#include "outputs/shot/camera_shot.h"
#include "outputs/shot/frame_pictures.h"
#include "simulation/load.h"
#include "simulation/run.h"

namespace hadal {
namespace {

using simulation::Simulation;
namespace fs = std::filesystem;

ShotResult refused_shot(const std::string& text) {
  return {2, text};
}

std::string seconds_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g s", value);
  return text;
}

bool gives_photos(const Simulation& s, int sensor) {
  return outputs::is_camera(s.frames().frame(sensor));
}

bool drawable(const Simulation& s, int sensor) {
  return outputs::FramePictures::drawable(s.frames().frame(sensor)) || gives_photos(s, sensor);
}

std::string drawable_names(const Simulation& s) {
  std::string names;
  for (int i = 0; i < s.frames().count(); ++i)
    if (drawable(s, i)) names += "\n  " + s.world().frame_sensors[i].path;
  return names.empty() ? "; the scenario has no instrument that gives pictures"
                       : "; instruments with pictures:" + names;
}

// VEHICLE/SENSOR, or SENSOR alone.
bool is_called(const std::string& path, const std::string& name) {
  return path == name || (path.size() > name.size() && path.ends_with(name) &&
                          path[path.size() - name.size() - 1] == '/');
}

bool measures_without_pictures(const Simulation& s, const std::string& name) {
  for (const Sensor& sensor : s.world().sensors)
    if (is_called(sensor.path, name)) return true;
  return false;
}

// The index of the instrument; a refusal otherwise.
std::optional<int> find_sensor(const Simulation& s, const std::string& name, ShotResult& refused) {
  std::vector<int> found;
  for (int i = 0; i < s.frames().count(); ++i)
    if (drawable(s, i) && (name.empty() || is_called(s.world().frame_sensors[i].path, name)))
      found.push_back(i);
  if (found.size() == 1) return found[0];
  if (found.size() > 1)
    refused = refused_shot((name.empty() ? "expected --sensor VEHICLE/SENSOR"
                                         : "several instruments are called '" + name + "'") +
                           drawable_names(s));
  else if (measures_without_pictures(s, name))
    refused = refused_shot("'" + name + "' gives numbers, no pictures" + drawable_names(s));
  else
    refused = refused_shot("no instrument '" + name + "'" + drawable_names(s));
  return std::nullopt;
}

std::string ending_problem(const std::string& path) {
  const bool numbers = outputs::ending_of(path) == ".npy";
  return path + ": expected a file that ends in " + std::string(outputs::kPictureEndings) +
         (numbers ? "; .npy goes with --raw" : "");
}

// Asked before the run, which may take long.
bool can_write(const std::string& path) {
  const bool there = fs::exists(path);
  const bool opened = std::ofstream(path, std::ios::binary | std::ios::app).is_open();
  std::error_code ignored;
  if (opened && !there) fs::remove(path, ignored);
  return opened;
}

// How far a shot is, ten times a second.
class ShotProgress {
 public:
  ShotProgress(const RunOptions& options, double end_s) : tell_(options.progress), end_s_(end_s) {}
  void at(double time_s) {
    if (!tell_ || seconds_since(shown_) < 0.1) return;
    shown_ = Wall::now();
    const double wall_s = seconds_since(start_);
    tell_({time_s, end_s_, wall_s, time_s / wall_s});
  }

 private:
  using Wall = std::chrono::steady_clock;
  static double seconds_since(Wall::time_point then) {
    return std::chrono::duration<double>(Wall::now() - then).count();
  }
  const std::function<void(const RunProgress&)>& tell_;
  double end_s_;
  Wall::time_point start_ = Wall::now(), shown_ = start_;
};

// Steps until a frame taken at `from` or later has arrived. Only frames that the picture needs are
// computed: that one, or all of this instrument where they are drawn together.
ShotResult run_until(simulation::Run& run, int sensor, Tick from, const RunOptions& options,
                     outputs::FramePictures& pictures) {
  const Simulation& s = run.simulation();
  const StepClock& clock = s.world().clock;
  const bool photo = gives_photos(s, sensor);
  const bool one_frame = photo || outputs::FramePictures::shows_one(s.frames().frame(sensor));
  run.compute_frames([=](int index, Tick tick) {
    return index == sensor && (!one_frame || tick >= from);
  });
  ShotProgress progress(options, clock.time_s(from + s.frames().delay_ticks(sensor)));
  while (!s.finished()) {
    const simulation::StepReport report = run.step();
    if (!report.ok) return {1, report.message};
    progress.at(clock.time_s(s.state().tick));
    if (!s.state().frame_fresh[sensor]) continue;
    const Frame& frame = s.frames().frame(sensor);
    if (!photo && (!one_frame || frame.stamp >= from))
      pictures.add(frame, clock.time_s(frame.stamp));
    if (frame.stamp >= from) return {};
  }
  return refused_shot("no frame of '" + s.world().frame_sensors[sensor].path + "' at or after " +
                      seconds_text(clock.time_s(from)) + " has arrived when the run ends at " +
                      seconds_text(clock.time_s(s.state().tick)));
}

// Whether the instrument can give what is asked for; a refusal otherwise.
ShotResult check_request(const Simulation& s, int sensor, const ShotOptions& shot) {
  const std::string name = "'" + s.world().frame_sensors[sensor].path + "': ";
  if (!gives_photos(s, sensor)) {
    const bool only_cameras = !shot.label.empty() || shot.boxes || shot.raw;
    return only_cameras ? refused_shot(name + "labels, boxes and raw numbers are those of cameras")
                        : ShotResult{};
  }
  if (shot.view != "auto") return refused_shot(name + "a camera has one view; leave it out");
  if (shot.size != ShotOptions{}.size)
    return refused_shot(name + "a camera keeps its pixels; leave --size out, or set width_px");
  const Problems problems = outputs::shot_problems(s.frames().frame(sensor),
                                                   {shot.label, shot.boxes}, shot.raw, shot.path);
  return problems.empty() ? ShotResult{} : refused_shot(name + problems.list()[0].message);
}

std::string size_text(int width, int height) {
  return std::to_string(width) + " x " + std::to_string(height) + " pixels";
}

// Writes the frame of a camera as raw numbers; the size as text.
Result<std::string> save_raw(const Frame& frame, const ShotOptions& shot) {
  const Result<std::vector<uint8_t>> file = outputs::raw_file(frame, shot.label, shot.path);
  if (!file) return file.problems();
  if (outputs::save_bytes(shot.path, file.value()))
    return std::to_string(file.value().size()) + " bytes";
  Problems problems;
  problems.add({}, shot.path, "cannot write here");
  return problems;
}

Result<std::string> save_picture(const Result<outputs::Picture>& picture, const ShotOptions& shot) {
  if (!picture) return picture.problems();
  if (picture.value().save(shot.path, shot.jpeg_quality))
    return size_text(picture.value().width(), picture.value().height());
  Problems problems;
  problems.add({}, shot.path, "cannot write here");
  return problems;
}

Result<std::string> save(const Simulation& s, int sensor, const outputs::FramePictures& pictures,
                         outputs::SonarView view, const ShotOptions& shot) {
  const Frame& frame = s.frames().frame(sensor);
  if (shot.raw) return save_raw(frame, shot);
  if (gives_photos(s, sensor))
    return save_picture(outputs::camera_picture(frame, {shot.label, shot.boxes}, s.world()), shot);
  return save_picture(pictures.picture("/" + s.world().frame_sensors[sensor].path, view, shot.size),
                      shot);
}

}  // namespace

ShotResult take_shot(const std::string& path, const ShotOptions& shot, const RunOptions& options) {
  const std::optional<outputs::SonarView> view = outputs::sonar_view_named(shot.view);
  if (!view)
    return refused_shot("no view '" + shot.view + "'; expected auto, fan, beams or waterfall");
  if (!shot.raw && !outputs::is_picture_path(shot.path))
    return refused_shot(ending_problem(shot.path));
  Result<LoadedScenario> loaded = simulation::load_for_run(path, options);
  if (!loaded) return refused_shot(loaded.problems().text());
  simulation::SimulationOptions settings = simulation::simulation_options(options);
  settings.compute_frames = false;
  const Result<std::unique_ptr<simulation::Run>> created =
      simulation::Run::create(loaded.value(), settings);
  if (!created) return refused_shot(created.problems().text());
  simulation::Run& run = *created.value();
  const Simulation& s = run.simulation();
  ShotResult result;
  const std::optional<int> sensor = find_sensor(s, shot.sensor, result);
  if (!sensor) return result;
  const StepClock& clock = s.world().clock;
  const Tick from = clock.tick_at(shot.at_s);
  if (from > s.world().last_tick)
    return refused_shot("--at " + seconds_text(shot.at_s) + " is after the end of the run at " +
                        seconds_text(clock.time_s(s.world().last_tick)) +
                        "; --duration makes it longer");
  result = check_request(s, *sensor, shot);
  if (result.exit_code != 0) return result;
  if (!can_write(shot.path)) return refused_shot(shot.path + ": cannot write here");

  outputs::FramePictures pictures;
  result = run_until(run, *sensor, from, options, pictures);
  if (result.exit_code != 0) return result;
  const Result<std::string> size = save(s, *sensor, pictures, *view, shot);
  if (!size) return refused_shot(size.problems().text());
  result.text = shot.path + ": " + s.world().frame_sensors[*sensor].path + " at " +
                seconds_text(clock.time_s(s.frames().frame(*sensor).stamp)) + ", " + size.value() +
                "\n";
  return result;
}

}  // namespace hadal
