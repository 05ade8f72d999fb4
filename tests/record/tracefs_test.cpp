// SPDX-License-Identifier: MIT
// Where tracefs is looked for, what is said where it cannot be used, and whose instances are removed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <functional>
#include <string>

#include "record/fake_tracefs.hpp"
#include "record/tracefs.hpp"
#include "sources/source.hpp"

namespace rtm::test {
namespace {

using host::source_error;
using host::trace_instance;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string complaint_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const source_error& error) {
    return error.what();
  }
  return "none";
}

class tracefs : public testing::Test {
 protected:
  [[nodiscard]] host::tracefs_places places() const {
    return {fake.path() / "mounts", fake.path() / "filesystems", {fake.path() / "usual"}};
  }
  [[nodiscard]] std::string complaint() const {
    return complaint_of([this] { (void)host::find_tracefs(places()); });
  }
  fake_tracefs fake;
};

TEST_F(tracefs, is_found_where_it_is_mounted) {
  fake.put("mounts", "proc /proc proc rw 0 0\nnodev " + fake.root() + " tracefs rw,relatime 0 0\n");
  EXPECT_EQ(host::find_tracefs(places()), fake.root());
}

TEST_F(tracefs, is_found_in_a_folder_with_a_blank) {
  std::filesystem::rename(fake.root(), fake.path() / "a b");
  fake.put("mounts", "nodev " + fake.path().string() + "/a\\040b tracefs rw 0 0\n");
  EXPECT_EQ(host::find_tracefs(places()), fake.path() / "a b");
}

TEST_F(tracefs, is_found_in_its_usual_place_if_no_list_of_mounts_shows_it) {
  std::filesystem::rename(fake.root(), fake.path() / "usual");
  EXPECT_EQ(host::find_tracefs(places()), fake.path() / "usual");
}

TEST_F(tracefs, that_is_not_mounted_is_told_with_the_command_that_mounts_it) {
  fake.put("mounts", "proc /proc proc rw 0 0\n");
  fake.put("filesystems", "nodev\ttracefs\n");
  const std::string sudo = geteuid() == 0 ? "" : "sudo ";
  EXPECT_EQ(complaint(), "found no tracefs; expected it mounted: " + sudo + "mount -t tracefs nodev " +
                             (fake.path() / "usual").string());
}

TEST_F(tracefs, that_the_kernel_does_not_have_is_told_as_that) {
  fake.put("filesystems", "nodev\tproc\n");
  EXPECT_EQ(complaint(), "found a kernel without tracefs; expected one that is built with CONFIG_TRACING");
}

TEST_F(tracefs, a_folder_that_is_none_is_refused) {
  const std::string path = fake.path();
  EXPECT_EQ(complaint_of([&] { host::check_tracefs(path); }), path + ": found no folder instances; expected a tracefs");
  EXPECT_EQ(complaint_of([&] { host::check_tracefs(path + "/no"); }),
            path + "/no: found \"No such file or directory\"; expected a tracefs");
}

TEST_F(tracefs, an_instance_is_named_by_its_process_and_goes_with_the_object) {
  {
    const trace_instance made(fake.root(), fake.folders());
    EXPECT_THAT(fake.instances(), ElementsAre("rtm-" + std::to_string(getpid()) + "-4711"));
    EXPECT_EQ(made.path(), fake.root() + "/instances/" + fake.instances().front());
  }
  EXPECT_THAT(fake.instances(), IsEmpty());
}

TEST_F(tracefs, an_instance_that_may_not_be_made_is_refused_by_name) {
  host::folder_calls calls = fake.folders();
  calls.make = [](const std::string&) { return EPERM; };
  EXPECT_THAT(complaint_of([&] { const trace_instance made(fake.root(), calls); }),
              HasSubstr("-4711: found \"Operation not permitted\"; expected to make a trace instance"));
}

TEST_F(tracefs, an_instance_that_is_busy_for_a_moment_is_removed) {
  host::folder_calls calls = fake.folders();
  int busy = 2;
  calls.remove = [&, remove = calls.remove](const std::string& path) { return busy-- > 0 ? EBUSY : remove(path); };
  trace_instance made(fake.root(), calls);
  made.remove();
  EXPECT_THAT(fake.instances(), IsEmpty());
}

TEST_F(tracefs, an_instance_that_stays_is_told_with_the_command_that_removes_it) {
  host::folder_calls calls = fake.folders();
  calls.remove = [](const std::string&) { return EPERM; };
  trace_instance made(fake.root(), calls);
  EXPECT_THAT(complaint_of([&] { made.remove(); }),
              HasSubstr("\"Operation not permitted\"; expected to remove it: " +
                        std::string(geteuid() == 0 ? "" : "sudo ") + "rmdir " + fake.root() + "/instances/rtm-"));
}

TEST_F(tracefs, only_instances_of_processes_that_are_gone_are_removed) {
  fake.put("proc/10/stat", "10 (rtm) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 1000 20\n");
  for (const char* const name : {"rtm-10-1000", "rtm-10-999", "rtm-11-5", "rtm-11", "rtm-x-1", "other", "rtm-12-5x"})
    std::filesystem::create_directory(fake.root() + "/instances/" + name);
  const auto gone = host::remove_stale_instances(fake.root(), fake.folders());
  ASSERT_EQ(gone.size(), 2U);
  EXPECT_EQ(gone[0].path, fake.root() + "/instances/rtm-10-999") << "its pid is that of another process now";
  EXPECT_EQ(gone[1].path, fake.root() + "/instances/rtm-11-5");
  EXPECT_EQ(gone[1].pid, 11U);
  EXPECT_THAT(fake.instances(), ElementsAre("other", "rtm-10-1000", "rtm-11", "rtm-12-5x", "rtm-x-1"));
}

TEST_F(tracefs, an_instance_of_a_killed_run_that_stays_is_told_with_the_reason) {
  std::filesystem::create_directory(fake.root() + "/instances/rtm-11-5");
  host::folder_calls calls = fake.folders();
  calls.remove = [](const std::string&) { return EBUSY; };
  const auto found = host::remove_stale_instances(fake.root(), calls);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].error, EBUSY);
}

}  // namespace
}  // namespace rtm::test
