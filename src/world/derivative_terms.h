// Names of manoeuvring derivatives, as a vehicle file writes them: "u|u|", "uv", "u u
// delta_rudder", "theta/U^2", "|u| q". Factors stand side by side, with or without spaces or '*':
//   u v w p q r   body velocity through the water     |u| .. |r|   their magnitudes
//   phi theta     roll and pitch (also: roll, pitch)  sin(theta) cos(phi) ..
//   U   /U^2      speed through the water             delta_NAME   a control surface by name
// x^n repeats a factor. An empty name or "1" is a constant term.
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "world/hydrodynamics.h"

namespace hadal::inline world {

// The factors of `name`; axis and coefficient keep their defaults. A problem tells the character
// where reading stopped and what is known; the caller adds the place in the file.
//   surfaces: names of the control surfaces without "delta_", in the order of the deflections.
Result<DerivativeTerm> derivative_term_named(std::string_view name,
                                             std::span<const std::string> surfaces = {});

}  // namespace hadal::world
