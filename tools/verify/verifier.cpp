// SPDX-License-Identifier: MIT
#include "verify/verifier.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "verify/core_verifier.hpp"

namespace rtm::host {

verifier::verifier() = default;
verifier::~verifier() = default;

core_verifier& verifier::core(std::uint32_t number) { return *cores_.at(number); }

void verifier::on_core(std::uint32_t core, const source_info& info, trace::mode how) {
  auto& known = cores_[core];
  if (known == nullptr)
    known = std::make_unique<core_verifier>(*this, core, info, how);
  else
    known->restart(how);
}

void verifier::on_name(std::uint32_t /*core*/, fact_kind of, source_id id, std::string text) {
  info_.names_of(of).try_emplace(id, std::move(text));
}

void verifier::on_facts(std::span<const source_fact> facts) { core(facts.front().core).facts(facts); }
void verifier::on_epoch(const wire::epoch_place& place) { core(place.core).place(place); }
void verifier::on_window(wire::told_window window) {
  const std::uint32_t number = window.core;
  core(number).window(std::move(window));
}
void verifier::on_snapshot(wire::told_epoch epoch) {
  const std::uint32_t number = epoch.core;
  core(number).snapshot(std::move(epoch));
}
void verifier::on_fault(const wire::told_fault& fault) { core(fault.core).fault(fault); }
void verifier::on_loss(const source_loss& loss) { core(loss.core).loss(loss); }
void verifier::on_end(std::uint32_t number) { core(number).end(); }

void verifier::on_problem(wire::problem what) {
  if (lacks_.problems.size() < report::most_listed)
    lacks_.problems.push_back({what.offset, std::move(what.found), std::move(what.expected)});
  else
    ++lacks_.unlisted;
}

void verifier::differs(found_difference what) {
  ++differences_;
  if (!first_) first_ = std::move(what);
}

void verifier::finish() {
  for (auto& [number, of] : cores_) {
    of->finish();
    lacks_.losses.insert(lacks_.losses.end(), of->losses().begin(), of->losses().end());
    lacks_.unlisted += of->unlisted_losses();
  }
}

std::vector<core_verdict> verifier::verdicts() const {
  std::vector<core_verdict> all;
  for (const auto& [number, of] : cores_) all.push_back(of->verdict());
  return all;
}

std::string sentence_of(const found_difference& what) {
  std::string place = fmt::format("core {}, epoch {}", what.core, what.epoch);
  if (what.window) place += fmt::format(", window {}", *what.window);
  if (!what.what.owner.empty()) place += ", " + what.what.owner;
  return fmt::format("{}, {}: target says {}, replay says {}", place, what.what.field, what.what.target,
                     what.what.replay);
}

}  // namespace rtm::host
