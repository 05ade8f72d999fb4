// SPDX-License-Identifier: MIT
// rtm_load.h as C99 sees it; the checks themselves are in c_api.c.
#include "c_api.h"

#include <gtest/gtest.h>

namespace {

/// 0, or the line in c_api.c of the check that failed.
#define EXPECT_PASSES(call) EXPECT_EQ((call), 0) << "see this line of tests/load/c_api.c"

TEST(load_c_api, tells_30_percent) { EXPECT_PASSES(c_api_tells_30_percent()); }
TEST(load_c_api, refuses_null) { EXPECT_PASSES(c_api_refuses_null()); }
TEST(load_c_api, refuses_a_load_of_another_size) { EXPECT_PASSES(c_api_refuses_a_load_of_another_size()); }
TEST(load_c_api, checks_contexts_in_debug_builds) {
#ifdef NDEBUG
  EXPECT_PASSES(c_api_checks_contexts(0));
#else
  EXPECT_PASSES(c_api_checks_contexts(1));
#endif
}
TEST(load_c_api, says_when_a_method_is_none) { EXPECT_PASSES(c_api_says_when_a_method_is_none()); }
TEST(load_c_api, defaults_are_those_of_ti) { EXPECT_PASSES(c_api_defaults_are_those_of_ti()); }
TEST(load_c_api, hands_out_the_coverage_and_the_summary) {
  EXPECT_PASSES(c_api_hands_out_the_coverage_and_the_summary());
}
TEST(load_ti_names, give_what_ti_gives) { EXPECT_PASSES(ti_names_give_what_ti_gives()); }
TEST(load_ti_names, without_a_number_give_none) { EXPECT_PASSES(ti_names_without_a_number_give_none()); }
TEST(load_ti_names, refuse_a_window_of_more_than_32_bits) {
  EXPECT_PASSES(ti_names_refuse_a_window_of_more_than_32_bits());
}

}  // namespace
