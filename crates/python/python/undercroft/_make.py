"""Making, judging, reading and writing dungeons."""

from __future__ import annotations

import errno
import json
import os
import pathlib
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import numpy as np

from . import _engine
from . import _records as records
from ._check import as_json, one_of
from ._dungeon import Dungeon
from ._recipe import Recipe, RecipeLike, Seed, seed_number, seed_text, with_inputs
from ._threads import thread_count
from .errors import UndercroftError


def presets() -> list[records.Preset]:
    """All presets.

    >>> import undercroft as uc
    >>> [preset.name for preset in uc.presets()][:3]
    ['delve', 'broken-vaults', 'small-dungeon']
    """
    return [records.Preset(name, summary) for name, summary in _engine.presets()]


def fields() -> list[records.Field]:
    """All fields of recipes.

    >>> import undercroft as uc
    >>> next(field.limits for field in uc.fields() if field.key == "rooms.count")
    '2 to 200000'
    """
    return [records.Field(**field) for field in json.loads(_engine.fields())]


def formats() -> list[records.Format]:
    """All file formats.

    >>> import undercroft as uc
    >>> [format.name for format in uc.formats() if format.writes][:3]
    ['text', 'json', 'svg']
    """
    return [records.Format(**format) for format in json.loads(_engine.formats())]


def generate(
    recipe: RecipeLike = "small-dungeon",
    *,
    seed: Seed | None = None,
    set: Mapping[str, object] = {},
    inputs: Mapping[str, Sequence[str | os.PathLike[str]]] = {},
) -> Dungeon:
    """Generates a dungeon and judges it. Without a seed one is drawn; the dungeon says which.

    ``inputs`` has files of your own by field, each a path or a text of several lines.

    >>> import undercroft as uc
    >>> uc.generate("small-dungeon", seed={"base": 7, "route": 9}).seed
    '7 route=9'
    """
    made = with_inputs(Recipe(recipe, set=set), inputs)
    return Dungeon._of(_engine.generate(made._it, seed_text(seed)))


def generate_many(
    recipe: RecipeLike,
    seeds: Iterable[int],
    *,
    threads: int | None = None,
    on_error: Literal["raise", "skip"] = "raise",
) -> list[Dungeon]:
    """Generates and judges a dungeon for each seed, on many threads, in the order of the seeds.

    ``on_error="skip"`` leaves out seeds with which the recipe cannot be met; a flaw is raised all the same.

    >>> import undercroft as uc
    >>> [dungeon.seed for dungeon in uc.generate_many("crypt", range(3))]
    ['0', '1', '2']
    """
    one_of("on_error", on_error, "raise", "skip")
    numbers = [seed_number(seed) for seed in seeds]
    made = with_inputs(recipe, {})
    found = _engine.generate_many(made._it, numbers, thread_count(threads), on_error == "skip")
    return [Dungeon._of(it) for it in found]


def verify(dungeon: Dungeon) -> records.Report:
    """Judges a dungeon.

    >>> import undercroft as uc
    >>> report = uc.verify(uc.generate("crypt", seed=7))
    >>> report.ok, report.facts["levels"] >= 1
    (True, True)
    """
    return records.report_from(json.loads(_checked(dungeon)._it.verify()))


def facts(dungeon: Dungeon) -> dict[str, int | float | None]:
    """Numbers about a dungeon.

    >>> import undercroft as uc
    >>> uc.facts(uc.generate("small-dungeon", seed=7, set={"rooms.count": 6}))["rooms"]
    6
    """
    return verify(dungeon).facts


def solve(
    dungeon: Dungeon, *, goal: Literal["goal", "all"] = "goal", secrets: bool = False
) -> records.Solution:
    """The shortest walk from the entrance to the goal, or into all rooms, with the keys that it needs.

    >>> import undercroft as uc
    >>> walk = uc.solve(uc.generate("crypt", seed=7))
    >>> walk.optimal, walk.cells.shape == (walk.steps + 1, 3)
    (True, True)
    """
    one_of("goal", goal, "goal", "all")
    cells, keys, optimal = _checked(dungeon)._it.solve(goal == "all", bool(secrets))
    steps = None if cells is None else len(cells) - 1
    return records.Solution(steps, np.empty((0, 3), np.int32) if cells is None else cells, keys, optimal)


def render(dungeon: Dungeon, format: str = "svg", **options: object) -> str | bytes:
    """The first file of a format: text for text formats, else bytes. Options are those of ``undercroft export``.

    >>> import undercroft as uc
    >>> uc.render(uc.generate("crypt", seed=7), theme="mono")[:4]
    '<svg'
    """
    files = _exported(dungeon, format, "dungeon", options)
    is_text = next(known.is_text for known in formats() if known.name == format)
    return files[0][1].decode() if is_text else files[0][1]


def read(source: str | bytes | os.PathLike[str], *, name: str | None = None) -> Dungeon:
    """Reads a dungeon in any readable format, which its content decides. A text of several lines is the map itself.

    >>> import undercroft as uc
    >>> uc.read("#####\\n#...#\\n#####\\n", name="hall.txt").name
    'Hall'
    """
    if isinstance(source, bytes):
        content = source
    elif isinstance(source, str) and "\n" in source:
        content = source.encode()
    elif isinstance(source, (str, os.PathLike)):
        path = pathlib.Path(source)
        content, name = path.read_bytes(), name or str(path)
    else:
        raise TypeError(f"source: need a path, bytes or text, got {type(source).__name__}")
    return Dungeon._of(_engine.read(name, content))


def write(
    dungeon: Dungeon, target: str | os.PathLike[str], *, format: str | None = None, **options: object
) -> list[pathlib.Path]:
    """Writes a dungeon, in the format of the file's extension, with the files that go with it: whole files or none.

    >>> import os, tempfile, undercroft as uc
    >>> folder = tempfile.mkdtemp()
    >>> [path.name for path in uc.write(uc.generate("crypt", seed=7), os.path.join(folder, "deep.tmx"))][0]
    'deep.tmx'
    """
    path = pathlib.Path(target)
    format = format or _format_of(path)
    files = _exported(dungeon, format, path.stem, options)
    targets = [path, *(path.parent / name for name, _ in files[1:])]
    _check_places(targets)
    staged: list[tuple[str, pathlib.Path]] = []
    try:
        for place, (_, content) in zip(targets, files):
            handle, temporary = tempfile.mkstemp(prefix=".undercroft-", dir=place.parent)
            staged.append((temporary, place))
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            umask = os.umask(0)
            os.umask(umask)
            os.chmod(temporary, 0o666 & ~umask)
        for temporary, place in staged:
            os.replace(temporary, place)
        staged = []
    finally:
        for temporary, _ in staged:
            pathlib.Path(temporary).unlink(missing_ok=True)
    return targets


def _check_places(targets: Sequence[pathlib.Path]) -> None:
    """Refuses places where no file can be, before the first one is written."""
    for place in targets:
        if not place.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, "there is no such folder", str(place.parent))
        if place.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(place))


def _format_of(path: pathlib.Path) -> str:
    extension = path.suffix.lstrip(".").lower()
    for format in formats():
        if format.writes and extension in format.extensions:
            return format.name
    raise UndercroftError(f"{path}: unknown file extension; name the format", field="format", value=extension)


def _exported(
    dungeon: Dungeon, format: str, stem: str, options: Mapping[str, object]
) -> list[tuple[str, bytes]]:
    if not isinstance(format, str):
        raise TypeError(f"format: need the name of a format, got {type(format).__name__}")
    files, _ = _checked(dungeon)._it.export(format, as_json(options), stem)
    return files


def _checked(dungeon: Dungeon) -> Dungeon:
    if not isinstance(dungeon, Dungeon):
        raise TypeError(f"dungeon: need a Dungeon, got {type(dungeon).__name__}")
    return dungeon
