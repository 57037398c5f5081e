"""What can go wrong. Every exception has a message that names field, value, limit and position."""

from __future__ import annotations

import builtins
import json
from typing import Any

from ._records import Report, report_from

# The native module raises these by name.
ValueError = builtins.ValueError
TypeError = builtins.TypeError
KeyboardInterrupt = builtins.KeyboardInterrupt


class UndercroftError(Exception):
    """The base of all exceptions of this package.

    >>> import undercroft as uc
    >>> try:
    ...     uc.generate("small-dungeon", seed=7, set={"rooms.mim": 3})
    ... except uc.UndercroftError as error:
    ...     print(error.field, "|", error.message)
    rooms.mim | rooms.mim: unknown field; did you mean rooms.min?
    """

    message: str
    field: str | None
    value: str | None
    source: str | None
    line: int | None
    column: int | None

    def __init__(
        self,
        message: str = "",
        *,
        field: str | None = None,
        value: str | None = None,
        source: str | None = None,
        line: int | None = None,
        column: int | None = None,
        **more: Any,
    ) -> None:
        super().__init__(message)
        self.message, self.field, self.value = message, field, value
        self.source, self.line, self.column = source, line, column
        self._more = more

    def _fields(self) -> dict[str, Any]:
        known = {name: getattr(self, name) for name in ("field", "value", "source", "line", "column")}
        return {**known, **self._more}

    def _at(self, place: str) -> UndercroftError:
        """The same exception with the place in front of its message."""
        return _rebuild(type(self), f"{place}: {self.message}", self._fields())

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self.message, self._fields())


def _rebuild(kind: type[UndercroftError], message: str, fields: dict[str, Any]) -> UndercroftError:
    return kind(message, **fields)


class RecipeError(UndercroftError, ValueError):
    """A recipe, a preset's name or a seed cannot be used.

    >>> import undercroft as uc
    >>> uc.generate("small-dungeon", set={"rooms.count": 1})
    Traceback (most recent call last):
    undercroft.RecipeError: rooms.count: need 2 to 200000, got 1 (set)
    """


class ReadError(UndercroftError, ValueError):
    """Bytes are no map; ``line`` and ``column`` say where.

    >>> import undercroft as uc
    >>> uc.read("####\\n#.q#\\n####\\n", name="hall.txt")
    Traceback (most recent call last):
    undercroft.ReadError: hall.txt:2:3: unknown character 'q'; dungeon text is written with # . , + ' " _ L H B S W < > and spaces
    """


class CellError(UndercroftError, IndexError):
    """A cell or a level is off the map; ``field`` is the argument, with which the message begins.

    >>> import undercroft as uc
    >>> import numpy as np
    >>> uc.fov(np.zeros((3, 4), bool), (3, 0))
    Traceback (most recent call last):
    undercroft.CellError: at: cell (3, 0) is off the map of 3 rows and 4 columns
    """

    def __init__(self, message: str = "", *, field: str | None = None, **more: Any) -> None:
        argument = message.partition(": ")[0]
        super().__init__(message, field=field or (argument if argument.isidentifier() else None), **more)


class UnmetError(UndercroftError):
    """The recipe cannot be met with this seed. ``stage`` is where it failed; ``conflict`` lists contradicting wants.

    >>> import undercroft as uc
    >>> try:
    ...     uc.generate("small-dungeon", seed=1, set={"width": 16, "height": 16, "rooms.min": 12, "rooms.max": 12})
    ... except uc.UnmetError as error:
    ...     print(error.stage)
    place
    """

    @property
    def stage(self) -> str | None:
        stage = self._more.get("stage")
        return None if stage is None else str(stage)

    @property
    def conflict(self) -> list[str]:
        return list(self._more.get("conflict", ()))


class BudgetError(UndercroftError):
    """The search ended at the recipe's budget.

    >>> import undercroft as uc
    >>> try:
    ...     uc.generate("large-dungeon", seed=1, set={"budget": 1000})
    ... except uc.BudgetError as error:
    ...     print(error.field)
    budget
    """


class DatasetError(UndercroftError):
    """A data set cannot be made or read.

    >>> import undercroft as uc
    >>> uc.dataset("crypt", range(10), split={"test": 0.7, "val": 0.4})
    Traceback (most recent call last):
    undercroft.DatasetError: split: fractions sum to 1.1, need at most 1
    """


class FlawError(UndercroftError):
    """The judge found a flaw in a dungeon that was just generated: a bug. ``report`` is the whole ``Report``.

    >>> import undercroft as uc
    >>> issubclass(uc.FlawError, uc.UndercroftError)
    True
    """

    @property
    def report(self) -> Report:
        return report_from(json.loads(self._more["report"]))


class InternalError(UndercroftError):
    """The native module failed at a place that the message names: a bug.

    >>> import undercroft as uc
    >>> issubclass(uc.InternalError, uc.UndercroftError)
    True
    """


for _kind in (
    UndercroftError,
    RecipeError,
    ReadError,
    CellError,
    UnmetError,
    BudgetError,
    DatasetError,
    FlawError,
    InternalError,
):
    # As people import them.
    _kind.__module__ = "undercroft"
