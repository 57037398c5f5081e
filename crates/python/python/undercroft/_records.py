"""Plain values: what a dungeon holds, and what functions return.

Cells are ``(y, x)``, rows first, as arrays are indexed. ``z`` is the number of a level.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

Cell = tuple[int, int]


class Tile(enum.IntEnum):
    """The codes of tiles, as in ``Dungeon.tiles`` and in data sets.

    >>> from undercroft import Tile
    >>> Tile.FLOOR, Tile.FLOOR.glyph
    (<Tile.FLOOR: 2>, '.')
    """

    ROCK = 0
    WALL = 1
    FLOOR = 2
    CORRIDOR = 3
    CLOSED_DOOR = 4
    OPEN_DOOR = 5
    ARCHWAY = 6
    LOCKED = 7
    PORTCULLIS = 8
    BARRED = 9
    SECRET_DOOR = 10
    STAIRS_UP = 11
    STAIRS_DOWN = 12
    DOORWAY = 13
    WINDOW = 14

    #: The characters of dungeon text, by code.
    GLYPHS = enum.nonmember(" #.,+'\"LHBS<>_W")

    @property
    def glyph(self) -> str:
        """The character of dungeon text."""
        return str(Tile.GLYPHS)[self]


@dataclass(frozen=True, slots=True)
class Preset:
    """A recipe that comes with the package.

    >>> import undercroft as uc
    >>> "crypt" in [preset.name for preset in uc.presets()]
    True
    """

    name: str
    summary: str


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a recipe.

    >>> import undercroft as uc
    >>> next(field.unit for field in uc.fields() if field.key == "rooms.min")
    'cells'
    """

    key: str
    default: object
    limits: str
    unit: str
    label: str
    group: str
    methods: list[str]
    doc: str


@dataclass(frozen=True, slots=True)
class Format:
    """A file format, with the options that ``render`` and ``write`` take for it.

    >>> import undercroft as uc
    >>> svg = next(format for format in uc.formats() if format.name == "svg")
    >>> svg.extensions, svg.is_text, "theme" in svg.options
    (['svg'], True, True)
    """

    name: str
    title: str
    extensions: list[str]
    reads: bool
    writes: bool
    is_text: bool
    options: list[str]


@dataclass(frozen=True, slots=True)
class Level:
    """A floor.

    >>> import undercroft as uc
    >>> [level.z for level in uc.generate("dungeon", seed=2).levels]
    [0, -1, -2, -3]
    """

    z: int
    name: str
    width: int
    height: int
    surround: str


@dataclass(frozen=True, slots=True)
class Room:
    """A room. ``floor`` holds runs ``(y, x, length)``.

    >>> import undercroft as uc
    >>> room = uc.generate("crypt", seed=7).rooms[0]
    >>> len(room.cells) == sum(length for _, _, length in room.floor)
    True
    """

    id: int
    number: int | None
    name: str
    z: int
    shape: str
    purpose: str | None
    roles: list[str]
    depth: int
    difficulty: float
    floor: list[tuple[int, int, int]]
    notes: list[str]

    @property
    def cells(self) -> list[Cell]:
        """Every floor cell."""
        return [(y, x + i) for y, x, length in self.floor for i in range(length)]


@dataclass(frozen=True, slots=True)
class Door:
    """A door of one to four cells.

    >>> import undercroft as uc
    >>> {door.state for door in uc.generate("dungeon", seed=2).doors} <= {"open", "closed", "locked"}
    True
    """

    id: int
    z: int
    cells: list[Cell]
    normal: str
    kind: str
    state: str
    secret: bool
    room: int | None


@dataclass(frozen=True, slots=True)
class Link:
    """An edge of the room graph.

    >>> import undercroft as uc
    >>> crypt = uc.generate("crypt", seed=7)
    >>> all(0 <= room < len(crypt.rooms) for link in crypt.links for room in link.rooms)
    True
    """

    id: int
    rooms: tuple[int, int]
    kind: str
    doors: list[int]
    path: list[Cell]


@dataclass(frozen=True, slots=True)
class Feature:
    """Furniture or another object. ``size`` is rows and columns.

    >>> import undercroft as uc
    >>> any(feature.kind == "sarcophagus" for feature in uc.generate("crypt", seed=7).features)
    True
    """

    id: int
    kind: str
    z: int
    cell: Cell
    size: Cell
    turn: int
    room: int | None
    blocks: bool
    opaque: bool
    secret: bool
    mount: str


@dataclass(frozen=True, slots=True)
class Spawn:
    """Where an inhabitant, a visitor, loot or a trap begins.

    >>> import undercroft as uc
    >>> crypt = uc.generate("crypt", seed=7)
    >>> all(spawn.cell in crypt.rooms[spawn.room].cells for spawn in crypt.spawns)
    True
    """

    id: int
    kind: str
    z: int
    cell: Cell
    room: int
    group: int | None
    difficulty: float
    name: str | None


@dataclass(frozen=True, slots=True)
class Window:
    """A window in a wall.

    >>> import undercroft as uc
    >>> cottage = uc.generate("cottage", seed=1)
    >>> {int(cottage.tiles[0][window.cell]) for window in cottage.windows if window.z == cottage.levels[0].z} <= {uc.Tile.WINDOW}
    True
    """

    id: int
    z: int
    cell: Cell
    normal: str


@dataclass(frozen=True, slots=True)
class Group:
    """Inhabitants that belong together.

    >>> import undercroft as uc
    >>> all(group.home in group.rooms for group in uc.generate("dungeon", seed=2).groups)
    True
    """

    id: int
    one: str
    many: str
    count: int
    mood: str
    home: int
    rooms: list[int]
    table: str


@dataclass(frozen=True, slots=True)
class Story:
    """Why people go in, and what they say about it.

    >>> import undercroft as uc
    >>> len(uc.generate("crypt", seed=7).story.rumours) > 0
    True
    """

    hook: str
    rumours: list[str]


@dataclass(frozen=True, slots=True)
class Place:
    """Where the visitor comes in.

    >>> import undercroft as uc
    >>> crypt = uc.generate("crypt", seed=7)
    >>> crypt.entrance.cell in crypt.doors[crypt.entrance.door].cells
    True
    """

    room: int
    door: int
    z: int
    cell: Cell


@dataclass(frozen=True, slots=True)
class Flaw:
    """Something that is wrong with a dungeon.

    >>> import undercroft as uc
    >>> uc.verify(uc.Dungeon.from_json(uc.generate("crypt", seed=7).to_json())).flaws
    []
    """

    code: str
    message: str
    level: int | None = None
    cells: list[Cell] = field(default_factory=list)
    rooms: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Report:
    """What the judge found.

    >>> import undercroft as uc
    >>> uc.verify(uc.generate("crypt", seed=7)).ok
    True
    """

    flaws: list[Flaw]
    skipped: list[tuple[str, str]]
    facts: dict[str, int | float | None]

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.flaws


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """A walk from the entrance: ``cells`` are z, y, x, where z is the position in ``levels``. ``keys`` are the links whose
    locks it opens. ``steps`` is None where there is no walk; ``optimal`` is False where the search ended at its budget.

    >>> import undercroft as uc
    >>> walk = uc.solve(uc.generate("dungeon", seed=2))
    >>> walk.steps == len(walk.cells) - 1
    True
    """

    steps: int | None
    cells: npt.NDArray[np.int32]
    keys: list[int]
    optimal: bool


@dataclass(frozen=True, slots=True, eq=False)
class Path:
    """A shortest path: its length in cells, its turns as y, x, or z, y, x where it changes the level.

    >>> import undercroft as uc
    >>> import numpy as np
    >>> uc.path(np.zeros((4, 5), bool), (0, 0), (3, 4)).points.tolist()
    [[0, 0], [3, 4]]
    """

    length: float
    points: npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class CrowdReport:
    """What became of a crowd so far.

    >>> import undercroft as uc
    >>> import numpy as np
    >>> crowd = uc.Crowd(np.zeros((3, 3), bool))
    >>> crowd.send(crowd.spawn([(0, 0)]), [(2, 2)])
    >>> crowd.step(1).settled, crowd.step(100).settled
    (False, True)
    """

    ticks: int
    settled: bool
    actors: int
    arrived: int
    makespan: int
    sum_of_costs: int
    crossings: int
    waits: dict[str, int]
    stuck: list[int]


def report_from(value: dict[str, Any]) -> Report:
    flaws = [
        Flaw(
            code=flaw["code"],
            message=flaw["sentence"],
            level=flaw.get("z"),
            cells=[swapped(cell) for cell in flaw.get("cells", [])],
            rooms=list(flaw.get("rooms", [])),
        )
        for flaw in value["flaws"]
    ]
    skipped = [(skip["check"], skip["reason"]) for skip in value["skipped"]]
    return Report(flaws=flaws, skipped=skipped, facts=value["facts"])


def swapped(cell: list[int]) -> Cell:
    return (cell[1], cell[0])


def level_from(value: dict[str, Any]) -> Level:
    return Level(value["z"], value.get("name", ""), value["width"], value["height"], value.get("surround", "rock"))


def room_from(value: dict[str, Any]) -> Room:
    return Room(
        id=value["id"],
        number=value.get("number"),
        name=value.get("name", ""),
        z=value["z"],
        shape=value.get("shape", "free"),
        purpose=value.get("purpose"),
        roles=list(value.get("roles", [])),
        depth=value["depth"],
        difficulty=value["difficulty"],
        floor=[(y, x, length) for x, y, length in value["floor"]],
        notes=[note["plain"] for note in value.get("notes", [])],
    )


def door_from(value: dict[str, Any]) -> Door:
    return Door(
        id=value["id"],
        z=value["z"],
        cells=[swapped(cell) for cell in value["cells"]],
        normal=value["normal"],
        kind=value["kind"],
        state=value["state"],
        secret=value.get("secret", False),
        room=value.get("room"),
    )


def link_from(value: dict[str, Any]) -> Link:
    kind, data = next(iter(value["kind"].items()))
    doors = data.get("doors", [data["door"]] if "door" in data else [])
    path = data.get("path", data.get("runs", [[]])[0])
    return Link(value["id"], tuple(value["rooms"]), kind, list(doors), [swapped(cell) for cell in path])


def feature_from(value: dict[str, Any]) -> Feature:
    return Feature(
        id=value["id"],
        kind=value["kind"],
        z=value["z"],
        cell=swapped(value["cell"]),
        size=swapped(value["size"]),
        turn=value["turn"],
        room=value.get("room"),
        blocks=value["blocks"],
        opaque=value["opaque"],
        secret=value["secret"],
        mount=value["mount"],
    )


def spawn_from(value: dict[str, Any]) -> Spawn:
    return Spawn(
        id=value["id"],
        kind=value["kind"],
        z=value["z"],
        cell=swapped(value["cell"]),
        room=value["room"],
        group=value.get("group"),
        difficulty=value["difficulty"],
        name=value.get("name"),
    )


def window_from(value: dict[str, Any]) -> Window:
    return Window(value["id"], value["z"], swapped(value["cell"]), value["normal"])


def group_from(value: dict[str, Any]) -> Group:
    return Group(**value)
