// SPDX-License-Identifier: MIT
// Whatever ends a recording of this machine, no trace instance stays: it would go on recording for ever.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <random>
#include <string>

#include "program.hpp"
#include "record/fake_tracefs.hpp"
#include "record/real_tracefs.hpp"

namespace rtm::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class instance : public testing::Test {
 protected:
  [[nodiscard]] std::string output() const { return folder.path() / "trace.dat"; }
  /// Waits until the process has made its instance. False: it ended before.
  static bool wait_for_instance(const running_rtm& ran) {
    while (instances_of(ran.process()).empty()) {
      if (!ran.is_running()) return false;
      usleep(1000);
    }
    return true;
  }
  scratch_folder folder;
};

TEST_F(instance, is_gone_after_a_signal_at_any_moment) {
  RTM_NEED_TRACEFS();
  std::mt19937 random(20261130);
  for (int round = 0; round < 24; ++round) {
    running_rtm ran({"record", "-o", output()});
    const pid_t process = ran.process();
    usleep(static_cast<useconds_t>(random() % 400'000));
    ran.send(round % 3 == 2 ? SIGTERM : SIGINT);
    const run_result result = ran.finish();
    EXPECT_THAT(instances_of(process), IsEmpty()) << "round " << round << ": " << result.output;
  }
}

TEST_F(instance, is_gone_after_two_signals_and_the_recording_is_there) {
  RTM_NEED_TRACEFS();
  running_rtm ran({"record", "-o", output()});
  const pid_t process = ran.process();
  ASSERT_TRUE(wait_for_instance(ran));
  ran.send(SIGINT);
  ran.send(SIGINT);
  const run_result result = ran.finish();
  EXPECT_THAT(result.output, HasSubstr("rtm: recorded "));
  EXPECT_THAT(folder.get("trace.dat"), HasSubstr("tracing6"));
  EXPECT_THAT(instances_of(process), IsEmpty());
}

TEST_F(instance, of_a_killed_run_is_removed_by_the_next) {
  RTM_NEED_TRACEFS();
  pid_t process = 0;
  {
    running_rtm ran({"record", "-o", output()});
    process = ran.process();
    ASSERT_TRUE(wait_for_instance(ran));
    ran.send(SIGKILL);
    (void)ran.finish();
  }
  const run_result next = run_rtm({"record", "-o", output(), "--duration", "1ms"});
  EXPECT_THAT(instances_of(process), IsEmpty()) << next.error;
}

TEST_F(instance, is_gone_after_the_disk_was_full) {
  RTM_NEED_TRACEFS();
  running_rtm ran({"record", "-o", "/dev/full", "--duration", "1ms"});
  const pid_t process = ran.process();
  EXPECT_EQ(ran.finish().exit_code, 2);
  EXPECT_THAT(instances_of(process), IsEmpty());
}

TEST_F(instance, the_command_gets_the_signals_that_a_shell_would_give_it) {
  RTM_NEED_TRACEFS();
  const run_result ran =
      run_rtm({"record", "-o", output(), "--", "sh", "-c", "grep -E 'Sig(Blk|Ign)' /proc/self/status"});
  EXPECT_EQ(ran.exit_code, 0) << ran.error;
  for (const char* const name : {"SigBlk:\t", "SigIgn:\t"}) {
    const std::size_t at = ran.output.find(name);
    ASSERT_NE(at, std::string::npos) << ran.output;
    // Beyond 31 are real-time signals, which are as this test found them.
    EXPECT_EQ(std::stoull(ran.output.substr(at + 8), nullptr, 16) & 0x7FFF'FFFF, 0U) << ran.output;
  }
}

}  // namespace
}  // namespace rtm::test
