#!/usr/bin/env python3
"""Breaks what a clause names as its breakage, and runs exactly the test that is said to notice.

    proof/mutants/clauses.py                  every breakage of the clause list
    proof/mutants/clauses.py 'three-shakes'   those of the clauses, or by the name, that match

Each line of the clause list's `broken_by` is a promise: this test fails under this breakage. Here it
is kept in a copy of the tree, one breakage at a time. MUTANTS_TARGET_DIR names a folder to build in
that is kept. `--find` runs all tests that show the clause instead, and says which of them notice;
with `--without-browser` those of them that cargo runs.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
STORIES = "proof/browser/stories/"


def copied(into):
    """Whatever git knows or would take, and what the screens need; its files are of today."""
    names = ["git", "-C", str(ROOT), "ls-files", "-z", "-co", "--exclude-standard"]
    taken = subprocess.run(names, check=True, capture_output=True).stdout
    pack = ["tar", "-c", "--null", "--ignore-failed-read", "-T", "-"]
    packed = subprocess.run(pack, cwd=ROOT, input=taken, check=True, capture_output=True).stdout
    subprocess.run(["tar", "-x", "-m", "-C", str(into)], input=packed, check=True)
    for folder in ["web/node_modules", "proof/browser/node_modules"]:
        if (ROOT / folder).exists():
            (into / folder).symlink_to(ROOT / folder)
    if (ROOT / "web/dist").exists():
        subprocess.run(["cp", "-r", str(ROOT / "web/dist"), str(into / "web")], check=True)


def breakages():
    """Every breakage by its list and name: the file, what stands there and what is put there."""
    known = {}
    for path in HERE.glob("*.list"):
        lines = path.read_text().splitlines()
        head = dict(re.findall(r"^# (of|in) (.*)$", path.read_text(), re.M))
        for line in lines:
            if not line or line.startswith("#"):
                continue
            name, file, old, new = (line.split("@") + [""])[:4]
            trimmed = [part.removeprefix(" ").removesuffix(" ") for part in (old, new)]
            file = f"{head['of']}/{head.get('in', 'src')}/{file.strip()}"
            texts = [part.replace("\\n", "\n") for part in trimmed]
            known[f"{path.stem}: {name.strip()}"] = (file, *texts)
    return known


def commands(tests):
    """The commands that run these tests, few at a time: one for each file that cargo builds."""
    groups = {}
    for test in tests:
        file, name = test.split("::")
        if file.startswith(STORIES):
            groups.setdefault(("browser",), []).append(name)
            continue
        crate = next(up for up in pathlib.Path(file).parents if (ROOT / up / "Cargo.toml").exists())
        package = tomllib.loads((ROOT / crate / "Cargo.toml").read_text())["package"]["name"]
        inside = pathlib.Path(file).relative_to(crate).parts
        target = ("--lib",) if inside[0] == "src" else ("--test", pathlib.Path(inside[1]).stem)
        if (package, inside[0]) == ("taisai", "src"):
            target = ("--bins",)
        groups.setdefault((package, *target), []).append(name)
    for (first, *target), names in groups.items():
        if first == "browser":
            yield names, ["node", "proof/browser/stories.mjs", "$BINARY", *names]
        else:
            yield names, ["cargo", "test", "--offline", "-p", first, *target, "--", *names]


def failing(copy, tests, is_web):
    """Which of the tests fail; None where nothing could be built."""
    env = {**os.environ, "RUST_BACKTRACE": "0", "CARGO_PROFILE_DEV_DEBUG": "0"}
    env["CARGO_PROFILE_TEST_DEBUG"] = "0"
    env["CARGO_TARGET_DIR"] = os.environ.get("MUTANTS_TARGET_DIR", str(copy / "target"))
    env["STORIES_AT_ONCE"] = "1"
    run = lambda command, folder=copy: subprocess.run(
        command, cwd=folder, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    failed, told = set(), set()
    for names, command in commands(tests):
        if command[0] == "node":
            built = [run(["npm", "run", "build"], copy / "web")] if is_web else []
            # A development server reads the screens of the tree in which it was built.
            built.append(run(["cargo", "build", "--offline", "-p", "taisai"]))
            if any(one.returncode for one in built):
                return None
            command[2] = str(pathlib.Path(env["CARGO_TARGET_DIR"]) / "debug/taisai")
        out = run(command).stdout
        if re.search(r"^error(\[E|: could not compile)", out, re.M):
            return None
        for name in names:
            said = rf"^(?:test (?:\S+::)?{name}(?: - should panic)? \.\.\. (ok|FAILED)|  (told|FAILED)\s+{name}\b)"
            outcomes = [one or other for one, other in re.findall(said, out, re.M)]
            told.update([name] if outcomes else [])
            # A story that failed is told once more.
            failed.update([name] if outcomes and outcomes[-1] == "FAILED" else [])
    missing = {test.split("::")[1] for test in tests} - told
    if missing:
        print(f"  did not run: {', '.join(sorted(missing))}", flush=True)
    return failed


def promises(wanted):
    """Every breakage that a clause names: the clause, the breakage, the tests to run."""
    for entry in tomllib.loads((ROOT / "forms/rulebooks/clauses.toml").read_text())["clause"]:
        shown = sorted({test for tests in entry.get("shown", {}).values() for test in tests})
        by = entry.get("broken_by", {})
        for breakage in by:
            if re.search(wanted, entry["id"]) or re.search(wanted, breakage):
                test = by[breakage] if isinstance(by, dict) else None
                yield entry["id"], breakage, shown, test


def main(arguments):
    find, without_browser = "--find" in arguments, "--without-browser" in arguments
    wanted = ([name for name in arguments if not name.startswith("--")] or ["."])[0]
    known, broken_promises = breakages(), 0
    by_breakage = {}
    for clause, breakage, shown, test in promises(wanted):
        tests = shown if find else [name for name in shown if name.endswith(f"::{test}")]
        tests = [test for test in tests if not (without_browser and test.startswith(STORIES))]
        by_breakage.setdefault(breakage, []).append((clause, tests))
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder)
        copied(copy)
        for breakage, asked in by_breakage.items():
            file, old, new = known[breakage]
            path, tests = copy / file, sorted({test for _, tests in asked for test in tests})
            original = path.read_text()
            if original.count(old) != 1:
                print(f"NO FIT    {breakage}", flush=True)
                broken_promises += 1
                continue
            path.write_text(original.replace(old, new))
            failed = failing(copy, tests, is_web=file.startswith("web/"))
            path.write_text(original)
            for clause, tests in asked:
                noticed = [name for test in tests if (name := test.split("::")[1]) in (failed or ())]
                outcome = "NO BUILD" if failed is None else "killed" if noticed else "SURVIVED"
                broken_promises += outcome != "killed"
                print(f"{outcome:9} {clause:32} {breakage:58} {' '.join(noticed)}", flush=True)
    return 1 if broken_promises else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
