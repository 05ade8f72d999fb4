// SPDX-License-Identifier: MIT
// From a repair on target to the reader of a report: counted by the normaliser, sent by the encoder, read by the tools,
// and shown with one sentence each.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "replay/replay.hpp"
#include "report/words.hpp"
#include "rtm/os/normaliser.hpp"
#include "rtm/trace/encoder.hpp"
#include "rtm/trace/sink.hpp"
#include "sources/trace.hpp"
#include "views/view.hpp"
#include "wire/listing.hpp"

namespace rtm::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using json = nlohmann::json;
using traced_ledger = ledger<default_capacity, trace::sink<>>;

/// RT-Thread on a traced core, and what its encoder has sent.
struct target {
  traced_ledger ledger;
  trace::memory<8, 512> memory;
  os::normaliser<traced_ledger> hooks;
  trace::encoder<> out;
  std::string sent;

  explicit target(os::strictness mode = os::strictness::lenient, std::uint64_t silence_ticks = 0) {
    const timing windows{100, 0, 0};
    trace::attach(ledger, memory, trace::mode::drop_new, {0, 1'000'000, windows});
    hooks.begin(ledger, os::rt_thread, mode, silence_ticks);
    EXPECT_EQ(hooks.start(0, kernel, windows), status::ok);
    EXPECT_TRUE(out.begin(memory, nullptr, 0, {take, this}));
    out.watch_repairs(hooks.repairs().words(), os::repair_kinds);
  }
  void send() {
    while (out.step(ledger)) {
    }
  }
  void end(std::uint32_t time) {
    (void)ledger.snapshot(time);
    out.send_snapshot();
    send();
    out.finish();
    send();
  }
  /// Interrupt 7 from `time` to 20 later, in which the scheduler decides for `task`.
  void wake(std::uint32_t time, std::uint32_t task) {
    (void)hooks.isr_enter(time, isr_id{7});
    (void)hooks.switch_request(time + 10, task_id{task});
    (void)hooks.isr_exit(time + 20);
  }

 private:
  static size_t take(void* self, const uint8_t* bytes, size_t count) {
    static_cast<target*>(self)->sent.append(reinterpret_cast<const char*>(bytes), count);
    return count;
  }
};

host::report report_of(const std::string& stream) {
  host::trace_source from(host::input("a trace", stream));
  return host::make_report(from);
}
std::string shown(const host::report& of, const char* view) {
  std::ostringstream out;
  host::find_view(view)->render(of, {}, out);
  return out.str();
}

TEST(repairs_in_a_trace, are_in_the_report_and_in_its_json) {
  target rtos;
  rtos.wake(10, 1);
  rtos.wake(40, 2);
  (void)rtos.hooks.isr_exit(80);
  rtos.end(90);
  const auto of = report_of(rtos.sent);
  EXPECT_EQ(json::parse(shown(of, "json"))["cores"][0]["repairs"],
            (json{{"deferred_switch", 2}, {"exit_without_enter", 1}}));
}

TEST(repairs_in_a_trace, are_told_with_what_they_mean) {
  target rtos;
  rtos.wake(10, 1);
  rtos.end(90);
  EXPECT_THAT(shown(report_of(rtos.sent), "text"),
              HasSubstr("core 0 repairs: what its port made of hooks that came otherwise\n"
                        "deferred_switch 1: a switch was announced inside an interrupt and takes effect"));
}

TEST(repairs_in_a_trace, are_absent_where_there_are_none) {
  target rtos;
  (void)rtos.hooks.task_in(10, task_id{1});
  rtos.end(90);
  EXPECT_THAT(shown(report_of(rtos.sent), "json"), Not(HasSubstr("repairs")));
  EXPECT_THAT(shown(report_of(rtos.sent), "text"), Not(HasSubstr("repairs")));
}

/// The latest count of an epoch counts; those of epochs are added.
TEST(repairs_in_a_trace, grow_with_windows_and_add_up_over_epochs) {
  target rtos;
  rtos.wake(10, 1);
  (void)rtos.hooks.poll(110);
  rtos.send();
  rtos.wake(120, 2);
  (void)rtos.hooks.poll(210);
  rtos.send();
  (void)rtos.hooks.reset(220, kernel);
  rtos.wake(230, 1);
  rtos.end(260);
  EXPECT_EQ(json::parse(shown(report_of(rtos.sent), "json"))["cores"][0]["repairs"], (json{{"deferred_switch", 3}}));
}

TEST(repairs_in_a_trace, are_listed_by_dump) {
  target rtos;
  rtos.wake(10, 1);
  rtos.end(90);
  std::vector<std::string> lines;
  host::wire::listing list([&](const host::wire::listed& line) { lines.push_back(line.record + ' ' + line.text); });
  list.feed({reinterpret_cast<const std::uint8_t*>(rtos.sent.data()), rtos.sent.size()});
  EXPECT_THAT(lines, ::testing::Contains("repair deferred_switch"));
  EXPECT_EQ(list.wrong(), 0U);
}

TEST(repairs_in_a_trace, strict_one_is_named_by_the_fault) {
  target rtos(os::strictness::strict);
  (void)rtos.hooks.task_in(10, task_id{1});
  (void)rtos.hooks.task_in(20, task_id{1});
  rtos.end(90);
  const auto of = report_of(rtos.sent);
  EXPECT_THAT(shown(of, "text"),
              HasSubstr("a hook of the OS: the strict port refuses the repair\nredundant_in [bad_id]"));
  EXPECT_THAT(shown(of, "json"), HasSubstr(R"("repairs":{"redundant_in":1})"));
}

/// No strict port is needed for it, and the fault does not speak of one.
TEST(repairs_in_a_trace, hooks_that_are_never_called_are_told_as_that) {
  target rtos(os::strictness::lenient, 50);
  (void)rtos.hooks.poll(60);
  rtos.end(90);
  std::string text = shown(report_of(rtos.sent), "text");
  std::replace(text.begin(), text.end(), '\n', ' ');
  EXPECT_THAT(text, HasSubstr("a hook of the OS: hooks that this OS must call have never been called: the epoch is not "
                              "valid (silent_hooks) [bad_id]"));
  EXPECT_THAT(text, Not(HasSubstr("the strict port refuses")));
}

TEST(repairs_in_a_trace, unknown_kind_has_its_number) {
  EXPECT_EQ(host::repair_word(99), "repair 99");
  EXPECT_THAT(std::string(host::repair_sentence(99)), HasSubstr("does not know"));
}

}  // namespace
}  // namespace rtm::test
