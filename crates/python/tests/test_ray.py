"""Ray: two one-CPU nodes on loopback; a worker killed, a node removed, one added, the driver restarted: equal rows and files."""

from __future__ import annotations

import doctest
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytest.importorskip("ray", reason="ray is not installed")

import undercroft as uc  # noqa: E402
import undercroft.ray  # noqa: E402
from cluster import NODE, busy_workers, loopback_cluster  # noqa: E402
from conftest import run  # noqa: E402
from test_dataset import ALL, files  # noqa: E402

pytestmark = pytest.mark.ray
SHARDS, SHARD_ROWS = 24, 96
ROWS = SHARDS * SHARD_ROWS
#: The longest that a step may take on a busy machine. [Unit: seconds]
LIMIT = 120.0


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with loopback_cluster() as cluster:
        yield cluster


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of the command line."""
    out = tmp_path_factory.mktemp("program") / "d"
    run("dataset", "dungeon", "--seeds", f"0..{ROWS - 1}", "--shard-rows", str(SHARD_ROWS), "--out", str(out), "-q")
    return files(out)


def wait(what: str, has_happened: Callable[[], object]) -> Any:
    """What the call returns as soon as it is true."""
    end = time.monotonic() + LIMIT
    while not (found := has_happened()):
        assert time.monotonic() < end, f"{what} did not happen within {LIMIT:.0f} s"
        time.sleep(0.02)
    return found


def disturbed(cluster: Any, work: Callable[[], Any], done: Callable[[], int], steps: int) -> Any:
    """Runs work in a thread. Of its steps, after an eighth this thread kills a worker, after a quarter it removes a node,
    after three eighths it adds one."""
    node = cluster.add_node(**NODE)
    result: list[Any] = []
    thread = threading.Thread(target=lambda: result.append(work()))
    thread.start()
    wait("an eighth of the work", lambda: done() >= steps // 8)
    os.kill(wait("a task that runs", busy_workers)[-1], signal.SIGKILL)
    wait("a quarter of the work", lambda: done() >= steps // 4)
    cluster.remove_node(node, allow_graceful=False)
    wait("three eighths of the work", lambda: done() >= 3 * steps // 8)
    added = cluster.add_node(**NODE)
    assert thread.is_alive(), "the work ended before it could be disturbed"
    thread.join(timeout=LIMIT)
    assert not thread.is_alive(), "the job hangs"
    cluster.remove_node(added)
    assert result, "the job failed"
    return result[0]


def test_files_of_a_disturbed_cluster_are_those_of_the_command_line(
    cluster: Any, tmp_path: pathlib.Path, expected: dict[str, bytes]
) -> None:
    out = tmp_path / "d"

    def write() -> uc.Manifest:
        return undercroft.ray.write("dungeon", range(ROWS), out, shard_rows=SHARD_ROWS)

    manifest = disturbed(cluster, write, lambda: len(list(out.glob("part-*.json"))), SHARDS)
    assert manifest.complete and manifest.rows == ROWS
    assert files(out) == expected
    before = {path.name: path.stat().st_mtime_ns for path in out.iterdir()}
    write()
    assert {path.name: path.stat().st_mtime_ns for path in out.iterdir()} == before


def test_rows_of_a_disturbed_cluster_come_once(cluster: Any) -> None:
    dataset = undercroft.ray.dataset("dungeon", range(ROWS), columns=["facts"], task_rows=SHARD_ROWS)
    seeds: list[int] = []

    def collect() -> bool:
        for row in dataset.iter_rows():
            seeds.append(row["seed"])
        return True

    disturbed(cluster, collect, lambda: len(seeds), ROWS)
    assert sorted(seeds) == list(range(ROWS))


def test_a_driver_that_was_killed_goes_on(cluster: Any, tmp_path: pathlib.Path, expected: dict[str, bytes]) -> None:
    out = tmp_path / "d"
    code = (
        "import ray, undercroft.ray\n"
        f"ray.init(address={cluster.address!r}, log_to_driver=False)\n"
        f"undercroft.ray.write('dungeon', range({ROWS}), {str(out)!r}, shard_rows={SHARD_ROWS})\n"
    )
    driver = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.DEVNULL)
    wait("the third shard", lambda: len(list(out.glob("part-*.json"))) >= 3)
    driver.kill()
    driver.wait()
    # Tasks of a dead driver end with it; one may be about to rename its file.
    wait("the end of its tasks", lambda: not busy_workers())
    before = {path.name: path.stat().st_mtime_ns for path in out.glob("part-*.json")}
    assert 3 <= len(before) < SHARDS
    subprocess.run([sys.executable, "-c", code], check=True, timeout=LIMIT, stderr=subprocess.DEVNULL)
    after = {path.name: path.stat().st_mtime_ns for path in out.glob("part-*.json")}
    assert {name: after[name] for name in before} == before
    assert files(out) == expected


def test_rows_are_those_of_a_data_set(cluster: Any) -> None:
    options: Any = {"columns": ALL, "split": {"test": 0.3}, "seed_type": "int64"}
    rows = undercroft.ray.dataset("small-dungeon", range(70), task_rows=20, **options).take_all()
    expected = uc.dataset("small-dungeon", range(70), **options).table().to_pylist()
    assert sorted(rows, key=lambda row: row["seed"]) == expected


def test_an_error_in_a_task_is_raised_once_and_names_the_seeds(cluster: Any, tmp_path: pathlib.Path) -> None:
    made = uc.dataset("small-dungeon", range(40), shard_rows=8)
    made.to_parquet(tmp_path / "d", shard=(0, 5), progress=False)
    # A folder where the file should go: no attempt can succeed.
    (tmp_path / "d" / "part-00003-of-00005.parquet").mkdir()
    with pytest.raises(uc.DatasetError, match="seeds 24 to 31: .*part-00003-of-00005.parquet"):
        undercroft.ray.write("small-dungeon", range(40), tmp_path / "d", shard_rows=8)
    assert not list((tmp_path / "d").glob(".*.tmp"))


def test_a_folder_with_other_contents_is_refused_on_the_driver(cluster: Any, tmp_path: pathlib.Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(uc.DatasetError, match="notes.txt"):
        undercroft.ray.write("small-dungeon", range(10), tmp_path)
    assert os.listdir(tmp_path) == ["notes.txt"]


def test_a_call_in_a_task_uses_one_thread(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import ray
    from undercroft._threads import thread_count

    assert ray.get(ray.remote(thread_count).remote(None)) == 1
    # Each call on the driver printed a warning of Ray's.
    monkeypatch.setattr(ray.runtime_context.logger, "warning", pytest.fail)
    assert thread_count(None) == len(os.sched_getaffinity(0)) and thread_count(3) == 3


def test_tasks_are_sized_by_a_sample(cluster: Any) -> None:
    dataset = undercroft.ray.dataset("small-dungeon", range(300), columns=["facts"], shard_rows=100)
    assert dataset.materialize().num_blocks() == 3, "at most a shard"


def test_the_examples_run(cluster: Any) -> None:
    failed, tried = doctest.testmod(undercroft.ray)
    assert (failed, tried) == (0, 4)
