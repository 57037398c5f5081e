"""Data sets on a Ray cluster: rows that are streamed, or shards that are written.

Tasks are plain functions, never actors: with as many actors as CPUs the tasks that read would starve. A lost worker or node
repeats its tasks, and a repeated task makes the same rows and the same file.
"""

from __future__ import annotations

import contextlib
import functools
import os
import pickle
import time
import warnings
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Unpack

from . import _dataset, _engine, _files
from ._dataset import DatasetOptions, Manifest, open_dataset
from ._recipe import RecipeLike
from .errors import DatasetError, UndercroftError

if TYPE_CHECKING:
    import pyarrow as pa

#: Dungeons that are made on the driver to measure how long one takes.
_SAMPLE = 32
#: A task should take about this long. [Unit: seconds]
_TASK_SECONDS = 4.0
_LEAST_ROWS = 64
#: The most bytes of a block. A row of the sample says how many fit.
_MOST_BYTES = 64 * 2**20


def dataset(
    recipe: RecipeLike,
    seeds: Iterable[int],
    *,
    task_rows: int | None = None,
    **options: Unpack[DatasetOptions],
) -> Any:
    """A ``ray.data.Dataset`` of the rows of ``undercroft.dataset``, which has the same options, made when they are needed.

    ``task_rows`` is the number of seeds of a task; without it 32 dungeons are made on the driver to choose it. In the rows
    ``split`` is plain text.

    >>> import undercroft.ray
    >>> undercroft.ray.dataset("small-dungeon", range(200), columns=["facts"]).count()
    200
    """
    ray_data = _ray_data()
    made = _dataset.dataset(recipe, seeds, **options)
    first, last = made.plan["seeds"]["first"], made.plan["seeds"]["last"]
    most = made.plan["shard_rows"]
    rows = _measured(made._plan, first, last, most) if task_rows is None else _dataset._rows("task_rows", task_rows)
    tasks = (last - first) // rows + 1
    work = functools.partial(_rows_of_task, plan=made._plan.text, rows=rows)
    return _tasks(ray_data, tasks, work)


def write(
    recipe: RecipeLike,
    seeds: Iterable[int],
    out: str | os.PathLike[str],
    **options: Unpack[DatasetOptions],
) -> Manifest:
    """Writes the shards that are missing, a task each, to a folder that all nodes share or to an object store.

    Options and files are those of ``undercroft.dataset`` and its ``to_parquet``, byte for byte. The driver writes the manifest
    from the sidecars.

    >>> import tempfile, undercroft.ray
    >>> undercroft.ray.write("small-dungeon", range(200), tempfile.mkdtemp() + "/d")
    Manifest(complete, 200 rows in 1 of 1 shards)
    """
    ray_data = _ray_data()
    made = _dataset.dataset(recipe, seeds, **options)
    place = out if isinstance(out, str) and "://" in out else os.path.abspath(out)
    files = _files.store(place)
    _files.begin(files, made._plan)
    left = [shard for shard in range(made._plan.shard_count) if not _files.is_finished(files, made._plan, shard)]
    if left:
        work = functools.partial(_shard_of_task, plan=made._plan.text, shards=left, out=str(place))
        for done in _tasks(ray_data, len(left), work).iter_batches(batch_size=None, batch_format="pyarrow"):
            _raise_first(done["problem"].to_pylist())
    if not _files.complete(files, made._plan):
        raise DatasetError(f"{place}: a shard is missing after all tasks ended; run it again")
    return open_dataset(place)


def _tasks(ray_data: Any, tasks: int, work: Any) -> Any:
    numbers = ray_data.range(tasks, override_num_blocks=tasks)
    with warnings.catch_warnings():
        # Ray 2.64 will have another place for the number of retries, earlier ones have no other.
        warnings.simplefilter("ignore", DeprecationWarning)
        # A task that was lost with its worker is tried again, one that raised an exception is not.
        return numbers.map_batches(
            work, batch_size=1, batch_format="pyarrow", num_cpus=1, max_retries=16, retry_exceptions=False
        )


def _rows_of_task(batch: pa.Table, *, plan: str, rows: int) -> Any:
    """The rows of one task: one Rust thread, no state."""
    import pyarrow as pa

    made = _engine.Plan(plan.encode())
    span = _dataset.Dataset(made).plan["seeds"]
    begin = span["first"] + batch["id"][0].as_py() * rows
    end = min(begin + rows - 1, span["last"])
    with _errors_of(begin, end):
        content, _ = made.make_batch(begin, end, 1)
    with pa.ipc.open_stream(pa.py_buffer(content)) as stream:
        return _plain_words(pa.Table.from_batches(stream, stream.schema))


def _plain_words(table: pa.Table) -> pa.Table:
    """Words without dictionaries: those of two tasks differ, and blocks of different types cannot be put together."""
    import pyarrow as pa

    at = table.schema.get_field_index("split")
    return table.set_column(at, pa.field("split", pa.string(), nullable=False), table["split"].cast(pa.string()))


def _shard_of_task(batch: pa.Table, *, plan: str, shards: list[int], out: str) -> Any:
    import pyarrow as pa

    shard, made = shards[batch["id"][0].as_py()], _engine.Plan(plan.encode())
    problem: bytes | None = None
    try:
        with _errors_of(*made.shard_seeds(shard)):
            _files.write_shard(_files.store(out), made, shard, 1)
    except UndercroftError as error:
        # An exception that is raised in a task reaches the driver as one of Ray's.
        problem = pickle.dumps(error)
    return pa.table({"shard": pa.array([shard], pa.uint32()), "problem": pa.array([problem], pa.binary())})


def _raise_first(problems: list[bytes | None]) -> None:
    for problem in problems:
        if problem is not None:
            raise pickle.loads(problem)


@contextlib.contextmanager
def _errors_of(first: int, last: int) -> Iterator[None]:
    """Errors name the seeds of their task."""
    try:
        yield
    except UndercroftError as error:
        raise error._at(f"seeds {first} to {last}") from None
    except OSError as error:
        raise DatasetError(f"seeds {first} to {last}: {error}") from error


def _measured(plan: _engine.Plan, first: int, last: int, most: int) -> int:
    """Rows of a task, so that it takes some seconds and its block stays small."""
    end = min(first + _SAMPLE - 1, last)
    start = time.monotonic()
    content, _ = plan.make_batch(first, end, 1)
    each = max((time.monotonic() - start) / (end - first + 1), 1e-6)
    fitting = int(_MOST_BYTES * (end - first + 1) / max(len(content), 1))
    return max(min(max(int(_TASK_SECONDS / each), _LEAST_ROWS), most, fitting), 1)


def _ray_data() -> Any:
    try:
        import pyarrow  # noqa: F401
        import ray.data
    except ImportError:
        raise ImportError('undercroft.ray needs ray: pip install "undercroft[ray]"') from None
    return ray.data
