"""Many bodies that share the ground."""

from __future__ import annotations

import json

import numpy as np
import numpy.typing as npt

from . import _engine
from ._check import as_json, whole
from ._records import CrowdReport
from ._sight import MapLike, cells as _cells, prepared


class Crowd:
    """Actors that walk over one level without ever overlapping.

    ``mode`` is one of square, diagonal, no-diagonal, anti-cross, basic3, basic3-anti-cross and flow, ``n`` the sub-cells along
    the side of a cell, ``offset`` one of none, x, y, xy. More settings: block, early, allow_backward, fallback, replan_after,
    plans_per_tick, distances_per_tick, flow_steps, search_budget.

    >>> import numpy as np, undercroft as uc
    >>> crowd = uc.Crowd(np.zeros((3, 9), bool))
    >>> actors = crowd.spawn([(0, 0), (2, 8)])
    >>> crowd.send(actors, [(0, 8), (2, 0)])
    >>> crowd.step(100).arrived
    2
    """

    def __init__(
        self,
        map: MapLike,
        *,
        mode: str = "flow",
        n: int = 1,
        offset: str = "none",
        seed: int = 0,
        level: int = 0,
        **settings: object,
    ) -> None:
        base = whole("seed", seed, 0, 2**64 - 1)
        chosen = {"distances_per_tick": 2**32 - 1, **settings, "mode": mode, "n": n, "offset": offset, "seed": base}
        self._it = _engine.CrowdEngine(prepared(map, level), as_json(chosen))

    def spawn(self, cells: npt.ArrayLike, *, pace: int = 128) -> npt.NDArray[np.uint32]:
        """New actors on cells ``(y, x)``: all, or none where a cell is taken or solid. Returns their ids."""
        ids = self._it.spawn(_cells("cells", cells), whole("pace", pace, 0, 65535))
        return np.array(ids, np.uint32)

    def send(self, actors: npt.ArrayLike, cells: npt.ArrayLike) -> None:
        """Sends each actor to its own cell, or all of them to the cells round one."""
        ids = [whole("actors", actor, 0, 2**32 - 1) for actor in np.asarray(actors).reshape(-1).tolist()]
        self._it.send(ids, _cells("cells", cells))

    def step(self, ticks: int = 1) -> CrowdReport:
        """So many ticks, or fewer where all have arrived."""
        report = json.loads(self._it.step(whole("ticks", ticks, 0, 2**63)))
        return CrowdReport(
            ticks=report["ticks"],
            settled=report["settled"],
            actors=report["actors"],
            arrived=report["arrived"],
            makespan=report["makespan"],
            sum_of_costs=report["sum_of_costs"],
            crossings=report["crossings"],
            waits=report["waits"],
            stuck=[actor for actor, _ in report["stuck"]],
        )

    @property
    def actors(self) -> npt.NDArray[np.uint32]:
        """The ids of all actors."""
        return np.array(self._it.positions()[0], np.uint32)

    @property
    def positions(self) -> npt.NDArray[np.int32]:
        """Where bodies are, ``[actor, 2]`` as y, x in 1/256 sub-cell, in the order of ``actors``."""
        positions: npt.NDArray[np.int32] = self._it.positions()[1]
        return positions
