#include "world/derivative_terms.h"

#include <cctype>
#include <optional>
#include <utility>

namespace hadal::inline world {
namespace {

using Factor = DerivativeFactor;

// Longer names first where one begins another.
constexpr std::pair<std::string_view, Factor> kFactors[] = {
    {"sin(theta)", Factor::sin_pitch},
    {"cos(theta)", Factor::cos_pitch},
    {"sin(phi)", Factor::sin_roll},
    {"cos(phi)", Factor::cos_roll},
    {"sin(pitch)", Factor::sin_pitch},
    {"cos(pitch)", Factor::cos_pitch},
    {"sin(roll)", Factor::sin_roll},
    {"cos(roll)", Factor::cos_roll},
    {"/U^2", Factor::inverse_speed_squared},
    {"theta", Factor::pitch},
    {"pitch", Factor::pitch},
    {"phi", Factor::roll},
    {"roll", Factor::roll},
    {"|u|", Factor::abs_u},
    {"|v|", Factor::abs_v},
    {"|w|", Factor::abs_w},
    {"|p|", Factor::abs_p},
    {"|q|", Factor::abs_q},
    {"|r|", Factor::abs_r},
    {"U", Factor::speed},
    {"u", Factor::u},
    {"v", Factor::v},
    {"w", Factor::w},
    {"p", Factor::p},
    {"q", Factor::q},
    {"r", Factor::r},
    {"1", Factor::one},
};
constexpr std::string_view kSurfacePrefix = "delta_";

class NameReader {
 public:
  NameReader(std::string_view name, std::span<const std::string> surfaces)
      : name_(name), surfaces_(surfaces) {}

  Result<DerivativeTerm> read() {
    for (skip_separators(); at_ < name_.size(); skip_separators()) {
      const std::optional<std::uint8_t> factor = read_factor();
      if (!factor) return failure();
      const int repeats = read_power();
      for (int i = 0; i < repeats; ++i)
        if (!append(*factor)) return failure();
      if (!problem_.empty()) return failure();
    }
    return term_;
  }

 private:
  std::string_view rest() const { return name_.substr(at_); }

  void skip_separators() {
    while (at_ < name_.size() && (name_[at_] == ' ' || name_[at_] == '*')) ++at_;
  }

  std::optional<std::uint8_t> read_factor() {
    if (rest().starts_with(kSurfacePrefix)) return read_surface();
    for (const auto& [text, factor] : kFactors) {
      if (!rest().starts_with(text)) continue;
      at_ += text.size();
      return static_cast<std::uint8_t>(factor);
    }
    problem_ =
        "expected one of u v w p q r, |u| .. |r|, phi, theta, sin(..), cos(..), U, /U^2 or "
        "delta_NAME";
    return {};
  }

  std::optional<std::uint8_t> read_surface() {
    size_t end = at_ + kSurfacePrefix.size();
    while (end < name_.size() &&
           (std::isalnum(static_cast<unsigned char>(name_[end])) || name_[end] == '_'))
      ++end;
    const std::string_view surface =
        name_.substr(at_ + kSurfacePrefix.size(), end - at_ - kSurfacePrefix.size());
    for (size_t i = 0; i < surfaces_.size() && i < kMaxSurfaces; ++i) {
      if (surfaces_[i] != surface) continue;
      at_ = end;
      return static_cast<std::uint8_t>(static_cast<size_t>(Factor::kFirstSurface) + i);
    }
    problem_ = "no control surface '" + std::string(surface) + "'; " +
               (surfaces_.empty() ? "this vehicle has no fins" : "known:");
    for (const std::string& known : surfaces_) problem_ += " delta_" + known;
    return {};
  }

  // "^3" after a factor; 1 without it.
  int read_power() {
    if (!rest().starts_with("^")) return 1;
    const char digit = at_ + 1 < name_.size() ? name_[at_ + 1] : '\0';
    if (digit < '1' || digit > '0' + kMaxDerivativeFactors) {
      problem_ = "a power is ^1 to ^" + std::to_string(kMaxDerivativeFactors);
      return 0;
    }
    at_ += 2;
    return digit - '0';
  }

  bool append(std::uint8_t factor) {
    if (factor == static_cast<std::uint8_t>(Factor::one)) return true;
    if (count_ == kMaxDerivativeFactors) {
      problem_ = "more than " + std::to_string(kMaxDerivativeFactors) + " factors";
      return false;
    }
    term_.factors[count_++] = factor;
    return true;
  }

  Problems failure() const {
    Problems problems;
    problems.add("derivative '" + std::string(name_) + "', character " + std::to_string(at_ + 1) +
                 ": " + problem_);
    return problems;
  }

  std::string_view name_;
  std::span<const std::string> surfaces_;
  size_t at_ = 0;
  int count_ = 0;
  DerivativeTerm term_;
  std::string problem_;
};

}  // namespace

Result<DerivativeTerm> derivative_term_named(std::string_view name,
                                             std::span<const std::string> surfaces) {
  return NameReader(name, surfaces).read();
}

}  // namespace hadal::world
