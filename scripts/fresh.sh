#!/usr/bin/env bash
# The two commands of the README on a machine that has built nothing: a clone of what is committed, with package
# caches and target folders of its own. `scripts/fresh.sh run` or `test` tries one of them alone.
# Registries stay as the user configured them; nothing is left behind.
set -euo pipefail

root="$(git -C "$(dirname "$0")" rev-parse --show-toplevel)"
wanted="${1:-both}"
case "$wanted" in both | run | test) ;; *) echo "usage: $0 [run|test]" >&2 && exit 2 ;; esac

fail() {
  echo "error: $1" >&2
  exit 1
}

command -v curl >/dev/null || fail "curl is not installed"

# The commands as the README writes them: the lines of the first block under "Two commands".
mapfile -t commands < <(awk '/^## /{here = $0 == "## Two commands"} here && /^```/{block++; next} here && block == 1' \
  "$root/README.md")
[ "${#commands[@]}" -eq 2 ] || fail "README.md does not list two commands under \"Two commands\""
url="$(grep -o 'http://[^/: ]*:[0-9]*' <<<"${commands[0]}")" || fail "README.md does not say where the demo listens"
run="$(sed 's/ *#.*//' <<<"${commands[0]}")"
test="$(sed 's/ *#.*//' <<<"${commands[1]}")"
! curl --silent --output /dev/null "$url" || fail "something answers at $url already: stop it first"
[ -z "$(git -C "$root" status --porcelain)" ] || echo "note: uncommitted changes are not tried" >&2

place="$(mktemp --directory)"
job=""
clean() {
  [ -z "$job" ] || kill -TERM -- "-$job" 2>/dev/null || true
  rm -rf "$place"
}
trap clean EXIT

git clone --quiet --no-hardlinks "$root" "$place/taisai"
cd "$place/taisai"

# Empty caches; the configuration of the registries stays.
mkdir "$place/cargo"
for file in config config.toml; do
  settings="${CARGO_HOME:-$HOME/.cargo}/$file"
  [ ! -f "$settings" ] || cp "$settings" "$place/cargo/"
done
unset RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER CARGO_BUILD_RUSTC_WRAPPER MAKEFLAGS MFLAGS TAISAI_DATA
export CARGO_HOME="$place/cargo" CARGO_TARGET_DIR="$place/taisai/target"
export npm_config_cache="$place/npm" PIP_CACHE_DIR="$place/pip" XDG_CACHE_HOME="$place/cache"

# Seconds of all children so far: "real user+sys".
seconds() {
  times | awk -v real="$SECONDS" 'NR == 2 {
    for (i = 1; i <= 2; i++) { split($i, part, "m"); sum += 60 * part[1] + part[2] }
    printf "%d %d\n", real, sum }'
}
took() {
  read -r real_before cpu_before <<<"$2"
  read -r real cpu <<<"$(seconds)"
  echo "fresh: $1 took $((real - real_before)) s, $((cpu - cpu_before)) s of processor time"
}

# The first page is ours, and so is what it asks for.
look() {
  page="$(curl --silent --show-error --fail "$url/")"
  grep -q '<title>Taisai' <<<"$page" || fail "what $url shows is not ours: $page"
  script="$(grep -o 'src="[^"]*\.js"' <<<"$page" | head -1 | cut -d'"' -f2)"
  curl --silent --show-error --fail --output /dev/null "$url/${script#/}"
}

try_run() {
  local before ready
  before="$(seconds)"
  # A job of its own, so that Ctrl-C reaches it as it does at a terminal.
  set -m
  bash -c "$run" &
  job=$!
  set +m
  until curl --silent --output /dev/null "$url/"; do
    kill -0 "$job" 2>/dev/null || fail "\`$run\` ended before it was ready"
    sleep 0.2
  done
  read -r ready _ <<<"$(seconds)"
  echo "fresh: the first page of \`$run\` came after $((ready - ${before% *})) s"
  look
  kill -INT -- "-$job"
  # Ctrl-C is how a demo ends; make says so with a status of its own.
  wait "$job" || true
  job=""
  ! curl --silent --output /dev/null "$url/" || fail "the demo did not stop at Ctrl-C"
}

try_test() {
  local before
  before="$(seconds)"
  bash -c "$test" || fail "\`$test\` failed"
  took "\`$test\`" "$before"
  echo "fresh: the folder holds $(du --summarize --block-size=M "$place" | cut -f1)B by then"
}

[ "$wanted" = test ] || try_run
[ "$wanted" = run ] || try_test
