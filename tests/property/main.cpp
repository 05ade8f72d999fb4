// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <string>

#include "options.hpp"

namespace {

rtm::property::run_options given;

bool read_option(const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos) return false;
  char* end = nullptr;
  const std::uint64_t value = std::strtoull(text.c_str() + equals + 1, &end, 10);
  if (*end != '\0' || end == text.c_str() + equals + 1) return false;
  const std::string key = text.substr(0, equals);
  if (key == "--facts") return given.facts = value, true;
  if (key == "--seed") return given.seed = value, true;
  if (key == "--deeper") return given.deeper = value, true;
  return false;
}

}  // namespace

const rtm::property::run_options& rtm::property::options() { return given; }

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  for (int i = 1; i < argc; ++i) {
    if (read_option(argv[i])) continue;
    std::cerr << argv[0] << ": found '" << argv[i]
              << "', expected --facts=N, --seed=S, --deeper=N or a GoogleTest option\n";
    return 2;
  }
  return RUN_ALL_TESTS();
}
