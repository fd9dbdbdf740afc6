// One fuzzer per entry function; FLY_FUZZ_ENTRY names it.
#include "test/fuzz/Entry.h"

#include <cstdio>
#include <cstdlib>

// MLIR comes as a shared library without instrumentation: containers and bump allocators that cross
// its border are annotated on one side only, and what it keeps until exit is not ours.
extern "C" const char *__asan_default_options() {
  return "detect_container_overflow=0:allow_user_poisoning=0:detect_leaks=0:detect_odr_violation=0";
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (fly_fuzz::Fault fault = fly_fuzz::FLY_FUZZ_ENTRY({data, size})) {
    fprintf(stderr, "fault: %s\n", fault->c_str());
    abort();
  }
  return 0;
}
