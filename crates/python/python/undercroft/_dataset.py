"""Data sets: many dungeons as rows of Parquet files."""

from __future__ import annotations

import json
import operator
import os
import pathlib
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict

import numpy as np
import numpy.typing as npt

from . import _engine, _files
from ._check import one_of, whole
from ._recipe import RecipeLike, seed_number, with_inputs
from ._threads import thread_count
from .errors import DatasetError

if TYPE_CHECKING:
    import pyarrow as pa

Column = Literal[
    "tiles", "ground", "names", "rooms", "doors", "links", "keys", "features", "spawns", "solution", "facts"
]
DEFAULT_COLUMNS: tuple[Column, ...] = ("tiles", "solution", "facts")
SeedType = Literal["uint64", "int64"]


class DatasetOptions(TypedDict, total=False):
    """The options of ``dataset``, for functions that hand them on. Defaults and meaning are those of ``dataset``."""

    columns: Sequence[Column]
    split: Mapping[str, float]
    shard_rows: int
    seed_type: SeedType


def dataset(
    recipe: RecipeLike,
    seeds: Iterable[int],
    *,
    columns: Sequence[Column] = DEFAULT_COLUMNS,
    split: Mapping[str, float] = {},
    shard_rows: int = 4096,
    seed_type: SeedType = "uint64",
) -> Dataset:
    """A data set that is not made yet. ``seeds`` follow each other, as ``range(1000)`` does.

    ``columns`` are groups of columns, ``split`` the shares of ``test`` and ``val``, ``shard_rows`` the seeds of a file; engines
    without unsigned numbers need ``seed_type="int64"``. docs/datasets.md lists all columns.

    >>> import undercroft as uc
    >>> uc.dataset("small-dungeon", range(10_000), split={"test": 0.1})
    Dataset(seeds 0..9999, 3 shards, columns tiles, solution, facts)
    """
    if isinstance(columns, str):
        raise TypeError("columns: need a list of names, got a text")
    first, last = _span(seeds)
    made = with_inputs(recipe, {})
    if not isinstance(split, Mapping):
        raise TypeError(f"split: need shares by part, got {type(split).__name__}")
    shares = [(str(part), _share(part, share)) for part, share in split.items()]
    rows = _rows("shard_rows", shard_rows)
    plan = _engine.make_plan(made._it, first, last, _words("columns", columns), shares, rows, seed_type)
    return Dataset(plan)


class Dataset:
    """A data set that is made when it is asked for: ``to_parquet``, ``batches``, ``table``.

    >>> import undercroft as uc
    >>> uc.dataset("crypt", range(100), columns=["facts"]).plan["seeds"]
    {'first': 0, 'last': 99}
    """

    def __init__(self, plan: _engine.Plan) -> None:
        self._plan = plan

    @property
    def plan(self) -> dict[str, Any]:
        """Everything that decides its bytes."""
        plan: dict[str, Any] = json.loads(self._plan.text)
        return plan

    def __repr__(self) -> str:
        plan = self.plan
        seeds = f"{plan['seeds']['first']}..{plan['seeds']['last']}"
        return f"Dataset(seeds {seeds}, {self._plan.shard_count} shards, columns {', '.join(plan['columns'])})"

    def to_parquet(
        self,
        out: str | os.PathLike[str],
        *,
        shard: tuple[int, int] = (0, 1),
        threads: int | None = None,
        progress: bool = True,
    ) -> Manifest:
        """Writes the shards that are missing, as ``undercroft dataset`` does, byte for byte; ``shard=(i, n)`` is worker i of n.

        >>> import tempfile, undercroft as uc
        >>> folder = tempfile.mkdtemp() + "/d"
        >>> uc.dataset("small-dungeon", range(8)).to_parquet(folder, progress=False)
        Manifest(complete, 8 rows in 1 of 1 shards)
        """
        plan, files = self._plan, _files.store(out)
        shards, count = plan.shards(*_worker(shard)), thread_count(threads)
        _files.begin(files, plan)
        start, shown = time.monotonic(), progress and sys.stderr.isatty()
        for done, number in enumerate(shards):
            _files.write_shard(files, plan, number, count)
            if shown:
                left = (time.monotonic() - start) / (done + 1) * (len(shards) - done - 1)
                print(f"\r{done + 1}/{len(shards)} shards, {left:.0f} s left ", end="", file=sys.stderr, flush=True)
        if shown:
            print(file=sys.stderr)
        _files.complete(files, plan)
        return open_dataset(out)

    def batches(self, rows: int = 1024, *, threads: int | None = None) -> Iterator[pa.RecordBatch]:
        """The rows in batches of so many seeds, without a file. Unmet seeds are left out.

        >>> import undercroft as uc
        >>> [batch.num_rows for batch in uc.dataset("small-dungeon", range(6)).batches(rows=4)]
        [4, 2]
        """
        pa = _arrow()
        first, last = self.plan["seeds"]["first"], self.plan["seeds"]["last"]
        count, size = thread_count(threads), _rows("rows", rows)
        for begin in range(first, last + 1, size):
            content, _ = self._plan.make_batch(begin, min(begin + size - 1, last), count)
            with pa.ipc.open_stream(pa.py_buffer(content)) as stream:
                yield from stream

    def table(self, *, threads: int | None = None) -> pa.Table:
        """All rows as one table.

        >>> import undercroft as uc
        >>> uc.dataset("small-dungeon", range(4), columns=["facts"]).table()["fact_levels"].to_pylist()
        [1, 1, 1, 1]
        """
        pa = _arrow()
        batches = list(self.batches(threads=threads))
        # Dictionaries differ from batch to batch.
        return pa.Table.from_batches(batches).unify_dictionaries()


class Manifest:
    """A data set on disk.

    >>> import tempfile, undercroft as uc
    >>> folder = tempfile.mkdtemp() + "/d"
    >>> manifest = uc.dataset("small-dungeon", range(8), split={"test": 0.5}).to_parquet(folder, progress=False)
    >>> sum(manifest.splits.values()), manifest.tiles(3).shape == uc.generate("small-dungeon", seed=3).tiles.shape
    (8, True)
    """

    def __init__(self, out: str | os.PathLike[str]) -> None:
        self._files = _files.store(out)
        plan = self._files.read(_files.PLAN)
        if plan is None:
            raise DatasetError(f"{self._files}: not a data set: there is no {_files.PLAN}")
        self._plan = _engine.Plan(plan)
        self._sidecars = [self._sidecar(shard) for shard in range(self._plan.shard_count)]

    def _sidecar(self, shard: int) -> dict[str, Any] | None:
        if not _files.is_finished(self._files, self._plan, shard):
            return None
        sidecar: dict[str, Any] = json.loads(self._files.read(self._plan.sidecar_name(shard)) or b"{}")
        return sidecar

    @property
    def plan(self) -> dict[str, Any]:
        """Everything that decided its bytes."""
        plan: dict[str, Any] = json.loads(self._plan.text)
        return plan

    @property
    def complete(self) -> bool:
        """Whether all shards and the manifest are there."""
        return all(self._sidecars) and self._files.size(_files.MANIFEST) is not None

    @property
    def rows(self) -> int:
        """Rows of the shards that are finished."""
        return sum(sidecar["rows"] for sidecar in self._sidecars if sidecar)

    @property
    def splits(self) -> dict[str, int]:
        """Rows by part."""
        finished = [sidecar["splits"] for sidecar in self._sidecars if sidecar]
        return {part: sum(splits[part] for splits in finished) for part in ("train", "val", "test")}

    @property
    def unmet(self) -> dict[int, str]:
        """Seeds without a dungeon, and why."""
        return {seed["seed"]: seed["message"] for sidecar in self._sidecars if sidecar for seed in sidecar["unmet"]}

    def __repr__(self) -> str:
        state = "complete" if self.complete else "not complete"
        finished = sum(sidecar is not None for sidecar in self._sidecars)
        return f"Manifest({state}, {self.rows} rows in {finished} of {self._plan.shard_count} shards)"

    def files(self, split: str | None = None) -> list[str]:
        """The paths of the finished shards; with ``split`` of those that have rows of it."""
        _part(split)
        root = str(self._files).rstrip("/")
        return [
            f"{root}/{sidecar['file']}"
            for sidecar in self._sidecars
            if sidecar and (split is None or sidecar["splits"][split])
        ]

    def check(self, deep: bool = False) -> list[str]:
        """What is wrong, a line each; with ``deep`` every row is looked at. Empty where the data set is complete and sound."""
        plan, files = self._plan, self._files
        found = list(plan.findings())
        found += [f"{name}: not a file of this data set" for name in files.names() if not plan.owns(name)]
        sidecars = []
        for shard in range(plan.shard_count):
            sidecar = files.read(plan.sidecar_name(shard))
            problems, _ = plan.check_shard(shard, sidecar, files.read(plan.shard_name(shard)), deep)
            found += problems
            if sidecar is not None and not problems:
                sidecars.append(sidecar)
        problem = plan.check_manifest(files.read(_files.MANIFEST), sidecars)
        return found if problem is None else [*found, problem]

    def table(self, columns: Sequence[str] | None = None, split: str | None = None) -> pa.Table:
        """Rows as one table: some columns, one part."""
        _arrow()
        import pyarrow.dataset as ds

        _part(split)
        # A part without rows has the columns of the others.
        files = self.files(split) or self.files()[:1]
        if not files:
            raise DatasetError(f"{self._files}: no shard is finished yet")
        if isinstance(self._files, _files.ObjectStore):
            paths = [f"{self._files.root}/{path.rsplit('/', 1)[1]}" for path in files]
            source = ds.dataset(paths, format="parquet", filesystem=self._files.system)
        else:
            source = ds.dataset(files, format="parquet")
        chosen = source.schema.names if columns is None else _words("columns", columns)
        for name in chosen:
            if name not in source.schema.names:
                known = ", ".join(source.schema.names)
                raise DatasetError(f"columns: need some of {known}, got {name!r}", field="columns", value=name)
        wanted = None if split is None else ds.field("split").cast("string") == split
        return source.to_table(columns=chosen, filter=wanted)

    def tiles(self, row: int) -> npt.NDArray[np.uint8]:
        """The tiles of a row, ``[level, y, x]``."""
        number = operator.index(row)
        if not 0 <= number < self.rows:
            raise IndexError(f"row: need 0 to {self.rows - 1}, got {number}")
        if "tiles" not in self.plan["columns"]:
            raise DatasetError(f"{self._files}: the data set was made without the column tiles", field="tiles")
        _arrow()
        import io

        import pyarrow.parquet as pq

        for sidecar in self._sidecars:
            if sidecar is None:
                continue
            if number < sidecar["rows"]:
                content = self._files.read(sidecar["file"]) or b""
                table = pq.read_table(io.BytesIO(content), columns=["levels", "height", "width", "tiles"])
                values = table.slice(number, 1).to_pylist()[0]
                block: npt.NDArray[np.uint8] = unpack_tiles(
                    [values["tiles"]], values["levels"], values["height"], values["width"]
                )[0]
                return block
            number -= sidecar["rows"]
        raise IndexError(f"row: there is no row {row}")


def open_dataset(path: str | os.PathLike[str]) -> Manifest:
    """Opens a data set: a folder, or an address that ``pyarrow.fs`` reads.

    >>> import tempfile, undercroft as uc
    >>> folder = tempfile.mkdtemp() + "/d"
    >>> _ = uc.dataset("small-dungeon", range(8)).to_parquet(folder, progress=False)
    >>> uc.open_dataset(folder).check(deep=True)
    []
    """
    return Manifest(path)


def unpack_tiles(
    column: Any,
    levels: npt.ArrayLike,
    height: npt.ArrayLike,
    width: npt.ArrayLike,
    out: npt.NDArray[np.uint8] | None = None,
) -> npt.NDArray[np.uint8]:
    """Unpacks a column of tiles to ``[row, level, y, x]``, padded with rock to the largest, or to the shape of ``out``.

    ``column`` is an Arrow column or a list of bytes; sizes are columns too, or one number for all rows.

    >>> import undercroft as uc
    >>> uc.unpack_tiles([bytes([0x21, 0x03])], 1, 1, 3).tolist()
    [[[[1, 2, 3]]]]
    """
    packed = column.to_pylist() if hasattr(column, "to_pylist") else list(column)
    count = len(packed)
    sizes = [_sizes(name, side, count) for name, side in _named(levels, height, width)]
    most = tuple(int(side.max()) if count else 0 for side in sizes)
    if out is None:
        out = np.zeros((count, *most), np.uint8)
    elif not isinstance(out, np.ndarray) or out.dtype != np.uint8 or out.ndim != 4:
        raise TypeError("out: need an array of uint8 with four dimensions")
    elif out.shape[0] != count or any(have < need for have, need in zip(out.shape[1:], most)):
        raise ValueError(f"out: need at least {(count, *most)}, got {out.shape}")
    elif not out.flags.writeable:
        raise ValueError("out: the array is read-only")
    else:
        out[...] = 0
    for row, content in enumerate(packed):
        shape = tuple(int(side[row]) for side in sizes)
        out[row, : shape[0], : shape[1], : shape[2]] = _unpacked(row, content, shape)
    return out


def _unpacked(row: int, content: bytes, shape: tuple[int, ...]) -> npt.NDArray[np.uint8]:
    cells = shape[0] * shape[1] * shape[2]
    if not isinstance(content, (bytes, bytearray, memoryview)):
        raise TypeError(f"tiles: row {row}: need bytes, got {type(content).__name__}")
    if len(content) != (cells + 1) // 2:
        raise DatasetError(f"tiles: row {row}: need {(cells + 1) // 2} bytes, got {len(content)}", field="tiles")
    pairs = np.frombuffer(content, np.uint8)
    codes = np.empty(2 * len(pairs), np.uint8)
    codes[0::2] = pairs & 15
    codes[1::2] = pairs >> 4
    if (codes[:cells] == 15).any():
        cell = np.unravel_index(int(np.argmax(codes == 15)), shape)
        at = tuple(int(side) for side in cell)
        raise DatasetError(f"tiles: row {row}: cell {at} has the reserved code 15, need 0 to 14", field="tiles", value="15")
    if codes[cells:].any():
        spare = int(codes[-1])
        raise DatasetError(f"tiles: row {row}: need 0 in the last four bits, got {spare}", field="tiles", value=str(spare))
    return codes[:cells].reshape(shape)


def _named(*sides: npt.ArrayLike) -> Iterable[tuple[str, npt.ArrayLike]]:
    return zip(("levels", "height", "width"), sides)


def _sizes(name: str, side: Any, count: int) -> npt.NDArray[np.int64]:
    if hasattr(side, "to_numpy"):
        side = side.to_numpy()
    array = np.asarray(side)
    if not np.issubdtype(array.dtype, np.integer) or (array < 0).any():
        raise ValueError(f"{name}: need whole numbers from 0 on, got {array.dtype}")
    if array.shape not in ((), (1,), (count,)):
        raise ValueError(f"{name}: need one number, or one for each of {count} rows, got shape {array.shape}")
    return np.broadcast_to(array.astype(np.int64), (count,))


def _span(seeds: Iterable[int]) -> tuple[int, int]:
    """First and last of seeds that follow each other."""
    if isinstance(seeds, range):
        if not seeds:
            raise DatasetError("seeds: need at least one", field="seeds")
        if seeds.step != 1 and seeds[0] != seeds[-1]:
            raise DatasetError(f"seeds: need a step of 1, got {seeds.step}", field="seeds")
        return seed_number(seeds[0]), seed_number(seeds[-1])
    numbers = [seed_number(seed) for seed in seeds]
    if not numbers:
        raise DatasetError("seeds: need at least one", field="seeds")
    for before, after in zip(numbers, numbers[1:]):
        if after != before + 1:
            raise DatasetError(f"seeds: need one after the other, got {after} after {before}", field="seeds")
    return numbers[0], numbers[-1]


def _rows(name: str, rows: object) -> int:
    try:
        return whole(name, rows, 1, 2**20)
    except ValueError as error:
        raise DatasetError(str(error), field=name, value=str(rows)) from None


def _share(part: object, share: object) -> float:
    if isinstance(share, bool) or not isinstance(share, (int, float, np.integer, np.floating)):
        raise TypeError(f"split: {part}: need a number, got {type(share).__name__}")
    return float(share)


def _words(name: str, words: Sequence[str]) -> list[str]:
    chosen = list(words)
    for word in chosen:
        if not isinstance(word, str):
            raise TypeError(f"{name}: need a list of names, got {word!r} in it")
    return chosen


def _worker(shard: object) -> tuple[int, int]:
    """The number of a worker, and how many there are."""
    if not isinstance(shard, (tuple, list)) or len(shard) != 2:
        raise TypeError(f"shard: need (i, n), got {shard!r}")
    try:
        return whole("shard", shard[0], 0, 2**32 - 1), whole("shard", shard[1], 1, 2**32 - 1)
    except ValueError as error:
        raise DatasetError(str(error), field="shard", value=repr(shard)) from None


def _part(split: str | None) -> None:
    if split is not None:
        one_of("split", split, "train", "val", "test")


def _arrow() -> Any:
    try:
        import pyarrow
        import pyarrow.ipc
    except ImportError:
        raise ImportError('this needs pyarrow: pip install "undercroft[arrow]"') from None
    return pyarrow
