#!/usr/bin/env bash
# test/fuzz/run.sh BUILD_DIR [SECONDS]: runs every fuzzer that long (default 60) from the committed corpus.
# Prints one line per fuzzer and ends with `N passed, N failed`. Inputs that break a promise are kept in
# test/fuzz/artifacts. FLY_FUZZ_KEEP names a folder for what was found on the way.
set -u
cd "$(dirname "${BASH_SOURCE[0]}")"
case "${1:-}" in
  "") echo "usage: run.sh BUILD_DIR [SECONDS]" >&2; exit 2 ;;
  /*) build="$1" ;;
  *) build="$OLDPWD/$1" ;;
esac
seconds="${2:-60}"
passed=0
failed=0
mkdir -p artifacts
for name in types modules operations; do
  program="$build/fuzz/fuzz-$name"
  if [ ! -x "$program" ]; then
    echo "$name: not built: $program"
    failed=$((failed + 1))
    continue
  fi
  found="${FLY_FUZZ_KEEP:-$(mktemp -d)}/$name"
  mkdir -p "$found"
  case "$name" in
    types) length=1024 ;;
    modules) length=8192 ;;
    operations) length=256 ;;
  esac
  log="$found.log"
  # Time limit per input 25 s; an input that allocates more than 3 GiB is a finding too.
  "$program" "$found" "corpus/$name" -max_total_time="$seconds" -max_len="$length" -dict=fly.dict \
    -timeout=25 -len_control=0 -rss_limit_mb=3072 -artifact_prefix="artifacts/$name-" -print_final_stats=1 \
    >"$log" 2>&1 </dev/null
  status=$?
  runs="$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")"
  if [ "$status" -eq 0 ]; then
    echo "$name: ${runs:-0} executions in $seconds s, no finding"
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
