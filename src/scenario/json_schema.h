// JSON Schema (draft 07, what editors take) of scenario and model files, from the same declarations
// as the reader and `hadal describe`: keys with text, unit, default, range and choices.
//
// An editor's language server ignores the name of a YAML tag, so that a tagged value is described as
// any one of the kinds that may stand there: a key that no kind has is an error in the editor, a key
// of another kind only in `hadal check`. Likewise out of its reach: rules between keys, references
// to names, what model files bring. What the reader takes, the schema takes.
#pragma once
#include <string>
#include <vector>

#include "hadal/schema.h"

namespace hadal::inline scenario {

// A kind of file: its word in `hadal schema NAME` and where such files stand.
struct SchemaFile {
  std::string name;
  std::string title;
  std::vector<std::string> globs;
};
const std::vector<SchemaFile>& schema_files();

// The schema of one of them. Names of models and materials found in the folders are offered as
// examples of the keys that take them. Empty for an unknown name.
std::string file_json_schema(const std::string& name, const std::vector<std::string>& folders);

// The schema of a struct and of what is below it.
std::string struct_json_schema(const StructSchema& schema);

// Every tag that files may hold, without '!', sorted.
std::vector<std::string> yaml_tags();

// Settings of VS Code's YAML extension: tags, and schema files in `schema_folder`.
std::string vscode_settings(const std::string& schema_folder);

}  // namespace hadal::scenario
