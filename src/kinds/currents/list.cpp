#include "kinds/currents/list.h"

namespace hadal::inline kinds {

constexpr CurrentKind (*kCurrents[])() = {
    built_in_current<struct UniformCurrent>,
    built_in_current<struct StratifiedCurrent>,
    built_in_current<struct TimeSeriesCurrent>,
    built_in_current<struct TideCurrent>,
    built_in_current<struct TideStation>,
    built_in_current<struct LogLayerCurrent>,
    built_in_current<struct EkmanCurrent>,
    built_in_current<struct PowerLawCurrent>,
    built_in_current<struct GaussMarkovCurrent>,
    built_in_current<struct JetCurrent>,
    built_in_current<struct PipeCurrent>,
    built_in_current<struct GriddedCurrent>,
};

KindList<CurrentKind>& current_list() {
  static KindList<CurrentKind> list(kCurrents);
  return list;
}

const std::vector<const StructSchema*>& current_schemas() {
  return current_list().schemas();
}

}  // namespace hadal::kinds
