#!/usr/bin/env python3
"""Ratios of the Python package against the command line, both built with the release profile.

    scripts/wheel && target/python-venv/bin/pip install --force-reinstall --no-deps target/wheels/undercroft-*.whl
    cargo build --release -p undercroft-cli --features dataset
    target/python-venv/bin/python bench/python.py [--rows N] [--rounds N] [--task-rows N] [NAME …]

Names: generate_many, to_parquet, growth, fov, memory, ray. Without names all but ray, which must be installed.

Pairs of runs alternate, so that what else the machine does meets both sides; medians are printed. `cpu` compares the CPU time
of both sides, which other programs hardly change, `wall` their time. 1.00 means as fast as the command line.
"""

import argparse
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time

import numpy as np
import undercroft as uc

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = os.environ.get("UNDERCROFT_BIN", str(ROOT / "target/release/undercroft"))
PRESET = "small-dungeon"
#: Seeds of a task of Ray and of a shard of its rival: the default of a shard, which takes some seconds.
TASK_ROWS = 4096
#: The least number of tasks, so that one that ends late counts little.
TASKS = 12
#: CPUs of the nodes of Ray, threads of its rival.
NODES = 2
#: Rows of the data sets whose memory is compared.
FEW, MANY = 10_000, 100_000


class Figures:
    def __init__(self, rows, rounds, task_rows):
        self.folder, self.number = pathlib.Path(tempfile.mkdtemp()), 0
        self.rows, self.rounds, self.task_rows = rows, rounds, task_rows

    def fresh(self):
        self.number += 1
        return str(self.folder / str(self.number))

    def program(self, command, *args, rows=None):
        seeds = f"0..{(rows or self.rows) - 1}"
        command = [PROGRAM, command, PRESET, "--seeds", seeds, *args, "--quiet"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def write(self, rows=None):
        uc.dataset(PRESET, range(rows or self.rows)).to_parquet(self.fresh(), progress=False)

    def compare(self, name, ours, theirs, target):
        pairs = [(timed(theirs), timed(ours)) for _ in range(self.rounds)]
        cpu, wall = (statistics.median(them[at] / us[at] for them, us in pairs) for at in (0, 1))
        print(f"{name:44} cpu {cpu:5.2f}  wall {wall:5.2f}   target {target}", flush=True)

    def generate_many(self):
        ours = lambda: uc.generate_many(PRESET, range(self.rows))  # noqa: E731
        theirs = lambda: self.program("generate", "--facts", self.fresh() + ".csv")  # noqa: E731
        self.compare("generate_many / generate --seeds --facts", ours, theirs, "at least 0.90")

    def to_parquet(self):
        theirs = lambda: self.program("dataset", "--out", self.fresh())  # noqa: E731
        self.compare("to_parquet / undercroft dataset", self.write, theirs, "at least 0.90")

    def growth(self):
        pairs = [(timed(self.write), timed(lambda: self.write(4 * self.rows))) for _ in range(self.rounds)]
        cpu, wall = (statistics.median(large[at] / small[at] for small, large in pairs) for at in (0, 1))
        print(f"{'to_parquet, 4 N / N':44} cpu {cpu:5.2f}  wall {wall:5.2f}   target 3.6 to 4.4", flush=True)

    def memory(self):
        peaks = [peak(FEW, self.fresh()), peak(MANY, self.fresh())]
        sizes = " / ".join(f"{size / 2**20:.0f} MiB" for size in reversed(peaks))
        name = f"peak memory, {MANY:,} rows / {FEW:,}"
        print(f"{name:44} {peaks[1] / peaks[0]:9.2f}               target at most 1.2   ({sizes})", flush=True)

    def fov(self):
        dungeon = uc.generate("large-dungeon", seed=1)
        at, out = dungeon.rooms[0].cells[0], np.zeros(dungeon.tiles.shape[1:], bool)
        start, count = time.process_time(), 20_000
        for _ in range(count):
            uc.fov(dungeon, at, radius=6, out=out)
        each = (time.process_time() - start) / count * 1e6
        print(f"{'fov with out=, radius 6':44} {each:9.2f} µs a call", flush=True)

    def ray(self):
        sys.path.insert(0, str(ROOT / "crates/python/tests"))
        from cluster import NODE, loopback_cluster

        import undercroft.ray

        rows = max(self.rows, TASKS * self.task_rows)
        options = ("--shard-rows", str(self.task_rows), "--threads", str(NODES), "--out")
        with loopback_cluster() as cluster:
            cluster.add_node(**NODE)
            undercroft.ray.write(PRESET, range(4 * 64), self.fresh(), shard_rows=64)  # Workers start once.
            theirs = lambda out: self.program("dataset", *options, out, rows=rows)  # noqa: E731
            ours = lambda out: undercroft.ray.write(PRESET, range(rows), out, shard_rows=self.task_rows)  # noqa: E731
            pairs = [(steady(theirs, self.fresh()), steady(ours, self.fresh())) for _ in range(self.rounds)]
        median = lambda ours, theirs: statistics.median(them[theirs] / us[ours] for them, us in pairs)  # noqa: E731
        name = "Ray, two one-CPU nodes / dataset --threads 2"
        print(f"{name:44} cpu {median(ALL, ALL):5.2f}  wall {median(WALL, WALL):5.2f}   target at least 0.80", flush=True)
        name = f"the same, tasks of {self.task_rows} rows alone"
        print(f"{name:44} cpu {median(WORKERS, ALL):5.2f}", flush=True)


def timed(work):
    """CPU seconds of this process and its children, and seconds."""
    people = resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN
    start, before = time.monotonic(), [resource.getrusage(who) for who in people]
    work()
    after = [resource.getrusage(who) for who in people]
    cpu = sum(b.ru_utime + b.ru_stime - a.ru_utime - a.ru_stime for a, b in zip(before, after))
    return cpu, time.monotonic() - start


def peak(rows, out):
    """Peak memory of a process that writes a data set. [Unit: bytes]"""
    code = (
        f"import undercroft as uc; uc.dataset({PRESET!r}, range({rows})).to_parquet({out!r}, progress=False)\n"
        # Not `ru_maxrss`, which begins with the peak of the process that started this one.
        "print(next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')))"
    )
    return 1024 * int(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout)


#: What `steady` returns, by position.
ALL, WORKERS, WALL = range(3)


def steady(work, out):
    """What a shard takes once as many are written as run at once: CPU seconds of all processes that this one has started
    (driver, raylets and workers of Ray), CPU seconds of the workers of Ray alone, and seconds."""
    thread = threading.Thread(target=work, args=(out,))
    thread.start()
    files = lambda: sorted(path.stat().st_mtime for path in pathlib.Path(out).glob("part-*.json"))  # noqa: E731
    while len(files()) < NODES and thread.is_alive():
        time.sleep(0.01)
    first, before = len(files()), cpu_seconds()
    thread.join()
    times, after = files(), cpu_seconds()
    seconds = after[ALL] - before[ALL], after[WORKERS] - before[WORKERS], times[-1] - times[first - 1]
    return [each / (len(times) - first) for each in seconds]


def cpu_seconds():
    """CPU seconds of this process, of those that it started and of those that have ended; and of Ray's workers among them."""
    from cluster import descendants, title

    ticks = [0, 0]
    for pid in [os.getpid(), *descendants(os.getpid())]:
        try:
            fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        spent = sum(map(int, fields[11:15]))  # Its own time and that of children that have ended.
        ticks[ALL] += spent
        ticks[WORKERS] += spent if title(pid).startswith("ray::") else 0
    return [spent / os.sysconf("SC_CLK_TCK") for spent in ticks]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=8192)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--task-rows", type=int, default=TASK_ROWS, help="rows of a task of Ray")
    parser.add_argument("names", nargs="*", default=["generate_many", "to_parquet", "growth", "fov", "memory"])
    args = parser.parse_args()
    figures = Figures(args.rows, args.rounds, args.task_rows)
    try:
        for name in args.names:
            getattr(figures, name)()
    finally:
        shutil.rmtree(figures.folder, ignore_errors=True)


if __name__ == "__main__":
    main()
