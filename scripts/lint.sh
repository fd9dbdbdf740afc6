#!/usr/bin/env bash
# Checks of form: clang-format, clang-tidy on the rooms without MLIR, shellcheck, tsc. Changes nothing.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
build="$1"
status=0
git ls-files -z -- '*.cpp' '*.h' | xargs -0 clang-format-22 --dry-run --Werror || status=1
git ls-files -z -- 'dialects/layout/*.cpp' 'visualizer/scene/*.cpp' |
  xargs -0 clang-tidy-22 -p "$build" --quiet || status=1
git ls-files -z -- dev .ci/run '*.sh' | xargs -0 shellcheck -x || status=1
(cd editors/vscode && npm ci --no-audit --no-fund --loglevel=error && npx tsc --noEmit -p .) || status=1
exit $status
