// SPDX-License-Identifier: MIT
// The trace of a target as a source (docs/trace-format.md): a stream of packets that may begin and end anywhere and may
// be damaged. What is missing is `unknown` time among the facts, and a loss.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sources/input.hpp"
#include "sources/source.hpp"
#include "wire/decoder.hpp"
#include "wire/listener.hpp"

namespace rtm::host {

class trace_source final : public source, private wire::listener {
 public:
  /// Reads on to the first fact. Throws source_error if there is none.
  explicit trace_source(input in);

  /// Is there a whole packet in an input that begins with `prefix`?
  static bool recognises(std::string_view prefix);

  std::size_t read(std::span<source_fact> out) override;
  [[nodiscard]] std::vector<source_loss> take_losses() override { return std::exchange(due_, {}); }
  [[nodiscard]] std::vector<source_problem> take_problems() override { return std::exchange(problems_, {}); }
  [[nodiscard]] const source_info& info() const override { return info_; }

 private:
  /// A loss, and how many of the facts in `ready_` come before it.
  struct placed_loss {
    std::size_t before = 0;
    source_loss loss;
  };

  bool read_more();
  void pass_losses();
  void on_header(const source_info& info) override { info_ = info; }
  void on_name(fact_kind of, source_id id, std::string text) override;
  void on_facts(std::span<const source_fact> facts) override;
  void on_loss(const source_loss& loss) override { losses_.push_back({ready_.size(), loss}); }
  void on_problem(wire::problem what) override { problems_.push_back(std::move(what)); }

  input in_;
  wire::decoder decoder_;
  source_info info_;
  std::vector<char> block_;
  std::vector<source_fact> ready_;
  std::size_t taken_ = 0;  ///< Of ready_.
  std::deque<placed_loss> losses_;
  std::vector<source_loss> due_;
  std::vector<source_problem> problems_;
  bool is_over_ = false;
};

}  // namespace rtm::host
