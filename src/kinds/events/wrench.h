// `!wrench`: a force and moment from outside on a link, added at its time and taken away after its
// duration.
#pragma once
#include "kinds/events/event.h"

namespace hadal::inline kinds {

struct WrenchEvent : EventConfig {
  std::string vehicle;
  std::string link;
  extension::Wrench wrench{};  // axes of the link, N and N m
  double duration_s = 1e9;

  static const StructSchema& schema();
  EventEffect effect(const EventSetting& setting) const;
  std::string text() const;
};

}  // namespace hadal::kinds
