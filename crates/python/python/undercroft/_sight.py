"""Field of view and shortest paths, on dungeons and on arrays.

Cells are ``(y, x)``, and a footprint is rows and columns: everything is in the order of arrays.
"""

from __future__ import annotations

import operator
from typing import Any, Literal, Union

import numpy as np
import numpy.typing as npt

from . import _engine
from ._check import body, one_of, whole
from ._dungeon import Dungeon
from ._records import Path
from ._threads import thread_count
from .errors import CellError

#: No map is larger; the native module reads cells as 64-bit numbers.
_FAR = 2**62
MapLike = Union[Dungeon, npt.NDArray[np.bool_]]


def prepared(map: MapLike, level: int, opaque: bool = False) -> _engine.Ground:
    """The ground of a level, kept with its dungeon; that of an array is made for each call, since arrays change."""
    if isinstance(map, Dungeon):
        key = (_level(level), opaque)
        ground: _engine.Ground | None = map._kept.get(key)
        if ground is None:
            ground = map._kept[key] = map._it.prepared(*key)
        return ground
    if not isinstance(map, np.ndarray) or map.dtype != np.bool_:
        found = map.dtype if isinstance(map, np.ndarray) else type(map).__name__
        raise TypeError(f"map: need a Dungeon or an array of bool, got {found}")
    if map.ndim != 2:
        raise ValueError(f"map: need [y, x], got {map.ndim} dimensions")
    if _level(level) != 0:
        raise CellError(f"level: an array is level 0, got {level}")
    return _engine.Ground(map)


def fov(
    map: MapLike,
    at: tuple[int, int],
    *,
    kind: Literal["exact", "shadowcast"] = "exact",
    radius: int | None = None,
    footprint: tuple[int, int] = (1, 1),
    level: int = 0,
    blocked_by: Literal["solid", "opaque"] | None = None,
    out: npt.NDArray[np.bool_] | None = None,
) -> npt.NDArray[np.bool_]:
    """The cells that an observer sees. An array is ``[y, x]``, True = solid.

    ``exact`` views hold cells in exact, mutual line of sight; ``shadowcast`` views are for display, with the walls that are
    lit. What blocks is ``solid`` for exact views and ``opaque`` for the others. ``out`` is written to and returned.

    >>> import numpy as np, undercroft as uc
    >>> room = np.ones((4, 5), bool); room[1:3, 1:4] = False
    >>> int(uc.fov(room, (1, 1)).sum())
    6
    """
    shadowcast = one_of("kind", kind, "exact", "shadowcast") == "shadowcast"
    height, width = body(footprint)
    if shadowcast and (height, width) != (1, 1):
        raise ValueError(f"footprint: shadowcast needs (1, 1), got {footprint}")
    opaque = shadowcast if blocked_by is None else one_of("blocked_by", blocked_by, "solid", "opaque") == "opaque"
    ground = prepared(map, level, opaque)
    return ground.fov(_cell("at", at), shadowcast, _radius(radius), height, width, out)


def survey(
    map: MapLike,
    *,
    radius: int | None = None,
    footprint: tuple[int, int] = (1, 1),
    level: int = 0,
    threads: int | None = None,
) -> npt.NDArray[np.uint32]:
    """How many cells are seen from every cell; 0 where the observer has no room.

    >>> import numpy as np, undercroft as uc
    >>> int(uc.survey(np.zeros((3, 3), bool)).max())
    9
    """
    return prepared(map, level).survey(_radius(radius), *body(footprint), thread_count(threads))


def path(
    map: MapLike,
    start: tuple[int, ...],
    goal: tuple[int, ...],
    *,
    footprint: tuple[int, int] = (1, 1),
    level: int = 0,
    open_doors: bool = False,
) -> Path | None:
    """The shortest path at any angle; None where there is none, or an end is solid.

    In a dungeon, ends may be ``(z, y, x)`` with the position of the level, and stairs are used where that is shorter. The
    points have three columns then.

    >>> import numpy as np, undercroft as uc
    >>> uc.path(np.zeros((4, 5), bool), (0, 0), (3, 4)).length
    5.0
    """
    height, width = body(footprint)
    if not isinstance(map, Dungeon):
        if open_doors:
            raise ValueError("open_doors: an array has no doors")
        found = prepared(map, level).path(_cell("start", start), _cell("goal", goal), height, width)
        return None if found is None else Path(*found)
    ends = (_spot(map, "start", start, level), _spot(map, "goal", goal, level))
    found = map._it.travel(ends[0], ends[1], height, width, bool(open_doors))
    if found is None:
        return None
    length, points = found
    is_flat = len(start) == len(goal) == 2 and bool((points[:, 0] == points[0, 0]).all())
    return Path(length, points[:, 1:] if is_flat else points)


class Paths:
    """Shortest paths on one level, prepared for many questions.

    >>> import numpy as np, undercroft as uc
    >>> paths = uc.Paths(np.zeros((4, 5), bool))
    >>> paths.lengths(np.array([[0, 0], [0, 0]]), np.array([[3, 4], [0, 4]])).tolist()
    [5.0, 4.0]
    """

    def __init__(self, map: MapLike, *, footprint: tuple[int, int] = (1, 1), level: int = 0) -> None:
        self._corners = prepared(map, level).corners(*body(footprint))

    def path(self, start: tuple[int, int], goal: tuple[int, int]) -> Path | None:
        """The shortest path, as ``path`` finds it."""
        found = self._corners.path(_cell("start", start), _cell("goal", goal))
        return None if found is None else Path(*found)

    def lengths(
        self, starts: npt.ArrayLike, goals: npt.ArrayLike, *, threads: int | None = None
    ) -> npt.NDArray[np.float64]:
        """The lengths of many paths, cells as ``[n, 2]``; inf where there is none."""
        ends = cells("starts", starts), cells("goals", goals)
        return self._corners.lengths(*ends, thread_count(threads))


def cells(name: str, value: npt.ArrayLike) -> npt.NDArray[np.int32]:
    """Cells as an array of whole numbers with two columns."""
    array = np.asarray(value)
    if array.size == 0:
        return np.empty((0, 2), np.int32)
    if array.ndim == 1 and array.shape == (2,):
        array = array[np.newaxis]
    if array.ndim != 2 or array.shape[1] != 2:
        raise ValueError(f"{name}: need shape (n, 2), got {array.shape}")
    if not np.issubdtype(array.dtype, np.integer):
        raise TypeError(f"{name}: need whole numbers, got {array.dtype}")
    if array.min() < 0 or array.max() >= 2**31:
        raise CellError(f"{name}: cells begin at (0, 0), got {array.min()} to {array.max()}")
    return np.ascontiguousarray(array, np.int32)


def _cell(name: str, value: tuple[int, ...]) -> tuple[int, int]:
    try:
        y, x = value
        cell = operator.index(y), operator.index(x)
    except (TypeError, ValueError):
        raise TypeError(f"{name}: need a cell (y, x), got {value!r}") from None
    if not (-_FAR < cell[0] < _FAR and -_FAR < cell[1] < _FAR):
        raise CellError(f"{name}: cell {cell} is off the map")
    return cell


def _spot(map: Dungeon, name: str, value: tuple[int, ...], level: int) -> tuple[int, int, int]:
    if isinstance(value, (tuple, list, np.ndarray)) and len(value) == 3:
        numbers = map._it.level_numbers
        at = operator.index(value[0])
        if not 0 <= at < len(numbers):
            raise CellError(f"{name}: need a level from 0 to {len(numbers) - 1}, got {at}")
        return (numbers[at], *_cell(name, tuple(value[1:])))
    return (_level(level), *_cell(name, value))


def _level(level: Any) -> int:
    try:
        return whole("level", level, -(2**31), 2**31 - 1)
    except ValueError as error:
        raise CellError(str(error), field="level") from None


def _radius(radius: Any) -> int | None:
    """Beyond the largest map all radii are equal."""
    return None if radius is None else min(whole("radius", radius, 0, 2**63), 65535)
