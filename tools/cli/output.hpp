// SPDX-License-Identifier: MIT
// Standard output that remembers why a write failed, which std::cout does not: a reader that has gone (`| head`) is
// fine, a full disk is not.
#pragma once

#include <array>
#include <streambuf>
#include <string>

namespace rtm::host {

class standard_output : public std::streambuf {
 public:
  standard_output();
  /// Why a write failed; empty if none did, or if only the reader went away.
  [[nodiscard]] std::string failure() const;

 protected:
  int_type overflow(int_type c) override;
  int sync() override;

 private:
  bool write_out();

  std::array<char, 64 * 1024> buffer_{};
  int error_ = 0;
};

}  // namespace rtm::host
