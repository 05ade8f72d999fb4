// SPDX-License-Identifier: MIT
#include <algorithm>

#include "engine.hpp"
#include "replay/replay.hpp"

namespace rtm::property {
namespace {

class replay_engine final : public engine {
 public:
  [[nodiscard]] std::string name() const override { return "replay"; }
  [[nodiscard]] engine_traits traits() const override { return {}; }

  host::report run(const host::source_info& info, std::span<const host::source_fact> facts) override {
    host::replay replay(info);
    // In blocks of odd sizes, as a source may deliver them.
    for (std::size_t size = 1; !facts.empty(); size = size * 3 % 64) {
      const std::size_t taken = std::min(size, facts.size());
      replay.tell(facts.first(taken));
      facts = facts.subspan(taken);
    }
    return replay.finish(info);
  }
};

}  // namespace

std::unique_ptr<engine> make_replay_engine() { return std::make_unique<replay_engine>(); }

}  // namespace rtm::property
