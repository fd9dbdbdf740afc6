# shellcheck shell=bash disable=SC2034 # the lists are read by their names
# Which Debian packages each part of the workbench needs, and how they get onto a fresh machine.
# Sourced by ./dev.

packages_build="cmake ninja-build ccache clang-22 libclang-rt-22-dev lld-22 llvm-22-dev llvm-22-tools libmlir-22-dev
  mlir-22-tools libgtest-dev nlohmann-json3-dev libbenchmark-dev python3"
packages_app="qt6-base-dev qt6-svg-dev libqt6svg6 libdtl-dev fonts-dejavu-core"
packages_test="xvfb xauth chromium neovim emacs-nox elpa-eglot patchelf binutils"
packages_package="patchelf binutils xz-utils"
packages_lint="clang-format-22 clang-tidy-22 shellcheck"

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    echo "error: installing packages needs root or sudo: $*" >&2
    exit 1
  fi
}

installed() { dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null | grep -qx installed; }

# LLVM 22 comes from Debian's security suite. A bare installation has only the main suite; the security
# suite lies beside it on the same mirror.
add_security_suite() {
  local uri suite
  # shellcheck disable=SC2016 # $(REPO_URI) is apt's own placeholder
  uri=$(apt-get indextargets --format '$(REPO_URI)' | grep -m1 '/debian/$' || true)
  suite=$(. /etc/os-release && echo "$VERSION_CODENAME-security")
  if [ -z "$uri" ]; then
    echo "error: no Debian mirror found in apt's sources; add the suite $suite yourself" >&2
    exit 1
  fi
  echo "deb ${uri%debian/}debian-security $suite main" |
    as_root tee /etc/apt/sources.list.d/debian-security-llvm.list >/dev/null
  as_root apt-get update
}

# ensure_packages GROUP...: installs what is missing of the groups (build app editor test package lint).
ensure_packages() {
  local group package missing=()
  for group in "$@"; do
    if [ "$group" = editor ]; then
      # Any node will do; Debian's npm must not be forced over another one.
      command -v node >/dev/null || missing+=(nodejs)
      command -v npm >/dev/null || missing+=(npm)
      continue
    fi
    local list="packages_$group"
    for package in ${!list}; do
      installed "$package" || missing+=("$package")
    done
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  echo "Installing: ${missing[*]}"
  as_root apt-get update -qq
  if ! apt-cache show libmlir-22-dev >/dev/null 2>&1; then
    add_security_suite
  fi
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
}
