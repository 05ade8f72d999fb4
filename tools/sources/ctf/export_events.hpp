// SPDX-License-Identifier: MIT
// What `rtm export --format ctf` writes, read back: the facts behind it. See exports/ctf_metadata.cpp for the events.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sources/ctf/interpreter.hpp"

namespace rtm::host::ctf {

class export_events final : public interpreter {
 public:
  using interpreter::interpreter;

  [[nodiscard]] static bool knows(const event_class& event) { return event.name == "rtm_epoch_begin"; }

  [[nodiscard]] wish wish_of(const event_class& event, const stream_class& of) override;
  void begin(std::uint64_t /*first_ticks*/) override {}
  void hear(const record& what) override;
  void end(std::uint64_t last_ticks) override;
  void add_names(source_info& info) const override;
  [[nodiscard]] std::unique_ptr<interpreter> for_part(told_to to) const override {
    return std::make_unique<export_events>(std::move(to));
  }
  [[nodiscard]] bool add_names_of(const std::vector<std::shared_ptr<const interpreter>>& parts,
                                  source_info& info) const override;

 private:
  struct core {
    std::uint64_t origin = 0;        ///< What the ledger's clock was at 0 of the trace's.
    std::uint64_t start_ticks = 0;   ///< Of the epoch, as the ledger counts.
    std::uint64_t latest_ticks = 0;  ///< Of the latest record, as the trace counts.
    std::uint64_t ended_ticks = 0;   ///< Of the epoch before.
    std::uint64_t epoch = 0;
    bool has_epoch = false;
    bool is_first_owner = false;  ///< The next switch says who owns the epoch at its beginning.
    bool is_cut = false;          ///< The next end is none.
    bool has_started = false;
    bool is_out_of_order = false;
    std::optional<std::pair<std::uint64_t, source_id>> held;  ///< A switch that may be the end of the epoch.
    std::map<std::uint64_t, source_id> threads;
  };

  core* core_of(const record& what);
  void mean(core& at, const record& what);
  void learn_thread(core& at, const record& what);
  void begin_epoch(core& at, const record& what);
  void switch_owner(core& at, const record& what);
  void end_epoch(core& at, const record& what);
  void lose(core& at, const record& what);
  void release(core& at, std::uint32_t number);
  void tell(core& at, const record& what, fact_kind kind, source_id id);
  void name(fact_kind of, source_id id, std::string_view text, std::uint64_t ticks);

  std::map<std::uint32_t, core> cores_;
  source_info names_;  ///< The first name of each stays.
  std::map<std::pair<fact_kind, source_id>, std::uint64_t> named_at_ticks_;
  bool has_too_many_ = false;
};

}  // namespace rtm::host::ctf
