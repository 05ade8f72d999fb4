// SPDX-License-Identifier: MIT
// Are two samples of the same mean? Welch's t-test: it does not ask that both vary alike, nor for equal sizes.
#pragma once

#include <cstdint>
#include <optional>

namespace rtm::host {

/// Values as their number, mean and variance.
class sample {
 public:
  void add(double value) {
    ++count_;
    const double step = value - mean_;
    mean_ += step / static_cast<double>(count_);
    squares_ += step * (value - mean_);
  }
  [[nodiscard]] std::uint64_t count() const { return count_; }
  [[nodiscard]] double mean() const { return mean_; }
  /// Of the population that the sample is of. Only of two values or more.
  [[nodiscard]] double variance() const { return squares_ / static_cast<double>(count_ - 1); }

 private:
  std::uint64_t count_ = 0;
  double mean_ = 0;
  double squares_ = 0;  ///< Sum of squared distances from the mean.
};

/// How likely samples of one population differ at least so much, by Welch's t-test, two-sided: 0 to 1. Absent if one of
/// them has less than two values.
[[nodiscard]] std::optional<double> welch_p(const sample& a, const sample& b);

}  // namespace rtm::host
