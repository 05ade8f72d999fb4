// SPDX-License-Identifier: MIT
#include "cli/output.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace rtm::host {

standard_output::standard_output() { setp(buffer_.data(), buffer_.data() + buffer_.size()); }

std::string standard_output::failure() const {
  return error_ == 0 || error_ == EPIPE ? std::string() : std::string(std::strerror(error_));
}

standard_output::int_type standard_output::overflow(int_type c) {
  if (!write_out()) return traits_type::eof();
  if (!traits_type::eq_int_type(c, traits_type::eof())) sputc(traits_type::to_char_type(c));
  return traits_type::not_eof(c);
}

int standard_output::sync() { return write_out() ? 0 : -1; }

bool standard_output::write_out() {
  const char* next = pbase();
  while (error_ == 0 && next != pptr()) {
    const ssize_t n = ::write(STDOUT_FILENO, next, static_cast<std::size_t>(pptr() - next));
    if (n >= 0) {
      next += n;
    } else if (errno != EINTR) {
      error_ = errno;
    }
  }
  setp(buffer_.data(), buffer_.data() + buffer_.size());
  return error_ == 0;
}

}  // namespace rtm::host
