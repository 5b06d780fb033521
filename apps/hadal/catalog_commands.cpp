#include "catalog_commands.h"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <utility>

#include "hadal/catalog.h"
#include "json_text.h"
#include "scenario_arguments.h"

namespace hadal::cli {
namespace {

// "a, b or c".
std::string text_of(const std::vector<std::string>& names) {
  std::string out;
  for (size_t i = 0; i < names.size(); ++i)
    out += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
  return out;
}

std::string library_json(const CatalogEntry& entry) {
  return entry.library.empty() ? "" : ", \"library\": " + json_text(entry.library);
}

int list(Arguments& arguments) {
  const std::vector<std::string> kinds = catalog_kinds();
  const std::string kind = arguments.words().empty() ? "" : arguments.words()[0];
  if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) {
    std::fprintf(stderr, "hadal list: expected one of:");
    for (const std::string& known : kinds) std::fprintf(stderr, " %s", known.c_str());
    std::fprintf(stderr, "\n");
    return 2;
  }
  const auto entries = list_catalog(kind, share_folders());
  if (arguments.has("--json")) {
    std::printf("[");
    for (size_t i = 0; i < entries.size(); ++i)
      std::printf("%s{\"name\": %s, \"text\": %s%s}", i ? ",\n " : "",
                  json_text(entries[i].name).c_str(), json_text(entries[i].text).c_str(),
                  library_json(entries[i]).c_str());
    std::printf("]\n");
    return 0;
  }
  for (const CatalogEntry& entry : entries)
    std::printf("%-22s %s%s\n", entry.name.c_str(), entry.text.c_str(),
                entry.library.empty() ? "" : (" [" + entry.library + "]").c_str());
  return 0;
}

int run_export(const std::string& name, const std::string& surface, const std::string& keys) {
  const std::pair<const char*, ModelSurface> surfaces[] = {{"visual", ModelSurface::kVisual},
                                                           {"collision", ModelSurface::kCollision},
                                                           {"wetted", ModelSurface::kWetted}};
  for (const auto& [known, which] : surfaces) {
    if (surface != known) continue;
    std::string problem;
    const std::string text = model_obj(name, which, keys, share_folders(), problem);
    if (!problem.empty()) std::fprintf(stderr, "hadal describe: %s\n", problem.c_str());
    std::fputs(text.c_str(), stdout);
    return problem.empty() ? 0 : 2;
  }
  std::fprintf(stderr, "hadal describe: --obj-of: '%s'; expected visual, collision or wetted\n",
               surface.c_str());
  return 2;
}

int run_describe(Arguments& arguments) {
  if (arguments.has("--all")) {
    std::fputs(parameter_reference().c_str(), stdout);
    return 0;
  }
  if (arguments.words().empty()) {
    std::fputs("hadal describe: expected NAME or --all\n", stderr);
    return 2;
  }
  const std::optional<std::string> surface = arguments.text("--obj-of");
  if (surface || arguments.has("--obj"))
    return run_export(arguments.words()[0], surface.value_or("visual"),
                      arguments.text("--with").value_or(""));
  if (arguments.has("--with")) {
    std::fputs("hadal describe: --with goes with --obj or --obj-of\n", stderr);
    return 2;
  }
  const DescribeFormat format = arguments.has("--json")       ? DescribeFormat::kJson
                                : arguments.has("--markdown") ? DescribeFormat::kMarkdown
                                : arguments.has("--defaults") ? DescribeFormat::kDefaults
                                                              : DescribeFormat::kText;
  std::string problem;
  const std::string text = describe(arguments.words()[0], format, share_folders(), problem);
  if (text.empty()) {
    std::fprintf(stderr, "hadal describe: %s\n", problem.c_str());
    return 2;
  }
  std::fputs(text.c_str(), stdout);
  return 0;
}

}  // namespace

CommandEntry list_command() {
  return {{"list",
           "KIND",
           "Lists " + text_of(catalog_kinds()) + ".",
           "hadal list vehicles",
           {{"--json", "", "As JSON."}, extensions_option()},
           0,
           1},
          list};
}

CommandEntry describe_command() {
  return {
      {"describe",
       "NAME",
       "Parameters of a kind or section with units, defaults and ranges; what follows from a "
       "vehicle (a model, its file, or a scenario): net buoyancy, thrust, top speeds, drag, "
       "periods; an object or a preset with every default; the surface of a model with --obj.",
       "hadal describe my_rov.yaml",
       {{"--all", "", "Every parameter of every kind, as Markdown."},
        {"--markdown", "", "As a Markdown table."},
        {"--defaults", "", "A vehicle model's file with every default."},
        {"--obj", "", "What is seen of a model as Wavefront OBJ: metres, z down."},
        {"--obj-of", "S", "The same of another surface: visual, collision or wetted."},
        {"--with", "KEYS", "Further keys of the object, e.g. 'extent: 0.5, seed: 3'."},
        {"--json", "", "As JSON."},
        extensions_option()},
       0,
       1},
      run_describe};
}

}  // namespace hadal::cli
