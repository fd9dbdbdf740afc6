#!/usr/bin/env bash
# scripts/package.sh BUILD_DIR OUT_DIR [--archive]: the tools of a build with every library that they need except glibc,
# as OUT_DIR/fly-workbench/{bin,lib,share}, which runs from any place. --archive: also as a .tar.xz, and as an extension
# for VS Code that brings its server.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
build="${1:?usage: package.sh BUILD_DIR OUT_DIR [--archive]}"
out="${2:?usage: package.sh BUILD_DIR OUT_DIR [--archive]}"
tools="fly-lsp-server fly-lint fly-map fly-opt fly-compile fly-run"
version=$(sed -n 's/^project(fly-workbench VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
tree="$out/fly-workbench"

rm -rf "$tree"
mkdir -p "$tree/bin" "$tree/lib" "$tree/share/doc/fly/licenses"

# What belongs to glibc is that of the machine: its parts must fit its loader and kernel.
of_glibc() { [[ "$1" =~ ^(ld-linux.*|lib(c|m|dl|rt|pthread|util|resolv))\.so\. ]]; }

for tool in $tools; do
  [ -x "$build/bin/$tool" ] || continue
  strip -o "$tree/bin/$tool" "$build/bin/$tool"
  ldd "$build/bin/$tool" | awk '/not found/ { print "error: " $0 > "/dev/stderr"; exit 1 } $3 ~ /^\// { print $3 }'
done | sort -u | while read -r library; do
  name=$(basename "$library")
  if ! of_glibc "$name"; then
    cp -L "$library" "$tree/lib/$name"
    chmod u+w "$tree/lib/$name"
    patchelf --set-rpath "\$ORIGIN" "$tree/lib/$name"
    # Whose it is, and on what terms it may be passed on.
    if package=$(dpkg-query -S "*/$name" 2>/dev/null | head -n 1 | cut -d: -f1) && [ -f "/usr/share/doc/$package/copyright" ]; then
      cp -L "/usr/share/doc/$package/copyright" "$tree/share/doc/fly/licenses/$package"
    fi
  fi
done
[ -x "$tree/bin/fly-lsp-server" ] || {
  echo "error: $build/bin/fly-lsp-server is not built" >&2
  exit 1
}
for program in "$tree"/bin/*; do
  patchelf --set-rpath "\$ORIGIN/../lib" "$program"
done
cp docs/*.md "$tree/share/doc/fly/"

du -sh --apparent-size "$tree"
[ "${3:-}" = --archive ] || exit 0

name="fly-workbench-$version-linux-$(uname -m)"
tar -C "$out" --transform "s/^fly-workbench/$name/" -c fly-workbench | xz -T0 -6 >"$out/$name.tar.xz"

extension="$out/extension"
rm -rf "$extension"
mkdir -p "$extension/server"
cp -r editors/vscode/{package.json,README.md,.vscodeignore,language-configuration.json,dist,media,syntaxes} "$extension"
cp -r "$tree"/{bin,lib,share} "$extension/server"
# Only what the editor starts: the server, and fly-opt for tests.
find "$extension/server/bin" -type f ! -name fly-lsp-server ! -name fly-lint ! -name fly-opt -delete
case "$(uname -m)" in
  x86_64) target=linux-x64 ;;
  aarch64) target=linux-arm64 ;;
  *) target= ;;
esac
if [ -n "$target" ]; then
  vsce="$PWD/editors/vscode/node_modules/.bin/vsce"
  vsix="$(cd "$out" && pwd)/fly-workbench-$version-$target.vsix"
  (cd "$extension" && "$vsce" package --target "$target" --no-dependencies --allow-missing-repository --skip-license --out "$vsix")
fi
rm -rf "$extension"
du -h --apparent-size "$out"/*.tar.xz "$out"/*.vsix
