#!/bin/sh
# Runs the fuzz targets one after another on one core, and prints how often each was executed.
#
#   proof/fuzz/run.sh 60                every target for a minute
#   proof/fuzz/run.sh 600 wire tables   these two for ten minutes each
#
# FUZZ_SANITIZER=none builds without the address sanitizer: no unsafe code of ours, and faster.
set -eu

cd "$(dirname "$0")/targets"
seconds=${1:-60}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- rulebook batch_line wire records snapshots papers tables floors
began=$(date +%s)
total=0 targets=0 failed=0
printf '%-12s %12s %10s  %s\n' target executions 'per second' outcome
for target in "$@"; do
    mkdir -p "target/found/$target"
    log=target/found/$target.log
    outcome=clean
    cargo +nightly fuzz run --fuzz-dir . --sanitizer "${FUZZ_SANITIZER:-address}" "$target" \
        "target/found/$target" "../corpus/$target" -- \
        "-max_total_time=$seconds" -max_len=65536 -print_final_stats=1 >"$log" 2>&1 || outcome=FAILED
    executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    rate=$(sed -n 's/^stat::average_exec_per_sec: *//p' "$log")
    printf '%-12s %12s %10s  %s\n' "$target" "${executions:-0}" "${rate:-0}" "$outcome"
    total=$((total + ${executions:-0}))
    targets=$((targets + 1))
    if [ "$outcome" != clean ]; then
        failed=$((failed + 1))
        tail -20 "$log"
    fi
done
echo "$total executions on $targets targets, $failed failed, in $(($(date +%s) - began)) s"
[ "$failed" -eq 0 ]
