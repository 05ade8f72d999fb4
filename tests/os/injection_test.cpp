// SPDX-License-Identifier: MIT
// An interrupt between any two hooks of any transcript: it has its own time, exactly, and what the others have is what
// they have without it. No tick is lost and none is counted twice, wherever it falls in the path of a switch.
//
//   hooks          out ......... in            in time: the same, and all that follows is later by what it took
//   interrupt          [=======]
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "files.hpp"
#include "players.hpp"

namespace rtm::test {
namespace {

constexpr std::uint32_t injected = 63;  // no transcript has this interrupt
constexpr std::uint32_t length = 7;
using sums = std::map<std::string, std::uint64_t>;

std::vector<std::filesystem::path> all_transcripts() {
  std::vector<std::filesystem::path> out;
  for (const auto& folder :
       std::filesystem::directory_iterator(std::filesystem::path(RTM_TESTS_DIR) / "os" / "transcripts"))
    for (const auto& file : files_in(folder.path(), ".hooks")) out.push_back(file);
  std::sort(out.begin(), out.end());
  return out;
}

hook_line made(std::uint32_t time, std::uint32_t core, std::string hook, bool by_kernel) {
  hook_line line;
  line.time = time;
  line.core = core;
  line.hook = std::move(hook);
  if (by_kernel) line.isr = injected;
  line.arguments = by_kernel ? arguments{} : arguments{std::to_string(injected)};
  return line;
}

/// `of`, with an interrupt right before its hook number `at`, which comes later by its length, as all behind it.
transcript with_interrupt(const transcript& of, std::size_t at, const player::isr_hook_names& names, bool by_kernel) {
  transcript out = of;
  const hook_line& next = of.hooks[at];
  out.hooks.assign(of.hooks.begin(), of.hooks.begin() + static_cast<std::ptrdiff_t>(at));
  out.hooks.push_back(made(next.time, next.core, names.enter, by_kernel));
  out.hooks.push_back(made(next.time + length, next.core, names.exit, by_kernel));
  for (std::size_t i = at; i < of.hooks.size(); ++i) {
    out.hooks.push_back(of.hooks[i]);
    out.hooks.back().time += length;
  }
  return out;
}

/// Is its core measured before hook number `at`?
bool has_started(const transcript& of, std::size_t at) {
  return std::any_of(of.hooks.begin(), of.hooks.begin() + static_cast<std::ptrdiff_t>(at),
                     [&](const hook_line& line) { return line.hook == "start" && line.core == of.hooks[at].core; });
}

sums played(player& with, const transcript& of) {
  with.begin(of);
  for (const hook_line& line : of.hooks) with.play(line);
  with.end(of.hooks.back().time + 10);
  EXPECT_TRUE(with.adds_up());
  return with.sums();
}

class injection : public testing::TestWithParam<std::filesystem::path> {
 protected:
  /// On the core of the interrupt; elsewhere the time passes for whoever has the core.
  void inject(player& with, const transcript& of, const player::isr_hook_names& names, bool by_kernel) {
    const sums alone = played(with, of);
    for (std::size_t at = 1; at < of.hooks.size(); ++at) {
      if (!has_started(of, at)) continue;
      const std::string place = '@' + std::to_string(of.hooks[at].core) + ' ';
      sums interrupted = played(with, with_interrupt(of, at, names, by_kernel));
      const std::string here = GetParam().filename().string() + ':' + std::to_string(of.hooks[at].number);
      EXPECT_EQ(interrupted[place + "isr 63"], length) << here;
      EXPECT_EQ(interrupted[place + "isr calls 63"], 1U) << here;
      interrupted[place + "isr 63"] = interrupted[place + "isr calls 63"] = 0;
      for (const auto& [name, value] : alone) {
        if (!name.starts_with(place)) continue;
        EXPECT_EQ(interrupted[name], value) << here << ' ' << name;
      }
    }
  }
};

/// Where a transcript is about a fault, or goes on after the end of measuring, an interrupt changes what is shown.
bool can_be_interrupted(const transcript& of) {
  if (!of.fault.empty()) return false;
  return std::none_of(of.hooks.begin(), of.hooks.end(), [](const hook_line& l) {
    return l.hook == "rtm_os_shutdown" || l.hook == "ShutdownHook" || l.hook.ends_with("aborted");
  });
}

TEST_P(injection, of_an_interrupt_between_any_two_hooks_costs_nobody_a_tick) {
  const transcript of = read_transcript(GetParam());
  if (!can_be_interrupted(of)) return;
  const auto with = make_player(of.os);
  inject(*with, of, {"rtm_os_isr_enter", "rtm_os_isr_exit"}, false);
  if (const auto names = with->isr_hooks()) inject(*with, of, *names, true);
}

INSTANTIATE_TEST_SUITE_P(os, injection, testing::ValuesIn(all_transcripts()), [](const auto& of) {
  return of.param.parent_path().filename().string() + '_' + of.param.stem().string();
});

}  // namespace
}  // namespace rtm::test
