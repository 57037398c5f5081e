"""The interpreter's lock is free while Rust works; Ctrl-C and fork do no harm."""

from __future__ import annotations

import multiprocessing
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import numpy as np
import pytest
import undercroft as uc


def busy(count: int) -> None:
    for seed in range(count):
        uc.generate("large-dungeon", seed=seed)


def test_a_thread_generates_while_another_does() -> None:
    """Whatever else the machine does: many short calls begin and end within one long call."""
    ended, within = threading.Event(), 0

    def generate_until_the_end() -> None:
        nonlocal within
        while not ended.is_set():
            uc.generate("small-dungeon", seed=within)
            within += not ended.is_set()

    thread = threading.Thread(target=generate_until_the_end)
    thread.start()
    uc.generate_many("large-dungeon", range(24), threads=1)
    ended.set()
    thread.join()
    assert within >= 5


def share_of_two_cores() -> float:
    """The part of two cores that two processes get."""
    code = (
        "import time\n"
        "end = time.monotonic() + 1\n"
        "while time.monotonic() < end: pass\n"
        "print(time.process_time())"
    )
    spinning = [subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) for _ in range(2)]
    return sum(float(process.communicate()[0]) for process in spinning) / 2


@pytest.mark.laws
def test_two_threads_generate_at_once() -> None:
    """On two idle cores, two threads take at most 0.65 of the time of one after the other."""
    if len(os.sched_getaffinity(0)) < 2 or share_of_two_cores() < 0.9:
        pytest.skip("needs two idle cores")

    def seconds(work: Callable[[], None]) -> float:
        start = time.monotonic()
        work()
        return time.monotonic() - start

    def at_once() -> None:
        threads = [threading.Thread(target=busy, args=(8,)) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    busy(1)
    best = min(seconds(at_once) / seconds(lambda: busy(16)) for _ in range(8))
    assert best <= 0.65, best


def test_a_ticking_thread_is_not_held_up() -> None:
    """A thread that wants the lock all the time gets it while a long call runs."""
    ticks, ended = 0, threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not ended.is_set():
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    start = time.monotonic()
    uc.generate_many("large-dungeon", range(6), threads=1)
    took = time.monotonic() - start
    ended.set()
    thread.join()
    # Without the lock there would be one tick for each call.
    assert ticks > 10 * took, (ticks, took)


@pytest.mark.laws
def test_a_ticking_thread_never_waits_long() -> None:
    """On an idle machine no tick is 50 ms late while generating, judging, reading an array and writing rows."""
    walls = np.zeros((2000, 2000), bool)
    calls: list[Callable[[], object]] = [
        lambda: uc.generate_many("large-dungeon", range(6), threads=1),
        lambda: uc.fov(walls, (1, 1), radius=9),
        lambda: uc.dataset("dungeon", range(64)).table(threads=1),
    ]
    assert min(longest_wait(calls) for _ in range(5)) <= 0.05


def longest_wait(calls: list[Callable[[], object]]) -> float:
    waits, ended = [0.0], threading.Event()

    def tick() -> None:
        last = time.monotonic()
        while not ended.is_set():
            time.sleep(0.001)
            now = time.monotonic()
            waits.append(now - last)
            last = now

    thread = threading.Thread(target=tick)
    thread.start()
    for call in calls:
        call()
    ended.set()
    thread.join()
    return max(waits)


def test_results_do_not_depend_on_threads() -> None:
    one, many = (uc.generate_many("dungeon", range(6), threads=threads) for threads in (1, 3))
    assert one == many
    solid = uc.generate("large-dungeon", seed=1).solid[0]
    assert (uc.survey(solid, radius=8, threads=1) == uc.survey(solid, radius=8, threads=3)).all()


ROOM = np.zeros((9, 9), bool)
DUNGEON = uc.generate("tower", seed=7)


def crowd_report() -> uc.CrowdReport:
    crowd = uc.Crowd(ROOM, mode="anti-cross")
    crowd.send(crowd.spawn([(0, 0)]), [(8, 3)])
    return crowd.step(200)


#: Everything that uses threads.
THREADED: dict[str, Callable[[], object]] = {
    "generate_many": lambda: [dungeon.seed for dungeon in uc.generate_many("crypt", range(4), threads=2)],
    "survey": lambda: uc.survey(ROOM, threads=2).tolist(),
    "lengths": lambda: uc.Paths(ROOM).lengths([[0, 0]], [[8, 3]], threads=2).tolist(),
    "path": lambda: uc.path(DUNGEON, tuple(uc.solve(DUNGEON).cells[0]), tuple(uc.solve(DUNGEON).cells[-1])) is None,
    "crowd": crowd_report,
    "table": lambda: uc.dataset("crypt", range(4), columns=["facts"]).table(threads=2).num_rows,
}


@pytest.mark.parametrize("name", THREADED)
def test_a_forked_process_makes_its_own_threads(name: str) -> None:
    expected, context = THREADED[name](), multiprocessing.get_context("fork")
    queue: multiprocessing.Queue[object] = context.Queue()
    process = context.Process(target=lambda: queue.put(THREADED[name]()))
    process.start()
    try:
        assert queue.get(timeout=60) == expected
        process.join(timeout=60)
        assert process.exitcode == 0
    finally:
        process.kill()


WORK = {
    "generate": "uc.generate('large-dungeon', seed=1, set={'width': 4000, 'height': 4000, 'rooms.count': 16000})",
    "generate_many": "uc.generate_many('large-dungeon', range(100000))",
    "survey": "uc.survey(np.zeros((700, 700), bool))",
    "table": "uc.dataset('large-dungeon', range(100000)).table()",
    "to_parquet": "uc.dataset('large-dungeon', range(100000)).to_parquet(folder, progress=False)",
}


@pytest.mark.parametrize("name", WORK)
def test_ctrl_c_ends_a_long_call(name: str, tmp_path: pathlib.Path) -> None:
    code = (
        "import signal, sys, numpy as np, undercroft as uc\n"
        # A test run in the background inherits that SIGINT is ignored.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        f"folder = {str(tmp_path / 'd')!r}\n"
        "print('ready', flush=True)\n"
        "try:\n"
        f"    {WORK[name]}\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted', flush=True)\n"
        "    import os; os._exit(7)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdout.readline() == "ready\n"
    time.sleep(0.7)
    assert process.poll() is None, "the call ended before it could be interrupted"
    start = time.monotonic()
    process.send_signal(signal.SIGINT)
    assert process.stdout.readline() == "interrupted\n"
    # 200 ms on an idle machine; tests share theirs.
    assert time.monotonic() - start < 2.0
    assert process.wait(timeout=30) == 7
    left = [path.name for path in tmp_path.rglob("*") if path.name.endswith((".tmp", ".parquet"))]
    assert left == []
