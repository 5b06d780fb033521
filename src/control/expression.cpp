#include "control/expression.h"

#include <array>
#include <cmath>
#include <limits>

#include "base/check.h"

namespace hadal::control {
namespace {

using Op = Expression::Op;

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

double logical_and(double a, double b) {
  if (a == 0 || b == 0) return 0;
  return std::isnan(a) || std::isnan(b) ? kUndefined : 1;
}

double logical_not(double a) {
  return std::isnan(a) ? kUndefined : a == 0;
}

double logical_or(double a, double b) {
  return logical_not(logical_and(logical_not(a), logical_not(b)));
}

double compare(Op op, double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return kUndefined;
  switch (op) {
    case Op::kLess:
      return a < b;
    case Op::kLessEqual:
      return a <= b;
    case Op::kGreater:
      return a > b;
    case Op::kGreaterEqual:
      return a >= b;
    case Op::kEqual:
      return a == b;
    default:
      return a != b;
  }
}

bool is_comparison(Op op) {
  return op >= Op::kLess && op <= Op::kNotEqual;
}

double binary(Op op, double a, double b) {
  switch (op) {
    case Op::kAdd:
      return a + b;
    case Op::kSubtract:
      return a - b;
    case Op::kMultiply:
      return a * b;
    case Op::kDivide:
      return a / b;
    case Op::kAnd:
      return logical_and(a, b);
    case Op::kOr:
      return logical_or(a, b);
    default:
      return compare(op, a, b);
  }
}

// A stack machine; the parser has made sure that the stack suffices.
class Machine {
 public:
  void run(const Expression::Instruction& step, const void* context) {
    switch (step.op) {
      case Op::kPush:
        push(step.value, step.position);
        break;
      case Op::kCall:
        size_ -= step.arguments;
        push(step.function(context,
                           std::span(stack_.data() + size_, static_cast<size_t>(step.arguments))),
             step.position);
        break;
      case Op::kNegate:
        stack_[size_ - 1] = -stack_[size_ - 1];
        break;
      case Op::kNot:
        stack_[size_ - 1] = logical_not(stack_[size_ - 1]);
        break;
      default:
        run_binary(step);
    }
  }

  Evaluation result() const {
    Evaluation out = seen_;
    out.value = stack_[0];
    out.undefined = std::isnan(out.value);
    out.undefined_at = out.undefined ? first_nan_ : 0;
    out.holds = !out.undefined && out.value != 0;
    return out;
  }

 private:
  void push(double value, int position) {
    if (std::isnan(value) && first_nan_ == 0) first_nan_ = position;
    stack_[size_++] = value;
  }

  void run_binary(const Expression::Instruction& step) {
    size_ -= 2;
    const double a = stack_[size_], b = stack_[size_ + 1];
    push(binary(step.op, a, b), step.position);
    if (!is_comparison(step.op) || failed_) return;
    seen_.left = a;
    seen_.right = b;
    failed_ = stack_[size_ - 1] != 1;
  }

  std::array<double, kExpressionStack> stack_;
  int size_ = 0;
  int first_nan_ = 0;
  bool failed_ = false;
  Evaluation seen_{};
};

}  // namespace

Evaluation Expression::evaluate(const void* context) const {
  HADAL_CHECK(!program_.empty());
  Machine machine;
  for (const Instruction& step : program_) machine.run(step, context);
  return machine.result();
}

}  // namespace hadal::control
