#!/usr/bin/env python3
"""Fills the corpora of the fuzz targets with the conformance cases and with texts of graphs.

    fuzz/seeds.py [FOLDER ...]

FOLDER: further folders of cases beside those of the repository. A case that is a file of a format
becomes that file; one that holds a graph and its values becomes the text of the graph."""

import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
OWN = HERE.parent / "graph-runtime" / "tests" / "data"
LARGEST = 20_000


def graph(text):
    """The bytes of the graph that a file holds, or is."""
    try:
        case = json.loads(text)
    except (ValueError, RecursionError):
        return text
    if not isinstance(case, dict):
        return text
    if "graph_text" in case:
        return case["graph_text"].encode("utf-8", "surrogateescape")
    if "graph" in case:
        return json.dumps(case["graph"]).encode()
    return text


def seed(target, paths):
    corpus = HERE / "corpus" / target
    corpus.mkdir(parents=True, exist_ok=True)
    count = 0
    for path in paths:
        text = graph(path.read_bytes())
        if len(text) <= LARGEST:
            (corpus / f"{path.parent.name}_{path.name}").write_bytes(text)
            count += 1
    print(f"{target}: {count} seeds")


def files(kind, folders):
    for folder in [OWN, *folders]:
        yield from sorted((folder / kind).glob("**/*.json"))


def main():
    folders = [pathlib.Path(folder) for folder in sys.argv[1:]]
    texts = sorted((HERE.parent / "graph-ir" / "tests" / "golden").glob("**/*.txt"))
    seed("cppad", files("cppad", folders))
    seed("nnvm", files("nnvm", folders))
    seed("round_trip", [*files("cppad", folders), *texts])


if __name__ == "__main__":
    main()
