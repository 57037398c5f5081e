"""Arguments that are checked: exceptions name the argument, its limits and its value."""

from __future__ import annotations

import json
import operator
from collections.abc import Mapping
from typing import Any


def whole(name: str, value: Any, least: int, most: int) -> int:
    """A whole number within its limits."""
    if isinstance(value, bool):
        raise TypeError(f"{name}: need a whole number, got bool")
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name}: need a whole number, got {type(value).__name__}") from None
    if not least <= number <= most:
        raise ValueError(f"{name}: need {least} to {most}, got {number}")
    return number


def body(footprint: Any) -> tuple[int, int]:
    """Rows and columns of a body."""
    if footprint == (1, 1):
        return 1, 1
    if not isinstance(footprint, (tuple, list)) or len(footprint) != 2:
        raise TypeError(f"footprint: need (rows, columns), got {footprint!r}")
    return whole("footprint", footprint[0], 1, 2), whole("footprint", footprint[1], 1, 2)


def as_json(options: Mapping[str, object]) -> str:
    """Options as JSON, which has no NaN and no infinity."""
    parts = []
    for name, value in options.items():
        try:
            parts.append(f"{json.dumps(name)}: {json.dumps(value, allow_nan=False)}")
        except TypeError:
            raise TypeError(f"{name}: need a number, a text, true or false, or a list, got {type(value).__name__}") from None
        except ValueError:
            raise ValueError(f"{name}: need a finite number, got {value!r}") from None
    return "{" + ", ".join(parts) + "}"


def one_of(name: str, value: Any, *words: str) -> str:
    """One of some words."""
    if not isinstance(value, str) or value not in words:
        raise ValueError(f"{name}: need {' or '.join(map(repr, words))}, got {value!r}")
    return value
