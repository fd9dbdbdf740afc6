# LLVM/MLIR 22 as shared libraries: link `MLIR LLVM`, never single MLIR archives (two copies of one
# library would be loaded).

find_program(FLY_LLVM_CONFIG NAMES llvm-config-22 REQUIRED)
execute_process(COMMAND ${FLY_LLVM_CONFIG} --prefix
  OUTPUT_VARIABLE FLY_LLVM_PREFIX OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
find_package(MLIR REQUIRED CONFIG PATHS ${FLY_LLVM_PREFIX}/lib/cmake/mlir NO_DEFAULT_PATH)
if(NOT LLVM_VERSION_MAJOR EQUAL 22)
  message(FATAL_ERROR "LLVM/MLIR 22 is needed, found ${LLVM_PACKAGE_VERSION}")
endif()
list(APPEND CMAKE_MODULE_PATH ${MLIR_CMAKE_DIR} ${LLVM_CMAKE_DIR})
include(TableGen)
include(AddLLVM)
include(AddMLIR)

add_library(fly_mlir INTERFACE)
target_link_libraries(fly_mlir INTERFACE fly_options MLIR LLVM)
target_include_directories(fly_mlir SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
separate_arguments(FLY_LLVM_DEFINITIONS NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_definitions(fly_mlir INTERFACE ${FLY_LLVM_DEFINITIONS})

# The MLIR headers dominate compile time; all rooms share one precompiled copy of them.
file(WRITE ${CMAKE_BINARY_DIR}/fly_pch.cpp "")
add_library(fly_pch OBJECT ${CMAKE_BINARY_DIR}/fly_pch.cpp)
target_link_libraries(fly_pch PUBLIC fly_mlir)
target_precompile_headers(fly_pch PUBLIC ${CMAKE_SOURCE_DIR}/cmake/fly_pch.h)
