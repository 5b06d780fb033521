#include "log_commands.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "hadal/run.h"
#include "scenario_arguments.h"
#include "serve.h"

namespace hadal::cli {
namespace {

// Writing onto the log that is read would destroy it; by any name of it.
bool is_the_log(const std::string& path, const Arguments& arguments) {
  std::vector<std::string> read = arguments.words();
  if (const auto data = arguments.text("--data")) read.push_back(*data);
  const bool is_read = std::any_of(read.begin(), read.end(), [&](const std::string& file) {
    std::error_code error;
    return std::filesystem::equivalent(path, file, error);
  });
  if (path.empty() || !is_read) return false;
  std::fprintf(stderr, "%s: is the log itself; give another file (-o)\n", path.c_str());
  return true;
}

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

int export_arrays(Arguments& arguments, const std::string& topic) {
  const bool png = arguments.has("--png16");
  NumbersOptions options{topic, arguments.text("-o").value_or(png ? "array.png" : "array.npy"),
                         png};
  if (arguments.has("--at")) options.at_s = arguments.number("--at", 0, 0, 1e9);
  if (!arguments.valid()) return refuse(arguments);
  return answer(export_numbers(arguments.words()[0], options));
}

int export_trajectory(Arguments& arguments) {
  const std::string format = *arguments.text("--format");
  const auto path = arguments.text("-o");
  if (!path) {
    std::fputs("hadal export: expected -o FILE (tum) or -o FOLDER (kitti, euroc)\n", stderr);
    return 2;
  }
  return answer(export_track(arguments.words()[0],
                             {arguments.text("--topic").value_or(""), format, *path,
                              arguments.text("--frame").value_or("")}));
}

// A form is given once, with options that it uses.
void check_form(Arguments& arguments) {
  const std::vector<std::string> forms{"--csv",  "--png",  "--npy",    "--png16",
                                       "--coco", "--kitti", "--format", "--all"};
  arguments.only_one_of(forms);
  const auto given = std::find_if(forms.begin(), forms.end(),
                                  [&](const auto& form) { return arguments.has(form); });
  const std::string form = given == forms.end() ? "--csv, the default" : *given;
  if (form != "--png") arguments.none_of({"--view", "--size"}, form);
  if (form != "--png" && form != "--npy" && form != "--png16") arguments.none_of({"--at"}, form);
  if (form != "--format") arguments.none_of({"--frame"}, form);
  if (form == "--coco" || form == "--kitti") arguments.none_of({"-o"}, form + " FOLDER");
  if (form == "--all") arguments.none_of({"-o", "--topic"}, form + " FOLDER");
}

int run_export(Arguments& arguments) {
  check_form(arguments);
  if (!arguments.valid()) return refuse(arguments);
  if (is_the_log(arguments.text("-o").value_or(""), arguments)) return 2;
  const std::string& log = arguments.words()[0];
  const auto topic = arguments.text("--topic");
  if (const auto folder = arguments.text("--coco"))
    return answer(export_coco(log, {topic.value_or(""), *folder}));
  if (const auto folder = arguments.text("--kitti"))
    return answer(export_kitti(log, {topic.value_or(""), *folder}));
  if (const auto folder = arguments.text("--all")) return answer(export_all(log, *folder));
  if (arguments.has("--format")) return export_trajectory(arguments);
  if (arguments.has("--png")) return export_pictures(arguments);
  if (!topic) {
    std::fputs("hadal export: expected --topic TOPIC (hadal info LOG lists them)\n", stderr);
    return 2;
  }
  if (arguments.has("--npy") || arguments.has("--png16")) return export_arrays(arguments, *topic);
  return answer(export_csv(log, *topic, arguments.text("-o").value_or("")));
}

int video(Arguments& arguments) {
  VideoOptions options;
  options.topic = arguments.text("--topic").value_or("");
  options.path = arguments.text("-o").value_or("run.mp4");
  options.fps = arguments.number("--fps", 0, 0.1, 1000);
  options.time = arguments.has("--time");
  if (!arguments.valid()) return refuse(arguments);
  if (is_the_log(options.path, arguments)) return 2;
  return answer(export_video(arguments.words()[0], options));
}

// What `report` and `compare` put side by side.
ComparisonOptions comparison_options(Arguments& arguments) {
  ComparisonOptions options{arguments.words(), arguments.text("--data").value_or(""), 0,
                            arguments.text("--vehicle").value_or("")};
  options.offset_s = arguments.number("--offset", 0, -1e9, 1e9);
  if (options.data.empty()) arguments.none_of({"--offset"}, "logs alone; it moves --data");
  return options;
}

int compare(Arguments& arguments) {
  const ComparisonOptions options = comparison_options(arguments);
  if (!arguments.valid()) return refuse(arguments);
  return answer(compare_runs(options, arguments.has("--json")));
}

int report(Arguments& arguments) {
  const std::string path = arguments.text("-o").value_or("report.html");
  const ComparisonOptions options = comparison_options(arguments);
  const bool compares = options.logs.size() > 1 || !options.data.empty();
  if (!compares) arguments.none_of({"--vehicle"}, "one log, whose report has every vehicle");
  if (!arguments.valid()) return refuse(arguments);
  if (is_the_log(path, arguments)) return 2;
  const LogResult result = compares
                               ? write_comparison(options, viewer_page(), path)
                               : write_report(arguments.words()[0], viewer_page(), path);
  if (result.exit_code != 0) return answer(result);
  std::fputs(result.text.c_str(), stderr);
  std::printf("%s\n", path.c_str());
  return 0;
}

int repair(Arguments& arguments) {
  return answer(repair_log(arguments.words()[0], arguments.text("-o").value_or(""),
                           arguments.has("--overwrite")));
}

int view(Arguments& arguments) {
  arguments.only_one_of({"--token", "--no-token"});
  if (!arguments.valid()) return refuse(arguments);
  const LogResult known = log_info(arguments.words()[0], false);
  return known.exit_code == 0 ? serve_log(arguments.words()[0], arguments) : answer(known);
}

int replay(Arguments& arguments) {
  const int threads = arguments.integer("--threads", 0, 1, 256);
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
           "Writes topics as CSV, pictures or arrays, trajectories, or a data set.",
           "hadal export out/demo/log.mcap --topic /rov/ground_truth --csv -o track.csv",
           {{"--topic", "TOPIC", "The topic; of a camera /VEHICLE/CAMERA suffices."},
            {"--csv", "", "As CSV (the default)."},
            {"--png", "", "As a picture: sonar images, points, cameras and their labels."},
            {"--npy", "",
             "As arrays of NumPy: images, labels, sonar images, points, events; every element."},
            {"--png16", "",
             "As 16-bit PNG: depth in mm, sonar levels in 0.01 dB, temperature in 0.01 K, labels."},
            {"--all", "FOLDER", "Every topic, as CSV, arrays or pictures."},
            {"--format", "FORMAT",
             "A trajectory for tools of others: tum, kitti or euroc (with IMUs)."},
            {"--frame", "FRAME",
             "With --format: of this frame, e.g. rov/cam/optical; the hull by default, or of euroc "
             "the first IMU."},
            {"--view", "VIEW", "With --png of sonars: auto, fan, beams or waterfall."},
            {"--at", "SECONDS", "With --png, --npy, --png16: the one at this time; the last by default."},
            {"--size", "PIXELS",
             "With --png of sonars and points: longer side of the data, 720 by default."},
            {"--coco", "FOLDER", "A data set in the format of COCO: boxes and masks."},
            {"--kitti", "FOLDER", "A data set in the format of KITTI: boxes in space."},
            {"-o", "FILE",
             "Output file; standard output by default. With --png a .png, .jpg or .jpeg file; of a "
             "camera, and with --npy and --png16, a folder, too, for every picture or array."}},
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

namespace {

constexpr size_t kMostLogs = 8;  // as many as there are colours

std::vector<Option> comparison_list() {
  return {{"--data", "CSV", "A table from the field: time_s, north_m, east_m, depth_m, ..."},
          {"--offset", "SECONDS", "Added to the times of the table."},
          {"--vehicle", "NAME",
           "The vehicle that is compared; the first of the first log by default."}};
}

}  // namespace

CommandEntry report_command() {
  std::vector<Option> options = comparison_list();
  options.push_back({"-o", "FILE", "Output file; report.html by default."});
  return {{"report",
           "LOG [LOG ...]",
           "Writes a log into a web page: plots, verdicts, pictures, 3D, time line; one file. "
           "Several logs, or a table beside one, side by side.",
           "hadal report out/demo/log.mcap -o report.html",
           options,
           1,
           kMostLogs},
          report};
}

CommandEntry compare_command() {
  std::vector<Option> options = comparison_list();
  options.push_back({"--json", "", "As JSON."});
  return {{"compare",
           "LOG [LOG ...]",
           "How far runs, and a table from the field, differ from the first one.",
           "hadal compare out/a/log.mcap out/b/log.mcap --data dive.csv",
           options,
           1,
           kMostLogs},
          compare};
}

CommandEntry repair_command() {
  return {{"repair",
           "LOG",
           "Writes a log that was cut short anew, with the index that other programs need.",
           "hadal repair out/demo/log.mcap",
           {{"-o", "FILE", "Output file; log.repaired.mcap beside log.mcap by default."},
            {"--overwrite", "", "Replaces the output file, which may be the log itself."}},
           1,
           1},
          repair};
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
