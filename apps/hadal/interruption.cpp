#include "interruption.h"

#include <atomic>
#include <csignal>

namespace hadal::cli {
namespace {

std::atomic<LiveRun*> watched_run{nullptr};
volatile std::sig_atomic_t first_signal = 0;

void interrupt(int signal) {
  if (first_signal) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
    return;
  }
  first_signal = signal;
  if (LiveRun* run = watched_run) run->stop();
}

}  // namespace

Interruption::Interruption() {
  first_signal = 0;
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGINT, interrupt);
  std::signal(SIGTERM, interrupt);
  if (std::signal(SIGHUP, interrupt) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
}

Interruption::~Interruption() {
  watched_run = nullptr;
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  if (std::signal(SIGHUP, SIG_DFL) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
}

int Interruption::signal() {
  return first_signal;
}

void Interruption::watch(LiveRun& run) {
  watched_run = &run;
  if (first_signal) run.stop();
}

}  // namespace hadal::cli
