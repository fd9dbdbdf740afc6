# shellcheck shell=bash
# Configuring and building. Sourced by ./dev.

# configure_preset PRESET: CMake on a fresh folder or after a change of the presets, nothing otherwise.
configure_preset() {
  if [ ! -f "build/$1/build.ninja" ] || [ CMakePresets.json -nt "build/$1/build.ninja" ]; then
    cmake --preset "$1"
  fi
}

# build_preset PRESET [TARGET...]
build_preset() {
  local preset="$1"
  shift
  configure_preset "$preset"
  cmake --build --preset "$preset" ${1:+--target "$@"}
}

# The VS Code extension as build/fly-workbench.vsix, rebuilt when a source is newer.
package_extension() {
  local vsix=build/fly-workbench.vsix
  if [ -f "$vsix" ] && [ -z "$(find editors/vscode -newer "$vsix" -type f -not -path '*/node_modules/*' -not -path '*/dist/*' -print -quit)" ]; then
    return 0
  fi
  (
    cd editors/vscode || exit 1
    if [ ! -d node_modules ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
      npm ci --no-audit --no-fund --loglevel=error
    fi
    npm run --silent package -- --out "../../$vsix"
  )
}

# Null-separated list of the C++ sources under version control.
cpp_sources() {
  git ls-files -z -- '*.cpp' '*.h'
}
