#!/usr/bin/env bash
# scripts/sanitize.sh address|thread BUILD_DIR: the tests of a build with that sanitizer, as `./dev sanitize` runs
# them. Ends with `N passed, N failed`.
#
# address: unit and lit suites; a report ends the program, so its test fails.
# thread: the sessions of test/lsp, and fly-lint with several workers; every report is one failure more.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
suppressions="$PWD/scripts/suppressions"
kind="${1:-}"
build="${2:-}"
if [ ! -d "$build" ]; then
  echo "usage: sanitize.sh address|thread BUILD_DIR" >&2
  exit 2
fi
build="$(cd "$build" && pwd)"
LLVM_SYMBOLIZER_PATH="$(command -v llvm-symbolizer-22 || true)"
export ASAN_SYMBOLIZER_PATH="$LLVM_SYMBOLIZER_PATH" TSAN_SYMBOLIZER_PATH="$LLVM_SYMBOLIZER_PATH"

address() {
  # MLIR comes as a shared library without instrumentation: containers and bump allocators that cross its
  # border are annotated on one side only.
  export ASAN_OPTIONS="detect_container_overflow=0:allow_user_poisoning=0:detect_odr_violation=0"
  export LSAN_OPTIONS="suppressions=$suppressions/leaks.txt:print_suppressions=0"
  export UBSAN_OPTIONS="print_stacktrace=1"
  exec python3 test/run.py "$build" unit lit
}

thread() {
  local logs passed=0 failed=0 output counts
  logs="$(mktemp -d)"
  # Reports go to files, and the exit status stays the program's own, so that a test fails for its own reasons
  # and each report is seen once.
  export TSAN_OPTIONS="suppressions=$suppressions/threads.txt:log_path=$logs/report:exitcode=0:print_suppressions=0"
  output="$(test/lsp/run.sh "$build" 2>&1 | tee >(cat >&2))"
  counts="$(grep -oE '^[0-9]+ passed, [0-9]+ failed' <<<"$output" | tail -1)"
  read -r passed _ failed _ <<<"${counts:-0 passed, 1 failed}"
  # Workers of the linter share the analysis with the server.
  if timeout 600 "$build/bin/fly-lint" -j 4 test/data/kernels test/data/bugs >/dev/null; [ $? -le 2 ]; then
    passed=$((passed + 1))
  else
    echo "FAIL fly-lint -j 4"
    failed=$((failed + 1))
  fi
  for report in "$logs"/report.*; do
    # A pipeline that hits its limit of memory says so too; that is no race.
    grep -qs 'WARNING: ThreadSanitizer' "$report" || continue
    cat "$report"
    failed=$((failed + 1))
  done
  rm -rf "$logs"
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ]
}

case "$kind" in
  address | thread) "$kind" ;;
  *)
    echo "error: unknown sanitizer '$kind'" >&2
    exit 2
    ;;
esac
