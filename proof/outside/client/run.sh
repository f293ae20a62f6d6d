#!/usr/bin/env bash
# Generates a client from the running server's OpenAPI document, and asks the server through it.
# The generator is installed into a folder of its own below target.
set -euo pipefail

here="$(cd "$(dirname "$0")" && pwd)"
binary="$1"
venv="${CARGO_TARGET_DIR:-$here/../../../target}/client-venv"

fail() {
  echo "error: $1" >&2
  echo "hint: $2" >&2
  exit 1
}

python="$(command -v python3)" ||
  fail "python3 is not installed" "as root: apt-get update && apt-get install -y python3 python3-venv"
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
  fail "$("$python" --version) is too old: Python 3.11 or newer is needed" "install a newer python3"

# Made anew whenever the list of packages is another.
if ! cmp --silent "$here/requirements.txt" "$venv/requirements.txt"; then
  rm -rf "$venv"
  "$python" -m venv "$venv" ||
    fail "python3 cannot make a virtual environment" "as root: apt-get install -y python3-venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check --requirement "$here/requirements.txt"
  cp "$here/requirements.txt" "$venv/requirements.txt"
fi

"$venv/bin/python" "$here/check.py" "$binary"
