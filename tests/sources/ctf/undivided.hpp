// SPDX-License-Identifier: MIT
// A source that is read as a whole, and all of its report as text.
#pragma once

#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "sources/source.hpp"
#include "views/view.hpp"

namespace rtm::test {

class undivided final : public host::source {
 public:
  explicit undivided(host::source& from) : from_(&from) {}
  std::size_t read(std::span<host::source_fact> out) override { return from_->read(out); }
  std::vector<host::source_loss> take_losses() override { return from_->take_losses(); }
  std::vector<host::source_problem> take_problems() override { return from_->take_problems(); }
  std::vector<host::core_extras> take_extras() override { return from_->take_extras(); }
  [[nodiscard]] std::vector<host::source_completeness> completeness() const override { return from_->completeness(); }
  [[nodiscard]] std::vector<host::source_repairs> repairs() const override { return from_->repairs(); }
  [[nodiscard]] const host::source_info& info() const override { return from_->info(); }

 private:
  host::source* from_;
};

inline std::string json_of(const host::report& made) {
  std::ostringstream out;
  host::find_view("json")->render(made, {}, out);
  return out.str();
}

inline std::string names_of(const host::source_info& info) {
  std::string all = info.lists_named_ids ? "listed" : "";
  for (const auto* names : {&info.tasks, &info.isrs, &info.swis, &info.points}) {
    all += '\n';
    for (const auto& [id, name] : *names) all += std::to_string(id) + ' ' + name + ',';
  }
  return all;
}

}  // namespace rtm::test
