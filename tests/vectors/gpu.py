"""The builders of GPUs, compiled for the host, write every vector, and random ones as the builders of C++ do.

    gpu.py VECTORS_GPU VECTORS_CXX RANDOM"""
import sys

import c


def main(program, filler, number):
    said = c.call(program, *sorted((c.HERE / "wqes").glob("*.jsonl")))
    print(said)
    if not said.endswith(" vectors, 0 of them differ"):
        sys.exit("no vectors were compared")
    c.compare_random(program, filler, number)


if __name__ == "__main__":
    main(*sys.argv[1:])
