// SPDX-License-Identifier: MIT
// A reader and a writer on one core that interrupt each other at atomic accesses of the ledger, place by place.
// Whatever a reader's `is_latest` confirms is compared with what the model says of that window, value for value.
#pragma once

#include "stepping_ledger.hpp"
//
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <ostream>
#include <utility>
#include <vector>

#include "fact_stream.hpp"
#include "fibers.hpp"
#include "property/prng.hpp"
#include "window_reader.hpp"

namespace rtm::test {

/// Facts told before the reader comes, and facts told while it reads. The core starts at 0 with task 0; windows of 300.
struct scenario {
  const char* name;
  std::vector<told> before;
  std::vector<told> meanwhile;
};

inline std::ostream& operator<<(std::ostream& out, const scenario& s) { return out << s.name; }

/// What one reader brought home.
struct reading {
  status window_answer = status::no_window;
  window_record window{};
  bool confirmed = false;
  status fault_answer = status::moved;
  fault first_fault{};
};

/// One scenario and its schedules.
template <class Capacity>
class interleaving {
 public:
  interleaving(scenario s, bool with_snapshots) : scenario_(std::move(s)), with_snapshots_(with_snapshots) {
    window_model model(0, 0, fact_stream::window_ticks);
    for (const auto* facts : {&scenario_.before, &scenario_.meanwhile}) {
      for (const told& t : *facts) {
        model.tell(t, [this](const window_record& closed) { truth_.push_back(closed); });
        if (is_fault(t.answer)) misuse_ = t;
      }
    }
  }

  /// The writer until `first_part`, the reader until `place`, the writer for `second_part`, the reader to its end, then
  /// the writer.
  void run(std::uint64_t first_part, std::uint64_t place, std::uint64_t second_part) {
    begin();
    writer_.go_on(first_part);
    reader_.go_on(place);
    writer_.go_on(second_part);
    finish();
  }

  /// Switches at places that `random` chooses.
  void run_at_random(property::prng& random) {
    begin();
    while (!reader_.finished() && !writer_.finished()) {
      writer_.go_on(random.below(1U << random.below(6)));
      reader_.go_on(random.below(1U << random.below(6)));
    }
    finish();
  }

  /// Accesses that the writer, or the reader, makes when it is alone.
  std::uint64_t writer_accesses() {
    begin();
    return count(writer_);
  }
  std::uint64_t reader_accesses() {
    begin();
    return count(reader_);
  }

  [[nodiscard]] std::uint64_t confirmed() const { return confirmed_; }
  [[nodiscard]] std::uint64_t unconfirmed() const { return unconfirmed_; }
  [[nodiscard]] std::uint64_t mixed() const { return mixed_; }

 private:
  using ledger_type = ledger<Capacity>;

  void begin() {
    ledger_ = std::make_unique<ledger_type>();
    ASSERT_EQ(ledger_->start(0, task_id{0}, {fact_stream::window_ticks, fact_stream::max_gap_ticks}), status::ok);
    for (const told& t : scenario_.before) ASSERT_EQ(tell(*ledger_, t), t.answer);
    wrong_answers_ = 0;
    result_ = {};
    writer_.start([this] { write(); });
    reader_.start([this] { read(); });
  }

  void write() {
    for (const told& t : scenario_.meanwhile) {
      if (tell(*ledger_, t) != t.answer) ++wrong_answers_;
      if (with_snapshots_) (void)ledger_->snapshot(static_cast<typename Capacity::word>(t.time));
    }
  }

  void read() {
    result_.fault_answer = ledger_->first_fault(result_.first_fault);
    window_header header;
    result_.window_answer = ledger_->latest_window(header);
    if (result_.window_answer != status::ok) return;
    result_.window = {header.epoch, header.index, header.start_ticks, header.length_ticks,
                      read_sums(*ledger_, header, [] {})};
    result_.confirmed = ledger_->is_latest(header);
  }

  void finish() {
    reader_.go_on(fiber::to_the_end);
    writer_.go_on(fiber::to_the_end);
    ASSERT_EQ(wrong_answers_, 0);
    check_fault();
    if (result_.window_answer != status::ok) return;
    if (!result_.confirmed) {
      ++unconfirmed_;
      if (result_.window.window.owned() != result_.window.length) ++mixed_;
      return;
    }
    ++confirmed_;
    const auto same = [this](const window_record& w) {
      return w.epoch == result_.window.epoch && w.index == result_.window.index;
    };
    const auto truth = std::find_if(truth_.begin(), truth_.end(), same);
    ASSERT_NE(truth, truth_.end()) << "window " << result_.window.index << " had not closed";
    ASSERT_EQ(result_.window.start, truth->start);
    for (std::size_t i = 0; i < sums::size; ++i) {
      ASSERT_EQ(result_.window.window.values[i], truth->window.values[i]) << name_of_sum(i);
    }
  }

  void check_fault() {
    const fault& f = result_.first_fault;
    if (result_.fault_answer != status::ok || f.kind == status::ok) return;
    ASSERT_TRUE(misuse_.has_value());
    ASSERT_EQ(f.kind, misuse_->answer);
    ASSERT_EQ(f.fact, misuse_->fact);
    ASSERT_EQ(f.id, misuse_->id);
    ASSERT_EQ(f.expected, no_id);
    ASSERT_EQ(f.time_ticks, misuse_->time);
    ASSERT_EQ(f.reading_ticks, misuse_->time);
  }

  static std::uint64_t count(fiber& alone) {
    std::uint64_t n = 0;
    while (alone.go_on(1) == 1) ++n;
    return n;
  }

  scenario scenario_;
  bool with_snapshots_;
  std::vector<window_record> truth_;
  std::optional<told> misuse_;
  std::unique_ptr<ledger_type> ledger_;
  fiber writer_;
  fiber reader_;
  reading result_{};
  int wrong_answers_ = 0;
  std::uint64_t confirmed_ = 0;
  std::uint64_t unconfirmed_ = 0;
  std::uint64_t mixed_ = 0;
};

}  // namespace rtm::test
