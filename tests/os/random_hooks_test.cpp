// SPDX-License-Identifier: MIT
// Hooks in any order, for every profile: whatever comes, a lenient normaliser makes a valid epoch of it whose ticks add
// up, and a strict one makes a fault of the first repair and of nothing else.
#include <gtest/gtest.h>

#include <random>

#include "players.hpp"

namespace rtm::test {
namespace {

constexpr std::uint32_t sequences = 60;
constexpr std::uint32_t hooks_a_sequence = 60;

/// Deep enough that no sequence fills the stack: that is the ledger's fault to find, not a hook's to cause.
constexpr std::uint32_t most_frames = 3;

class sequence {
 public:
  explicit sequence(std::uint32_t seed) : random_(seed) {}

  transcript make(const std::string& os, os::strictness mode) {
    transcript out;
    out.os = os;
    out.mode = mode;
    out.tasks = {"A", "B", "C"};
    add(out, "start", {});
    for (std::uint32_t i = 0; i < hooks_a_sequence; ++i) {
      time_ += pick(4);  // often at one instant
      add_any(out);
    }
    return out;
  }

 private:
  std::uint32_t pick(std::uint32_t below) { return static_cast<std::uint32_t>(random_() % below); }
  std::string number(std::uint32_t below) { return std::to_string(pick(below)); }
  std::string owner() {
    const std::uint32_t which = pick(8);
    return which == 0 ? "idle" : which == 1 ? "unknown" : number(3);
  }
  void add(transcript& to, std::string hook, arguments words) {
    hook_line line;
    line.number = to.hooks.size();
    line.time = time_;
    line.hook = std::move(hook);
    line.arguments = std::move(words);
    to.hooks.push_back(std::move(line));
  }
  void enter(transcript& to, const std::string& hook, std::uint32_t ids) {
    if (++entered_ <= most_frames) return add(to, hook, {number(ids)});
    entered_ = 0;
    add(to, "task_level", {});
  }
  void add_any(transcript& to) {
    switch (pick(16)) {
      case 0:
      case 1:
      case 2: return add(to, "task_in", {owner()});
      case 3:
      case 4: return add(to, "task_out", {});
      case 5: return add(to, "switch_request", {owner()});
      case 6: return add(to, "idle_in", {});
      case 7:
      case 8: return enter(to, "isr_enter", 5);
      case 9: return enter(to, "rtm_os_isr_enter", 5);
      case 10: return add(to, "isr_exit", pick(2) == 0 ? arguments{} : arguments{number(5)});
      case 11: return add(to, "rtm_os_isr_exit", {number(5)});
      case 12: return add(to, "isr_exit_to_scheduler", {});
      case 13: return enter(to, "isr_dispatch", 5);
      case 14: return pick(2) == 0 ? enter(to, "swi_enter", 3) : add(to, "swi_exit", {number(3)});
      default: return add(to, "abort_frame", {});
    }
  }

  std::mt19937 random_;
  std::uint32_t time_ = 0;
  std::uint32_t entered_ = 0;
};

class any_order : public testing::TestWithParam<std::string> {
 protected:
  static void play(player& with, const transcript& of) {
    with.begin(of);
    for (const hook_line& line : of.hooks) with.play(line);
    with.end(of.hooks.back().time + 1);
  }
};

TEST_P(any_order, lenient_is_always_valid_and_adds_up) {
  const auto with = make_player(GetParam());
  for (std::uint32_t seed = 0; seed < sequences; ++seed) {
    play(*with, sequence(seed).make(GetParam(), os::strictness::lenient));
    ASSERT_TRUE(with->is_valid()) << "seed " << seed << ": " << with->repairs(0);
    ASSERT_TRUE(with->adds_up()) << "seed " << seed;
  }
}

TEST_P(any_order, strict_is_valid_only_without_a_repair) {
  const auto with = make_player(GetParam());
  for (std::uint32_t seed = 0; seed < sequences; ++seed) {
    play(*with, sequence(seed).make(GetParam(), os::strictness::strict));
    ASSERT_NE(with->is_valid(), with->has_repairs()) << "seed " << seed << ": " << with->repairs(0);
    ASSERT_TRUE(with->adds_up()) << "seed " << seed;
  }
}

/// Up to the first repair both tell the same; and where there is none, all.
TEST_P(any_order, strict_tells_what_lenient_tells_up_to_the_fault) {
  const auto with = make_player(GetParam());
  for (std::uint32_t seed = 0; seed < sequences; ++seed) {
    play(*with, sequence(seed).make(GetParam(), os::strictness::lenient));
    const auto lenient = with->facts();
    play(*with, sequence(seed).make(GetParam(), os::strictness::strict));
    const auto strict = with->facts();
    const auto differ = std::mismatch(strict.begin(), strict.end(), lenient.begin(), lenient.end());
    ASSERT_EQ(differ.first == strict.end(), with->is_valid()) << "seed " << seed;
  }
}

std::vector<std::string> every_plain_player() {
  std::vector<std::string> out;
  for (const os::profile& how : every_profile()) out.push_back(std::string("plain_") + how.name);
  return out;
}

INSTANTIATE_TEST_SUITE_P(os, any_order, testing::ValuesIn(every_plain_player()),
                         [](const auto& of) { return of.param; });

}  // namespace
}  // namespace rtm::test
