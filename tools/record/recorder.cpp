// SPDX-License-Identifier: MIT
#include "record/recorder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>

#include "record/child.hpp"
#include "record/dat_writer.hpp"
#include "record/ring_copier.hpp"
#include "record/signals.hpp"
#include "sources/source.hpp"

namespace rtm::host {
namespace {

using clock = std::chrono::steady_clock;

/// The file that is to be written, opened before anything is recorded: what cannot be written is found out first.
class output_file {
 public:
  explicit output_file(const std::string& path)
      : path_(path),
        is_standard_(path == "-"),
        is_new_(!is_standard_ && ::access(path.c_str(), F_OK) != 0),
        file_(is_standard_ ? standard_output() : open_file(path, O_WRONLY | O_CREAT, "a file to write")) {}
  output_file(const output_file&) = delete;
  output_file& operator=(const output_file&) = delete;
  ~output_file() {
    if (!is_done_ && is_new_) ::unlink(path_.c_str());
  }
  [[nodiscard]] int descriptor() const { return file_.get(); }
  [[nodiscard]] std::string name() const { return is_standard_ ? "<stdout>" : path_; }
  [[nodiscard]] bool is_standard() const { return is_standard_; }
  /// Copies are made on the same file system. Of what is not one to copy to, in the folder for such files.
  [[nodiscard]] std::string folder() const {
    const std::filesystem::path path(path_);
    if (is_standard_ || (!is_new_ && !std::filesystem::is_regular_file(path)))
      return std::filesystem::temp_directory_path();
    return path.has_parent_path() ? path.parent_path().string() : std::string(".");
  }
  /// What somebody has redirected is left as it is: what is in it may be meant to stay.
  void empty() const {
    if (!is_standard_ && ::ftruncate(descriptor(), 0) != 0 && errno != EINVAL)
      refuse_file(path_, errno, "a file to write");
  }
  void done() { is_done_ = true; }

 private:
  static file_handle standard_output() {
    if (::isatty(STDOUT_FILENO) == 1)
      throw source_error("<stdout>: found a terminal; expected a pipe or a file for the recording");
    file_handle copy(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0));
    if (!copy) refuse_file("<stdout>", errno, "a pipe or a file for the recording");
    return copy;
  }

  std::string path_;
  bool is_standard_;
  bool is_new_;
  file_handle file_;
  bool is_done_ = false;
};

/// The buffers of all CPUs.
class ring_copiers {
 public:
  ring_copiers(const trace_session& session, std::uint32_t page_bytes, const std::string& folder)
      : failed_(::eventfd(0, EFD_CLOEXEC)) {
    for (const std::uint32_t cpu : session.cpus())
      all_.push_back(std::make_unique<ring_copier>(session.pages_of(cpu), page_bytes, folder));
  }
  void start() {
    for (const auto& each : all_) each->start(failed_.get());
  }
  void finish() {
    for (const auto& each : all_) each->finish();
  }
  [[nodiscard]] int failed() const { return failed_.get(); }
  [[nodiscard]] std::uint64_t bytes() const {
    std::uint64_t sum = 0;
    for (const auto& each : all_) sum += each->bytes();
    return sum;
  }
  [[nodiscard]] std::vector<dat_pages> pages() const {
    std::vector<dat_pages> pages;
    for (const auto& each : all_) pages.push_back({each->copy(), each->bytes()});
    return pages;
  }

 private:
  file_handle failed_;
  std::vector<std::unique_ptr<ring_copier>> all_;
};

record_progress progress_of(const std::vector<ring_stats>& stats, std::uint64_t bytes, clock::duration elapsed) {
  record_progress sum;
  sum.elapsed = elapsed;
  sum.bytes = bytes;
  for (const ring_stats& of : stats) {
    sum.events += of.read;
    sum.lost += of.lost();
  }
  return sum;
}

/// Until time is up, the command has ended, a signal comes, or copying fails.
record_end wait_for_end(const record_options& options, const record_listener& listener, const trace_session& session,
                        const ring_copiers& copiers, awaited_signals& signals, child_process* child) {
  const auto begin = clock::now();
  const auto end = options.duration ? begin + *options.duration : clock::time_point::max();
  auto next_progress = listener.progress ? begin + std::chrono::seconds(1) : clock::time_point::max();
  while (true) {
    const auto now = clock::now();
    if (now >= end) return record_end::duration;
    if (now >= next_progress) {
      listener.progress(progress_of(session.stats(), copiers.bytes(), now - begin));
      next_progress += std::chrono::seconds(1);
      continue;
    }
    const auto wake = std::min({end, next_progress, now + std::chrono::hours(1)});
    const auto wait_ms = std::chrono::ceil<std::chrono::milliseconds>(wake - now).count();
    pollfd waits[] = {{signals.descriptor(), POLLIN, 0}, {copiers.failed(), POLLIN, 0}};
    (void)::poll(waits, std::size(waits), static_cast<int>(wait_ms));
    if ((waits[1].revents & POLLIN) != 0) return record_end::failure;
    while (const auto signal = signals.take())
      if (awaited_signals::is_end(*signal)) return record_end::signal;
    if (child != nullptr && child->has_ended()) return record_end::command;
  }
}

}  // namespace

chosen_events prepare_tracefs(const std::string& tracefs, const std::string& events,
                              const std::function<void(const std::string&)>& note, const folder_calls& folders) {
  for (const stale_instance& stale : remove_stale_instances(tracefs, folders)) {
    if (stale.error == 0)
      note(fmt::format("removed {}, which process {} left when it was killed", stale.path, stale.pid));
    else
      note(fmt::format("{}: found \"{}\"; expected to remove it, as process {} is gone", stale.path,
                       std::strerror(stale.error), stale.pid));
  }
  chosen_events chosen = choose_events(tracefs, events);
  std::string missing;
  for (const std::string& each : chosen.missing) missing += (missing.empty() ? "" : ", ") + each;
  if (!missing.empty())
    note(fmt::format("this kernel has no {}: what they would tell is charged to whom they interrupt", missing));
  return chosen;
}

record_result record(const record_options& options, const record_listener& listener) {
  awaited_signals signals({SIGCHLD});
  output_file output(options.output);
  if (!options.tracefs.empty()) check_tracefs(options.tracefs);
  const std::string tracefs = options.tracefs.empty() ? find_tracefs() : options.tracefs;
  const chosen_events chosen = prepare_tracefs(tracefs, options.events, listener.note, options.folders);
  dat_header header = read_dat_header(tracefs, chosen.events);
  std::unique_ptr<child_process> child;
  if (!options.command.empty())
    child =
        std::make_unique<child_process>(options.command, signals, output.is_standard() ? STDERR_FILENO : STDOUT_FILENO);

  record_result result;
  trace_session session(tracefs, chosen.events, options.buffer_bytes, options.folders);
  ring_copiers copiers(session, header.page_bytes, output.folder());
  session.start();
  const auto begin = clock::now();
  copiers.start();
  if (child != nullptr) child->start();
  result.end = wait_for_end(options, listener, session, copiers, signals, child.get());
  session.stop();
  const auto elapsed = clock::now() - begin;
  copiers.finish();
  result.stats = session.stats();
  header.saved_cmdlines = read_text_if_there(tracefs + "/saved_cmdlines");
  session.remove();

  if (child != nullptr) {
    const bool has_ended = child->end();
    result.outcome = child->outcome();
    result.was_command_told = child->was_told_to_end();
    result.has_command_succeeded = has_ended && (result.was_command_told || child->status() == 0);
  }
  result.sum = progress_of(result.stats, copiers.bytes(), elapsed);
  output.empty();
  write_trace_dat(output.descriptor(), output.name(), header, result.stats, copiers.pages());
  output.done();
  return result;
}

}  // namespace rtm::host
