#!/usr/bin/env python3
"""Ratios of the Python package against the command line, both built with the release profile.

    scripts/wheel && target/python-venv/bin/pip install --force-reinstall --no-deps target/wheels/undercroft-*.whl
    cargo build --release -p undercroft-cli --features dataset
    target/python-venv/bin/python bench/python.py [--rows N] [--ray]

Pairs of runs alternate, so that what else the machine does meets both sides; the median of the ratios is printed. 1.00 means
as fast as the command line.
"""

import argparse
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np
import undercroft as uc

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = os.environ.get("UNDERCROFT_BIN", str(ROOT / "target/release/undercroft"))


def timed(work):
    """CPU seconds of this process and its children: other programs do not count."""
    before = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    work()
    after = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(b.ru_utime + b.ru_stime - a.ru_utime - a.ru_stime for a, b in zip(before, after))


def ratio(ours, theirs, rounds):
    return statistics.median(timed(theirs) / timed(ours) for _ in range(rounds))


def program(*args):
    subprocess.run([PROGRAM, *args, "--quiet"], check=True, stdout=subprocess.DEVNULL)


def code(text):
    subprocess.run([sys.executable, "-c", text], check=True)


def peak(text):
    """Peak memory of a process. [Unit: bytes]"""
    text += "\nimport resource; print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)"
    return int(subprocess.run([sys.executable, "-c", text], check=True, capture_output=True, text=True).stdout)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=4000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--ray", action="store_true")
    args = parser.parse_args()
    folder, rows = pathlib.Path(tempfile.mkdtemp()), args.rows
    numbers = iter(range(10**6))
    fresh = lambda: str(folder / str(next(numbers)))  # noqa: E731

    many = lambda: uc.generate_many("small-dungeon", range(rows))  # noqa: E731
    table = lambda: program("generate", "small-dungeon", "--seeds", f"0..{rows - 1}", "--facts", fresh() + ".csv")  # noqa: E731
    print(f"generate_many / generate --seeds    {ratio(many, table, args.rounds):.2f}   (target 0.90)")

    parquet = lambda: uc.dataset("small-dungeon", range(rows)).to_parquet(fresh(), progress=False)  # noqa: E731
    dataset = lambda: program("dataset", "small-dungeon", "--seeds", f"0..{rows - 1}", "--out", fresh())  # noqa: E731
    print(f"to_parquet / undercroft dataset     {ratio(parquet, dataset, args.rounds):.2f}   (target 0.90)")

    small = timed(lambda: uc.dataset("small-dungeon", range(rows)).to_parquet(fresh(), progress=False))
    large = timed(lambda: uc.dataset("small-dungeon", range(4 * rows)).to_parquet(fresh(), progress=False))
    print(f"CPU time at 4 N / at N              {large / small:.2f}   (target 3.6 to 4.4)")

    made = "import undercroft as uc; uc.dataset('small-dungeon', range({})).to_parquet({!r}, progress=False)"
    few, lot = (peak(made.format(count, fresh())) for count in (10_000, 100_000 if rows >= 10_000 else 4 * 10_000))
    print(f"peak memory, many rows / 10,000     {lot / few:.2f}   (target at most 1.2)")

    dungeon = uc.generate("large-dungeon", seed=1)
    at = dungeon.rooms[0].cells[0]
    out = np.zeros(dungeon.tiles.shape[1:], bool)
    start, count = time.process_time(), 20_000
    for _ in range(count):
        uc.fov(dungeon, at, radius=6, out=out)
    print(f"fov with out=, radius 6             {(time.process_time() - start) / count * 1e6:.2f} µs a call")

    if args.ray:
        print(f"Ray, two one-CPU nodes / --threads 2  {on_ray(fresh, max(rows, 20_000)):.2f}   (target 0.80)")


def on_ray(fresh, rows):
    """Wall time of both, from the first file to the last."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    import ray
    import undercroft.ray
    from ray.cluster_utils import Cluster

    os.makedirs("/tmp/ray", exist_ok=True)
    node = {"num_cpus": 1, "object_store_memory": 128 * 2**20}
    head = {**node, "include_dashboard": False, "temp_dir": tempfile.mkdtemp(prefix="uc", dir="/tmp")}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    cluster.add_node(**node)
    ray.init(address=cluster.address, log_to_driver=False)
    spans = []
    for make in (
        lambda out: undercroft.ray.write("small-dungeon", range(rows), out, shard_rows=1024),
        lambda out: program("dataset", "small-dungeon", "--seeds", f"0..{rows - 1}", "--shard-rows", "1024", "--threads", "2", "--out", out),
    ):
        out = fresh()
        make(out)
        times = sorted(path.stat().st_mtime for path in pathlib.Path(out).glob("part-*.json"))
        # The first file ends the first task; so many tasks lie between the first and the last file.
        spans.append((times[-1] - times[0]) / (len(times) - 1))
    ray.shutdown()
    cluster.shutdown()
    return spans[1] / spans[0]


if __name__ == "__main__":
    main()
