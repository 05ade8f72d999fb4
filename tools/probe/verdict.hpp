// SPDX-License-Identifier: MIT
// Which profile is it? Every profile that the evidence does not contradict; the answer is a name only if there is one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "probe/evidence.hpp"
#include "probe/habits.hpp"

namespace rtm::host::probe {

enum class answer_kind : unsigned char {
  named,          ///< One profile fits all that is shown, and all that matters is shown.
  silent,         ///< One does, and it is that of an OS that calls no hook.
  incomplete,     ///< One does, but a step that every port depends on is not shown.
  ambiguous,      ///< Several fit.
  unheard_of,     ///< None fits.
  contradictory,  ///< The evidence cannot be: whatever fits it means nothing.
};

struct profile_fit {
  const habits* of = nullptr;
  std::vector<rtm_probe_step> against;  ///< Steps whose signature it does not have.
  bool is_state_against = false;        ///< Its `out` finds the task in another state.
  [[nodiscard]] bool is_possible() const { return against.empty() && !is_state_against; }
};

struct verdict {
  answer_kind kind = answer_kind::unheard_of;
  std::vector<profile_fit> fits;             ///< One a profile that is known.
  std::vector<const habits*> possible;       ///< Those that nothing speaks against.
  const profile_fit* nearest = nullptr;      ///< If none is possible: that with the fewest steps against it.
  std::vector<rtm_probe_step> missing;       ///< Steps that every port depends on and that are not shown.
  std::vector<rtm_probe_step> would_decide;  ///< If several: steps not shown in which they differ.
  std::vector<std::string> remarks;          ///< Sentences about what the evidence says of the port, any profile.
  [[nodiscard]] bool is_sound() const { return kind == answer_kind::named; }
};

[[nodiscard]] verdict judge(const transcript& of, const evidence& seen);

[[nodiscard]] const char* word_of(answer_kind kind);

}  // namespace rtm::host::probe
