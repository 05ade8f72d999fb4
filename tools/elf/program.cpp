// SPDX-License-Identifier: MIT
#include "elf/program.hpp"

#include <cxxabi.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <gelf.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <utility>

#include "sources/source.hpp"

namespace rtm::host {
namespace {

[[noreturn]] void refuse(const std::filesystem::path& path, std::string_view found, std::string_view expected) {
  throw source_error(fmt::format("{}: found {}; expected {}", path.string(), found, expected));
}

class file {
 public:
  explicit file(const std::filesystem::path& path) : fd_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (fd_ < 0) refuse(path, fmt::format("\"{}\"", std::strerror(errno)), "the program that was measured");
  }
  file(const file&) = delete;
  file& operator=(const file&) = delete;
  ~file() { ::close(fd_); }
  [[nodiscard]] int fd() const { return fd_; }

 private:
  int fd_;
};

using elf_pointer = std::unique_ptr<Elf, decltype(&elf_end)>;
using dwarf_pointer = std::unique_ptr<Dwarf, decltype(&dwarf_end)>;

std::string demangled(const std::string& name) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status),
                                                         &std::free);
  return status == 0 ? std::string(text.get()) : name;
}

struct symbol {
  std::string name;
  unsigned char binding = STB_LOCAL;
  /// Of several names of one address: a global one, then a weak one, then the first.
  [[nodiscard]] int rank() const { return binding == STB_GLOBAL ? 2 : binding == STB_WEAK ? 1 : 0; }
};

}  // namespace

class program::contents {
 public:
  explicit contents(const std::filesystem::path& path) : file_(path) {
    elf_version(EV_CURRENT);
    elf_.reset(elf_begin(file_.fd(), ELF_C_READ_MMAP, nullptr));
    GElf_Ehdr header;
    if (elf_ == nullptr || elf_kind(elf_.get()) != ELF_K_ELF || gelf_getehdr(elf_.get(), &header) == nullptr)
      refuse(path, "no ELF file", "the program that was measured");
    if (header.e_machine == EM_ARM) mask_ = ~std::uint64_t{1};
    for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf_.get(), section)) != nullptr;) read_symbols(section);
    if (functions_.empty()) refuse(path, "no names of functions (stripped?)", "a program with its symbol table");
    dwarf_.reset(dwarf_begin_elf(elf_.get(), DWARF_C_READ, nullptr));  // Without lines there are still names.
  }

  [[nodiscard]] std::optional<code_place> function_at(std::uint64_t address) const {
    const auto found = functions_.find(address & mask_);
    if (found == functions_.end()) return std::nullopt;
    code_place place;
    place.function = demangled(found->second.name);
    find_line(found->first, place);
    return place;
  }

  [[nodiscard]] std::optional<std::uint64_t> address_of(std::string_view name) const {
    const auto found = addresses_.find(name);
    return found == addresses_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  void read_symbols(Elf_Scn* section) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr || header.sh_type != SHT_SYMTAB || header.sh_entsize == 0) return;
    Elf_Data* const data = elf_getdata(section, nullptr);
    if (data == nullptr) return;
    const std::size_t count = data->d_size / header.sh_entsize;
    for (std::size_t i = 0; i < count; ++i) {
      GElf_Sym entry;
      if (gelf_getsym(data, static_cast<int>(i), &entry) == nullptr) return;
      if (GELF_ST_TYPE(entry.st_info) != STT_FUNC || entry.st_shndx == SHN_UNDEF) continue;
      const char* const name = elf_strptr(elf_.get(), header.sh_link, entry.st_name);
      if (name != nullptr && *name != '\0')
        add({name, static_cast<unsigned char>(GELF_ST_BIND(entry.st_info))}, entry.st_value & mask_);
    }
  }

  void add(symbol one, std::uint64_t address) {
    addresses_.try_emplace(one.name, address);
    const auto [at, is_new] = functions_.try_emplace(address, one);
    if (!is_new && one.rank() > at->second.rank()) at->second = std::move(one);
  }

  /// Unit by unit, because compilers need not write an index of addresses, and Clang does not.
  void find_line(std::uint64_t address, code_place& into) const {
    Dwarf_CU* unit = nullptr;
    Dwarf_Die die;
    while (dwarf_ != nullptr && dwarf_get_units(dwarf_.get(), unit, &unit, nullptr, nullptr, &die, nullptr) == 0) {
      if (dwarf_haspc(&die, address) <= 0) continue;
      Dwarf_Line* const line = dwarf_getsrc_die(&die, address);
      const char* const name = line == nullptr ? nullptr : dwarf_linesrc(line, nullptr, nullptr);
      if (name == nullptr || dwarf_lineno(line, &into.line) != 0) return;
      Dwarf_Attribute attribute;
      const char* const folder = dwarf_formstring(dwarf_attr(&die, DW_AT_comp_dir, &attribute));
      into.file = (std::filesystem::path(folder == nullptr ? "" : folder) / name).string();
      return;
    }
  }

  file file_;
  elf_pointer elf_{nullptr, &elf_end};
  dwarf_pointer dwarf_{nullptr, &dwarf_end};
  std::uint64_t mask_ = ~std::uint64_t{0};
  std::map<std::uint64_t, symbol> functions_;
  std::map<std::string, std::uint64_t, std::less<>> addresses_;
};

program::program(const std::filesystem::path& path) : contents_(std::make_unique<contents>(path)) {}

program::~program() = default;

std::optional<code_place> program::function_at(std::uint64_t address) const { return contents_->function_at(address); }

std::optional<std::uint64_t> program::address_of(std::string_view symbol) const {
  return contents_->address_of(symbol);
}

}  // namespace rtm::host
