#include "math/tracking.h"

#include <cmath>

#include "math/rotation.h"

namespace hadal {

void ErrorStatistics::add(double error) {
  ++samples_;
  squares_ += error * error;
  max_ = std::fmax(max_, std::fabs(error));
}

double ErrorStatistics::rms() const {
  return std::sqrt(squares_ / static_cast<double>(samples_));
}

double TrackingRecord::difference(double a, double b) const {
  return is_angle_ ? wrap_angle(a - b) : a - b;
}

void TrackingRecord::add(double time_s, double set_point, double value) {
  if (!std::isfinite(set_point)) {
    close();
    last_set_point_ = set_point;
    return;
  }
  error_.add(difference(value, set_point));
  const double from = std::isfinite(last_set_point_) ? last_set_point_ : value;
  const bool jumped = std::fabs(difference(set_point, from)) >= smallest_step_;
  const bool left = response_.open && std::fabs(difference(set_point, response_.target)) >
                                          kMoved * std::fabs(response_.size);
  if (jumped || left) close();
  if (jumped) begin(time_s, set_point, value);
  if (response_.open) follow(time_s, value);
  last_set_point_ = set_point;
}

void TrackingRecord::begin(double time_s, double target, double value) {
  const double size = difference(target, value);
  if (std::fabs(size) < smallest_step_) return;
  response_ = {};
  response_.open = true;
  response_.target = target;
  response_.size = size;
  response_.start_s = time_s;
}

void TrackingRecord::follow(double time_s, double value) {
  Response& r = response_;
  const double past = difference(value, r.target);
  r.end_s = time_s;
  r.beyond = std::fmax(r.beyond, r.size > 0 ? past : -past);
  if (std::fabs(past) > kBand * std::fabs(r.size))
    r.settled_s = std::numeric_limits<double>::quiet_NaN();
  else if (!std::isfinite(r.settled_s))
    r.settled_s = time_s;
}

void TrackingRecord::count(const Response& r, StepFacts& facts) {
  if (!r.open || r.end_s - r.start_s < kShortest_s) return;
  ++facts.steps;
  facts.overshoot = std::fmax(facts.overshoot, r.beyond / std::fabs(r.size));
  if (!std::isfinite(r.settled_s)) return;
  ++facts.settled;
  facts.settling_time_s = std::fmax(facts.settling_time_s, r.settled_s - r.start_s);
}

void TrackingRecord::close() {
  count(response_, facts_);
  response_ = {};
}

StepFacts TrackingRecord::steps() const {
  StepFacts facts = facts_;
  count(response_, facts);
  return facts;
}

}  // namespace hadal
