// A current that changes with depth: a table, linear between its rows and constant beyond them,
// steady or reversing with a period: factor(t) = cos(2 pi t / period - phase).
#pragma once
#include <vector>

#include "kinds/currents/current.h"

namespace hadal::inline kinds {

// A velocity over depth, linear between strictly rising depths and constant beyond the ends.
class VelocityTable {
 public:
  VelocityTable() = default;
  // Rows [depth_m, north_m_s, east_m_s(, down_m_s)].
  explicit VelocityTable(const std::vector<std::vector<double>>& rows);
  Vec3 operator()(double depth_m) const;

 private:
  std::vector<double> depth_m_;
  std::vector<Vec3> value_, slope_;  // slope per metre towards the next depth, zero for the last
};

// Rows [depth m, north, east(, down) m/s] of a velocity over depth. Columns by header name, in any
// order: depth_m, north_m_s, east_m_s and optionally down_m_s. A file without these names has three
// or four columns in the order north, east, depth, down. Depths must rise strictly.
Result<std::vector<std::vector<double>>> stratified_rows(const CsvTable& csv);

struct StratifiedCurrent : CurrentConfig {
  std::string file;                        // CSV north, east, depth
  std::vector<std::vector<double>> table;  // rows [depth_m, north_m_s, east_m_s(, down_m_s)]
  double period_s = 0;                     // 0: steady
  double phase_rad = 0;
  static const StructSchema& schema();

  TableFile table_file() { return rows_file(file, table, stratified_rows); }
  void prepare(const CurrentRun&, CheckReport&) { prepared_table = VelocityTable(table); }
  double factor(double time_s) const;
  Vec3 velocity_N(const Vec3& p_N, double, double) const { return prepared_table(p_N.z()); }

  VelocityTable prepared_table;
};

}  // namespace hadal::kinds
