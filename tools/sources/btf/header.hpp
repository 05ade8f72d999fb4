// SPDX-License-Identifier: MIT
// What the lines of a BTF file say that begin with #: the unit of time, and tables that give numbers to names.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace rtm::host::btf {

class header {
 public:
  /// So many entries of tables are kept; more cannot be needed.
  static constexpr std::size_t most_entries = 65'536;

  /// What is wrong with a line, if anything is. Behind rows the unit of time stays what it was.
  struct complaint {
    std::string found, expected;
  };
  std::optional<complaint> read(std::string_view line, bool is_behind_rows);

  /// Ticks of a second. Nanoseconds, if the file does not say.
  [[nodiscard]] std::uint64_t clock_hz() const { return clock_hz_.value_or(1'000'000'000); }
  /// The file says that it is a core.
  [[nodiscard]] bool is_core(std::string_view name) const { return cores_.find(name) != cores_.end(); }
  /// The name of an entity, or of a type, that a row gives by its number.
  [[nodiscard]] std::string_view entity(std::string_view word) const { return word_of(entities_, word); }
  [[nodiscard]] std::string_view type(std::string_view word) const { return word_of(types_, word); }

  /// Does the line begin as one of the format?
  [[nodiscard]] static bool is_known(std::string_view line);

 private:
  using table = std::map<std::uint64_t, std::string>;
  static std::string_view word_of(const table& words, std::string_view word);
  void add_entry(std::string_view key, std::string_view name);

  enum class part { none, types, entities, types_of_entities };
  part part_ = part::none;
  std::optional<std::uint64_t> clock_hz_;
  table types_, entities_;
  std::set<std::string, std::less<>> cores_;
};

}  // namespace rtm::host::btf
