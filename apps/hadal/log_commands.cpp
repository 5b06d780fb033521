#include "log_commands.h"

#include <algorithm>
#include <cstdio>

#include "hadal/run.h"
#include "scenario_arguments.h"
#include "serve.h"

namespace hadal::cli {
namespace {

int info(Arguments& arguments) {
  return answer(log_info(arguments.words()[0], arguments.has("--json")));
}

int export_pictures(Arguments& arguments) {
  PngOptions options{arguments.text("--topic").value_or(""),
                     arguments.text("-o").value_or("picture.png"),
                     arguments.text("--view").value_or("auto"),
                     {},
                     720};
  options.size = arguments.integer("--size", options.size, 64, 8192);
  if (arguments.has("--at")) options.at_s = arguments.number("--at", 0, 0, 1e9);
  if (!arguments.valid()) return refuse(arguments);
  return answer(export_png(arguments.words()[0], options));
}

// A form is given once, with options that it uses.
void check_form(Arguments& arguments) {
  const std::vector<std::string> forms{"--csv", "--png", "--coco", "--kitti"};
  arguments.only_one_of(forms);
  for (const std::string& form : forms)
    if (arguments.has(form) && form != "--png")
      arguments.none_of({"--view", "--at", "--size"}, form);
  for (const std::string form : {"--coco", "--kitti"})
    if (arguments.has(form)) arguments.none_of({"-o"}, form + " FOLDER");
  if (std::none_of(forms.begin(), forms.end(),
                   [&](const auto& form) { return arguments.has(form); }))
    arguments.none_of({"--view", "--at", "--size"}, "--csv, the default");
}

int run_export(Arguments& arguments) {
  check_form(arguments);
  if (!arguments.valid()) return refuse(arguments);
  const auto topic = arguments.text("--topic");
  if (const auto folder = arguments.text("--coco"))
    return answer(export_coco(arguments.words()[0], {topic.value_or(""), *folder}));
  if (const auto folder = arguments.text("--kitti"))
    return answer(export_kitti(arguments.words()[0], {topic.value_or(""), *folder}));
  if (arguments.has("--png")) return export_pictures(arguments);
  if (!topic) {
    std::fputs("hadal export: expected --topic TOPIC (hadal info LOG lists them)\n", stderr);
    return 2;
  }
  return answer(export_csv(arguments.words()[0], *topic, arguments.text("-o").value_or("")));
}

int video(Arguments& arguments) {
  VideoOptions options;
  options.topic = arguments.text("--topic").value_or("");
  options.path = arguments.text("-o").value_or("run.mp4");
  options.fps = arguments.number("--fps", 0, 0.1, 1000);
  options.time = arguments.has("--time");
  if (!arguments.valid()) return refuse(arguments);
  return answer(export_video(arguments.words()[0], options));
}

int report(Arguments& arguments) {
  const std::string path = arguments.text("-o").value_or("report.html");
  const LogResult result = write_report(arguments.words()[0], viewer_page(), path);
  if (result.exit_code != 0) return answer(result);
  std::printf("%s\n", path.c_str());
  return 0;
}

int view(Arguments& arguments) {
  const LogResult known = log_info(arguments.words()[0], false);
  return known.exit_code == 0 ? serve_log(arguments.words()[0], arguments) : answer(known);
}

int replay(Arguments& arguments) {
  const int threads = arguments.integer("--threads", 1, 1, 256);
  if (!arguments.valid()) return refuse(arguments);
  const ReplayResult result = replay_log(arguments.words()[0], threads);
  std::fprintf(result.exit_code == 0 ? stdout : stderr, "%s\n", result.message.c_str());
  return result.exit_code;
}

}  // namespace

int answer(const LogResult& result) {
  return answer(result.text, result.exit_code);
}

CommandEntry info_command() {
  return {{"info",
           "LOG",
           "Topics, types, counts and duration of a log.",
           "hadal info out/demo/log.mcap",
           {{"--json", "", "As JSON."}},
           1,
           1},
          info};
}

CommandEntry export_command() {
  return {{"export",
           "LOG",
           "Writes one topic as CSV or pictures, or the pictures of cameras as a data set.",
           "hadal export out/demo/log.mcap --topic /rov/ground_truth --csv -o track.csv",
           {{"--topic", "TOPIC", "The topic; of a camera /VEHICLE/CAMERA suffices."},
            {"--csv", "", "As CSV (the default)."},
            {"--png", "", "As a picture: sonar images, points, cameras and their labels."},
            {"--view", "VIEW", "With --png of sonars: auto, fan, beams or waterfall."},
            {"--at", "SECONDS", "With --png: the picture at this time; the last by default."},
            {"--size", "PIXELS",
             "With --png of sonars and points: longer side of the data, 720 by default."},
            {"--coco", "FOLDER", "A data set in the format of COCO: boxes and masks."},
            {"--kitti", "FOLDER", "A data set in the format of KITTI: boxes in space."},
            {"-o", "FILE",
             "Output file; standard output by default. With --png a .png, .jpg or .jpeg file; of a "
             "camera a folder, too, for every picture."}},
           1,
           1},
          run_export};
}

CommandEntry video_command() {
  return {{"video",
           "LOG",
           "Makes a film of the pictures of a camera; needs ffmpeg.",
           "hadal video out/slope/log.mcap --topic /rov/cam -o run.mp4",
           {{"--topic", "TOPIC",
             "/VEHICLE/CAMERA, or one of its labels; not needed where there is but one camera."},
            {"--fps", "N", "Pictures per second; as they were taken by default."},
            {"--time", "", "Writes the time into the corner."},
            {"-o", "FILE", "Output file; run.mp4 by default."}},
           1,
           1},
          video};
}

CommandEntry report_command() {
  return {{"report",
           "LOG",
           "Writes the log into a web page: plots, verdicts, pictures, 3D, time line; one file.",
           "hadal report out/demo/log.mcap -o report.html",
           {{"-o", "FILE", "Output file; report.html by default."}},
           1,
           1},
          report};
}

CommandEntry view_command() {
  return {{"view", "LOG", "Shows a log in a web page: 3D, instruments, time line.",
           "hadal view out/demo/log.mcap", serve_options(), 1, 1},
          view};
}

CommandEntry replay_command() {
  return {{"replay",
           "LOG",
           "Runs the log's scenario again and compares the state hash at every tick.",
           "hadal replay out/demo/log.mcap --verify --threads 4",
           {{"--verify", "", "Compares (the default)."}, {"--threads", "N", "Worker threads."},
            extensions_option()},
           1,
           1},
          replay};
}

}  // namespace hadal::cli
