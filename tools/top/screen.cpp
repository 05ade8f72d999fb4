// SPDX-License-Identifier: MIT
#include "top/screen.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>

#include "sources/source.hpp"

namespace rtm::host {
namespace {

// ECMA-48 and xterm: the alternate screen, the cursor, and what clears.
constexpr std::string_view alternate_screen = "\x1b[?1049h\x1b[?25l\x1b[2J";
constexpr std::string_view normal_screen = "\x1b[?25h\x1b[?1049l";
constexpr std::string_view go_home = "\x1b[H";
constexpr std::string_view clear_to_end_of_line = "\x1b[K";
constexpr std::string_view clear_below = "\x1b[J";

void put(std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(STDOUT_FILENO, text.data(), text.size());
    if (n < 0 && errno != EINTR) return;  // The terminal is gone; a signal tells it too.
    if (n > 0) text.remove_prefix(static_cast<std::size_t>(n));
  }
}

}  // namespace

screen::screen() {
  if (::isatty(STDOUT_FILENO) != 1)
    throw source_error("<stdout>: found no terminal; expected one, or the option --once or --json");
  if (::isatty(STDIN_FILENO) == 1) {
    keys_ = STDIN_FILENO;
  } else {
    terminal_ = file_handle(::open("/dev/tty", O_RDONLY | O_CLOEXEC));
    keys_ = terminal_.get();
  }
  enter();
}

void screen::enter() {
  if (keys_ >= 0 && ::tcgetattr(keys_, &before_) == 0) {
    termios raw = before_;
    raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    raw.c_cc[VMIN] = 0;
    raw.c_cc[VTIME] = 0;
    ::tcsetattr(keys_, TCSANOW, &raw);
  } else {
    keys_ = -1;
  }
  put(alternate_screen);
  is_entered_ = true;
}

void screen::leave() {
  if (!is_entered_) return;
  is_entered_ = false;
  put(normal_screen);
  if (keys_ >= 0) ::tcsetattr(keys_, TCSANOW, &before_);
}

void screen::suspend() {
  leave();
  ::raise(SIGSTOP);
  enter();
}

screen_size screen::size() const {
  winsize now{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &now) != 0 || now.ws_col == 0 || now.ws_row == 0) return {};
  return {now.ws_col, now.ws_row};
}

void screen::draw(const std::vector<std::string>& lines) const {
  std::string text(go_home);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    text += clear_to_end_of_line;  // Before what is written: behind a full line it would take its last character.
    text += lines[i];
    if (i + 1 != lines.size()) text += "\r\n";
  }
  text += clear_below;
  put(text);
}

std::optional<char> screen::take_key() const {
  char key = 0;
  return ::read(keys_, &key, 1) == 1 ? std::optional(key) : std::nullopt;
}

}  // namespace rtm::host
