// SPDX-License-Identifier: MIT
// Which function begins at an address of a program, and in which line of which file? Read from the ELF file: names from
// its symbol table, static functions too, lines from its debug information, as addr2line does.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace rtm::host {

struct code_place {
  std::string function;  ///< Demangled.
  std::string file;  ///< As the compiler was given it, with the folder of the compilation. Empty: no debug information.
  int line = 0;      ///< 0: unknown.
};

class program {
 public:
  /// Throws source_error: no such file, no ELF file, or one without the names of its functions (stripped). Also if this
  /// program was built without libdw.
  explicit program(const std::filesystem::path& path);
  program(const program&) = delete;
  program& operator=(const program&) = delete;
  ~program();

  /// `address` as it was linked, and only if a function begins right there: an address in the middle of one means that
  /// this is not the program that ran. The Thumb bit of Arm is ignored.
  [[nodiscard]] std::optional<code_place> function_at(std::uint64_t address) const;
  /// Where a function was linked, by its name in the symbol table.
  [[nodiscard]] std::optional<std::uint64_t> address_of(std::string_view symbol) const;

 private:
  class contents;
  std::unique_ptr<const contents> contents_;
};

}  // namespace rtm::host
