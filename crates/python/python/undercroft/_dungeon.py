"""Dungeons as Python sees them."""

from __future__ import annotations

import base64
import json
import urllib.parse
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _engine
from . import _records as records
from ._recipe import Recipe
from .errors import UndercroftError

#: Larger drawings slow notebooks down.
_MAX_SVG_CELLS = 2**20
_MAX_SVG_BYTES = 500_000
#: The picture of a large level. [Unit: pixels, pixels a cell]
_PICTURE_SIDE = 1200
_MOST_PIXELS = 8


class Dungeon:
    """A dungeon: immutable, compared and pickled as its JSON.

    >>> import undercroft as uc
    >>> dungeon = uc.generate("dungeon", seed=2)
    >>> dungeon
    Dungeon('The Whispering Gaol', preset='dungeon', seed=2, levels=4, rooms=28)
    >>> dungeon.tiles.shape, dungeon.tiles is dungeon.tiles, dungeon.tiles.flags.writeable
    ((4, 53, 52), True, False)
    """

    __slots__ = ("_it", "_kept", "__weakref__")
    _it: _engine.Dungeon
    _kept: dict[Any, Any]

    def __init__(self) -> None:
        raise TypeError("make a Dungeon with generate, read, Dungeon.from_json or Dungeon.from_tiles")

    @classmethod
    def _of(cls, it: _engine.Dungeon) -> Dungeon:
        dungeon = cls.__new__(cls)
        dungeon._it, dungeon._kept = it, {}
        return dungeon

    @classmethod
    def from_json(cls, text: str) -> Dungeon:
        """Reads dungeon JSON.

        >>> import undercroft as uc
        >>> crypt = uc.generate("crypt", seed=7)
        >>> uc.Dungeon.from_json(crypt.to_json()) == crypt
        True
        """
        return cls._of(_engine.Dungeon.from_json(text))

    @classmethod
    def from_tiles(cls, tiles: npt.NDArray[np.uint8]) -> Dungeon:
        """The dungeon that tile codes show, ``[level, y, x]`` or ``[y, x]``; the first level has number 0. Rooms and doors are
        found again from the tiles; links, contents and names are not in them.

        >>> import numpy as np, undercroft as uc
        >>> uc.Dungeon.from_tiles(np.array([[1, 1, 1], [1, 2, 1], [1, 1, 1]], np.uint8)).to_text()
        '###\\n#.#\\n###\\n'
        """
        array = np.asarray(tiles)
        if array.dtype != np.uint8:
            raise TypeError(f"tiles: need an array of uint8, got {array.dtype}")
        if array.ndim == 2:
            array = array[np.newaxis]
        if array.ndim != 3:
            raise UndercroftError(f"tiles: need [level, y, x], got {array.ndim} dimensions", field="tiles")
        return cls._of(_engine.dungeon_from_tiles(array, [-z for z in range(array.shape[0])]))

    def to_json(self) -> str:
        """Dungeon JSON, the same bytes as ``undercroft generate -f json``."""
        return self._it.to_json()

    def to_text(self) -> str:
        """Dungeon text: a character a cell."""
        return self._it.to_text()

    @property
    def tiles(self) -> npt.NDArray[np.uint8]:
        """Tile codes ``[level, y, x]``, levels as in ``levels``, padded with rock; read-only. See ``Tile``."""
        return self._it.tiles

    @property
    def ground(self) -> npt.NDArray[np.uint8] | None:
        """Ground codes of the same shape; None where all is bare."""
        return self._it.ground

    @property
    def solid(self) -> npt.NDArray[np.bool_]:
        """The cells that no one can walk through as things stand, ``[level, y, x]``; read-only."""
        return self._it.solid

    @property
    def opaque(self) -> npt.NDArray[np.bool_]:
        """The cells that no one can see through as things stand, ``[level, y, x]``; read-only."""
        return self._it.opaque

    @property
    def name(self) -> str:
        """A name for people."""
        return self._it.name

    @property
    def seed(self) -> str:
        """The seed, as ``7`` or ``7 route=9``; empty where the dungeon was not generated."""
        return self._it.seed

    @property
    def epoch(self) -> int:
        """The version of the generator's results: same recipe, seed and epoch, same bytes."""
        return self._it.epoch

    @property
    def recipe(self) -> Recipe:
        """The recipe that it was made from."""
        if "recipe" not in self._kept:
            self._kept["recipe"] = Recipe._of(self._it.recipe)
        recipe: Recipe = self._kept["recipe"]
        return recipe

    def _document(self) -> dict[str, Any]:
        if "document" not in self._kept:
            self._kept["document"] = json.loads(self.to_json())
        document: dict[str, Any] = self._kept["document"]
        return document

    def _list(self, name: str, make: Any) -> list[Any]:
        if name not in self._kept:
            self._kept[name] = [make(value) for value in self._document().get(name, [])]
        return list(self._kept[name])

    @property
    def levels(self) -> list[records.Level]:
        """The floors, highest first."""
        return self._list("levels", records.level_from)

    @property
    def rooms(self) -> list[records.Room]:
        """The rooms, by id."""
        return self._list("rooms", records.room_from)

    @property
    def doors(self) -> list[records.Door]:
        """The doors, by id."""
        return self._list("doors", records.door_from)

    @property
    def links(self) -> list[records.Link]:
        """The edges of the room graph, by id."""
        return self._list("links", records.link_from)

    @property
    def features(self) -> list[records.Feature]:
        """Furniture and other objects, by id."""
        return self._list("features", records.feature_from)

    @property
    def spawns(self) -> list[records.Spawn]:
        """Where inhabitants, visitors, loot and traps begin, by id."""
        return self._list("spawns", records.spawn_from)

    @property
    def windows(self) -> list[records.Window]:
        """The windows, by id."""
        return self._list("windows", records.window_from)

    @property
    def groups(self) -> list[records.Group]:
        """Inhabitants that belong together, by id."""
        return self._list("groups", records.group_from)

    @property
    def story(self) -> records.Story | None:
        """Why people go in."""
        story = self._document().get("story")
        return records.Story(story.get("hook", ""), list(story.get("rumours", []))) if story else None

    @property
    def entrance(self) -> records.Place | None:
        """Where the visitor comes in: the entrance's room and door, and the first cell of the door."""
        entrance = self._document().get("entrance")
        if entrance is None:
            return None
        door = self.doors[entrance["door"]]
        return records.Place(entrance["room"], door.id, door.z, door.cells[0])

    @property
    def goal(self) -> int | None:
        """The room where the visitor wants to get."""
        goal: int | None = self._document().get("goal")
        return goal

    def share(self) -> str:
        """The link that makes it again, as the address bar of the studio holds it.

        A dungeon with pins has a longer one that begins with ``w1.``. The studio opens both kinds, and the Rust library reads
        ``w1.`` links (``undercroft::share``). The command line and this package read neither; give them JSON.

        >>> import undercroft as uc
        >>> uc.generate("crypt", seed=7, set={"rooms.count": 9}).share()
        'preset=crypt&seed=7&rooms.count=9'
        """
        if self._it.edited or not self.seed:
            raise UndercroftError("share: only a dungeon as it was generated has a link; save its JSON instead")
        if not self._it.has_pins:
            return _link(self.recipe, self.seed)
        link = self._it.pinned_link(json.dumps(_roll(self.recipe, self.seed)))
        if link is None:
            raise UndercroftError("share: recipe, seed and pins make another dungeon; save its JSON instead")
        return link

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dungeon) and (self._it is other._it or self.to_json() == other.to_json())

    def __hash__(self) -> int:
        return hash((self.name, self.seed, self.tiles.shape))

    def __repr__(self) -> str:
        levels, rooms, _ = self._it.counts
        preset = self._it.preset
        made = f", preset={preset!r}" if preset else ""
        seed = f", seed={self.seed if self.seed.isdigit() else repr(self.seed)}" if self.seed else ""
        return f"Dungeon({self.name!r}{made}{seed}, levels={levels}, rooms={rooms})"

    def _repr_svg_(self) -> str:
        """The drawing in a notebook; of a large dungeon the pixels of its first level, and a sentence."""
        levels, _, cells = self._it.counts
        if cells <= _MAX_SVG_CELLS:
            drawing = self._it.export("svg", "{}", "dungeon")[0][0][1].decode()
            if len(drawing) <= _MAX_SVG_BYTES:
                return drawing
        level = self.levels[0]
        pixels = max(_PICTURE_SIDE // max(level.width, level.height), 1)
        options = {"level": level.z, "plain": True, "map_only": True, "no_grid": True, "px": min(pixels, _MOST_PIXELS)}
        content = self._it.export("png", json.dumps(options), "dungeon")[0][0][1]
        others = "" if levels == 1 else f", and this is level {level.z} of {levels}"
        return _framed(content, f"{cells} cells are drawn plainly{others}; undercroft.render draws everything.")

    def __reduce__(self) -> tuple[Any, ...]:
        return Dungeon.from_json, (self.to_json(),)

    def __copy__(self) -> Dungeon:
        return self

    def __deepcopy__(self, memo: object) -> Dungeon:
        return self


def _framed(content: bytes, sentence: str) -> str:
    """A PNG over a sentence, as SVG."""
    width, height = (int.from_bytes(content[at : at + 4], "big") for at in (16, 20))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{max(width, 640)}" height="{height + 24}">'
        f'<image width="{width}" height="{height}" href="data:image/png;base64,{base64.b64encode(content).decode()}"/>'
        f'<text x="4" y="{height + 17}" font-family="sans-serif" font-size="13">{sentence}</text></svg>\n'
    )


def _link(recipe: Recipe, seed: str) -> str:
    roll = _roll(recipe, seed)
    parts = [("preset", roll["preset"]), ("seed", roll["seed"])]
    parts += [(f"seed.{stage}", number) for stage, number in roll["stages"].items()]
    parts += [(key, _word(value)) for key, value in roll["set"].items()]
    parts += [(f"file.{file['key']}.{file['name']}", file["text"]) for file in roll["inputs"]]
    return "&".join(f"{_escaped(key)}={_escaped(value)}" for key, value in parts)


def _roll(recipe: Recipe, seed: str) -> dict[str, Any]:
    """The roll of a recipe as a journal holds it: the preset with the fewest changes, and these."""
    state = recipe._state()
    fields: dict[str, Any] = state["recipe"]
    best: tuple[str, dict[str, Any]] | None = None
    for name, _ in _engine.presets():
        base = Recipe(name).to_dict()
        changed = {key: value for key, value in fields.items() if base.get(key, _MISSING) != value}
        if base.get("method") == fields.get("method") and (best is None or len(changed) < len(best[1])):
            best = (name, changed)
    if best is None:
        raise UndercroftError("share: the method of the recipe has no preset; save the recipe instead")
    stem, *stages = seed.split()
    numbers = {stage: number for stage, _, number in (word.partition("=") for word in stages)}
    return {"preset": best[0], "seed": stem, "stages": numbers, "set": best[1], "inputs": state["inputs"]}


_MISSING = object()


def _word(value: Any) -> str:
    if isinstance(value, str):
        try:
            json.loads(value)
        except ValueError:
            return value
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _escaped(text: str) -> str:
    return urllib.parse.quote(text, safe="")
