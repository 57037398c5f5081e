#!/usr/bin/env python3
"""A second judge of Undercroft's dungeons.

    python3 judge.py FILE…          a verdict per file, then one line per flaw: CODE subject: sentence
    python3 judge.py --json FILE…   one JSON object per file

It reads dungeon JSON, versions 1 and 2, and shares no code with Undercroft: it follows docs/dungeon-json.md. What
follows from something else (tiles, depths, numbers, plain texts) it computes again and compares. It needs Python 3.9
and nothing else. Exit codes: 0 every file is sound, 1 a file has flaws, 2 a file cannot be read or judged.

From top to bottom: the document (what can be read), cells, the dungeon (what it means), the map (who claims each cell),
ground, rooms, links, the room graph, walks from the entrance, numbers, contents, the record, the command.
A cell is a pair (x, y); x grows east, y south. A place is a pair of a level's height and a cell.
"""

import argparse
import json
import re
import sys
from collections import Counter, defaultdict, deque
from itertools import combinations
from types import SimpleNamespace

LAST_EPOCH = 4
MAX_BYTES = 1 << 24             # of a file
MAX_CELLS = 1 << 22             # of all levels, and of all floors; Undercroft itself reads more
MAX_STEPS = 100_000_000         # of all searches on a file together
MAX_SIDE = 16384
EDITED_WARNING = "It was changed by hand: recipe and seed give the dungeon from before."
WHITE_SPACE = "\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
NORTH, EAST, SOUTH, WEST = NEIGHBORS4 = ((0, -1), (1, 0), (0, 1), (-1, 0))
NEIGHBORS8 = tuple((dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dx, dy) != (0, 0))
SIDES = dict(zip(("north", "east", "south", "west"), NEIGHBORS4))


class Unreadable(Exception):
    """The file is no dungeon that can be judged; the text is a clause."""


# ---------------------------------------------------------------------------------------------------------------------
# The document: what can be read. A reader takes a JSON value and its path; it returns what the value means or refuses it.

class JsonObject(dict):
    repeated = None             # a key that the object has twice


def refuse(path, need, value):
    shown = json.dumps(value) if isinstance(value, (int, float, str, type(None))) else f"a {type(value).__name__}"
    raise Unreadable(f"{path or 'the document'}: need {need}, got {shown[:60]}")


def integer(low, high):
    def read(value, path):
        if type(value) is not int or not low <= value <= high:
            refuse(path, f"a whole number from {low} to {high}", value)
        return value
    return read


def text(most, least=0):
    def read(value, path):
        if not isinstance(value, str) or not least <= len(value) <= most or re.search("[\ud800-\udfff]", value):
            refuse(path, f"a text of {least} to {most} characters", value)
        return value
    return read


def boolean(value, path):
    if not isinstance(value, bool):
        refuse(path, "true or false", value)
    return value


def fraction(value, path):
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool) and -1 < value < 2
    parts = value * 10_000 if is_number else 0.5
    if not 0 <= round(parts) <= 10_000 or abs(parts - round(parts)) >= 1e-6:
        refuse(path, "a number from 0 to 1 with at most four decimals", value)
    return round(parts)


def word(*words):
    def read(value, path):
        if not isinstance(value, str) or value not in words:
            refuse(path, "one of " + ", ".join(words), value)
        return value
    return read


def list_of(read_item, least=0, most=MAX_BYTES):
    def read(value, path):
        if not isinstance(value, list) or not least <= len(value) <= most:
            refuse(path, f"a list of {least} to {most} values", value)
        return [read_item(item, f"{path}[{i}]") for i, item in enumerate(value)]
    return read


def tuple_of(length, read_item):
    read_list = list_of(read_item, length, length)
    return lambda value, path: tuple(read_list(value, path))


def optional(read_value):
    """A field that may be absent or null."""
    return (lambda value, path: None if value is None else read_value(value, path)), None


def fields(**readers):
    """An object with these keys and no others: a reader, or a reader and its default."""
    def read(value, path):
        if not isinstance(value, dict):
            refuse(path, "an object", value)
        unknown = value.repeated or next((key for key in value if key not in readers), None)
        if unknown is not None:
            refuse(path, f"keys such as {', '.join(list(readers)[:3])}, each once", unknown)
        result = SimpleNamespace()
        for key, reader in readers.items():
            reader, default = reader if isinstance(reader, tuple) else (reader, refuse)
            if key not in value and default is refuse:
                refuse(path, f"the key {key}", None)
            absent = list(default) if isinstance(default, list) else default
            setattr(result, key, reader(value[key], f"{path}.{key}".lstrip(".")) if key in value else absent)
        return result
    return read


def link_kind(value, path):
    """An object with one key, the kind, which holds what that kind has."""
    if not isinstance(value, dict) or len(value) != 1 or value.repeated or next(iter(value)) not in LINK_KINDS:
        refuse(path, "an object with one of the keys " + ", ".join(LINK_KINDS), value)
    (name, data), = value.items()
    return name, LINK_KINDS[name](data, f"{path}.{name}")


def recipe(value, path):
    if not isinstance(value, dict):
        refuse(path, "an object", value)
    waiting = list(value.values())
    while waiting:
        setting = waiting.pop()
        if setting is None or isinstance(setting, dict):
            refuse(path, "values that are numbers, words, true, false or lists of them", setting)
        waiting += setting if isinstance(setting, list) else []
    return dict(value)


def seed_text(value, path):
    """`7`, `7 route=9`, or nothing."""
    words = [piece for piece in re.split(f"[{WHITE_SPACE}]+", text(MAX_BYTES)(value, path)) if piece]
    numbers = words[:1] + [piece.partition("=")[2] for piece in words[1:]]
    if value and not (words and all(re.fullmatch(r"\+?[0-9]{1,40}", n) and int(n) < 1 << 64 for n in numbers)):
        refuse(path, "a seed such as 7 or 7 route=9", value)
    return value


ID, BYTE, I32, ANY_TEXT, NAME, NOTE = (
    integer(0, (1 << 32) - 1), integer(0, 255), integer(-(1 << 31), (1 << 31) - 1), text(MAX_BYTES), text(200), text(2000))
CELL, SIDE, POSITIVE = tuple_of(2, I32), word(*SIDES), integer(1, (1 << 32) - 1)
CELLS, TRIPLE = list_of(CELL), tuple_of(3, I32)
RECT = fields(left=I32, top=I32, right=I32, bottom=I32)
HIDDEN = word("none", "undiscovered", "discovered"), "none"
FALLBACK = tuple_of(2, word("none", "one_cell", "no_runway", "last_resort"))
CORRIDOR = dict(doors=tuple_of(2, ID), path=CELLS, width=BYTE, runway=tuple_of(2, BYTE), fallback=FALLBACK,
                roughened=(CELLS, []))
LINK_KINDS = {"corridor": fields(**CORRIDOR, hidden=HIDDEN), "secret": fields(**CORRIDOR, discovered=boolean),
              "shared": fields(door=ID, hidden=HIDDEN), "stairs": fields(runs=tuple_of(2, list_of(CELL, 1, 3)))}
LINK = fields(id=ID, rooms=tuple_of(2, ID), kind=link_kind)
LINK_OF_FIRST_VERSION = fields(
    id=ID, kind=word("corridor", "shared", "stairs", "secret_passage"), rooms=tuple_of(2, ID), doors=list_of(ID, 0, 2),
    path=(CELLS, []), width=BYTE, runway=tuple_of(2, BYTE), fallback=FALLBACK, roughened=(CELLS, []),
    discovered=optional(boolean), from_coord=optional(TRIPLE), to_coord=optional(TRIPLE),
    is_secret_passage=(boolean, False))
LEVEL = fields(
    z=integer(-9999, 9999), name=(NAME, ""), surround=(word("rock", "trees", "brick", "water", "bare"), "rock"),
    width=integer(1, MAX_SIDE), height=integer(1, MAX_SIDE), rows=list_of(ANY_TEXT), ground=optional(list_of(ANY_TEXT)))
NOTES = list_of(fields(text=NOTE, plain=NOTE, secret=boolean, kind=word(
    "sense", "inhabitant", "danger", "treasure", "oddity", "key", "lock", "trace", "goal")), 0, 64)
ROOM = fields(
    id=ID, number=optional(POSITIVE), name=(NAME, ""), purpose=optional(NAME), surface=optional(NAME),
    shape=(word("rect", "l", "t", "cross", "octagon", "circle", "apse", "pillared", "alcoves", "dais", "ring", "cloister",
                "court", "cave", "free"), "free"),
    hearth=optional(fields(cell=CELL, normal=SIDE)), dais=optional(RECT), z=I32, floor=list_of(TRIPLE, 1),
    roles=(list_of(word("entrance", "goal", "boss", "treasure", "merchant", "event", "hall")), []), depth=ID,
    difficulty=fraction, plan=optional(TRIPLE), aligned=(boolean, False), template_group=optional(ANY_TEXT),
    template=optional(fields(name=ANY_TEXT, turn=integer(0, 3), mirror=boolean, at=tuple_of(2, integer(-MAX_SIDE, MAX_SIDE - 1)))),
    sockets=(list_of(fields(cell=CELL, dir=SIDE, required=boolean, open=boolean)), []), notes=(NOTES, []))
DOOR = fields(
    id=ID, z=I32, room=optional(ID), cells=list_of(CELL, 1, 4), normal=SIDE, secret=(boolean, False),
    kind=word("door", "archway", "portcullis", "barred", "doorway"), state=word("open", "closed", "locked"))
MARKER = fields(kind=word("light", "key", "stairs", "spawn"), z=I32, cell=CELL, room=optional(ID), link=optional(ID),
                label=optional(ANY_TEXT))
FEATURE = fields(
    id=ID, kind=text(200, 1), z=I32, cell=CELL, size=tuple_of(2, integer(1, 6)), turn=integer(0, 3), room=optional(ID),
    blocks=boolean, opaque=boolean, secret=boolean, flat=(boolean, False), mount=word("floor", "wall"),
    light=optional(fields(bright_feet=integer(0, 1000), dim_feet=integer(0, 1000))), spawn=optional(ID))
SPAWN = fields(id=ID, kind=word("player", "enemy", "loot", "trap", "npc"), z=I32, cell=CELL, room=ID, group=optional(ID),
               difficulty=fraction, name=optional(NAME))
GROUP = fields(id=ID, one=NAME, many=NAME, count=ID, mood=NAME, home=ID, rooms=list_of(ID), table=NAME)
INPUT = fields(key=word("mask.file", "templates.file", "house.program_file", "stock.file"), name=NAME, digest=ANY_TEXT,
               text=text(1 << 18))
STORY = fields(hook=(NOTE, ""), rumours=(list_of(NOTE, 0, 64), []))
PROVENANCE = fields(recipe=(recipe, {}), seed=(seed_text, ""), epoch=optional(ID), edited=(boolean, False),
                    inputs=(list_of(INPUT, 0, 16), []))
COMMON = dict(
    format=word("undercroft"), version=integer(1, 2), name=(NAME, ""), tile_feet=(integer(1, 1000), 5),
    outline=optional(RECT), goal=optional(ID),
    entrance=optional(fields(room=ID, door=ID, runway=BYTE, open_end=(boolean, False))), warnings=(list_of(ANY_TEXT), []),
    levels=list_of(LEVEL, 1), rooms=(list_of(ROOM), []), doors=(list_of(DOOR), []), markers=(list_of(MARKER), []),
    stubs=(list_of(fields(z=I32, path=CELLS, width=integer(1, 4))), []))
MODULES = optional(tuple_of(2, integer(1, MAX_SIDE)))
SECOND_VERSION = fields(
    **COMMON, module_grid=MODULES, links=(list_of(LINK), []), features=(list_of(FEATURE), []), spawns=(list_of(SPAWN), []),
    windows=(list_of(fields(id=ID, z=I32, cell=CELL, normal=SIDE)), []), groups=(list_of(GROUP), []),
    story=(STORY, STORY(JsonObject(), "")), provenance=(PROVENANCE, PROVENANCE(JsonObject(), "")))
FIRST_VERSION = fields(**COMMON, lattice=MODULES, recipe=(recipe, {}), seed=(seed_text, ""), epoch=optional(ID),
                       links=(list_of(LINK_OF_FIRST_VERSION), []))


def read_json(data):
    """The JSON value of some bytes, with objects that know their repeated keys."""
    def pairs(items):
        value = JsonObject(items)
        if len(value) < len(items):
            value.repeated = Counter(key for key, _ in items).most_common(1)[0][0]
        return value

    def number(digits):
        return float(digits) if digits == "-0" or len(digits) > 40 else int(digits)

    def constant(name):
        raise Unreadable(f"{name} is no number of JSON")

    if len(data) > MAX_BYTES:
        raise Unreadable(f"it has more than {MAX_BYTES} bytes")
    try:
        return json.loads(data.decode("utf-8-sig"), object_pairs_hook=pairs, parse_int=number, parse_constant=constant)
    except UnicodeDecodeError as error:
        raise Unreadable(f"it is not UTF-8 at byte {error.start}") from None
    except ValueError as error:
        raise Unreadable(f"it is no JSON: {error}") from None


def read_document(data):
    """A document of version 2; one of version 1 is read as such a one."""
    value = read_json(data)
    if not isinstance(value, dict) or value.get("format") != "undercroft":
        raise Unreadable('it is no object with "format": "undercroft"')
    if value.get("version") != 1 or value["version"] is True:
        return SECOND_VERSION(value, "")
    old = FIRST_VERSION(value, "")
    old.module_grid, old.windows, old.features, old.spawns, old.groups = old.lattice, [], [], [], []
    old.story = STORY(JsonObject(), "")
    old.provenance = SimpleNamespace(recipe=old.recipe, seed=old.seed, epoch=old.epoch, inputs=[],
                                     edited=EDITED_WARNING in old.warnings)
    old.warnings = [warning for warning in old.warnings if warning != EDITED_WARNING]
    for i, link in enumerate(old.links):
        link.kind = kind_of_first_version(old, link, f"links[{i}]")
    return old


def kind_of_first_version(old, link, path):
    """The kind of a link with its own data; fields that contradict the kind are refused."""
    is_passage, is_stairs = link.kind == "secret_passage", link.kind == "stairs"
    doors = {"shared": 1, "stairs": 0}.get(link.kind, 2)
    agrees = link.is_secret_passage == is_passage and len(link.doors) == doors and (link.discovered is not None or not is_passage)
    for room, coord in zip(link.rooms, (link.from_coord, link.to_coord)):
        agrees = agrees and (room >= len(old.rooms) or coord == (old.rooms[room].plan if is_passage else None))
    if doors < 2:
        widths = [len(old.doors[door].cells) for door in link.doors if door < len(old.doors)] or [1 if is_stairs else link.width]
        agrees = agrees and [link.width] == widths and len(link.path) == is_stairs and not link.roughened
        agrees = agrees and (link.runway, link.fallback) == ((0, 0), ("none", "none"))
    if not agrees or (is_stairs and link.discovered is not None):
        raise Unreadable(f"{path}: the fields contradict the kind {link.kind}")
    link.hidden = {None: "none", False: "undiscovered", True: "discovered"}[link.discovered]
    if is_stairs:
        return "stairs", SimpleNamespace(runs=(link.path, link.path))
    if link.kind == "shared":
        return "shared", SimpleNamespace(door=link.doors[0], hidden=link.hidden)
    data = {key: getattr(link, key) for key in (*CORRIDOR, "hidden", "discovered")}
    return ("secret" if is_passage else "corridor"), SimpleNamespace(**data)


# ---------------------------------------------------------------------------------------------------------------------
# Cells. Every search pays for its steps, so that no file is judged for ever.

steps_left = [MAX_STEPS]


def spend(steps):
    steps_left[0] -= steps
    if steps_left[0] < 0:
        raise Unreadable(f"it takes more than {MAX_STEPS} steps to judge")


def plus(cell, step, times=1):
    return cell[0] + times * step[0], cell[1] + times * step[1]


def back(step):
    return -step[0], -step[1]


def around4(cell):
    x, y = cell
    return (x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)


def are_neighbors(a, b):
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def row_order(cell):
    return cell[1], cell[0]


def rect_cells(left, top, right, bottom):
    return [(x, y) for y in range(top, bottom) for x in range(left, right)]


def square(corner, side):
    return rect_cells(corner[0], corner[1], corner[0] + side, corner[1] + side)


def bounds(cells):
    """Left, top, right and bottom of the smallest rectangle; the last two lie beyond it."""
    xs, ys = [x for x, _ in cells] or [0], [y for _, y in cells] or [0]
    return min(xs), min(ys), max(xs) + bool(cells), max(ys) + bool(cells)


def flood(allowed, starts):
    """The cells of a set that steps to four sides join with the starts."""
    reached = {cell for cell in starts if cell in allowed}
    queue = deque(reached)
    while queue:
        for beside in around4(queue.popleft()):
            if beside in allowed and beside not in reached:
                reached.add(beside)
                queue.append(beside)
    spend(len(reached) + 1)
    return reached


def pieces(cells):
    """The connected pieces of a set of cells."""
    left, result = set(cells), []
    while left:
        result.append(flood(left, [next(iter(left))]))
        left -= result[-1]
    return result


# ---------------------------------------------------------------------------------------------------------------------
# The dungeon: what the document means. References hold and cells lie on their level, or the file is refused.

ROCK, WALL, FLOOR, CORRIDOR_TILE, DOOR_TILE, UP, DOWN = " #.,+<>"


class Level:
    """One floor: its tiles, and what lies on them."""

    def __init__(self, entry, path):
        self.z, self.name, self.width, self.height = entry.z, entry.name, entry.width, entry.height
        self.rows, self.ground = entry.rows, entry.ground
        for rows, glyphs in ((self.rows, " #.,+<>"), (self.ground, " ~w:%;=")):
            if rows is not None and (len(rows) != self.height or any(
                    len(row) != self.width or not set(row) <= set(glyphs) for row in rows)):
                raise Unreadable(f"{path}: need {self.height} rows of {self.width} characters of {glyphs!r}")
        if self.ground is not None and not any(row.strip(" ") for row in self.ground):
            self.ground = None

    def contains(self, cell):
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height

    def tile(self, cell):
        return self.rows[cell[1]][cell[0]] if self.contains(cell) else ROCK

    def is_massive(self, cell):
        return self.tile(cell) in (ROCK, WALL)

    def ground_at(self, cell):
        return self.ground[cell[1]][cell[0]] if self.ground is not None and self.contains(cell) else " "

    def is_drowned(self, cell):
        return self.ground_at(cell) in ("w", ":")


class Dungeon:
    """A document whose references hold, with the questions that several rules ask."""

    def __init__(self, document):
        self.__dict__.update(vars(document))
        self.__dict__.update(vars(document.provenance))
        if sum(entry.width * entry.height for entry in self.levels) > MAX_CELLS:
            raise Unreadable(f"levels: they have more than {MAX_CELLS} cells")
        levels = [Level(entry, f"levels[{i}]") for i, entry in enumerate(self.levels)]
        self.level = {level.z: level for level in sorted(levels, key=lambda level: -level.z)}
        self.levels = list(self.level.values())
        self.need(len(levels) == len(self.levels), "levels", "two have one height")
        self.is_generated = bool(self.recipe)
        self.epoch = (1 if self.is_generated else LAST_EPOCH) if self.epoch is None else self.epoch
        self.is_as_generated = self.is_generated and self.epoch >= 3 and not self.edited
        self.is_mapped = bool(self.rooms) and (self.is_generated or bool(self.links))
        self.method = self.recipe.get("method")
        self.check_rooms()
        self.check_doors()
        self.links = [self.read_link(link) for link in self.links]
        self.spawns += self.older_spawns()
        self.markers = [marker for marker in self.markers if marker.kind != "spawn"]
        self.check_places()
        self.keys = [marker for marker in self.markers if marker.kind == "key"]
        locked = {link.id for link in self.links if any(self.doors[door].state == "locked" for door in link.doors)}
        self.locked, self.locks = locked, sorted({key.link for key in self.keys} & locked)
        self.barriers = self.door_barriers()
        for file in self.inputs:
            file.rows = mask_rows(file.text) if file.key == "mask.file" else {}

    @staticmethod
    def need(holds, path, problem):
        if not holds:
            raise Unreadable(f"{path}: {problem}")

    def need_cells(self, cells, z, path):
        self.need(z in self.level, path, f"there is no level {z}")
        spend(len(cells))
        outside = next((cell for cell in cells if not self.level[z].contains(cell)), None)
        self.need(outside is None, path, f"the cell {outside} does not lie on level {z}")

    def need_ids(self, path, **named):
        for name, id in named.items():
            self.need(id is None or id < len(getattr(self, name)), path, f"there is no {name[:-1]} {id}")

    def check_rooms(self):
        self.need(sum(abs(run[2]) for room in self.rooms for run in room.floor) <= MAX_CELLS, "rooms", "too much floor")
        self.room_at = {}
        for i, room in enumerate(self.rooms):
            path, last, dais = f"rooms[{i}]", (-1, -1), room.dais
            for x, y, length in room.floor:
                self.need(length >= 1 and (y, x) >= last, f"{path}.floor", "runs go row by row, no cell twice")
                self.need_cells([(x, y), (x + length - 1, y)], room.z, f"{path}.floor")
                last = (y, x + length)
            self.need(not dais or (dais.left < dais.right and dais.top < dais.bottom), f"{path}.dais", "it is empty")
            corners = [(dais.left, dais.top), (dais.right - 1, dais.bottom - 1)] if dais else []
            hearth = [room.hearth.cell] if room.hearth else []
            self.need_cells(corners + hearth + [socket.cell for socket in room.sockets], room.z, path)
            room.cells = [(x + i, y) for x, y, length in room.floor for i in range(length)]
            room.floor_set = set(room.cells)
            room.ring = {plus(cell, step) for cell in room.cells for step in NEIGHBORS8} - room.floor_set
            for cell in room.cells:
                self.room_at.setdefault((room.z, cell), room)

    def check_doors(self):
        for i, door in enumerate(self.doors):
            path, door.step = f"doors[{i}]", SIDES[door.normal]
            self.need_ids(path, rooms=door.room)
            self.need_cells(door.cells, door.z, path)
            self.need(door.room is None or self.rooms[door.room].z == door.z, path, "its room is on another level")
            along = abs(door.step[1]), abs(door.step[0])
            is_sorted = all(plus(a, along) == b for a, b in zip(door.cells, door.cells[1:]))
            self.need(is_sorted, path, "its cells lie side by side across its normal, in order")

    def read_link(self, entry):
        path, (kind, data) = f"links[{entry.id}]", entry.kind
        link = SimpleNamespace(path=[], cells=[], width=1, roughened=[], hidden="none", runs=None, doors=())
        link.__dict__.update(vars(data), id=entry.id, rooms=entry.rooms, kind=kind, is_passage=kind == "secret")
        if link.is_passage:
            link.hidden = "discovered" if link.discovered else "undiscovered"
        if kind == "shared":
            link.doors = (link.door,)
        for room in link.rooms:
            self.need_ids(path, rooms=room)
        heights = [self.rooms[room].z for room in link.rooms]
        self.need(link.runs or heights[0] == heights[1], path, "only stairs join rooms on two levels")
        for door in link.doors:
            self.need_ids(path, doors=door)
            self.need(self.doors[door].z == heights[0], path, f"door {door} is on another level")
        for run, z in zip(link.runs or (), heights):
            self.need_cells(run, z, path)
        if kind == "shared":
            link.width = len(self.doors[link.door].cells)
        self.need(1 <= link.width <= 4, path, "its width is not 1 to 4 cells")
        link.has_corridor = kind in ("corridor", "secret")
        if link.has_corridor and link.path:
            # Straight out from each door the runway, at the door's width; between the runways a square brush.
            first, last = max(link.runway[0], 1) - 1, len(link.path) - max(link.runway[1], 1)
            link.brush = link.path[first:last + 1] if first <= last else []
            link.runways = [self.runway(self.doors[door], length) for door, length in zip(link.doors, link.runway)]
            brushed = [cell for at in link.brush for cell in square(at, link.width)]
            link.cells = link.runways[0] + brushed + link.runways[1] + link.roughened
        self.need_cells(link.path + link.roughened + link.cells, heights[0], path)
        return link

    @staticmethod
    def runway(door, length):
        """The cells up to this many steps straight out from a door, at its width."""
        return [plus(cell, door.step, i) for i in range(1, length + 1) for cell in door.cells]

    def older_spawns(self):
        """Markers of kind spawn, which files before epoch 4 have, are enemies of the room that they lie in."""
        spawns = []
        for marker in (marker for marker in self.markers if marker.kind == "spawn"):
            named = self.rooms[marker.room:marker.room + 1] if marker.room is not None else []
            room = named[0] if named else self.room_at.get((marker.z, marker.cell))
            if room:
                spawns.append(SimpleNamespace(id=len(self.spawns) + len(spawns), kind="enemy", z=marker.z, cell=marker.cell,
                                              room=room.id, group=None, name=None))
        return spawns

    def check_places(self):
        for name in ("rooms", "doors", "links", "windows", "features", "spawns", "groups"):
            for i, thing in enumerate(getattr(self, name)):
                self.need(thing.id == i, f"{name}[{i}].id", f"ids are positions, got {thing.id}")
        for i, stub in enumerate(self.stubs):
            stub.cells = [cell for at in stub.path for cell in square(at, stub.width)]
            self.need_cells(stub.path + stub.cells, stub.z, f"stubs[{i}]")
        for feature in self.features:
            feature.cells = rect_cells(*feature.cell, *plus(feature.cell, feature.size))
            self.need_cells(feature.cells, feature.z, f"features[{feature.id}]")
            self.need_ids(f"features[{feature.id}]", rooms=feature.room, spawns=feature.spawn)
        for i, marker in enumerate(self.markers):
            self.need_ids(f"markers[{i}]", rooms=marker.room, links=marker.link)
        for spawn in self.spawns:
            self.need_ids(f"spawns[{spawn.id}]", rooms=spawn.room, groups=spawn.group)
        for place in self.windows + self.markers + self.spawns:
            self.need_cells([place.cell], place.z, "windows, markers and spawns")
        for group in self.groups:
            for room in [group.home] + group.rooms:
                self.need_ids(f"groups[{group.id}]", rooms=room)
        self.need_ids("goal", rooms=self.goal)
        if self.entrance:
            self.need_ids("entrance", rooms=self.entrance.room, doors=self.entrance.door)
            door = self.doors[self.entrance.door]
            self.entrance.cells = self.runway(door, self.entrance.runway)
            self.need_cells(self.entrance.cells, door.z, "entrance")
        out = self.outline
        fits = not out or (0 <= out.left < out.right <= MAX_SIDE and 0 <= out.top < out.bottom <= MAX_SIDE)
        self.need(fits, "outline", "need a rectangle of cells on the map")

    def door_barriers(self):
        """How each door stops a visitor: "free", "keyed", or "shut" for good."""
        def is_shut(door):
            return door.secret or (door.kind == "door" and door.state == "locked") or (
                door.kind in ("portcullis", "barred") and door.state != "open")

        barriers = ["shut" if is_shut(door) else "free" for door in self.doors]
        for door in (self.doors[door] for lock in self.locks for door in self.links[lock].doors):
            if door.state == "locked" and not door.secret:
                barriers[door.id] = "keyed"
        for door in (door for link in self.links if link.hidden != "none" for door in link.doors):
            barriers[door] = "shut"
        return barriers

    def rooms_on(self, z):
        return [room for room in self.rooms if room.z == z]

    def doors_on(self, z):
        return [door for door in self.doors if door.z == z]

    def corridors_on(self, z):
        return [link for link in self.links if link.has_corridor and self.rooms[link.rooms[0]].z == z]

    def stairs(self):
        """Each run of stairs: its link, its end of the link, its room, the room at the other end, its cells."""
        for link in self.links:
            for end, run in enumerate(link.runs or ()):
                yield link, end, self.rooms[link.rooms[end]], self.rooms[link.rooms[1 - end]], run

    def is_secret(self, link):
        """Whether depths, numbers and proofs do without a link."""
        return link.hidden != "none" or any(self.doors[door].secret for door in link.doors)

    def asked(self, key):
        """A whole number of the recipe, or None."""
        value = self.recipe.get(key)
        return value if type(value) is int and value >= 0 else None

    def has_own_keys(self):
        rule = self.recipe.get("keys")
        return rule != "shared" if isinstance(rule, str) else not (self.is_generated and self.epoch <= 1)


def mask_rows(code):
    """The rows of a run-length coded mask by height; None for those of all levels."""
    rows, z, area = defaultdict(list), None, 0
    for line in code.splitlines():
        if line.startswith("level:"):
            height = line[6:].strip()
            z = int(height) if re.fullmatch(r"[+-]?[0-9]{1,9}", height) else None
            continue
        match = re.fullmatch(r"(?:\+?([0-9]{1,9})\*)?((?:(?:[1-9][0-9]{0,8})?[#.])*)", line)
        if not match or match[1] and int(match[1]) == 0:
            raise Unreadable(f"provenance.inputs: {line[:40]!r} is no row of a mask")
        runs = [(int(count or 1), glyph) for count, glyph in re.findall("([0-9]*)([#.])", match[2])]
        area += int(match[1] or 1) * sum(count for count, _ in runs)
        if area > MAX_CELLS:
            raise Unreadable(f"provenance.inputs: a mask has at most {MAX_CELLS} cells")
        rows[z] += ["".join(glyph * count for count, glyph in runs)] * int(match[1] or 1)
    return rows


# ---------------------------------------------------------------------------------------------------------------------
# Flaws, and the order of the checks.

def subject_of_cells(z, cells):
    x, y = min(cells, key=row_order)
    return f"cell {z}:{x},{y}"


class Judge:
    """Collects the flaws of a dungeon."""

    def __init__(self, dungeon):
        self.dungeon, self.flaws, self.skipped, self.facts = dungeon, [], [], {"loops": 0, "dead_end_rooms": 0}
        judge_things(self)
        if self.flaws:
            return
        judge_borders_and_ground(self)
        if dungeon.is_mapped:
            for level in dungeon.levels:
                Map(self, level)
            judge_rooms(self)
            judge_links(self)
            judge_promises(self)
            judge_graph(self)
        if dungeon.rooms:
            judge_contents(self)
        if dungeon.is_generated:
            judge_record(self)

    def flaw(self, code, subject, sentence):
        self.flaws.append({"code": code, "subject": subject, "sentence": sentence})


def judge_things(judge):
    """What is wrong with single things; nothing else is judged then."""
    dungeon = judge.dungeon
    for room in dungeon.rooms:
        if not all(map(dungeon.level[room.z].contains, room.ring)):
            judge.flaw("outside-map", f"room {room.id}", "The room with its ring does not lie on the map.")
        if len(flood(room.floor_set, room.cells[:1])) < len(room.floor_set):
            judge.flaw("room-in-pieces", f"room {room.id}", "The floor is not in one piece.")
    for door in dungeon.doors:
        if door.room is None and dungeon.is_mapped:
            judge.flaw("broken-reference", f"door {door.id}", "The door has no room.")
    for link in dungeon.links:
        if link.has_corridor and not link.path:
            judge.flaw("out-of-limits", f"link {link.id}", "The path has no cell.")
    if not all(stub.path for stub in dungeon.stubs):
        judge.flaw("out-of-limits", "dungeon", "The path of a blind corridor has no cell.")


def judge_borders_and_ground(judge):
    """What the tiles alone tell: closed borders, ground on floor, bridges that lead across something."""
    for level in judge.dungeon.levels:
        edges = level.rows[0] + level.rows[-1] + "".join(row[0] + row[-1] for row in level.rows)
        if edges.strip(ROCK + WALL):
            judge.flaw("border-open", f"level {level.z}", "The outermost cells are not all rock or wall.")
        if level.ground is None:
            continue
        doorways = {cell for door in judge.dungeon.doors_on(level.z) if door.kind == "doorway" for cell in door.cells}
        lies = [(x, y) for y, row in enumerate(level.ground) for x, glyph in enumerate(row) if glyph != " "]
        wrong = [cell for cell in lies if level.is_massive(cell) or level.tile(cell) == DOOR_TILE and cell not in doorways]
        if wrong:
            judge.flaw("ground-malformed", subject_of_cells(level.z, wrong), "Ground lies where there is no floor.")
        bridges = {cell for cell in lies if level.ground_at(cell) == "="}
        broken = []
        for piece in pieces(bridges):
            crosses = any(level.is_drowned(beside) for cell in piece for beside in around4(cell))
            broken += [cell for cell in piece if not crosses or not leads_across(level, bridges, cell)]
        if broken:
            judge.flaw("bridge-disconnected", subject_of_cells(level.z, broken), "A bridge leads nowhere or crosses nothing.")


def leads_across(level, bridges, cell):
    """Whether a bridge leads from one end where people can stand straight to another."""
    def can_stand_beyond(step):
        end = cell
        while end in bridges:
            end = plus(end, step)
            spend(1)
        return not level.is_massive(end) and not level.is_drowned(end)
    return any(can_stand_beyond(step) and can_stand_beyond(back(step)) for step in (NORTH, EAST))


# ---------------------------------------------------------------------------------------------------------------------
# The map of a level: who claims each cell, whether the claims agree, and whether the tiles show them.

LINK_CORRIDOR, BLIND_CORRIDOR, BEFORE_ENTRANCE = range(3)
MISSING = {FLOOR: "floor-missing", WALL: "ring-broken", DOOR_TILE: "door-missing", UP: "stairs-missing",
           DOWN: "stairs-missing", CORRIDOR_TILE: "corridor-missing"}
STRAY = {FLOOR: "floor-without-room", WALL: "wall-without-room", DOOR_TILE: "door-tile-without-door",
         UP: "stairs-without-link", DOWN: "stairs-without-link", CORRIDOR_TILE: "corridor-without-link"}


class Map:
    """The claims on the cells of a level: floors first, then rings, stairs, doors, corridors."""

    def __init__(self, judge, level):
        self.dungeon, self.flaw, self.level, self.z = judge.dungeon, judge.flaw, level, level.z
        self.rooms, self.doors = self.dungeon.rooms_on(self.z), self.dungeon.doors_on(self.z)
        self.claims = {}        # cell -> (tile, owner): the id of a room or a door, or (kind of corridor, id)
        self.meetings = set()   # pairs of corridors that share a cell
        self.claim_rooms()
        self.claim_stairs()
        self.claim_doors()
        self.claim_corridors()
        self.judge_doors()
        self.judge_corridors()
        self.judge_sockets_and_hearths()
        self.judge_windows_and_markers()
        self.judge_deep_ground()
        self.judge_tiles()

    def flaw_at(self, code, cells, sentence):
        if cells:
            self.flaw(code, subject_of_cells(self.z, cells), sentence)

    def owner(self, cell, *tiles):
        """The owner of a cell that is claimed as one of these tiles, or None."""
        tile, owner = self.claims.get(cell, (ROCK, None))
        return owner if tile in tiles else None

    def floor(self, cell):
        return self.owner(cell, FLOOR, UP, DOWN)

    def corridor(self, cell):
        return self.owner(cell, CORRIDOR_TILE)

    def claim_rooms(self):
        overlaps, intrusions = set(), set()
        for room in self.rooms:
            for cell in room.cells:
                first = self.claims.setdefault(cell, (FLOOR, room.id))[1]
                overlaps |= {(first, room.id)} if first != room.id else set()
        for room in self.rooms:
            for cell in room.ring:
                tile, owner = self.claims.setdefault(cell, (WALL, room.id))
                intrusions |= {(room.id, owner)} if tile == FLOOR else set()
        for a, b in overlaps:
            self.flaw("rooms-overlap", f"room {a}", f"Rooms {a} and {b} have the same floor.")
        for ring, floor in intrusions:
            if (min(ring, floor), max(ring, floor)) not in overlaps:
                self.flaw("floor-in-ring", f"room {min(ring, floor)}", f"Floor of room {floor} lies in the ring of {ring}.")

    def claim_stairs(self):
        for link, end, room, other, run in self.dungeon.stairs():
            if room.z != self.z:
                continue
            steps = {(b[0] - a[0], b[1] - a[1]) for a, b in zip(run, run[1:])}
            if len(steps) > 1 or not steps <= set(NEIGHBORS4):
                self.flaw("stairs-run", f"link {link.id}", f"The run in room {room.id} is bent or has a gap.")
            is_joined = end == 1 or (abs(room.z - other.z) == 1 and link.runs[0][0] == link.runs[1][0])
            for cell in run:
                if self.claims.get(cell) != (FLOOR, room.id):
                    is_joined = False
                    break
                self.claims[cell] = (DOWN if room.z > other.z else UP, room.id)
            if not is_joined:
                self.flaw("stairs-unpaired", f"link {link.id}", "The runs lie not in their rooms or do not meet.")

    def claim_doors(self):
        for door in self.doors:
            for cell in door.cells:
                other = self.owner(cell, DOOR_TILE)
                if other is not None:
                    self.flaw("doors-touch", f"door {other}", f"It shares a cell with door {door.id}.")
                elif self.floor(cell) is None:
                    self.claims[cell] = (DOOR_TILE, door.id)

    def claim_corridors(self):
        dungeon, entrance = self.dungeon, self.dungeon.entrance
        corridors = [((LINK_CORRIDOR, link.id), link.cells) for link in dungeon.corridors_on(self.z)]
        corridors += [((BLIND_CORRIDOR, i), stub.cells) for i, stub in enumerate(dungeon.stubs) if stub.z == self.z]
        if entrance and dungeon.doors[entrance.door].z == self.z:
            corridors.append(((BEFORE_ENTRANCE, 0), entrance.cells))
        for corridor, cells in corridors:
            through = []
            for cell in cells:
                tile, owner = self.claims.setdefault(cell, (CORRIDOR_TILE, corridor))
                if tile != CORRIDOR_TILE:
                    through.append(cell)
                elif owner != corridor:
                    self.meetings.add((owner, corridor))
            if through:
                self.flaw("corridor-through-room", self.corridor_subject(corridor, through), "It runs through a room or a door.")

    def corridor_subject(self, corridor, cells):
        return f"link {corridor[1]}" if corridor[0] == LINK_CORRIDOR else subject_of_cells(self.z, cells)

    def judge_tiles(self):
        """The tiles show what is claimed, and rock elsewhere."""
        strays = defaultdict(list)
        for y, row in enumerate(self.level.rows):
            for x, tile in enumerate(row):
                claimed, owner = self.claims.get((x, y), (ROCK, None))
                if tile != claimed:
                    is_stray = claimed == ROCK or (claimed == FLOOR and tile in (UP, DOWN))
                    strays[(STRAY[tile], None) if is_stray else (MISSING[claimed], owner)].append((x, y))
        for (code, owner), cells in strays.items():
            subject = f"door {owner}" if code == "door-missing" else f"room {owner}"
            if owner is None or code == "corridor-missing":
                subject = self.corridor_subject(owner or (BEFORE_ENTRANCE, 0), cells)
            self.flaw(code, subject, f"The tiles are not what rooms, doors and links ask for, first at {cells[0]}.")

    def judge_doors(self):
        uses = door_uses(self.dungeon)
        for door in self.doors:
            subject = f"door {door.id}"
            if door.kind in ("archway", "doorway") and door.state != "open":
                self.flaw("doorway-state", subject, f"It is {door.state}, and has no leaf.")
            wrong = [cell for cell in door.cells
                     if self.floor(cell) is not None or self.floor(plus(cell, door.step, -1)) != door.room]
            if wrong:
                beside = [self.floor(cell) for cell in around4(wrong[0])]
                near = [self.floor(plus(wrong[0], step)) for step in NEIGHBORS8]
                is_corner = any(room is not None for room in near) and all(room is None for room in beside)
                self.flaw("door-at-corner" if is_corner else "door-off-ring", subject, f"It opens not into room {door.room}.")
            elif not all(self.leads_on(door, plus(cell, door.step), uses[door.id]) for cell in door.cells):
                self.flaw("door-leads-nowhere", subject, "What it should lead to does not lie beyond it.")
            touching = {self.owner(beside, DOOR_TILE) for cell in door.cells for beside in around4(cell)} - {None}
            if any(other > door.id for other in touching):
                self.flaw("doors-touch", subject, f"It touches door {max(touching)}.")

    def leads_on(self, door, beyond, use):
        """Whether what a door serves lies on the cell beyond it."""
        if use in ("nothing", "several"):
            return True
        if use == "back door" or (use == "entrance" and not self.dungeon.entrance.runway):
            return beyond not in self.claims
        if use != "entrance" and self.dungeon.links[use].kind == "shared":
            return self.floor(beyond) in set(self.dungeon.links[use].rooms) - {door.room}
        return self.corridor(beyond) is not None

    def judge_corridors(self):
        dungeon = self.dungeon
        alone = {(LINK_CORRIDOR, link.id) for link in dungeon.links
                 if dungeon.method in ("plan", "accrete") or link.is_passage or link.id in dungeon.locks}
        for link in dungeon.corridors_on(self.z):
            problem = self.path_problem(link)
            if problem:
                self.flaw(problem, f"link {link.id}", "The path, its doors and its runways do not agree.")
            if any(all(self.corridor(beside) is None for beside in around4(cell)) for cell in link.roughened):
                self.flaw("roughened-apart", f"link {link.id}", "A roughened cell lies beside no corridor.")
            this = LINK_CORRIDOR, link.id
            others = {self.corridor(beside) for cell in link.cells for beside in around4(cell)} if this in alone else set()
            self.meetings |= {(min(this, other), max(this, other)) for other in others - {None, this}}
        for a, b in self.meetings:
            if (a in alone or b in alone) and BLIND_CORRIDOR not in (a[0], b[0]):
                self.flaw("corridor-not-alone", f"link {a[1]}", "Its corridor meets another one.")
        for i, stub in enumerate(dungeon.stubs):
            if stub.z != self.z:
                continue
            gaps = [b for a, b in zip(stub.path, stub.path[1:]) if not are_neighbors(a, b)]
            self.flaw_at("path-broken", gaps[:1], "The path of a blind corridor has a gap.")
            twice = [cell for cell, count in Counter(stub.path).items() if count > 1 and not gaps]
            self.flaw_at("path-not-simple", twice, "The path of a blind corridor crosses itself.")
            near = {self.corridor(beside) for cell in stub.cells for beside in (cell, *around4(cell))}
            if near <= {None, (BLIND_CORRIDOR, i)}:
                self.flaw_at("stub-apart", stub.path, "A blind corridor leaves no other corridor.")

    def path_problem(self, link):
        """The code of the first thing that is wrong with a path; the others follow from it."""
        owed = self.dungeon.asked("corridors.runway") or 0
        doors, paths = [self.dungeon.doors[door] for door in link.doors], (link.path, link.path[::-1])
        ends = list(zip(doors, link.runway, link.fallback, paths))
        if not all(are_neighbors(a, b) for a, b in zip(link.path, link.path[1:])) or (
                not link.brush and not set(link.runways[0]) & set(link.runways[1])):
            return "path-broken"
        for door, _, _, path in ends:
            brush, before, axis = set(square(path[0], link.width)), set(self.dungeon.runway(door, 1)), 1 - abs(door.step[1])
            is_within = {cell[axis] for cell in brush} <= {cell[axis] for cell in before}
            if not (before <= brush or (is_within and brush & before)):
                return "path-misses-door"
        for door, claimed, fallback, path in ends:
            real = 1
            while real < min(len(path), 256) and plus(path[real - 1], door.step) == path[real]:
                real += 1
            is_there = fallback in ("one_cell", "no_runway") and len(door.cells) == link.width and claimed < owed <= real
            if real < claimed or is_there:
                return "runway-false"
        if "last_resort" not in link.fallback and len(set(link.path)) < len(link.path):
            return "path-not-simple"
        is_line = len({x for x, _ in link.path}) == 1 or len({y for _, y in link.path}) == 1
        for door, runway, fallback, path in ends:
            if not {"none": runway >= owed or (is_line and runway == len(path)), "one_cell": runway == 1,
                    "no_runway": runway == 0, "last_resort": True}[fallback]:
                return "fallback-disagrees"
        opened = {cell for at in link.brush[:1] + link.brush[-1:] for cell in square(at, link.width)}
        opened.update(*link.runways)
        named = {cell for runway, path in zip(link.runway, paths) for cell in path[:runway]}
        return None if named <= opened else "path-in-rock"

    def judge_sockets_and_hearths(self):
        for room in self.rooms:
            for socket in room.sockets:
                step, code = SIDES[socket.dir], None
                tile, owner = self.claims.get(socket.cell, (ROCK, None))
                if tile not in (WALL, DOOR_TILE) or self.floor(plus(socket.cell, step, -1)) != room.id:
                    code = "socket-misplaced"
                elif socket.open != (tile == DOOR_TILE):
                    code = "socket-state-false"
                elif socket.required and (tile, self.level.tile(socket.cell)) != (DOOR_TILE, DOOR_TILE):
                    code = "socket-shut"
                elif tile == DOOR_TILE and self.dungeon.doors[owner].step not in (step, back(step)):
                    code = "socket-state-false"
                self.flaw_at(code, [socket.cell] if code else [], f"A socket of room {room.id} is not what it says.")
            if room.hearth:
                front = plus(room.hearth.cell, SIDES[room.hearth.normal])
                floor = {self.claims.get(front), self.claims.get(plus(front, EAST if SIDES[room.hearth.normal][1] else SOUTH))}
                if self.owner(room.hearth.cell, WALL) is None or floor != {(FLOOR, room.id)}:
                    self.flaw_at("hearth-misplaced", [room.hearth.cell], "It needs a wall and two cells of floor.")

    def judge_windows_and_markers(self):
        taken = {room.hearth.cell for room in self.rooms if room.hearth}
        for window in (window for window in self.dungeon.windows if window.z == self.z):
            if window.cell in taken or not self.is_good_window(window.cell, SIDES[window.normal]):
                self.flaw_at("window-misplaced", [window.cell], "It is in no outer wall with wall on both sides.")
            taken.add(window.cell)
        for marker in (marker for marker in self.dungeon.markers if marker.z == self.z):
            room = self.floor(marker.cell)
            is_lost = room is None and marker.kind != "light" if marker.room is None else room != marker.room
            self.flaw_at("marker-misplaced", [marker.cell] if is_lost else [], f"A {marker.kind} is not in its room.")

    def is_good_window(self, cell, step):
        beyond, court = plus(cell, step), self.floor(plus(cell, step))
        is_outside = self.level.contains(beyond) and beyond not in self.claims if court is None else (
            self.dungeon.rooms[court].shape == "court")
        inside, along = self.floor(plus(cell, back(step))), (step[1], step[0])
        wall = (cell, plus(cell, along), plus(cell, back(along)))
        return self.z >= 0 and is_outside and inside is not None and all(
            self.owner(part, WALL) is not None and self.floor(plus(part, back(step))) == inside for part in wall)

    def judge_deep_ground(self):
        """Deep water and chasms part neither rooms nor corridors, and lie in no doorway."""
        level = self.level
        if level.ground is None:
            return
        before_doors = [plus(cell, door.step, way) for door in self.doors for cell in door.cells for way in (1, -1)]
        ends = before_doors + [key.cell for key in self.dungeon.keys if key.z == self.z]
        ends += [cell for _, _, room, _, run in self.dungeon.stairs() if room.z == self.z for cell in run]
        ends_of = defaultdict(list)
        for cell in ends:
            ends_of[self.floor(cell)].append(cell)
        for room in self.rooms:
            if self.parted({cell for cell in room.cells if not level.is_massive(cell)}, ends_of[room.id]):
                self.flaw("ground-cuts-off", f"room {room.id}", "Ground parts its doors, stairs or keys.")
        corridors = {(x, y) for y, row in enumerate(level.rows) for x, tile in enumerate(row) if tile == CORRIDOR_TILE}
        for piece in pieces(corridors):
            self.flaw_at("ground-cuts-off", self.parted(piece, before_doors), "Ground parts the doors of a corridor.")
        for door in self.doors:
            if any(map(level.is_drowned, door.cells)):
                self.flaw("ground-cuts-off", f"door {door.id}", "Deep water or a chasm lies in the door.")

    def parted(self, floor, ends):
        """The ends that ground parts from the first one that the floor joins with them."""
        dry, cut = {cell for cell in floor if not self.level.is_drowned(cell)}, []
        left = [end for end in ends if end in floor] if len(dry) < len(floor) else []
        while left:
            joined, now = flood(floor, left[:1]), flood(dry, left[:1])
            cut += [end for end in left if end in joined and end not in now]
            left = [end for end in left if end not in joined]
        return cut


def door_uses(dungeon):
    """What each door serves: the id of a link, "entrance", "back door", "nothing" or "several"."""
    uses = ["nothing"] * len(dungeon.doors)
    serving = [(door, link.id) for link in dungeon.links for door in link.doors]
    for door, use in serving + ([(dungeon.entrance.door, "entrance")] if dungeon.entrance else []):
        uses[door] = use if uses[door] == "nothing" else "several"
    if dungeon.method == "house" and dungeon.recipe.get("house.back_door") is True:
        free = (door for door in dungeon.doors_on(0) if uses[door.id] == "nothing" and door.room is not None)
        kitchen = next((door for door in free if dungeon.rooms[door.room].purpose == "kitchen"), None)
        if kitchen:
            uses[kitchen.id] = "back door"
    return uses


# ---------------------------------------------------------------------------------------------------------------------
# Rooms: shapes, daises, numbers that come twice, alignment.

def judge_rooms(judge):
    dungeon, numbers, first_doors = judge.dungeon, {}, {}
    for door in dungeon.doors:
        first_doors.setdefault(door.room, (door.id, door.step))
    for link in (link for link in dungeon.links if link.kind == "shared"):
        door = dungeon.doors[link.door]
        for room in [room for room in link.rooms if room != door.room][:1]:
            first_doors[room] = min(first_doors.get(room, (link.door, back(door.step))), (link.door, back(door.step)))
    has_grid = dungeon.recipe.get("rooms.natural") is not True and dungeon.method != "templates"
    wall = 1 if dungeon.method == "house" else 0
    for room, floor in zip(dungeon.rooms, floors_without_alcoves(dungeon)):
        subject, (left, top, right, bottom) = f"room {room.id}", bounds(floor)
        if not has_shape(room.shape, floor) and not has_shape(room.shape, room.floor_set):
            judge.flaw("shape-mismatch", subject, f"The floor is not that of the shape {room.shape}.")
        opposite = {NORTH: (left, bottom - 2, right, bottom), EAST: (left, top, left + 2, bottom),
                    SOUTH: (left, top, right, top + 2), WEST: (right - 2, top, right, bottom)}
        expected = opposite[first_doors[room.id][1]] if room.shape == "dais" and room.id in first_doors else None
        if (room.dais and tuple(vars(room.dais).values())) != expected:
            judge.flaw("dais-misplaced", subject, "The dais is not opposite the wall of the first door.")
        if room.number is not None and numbers.setdefault(room.number, room.id) != room.id:
            judge.flaw("number-twice", f"room {numbers[room.number]}", f"Room {room.id} has its number, too.")
        if dungeon.module_grid:
            across, down = dungeon.module_grid
            is_on_lines = not any(((left - wall) % across, right % across, (top - wall) % down, bottom % down))
            if room.aligned != (has_grid and room.shape != "cave" and is_on_lines):
                judge.flaw("alignment-false", subject, "Whether it is aligned is not what it says.")


def floors_without_alcoves(dungeon):
    """For each room its floor without the alcoves that were cut for stairs: runs with floor on one side alone."""
    floors = [set(room.floor_set) for room in dungeon.rooms]
    for _, _, room, _, run in dungeon.stairs():
        fronts = [[plus(cell, step) in room.floor_set - set(run) for cell in run] for step in NEIGHBORS4]
        if [all(front) for front in fronts if any(front)] == [True]:
            floors[room.id] -= set(run)
    return floors


def has_shape(shape, floor):
    """Whether a floor follows the rule of a shape in one of its turns and mirrors."""
    left, top, right, bottom = bounds(floor)
    width, height = right - left, bottom - top
    if shape in ("free", "cave", "court"):
        return True
    if shape in ("rect", "dais"):
        is_large = min(width, height) >= 4 and max(width, height) >= 6
        return len(floor) == width * height and (shape == "rect" or is_large)
    spend(8 * width * height)
    rows = [[(x, y) in floor for x in range(left, right)] for y in range(top, bottom)]
    for _ in range(4):
        rows = [list(row) for row in zip(*rows[::-1])]
        if follows(shape, rows) or follows(shape, [row[::-1] for row in rows]):
            return True
    return False


def follows(shape, rows):
    """Whether a floor that fills its box is that of a shape, unturned."""
    h, w = len(rows), len(rows[0])
    least, both_odd, half, row = min(w, h), w % 2 == h % 2 == 1, 4 if min(w, h) >= 11 else 2, 2 if h >= 9 else 1

    def side(x): return min(x, w - 1 - x)
    def end(y): return min(y, h - 1 - y)
    def off_x(x): return abs(2 * x - w + 1)
    def off_y(y): return abs(2 * y - h + 1)
    def disc(x, y): return off_x(x) ** 2 + (2 * y - w + 1) ** 2 <= w * w
    def equals(rule): return all(rows[y][x] == rule(x, y) for y in range(h) for x in range(w))

    across = next((i for i in range(w) if rows[0][w - 1 - i]), w)
    down = next((i for i in range(h) if rows[i][w - 1]), h)
    fits, rule = {
        "l": (2 <= across <= w - 3 and 2 <= down <= h - 3, lambda x, y: x < w - across or y >= down),
        "t": (w >= 7 and h >= 5 and w % 2 == 1, lambda x, y: y < 2 + all(rows[2][:2]) or off_x(x) <= 2),
        "cross": (both_odd and least >= 7, lambda x, y: off_x(x) <= half or off_y(y) <= half),
        "octagon": (w == h >= 5, lambda x, y: side(x) + end(y) >= 3 * w // 10),
        "circle": (w == h >= 5 and both_odd, disc),
        "apse": (w >= 5 and w % 2 == 1 and h >= w // 2 + 3, lambda x, y: y >= w // 2 or disc(x, y)),
        "pillared": (both_odd and least >= 7, lambda x, y: x % 2 == 0 or y not in (row, h - 1 - row)),
        "alcoves": (w >= 5 and h >= 5 and w >= h - 2, lambda x, y: 0 < y < h - 1 or (x % 2 == 1 and x <= w - 2)),
        "ring": (least >= 7, lambda x, y: side(x) < 2 or end(y) < 2),
        "cloister": (both_odd and least >= 9, lambda x, y: min(side(x), end(y)) != 2 or x % 2 == 1 or y % 2 == 1),
    }[shape]
    return fits and equals(rule)


# ---------------------------------------------------------------------------------------------------------------------
# Links, and what the generator promises since epoch 3 of dungeons that are still as it made them.

def judge_links(judge):
    dungeon = judge.dungeon
    for door, use in enumerate(door_uses(dungeon)):
        if use in ("nothing", "several"):
            code = "door-without-link" if use == "nothing" else "door-serves-two"
            judge.flaw(code, f"door {door}", f"It serves {use}, and not one link, the entrance or as a back door.")
    has_caves = not dungeon.recipe or (dungeon.epoch < 3 and dungeon.recipe.get("rooms.natural") in (True, 1.0))
    pairs = Counter(frozenset(link.rooms) for link in dungeon.links)
    for link in dungeon.links:
        subject, doors = f"link {link.id}", [dungeon.doors[door] for door in link.doors]
        rooms = [dungeon.rooms[room] for room in link.rooms]
        widest = max(link.width, 3 if has_caves or all(room.shape == "cave" for room in rooms) else 0)
        owners = sorted(link.rooms) if link.kind == "shared" else link.rooms
        fits = all(door.room == room and len(door.cells) <= widest for door, room in zip(doors, owners))
        if link.rooms[0] == link.rooms[1] or not fits:
            judge.flaw("link-door-mismatch", subject, "Its doors are not those of its rooms, or are too wide.")
        secrets = sum(door.secret for door in doors)
        if secrets < (len(doors) if link.is_passage else 1) if link.hidden == "undiscovered" else secrets:
            judge.flaw("secret-mark-wrong", subject, "Its doors are not as secret as it says.")
        is_near = all(room.plan for room in rooms) and sum(abs(a - b) for a, b in zip(rooms[0].plan, rooms[-1].plan)) < 2
        if link.is_passage and (is_near or pairs[frozenset(link.rooms)] > 1):
            judge.flaw("secret-too-near", subject, "The passage joins rooms that are linked, or neighbors in the plan.")


def judge_promises(judge):
    dungeon, places, steps_at = judge.dungeon, set(), defaultdict(set)
    if not dungeon.is_as_generated:
        return
    for room in dungeon.rooms:
        if room.plan and (room.plan in places or room.plan[2] != room.z):
            judge.flaw("plan-mismatch", f"room {room.id}", "Its place in the plan is taken, or on another level.")
        places.add(room.plan)
    for link, _, room, _, run in dungeon.stairs():
        for cell in run:
            steps_at[room.z, cell].add(link.id)
    doors_at, keyed = {(door.z, cell) for door in dungeon.doors for cell in door.cells}, {key.link for key in dungeon.keys}
    near = [(dx, dy) for dx, dy in square((-2, -2), 5) if 1 <= abs(dx) + abs(dy) <= 2]
    for link in dungeon.links:
        subject, rooms = f"link {link.id}", [dungeon.rooms[room] for room in link.rooms]
        around = [(room.z, plus(cell, step)) for room, run in zip(rooms, link.runs or ()) for cell in run for step in near]
        warning = "The stairs between rooms {} and {} are within 2 cells of a door or of other stairs.".format(*link.rooms)
        if warning not in dungeon.warnings and any(at in doors_at or steps_at.get(at, set()) - {link.id} for at in around):
            judge.flaw("stairs-near-door", subject, "A door or other stairs are within 2 cells, and no warning says so.")
        if all(room.plan for room in rooms) and not link.is_passage:
            dx, dy = (abs(a - b) for a, b in list(zip(rooms[0].plan, rooms[1].plan))[:2])
            if dx + dy > 0 if link.runs else dx != dy and dx + dy != 1:
                judge.flaw("plan-mismatch", subject, "It joins rooms that are no neighbors in the plan.")
        is_explained = link.hidden != "none" or link.id in keyed or len(link.path) > 8 or any(
            door.kind in ("doorway", "barred") or door.state == "locked" or door.secret
            for door in (dungeon.doors[door] for door in link.doors))
        if link.kind == "corridor" and dungeon.asked("doors.per_link") == 1 and not is_explained:
            judge.flaw("door-pair", subject, "Both ends of a short corridor have a leaf or a frame.")


# ---------------------------------------------------------------------------------------------------------------------
# The room graph, and walks from the entrance.

def judge_graph(judge):
    dungeon = judge.dungeon
    links, beside = [link for link in dungeon.links if not dungeon.is_secret(link)], defaultdict(list)
    for link in links:
        for room, other in (link.rooms, link.rooms[::-1]):
            beside[room].append(other)
    parts, seen = 0, set()
    for room in dungeon.rooms:
        parts += room.id not in seen
        seen |= depths_from(room.id, beside).keys() if room.id not in seen else set()
    degrees = Counter(room for link in dungeon.links for room in link.rooms)
    judge.facts = {"loops": len(links) + parts - len(dungeon.rooms),
                   "dead_end_rooms": sum(degree == 1 for degree in degrees.values())}
    for role, place in (("goal", dungeon.goal), ("entrance", dungeon.entrance and dungeon.entrance.room)):
        wrong = [room.id for room in dungeon.rooms if role in room.roles and room.id != place]
        if wrong and (role == "goal" or dungeon.entrance):
            judge.flaw("role-misplaced", f"room {wrong[0]}", f"The role {role} belongs to another room.")
        if place is None and dungeon.is_generated:
            judge.flaw(f"{role}-missing", "dungeon", f"There is no {role}.")
    if not dungeon.entrance:
        return
    judge_entrance(judge)
    depths = depths_from(dungeon.entrance.room, beside)
    for room in dungeon.rooms:
        if depths.get(room.id, room.depth) != room.depth:
            judge.flaw("depth-wrong", f"room {room.id}", f"It is {depths[room.id]} links from the entrance.")
    judge_reach_and_keys(judge)
    # Numbers follow from rooms, doors and links; where those are wrong, so are they.
    if dungeon.is_as_generated and not judge.flaws:
        judge_numbers(judge, links, depths)


def depths_from(start, beside):
    """The least number of links from a room to each that can be reached."""
    depths, queue = {start: 0}, deque([start])
    while queue:
        room = queue.popleft()
        for other in beside[room]:
            if other not in depths:
                depths[other] = depths[room] + 1
                queue.append(other)
    return depths


def judge_entrance(judge):
    """The runway of the entrance ends blind, and nothing walkable lies straight on."""
    dungeon, entrance, door = judge.dungeon, judge.dungeon.entrance, judge.dungeon.doors[judge.dungeon.entrance.door]
    level, subject = dungeon.level[door.z], f"door {door.id}"
    last = [plus(cell, door.step, entrance.runway) for cell in door.cells]
    steps = set(NEIGHBORS4) - {back(door.step)} if entrance.runway else {door.step}
    ahead = [plus(cell, door.step, i) for cell in last for i in range(1, max(level.width, level.height))]
    if door.room != entrance.room:
        judge.flaw("entrance-mismatch", subject, f"It is no door of the entrance room {entrance.room}.")
    elif not all(map(level.is_massive, {plus(cell, step) for cell in last for step in steps} - set(last))):
        judge.flaw("entrance-not-blind", subject, "The corridor before the entrance does not end blind.")
    elif dungeon.is_as_generated and not all(map(level.is_massive, ahead)):
        judge.flaw("entrance-blocked", subject, "Something walkable lies straight on from the entrance.")


class Walk:
    """A visitor on the tiles: every place in reach while doors with these barriers are shut."""

    def __init__(self, dungeon, *barriers):
        self.dungeon, self.reached = dungeon, set()
        self.shut = {(door.z, cell) for door in dungeon.doors if dungeon.barriers[door.id] in barriers for cell in door.cells}
        self.later_steps = {(room.z, cell) for _, _, room, _, run in dungeon.stairs() for cell in run[1:]}

    def start(self):
        room, door = self.dungeon.rooms[self.dungeon.entrance.room], self.dungeon.doors[self.dungeon.entrance.door]
        inside = plus(door.cells[0], door.step, -1)
        return self.go([(room.z, inside if inside in room.floor_set else room.cells[0])])

    def go(self, places):
        queue, before = deque(), len(self.reached)
        while places or queue:
            for place in places:
                z, cell = place
                level = self.dungeon.level[z]
                if not (place in self.reached or place in self.shut or level.is_massive(cell) or level.is_drowned(cell)):
                    self.reached.add(place)
                    queue.append(place)
            places = []
            if queue:
                z, cell = queue.popleft()
                places = [(z, beside) for beside in around4(cell)] + self.beyond_stairs(z, cell)
        spend(len(self.reached) - before + 1)
        return self

    def beyond_stairs(self, z, cell):
        """The same cell of the next level, where both have stairs whose runs begin there."""
        tile = self.dungeon.level[z].tile(cell)
        other, tile_there = (z + 1, DOWN) if tile == UP else (z - 1, UP)
        is_pair = tile in (UP, DOWN) and other in self.dungeon.level and self.dungeon.level[other].tile(cell) == tile_there
        return [(other, cell)] if is_pair and not {(z, cell), (other, cell)} & self.later_steps else []

    def collect(self, without=None):
        """Takes every key in reach and opens its lock until nothing is new; the links whose keys were found."""
        found, held = set(), {None}
        while held:
            held = {key.link for key in self.dungeon.keys if (key.z, key.cell) in self.reached} - {None, without} - found
            found |= held
            doors = [self.dungeon.doors[door] for link in held for door in self.dungeon.links[link].doors]
            cells = [(door.z, cell) for door in doors if self.dungeon.barriers[door.id] == "keyed" for cell in door.cells]
            self.shut -= set(cells)
            self.go([(z, cell) for z, cell in cells if any((z, beside) in self.reached for beside in around4(cell))])
        return found

    def lost_rooms(self):
        return {room.id for room in self.dungeon.rooms if not any((room.z, cell) in self.reached for cell in room.cells)}


def judge_reach_and_keys(judge):
    dungeon = judge.dungeon
    lost = Walk(dungeon, "shut").start().lost_rooms()
    cut_off = Walk(dungeon).start().lost_rooms() if lost else set()
    for code, rooms in (("room-unreachable", cut_off), ("room-shut-off", lost - cut_off)):
        if rooms:
            judge.flaw(code, f"room {min(rooms)}", f"No walk from the entrance leads to the rooms {sorted(rooms)[:8]}.")
    for key in dungeon.keys:
        if key.link not in dungeon.locked:
            thing = f"link {key.link}" if key.link is not None else f"room {key.room}" if key.room is not None else None
            judge.flaw("key-without-lock", thing or subject_of_cells(key.z, [key.cell]), "A key belongs to no locked link.")
    walk = Walk(dungeon, "shut", "keyed").start()
    if dungeon.locks and walk.reached and dungeon.has_own_keys():
        shut = sorted(set(dungeon.locks) - walk.collect())
        if shut:
            judge.flaw("key-out-of-reach", f"link {shut[0]}", f"No order of opening leads to the keys of links {shut[:8]}.")
    elif dungeon.locks and walk.reached:
        judge_shared_keys(judge, walk)


def judge_shared_keys(judge, walk):
    """No order of spending keys that open any lock and are used up leaves a part of the dungeon shut."""
    dungeon, locks, zones, zone_of = judge.dungeon, judge.dungeon.locks, [], {}
    doors = [[dungeon.doors[door] for door in dungeon.links[lock].doors if dungeon.barriers[door] == "keyed"] for lock in locks]
    sides = [[(door.z, plus(door.cells[0], door.step, way)) for door in lock for way in (-1, 1)] for lock in doors]
    walks = [walk]
    while walks:
        reached = walks.pop().reached - zone_of.keys()
        zone_of.update(dict.fromkeys(reached, len(zones)))
        zones += [sum((key.z, key.cell) in reached for key in dungeon.keys)] if reached else []
        beyond = [(a, b) for lock in sides for a, b in zip(lock[::2] + lock[1::2], lock[1::2] + lock[::2])]
        walks += [Walk(dungeon, "shut", "keyed").go([b]) for a, b in beyond if a in reached and b not in zone_of][:1]
        if not walks:
            walks = [Walk(dungeon, "shut", "keyed").go([b]) for a, b in beyond if a in zone_of and b not in zone_of][:1]
            walks = [walk for walk in walks if walk.reached]
    joins = [{zone_of[side] for side in lock if side in zone_of} for lock in sides]
    if len(locks) > 16:
        judge.skipped.append("keys-run-out: more than 16 locks with shared keys are not judged")
        return
    seen, states = set(), [frozenset()]
    while states:
        opened = states.pop()
        if opened in seen:
            continue
        seen.add(opened)
        spend(len(locks) ** 2)
        reached, size = {0}, 0
        while size < len(reached):
            size = len(reached)
            reached.update(*(joins[lock] for lock in opened if joins[lock] & reached))
        left = sum(zones[zone] for zone in reached) - len(opened)
        if len(reached) < len(zones) and left == 0:
            stuck = [lock for i, lock in enumerate(locks) if i not in opened]
            judge.flaw("keys-run-out", f"link {stuck[0]}", f"No key may be left for the links {stuck[:8]}.")
            return
        if len(reached) < len(zones) and left < len(locks) - len(opened):
            states += [opened | {lock} for lock in range(len(locks)) if lock not in opened and joins[lock] & reached]


# ---------------------------------------------------------------------------------------------------------------------
# Numbers: rooms count 1, 2, … in walking order, passages excepted.

PASSAGES = ("corridor", "passage", "elbow", "long-elbow", "crossing", "zigzag")


def judge_numbers(judge, links, depths):
    dungeon, open_links, entered, branches = judge.dungeon, Counter(), {}, defaultdict(list)
    for link in links:
        for room, other in (link.rooms, link.rooms[::-1]):
            open_links[room] += 1
            if room in depths and depths[room] == depths[other] + 1:
                entered[room] = min(entered.get(room, (other, link.id)), (other, link.id))
    size, has_goal = [1] * len(dungeon.rooms), [room.id == dungeon.goal for room in dungeon.rooms]
    for room in sorted(entered, key=lambda room: -depths[room]):
        parent = entered[room][0]
        branches[parent].append(room)
        size[parent], has_goal[parent] = size[parent] + size[room], has_goal[parent] or has_goal[room]

    def gap(link, room):
        """The first cell of the door or the stairs by which a link leaves a room."""
        link, end = dungeon.links[link], dungeon.links[link].rooms.index(room)
        return link.runs[end][0] if link.runs else dungeon.doors[link.doors[-1 if end else 0]].cells[0]

    def turn(room, branch):
        came = gap(entered[room][1], room) if room in entered else dungeon.doors[dungeon.entrance.door].cells[0]
        bearing = Bearing(bounds(dungeon.rooms[room].cells), came, gap(entered[branch][1], room))
        return has_goal[branch], size[branch], bearing, branch

    order, stack = [], [dungeon.entrance.room]
    while stack:
        order.append(stack.pop())
        stack += sorted(branches[order[-1]], key=lambda branch: turn(order[-1], branch), reverse=True)
    heights = {z: i for i, z in enumerate(dict.fromkeys(dungeon.rooms[room].z for room in order))}
    order.sort(key=lambda room: heights[dungeon.rooms[room].z])
    count = 0
    for room in (dungeon.rooms[room] for room in order + [room.id for room in dungeon.rooms if room.id not in depths]):
        has_square = any(room.floor_set.issuperset(square(cell, 2)) for cell in room.cells)
        is_tagged = room.template is not None and room.template.name in PASSAGES
        is_passage = is_tagged or (open_links[room.id] >= 2 and not has_square)
        count += not is_passage
        if room.number != (None if is_passage else count):
            judge.flaw("number-order", f"room {room.id}", f"In the walk it has {'no number' if is_passage else count}.")


class Bearing:
    """A direction seen from the middle of a rectangle, clockwise from where the walk came in; exact."""

    def __init__(self, rect, came, to):
        left, top, right, bottom = rect
        (ax, ay), (x, y) = ((2 * cell[0] + 1 - left - right, 2 * cell[1] + 1 - top - bottom) for cell in (came, to))
        ax, ay = (ax, ay) if (ax, ay) != (0, 0) else (0, -1)
        forward, right = ax * x + ay * y, ax * y - ay * x
        quarters = ((forward, right), (right, -forward), (-forward, -right), (-right, forward))
        self.quarter = next((i for i, (along, across) in enumerate(quarters) if along > 0 and across >= 0), 0)
        self.along, self.across = quarters[self.quarter] if (x, y) != (0, 0) else (1, 0)

    def __eq__(self, other):
        return not self < other and not other < self

    def __lt__(self, other):
        if self.quarter != other.quarter:
            return self.quarter < other.quarter
        return self.across * other.along < other.across * self.along


# ---------------------------------------------------------------------------------------------------------------------
# Contents: features, spawns, texts, groups.

def judge_contents(judge):
    dungeon, by_room, openings = judge.dungeon, defaultdict(list), defaultdict(list)
    for feature in dungeon.features:
        by_room[feature.room].append(feature)
    for door in dungeon.doors:
        openings[door.room] += [(plus(cell, back(door.step)), [back(door.step)]) for cell in door.cells]
    for link in (link for link in dungeon.links if link.kind == "shared"):
        door = dungeon.doors[link.door]
        for room in set(link.rooms) - {door.room}:
            openings[room] += [(plus(cell, door.step), [door.step]) for cell in door.cells]
    for _, _, room, _, run in dungeon.stairs():
        openings[room.id] += [(cell, NEIGHBORS4) for cell in run]
    for key in dungeon.keys:
        room = dungeon.room_at.get((key.z, key.cell))
        openings[room.id if key.room is None and room else key.room].append((key.cell, []))
    for room, features in by_room.items():
        judge_features(judge, dungeon.rooms[room] if room is not None else None, features, openings[room])
    judge_spawns(judge)
    judge_texts(judge)
    judge_key_notes(judge)
    judge_groups(judge)


def judge_features(judge, room, features, openings):
    """The features of a room, or those of corridors: each by itself, in layers, and those that block together."""
    kept_clear, anchors, blocked, layers, shared = set(), set(), set(), defaultdict(list), defaultdict(list)
    level = judge.dungeon.level[room.z] if room else None
    floor = {cell for cell in room.cells if not level.is_massive(cell)} if room else set()
    for cell, steps in openings if room else ():
        if cell in floor:
            anchors.add(cell)
            kept_clear |= {cell} | {plus(cell, step) for step in steps} & floor
    for feature in features:
        code, cells = feature_problem(judge.dungeon, room, floor, kept_clear, feature)
        if cells:
            judge.flaw(code, subject_of_cells(feature.z, cells), f"Feature {feature.id} ({feature.kind}) may not be there.")
        elif feature.blocks and feature.mount == "floor" and room:
            blocked |= set(feature.cells)
        for cell in feature.cells:
            layers[feature.mount, feature.turn if feature.mount == "wall" else feature.flat, feature.z, cell].append(feature.id)
    for (_, _, z, cell), ids in layers.items():
        for pair in zip(ids, ids[1:]):
            shared[pair, z].append(cell)
    for (pair, z), cells in shared.items():
        judge.flaw("features-overlap", subject_of_cells(z, cells), "Features {} and {} are in one place.".format(*pair))
    free = {cell for cell in floor if not level.is_drowned(cell)}
    if blocked and any(len(pieces(piece - blocked)) > 1 for piece in pieces(free)):
        judge.flaw("feature-blocks-path", f"room {room.id}", "Features part doors, stairs or keys, or close off a pocket.")
    elif blocked and parts_wide_bodies(free, free - blocked, list(anchors)):
        judge.flaw("feature-narrows", f"room {room.id}", "Features leave no path for a body of 2×2 cells, which had one.")


def feature_problem(dungeon, room, floor, kept_clear, feature):
    """What is wrong with one feature, and its cells that are wrong; none where it lies well."""
    level, front = dungeon.level[feature.z], NEIGHBORS4[(feature.turn + 2) % 4]
    is_floor = (lambda cell: cell in floor) if room else (lambda cell: level.tile(cell) == CORRIDOR_TILE)
    is_wall = (lambda cell: level.tile(cell) == WALL) if room else level.is_massive
    if (feature.size[feature.turn % 2 == 0] != 1 or feature.flat) if feature.mount == "wall" else feature.flat and feature.blocks:
        return "feature-size", [feature.cell]
    if room and feature.z != room.z:
        return "feature-outside-room", [feature.cell]
    if feature.mount == "wall":
        cells = [cell for cell in feature.cells if not is_wall(cell) or not is_floor(plus(cell, front))]
        return "feature-wall-mount", cells
    outside = [cell for cell in feature.cells if not is_floor(cell)]
    if outside or (feature.blocks and not room):
        return "feature-outside-room", outside or [feature.cell]
    floats = not feature.flat and all(level.ground_at(cell) in ("~", "w") for cell in feature.cells)
    sunk = [cell for cell in feature.cells if level.ground_at(cell) in ((":",) if floats else (":", "w"))]
    return ("feature-outside-room", sunk) if sunk else ("feature-in-door", [c for c in feature.cells if c in kept_clear])


def parts_wide_bodies(free, left, anchors):
    """Whether two anchors that a body of 2×2 cells joins on the free cells it no longer joins on those left."""
    def parts(cells):
        places = {cell for cell in cells if cells.issuperset(square(cell, 2))}
        piece_of = {cell: i for i, piece in enumerate(pieces(places)) for cell in piece}
        return [{piece_of.get(at) for at in square(plus(anchor, (-1, -1)), 2)} - {None} for anchor in anchors]

    before, after = parts(free), parts(left)
    spend(len(anchors) ** 2)
    return any(before[a] & before[b] and not after[a] & after[b] for a, b in combinations(range(len(anchors)), 2))


def judge_spawns(judge):
    dungeon, taken, blocking = judge.dungeon, set(), defaultdict(set)
    holders = {feature.spawn: feature for feature in dungeon.features if feature.spawn is not None}
    for feature in (feature for feature in dungeon.features if feature.blocks and feature.mount == "floor"):
        for cell in feature.cells:
            blocking[feature.room, feature.z, cell].add(feature.spawn)
    for spawn in dungeon.spawns:
        place, level, holder = (spawn.z, spawn.cell), dungeon.level[spawn.z], holders.get(spawn.id)
        room, subject = dungeon.rooms[spawn.room], subject_of_cells(spawn.z, [spawn.cell])
        if (room.z != spawn.z or spawn.cell not in room.floor_set or level.is_massive(spawn.cell)
                or level.is_drowned(spawn.cell) or blocking.get((spawn.room, *place), set()) - {spawn.id}
                or (holder and (holder.z != spawn.z or spawn.cell not in holder.cells))):
            judge.flaw("spawn-blocked", subject, f"Spawn {spawn.id} ({spawn.kind}) cannot be there.")
        if place in taken:
            judge.flaw("spawns-overlap", subject, "Two spawns are in one cell.")
        taken.add(place)
    is_older = not dungeon.is_generated or dungeon.epoch < 4
    others = [spawn for spawn in dungeon.spawns if not (is_older and spawn.kind == "enemy" and spawn.group is None)]
    if dungeon.entrance and (dungeon.features or others) and all(spawn.kind != "player" for spawn in dungeon.spawns):
        judge.flaw("player-spawn-missing", f"room {dungeon.entrance.room}", "There is no spawn of kind player.")


PIECE = re.compile(r"\{\{|\}\}|\{[^{}]*\}|\{[^{}]*|\}")
REFERENCE = re.compile(r"\{(?:(room|link|door|group|feature|spawn):0*([0-9]{1,10})|(level):(-?)0*([0-9]{1,10})|(key))\}")


def references(written):
    """What stands between braces in a text: each piece with its kind and id, or None where it is no reference."""
    for match in PIECE.finditer(written):
        parsed = REFERENCE.fullmatch(match[0])
        if parsed and (parsed[1] or parsed[3]):
            id = int(parsed[2] or parsed[4] + parsed[5])
            yield match[0], (parsed[1] or parsed[3], id) if -1 << 31 <= id < (1 << 31 if parsed[3] else 1 << 32) else None
        elif match[0] not in ("{{", "}}"):
            yield match[0], ("key", 0) if parsed else None


def words_for(dungeon, kind, id):
    """What people read for a reference; None where it names nothing."""
    if kind == "key":
        return "key"
    things = dungeon.level if kind == "level" else dict(enumerate(getattr(dungeon, kind + "s")[id:id + 1], id))
    thing = things.get(id)
    if kind == "link" and thing:
        a, b = (dungeon.rooms[room] for room in thing.rooms)
        kind, thing = "room", a if a.depth > b.depth else b
    if kind == "door" and thing:
        kind, thing = "room", None if thing.room is None else dungeon.rooms[thing.room]
    if not thing:
        return None
    return {"room": lambda: f"room {thing.id}" if thing.number is None else str(thing.number),
            "group": lambda: thing.one if thing.count == 1 else thing.many, "level": lambda: thing.name or f"level {id}",
            "feature": lambda: thing.kind.replace("-", " "),
            "spawn": lambda: thing.kind if thing.name is None else thing.name}[kind]()


def write_out(dungeon, written):
    """A text with its references written out and capitals at the beginning of its sentences."""
    def plain(match):
        named = next(references(match[0]), (None, None))[1]
        words = named and words_for(dungeon, *named)
        return match[0][1:] if match[0] in ("{{", "}}") else match[0] if words is None else words

    begins, letters = True, []
    for letter in PIECE.sub(plain, written):
        letters.append(letter.upper() if begins else letter)
        begins = begins and re.match(f"[{WHITE_SPACE}]", letter) is not None or letter in ".!?"
    return "".join(letters)


def judge_texts(judge):
    dungeon = judge.dungeon
    secret = {("link", link.id) for link in dungeon.links if link.hidden == "undiscovered"}
    secret |= {("door", door.id) for door in dungeon.doors if door.secret}
    secret |= {("door", door) for link in dungeon.links if link.is_passage and not link.discovered for door in link.doors}
    secret |= {("feature", feature.id) for feature in dungeon.features if feature.secret}
    secret |= {("spawn", spawn.id) for spawn in dungeon.spawns if spawn.kind in ("loot", "trap")}
    notes = [(f"room {room.id}", note.text, note.secret) for room in dungeon.rooms for note in room.notes]
    for subject, written, is_for_master in notes + [("dungeon", told, False) for told in [dungeon.story.hook] + dungeon.story.rumours]:
        for piece, named in references(written):
            if not named or words_for(dungeon, *named) is None:
                judge.flaw("reference-broken", subject, f"{piece[:60]!r} names nothing.")
            elif named in secret and not is_for_master:
                judge.flaw("secret-revealed", subject, f"An open text refers to {piece}, which is a secret.")
    for room in dungeon.rooms:
        if any(note.plain != write_out(dungeon, note.text) for note in room.notes):
            judge.flaw("text-stale", f"room {room.id}", "A note is not its text written out.")


def judge_key_notes(judge):
    """Notes about keys are where keys are; a note about a lock sends to a key that is not behind that lock."""
    dungeon, walks, locked_in, keys_of = judge.dungeon, {}, defaultdict(list), defaultdict(list)
    key_rooms, has_notes = {key.room for key in dungeon.keys}, any(room.notes for room in dungeon.rooms)
    for link in dungeon.locked:
        for room in set(dungeon.links[link].rooms):
            locked_in[room].append(dungeon.links[link])
    for key in dungeon.keys:
        keys_of[key.link].append(key)
    for room in dungeon.rooms:
        has_note = any(note.kind == "key" for note in room.notes)
        if has_note != (room.id in key_rooms) and (has_note or (has_notes and dungeon.is_as_generated)):
            judge.flaw("key-note-wrong", f"room {room.id}", "A key and a note about it are not together.")
        for note in room.notes if dungeon.entrance and dungeon.has_own_keys() else ():
            named = {reference for _, reference in references(note.text) if reference} if note.kind == "lock" else set()
            about = [link for link in locked_in[room.id] if ("link", link.id) in named or named & {("door", d) for d in link.doors}]
            for key in (key for link in about or locked_in[room.id] for key in keys_of[link.id] if ("room", key.room) in named):
                if key.link not in walks:
                    walks[key.link] = Walk(dungeon, "shut", "keyed").start()
                    walks[key.link].collect(without=key.link)
                if key.room in walks[key.link].lost_rooms():
                    judge.flaw("key-note-wrong", f"room {room.id}", f"A note sends to room {key.room}, behind that lock.")


def judge_groups(judge):
    owners, members = {}, defaultdict(list)
    for spawn in judge.dungeon.spawns:
        members[spawn.group].append(spawn.room)
    for group in judge.dungeon.groups:
        if group.count != len(members[group.id]) or not {group.home, *members[group.id]} <= set(group.rooms):
            judge.flaw("group-count", f"room {group.home}", f"Group {group.id} counts others than its spawns, or strays.")
        for room in [room for room in group.rooms if owners.setdefault(room, group.id) != group.id][:1]:
            judge.flaw("group-count", f"room {room}", f"Groups {owners[room]} and {group.id} share the room.")


# ---------------------------------------------------------------------------------------------------------------------
# The record: counts, sizes, seed, epoch and the files that the dungeon carries.

def judge_record(judge):
    dungeon, masks = judge.dungeon, defaultdict(list)
    is_unexplained, rooms = not dungeon.warnings and not dungeon.edited, len(dungeon.rooms)
    if not dungeon.seed:
        judge.flaw("provenance-broken", "dungeon", "The seed is missing.")
    if not 1 <= dungeon.epoch <= LAST_EPOCH:
        judge.flaw("provenance-broken", "dungeon", f"The epoch is {dungeon.epoch}; known are 1 to {LAST_EPOCH}.")
    asked, floor = dungeon.asked("rooms.count"), dungeon.asked("templates.floor_cells") or 0
    halls, area = sum("hall" in room.roles for room in dungeon.rooms), sum(len(room.cells) for room in dungeon.rooms)
    if asked is not None and (rooms < asked and is_unexplained or rooms - halls > asked):
        judge.flaw("count-disagrees", "dungeon", f"The recipe asks for {asked} rooms, there are {rooms}.")
    if area < floor and is_unexplained:
        judge.flaw("count-disagrees", "dungeon", f"The recipe asks for {floor} cells of floor, there are {area}.")
    for level in dungeon.levels if dungeon.method != "plan" else ():
        if dungeon.asked("width") not in (None, level.width) or dungeon.asked("height") not in (None, level.height):
            judge.flaw("count-disagrees", "dungeon", f"Level {level.z} has not the size that the recipe asks for.")
    for file in dungeon.inputs:
        if file.digest != fnv(file.text):
            judge.flaw("input-digest", "dungeon", f"The digest of {file.name!r} is not that of its text.")
        for z, rows in file.rows.items() if file.digest == fnv(file.text) else ():
            masks[z] += rows
    for level in dungeon.levels if masks and not dungeon.edited else ():
        free = masks.get(level.z, masks.get(None))
        if free is not None and any(tile != ROCK and (y >= len(free) or free[y][x:x + 1] != ".")
                                    for y, row in enumerate(level.rows) for x, tile in enumerate(row)):
            judge.flaw("masked-cell", f"level {level.z}", "The mask blocks cells of floor, wall, door or corridor.")


def fnv(written):
    """FNV-1a with 64 bits, in 16 hexadecimal digits."""
    digest = 0xCBF29CE484222325
    for byte in written.encode():
        digest = (digest ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return f"{digest:016x}"


# ---------------------------------------------------------------------------------------------------------------------
# The command.

def judge_bytes(data):
    """The verdict on the bytes of a file as an object; raises Unreadable."""
    steps_left[0] = MAX_STEPS
    try:
        judge = Judge(Dungeon(read_document(data)))
    except RecursionError:
        raise Unreadable("its values are nested too deeply") from None
    except MemoryError:
        raise Unreadable("it takes too much memory to judge") from None
    return {"sound": not judge.flaws, "flaws": judge.flaws, "skipped": judge.skipped, "facts": judge.facts}


def read_file(path):
    try:
        with (sys.stdin.buffer if path == "-" else open(path, "rb")) as stream:
            return stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise Unreadable(f"it cannot be opened: {error.strerror}") from None


def main():
    parser = argparse.ArgumentParser(description="Judge dungeon JSON of Undercroft without Undercroft.")
    parser.add_argument("files", nargs="+", metavar="FILE", help="dungeon JSON, version 1 or 2; - is standard input")
    parser.add_argument("--json", action="store_true", help="print one JSON object per file")
    options, worst = parser.parse_args(), 0
    for path in options.files:
        try:
            verdict = {"file": path, **judge_bytes(read_file(path))}
        except Unreadable as error:
            worst = 2
            print(f"{path}: {error}.", file=sys.stderr)
            continue
        worst = max(worst, 0 if verdict["sound"] else 1)
        if options.json:
            print(json.dumps(verdict))
        else:
            print(f"{path}: {'sound' if verdict['sound'] else 'flawed'}")
            for flaw in verdict["flaws"]:
                print("{code} {subject}: {sentence}".format(**flaw))
    return worst


if __name__ == "__main__":
    sys.exit(main())
