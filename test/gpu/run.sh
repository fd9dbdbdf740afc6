#!/usr/bin/env bash
# Compiles the GPU test kernels and runs them where there is a GPU. Ends with `N passed, N failed`.
set -euo pipefail
build="$1"
here="$(dirname "${BASH_SOURCE[0]}")"
python3 "$here/prepare.py" "$build" "$build/gpu"
python3 "$here/run.py" "$build/gpu" --skip-timing
