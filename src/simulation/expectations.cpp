// When `expect:` entries are looked at, and what comes of them.
#include "simulation/frame_expectations.h"
#include "simulation/simulation.h"

namespace hadal::simulation {

Problems Simulation::parse_expectations() {
  Problems problems;
  control::ExpressionTable table = expectation_table(*world_);
  add_frame_functions(*world_, frames_, table);
  for (size_t i = 0; i < world_->expectations.size(); ++i) {
    const Expectation& expectation = world_->expectations[i];
    Result<control::Expression> parsed = control::parse_condition(
        expectation.text, table, expectation.location, "expect[" + std::to_string(i) + "].that");
    if (parsed)
      expectations_.push_back(std::move(parsed).value());
    else
      problems.append(parsed.problems());
  }
  for (const MissionStep& step : world_->mission) {
    waits_.conditions.emplace_back();
    if (step.wait_for().empty()) continue;
    Result<control::Expression> parsed = control::parse_condition(
        step.wait_for(), table, step.location, step.key + ".wait_for");
    if (parsed)
      waits_.conditions.back() = std::move(parsed).value();
    else
      problems.append(parsed.problems());
  }
  return problems;
}

void Simulation::watch_expectations() {
  for (size_t i = 0; i < expectations_.size(); ++i) {
    const Expectation& expectation = world_->expectations[i];
    int64_t& status = state_.expectation_status[i];
    if (state_.tick < expectation.from || state_.tick > expectation.to) continue;
    if (expectation.when == Expectation::When::kEnd && state_.tick != expectation.to && !finished())
      continue;
    if (expectation.when == Expectation::When::kAlways &&
        status == static_cast<int64_t>(Verdict::kFailed))
      continue;
    if (expectation.when == Expectation::When::kOnce &&
        status == static_cast<int64_t>(Verdict::kHeld))
      continue;
    status = static_cast<int64_t>(expectations_[i].evaluate(this).holds ? Verdict::kHeld
                                                                        : Verdict::kFailed);
  }
}

std::vector<Simulation::Verdict> Simulation::verdicts() const {
  std::vector<Verdict> out;
  for (const int64_t status : state_.expectation_status)
    out.push_back(static_cast<Verdict>(status));
  return out;
}

bool Simulation::all_expectations_held() const {
  for (const int64_t status : state_.expectation_status)
    if (status != static_cast<int64_t>(Verdict::kHeld)) return false;
  return true;
}

}  // namespace hadal::simulation
