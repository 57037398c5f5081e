"""What can go wrong. Every exception has a message that names field, value, limit and position."""

from __future__ import annotations

import builtins
import json
from typing import Any

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

    def __reduce__(self) -> tuple[Any, ...]:
        fields = dict(
            field=self.field, value=self.value, source=self.source, line=self.line, column=self.column, **self._more
        )
        return _rebuild, (type(self), self.message, fields)


def _rebuild(kind: type[UndercroftError], message: str, fields: dict[str, Any]) -> UndercroftError:
    return kind(message, **fields)


class RecipeError(UndercroftError, ValueError):
    """A recipe, a preset's name or a seed cannot be used."""


class ReadError(UndercroftError, ValueError):
    """Bytes are no map; ``line`` and ``column`` say where."""


class CellError(UndercroftError, IndexError):
    """A cell or a level is off the map."""


class UnmetError(UndercroftError):
    """The recipe cannot be met with this seed. ``stage`` is where it failed; ``conflict`` lists contradicting wants."""

    @property
    def stage(self) -> str | None:
        stage = self._more.get("stage")
        return None if stage is None else str(stage)

    @property
    def conflict(self) -> list[str]:
        return list(self._more.get("conflict", ()))


class BudgetError(UndercroftError):
    """The search ended at the recipe's budget."""


class DatasetError(UndercroftError):
    """A data set cannot be made or read."""


class FlawError(UndercroftError):
    """The judge found a flaw in a dungeon that was just generated: a bug. ``report`` is the whole report."""

    @property
    def report(self) -> dict[str, Any]:
        report: dict[str, Any] = json.loads(self._more.get("report", "{}"))
        return report


class InternalError(UndercroftError):
    """The native module failed at a place that the message names: a bug."""


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
