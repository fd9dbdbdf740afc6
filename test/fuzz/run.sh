#!/usr/bin/env bash
# test/fuzz/run.sh BUILD_DIR [SECONDS|short] [NAME...]: runs the named fuzzers (default: all) that long (default
# 60) from the committed corpus. `short`: a fixed number of inputs from a fixed seed, as in `./dev test fuzz`.
# Prints one line per fuzzer and ends with `N passed, N failed`. Inputs that break a promise are kept in
# test/fuzz/artifacts. FLY_FUZZ_KEEP names a folder for what was found on the way.
set -u
usage() {
  echo "usage: run.sh BUILD_DIR [SECONDS|short] [types|modules|operations]..." >&2
  exit 2
}
case "${1:-}" in
  "") usage ;;
  /*) build="$1" ;;
  *) build="$PWD/$1" ;;
esac
budget="${2:-60}"
[[ "$budget" =~ ^([1-9][0-9]*|short)$ ]] || usage
shift $(($# < 2 ? $# : 2))
[ $# -gt 0 ] || set -- types modules operations
for name in "$@"; do
  [[ "$name" =~ ^(types|modules|operations)$ ]] || usage
done
cd "$(dirname "${BASH_SOURCE[0]}")" || exit
passed=0
failed=0
mkdir -p artifacts
for name in "$@"; do
  program="$build/fuzz/fuzz-$name"
  if [ ! -x "$program" ]; then
    echo "$name: not built: $program"
    failed=$((failed + 1))
    continue
  fi
  found="${FLY_FUZZ_KEEP:-$(mktemp -d)}/$name"
  mkdir -p "$found"
  case "$name" in
    types) length=1024 runs=200000 ;;
    modules) length=8192 runs=50000 ;;
    operations) length=256 runs=50000 ;;
  esac
  case "$budget" in
    short) limit=("-runs=$runs" -seed=4) ;;
    *) limit=("-max_total_time=$budget") ;;
  esac
  log="$found.log"
  start=$SECONDS
  # Time limit per input 25 s; an input that allocates more than 3 GiB is a finding too.
  "$program" "$found" "corpus/$name" "${limit[@]}" -max_len="$length" -dict=fly.dict \
    -timeout=25 -len_control=0 -rss_limit_mb=3072 -artifact_prefix="artifacts/$name-" -print_final_stats=1 \
    >"$log" 2>&1 </dev/null
  status=$?
  runs="$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")"
  if [ "$status" -eq 0 ]; then
    echo "$name: ${runs:-0} executions in $((SECONDS - start)) s, no finding"
    passed=$((passed + 1))
  else
    echo "$name: finding after ${runs:-?} executions (exit status $status)"
    grep -aE '^fault:|ERROR: |runtime error:|Test unit written to' "$log" | cut -c1-400 | head -20
    failed=$((failed + 1))
  fi
  [ -n "${FLY_FUZZ_KEEP:-}" ] || rm -rf "$(dirname "$found")"
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
