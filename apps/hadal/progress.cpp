#include "progress.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace hadal::cli {
namespace {

constexpr double kFirstLine_s = 1, kLinePeriod_s = 60;
constexpr double kMuchLog_bytes = 1e9;

const char* const kWaitingText = "waiting for the first page or client (--no-wait begins at once)";

double fraction_of(const RunProgress& progress) {
  return progress.duration_s > 0 ? std::clamp(progress.simulated_s / progress.duration_s, 0.0, 1.0)
                                 : 1;
}

std::string tenths_text(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f s", seconds);
  return text;
}

}  // namespace

std::string two_digits(double value) {
  if (!(value > 0) || !std::isfinite(value)) return "0";
  const double unit = std::pow(10, std::floor(std::log10(value)) - 1);
  const double rounded = std::round(value / unit) * unit;
  const int decimals = std::max(0, 1 - static_cast<int>(std::floor(std::log10(rounded) + 1e-12)));
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, rounded);
  return text;
}

std::string bytes_text(double bytes) {
  static constexpr std::array kUnits{"B", "kB", "MB", "GB", "TB", "PB"};
  size_t unit = 0;
  for (; bytes >= 999.5 && unit + 1 < kUnits.size(); ++unit) bytes /= 1000;
  char text[32];
  std::snprintf(text, sizeof text, bytes < 9.95 && unit > 0 ? "%.1f %s" : "%.0f %s", bytes,
                kUnits[unit]);
  return text;
}

std::string duration_text(double seconds) {
  if (seconds < 99.5) return two_digits(seconds) + " s";
  if (seconds < 99.5 * 60) return two_digits(seconds / 60) + " min";
  return two_digits(seconds / 3600) + " h";
}

std::string progress_text(const RunProgress& p, double expected_log_bytes) {
  if (p.waiting) return kWaitingText;
  std::string text = tenths_text(p.simulated_s);
  const double left_s = p.duration_s - p.simulated_s;
  char percent[32];
  std::snprintf(percent, sizeof percent, " (%.0f %%)", std::floor(100 * fraction_of(p)));
  if (left_s > 0)
    text += " of " + duration_text(p.duration_s) + percent;
  else
    text += ", " + tenths_text(-left_s) + " beyond the end";
  if (p.real_time_factor > 0) text += ", " + two_digits(p.real_time_factor) + "x real time";
  if (p.real_time_factor > 0 && left_s > 0)
    text += ", " + duration_text(left_s / p.real_time_factor) + " left";
  if (p.log_bytes > 0) text += ", log " + bytes_text(static_cast<double>(p.log_bytes));
  if (left_s > 0 && expected_log_bytes >= kMuchLog_bytes)
    text += " of about " + bytes_text(expected_log_bytes);
  return text;
}

// What has been written since the first time goes on at the same rate. 0: not known yet.
double ProgressDisplay::expected_log_bytes(const RunProgress& p) {
  if (first_time_s_ < 0 || p.simulated_s < first_time_s_)
    first_time_s_ = p.simulated_s, first_log_bytes_ = static_cast<double>(p.log_bytes);
  const double passed_s = p.simulated_s - first_time_s_;
  if (!(passed_s > 0)) return 0;
  const double bytes = static_cast<double>(p.log_bytes);
  return bytes + (bytes - first_log_bytes_) / passed_s * (p.duration_s - p.simulated_s);
}

ProgressDisplay::ProgressDisplay() : terminal_(isatty(STDERR_FILENO)) {}

void ProgressDisplay::show(const RunProgress& progress) {
  terminal_ ? show_in_place(progress) : show_line(progress);
}

void ProgressDisplay::clear() {
  if (terminal_) std::fputs("\r\033[K", stderr);
}

void ProgressDisplay::show_in_place(const RunProgress& progress) {
  constexpr int kWidth = 12;
  const int filled = static_cast<int>(fraction_of(progress) * kWidth);
  std::fprintf(stderr, "\r[%.*s%.*s] %s\033[K", filled, "############", kWidth - filled,
               "............", progress_text(progress, expected_log_bytes(progress)).c_str());
  std::fflush(stderr);
}

// After the first second, then with every tenth of the way and every minute.
void ProgressDisplay::show_line(const RunProgress& progress) {
  const int tenth = static_cast<int>(10 * fraction_of(progress));
  const double expected = expected_log_bytes(progress);
  const bool first = told_s_ < 0 && progress.wall_s >= kFirstLine_s;
  const bool later = progress.wall_s >= kFirstLine_s &&
                     (tenth > tenth_ || progress.wall_s - told_s_ >= kLinePeriod_s);
  const bool begins_to_wait = progress.waiting && !waiting_;
  waiting_ = progress.waiting;
  if (!begins_to_wait && (waiting_ || !(first || later))) return;
  if (!waiting_) tenth_ = tenth, told_s_ = progress.wall_s;
  std::fprintf(stderr, "%s\n", progress_text(progress, expected).c_str());
}

}  // namespace hadal::cli
