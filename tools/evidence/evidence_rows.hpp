// SPDX-License-Identifier: MIT
// What has to be shown on a part before its numbers may be believed? One row a question; docs/evidence.md says why.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace rtm::host {

enum class evidence_target { generic, autosar_tc397 };

struct evidence_row {
  std::string_view key;       ///< The table of the form.
  std::string_view question;  ///< What is to be shown, of any target.
  std::string_view tc397;     ///< What that means with AUTOSAR OS on a TC397. Empty: no more.
};

/// In the order of the form; the number of a row is its place, from 1.
[[nodiscard]] std::span<const evidence_row> evidence_rows();

/// What a row has to say, in the order of the form. All of it.
[[nodiscard]] std::span<const std::string_view> evidence_fields();

[[nodiscard]] std::string_view word_of(evidence_target target);
[[nodiscard]] std::optional<evidence_target> evidence_target_of(std::string_view word);

}  // namespace rtm::host
