"""The Rust frameworks burn and candle: value and gradient on the processor, on one core."""

import json
import os
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).with_name("tensors")
TOOLS = ["burn", "candle"]


def version(tool: str) -> str:
    """What the lock file says. Of several versions the last is ours, which is the newest."""
    package = "candle-core" if tool == "candle" else tool
    lines = (PROJECT / "Cargo.lock").read_text().splitlines()
    versions = [next for line, next in zip(lines, lines[1:]) if line == f'name = "{package}"']
    return versions[-1].split('"')[1]


def main() -> None:
    folder, entries = Path(sys.argv[1]), []
    target = folder / "tensors"
    command = ["cargo", "build", "--release", "--quiet", "--target-dir", str(target)]
    flags = dict(os.environ, RUSTFLAGS="-C target-cpu=native")
    done = subprocess.run(command, cwd=PROJECT, env=flags, stdout=sys.stderr, check=False)
    if done.returncode != 0:
        skipped = [{"tool": tool, "skipped": "cargo could not build it"} for tool in TOOLS]
        json.dump(skipped, sys.stdout)
        return
    # One core, as for everything else in the table.
    single = dict(os.environ, RAYON_NUM_THREADS="1", CANDLE_NUM_THREADS="1")
    for tool in TOOLS:
        for workload in sys.argv[2:]:
            # The program prints a time for a workload that it knows, and nothing for another.
            result = folder / workload / f"{tool}.f64"
            run = [str(target / "release/tensors"), tool, str(folder), workload, str(result)]
            done = subprocess.run(run, capture_output=True, text=True, env=single, check=False)
            if done.returncode != 0:
                sys.stderr.write(done.stderr)
                entries.append({"tool": tool, "skipped": f"{workload} failed"})
            elif done.stdout:
                entries.append(
                    {
                        "tool": tool,
                        "version": version(tool),
                        "workload": workload,
                        "ns": float(done.stdout),
                        "result": str(result),
                    }
                )
    json.dump(entries, sys.stdout)


if __name__ == "__main__":
    main()
