// The small language of expectations and events:
//
//   distance(rov, box) < 2.0
//   depth(rov) > 3 and abs(heading_error(rov, 90)) < 5
//   not (load(rov, 3) > 100 or time < 10)
//
//   condition  = conjunction {"or" conjunction}         conjunction = negation {"and" negation}
//   negation   = "not" negation | comparison
//   comparison = sum [("<" | "<=" | ">" | ">=" | "==" | "!=") sum]
//   sum        = product {("+" | "-") product}           product = unary {("*" | "/") unary}
//   unary      = "-" unary | number | "(" condition ")" | name ["(" arguments ")"]
//
// Functions come from the caller's table, with abs, sqrt, min and max built in; a function without
// arguments may stand without brackets. An argument is a number or a name from one of the table's
// lists (vehicles, objects, ...); such names may hold '-', '.' and '/', or stand in quotes.
//
// A comparison with NaN is undefined, and so is whatever depends on it (Kleene's logic: false and
// undefined is false). An undefined condition does not hold, and says so.
// Parsing never recurses deeper than kExpressionDepth; evaluation allocates nothing.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace hadal::control {

constexpr int kExpressionDepth = 50;
constexpr int kExpressionStack = 256;
constexpr size_t kExpressionLength = 4000;  // characters

// Kind of an argument: a number, or an index into ExpressionTable::lists.
constexpr int kNumberArgument = -1;

struct ExpressionFunction {
  std::string name;
  std::vector<int> arguments;  // kinds
  // A name arrives as its index in its list. NaN: no such quantity now.
  double (*evaluate)(const void* context, std::span<const double> arguments) = nullptr;
};

struct ExpressionNames {
  std::string what;  // for messages: "vehicle"
  std::vector<std::string> names;
};

struct ExpressionTable {
  std::vector<ExpressionFunction> functions;
  std::vector<ExpressionNames> lists;
};

struct Evaluation {
  bool holds = false;      // conditions
  bool undefined = false;  // the result is NaN
  int undefined_at = 0;    // character, from 1, of the term that first gave NaN
  double value = 0;        // numbers; conditions 1, 0 or NaN
  // The two sides of the first comparison that does not hold, or else of the last one.
  double left = 0;
  double right = 0;
};

class Expression {
 public:
  enum class Op : unsigned char {
    kPush,
    kCall,
    kNegate,
    kAdd,
    kSubtract,
    kMultiply,
    kDivide,
    kLess,
    kLessEqual,
    kGreater,
    kGreaterEqual,
    kEqual,
    kNotEqual,
    kNot,
    kAnd,
    kOr
  };
  struct Instruction {
    Op op;
    int position = 0;  // character of the term, from 1
    int arguments = 0;
    double value = 0;
    double (*function)(const void*, std::span<const double>) = nullptr;
  };

  Expression() = default;
  Expression(std::string text, std::vector<Instruction> program)
      : text_(std::move(text)), program_(std::move(program)) {}

  // context is handed to every function of the table.
  Evaluation evaluate(const void* context) const;
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::vector<Instruction> program_;
};

// The problem names the character, what was expected and the nearest valid name; place and key are
// passed through.
Result<Expression> parse_condition(std::string_view text, const ExpressionTable& table,
                                   const SourceLocation& location = {}, const std::string& key =
                                       "");
Result<Expression> parse_number(std::string_view text, const ExpressionTable& table,
                                const SourceLocation& location = {}, const std::string& key = "");

}  // namespace hadal::control
