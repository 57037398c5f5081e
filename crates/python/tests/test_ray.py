"""Ray: two one-CPU nodes on loopback; a worker killed, a node removed, a node added: the same rows and files."""

from __future__ import annotations

import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
ray = pytest.importorskip("ray", reason="ray is not installed")

import undercroft as uc  # noqa: E402
import undercroft.ray  # noqa: E402
from conftest import run  # noqa: E402

pytestmark = pytest.mark.ray
SHARDS = 24


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    from ray.cluster_utils import Cluster

    # Names of sockets end at 107 bytes, so the folder needs a short path; the default one must exist all the same.
    os.makedirs("/tmp/ray", exist_ok=True)
    folder = tempfile.mkdtemp(prefix="uc", dir="/tmp")
    head = {"num_cpus": 1, "object_store_memory": 128 * 2**20, "include_dashboard": False, "temp_dir": folder}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    ray.init(address=cluster.address, log_to_driver=False)
    ray.data.DataContext.get_current().enable_progress_bars = False
    yield cluster
    ray.shutdown()
    cluster.shutdown()


def files(folder: pathlib.Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def workers() -> list[int]:
    """The processes of Ray that run tasks."""
    found = subprocess.run(["pgrep", "-f", "ray::"], capture_output=True, text=True).stdout.split()
    mine = {child for child in found if _descends(int(child), os.getpid())}
    return [int(pid) for pid in mine]


def _descends(pid: int, ancestor: int) -> bool:
    while pid > 1:
        try:
            fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            return False
        pid = int(fields[1])
        if pid == ancestor:
            return True
    return False


def disturbed(cluster: Any, work: Any) -> Any:
    """Runs work in a thread while this one kills a worker, removes a node and adds one."""
    node = cluster.add_node(num_cpus=1, object_store_memory=128 * 2**20)
    result: list[Any] = []
    thread = threading.Thread(target=lambda: result.append(work()))
    thread.start()
    time.sleep(4)
    for pid in workers()[:1]:
        os.kill(pid, signal.SIGKILL)
    time.sleep(3)
    cluster.remove_node(node, allow_graceful=False)
    added = cluster.add_node(num_cpus=1, object_store_memory=128 * 2**20)
    thread.join(timeout=120)
    assert not thread.is_alive(), "the job hangs"
    cluster.remove_node(added)
    return result[0]


def test_files_of_a_disturbed_cluster_are_those_of_the_command_line(cluster: Any, tmp_path: pathlib.Path) -> None:
    write = lambda: undercroft.ray.write("dungeon", range(SHARDS * 64), tmp_path / "ray", shard_rows=64)  # noqa: E731
    manifest = disturbed(cluster, write)
    assert manifest.complete and manifest.rows == SHARDS * 64
    last = SHARDS * 64 - 1
    run("dataset", "dungeon", "--seeds", f"0..{last}", "--shard-rows", "64", "--out", str(tmp_path / "program"), "-q")
    assert files(tmp_path / "ray") == files(tmp_path / "program")
    before = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "ray").iterdir()}
    undercroft.ray.write("dungeon", range(SHARDS * 64), tmp_path / "ray", shard_rows=64)
    assert {path.name: path.stat().st_mtime_ns for path in (tmp_path / "ray").iterdir()} == before


def test_rows_of_a_disturbed_cluster_come_once(cluster: Any) -> None:
    count = SHARDS * 64
    dataset = undercroft.ray.dataset("dungeon", range(count), columns=["facts"], task_rows=64)
    seeds = disturbed(cluster, lambda: [row["seed"] for row in dataset.iter_rows()])
    assert sorted(seeds) == list(range(count))


def test_rows_are_those_of_a_data_set(cluster: Any) -> None:
    rows = undercroft.ray.dataset("small-dungeon", range(100), columns=["tiles", "facts"]).take_all()
    expected = uc.dataset("small-dungeon", range(100), columns=["tiles", "facts"]).table().to_pylist()
    assert sorted(rows, key=lambda row: row["seed"]) == expected


def test_a_deterministic_error_is_raised_once(cluster: Any, tmp_path: pathlib.Path) -> None:
    with pytest.raises(uc.DatasetError):
        (tmp_path / "other").mkdir()
        (tmp_path / "other" / "notes.txt").write_text("mine")
        undercroft.ray.write("small-dungeon", range(10), tmp_path / "other")
    assert sys.modules.get("ray") is ray
