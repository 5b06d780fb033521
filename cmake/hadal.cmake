# One static library per folder of src/: hadal_library(base DEPENDS ...) takes every .cpp below the
# folder, and every *_test.cpp into one test program test_<folder>. Folders include each other as
# "folder/file.h"; tests/include_check.py keeps the direction.
#
# Unit tests link these static libraries; the objects of all of them are libhadal.so (src/library),
# which everybody else links. A library that is SEPARATE is no part of it.
#
# Most of a clean build would be spent on reading Eigen and GoogleTest again and again; HADAL_PCH
# has them read once for libraries (with math), once for those that are LOAD_TIME (with scenario) and
# once for all test programs (with test_math).
set(HADAL_PCH_HEADERS <Eigen/Core> <Eigen/Geometry> <algorithm> <array> <charconv> <chrono> <cmath> <cstdint>
    <filesystem> <functional> <map> <memory> <optional> <ranges> <span> <sstream> <string> <string_view>
    <unordered_map> <variant> <vector>)
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
# the time: the files of one folder, or of several small ones, up to kUnityFiles. Names in the unnamed
# namespaces of a folder therefore differ, and a test file has a namespace of its own. Files with
# Highway kernels stay alone, and so does libjpeg.
set(kUnityFiles 20)
function(hadal_unite target)
  if(NOT HADAL_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  set(folders)
  foreach(source ${ARGN})
    file(STRINGS ${source} alone REGEX "simd/highway.h|jpeglib.h" LIMIT_COUNT 1)
    if(NOT alone)
      cmake_path(GET source PARENT_PATH folder)
      list(APPEND folders ${folder})
      list(APPEND files_of_${folder} ${source})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES folders)
  set(small)
  foreach(folder ${folders})
    list(LENGTH files_of_${folder} count)
    if(count LESS 5)
      list(APPEND small ${files_of_${folder}})
    else()
      cmake_path(GET folder FILENAME name)
      hadal_unity_group(${name} ${files_of_${folder}})
    endif()
  endforeach()
  hadal_unity_group(rest ${small})
endfunction()

# Files that are compiled together, in equal parts of kUnityFiles at most.
function(hadal_unity_group name)
  list(LENGTH ARGN count)
  math(EXPR parts "(${count} + ${kUnityFiles} - 1) / ${kUnityFiles}")
  set(index 0)
  foreach(source ${ARGN})
    math(EXPR part "${index} * ${parts} / ${count}")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${name}_${part})
    math(EXPR index "${index} + 1")
  endforeach()
endfunction()

# hadal_load_time(target): nothing of it runs within a step, so it need not be fast: -O1 takes two
# thirds of the time of -O3. No level of optimisation changes a result. Headers compiled with -O3
# are of no use to it, so that the first such target compiles them again for all.
function(hadal_load_time target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  hadal_precompile(${target} hadal_scenario)
endfunction()

# Objects that can go into a shared library and show nothing but HADAL_API.
function(hadal_hide target)
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
                        VISIBILITY_INLINES_HIDDEN ON)
endfunction()

# hadal_part(target): its objects go into libhadal.so.
function(hadal_part target)
  hadal_hide(${target})
  set_property(GLOBAL APPEND PROPERTY HADAL_PARTS ${target})
endfunction()

function(hadal_library name)
  cmake_parse_arguments(ARG "SEPARATE;LOAD_TIME" "" "DEPENDS;EXCLUDE;PRIVATE_DEPENDS;TEST_DEPENDS" ${ARGN})
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
    if(ARG_SEPARATE)
      hadal_hide(hadal_${name})
    else()
      hadal_part(hadal_${name})
    endif()
    if(ARG_LOAD_TIME)
      hadal_load_time(hadal_${name})
    else()
      hadal_precompile(hadal_${name} hadal_math)
    endif()
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

# hadal_test(name LABEL core|long SOURCES ... DEPENDS ...): a GoogleTest program. Long ones have one
# ctest entry per test case and begin first, so that none is left running alone at the end; the
# others have kShards entries, because to start a program takes longer than most test cases.
set(kShards 4)
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
  if(ARG_LABEL STREQUAL long)
    gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
                         PROPERTIES LABELS long TIMEOUT 1200 COST 100)
    return()
  endif()
  foreach(part RANGE 1 ${kShards})
    math(EXPR index "${part} - 1")
    add_test(NAME ${name}_${part}of${kShards} COMMAND ${name} --gtest_brief=1 WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(${name}_${part}of${kShards} PROPERTIES LABELS ${ARG_LABEL} TIMEOUT 1200
                         ENVIRONMENT "GTEST_TOTAL_SHARDS=${kShards};GTEST_SHARD_INDEX=${index}")
  endforeach()
endfunction()
