// How closely a quantity follows its set-point, sample by sample: the error, and the response to
// steps of the set-point.
//
//   error      e = value - set-point, angles the short way round
//   rms        sqrt(mean e^2), max: largest |e|, over all samples with a set-point
//   a step     begins where the set-point jumps by at least `smallest_step` from one sample to the
//              next, or is first given that far from the value. Its size is s = set-point - value
//              at that sample. It ends at the last sample before the set-point leaves that place by
//              more than 1 % of |s| or is withdrawn, and counts when it has lasted at least 1 s and
//              |s| >= smallest_step.
//   overshoot  max(0, max (value - set-point) sign(s)) / |s|, as a fraction
//   settling   time from the step to the first sample from which |value - set-point| <= 5 % of |s|
//              up to the end of the step; a step that ends outside has not settled
//
// The definitions are those of textbooks on control (e.g. Ogata 2010, ch. 5) with the band of 5 %.
// Allocates nothing.
#pragma once
#include <cstdint>
#include <limits>

namespace hadal {

class ErrorStatistics {
 public:
  void add(double error);
  int64_t samples() const { return samples_; }
  double rms() const;  // NaN without samples, like max()
  double max() const { return samples_ > 0 ? max_ : std::numeric_limits<double>::quiet_NaN(); }

 private:
  int64_t samples_ = 0;
  double squares_ = 0, max_ = 0;
};

struct StepFacts {
  int64_t steps = 0, settled = 0;
  // Of all steps; NaN when there is none.
  double overshoot = std::numeric_limits<double>::quiet_NaN();        // largest, a fraction
  double settling_time_s = std::numeric_limits<double>::quiet_NaN();  // longest of those settled
};

class TrackingRecord {
 public:
  static constexpr double kBand = 0.05, kMoved = 0.01, kShortest_s = 1;

  // is_angle: in radians, beyond a turn or not.
  explicit TrackingRecord(double smallest_step, bool is_angle = false)
      : smallest_step_(smallest_step), is_angle_(is_angle) {}

  // In order of time. A set-point that is NaN: nothing is asked for.
  void add(double time_s, double set_point, double value);
  const ErrorStatistics& error() const { return error_; }
  // Up to the last sample: a step that goes on counts as if it ended there.
  StepFacts steps() const;

 private:
  struct Response {
    bool open = false;
    double target = 0, size = 0;
    double start_s = 0, end_s = 0;
    double beyond = 0;  // as far as the value went past the target
    double settled_s = std::numeric_limits<double>::quiet_NaN();  // since when it is within
  };
  double difference(double a, double b) const;
  void begin(double time_s, double target, double value);
  void follow(double time_s, double value);
  void close();
  static void count(const Response& response, StepFacts& facts);

  double smallest_step_;
  bool is_angle_;
  ErrorStatistics error_;
  double last_set_point_ = std::numeric_limits<double>::quiet_NaN();
  Response response_;
  StepFacts facts_;  // of steps that have ended
};

}  // namespace hadal
