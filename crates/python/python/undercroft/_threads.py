"""How many threads a call may use."""

from __future__ import annotations

import os
import sys

from ._check import whole


def thread_count(threads: int | None) -> int:
    """As many as asked for; without a number the CPUs of this process, one inside a Ray task."""
    if threads is not None:
        return whole("threads", threads, 1, 1024)
    if _is_ray_task():
        return 1
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), 1024)
    return min(os.cpu_count() or 1, 1024)


def _is_ray_task() -> bool:
    ray = sys.modules.get("ray")
    if ray is None or not getattr(ray, "is_initialized", lambda: False)():
        return False
    # Not `get_task_id`, which prints a warning on a driver.
    is_task: bool = ray.get_runtime_context().worker.mode == ray.WORKER_MODE
    return is_task
