# SPDX-License-Identifier: MIT
# With RTM_UNITE several sources are compiled as one: their headers, which take most of the compiler's time, are then read
# once. For builds that are made whole, as `make test` does; one that is worked in compiles a file at a time.

# rtm_unite_folders(<target> [APART <file>...])
#   The sources of a folder become one, whatever stands in other folders. APART: those that cannot share, because they
#   define words of their own for what others of their folder name too.
function(rtm_unite_folders target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "APART")
  if(NOT RTM_UNITE)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    cmake_path(GET source PARENT_PATH folder)
    string(MAKE_C_IDENTIFIER "in_${folder}" group)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endforeach()
  if(arg_APART)
    set_source_files_properties(${arg_APART} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# rtm_unite(<target> [APART <file>...]): its sources become one for each eight of them, but for those.
function(rtm_unite target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "APART")
  if(NOT RTM_UNITE)
    return()
  endif()
  if(arg_APART)
    set_source_files_properties(${arg_APART} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE BATCH UNITY_BUILD_BATCH_SIZE 8)
endfunction()
