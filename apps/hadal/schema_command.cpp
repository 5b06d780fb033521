#include "schema_command.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "hadal/catalog.h"
#include "scenario_arguments.h"

namespace hadal::cli {
namespace {

namespace fs = std::filesystem;

bool write_file(const fs::path& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  if (!out) std::fprintf(stderr, "hadal schema: cannot write %s\n", path.c_str());
  return static_cast<bool>(out);
}

// Schemas and settings into FOLDER/.vscode; settings that are there already stay as they are.
int write_for_vscode(const std::string& folder) {
  const fs::path schemas = fs::path(folder) / ".vscode" / "hadal";
  std::error_code error;
  fs::create_directories(schemas, error);
  if (error) {
    std::fprintf(stderr, "hadal schema: cannot make the folder %s: %s\n", schemas.c_str(),
                 error.message().c_str());
    return 2;
  }
  for (const std::string& name : json_schema_names()) {
    const fs::path path = schemas / (name + ".json");
    if (!write_file(path, json_schema(name, share_folders()))) return 2;
    std::printf("%s\n", path.c_str());
  }
  const std::string text = editor_settings(".vscode/hadal");
  const fs::path settings = fs::path(folder) / ".vscode" / "settings.json";
  if (!fs::exists(settings)) {
    if (!write_file(settings, text)) return 2;
    std::printf("%s\n", settings.c_str());
    return 0;
  }
  std::ifstream existing(settings, std::ios::binary);
  const std::string found{std::istreambuf_iterator<char>(existing), {}};
  if (found == text) return 0;
  const fs::path beside = schemas / "settings.json";
  if (!write_file(beside, text)) return 2;
  std::printf("%s\n", beside.c_str());
  std::fprintf(stderr,
               "hadal schema: %s exists and was left as it is; copy the two entries of %s into it\n",
               settings.c_str(), beside.c_str());
  return 0;
}

int schema(Arguments& arguments) {
  if (!arguments.words().empty()) arguments.none_of({"--vscode", "--settings"}, "a kind of file");
  arguments.only_one_of({"--vscode", "--settings"});
  if (!arguments.valid()) return refuse(arguments);
  if (const auto folder = arguments.text("--vscode")) return write_for_vscode(*folder);
  if (arguments.has("--settings")) {
    std::fputs(editor_settings(".vscode/hadal").c_str(), stdout);
    return 0;
  }
  const std::string name = arguments.words().empty() ? "scenario" : arguments.words()[0];
  const std::string text = json_schema(name, share_folders());
  if (text.empty()) {
    std::fprintf(stderr, "hadal schema: '%s'; expected one of:", name.c_str());
    for (const std::string& known : json_schema_names()) std::fprintf(stderr, " %s", known.c_str());
    std::fprintf(stderr, "\n");
    return 2;
  }
  std::fputs(text.c_str(), stdout);
  return 0;
}

}  // namespace

CommandEntry schema_command() {
  return {{"schema",
           "[KIND]",
           "JSON Schema of scenario files, or of vehicle, object, sensor, thruster, actuator or "
           "materials files, for editors.",
           "hadal schema --vscode .",
           {{"--vscode", "DIR", "Writes all of them and the settings into DIR/.vscode."},
            {"--settings", "", "Only the settings of VS Code's YAML extension."},
            extensions_option()},
           0,
           1},
          schema};
}

}  // namespace hadal::cli
