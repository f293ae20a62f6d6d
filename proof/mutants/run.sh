#!/bin/sh
# Breaks a room of the core on purpose, one breakage at a time in a copy, and asks the tests to
# notice.
#
#   proof/mutants/run.sh                       every breakage of table.list
#   proof/mutants/run.sh 'pays'                those whose name matches
#   MUTANTS_ROOM=floor proof/mutants/run.sh    every breakage of floor.list
#
# A line of table.list: name @ file under core/table/src @ text to find @ text to put instead.
# The text to find must stand in the file exactly once; a breakage that no longer fits is reported.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
only=${1:-.}
room=${MUTANTS_ROOM:-table}
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
export CARGO_TARGET_DIR="${MUTANTS_TARGET_DIR:-$copy/target}"
# Nobody debugs a mutant: without debug information they build in half the time.
export CARGO_PROFILE_DEV_DEBUG=0 CARGO_PROFILE_TEST_DEBUG=0 RUST_BACKTRACE=0
tests=${MUTANTS_TESTS:---tests}
export SHIFT_ROUNDS="${SHIFT_ROUNDS:-4000}"

# The copy keeps its paths: the workspace file, the core, and the docs the matrix is compared with.
cp "$root/Cargo.toml" "$root/Cargo.lock" "$copy/"
cp -r "$root/core" "$root/docs" "$copy/"
[ ! -d "$root/edge" ] || cp -r "$root/edge" "$copy/"
[ ! -d "$root/app" ] || cp -r "$root/app" "$copy/"
[ ! -d "$root/proof" ] || cp -r "$root/proof" "$copy/"

break_it() {
    python3 - "$copy/core/$room/src/$1" "$2" "$3" <<'PY'
import sys
path, old, new = sys.argv[1:4]
old, new = old.replace("\\n", "\n"), new.replace("\\n", "\n")
text = open(path).read()
if text.count(old) != 1:
    sys.exit(1)
open(path, "w").write(text.replace(old, new))
PY
}

if ! (cd "$copy" && cargo test --offline -q -p taisai-$room $tests) >"$copy/out" 2>&1; then
    tail -20 "$copy/out"
    echo 'the tests fail without any breakage'
    exit 1
fi

killed=0 survived=0 unfit=0
printf '%-9s %-58s %s\n' outcome breakage 'caught by'
while IFS='@' read -r name file old new; do
    case "$name" in '' | '#'*) continue ;; esac
    name=$(printf '%s' "$name" | sed 's/ *$//')
    printf '%s' "$name" | grep -q -- "$only" || continue
    file=$(printf '%s' "$file" | tr -d ' ')
    old=$(printf '%s' "$old" | sed 's/^ //; s/ $//')
    new=$(printf '%s' "$new" | sed 's/^ //; s/ $//')
    original=$(mktemp)
    cp "$copy/core/$room/src/$file" "$original"
    if ! break_it "$file" "$old" "$new"; then
        unfit=$((unfit + 1))
        printf '%-9s %-58s %s\n' 'NO FIT' "$name" "$file"
    elif (cd "$copy" && cargo test --offline -q -p taisai-$room $tests) >"$copy/out" 2>&1; then
        survived=$((survived + 1))
        printf '%-9s %-58s\n' SURVIVED "$name"
    elif grep -q '^error\[E\|^error: could not compile' "$copy/out"; then
        unfit=$((unfit + 1))
        printf '%-9s %-58s %s\n' 'NO BUILD' "$name" "$file"
    else
        killed=$((killed + 1))
        by=$(sed -n 's/^    \([a-z_:]*\)$/\1/p' "$copy/out" | sort -u | head -1)
        printf '%-9s %-58s %s\n' killed "$name" "$by"
    fi
    cp "$original" "$copy/core/$room/src/$file"
    rm -f "$original"
done <"$here/$room.list"
echo "$killed killed, $survived survived, $unfit unfit"
[ "$survived" -eq 0 ] && [ "$unfit" -eq 0 ]
