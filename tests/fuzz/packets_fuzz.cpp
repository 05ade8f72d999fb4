// SPDX-License-Identifier: MIT
// The decoder of traces alone, which all that reads traces stands on: fast enough for tens of millions of inputs. The
// first byte says what the others are: 0 a stream, 1 packets (packets.hpp). However they are cut, a decoder tells the
// same, and what it tells keeps the order that a ledger may rely on.
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "fuzz/checks.hpp"
#include "fuzz/packets.hpp"
#include "wire/decoder.hpp"

namespace {

using namespace rtm::host;
using rtm::fact_kind;
using rtm::fuzz::require;

/// Holds what it is told to what every listener may rely on, and sums it up in one number.
class witness final : public wire::listener {
 public:
  explicit witness(std::size_t size) : size_(size) {}

  [[nodiscard]] std::uint64_t sum() const { return sum_; }

  void on_header(const source_info& info) override {
    require(info.clock_bits >= 16 && info.clock_bits <= 64, "a clock has 16 to 64 bits");
    mask_ = ~std::uint64_t{0} >> (64 - info.clock_bits);
    add(1, info.clock_hz);
  }
  void on_facts(std::span<const source_fact> facts) override {
    require(mask_ != 0, "facts come after a header");
    for (const source_fact& fact : facts) {
      const bool is_first = began_.insert({fact.core, true}).second;
      require(!is_first || fact.kind == fact_kind::reset, "a core begins with a reset");
      require(fact.reading_ticks <= mask_, "a reading is as wide as the clock");
      add(2 + static_cast<std::uint64_t>(fact.kind), fact.reading_ticks * 31 + fact.id);
    }
  }
  void on_window(wire::told_window window) override { add(32, window.row.index * 31 + place(window.offset)); }
  void on_snapshot(wire::told_epoch epoch) override { add(33, epoch.row.total * 31 + place(epoch.offset)); }
  void on_loss(const source_loss& loss) override { add(34, place(loss.offset)); }
  void on_repairs(wire::told_repairs repairs) override {
    for (const auto& [kind, count] : repairs.counts) add(36, kind * 31 + count);
  }
  void on_extras(core_extras what) override {
    if (what.counters) {
      for (const auto* tables : {&what.counters->epochs, &what.counters->windows})
        for (const counter_table& table : *tables) check(table);
    }
    for (const auto& row : what.findings) add(38, row.subject * 31 + row.detail);
    add(39, what.clock.value_or(0) * 31 + what.exchanges.size());
  }
  void on_problem(wire::problem what) override {
    require(!what.found.empty() && !what.expected.empty(), "a problem says what was found and expected");
    add(35, place(what.offset));
  }

 private:
  void check(const counter_table& table) {
    require(table.status == "ok" || table.rows.empty(), "there is no number beside anything but ok");
    for (std::size_t column = 0; table.status == "ok" && column < table.total.size(); ++column) {
      std::uint64_t owned = 0;
      for (const counter_row& row : table.rows)
        if (row.of != rtm::trace::wire::row_class::point) owned += row.exclusive.at(column);
      require(owned == table.total[column], "the owners have what the counter advanced");
      add(37, owned);
    }
  }
  std::uint64_t place(std::uint64_t offset) {
    require(offset <= size_, "a place is in the stream");
    return offset;
  }
  void add(std::uint64_t kind, std::uint64_t value) {
    sum_ = (sum_ ^ kind) * 0x9E37'79B9'7F4A'7C15ULL + (value ^ (sum_ >> 29U));
  }

  std::size_t size_;
  std::uint64_t mask_ = 0;
  std::uint64_t sum_ = 0;
  std::map<std::uint32_t, bool> began_;
};

/// Told in pieces of `step` bytes.
std::uint64_t decoded(std::string_view stream, std::size_t step) {
  const std::span bytes(reinterpret_cast<const std::uint8_t*>(stream.data()), stream.size());
  witness seen(bytes.size());
  wire::decoder decoder(seen);
  for (std::size_t at = 0; at < bytes.size(); at += step)
    decoder.feed(bytes.subspan(at, std::min(step, bytes.size() - at)));
  decoder.finish();
  return seen.sum();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::string stream = data[0] % 2 == 1 ? rtm::fuzz::with_right_sums(rest) : std::string(rest);
  require(decoded(stream, stream.size() + 1) == decoded(stream, 7), "pieces are read as the whole");
  return 0;
}
