#!/usr/bin/env bash
# Installs Debian's Chromium and Chinese glyphs where they are missing; the browser proof needs both.
set -euo pipefail

packages=(chromium fonts-noto-cjk)

is_there() {
  case "$1" in
    chromium) command -v chromium >/dev/null ;;
    *) dpkg-query --show --showformat='${Status}' "$1" 2>/dev/null | grep -q 'install ok installed' ;;
  esac
}

missing=()
for package in "${packages[@]}"; do
  is_there "$package" || missing+=("$package")
done
if [ "${#missing[@]}" -eq 0 ]; then
  exit 0
fi

right="apt-get update && apt-get install -y ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
if ! { apt-get update && apt-get install -y "${missing[@]}"; } >&2; then
  echo "error: ${missing[*]} could not be installed" >&2
  echo "hint: as root: $right" >&2
  exit 1
fi
