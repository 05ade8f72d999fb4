// SPDX-License-Identifier: MIT
#include "program.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <memory>
#include <stdexcept>

namespace rtm::test {
namespace {

/// A file without a name that vanishes with its handle.
class scratch_file {
 public:
  scratch_file() : file_(std::tmpfile(), std::fclose) {
    if (file_ == nullptr) throw std::runtime_error("no temporary file");
  }
  explicit scratch_file(const std::string& content) : scratch_file() {
    std::fwrite(content.data(), 1, content.size(), file_.get());
    std::rewind(file_.get());
  }
  [[nodiscard]] int descriptor() const { return fileno(file_.get()); }
  [[nodiscard]] std::string content() const {
    std::rewind(file_.get());
    std::string all;
    char block[4096];
    while (const std::size_t n = std::fread(block, 1, sizeof block, file_.get())) all.append(block, n);
    return all;
  }

 private:
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

std::vector<char*> pointers_to(std::vector<std::string>& strings) {
  std::vector<char*> out;
  for (std::string& s : strings) out.push_back(s.data());
  out.push_back(nullptr);
  return out;
}

}  // namespace

run_result run_rtm_into(int descriptor, const std::vector<std::string>& arguments, const run_options& options) {
  std::vector<std::string> words = {RTM_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<std::string> environment;
  for (const auto& [name, value] : options.environment) environment.push_back(name + '=' + value);
  environment.emplace_back("TERM=xterm");  // Of two equal names, the first counts.

  const scratch_file in(options.input);
  const scratch_file error;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in.descriptor(), STDIN_FILENO);
  if (descriptor >= 0)
    posix_spawn_file_actions_adddup2(&actions, descriptor, STDOUT_FILENO);
  else
    posix_spawn_file_actions_addclose(&actions, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, error.descriptor(), STDERR_FILENO);
  pid_t child = 0;
  const int failed =
      posix_spawn(&child, RTM_PROGRAM, &actions, nullptr, pointers_to(words).data(), pointers_to(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) throw std::runtime_error("cannot start " RTM_PROGRAM);

  int status = 0;
  waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, {}, error.content()};
}

run_result run_rtm(const std::vector<std::string>& arguments, const run_options& options) {
  const scratch_file out;
  run_result result = run_rtm_into(out.descriptor(), arguments, options);
  result.output = out.content();
  return result;
}

running_rtm::running_rtm(const std::vector<std::string>& arguments) {
  std::vector<std::string> words = {RTM_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<std::string> environment = {"TERM=xterm"};
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  const int failed =
      posix_spawn(&child_, RTM_PROGRAM, &actions, nullptr, pointers_to(words).data(), pointers_to(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  output_ = ends[0];
  if (failed != 0) throw std::runtime_error("cannot start " RTM_PROGRAM);
}

running_rtm::~running_rtm() {
  if (child_ != 0) {
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
  }
  close(output_);
}

bool running_rtm::wait_for(const std::string& text) {
  char block[4096];
  while (text_.find(text) == std::string::npos) {
    const ssize_t n = read(output_, block, sizeof block);
    if (n <= 0) return false;
    text_.append(block, static_cast<std::size_t>(n));
  }
  return true;
}

bool running_rtm::is_running() const {
  siginfo_t about{};
  return waitid(P_PID, static_cast<id_t>(child_), &about, WEXITED | WNOHANG | WNOWAIT) == 0 && about.si_pid == 0;
}

void running_rtm::send(int signal) const { kill(child_, signal); }

run_result running_rtm::finish() {
  char block[4096];
  while (true) {
    const ssize_t n = read(output_, block, sizeof block);
    if (n <= 0) break;
    text_.append(block, static_cast<std::size_t>(n));
  }
  int status = 0;
  waitpid(child_, &status, 0);
  child_ = 0;
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text_, {}};
}

}  // namespace rtm::test
