# One static library per folder of src/: hadal_library(base DEPENDS ...) takes every .cpp below the
# folder, and every *_test.cpp into one test program test_<folder>. Folders include each other as
# "folder/file.h"; tests/include_check.py keeps the direction.
#
# Most of a clean build would be spent on reading Eigen and GoogleTest again and again; HADAL_PCH
# has them read once for all libraries (with math) and once for all test programs (with test_math).
set(HADAL_PCH_HEADERS <Eigen/Core> <Eigen/Geometry> <algorithm> <array> <cmath> <cstdint> <functional> <memory>
    <optional> <span> <string> <string_view> <variant> <vector>)
function(hadal_precompile target owner)
  if(NOT HADAL_PCH)
    return()
  endif()
  if("${target}" STREQUAL "${owner}")
    target_precompile_headers(${target} PRIVATE ${HADAL_PCH_HEADERS} ${ARGN})
  elseif(TARGET ${owner})
    target_precompile_headers(${target} REUSE_FROM ${owner})
  endif()
endfunction()

# HADAL_UNITY compiles several files at once, which reads their headers once and takes a third of
# the time. Names in the unnamed namespaces of a folder therefore differ, and a test file has a
# namespace of its own. Files with Highway kernels stay alone, and so do the acoustic instruments,
# whose names clash.
function(hadal_unite target)
  if(NOT HADAL_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 10)
  foreach(source ${ARGN})
    file(STRINGS ${source} kernels REGEX "hwy/(highway|foreach_target).h|jpeglib.h" LIMIT_COUNT 1)
    if(kernels OR (source MATCHES "/sensors/acoustic/" AND NOT source MATCHES "_test.cpp$"))
      set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
  endforeach()
endfunction()

function(hadal_library name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;EXCLUDE;PRIVATE_DEPENDS;TEST_DEPENDS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS *.cpp)
  foreach(folder ${ARG_EXCLUDE})
    list(FILTER sources EXCLUDE REGEX "/${folder}/")
  endforeach()
  set(tests ${sources})
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  if(sources)
    add_library(hadal_${name} STATIC ${sources})
    target_include_directories(hadal_${name} PUBLIC ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
    target_link_libraries(hadal_${name} PUBLIC ${ARG_DEPENDS} PRIVATE ${ARG_PRIVATE_DEPENDS})
    hadal_precompile(hadal_${name} hadal_math)
    hadal_unite(hadal_${name} ${sources})
  else()
    add_library(hadal_${name} INTERFACE)
    target_include_directories(hadal_${name} INTERFACE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
    target_link_libraries(hadal_${name} INTERFACE ${ARG_DEPENDS} ${ARG_PRIVATE_DEPENDS})
  endif()
  if(HADAL_WITH_TESTS AND tests)
    # Files named *_long_test.cpp go to a program of their own, labelled "long".
    set(long ${tests})
    list(FILTER long INCLUDE REGEX "_long_test\\.cpp$")
    list(FILTER tests EXCLUDE REGEX "_long_test\\.cpp$")
    if(tests)
      hadal_test(test_${name} LABEL core SOURCES ${tests} DEPENDS hadal_${name} ${ARG_TEST_DEPENDS})
    endif()
    if(long)
      hadal_test(test_${name}_long LABEL long SOURCES ${long} DEPENDS hadal_${name} ${ARG_TEST_DEPENDS})
    endif()
  endif()
endfunction()

# hadal_test(name LABEL core|long SOURCES ... DEPENDS ...): a GoogleTest program, one ctest entry
# per test case.
function(hadal_test name)
  cmake_parse_arguments(ARG "" "LABEL" "SOURCES;DEPENDS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_DEPENDS} GTest::gtest_main)
  # Tests are compiled more often than they are run; -O1 takes two thirds of the time of -O3. What
  # they test keeps its own flags, and no level of optimisation changes a result.
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  hadal_precompile(${name} test_math <gtest/gtest.h>)
  hadal_unite(${name} ${ARG_SOURCES})
  if(ARG_LABEL STREQUAL core)
    set_property(GLOBAL APPEND PROPERTY HADAL_CORE_TESTS ${name})
  endif()
  target_compile_definitions(${name} PRIVATE HADAL_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  # Long ones begin first, so that none is left running alone at the end.
  set(cost 1)
  if(ARG_LABEL STREQUAL long)
    set(cost 100)
  endif()
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
                       PROPERTIES LABELS ${ARG_LABEL} TIMEOUT 1200 COST ${cost})
endfunction()
