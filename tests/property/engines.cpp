// SPDX-License-Identifier: MIT
#include <utility>

#include "engine.hpp"
#include "oracle.hpp"

namespace rtm::property {
namespace {

class function_engine final : public engine {
 public:
  function_engine(std::string name, run_function run) : name_(std::move(name)), run_(std::move(run)) {}

  [[nodiscard]] std::string name() const override { return name_; }
  [[nodiscard]] engine_traits traits() const override { return {}; }
  host::report run(const host::source_info& info, std::span<const host::source_fact> facts) override {
    return run_(info, facts);
  }

 private:
  std::string name_;
  run_function run_;
};

}  // namespace

bool accepts(const engine_traits& traits, const host::source_info& info) {
  const std::uint64_t gap = info.max_gap_ticks != 0 ? info.max_gap_ticks : default_max_gap(info);
  const bool fits = info.window_ticks <= traits.max_window_ticks && gap <= traits.max_window_ticks;
  return fits && gap <= default_max_gap(info) && (!traits.clock_bits || *traits.clock_bits == info.clock_bits);
}

std::unique_ptr<engine> make_function_engine(std::string name, run_function run) {
  return std::make_unique<function_engine>(std::move(name), std::move(run));
}

std::vector<std::unique_ptr<engine>> engines_under_test() {
  std::vector<std::unique_ptr<engine>> engines = make_ledger_engines();
  if (auto replay = make_replay_engine()) engines.insert(engines.begin(), std::move(replay));
  return engines;
}

}  // namespace rtm::property
