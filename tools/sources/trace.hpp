// SPDX-License-Identifier: MIT
// The trace of a target as a source (docs/trace-format.md): a stream of packets that may begin and end anywhere and may
// be damaged. What is missing is `unknown` time among the facts, and a loss.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "sources/fact_queue.hpp"
#include "sources/input.hpp"
#include "sources/source.hpp"
#include "wire/decoder.hpp"
#include "wire/listener.hpp"

namespace rtm::host {

class trace_source final : public source, private wire::listener {
 public:
  /// Reads on to the first fact. Throws source_error if there is none.
  /// `place`: which byte of what the user gave stands at an offset of `in`, if they are not the same.
  using place_of = std::function<std::uint64_t(std::uint64_t)>;
  explicit trace_source(input in, place_of place = {});

  /// Is there a whole packet in an input that begins with `prefix`?
  static bool recognises(std::string_view prefix);
  /// Does it begin with a header, with nothing before it?
  static bool begins(std::string_view prefix);
  /// Is there something that could be a damaged packet?
  static bool resembles(std::string_view prefix);

  std::size_t read(std::span<source_fact> out) override;
  [[nodiscard]] std::vector<source_loss> take_losses() override { return ready_.take_losses(); }
  [[nodiscard]] std::vector<source_problem> take_problems() override { return std::exchange(problems_, {}); }
  [[nodiscard]] std::vector<core_extras> take_extras() override { return std::exchange(extras_, {}); }
  [[nodiscard]] std::vector<source_repairs> repairs() const override;
  [[nodiscard]] const source_info& info() const override { return info_; }
  /// Bytes read so far.
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  bool read_more();
  void on_header(const source_info& info) override {
    info_ = info;
    info_.tells_clocks = true;
  }
  void on_core(std::uint32_t core, const source_info& info, trace::mode /*how*/) override {
    info_.capacity_of_core[core] = info.capacity;
  }
  void on_name(std::uint32_t core, fact_kind of, source_id id, std::string text) override;
  void on_facts(std::span<const source_fact> facts) override;
  void on_loss(const source_loss& loss) override;
  void on_problem(wire::problem what) override;
  void on_extras(core_extras what) override { extras_.push_back(std::move(what)); }
  [[nodiscard]] bool has_finding() const;
  void on_repairs(wire::told_repairs told) override;

  input in_;
  place_of place_;
  wire::decoder decoder_;
  source_info info_;
  /// All names of an id, by core, kind and id, in the order in which they came.
  std::map<std::tuple<std::uint32_t, fact_kind, source_id>, std::vector<std::string>> told_names_;
  std::vector<char> block_;
  fact_queue ready_;
  std::vector<source_problem> problems_;
  std::vector<core_extras> extras_;
  /// By core and epoch of the target.
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::map<std::uint64_t, std::uint64_t>> repairs_;
  std::uint64_t bytes_ = 0;
  bool is_over_ = false;
};

}  // namespace rtm::host
