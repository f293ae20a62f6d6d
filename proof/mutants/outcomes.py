#!/usr/bin/env python3
"""Puts the outcomes of one list into OUTCOMES.md, beside those of the other lists.

    outcomes.py LIST SUMMARY ROWS

The head of the page adds the lists up; nothing on it is typed by hand.
"""
import pathlib
import re
import subprocess
import sys

HEAD = """# What became of the breakages

Written by `proof/mutants/run.sh`: each line is one deliberate breakage of one room, made in a copy, and the first test that
noticed it. `NO FIT` and `NO BUILD` are breakages that the code has outgrown.

"""
PAGE = pathlib.Path(__file__).with_name("OUTCOMES.md")
SUMMARY = re.compile(r"^(\d+) killed, (\d+) survived, (\d+) unfit", re.M)


def sections(text):
    parts = re.split(r"^## (\w+)\n", text, flags=re.M)
    return dict(zip(parts[1::2], parts[2::2]))


def main(name, summary, rows):
    known = sections(PAGE.read_text()) if PAGE.exists() else {}
    asked = ["git", "-C", str(PAGE.parent), "log", "-1", "--format=%h of %cs"]
    commit = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    table = "| outcome | breakage | caught by |\n|---|---|---|\n" + pathlib.Path(rows).read_text()
    known[name] = f"\n{summary}, on top of {commit}.\n\n{table}\n"
    counts = [tuple(map(int, SUMMARY.search(part).groups())) for part in known.values()]
    killed, survived, unfit = (sum(column) for column in zip(*counts))
    total = f"In all {killed} killed, {survived} survived, {unfit} unfit in {len(known)} rooms.\n\n"
    body = "".join(f"## {name}\n{known[name]}" for name in sorted(known))
    PAGE.write_text(HEAD + total + body.rstrip() + "\n")


main(*sys.argv[1:])
