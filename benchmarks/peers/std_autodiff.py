"""Nightly Rust's `std::autodiff`, where a nightly toolchain has the component `enzyme`.

Without it, this says so. The functions stand in `std_autodiff.rs`, which is compiled with the flags
that the feature asks for.
"""

import json
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).with_suffix(".rs")
FLAGS = ["-Zautodiff=Enable", "-Clto=fat", "-Copt-level=3", "-Ctarget-cpu=native", "--edition=2024"]


def main() -> None:
    folder, entries = Path(sys.argv[1]), []
    binary = folder / "std_autodiff"
    command = ["rustc", "+nightly", *FLAGS, str(SOURCE), "-o", str(binary)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        reason = next(iter(done.stderr.splitlines()), "rustc +nightly failed")
        json.dump([{"tool": "std::autodiff", "skipped": reason}], sys.stdout)
        return
    for workload in sys.argv[2:]:
        # The program prints a time for a workload that it knows, and nothing for another.
        result = folder / workload / "std_autodiff.f64"
        run = [str(binary), str(folder), workload, str(result)]
        time = subprocess.run(run, capture_output=True, text=True, check=True).stdout
        if time:
            entries.append(
                {
                    "tool": "std::autodiff",
                    "version": "nightly",
                    "workload": workload,
                    "ns": float(time),
                    "result": str(result),
                }
            )
    json.dump(entries, sys.stdout)


if __name__ == "__main__":
    main()
