# Compiler-wide settings: warnings as errors, sanitizers, ccache and the fastest linker at hand.

add_library(fly_options INTERFACE)
target_compile_options(fly_options INTERFACE
  -Wall -Wextra -Werror -Wno-unused-parameter -Wno-missing-field-initializers)
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # A time stamp in the precompiled header would make every ccache look-up miss.
  target_compile_options(fly_options INTERFACE "SHELL:-Xclang -fno-pch-timestamp")
endif()
target_include_directories(fly_options INTERFACE ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR})

if(FLY_SANITIZE)
  add_compile_options(-fsanitize=${FLY_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${FLY_SANITIZE})
endif()

find_program(FLY_CCACHE ccache)
if(FLY_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER
    ${CMAKE_COMMAND} -E env
    CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${FLY_CCACHE})
endif()

include(CheckLinkerFlag)
foreach(linker lld mold)
  check_linker_flag(CXX "-fuse-ld=${linker}" FLY_HAVE_${linker})
  if(FLY_HAVE_${linker})
    add_link_options(-fuse-ld=${linker})
    break()
  endif()
endforeach()
