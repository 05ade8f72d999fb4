// SPDX-License-Identifier: MIT
// `rtm top` in a terminal: keys, sizes, and a terminal that is afterwards as it was.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "program.hpp"
#include "record/real_tracefs.hpp"
#include "record/tmux.hpp"

namespace rtm::test {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string stream = RTM_TESTS_DIR "/trace/streams/v1/sample.rtmt";

/// Something stands on the screen before, and a shell tells how it ended and whether keys are echoed again.
std::string in_a_shell(const std::string& arguments) {
  return "echo before; '" RTM_PROGRAM "' top " + arguments +
         "; echo \"ended with $?\"; case $(stty) in *-echo*) echo mute;; *) echo echoes;; esac; read -r line";
}

TEST(top_screen, shows_a_stream_and_takes_keys) {
  RTM_NEED_TMUX();
  tmux_window shell(in_a_shell("-f '" + stream + "'"), 100, 24);
  const std::string first = shell.wait_for("q quit");
  EXPECT_THAT(shell.wait_for("dispatches"), HasSubstr("rtm top: "));
  EXPECT_THAT(first, Not(HasSubstr("before"))) << "the shell's screen is put aside";
  shell.press("s");
  (void)shell.wait_for("s sort: calls");
  shell.press("c");
  (void)shell.wait_for("core 0");
  shell.press("f");
  (void)shell.wait_for("[frozen]");
  shell.press(" ");
  (void)shell.wait_for_end_of("[frozen]");
  shell.press("q");
  const std::string after = shell.wait_for("echoes");
  EXPECT_THAT(after, HasSubstr("before\nended with 0\n"));
  EXPECT_THAT(after, Not(HasSubstr("q quit")));
}

TEST(top_screen, follows_the_size_of_the_terminal) {
  RTM_NEED_TMUX();
  tmux_window shell(in_a_shell("-f '" + stream + "'"), 100, 24);
  (void)shell.wait_for("dispatches");
  shell.resize(40, 12);
  (void)shell.wait_for_end_of("dispatches");
  shell.resize(100, 30);
  (void)shell.wait_for("dispatches");
}

TEST(top_screen, is_put_back_after_the_interrupt_key) {
  RTM_NEED_TMUX();
  tmux_window shell("trap : INT; " + in_a_shell("-f '" + stream + "'"), 80, 24);
  (void)shell.wait_for("dispatches");
  shell.press("C-c");
  EXPECT_THAT(shell.wait_for("echoes"), HasSubstr("before\nended with 0\n"));
}

TEST(top_screen, is_put_back_after_a_signal) {
  RTM_NEED_TMUX();
  for (const std::string signal : {"TERM", "HUP", "QUIT"}) {
    tmux_window shell("echo before; timeout --foreground -s " + signal + " 2 '" RTM_PROGRAM "' top -f '" + stream +
                          "'; echo ended; case $(stty) in *-echo*) echo mute;; *) echo echoes;; esac; read -r line",
                      80, 24);
    EXPECT_THAT(shell.wait_for("echoes"), HasSubstr("before\nended\n")) << signal;
  }
}

TEST(top_screen, shows_this_machine) {
  RTM_NEED_TMUX();
  RTM_NEED_TRACEFS();
  tmux_window shell(in_a_shell("--window 200ms"), 100, 40);
  const std::string shown = shell.wait_for("dispatches");
  EXPECT_THAT(shown, HasSubstr("rtm top: this machine, window "));
  EXPECT_THAT(shown, HasSubstr("core "));
  shell.press("q");
  EXPECT_THAT(shell.wait_for("ended with "), HasSubstr("before"));
}

}  // namespace
}  // namespace rtm::test
