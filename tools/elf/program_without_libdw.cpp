// SPDX-License-Identifier: MIT
// Stands for program.cpp where libdw-dev was missing when the build was configured.
#include "elf/program.hpp"
#include "sources/source.hpp"

namespace rtm::host {

class program::contents {};

program::program(const std::filesystem::path& /*path*/) {
  throw source_error("--elf: found an rtm without libdw; expected one that was configured with libdw-dev installed");
}

program::~program() = default;

std::optional<code_place> program::function_at(std::uint64_t /*address*/) const { return std::nullopt; }

std::optional<std::uint64_t> program::address_of(std::string_view /*symbol*/) const { return std::nullopt; }

}  // namespace rtm::host
