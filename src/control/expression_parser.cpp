// Recursive descent over the grammar of expression.h, straight to the program of a stack machine.
#include <algorithm>
#include <cmath>
#include <optional>

#include "control/expression.h"
#include "control/expression_lexer.h"
#include "scenario/nearest.h"

namespace hadal::control {
namespace {

using Op = Expression::Op;
enum class Kind { kNumber, kCondition };

const char* shown(Kind kind) {
  return kind == Kind::kNumber ? "a number" : "a condition";
}

const std::vector<ExpressionFunction>& built_in_functions() {
  using Arguments = std::span<const double>;
  static const std::vector<ExpressionFunction> functions{
      {"abs", {kNumberArgument}, [](const void*, Arguments a) { return std::abs(a[0]); }},
      {"sqrt", {kNumberArgument}, [](const void*, Arguments a) { return std::sqrt(a[0]); }},
      // NaN in either argument gives NaN: nothing undefined slips through.
      {"min",
       {kNumberArgument, kNumberArgument},
       [](const void*, Arguments a) { return a[0] < a[1] || std::isnan(a[0]) ? a[0] : a[1]; }},
      {"max",
       {kNumberArgument, kNumberArgument},
       [](const void*, Arguments a) { return a[0] > a[1] || std::isnan(a[0]) ? a[0] : a[1]; }},
  };
  return functions;
}

std::optional<Op> operator_of(std::string_view text) {
  static constexpr std::pair<std::string_view, Op> kOperators[] = {
      {"<", Op::kLess},     {"<=", Op::kLessEqual}, {">", Op::kGreater}, {">=", Op::kGreaterEqual},
      {"==", Op::kEqual},   {"!=", Op::kNotEqual},  {"+", Op::kAdd},     {"-", Op::kSubtract},
      {"*", Op::kMultiply}, {"/", Op::kDivide},     {"and", Op::kAnd},   {"or", Op::kOr}};
  for (const auto& [name, op] : kOperators)
    if (name == text) return op;
  return std::nullopt;
}

// Thrown inside this file only, to leave the recursion with the first fault.
struct SyntaxFault {
  size_t offset;
  std::string message;
};

class Parser {
 public:
  Parser(std::string_view text, const ExpressionTable& table) : text_(text), table_(table) {
    advance(0);
  }

  std::vector<Expression::Instruction> parse(Kind wanted) {
    const Kind kind = condition();
    if (token_.kind != Token::Kind::kEnd) expected("an operator or the end");
    if (kind != wanted && wanted == Kind::kCondition)
      fail(0, "expected a condition such as 'depth(rov) > 3', found a number");
    require(kind, wanted, 0);
    return std::move(program_);
  }

 private:
  struct Deeper {
    explicit Deeper(Parser& p) : parser(p) {
      if (++parser.depth_ > kExpressionDepth)
        parser.fail(parser.token_.start,
                    "nested too deeply (at most " + std::to_string(kExpressionDepth) + " levels)");
    }
    ~Deeper() { --parser.depth_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;
    Parser& parser;
  };

  [[noreturn]] void fail(size_t offset, std::string message) const {
    throw SyntaxFault{offset, std::move(message)};
  }
  [[noreturn]] void expected(const std::string& what) const {
    fail(token_.start, "expected " + what + ", found " + control::shown(token_));
  }
  void require(Kind found, Kind wanted, size_t offset) const {
    if (found != wanted)
      fail(offset, std::string("expected ") + shown(wanted) + ", found " + shown(found));
  }

  void advance(size_t offset) { token_ = next_token(text_, offset); }
  void advance() { advance(token_.end); }
  bool at(std::string_view text) const {
    return (token_.kind == Token::Kind::kSymbol || token_.kind == Token::Kind::kName) &&
           token_.text == text;
  }
  bool at_any(std::initializer_list<std::string_view> texts) const {
    return std::any_of(texts.begin(), texts.end(), [this](auto text) { return at(text); });
  }
  void take(std::string_view text) {
    if (!at(text)) expected("'" + std::string(text) + "'");
    advance();
  }

  // Appends an instruction that takes `taken` values off the stack and leaves one.
  void emit(Expression::Instruction instruction, int taken) {
    stack_ += 1 - taken;
    if (stack_ > kExpressionStack) fail(instruction.position - 1, "too long");
    program_.push_back(instruction);
  }
  static int location(size_t offset) { return static_cast<int>(offset) + 1; }

  // next {operator next}, both sides of kind `sides`.
  template <class Next>
  Kind chain(std::initializer_list<std::string_view> operators, Kind sides, Next next) {
    const size_t left = token_.start;
    const Kind kind = (this->*next)();
    while (at_any(operators)) {
      require(kind, sides, left);
      const Token symbol = token_;
      advance();
      const size_t right = token_.start;
      require((this->*next)(), sides, right);
      emit({*operator_of(symbol.text), location(symbol.start)}, 2);
    }
    return kind;
  }

  Kind condition() {
    const Deeper deeper(*this);
    return chain({"or"}, Kind::kCondition, &Parser::conjunction);
  }
  Kind conjunction() { return chain({"and"}, Kind::kCondition, &Parser::negation); }

  Kind negation() {
    if (!at("not")) return comparison();
    const Deeper deeper(*this);
    const size_t start = token_.start;
    advance();
    const size_t operand = token_.start;
    require(negation(), Kind::kCondition, operand);
    emit({Op::kNot, location(start)}, 1);
    return Kind::kCondition;
  }

  bool at_comparison() const { return at_any({"<", "<=", ">", ">=", "==", "!="}); }

  Kind comparison() {
    const size_t left = token_.start;
    const Kind kind = sum();
    if (!at_comparison()) return kind;
    require(kind, Kind::kNumber, left);
    const Token symbol = token_;
    advance();
    const size_t right = token_.start;
    require(sum(), Kind::kNumber, right);
    if (at_comparison()) fail(token_.start, "comparisons do not chain: join two with 'and'");
    emit({*operator_of(symbol.text), location(symbol.start)}, 2);
    return Kind::kCondition;
  }

  Kind sum() { return chain({"+", "-"}, Kind::kNumber, &Parser::product); }
  Kind product() { return chain({"*", "/"}, Kind::kNumber, &Parser::unary); }

  Kind unary() {
    if (!at("-")) return primary();
    const Deeper deeper(*this);
    const size_t start = token_.start;
    advance();
    const size_t operand = token_.start;
    require(unary(), Kind::kNumber, operand);
    emit({Op::kNegate, location(start)}, 1);
    return Kind::kNumber;
  }

  Kind primary() {
    if (token_.kind == Token::Kind::kNumber) {
      emit({Op::kPush, location(token_.start), 0, token_.number}, 0);
      advance();
      return Kind::kNumber;
    }
    if (at("(")) {
      advance();
      const Kind kind = condition();
      take(")");
      return kind;
    }
    const bool word = at_any({"and", "or", "not"});
    if (token_.kind != Token::Kind::kName || word) expected("a number, a function or '('");
    call();
    return Kind::kNumber;
  }

  const ExpressionFunction& function_at_token() const {
    std::vector<std::string> names;
    for (const auto* functions : {&table_.functions, &built_in_functions()})
      for (const ExpressionFunction& function : *functions) {
        if (function.name == token_.text) return function;
        names.push_back(function.name);
      }
    fail(token_.start, "unknown function " + control::shown(token_) + hint_for(token_.text, names));
  }

  // "2 arguments (vehicle, number)"
  std::string signature(const ExpressionFunction& function) const {
    const size_t count = function.arguments.size();
    if (count == 0) return "no arguments";
    std::string text = std::to_string(count) + (count == 1 ? " argument (" : " arguments (");
    for (size_t i = 0; i < count; ++i) text += (i ? ", " : "") + what_of(function.arguments[i]);
    return text + ")";
  }
  std::string what_of(int kind) const {
    return kind == kNumberArgument ? "number" : table_.lists[kind].what;
  }

  void call() {
    const ExpressionFunction& function = function_at_token();
    const size_t start = token_.start;
    advance();
    const size_t count = function.arguments.size();
    if (at("(")) {
      for (size_t i = 0; i < count; ++i) argument(function, i);
      if (count == 0) advance();
      if (at(",")) fail(token_.start, "'" + function.name + "' takes " + signature(function));
      take(")");
    } else if (count > 0) {
      fail(start, "'" + function.name + "' takes " + signature(function));
    }
    emit({Op::kCall, location(start), static_cast<int>(count), 0, function.evaluate},
         static_cast<int>(count));
  }

  // With the token at the '(' or ',' before the argument; leaves it at the one after.
  void argument(const ExpressionFunction& function, size_t index) {
    const bool separated = at(index == 0 ? "(" : ",");
    const Token ahead = next_token(text_, token_.end);
    if (!separated || (ahead.kind == Token::Kind::kSymbol && ahead.text == ")"))
      fail(separated ? ahead.start : token_.start,
           "'" + function.name + "' takes " + signature(function) + ", found " +
               control::shown(separated ? ahead : token_) + " after " + std::to_string(index));
    const int kind = function.arguments[index];
    if (kind != kNumberArgument) return name_argument(table_.lists[kind]);
    advance();
    const size_t start = token_.start;
    require(condition(), Kind::kNumber, start);
  }

  void name_argument(const ExpressionNames& list) {
    const Token name = next_entity(text_, token_.end);
    if (name.kind == Token::Kind::kBad || name.end == name.start) {
      advance();
      expected("the name of a " + list.what);
    }
    const auto found = std::find(list.names.begin(), list.names.end(), name.text);
    if (found == list.names.end())
      fail(name.start,
           "unknown " + list.what + " " + control::shown(name) + hint_for(name.text, list.names));
    const double index = static_cast<double>(found - list.names.begin());
    emit({Op::kPush, location(name.start), 0, index}, 0);
    advance(name.end);
  }

  std::string_view text_;
  const ExpressionTable& table_;
  Token token_;
  std::vector<Expression::Instruction> program_;
  int depth_ = 0;
  int stack_ = 0;
};

Result<Expression> parse(std::string_view text, const ExpressionTable& table, Kind wanted,
                         const SourceLocation& location, const std::string& key) {
  Problems problems;
  if (text.size() > kExpressionLength) {
    problems.add(location, key, "longer than " + std::to_string(kExpressionLength) + " characters");
    return problems;
  }
  try {
    return Expression(std::string(text), Parser(text, table).parse(wanted));
  } catch (const SyntaxFault& fault) {
    problems.add(location, key,
                 "character " + std::to_string(fault.offset + 1) + ": " + fault.message);
    return problems;
  }
}

}  // namespace

Result<Expression> parse_condition(std::string_view text, const ExpressionTable& table,
                                   const SourceLocation& location, const std::string& key) {
  return parse(text, table, Kind::kCondition, location, key);
}

Result<Expression> parse_number(std::string_view text, const ExpressionTable& table,
                                const SourceLocation& location, const std::string& key) {
  return parse(text, table, Kind::kNumber, location, key);
}

}  // namespace hadal::control
