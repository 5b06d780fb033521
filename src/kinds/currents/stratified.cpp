#include "kinds/currents/stratified.h"

#include <algorithm>
#include <numbers>

#include "base/check.h"
#include "kinds/currents/list.h"
#include "math/units.h"

namespace hadal::inline kinds {
namespace {

// Columns depth, north, east(, down); empty when the table has no such columns.
std::vector<size_t> velocity_columns(const CsvTable& csv) {
  const auto depth = csv.find_column("depth_m"), north = csv.find_column("north_m_s"),
             east = csv.find_column("east_m_s"), down = csv.find_column("down_m_s");
  if (depth && north && east)
    return down ? std::vector{*depth, *north, *east, *down} : std::vector{*depth, *north, *east};
  if (depth || north || east || csv.width() < 3 || csv.width() > 4) return {};
  return csv.width() == 4 ? std::vector<size_t>{2, 0, 1, 3} : std::vector<size_t>{2, 0, 1};
}

}  // namespace

VelocityTable::VelocityTable(const std::vector<std::vector<double>>& rows)
    : slope_(rows.size(), Vec3::Zero()) {
  HADAL_CHECK(!rows.empty());
  for (const auto& row : rows) {
    depth_m_.push_back(row[0]);
    value_.emplace_back(row[1], row[2], row.size() > 3 ? row[3] : 0.0);
  }
  for (size_t i = 0; i + 1 < value_.size(); ++i) {
    HADAL_CHECK(depth_m_[i] < depth_m_[i + 1], "depths must rise strictly");
    slope_[i] = (value_[i + 1] - value_[i]) / (depth_m_[i + 1] - depth_m_[i]);
  }
}

Vec3 VelocityTable::operator()(double depth_m) const {
  if (!(depth_m > depth_m_.front())) return value_.front();
  const auto after = std::upper_bound(depth_m_.begin(), depth_m_.end(), depth_m);
  const size_t i = static_cast<size_t>(after - depth_m_.begin()) - 1;
  return value_[i] + slope_[i] * (depth_m - depth_m_[i]);
}

const StructSchema& StratifiedCurrent::schema() {
  using C = StratifiedCurrent;
  static const StructSchema s =
      current_schema<C>(
          "stratified",
          "A current that changes with depth: a table, linear between its rows, constant or "
          "periodic in time.")
          .text("file", &C::file,
                "CSV file with columns north m/s, east m/s, depth m; replaces the table.")
          .rows("table", &C::table,
                "Rows [depth m, north m/s, east m/s] or [depth, north, east, down].", {3, 4})
          .number("period_s", &C::period_s, "Period of a full reversal (cosine); 0 = constant.",
                  kNotNegative)
          .number("phase_deg", &C::phase_rad, "Phase at the start of the run.", kAngle, kDegree)
          .check([](const C& c, CheckReport& r) {
            check_rising(c.table, "table", r);
            if (c.file.empty() && c.table.empty()) r.fail("table", "expected a table or a file");
          });
  return s;
}

double StratifiedCurrent::factor(double time_s) const {
  return period_s > 0 ? std::cos(2 * std::numbers::pi * time_s / period_s - phase_rad) : 1;
}

Result<std::vector<std::vector<double>>> stratified_rows(const CsvTable& csv) {
  const std::vector<size_t> columns = velocity_columns(csv);
  if (!columns.empty()) return rising_rows(csv, columns, "depths must rise from row to row");
  Problems problems;
  problems.add({csv.file, 1, 1}, "",
               "expected rows of north, east, depth, or a header with depth_m, north_m_s, "
               "east_m_s");
  return problems;
}

template <>
CurrentKind built_in_current<StratifiedCurrent>() {
  return current_kind<StratifiedCurrent>();
}

}  // namespace hadal::kinds
