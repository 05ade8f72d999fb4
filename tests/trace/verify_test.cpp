// SPDX-License-Identifier: MIT
// The comparison of `rtm verify`: what a target says of itself and what its facts say agree to the tick; where one of
// them is wrong, the first difference is named; where facts are missing, nothing is compared.
#include "verify/verifier.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "capacities.hpp"
#include "property/generator.hpp"
#include "samples.hpp"
#include "trace_engine.hpp"
#include "wire/decoder.hpp"

namespace rtm::test {
namespace {

void decode(const std::string& stream, host::wire::listener& into) {
  host::wire::decoder decoder(into);
  decoder.feed({reinterpret_cast<const std::uint8_t*>(stream.data()), stream.size()});
  decoder.finish();
}

void verify(const std::string& stream, host::verifier& check) {
  decode(stream, check);
  check.finish();
}

/// A verifier that hears something else than the target said.
class misheard : public host::verifier {
 public:
  std::function<void(host::wire::told_window&)> window = [](auto&) {};
  std::function<void(host::wire::told_epoch&)> epoch = [](auto&) {};
  std::function<void(host::wire::told_fault&)> fault = [](auto&) {};

  void on_window(host::wire::told_window told) override {
    window(told);
    verifier::on_window(std::move(told));
  }
  void on_snapshot(host::wire::told_epoch told) override {
    epoch(told);
    verifier::on_snapshot(std::move(told));
  }
  void on_fault(const host::wire::told_fault& told) override {
    host::wire::told_fault changed = told;
    fault(changed);
    verifier::on_fault(changed);
  }
};

/// Window 100; task 1 runs from 20 on, isr 3 from 130 to 150, point 2 in it, and the last window is not complete.
std::string small_stream(const std::vector<source_fact>& more = {}) {
  std::vector<source_fact> facts = sample_facts();
  facts.insert(facts.end(), more.begin(), more.end());
  return stream_of<small_32>(sample_info(), facts);
}

/// As `rtm verify` prints it; empty: all agrees.
std::string first_difference(misheard& check, const std::string& stream = small_stream()) {
  verify(stream, check);
  return check.first() ? sentence_of(*check.first()) : std::string();
}

template <class Capacity>
void expect_agreement(std::uint64_t seeds) {
  const trace_engine<Capacity> engine("any");
  std::uint64_t windows = 0, epochs = 0, faults = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const auto drawn = property::generate(seed, 20 + seed % 300, {engine.traits(), 0, {}, seed % 2 == 0});
    host::verifier check;
    verify(stream_of<Capacity>(drawn.info, drawn.facts), check);
    ASSERT_FALSE(check.first()) << "seed " << seed << ": " << sentence_of(*check.first());
    for (const host::core_verdict& of : check.verdicts()) {
      ASSERT_EQ(of.uncovered_windows, 0U) << "seed " << seed;
      ASSERT_EQ(of.uncovered_epochs, 0U) << "seed " << seed;
      windows += of.windows;
      epochs += of.epochs;
      faults += of.faults;
    }
  }
  EXPECT_GE(epochs, seeds);
  EXPECT_GT(windows, 0U);
  EXPECT_GT(faults, 0U);
}

TEST(verify, random_facts_agree_with_32_bit_words) { expect_agreement<small_32>(300); }
TEST(verify, random_facts_agree_with_a_clock_of_16_bits) { expect_agreement<narrow_16>(300); }
TEST(verify, random_facts_agree_with_64_bit_words) { expect_agreement<any_clock>(300); }

TEST(verify, small_stream_is_compared_whole) {
  misheard check;
  EXPECT_EQ(first_difference(check), "");
  const auto verdicts = check.verdicts();
  ASSERT_EQ(verdicts.size(), 1U);
  EXPECT_EQ(verdicts[0].windows, 3U) << "0 and 1, and the one in progress";
  EXPECT_EQ(verdicts[0].epochs, 1U);
  EXPECT_FALSE(check.lacks().is_incomplete());
}

TEST(verify, window_with_another_inclusive_time_is_named) {
  misheard check;
  check.window = [](auto& told) {
    if (told.row.index == 1) ++told.row.isrs.at(0).inclusive;
  };
  EXPECT_EQ(first_difference(check),
            "core 0, epoch 0, window 1, isr 3 (CAN_RX), inclusive: target says 21, replay says 20");
  EXPECT_EQ(check.differences(), 1U);
}

TEST(verify, window_without_a_row_is_named) {
  misheard check;
  check.window = [](auto& told) {
    if (told.row.index == 1) told.row.points.clear();
  };
  EXPECT_EQ(first_difference(check),
            "core 0, epoch 0, window 1, point 2 (filter), exclusive: target says 0, replay says 10");
}

TEST(verify, window_that_began_elsewhere_is_named) {
  misheard check;
  check.window = [](auto& told) {
    if (told.row.index == 0) told.row.start = 1;
  };
  EXPECT_EQ(first_difference(check), "core 0, epoch 0, window 0, start: target says 1, replay says 0");
}

TEST(verify, window_that_the_facts_do_not_close_is_named) {
  misheard check;
  check.window = [](auto& told) {
    if (told.row.index == 1) told.row.index = 7;
  };
  EXPECT_EQ(first_difference(check), "core 0, epoch 0, window 7, window: target says closed, replay says none");
}

TEST(verify, window_in_progress_is_compared) {
  misheard check;
  check.window = [](auto& told) {
    if (!told.row.complete) ++told.row.base.idle;
  };
  EXPECT_EQ(first_difference(check), "core 0, epoch 0, window 2, idle, exclusive: target says 1, replay says 0");
}

TEST(verify, epoch_sums_and_extremes_are_compared) {
  misheard dispatch;
  dispatch.epoch = [](auto& told) { ++told.row.tasks.at(0).dispatches; };
  EXPECT_EQ(first_difference(dispatch), "core 0, epoch 0, task 1 (Control), dispatches: target says 2, replay says 1");
  misheard longest;
  longest.epoch = [](auto& told) { told.row.isrs.at(0).exclusive_call->max = 19; };
  EXPECT_EQ(first_difference(longest),
            "core 0, epoch 0, isr 3 (CAN_RX), exclusive_max: target says 19, replay says 20");
  misheard ignored;
  ignored.epoch = [](auto& told) { told.row.ignored = 4; };
  EXPECT_EQ(first_difference(ignored), "core 0, epoch 0, ignored: target says 4, replay says 0");
}

TEST(verify, longest_call_that_a_word_holds_stands_for_longer_ones) {
  host::epoch_row target, replay;
  target.isrs = {{3, {}, 0, 0, 1, 0, 0, host::extremes{0, 4294967294}, host::extremes{0, 4294967294}}};
  replay.isrs = {{3, {}, 0, 0, 1, 0, 0, host::extremes{0, 4294967295}, host::extremes{0, 5000000000}}};
  EXPECT_FALSE(host::first_difference(target, true, replay, true, {}));
  replay.isrs[0].inclusive_call->max = 4294967293;
  EXPECT_TRUE(host::first_difference(target, true, replay, true, {}));
}

TEST(verify, faults_are_compared) {
  const std::string stream = small_stream({{fact_kind::isr_exit, 0, 260, 3}, {fact_kind::poll, 0, 270, 0}});
  misheard same;
  EXPECT_EQ(first_difference(same, stream), "");
  EXPECT_EQ(same.verdicts().at(0).faults, 1U);
  misheard other;
  other.fault = [](auto& told) { told.row.time_ticks = 259; };
  EXPECT_EQ(first_difference(other, stream), "core 0, epoch 0, time of the fault: target says 259, replay says 260");
}

TEST(verify, target_without_extremes_is_compared_without_them) {
  misheard check;
  check.epoch = [](auto& told) {
    for (auto* rows : {&told.row.isrs, &told.row.points})
      for (auto& row : *rows) row.exclusive_call = row.inclusive_call = host::extremes{0, 0};
  };
  EXPECT_EQ(first_difference(check), "");
  EXPECT_FALSE(check.verdicts().at(0).has_extremes);
}

TEST(verify, cores_may_have_different_capacities) {
  std::vector<source_fact> deep = {{fact_kind::reset, 1, 0, 10}};
  for (std::uint64_t isr = 0; isr < 8; ++isr) deep.push_back({fact_kind::isr_enter, 1, 10 * isr + 10, isr + 8});
  for (std::uint64_t isr = 8; isr-- > 0;) deep.push_back({fact_kind::isr_exit, 1, 90, isr + 8});
  const std::string stream = small_stream() + stream_of<default_capacity>(sample_info(), deep);
  host::verifier check;
  verify(stream, check);
  EXPECT_FALSE(check.first());
  EXPECT_EQ(check.verdicts().size(), 2U);
  host::trace_source source(host::input("trace", stream));
  const host::report made = host::make_report(source);
  ASSERT_EQ(made.cores.size(), 2U);
  EXPECT_TRUE(made.cores[1].epochs.at(0).valid());
  EXPECT_EQ(made.cores[1].epochs.at(0).tasks.at(2).exclusive, 10U) << "task 10, until the first interrupt";
}

/// The target's numbers stay exact while facts are lost, and what the losses do not touch agrees.
template <class Capacity>
void expect_agreement_beside_losses(std::uint64_t seeds) {
  const trace_engine<Capacity> engine("any");
  std::uint64_t windows = 0, uncovered = 0, lost = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const auto drawn = property::generate(seed, 4000, {engine.traits(), 0, seed % 3, true});
    host::verifier check;
    verify(stream_of<Capacity>(drawn.info, drawn.facts, sending::late), check);
    ASSERT_FALSE(check.first()) << "seed " << seed << ": " << sentence_of(*check.first());
    EXPECT_TRUE(check.lacks().problems.empty());
    for (const auto& loss : check.lacks().losses) lost += loss.lost;
    for (const host::core_verdict& of : check.verdicts()) {
      windows += of.windows;
      uncovered += of.uncovered_windows;
    }
  }
  EXPECT_GT(lost, 0U);
  EXPECT_GT(windows, 0U);
  EXPECT_GT(uncovered, 0U);
}

TEST(verify, windows_beside_losses_agree_with_32_bit_words) { expect_agreement_beside_losses<small_32>(40); }
TEST(verify, windows_beside_losses_agree_with_64_bit_words) { expect_agreement_beside_losses<any_clock>(40); }

}  // namespace
}  // namespace rtm::test
