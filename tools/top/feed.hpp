// SPDX-License-Identifier: MIT
// Reads a source into a board, in a thread of its own: a stream may be silent for long, and keys must not wait.
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "record/dat_writer.hpp"
#include "record/file.hpp"
#include "record/recorder.hpp"
#include "record/session.hpp"
#include "top/board.hpp"
#include "top/top.hpp"

namespace rtm::host {

class feed {
 public:
  /// Sets up what is read, and throws source_error if it cannot be. `tell` is called in the thread.
  feed(const top_options& options, window_board::teller tell, const std::function<void(const std::string&)>& note);
  feed(const feed&) = delete;
  feed& operator=(const feed&) = delete;
  ~feed();

  void start();
  /// Readable when there will be no more frames.
  [[nodiscard]] int ended() const { return ended_.get(); }
  /// May be called by `tell`.
  void ask_to_stop();
  /// Waits for the thread, and puts everything back as it was. Throws what reading has thrown.
  void finish();
  [[nodiscard]] const window_board& board() const { return board_; }

 private:
  void run();
  void run_machine();
  void run_stream();
  void read(source& from, const source_info& names, bool is_aligned);

  top_options options_;
  window_board board_;
  file_handle ended_, stop_;
  std::atomic<bool> is_stopped_ = false;
  dat_header header_;
  std::unique_ptr<trace_session> session_;
  std::thread thread_;
  std::exception_ptr failure_;
};

}  // namespace rtm::host
