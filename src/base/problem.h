// What is wrong with the user's input: every problem of a load is collected, then shown at once.
#pragma once
#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace hadal::inline base {

// Where in a file a value stands. Line and column count from 1; 0 means unknown.
struct SourceLocation {
  std::string file;
  int line = 0;
  int column = 0;
};

struct Problem {
  SourceLocation location;
  std::string key;      // path of keys, e.g. vehicles[0].pose.depth_m; may be empty
  std::string message;  // what was found and what was expected
};

// "file:line:column: key: message", leaving out what is unknown.
std::string to_string(const Problem& problem);

class Problems {
 public:
  void add(SourceLocation location, std::string key, std::string message) {
    list_.push_back({std::move(location), std::move(key), std::move(message)});
  }
  void add(std::string message) { list_.emplace_back().message = std::move(message); }
  void append(const Problems& other) {
    list_.insert(list_.end(), other.list_.begin(), other.list_.end());
  }
  bool empty() const { return list_.empty(); }
  size_t size() const { return list_.size(); }
  const std::vector<Problem>& list() const { return list_; }
  // One line per problem.
  std::string text() const;

 private:
  std::vector<Problem> list_;
};

// Thrown where a load cannot return a Result (constructors, bindings); carries every problem.
struct InvalidInput : std::exception {
  explicit InvalidInput(Problems p) : problems(std::move(p)), text_(problems.text()) {}
  const char* what() const noexcept override { return text_.c_str(); }
  Problems problems;

 private:
  std::string text_;
};

}  // namespace hadal::base
