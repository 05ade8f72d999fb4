// SPDX-License-Identifier: MIT
#include "top/top.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <mutex>
#include <ostream>
#include <utility>

#include "record/signals.hpp"
#include "sources/source.hpp"
#include "top/feed.hpp"
#include "top/screen.hpp"

namespace rtm::host {
namespace {

/// The latest frame, from the feed's thread to that of the keys.
class latest_frame {
 public:
  latest_frame() : changed_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}
  void put(const board_frame& frame) {
    const std::lock_guard guard(mutex_);
    frame_ = frame;
    const std::uint64_t one = 1;
    (void)!::write(changed_.get(), &one, sizeof one);
  }
  [[nodiscard]] board_frame take() {
    const std::lock_guard guard(mutex_);
    std::uint64_t count = 0;
    (void)!::read(changed_.get(), &count, sizeof count);
    return frame_;
  }
  [[nodiscard]] int changed() const { return changed_.get(); }

 private:
  file_handle changed_;
  std::mutex mutex_;
  board_frame frame_;
};

/// What keys and signals ask for.
class top_screen {
 public:
  top_screen(const top_options& options, std::string title) {
    look_.title = std::move(title);
    look_.order = options.order;
    look_.is_by_core = options.is_by_core;
    look_.colour = options.colour;
    draw();
  }

  void show(const board_frame& frame) {
    if (look_.is_frozen) return;
    frame_ = frame;
    draw();
  }
  void take_signal(int signal) {
    if (signal == SIGTSTP) screen_.suspend();
    draw();  // After SIGWINCH too.
  }
  /// False: it was the key that ends it.
  bool take_keys() {
    bool any = false;
    while (const auto key = screen_.take_key()) {
      any = true;
      if (*key == 'q') return false;
      take_key(*key);
    }
    if (any) draw();
    return any;
  }
  [[nodiscard]] int keys() const { return screen_.keys(); }

 private:
  void take_key(char key) {
    if (key == 's') look_.order = next_of(look_.order);
    if (key == 'f' || key == ' ') look_.is_frozen = !look_.is_frozen;
    if (key == 'c') look_.is_by_core = !look_.is_by_core;
  }
  void draw() {
    const screen_size size = screen_.size();
    look_.width = size.width;
    look_.height = size.height;
    screen_.draw(frame_.number == 0 ? lines_of_waiting(look_) : lines_of(frame_, look_));
  }

  screen screen_;
  top_look look_;
  board_frame frame_;
};

/// Until a key, a signal or the end of the input ends it.
void show_screen(const top_options& options, const std::string& title, feed& from, latest_frame& latest,
                 awaited_signals& signals) {
  // Frames may come faster than anybody can read them.
  constexpr int least_pause_ms = 100;
  top_screen shown(options, title);
  from.start();
  bool is_resting = false;
  while (true) {
    std::array<pollfd, 4> waits{pollfd{signals.descriptor(), POLLIN, 0}, pollfd{shown.keys(), POLLIN, 0},
                                pollfd{from.ended(), POLLIN, 0}, pollfd{is_resting ? -1 : latest.changed(), POLLIN, 0}};
    const int ready = ::poll(waits.data(), waits.size(), is_resting ? least_pause_ms : -1);
    if (ready == 0) is_resting = false;
    while (const auto signal = signals.take()) {
      if (awaited_signals::is_end(*signal)) return;
      shown.take_signal(*signal);
    }
    if (waits[1].revents != 0 && !shown.take_keys()) return;
    if ((waits[3].revents & POLLIN) != 0) {
      shown.show(latest.take());
      is_resting = true;
    }
    if ((waits[2].revents & POLLIN) != 0 && !is_resting) return;
  }
}

void wait_for_end(feed& from, awaited_signals& signals) {
  from.start();
  while (true) {
    std::array<pollfd, 2> waits{pollfd{signals.descriptor(), POLLIN, 0}, pollfd{from.ended(), POLLIN, 0}};
    (void)::poll(waits.data(), waits.size(), -1);
    if ((waits[1].revents & POLLIN) != 0) return;
    while (const auto signal = signals.take())
      if (awaited_signals::is_end(*signal)) return;
  }
}

void print(const board_frame& frame, const top_options& options, const std::string& title, std::ostream& out) {
  if (options.output == top_output::json) {
    out << json_of(frame) << '\n' << std::flush;
    return;
  }
  top_look look;
  look.width = options.width;
  look.order = options.order;
  look.is_by_core = options.is_by_core;
  look.title = title;
  if (frame.number > 1) out << '\n';
  for (const std::string& line : lines_of(frame, look)) out << line << '\n';
  out << std::flush;
}

}  // namespace

top_result top(const top_options& options, std::ostream& out, const std::function<void(const std::string&)>& note) {
  awaited_signals signals({SIGWINCH, SIGTSTP});
  const std::string title = options.file.empty() ? "this machine" : options.file;
  const bool is_screen = options.output == top_output::screen;
  if (is_screen && ::isatty(STDOUT_FILENO) != 1)
    throw source_error("<stdout>: found no terminal; expected one, or the option --once or --json");
  latest_frame latest;
  std::atomic<feed*> printing = nullptr;
  const auto tell = [&](const board_frame& frame) {
    if (is_screen) return latest.put(frame);
    if (options.is_once && frame.number > 1) return;
    print(frame, options, title, out);
    if (options.is_once || !out) printing.load()->ask_to_stop();
  };
  feed from(options, tell, note);
  printing = &from;
  if (is_screen)
    show_screen(options, title, from, latest, signals);
  else
    wait_for_end(from, signals);
  from.finish();
  return {from.board().frames(), from.board().lost(), from.board().any_fault()};
}

}  // namespace rtm::host
