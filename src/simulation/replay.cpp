// Replay: the scenario attached to a log, run again with the recorded inputs.
#include <charconv>
#include <cmath>
#include <map>
#include <optional>

#include "hadal/run.h"
#include "logs/reader/mcap_reader.h"
#include "outputs/messages/messages.h"
#include "outputs/recorder.h"
#include "simulation/extensions.h"
#include "simulation/run.h"

namespace hadal {
namespace {

struct Recorded {
  std::string scenario_yaml;
  simulation::SimulationOptions options;  // seed and patches of the run
  simulation::LibraryDigests extensions;
  std::vector<std::byte> snapshot;  // where the log does not begin at the start
  std::map<Tick, uint64_t> hashes;
  std::multimap<Tick, simulation::Input> inputs;
};

template <class T>
std::optional<T> parse_number(const std::string& text) {
  T number{};
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

Result<Recorded> read_log(const std::string& path) {
  Result<logs::McapReader> opened = logs::McapReader::open(path);
  if (!opened) return opened.problems();
  logs::McapReader& reader = opened.value();
  Recorded recorded;
  for (const logs::McapAttachment& attachment : reader.attachments()) {
    const bool scenario = attachment.name == "scenario.yaml";
    if (!scenario && attachment.name != outputs::kSnapshotAttachment) continue;
    Result<std::vector<uint8_t>> bytes = reader.read_attachment(attachment);
    if (!bytes) return bytes.problems();
    if (scenario)
      recorded.scenario_yaml.assign(bytes.value().begin(), bytes.value().end());
    else
      for (const uint8_t byte : bytes.value()) recorded.snapshot.push_back(std::byte{byte});
  }
  for (const logs::McapMetadata& metadata : reader.metadata()) {
    if (const auto seed = metadata.values.find("seed");
        metadata.name == "hadal" && seed != metadata.values.end())
      recorded.options.seed = parse_number<uint64_t>(seed->second);
    if (metadata.name == outputs::kExtensionMetadata) recorded.extensions = metadata.values;
    if (metadata.name == outputs::kPatchMetadata)
      for (const auto& [key, value] : metadata.values)
        recorded.options.patches.push_back(
            {key, parse_number<double>(value).value_or(std::nan(""))});
  }
  logs::McapFilter filter;
  filter.topics = {"/hadal/state_hash", "/hadal/inputs"};
  const Problems damaged = reader.for_each_message(
      filter, [&](const logs::McapChannel& channel, int64_t, std::span<const uint8_t> payload) {
        outputs::StateHash hash;
        outputs::Input input;
        if (channel.topic == "/hadal/state_hash" && outputs::decode(payload, hash))
          recorded.hashes[hash.tick] = hash.hash;
        if (channel.topic == "/hadal/inputs" && outputs::decode(payload, input))
          recorded.inputs.insert({input.tick, {input.tick, input.target, input.key, input.values}});
      });
  if (!damaged.empty()) return damaged;
  Problems problems;
  if (recorded.scenario_yaml.empty()) problems.add({path, 0, 0}, "", "holds no scenario");
  if (recorded.hashes.empty())
    problems.add({path, 0, 0}, "", "holds no state hashes (record.hashes was off)");
  problems.append(simulation::missing_libraries(recorded.extensions, path));
  if (!problems.empty()) return problems;
  return recorded;
}

}  // namespace

ReplayResult replay_log(const std::string& path, int threads) {
  Result<Recorded> log = read_log(path);
  if (!log) return {2, 0, -1, log.problems().text()};
  Recorded& recorded = log.value();
  recorded.options.threads = threads;
  Result<LoadedScenario> loaded =
      load_scenario_text(recorded.scenario_yaml, path + "/scenario.yaml", {});
  if (!loaded) return {2, 0, -1, loaded.problems().text()};
  Result<std::unique_ptr<simulation::Run>> created =
      simulation::Run::create(loaded.value(), recorded.options);
  if (!created) return {2, 0, -1, created.problems().text()};
  simulation::Run& run = *created.value();
  if (!recorded.snapshot.empty() && !run.restore(recorded.snapshot))
    return {2, 0, -1, path + ": its start.snapshot does not fit its scenario"};
  ReplayResult result;
  const Tick last = recorded.hashes.rbegin()->first;
  while (true) {
    const Tick tick = run.state().tick;
    if (const auto found = recorded.hashes.find(tick); found != recorded.hashes.end()) {
      ++result.compared;
      if (found->second != state_hash(run.state())) {
        result.exit_code = 1;
        result.first_different_tick = tick;
        result.message = "the state differs first at tick " + std::to_string(tick);
        return result;
      }
    }
    if (tick >= last) break;
    const auto [begin, end] = recorded.inputs.equal_range(tick);
    for (auto input = begin; input != end; ++input)
      if (const Problems refused = run.apply(input->second); !refused.empty())
        return {1, result.compared, tick, refused.text()};
    if (const simulation::StepReport report = run.step(); !report.ok)
      return {1, result.compared, tick, report.message};
  }
  result.message = std::to_string(result.compared) + " ticks compared, all equal";
  return result;
}

}  // namespace hadal
