# Helpers shared by the rooms.

# Compiles a program as position-independent code like the libraries: clang refuses a precompiled header
# that was made with -fPIC in a translation unit with -fPIE.
function(fly_use_pch name)
  target_precompile_headers(${name} REUSE_FROM fly_pch)
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${name} PRIVATE -fPIC)
endfunction()

# fly_add_library(NAME sources… LIBS … [DEPENDS tablegen targets…]): a static library of an MLIR room.
function(fly_add_library name)
  cmake_parse_arguments(ARG "" "" "LIBS;DEPENDS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PUBLIC fly_mlir ${ARG_LIBS})
  target_precompile_headers(${name} REUSE_FROM fly_pch)
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
endfunction()

# fly_add_executable(NAME sources… LIBS …): a tool of an MLIR room, placed in bin/.
function(fly_add_executable name)
  cmake_parse_arguments(ARG "" "" "LIBS;DEPENDS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE fly_mlir ${ARG_LIBS})
  fly_use_pch(${name})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
endfunction()

# fly_tablegen(TARGET file.td  out1 "args" out2 "args" …): runs mlir-tblgen beside the room's sources.
# Outputs land in the build tree at the same relative path, so `#include "dialects/fly/X.h.inc"` works.
function(fly_tablegen target td)
  set(LLVM_TARGET_DEFINITIONS ${td})
  set(args ${ARGN})
  set(outs)
  while(args)
    list(POP_FRONT args out flags)
    separate_arguments(flags)
    mlir_tablegen(${out} ${flags} EXTRA_INCLUDES ${CMAKE_SOURCE_DIR} ${MLIR_INCLUDE_DIRS})
    list(APPEND outs ${CMAKE_CURRENT_BINARY_DIR}/${out})
  endwhile()
  add_custom_target(${target} DEPENDS ${outs})
endfunction()

# fly_add_unit_test(NAME sources… LIBS … [MLIR]): a GoogleTest program, run by `./dev test` and ctest.
function(fly_add_unit_test name)
  cmake_parse_arguments(ARG "MLIR" "" "LIBS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE fly_options ${ARG_LIBS} GTest::gtest GTest::gtest_main)
  if(ARG_MLIR)
    target_link_libraries(${name} PRIVATE fly_mlir)
    fly_use_pch(${name})
  endif()
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/unit)
  target_compile_definitions(${name} PRIVATE FLY_TEST_DATA_DIR="${CMAKE_SOURCE_DIR}/test/data"
    FLY_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  add_test(NAME ${name} COMMAND ${name})
endfunction()
