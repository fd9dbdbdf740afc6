#!/usr/bin/env bash
# scripts/lint.sh BUILD_DIR: checks of form, with the compile commands of that build: clang-format, clang-tidy on
# the rooms without MLIR, shellcheck, tsc. Changes nothing; exit status 1 after any finding.
# shellcheck disable=SC2317 # the checks are called by their names
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
source scripts/build.sh
build="${1:?usage: lint.sh BUILD_DIR}"
status=0

check() { # NAME COMMAND...
  local name="$1"
  shift
  if "$@"; then
    echo "$name: no finding"
  else
    echo "$name: findings, see above"
    status=1
  fi
}

formatting() { cpp_sources | xargs -0 clang-format-22 --dry-run --Werror; }

tidy() {
  git ls-files -z -- 'dialects/layout/*.cpp' 'visualizer/scene/*.cpp' |
    xargs -0 -n 4 -P "$(nproc)" clang-tidy-22 -p "$build" --quiet 2> >(
      grep -vE '(warnings? generated\.|Processing file .*)$' >&2
    )
}

shells() { git ls-files -z -- dev .ci/run '*.sh' | xargs -0 shellcheck -x; }

types() (
  cd editors/vscode || exit 1
  if [ ! -d node_modules ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
    npm ci --no-audit --no-fund --loglevel=error || exit 1
  fi
  npx tsc --noEmit -p .
)

check clang-format formatting
check clang-tidy tidy
check shellcheck shells
check tsc types
exit $status
