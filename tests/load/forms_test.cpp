// SPDX-License-Identifier: MIT
// The forms of a result: percent, per mille, 32 bits, words. Compared with what wider arithmetic says.
#include <algorithm>
#include <string>

#include "machine.hpp"
#include "property/prng.hpp"

namespace rtm::test {
namespace {

__extension__ using wide = unsigned __int128;

std::uint32_t half_up(std::uint64_t part, std::uint64_t whole, std::uint32_t scale) {
  return static_cast<std::uint32_t>((wide{2} * part * scale + whole) / (wide{2} * whole));
}

rtm_load_stat stat(std::uint64_t part, std::uint64_t whole) {
  return {part, whole, 1, 0, RTM_LOAD_BY_LEDGER, RTM_LOAD_EXACT};
}

TEST(load_forms, percent_rounds_half_up) {
  EXPECT_EQ(percent(stat(0, 1)), 0U);
  EXPECT_EQ(percent(stat(1, 1)), 100U);
  EXPECT_EQ(percent(stat(1, 200)), 1U) << "0.5";
  EXPECT_EQ(percent(stat(1, 201)), 0U);
  EXPECT_EQ(percent(stat(199, 200)), 100U) << "99.5";
  EXPECT_EQ(percent(stat(1989, 2000)), 99U) << "99.45";
  EXPECT_EQ(percent(stat(2, 3)), 67U);
  constexpr std::uint64_t most = ~std::uint64_t{0};
  EXPECT_EQ(percent(stat(most, most)), 100U);
  EXPECT_EQ(percent(stat(most / 2, most)), 50U);
  EXPECT_EQ(percent(stat(0, most)), 0U);
}

TEST(load_forms, percent_and_permille_are_those_of_wider_arithmetic) {
  property::prng random(7);
  for (int i = 0; i < 200'000; ++i) {
    const std::uint64_t whole = (random.next() >> random.below(64)) | 1U;
    const std::uint64_t part = random.chance(100) ? whole : random.between(0, whole);
    std::uint32_t got = 0;
    const rtm_load_stat s = stat(part, whole);
    ASSERT_EQ(percent(s), half_up(part, whole, 100)) << part << " of " << whole;
    ASSERT_EQ(rtm_load_calculate_permille(&s, &got), RTM_LOAD_OK);
    ASSERT_EQ(got, half_up(part, whole, 1000)) << part << " of " << whole;
  }
}

TEST(load_forms, every_percentage_of_small_windows_is_right) {
  for (std::uint32_t whole = 1; whole <= 300; ++whole)
    for (std::uint32_t part = 0; part <= whole; ++part)
      ASSERT_EQ(percent(stat(part, whole)), half_up(part, whole, 100));
}

TEST(load_forms, product_of_32_bits_is_64_bits) {
  property::prng random(8);
  for (int i = 0; i < 100'000; ++i) {
    const auto a = static_cast<std::uint32_t>(random.next() >> random.below(32));
    const auto b = static_cast<std::uint32_t>(random.next() >> random.below(32));
    ASSERT_EQ(detail::product(a, b), std::uint64_t{a} * b);
  }
  static_assert(detail::product(0xFFFF'FFFFU, 0xFFFF'FFFFU) == 0xFFFF'FFFE'0000'0001U);
}

TEST(load_forms, no_percentage_of_nothing_or_of_more_than_all) {
  std::uint32_t got = 77;
  const rtm_load_stat nothing = stat(0, 0);
  const rtm_load_stat too_much = stat(11, 10);
  EXPECT_EQ(rtm_load_calculate_load(&nothing, &got), RTM_LOAD_NO_TIME);
  EXPECT_EQ(rtm_load_calculate_permille(&nothing, &got), RTM_LOAD_NO_TIME);
  EXPECT_EQ(rtm_load_calculate_load(&too_much, &got), RTM_LOAD_BAD_STAT);
  EXPECT_EQ(rtm_load_calculate_permille(&too_much, &got), RTM_LOAD_BAD_STAT);
  const rtm_load_stat32 narrow = {11, 10};
  EXPECT_EQ(rtm_load_calculate_load32(&narrow, &got), RTM_LOAD_BAD_STAT);
  EXPECT_EQ(rtm_load_calculate_load(nullptr, &got), RTM_LOAD_NULL);
  EXPECT_EQ(rtm_load_calculate_load(&too_much, nullptr), RTM_LOAD_NULL);
  EXPECT_EQ(rtm_load_calculate_permille(nullptr, &got), RTM_LOAD_NULL);
  EXPECT_EQ(rtm_load_calculate_load32(nullptr, &got), RTM_LOAD_NULL);
  EXPECT_EQ(got, 77U);
}

TEST(load_forms, stat_of_32_bits_is_refused_where_it_would_be_cut_off) {
  constexpr std::uint64_t most = 0xFFFF'FFFFU;
  rtm_load_stat32 out = {1, 2};
  const rtm_load_stat fits = stat(5, most);
  const rtm_load_stat window_too_long = stat(5, most + 1);
  const rtm_load_stat both_too_long = stat(most + 6, most + 7);
  EXPECT_EQ(rtm_load_to_stat32(&window_too_long, &out), RTM_LOAD_TOO_LARGE);
  EXPECT_EQ(rtm_load_to_stat32(&both_too_long, &out), RTM_LOAD_TOO_LARGE);
  EXPECT_EQ(rtm_load_to_stat32(nullptr, &out), RTM_LOAD_NULL);
  EXPECT_EQ(rtm_load_to_stat32(&fits, nullptr), RTM_LOAD_NULL);
  EXPECT_EQ(out.threadTime, 1U);
  EXPECT_EQ(out.totalTime, 2U);
  EXPECT_EQ(rtm_load_to_stat32(&fits, &out), RTM_LOAD_OK);
  EXPECT_EQ(out.threadTime, 5U);
  EXPECT_EQ(out.totalTime, most);
}

TEST(load_forms, every_status_has_a_name_of_its_own_and_every_flag_a_sentence) {
  std::vector<std::string> names;
  for (int i = 0; i <= RTM_LOAD_FIXED_WINDOWS; ++i)
    names.emplace_back(rtm_load_status_name(static_cast<rtm_load_status>(i)));
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
  EXPECT_STREQ(rtm_load_status_name(RTM_LOAD_OK), "ok");
  EXPECT_STREQ(rtm_load_status_name(RTM_LOAD_WRONG_CONTEXT), "wrong_context");
  EXPECT_STREQ(rtm_load_status_name(RTM_LOAD_FIXED_WINDOWS), "fixed_windows");
  EXPECT_STREQ(rtm_load_status_name(static_cast<rtm_load_status>(RTM_LOAD_FIXED_WINDOWS + 1)), "?");
  for (std::uint32_t flag = RTM_LOAD_HWI_NOT_WATCHED; flag <= RTM_LOAD_HALT_ENDED_LATE; flag <<= 1U)
    EXPECT_STRNE(rtm_load_flag_text(flag), "?");
  EXPECT_STREQ(rtm_load_flag_text(RTM_LOAD_HALT_ENDED_LATE << 1U), "?");
  EXPECT_STREQ(rtm_load_flag_text(0), "?");
}

std::string line(const rtm_load_event& event, std::uintptr_t handle = 0, std::uintptr_t function = 0) {
  char text[100] = "";
  const std::size_t length = rtm_load_event_text(&event, handle, function, text, sizeof text);
  EXPECT_EQ(length, std::string(text).size());
  return text;
}

TEST(load_forms, log_lines_are_those_of_ti_with_all_64_bits) {
  rtm_load_event e = {RTM_LOAD_LS_CPU, RTM_LOAD_OK, stat(1, 200), 0};
  EXPECT_EQ(line(e), "LS_cpuLoad: 1%");
  e.stat = stat(10, 10);
  EXPECT_EQ(line(e), "LS_cpuLoad: 100%");
  e = {RTM_LOAD_LS_HWI, RTM_LOAD_OK, stat(0, ~std::uint64_t{0}), 0};
  EXPECT_EQ(line(e), "LS_hwiLoad: 0,18446744073709551615");
  e = {RTM_LOAD_LS_SWI, RTM_LOAD_OK, stat(10, 1'000'000'000'000U), 0};
  EXPECT_EQ(line(e), "LS_swiLoad: 10,1000000000000");
  e = {RTM_LOAD_LS_TASK, RTM_LOAD_OK, stat(7, 90), 3};
  EXPECT_EQ(line(e, 0, 0xABC), "LS_taskLoad: 0x0,7,90,0xabc");
  EXPECT_EQ(line(e, ~std::uintptr_t{0}, 0x10), "LS_taskLoad: 0xffffffffffffffff,7,90,0x10");
}

TEST(load_forms, log_line_of_a_cpu_load_that_there_is_not_says_so) {
  rtm_load_event e = {RTM_LOAD_LS_CPU, RTM_LOAD_IDLE_HALTS, stat(0, 0), 0};
  EXPECT_EQ(line(e), "LS_cpuLoad: n/a");
  e.status = RTM_LOAD_OK;
  EXPECT_EQ(line(e), "LS_cpuLoad: n/a") << "0 of 0";
}

TEST(load_forms, log_line_that_does_not_fit_is_cut_off_and_tells_its_length) {
  const rtm_load_event e = {RTM_LOAD_LS_HWI, RTM_LOAD_OK, stat(10, 100), 0};
  const std::string whole = "LS_hwiLoad: 10,100";
  for (std::size_t size = 0; size <= whole.size() + 2; ++size) {
    std::string out(size + 1, '#');
    EXPECT_EQ(rtm_load_event_text(&e, 0, 0, out.data(), size), whole.size());
    EXPECT_EQ(out.at(size), '#') << "nothing is written behind the end";
    if (size != 0) {
      EXPECT_EQ(std::string(out.c_str()), whole.substr(0, size - 1));
    }
  }
}

}  // namespace
}  // namespace rtm::test
