// `!set_points`: a controller follows a table over time, columns by name. What they ask for follows
// from the columns:
//   north_m, east_m, depth_m, heading_deg, pitch_deg, roll_deg    a pose
//   heading_deg, depth_m, speed_m_s                               a course
//   surge_m_s, sway_m_s, heave_m_s, roll_deg_s, pitch_deg_s, yaw_deg_s   a velocity, body axes
// A pose or course keeps what the table does not name as it was at the first update, level; the
// velocity of other axes is zero. Angles turn the short way from row to row. Between linear rows
// a pose moves with the velocity of its straight line, which the controller is told.
#include <algorithm>
#include <cmath>
#include <string_view>

#include "kinds/phrases.h"
#include "kinds/quantities.h"
#include "kinds/steps/guidance.h"
#include "kinds/steps/list.h"
#include "kinds/steps/series.h"
#include "math/rotation.h"
#include "math/units.h"

namespace hadal::inline kinds {
namespace {

constexpr Bounds kTableDepth_m{-100, 12000};
constexpr Bounds kTableAngle_deg{-360, 360};
constexpr Bounds kTableRate_deg_s{-2000, 2000};

enum SetPointKind : unsigned { kAsksPose = 1, kAsksCourse = 2, kAsksVelocity = 4 };

struct SetPointColumn {
  const char* name;
  unsigned wants;  // what it can belong to
  Bounds bounds;
  double unit = 1;
};

enum SetPointIndex {
  kColumnNorth,
  kColumnEast,
  kColumnDepth,
  kColumnHeading,
  kColumnPitch,
  kColumnRoll,
  kColumnSpeed,
  kColumnSurge  // five more axes follow
};

constexpr SetPointColumn kSetPointColumns[] = {
    {"north_m", kAsksPose, quantity::kPlace.bounds},
    {"east_m", kAsksPose, quantity::kPlace.bounds},
    {"depth_m", kAsksPose | kAsksCourse, kTableDepth_m},
    {"heading_deg", kAsksPose | kAsksCourse, kTableAngle_deg, kDegree},
    {"pitch_deg", kAsksPose, kTableAngle_deg, kDegree},
    {"roll_deg", kAsksPose, kTableAngle_deg, kDegree},
    {"speed_m_s", kAsksCourse, quantity::kVelocity.bounds},
    {"surge_m_s", kAsksVelocity, quantity::kVelocity.bounds},
    {"sway_m_s", kAsksVelocity, quantity::kVelocity.bounds},
    {"heave_m_s", kAsksVelocity, quantity::kVelocity.bounds},
    {"roll_deg_s", kAsksVelocity, kTableRate_deg_s, kDegree},
    {"pitch_deg_s", kAsksVelocity, kTableRate_deg_s, kDegree},
    {"yaw_deg_s", kAsksVelocity, kTableRate_deg_s, kDegree},
};
constexpr size_t kColumnCount = std::size(kSetPointColumns);

const SetPointColumn* set_point_column(std::string_view name) {
  for (const SetPointColumn& column : kSetPointColumns)
    if (name == column.name) return &column;
  return nullptr;
}

std::string set_point_columns() {
  std::string out;
  for (const SetPointColumn& column : kSetPointColumns)
    out += (out.empty() ? "" : ", ") + std::string(column.name);
  return out;
}

}  // namespace

struct SetPointsStep : StepConfig {
  std::vector<std::string> columns;
  std::string file;
  Rows table;  // rows [time s, columns]
  Interpolation interpolation = Interpolation::kLinear;
  std::optional<double> given_duration_s;

  static const StructSchema& schema();
  TableFile table_file();
  void prepare(const StepSetting& setting);
  bool guide(const StepMoment& now, extension::SetPoint& wanted) const;
  std::string text() const {
    return "follow a table of " + std::to_string(columns.size()) + " set-points" +
           printed(" for %.4g s", duration_s);
  }

  // Known after prepare().
  double duration_s = 0;
  unsigned wants = 0;
  Rows prepared;  // in the units of memory, angles without jumps
  std::array<size_t, kColumnCount> place{};  // in the rows of what is known; 0: not given

 private:
  double value(const SeriesMoment& at, size_t column, double otherwise) const {
    return place[column] ? series_value(prepared, at, place[column]) : otherwise;
  }
  double slope(const SeriesMoment& at, size_t column) const {
    return place[column] ? series_slope(prepared, at, place[column]) : 0;
  }
  void check_columns(const StepSetting& setting);
  void check_numbers(const StepSetting& setting) const;
  void prepare_rows();
};

// Names that are known, each once, which together make a pose, a course or a velocity.
void SetPointsStep::check_columns(const StepSetting& setting) {
  wants = kAsksPose | kAsksCourse | kAsksVelocity;
  place = {};
  for (size_t i = 0; i < columns.size(); ++i) {
    const std::string key = "columns[" + std::to_string(i) + "]";
    const SetPointColumn* column = set_point_column(columns[i]);
    if (!column) {
      setting.fail(key, "unknown column '" + columns[i] + "'; expected some of " +
                            set_point_columns());
      wants = 0;
      continue;
    }
    size_t& own = place[static_cast<size_t>(column - kSetPointColumns)];
    if (own) setting.fail(key, "column '" + columns[i] + "' is there twice");
    own = i + 1;
    if (wants && !(wants & column->wants))
      setting.fail(key, "'" + columns[i] +
                            "' does not go with the columns before it: expected either a pose "
                            "(north_m, east_m, depth_m, heading_deg, pitch_deg, roll_deg), a "
                            "course (heading_deg, depth_m, speed_m_s) or a velocity (surge_m_s to "
                            "yaw_deg_s)");
    wants &= column->wants;
  }
}

void SetPointsStep::check_numbers(const StepSetting& setting) const {
  for (size_t i = 0; i < columns.size(); ++i) {
    const SetPointColumn& column = *set_point_column(columns[i]);
    const Quantity quantity{column.name, "", column.bounds};
    for (size_t row = 0; row < table.size(); ++row)
      if (const std::string wrong = range_problem(quantity, table[row][i + 1]); !wrong.empty())
        setting.fail("table[" + std::to_string(row) + "]", wrong);
  }
}

void SetPointsStep::prepare_rows() {
  prepared = table;
  for (size_t c = 0; c < kColumnCount; ++c) {
    if (!place[c]) continue;
    const bool angle = c == kColumnHeading || c == kColumnPitch || c == kColumnRoll;
    for (size_t row = 0; row < prepared.size(); ++row) {
      double& number = prepared[row][place[c]];
      number *= kSetPointColumns[c].unit;
      if (angle && row > 0) {
        const double before = prepared[row - 1][place[c]];
        number = before + wrap_angle(number - before);
      }
    }
  }
}

void SetPointsStep::prepare(const StepSetting& setting) {
  duration_s = given_duration_s.value_or(last_time_s(table));
  note_early_end(table, duration_s, setting);
  check_columns(setting);
  if (!wants) return;
  if (wants & kAsksPose)
    wants = kAsksPose;  // heading and depth alone: the position is kept too, where the vehicle can
  const extension::ControllerKind* controller = setting.controller();
  if (wants == kAsksPose && controller && !controller->offers(ControlMode::kPosition) &&
      !setting.kinematic())
    setting.fail("columns", "the !" + controller->schema().name + " controller of '" +
                                setting.vehicle() +
                                "' keeps no position; expected heading_deg, depth_m, speed_m_s");
  else if (wants == kAsksCourse && setting.kinematic())
    setting.fail("columns", "a kinematic vehicle follows a pose or a velocity, not speed_m_s");
  else if (wants == kAsksCourse && controller && !controller->offers(ControlMode::kCourse))
    setting.fail("columns", "the !" + controller->schema().name + " controller of '" +
                                setting.vehicle() +
                                "' does not steer by speed_m_s; expected a pose (north_m, east_m, "
                                "depth_m, heading_deg) or a velocity (surge_m_s to yaw_deg_s)");
  else if (wants != kAsksVelocity)
    require_controller(setting, schema());
  else if (!setting.kinematic())
    require_mode(setting, schema(), ControlMode::kVelocity);
  check_numbers(setting);
  prepare_rows();
}

bool SetPointsStep::guide(const StepMoment& now, extension::SetPoint& wanted) const {
  const SeriesMoment at = series_moment(prepared, now.elapsed_s, interpolation);
  if (wants == kAsksVelocity) {
    wanted.mode = ControlMode::kVelocity;
    for (size_t axis = 0; axis < 6; ++axis)
      wanted.velocity_B[axis] = value(at, kColumnSurge + axis, 0);
    return false;
  }
  const Pose begin_NB = hold(now.pose_NB, now.state.last<kHoldStateSize>());
  const double heading = value(at, kColumnHeading, euler_from(begin_NB.q).yaw);
  const double depth = value(at, kColumnDepth, begin_NB.p.z());
  if (wants == kAsksCourse) {
    ask_course(wanted, wrap_angle(heading), depth, value(at, kColumnSpeed, 0));
    return false;
  }
  const Vec3 p_N(value(at, kColumnNorth, begin_NB.p.x()),
                 value(at, kColumnEast, begin_NB.p.y()), depth);
  const Vec3 velocity_N(slope(at, kColumnNorth), slope(at, kColumnEast), slope(at, kColumnDepth));
  const EulerAngles angles{value(at, kColumnRoll, 0), value(at, kColumnPitch, 0), heading};
  ask_pose(wanted, {p_N, quaternion_from(angles)},
           now.pose_NB.q.conjugate() * velocity_N);
  return false;
}

TableFile SetPointsStep::table_file() {
  return {file, [this](const CsvTable& csv) -> Problems {
            Result<Rows> rows = series_rows(csv, columns);
            if (!rows) return rows.problems();
            table = std::move(rows).value();
            return {};
          }, "table", "columns"};
}

const StructSchema& SetPointsStep::schema() {
  using C = SetPointsStep;
  static const StructSchema s =
      step_schema<C>("set_points", "Has the controller follow a table of set-points over time.")
          .texts("columns", &C::columns,
                 "What the table holds beside the time. A pose: some of north_m, east_m, depth_m, "
                 "heading_deg, pitch_deg, roll_deg. A course: heading_deg, depth_m, speed_m_s. A "
                 "velocity in body axes: surge_m_s, sway_m_s, heave_m_s, roll_deg_s, pitch_deg_s, "
                 "yaw_deg_s. Those of the file if left out.")
          .rows("table", &C::table, "Rows [time s since the step began, number of each column].")
          .text("file", &C::file,
                "CSV file with the columns time_s and those named here, instead of the table.")
          .choice("interpolation", &C::interpolation,
                  "linear: set-points change evenly from row to row, angles the short way. hold: "
                  "each row holds until the next. The first and the last row hold beyond.",
                  {{"linear", Interpolation::kLinear}, {"hold", Interpolation::kHold}})
          .number("duration_s", &C::given_duration_s,
                  "How long; until the last row if left out.", kNotNegative)
          .check([](const C& c, CheckReport& r) {
            if (!c.file.empty()) {
              if (!c.table.empty()) r.fail("file", "expected either a file or a table");
              return;
            }
            if (c.columns.empty())
              r.fail("columns", "expected names of columns, or a file that has them");
            if (c.table.empty()) r.fail("table", "expected at least one row, or a file");
            check_series(c.table, c.columns.size(), "table", "one number per column", r);
          });
  return s;
}

template <>
MissionStepKind built_in_step<SetPointsStep>() {
  return mission_step_kind<SetPointsStep>();
}

}  // namespace hadal::kinds
