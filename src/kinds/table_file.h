// A table that a scenario may have in a CSV file of its own. The reader of scenarios takes it into
// the config struct and empties the name, so that a loaded or saved scenario holds the table.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "base/csv.h"

namespace hadal::inline kinds {

struct TableFile {
  std::string& file;
  // Fills the struct, or says what is wrong by file, line and column.
  std::function<Problems(const CsvTable&)> take;
  // Fields with an item per row, and per column after the first one: what is found to be wrong with
  // them later is told by their place in the file. Empty: none.
  std::string row_field, column_field;
};

// A file whose numbers are the rows of a field.
inline TableFile rows_file(std::string& file, std::vector<std::vector<double>>& rows,
                           Result<std::vector<std::vector<double>>> (*rows_of)(const CsvTable&)) {
  return {file, [&rows, rows_of](const CsvTable& csv) -> Problems {
            Result<std::vector<std::vector<double>>> taken = rows_of(csv);
            if (!taken) return taken.problems();
            rows = std::move(taken).value();
            return {};
          }, "", ""};
}

}  // namespace hadal::kinds
