// SPDX-License-Identifier: MIT
// The windows of a stream by what they are for the target: core, epoch and number. What a damaged stream says of a
// window that it calls covered must be what the whole stream says.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <tuple>

#include "replay/core_replay.hpp"
#include "wire/decoder.hpp"

namespace rtm::test {

class window_collector : private host::wire::listener {
 public:
  using key = std::tuple<std::uint32_t, std::uint64_t, std::uint64_t>;  ///< Core, epoch and start of the target.

  explicit window_collector(const std::string& stream, std::size_t chunk = ~std::size_t{0}) {
    host::wire::decoder decoder(*this);
    for (std::size_t at = 0; at < stream.size(); at += std::min(chunk, stream.size() - at))
      decoder.feed({reinterpret_cast<const std::uint8_t*>(stream.data()) + at, std::min(chunk, stream.size() - at)});
    decoder.finish();
    for (auto& [number, each] : cores_) (void)each->replay.finish();
  }

  /// Complete and covered.
  std::map<key, host::window_row> windows;
  std::uint64_t facts = 0;
  std::uint64_t losses = 0;
  std::uint64_t problems = 0;
  bool is_contradicted = false;  ///< The stream said two things of one window.

 private:
  struct core : private host::replay_listener {
    core(window_collector& to, const host::source_info& info, std::uint32_t number)
        : replay(info, number, this), owner(to) {}

    void epoch_began(std::uint32_t, std::uint64_t time, host::source_id) override {
      begun_at = time;
      place = coming.front();
      coming.pop_front();
    }
    void accepted(const host::source_fact&, std::uint64_t) override {}
    void faulted(std::uint32_t, const host::fault_row&) override {}
    void epoch_ended(std::uint32_t, const host::epoch_row&, bool) override {}
    void window_ended(std::uint32_t number, const host::window_row& window) override {
      if (!window.complete || !window.covered) return;
      host::window_row row = window;
      row.index = 0;  // of the tools' epoch
      row.start = place.start + (window.start - begun_at);
      const auto [known, is_new] = owner.windows.try_emplace({number, place.target_epoch, row.start}, row);
      if (!is_new && !(known->second == row)) owner.is_contradicted = true;
    }

    host::core_replay replay;
    window_collector& owner;
    std::deque<host::wire::epoch_place> coming;
    host::wire::epoch_place place;
    std::uint64_t begun_at = 0;
  };

  void on_core(std::uint32_t number, const host::source_info& info, trace::mode) override {
    auto& known = cores_[number];
    if (known == nullptr) known = std::make_unique<core>(*this, info, number);
  }
  void on_epoch(const host::wire::epoch_place& place) override { cores_.at(place.core)->coming.push_back(place); }
  void on_facts(std::span<const host::source_fact> told) override {
    facts += told.size();
    for (const auto& fact : told) cores_.at(fact.core)->replay.tell(fact);
  }
  void on_loss(const host::source_loss& loss) override {
    ++losses;
    cores_.at(loss.core)->replay.lose(loss);
  }
  void on_problem(host::wire::problem) override { ++problems; }

  std::map<std::uint32_t, std::unique_ptr<core>> cores_;
};

}  // namespace rtm::test
