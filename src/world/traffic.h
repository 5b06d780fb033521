// What is under way in the water between the devices of world/network.h: signals, receptions,
// inboxes. It lives in State, in slots that are made at load; the members of a struct are all
// 64-bit integers or all doubles, so that hash and snapshot see every one (world/state.h).
//
// Levels are dB re 1 uPa, those of sources at 1 m; times are seconds since the start of the run.
#pragma once
#include <cstdint>

#include "math/types.h"

namespace hadal::inline world {

enum class SignalKind : int64_t { kNone, kMessage, kQuestion, kAnswer, kPing, kLight };

// Of State::signal_counters.
enum SignalCounter {
  kNextSignal,          // its number
  kSignalsWithoutSlot,  // or receptions
  kSignalsActive,
  kSignalCounters
};

// Something on its way through the water.
struct SignalHeader {
  using Integers = void;
  int64_t kind = 0;      // SignalKind; kNone: the slot is free
  int64_t source = -1;   // device; others below -1, see Network::emit()
  int64_t target = -1;   // device; -1: everybody
  int64_t number = 0;    // counts all signals of the run
  int64_t answers = -1;  // number of the question
  int64_t bytes = 0;     // of the payload
};
struct SignalValues {
  double begin_s = 0;  // when it left
  double duration_s = 0;
  double gone_s = 0;  // when nobody listens for it any more, see Network::time_to_pass_s()
  double level_db = 0;
  double frequency_hz = 0;
  double bandwidth_hz = 0;
  double beam_width_rad = 0;
  double beam_height_rad = 0;  // of a fan, across its plane; 0: the beam is a cone
  Vec3 p_N = Vec3::Zero();     // where it left
  Vec3 v_N = Vec3::Zero();
  Vec3 axis_N = Vec3::UnitX();
  Vec3 normal_N = Vec3::UnitZ();  // of the plane of a fan
};

// One signal at one receiver.
struct ReceptionHeader {
  using Integers = void;
  int64_t signal = -1;     // slot; -1: this slot is free
  int64_t receiver = -1;   // device
  int64_t phase = 0;       // ReceptionPhase
  int64_t check_tick = 0;  // it cannot have arrived before
  int64_t silent = 0;      // no way leads here
  int64_t deaf = 0;        // the receiver was sending
};
enum class ReceptionPhase : int64_t { kUnderWay, kArriving, kDecoded };
struct ReceptionValues {
  double begin_s = 0, end_s = 0;
  double level_db = 0;
  double echo_db = -1000;  // of later ways of the same signal
  double doppler = 1;      // received over sent frequency
  double path_time_s = 0;
  Vec3 arrival_N = Vec3::UnitX();  // unit, along the ray, away from the source
};

// What a device remembers.
struct DeviceHeader {
  using Integers = void;
  int64_t sent = 0, received = 0, lost = 0, refused = 0;
  int64_t readings = 0;    // made so far
  int64_t events = 0;      // of a modem: packets received or lost, in its inbox
  int64_t question = -1;   // number of the last one it sent
  int64_t awaited = 0;     // answers still expected
  int64_t next = 0;        // transponder to ask next; of an LBL 1 while answers may come
  int64_t answer_to = -1;  // device that waits for an answer of this transponder
  int64_t answers = -1;    // number of that question
};
struct DeviceValues {
  double send_begin_s = -1e9, send_end_s = -1e9;  // of its last transmission
  double free_s = -1e9;                           // may send from then on
  double answer_s = 0;                            // when the transponder will answer
  double question_s = 0;                          // when it asked
};

// Packets that reached a modem, decoded or not: a ring per device.
constexpr int64_t kInboxSlots = 16;
enum class Outcome : int64_t {
  kReceived,
  kNoise,       // too weak, or bits were wrong
  kCollision,   // another packet at the same time
  kHalfDuplex,  // the receiver was sending
  kDoppler,     // moving too fast
  kNoPath,      // shadow, or ground in between
  kOther,       // PacketModel::packet_loss
};
struct InboxHeader {
  using Integers = void;
  int64_t number = -1;  // of the signal
  int64_t from = -1, to = -1;
  int64_t bytes = 0;
  int64_t outcome = 0;
};
struct InboxValues {
  double sent_s = 0, begin_s = 0, end_s = 0;
  double level_db = 0, snr_db = 0, doppler = 1;
};

}  // namespace hadal::world
