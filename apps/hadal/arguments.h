// A command line: positional words and options. Every option is declared, so that an unknown one is
// an error with the nearest name, and --help is written from the same list.
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace hadal::cli {

struct Option {
  std::string name;   // with dashes
  std::string value;  // what it takes, e.g. "S"; empty for a flag
  std::string help;
  bool repeated = false;
  bool may_stand_alone = false;  // the value may be left out, unless the next word looks like one
};

struct Command {
  std::string name;
  std::string words;    // positional part of the usage line
  std::string summary;  // one line
  std::string example;
  std::vector<Option> options;
  size_t min_words = 0;
  size_t max_words = 0;
};

class Arguments {
 public:
  // Problems are printed to stderr; then valid() is false and the exit code 2.
  Arguments(const Command& command, const std::vector<std::string>& words);

  bool valid() const { return problems_.empty(); }
  const std::string& problems() const { return problems_; }
  bool help() const { return has("--help"); }
  bool has(const std::string& option) const;
  std::optional<std::string> text(const std::string& option) const;
  std::vector<std::string> texts(const std::string& option) const;
  // A finite number within [min, max]; a problem otherwise.
  double number(const std::string& option, double fallback, double min, double max);
  int integer(const std::string& option, int fallback, int min, int max);
  const std::vector<std::string>& words() const { return words_; }
  // Problems where more than one of these options is given, ...
  void only_one_of(const std::vector<std::string>& options);
  // ... or any, beside what makes no use of them.
  void none_of(const std::vector<std::string>& options, const std::string& beside);

 private:
  void fail(const std::string& message) {
    problems_ += "hadal " + command_.name + ": " + message + "\n";
  }

  const Command& command_;
  std::vector<std::string> words_;
  std::vector<std::pair<std::string, std::string>> given_;
  std::string problems_;
};

std::string help_text(const Command& command);

// Prints the problems of the command line; the exit code.
int refuse(const Arguments& arguments);
// Prints what came out, or to stderr why nothing did; the exit code.
int answer(const std::string& text, int exit_code);

}  // namespace hadal::cli
