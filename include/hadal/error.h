// The one exception of the API. Everything in include/hadal that throws, throws this.
#pragma once
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "hadal/export.h"

namespace hadal HADAL_API {

class Error : public std::runtime_error {
 public:
  struct Problem {
    std::string file;          // empty: not of a file
    int line = 0, column = 0;  // from 1; 0: unknown
    std::string key;           // path of keys, e.g. vehicles[0].pose.depth_m, or the input refused
    std::string message;       // what was expected and what was found
  };

  explicit Error(const std::string& message);
  explicit Error(std::vector<Problem> problems);  // at least one

  // Every problem there is, in the order of the file. what() has one per line, as
  // file:line:column: key: message.
  const std::vector<Problem>& problems() const { return *problems_; }

 private:
  std::shared_ptr<const std::vector<Problem>> problems_;  // copies of an exception must not throw
};

}  // namespace hadal
