// SPDX-License-Identifier: MIT
// Width and colour: what the program takes from a terminal, the environment and its options.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <string>

#include "program.hpp"
#include "text/text.hpp"

namespace rtm::test {
namespace {

/// Long names and all columns, so that the widest line shows the width.
const std::string script = "rtm-timeline 1\nwindow 20\ntask 1 " + std::string(150, 'n') +
                           "\nstart 0 task 1\n10 isr_enter 3\n20 isr_exit 3\n30 poll\n";

std::size_t widest_line(std::string_view text) {
  std::size_t widest = 0;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    widest = std::max(widest, host::width_of(line));
  }
  return widest;
}

bool has_colour(const std::string& text) { return text.find('\x1b') != std::string::npos; }

/// Runs with a terminal of `columns` as standard output.
class pseudo_terminal {
 public:
  explicit pseudo_terminal(unsigned short columns) : outer_(posix_openpt(O_RDWR | O_NOCTTY)) {
    if (outer_ < 0 || grantpt(outer_) != 0 || unlockpt(outer_) != 0) return;
    inner_ = open(ptsname(outer_), O_RDWR | O_NOCTTY);
    const winsize size{24, columns, 0, 0};
    ioctl(inner_, TIOCSWINSZ, &size);
  }
  pseudo_terminal(const pseudo_terminal&) = delete;
  pseudo_terminal& operator=(const pseudo_terminal&) = delete;
  ~pseudo_terminal() {
    close(inner_);
    close(outer_);
  }
  [[nodiscard]] bool is_there() const { return inner_ >= 0; }

  /// The terminal ends lines with CR LF; the output must fit into its buffer of 4 KiB.
  std::string run(const std::vector<std::string>& arguments, const run_options& options) const {
    (void)run_rtm_into(inner_, arguments, options);
    std::string text(4096, '\0');
    const ssize_t n = read(outer_, text.data(), text.size());
    text.resize(n < 0 ? 0 : static_cast<std::size_t>(n));
    std::erase(text, '\r');
    return text;
  }

 private:
  int outer_ = -1;
  int inner_ = -1;
};

TEST(terminal, pipe_is_80_columns_wide_and_without_colour) {
  const run_result ran = run_rtm({"report", "-"}, {script, {}});
  EXPECT_EQ(widest_line(ran.output), 80U) << ran.output;
  EXPECT_FALSE(has_colour(ran.output));
}

TEST(terminal, columns_variable_sets_the_width) {
  EXPECT_EQ(widest_line(run_rtm({"report", "-"}, {script, {{"COLUMNS", "101"}}}).output), 101U);
  EXPECT_EQ(widest_line(run_rtm({"report", "-"}, {script, {{"COLUMNS", "wide"}}}).output), 80U);
  EXPECT_EQ(widest_line(run_rtm({"report", "-"}, {script, {{"COLUMNS", "0"}}}).output), 80U);
}

TEST(terminal, width_option_wins) {
  EXPECT_EQ(widest_line(run_rtm({"report", "-", "--width", "97"}, {script, {{"COLUMNS", "101"}}}).output), 97U);
}

TEST(terminal, narrow_width_gives_up_columns_and_still_shows_shares) {
  const run_result ran = run_rtm({"report", "-", "--width", "40"}, {script, {}});
  EXPECT_LE(widest_line(ran.output), 40U) << ran.output;
  EXPECT_NE(ran.output.find("66.7 %"), std::string::npos) << ran.output;
}

TEST(terminal, real_terminal_gives_its_width_and_colour) {
  const pseudo_terminal terminal(110);
  if (!terminal.is_there()) GTEST_SKIP() << "no pseudo terminal here";
  EXPECT_TRUE(has_colour(terminal.run({"report", "-"}, {script, {}})));
  const std::string plain = terminal.run({"report", "-", "--color", "never"}, {script, {}});
  EXPECT_FALSE(has_colour(plain));
  EXPECT_EQ(widest_line(plain), 110U) << plain;
}

TEST(terminal, no_color_and_dumb_terminals_are_honoured) {
  const pseudo_terminal terminal(80);
  if (!terminal.is_there()) GTEST_SKIP() << "no pseudo terminal here";
  EXPECT_FALSE(has_colour(terminal.run({"report", "-"}, {script, {{"NO_COLOR", "1"}}})));
  EXPECT_TRUE(has_colour(terminal.run({"report", "-"}, {script, {{"NO_COLOR", ""}}})));
  EXPECT_FALSE(has_colour(terminal.run({"report", "-"}, {script, {{"TERM", "dumb"}}})));
}

TEST(terminal, colour_can_be_had_in_a_pipe) {
  EXPECT_TRUE(has_colour(run_rtm({"report", "-", "--color", "always"}, {script, {{"NO_COLOR", "1"}}}).output));
}

}  // namespace
}  // namespace rtm::test
