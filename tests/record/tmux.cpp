// SPDX-License-Identifier: MIT
#include "record/tmux.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>

namespace rtm::test {
namespace {

std::string output_of(const std::string& command) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  if (pipe == nullptr) throw std::runtime_error("cannot run " + command);
  std::string text;
  char block[4096];
  while (const std::size_t n = std::fread(block, 1, sizeof block, pipe.get())) text.append(block, n);
  return text;
}

std::string quoted_for_shell(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + '\'';
}

constexpr useconds_t look_again_us = 20'000;

/// A server that is told to end is still there for a moment, so the next one has another name.
std::string next_server() {
  static int count = 0;
  return "rtm-test-" + std::to_string(getpid()) + '-' + std::to_string(count++);
}

}  // namespace

bool has_tmux() {
  if (output_of("tmux -V 2>&1").starts_with("tmux ")) return true;
  const char* const required = std::getenv("RTM_REQUIRE_TOOLS");
  if (required != nullptr && *required != '\0') throw std::runtime_error("tmux is not installed");
  return false;
}

tmux_window::tmux_window(const std::string& command, int width, int height) : server_(next_server()) {
  (void)tmux("-f /dev/null new-session -d -x " + std::to_string(width) + " -y " + std::to_string(height) + ' ' +
             quoted_for_shell(command));
}

tmux_window::~tmux_window() { (void)tmux("kill-server"); }

std::string tmux_window::tmux(const std::string& arguments) const {
  return output_of("tmux -L " + server_ + ' ' + arguments + " 2>&1");
}

void tmux_window::press(const std::string& key) const { (void)tmux("send-keys " + quoted_for_shell(key)); }

void tmux_window::resize(int width, int height) const {
  (void)tmux("resize-window -x " + std::to_string(width) + " -y " + std::to_string(height));
}

std::string tmux_window::text() const { return tmux("capture-pane -p"); }

std::string tmux_window::wait_for(const std::string& part) const {
  std::string shown = text();
  for (; shown.find(part) == std::string::npos; shown = text()) usleep(look_again_us);
  return shown;
}

std::string tmux_window::wait_for_end_of(const std::string& part) const {
  std::string shown = text();
  for (; shown.find(part) != std::string::npos; shown = text()) usleep(look_again_us);
  return shown;
}

}  // namespace rtm::test
