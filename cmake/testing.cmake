# SPDX-License-Identifier: MIT
# How tests are added. ctest shows the names that the tests give themselves: `TEST(window, idle_yields_two_full_windows)`
# becomes `window.idle_yields_two_full_windows`.
include(GoogleTest)
find_package(GTest REQUIRED)

# The programs that ThreadSanitizer watches; the preset `tsan` builds only these.
add_custom_target(rtm_thread_tests)

# A third of a test's time in the compiler goes into the headers of the test framework.
if(RTM_PRECOMPILE)
  file(WRITE "${PROJECT_BINARY_DIR}/test_headers.cpp" "")
  add_library(rtm_test_headers OBJECT "${PROJECT_BINARY_DIR}/test_headers.cpp")
  target_compile_features(rtm_test_headers PRIVATE cxx_std_20)
  target_link_libraries(rtm_test_headers PRIVATE GTest::gmock)
  target_precompile_headers(rtm_test_headers PRIVATE <gmock/gmock.h> <gtest/gtest.h> <map> <string> <vector>)
endif()

# rtm_optimise(<target>): one that counts in millions of facts, so that it is worth the compiler's time in every build.
# What is precompiled is so without optimisation, and does not fit.
function(rtm_optimise target)
  set_target_properties(${target} PROPERTIES DISABLE_PRECOMPILE_HEADERS ON)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Debug>:-O1>)
endfunction()

# rtm_add_test(<target> SOURCES <file>... [LIBRARIES <target>...] [LABELS <label>...] [TIMEOUT <seconds>] [THREADS]
#              [APART <file>...])
#   A GoogleTest program in C++20, linked with rtm_core and whatever LIBRARIES names.
#   TIMEOUT  of one test, default 120 s: a hang must not hold up the run.
#   THREADS  it runs threads: label `threads`, built and run under ThreadSanitizer too.
#   APART    sources that cannot be compiled as one with the others (cmake/unite.cmake): they use the same names.
# With RTM_WHOLE_PROGRAMS a program is one test: with sanitizers, starting it takes longer than most of its tests.
# In the source, RTM_TESTS_DIR is the absolute path of tests/, for test data.
function(rtm_add_test target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "THREADS" "TIMEOUT" "SOURCES;LIBRARIES;LABELS;APART")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_SOURCES)
    message(FATAL_ERROR "rtm_add_test(${target}): found '${arg_UNPARSED_ARGUMENTS}', expected SOURCES and the options above")
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 120)
  endif()
  add_executable(${target} ${arg_SOURCES})
  rtm_unite(${target} APART ${arg_APART})
  target_compile_features(${target} PRIVATE cxx_std_20)
  target_compile_definitions(${target} PRIVATE RTM_TESTS_DIR="${PROJECT_SOURCE_DIR}/tests")
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/tests")
  target_link_libraries(${target} PRIVATE rtm_core ${arg_LIBRARIES} GTest::gmock GTest::gtest_main)
  if(RTM_PRECOMPILE AND NOT arg_SOURCES MATCHES "[.]c(;|$)")
    target_precompile_headers(${target} REUSE_FROM rtm_test_headers)
  endif()
  set(properties TIMEOUT ${arg_TIMEOUT})
  if(arg_THREADS)
    list(APPEND arg_LABELS threads)
    add_dependencies(rtm_thread_tests ${target})
  endif()
  if(arg_LABELS)
    list(APPEND properties LABELS "${arg_LABELS}")
  endif()
  if(RTM_WHOLE_PROGRAMS)
    math(EXPR timeout "${arg_TIMEOUT} * 5")
    add_test(NAME program.${target} COMMAND ${target} --gtest_brief=1)
    set_tests_properties(program.${target} PROPERTIES ${properties} TIMEOUT ${timeout})
  else()
    gtest_discover_tests(${target} NO_PRETTY_VALUES DISCOVERY_TIMEOUT 60 PROPERTIES ${properties})
  endif()
endfunction()

# The libFuzzer programs, if RTM_BUILD_FUZZ (preset `fuzz`, which instruments everything for coverage).
add_custom_target(rtm_fuzzers)

# rtm_add_fuzzer(<name> SOURCES <file>... [LIBRARIES <target>...])
#   The sources define LLVMFuzzerTestOneInput(). Makes `fuzz_<name>` for `make fuzz`, whose seeds lie in corpus/<name>.
#   In other builds makes a test of it instead, if RTM_REPLAY_CORPUS: each file of the corpus is given to it once.
function(rtm_add_fuzzer name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBRARIES")
  if(RTM_BUILD_FUZZ)
    set(target fuzz_${name})
    add_executable(${target} ${arg_SOURCES})
    target_link_options(${target} PRIVATE -fsanitize=fuzzer)
    add_dependencies(rtm_fuzzers ${target})
  elseif(NOT RTM_REPLAY_CORPUS)
    return()
  else()
    set(target rtm_corpus_${name})
    add_executable(${target} ${arg_SOURCES} "${PROJECT_SOURCE_DIR}/tests/fuzz/replay_corpus.cpp")
    add_test(NAME fuzz.corpus_of_${name}_is_survived
             COMMAND ${target} "${CMAKE_CURRENT_SOURCE_DIR}/corpus/${name}")
    set_tests_properties(fuzz.corpus_of_${name}_is_survived PROPERTIES TIMEOUT 120)
  endif()
  target_compile_features(${target} PRIVATE cxx_std_20)
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/tests")
  target_link_libraries(${target} PRIVATE rtm_core ${arg_LIBRARIES})
endfunction()
