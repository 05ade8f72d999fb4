// SPDX-License-Identifier: MIT
// What the events of a trace mean: turns records into facts. One class a family of tracers.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sources/ctf/decoding.hpp"
#include "sources/ctf/stream.hpp"
#include "sources/fact_queue.hpp"
#include "sources/source.hpp"
#include "sources/stamp_doubts.hpp"

namespace rtm::host::ctf {

/// Where an interpreter tells what it makes of the records.
struct told_to {
  fact_queue& facts;
  /// Of the record's stream.
  std::function<void(const record& at, std::string found, std::string expected)> problem;
  std::uint64_t clock_hz = 1'000'000'000;
};

class interpreter {
 public:
  explicit interpreter(told_to to) : to_(std::move(to)) {}
  interpreter(const interpreter&) = delete;
  interpreter& operator=(const interpreter&) = delete;
  virtual ~interpreter() = default;

  /// Asked once of each class of events, before `begin`.
  [[nodiscard]] virtual wish wish_of(const event_class& event, const stream_class& of) = 0;
  /// All records lie at this time or later.
  virtual void begin(std::uint64_t first_ticks) = 0;
  /// There is a stream of this CPU, even if no record comes of it.
  virtual void meet(std::uint32_t /*cpu*/) {}
  /// Before the first record: see source::count_part.
  virtual void count_part(std::uint64_t /*from_ticks*/, std::uint64_t /*to_ticks*/) {}
  /// In the order of time over all streams, as far as each stream is in order.
  virtual void hear(const record& what) = 0;
  virtual void end(std::uint64_t last_ticks) = 0;

  virtual void add_names(source_info& info) const = 0;
  [[nodiscard]] virtual std::vector<source_completeness> completeness() const { return {}; }

  /// One for a part of the trace, some of its CPUs, that knows the same of its metadata. Before the first record. Null:
  /// what it makes of a CPU's records depends on those of others.
  [[nodiscard]] virtual std::unique_ptr<interpreter> for_part(told_to /*to*/) const { return nullptr; }
  /// The names that all `parts`, of which this is one, have heard of by their ends, as if one had heard all records.
  /// False: that depends on an order that none remembers, or something else does.
  [[nodiscard]] virtual bool add_names_of(const std::vector<std::shared_ptr<const interpreter>>& /*parts*/,
                                          source_info& /*info*/) const {
    return false;
  }

  /// Where the events of this part lie.
  [[nodiscard]] virtual std::vector<stamped_piece> pieces() const { return {}; }
  /// Is that where the range of all parts ends, with these pieces? Not if one of their stamps is odd.
  [[nodiscard]] virtual bool ends_at(std::uint64_t /*last_ticks*/, std::vector<stamped_piece> /*of_all*/) const {
    return true;
  }

  void set_clock(std::uint64_t hz) { to_.clock_hz = hz; }

 protected:
  static constexpr std::size_t most_cores = 4096;

  void tell_disorder(const record& what, std::uint32_t core, std::uint64_t latest_ticks) const {
    to_.problem(what,
                "core " + std::to_string(core) + " at " + stamp_of(what.ticks, to_.clock_hz) + " after " +
                    stamp_of(latest_ticks, to_.clock_hz),
                "no event before the one before it in its core");
  }
  void tell_too_many_cores(const record& what, std::uint32_t core) const {
    to_.problem(what, "core " + std::to_string(core), "at most " + std::to_string(most_cores) + " cores");
  }

  told_to to_;
};

/// Which field the event, or a context of it, has.
[[nodiscard]] bool has_field(const event_class& event, const stream_class& of, std::string_view name);

/// By the names of its events.
[[nodiscard]] std::unique_ptr<interpreter> make_interpreter(const metadata& of, told_to to);

}  // namespace rtm::host::ctf
