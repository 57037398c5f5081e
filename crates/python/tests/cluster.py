"""A Ray cluster of one-CPU nodes on loopback, for tests and figures."""

from __future__ import annotations

import contextlib
import os
import pathlib
import shutil
import tempfile
from collections.abc import Iterator
from typing import Any

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
# Lines on the terminal are ours.
os.environ.setdefault("RAY_DATA_DISABLE_PROGRESS_BARS", "1")

NODE = {"num_cpus": 1, "object_store_memory": 128 * 2**20}


@contextlib.contextmanager
def loopback_cluster() -> Iterator[Any]:
    """A cluster whose head has one CPU. Nodes may be added and removed in the main thread only."""
    import ray
    from ray._common.utils import get_default_ray_temp_dir
    from ray.cluster_utils import Cluster

    # Names of sockets end at 107 bytes, so the folder is not one of pytest's; Ray's default folder must exist all the same.
    os.makedirs(get_default_ray_temp_dir(), exist_ok=True)
    folder = tempfile.mkdtemp(prefix="uc")
    cluster = Cluster(initialize_head=True, head_node_args={**NODE, "include_dashboard": False, "temp_dir": folder})
    try:
        ray.init(address=cluster.address, log_to_driver=False)
        ray.data.DataContext.get_current().enable_progress_bars = False
        yield cluster
    finally:
        ray.shutdown()
        cluster.shutdown()
        shutil.rmtree(folder, ignore_errors=True)


def busy_workers() -> list[int]:
    """The processes that run a task for a cluster of this process, by number."""
    titles = {pid: title(pid) for pid in descendants(os.getpid())}
    return sorted(pid for pid, title in titles.items() if title.startswith("ray::") and "MapBatches" in title)


def title(pid: int) -> str:
    """The command line of a process; Ray's workers begin with ``ray::``."""
    try:
        return pathlib.Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


def descendants(root: int) -> list[int]:
    """The processes that a process started, and theirs."""
    parents: dict[int, int] = {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            parents[int(folder.name)] = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
    found = [root]
    for pid in found:
        found += [child for child, parent in parents.items() if parent == pid]
    return found[1:]
