// SPDX-License-Identifier: MIT
// The points of an input that are functions, told by address (rtm/function_points.hpp: "0x1a4c" or, with an anchor,
// "0x55d01a4c@0x55d01200"), get the names that their program gives them: "control_step (main.c:12)".
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "elf/program.hpp"
#include "sources/source.hpp"

namespace rtm::host {

struct function_address {
  std::uint64_t address = 0;
  std::uint64_t anchor = 0;  ///< Where the function `anchor_symbol` lay when the program ran; 0: where it was linked.
};
inline constexpr std::string_view anchor_symbol = "__cyg_profile_func_enter";

/// Absent if `name` is another name than that of an address.
[[nodiscard]] std::optional<function_address> parse_function_address(std::string_view name);

class function_names {
 public:
  /// Throws source_error: see `program`.
  explicit function_names(const std::filesystem::path& path) : program_(path) {}

  /// Absent: not the name of an address, or no function of the program begins there.
  [[nodiscard]] std::optional<std::string> find(const std::string& name) const;

 private:
  [[nodiscard]] std::optional<std::uint64_t> linked(const function_address& where) const;

  program program_;
};

/// A source whose points have the names of their functions.
class named_by_program final : public source {
 public:
  /// Throws source_error: see `program`.
  named_by_program(std::unique_ptr<source> from, std::filesystem::path path);

  std::size_t read(std::span<source_fact> out) override;
  [[nodiscard]] std::vector<source_loss> take_losses() override { return from_->take_losses(); }
  [[nodiscard]] std::vector<source_problem> take_problems() override { return from_->take_problems(); }
  [[nodiscard]] std::vector<core_extras> take_extras() override { return from_->take_extras(); }
  [[nodiscard]] std::vector<source_completeness> completeness() const override { return from_->completeness(); }
  [[nodiscard]] const source_info& info() const override { return info_; }

  /// After the last `read`: one line if no name has been found, because the input has no addresses or none is that of a
  /// function of this program. Some that are missing speak for themselves.
  [[nodiscard]] std::optional<std::string> complaint() const;

 private:
  void take_names();

  std::unique_ptr<source> from_;
  std::filesystem::path path_;
  function_names names_;
  source_info info_;
  std::size_t names_known_ = ~std::size_t{0};
};

/// `from`, with the names of the functions of `program`; `from` itself if that is empty.
[[nodiscard]] std::unique_ptr<source> with_function_names(std::unique_ptr<source> from, const std::string& program);
/// See named_by_program.
[[nodiscard]] std::optional<std::string> complaint_of_names(const source& from);

}  // namespace rtm::host
