#include "kinds/devices/device.h"

namespace hadal::inline kinds {

constexpr DeviceKind (*kDevices[])() = {
    built_in_device<struct AcousticModemModel>,
    built_in_device<struct OpticalModemModel>,
    built_in_device<struct UsblModel>,
    built_in_device<struct TransponderModel>,
    built_in_device<struct LblModel>,
    built_in_device<struct PingerModel>,
    built_in_device<struct HydrophoneModel>,
};

KindList<DeviceKind>& device_list() {
  static KindList<DeviceKind> list(kDevices);
  return list;
}

}  // namespace hadal::kinds
