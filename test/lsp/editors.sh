#!/usr/bin/env bash
# Editors from the distribution against the built server: diagnostics appear, clear after the repair, and a
# hover is answered. usage: editors.sh BUILD_DIR. An editor that is not installed is skipped.
set -uo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
PATH="$(cd "$1" && pwd)/bin:$PATH"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
# The set-ups are those that editors/README.md tells users to write.
block() { sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" "$here/../../editors/README.md" | sed '1d;$d'; }
block lua >"$work/setup.lua"
block elisp >"$work/setup.el"
passed=0 failed=0 skipped=0
cat >"$work/a.mlir" <<'MLIR'
func.func @f() {
  %a = fly.make_copy_atom {valBits = 48 : i32} : !fly.copy_atom<!fly.universal_copy<64>, 48>
  %l = fly.static : !fly.layout<(4,8):(1,4)>
  return
}
MLIR

verdict() { # NAME STATUS OUTPUT
  if [ "$2" = 0 ]; then
    passed=$((passed + 1))
    echo "ok   $1"
  else
    failed=$((failed + 1))
    echo "FAIL $1: $3"
  fi
}

if command -v nvim >/dev/null; then
  output=$(cd "$work" && timeout 120 nvim --headless --clean -c 'luafile setup.lua' -c 'edit a.mlir' -c "luafile $here/neovim.lua" 2>&1)
  verdict "A3.21 neovim" $? "$output"
else
  skipped=$((skipped + 1))
  echo "skip neovim: not installed"
fi
if command -v emacs >/dev/null && emacs --batch --eval "(require 'eglot)" 2>/dev/null; then
  output=$(cd "$work" && timeout 120 emacs --batch -l "$work/setup.el" -l "$here/eglot.el" 2>&1)
  verdict "A3.21 A3.22 emacs" $? "$output"
else
  skipped=$((skipped + 1))
  echo "skip emacs with eglot: not installed"
fi
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
