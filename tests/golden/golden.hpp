// SPDX-License-Identifier: MIT
// Text that must not change unnoticed. RTM_UPDATE_GOLDEN=1 writes what the program says now, and still fails the test
// that changed, so that nothing is blessed without being seen; with CI set it is refused.
#pragma once

#include <string>

namespace rtm::test {

/// Compares with tests/golden/expected/<name>. Failures are those of the calling test.
void expect_golden(const std::string& name, const std::string& actual);

}  // namespace rtm::test
