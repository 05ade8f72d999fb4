// SPDX-License-Identifier: MIT
#include "record/child.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "record/signals.hpp"

namespace rtm::host {
namespace {

struct pipe_ends {
  file_handle out, in;
};

pipe_ends make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) refuse_file("pipe", errno, "a pipe");
  return {file_handle(ends[0]), file_handle(ends[1])};
}

/// In the child: waits for the gate, then becomes the command. Only what is safe after fork.
[[noreturn]] void become(char* const* words, int gate, int answer, int output) {
  constexpr int could_not_start = 127;
  char go = 0;
  ssize_t n = 0;
  do n = ::read(gate, &go, 1);
  while (n < 0 && errno == EINTR);
  if (n != 1) ::_exit(could_not_start);
  if (output != STDOUT_FILENO) ::dup2(output, STDOUT_FILENO);
  ::signal(SIGPIPE, SIG_DFL);
  ::execvp(words[0], words);
  const int error = errno;
  (void)!::write(answer, &error, sizeof error);
  ::_exit(could_not_start);
}

}  // namespace

child_process::child_process(std::vector<std::string> command, const awaited_signals& signals, int output)
    : command_(std::move(command)) {
  std::vector<char*> words;
  for (std::string& word : command_) words.push_back(word.data());
  words.push_back(nullptr);
  pipe_ends gate = make_pipe();
  pipe_ends answer = make_pipe();
  pid_ = ::fork();
  if (pid_ < 0) refuse_file(command_.front(), errno, "to start it");
  if (pid_ == 0) {
    gate.in.close();  // Else it would never see that nobody is left to open the gate.
    signals.restore();
    become(words.data(), gate.out.get(), answer.in.get(), output);
  }
  gate_ = std::move(gate.in);
  answer_ = std::move(answer.out);
}

child_process::~child_process() {
  if (!gate_) return;
  gate_.close();
  ::waitpid(pid_, nullptr, 0);
}

void child_process::start() {
  const char go = 1;
  (void)!::write(gate_.get(), &go, 1);
  int error = 0;
  ssize_t n = 0;
  do n = ::read(answer_.get(), &error, sizeof error);
  while (n < 0 && errno == EINTR);
  if (n == static_cast<ssize_t>(sizeof error)) refuse_file(command_.front(), error, "a program to run");
  gate_.close();
  answer_.close();
}

bool child_process::has_ended() {
  int status = 0;
  if (!status_ && ::waitpid(pid_, &status, WNOHANG) == pid_) status_ = status;
  return status_.has_value();
}

bool child_process::end() {
  constexpr int attempts = 200;
  constexpr unsigned pause_us = 10'000;
  was_told_ = !has_ended();
  if (was_told_) ::kill(pid_, SIGTERM);
  for (int i = 0; i < attempts && !has_ended(); ++i) ::usleep(pause_us);
  return has_ended();
}

std::string child_process::outcome() const {
  if (!status_) return fmt::format("still runs as process {}", pid_);
  if (WIFEXITED(*status_)) return fmt::format("exit code {}", WEXITSTATUS(*status_));
  return fmt::format("ended by signal {} ({})", WTERMSIG(*status_), ::strsignal(WTERMSIG(*status_)));
}

}  // namespace rtm::host
