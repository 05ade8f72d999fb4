// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>
#include <utility>

#include "laws.hpp"

namespace rtm::property {
namespace {

using host::source_fact;
using host::source_id;

/// A permutation of the ids that facts of one kind use, by a rule that an engine cannot know.
struct renaming {
  std::map<source_id, source_id> to;

  renaming(std::vector<source_id> ids, prng& random) {
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    std::vector<source_id> shuffled = ids;
    for (std::size_t i = shuffled.size(); i > 1; --i) std::swap(shuffled[i - 1], shuffled[random.below(i)]);
    for (std::size_t i = 0; i < ids.size(); ++i) to[ids[i]] = shuffled[i];
  }
  void apply(source_id& id) const {
    if (const auto found = to.find(id); found != to.end()) id = found->second;
  }
  void apply(std::map<source_id, std::string>& names) const {
    std::map<source_id, std::string> renamed;
    for (const auto& [id, name] : names) {
      source_id instead = id;
      apply(instead);
      renamed[instead] = name;
    }
    names = renamed;
  }
  template <class Row>
  void apply(std::vector<Row>& rows) const {
    for (Row& row : rows) apply(row.id);
    std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.id < b.id; });
  }
};

using id_family = int;
constexpr id_family tasks = 0, isrs = 1, swis = 2, points = 3;

id_family family_of(fact_kind kind) {
  switch (kind) {
    case fact_kind::isr_enter:
    case fact_kind::isr_exit: return isrs;
    case fact_kind::swi_enter:
    case fact_kind::swi_exit: return swis;
    case fact_kind::point_begin:
    case fact_kind::point_end: return points;
    default: return tasks;
  }
}

std::vector<source_id> ids_in(const scenario& given, id_family family, const std::map<source_id, std::string>& names,
                              const std::optional<std::uint64_t>& limit) {
  std::vector<source_id> ids;
  const auto add = [&](source_id id) {
    if (id < host::idle_owner && (!limit || id < *limit)) ids.push_back(id);
  };
  for (const source_fact& fact : given.facts) {
    if (family_of(fact.kind) == family && fact.kind != fact_kind::poll) add(fact.id);
  }
  for (const auto& [id, name] : names) add(id);
  return ids;
}

/// One renaming for each kind of id.
class renamings {
 public:
  renamings(const scenario& given, prng& random)
      : of_{renaming(ids_in(given, tasks, given.info.tasks, given.info.capacity.tasks), random),
            renaming(ids_in(given, isrs, given.info.isrs, given.info.capacity.isrs), random),
            renaming(ids_in(given, swis, given.info.swis, given.info.capacity.swis), random),
            renaming(ids_in(given, points, given.info.points, given.info.capacity.points), random)} {}

  [[nodiscard]] scenario apply(scenario given) const {
    for (source_fact& fact : given.facts) {
      if (fact.kind != fact_kind::poll) of_[family_of(fact.kind)].apply(fact.id);
    }
    of_[tasks].apply(given.info.tasks);
    of_[isrs].apply(given.info.isrs);
    of_[swis].apply(given.info.swis);
    of_[points].apply(given.info.points);
    return given;
  }

  [[nodiscard]] host::report apply(host::report report) const {
    for (host::core_report& core : report.cores) {
      for (host::epoch_row& epoch : core.epochs) {
        apply_to_rows(epoch);
        for (host::window_row& window : epoch.windows) apply_to_rows(window);
        if (epoch.fault && epoch.fault->id) of_[family_of(epoch.fault->fact)].apply(*epoch.fault->id);
      }
    }
    return report;
  }

 private:
  template <class Row>
  void apply_to_rows(Row& row) const {
    of_[tasks].apply(row.tasks);
    of_[isrs].apply(row.isrs);
    of_[swis].apply(row.swis);
    of_[points].apply(row.points);
  }

  renaming of_[4];
};

/// A fault does not say of which kind its expected id is, so it cannot be renamed.
void drop_expected_ids(host::report& report) {
  for (host::core_report& core : report.cores) {
    for (host::epoch_row& epoch : core.epochs) {
      if (epoch.fault) epoch.fault->expected.reset();
    }
  }
}

std::optional<difference> ids_may_change_places(engine& tested, const scenario& given, prng& random) {
  const renamings renamed(given, random);
  const scenario other = renamed.apply(given);
  host::report expected = renamed.apply(tested.run(given.info, given.facts));
  host::report actual = tested.run(other.info, other.facts);
  drop_expected_ids(expected);
  drop_expected_ids(actual);
  return first_difference(expected, actual);
}

}  // namespace

std::vector<law> laws_of_ids() {
  return {{"ids_may_change_places", ids_may_change_places, "last_id_is_refused", false}};
}

}  // namespace rtm::property
