# SPDX-License-Identifier: MIT
# `cmake --install` and the package that find_package(rtm) finds.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(rtm_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/rtm)
set(rtm_installed rtm_core)
if(TARGET rtm_c)
  list(APPEND rtm_installed rtm_c)
endif()

install(TARGETS ${rtm_installed} EXPORT rtm-targets FILE_SET HEADERS)
install(EXPORT rtm-targets NAMESPACE rtm:: DESTINATION ${rtm_package_dir})
# Before 1.0 a minor release may change the interface.
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/rtm-config-version.cmake" COMPATIBILITY SameMinorVersion)
file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/rtm-config.cmake"
     "include(\"\${CMAKE_CURRENT_LIST_DIR}/rtm-targets.cmake\")\n")
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/rtm-config.cmake" "${CMAKE_CURRENT_BINARY_DIR}/rtm-config-version.cmake"
        DESTINATION ${rtm_package_dir})
