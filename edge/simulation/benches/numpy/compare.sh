#!/usr/bin/env bash
# Simulation beside NumPy and beside the bare generator, all in one run on this machine.
set -euo pipefail
cd "$(dirname "$0")/../../../.."

venv="${CARGO_TARGET_DIR:-target}/bench-venv"
if ! "$venv/bin/python" -c 'import numpy' 2>/dev/null; then
    if ! { python3 -m venv "$venv" && "$venv/bin/pip" install --quiet numpy; }; then
        echo "NumPy is missing and could not be fetched; install it with" >&2
        echo "    python3 -m venv $venv && $venv/bin/pip install numpy" >&2
        exit 1
    fi
fi

# NumPy runs before and after, so that a quiet minute favours nobody; the better run counts.
numpy() { "$venv/bin/python" "edge/simulation/benches/numpy/$1.py"; }
flat_before=$(numpy flat)
sessions_before=$(numpy sessions)
ours=$(cargo bench --quiet --package taisai-simulation --bench simulation | tee /dev/stderr)
flat_after=$(numpy flat)
sessions_after=$(numpy sessions)

rate() { echo "$ours" | sed -n "s/^$1: //p"; }
compare() { # name, ours, NumPy's two
    awk -v name="$1" -v ours="$2" -v a="$3" -v b="$4" 'BEGIN {
        numpy = a > b ? a : b
        printf "  %-9s NumPy %.0f a second, ours %.1f times (aim: at least 6)\n", name, numpy, ours / numpy
    }'
}
echo "beside NumPy, one core each"
compare rounds "$(rate 'flat rounds a second')" "$flat_before" "$flat_after"
compare sessions "$(rate 'sessions of 1000 rounds a second')" "$sessions_before" "$sessions_after"
