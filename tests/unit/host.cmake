# SPDX-License-Identifier: MIT
# The parts of the host tools.
if(TARGET rtm_host)
  find_package(nlohmann_json REQUIRED)
  rtm_add_test(rtm_host_test
      SOURCES host_input_test.cpp host_numbers_test.cpp host_replay_test.cpp host_text_test.cpp host_views_test.cpp
      LIBRARIES rtm_host nlohmann_json::nlohmann_json)
endif()
