// SPDX-License-Identifier: MIT
// The trace of a target as a source (docs/trace-format.md): a stream of packets that may begin and end anywhere and may
// be damaged. What is missing is `unknown` time among the facts, and a line in `take_problems`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sources/input.hpp"
#include "sources/source.hpp"
#include "wire/decoder.hpp"
#include "wire/listener.hpp"

namespace rtm::host {

/// Lines for the user about what a stream lacks. Many are counted, not listed.
class trace_problems {
 public:
  static constexpr std::size_t most_lines = 20;

  explicit trace_problems(std::string name) : name_(std::move(name)) {}

  void set_window(std::uint64_t ticks) { window_ticks_ = ticks; }
  void place(const wire::epoch_place& of) { places_[of.core] = of; }
  void add(const wire::gap& what);
  void add(const wire::problem& what);

  /// The lines since the last call, and how many there would have been more.
  std::vector<std::string> take();
  [[nodiscard]] bool any() const { return count_ != 0; }
  /// The first of all; empty if there is none.
  [[nodiscard]] const std::string& first() const { return first_; }

 private:
  void add_line(std::string line);
  [[nodiscard]] std::string windows_of(const wire::gap& what) const;

  std::string name_;
  std::string first_;
  std::vector<std::string> lines_;
  std::size_t count_ = 0;
  std::size_t unlisted_ = 0;
  std::uint64_t window_ticks_ = 0;
  std::map<std::uint32_t, wire::epoch_place> places_;  ///< Of each core, the latest.
};

class trace_source final : public source, private wire::listener {
 public:
  /// Reads on to the first fact. Throws source_error if there is none.
  explicit trace_source(input in);

  /// Is there a whole packet in an input that begins with `prefix`?
  static bool recognises(std::string_view prefix);

  std::size_t read(std::span<source_fact> out) override;
  [[nodiscard]] std::vector<std::string> take_problems() override { return problems_.take(); }
  [[nodiscard]] const source_info& info() const override { return info_; }

 private:
  bool read_more();
  void on_header(const source_info& info) override;
  void on_name(fact_kind of, source_id id, std::string text) override;
  void on_facts(std::span<const source_fact> facts) override;
  void on_epoch(const wire::epoch_place& place) override { problems_.place(place); }
  void on_gap(const wire::gap& what) override;
  void on_problem(wire::problem what) override { problems_.add(what); }

  input in_;
  wire::decoder decoder_;
  trace_problems problems_;
  source_info info_;
  std::vector<char> block_;
  std::vector<source_fact> ready_;
  std::size_t taken_ = 0;  ///< Of ready_.
  bool is_over_ = false;
};

}  // namespace rtm::host
