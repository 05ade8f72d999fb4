// SPDX-License-Identifier: MIT
// Welch's t-test against values worked out by hand and from tables of Student's t.
#include <gtest/gtest.h>

#include <cmath>
#include <initializer_list>

#include "diff/sample.hpp"

namespace rtm::host {
namespace {

sample of(std::initializer_list<double> values) {
  sample made;
  for (const double value : values) made.add(value);
  return made;
}

TEST(sample, mean_and_variance_are_those_of_the_definition) {
  const sample made = of({2, 4, 4, 4, 5, 5, 7, 9});
  EXPECT_DOUBLE_EQ(made.mean(), 5);
  EXPECT_DOUBLE_EQ(made.variance(), 32.0 / 7);  // 9+1+1+1+0+0+4+16 = 32
}

TEST(sample, one_value_on_a_side_is_no_test) {
  EXPECT_FALSE(welch_p(of({1}), of({1, 2})));
  EXPECT_FALSE(welch_p(of({1, 2}), of({})));
}

// With 2 degrees of freedom the distribution has a closed form: p = 1 - t / sqrt(2 + t^2).
TEST(sample, two_values_a_side_are_as_the_closed_form_says) {
  // Means 1 and 4, variances 2 and 2, so t = 3 / sqrt(1 + 1); equal variances give 1 + 1 degrees of freedom.
  const double t = 3 / std::sqrt(2.0);
  EXPECT_NEAR(*welch_p(of({0, 2}), of({3, 5})), 1 - t / std::sqrt(2 + t * t), 1e-12);
}

// With 4 degrees of freedom, t = 2.776445 has p = 0.05 and t = 4.604095 has p = 0.01 (any table of Student's t).
TEST(sample, four_degrees_of_freedom_are_as_in_the_table) {
  // Variance 1 on each side, so that t = difference / sqrt(2 / 3).
  const auto shifted = [](double by) { return of({by - 1, by, by + 1}); };
  EXPECT_NEAR(*welch_p(shifted(0), shifted(2.776445 * std::sqrt(2.0 / 3))), 0.05, 1e-6);
  EXPECT_NEAR(*welch_p(shifted(4.604095 * std::sqrt(2.0 / 3)), shifted(0)), 0.01, 1e-6);
}

TEST(sample, values_that_never_vary_differ_surely_or_not_at_all) {
  EXPECT_EQ(welch_p(of({0.1, 0.1}), of({0.1, 0.1, 0.1})), 1.0);
  EXPECT_EQ(welch_p(of({0.1, 0.1}), of({0.2, 0.2})), 0.0);
}

TEST(sample, same_values_are_no_difference) { EXPECT_NEAR(*welch_p(of({1, 2, 3}), of({3, 1, 2})), 1, 1e-12); }

}  // namespace
}  // namespace rtm::host
