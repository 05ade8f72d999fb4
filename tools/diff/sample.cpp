// SPDX-License-Identifier: MIT
#include "diff/sample.hpp"

#include <cmath>

namespace rtm::host {
namespace {

/// The continued fraction of the incomplete beta function (Abramowitz and Stegun 26.5.8), by Lentz's method.
double beta_fraction(double a, double b, double x) {
  constexpr double tiny = 1e-300;
  const auto not_zero = [](double v) { return std::fabs(v) < tiny ? tiny : v; };
  double c = 1;
  double d = 1 / not_zero(1 - (a + b) * x / (a + 1));
  double value = d;
  for (int m = 1; m <= 500; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / not_zero(1 + even * d);
    c = not_zero(1 + even / c);
    value *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / not_zero(1 + odd * d);
    c = not_zero(1 + odd / c);
    value *= d * c;
    if (std::fabs(d * c - 1) < 1e-14) break;
  }
  return value;
}

/// The regularised incomplete beta function.
double beta(double a, double b, double x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const double front =
      std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
  return x < (a + 1) / (a + b + 2) ? front * beta_fraction(a, b, x) / a : 1 - front * beta_fraction(b, a, 1 - x) / b;
}

}  // namespace

std::optional<double> welch_p(const sample& a, const sample& b) {
  if (a.count() < 2 || b.count() < 2) return std::nullopt;
  const double of_a = a.variance() / static_cast<double>(a.count());
  const double of_b = b.variance() / static_cast<double>(b.count());
  const double change = b.mean() - a.mean();
  const double together = of_a + of_b;
  // Shares that do not vary at all: less than rounding makes of them is no difference, anything else is one.
  if (together < 1e-30) return std::fabs(change) < 1e-12 ? 1.0 : 0.0;
  const double freedom =
      together * together /
      (of_a * of_a / static_cast<double>(a.count() - 1) + of_b * of_b / static_cast<double>(b.count() - 1));
  return beta(freedom / 2, 0.5, freedom / (freedom + change * change / together));
}

}  // namespace rtm::host
