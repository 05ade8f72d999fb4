// SPDX-License-Identifier: MIT
// Who owns the time, or causes the events, of one core of a report; and who of one report is who of another.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/report.hpp"

namespace rtm::host {

enum class diff_kind { idle, kernel, unknown, task, isr, swi, point };
/// "idle", ..., "isr", "point".
[[nodiscard]] std::string_view word_of(diff_kind kind);
/// More of these is worse. Idle says the same as the load, and what is unknown may be anything.
[[nodiscard]] inline bool may_regress(diff_kind kind) { return kind != diff_kind::idle && kind != diff_kind::unknown; }

/// Numbers the owners of a core. All ids of one kind that have the same name are one owner.
class owner_index {
 public:
  struct owner {
    diff_kind kind = diff_kind::idle;
    std::optional<std::string> name;
    std::vector<std::uint64_t> ids;
  };

  /// Knows the names of `of`, and no owners yet.
  explicit owner_index(const core_report& of);

  /// Its number, a new one if it has none.
  std::size_t number_of(diff_kind kind, std::uint64_t id);
  [[nodiscard]] const std::vector<owner>& owners() const { return owners_; }

  using pair = std::pair<std::optional<std::size_t>, std::optional<std::size_t>>;
  /// Each owner of `a` and `b` once, by its number: with its match by name, or by id if one of them has no name.
  [[nodiscard]] static std::vector<pair> match(const owner_index& a, const owner_index& b);

 private:
  using row_id = std::pair<diff_kind, std::uint64_t>;

  template <class Rows>
  void learn(diff_kind kind, const Rows& rows) {
    for (const auto& row : rows)
      if (row.name && !row.name->empty()) names_[{kind, row.id}] = *row.name;
  }

  std::map<row_id, std::string> names_;
  std::map<row_id, std::size_t> by_id_;
  std::map<std::pair<diff_kind, std::string>, std::size_t> by_name_;
  std::vector<owner> owners_;
};

}  // namespace rtm::host
