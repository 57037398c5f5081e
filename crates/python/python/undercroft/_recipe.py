"""Recipes and seeds."""

from __future__ import annotations

import json
import operator
import os
import pathlib
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Union

from . import _engine
from .errors import RecipeError

Seed = Union[int, str, Mapping[str, int]]


class Recipe:
    """A recipe: immutable, hashable, picklable.

    ``base`` is a preset's name, another recipe, or fields by dotted name; ``set`` changes fields of it.

    >>> from undercroft import Recipe
    >>> recipe = Recipe("small-dungeon", set={"rooms.count": 6})
    >>> recipe["rooms.count"], recipe == Recipe(recipe)
    (6, True)
    """

    __slots__ = ("_it", "_text")
    _it: _engine.Recipe
    _text: str

    def __init__(self, base: RecipeLike | None = None, *, set: Mapping[str, object] = {}) -> None:
        if isinstance(base, Recipe):
            it = base._it
        elif isinstance(base, str):
            it = _engine.Recipe.preset(base)
        elif base is None or isinstance(base, Mapping):
            it = _changed(_engine.Recipe.parse("recipe", ""), base or {})
        else:
            raise TypeError(f"recipe: need a preset's name, a Recipe or fields by name, got {type(base).__name__}")
        self._begin(_changed(it, set))

    def _begin(self, it: _engine.Recipe) -> None:
        object.__setattr__(self, "_it", it)
        # Names of files that are not attached yet are found when the recipe is used.
        object.__setattr__(self, "_text", "" if it.unattached() else it.state())

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Recipe cannot be changed; make another with Recipe(recipe, set={...})")

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Recipe:
        """Reads a recipe in TOML or JSON, with the files that it names.

        >>> import tempfile, os
        >>> from undercroft import Recipe
        >>> path = os.path.join(tempfile.mkdtemp(), "mine.toml")
        >>> _ = open(path, "w").write(Recipe("crypt").to_toml())
        >>> Recipe.read(path) == Recipe("crypt")
        True
        """
        path = pathlib.Path(path)
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise RecipeError(f"{path}: the text is not UTF-8 ({error.reason})", source=str(path)) from None
        it = _engine.Recipe.parse(str(path), text)
        for key, name in it.unattached():
            it = it.attach(key, name, (path.parent / name).read_bytes())
        return cls._of(it)

    @classmethod
    def _of(cls, it: _engine.Recipe) -> Recipe:
        recipe = cls.__new__(cls)
        recipe._begin(it)
        return recipe

    def _state(self) -> dict[str, Any]:
        state: dict[str, Any] = json.loads(self._text or self._it.state())
        return state

    def to_dict(self) -> dict[str, object]:
        """All fields by dotted name.

        >>> from undercroft import Recipe
        >>> Recipe("crypt").to_dict()["category"]
        'crypt'
        """
        recipe: dict[str, object] = self._state()["recipe"]
        return recipe

    def to_toml(self) -> str:
        """The recipe as TOML. Files that it names are not part of the text.

        >>> from undercroft import Recipe
        >>> "rooms.count = 6" in Recipe("small-dungeon", set={"rooms.count": 6}).to_toml()
        True
        """
        lines = (f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in self.to_dict().items())
        return "\n".join(lines) + "\n"

    def __getitem__(self, key: str) -> object:
        return self.to_dict()[key]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Recipe) and (self._text or self._it.state()) == (other._text or other._it.state())

    def __hash__(self) -> int:
        return hash(self._text or self._it.state())

    def __repr__(self) -> str:
        fields = self.to_dict()
        return f"Recipe(method={fields.get('method')!r}, category={fields.get('category')!r}, {len(fields)} fields)"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self._text or self._it.state(),)


RecipeLike = Union[str, Recipe, Mapping[str, object]]


def _restored(state: str) -> Recipe:
    return Recipe._of(_engine.Recipe.from_state(state))


def _changed(it: _engine.Recipe, fields: Mapping[str, object]) -> _engine.Recipe:
    if not isinstance(fields, Mapping):
        raise TypeError(f"set: need fields by name, got {type(fields).__name__}")
    for key, value in fields.items():
        if not isinstance(key, str):
            raise TypeError(f"set: need names of fields, got {key!r}")
        try:
            text = json.dumps(value, default=_plain, allow_nan=False)
        except ValueError:
            raise RecipeError(f"{key}: need a finite number, got {value!r}", field=key, value=repr(value)) from None
        except TypeError:
            message = f"{key}: need a number, a text, true or false, or a list, got {type(value).__name__}"
            raise RecipeError(message, field=key, value=repr(value)) from None
        it = it.set(key, text)
    return it


def _plain(value: Any) -> Any:
    """Numbers and arrays of numpy as plain ones."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError


def with_inputs(recipe: RecipeLike, inputs: Mapping[str, Sequence[str | os.PathLike[str]]]) -> Recipe:
    """The recipe with files: a path, or text of more than one line."""
    made = recipe if isinstance(recipe, Recipe) else Recipe(recipe)
    it = made._it
    if not isinstance(inputs, Mapping):
        raise TypeError(f"inputs: need files by field, got {type(inputs).__name__}")
    for key, files in inputs.items():
        if isinstance(files, (str, bytes)):
            raise TypeError(f"inputs: {key}: need a list of paths or texts, got {type(files).__name__}")
        for number, file in enumerate(files):
            if isinstance(file, str) and "\n" in file:
                it = it.attach(key, f"text-{number}", file.encode())
            elif not isinstance(file, (str, os.PathLike)):
                raise TypeError(f"inputs: {key}: need a path or a text, got {type(file).__name__}")
            else:
                path = pathlib.Path(file)
                it = it.attach(key, str(path), path.read_bytes())
    if missing := it.unattached():
        key, name = missing[0]
        raise RecipeError(f"{key}: {name!r} is named, but the file was not given in inputs", field=key, value=name)
    return made if it is made._it else Recipe._of(it)


def seed_text(seed: Seed | None) -> str:
    """The seed as the engine reads it."""
    if seed is None:
        return str(secrets.randbits(32))
    if isinstance(seed, str):
        return seed
    if isinstance(seed, Mapping):
        stages = dict(seed)
        if "base" not in stages:
            raise RecipeError("seed: need a number for base", field="seed", value=repr(seed))
        base = seed_number(stages.pop("base"))
        for stage in stages:
            if not isinstance(stage, str):
                raise TypeError(f"seed: need names of stages, got {stage!r}")
        return " ".join([str(base), *(f"{stage}={seed_number(number)}" for stage, number in stages.items())])
    return str(seed_number(seed))


def seed_number(seed: object) -> int:
    if isinstance(seed, bool):
        raise TypeError("seed: need a whole number, got bool")
    try:
        number = operator.index(seed)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"seed: need a whole number, got {type(seed).__name__}") from None
    if not 0 <= number < 2**64:
        raise RecipeError(f"seed: need 0 <= n < 2**64, got {number}", field="seed", value=str(number))
    return number
