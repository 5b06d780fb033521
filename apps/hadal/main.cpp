#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "commands.h"
#include "hadal/catalog.h"
#include "serve.h"

namespace {

void print_usage(std::FILE* out) {
  std::fputs("hadal: a marine robotics simulator\n\nusage: hadal COMMAND ...\n\n", out);
  for (const auto& entry : hadal::cli::commands())
    std::fprintf(out, "  %-10s %s\n", entry.command.name.c_str(), entry.command.summary.c_str());
  std::fputs("\nhadal COMMAND --help shows more; hadal --version the components.\n", out);
}

int dispatch(const std::vector<std::string>& words) {
  if (words.empty() || words[0] == "--help" || words[0] == "-h" || words[0] == "help") {
    print_usage(words.empty() ? stderr : stdout);
    return words.empty() ? 2 : 0;
  }
  if (words[0] == "--version") {
    const std::string page = hadal::cli::viewer_page();
    std::printf("%sweb server: %s\nviewer page: %s\n", hadal::version_text().c_str(),
                hadal::cli::can_serve() ? "yes" : "no", page.empty() ? "none" : page.c_str());
    return 0;
  }
  for (const auto& entry : hadal::cli::commands()) {
    if (entry.command.name != words[0]) continue;
    hadal::cli::Arguments arguments(entry.command, {words.begin() + 1, words.end()});
    if (arguments.help()) {
      std::fputs(hadal::cli::help_text(entry.command).c_str(), stdout);
      return 0;
    }
    if (!arguments.valid()) {
      std::fputs(arguments.problems().c_str(), stderr);
      return 2;
    }
    if (arguments.has("--extensions"))
      hadal::load_extensions(arguments.texts("--extensions"));
    return entry.run(arguments);
  }
  std::fprintf(stderr, "hadal: unknown command '%s'; hadal --help lists them\n", words[0].c_str());
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return dispatch({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "hadal: %s\n", error.what());
    return 2;
  }
}
