// SPDX-License-Identifier: MIT
#include "sources/ctf/folder.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>
#include <utility>

#include "sources/ctf/metadata.hpp"
#include "sources/source.hpp"

namespace rtm::host::ctf {
namespace {

namespace fs = std::filesystem;

constexpr int deepest = 4;  ///< ust/uid/1000/64-bit
constexpr std::size_t most_folders = 1000;

[[noreturn]] void refuse(const fs::path& path, int error) {
  throw source_error(path.string() + ": found \"" + std::strerror(error) + "\"; expected a readable file");
}

bool is_trace(const fs::path& folder) {
  std::error_code error;
  const fs::path metadata = folder / "metadata";
  if (!fs::is_regular_file(metadata, error)) return false;
  std::ifstream in(metadata, std::ios::binary);
  std::string begin(8192, '\0');
  in.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  begin.resize(static_cast<std::size_t>(in.gcount()));
  return begins_metadata(begin);
}

struct folder_at {
  fs::path path;
  int depth = 0;
};

}  // namespace

mapped_file::mapped_file(const fs::path& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) refuse(path, errno);
  struct stat about {};
  int error = ::fstat(fd, &about) != 0 ? errno : S_ISREG(about.st_mode) ? 0 : EINVAL;
  if (error == 0 && about.st_size != 0) {
    size_ = static_cast<std::size_t>(about.st_size);
    void* const at = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, fd, 0);
    if (at == MAP_FAILED) {
      error = errno;
    } else {
      begin_ = static_cast<const char*>(at);
      (void)::madvise(at, size_, MADV_SEQUENTIAL);
    }
  }
  ::close(fd);
  if (error != 0) refuse(path, error);
}

mapped_file::mapped_file(mapped_file&& other) noexcept
    : begin_(std::exchange(other.begin_, nullptr)), size_(std::exchange(other.size_, 0)) {}

mapped_file::~mapped_file() {
  if (begin_ != nullptr) ::munmap(const_cast<char*>(begin_), size_);
}

std::optional<fs::path> find_trace(const fs::path& folder) {
  std::vector<folder_at> all{{folder, 0}};
  std::vector<fs::path> found;
  for (std::size_t i = 0; i < all.size() && all.size() < most_folders; ++i) {
    const folder_at here = all[i];
    if (is_trace(here.path)) {
      found.push_back(here.path);
      continue;
    }
    if (here.depth == deepest) continue;
    std::error_code error;
    for (fs::directory_iterator entry(here.path, error), end; !error && entry != end; entry.increment(error))
      if (std::error_code ignored; entry->is_directory(ignored) && !entry->is_symlink(ignored))
        all.push_back({entry->path(), here.depth + 1});
  }
  if (found.empty()) return std::nullopt;
  std::sort(found.begin(), found.end());
  if (found.size() > 1) {
    std::string list;
    for (const fs::path& one : found) list += (list.empty() ? "" : ", ") + one.string();
    throw source_error(folder.string() + ": found " + std::to_string(found.size()) + " CTF traces, " + list +
                       "; expected one of them");
  }
  return found.front();
}

std::vector<fs::path> stream_files(const fs::path& folder) {
  std::vector<fs::path> all;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (std::error_code ignored; name != "metadata" && name.front() != '.' && entry->is_regular_file(ignored))
      all.push_back(entry->path());
  }
  if (error) refuse(folder, error.value());
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace rtm::host::ctf
