// SPDX-License-Identifier: MIT
// A whole recording from a folder that looks like a tracefs: what is written, and that nothing is left behind.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "record/fake_tracefs.hpp"
#include "record/recorder.hpp"
#include "sources/source.hpp"

namespace rtm::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// Reads what was written from the front, by the format's manual page.
class dat_reader {
 public:
  explicit dat_reader(std::string bytes) : bytes_(std::move(bytes)) {}
  std::string take(std::size_t size) {
    const std::string part = bytes_.substr(at_, size);
    at_ += size;
    return part;
  }
  template <class Number>
  Number number() {
    Number value{};
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  std::string word() {
    const std::string text = bytes_.substr(at_, bytes_.find('\0', at_) - at_);
    at_ += text.size() + 1;
    return text;
  }
  template <class Size>
  std::string sized() {
    return take(static_cast<std::size_t>(number<Size>()));
  }
  [[nodiscard]] std::string at(std::uint64_t offset, std::uint64_t size) const { return bytes_.substr(offset, size); }

 private:
  std::string bytes_;
  std::size_t at_ = 0;
};

class recorder : public testing::Test {
 protected:
  recorder() {
    options.output = fake.path() / "trace.dat";
    options.duration = std::chrono::milliseconds(1);
    options.tracefs = fake.root();
    options.folders = fake.folders();
    listener.note = [this](const std::string& text) { notes.push_back(text); };
  }
  std::string complaint() {
    try {
      (void)host::record(options, listener);
    } catch (const host::source_error& error) {
      return error.what();
    }
    return "none";
  }
  [[nodiscard]] bool has_output() const { return std::filesystem::exists(options.output); }

  fake_tracefs fake;
  host::record_options options;
  host::record_listener listener;
  std::vector<std::string> notes;
};

TEST_F(recorder, writes_the_pages_of_all_cpus_behind_what_explains_them) {
  options.events = "sched_switch,irq:softirq_*";
  const host::record_result made = host::record(options, listener);
  EXPECT_EQ(made.sum.events, 201U);
  EXPECT_EQ(made.sum.lost, 7U);
  EXPECT_EQ(made.sum.bytes, 3 * fake_tracefs::page_bytes);

  dat_reader in(fake.get("trace.dat"));
  EXPECT_EQ(in.take(10), "\x17\x08\x44tracing");
  EXPECT_EQ(in.word(), "6");
  EXPECT_EQ(in.number<std::uint8_t>(), std::endian::native == std::endian::big ? 1 : 0);
  EXPECT_EQ(in.number<std::uint8_t>(), sizeof(long));
  EXPECT_EQ(in.number<std::uint32_t>(), fake_tracefs::page_bytes);
  EXPECT_EQ(in.word(), "header_page");
  EXPECT_EQ(in.sized<std::uint64_t>(), fake.get("tracefs/events/header_page"));
  EXPECT_EQ(in.word(), "header_event");
  EXPECT_EQ(in.sized<std::uint64_t>(), "# compressed entry header\n");
  ASSERT_EQ(in.number<std::uint32_t>(), 1U);
  EXPECT_EQ(in.sized<std::uint64_t>(), "name: print\n");
  ASSERT_EQ(in.number<std::uint32_t>(), 2U);
  EXPECT_EQ(in.word(), "irq");
  ASSERT_EQ(in.number<std::uint32_t>(), 2U);
  EXPECT_EQ(in.sized<std::uint64_t>(), "name: softirq_entry\n");
  EXPECT_EQ(in.sized<std::uint64_t>(), "name: softirq_exit\n");
  EXPECT_EQ(in.word(), "sched");
  ASSERT_EQ(in.number<std::uint32_t>(), 1U);
  EXPECT_EQ(in.sized<std::uint64_t>(), "name: sched_switch\n");
  EXPECT_EQ(in.sized<std::uint32_t>(), "");
  EXPECT_EQ(in.sized<std::uint32_t>(), "0x1 : \"a\"\n");
  EXPECT_EQ(in.sized<std::uint64_t>(), "7 worker\n");
  ASSERT_EQ(in.number<std::uint32_t>(), 2U);
  EXPECT_EQ(in.word(), "options  ");
  std::vector<std::pair<int, std::string>> options_found;
  while (const auto option = in.number<std::uint16_t>()) options_found.emplace_back(option, in.sized<std::uint32_t>());
  ASSERT_EQ(options_found.size(), 4U);
  EXPECT_EQ(options_found[0], std::pair(4, std::string("[mono]\0", 7)));
  EXPECT_THAT(options_found[3].second, HasSubstr("CPU: 1\nentries: 0\noverrun: 5\n"));
  EXPECT_EQ(in.word(), "flyrecord");
  for (unsigned cpu = 0; cpu < 2; ++cpu) {
    const auto offset = in.number<std::uint64_t>();
    const auto size = in.number<std::uint64_t>();
    EXPECT_EQ(offset % fake_tracefs::page_bytes, 0U);
    EXPECT_EQ(in.at(offset, size), fake_tracefs::pages_of(cpu)) << cpu;
  }
  EXPECT_EQ(in.sized<std::uint64_t>(), "[mono]");
}

TEST_F(recorder, sets_up_an_instance_and_leaves_none) {
  options.buffer_bytes = 3 << 20;
  std::string clock, kilobytes, enabled, left_off, on;
  options.folders.remove = [&, remove = options.folders.remove](const std::string& path) {
    const std::string folder = std::filesystem::relative(path, fake.path());
    clock = fake.get(folder + "/trace_clock");
    kilobytes = fake.get(folder + "/buffer_size_kb");
    enabled = fake.get(folder + "/events/sched/sched_switch/enable");
    left_off = fake.get(folder + "/events/irq_vectors/vector_alloc/enable");
    on = fake.get(folder + "/tracing_on");
    return remove(path);
  };
  (void)host::record(options, listener);
  EXPECT_EQ(clock, "mono");
  EXPECT_EQ(kilobytes, "3072");
  EXPECT_EQ(enabled, "1");
  EXPECT_EQ(left_off, "0");
  EXPECT_EQ(on, "0");
  EXPECT_THAT(fake.instances(), IsEmpty());
}

TEST_F(recorder, tells_what_a_killed_run_left_and_which_events_are_missing) {
  std::filesystem::create_directory(fake.root() + "/instances/rtm-11-5");
  std::filesystem::remove_all(fake.root() + "/events/nmi");
  (void)host::record(options, listener);
  EXPECT_THAT(
      notes, ElementsAre("removed " + fake.root() + "/instances/rtm-11-5, which process 11 left when it was killed",
                         "this kernel has no nmi:nmi_handler: what they would tell is charged to whom they interrupt"));
}

TEST_F(recorder, tells_how_a_command_ended) {
  options.duration.reset();
  options.command = {"sh", "-c", "exit 3"};
  const auto failed = host::record(options, listener);
  EXPECT_EQ(failed.outcome, "exit code 3");
  EXPECT_FALSE(failed.has_command_succeeded);
  options.command = {"sh", "-c", "kill -9 $$"};
  EXPECT_EQ(host::record(options, listener).outcome, "ended by signal 9 (Killed)");
  options.command = {"true"};
  EXPECT_TRUE(host::record(options, listener).has_command_succeeded);
}

TEST_F(recorder, ends_a_command_that_runs_on) {
  options.command = {"sleep", "1000"};
  const host::record_result made = host::record(options, listener);
  EXPECT_EQ(made.outcome, "ended by signal 15 (Terminated)");
  EXPECT_EQ(made.end, host::record_end::duration);
  EXPECT_TRUE(made.was_command_told);
  EXPECT_TRUE(made.has_command_succeeded) << "it is not to blame";
}

TEST_F(recorder, says_that_it_was_the_command_that_ended) {
  options.duration.reset();
  options.command = {"true"};
  const host::record_result made = host::record(options, listener);
  EXPECT_EQ(made.end, host::record_end::command);
  EXPECT_FALSE(made.was_command_told);
}

/// Standard output is another file for as long as this lives.
class redirected_output {
 public:
  redirected_output(const std::string& path, int flags) : before_(::dup(STDOUT_FILENO)) {
    std::fflush(stdout);
    const int file = ::open(path.c_str(), flags | O_WRONLY | O_CREAT, 0600);
    ::dup2(file, STDOUT_FILENO);
    ::close(file);
  }
  redirected_output(const redirected_output&) = delete;
  redirected_output& operator=(const redirected_output&) = delete;
  ~redirected_output() {
    std::fflush(stdout);
    ::dup2(before_, STDOUT_FILENO);
    ::close(before_);
  }

 private:
  int before_;
};

TEST_F(recorder, standard_output_gets_the_same_bytes_behind_what_is_there) {
  (void)host::record(options, listener);
  const std::string file = fake.get("trace.dat");
  options.output = "-";
  for (const int flags : {O_TRUNC, O_APPEND}) {
    fake.put("out", "before\n");
    {
      const redirected_output to(fake.path() / "out", flags);
      (void)host::record(options, listener);
    }
    EXPECT_EQ(fake.get("out"), (flags == O_APPEND ? "before\n" : "") + file);
  }
  EXPECT_FALSE(std::filesystem::exists("-"));
}

TEST_F(recorder, what_a_command_prints_is_not_in_a_recording_on_standard_output) {
  options.duration.reset();
  (void)host::record((options.command = {"true"}, options), listener);
  const std::string file = fake.get("trace.dat");
  options.output = "-";
  options.command = {"echo", "printed by the command, to standard error"};
  {
    const redirected_output to(fake.path() / "out", O_TRUNC);
    (void)host::record(options, listener);
  }
  EXPECT_EQ(fake.get("out"), file);
}

TEST_F(recorder, standard_output_whose_reader_has_gone_is_told) {
  int ends[2] = {};
  ASSERT_EQ(::pipe(ends), 0);
  ::close(ends[0]);
  std::signal(SIGPIPE, SIG_IGN);
  const int before = ::dup(STDOUT_FILENO);
  ::dup2(ends[1], STDOUT_FILENO);
  options.output = "-";
  const std::string told = complaint();
  ::dup2(before, STDOUT_FILENO);
  ::close(before), ::close(ends[1]);
  EXPECT_EQ(told, "<stdout>: found \"Broken pipe\"; expected room for the recording");
}

TEST_F(recorder, a_command_that_cannot_be_started_leaves_nothing) {
  options.command = {"/no/such/program"};
  EXPECT_EQ(complaint(), "/no/such/program: found \"No such file or directory\"; expected a program to run");
  EXPECT_THAT(fake.instances(), IsEmpty());
  EXPECT_FALSE(has_output());
}

TEST_F(recorder, a_file_that_is_missing_in_the_instance_is_named) {
  std::filesystem::remove(fake.path() / "template/events/sched/sched_switch/enable");
  EXPECT_THAT(complaint(),
              HasSubstr("/events/sched/sched_switch/enable: found \"No such file or directory\"; expected"));
  EXPECT_THAT(fake.instances(), IsEmpty());
  EXPECT_FALSE(has_output());
}

TEST_F(recorder, buffers_that_the_kernel_refuses_name_the_option) {
  std::filesystem::remove(fake.path() / "template/buffer_size_kb");
  std::filesystem::create_symlink("/dev/full", fake.path() / "template/buffer_size_kb");
  options.folders.make = [from = fake.path() / "template"](const std::string& name) {
    std::error_code error;
    std::filesystem::copy(
        from, name, std::filesystem::copy_options::recursive | std::filesystem::copy_options::copy_symlinks, error);
    return error.value();
  };
  EXPECT_THAT(complaint(),
              HasSubstr("/buffer_size_kb: found \"No space left on device\"; expected room for 8192 KiB of "
                        "each CPU (--buffer)"));
  EXPECT_THAT(fake.instances(), IsEmpty());
}

TEST_F(recorder, an_instance_without_cpus_is_refused) {
  std::filesystem::remove_all(fake.path() / "template/per_cpu");
  EXPECT_THAT(complaint(), HasSubstr("/per_cpu: found no CPU; expected folders cpu0, cpu1, ..."));
}

TEST_F(recorder, pages_of_a_size_that_none_has_are_refused) {
  fake.put("tracefs/events/header_page", "\tfield: char data;\toffset:16;\tsize:4081;\tsigned:0;\n");
  EXPECT_EQ(complaint(), "events/header_page: found pages of 4097 bytes; expected a power of two");
  fake.put("tracefs/events/header_page", "");
  EXPECT_EQ(complaint(), "events/header_page: found pages of 0 bytes; expected a power of two");
}

TEST_F(recorder, output_that_cannot_be_written_is_found_before_anything_is_recorded) {
  options.output = fake.path() / "no/trace.dat";
  EXPECT_EQ(complaint(), options.output + ": found \"No such file or directory\"; expected a file to write");
  options.output = fake.path();
  EXPECT_EQ(complaint(), options.output + ": found \"Is a directory\"; expected a file to write");
}

TEST_F(recorder, a_full_disk_is_told) {
  options.output = "/dev/full";
  EXPECT_EQ(complaint(), "/dev/full: found \"No space left on device\"; expected room for the recording");
  EXPECT_THAT(fake.instances(), IsEmpty());
}

TEST_F(recorder, an_older_recording_stays_if_there_is_no_new_one) {
  fake.put("trace.dat", "older");
  options.command = {"/no/such/program"};
  EXPECT_THAT(complaint(), Not("none"));
  EXPECT_EQ(fake.get("trace.dat"), "older");
}

}  // namespace
}  // namespace rtm::test
