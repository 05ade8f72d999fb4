// SPDX-License-Identifier: MIT
#include "record/signals.hpp"

#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace rtm::host {
namespace {

constexpr std::array ends = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

/// A signal that is ignored would never be seen. What a shell has set for a background command, INT and QUIT, is taken
/// back; who ignores HUP (nohup) means it.
void stop_ignoring(int signal) {
  struct sigaction now {};
  if (signal == SIGHUP || ::sigaction(signal, nullptr, &now) != 0 || now.sa_handler != SIG_IGN) return;
  now.sa_handler = SIG_DFL;
  ::sigaction(signal, &now, nullptr);
}

}  // namespace

awaited_signals::awaited_signals(std::initializer_list<int> others) {
  sigset_t all;
  sigemptyset(&all);
  for (const int signal : ends) sigaddset(&all, signal);
  for (const int signal : others) sigaddset(&all, signal);
  ::pthread_sigmask(SIG_BLOCK, &all, &before_);
  for (const int signal : ends) stop_ignoring(signal);
  for (const int signal : others) stop_ignoring(signal);
  file_ = file_handle(::signalfd(-1, &all, SFD_CLOEXEC | SFD_NONBLOCK));
  if (!file_) {
    restore();
    refuse_file("signalfd", errno, "a descriptor");
  }
}

awaited_signals::~awaited_signals() {
  // Those that came since have been served by what the program did about the first.
  while (take()) {
  }
  restore();
}

std::optional<int> awaited_signals::take() {
  signalfd_siginfo info{};
  if (::read(file_.get(), &info, sizeof info) != static_cast<ssize_t>(sizeof info)) return std::nullopt;
  return static_cast<int>(info.ssi_signo);
}

bool awaited_signals::is_end(int signal) { return std::find(ends.begin(), ends.end(), signal) != ends.end(); }

void awaited_signals::restore() const { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

}  // namespace rtm::host
