#!/bin/sh
# Breaks a room on purpose, one breakage at a time in a copy, and asks the tests to notice.
#
#   proof/mutants/run.sh table            every breakage of table.list
#   proof/mutants/run.sh table 'pays'     those whose name matches
#
# A list says in its head which folder it breaks (`# of core/table`), where in it its files lie if
# that is not `src` (`# in books`), and which tests must notice (`# tests --tests`). A line of it:
# name @ file @ text to find @ text to put instead, and where other tests must notice, which:
# @ --test wire api. The text to find must stand in the file exactly once; a breakage that no longer
# fits is reported. Tests that begin with `stories` are told in a browser, on screens built anew.
#
# A run of a whole list writes its outcomes into OUTCOMES.md. MUTANTS_TARGET_DIR names a folder to
# build in that is kept, so that the next run need not build everything.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
list=${1:-table}
only=${2:-.}
folder=$(sed -n 's/^# of //p' "$here/$list.list" | head -1)
inside=$(sed -n 's/^# in //p' "$here/$list.list" | head -1)
inside=$folder/${inside:-src}
usual=$(sed -n 's/^# tests //p' "$here/$list.list" | head -1)
package=taisai-$(basename "$folder")
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
export CARGO_TARGET_DIR="${MUTANTS_TARGET_DIR:-$copy/target}"
# Nobody debugs a mutant: without debug information they build in half the time.
export CARGO_PROFILE_DEV_DEBUG=0 CARGO_PROFILE_TEST_DEBUG=0 RUST_BACKTRACE=0
export SHIFT_ROUNDS="${SHIFT_ROUNDS:-4000}"

# The copy keeps its paths: whatever git knows or would take, and the screens that the server embeds.
# Its files are of today: what another copy's breakage left in a kept folder is older, and built anew.
(cd "$root" && git ls-files -z -co --exclude-standard | tar -c --null --ignore-failed-read -T -) |
    tar -x -m -C "$copy"
[ ! -d "$root/web/dist" ] || cp -r "$root/web/dist" "$copy/web/"
for modules in web/node_modules proof/browser/node_modules; do
    [ ! -d "$root/$modules" ] || ln -s "$root/$modules" "$copy/$modules"
done

break_it() {
    python3 - "$copy/$inside/$1" "$2" "$3" <<'PY'
import sys
path, old, new = sys.argv[1:4]
old, new = old.replace("\\n", "\n"), new.replace("\\n", "\n")
text = open(path).read()
if text.count(old) != 1:
    sys.exit(1)
open(path, "w").write(text.replace(old, new))
PY
}

trimmed() {
    printf '%s' "$1" | sed 's/^ //; s/ $//'
}

# $1: which tests, as words.
tested() {
    case "$1" in
    stories\ *) told "${1#stories }" >"$copy/out" 2>&1 ;;
    # shellcheck disable=SC2086
    *) (cd "$copy" && cargo test --offline -q -p "$package" $1) >"$copy/out" 2>&1 ;;
    esac
}

# $1: the stories. A development server reads the screens of the tree in which it was built.
told() {
    (cd "$copy/web" && npm run build) || { echo 'error: could not compile the screens' && return 1; }
    (cd "$copy" && cargo build --offline -q -p taisai) || return 1
    # shellcheck disable=SC2086
    (cd "$copy" && node proof/browser/stories.mjs "$CARGO_TARGET_DIR/debug/taisai" $1)
}

if ! tested "$usual"; then
    tail -20 "$copy/out"
    echo 'the tests fail without any breakage'
    exit 1
fi

# $1: outcome, $2: breakage, $3: what is to say about it.
tell() {
    printf '%-9s %-58s %s\n' "$1" "$2" "$3"
    printf '| %s | %s | %s |\n' "$1" "$2" "$3" >>"$copy/outcomes"
}

killed=0 survived=0 unfit=0
printf '%-9s %-58s %s\n' outcome breakage 'caught by'
began=$(date +%s)
while IFS='@' read -r name file old new tests; do
    case "$name" in '' | '#'*) continue ;; esac
    name=$(printf '%s' "$name" | sed 's/ *$//')
    printf '%s' "$name" | grep -q -- "$only" || continue
    file=$(printf '%s' "$file" | tr -d ' ')
    old=$(trimmed "$old")
    new=$(trimmed "$new")
    tests=$(trimmed "$tests")
    original=$(mktemp)
    cp "$copy/$inside/$file" "$original"
    if ! break_it "$file" "$old" "$new"; then
        unfit=$((unfit + 1))
        tell 'NO FIT' "$name" "$file"
    elif tested "${tests:-$usual}"; then
        survived=$((survived + 1))
        tell SURVIVED "$name" ""
    elif grep -q '^error\[E\|^error: could not compile' "$copy/out"; then
        unfit=$((unfit + 1))
        tell 'NO BUILD' "$name" "$file"
    else
        killed=$((killed + 1))
        by=$(sed -n 's/^    \([a-z0-9_:]*\)$/\1/p; s/^  FAILED  \([a-z0-9_]*\) .*/\1/p' "$copy/out" | sort -u | head -1)
        tell killed "$name" "$by"
    fi
    cp "$original" "$copy/$inside/$file"
    rm -f "$original"
done <"$here/$list.list"
summary="$killed killed, $survived survived, $unfit unfit"
echo "$list: $summary in $(($(date +%s) - began)) s"
if [ "$only" = . ]; then
    "$here/outcomes.py" "$list" "$summary" "$copy/outcomes"
fi
[ "$survived" -eq 0 ] && [ "$unfit" -eq 0 ]
