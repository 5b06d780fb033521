#include "shot_command.h"

#include "hadal/catalog.h"
#include "hadal/shot.h"
#include "progress.h"
#include "scenario_arguments.h"

namespace hadal::cli {
namespace {

int shot(Arguments& arguments) {
  arguments.only_one_of({"--sensor", "--camera"});
  ShotOptions options;
  options.sensor = arguments.text("--sensor").value_or("");
  if (const auto camera = arguments.text("--camera")) options.sensor = *camera;
  options.at_s = arguments.number("--at", 0, 0, 1e8);
  options.path = arguments.text("-o").value_or("shot.png");
  options.label = arguments.text("--label").value_or("");
  options.boxes = arguments.has("--boxes");
  options.raw = arguments.has("--raw");
  options.jpeg_quality = arguments.integer("--jpeg-quality", options.jpeg_quality, 1, 100);
  options.view = arguments.text("--view").value_or(options.view);
  options.size = arguments.integer("--size", options.size, 64, 8192);
  RunOptions run = run_options(arguments);
  run.threads = arguments.integer("--threads", 0, 1, 256);
  if (!arguments.valid()) return refuse(arguments);
  ProgressDisplay display;
  run.progress = [&](const RunProgress& progress) { display.show(progress); };
  const ShotResult result = take_shot(scenario_path(arguments.words()[0]), options, run);
  display.clear();
  return answer(result.text, result.exit_code);
}

}  // namespace

CommandEntry shot_command() {
  return {
      {"shot", "SCENARIO", "Runs a scenario until an instrument has its picture, and writes it.",
       "hadal shot pier_and_torus --sensor rov/fls --at 2 -o pier.png",
       scenario_options(
           {{"--sensor", "NAME", "VEHICLE/SENSOR, or SENSOR; not needed where there is but one."},
            {"--camera", "NAME", "The same, for those who think of cameras."},
            {"--label", "NAME", "Of a camera: depth, instance, flow, ... instead of the image."},
            {"--boxes", "", "Of a camera: boxes around every instance."},
            {"--raw", "", "Of a camera: the numbers; .npy, or .png of 16 bits (depth in mm)."},
            {"--at", "SECONDS", "The first picture taken then or later; 0 by default."},
            {"--view", "VIEW", "Of a sonar image: auto, fan, beams or waterfall."},
            {"--size", "PIXELS",
             "Of sonars and points: longer side of the data, 720 by default. Cameras keep theirs."},
            {"--threads", "N", "Worker threads, all cores by default; the picture does not depend on it."},
            {"--jpeg-quality", "N", "Of .jpg files, 1 to 100; 90 by default."},
            {"-o", "FILE",
             "Output file, .png, .jpg or .jpeg, with --raw .npy or .png; shot.png by default."}}),
       1, 1},
      shot};
}

}  // namespace hadal::cli
