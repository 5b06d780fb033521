// Looking at logs: what is in them, tables, and a report as one HTML page.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "hadal/export.h"

namespace hadal HADAL_API {

struct LogResult {
  int exit_code = 0;  // 0 well, 2 the log or the request cannot be used
  std::string text;   // the answer, or every problem on a line
};

// Topics, types, message counts, duration, seed, whether the log was cut short.
LogResult log_info(const std::string& path, bool json);

// One topic as CSV: a line per message, a column per field. First come arrival_s, when the message
// was logged, and, of messages with a header, stamp_s, when it was measured, both since the start of
// the log; then, of odometry, north_m, east_m, depth_m, roll_deg, pitch_deg, heading_deg. Writes to
// `csv_path`, or gives the table as text when it is empty.
LogResult export_csv(const std::string& path, const std::string& topic,
                     const std::string& csv_path);

// Pictures of a topic. Sonar images with axes: a fan of one ping, a turning beam's sweep, or a
// waterfall of lines; points as a map; pictures and labels of cameras pixel for pixel.
struct PngOptions {
  // Of a camera /VEHICLE/CAMERA suffices; empty where the log has but one.
  std::string topic;
  // A .png, .jpg or .jpeg file; of cameras also a folder, for all pictures as 000000.png and on,
  // with their times in times.csv.
  std::string png_path;
  std::string view = "auto";   // of sonars: fan, beams, waterfall
  std::optional<double> at_s;  // since the start of the log; the last one by default
  int size = 720;              // of sonars and points: pixels of the longer side of the data
};
LogResult export_png(const std::string& path, const PngOptions& options);

// Images, labels, sonar images, points and events as the numbers that they are, without colours.
//   .npy          arrays of NumPy; of sonar images beams x ranges, with bearings_rad and ranges_m
//                 in files of their own; points and events as records with named fields
//   .png of 16 bits  depth in whole millimetres, sonar levels and temperatures in hundredths (0
//                 where there is nothing), instance and semantic as they are
struct NumbersOptions {
  std::string topic;
  std::string path;  // a .npy or .png file for one array, or a folder for all, with times.csv
  bool png = false;
  std::optional<double> at_s = std::nullopt;  // of one array; the last one by default
};
LogResult export_numbers(const std::string& log_path, const NumbersOptions& options);

// The trajectory of a vehicle or of one of its sensors, from a topic of nav_msgs/Odometry, as the
// tools for trajectories read it.
//   tum    a file: time x y z qx qy qz qw, UTC seconds
//   kitti  a folder: poses.txt, 3 x 4 matrices from the frame to that of the first row, and
//          times.txt, seconds since the first row
//   euroc  a folder: mav0/state_groundtruth_estimate0/data.csv and, for every IMU of the vehicle,
//          mav0/imuN/data.csv and sensor.yaml
struct TrackOptions {
  std::string topic;   // empty: the ground truth of the only vehicle
  std::string format;  // tum, kitti, euroc
  std::string path;
  // Of /tf_static, whose way it is; empty: the hull, or of euroc the first IMU.
  std::string frame;
};
LogResult export_track(const std::string& log_path, const TrackOptions& options);

// Every topic into FOLDER/TOPIC.csv, images, sonar images, points and events as arrays into
// FOLDER/TOPIC/, pictures as the files that the log holds, the scenario. What viewers draw is left
// out (/hadal/scene, /hadal/seabed).
LogResult export_all(const std::string& log_path, const std::string& folder);

// The pictures of a camera as a film, made by ffmpeg.
struct VideoOptions {
  std::string topic;  // as of PngOptions
  std::string path;   // .mp4, .mkv, .webm, .gif, ...: the name tells ffmpeg what to make
  double fps = 0;     // pictures per second of the film; 0: as fast as they were taken
  bool time = false;  // writes the time into the corner
};
LogResult export_video(const std::string& log_path, const VideoOptions& options);

// The pictures of a log and its labels as a data set for learning.
//   coco   FOLDER/images, FOLDER/annotations.json: boxes and masks of every instance
//   kitti  FOLDER/image_2, label_2, calib: boxes in the picture and in space
// Where a label is missing the answer says which to switch on.
struct DatasetOptions {
  std::string camera;  // /VEHICLE/CAMERA; empty: every camera (coco) or the only one (kitti)
  std::string folder;
};
LogResult export_coco(const std::string& log_path, const DatasetOptions& options);
LogResult export_kitti(const std::string& log_path, const DatasetOptions& options);

// Writes a log that was cut short, or is damaged, anew with the index by which readers jump; what is
// whole is kept byte by byte, what is not is said and left out. Without a path to LOG.repaired.mcap
// beside the log; a file that is there already stays unless `overwrite`.
LogResult repair_log(const std::string& log_path, const std::string& path, bool overwrite);

// The motion of a vehicle in several logs, and in a table from the field, side by side; the first is
// the reference. docs/report.md says which columns of a table count.
struct ComparisonOptions {
  std::vector<std::string> logs;  // at least one
  std::string data;               // a CSV table; empty: none
  double offset_s = 0;            // added to the times of the table
  std::string vehicle;            // empty: the first of the first log
};
// Per quantity the rms and the largest difference over the common time.
LogResult compare_runs(const ComparisonOptions& options, bool json);
// The same as a page with charts; the answer says which columns of the table were not used.
LogResult write_comparison(const ComparisonOptions& options, const std::string& page_path,
                           const std::string& html_path);

// The viewer's page (`page_path`) with the log inside, and with the summary.json beside the log if
// that is of the same run: one HTML file that needs no server and nothing from elsewhere.
LogResult write_report(const std::string& log_path, const std::string& page_path,
                       const std::string& html_path);

}  // namespace hadal
