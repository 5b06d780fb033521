#include "arguments.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace hadal::cli {
namespace {

const Option kHelp{"--help", "", "Shows this."};

const Option* find_option(const Command& command, const std::string& name) {
  if (name == kHelp.name || name == "-h") return &kHelp;
  for (const Option& option : command.options)
    if (option.name == name) return &option;
  return nullptr;
}

// An address or a port, not a name or another option.
bool looks_like_address(const std::string& word) {
  return word.find(':') != std::string::npos ||
         (!word.empty() && word.find_first_not_of("0123456789") == std::string::npos);
}

}  // namespace

Arguments::Arguments(const Command& command, const std::vector<std::string>& words)
    : command_(command) {
  for (size_t i = 0; i < words.size(); ++i) {
    std::string name = words[i];
    if (name.size() < 2 || name[0] != '-' || (name[1] >= '0' && name[1] <= '9')) {
      words_.push_back(name);
      continue;
    }
    std::optional<std::string> value;
    if (const size_t equals = name.find('=');
        equals != std::string::npos && name.starts_with("--") && name != "--set") {
      value = name.substr(equals + 1);
      name.resize(equals);
    }
    const Option* option = find_option(command, name);
    if (!option) {
      fail("unknown option " + name + "; see hadal " + command.name + " --help");
      continue;
    }
    const bool alone =
        option->may_stand_alone && (i + 1 >= words.size() || !looks_like_address(words[i + 1]));
    if (!option->value.empty() && !value && !alone) {
      if (i + 1 >= words.size()) {
        fail(option->name + " needs " + option->value);
        continue;
      }
      value = words[++i];
    }
    if (option->value.empty() && value) fail(option->name + " takes no value");
    if (!option->repeated && has(option->name) && option != &kHelp)
      fail(option->name + " is given twice");
    given_.push_back({option->name, value.value_or("")});
  }
  if (help()) return;
  if (words_.size() < command.min_words)
    fail("expected " + command.words + "; see hadal " + command.name + " --help");
  if (words_.size() > command.max_words)
    fail("did not expect '" + words_[command.max_words] + "'");
}

bool Arguments::has(const std::string& option) const {
  return std::any_of(given_.begin(), given_.end(),
                     [&](const auto& given) { return given.first == option; });
}

std::optional<std::string> Arguments::text(const std::string& option) const {
  for (const auto& [name, value] : given_)
    if (name == option) return value;
  return std::nullopt;
}

std::vector<std::string> Arguments::texts(const std::string& option) const {
  std::vector<std::string> out;
  for (const auto& [name, value] : given_)
    if (name == option) out.push_back(value);
  return out;
}

double Arguments::number(const std::string& option, double fallback, double min, double max) {
  const std::optional<std::string> given = text(option);
  if (!given) return fallback;
  double value = 0;
  const char* end = given->data() + given->size();
  const auto [stop, error] = std::from_chars(given->data(), end, value);
  if (error == std::errc{} && stop == end && std::isfinite(value) && value >= min && value <= max)
    return value;
  char range[80];
  std::snprintf(range, sizeof range, "a number from %g to %g", min, max);
  fail(option + ": expected " + range + ", found '" + *given + "'");
  return fallback;
}

int Arguments::integer(const std::string& option, int fallback, int min, int max) {
  const double value = number(option, fallback, min, max);
  if (value != std::floor(value)) fail(option + ": expected a whole number");
  return static_cast<int>(value);
}

void Arguments::only_one_of(const std::vector<std::string>& options) {
  std::string first;
  for (const std::string& option : options) {
    if (!has(option)) continue;
    if (!first.empty()) fail(first + " and " + option + " do not go together");
    if (first.empty()) first = option;
  }
}

void Arguments::none_of(const std::vector<std::string>& options, const std::string& beside) {
  for (const std::string& option : options)
    if (has(option)) fail(option + " has no effect with " + beside + "; leave it out");
}

std::string help_text(const Command& command) {
  std::string out =
      "usage: hadal " + command.name + (command.words.empty() ? "" : " " + command.words) +
      (command.options.empty() ? "" : " [options]") + "\n\n" + command.summary + "\n\n";
  size_t width = 6;
  for (const Option& option : command.options)
    width = std::max(width, option.name.size() + 1 + option.value.size());
  auto line = [&](const Option& option) {
    const std::string left = option.name + (option.value.empty() ? "" : " " + option.value);
    out += "  " + left + std::string(width - left.size() + 2, ' ') + option.help + "\n";
  };
  for (const Option& option : command.options) line(option);
  line(kHelp);
  return out + "\nexample: " + command.example + "\n";
}

int refuse(const Arguments& arguments) {
  std::fputs(arguments.problems().c_str(), stderr);
  return 2;
}

int answer(const std::string& text, int exit_code) {
  std::fputs(text.c_str(), exit_code == 0 ? stdout : stderr);
  if (exit_code != 0) std::fputs("\n", stderr);
  return exit_code;
}

}  // namespace hadal::cli
