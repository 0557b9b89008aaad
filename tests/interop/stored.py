"""Structs in safetensors files, which Python's package reads and writes: the test
`files_go_through_python` of `tests/structs/store.rs` saves one, this reads and writes it, and the test
loads what Python has written.

usage: tests/interop/stored.py FOLDER
"""

import os
import subprocess
import sys

import numpy as np
from safetensors.numpy import load_file, save_file

# Types and shapes of the struct's fields.
FIELDS = {
    "nan": ("float64", ()),
    "net.first.b": ("float64", (4,)),
    "net.first.w": ("float64", (4, 2)),
    "net.is_open": ("bool", ()),
    "net.last.b": ("float64", (1,)),
    "net.last.w": ("float64", (1, 4)),
    "net.masked": ("bool", (3,)),
    "net.none": ("float64", (3, 0)),
    "net.parts.0": ("float32", ()),
    "net.parts.1": ("float32", (3,)),
    "net.parts.2": ("uint64", ()),
    "net.scale": ("float64", ()),
    "net.table": ("uint64", (2, 2)),
    "net.type": ("uint64", ()),
}


def through_rust(folder):
    subprocess.run(
        ["cargo", "test", "--quiet", "--test", "structs", "store::files_go_through_python"],
        env={**os.environ, "ADGRAPH_STORED": os.path.abspath(folder)},
        stdout=subprocess.DEVNULL,
        check=True,
    )


def main():
    folder = sys.argv[1]
    saved, given = (f"{folder}/{name}.safetensors" for name in ("saved", "given"))
    for file in (saved, given):
        if os.path.exists(file):
            os.remove(file)
    through_rust(folder)
    tensors = load_file(saved)
    found = {name: (str(tensor.dtype), tensor.shape) for name, tensor in tensors.items()}
    assert found == FIELDS, found
    assert tensors["net.scale"] == 2.5 and tensors["net.type"] == 7
    assert tensors["net.parts.2"] == 2**64 - 1
    assert np.array_equal(tensors["net.table"], [[0, 1], [1 << 20, 3]])
    assert np.array_equal(tensors["net.masked"], [True, False, True]) and tensors["net.is_open"]
    expected = np.array([np.finfo("float32").tiny, -0.0, np.inf], "float32")
    assert tensors["net.parts.1"].tobytes() == expected.tobytes()
    assert tensors["nan"].view("uint64") == 0x7FF00000DEADBEEF
    save_file(tensors, given, metadata={"format": "np"})
    through_rust(folder)
    print(f"structs in safetensors files: {len(tensors)} arrays go to Python and back")


main()
